// Formal waits: a fifth copy completes the shape though it does not exist. Rare, so plain search will do.
#include "counting/one_hand.hpp"

namespace paili::counting {
namespace {

class Search {
public:
    Search(Layout layout, const std::uint8_t* counts) : layout_(layout) {
        std::memcpy(counts_, counts, kKinds);
    }

    // Groups and, unless it has been seen, one pair from `tile` on, nothing left over.
    bool groups_and_pair(int tile = 0, bool paired = false) {
        while (tile < kKinds && counts_[tile] == 0) ++tile;
        if (tile == kKinds) return paired;
        return take(tile, 1, 3, paired) || (!paired && take(tile, 1, 2, true)) ||
               (chow_fits(tile) && take(tile, 3, 1, paired));
    }

private:
    bool chow_fits(int tile) const {
        return layout_.suit_of(tile) < 3 && layout_.rank_of(tile) + 2 < layout_.ranks && counts_[tile + 1] &&
               counts_[tile + 2];
    }

    // Take `copies` of each of `kinds` neighbours out and look at the rest.
    bool take(int tile, int kinds, int copies, bool paired) {
        if (counts_[tile] < copies) return false;
        for (int i = 0; i < kinds; ++i) counts_[tile + i] = static_cast<std::uint8_t>(counts_[tile + i] - copies);
        const bool found = groups_and_pair(tile, paired);
        for (int i = 0; i < kinds; ++i) counts_[tile + i] = static_cast<std::uint8_t>(counts_[tile + i] + copies);
        return found;
    }

    Layout layout_;
    std::uint8_t counts_[kKinds + 2] = {};  // a chow may look two tiles ahead
};

bool knitted(Layout layout, const std::uint8_t* counts) {
    for (const std::uint64_t straight : kKnitted) {
        if (straight & ~present_in(counts)) continue;
        std::uint8_t rest[kKinds];
        for (int tile = 0; tile < kKinds; ++tile)
            rest[tile] = static_cast<std::uint8_t>(counts[tile] - (straight >> tile & 1));
        if (Search(layout, rest).groups_and_pair()) return true;
    }
    return false;
}

}  // namespace

std::uint64_t fifth_copies(const Plan& plan, std::uint32_t shapes, const Given& given) {
    const std::uint64_t present = present_in(given.counts), declared = given.held ? present_in(given.held) : 0;
    bool suits_fit = false, may_knit = false;
    for (int i = 0; i < plan.count; ++i) {
        const Choice& choice = plan.choices[static_cast<std::size_t>(i)];
        const bool fits = ((present | declared) & ~choice.tiles) == 0;
        suits_fit |= fits;
        may_knit |= fits && choice.knitted;
    }
    int tiles = 0;
    for (int tile = 0; tile < kKinds; ++tile) tiles += given.counts[tile];
    may_knit &= (shapes & kKnittedStraight) && ((tiles == 13 && !declared) || tiles == 10);
    std::uint64_t waits = 0;
    std::uint8_t drawn[kKinds];
    std::memcpy(drawn, given.counts, sizeof drawn);
    for (int tile = 0; suits_fit && tile < kKinds; ++tile) {
        if (given.counts[tile] != kCopies) continue;
        ++drawn[tile];
        const bool complete = ((shapes & kStandard) && Search(plan.layout, drawn).groups_and_pair()) ||
                              (may_knit && knitted(plan.layout, drawn));
        if (complete) waits |= std::uint64_t{1} << tile;
        --drawn[tile];
    }
    return waits;
}

}  // namespace paili::counting
