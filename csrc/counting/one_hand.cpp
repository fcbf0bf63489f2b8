#include "counting/one_hand.hpp"

#include "counting/lazy.hpp"
#include "counting/melded_hand.hpp"
#include "counting/standard.hpp"

namespace paili::counting {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// ---- groups and a pair ----------------------------------------------------------------------------------------

Outcome standard(const Plan& plan, const std::uint8_t* counts, const Digest& hand, int groups, Allowed allowed,
                 bool want_tiles) {
    const auto by = [&](const auto& tables) -> Outcome {
        if (want_tiles) return standard_outcome(tables, hand, counts, groups, allowed);
        return {Sides(tables.merges(allowed), tables.classes(hand), groups).missing, 0};
    };
    if (plan.set != TileSet::ten_rank && groups <= 4) return by(Tables<Narrow>{four_group_tables(), plan.set});
    return by(Tables<Wide>{five_group_tables(plan.set), plan.set});
}

Outcome standard(const Plan& plan, const Given& given, int groups, Allowed allowed, bool want_tiles) {
    if (given.held) return MeldedHand(plan, given.counts, given.held).outcome(groups, allowed, want_tiles);
    return standard(plan, given.counts, Digest(given.counts, plan.set), groups, allowed, want_tiles);
}

// ---- the knitted forms ----------------------------------------------------------------------------------------

constexpr std::uint64_t kHonorTiles = tiles_of(Layout{9, 7}, 3);

// Fourteen different tiles out of `wanted`.
void take_different(Outcome& out, std::uint64_t present, std::uint64_t wanted) {
    out.take(14 - std::min(14, std::popcount(present & wanted)), wanted & ~present);
}

void take_scattered(Outcome& out, std::uint64_t present) {
    // Each suit picks its best third on its own; every third as good brings its tiles in.
    int count = std::popcount(present & kHonorTiles);
    std::uint64_t tiles = kHonorTiles & ~present;
    for (int suit = 0; suit < 3; ++suit) {
        Outcome best;
        for (int third = 0; third < 3; ++third) {
            const std::uint64_t wanted = kThird << third << (9 * suit);
            best.take(3 - std::popcount(present & wanted), wanted & ~present);
        }
        count += 3 - best.missing;
        tiles |= best.tiles;
    }
    out.take(14 - std::min(14, count), tiles);
}

void take_knitted_straight(Outcome& out, const Plan& plan, const Given& given, std::uint64_t present, int groups,
                           Allowed allowed, bool want_tiles) {
    for (const std::uint64_t straight : kKnitted) {
        std::uint8_t counts[kKinds], held[kKinds];
        bool possible = true;
        for (int tile = 0; tile < kKinds; ++tile) {
            const auto woven = static_cast<std::uint8_t>(straight >> tile & 1);
            counts[tile] = static_cast<std::uint8_t>(given.counts[tile] - (given.counts[tile] && woven));
            if (!given.held) continue;
            held[tile] = static_cast<std::uint8_t>(given.held[tile] + woven);
            possible &= held[tile] <= kCopies;
        }
        if (!possible) continue;
        // A group and a pair never want a fourth copy of a tile in the straight, so only melds cap them.
        const Outcome rest = standard(plan, {counts, given.held ? held : nullptr}, groups, allowed, want_tiles);
        if (rest.missing < kFar)
            out.take(rest.missing + std::popcount(straight & ~present), rest.tiles | (straight & ~present));
    }
}

void take_fourteen_honors(Outcome& out, const Plan& plan, const Given& given) {
    int count = 0;
    std::uint64_t open = 0;
    const int first = plan.layout.tile_at(3, 0);
    for (int tile = first; tile < first + plan.layout.honors; ++tile) {
        count += given.counts[tile];
        if (given.counts[tile] < kCopies) open |= std::uint64_t{1} << tile;
    }
    out.take(14 - count, open);
}

}  // namespace

const Plan& plan_of(const Query& query) {
    static Lazy<Plan> plans[3 * 4 * 4];
    const int index = (static_cast<int>(query.set()) * 4 + query.most_suits()) * 4 + query.void_suit() + 1;
    return plans[index].get([&] { return make_plan(query); });
}

bool sound(const Plan& plan, const Given& given, int remainder) {
    int tiles = 0;
    for (int tile = 0; tile < kKinds; ++tile) {
        const int own = given.counts[tile] + (given.held ? given.held[tile] : 0);
        if (own > kCopies || (own != 0 && !(plan.tiles >> tile & 1))) return false;
        tiles += given.counts[tile];
    }
    return tiles >= 1 && tiles <= kMaxTiles && tiles % 3 != 0 && (remainder == 0 || tiles % 3 == remainder);
}

namespace {

// The rarer special shapes under one choice of suits; `held` is null where nothing limits the concealed part.
void take_rare_shapes(Outcome& out, const Plan& plan, std::uint32_t shapes, const Given& given, const Choice& choice,
                      int groups, bool whole, bool want_tiles) {
    const std::uint64_t present = present_in(given.counts);
    if (whole && (shapes & kHonorsAndKnitted) && choice.scattered)
        for (const std::uint64_t straight : kKnitted) take_different(out, present, straight | kHonorTiles);
    if (whole && (shapes & kThirteenScattered) && choice.scattered) take_scattered(out, present);
    if ((whole || groups == 3) && (shapes & kKnittedStraight) && choice.knitted)
        take_knitted_straight(out, plan, given, present, groups - 3, choice.allowed, want_tiles);
    if (whole && (shapes & kFourteenHonors) && choice.allowed & 8) take_fourteen_honors(out, plan, given);
}

}  // namespace

Outcome one_hand(const Plan& plan, std::uint32_t shapes, const Given& given, const Digest& hand, bool want_tiles,
                 bool capped) {
    const int groups = hand.tiles / 3;
    const std::uint64_t declared = given.held ? present_in(given.held) : 0;
    const bool whole = groups == 4 && !declared;  // nothing declared: the special shapes count
    const Given limited{given.counts, declared && capped ? given.held : nullptr};
    const bool rare = shapes & ~(kStandard | kCountedShapes);
    Outcome out;
    for (int i = 0; i < plan.count; ++i) {
        const Choice& choice = plan.choices[at(i)];
        if (declared & ~choice.tiles) continue;
        if (shapes & kStandard) {
            const Outcome plain = limited.held ? standard(plan, limited, groups, choice.allowed, want_tiles)
                                               : standard(plan, given.counts, hand, groups, choice.allowed, want_tiles);
            out.take(plain.missing, plain.tiles);
        }
        if (whole && (shapes & kCountedShapes)) {
            if (want_tiles) take_specials(out, hand, choice, shapes, plan.layout);
            else out.take(sums_of(hand, choice, shapes).missing(shapes, choice), 0);
        }
        if (rare) take_rare_shapes(out, plan, shapes, limited, choice, groups, whole, want_tiles);
    }
    if (out.missing >= kFar) out = Outcome{};
    return out;
}

}  // namespace paili::counting
