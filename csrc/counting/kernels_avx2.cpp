// The kernels for AVX2: eight hands a step, two in a register, their keys and counts by vectors, the tables by
// plain loads (gathers gain nothing here). A step in which anything is wrong is left to the portable kernel.
#include "counting/kernels.hpp"

#if PAILI_X86

#include <immintrin.h>

#include "counting/one_hand.hpp"
#include "counting/standard.hpp"

PAILI_TARGET_BEGIN("avx2,bmi")

namespace paili::counting {
namespace {

constexpr std::size_t kStep = 8;
constexpr std::size_t kAhead = 4096;  // bytes of hands to fetch ahead: the processor follows only to the end of a page

// A hand is read as three overlapping parts, tiles 0-15, 9-24 and 18-33, so that suits 0 and 1 begin a part and
// the last one holds suit 2 and the honours. Of the middle part only tiles 16 and 17 are not in the others.
struct Parts {
    __m256i low, middle, high;
};

inline __m256i two(const std::uint8_t* first, const std::uint8_t* second) {
    const __m128i a = _mm_loadu_si128(reinterpret_cast<const __m128i*>(first));
    return _mm256_inserti128_si256(_mm256_castsi128_si256(a), _mm_loadu_si128(reinterpret_cast<const __m128i*>(second)), 1);
}

inline Parts read_two(const std::uint8_t* hand) {
    const std::uint8_t* next = hand + kKinds;
    return {two(hand, next), two(hand + 9, next + 9), two(hand + 18, next + 18)};
}

inline __m256i twice128(__m128i half) { return _mm256_broadcastsi128_si256(half); }

// Keys of two hands, the four suits of a hand side by side, clipped to their tables.
inline __m256i keys_of(const Parts& parts) {
    const __m256i weights = twice128(_mm_setr_epi8(1, 5, 25, 125, 1, 5, 25, 125, 125, 0, 0, 0, 0, 0, 0, 0));
    const __m256i powers = twice128(_mm_setr_epi16(1, 1, 625, 625, 3125, 0, 0, 0));
    const __m256i honor_weights = twice128(_mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 5, 25, 1, 5, 1, 5));
    const __m256i honor_powers = twice128(_mm_setr_epi16(0, 0, 0, 0, 1, 1, 125, 3125));
    constexpr int suit_most = power_of_5(9) - 1, honor_most = power_of_5(7) - 1;
    const __m256i most = twice128(_mm_setr_epi32(suit_most, suit_most, suit_most, honor_most));
    const __m256i m = _mm256_madd_epi16(_mm256_maddubs_epi16(parts.low, weights), powers);
    const __m256i p = _mm256_madd_epi16(_mm256_maddubs_epi16(parts.middle, weights), powers);
    const __m256i s = _mm256_madd_epi16(_mm256_maddubs_epi16(parts.high, weights), powers);
    const __m256i z = _mm256_madd_epi16(_mm256_maddubs_epi16(parts.high, honor_weights), honor_powers);
    const __m256i keys = _mm256_hadd_epi32(_mm256_hadd_epi32(m, p), _mm256_hadd_epi32(s, z));
    return _mm256_min_epu32(keys, most);
}

// Sums over the masked bytes, in two 64-bit lanes a hand.
inline __m256i sum_of(const Parts& parts, const PartMasks& masks) {
    const __m128i* mask = reinterpret_cast<const __m128i*>(masks.bytes);
    const __m256i low = _mm256_and_si256(parts.low, twice128(mask[0]));
    const __m256i middle = _mm256_and_si256(parts.middle, twice128(mask[1]));
    const __m256i high = _mm256_and_si256(parts.high, twice128(mask[2]));
    return _mm256_sad_epu8(_mm256_add_epi8(low, _mm256_add_epi8(middle, high)), _mm256_setzero_si256());
}

// All tiles: of the middle part only the two which the others lack.
inline __m256i sum_of(const Parts& parts) {
    const __m256i lacking = twice128(_mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, -1, -1, 0, 0, 0, 0, 0, 0, 0));
    const __m256i bytes = _mm256_add_epi8(parts.low, _mm256_add_epi8(_mm256_and_si256(parts.middle, lacking), parts.high));
    return _mm256_sad_epu8(bytes, _mm256_setzero_si256());
}

inline Parts look_up(const Parts& parts, __m256i table) {
    return {_mm256_shuffle_epi8(table, parts.low), _mm256_shuffle_epi8(table, parts.middle),
            _mm256_shuffle_epi8(table, parts.high)};
}

// Eight hands read: their suit keys, groups and sums.
struct Eight {
    alignas(32) std::uint32_t key[kStep][4];
    std::uint64_t sums[3][kStep];  // per choice of suits, in 16-bit fields: tiles, pairs, orphans, quads
    int groups[kStep];

    Sums sums_in(std::size_t c, std::size_t j) const {
        const std::uint64_t fields = sums[c][j];
        return {static_cast<int>(fields >> 16 & 127), static_cast<int>(fields >> 32 & 127),
                static_cast<int>(fields >> 48 & 127)};
    }

    // False where some hand is not for this kernel.
    bool read(const Job& job, const std::uint8_t* hands) {
        const __m256i kinds = twice128(_mm_setr_epi8(0, 1, 17, 17, 17, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
        const __m256i halves = twice128(_mm_setr_epi8(0, 1, 16, 17, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
        const bool quads = job.shapes & kSevenPairsWithQuads;
        __m256i wrong = _mm256_setzero_si256();
        for (std::size_t i = 0; i < kStep; i += 2) {
            const Parts parts = read_two(hands + kKinds * i);
            const __m256i most = _mm256_max_epu8(parts.low, _mm256_max_epu8(parts.middle, parts.high));
            wrong = _mm256_or_si256(wrong, _mm256_subs_epu8(most, _mm256_set1_epi8(kCopies)));
            if (job.plan.set == TileSet::suits) wrong = _mm256_or_si256(wrong, sum_of(parts, job.plan.outside));
            _mm256_store_si256(reinterpret_cast<__m256i*>(key[i]), keys_of(parts));
            const __m256i tiles = sum_of(parts);
            const Parts kind = look_up(parts, kinds);
            for (int c = 0; c < job.plan.count; ++c) {
                const Choice& choice = job.plan.choices.data()[c];
                __m256i sum = _mm256_or_si256(tiles, _mm256_slli_epi64(sum_of(kind, choice.parts), 16));
                sum = _mm256_or_si256(sum, _mm256_slli_epi64(sum_of(kind, choice.orphan_parts), 32));
                if (quads) sum = _mm256_or_si256(sum, _mm256_slli_epi64(sum_of(look_up(parts, halves), choice.parts), 48));
                sum = _mm256_add_epi64(sum, _mm256_unpackhi_epi64(sum, sum));
                sums[c][i] = static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm256_castsi256_si128(sum)));
                sums[c][i + 1] = static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm256_extracti128_si256(sum, 1)));
            }
        }
        bool sound = _mm256_testz_si256(wrong, wrong);
        for (std::size_t i = 0; i < kStep; ++i) {
            groups[i] = kGroupsOf.of[job.remainder][sums[0][i] & 0xFF];
            sound &= groups[i] != kNoGroups;
        }
        return sound;
    }
};

// Calls `judge` for every hand of whole steps; stops before the first step in which one is not for this kernel.
template <class Judge>
std::size_t each_step(const Job& job, const std::uint8_t* hands, std::size_t count, Judge&& judge) {
    Eight read;
    std::size_t i = 0;
    for (; i + kStep <= count && read.read(job, hands + kKinds * i); i += kStep) {
        judge.start(read, hands + kKinds * i);
        for (std::size_t j = 0; j < kStep; ++j) judge.one(read, j, i + j);
    }
    return i;
}

struct Shanten {
    const Job& job;
    std::int8_t* out;
    const std::uint8_t* class_of;
    const MergeView<Narrow>* merges;

    void start(const Eight&, const std::uint8_t* step) const {
        for (std::size_t line = 0; line < kStep * kKinds; line += 64)
            _mm_prefetch(reinterpret_cast<const char*>(reinterpret_cast<std::uintptr_t>(step) + kAhead + line), _MM_HINT_T0);
    }

    void one(const Eight& read, std::size_t j, std::size_t place) const {
        const SuitClasses classes(class_of, power_of_5(9), read.key[j]);
        const int groups = read.groups[j];
        int best = kFar;
        for (std::size_t c = 0; c < static_cast<std::size_t>(job.plan.count); ++c) {
            best = lesser(best, Sides<Narrow>(merges[c], classes, groups).missing);
            if (groups == 4) best = lesser(best, read.sums_in(c, j).missing(job.shapes, job.plan.choices.data()[c]));
        }
        out[place] = static_cast<std::int8_t>(shanten_of(best));
    }
};

std::size_t shanten(const Job& job, const std::uint8_t* hands, std::size_t count, std::int8_t* out) {
    const std::array<MergeView<Narrow>, 3> merges = job.merges;
    const std::size_t done = each_step(job, hands, count, Shanten{job, out, job.class_of, merges.data()});
    return done + kPortable.shanten(job, hands + kKinds * done, count - done, out + done);
}

// ---- tiles ----------------------------------------------------------------------------------------------------

// Words of two rows that share a bit with their splits, as tiles of two neighbouring suits.
inline std::uint64_t tiles_of_two(const Row& a, std::uint16_t splits_a, const Row& b, std::uint16_t splits_b) {
    const __m256i zero = _mm256_setzero_si256();
    const __m256i in_a = _mm256_and_si256(_mm256_load_si256(reinterpret_cast<const __m256i*>(a.word)),
                                          _mm256_set1_epi16(static_cast<short>(splits_a)));
    const __m256i in_b = _mm256_and_si256(_mm256_load_si256(reinterpret_cast<const __m256i*>(b.word)),
                                          _mm256_set1_epi16(static_cast<short>(splits_b)));
    const __m256i none = _mm256_packs_epi16(_mm256_cmpeq_epi16(in_a, zero), _mm256_cmpeq_epi16(in_b, zero));
    // Bytes: ranks 1-8 of a, of b, then from rank 9 on of a, of b.
    const std::uint32_t bits = ~static_cast<std::uint32_t>(_mm256_movemask_epi8(none));
    return (bits & 0xFF) | (bits >> 8 & 0x100) | (bits >> 8 & 0xFF) << 9 | std::uint64_t{bits >> 24 & 1} << 17;
}

// Tiles of which a hand has more than `least`.
inline std::uint64_t tiles_above(const std::uint8_t* hand, int least) {
    const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(hand));
    const __m256i above = _mm256_cmpgt_epi8(bytes, _mm256_set1_epi8(static_cast<char>(least)));
    return static_cast<std::uint32_t>(_mm256_movemask_epi8(above)) | std::uint64_t{hand[32] > least} << 32 |
           std::uint64_t{hand[33] > least} << 33;
}

struct Tiles {
    const Job& job;
    const std::uint8_t* hands;
    std::int8_t* shanten;
    std::uint64_t* tiles;
    const Row* rows_of[kStep][4];
    SuitClasses classes_of[kStep];

    // The big tables first, so that their cache misses overlap.
    void start(const Eight& read, const std::uint8_t*) {
        for (std::size_t j = 0; j < kStep; ++j)
            for (int suit = 0; suit < 4; ++suit) {
                const std::uint32_t key = read.key[j][suit] + (suit == 3 ? job.suit_keys : 0);
                const std::uint32_t found = job.rows->row_of.data()[key];
                rows_of[j][suit] = job.rows->rows.data() + (found >> 8);
                classes_of[j].of[suit] = found & 0xFF;
                _mm_prefetch(reinterpret_cast<const char*>(rows_of[j][suit]), _MM_HINT_T0);
            }
    }

    void one(const Eight& read, std::size_t j, std::size_t place) const {
        const std::uint8_t* hand = hands + kKinds * place;
        const bool quads = job.shapes & kSevenPairsWithQuads;
        const Row* const* rows = rows_of[j];
        const SuitClasses& classes = classes_of[j];
        const int groups = read.groups[j];
        Outcome out;
        for (std::size_t c = 0; c < static_cast<std::size_t>(job.plan.count); ++c) {
            const Sides<Narrow> sides(job.merges.data()[c], classes, groups);
            const auto splits = splits_of(job.rests.data()[c], classes, sides, groups);
            out.take(sides.missing,
                     tiles_of_two(*rows[0], splits[0], *rows[1], splits[1]) |
                         tiles_of_two(*rows[2], splits[2], *rows[3], splits[3]) << 18);
            if (groups != 4) continue;
            const std::uint64_t least[4] = {tiles_above(hand, 0), tiles_above(hand, 1), quads ? tiles_above(hand, 2) : 0,
                                            quads ? tiles_above(hand, 3) : 0};
            read.sums_in(c, j).take(out, job.shapes, job.plan.choices.data()[c], least);
        }
        shanten[place] = static_cast<std::int8_t>(shanten_of(out.missing));
        tiles[place] = out.missing < kFar ? out.tiles : 0;
    }
};

std::size_t tiles(const Job& job, const std::uint8_t* hands, std::size_t count, std::int8_t* shanten,
                  std::uint64_t* tiles) {
    const std::size_t done = each_step(job, hands, count, Tiles{job, hands, shanten, tiles, {}, {}});
    return done + kPortable.tiles(job, hands + kKinds * done, count - done, shanten + done, tiles + done);
}

// Bits to bytes: every byte takes the byte of `tiles` that holds its bit and looks at it.
void spread(const std::uint64_t* tiles, std::size_t count, std::uint8_t* rows) {
    const __m256i source = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3,
                                            3, 3, 3, 3, 3, 3, 3);
    const __m256i bit = _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201ull)), one = _mm256_set1_epi8(1);
    for (std::size_t i = 0; i < count; ++i) {
        const __m256i bytes = _mm256_shuffle_epi8(_mm256_set1_epi32(static_cast<int>(tiles[i])), source);
        std::uint8_t* row = rows + kKinds * i;
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(row), _mm256_min_epu8(_mm256_and_si256(bytes, bit), one));
        row[32] = tiles[i] >> 32 & 1;
        row[33] = tiles[i] >> 33 & 1;
    }
}

void stream(const std::uint8_t* from, std::size_t size, std::uint8_t* to) {
    const std::size_t head = (32 - reinterpret_cast<std::uintptr_t>(to) % 32) % 32;
    if (size < head + 32) {
        std::memcpy(to, from, size);
        return;
    }
    std::memcpy(to, from, head);
    std::size_t i = head;
    for (; i + 32 <= size; i += 32)
        _mm256_stream_si256(reinterpret_cast<__m256i*>(to + i),
                            _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + i)));
    std::memcpy(to + i, from + i, size - i);
    _mm_sfence();
}

}  // namespace

const Kernels kAvx2{shanten, tiles, spread, stream};

}  // namespace paili::counting

PAILI_TARGET_END

#endif
