// One hand, read with plain 64-bit arithmetic: its suit keys, its size, and counts of kinds by byte lanes.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "counting/query.hpp"

namespace paili::counting {

inline constexpr std::uint64_t kLanes = 0x0101010101010101ull;

inline std::uint64_t load(const std::uint8_t* bytes, std::size_t size) {
    std::uint64_t word = 0;
    if constexpr (std::endian::native == std::endian::little) {
        std::memcpy(&word, bytes, size);
    } else {
        for (std::size_t i = 0; i < size; ++i) word |= std::uint64_t{bytes[i]} << (8 * i);
    }
    return word;
}

inline void store(std::uint8_t* bytes, std::uint64_t word, std::size_t size) {
    if constexpr (std::endian::native == std::endian::little) {
        std::memcpy(bytes, &word, size);
    } else {
        for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(word >> (8 * i));
    }
}

inline int add_lanes(std::uint64_t word) { return static_cast<int>((word * kLanes) >> 56); }
// Lanes of at least `least`, as 0 or 1; lanes hold at most 4.
inline std::uint64_t at_least(std::uint64_t word, unsigned least) {
    return ((word + (0x80 - least) * kLanes) >> 7) & kLanes;
}
// Not 0 where some lane is above 4.
inline std::uint64_t above_4(std::uint64_t word) { return ((word + 0x7B * kLanes) | word) & (0x80 * kLanes); }
// Lanes of 0 or 1 to bits.
inline std::uint64_t lane_bits(std::uint64_t word) { return (word * 0x0102040810204080ull) >> 56; }

// Eight base-5 digits to a number, the first lane lowest.
inline std::uint32_t fold(std::uint64_t word) {
    const std::uint64_t pairs = (word * 0x0105 >> 8) & 0x00FF00FF00FF00FFull;
    const std::uint64_t fours = (pairs * 0x00010019 >> 16) & 0x0000FFFF0000FFFFull;
    return static_cast<std::uint32_t>(fours * 0x100000271ull >> 32);
}

// 0 or 1 in each lane to the tiles it stands for.
inline std::uint64_t tiles_in(const Lanes& word, Layout layout) {
    std::uint64_t tiles = lane_bits(word[3]) << layout.tile_at(3, 0);
    const std::uint64_t more = lane_bits(word[4]);
    const int extra = layout.ranks - 8;
    for (int suit = 0; suit < 3; ++suit) {
        tiles |= lane_bits(word[static_cast<std::size_t>(suit)]) << layout.tile_at(suit, 0);
        tiles |= (more >> (extra * suit) & ((1u << extra) - 1)) << layout.tile_at(suit, 8);
    }
    return tiles;
}

struct Digest {
    Lanes word;
    std::uint32_t key[4];
    int tiles;
    bool sound;  // no count above 4

    Digest() = default;
    Digest(const std::uint8_t* counts, TileSet set) {
        set == TileSet::ten_rank ? read<10>(counts) : read<9>(counts);
    }

private:
    template <int Ranks>
    void read(const std::uint8_t* counts) {
        word[4] = 0;
        for (int suit = 0; suit < 3; ++suit) {
            word[suit] = load(counts + Ranks * suit, 8);
            const std::uint64_t more = load(counts + Ranks * suit + 8, Ranks - 8);
            word[4] |= more << (8 * (Ranks - 8) * suit);
            key[suit] = fold(word[suit]) + power_of_5(8) * static_cast<std::uint32_t>(more & 0xFF) +
                        power_of_5(9) * static_cast<std::uint32_t>(more >> 8);
        }
        word[3] = load(counts + 26, 8) >> (Ranks == 9 ? 8 : 32);
        key[3] = fold(word[3]);
        sound = (above_4(word[0]) | above_4(word[1]) | above_4(word[2]) | above_4(word[3]) | above_4(word[4])) == 0;
        tiles = add_lanes(word[0] + word[1] + word[2] + word[3] + word[4]);
    }
};

}  // namespace paili::counting
