#include "scoring/rows.hpp"

#include <utility>

namespace paili {
namespace {

void add_fact(FactBits& bits, int fact) { bits[fact / 64] |= u64{1} << (fact % 64); }

bool is(int fact, Fact name) { return fact == int(name); }

}  // namespace

RuleTable::RuleTable(Win win_, Modes modes_, std::vector<Row> rows_)
    : win(win_), modes(modes_), tables(Tables::of(win.tile_set, win.groups)), rows(std::move(rows_)) {
    for (int row = 0; row < int(rows.size()); ++row) compile(row);
}

void RuleTable::compile(int index) {
    const Row& row = rows[index];
    FactBits need{}, bar{};
    for (const auto* list : {&row.facts, &row.unless}) {
        for (int fact : *list) {
            add_fact(list == &row.facts ? need : bar, fact);
            if (!row.combination) sections |= kFactInfos[fact].section;
            wants_waits |= is(fact, Fact::only_wait) || is(fact, Fact::edge_wait) ||
                           is(fact, Fact::closed_wait) || is(fact, Fact::single_wait);
            wants_open_chow |= is(fact, Fact::completes_open_chow);
        }
    }
    need_.push_back(need);
    bar_.push_back(bar);

    RowData packed{};
    for (int other : row.excludes) packed.excludes.add(other);
    packed.points[0] = row.points_closed;
    packed.points[1] = row.points_open;
    packed.count_slot = i16(row.counted < 0 ? -1 : kFactInfos[row.facts[row.counted]].count_slot);
    packed.unit = u8(row.unit);
    packed.outside_minimum = row.outside_minimum;
    packed.combination = row.combination;
    packed.has_minus = !row.minus.empty();
    data.push_back(packed);
    shown += !row.hidden;

    if (!row.minus.empty()) with_minus.add(index);
    if (row.combination) combinations.add(index);
    if (row.fallback) fallbacks.add(index);
    if (row.combination || row.fallback) return;  // not matched by facts

    for (int shape = 0; shape < int(by_shape_.size()); ++shape) {
        bool holds = row.shapes.empty() && shape != int(Shape::flowers);
        for (int wanted : row.shapes) holds |= wanted == shape;
        if (holds) by_shape_[shape].add(index);
    }
    if (row.facts.size() > 1 || !row.unless.empty()) conditional_.add(index);

    const u32 in = kFactInfos[row.facts[0]].section;
    Matcher& matcher = in & section::of_hand ? of_hand : in == section::place ? of_place : of_arrangement;
    matcher.add(row.facts[0], index);
}

void Matcher::add(int fact, int row) {
    const int word = fact / 64, shift = fact % 64 / 8 * 8;
    auto byte = bytes_.begin();
    while (byte != bytes_.end() && (byte->word != word || byte->shift != shift)) ++byte;
    if (byte == bytes_.end()) byte = bytes_.insert(byte, Byte{word, shift, {}});
    for (int value = 0; value < 256; ++value) {
        if (value >> (fact % 8) & 1) byte->rows[value].add(row);
    }
}

RowSet RuleTable::check_conditions(RowSet matched, const FactSet& facts) const {
    RowSet failed;
    for (RowSet check = matched & conditional_; !check.empty();) {
        const int row = check.pop();
        u64 missing = 0;
        for (int i = 0; i < kFactWords; ++i) {
            missing |= (need_[row][i] & ~facts.bits[i]) | (bar_[row][i] & facts.bits[i]);
        }
        if (missing) failed.add(row);
    }
    return matched.without(failed);
}

}  // namespace paili
