// Seven pairs and thirteen orphans by counting kinds: no branch depends on the hand.
#pragma once

#include "counting/digest.hpp"

namespace paili::counting {

// How far a hand is, and which tiles bring it nearer; of two forms the nearer one counts, of equals both.
struct Outcome {
    int missing = kFar;  // kFar where nothing can be finished
    std::uint64_t tiles = 0;

    void take(int other_missing, std::uint64_t other_tiles) {
        const std::uint64_t keep = missing <= other_missing ? ~std::uint64_t{0} : 0;
        const std::uint64_t add = other_missing <= missing ? ~std::uint64_t{0} : 0;
        tiles = (tiles & keep) | (other_tiles & add);
        missing = lesser(missing, other_missing);
    }
};

// Lane 0 of a suit's first word is its rank 1; the last word holds the ranks 9.
inline constexpr Lanes kOrphanLanes{0xFF, 0xFF, 0xFF, 0x00FFFFFFFFFFFFFFull, 0xFFFFFF};

// The special forms see a hand through sums over its kinds, 1 a kind (or an odd tile) + 16 a pair; the distance
// is a function of the sum.
struct SumDistances {
    std::uint8_t pairs[128], quads[128], orphans[128];

    constexpr SumDistances() : pairs{}, quads{}, orphans{} {
        for (int sum = 0; sum < 128; ++sum) {
            const int single = sum % 16, pair = sum / 16;
            pairs[sum] = static_cast<std::uint8_t>(7 - pair + (single < 7 ? 7 - single : 0));
            // Four of a kind are two pairs: a kind offers up to two, each lacking none, one or two tiles.
            quads[sum] = static_cast<std::uint8_t>(7 - pair + (7 - pair > single ? 7 - pair - single : 0));
            orphans[sum] = static_cast<std::uint8_t>(14 - single - (pair != 0));
        }
    }
};
inline constexpr SumDistances kSumDistances;

// Sums of a hand under one choice of suits: kinds and pairs of all tiles and of the orphans, odd tiles and pairs.
struct Sums {
    int pairs, orphans, quads;

    int missing(std::uint32_t shapes, const Choice& choice) const {
        int best = kFar;
        if ((shapes & kSevenPairs) && choice.pairs) best = kSumDistances.pairs[pairs & 127];
        if ((shapes & kThirteenOrphans) && choice.orphans) best = lesser(best, kSumDistances.orphans[orphans & 127]);
        if ((shapes & kSevenPairsWithQuads) && choice.quads) best = lesser(best, kSumDistances.quads[quads & 127]);
        return best;
    }

    // least[i]: the tiles of which the hand has more than i (the last two matter to quads alone).
    void take(Outcome& out, std::uint32_t shapes, const Choice& choice, const std::uint64_t (&least)[4]) const {
        const std::uint64_t once = least[0] & choice.tiles, twice = least[1] & choice.tiles;
        if ((shapes & kSevenPairs) && choice.pairs) {
            const std::uint64_t fresh = pairs % 16 < 7 ? choice.tiles & ~once : 0;
            out.take(kSumDistances.pairs[pairs & 127], (once & ~twice) | fresh);
        }
        if ((shapes & kThirteenOrphans) && choice.orphans)
            out.take(kSumDistances.orphans[orphans & 127],
                     twice & kTerminalsAndHonors ? kTerminalsAndHonors & ~once : kTerminalsAndHonors);
        if ((shapes & kSevenPairsWithQuads) && choice.quads) {
            const std::uint64_t halves = ((once & ~twice) | (least[2] & ~least[3])) & choice.tiles;
            const bool few = 7 - quads / 16 > quads % 16;
            out.take(kSumDistances.quads[quads & 127], few ? halves | (choice.tiles & ~least[3]) : halves);
        }
    }
};

inline constexpr std::uint32_t kCountedShapes = kSevenPairs | kSevenPairsWithQuads | kThirteenOrphans;

inline Sums sums_of(const Digest& hand, const Choice& choice, std::uint32_t shapes) {
    std::uint64_t pairs = 0, orphans = 0, quads = 0;
    for (std::size_t i = 0; i < 5; ++i) {
        const std::uint64_t word = hand.word[i] & choice.lanes[i];
        const std::uint64_t kinds = at_least(word, 1) | at_least(word, 2) << 4;
        pairs += kinds;
        orphans += kinds & kOrphanLanes[i];
        if (shapes & kSevenPairsWithQuads) quads += (word & kLanes) | (word >> 1 & 3 * kLanes) << 4;
    }
    return {add_lanes(pairs), add_lanes(orphans), add_lanes(quads)};
}

inline void take_specials(Outcome& out, const Digest& hand, const Choice& choice, std::uint32_t shapes, Layout layout) {
    std::uint64_t least[4] = {};
    for (unsigned count = 1; count <= (shapes & kSevenPairsWithQuads ? 4 : 2); ++count) {
        Lanes lanes;
        for (std::size_t i = 0; i < 5; ++i) lanes[i] = at_least(hand.word[i], count);
        least[count - 1] = tiles_in(lanes, layout);
    }
    sums_of(hand, choice, shapes).take(out, shapes, choice, least);
}

}  // namespace paili::counting
