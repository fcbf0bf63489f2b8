// From the classes of four suits to the distance of the hand, by tables alone.
//
// The first two suits make the left side, the third and the honours the right one; a side too has few distinct
// needs (180), so that a hand costs two lookups for its sides and one for the distance. `Id` numbers the sides:
// a byte where they are few enough.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "counting/distance.hpp"

namespace paili::counting {

// Which suits may stand in the finished hand: bits 0-2 the suits, bit 3 the honours.
using Allowed = unsigned;
inline constexpr Allowed kAllSuits = 15;

template <class Id>
struct MergeTables {
    std::size_t suits, honors, lefts, rights;
    std::vector<Id> left;               // [class 0 * suits + class 1]
    std::vector<Id> right;              // [class 2 * honors + class of the honours]
    std::vector<std::uint8_t> missing;  // [(groups * lefts + left) * rights + right]
    std::vector<Needs> left_needs, right_needs;
};

// The same by plain pointers, to be copied into a loop: there no store can be taken for a change of the table.
template <class Id>
struct MergeView {
    const Id *left, *right;
    const std::uint8_t* missing;
    std::size_t suits, honors, lefts, rights;

    MergeView() = default;
    explicit MergeView(const MergeTables<Id>& tables)
        : left(tables.left.data()), right(tables.right.data()), missing(tables.missing.data()), suits(tables.suits),
          honors(tables.honors), lefts(tables.lefts), rights(tables.rights) {}
};

// For acceptance: what is left of the hand without one suit, and which entries of that suit then matter.
template <class Id>
struct RestTables {
    struct Rest {
        std::size_t sides, rests, owns;
        std::vector<Id> id;               // [class of the partner * sides + the other side]
        std::vector<std::uint16_t> best;  // [(groups * owns + own class) * rests + id]: entries as bits

        std::uint16_t splits(int groups, std::size_t own, std::size_t partner, std::size_t side) const {
            return best[(static_cast<std::size_t>(groups) * owns + own) * rests + id[partner * sides + side]];
        }
    };
    // Partners are suits 1, 0, the honours and suit 2; the first two suits usually share one table.
    std::array<std::shared_ptr<const Rest>, 4> of;
};

using Narrow = std::uint8_t;  // nine ranks, at most four groups
using Wide = std::uint16_t;   // everything else

const MergeTables<Narrow>& narrow_merges(Allowed allowed);
const RestTables<Narrow>& narrow_rests(Allowed allowed);
const MergeTables<Wide>& wide_merges(TileSet set, Allowed allowed);
const RestTables<Wide>& wide_rests(TileSet set, Allowed allowed);

}  // namespace paili::counting
