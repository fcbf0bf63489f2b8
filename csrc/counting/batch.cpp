#include "counting/batch.hpp"

#include <algorithm>
#include <cstring>

#include "counting/kernels.hpp"
#include "counting/one_hand.hpp"

namespace paili::counting {
namespace {

constexpr std::size_t kBlock = 256;  // hands whose scratch stays in the first cache

// Runs the kernels over a batch, the exact path over what they leave.
class Runner {
public:
    Runner(const Batch& batch, int remainder, bool want_tiles)
        : batch_(batch), plan_(plan_of(batch.query)), shapes_(batch.query.shapes()), remainder_(remainder),
          want_tiles_(want_tiles), fast_(!batch.held && Job::fits(plan_, shapes_)) {}

    // Fills shanten[i - from] (and tiles[i - from]) up to the first bad hand.
    std::size_t run(std::size_t from, std::size_t to, std::int8_t* shanten, std::uint64_t* tiles) const {
        if (!fast_) return exactly(from, to, shanten, tiles);
        const Job job(plan_, shapes_, remainder_, want_tiles_);
        const Kernels& kernel = kernels();
        for (std::size_t i = from; i < to;) {
            i += want_tiles_ ? kernel.tiles(job, batch_.hand(i), to - i, shanten + (i - from), tiles + (i - from))
                             : kernel.shanten(job, batch_.hand(i), to - i, shanten + (i - from));
            // One hand that a kernel cannot take seldom comes alone.
            const std::size_t stop = std::min(to, i + kBlock);
            const std::size_t bad = exactly(i, stop, shanten + (i - from), tiles ? tiles + (i - from) : nullptr);
            if (bad < stop) return bad;
            i = stop;
        }
        return to;
    }

private:
    std::size_t exactly(std::size_t from, std::size_t to, std::int8_t* shanten, std::uint64_t* tiles) const {
        for (std::size_t i = from; i < to; ++i) {
            const Given given{batch_.hand(i), batch_.held_by(i)};
            if (!sound(plan_, given, remainder_)) return i;
            const Outcome out = one_hand(plan_, shapes_, given, want_tiles_);
            shanten[i - from] = static_cast<std::int8_t>(shanten_of(out.missing));
            if (want_tiles_) tiles[i - from] = out.tiles;
        }
        return to;
    }

    const Batch& batch_;
    const Plan& plan_;
    std::uint32_t shapes_;
    int remainder_;
    bool want_tiles_, fast_;
};

// The ready hands of a block, side by side.
struct Ready {
    std::size_t count = 0;
    std::size_t place[kBlock];
    std::uint8_t hands[kBlock * kKinds], held[kBlock * kKinds];

    Ready(const Batch& batch, std::size_t from, std::size_t to, const std::int8_t* shanten) {
        for (std::size_t i = from; i < to; ++i) {
            if (shanten[i - from] != 0) continue;
            std::memcpy(hands + kKinds * count, batch.hand(i), kKinds);
            if (batch.held) std::memcpy(held + kKinds * count, batch.held_by(i), kKinds);
            place[count++] = i - from;
        }
    }
};

// Waits of [from, to), at most a block.
std::size_t block_waits(const Batch& batch, std::size_t from, std::size_t to, std::uint64_t* tiles) {
    std::int8_t shanten[kBlock];
    const std::size_t end = Runner(batch, 1, false).run(from, to, shanten, nullptr);
    std::fill(tiles, tiles + (end - from), 0);
    const Ready ready(batch, from, end, shanten);
    if (ready.count == 0) return end;
    const Batch only{batch.query, ready.hands, batch.held ? ready.held : nullptr, kKinds};
    std::uint64_t found[kBlock];
    Runner(only, 1, true).run(0, ready.count, shanten, found);
    for (std::size_t i = 0; i < ready.count; ++i) tiles[ready.place[i]] = found[i];
    return end;
}

// Waits that disregard whether a copy is left to be had.
std::size_t formal_waits(const Batch& batch, std::size_t from, std::size_t to, std::uint64_t* tiles) {
    const Plan& plan = plan_of(batch.query);
    const std::uint32_t shapes = batch.query.shapes();
    for (std::size_t i = from; i < to; ++i) {
        const Given given{batch.hand(i), batch.held_by(i)};
        if (!sound(plan, given, 1)) return i;
        const Outcome out = one_hand(plan, shapes, given, true, false);
        tiles[i - from] = (out.missing == 1 ? out.tiles : 0) | fifth_copies(plan, shapes, given);
    }
    return to;
}

template <class Masks>
std::size_t spread_blocks(std::size_t from, std::size_t to, std::uint8_t* out, Masks&& masks) {
    std::uint64_t tiles[kBlock];
    for (std::size_t i = from; i < to; i += kBlock) {
        const std::size_t stop = std::min(to, i + kBlock), end = masks(i, stop, tiles);
        kernels().spread(tiles, end - i, out + kKinds * (i - from));
        if (end < stop) return end;
    }
    return to;
}

// The hands that one hand of 3n + 2 tiles can become by a discard.
struct Discarded {
    int count = 0;
    int tile[kMaxTiles];
    std::uint8_t hands[kMaxTiles * kKinds], held[kMaxTiles * kKinds];

    Discarded(const std::uint8_t* counts, const std::uint8_t* held_by) {
        for (int kind = 0; kind < kKinds; ++kind) {
            if (counts[kind] == 0) continue;
            std::uint8_t* hand = hands + kKinds * count;
            std::memcpy(hand, counts, kKinds);
            --hand[kind];
            if (held_by) std::memcpy(held + kKinds * count, held_by, kKinds);
            tile[count++] = kind;
        }
    }
};

std::uint8_t live_copies(std::uint64_t tiles, const std::uint8_t* counts, const std::uint8_t* held,
                         const std::uint8_t* visible) {
    int live = 0;
    for (int tile = 0; tile < kKinds; ++tile) {
        const int gone = counts[tile] + (held ? held[tile] : 0) + (visible ? visible[tile] : 0);
        if (tiles >> tile & 1) live += std::max(0, kCopies - gone);
    }
    return static_cast<std::uint8_t>(live);
}

}  // namespace

std::size_t shanten(const Batch& batch, std::size_t from, std::size_t to, std::int8_t* out) {
    return Runner(batch, 0, false).run(from, to, out, nullptr);
}

std::size_t is_complete(const Batch& batch, std::size_t from, std::size_t to, std::uint8_t* out) {
    std::int8_t shanten[kBlock];
    for (std::size_t i = from; i < to; i += kBlock) {
        const std::size_t stop = std::min(to, i + kBlock);
        const std::size_t end = Runner(batch, 2, false).run(i, stop, shanten, nullptr);
        for (std::size_t j = i; j < end; ++j) out[j - from] = shanten[j - i] == -1;
        if (end < stop) return end;
    }
    return to;
}

std::size_t acceptance(const Batch& batch, std::size_t from, std::size_t to, std::uint8_t* out) {
    const Runner runner(batch, 1, true);
    return spread_blocks(from, to, out, [&](std::size_t i, std::size_t stop, std::uint64_t* tiles) {
        std::int8_t shanten[kBlock];
        return runner.run(i, stop, shanten, tiles);
    });
}

std::size_t waits(const Batch& batch, std::size_t from, std::size_t to, std::uint8_t* out) {
    return spread_blocks(from, to, out, [&](std::size_t i, std::size_t stop, std::uint64_t* tiles) {
        return waiting_tiles(batch, i, stop, tiles);
    });
}

std::size_t accepted_tiles(const Batch& batch, std::size_t from, std::size_t to, std::int8_t* shanten,
                           std::uint64_t* tiles) {
    return Runner(batch, 1, true).run(from, to, shanten, tiles);
}

std::size_t waiting_tiles(const Batch& batch, std::size_t from, std::size_t to, std::uint64_t* tiles) {
    return batch.query.formal() ? formal_waits(batch, from, to, tiles) : block_waits(batch, from, to, tiles);
}

std::size_t discards(const Batch& batch, std::size_t from, std::size_t to, const DiscardRows& rows) {
    const Plan& plan = plan_of(batch.query);
    for (std::size_t i = from; i < to; ++i) {
        const Given given{batch.hand(i), batch.held_by(i)};
        const std::uint8_t* visible = rows.visible ? rows.visible + rows.visible_stride * i : nullptr;
        if (!sound(plan, given, 2)) return i;
        const Discarded left(given.counts, given.held);
        const std::size_t count = static_cast<std::size_t>(left.count), row = kKinds * (i - from);
        std::int8_t shanten[kMaxTiles];
        std::uint64_t tiles[kMaxTiles];
        Runner({batch.query, left.hands, given.held ? left.held : nullptr, kKinds}, 1, true).run(0, count, shanten, tiles);
        std::fill_n(rows.shanten + row, kKinds, static_cast<std::int8_t>(kNever));
        std::fill_n(rows.tiles + row, kKinds, std::uint64_t{0});
        std::fill_n(rows.live + row, kKinds, std::uint8_t{0});
        for (std::size_t j = 0; j < count; ++j) {
            const std::size_t cell = row + static_cast<std::size_t>(left.tile[j]);
            rows.shanten[cell] = shanten[j];
            rows.tiles[cell] = tiles[j];
            rows.live[cell] = live_copies(tiles[j], given.counts, given.held, visible);
        }
    }
    return to;
}

void warm_up(const Query& query) {
    const Plan& plan = plan_of(query);
    if (!Job::fits(plan, query.shapes() | kStandard)) return;
    Job(plan, kStandard, 0, true);
}

}  // namespace paili::counting
