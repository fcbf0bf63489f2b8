// The kernels for AVX-512 as of Ice Lake and Zen 4: sixteen hands a step.
//
// A hand is one masked load. A byte shuffle puts three tiles of a suit into each 32-bit lane, a dot product with
// 1, 5, 25 makes a digit of base 125 of them, and four hands pack into one register whose 128-bit lanes are the
// suits; two more products give all sixteen keys. Bit planes of the counts (which tiles have bit 0, 1, 2 set)
// give the number of tiles, the pairs and the orphans by population counts, and show every bad count.
#include "counting/kernels.hpp"

#if PAILI_X86

#include <immintrin.h>

#include "counting/one_hand.hpp"
#include "counting/standard.hpp"

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // gcc 12 takes its own intrinsics for careless
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

PAILI_TARGET_BEGIN("avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vnni,avx512vpopcntdq,bmi,bmi2,popcnt")

namespace paili::counting {
namespace {

constexpr std::size_t kStep = 16;
constexpr std::size_t kAhead = 4096;  // bytes of hands to fetch ahead: the processor follows only to the end of a page
constexpr std::size_t kWorthAStep = 6;  // fewer hands are quicker one by one
constexpr __mmask64 kHandBytes = (__mmask64{1} << kKinds) - 1;
#include "counting/kernels_avx512_read.inc"

// ---- shanten --------------------------------------------------------------------------------------------------

inline __m512i distances(const Job& job, const Sixteen& read, const Planes& low, const Planes& high, __m512i groups) {
    __m512i classes[4];
    const std::uint8_t* class_of = job.class_of;
    for (int suit = 0; suit < 3; ++suit) classes[suit] = byte_at(class_of, read.key[suit]);
    classes[3] = byte_at(class_of + job.suit_keys, read.key[3]);
    const bool specials = job.shapes & kCountedShapes;
    const __mmask16 whole = _mm512_cmpeq_epi32_mask(groups, _mm512_set1_epi32(4));
    __m512i best = _mm512_set1_epi32(kFar);
    for (std::size_t c = 0; c < static_cast<std::size_t>(job.plan.count); ++c) {
        const Choice& choice = job.plan.choices.data()[c];
        best = _mm512_min_epi32(best, Sides16(job.merges.data()[c], classes, groups).missing);
        if (specials) {
            const __m512i special = join(low.specials(choice, job.shapes), high.specials(choice, job.shapes));
            best = _mm512_mask_min_epi32(best, whole, best, special);
        }
    }
    return best;
}

inline void fetch_ahead(const std::uint8_t* hands) {
    for (std::size_t line = 0; line < kStep * kKinds; line += 64)
        _mm_prefetch(reinterpret_cast<const char*>(reinterpret_cast<std::uintptr_t>(hands) + kAhead + line), _MM_HINT_T0);
}

std::size_t shanten(const Job& job, const std::uint8_t* hands, std::size_t count, std::int8_t* shanten) {
    const __m512i groups_of = _mm512_load_si512(kGroupsOf.of[job.remainder]);
    Sixteen read;
    std::size_t i = 0;
    for (; i + kStep <= count; i += kStep) {
        fetch_ahead(hands + kKinds * i);
        read_sixteen(hands + kKinds * i, read);
        const Planes low(read, 0), high(read, 8);
        const Sized sized = size_up(job, hands + kKinds * i, groups_of, read, low, high);
        store_shanten(distances(job, read, low, high, sized.groups), shanten + i);
        if (sized.unfit) return i + _tzcnt_u32(sized.unfit);
    }
    return i + kPortable.shanten(job, hands + kKinds * i, count - i, shanten + i);
}

// ---- tiles ----------------------------------------------------------------------------------------------------

// The rows of sixteen hands, and for each suit the entries of its needs that matter, twice in a 32-bit lane.
struct Rows16 {
    alignas(64) std::uint32_t row[4][kStep], splits[4][kStep];  // rows by their place in bytes
    __m512i classes[4];

    Rows16(const Job& job, const Sixteen& read) {
        for (int suit = 0; suit < 4; ++suit) {
            const std::uint32_t* row_of = job.rows->row_of.data() + (suit == 3 ? job.suit_keys : 0);
            const __m512i found = _mm512_i32gather_epi32(read.key[suit], row_of, 4);
            classes[suit] = _mm512_and_si512(found, _mm512_set1_epi32(0xFF));
            _mm512_store_si512(row[suit], _mm512_slli_epi32(_mm512_srli_epi32(found, 8), 5));
        }
        const char* base = reinterpret_cast<const char*>(job.rows->rows.data());
        for (const auto& rows : row)
            for (const std::uint32_t place : rows) _mm_prefetch(base + place, _MM_HINT_T0);
    }

    void find_splits(const RestView<Narrow>& rests, const Sides16& sides, __m512i groups) {
        for (int suit = 0; suit < 4; ++suit) {
            const auto& rest = rests.of[suit];
            const __m512i other_side = suit < 2 ? sides.right : sides.left;
            const __m512i id = byte_at(rest.id, cells(classes[suit ^ 1], other_side));
            const __m512i place = _mm512_add_epi32(layer(groups, rest.layer), cells(classes[suit], id));
            const __m512i found = _mm512_i32gather_epi32(place, rest.best, 2);
            _mm512_store_si512(splits[suit], _mm512_or_si512(_mm512_and_si512(found, _mm512_set1_epi32(0xFFFF)),
                                                             _mm512_slli_epi32(found, 16)));
        }
    }

    // Tiles that lower the standard form, for eight hands.
    __m512i tiles(const Job& job, std::size_t first) const {
        const char* base = reinterpret_cast<const char*>(job.rows->rows.data());
        alignas(64) std::uint16_t ranks[8][4];
#pragma GCC unroll 8
        for (std::size_t i = 0; i < 8; ++i)
#pragma GCC unroll 4
            for (std::size_t suit = 0; suit < 4; ++suit) {
                const __m256i words = _mm256_load_si256(reinterpret_cast<const __m256i*>(base + row[suit][first + i]));
                const __m256i wanted = _mm256_set1_epi32(static_cast<int>(splits[suit][first + i]));
                ranks[i][suit] = static_cast<std::uint16_t>(_cvtmask16_u32(_mm256_test_epi16_mask(words, wanted)));
            }
        const __m512i all = _mm512_load_si512(ranks), nine = _mm512_set1_epi64(0x1FF);
        __m512i tiles = _mm512_and_si512(all, nine);
        for (int suit = 1; suit < 4; ++suit) {
            const __m512i mine = _mm512_and_si512(_mm512_srli_epi64(all, static_cast<unsigned>(16 * suit)), nine);
            tiles = _mm512_or_si512(tiles, _mm512_slli_epi64(mine, static_cast<unsigned>(9 * suit)));
        }
        return tiles;
    }
};

// The best of several forms in 64-bit lanes, as `Outcome` is for one hand.
struct Outcome8 {
    __m512i missing, tiles;

    void take(__m512i other_missing, __m512i other_tiles, __mmask8 where) {
        const __mmask8 nearer = _mm512_mask_cmplt_epi64_mask(where, other_missing, missing);
        const __mmask8 equal = _mm512_mask_cmpeq_epi64_mask(where, other_missing, missing);
        tiles = _mm512_mask_or_epi64(tiles, equal, tiles, other_tiles);
        tiles = _mm512_mask_mov_epi64(tiles, nearer, other_tiles);
        missing = _mm512_mask_mov_epi64(missing, nearer, other_missing);
    }
};

inline void take_specials(Outcome8& out, const Planes& hands, const Choice& choice, std::uint32_t shapes, __mmask8 whole) {
    const __m512i allowed = _mm512_set1_epi64(static_cast<long long>(choice.tiles)), seven = _mm512_set1_epi64(7);
    const __m512i once = _mm512_and_si512(hands.once, allowed), twice = _mm512_and_si512(hands.twice, allowed);
    if ((shapes & kSevenPairs) && choice.pairs) {
        const __mmask8 few = _mm512_cmplt_epi64_mask(ones(once), seven);
        const __m512i fresh = _mm512_maskz_andnot_epi64(few, once, allowed);
        const __m512i tiles = _mm512_or_si512(_mm512_andnot_si512(twice, once), fresh);
        out.take(hands.specials(choice, kSevenPairs), tiles, whole);
    }
    if ((shapes & kThirteenOrphans) && choice.orphans) {
        const __m512i orphans = _mm512_set1_epi64(static_cast<long long>(kTerminalsAndHonors));
        const __mmask8 paired = _mm512_test_epi64_mask(twice, orphans);
        const __m512i tiles = _mm512_mask_andnot_epi64(orphans, paired, once, orphans);
        out.take(hands.specials(choice, kThirteenOrphans), tiles, whole);
    }
    if ((shapes & kSevenPairsWithQuads) && choice.quads) {
        const __m512i fours = _mm512_and_si512(hands.bit2, allowed), halves = _mm512_and_si512(hands.bit0, allowed);
        const __m512i pairs =
            _mm512_add_epi64(_mm512_slli_epi64(ones(fours), 1), ones(_mm512_and_si512(hands.bit1, allowed)));
        const __mmask8 few = _mm512_cmplt_epi64_mask(_mm512_add_epi64(pairs, ones(halves)), seven);
        const __m512i fresh = _mm512_maskz_andnot_epi64(few, hands.bit2, allowed);
        out.take(hands.specials(choice, kSevenPairsWithQuads), _mm512_or_si512(halves, fresh), whole);
    }
}

inline __m512i half(__m512i lanes, int index) {
    return _mm512_cvtepu32_epi64(index == 0 ? _mm512_castsi512_si256(lanes) : _mm512_extracti64x4_epi64(lanes, 1));
}

// Sixteen hands: shanten and tiles of all; returns those that are not for this kernel.
inline __mmask16 tiles_step(const Job& job, const std::uint8_t* hands, std::int8_t* shanten, std::uint64_t* out) {
    const __m512i groups_of = _mm512_load_si512(kGroupsOf.of[job.remainder]), far = _mm512_set1_epi64(kFar);
    Sixteen read;
    read_sixteen(hands, read);
    const Planes planes[2] = {Planes(read, 0), Planes(read, 8)};
    const Sized sized = size_up(job, hands, groups_of, read, planes[0], planes[1]);
    const __mmask16 whole = _mm512_cmpeq_epi32_mask(sized.groups, _mm512_set1_epi32(4));
    Rows16 rows(job, read);
    Outcome8 best[2] = {{far, _mm512_setzero_si512()}, {far, _mm512_setzero_si512()}};
    for (std::size_t c = 0; c < static_cast<std::size_t>(job.plan.count); ++c) {
        const Sides16 sides(job.merges.data()[c], rows.classes, sized.groups);
        rows.find_splits(job.rests.data()[c], sides, sized.groups);
        for (int part = 0; part < 2; ++part) {
            best[part].take(half(sides.missing, part), rows.tiles(job, static_cast<std::size_t>(8 * part)), 0xFF);
            take_specials(best[part], planes[part], job.plan.choices.data()[c], job.shapes,
                          static_cast<__mmask8>(static_cast<unsigned>(whole) >> (8 * part)));
        }
    }
    store_shanten(join(best[0].missing, best[1].missing), shanten);
    for (std::size_t part = 0; part < 2; ++part) {
        const __mmask8 found = _mm512_cmplt_epi64_mask(best[part].missing, far);
        _mm512_storeu_si512(out + 8 * part, _mm512_maskz_mov_epi64(found, best[part].tiles));
    }
    return sized.unfit;
}

// Fewer than sixteen hands: the step is filled with copies of the first, whose answers are dropped.
std::size_t part_of_a_step(const Job& job, const std::uint8_t* hands, std::size_t count, std::int8_t* shanten,
                           std::uint64_t* out) {
    if (count < kWorthAStep) return kPortable.tiles(job, hands, count, shanten, out);
    std::uint8_t filled[kStep * kKinds];
    std::int8_t distances[kStep];
    std::uint64_t found[kStep];
    for (std::size_t i = 0; i < kStep; ++i)
        std::memcpy(filled + kKinds * i, hands + (i < count ? kKinds * i : 0), kKinds);
    const unsigned unfit = tiles_step(job, filled, distances, found);
    const std::size_t first = unfit ? _tzcnt_u32(unfit) : kStep, done = first < count ? first : count;
    std::memcpy(shanten, distances, done);
    std::memcpy(out, found, done * sizeof *found);
    return done;
}

std::size_t tiles(const Job& job, const std::uint8_t* hands, std::size_t count, std::int8_t* shanten,
                  std::uint64_t* out) {
    std::size_t i = 0;
    for (; i + kStep <= count; i += kStep)
        if (const unsigned unfit = tiles_step(job, hands + kKinds * i, shanten + i, out + i))
            return i + _tzcnt_u32(unfit);
    return i + part_of_a_step(job, hands + kKinds * i, count - i, shanten + i, out + i);
}

void spread(const std::uint64_t* tiles, std::size_t count, std::uint8_t* rows) {
    const __m512i one = _mm512_set1_epi8(1);
    std::size_t i = 0;
    for (; i + 1 < count; ++i)  // what a whole register writes past its row, the next row overwrites
        _mm512_storeu_si512(rows + kKinds * i, _mm512_maskz_mov_epi8(_cvtu64_mask64(tiles[i]), one));
    for (; i < count; ++i)
        _mm512_mask_storeu_epi8(rows + kKinds * i, kHandBytes, _mm512_maskz_mov_epi8(_cvtu64_mask64(tiles[i]), one));
}

void stream(const std::uint8_t* from, std::size_t size, std::uint8_t* to) {
    const std::size_t head = (64 - reinterpret_cast<std::uintptr_t>(to) % 64) % 64;
    if (size < head + 64) {
        std::memcpy(to, from, size);
        return;
    }
    std::memcpy(to, from, head);
    std::size_t i = head;
    for (; i + 64 <= size; i += 64)
        _mm512_stream_si512(reinterpret_cast<__m512i*>(to + i), _mm512_loadu_si512(from + i));
    std::memcpy(to + i, from + i, size - i);
    _mm_sfence();
}

}  // namespace

const Kernels kAvx512{shanten, tiles, spread, stream};

}  // namespace paili::counting

PAILI_TARGET_END

#endif
