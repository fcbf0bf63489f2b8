// The standard form of one hand (groups and a pair) by the tables, without kernels: the portable path.
#pragma once

#include "counting/specials.hpp"

namespace paili::counting {

struct SuitClasses {
    std::size_t of[4];

    SuitClasses() = default;
    SuitClasses(const std::uint8_t* class_of, std::uint32_t suit_keys, const std::uint32_t* keys)
        : of{class_of[keys[0]], class_of[keys[1]], class_of[keys[2]], class_of[suit_keys + keys[3]]} {}
};

// The two sides of a hand, and its distance.
template <class Id>
struct Sides {
    std::size_t left, right;
    int missing;

    Sides(const MergeView<Id>& merges, const SuitClasses& classes, int groups)
        : left(merges.left[cell<Id>(classes.of[0], classes.of[1])]),
          right(merges.right[cell<Id>(classes.of[2], classes.of[3])]),
          missing(merges.missing[static_cast<std::size_t>(groups) * merges.layer + cell<Id>(left, right)]) {}
};

// Tables for hands of one size class. `Id` as in merge.hpp.
template <class Id>
struct Tables {
    const SuitTables& suits;
    TileSet set;

    MergeView<Id> merges(Allowed allowed) const {
        if constexpr (sizeof(Id) == 1) return MergeView<Id>(narrow_merges(allowed));
        else return MergeView<Id>(wide_merges(set, allowed));
    }
    SuitClasses classes(const Digest& hand) const { return {suits.class_of.data(), suits.suit_keys, hand.key}; }
    RestView<Id> rests(Allowed allowed) const {
        if constexpr (sizeof(Id) == 1) return RestView<Id>(narrow_rests(allowed));
        else return RestView<Id>(wide_rests(set, allowed));
    }
};

// Entries of each suit's needs which, when lowered, bring the hand nearer.
template <class Id>
std::array<std::uint16_t, 4> splits_of(const RestView<Id>& rests, const SuitClasses& classes, const Sides<Id>& sides,
                                       int groups) {
    const std::size_t* of = classes.of;
    const auto g = static_cast<std::size_t>(groups);
    return {rests.splits(0, g, of[0], of[1], sides.right), rests.splits(1, g, of[1], of[0], sides.right),
            rests.splits(2, g, of[2], of[3], sides.left), rests.splits(3, g, of[3], of[2], sides.left)};
}

// Tiles of one suit that lower one of `splits`, bit = rank: draw each and look the suit up again.
inline std::uint64_t ranks_lowering(const SuitTables& tables, int suit, std::uint32_t key, std::size_t own,
                                    const std::uint8_t* counts, std::uint16_t splits) {
    const Classes& classes = suit < 3 ? tables.suit : tables.honor;
    const int size = suit < 3 ? tables.ranks : tables.honors;
    const std::uint8_t* class_of = tables.class_of.data() + (suit < 3 ? 0 : tables.suit_keys) + key;
    const std::uint16_t* lowered = classes.lowered.data() + own * classes.size();
    std::uint64_t ranks = 0;
    std::uint32_t weight = 1;
    for (int rank = 0; rank < size; ++rank, weight *= 5)
        if (counts[rank] < kCopies && lowered[class_of[weight]] & splits) ranks |= std::uint64_t{1} << rank;
    return ranks;
}

template <class Id>
Outcome standard_outcome(const Tables<Id>& tables, const Digest& hand, const std::uint8_t* counts, int groups,
                         Allowed allowed) {
    const SuitClasses classes = tables.classes(hand);
    const Sides<Id> sides(tables.merges(allowed), classes, groups);
    Outcome out{sides.missing, 0};
    const auto splits = splits_of(tables.rests(allowed), classes, sides, groups);
    for (int suit = 0; suit < 4; ++suit) {
        const auto i = static_cast<std::size_t>(suit);
        if (splits[i] == 0) continue;
        const int first = layout_of(tables.set).tile_at(suit, 0);
        out.tiles |= ranks_lowering(tables.suits, suit, hand.key[i], classes.of[i], counts + first, splits[i]) << first;
    }
    return out;
}

}  // namespace paili::counting
