#include "scoring/procedure.hpp"

#include <algorithm>

namespace paili {
namespace {

void move(i32* totals, const i32* amounts, int sign) {
    for (int seat = 0; seat < 4; ++seat) totals[seat] += sign * amounts[seat];
}

void undo_last_kong(Round& round, int seat) {
    if (seat >= 0 && round.kong_count[seat]) move(round.total, round.kongs[seat][--round.kong_count[seat]], -1);
}

i32 kong_amount(const Procedure& rules, Meld type, bool late) {
    switch (type) {
        case Meld::kong: return rules.kong;
        case Meld::added_kong: return late ? rules.late_added_kong : rules.added_kong;
        case Meld::concealed_kong: return rules.concealed_kong;
        default: return 0;
    }
}

bool in_the_last(const Procedure& rules, i32 wall_left) {
    return rules.must_win_last > 0 && wall_left >= 0 && wall_left <= rules.must_win_last;
}

}  // namespace

void pay_kong(const Procedure& rules, int seat, Meld type, int from, u32 live, bool late, i32* out) {
    const i32 amount = kong_amount(rules, type, late);
    for (int payer = 0; payer < 4; ++payer) {
        const bool pays = type == Meld::kong ? payer == from : (live >> payer & 1) != 0;
        if (!pays || payer == seat) continue;
        out[payer] -= amount;
        out[seat] += amount;
    }
}

int grant(const Procedure& rules, int from, const u8* claims, i8* seats) {
    int count = 0;
    auto take = [&](auto&& wanted, bool all) {
        for (int step = 1; step < 4 && (all || !count); ++step) {
            const int seat = (from + step) & 3;
            if (wanted(claims[seat])) seats[count++] = i8(seat);
        }
        return count > 0;
    };
    if (take([](u8 claim) { return claim == kWin; }, rules.several_winners)) return count;
    if (take([](u8 claim) { return claim == kPung || claim == kKong; }, false)) return count;
    const int next = (from + 1) & 3;
    if (rules.chow_claims && claims[next] == kChow) seats[count++] = i8(next);
    return count;
}

bool may_win_after(const Procedure& rules, i32 declined, i32 value, bool own_draw, bool acted, i32 wall_left) {
    if (value == kIllegal) return false;
    if (declined == kIllegal || own_draw || acted || in_the_last(rules, wall_left)) return true;
    switch (rules.declined) {
        case Declined::dearer: return value > declined;
        case Declined::none: return false;
        case Declined::free: break;
    }
    return true;
}

bool must_win(const Procedure& rules, i32 value, i32 wall_left) {
    return value != kIllegal && in_the_last(rules, wall_left);
}

Counter next_counter(i32 count, int die, int other_die, bool won) {
    const bool twins = die == other_die;
    auto holds = [&](int pips) { return die == pips || other_die == pips; };
    const bool special = holds(1) || holds(4);
    count += twins && special ? 2 : twins || special ? 1 : 0;
    return {count > 0, won ? std::max(0, count - 1) : count + 1};
}

bool is_over(const Procedure& rules, const Round& round) { return round.won && !rules.winners_leave; }

bool shares(const Round& round, const WinEvent& win) {
    return round.won && win.by != By::self_draw && round.won_by == u8(win.by) && round.won_from == win.from &&
           round.won_tile == win.tile;
}

void play_kong(const Procedure& rules, Round& round, int seat, Meld type, int from, bool late) {
    i32* paid = round.kongs[seat][round.kong_count[seat]++];
    std::fill_n(paid, 4, 0);
    pay_kong(rules, seat, type, from, round.live, late, paid);
    move(round.total, paid, 1);
    round.robbable = type == Meld::added_kong ? i8(seat + 1) : i8(0);
}

void play_win(const Procedure& rules, Round& round, const WinEvent& win, bool legal, const i32* payments) {
    move(round.total, payments, 1);
    if (!legal) return;
    // A robbed kong is no kong; the second who robs it finds it undone.
    if (win.by == By::robbed_kong && round.robbable == win.from + 1) undo_last_kong(round, win.from);
    if (win.by == By::discard && win.kong_discard && rules.refund_on_kong_discard && !shares(round, win)) {
        undo_last_kong(round, win.from);
    }
    round.robbable = 0;
    round.won = true;
    round.won_by = u8(win.by);
    round.won_from = win.from;
    round.won_tile = win.tile;
    if (rules.winners_leave) round.live &= u8(~(1u << win.winner));
}

void play_exhaust(const Procedure& rules, Round& round, u32 seats, const i32* worth) {
    seats &= round.live;
    if (rules.not_ready_pays == ReadyWait::none || std::popcount(seats) < 2) return;
    for (int seat = 0; seat < 4; ++seat) {
        if (!(seats >> seat & 1) || worth[seat] != kIllegal) continue;
        while (round.kong_count[seat]) undo_last_kong(round, seat);
        for (int ready = 0; ready < 4; ++ready) {
            if (!(seats >> ready & 1) || worth[ready] == kIllegal) continue;
            round.total[seat] -= worth[ready];
            round.total[ready] += worth[ready];
        }
    }
}

i32 ready_value(const Scorer& scorer, const Procedure& rules, Hand hand) {
    const Layout layout = layout_of(scorer.rules().win.tile_set);
    hand.seats = {};
    i32 value = kIllegal;
    for (int tile = 0; tile < 3 * layout.ranks + layout.honors; ++tile) {
        Hand won = hand;
        won.win_suit = i8(layout.suit_of(tile));
        won.win_rank = i8(layout.rank_of(tile));
        if (count_in(won.all[won.win_suit], won.win_rank) >= 4) continue;
        won.all[won.win_suit] += digit(won.win_rank);
        won.concealed[won.win_suit] += digit(won.win_rank);
        const Result result = kernel().score_hand(scorer, won);
        if (!result.legal) continue;
        const i32 points = result.worth.points;
        const bool dearer = rules.not_ready_pays == ReadyWait::max;
        value = value == kIllegal ? points : dearer ? std::max(value, points) : std::min(value, points);
    }
    return value;
}

}  // namespace paili
