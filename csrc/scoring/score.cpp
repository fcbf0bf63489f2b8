#include "scoring/score.hpp"

#include <algorithm>
#include <utility>

#include "scoring/settle.hpp"

namespace paili {

// Running sums over the rows of one reading.
struct Scorer::Tally {
    std::array<i32, kUnits> units{};
    i32 for_minimum = 0;  // what counts towards the minimum, in its unit
    i32 rows = 0;
    i32 highest = 0;      // the dearest single row
    RowSet excluded;

    void add(const Row& row, i32 points, int minimum_unit) {
        units[row.unit] += points;
        highest = std::max(highest, points);
        if (row.outside_minimum) return;
        ++rows;
        if (row.unit == minimum_unit) for_minimum += points;
    }
};

namespace {

struct NoRecord {
    void counts(int, int) {}
    void excludes(int, const RowSet&) {}
    void joins(const Selection&) {}
};

bool has_groups(Shape shape) { return shape == Shape::standard || shape == Shape::knitted_straight; }

}  // namespace

Scorer::Scorer(RuleTable rules) : rules_(std::move(rules)) {
    if (!rules_.combinations.empty()) combinations_ = std::make_unique<Combinations>(rules_);
    Tables::of(rules_.win.tile_set, rules_.win.groups);
}

void Scorer::facts_of(const Hand& hand, const Reading& reading, FactSet& facts) const {
    const Win& win = rules_.win;
    reading_facts(hand, reading, win.tile_set, win.groups, rules_.sections, facts);
    if ((rules_.sections & kPlaceFacts) && has_groups(reading.shape)) place_facts(hand, reading, facts);
}

// Sums `live` rows in table order: a row that counts strikes out the later rows it excludes; a row struck out
// excludes nothing. `chosen` says how often each combination row was taken.
template <class Record>
Scorer::Tally Scorer::sum(RowSet live, const FactSet& facts, const u8* chosen, bool open,
                          Record&& record) const {
    Tally tally;
    std::array<u8, kMaxRows> less;  // what rows have taken away from later counted rows
    const bool diminished = !(live & rules_.with_minus).empty();
    if (diminished) less.fill(0);
    while (!live.empty()) {
        const int row = live.pop();
        int count = rules_.combinations.has(row) ? chosen[row]
                    : rules_.counted.has(row)    ? facts.counts[rules_.count_slots[row]]
                                                 : 1;
        if (diminished) {
            count -= less[row];
            if (count <= 0) continue;
            for (const auto& [other, n] : rules_.rows[row].minus) less[other] = u8(less[other] + n);
        }
        const RowSet& strikes = rules_.excludes[row];
        record.counts(row, count);
        record.excludes(row, strikes & live);
        live = live.without(strikes);
        tally.excluded = tally.excluded | strikes;
        tally.add(rules_.rows[row], rules_.points[row][open] * count, rules_.win.minimum_unit);
    }
    return tally;
}

// Combinations are chosen once it is known which of them the other rows leave.
template <class Record>
Worth Scorer::value(const Hand& hand, const Reading& reading, const FactSet& facts, Record&& record) const {
    RowSet live = rules_.match(facts, reading.shape);
    const bool open = hand.exposed > 0;
    std::array<u8, kMaxRows> chosen{};
    if (combinations_ && has_groups(reading.shape)) {
        const RowSet excluded = sum(live, facts, chosen.data(), open, NoRecord{}).excluded;
        const Selection chows = combinations_->chows.best(Family::list(reading.chows), excluded);
        const Selection pungs = combinations_->pungs.best(Family::list(u32(reading.pungs & kSuitKinds)), excluded);
        for (const Selection* selection : {&chows, &pungs}) {
            for (int i = 0; i < selection->size; ++i) {
                const int row = selection->edges[i].row;
                chosen[row] = u8(live.has(row) ? chosen[row] + 1 : 1);
                live.add(row);
            }
            record.joins(*selection);
        }
    }
    Tally tally = sum(live, facts, chosen.data(), open, record);
    if (tally.rows == 0 && !rules_.fallbacks.empty()) {
        const int row = RowSet(rules_.fallbacks).pop();
        record.counts(row, 1);
        tally.add(rules_.rows[row], rules_.points[row][open], rules_.win.minimum_unit);
    }
    return combine(hand, tally);
}

// How the sums become points; the modes a rule set may name.
Worth Scorer::combine(const Hand& hand, const Tally& tally) const {
    const Modes& modes = rules_.modes;
    const Win& win = rules_.win;
    Worth worth;
    worth.units = tally.units;
    worth.total = tally.units[0];
    worth.legal = tally.for_minimum >= win.minimum && tally.rows >= win.minimum_rows;
    auto capped = [&](i32 value) { return modes.cap ? std::min(value, modes.cap) : value; };
    switch (modes.combine) {
        case Combine::sum:  // base + sum, the sum cut at the cap
        case Combine::principles:
            worth.points = modes.base + capped(worth.total);
            break;
        case Combine::limit:  // a row listed at the limit or above stands alone; any other sum is cut there
            if (tally.highest >= modes.limit) worth.total = tally.highest;
            worth.points = tally.highest >= modes.limit ? tally.highest : std::min(worth.total, modes.limit);
            break;
        case Combine::doubling:  // base times two to the sum
            worth.points = modes.base << std::min(capped(worth.total), 20);
            break;
        case Combine::flowers: {  // unit 0 = la, 1 = doublings, 2 = flowers
            const i32 flowers = modes.base + tally.units[2];
            const i32 doubled = hand.drawn_hands_counter ? 2 : 1;
            worth.points = doubled * (tally.units[0] > 0 ? modes.cap * tally.units[0]
                                                         : std::min(modes.cap, flowers << tally.units[1]));
            break;
        }
    }
    return worth;
}

bool may_win(const Hand& hand, const Win& win) {
    if (hand.flagged(kDeadHand) || hand.seats.by == By::false_win) return false;
    if (hand.chow_melds && !win.chow_melds) return false;
    const int suits = (hand.all[0] != 0) + (hand.all[1] != 0) + (hand.all[2] != 0);
    return suits <= win.max_suits;
}

bool fits(const Hand& hand, const Win& win) {
    if (!hand.has_tiles() || hand.win_suit < 0) return true;
    int tiles = 3 * hand.melds;
    for (u32 key : hand.concealed) tiles += tiles_in(key);
    return tiles == 3 * win.groups + 2;
}

Result Scorer::score(const Hand& hand) const {
    Result best;
    FactSet of_hand;
    hand_facts(hand, rules_.win.tile_set, rules_.win.groups, rules_.sections, of_hand);
    NoRecord nothing;
    each_reading(hand, rules_, [&](const Reading& reading) {
        FactSet facts = of_hand;
        facts_of(hand, reading, facts);
        const Worth worth = value(hand, reading, facts, nothing);
        const bool better = !best.complete || std::tuple(worth.legal, worth.points, worth.total) >
                                                  std::tuple(best.worth.legal, best.worth.points, best.worth.total);
        if (better) {
            best.complete = true;
            best.worth = worth;
            best.reading = reading;
        }
    });
    best.legal = best.complete && best.worth.legal && may_win(hand, rules_.win);
    if (best.legal) best.responsible = settle(hand, rules_.modes, best.worth, best.payments);
    return best;
}

namespace {

struct Recorder {
    Appraised& out;
    void counts(int row, int count) { out.lines.push_back({i16(row), i16(count), -1}); }
    void excludes(int row, const RowSet& rows) {
        for (RowSet left = rows; !left.empty();) out.lines.push_back({i16(left.pop()), 0, i16(row)});
    }
    void joins(const Selection& selection) {
        out.edges.insert(out.edges.end(), selection.edges, selection.edges + selection.size);
    }
};

}  // namespace

// Where a row is listed at the limit or above, it alone counts: marks the others as left out by it.
void Scorer::pass_over(Appraised& appraised, bool open) const {
    const RowLine* top = nullptr;
    for (const RowLine& line : appraised.lines) {
        const i32 points = rules_.points[line.row][open] * line.count;
        if (points >= rules_.modes.limit && (!top || points > rules_.points[top->row][open] * top->count)) top = &line;
    }
    if (!top) return;
    const i16 alone = top->row;
    for (RowLine& line : appraised.lines) {
        if (line.count && line.row != alone) line = {line.row, 0, alone};
    }
}

Appraised Scorer::appraise(const Hand& hand, const Reading& reading) const {
    Appraised appraised{reading, {}, {}, {}};
    FactSet facts;
    hand_facts(hand, rules_.win.tile_set, rules_.win.groups, rules_.sections, facts);
    facts_of(hand, reading, facts);
    appraised.worth = value(hand, reading, facts, Recorder{appraised});
    if (rules_.modes.combine == Combine::limit) pass_over(appraised, hand.exposed > 0);
    return appraised;
}

std::vector<Appraised> Scorer::all_readings(const Hand& hand) const {
    std::vector<Appraised> all;
    each_reading(hand, rules_, [&](const Reading& reading) { all.push_back(appraise(hand, reading)); });
    return all;
}

namespace {

void write_contributions(const Scorer& scorer, const Hand& hand, const Result& result, i16* out) {
    if (!result.complete) return;
    const bool open = hand.exposed > 0;
    for (const RowLine& line : scorer.appraise(hand, result.reading).lines) {
        if (line.count) out[line.row] = i16(scorer.rules().points[line.row][open] * line.count);
    }
}

}  // namespace

std::size_t score_rows(const Scorer& scorer, const Columns& columns, std::size_t first, std::size_t last,
                       const Outputs& out) {
    const std::size_t n_rows = scorer.rules().rows.size();
    std::size_t misfit = columns.size;
    for (std::size_t i = first; i < last; ++i) {
        Result result;
        if (!columns.valid || columns.valid[i]) {
            const Hand hand = decode(columns, i);
            result = scorer.score(hand);
            // A hand that wins has the right size; only of the others it must be asked.
            if (!result.complete && misfit == columns.size && !fits(hand, scorer.rules().win)) misfit = i;
            if (out.contributions) write_contributions(scorer, hand, result, out.contributions + n_rows * i);
        }
        out.legal[i] = result.legal;
        out.complete[i] = result.complete;
        out.points[i] = result.legal ? result.worth.points : 0;
        out.raw_points[i] = result.worth.points;
        out.total[i] = result.worth.total;
        out.responsible[i] = result.responsible;
        for (int seat = 0; seat < 4; ++seat) out.payments[4 * i + seat] = result.payments[seat];
        if (out.units) {
            for (int unit = 0; unit < kUnits; ++unit) {
                out.units[kUnits * i + unit] = result.worth.units[unit];
            }
        }
    }
    return misfit;
}

}  // namespace paili
