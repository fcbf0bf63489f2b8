// Evaluates facts.def into bits and counts.
#pragma once

#include <array>

#include "scoring/hand.hpp"

namespace paili {

enum class Shape : u8 {
    standard,
    seven_pairs,
    thirteen_orphans,
    honors_and_knitted,
    knitted_straight,
    thirteen_scattered,
    fourteen_honors,
    flowers,  // a win without tiles
};

// Where the winning tile is laid. `open` = the end of a chow that could have been completed at the other end.
enum class Place : u8 { none, pair, pung, open, closed, edge };

// One arrangement of the hand; masks over kinds (tiles.hpp), declared groups included.
struct Reading {
    Shape shape = Shape::standard;
    Place place = Place::none;
    u8 place_start = 0;       // chow placements: the chow's lowest rank
    bool one_wait = false;    // the tiles before the win wait on exactly one kind
    u8 knitted = 0;           // which of the six knitted straights, plus one; 0 = none
    Chows chows;
    u32 concealed_chows = 0;  // starts of chows not declared
    u64 pungs = 0;            // pungs and kongs
    u64 concealed_pungs = 0;  // pungs in the hand, without concealed kongs
    u64 pair = 0;
};

#define ENUMERATE(name, expression) name,
enum class Fact : u8 {
#define TILE_FACT ENUMERATE
#define TILE_COUNT ENUMERATE
#define WIN_FACT ENUMERATE
#define WIN_COUNT ENUMERATE
#define SHAPE_FACT ENUMERATE
#define CHOW_FACT ENUMERATE
#define CHOW_COUNT ENUMERATE
#define PUNG_FACT ENUMERATE
#define PUNG_COUNT ENUMERATE
#define HONOR_FACT ENUMERATE
#define HONOR_COUNT ENUMERATE
#define SET_FACT ENUMERATE
#define SET_COUNT ENUMERATE
#define PLACE_FACT ENUMERATE
#define PLACE_COUNT ENUMERATE
#include "scoring/facts.def"
    size
};

// Where the facts that can hold several times keep how often.
enum class Count : u8 {
#define TILE_COUNT ENUMERATE
#define WIN_COUNT ENUMERATE
#define CHOW_COUNT ENUMERATE
#define PUNG_COUNT ENUMERATE
#define HONOR_COUNT ENUMERATE
#define SET_COUNT ENUMERATE
#define PLACE_COUNT ENUMERATE
#include "scoring/facts.def"
    size
};
#undef ENUMERATE

inline constexpr int kFacts = int(Fact::size);
inline constexpr int kCounts = int(Count::size);
inline constexpr int kFactWords = (kFacts + 63) / 64;

struct FactSet {
    std::array<u64, kFactWords> bits{};
    std::array<u8, kCounts> counts{};

    void put(Fact fact, bool holds) { bits[int(fact) / 64] |= u64(holds) << (int(fact) % 64); }
    void put(Fact fact, Count slot, int count) {
        put(fact, count > 0);
        counts[int(slot)] = u8(count);
    }
    bool has(Fact fact) const { return bits[int(fact) / 64] >> (int(fact) % 64) & 1; }
};

enum Section : u32 {
    kTileFacts = 1,
    kWinFacts = 2,
    kShapeFacts = 4,
    kChowFacts = 8,
    kPungFacts = 16,
    kHonorFacts = 32,
    kSetFacts = 64,
    kPlaceFacts = 128,
    kHandFacts = kTileFacts | kWinFacts,  // the same for all readings
};

struct FactInfo {
    const char* name;
    const char* condition;  // the expression, as written
    Section section;
    int count_slot;  // -1 where it holds once at most
};
const std::array<FactInfo, kFacts>& fact_infos();

}  // namespace paili
