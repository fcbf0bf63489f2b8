#include "scoring/capi.hpp"

using namespace paili;

namespace {

Columns columns_of(const OneHand& row, TileSet tile_set) {
    Columns columns;
#define X(type, name, width, absent) columns.name = row.name;
    PAILI_COLUMNS(X)
#undef X
    columns.penalty_tiles = nullptr;
    columns.valid = nullptr;
    columns.size = 1;
    columns.tile_set = tile_set;
    return columns;
}

const Procedure& rules_of(const void* procedure) { return *static_cast<const Procedure*>(procedure); }

}  // namespace

extern "C" {

int paili_score_v1(const void* scorer, const OneHand* row, Verdict* verdict) {
    const auto& rules = *static_cast<const Scorer*>(scorer);
    bool legal, complete;
    i8 responsible;
    Outputs out;
    out.legal = &legal;
    out.complete = &complete;
    out.points = &verdict->points;
    out.raw_points = &verdict->raw_points;
    out.total = &verdict->total;
    out.responsible = &responsible;
    out.payments = verdict->payments;
    kernel().score_rows(rules, columns_of(*row, rules.rules().win.tile_set), 0, 1, out);
    verdict->legal = legal;
    verdict->responsible = responsible;
    return legal;
}

void paili_round_begin_v1(Round* round) {
    *round = Round{};
    round->live = 15;
}

void paili_round_kong_v1(const void* procedure, Round* round, int seat, int type, int from, int late) {
    play_kong(rules_of(procedure), *round, seat, Meld(type), from, late);
}

void paili_round_win_v1(const void* procedure, Round* round, const OneHand* row, const Verdict* verdict) {
    const WinEvent win{By(*row->by), *row->winner, *row->from_, *row->win_tile, (*row->flags & kKongDiscard) != 0};
    play_win(rules_of(procedure), *round, win, verdict->legal, verdict->payments);
}

void paili_round_exhaust_v1(const void* procedure, Round* round, unsigned seats, const i32* worth) {
    play_exhaust(rules_of(procedure), *round, seats, worth);
}

int paili_ready_value_v1(const void* scorer, const void* procedure, const OneHand* row) {
    const auto& rules = *static_cast<const Scorer*>(scorer);
    const Columns columns = columns_of(*row, rules.rules().win.tile_set);
    return ready_value(rules, rules_of(procedure), kernel().decode(columns, 0));
}

int paili_grant_v1(const void* procedure, int from, const u8* claims, i8* seats) {
    return grant(rules_of(procedure), from, claims, seats);
}

int paili_may_win_after_v1(const void* procedure, int declined, int value, int own_draw, int wall_left) {
    return may_win_after(rules_of(procedure), declined, value, own_draw, false, wall_left);
}

int paili_must_win_v1(const void* procedure, int value, int wall_left) {
    return must_win(rules_of(procedure), value, wall_left);
}

int paili_next_counter_v1(int count, int die, int other_die, int won) {
    const Counter counter = next_counter(count, die, other_die, won);
    return 2 * counter.after + counter.active;
}

}
