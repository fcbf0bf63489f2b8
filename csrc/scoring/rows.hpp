// A rule set, compiled: rows of a table against facts. Built from data (rules.py), read by every thread.
#pragma once

#include <string>
#include <vector>

#include "scoring/facts.hpp"
#include "scoring/parse.hpp"

namespace paili {

inline constexpr int kMaxRows = 128;
inline constexpr int kUnits = 3;

// A set of rows, in the order of the table.
struct RowSet {
    u64 words[2] = {0, 0};

    void add(int row) { words[row / 64] |= u64{1} << (row % 64); }
    bool has(int row) const { return words[row / 64] >> (row % 64) & 1; }
    bool empty() const { return !(words[0] | words[1]); }
    RowSet operator&(const RowSet& o) const { return {{words[0] & o.words[0], words[1] & o.words[1]}}; }
    RowSet operator|(const RowSet& o) const { return {{words[0] | o.words[0], words[1] | o.words[1]}}; }
    RowSet without(const RowSet& o) const { return {{words[0] & ~o.words[0], words[1] & ~o.words[1]}}; }
    // Takes the first row out; the set must not be empty.
    int pop() {
        const int word = words[0] ? 0 : 1;
        const int row = 64 * word + std::countr_zero(words[word]);
        words[word] &= words[word] - 1;
        return row;
    }
};

// What the Python side says of one row.
struct Row {
    std::vector<int> facts, unless;              // ids; all of the first and none of the second must hold
    int points_closed = 0, points_open = 0, unit = 0;
    int counted = -1;                            // position in `facts` of the one whose count multiplies, or -1
    std::vector<int> excludes;                   // later rows
    std::vector<std::pair<int, int>> minus;      // later counted rows, and how many of each this one takes
    std::vector<int> shapes;                     // empty = all that have tiles
    bool fallback = false, outside_minimum = false, combination = false;
    bool hidden = false;                         // adds to its unit and is no pattern; stands after those
};

enum class Combine : u8 { sum, limit, principles, doubling, flowers };
enum class Settle : u8 { none, par, base, payer, all_pay, taiwan };

// Parameters of the compiled modes; each mode documents the ones it reads (score.cpp, settle.cpp).
struct Modes {
    Combine combine = Combine::sum;
    int base = 0, cap = 0, limit = 0;
    bool minimum_after_doubling = false;
    Settle settle = Settle::none;
    int par = 0, stake = 0, discard_share = 1, self_draw_share = 1, robbed_share = 1;
    bool feeder_pays = false, dealer_doubles = false;
    int false_win = 0;               // what a false win pays to each opponent,
    bool false_win_claimed = false;  // or the points it claimed
};

struct Win {
    TileSet tile_set = TileSet::standard;
    int groups = 4;
    u32 shapes = 1;               // bit = Shape
    bool pairs_with_quads = true; // seven pairs may hold four of a kind as two pairs
    bool scattered_distinct = false;
    bool honors_with_melds = false;  // fourteen honours may hold declared groups
    int max_suits = 3;
    bool chow_melds = true;
    bool formal_waits = true;
    bool knitted_body_wait = true;
    int minimum = 0, minimum_unit = 0, minimum_rows = 0;
};

// What the sums need of a row, packed.
struct RowData {
    RowSet excludes;
    i32 points[2];       // closed, open
    i16 count_slot;      // -1 = counts once
    u8 unit;
    bool outside_minimum, combination, has_minus;
};

// Looks up the rows whose first fact holds, eight facts at a time.
class Matcher {
public:
    void add(int fact, int row);
    RowSet match(const FactSet& facts) const {
        RowSet found;
        for (const Byte& byte : bytes_) found = found | byte.rows[facts.bits[byte.word] >> byte.shift & 255];
        return found;
    }

private:
    struct Byte {
        int word, shift;
        std::array<RowSet, 256> rows;
    };
    std::vector<Byte> bytes_;  // only those that hold a wanted fact
};

class RuleTable {
public:
    RuleTable(Win win, Modes modes, std::vector<Row> rows);

    // Of matched rows, those that hold on this shape and whose other conditions hold too.
    RowSet holding(RowSet matched, const FactSet& facts, Shape shape) const {
        matched = matched & by_shape_[int(shape)];
        if ((matched & conditional_).empty()) return matched;
        return check_conditions(matched, facts);
    }

    Win win;
    Modes modes;
    const Tables& tables;
    std::vector<Row> rows;
    std::vector<RowData> data;
    u32 sections = 0;               // fact sections any row wants
    bool wants_waits = false;       // some row looks at waits
    bool wants_open_chow = false;
    RowSet combinations, fallbacks, with_minus;
    int shown = 0;                  // rows that are patterns; the hidden ones follow them
    Matcher of_hand, of_arrangement, of_place;  // rows by what their first fact depends on

private:
    void compile(int row);
    RowSet check_conditions(RowSet matched, const FactSet& facts) const;

    std::array<RowSet, 8> by_shape_;
    RowSet conditional_;            // rows with more than one condition
    std::vector<FactBits> need_, bar_;
};

}  // namespace paili
