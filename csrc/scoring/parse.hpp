// Every way to cut the tiles of one suit into chows and pungs, with or without a pair, tabled by octal key.
// A hand's arrangements are the products of its four suits' lists.
#pragma once

#include <cstddef>
#include <vector>

#include "scoring/groups.hpp"

namespace paili {

// One cut of one suit; masks are over the suit's own ranks (bit = rank, a chow at its lowest).
struct SuitParse {
    u16 chow_starts;
    u16 pungs;
    u16 pair;        // one bit, or 0; for all cuts of a key or for none
    u16 groups;      // the number of chows and pungs
    u32 chow_signature;  // to be multiplied with the suit's factor (groups.hpp)
};

class SuitTable {
public:
    struct List {
        const SuitParse* first;
        u32 size;
        const SuitParse* begin() const { return first; }
        const SuitParse* end() const { return first + size; }
    };

    // `chows` is false for honours.
    SuitTable(int ranks, int groups, bool chows);

    List find(u32 key) const {
        for (u32 at = slot_of(key);; at = (at + 1) & mask_) {
            const Slot& slot = slots_[at];
            if (slot.key == key) return {parses_.data() + (slot.list >> 8), slot.list & 255};
            if (slot.key == kEmpty) return {nullptr, 0};
        }
    }
    bool contains(u32 key) const { return find(key).size != 0; }
    void prefetch(u32 key) const { __builtin_prefetch(&slots_[slot_of(key)]); }
    std::size_t bytes() const { return slots_.size() * sizeof(Slot) + parses_.size() * sizeof(SuitParse); }

private:
    struct Slot {
        u32 key, list;  // list = index of the first parse << 8 | how many
    };
    static constexpr u32 kEmpty = ~0u;

    u32 slot_of(u32 key) const { return (key * 0x9E3779B1u) >> shift_; }

    std::vector<Slot> slots_;
    std::vector<SuitParse> parses_;
    u32 mask_, shift_;
};

// The tables of one kind of hand: `groups` is 4 or 5. Built on first use, once, and shared by all threads.
struct Tables {
    SuitTable suit, honors;
    GroupTable chows, pungs;
    Tables(int ranks, int honor_kinds, int groups);
    static const Tables& of(TileSet set, int groups);
};

}  // namespace paili
