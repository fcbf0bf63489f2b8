// Floor 0: the words every native file shares. A tile set has three suits and some honours; a suit is
// held as an *octal key*, one digit of three bits per rank, so that counts add like numbers and a
// property of a suit is one mask.
#pragma once

#include <bit>
#include <cstdint>

namespace paili {

using u8 = std::uint8_t;
using i8 = std::int8_t;
using u16 = std::uint16_t;
using i16 = std::int16_t;
using u32 = std::uint32_t;
using i32 = std::int32_t;
using u64 = std::uint64_t;

inline constexpr int kKinds = 34;
inline constexpr int kMaxMelds = 5;
inline constexpr u8 kNoTile = 255;

enum class TileSet : u8 { standard, suits, ten_rank };

// Where the tiles of a set lie in the 34 counts.
struct Layout {
    int ranks;    // of a suit: 9 or 10
    int honors;   // kinds behind the suits: 7 or 4 (0 where they must be absent)

    constexpr int suit_of(int tile) const { return tile < 3 * ranks ? tile / ranks : 3; }
    constexpr int rank_of(int tile) const { return tile - ranks * suit_of(tile); }
    constexpr int tile_at(int suit, int rank) const { return ranks * suit + rank; }
};

constexpr Layout layout_of(TileSet set) {
    return set == TileSet::ten_rank ? Layout{10, 4} : set == TileSet::suits ? Layout{9, 0} : Layout{9, 7};
}

// Sets of kinds are bit masks with ten bits a suit whatever the tile set; honours follow at bit 30.
inline constexpr int kSuitBits = 10;
inline constexpr int kHonorShift = 3 * kSuitBits;
inline constexpr u64 kSuitKinds = (u64{1} << kHonorShift) - 1;
inline constexpr u64 kHonorKinds = u64{127} << kHonorShift;
constexpr u64 kind_bit(int suit, int rank) { return u64{1} << (kSuitBits * suit + rank); }

// The digit of a rank in an octal key; `digits(a, b)` = all bits of the digits a..b (from 0).
constexpr u32 digit(int rank, u32 count = 1) { return count << (3 * rank); }
constexpr u32 digits(int first, int last) {
    u32 mask = 0;
    for (int rank = first; rank <= last; ++rank) mask |= digit(rank, 7);
    return mask;
}
inline constexpr u32 kOnes = 01111111111;  // the low bit of each of ten digits

// The low bit of each digit that is not 0.
constexpr u32 presence(u32 key) { return (key | key >> 1 | key >> 2) & kOnes; }

// How many kinds a key holds at all, how many it holds four of, how many tiles, how many of one rank.
constexpr int kinds_in(u32 key) { return std::popcount(presence(key)); }
constexpr int quads_in(u32 key) { return std::popcount(key & (kOnes << 2)); }
constexpr int tiles_in(u32 key) {
    return std::popcount(key & kOnes) + 2 * std::popcount(key & kOnes << 1) + 4 * std::popcount(key & kOnes << 2);
}
constexpr int count_in(u32 key, int rank) { return key >> (3 * rank) & 7; }

// A hint that these bytes will be read soon.
inline void fetch_ahead(const void* address) {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(address);
#else
    (void)address;
#endif
}

// Meld codes: 1 + 34 * type + tile (a chow is named by its lowest tile); 0 is no meld.
enum class Meld : u8 { chow, pung, kong, added_kong, concealed_kong };

}  // namespace paili
