// One hand under any query: exact, complete, and the fallback of every kernel.
#pragma once

#include "counting/specials.hpp"

namespace paili::counting {

// A hand as given: concealed counts and, where known, the copies that lie in melds (else null).
struct Given {
    const std::uint8_t* counts;
    const std::uint8_t* held;
};

// Whether a hand is one at all: at most four of each tile with the held ones, tiles of the tile set only,
// 1 to 17 tiles and not a multiple of three; `remainder` 1 or 2 asks for hands before or after a draw.
bool sound(const Plan& plan, const Given& given, int remainder);
// The same for a hand without melds that is digested already.
inline bool sound(const Plan& plan, const Digest& hand, int remainder) {
    return hand.sound && hand.tiles >= 1 && hand.tiles <= kMaxTiles && hand.tiles % 3 != 0 &&
           (remainder == 0 || hand.tiles % 3 == remainder) && (plan.set != TileSet::suits || hand.word[3] == 0);
}

// Distance and, where wanted, the tiles that lower it. The hand is sound, and digested. Without `capped` the copies in melds
// decide what is declared and which suits may stand, but do not use tiles up.
Outcome one_hand(const Plan& plan, std::uint32_t shapes, const Given& given, const Digest& hand, bool want_tiles,
                 bool capped = true);

// Tiles of which the concealed part holds four, and a fifth copy would complete it.
std::uint64_t fifth_copies(const Plan& plan, std::uint32_t shapes, const Given& given);

// 147, 258 and 369, each in a suit of its own.
inline constexpr std::uint64_t kThird = 0b001001001;
constexpr std::array<std::uint64_t, 6> knitted_arrangements() {
    constexpr int kOrders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    std::array<std::uint64_t, 6> arrangements{};
    for (std::size_t i = 0; i < 6; ++i)
        for (int suit = 0; suit < 3; ++suit) arrangements[i] |= kThird << kOrders[i][suit] << (9 * suit);
    return arrangements;
}
inline constexpr auto kKnitted = knitted_arrangements();

inline std::uint64_t present_in(const std::uint8_t* counts) {
    std::uint64_t present = 0;
    for (int tile = 0; tile < kKinds; ++tile) present |= std::uint64_t{counts[tile] != 0} << tile;
    return present;
}

inline int shanten_of(int missing) { return missing >= kFar ? kNever : missing - 1; }

}  // namespace paili::counting
