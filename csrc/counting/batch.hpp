// Whole batches: blocks through the kernels where they fit, hand by hand through the exact path where not.
// Every function takes hands [from, to) and returns the first bad index, or `to`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "counting/query.hpp"

namespace paili::counting {

struct Batch {
    Query query;
    const std::uint8_t* hands;  // rows of 34
    const std::uint8_t* held;   // rows of 34, or null
    std::size_t held_stride;    // 34, or 0 where one row serves all
};

std::size_t shanten(const Batch& batch, std::size_t from, std::size_t to, std::int8_t* out);
std::size_t is_complete(const Batch& batch, std::size_t from, std::size_t to, std::uint8_t* out);
// Rows of 34 booleans.
std::size_t acceptance(const Batch& batch, std::size_t from, std::size_t to, std::uint8_t* out);
std::size_t waits(const Batch& batch, std::size_t from, std::size_t to, std::uint8_t* out);

// The same as bits, at most 256 hands at once.
std::size_t accepted_tiles(const Batch& batch, std::size_t from, std::size_t to, std::int8_t* shanten,
                           std::uint64_t* tiles);
std::size_t waiting_tiles(const Batch& batch, std::size_t from, std::size_t to, std::uint64_t* tiles);

// After each discard: its shanten (127 where the tile is not in hand), the tiles then accepted, and how many
// copies of them are neither in the hand, held, nor in `visible` (rows of 34, or null).
struct DiscardRows {
    const std::uint8_t* visible;
    std::size_t visible_stride;
    std::int8_t* shanten;
    std::uint64_t* tiles;
    std::uint8_t* live;
};
std::size_t discards(const Batch& batch, std::size_t from, std::size_t to, const DiscardRows& rows);

// Build the tables that a query of ordinary size needs now.
void warm_up(const Query& query);

}  // namespace paili::counting
