// Every reading of a winning hand: each arrangement of its tiles with each place of the winning tile.
#pragma once

#include "scoring/rows.hpp"

namespace paili {

// Thermometers of chows add up kind by kind.
constexpr Chows merge(const Chows& x, const Chows& y) {
    const u32 *a = x.at_least, *b = y.at_least;
    return {{a[0] | b[0], a[1] | b[1] | (a[0] & b[0]), a[2] | b[2] | (a[1] & b[0]) | (a[0] & b[1]),
             a[3] | b[3] | (a[2] & b[0]) | (a[1] & b[1]) | (a[0] & b[2])}};
}

// The kinds on which the concealed tiles `before` the win wait, over all shapes the rule set knows.
u64 wait_kinds(const u32* before, const u32* all, int melds, const RuleTable& rules);

// Do the tiles before the win wait on exactly one kind?
bool one_wait(const Hand& hand, const RuleTable& rules);

// Is the whole hand of this special shape (any but standard and knitted straight)?
bool is_shape(const Hand& hand, const RuleTable& rules, Shape shape);

// Takes the nine tiles 147-258-369 in one of six arrangements out of `keys`; false if they are not all there.
bool take_knitted(const u32* keys, int arrangement, u32* rest);
bool in_knitted_body(const Hand& hand, const Reading& reading);

// May the winning tile complete the group it is laid in, or this special shape? (WSOM's penalty tiles)
bool may_place(const Hand& hand, const Reading& reading, const Layout& layout);

namespace detail {

// Adds one cut of one suit to a reading that has none of that suit's concealed tiles yet.
inline void take(Reading& reading, Chows& concealed, const SuitParse& parse, int suit) {
    for (int k = 0; k < 4; ++k) concealed.at_least[k] |= u32(parse.chows[k]) << (kSuitBits * suit);
    reading.concealed_pungs |= u64(parse.pungs) << (kSuitBits * suit);
    reading.pair |= u64(parse.pair) << (kSuitBits * suit);
}

// Calls `use(reading)` for every product of the four suits' cuts of `keys`. With five-group hands, ten
// ranks or declared groups nothing changes but the tables and the number of groups wanted.
template <class Use>
void arrangements(const Hand& hand, const u32* keys, const Tables& tables, int groups, const Reading& start,
                  Use&& use) {
    SuitTable::List lists[4];
    int pairs = 0, found = 0;
    for (int suit = 0; suit < 4; ++suit) {
        lists[suit] = (suit < 3 ? tables.suit : tables.honors).find(keys[suit]);
        if (!lists[suit].size) return;
        pairs += lists[suit].first->pair != 0;
        found += lists[suit].first->groups;
    }
    if (pairs != 1 || found != groups) return;
    for (const SuitParse& m : lists[0]) {
        for (const SuitParse& p : lists[1]) {
            for (const SuitParse& s : lists[2]) {
                Reading reading = start;
                Chows concealed;
                take(reading, concealed, m, 0);
                take(reading, concealed, p, 1);
                take(reading, concealed, s, 2);
                take(reading, concealed, *lists[3].first, 3);
                reading.concealed_chows = concealed.at_least[0];
                reading.chows = hand.chow_melds ? merge(concealed, hand.meld_chows) : concealed;
                reading.pungs = reading.concealed_pungs | hand.meld_pungs;
                use(reading);
            }
        }
    }
}

// Calls `use(reading)` once for each place of the winning tile that facts can tell apart.
template <class Use>
void places(const Hand& hand, const RuleTable& rules, const Layout& layout, Reading reading, Use&& use) {
    const u64 bit = hand.win_bit();
    const int suit = hand.win_suit, rank = hand.win_rank;
    const bool tell_waits = rules.wants_waits && reading.one_wait;
    u32 seen = 0;
    auto lay = [&](Place place, int start) {
        // Places that no fact of this rule set tells apart are laid once.
        const int kind = place == Place::pung                            ? (hand.self_drawn() ? 0 : 1)
                         : place == Place::open && rules.wants_open_chow ? 2
                         : tell_waits && place != Place::open            ? int(place) + 2
                                                                         : 0;
        reading.place = place;
        reading.place_start = u8(start);
        if (seen >> kind & 1) return;
        if (hand.penalty_tiles && !may_place(hand, reading, layout)) return;
        seen |= 1u << kind;
        use(reading);
    };
    if (reading.pair & bit) lay(Place::pair, rank);
    if (suit < 3) {
        const u32 starts = reading.concealed_chows >> (kSuitBits * suit) & ((1u << kSuitBits) - 1);
        if (starts >> rank & 1) lay(rank == layout.ranks - 3 ? Place::edge : Place::open, rank);
        if (rank > 0 && starts >> (rank - 1) & 1) lay(Place::closed, rank - 1);
        if (rank > 1 && starts >> (rank - 2) & 1) lay(rank == 2 ? Place::edge : Place::open, rank - 2);
    }
    if (reading.concealed_pungs & bit) lay(Place::pung, rank);
    if (in_knitted_body(hand, reading)) lay(Place::none, 0);
}

}  // namespace detail

template <class Use>
void each_reading(const Hand& hand, const RuleTable& rules, Use&& use) {
    const Win& win = rules.win;
    if (!hand.has_tiles()) {
        Reading reading;
        reading.shape = Shape::flowers;
        if (win.shapes >> int(Shape::flowers) & 1) use(reading);
        return;
    }
    if (hand.win_suit < 0) return;
    const Layout layout = layout_of(win.tile_set);
    const Tables& tables = Tables::of(win.tile_set, win.groups);
    Reading start;
    bool waits_known = !rules.wants_waits;
    auto with_places = [&](Reading& reading) {
        if (!waits_known) start.one_wait = one_wait(hand, rules), waits_known = true;
        reading.one_wait = start.one_wait && (rules.win.knitted_body_wait || !in_knitted_body(hand, reading));
        detail::places(hand, rules, layout, reading, use);
    };
    detail::arrangements(hand, hand.concealed, tables, win.groups - hand.melds, start, with_places);

    for (u32 special = win.shapes & ~(1u << int(Shape::standard)); special; special &= special - 1) {
        Reading reading;
        reading.shape = Shape(std::countr_zero(special));
        if (reading.shape == Shape::knitted_straight) {
            if (hand.melds > 1) continue;
            for (int i = 0; i < 6; ++i) {
                u32 keys[4];
                if (!take_knitted(hand.concealed, i, keys)) continue;
                reading.knitted = u8(i + 1);
                detail::arrangements(hand, keys, tables, 1 - hand.melds, reading, with_places);
            }
        } else if (!hand.melds && is_shape(hand, rules, reading.shape) && may_place(hand, reading, layout)) {
            use(reading);
        }
    }
}

}  // namespace paili
