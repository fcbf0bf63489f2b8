#include "scoring/parse.hpp"

#include <algorithm>
#include <utility>

namespace paili {
namespace {

struct Entry {
    u32 key;
    SuitParse parse;
};

// Grows every multiset of at most `groups` chows and pungs, each in ascending order, with every pair.
struct Builder {
    int ranks;
    bool chows;
    std::vector<Entry> entries;

    static bool holds_a_fifth(u32 key) {
        // a digit above four is 5, 6 or 7: its high bit and one of the others
        return ((key >> 2) & (key | key >> 1) & kOnes) != 0;
    }

    void grow(Entry cut, int first_block, int groups) {
        emit(cut);
        if (groups == 0) return;
        const int starts = chows ? ranks - 2 : 0;
        for (int block = first_block; block < ranks + starts; ++block) {
            const bool chow = block >= ranks;
            const int rank = chow ? block - ranks : block;
            Entry next = cut;
            ++next.parse.groups;
            next.key += chow ? digit(rank, 1) + digit(rank + 1, 1) + digit(rank + 2, 1) : digit(rank, 3);
            if (holds_a_fifth(next.key)) continue;
            if (chow) {
                next.parse.chow_starts |= u16(1 << rank);
                next.parse.chow_signature += kChowWeights[rank];
            } else {
                next.parse.pungs |= u16(1 << rank);
            }
            grow(next, chow ? block : block + 1, groups - 1);
        }
    }

    void emit(const Entry& cut) {
        entries.push_back(cut);
        for (int rank = 0; rank < ranks; ++rank) {
            Entry next = cut;
            next.key += digit(rank, 2);
            next.parse.pair = u16(1 << rank);
            if (!holds_a_fifth(next.key)) entries.push_back(next);
        }
    }
};

}  // namespace

SuitTable::SuitTable(int ranks, int groups, bool chows) : ranks_(ranks), chows_(chows) {
    Builder builder{ranks, chows, {}};
    builder.grow({0, {}}, 0, groups);
    auto& entries = builder.entries;
    // Among the cuts of one key those with more pungs come first: the stable order that decides between equals.
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
        return std::pair(a.key, std::popcount(b.parse.pungs)) < std::pair(b.key, std::popcount(a.parse.pungs));
    });

    std::size_t keys = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) keys += i == 0 || entries[i].key != entries[i - 1].key;
    const u32 bits = u32(std::bit_width(2 * keys));
    slots_.assign(std::size_t{1} << bits, Slot{kEmpty, 0});
    mask_ = u32(slots_.size() - 1);
    shift_ = 32 - bits;

    parses_.reserve(entries.size());
    for (std::size_t i = 0; i < entries.size();) {
        const u32 first = u32(parses_.size()), key = entries[i].key;
        for (; i < entries.size() && entries[i].key == key; ++i) parses_.push_back(entries[i].parse);
        u32 at = slot_of(key);
        while (slots_[at].key != kEmpty) at = (at + 1) & mask_;
        slots_[at] = {key, first << 8 | u32(parses_.size() - first)};
    }
}

void SuitTable::table_waits() {
    for (const Slot& slot : slots_) {
        if (slot.key != kEmpty) add_waits(slot);
    }
}

void SuitTable::add_waits(const Slot& slot) {
    SuitParse* cuts = parses_.data() + (slot.list >> 8);
    const bool paired = cuts->pair != 0, takes_one = paired && waits(slot.key) > 0;
    u32 one_wait = 0, paired_without = 0;
    for (int rank = 0; rank < ranks_; ++rank) {
        if (!count_in(slot.key, rank)) continue;
        const u32 rest = slot.key - digit(rank);
        one_wait |= u32(waits(rest) == 1) << rank;
        paired_without |= u32(!paired && contains(rest)) << rank;
    }
    for (SuitParse* cut = cuts; cut < cuts + (slot.list & 255); ++cut) {
        cut->takes_one = takes_one;
        cut->one_wait = u16(one_wait);
        cut->paired_without = u16(paired_without);
    }
}

Tables& Tables::shared(TileSet set, int groups) {
    if (set == TileSet::ten_rank) {
        static Tables ten(10, 4, 4);
        return ten;
    }
    if (groups == 5) {
        static Tables five(9, 7, 5);
        return five;
    }
    static Tables four(9, 7, 4);
    return four;
}

const Tables& Tables::of(TileSet set, int groups) { return shared(set, groups); }

void Tables::need_waits(TileSet set, int groups) {
    Tables& tables = shared(set, groups);
    std::call_once(tables.waits_, [&] {
        tables.suit.table_waits();
        tables.honors.table_waits();
    });
}

Tables::Tables(int ranks, int honor_kinds, int groups)
    : suit(ranks, groups, true),
      honors(honor_kinds, groups, false),
      chows(GroupKind::chows, ranks, groups),
      pungs(GroupKind::pungs, ranks, groups) {}

}  // namespace paili
