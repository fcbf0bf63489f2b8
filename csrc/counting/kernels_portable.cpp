// The kernels in plain C++, for every processor; the other variants must equal this one bit by bit.
#include "counting/kernels.hpp"
#include "counting/one_hand.hpp"
#include "counting/standard.hpp"

namespace paili::counting {
namespace {

constexpr int kFourGroups = 3 * 4 + 2;

bool fits(const Job& job, const Digest& hand) {
    if (!hand.sound || hand.tiles < 1 || hand.tiles > kFourGroups || hand.tiles % 3 == 0) return false;
    if (job.remainder && hand.tiles % 3 != job.remainder) return false;
    return job.plan.set == TileSet::standard || hand.word[3] == 0;
}

std::size_t shanten(const Job& job, const std::uint8_t* hands, std::size_t count, std::int8_t* shanten) {
    const bool specials = job.shapes & kCountedShapes;
    const std::uint8_t* class_of = job.class_of;
    const std::array<MergeView<Narrow>, 3> merges = job.merges;
    for (std::size_t i = 0; i < count; ++i) {
        const Digest hand(hands + kKinds * i, TileSet::standard);
        if (!fits(job, hand)) return i;
        const SuitClasses classes(class_of, power_of_5(9), hand.key);
        const int groups = hand.tiles / 3;
        int best = kFar;
        for (std::size_t c = 0; c < static_cast<std::size_t>(job.plan.count); ++c) {
            best = std::min(best, Sides(merges[c], classes, groups).missing);
            if (specials && groups == 4)
                best = std::min(best, sums_of(hand, job.plan.choices[c], job.shapes).missing(job.shapes, job.plan.choices[c]));
        }
        shanten[i] = static_cast<std::int8_t>(shanten_of(best));
    }
    return count;
}

inline std::uint64_t four_words(const std::uint16_t* words) {
    std::uint64_t four = 0;
    if constexpr (std::endian::native == std::endian::little) {
        std::memcpy(&four, words, sizeof four);
    } else {
        for (int i = 0; i < 4; ++i) four |= std::uint64_t{words[i]} << (16 * i);
    }
    return four;
}

// Which of the nine words share a bit with `splits`: four 16-bit lanes at a time, of which no word fills the top bit.
inline std::uint64_t ranks_in(const Row& row, std::uint16_t splits) {
    constexpr std::uint64_t kWords = 0x0001000100010001ull;
    const std::uint64_t wanted = splits * kWords;
    const std::uint64_t low = (four_words(row.word) & wanted) + 0x7FFF * kWords;
    const std::uint64_t high = (four_words(row.word + 4) & wanted) + 0x7FFF * kWords;
    const std::uint64_t found = (low >> 15 & kWords) | (high >> 11 & kWords << 4);
    return (found * 0x0001000200040008ull >> 48 & 0xFF) | std::uint64_t{(row.word[8] & splits) != 0} << 8;
}

std::uint64_t tiles_of_splits(const std::array<const Row*, 4>& rows, const std::array<std::uint16_t, 4>& splits) {
    std::uint64_t tiles = 0;
    for (std::size_t suit = 0; suit < 4; ++suit) tiles |= ranks_in(*rows[suit], splits[suit]) << (9 * suit);
    return tiles;
}

inline void fetch_soon([[maybe_unused]] const void* place) {
#if defined(__GNUC__)
    __builtin_prefetch(place);
#endif
}

// A hand with its rows found.
struct Found {
    Digest hand;
    std::array<const Row*, 4> rows;
    SuitClasses classes;

    Found() = default;
    Found(const Job& job, const std::uint8_t* counts) : hand(counts, TileSet::standard) {
        if (!hand.sound) return;
        for (std::size_t suit = 0; suit < 4; ++suit) {
            const std::uint32_t found = job.rows->row_of[hand.key[suit] + (suit == 3 ? job.suit_keys : 0)];
            rows[suit] = &job.rows->rows[found >> 8];
            classes.of[suit] = found & 0xFF;
            fetch_soon(rows[suit]);
        }
    }
};

Outcome outcome(const Job& job, const Found& found) {
    const SuitClasses& classes = found.classes;
    const int groups = found.hand.tiles / 3;
    Outcome out;
    for (std::size_t c = 0; c < static_cast<std::size_t>(job.plan.count); ++c) {
        const Sides sides(job.merges[c], classes, groups);
        const Choice& choice = job.plan.choices[c];
        if (sides.missing <= out.missing)
            out.take(sides.missing, tiles_of_splits(found.rows, splits_of(job.rests[c], classes, sides, groups)));
        if (groups == 4 && sums_of(found.hand, choice, job.shapes).missing(job.shapes, choice) <= out.missing)
            take_specials(out, found.hand, choice, job.shapes, job.plan.layout);
    }
    return out;
}

// Several hands at a time, first all their rows: so the cache misses of the big tables overlap.
constexpr std::size_t kTogether = 8;

std::size_t tiles(const Job& job, const std::uint8_t* hands, std::size_t count, std::int8_t* shanten,
                  std::uint64_t* tiles) {
    for (std::size_t first = 0; first < count; first += kTogether) {
        const std::size_t size = std::min(kTogether, count - first);
        std::array<Found, kTogether> found;
        for (std::size_t i = 0; i < size; ++i) found[i] = Found(job, hands + kKinds * (first + i));
        for (std::size_t i = 0; i < size; ++i) {
            if (!fits(job, found[i].hand) || found[i].hand.tiles % 3 != 1) return first + i;
            const Outcome out = outcome(job, found[i]);
            shanten[first + i] = static_cast<std::int8_t>(shanten_of(out.missing));
            tiles[first + i] = out.missing < kFar ? out.tiles : 0;
        }
    }
    return count;
}

void spread(const std::uint64_t* tiles, std::size_t count, std::uint8_t* rows) {
    for (std::size_t i = 0; i < count; ++i)
        for (int first = 0; first < kKinds; first += 8) {
            const std::uint64_t bits = (tiles[i] >> first & 0xFF) * kLanes & 0x8040201008040201ull;
            const std::uint64_t lanes = ((bits + 0x7F * kLanes) >> 7) & kLanes;
            store(rows + kKinds * i + first, lanes, first + 8 <= kKinds ? 8 : kKinds - first);
        }
}

void stream(const std::uint8_t* from, std::size_t size, std::uint8_t* to) { std::memcpy(to, from, size); }

}  // namespace

const Kernels kPortable{shanten, tiles, spread, stream};

}  // namespace paili::counting
