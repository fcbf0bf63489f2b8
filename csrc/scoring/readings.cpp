#include "scoring/readings.hpp"

namespace paili {
namespace {

constexpr u32 presence(u32 key) { return (key | key >> 1 | key >> 2) & kOnes; }

// 147, 258 or 369, one of each.
constexpr u32 knitted_triple(int which) { return 01001001u << (3 * which); }
constexpr int kArrangements[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

// Does the key plus one tile of `rank` cut into groups (and a pair, where the number of tiles says so)?
// A fifth copy is not in the tables; it could only stand in a pung or the pair.
bool completes(const SuitTable& table, u32 key, int rank) {
    const u32 next = key + digit(rank);
    if (count_in(next, rank) < 5) return table.contains(next);
    return table.contains(next - digit(rank, 3)) ||
           (tiles_in(next) % 3 == 2 && table.contains(next - digit(rank, 2)));
}

// Waits of groups and a pair; `keys` hold 3n + 1 tiles.
u64 standard_waits(const u32* keys, const Tables& tables, const Layout& layout) {
    int rest[4], by_rest[3] = {0, 0, 0};
    for (int suit = 0; suit < 4; ++suit) ++by_rest[rest[suit] = tiles_in(keys[suit]) % 3];
    const bool one_suit = by_rest[1] == 1 && by_rest[2] == 0, two_suits = by_rest[1] == 0 && by_rest[2] == 2;
    if (!one_suit && !two_suits) return 0;
    auto table = [&](int suit) -> const SuitTable& { return suit < 3 ? tables.suit : tables.honors; };
    auto others_complete = [&](int suit) {
        for (int other = 0; other < 4; ++other) {
            if (other != suit && !table(other).contains(keys[other])) return false;
        }
        return true;
    };
    u64 waits = 0;
    for (int suit = 0; suit < 4; ++suit) {
        if (rest[suit] == 0 || !others_complete(suit)) continue;
        const int ranks = suit < 3 ? layout.ranks : layout.honors;
        u32 near = presence(keys[suit]);
        if (suit < 3) near |= near << 3 | near << 6 | near >> 3 | near >> 6;
        for (int rank = 0; rank < ranks; ++rank) {
            if (near >> (3 * rank) & 1 && completes(table(suit), keys[suit], rank)) waits |= kind_bit(suit, rank);
        }
    }
    return waits;
}

u64 seven_pairs_waits(const u32* keys, bool quads) {
    u64 waits = 0;
    int pairs = 0;
    for (int suit = 0; suit < 4; ++suit) {
        for (int rank = 0; rank < kSuitBits; ++rank) {
            const int count = count_in(keys[suit], rank);
            if (count & 1) waits |= kind_bit(suit, rank);
            if (!quads && count > 2) return 0;
            pairs += count / 2;
        }
    }
    return pairs == 6 && std::popcount(waits) == 1 ? waits : 0;
}

// The wait inside or beside a knitted straight of one arrangement.
u64 knitted_waits(const u32* keys, int arrangement, const Tables& tables, const Layout& layout) {
    u32 rest[4];
    if (take_knitted(keys, arrangement, rest)) return standard_waits(rest, tables, layout);
    u64 missing = 0;
    for (int suit = 0; suit < 3; ++suit) {
        const u32 body = knitted_triple(kArrangements[arrangement][suit]);
        for (int rank = 0; rank < 9; ++rank) {
            if (body >> (3 * rank) & 1 && !count_in(keys[suit], rank)) missing |= kind_bit(suit, rank);
        }
        rest[suit] = keys[suit] - (body & presence(keys[suit]));
    }
    rest[3] = keys[3];
    if (std::popcount(missing) != 1) return 0;
    int pairs = 0;
    for (int suit = 0; suit < 4; ++suit) {
        const auto list = (suit < 3 ? tables.suit : tables.honors).find(rest[suit]);
        if (!list.size) return 0;
        pairs += list.first->pair != 0;
    }
    return pairs == 1 ? missing : 0;
}

}  // namespace

bool take_knitted(const u32* keys, int arrangement, u32* rest) {
    bool holds = true;
    for (int suit = 0; suit < 3; ++suit) {
        const u32 body = knitted_triple(kArrangements[arrangement][suit]);
        holds &= (presence(keys[suit]) & body) == body;
        rest[suit] = keys[suit] - body;
    }
    rest[3] = keys[3];
    return holds;
}

bool in_knitted_body(const Hand& hand, const Reading& reading) {
    return reading.knitted && hand.win_suit < 3 &&
           (knitted_triple(kArrangements[reading.knitted - 1][hand.win_suit]) >> (3 * hand.win_rank) & 1);
}

u64 wait_kinds(const u32* before, const u32* all, int melds, const RuleTable& rules) {
    const Win& win = rules.win;
    const Layout layout = layout_of(win.tile_set);
    const Tables& tables = Tables::of(win.tile_set, win.groups);
    auto knows = [&](Shape shape) { return win.shapes >> int(shape) & 1; };
    u64 waits = standard_waits(before, tables, layout);
    if (!melds && knows(Shape::seven_pairs)) waits |= seven_pairs_waits(before, win.pairs_with_quads);
    if (melds <= 1 && knows(Shape::knitted_straight)) {
        for (int i = 0; i < 6; ++i) waits |= knitted_waits(before, i, tables, layout);
    }
    if (!win.formal_waits) {
        for (int suit = 0; suit < 4; ++suit) {
            for (int rank = 0; rank < kSuitBits; ++rank) {
                if (count_in(all[suit], rank) >= 4) waits &= ~kind_bit(suit, rank);
            }
        }
    }
    return waits;
}

bool one_wait(const Hand& hand, const RuleTable& rules) {
    u32 before[4], all[4];
    for (int suit = 0; suit < 4; ++suit) {
        before[suit] = hand.before(suit);
        all[suit] = hand.all[suit] - (hand.concealed[suit] - before[suit]);
    }
    return std::popcount(wait_kinds(before, all, hand.melds, rules)) == 1;
}

bool is_shape(const Hand& hand, const RuleTable& rules, Shape shape) {
    const u32* keys = hand.concealed;
    const u32 any = keys[0] | keys[1] | keys[2];
    int tiles = 0, kinds = 0, quads = 0;
    for (int suit = 0; suit < 4; ++suit) {
        tiles += tiles_in(keys[suit]);
        kinds += kinds_in(keys[suit]);
        quads += quads_in(keys[suit]);
    }
    if (tiles != 14) return false;
    switch (shape) {
        case Shape::seven_pairs:
            return !((any | keys[3]) & kOnes) && kinds + quads == 7 && (quads == 0 || rules.win.pairs_with_quads);
        case Shape::thirteen_orphans:
            return kinds == 13 && !(any & ~(digits(0, 0) | digits(8, 8)));
        case Shape::fourteen_honors:
            return !any;
        case Shape::honors_and_knitted:
            for (const auto& arrangement : kArrangements) {
                u32 strangers = 0;
                for (int suit = 0; suit < 3; ++suit) strangers |= keys[suit] & ~knitted_triple(arrangement[suit]);
                if (kinds == 14 && !strangers) return true;
            }
            return false;
        case Shape::thirteen_scattered: {
            u32 groups = 0;  // which of 147, 258, 369 each suit uses, one bit each
            for (int suit = 0; suit < 3; ++suit) {
                int which = 0;
                while (which < 3 && (keys[suit] & ~knitted_triple(which))) ++which;
                if (which == 3) return false;
                if (keys[suit]) {
                    if (rules.win.scattered_distinct && groups >> which & 1) return false;
                    groups |= 1u << which;
                }
            }
            return kinds == 14;
        }
        default:
            return false;
    }
}

bool may_place(const Hand& hand, const Reading& reading, const Layout& layout) {
    if (!hand.penalty_tiles || hand.self_drawn()) return true;
    auto penalty = [&](int rank) { return hand.penalty_tiles[layout.tile_at(hand.win_suit, rank)]; };
    // Copies in the hand before the win that are no penalty tiles must be enough.
    auto free = [&](int rank, int needed) {
        return count_in(hand.before(hand.win_suit), rank) - penalty(rank) >= needed;
    };
    if (reading.shape == Shape::thirteen_orphans) {
        int shown = 0;
        for (int tile = 0; tile < kKinds; ++tile) shown += hand.penalty_tiles[tile];
        return penalty(hand.win_rank) == 0 && shown < 3;
    }
    switch (reading.place) {
        case Place::pung:
            return free(hand.win_rank, 2);
        case Place::open:
        case Place::closed:
        case Place::edge:
            for (int rank = reading.place_start; rank < reading.place_start + 3; ++rank) {
                if (rank != hand.win_rank && !free(rank, 1)) return false;
            }
            return true;
        default:
            return free(hand.win_rank, 1);
    }
}

}  // namespace paili
