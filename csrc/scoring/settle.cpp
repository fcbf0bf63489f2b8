#include "scoring/settle.hpp"

namespace paili {
namespace {

void pay(i32* payments, int payer, int winner, i32 amount) {
    payments[payer] -= amount;
    payments[winner] += amount;
}

bool from_one(const Seats& s) {
    return s.by == By::discard || s.by == By::robbed_kong || s.by == By::seven_rob_one;
}

template <class Amount>
void each_other(const Seats& s, i32* payments, Amount&& amount) {
    for (int seat = 0; seat < 4; ++seat) {
        if (seat != s.winner) pay(payments, seat, s.winner, amount(seat));
    }
}

// World Series of Mahjong: the winner always takes three times the value; above par the others pay par each
// and the responsible player the rest.
i8 par(const Seats& s, const Modes& m, const Worth& w, i32* payments) {
    const i32 value = w.points;
    const i8 responsible = !from_one(s) ? i8(-1) : s.responsible == -2 ? s.from : s.responsible;
    each_other(s, payments, [&](int seat) {
        if (responsible < 0 || value <= m.par) return value;
        return seat == responsible ? 3 * value - 2 * m.par : m.par;
    });
    return responsible;
}

// MCR: everybody pays the stake; the value is paid by the discarder, or by each on a self-draw.
i8 base(const Seats& s, const Modes& m, const Worth& w, i32* payments) {
    each_other(s, payments, [&](int seat) {
        return m.stake + (!from_one(s) || seat == s.from ? w.points : 0);
    });
    return from_one(s) ? s.from : i8(-1);
}

// One payer on a discard, all who still play on a self-draw; shares multiply the value.
// `feeder_pays`: who fed the kong whose replacement wins, or the last of four claimed groups, pays for all.
i8 payer(const Seats& s, const Modes& m, const Worth& w, i32* payments) {
    if (from_one(s)) {
        const int share = s.by == By::robbed_kong ? m.robbed_share : m.discard_share;
        pay(payments, s.from, s.winner, share * w.points);
        return s.from;
    }
    int feeder = -1;
    if (m.feeder_pays && s.flags & kKongDraw && s.kong_type == int(Meld::kong)) feeder = s.kong_from;
    if (m.feeder_pays && feeder < 0 && s.exposed_melds == 4 && s.melds == 4) feeder = s.last_feeder;
    for (int seat = 0; seat < 4; ++seat) {
        if (seat == s.winner || s.already_won >> seat & 1) continue;
        pay(payments, feeder >= 0 ? feeder : seat, s.winner, m.self_draw_share * w.points);
    }
    return i8(feeder);
}

// All three pay on every win; the doublings (unit 1) apply, and the dealer's share doubles.
i8 all_pay(const Seats& s, const Modes& m, const Worth& w, i32* payments) {
    each_other(s, payments, [&](int seat) {
        const bool dealer = m.dealer_doubles && s.dealer >= 0 && (seat == s.dealer || s.winner == s.dealer);
        return (w.points << w.units[1]) * (dealer ? 2 : 1);
    });
    return from_one(s) ? s.from : i8(-1);
}

// Taiwan: a stake and the tai from each payer; the dealer's tai where he wins or pays, flower wins apart.
i8 taiwan(const Seats& s, const Modes& m, const Worth& w, i32* payments) {
    const bool flower_win = s.by == By::eight_flowers || s.by == By::seven_rob_one;
    auto amount = [&](int seat) {
        const bool dealer = s.dealer >= 0 && (seat == s.dealer || s.winner == s.dealer);
        return m.stake + w.points + (dealer && !flower_win ? 1 + 2 * s.dealer_streak : 0);
    };
    if (from_one(s)) {
        pay(payments, s.from, s.winner, amount(s.from));
        return s.from;
    }
    each_other(s, payments, amount);
    return -1;
}

}  // namespace

bool can_settle(const Seats& s) {
    auto seat = [](int x) { return x >= 0 && x < 4; };
    return seat(s.winner) && (!from_one(s) || (seat(s.from) && s.from != s.winner));
}

i8 settle(const Hand& hand, const Modes& modes, const Worth& worth, i32* payments) {
    const Seats& s = hand.seats;
    if (!can_settle(s)) return -1;
    switch (modes.settle) {
        case Settle::par: return par(s, modes, worth, payments);
        case Settle::base: return base(s, modes, worth, payments);
        case Settle::payer: return payer(s, modes, worth, payments);
        case Settle::all_pay: return all_pay(s, modes, worth, payments);
        case Settle::taiwan: return taiwan(s, modes, worth, payments);
        case Settle::none: break;
    }
    return -1;
}

}  // namespace paili
