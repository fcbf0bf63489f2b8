#include "scoring/facts.hpp"

namespace paili {
namespace {

// Octal digits of the honours, and of the suit tiles two patterns are made of.
constexpr u32 kWindDigits = digits(0, 3), kDragonDigits = digits(4, 6);
constexpr u32 kWhiteDragon = digits(4, 4), kGreenDragon = digits(5, 5);
constexpr u32 kGreenBamboo = digits(1, 3) | digits(5, 5) | digits(7, 7);
constexpr u32 kReversibleDots = digits(0, 4) | digits(7, 8);
constexpr u32 kReversibleBamboo = digits(1, 1) | digits(3, 5) | digits(7, 8);

// Masks over kinds.
constexpr u32 kOneSuit = (1u << kSuitBits) - 1;
constexpr u32 kFirstTwoSuits = (1u << 2 * kSuitBits) - 1;
constexpr u32 kRow = 1 | 1u << kSuitBits | 1u << 2 * kSuitBits;  // one rank in each suit
constexpr u64 row(int rank) { return u64{kRow} << rank; }
// Starts 1..last in every suit: keeps shifted masks from running into the next suit.
constexpr u32 starts_to(int last) { return kRow * ((1u << last) - 1); }

// The terminals depend on how many ranks a suit has.
constexpr u32 terminal_digits(const Layout& layout) {
    return digits(0, 0) | digits(layout.ranks - 1, layout.ranks - 1);
}
constexpr u64 terminal_or_honor_bits(const Layout& layout) {
    return row(0) | row(layout.ranks - 1) | kHonorKinds;
}

// Do three masks of one bit a suit (rows, already shifted to rank 0) have a suit each of its own?
constexpr bool across(u32 a, u32 b, u32 c) {
    const u32 b1 = b >> 10, b2 = b >> 20, c1 = c >> 10, c2 = c >> 20, a1 = a >> 10, a2 = a >> 20;
    return ((a & b1 & c2) | (a & b2 & c1) | (a1 & b & c2) | (a1 & b2 & c) | (a2 & b & c1) | (a2 & b1 & c)) & 1;
}

// Groups rising by one rank, each in a suit of its own.
constexpr bool stepped_across(u32 groups) {
    const u32 m = groups & kOneSuit, p = groups >> 10 & kOneSuit, s = groups >> 20 & kOneSuit;
    return ((m & p >> 1 & s >> 2) | (m & s >> 1 & p >> 2) | (p & m >> 1 & s >> 2) | (p & s >> 1 & m >> 2) |
            (s & m >> 1 & p >> 2) | (s & p >> 1 & m >> 2)) != 0;
}

// Groups rising by one rank, `steps` of them in two suits or three; or three of them in exactly two suits.
constexpr u32 rising(u32 ranks, int steps) {
    for (int step = 1; step < steps; ++step) ranks &= ranks >> 1;
    return ranks;
}
constexpr bool four_mixed_steps(u32 groups) {
    const u32 m = groups & kOneSuit, p = groups >> 10 & kOneSuit, s = groups >> 20 & kOneSuit;
    const u32 m4 = rising(m & ~(p | s), 4), p4 = rising(p & ~(m | s), 4), s4 = rising(s & ~(m | p), 4);
    return (rising(m | p | s, 4) & ~(m4 | p4 | s4)) != 0;
}
constexpr bool two_suit_steps(u32 groups) {
    const u32 m = groups & kOneSuit, p = groups >> 10 & kOneSuit, s = groups >> 20 & kOneSuit;
    auto both = [](u32 a, u32 b) { return rising(a | b, 3) & ~rising(a & ~b, 3) & ~rising(b & ~a, 3); };
    return (both(m, p) | both(m, s) | both(p, s)) != 0;
}

// Pungs of winds that are neither one of three nor of the seat or the round.
int loose_winds(const Hand& hand, u64 pungs) {
    const u32 winds = u32(pungs >> kHonorShift) & 15;
    const u32 seat = hand.seat_wind < 0 ? 0 : 1u << hand.seat_wind;
    const u32 round = hand.round_wind < 0 ? 0 : 1u << hand.round_wind;
    return std::popcount(winds) < 3 ? std::popcount(winds & ~(seat | round)) : 0;
}

// 123 and 789 in two suits and a pair of fives in the third.
constexpr bool three_suited_terminals(u32 chows, u64 pair) {
    const u32 both = chows & chows >> 6 & kRow;
    const u32 fives = u32(pair >> 4) & kRow;
    return std::popcount(both) == 2 && fives != 0 && (both & fives) == 0;
}

bool nine_gates(const Hand& hand) {
    if (hand.melds || hand.win_suit < 0 || hand.win_suit > 2) return false;
    return hand.before(hand.win_suit) == 0311111113;
}

bool seven_shifted(const Hand& hand) {
    for (int suit = 0; suit < 3; ++suit) {
        for (int rank = 0; rank < 3; ++rank) {
            if (hand.all[suit] == (02222222u << 3 * rank)) return true;
        }
    }
    return false;
}

}  // namespace

void hand_facts(const Hand& hand, TileSet set, int groups, u32 wanted, FactSet& out) {
    const int quads =
        quads_in(hand.all[0]) + quads_in(hand.all[1]) + quads_in(hand.all[2]) + quads_in(hand.all[3]);
    if (wanted & kTileFacts) {
        const u32 m = hand.all[0], p = hand.all[1], s = hand.all[2], honors = hand.all[3];
        const u32 any = m | p | s;
        const int suits = (m != 0) + (p != 0) + (s != 0);
        const u32 terminals = terminal_digits(layout_of(set));
#define TILE_FACT(name, expression) out.put(Fact::name, expression);
#define TILE_COUNT(name, expression) out.put(Fact::name, Count::name, expression);
#include "scoring/facts.def"
    }
    if (wanted & kWinFacts) {
        const bool self = hand.self_drawn(), robbed = hand.seats.by == By::robbed_kong;
        const int kongs = hand.kongs(), concealed_kongs = std::popcount(hand.concealed_kongs);
        const int exposed_win_tiles =
            hand.win_suit < 0 ? 0
                              : count_in(hand.all[hand.win_suit], hand.win_rank) -
                                    count_in(hand.concealed[hand.win_suit], hand.win_rank);
#define WIN_FACT(name, expression) out.put(Fact::name, expression);
#define WIN_COUNT(name, expression) out.put(Fact::name, Count::name, expression);
#include "scoring/facts.def"
    }
}

void reading_facts(const Hand& hand, const Reading& reading, TileSet set, int groups, u32 wanted,
                   FactSet& out) {
    if (wanted & kShapeFacts) {
        const Shape shape = reading.shape;
        const int quads = quads_in(hand.concealed[0]) + quads_in(hand.concealed[1]) +
                          quads_in(hand.concealed[2]) + quads_in(hand.concealed[3]);
#define SHAPE_FACT(name, expression) out.put(Fact::name, expression);
#include "scoring/facts.def"
    }
    if (reading.shape != Shape::standard && reading.shape != Shape::knitted_straight) return;

    const bool knitted = reading.knitted != 0;
    const u32 c1 = reading.chows.at_least[0], c2 = reading.chows.at_least[1];
    const u32 c3 = reading.chows.at_least[2], c4 = reading.chows.at_least[3];
    const u64 terminal_bits = terminal_or_honor_bits(layout_of(set));
    const int pungs = std::popcount(reading.pungs);
    const int chows = groups - pungs;  // the nine knitted tiles pass for three chows
    if ((wanted & kChowFacts) && chows > 1) {
        const u32 pair = u32(reading.pair & kSuitKinds);
#define CHOW_FACT(name, expression) out.put(Fact::name, (expression) != 0);
#define CHOW_COUNT(name, expression) out.put(Fact::name, Count::name, expression);
#include "scoring/facts.def"
    }
    if ((wanted & kPungFacts) && pungs > 0) {
        const u32 p1 = u32(reading.pungs & kSuitKinds), pair = u32(reading.pair & kSuitKinds);
        const u32 with_pair = p1 | pair;
#define PUNG_FACT(name, expression) out.put(Fact::name, (expression) != 0);
#define PUNG_COUNT(name, expression) out.put(Fact::name, Count::name, expression);
#include "scoring/facts.def"
    }
    if ((wanted & kHonorFacts) && (reading.pungs & kHonorKinds)) {
        const u32 honor_pungs = u32(reading.pungs >> kHonorShift), pair = u32(reading.pair >> kHonorShift);
        const u32 winds = honor_pungs & 15, dragons = honor_pungs >> 4;
        const int wind_pungs = std::popcount(winds), dragon_pungs = std::popcount(dragons);
        const bool wind_pair = pair & 15, dragon_pair = pair >> 4;
        const u32 seat = hand.seat_wind < 0 ? 0 : 1u << hand.seat_wind;
        const u32 round = hand.round_wind < 0 ? 0 : 1u << hand.round_wind;
#define HONOR_FACT(name, expression) out.put(Fact::name, (expression) != 0);
#define HONOR_COUNT(name, expression) out.put(Fact::name, Count::name, expression);
#include "scoring/facts.def"
    }
    if (wanted & kSetFacts) {
        const int ranks = layout_of(set).ranks;
        const bool honor_pair = (reading.pair & kHonorKinds) != 0;
        const u32 edge_chows = u32(row(0) | row(ranks - 3));
        const bool outside = !knitted && !(c1 & ~edge_chows) && !(reading.pungs & ~terminal_bits) &&
                             (reading.pair & terminal_bits);
        const u64 even_bits = row(1) | row(3) | row(5) | row(7), fives = row(4);
        const u32 fives_chows = u32(row(2) | row(3) | row(4));
        const u64 pair_258 = row(1) | row(4) | row(7);
#define SET_FACT(name, expression) out.put(Fact::name, (expression) != 0);
#define SET_COUNT(name, expression) out.put(Fact::name, Count::name, expression);
#include "scoring/facts.def"
    }
}

void place_facts(const Hand& hand, const Reading& reading, FactSet& out) {
    const bool one_wait = reading.one_wait;
    const Place place = reading.place;
    const int concealed_pungs = std::popcount(reading.concealed_pungs) + std::popcount(hand.concealed_kongs) -
                                (place == Place::pung && !hand.self_drawn());
#define PLACE_FACT(name, expression) out.put(Fact::name, expression);
#define PLACE_COUNT(name, expression) out.put(Fact::name, Count::name, expression);
#include "scoring/facts.def"
}

const std::array<FactInfo, kFacts>& fact_infos() {
    static const std::array<FactInfo, kFacts> infos = {{
#define TILE_FACT(name, expression) {#name, #expression, kTileFacts, -1},
#define TILE_COUNT(name, expression) {#name, #expression, kTileFacts, int(Count::name)},
#define WIN_FACT(name, expression) {#name, #expression, kWinFacts, -1},
#define WIN_COUNT(name, expression) {#name, #expression, kWinFacts, int(Count::name)},
#define SHAPE_FACT(name, expression) {#name, #expression, kShapeFacts, -1},
#define CHOW_FACT(name, expression) {#name, #expression, kChowFacts, -1},
#define CHOW_COUNT(name, expression) {#name, #expression, kChowFacts, int(Count::name)},
#define PUNG_FACT(name, expression) {#name, #expression, kPungFacts, -1},
#define PUNG_COUNT(name, expression) {#name, #expression, kPungFacts, int(Count::name)},
#define HONOR_FACT(name, expression) {#name, #expression, kHonorFacts, -1},
#define HONOR_COUNT(name, expression) {#name, #expression, kHonorFacts, int(Count::name)},
#define SET_FACT(name, expression) {#name, #expression, kSetFacts, -1},
#define SET_COUNT(name, expression) {#name, #expression, kSetFacts, int(Count::name)},
#define PLACE_FACT(name, expression) {#name, #expression, kPlaceFacts, -1},
#define PLACE_COUNT(name, expression) {#name, #expression, kPlaceFacts, int(Count::name)},
#include "scoring/facts.def"
    }};
    return infos;
}

}  // namespace paili
