// What the chows of a hand are among themselves, and what its pungs of suit tiles are: facts.def's CHOW and
// PUNG sections, tabled for every multiset that a hand can hold. A hand looks its own up by a signature that
// adds up group by group.
#pragma once

#include <vector>

#include "scoring/facts.hpp"

namespace paili {

enum class GroupKind : u8 { chows, pungs };

class GroupTable {
public:
    // What groups may be among themselves; the multisets are many, these are few.
    struct Entry {
        u32 facts;     // bit = fact of the section, from its first on
        u8 counts[4];  // of the section's facts that can hold several times
        auto operator<=>(const Entry&) const = default;
    };

    GroupTable(GroupKind kind, int ranks, int groups);

    // A number below `slots()`; an unknown signature has an entry without facts.
    u32 find(u32 signature) const {
        u32 at = slot_of(signature);
        at = (at + (slots_[at].signature != signature)) & mask_;  // mostly enough, and no branch
        while (slots_[at].signature != signature && slots_[at].entry) at = (at + 1) & mask_;
        return at;
    }
    void fetch(u32 signature) const { fetch_ahead(&slots_[slot_of(signature)]); }
    const Entry& operator[](u32 slot) const { return entries_[slots_[slot].entry]; }
    u32 slots() const { return mask_ + 1; }
    bool used(u32 slot) const { return slots_[slot].entry; }
    // The groups in ascending order, five bits each; how many from bit 25.
    u32 list(u32 slot) const { return lists_[slot]; }
    u32 signature(int suit, int rank) const;

    GroupKind kind() const { return kind_; }
    // How many groups of the kind there are, and how many in a suit.
    int per_suit() const { return kind_ == GroupKind::chows ? ranks_ - 2 : ranks_; }

private:
    struct Slot {
        u32 signature, entry;  // entry 0 = empty
    };
    u32 slot_of(u32 signature) const { return (signature * 0x9E3779B1u) >> shift_; }

    GroupKind kind_;
    int ranks_;
    u32 mask_, shift_;
    std::vector<Slot> slots_;
    std::vector<u32> lists_;  // apart, as no hand is scored by them
    std::vector<Entry> entries_{Entry{}};
};

// Weights of chows whose sums are different for every multiset of up to five (four with ten ranks).
inline constexpr u32 kChowWeights[8] = {0x15e9ed96, 0xcbeca27f, 0xfba15e03, 0xb1e01626,
                                        0xf8dd12a4, 0xa23f8f73, 0x649b8919, 0x89a6b45e};
inline constexpr u32 kSuitFactors[3] = {1, 0x818513a3, 0xa0bebaef};

// The groups of an entry: suit and rank of each; none where groups stand that no hand can hold.
struct GroupList {
    explicit GroupList(const GroupTable& table, u32 slot)
        : list(table.list(slot)), per_suit(u32(table.per_suit())) {}
    int size() const { return int(list >> 25); }
    int group(int i) const { return int(list >> (5 * i) & 31); }
    int suit(int i) const { return group(i) / int(per_suit); }
    int rank(int i) const { return group(i) % int(per_suit); }

    u32 list, per_suit;
};

}  // namespace paili
