// The forms that win, as bit flags: how far is a hand from any of these?
// `paili.counting.Shape` carries the same numbers; a test compares them.
#pragma once

#include <cstdint>

namespace paili::counting {

enum Shape : std::uint32_t {
    kStandard = 1u << 0,              // groups and a pair
    kSevenPairs = 1u << 1,            // seven different pairs
    kSevenPairsWithQuads = 1u << 2,   // seven pairs, where four of a kind may be two of them
    kThirteenOrphans = 1u << 3,       // each terminal and honour, one of them twice
    kHonorsAndKnitted = 1u << 4,      // 14 different tiles out of the honours and one knitted arrangement
    kKnittedStraight = 1u << 5,       // the nine tiles of one knitted arrangement, a group and a pair
    kThirteenScattered = 1u << 6,     // 14 different tiles, each suit inside one of 147, 258, 369
    kFourteenHonors = 1u << 7,        // any 14 honours
};

inline constexpr std::uint32_t kAllShapes = (1u << 8) - 1;

}  // namespace paili::counting
