// Seven pairs and thirteen orphans by counting lanes: no branch depends on the hand.
#pragma once

#include "counting/digest.hpp"

namespace paili::counting {

// How far a hand is, and which tiles bring it nearer; of two forms the nearer one counts, of equals both.
struct Outcome {
    int missing = kFar;  // kFar where nothing can be finished
    std::uint64_t tiles = 0;

    void take(int other_missing, std::uint64_t other_tiles) {
        if (other_missing > missing) return;
        tiles = other_missing < missing ? other_tiles : tiles | other_tiles;
        missing = other_missing;
    }
};

// The lanes of an allowed hand in which a count is at least 1 and at least 2.
struct KindLanes {
    Lanes once, twice;

    KindLanes(const Digest& hand, const Choice& choice) {
        for (std::size_t i = 0; i < 5; ++i) {
            once[i] = at_least(hand.word[i] & choice.lanes[i], 1);
            twice[i] = at_least(hand.word[i] & choice.lanes[i], 2);
        }
    }
};

inline int add_all(const Lanes& word) { return add_lanes(word[0] + word[1] + word[2] + word[3] + word[4]); }

inline int seven_pairs_missing(const KindLanes& kinds) {
    const int lone = 7 - add_all(kinds.once);
    return 7 - add_all(kinds.twice) + (lone > 0 ? lone : 0);
}

// Lane 0 of a suit's first word is its rank 1; the last word holds the ranks 9.
inline constexpr Lanes kOrphanLanes{0xFF, 0xFF, 0xFF, 0x00FFFFFFFFFFFFFFull, 0xFFFFFF};

inline int orphans_missing(const KindLanes& kinds) {
    std::uint64_t once = 0, twice = 0;
    for (std::size_t i = 0; i < 5; ++i) {
        once += kinds.once[i] & kOrphanLanes[i];
        twice |= kinds.twice[i] & kOrphanLanes[i];
    }
    return 14 - add_lanes(once) - (twice != 0 ? 1 : 0);
}

// Four of a kind are two pairs: a kind offers up to two pairs, each lacking none, one or two tiles.
struct QuadPairs {
    int pairs, halves;

    QuadPairs(const Digest& hand, const Choice& choice) {
        std::uint64_t pair_lanes = 0, half_lanes = 0;
        for (std::size_t i = 0; i < 5; ++i) {
            const std::uint64_t word = hand.word[i] & choice.lanes[i];
            pair_lanes += word >> 1 & 3 * kLanes;
            half_lanes += word & kLanes;
        }
        pairs = add_lanes(pair_lanes);
        halves = add_lanes(half_lanes);
    }
    int missing() const { return 7 - pairs + (7 - pairs > halves ? 7 - pairs - halves : 0); }
};

inline constexpr std::uint32_t kCountedShapes = kSevenPairs | kSevenPairsWithQuads | kThirteenOrphans;

inline int specials_missing(const Digest& hand, const Choice& choice, std::uint32_t shapes) {
    const KindLanes kinds(hand, choice);
    int best = kFar;
    if ((shapes & kSevenPairs) && choice.pairs) best = std::min(best, seven_pairs_missing(kinds));
    if ((shapes & kThirteenOrphans) && choice.orphans) best = std::min(best, orphans_missing(kinds));
    if ((shapes & kSevenPairsWithQuads) && choice.quads) best = std::min(best, QuadPairs(hand, choice).missing());
    return best;
}

inline void take_specials(Outcome& out, const Digest& hand, const Choice& choice, std::uint32_t shapes, Layout layout) {
    const KindLanes kinds(hand, choice);
    const std::uint64_t once = tiles_in(kinds.once, layout), twice = tiles_in(kinds.twice, layout);
    if ((shapes & kSevenPairs) && choice.pairs) {
        const std::uint64_t fresh = add_all(kinds.once) < 7 ? choice.tiles & ~once : 0;
        out.take(seven_pairs_missing(kinds), (once & ~twice) | fresh);
    }
    if ((shapes & kThirteenOrphans) && choice.orphans) {
        const bool paired = twice & kTerminalsAndHonors;
        out.take(orphans_missing(kinds), kTerminalsAndHonors & (paired ? ~once : ~std::uint64_t{0}));
    }
    if ((shapes & kSevenPairsWithQuads) && choice.quads) {
        const QuadPairs pairs(hand, choice);
        Lanes odd, open;
        for (std::size_t i = 0; i < 5; ++i) {
            odd[i] = hand.word[i] & choice.lanes[i] & kLanes;
            open[i] = at_least(hand.word[i] & choice.lanes[i], 4) ^ kLanes;
        }
        const std::uint64_t halves = tiles_in(odd, layout);
        const bool too_few = 7 - pairs.pairs > pairs.halves;
        out.take(pairs.missing(), too_few ? halves | (choice.tiles & tiles_in(open, layout)) : halves);
    }
}

}  // namespace paili::counting
