// What a call asks for, decided once for a whole batch.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "common/tiles.hpp"
#include "counting/merge.hpp"
#include "counting/shapes.hpp"

namespace paili::counting {

inline constexpr int kMaxTiles = 3 * kMaxGroups + 2;
inline constexpr int kNever = 127;  // shanten of a hand that no legal draw can finish

// A query in one number, as callers outside this room pass it (see capi.hpp):
// bits 0-15 shapes, 16-17 tile set, 18-20 most suits + 1 (0: no limit), 21-22 void suit + 1 (0: none), 23 formal.
struct Query {
    std::uint32_t code;

    std::uint32_t shapes() const { return code & kAllShapes; }
    TileSet set() const { return static_cast<TileSet>(code >> 16 & 3); }
    int most_suits() const { return (code >> 18 & 7) == 0 ? 3 : static_cast<int>(code >> 18 & 7) - 1; }
    int void_suit() const { return static_cast<int>(code >> 21 & 3) - 1; }
    bool formal() const { return code >> 23 & 1; }
    bool known() const { return (code >> 16 & 3) < 3 && (code >> 18 & 7) <= 4 && code >> 24 == 0; }
};

// A hand in byte lanes: the first eight tiles of each suit, the honours, and what is left of the suits.
using Lanes = std::array<std::uint64_t, 5>;

// A set of tiles as bytes of three overlapping parts of a hand, tiles 0-15, 9-24 and 18-33, each tile in one part.
struct PartMasks {
    alignas(16) std::uint8_t bytes[48];

    PartMasks() : PartMasks(0) {}
    explicit PartMasks(std::uint64_t tiles) : bytes{} {
        for (int tile = 0; tile < kKinds; ++tile)
            if (tiles >> tile & 1) bytes[tile < 16 ? tile : tile < 18 ? 16 + tile - 9 : 32 + tile - 18] = 0xFF;
    }
};

// One legal choice of suits for the finished hand.
struct Choice {
    Allowed allowed;
    std::uint64_t tiles;  // the kinds of those suits, bit = tile
    Lanes lanes;          // the same as masks of lanes
    PartMasks parts, orphan_parts;
    bool pairs, quads, orphans, knitted, scattered;  // which special shapes these kinds can make
};

struct Plan {
    TileSet set;
    Layout layout;
    std::uint64_t tiles;  // the kinds of the tile set
    PartMasks outside;    // and all others
    int count;            // choices; more suits are never worse, so only the largest are listed
    std::array<Choice, 3> choices;
};

constexpr std::uint64_t tiles_of(Layout layout, int suit) {
    const int size = suit < 3 ? layout.ranks : layout.honors;
    return ((std::uint64_t{1} << size) - 1) << layout.tile_at(suit, 0);
}

inline constexpr std::uint64_t kTerminalsAndHonors =
    0b1111111'100000001'100000001'100000001ull;  // orphans of the standard tile set

inline Choice make_choice(TileSet set, Allowed allowed) {
    const Layout layout = layout_of(set);
    Choice choice{allowed, 0, {}, {}, {}, false, false, false, false, false};
    const int extra = 8 * (layout.ranks - 8);
    for (int suit = 0; suit < 4; ++suit) {
        if (!(allowed >> suit & 1)) continue;
        choice.tiles |= tiles_of(layout, suit);
        choice.lanes[static_cast<std::size_t>(suit)] = ~std::uint64_t{0};
        if (suit < 3) choice.lanes[4] |= ((std::uint64_t{1} << extra) - 1) << (extra * suit);
    }
    choice.parts = PartMasks(choice.tiles);
    choice.orphan_parts = PartMasks(choice.tiles & kTerminalsAndHonors);
    const int kinds = std::popcount(choice.tiles);
    choice.pairs = kinds >= 7;
    choice.quads = kinds >= 4;
    choice.orphans = choice.scattered = set == TileSet::standard && allowed == kAllSuits;
    choice.knitted = set != TileSet::ten_rank && (allowed & 7) == 7;
    return choice;
}

inline Plan make_plan(const Query& query) {
    const TileSet set = query.set();
    Plan plan{set, layout_of(set), 0, PartMasks(), 0, {}};
    const Allowed honors = set == TileSet::suits ? 0 : 8;
    const Allowed suits = query.void_suit() < 0 ? 7u : 7u & ~(1u << query.void_suit());
    const int size = std::min(query.most_suits(), std::popcount(suits));
    for (Allowed subset = 0; subset < 8; ++subset)
        if ((subset & ~suits) == 0 && std::popcount(subset) == size)
            plan.choices[static_cast<std::size_t>(plan.count++)] = make_choice(set, subset | honors);
    for (int suit = 0; suit < 4; ++suit) plan.tiles |= tiles_of(plan.layout, suit);
    plan.outside = PartMasks(~plan.tiles);
    return plan;
}

// The plan of a query; there are few, so each is made once.
const Plan& plan_of(const Query& query);

}  // namespace paili::counting
