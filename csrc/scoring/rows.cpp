#include "scoring/rows.hpp"

#include <algorithm>

namespace paili {
namespace {

void add_fact(FactBits& bits, int fact) { bits[fact / 64] |= u64{1} << (fact % 64); }

bool is(int fact, Fact name) { return fact == int(name); }

}  // namespace

RuleTable::RuleTable(Win win_, Modes modes_, const std::vector<Row>& table)
    : win(win_), modes(modes_), layout(layout_of(win.tile_set)), tables(Tables::of(win.tile_set, win.groups)) {
    number(table);
    for (int place = 0; place < int(table.size()); ++place) compile(table[place], in_order[place]);
    for (int place = 0; place < int(table.size()); ++place) {
        RowData& row = rows[in_order[place]];
        for (int other : table[place].excludes) row.excludes.add(in_order[other]);
        for (const auto& [other, n] : table[place].minus) minus[in_order[place]].emplace_back(in_order[other], n);
        if (!row.excludes.empty()) excluders.add(in_order[place]);
        if (!table[place].minus.empty()) with_minus.add(in_order[place]);
    }
    if (wants_waits) Tables::need_waits(win.tile_set, win.groups);
}

// A row takes the number of a fact of its own that numbers no other row; if all are taken, any free number.
void RuleTable::number(const std::vector<Row>& table) {
    RowSet taken;
    in_order.assign(table.size(), -1);
    for (std::size_t place = 0; place < table.size(); ++place) {
        for (int fact : table[place].facts) {
            if (taken.has(fact)) continue;
            taken.add(in_order[place] = fact);
            break;
        }
    }
    int free = kRowNumbers - 1;
    for (std::size_t place = 0; place < table.size(); ++place) {
        if (in_order[place] >= 0) continue;
        while (taken.has(free)) --free;
        taken.add(in_order[place] = free);
        if (!table[place].facts.empty()) second_of_its_fact_.emplace_back(free, table[place].facts[0]);
    }
}

void RuleTable::compile(const Row& row, int number) {
    for (const auto* list : {&row.facts, &row.unless}) {
        for (int fact : *list) {
            add_fact(list == &row.facts ? need_[number] : bar_[number], fact);
            if (!row.combination) sections |= kFactInfos[fact].section;
            wants_waits |= is(fact, Fact::only_wait) || is(fact, Fact::edge_wait) ||
                           is(fact, Fact::closed_wait) || is(fact, Fact::single_wait);
            wants_open_chow |= is(fact, Fact::completes_open_chow);
        }
    }
    RowData& data = rows[number];
    data.points[0] = row.points_closed;
    data.points[1] = row.points_open;
    if (row.counted >= 0) data.count_slot = u8(kFactInfos[row.facts[row.counted]].count_slot);
    data.place = i16(std::find(in_order.begin(), in_order.end(), number) - in_order.begin());
    data.unit = u8(row.unit);
    data.outside_minimum = row.outside_minimum;
    data.towards_minimum = !row.outside_minimum && row.unit == win.minimum_unit;
    data.combination = row.combination;
    shown += !row.hidden;

    if (row.combination) {
        combinations.add(number);
        combination_facts.emplace_back(number, row.facts[0]);
        return;
    }
    if (row.fallback) {
        fallback = fallback < 0 ? number : fallback;
        return;
    }
    for (int shape = 0; shape < int(by_shape_.size()); ++shape) {
        bool holds = row.shapes.empty() && shape != int(Shape::flowers);
        for (int wanted : row.shapes) holds |= wanted == shape;
        if (holds) by_shape_[shape].add(number);
    }
    if (row.facts.size() > 1 || !row.unless.empty()) conditional_.add(number);
}

RowSet RuleTable::check_conditions(const RowSet& matched, const FactSet& facts) const {
    RowSet failed;
    for (int row : matched & conditional_) {
        u64 missing = 0;
        for (int i = 0; i < kFactWords; ++i) {
            missing |= (need_[row][i] & ~facts.bits[i]) | (bar_[row][i] & facts.bits[i]);
        }
        failed.add(row, missing != 0);
    }
    return matched.without(failed);
}

}  // namespace paili
