// One hand at a time for native callers (the playing room calls these from compiled loops).
//
// `query` is Query::code; `held` may be null. A hand that is none gives kPailiBadHand. Addresses: paili.counting.symbols.
#pragma once

#include <cstdint>

extern "C" {

inline constexpr int kPailiBadHand = -128;

// -1 complete, 0 ready, ...; 127 where no legal draw can finish the hand.
int paili_shanten_v1(const std::uint8_t* counts, const std::uint8_t* held, std::uint32_t query);

// Shanten of a hand that waits for a draw, and the tiles that lower it, bit = tile.
int paili_acceptance_v1(const std::uint8_t* counts, const std::uint8_t* held, std::uint32_t query, std::uint64_t* tiles);

// The tiles that complete it; 0 where it is not ready, or no hand.
std::uint64_t paili_waits_v1(const std::uint8_t* counts, const std::uint8_t* held, std::uint32_t query);

// After each discard of a hand with a drawn tile: shanten[34] (127 where the tile is absent), tiles[34], live[34].
// Returns 0, or kPailiBadHand.
int paili_discards_v1(const std::uint8_t* counts, const std::uint8_t* held, const std::uint8_t* visible,
                      std::uint32_t query, std::int8_t* shanten, std::uint64_t* tiles, std::uint8_t* live);

}
