// Distance tables of one suit: which of a few hundred `Needs` a suit has, by its base-5 key.
//
// key = count of rank 1 + 5 * count of rank 2 + 25 * ...; two suits with the same needs share a class, and there
// are so few classes (126 for nine ranks and four groups) that one byte names them and everything that
// follows - merging suits, finishing the hand - is a table on classes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/tiles.hpp"
#include "counting/needs.hpp"

namespace paili::counting {

constexpr std::uint32_t power_of_5(int n) { return n == 0 ? 1 : 5 * power_of_5(n - 1); }

// The distinct needs of a suit, or of the honours.
struct Classes {
    std::vector<Needs> needs;            // [class]
    std::vector<std::uint16_t> lowered;  // [class * size() + class after a draw]: the entries that fall

    std::size_t size() const { return needs.size(); }
};

struct SuitTables {
    int ranks, honors, groups;
    std::uint32_t suit_keys;             // honour keys start here in class_of
    std::vector<std::uint8_t> class_of;  // [key], with some bytes to spare for wide loads
    Classes suit, honor;
};

// Nine ranks and at most four groups: the tables of nearly every hand.
const SuitTables& four_group_tables();
// Any number of groups up to five.
const SuitTables& five_group_tables(TileSet set);

// What each tile of a suit does for it: word[r] = entries of the needs which one more tile of rank r lowers.
// Many keys share a row.
struct alignas(32) Row {
    std::uint16_t word[16];
};

struct RowTables {
    std::vector<std::uint32_t> row_of;  // [key], honours from SuitTables::suit_keys: 256 * row + class
    std::vector<Row> rows;
};

const RowTables& four_group_rows();

}  // namespace paili::counting
