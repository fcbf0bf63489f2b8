// Masks over kinds and over the digits of a key, and what facts ask of them.
#pragma once

#include "common/tiles.hpp"

namespace paili {

// Octal digits of the honours, and of the suit tiles two patterns are made of.
inline constexpr u32 kWindDigits = digits(0, 3), kDragonDigits = digits(4, 6);
inline constexpr u32 kWhiteDragon = digits(4, 4), kGreenDragon = digits(5, 5);
inline constexpr u32 kGreenBamboo = digits(1, 3) | digits(5, 5) | digits(7, 7);
inline constexpr u32 kReversibleDots = digits(0, 4) | digits(7, 8);
inline constexpr u32 kReversibleBamboo = digits(1, 1) | digits(3, 5) | digits(7, 8);

// Masks over kinds.
inline constexpr u32 kOneSuit = (1u << kSuitBits) - 1;
inline constexpr u32 kFirstTwoSuits = (1u << 2 * kSuitBits) - 1;
inline constexpr u32 kRow = 1 | 1u << kSuitBits | 1u << 2 * kSuitBits;  // one rank in each suit
constexpr u64 row(int rank) { return u64{kRow} << rank; }
// Starts 1..last in every suit: keeps shifted masks from running into the next suit.
constexpr u32 starts_to(int last) { return kRow * ((1u << last) - 1); }

// The terminals depend on how many ranks a suit has.
constexpr u32 terminal_digits(const Layout& layout) {
    return digits(0, 0) | digits(layout.ranks - 1, layout.ranks - 1);
}
constexpr u64 terminal_or_honor_bits(const Layout& layout) {
    return row(0) | row(layout.ranks - 1) | kHonorKinds;
}

// Do three masks of one bit a suit (rows, already shifted to rank 0) have a suit each of its own?
constexpr bool across(u32 a, u32 b, u32 c) {
    const u32 b1 = b >> 10, b2 = b >> 20, c1 = c >> 10, c2 = c >> 20, a1 = a >> 10, a2 = a >> 20;
    return ((a & b1 & c2) | (a & b2 & c1) | (a1 & b & c2) | (a1 & b2 & c) | (a2 & b & c1) | (a2 & b1 & c)) & 1;
}

// A straight of three masks (as above) that runs over exactly two suits.
constexpr bool over_two_suits(u32 a, u32 b, u32 c) {
    auto and_another = [](u32 two, u32 third) { return two && (third & ~two || (third && std::popcount(two) > 1)); };
    return and_another(a & b, c) || and_another(a & c, b) || and_another(b & c, a);
}

// The ranks (as bits of the first suit) that stand in exactly two suits.
constexpr u32 in_two_suits(u32 groups) {
    const u32 m = groups & kOneSuit, p = groups >> 10 & kOneSuit, s = groups >> 20 & kOneSuit;
    return ((m & p) | (m & s) | (p & s)) & ~(m & p & s);
}

// Groups rising by one rank, each in a suit of its own.
constexpr bool stepped_across(u32 groups) {
    const u32 m = groups & kOneSuit, p = groups >> 10 & kOneSuit, s = groups >> 20 & kOneSuit;
    return ((m & p >> 1 & s >> 2) | (m & s >> 1 & p >> 2) | (p & m >> 1 & s >> 2) | (p & s >> 1 & m >> 2) |
            (s & m >> 1 & p >> 2) | (s & p >> 1 & m >> 2)) != 0;
}

// The lowest of every `steps` ranks in a row.
constexpr u32 rising(u32 ranks, int steps) {
    for (int step = 1; step < steps; ++step) ranks &= ranks >> 1;
    return ranks;
}

// Four groups rising by one rank, in two suits or three.
constexpr bool four_mixed_steps(u32 groups) {
    const u32 m = groups & kOneSuit, p = groups >> 10 & kOneSuit, s = groups >> 20 & kOneSuit;
    const u32 m4 = rising(m & ~(p | s), 4), p4 = rising(p & ~(m | s), 4), s4 = rising(s & ~(m | p), 4);
    return (rising(m | p | s, 4) & ~(m4 | p4 | s4)) != 0;
}

// Three groups rising by one rank, in exactly two suits.
constexpr bool two_suit_steps(u32 groups) {
    const u32 m = groups & kOneSuit, p = groups >> 10 & kOneSuit, s = groups >> 20 & kOneSuit;
    auto both = [](u32 a, u32 b) { return rising(a | b, 3) & ~rising(a & ~b, 3) & ~rising(b & ~a, 3); };
    return (both(m, p) | both(m, s) | both(p, s)) != 0;
}

// 123 and 789 in two suits and a pair of fives in the third.
constexpr bool three_suited_terminals(u32 chows, u64 pair) {
    const u32 both = chows & chows >> 6 & kRow;
    const u32 fives = u32(pair >> 4) & kRow;
    return std::popcount(both) == 2 && fives != 0 && (both & fives) == 0;
}

}  // namespace paili
