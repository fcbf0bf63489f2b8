// A rule set, compiled: rows of a table against facts. Built from data (rules.py), read by every thread.
#pragma once

#include <string>
#include <vector>

#include <cstddef>

#include "scoring/facts.hpp"
#include "scoring/parse.hpp"

namespace paili {

inline constexpr int kRowNumbers = 64 * kFactWords;
inline constexpr int kMaxRows = 128;
inline constexpr int kUnits = 3;

// A set of rows. A row is numbered by the first fact it asks for (compile() in rows.cpp), so that the facts that
// hold are, masked, the rows that hold.
struct RowSet {
    FactBits words{};

    void add(int row, bool really = true) { words[row / 64] |= u64{really} << (row % 64); }
    bool has(int row) const { return words[row / 64] >> (row % 64) & 1; }
    bool empty() const {
        u64 any = 0;
        for (u64 word : words) any |= word;
        return !any;
    }
    RowSet operator&(const RowSet& o) const { return map(o, [](u64 a, u64 b) { return a & b; }); }
    RowSet operator|(const RowSet& o) const { return map(o, [](u64 a, u64 b) { return a | b; }); }
    RowSet without(const RowSet& o) const { return map(o, [](u64 a, u64 b) { return a & ~b; }); }

    // `for (int row : rows)`
    struct Iterator {
        const u64* words;
        int word;
        u64 left;
        int operator*() const { return 64 * word + std::countr_zero(left); }
        Iterator& operator++() {
            left &= left - 1;
            return skip();
        }
        Iterator& skip() {
            while (!left && ++word < kFactWords) left = words[word];
            return *this;
        }
        bool operator!=(std::nullptr_t) const { return word < kFactWords; }
    };
    Iterator begin() const { return Iterator{words.data(), 0, words[0]}.skip(); }
    std::nullptr_t end() const { return nullptr; }

private:
    template <class Operation>
    RowSet map(const RowSet& o, Operation&& operation) const {
        RowSet result;
        for (int i = 0; i < kFactWords; ++i) result.words[i] = operation(words[i], o.words[i]);
        return result;
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

// Parameters of the compiled modes; each mode documents the ones it reads (kernel/score.inc, kernel/settle.inc).
struct Modes {
    Combine combine = Combine::sum;
    int base = 0, cap = 0, limit = 0;
    bool minimum_after_doubling = false;
    Settle settle = Settle::none;
    int par = 0, stake = 0, discard_share = 1, self_draw_share = 1, robbed_share = 1;
    bool feeder_pays = false, dealer_doubles = false;
    bool winners_leave = false;      // who has won pays no more
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
    bool penalty_tiles = false;   // tiles shown by mistake may not be used on a claim
    int minimum = 0, minimum_unit = 0, minimum_rows = 0;
};

// What the sums need of a row.
struct RowData {
    RowSet excludes;
    i32 points[2] = {};   // closed, open
    u8 count_slot = kOnce;
    u8 unit = 0;
    bool outside_minimum = false;  // no help to a hand that must reach a minimum
    bool towards_minimum = false;  // its points are; they are in the minimum's unit
    bool combination = false;
    i16 place = -1;  // in the table
};

class RuleTable {
public:
    // `table` is in scoring order; what it says of other rows it says by their place there.
    RuleTable(Win win, Modes modes, const std::vector<Row>& table);

    // The rows that hold on these facts, exclusions not yet applied.
    RowSet holding(const FactSet& facts, Shape shape) const {
        RowSet found = RowSet{facts.bits} & by_shape_[int(shape)];
        for (const auto& [row, fact] : second_of_its_fact_) {
            found.add(row, facts.has(Fact(fact)) && by_shape_[int(shape)].has(row));
        }
        return (found & conditional_).empty() ? found : check_conditions(found, facts);
    }

    Win win;
    Modes modes;
    Layout layout;
    const Tables& tables;
    std::array<RowData, kRowNumbers> rows;  // by number
    std::array<std::vector<std::pair<int, int>>, kRowNumbers> minus;  // row, how many
    std::vector<int> in_order;              // numbers in table order
    std::vector<std::pair<int, int>> combination_facts;  // combination rows in table order, each with its fact
    u32 sections = 0;                       // fact sections any row wants
    bool wants_waits = false;               // some row looks at waits
    bool wants_open_chow = false;
    RowSet combinations, excluders, with_minus;
    int fallback = -1;
    int shown = 0;  // rows that are patterns; the hidden ones follow them

private:
    void number(const std::vector<Row>& table);
    void compile(const Row& row, int number);
    RowSet check_conditions(const RowSet& matched, const FactSet& facts) const;

    std::array<RowSet, 8> by_shape_;
    std::vector<std::pair<int, int>> second_of_its_fact_;  // row, fact: rows whose facts all number other rows
    RowSet conditional_;                                   // rows with more than one condition
    std::array<FactBits, kRowNumbers> need_{}, bar_{};
};

}  // namespace paili
