// The exact distance of one suit, the seed of every table of this room.
//
// Read a suit rank by rank. At each rank choose how many chows begin here (three equal chows are three pungs,
// so at most two), and whether a pung or the pair stands here; pay the tiles which the hand lacks. What must be
// remembered is only how many chows were begun at the last two ranks, so a suit is a walk over nine states.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace paili::counting {

inline constexpr int kMaxGroups = 5;
inline constexpr int kCopies = 4;
inline constexpr std::uint8_t kFar = 64;  // cannot be reached; more than any hand lacks
inline constexpr std::uint64_t kFarBytes = 0x0101010101010101ull * kFar;

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

#if defined(__GNUC__)
// The same code for every processor, but sixteen entries at once: vectors of the compiler, not of the machine.
using Bytes16 = std::uint8_t __attribute__((vector_size(16)));
using Words2 = std::uint64_t __attribute__((vector_size(16)));

template <class Vector>
Vector load(const Needs& needs) {
    Vector vector;
    std::memcpy(&vector, needs.at, sizeof vector);
    return vector;
}
template <class Vector>
Needs needs_of(const Vector& vector) {
    Needs needs;
    std::memcpy(needs.at, &vector, sizeof vector);
    return needs;
}
#endif

// The same needs with `groups` more groups to show for it.
inline Needs with_groups(const Needs& from, int groups) {
    if (groups == 0) return from;
#if defined(__GNUC__)
    if constexpr (std::endian::native == std::endian::little) {
        const std::uint64_t fill = kFarBytes >> (64 - 8 * groups);
        return needs_of(load<Words2>(from) << static_cast<std::uint64_t>(8 * groups) | Words2{fill, fill});
    }
#endif
    Needs to = Needs::unreachable();
    for (int i = 0; i < 16; ++i)
        if (i % 8 >= groups) to.at[i] = from.at[i - groups];
    return to;
}

inline Needs with_pair(const Needs& from) {
#if defined(__GNUC__)
    return needs_of(Words2{kFarBytes, load<Words2>(from)[0]});
#else
    Needs to = Needs::unreachable();
    std::memcpy(to.at + 8, from.at, 8);
    return to;
#endif
}

inline void forget_above(Needs& needs, int groups) {
    for (int half = 0; half < 16; half += 8)
        for (int g = groups + 1; g < 8; ++g) needs.at[half + g] = kFar;
}

// Keep the better of `to` and `from` at a price; prices are small enough that nothing wraps.
inline void relax(Needs& to, const Needs& from, int price) {
    const auto cost = static_cast<std::uint8_t>(price);
#if defined(__GNUC__)
    const Bytes16 old = load<Bytes16>(to), paid = load<Bytes16>(from) + cost;
    to = needs_of(paid < old ? paid : old);
#else
    for (int i = 0; i < 16; ++i) {
        const auto paid = static_cast<std::uint8_t>(from.at[i] + cost);
        to.at[i] = paid < to.at[i] ? paid : to.at[i];
    }
#endif
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

// The walk backwards, from what is yet to pay after a rank to what is yet to pay before it: to_go.open[state] at
// [8 * pair + g] is the least price of everything to come for a hand that has come there with g groups.
inline Needs before_groups(const Needs& to_go, int groups) {
    if (groups == 0) return to_go;
#if defined(__GNUC__)
    if constexpr (std::endian::native == std::endian::little) {
        const std::uint64_t fill = kFarBytes << (64 - 8 * groups);
        return needs_of(load<Words2>(to_go) >> static_cast<std::uint64_t>(8 * groups) | Words2{fill, fill});
    }
#endif
    Needs from = Needs::unreachable();
    for (int i = 0; i < 16; ++i)
        if (i % 8 + groups < 8) from.at[i] = to_go.at[i + groups];
    return from;
}

inline Needs before_pair(const Needs& to_go) {
#if defined(__GNUC__)
    return needs_of(Words2{load<Words2>(to_go)[1], kFarBytes});
#else
    Needs from = Needs::unreachable();
    std::memcpy(from.at, to_go.at + 8, 8);
    return from;
#endif
}

inline Walk step_back(const Walk& to_go, int have, int may, int left) {
    const auto price = [have](int want) { return std::max(0, want - have); };
    Walk before;
    before.open.fill(Needs::unreachable());
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < (left >= 1 ? 3 : 1); ++b)
            for (int begun = 0; begun < (left >= 2 ? 3 : 1) && a + b + begun <= may; ++begun) {
                Needs& from = before.open[static_cast<std::size_t>(3 * a + b)];
                const Needs to = before_groups(to_go.open[static_cast<std::size_t>(3 * b + begun)], begun);
                const int base = a + b + begun;
                relax(from, to, price(base));
                if (base + 2 <= may) relax(from, before_pair(to), price(base + 2));
                if (base + 3 <= may) relax(from, before_groups(to, 1), price(base + 3));
            }
    return before;
}

// The least price of a whole walk: what is paid so far and what is to go.
inline int meet(const Walk& paid, const Walk& to_go) {
    Needs best = Needs::unreachable();
    for (std::size_t state = 0; state < 9; ++state) {
#if defined(__GNUC__)
        const Bytes16 whole = load<Bytes16>(paid.open[state]) + load<Bytes16>(to_go.open[state]);
        relax(best, needs_of(whole), 0);
#else
        for (int i = 0; i < 16; ++i)
            best.at[i] = static_cast<std::uint8_t>(lesser(best.at[i], paid.open[state].at[i] + to_go.open[state].at[i]));
#endif
    }
    return *std::min_element(best.at, best.at + 16);
}

// Honours make no chows.
inline Needs step(const Needs& needs, int have, int may) {
    Needs next = Needs::unreachable();
    stand(next, needs, 0, have, may);
    return next;
}

}  // namespace paili::counting
