// A hand some of whose copies lie in melds. The tables assume four of each tile, so a suit with melds is walked
// afresh with its own limits; suits without keep their tables.
#pragma once

#include "counting/standard.hpp"

namespace paili::counting {

class MeldedHand {
public:
    MeldedHand(const Plan& plan, const std::uint8_t* counts, const std::uint8_t* held);

    Outcome outcome(int groups, Allowed allowed, bool want_tiles) const;

private:
    struct Suit {
        int first, size;
        bool melded;
        std::uint32_t key;
        std::size_t own;  // its class; means nothing where melded
        Needs needs;
    };

    Needs walk(const Suit& suit, const std::uint8_t* counts) const;
    std::uint64_t lowering(int index, const Needs& rest, int groups, int missing) const;
    std::uint64_t lowering_ranks(const Suit& suit, const Needs& rest, int groups, int missing) const;
    std::uint64_t lowering_honors(const Suit& suit, std::uint16_t splits) const;
    bool may_draw(int tile) const { return counts_[tile] + held_[tile] < kCopies; }

    const SuitTables& tables_;
    const std::uint8_t *counts_, *held_;
    std::array<Suit, 4> suits_;
};

}  // namespace paili::counting
