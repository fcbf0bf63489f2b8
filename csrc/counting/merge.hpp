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

using Narrow = std::uint8_t;  // nine ranks, at most four groups
using Wide = std::uint16_t;   // everything else

// Tables of two classes or sides have rows of a power of two, so that their index needs no multiplication.
template <class Id>
inline constexpr int kRowBits = sizeof(Id) == 1 ? 8 : 9;
template <class Id>
constexpr std::size_t cell(std::size_t row, std::size_t column) { return row << kRowBits<Id> | column; }

template <class Id>
struct MergeTables {
    std::vector<Id> left;               // [cell(class 0, class 1)]
    std::vector<Id> right;              // [cell(class 2, class of the honours)]
    std::vector<std::uint8_t> missing;  // [groups * layer + cell(left, right)]
    std::size_t layer;
    std::vector<Needs> left_needs, right_needs;
};

// The same by plain pointers, to be copied into a loop: there no store can be taken for a change of the table.
template <class Id>
struct MergeView {
    const Id *left, *right;
    const std::uint8_t* missing;
    std::size_t layer;

    MergeView() = default;
    explicit MergeView(const MergeTables<Id>& tables)
        : left(tables.left.data()), right(tables.right.data()), missing(tables.missing.data()), layer(tables.layer) {}
};

// For acceptance, seen from one suit: what is left of the hand, and which entries of the suit then matter.
template <class Id>
struct Rest {
    std::vector<Id> id;               // [cell(class of the partner, the other side)]
    std::vector<std::uint16_t> best;  // [groups * layer + cell(own class, id)]: entries as bits
    std::size_t layer;
};

// Partners are suits 1, 0, the honours and suit 2; the first two suits usually share one table.
template <class Id>
using RestTables = std::array<std::shared_ptr<const Rest<Id>>, 4>;

template <class Id>
struct RestView {
    struct {
        const Id* id;
        const std::uint16_t* best;
        std::size_t layer;
    } of[4];

    RestView() = default;
    explicit RestView(const RestTables<Id>& tables) {
        for (std::size_t i = 0; i < 4; ++i) of[i] = {tables[i]->id.data(), tables[i]->best.data(), tables[i]->layer};
    }
    std::uint16_t splits(std::size_t suit, std::size_t groups, std::size_t own, std::size_t partner,
                         std::size_t side) const {
        return of[suit].best[groups * of[suit].layer + cell<Id>(own, of[suit].id[cell<Id>(partner, side)])];
    }
};

const MergeTables<Narrow>& narrow_merges(Allowed allowed);
const RestTables<Narrow>& narrow_rests(Allowed allowed);
const MergeTables<Wide>& wide_merges(TileSet set, Allowed allowed);
const RestTables<Wide>& wide_rests(TileSet set, Allowed allowed);

}  // namespace paili::counting
