// Evaluates facts.def into bits and counts.
#pragma once

#include <array>

#include "common/tiles.hpp"

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

constexpr bool has_groups(Shape shape) { return shape == Shape::standard || shape == Shape::knitted_straight; }

// One arrangement of the hand; masks over kinds (tiles.hpp), declared groups included.
struct Reading {
    Shape shape = Shape::standard;
    Place place = Place::none;
    u8 place_start = 0;       // chow placements: the chow's lowest rank
    bool one_wait = false;    // the tiles before the win wait on exactly one kind
    u8 knitted = 0;           // which of the six knitted straights, plus one; 0 = none
    u32 chow_starts = 0;      // starts of all chows, and of those not declared
    u32 concealed_chows = 0;
    u32 chow_slot = 0, pung_slot = 0;  // in the tables of groups
    u64 pungs = 0;            // pungs and kongs
    u64 concealed_pungs = 0;  // pungs in the hand, without concealed kongs
    u64 pair = 0;
};

enum class Fact : u8 {
#define FACT(section, name, expression) name,
#define COUNT(section, name, expression) name,
#include "scoring/facts.def"
    size
};

// Where the facts that can hold several times keep how often.
enum class Count : u8 {
#define COUNT(section, name, expression) name,
#include "scoring/facts.def"
    size
};

inline constexpr int kFacts = int(Fact::size);
inline constexpr int kCounts = int(Count::size);
inline constexpr int kFactWords = (kFacts + 63) / 64;
inline constexpr int kOnce = kCounts;  // the count of what can hold once only

using FactBits = std::array<u64, kFactWords>;

struct FactSet {
    FactBits bits{};
    std::array<u8, kCounts + 1> counts{};

    FactSet() { counts[kOnce] = 1; }

    bool has(Fact fact) const { return bits[int(fact) / 64] >> (int(fact) % 64) & 1; }
};

// Sections are computed together or not at all.
namespace section {
inline constexpr u32 tile = 1u << 0;
inline constexpr u32 rank = 1u << 1;
inline constexpr u32 win = 1u << 2;
inline constexpr u32 flag = 1u << 3;
inline constexpr u32 kong = 1u << 4;
inline constexpr u32 flower = 1u << 5;
inline constexpr u32 shape = 1u << 6;
inline constexpr u32 chow = 1u << 7;
inline constexpr u32 pung = 1u << 8;
inline constexpr u32 honor = 1u << 9;
inline constexpr u32 set = 1u << 10;
inline constexpr u32 any_pung = 1u << 11;
inline constexpr u32 fives = 1u << 12;
inline constexpr u32 pair = 1u << 13;
inline constexpr u32 place = 1u << 14;
inline constexpr u32 of_hand = tile | rank | win | flag | kong | flower;  // the same for all readings
}  // namespace section

struct FactInfo {
    const char* name;
    const char* section_name;
    const char* condition;  // the expression, as written
    u32 section;
    int count_slot;         // -1 where it holds once at most
};
inline constexpr std::array<FactInfo, kFacts> kFactInfos = {{
#define FACT(in, name, expression) {#name, #in, #expression, section::in, -1},
#define COUNT(in, name, expression) {#name, #in, #expression, section::in, int(Count::name)},
#include "scoring/facts.def"
}};

// The facts of a section, and their counts, are numbered in a row from here.
constexpr int first_fact(u32 section) {
    int fact = 0;
    while (kFactInfos[fact].section != section) ++fact;
    return fact;
}
constexpr int first_count(u32 section) {
    int fact = first_fact(section);
    while (kFactInfos[fact].count_slot < 0) ++fact;
    return kFactInfos[fact].count_slot;
}
constexpr int counts_of(u32 section) {
    int counts = 0;
    for (const FactInfo& info : kFactInfos) counts += info.section == section && info.count_slot >= 0;
    return counts;
}

}  // namespace paili
