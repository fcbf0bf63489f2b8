// The exact distance of one suit, the seed of every table of this room.
//
// Read a suit rank by rank. At each rank choose how many chows begin here (three equal chows are three pungs,
// so at most two), and whether a pung or the pair stands here; pay the tiles which the hand lacks. What must be
// remembered is only how many chows were begun at the last two ranks, so a suit is a walk over nine states.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace paili::counting {

inline constexpr int kMaxGroups = 5;
inline constexpr int kCopies = 4;
inline constexpr std::uint8_t kFar = 64;  // cannot be reached; more than any hand lacks

// Not std::min: a template made within a file for AVX would be shared with the files that are not.
inline int lesser(int a, int b) { return a < b ? a : b; }

// Fewest missing tiles for g groups without (pair = 0) and with (pair = 1) a pair, at[8 * pair + g].
struct alignas(16) Needs {
    std::uint8_t at[16];

    static Needs unreachable() {
        Needs needs;
        std::memset(needs.at, kFar, sizeof needs.at);
        return needs;
    }
    static Needs nothing() {  // no group, no pair: costs nothing, and is all there is
        Needs needs = unreachable();
        needs.at[0] = 0;
        return needs;
    }
    bool operator==(const Needs& other) const { return std::memcmp(at, other.at, sizeof at) == 0; }
};

// The same needs with `groups` more groups to show for it.
inline Needs with_groups(const Needs& from, int groups) {
    if (groups == 0) return from;
    Needs to = Needs::unreachable();
    for (int half = 0; half < 16; half += 8)
        std::memcpy(to.at + half + groups, from.at + half, static_cast<std::size_t>(8 - groups));
    return to;
}

inline Needs with_pair(const Needs& from) {
    Needs to = Needs::unreachable();
    std::memcpy(to.at + 8, from.at, 8);
    return to;
}

inline void forget_above(Needs& needs, int groups) {
    for (int half = 0; half < 16; half += 8)
        for (int g = groups + 1; g < 8; ++g) needs.at[half + g] = kFar;
}

// Keep the better of `to` and `from` at a price; prices are small enough that nothing wraps.
inline void relax(Needs& to, const Needs& from, int price) {
    for (int i = 0; i < 16; ++i) {
        const auto paid = static_cast<std::uint8_t>(from.at[i] + price);
        to.at[i] = paid < to.at[i] ? paid : to.at[i];
    }
}

// What two suits need together.
inline Needs merge(const Needs& a, const Needs& b) {
    Needs both = Needs::unreachable();
    const Needs paired = with_pair(b);
    for (int groups = 0; groups <= kMaxGroups; ++groups) {
        relax(both, with_groups(b, groups), a.at[groups]);
        relax(both, with_groups(paired, groups), a.at[8 + groups]);
    }
    return both;
}

inline int missing(const Needs& a, const Needs& b, int groups) {
    int best = kFar;
    for (int i = 0; i <= groups; ++i)
        best = std::min({best, a.at[i] + b.at[8 + groups - i], a.at[8 + i] + b.at[groups - i]});
    return best;
}

// Which entries of `own` take part in a best way to finish, given the needs of everything else: bit 8 * pair + g.
inline std::uint16_t best_splits(const Needs& own, const Needs& rest, int groups) {
    const int best = missing(own, rest, groups);
    unsigned splits = 0;
    if (best >= kFar) return 0;
    for (int i = 0; i <= groups; ++i) {
        if (own.at[i] + rest.at[8 + groups - i] == best) splits |= 1u << i;
        if (own.at[8 + i] + rest.at[groups - i] == best) splits |= 1u << (8 + i);
    }
    return static_cast<std::uint16_t>(splits);
}

inline std::uint16_t lower_entries(const Needs& after, const Needs& before) {
    unsigned lower = 0;
    for (int i = 0; i < 16; ++i) lower |= static_cast<unsigned>(after.at[i] < before.at[i]) << i;
    return static_cast<std::uint16_t>(lower);
}

// A suit read up to some rank: open[3 * a + b] after a chows begun at the last rank but one and b at the last.
struct Walk {
    std::array<Needs, 9> open;

    static Walk start() {
        Walk walk;
        walk.open.fill(Needs::unreachable());
        walk.open[0] = Needs::nothing();
        return walk;
    }
    bool operator==(const Walk& other) const { return open == other.open; }
};

// One target amount at one rank: `base` tiles for chows, alone or with a pung or the pair.
inline void stand(Needs& to, const Needs& from, int base, int have, int may) {
    const auto price = [have](int want) { return std::max(0, want - have); };
    relax(to, from, price(base));
    if (base + 2 <= may) relax(to, with_pair(from), price(base + 2));
    if (base + 3 <= may) relax(to, with_groups(from, 1), price(base + 3));
}

// Read the next rank: `have` tiles of it in hand, at most `may` of it in the finished hand; `left` ranks follow.
inline Walk step(const Walk& walk, int have, int may, int left) {
    Walk next;
    next.open.fill(Needs::unreachable());
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < (left >= 1 ? 3 : 1); ++b)
            for (int begun = 0; begun < (left >= 2 ? 3 : 1) && a + b + begun <= may; ++begun)
                stand(next.open[static_cast<std::size_t>(3 * b + begun)],
                      with_groups(walk.open[static_cast<std::size_t>(3 * a + b)], begun), a + b + begun, have, may);
    return next;
}

// Honours make no chows.
inline Needs step(const Needs& needs, int have, int may) {
    Needs next = Needs::unreachable();
    stand(next, needs, 0, have, may);
    return next;
}

}  // namespace paili::counting
