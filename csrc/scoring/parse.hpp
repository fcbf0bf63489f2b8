// Every way to cut the tiles of one suit into chows and pungs, with or without a pair, tabled by octal key.
// A hand's arrangements are the products of its four suits' lists.
#pragma once

#include <mutex>
#include <vector>

#include "scoring/groups.hpp"

namespace paili {

// One cut of one suit; masks are over the suit's own ranks (bit = rank, a chow at its lowest).
struct SuitParse {
    u16 chow_starts;
    u16 pungs;
    u16 pair;            // one bit, or 0; for all cuts of a key or for none
    u8 groups;           // the number of chows and pungs
    // What the key waits for, the same for all its cuts (ranks are bits); see SuitTable::table_waits.
    bool takes_one;      // it has a pair, and some tile more makes groups of all of it
    u16 one_wait;        // less one tile of the rank it waits for one rank alone
    u16 paired_without;  // it has no pair, and less one tile of the rank it is groups and a pair
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
        u32 at = slot_of(key);
        at = (at + (slots_[at].key != key)) & mask_;  // mostly enough, and no branch
        for (;; at = (at + 1) & mask_) {
            const Slot& slot = slots_[at];
            if (slot.key == key) return {parses_.data() + (slot.list >> 8), slot.list & 255};
            if (slot.key == kEmpty) return {nullptr, 0};
        }
    }
    bool contains(u32 key) const { return find(key).size != 0; }
    // Fills in what keys wait for.
    void table_waits();
    // Does the key plus one tile of `rank` cut into groups (and a pair, where the number of tiles says so)?
    // A fifth copy is not tabled; it could only stand in a pung or the pair.
    bool completes(u32 key, int rank) const {
        const u32 next = key + digit(rank);
        if (count_in(next, rank) < 5) return contains(next);
        return contains(next - digit(rank, 3)) || (tiles_in(next) % 3 == 2 && contains(next - digit(rank, 2)));
    }
    // How many ranks complete the key, as far as two; those of which four are `owned` do not count.
    int waits(u32 key, u32 owned = 0) const {
        u32 near = presence(key);
        if (chows_) near |= near << 3 | near << 6 | near >> 3 | near >> 6;
        int found = 0;
        for (int rank = 0; rank < ranks_ && found < 2; ++rank) {
            found += (near >> (3 * rank) & 1) && count_in(owned, rank) < 4 && completes(key, rank);
        }
        return found;
    }
    // Fetch ahead what `find` will read.
    void fetch(u32 key) const { fetch_ahead(&slots_[slot_of(key)]); }

private:
    struct Slot {
        u32 key, list;  // list = index of the first parse << 8 | how many
    };
    static constexpr u32 kEmpty = ~0u;

    void add_waits(const Slot& slot);
    u32 slot_of(u32 key) const { return (key * 0x9E3779B1u) >> shift_; }

    std::vector<Slot> slots_;
    std::vector<SuitParse> parses_;
    int ranks_;
    bool chows_;
    u32 mask_, shift_;
};

// The tables of one kind of hand: `groups` is 4 or 5. Built on first use, once, and shared by all threads.
struct Tables {
    SuitTable suit, honors;
    GroupTable chows, pungs;
    Tables(int ranks, int honor_kinds, int groups);
    static const Tables& of(TileSet set, int groups);
    static void need_waits(TileSet set, int groups);  // before anybody asks for them

private:
    static Tables& shared(TileSet set, int groups);
    std::once_flag waits_;
};

}  // namespace paili
