#include "counting/batch.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>

#include "counting/kernels.hpp"
#include "counting/one_hand.hpp"

namespace paili::counting {
namespace {

constexpr std::size_t kBlock = 256;          // hands whose scratch stays in the first cache
constexpr std::size_t kCached = 1'000'000;   // bytes of output that may stay in a cache until they are read

// Rows of hands and, unless null, of the copies they hold in melds (stride 0: one row serves all).
struct Rows {
    const std::uint8_t *hands, *held;
    std::size_t held_stride;

    explicit Rows(const Batch& batch) : hands(batch.hands), held(batch.held), held_stride(batch.held_stride) {}
    Rows(const std::uint8_t* hands, const std::uint8_t* held) : hands(hands), held(held), held_stride(kKinds) {}

    const std::uint8_t* hand(std::size_t i) const { return hands + kKinds * i; }
    Given given(std::size_t i) const { return {hand(i), held ? held + held_stride * i : nullptr}; }
};

// Answers one query: by the kernels where they fit, by the exact path where not.
class Runner {
public:
    Runner(const Query& query, int remainder, bool want_tiles)
        : plan_(plan_of(query)), shapes_(query.shapes()), remainder_(remainder), want_tiles_(want_tiles),
          kernels_(kernels()) {
        if (Job::fits(plan_, shapes_)) job_.emplace(plan_, shapes_, remainder, want_tiles);
    }

    // Fills shanten[i - from] (and tiles[i - from]) up to the first bad hand.
    std::size_t run(const Rows& rows, std::size_t from, std::size_t to, std::int8_t* shanten,
                    std::uint64_t* tiles = nullptr) const {
        if (!job_ || rows.held) return exactly(rows, from, to, shanten, tiles);
        for (std::size_t i = from; i < to;) {
            i += want_tiles_ ? kernels_.tiles(*job_, rows.hand(i), to - i, shanten + (i - from), tiles + (i - from))
                             : kernels_.shanten(*job_, rows.hand(i), to - i, shanten + (i - from));
            // One hand that a kernel cannot take seldom comes alone.
            const std::size_t stop = std::min(to, i + kBlock);
            const std::size_t bad = exactly(rows, i, stop, shanten + (i - from), tiles ? tiles + (i - from) : nullptr);
            if (bad < stop) return bad;
            i = stop;
        }
        return to;
    }

private:
    std::size_t exactly(const Rows& rows, std::size_t from, std::size_t to, std::int8_t* shanten,
                        std::uint64_t* tiles) const {
        for (std::size_t i = from; i < to; ++i) {
            const Given given = rows.given(i);
            const Digest hand(given.counts, plan_.set);
            if (!(given.held ? sound(plan_, given, remainder_) : sound(plan_, hand, remainder_))) return i;
            const Outcome out = one_hand(plan_, shapes_, given, hand, want_tiles_);
            shanten[i - from] = static_cast<std::int8_t>(shanten_of(out.missing));
            if (want_tiles_) tiles[i - from] = out.tiles;
        }
        return to;
    }

    const Plan& plan_;
    std::uint32_t shapes_;
    int remainder_;
    bool want_tiles_;
    const Kernels& kernels_;
    std::optional<Job> job_;
};

// Finds the waits of blocks: the distance of every hand, then the tiles of the ready ones, side by side.
class Waits {
public:
    explicit Waits(const Query& query) : query_(query), shanten_(query, 1, false) {}

    // At most a block.
    std::size_t find(const Rows& rows, std::size_t from, std::size_t to, std::uint64_t* tiles) {
        const std::size_t end = shanten_.run(rows, from, to, distance_);
        std::fill(tiles, tiles + (end - from), 0);
        const std::size_t count = gather_ready(rows, from, end);
        if (count == 0) return end;
        if (!tiles_) tiles_.emplace(query_, 1, true);
        tiles_->run({hands_, rows.held ? held_ : nullptr}, 0, count, distance_, found_);
        for (std::size_t i = 0; i < count; ++i) tiles[place_[i]] = found_[i];
        return end;
    }

private:
    std::size_t gather_ready(const Rows& rows, std::size_t from, std::size_t to) {
        std::size_t count = 0;
        for (std::size_t i = from; i < to; ++i) {  // no branch: ready hands come without warning
            place_[count] = i - from;
            count += distance_[i - from] == 0;
        }
        for (std::size_t i = 0; i < count; ++i) {
            const Given given = rows.given(from + place_[i]);
            std::memcpy(hands_ + kKinds * i, given.counts, kKinds);
            if (given.held) std::memcpy(held_ + kKinds * i, given.held, kKinds);
        }
        return count;
    }

    Query query_;
    Runner shanten_;
    std::optional<Runner> tiles_;  // needs more tables, so only when some hand is ready
    std::int8_t distance_[kBlock];
    std::uint64_t found_[kBlock];
    std::size_t place_[kBlock + 1];
    std::uint8_t hands_[kBlock * kKinds], held_[kBlock * kKinds];
};

// Waits that disregard whether a copy is left to be had.
std::size_t formal_waits(const Query& query, const Rows& rows, std::size_t from, std::size_t to, std::uint64_t* tiles) {
    const Plan& plan = plan_of(query);
    const std::uint32_t shapes = query.shapes();
    for (std::size_t i = from; i < to; ++i) {
        const Given given = rows.given(i);
        if (!sound(plan, given, 1)) return i;
        const Outcome out = one_hand(plan, shapes, given, Digest(given.counts, plan.set), true, false);
        tiles[i - from] = (out.missing == 1 ? out.tiles : 0) | fifth_copies(plan, shapes, given);
    }
    return to;
}

// Blocks of tiles to rows; a big output goes past the caches, which it would only empty.
template <class Masks>
std::size_t spread_blocks(std::size_t from, std::size_t to, std::uint8_t* out, Masks&& masks) {
    const Kernels& kernel = kernels();
    const bool big = (to - from) * kKinds > kCached;
    std::uint64_t tiles[kBlock];
    std::uint8_t rows[kBlock * kKinds];
    for (std::size_t i = from; i < to; i += kBlock) {
        const std::size_t stop = std::min(to, i + kBlock), end = masks(i, stop, tiles);
        std::uint8_t* place = out + kKinds * (i - from);
        kernel.spread(tiles, end - i, big ? rows : place);
        if (big) kernel.stream(rows, kKinds * (end - i), place);
        if (end < stop) return end;
    }
    return to;
}

// The hands that hands of 3n + 2 tiles can become by a discard, several hands' side by side.
struct Discarded {
    static constexpr std::size_t kRoom = kBlock + kKinds;

    std::size_t count = 0;
    std::size_t hand[kRoom], tile[kRoom];
    std::uint8_t hands[kRoom * kKinds], held[kRoom * kKinds];

    void add(std::size_t index, const Given& given) {
        for (std::size_t kind = 0; kind < kKinds; ++kind) {
            if (given.counts[kind] == 0) continue;
            std::memcpy(hands + kKinds * count, given.counts, kKinds);
            if (given.held) std::memcpy(held + kKinds * count, given.held, kKinds);
            --hands[kKinds * count + kind];
            hand[count] = index;
            tile[count++] = kind;
        }
    }
};

std::uint8_t live_copies(std::uint64_t tiles, const Given& given, const std::uint8_t* visible) {
    int live = 0;
    for (; tiles; tiles &= tiles - 1) {
        const int tile = std::countr_zero(tiles);
        const int gone = given.counts[tile] + (given.held ? given.held[tile] : 0) + (visible ? visible[tile] : 0);
        live += std::max(0, kCopies - gone);
    }
    return static_cast<std::uint8_t>(live);
}

}  // namespace

std::size_t shanten(const Batch& batch, std::size_t from, std::size_t to, std::int8_t* out) {
    return Runner(batch.query, 0, false).run(Rows(batch), from, to, out);
}

std::size_t is_complete(const Batch& batch, std::size_t from, std::size_t to, std::uint8_t* out) {
    const Runner runner(batch.query, 2, false);
    std::int8_t shanten[kBlock];
    for (std::size_t i = from; i < to; i += kBlock) {
        const std::size_t stop = std::min(to, i + kBlock);
        const std::size_t end = runner.run(Rows(batch), i, stop, shanten);
        for (std::size_t j = i; j < end; ++j) out[j - from] = shanten[j - i] == -1;
        if (end < stop) return end;
    }
    return to;
}

std::size_t acceptance(const Batch& batch, std::size_t from, std::size_t to, std::uint8_t* out) {
    const Runner runner(batch.query, 1, true);
    std::int8_t shanten[kBlock];
    return spread_blocks(from, to, out, [&](std::size_t i, std::size_t stop, std::uint64_t* tiles) {
        return runner.run(Rows(batch), i, stop, shanten, tiles);
    });
}

std::size_t waits(const Batch& batch, std::size_t from, std::size_t to, std::uint8_t* out) {
    Waits finder(batch.query);
    return spread_blocks(from, to, out, [&](std::size_t i, std::size_t stop, std::uint64_t* tiles) {
        return batch.query.formal() ? formal_waits(batch.query, Rows(batch), i, stop, tiles)
                                    : finder.find(Rows(batch), i, stop, tiles);
    });
}

std::size_t accepted_tiles(const Batch& batch, std::size_t from, std::size_t to, std::int8_t* shanten,
                           std::uint64_t* tiles) {
    return Runner(batch.query, 1, true).run(Rows(batch), from, to, shanten, tiles);
}

std::size_t waiting_tiles(const Batch& batch, std::size_t from, std::size_t to, std::uint64_t* tiles) {
    if (batch.query.formal()) return formal_waits(batch.query, Rows(batch), from, to, tiles);
    return Waits(batch.query).find(Rows(batch), from, to, tiles);
}

std::size_t discards(const Batch& batch, std::size_t from, std::size_t to, const DiscardRows& out) {
    const Plan& plan = plan_of(batch.query);
    const Runner runner(batch.query, 1, true);
    const Rows rows(batch);
    std::fill_n(out.shanten, kKinds * (to - from), static_cast<std::int8_t>(kNever));
    std::fill_n(out.tiles, kKinds * (to - from), std::uint64_t{0});
    std::fill_n(out.live, kKinds * (to - from), std::uint8_t{0});
    Discarded left;
    std::int8_t shanten[Discarded::kRoom];
    std::uint64_t tiles[Discarded::kRoom];
    for (std::size_t i = from; i < to;) {
        left.count = 0;
        for (; i < to && left.count < kBlock; ++i) {
            if (!sound(plan, rows.given(i), 2)) return i;
            left.add(i, rows.given(i));
        }
        runner.run({left.hands, rows.held ? left.held : nullptr}, 0, left.count, shanten, tiles);
        for (std::size_t j = 0; j < left.count; ++j) {
            const std::size_t hand = left.hand[j], cell = kKinds * (hand - from) + left.tile[j];
            out.shanten[cell] = shanten[j];
            out.tiles[cell] = tiles[j];
            out.live[cell] = live_copies(tiles[j], rows.given(hand),
                                         out.visible ? out.visible + out.visible_stride * hand : nullptr);
        }
    }
    return to;
}

void warm_up(const Query& query) {
    const Plan& plan = plan_of(query);
    if (Job::fits(plan, kStandard)) {
        Job(plan, kStandard, 0, true);
        return;
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(plan.count); ++i) wide_rests(plan.set, plan.choices[i].allowed);
}

}  // namespace paili::counting
