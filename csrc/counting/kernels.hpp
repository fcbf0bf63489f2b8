// The hot loops, one set an instruction set, and what they are told.
//
// A kernel takes hands of nine-rank tile sets with at most four groups, nothing held, and no shapes beyond
// standard, seven pairs and thirteen orphans. It works from the front and stops at the first hand that it cannot
// take - five groups, or no hand at all - returning its index; the exact path then judges that one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "common/isa.hpp"
#include "counting/query.hpp"

namespace paili::counting {

inline constexpr std::uint32_t kFastShapes = kStandard | kSevenPairs | kSevenPairsWithQuads | kThirteenOrphans;

// Groups by number of tiles; kNoGroups where the kernels take no such hand. One table a remainder asked for.
inline constexpr int kNoGroups = 255;
struct GroupsOf {
    alignas(64) std::uint8_t of[3][256];

    constexpr GroupsOf() : of{} {
        for (int remainder = 0; remainder < 3; ++remainder)
            for (int tiles = 0; tiles < 256; ++tiles) {
                const bool fits = tiles <= 3 * 4 + 2 && tiles % 3 && (remainder == 0 || tiles % 3 == remainder);
                of[remainder][tiles] = static_cast<std::uint8_t>(fits ? tiles / 3 : kNoGroups);
            }
    }
};
inline constexpr GroupsOf kGroupsOf;

struct Job {
    const Plan& plan;
    std::uint32_t shapes;
    int remainder;  // of the number of tiles by three; 0: either
    const std::uint8_t* class_of;
    std::uint32_t suit_keys;
    std::array<MergeView<Narrow>, 3> merges;  // one a choice of suits
    // For tiles only, else null.
    const RowTables* rows;
    std::array<RestView<Narrow>, 3> rests;

    static bool fits(const Plan& plan, std::uint32_t shapes) {
        return plan.set != TileSet::ten_rank && (shapes & ~kFastShapes) == 0 && (shapes & kStandard);
    }
    Job(const Plan& plan, std::uint32_t shapes, int remainder, bool want_tiles)
        : plan(plan), shapes(shapes), remainder(remainder), class_of(four_group_tables().class_of.data()),
          suit_keys(four_group_tables().suit_keys), merges{},
          rows(want_tiles ? &four_group_rows() : nullptr), rests{} {
        for (std::size_t i = 0; i < static_cast<std::size_t>(plan.count); ++i) {
            merges[i] = MergeView<Narrow>(narrow_merges(plan.choices[i].allowed));
            if (want_tiles) rests[i] = RestView<Narrow>(narrow_rests(plan.choices[i].allowed));
        }
    }
};

struct Kernels {
    std::size_t (*shanten)(const Job&, const std::uint8_t* hands, std::size_t count, std::int8_t* shanten);
    // Also the tiles that lower the shanten, bit = tile.
    std::size_t (*tiles)(const Job&, const std::uint8_t* hands, std::size_t count, std::int8_t* shanten,
                         std::uint64_t* tiles);
    // Bits to rows of 34 bytes.
    void (*spread)(const std::uint64_t* tiles, std::size_t count, std::uint8_t* rows);
    // Copy to memory that will not be read soon, past the caches.
    void (*stream)(const std::uint8_t* from, std::size_t size, std::uint8_t* to);
};

extern const Kernels kPortable;
#if PAILI_X86
extern const Kernels kAvx2, kAvx512;
#endif

// The kernels in use: the best this processor runs, or what `choose` was told.
const Kernels& kernels();
Isa isa();
// Force a variant by name ("" for the best); false where the name is unknown or cannot run here.
bool choose(const char* name);

}  // namespace paili::counting
