#include "counting/melded_hand.hpp"

namespace paili::counting {

MeldedHand::MeldedHand(const Plan& plan, const std::uint8_t* counts, const std::uint8_t* held)
    : tables_(five_group_tables(plan.set)), counts_(counts), held_(held) {
    const Digest digest(counts, plan.set);
    const SuitClasses classes(tables_.class_of.data(), tables_.suit_keys, digest.key);
    for (int i = 0; i < 4; ++i) {
        const auto at = static_cast<std::size_t>(i);
        Suit& suit = suits_[at];
        suit = {plan.layout.tile_at(i, 0), i < 3 ? tables_.ranks : tables_.honors, false, digest.key[i],
                classes.of[i], {}};
        for (int rank = 0; rank < suit.size; ++rank) suit.melded |= held[suit.first + rank] != 0;
        const Classes& known = i < 3 ? tables_.suit : tables_.honor;
        suit.needs = suit.melded ? walk(suit, counts) : known.needs[suit.own];
    }
}

Needs MeldedHand::walk(const Suit& suit, const std::uint8_t* counts) const {
    if (&suit == &suits_[3]) {
        Needs needs = Needs::nothing();
        for (int tile = suit.first; tile < suit.first + suit.size; ++tile)
            needs = step(needs, counts[tile], kCopies - held_[tile]);
        return needs;
    }
    Walk walk = Walk::start();
    for (int rank = 0; rank < suit.size; ++rank) {
        const int tile = suit.first + rank;
        walk = step(walk, counts[tile], kCopies - held_[tile], suit.size - 1 - rank);
    }
    return walk.open[0];
}

Outcome MeldedHand::outcome(int groups, Allowed allowed, bool want_tiles) const {
    std::array<Needs, 4> needs;
    for (std::size_t i = 0; i < 4; ++i) needs[i] = allowed >> i & 1 ? suits_[i].needs : Needs::nothing();
    const Needs left = merge(needs[0], needs[1]), right = merge(needs[2], needs[3]);
    Outcome out{missing(left, right, groups), 0};
    if (!want_tiles || out.missing >= kFar) return out;
    for (int i = 0; i < 4; ++i)
        if (allowed >> i & 1)
            out.tiles |= lowering(i, merge(needs[static_cast<std::size_t>(i ^ 1)], i < 2 ? right : left), groups,
                                  out.missing);
    return out;
}

std::uint64_t MeldedHand::lowering(int index, const Needs& rest, int groups, int missing) const {
    const Suit& suit = suits_[static_cast<std::size_t>(index)];
    const std::uint16_t splits = best_splits(suit.needs, rest, groups);
    if (splits == 0) return 0;
    if (!suit.melded)
        return ranks_lowering(tables_, index, suit.key, suit.own, counts_ + suit.first, splits) << suit.first;
    return index < 3 ? lowering_ranks(suit, rest, groups, missing) : lowering_honors(suit, splits);
}

// Walk the suit from both ends; a draw changes the one step between.
std::uint64_t MeldedHand::lowering_ranks(const Suit& suit, const Needs& rest, int groups, int missing) const {
    std::array<Walk, 11> paid, to_go;
    const auto at = [](int rank) { return static_cast<std::size_t>(rank); };
    paid[0] = Walk::start();
    to_go[at(suit.size)].open.fill(Needs::unreachable());
    for (int pair = 0; pair < 2; ++pair)
        for (int g = 0; g <= groups; ++g)
            to_go[at(suit.size)].open[0].at[8 * pair + g] = rest.at[8 * (1 - pair) + groups - g];
    for (int rank = 0; rank + 1 < suit.size; ++rank) {
        const int tile = suit.first + rank, back = suit.size - 1 - rank, end = suit.first + back;
        paid[at(rank + 1)] = step(paid[at(rank)], counts_[tile], kCopies - held_[tile], back);
        to_go[at(back)] = step_back(to_go[at(back + 1)], counts_[end], kCopies - held_[end], rank);
    }
    std::uint64_t tiles = 0;
    for (int rank = 0; rank < suit.size; ++rank) {
        const int tile = suit.first + rank;
        if (!may_draw(tile)) continue;
        const Walk drawn = step(paid[at(rank)], counts_[tile] + 1, kCopies - held_[tile], suit.size - 1 - rank);
        if (meet(drawn, to_go[at(rank + 1)]) < missing) tiles |= std::uint64_t{1} << tile;
    }
    return tiles;
}

std::uint64_t MeldedHand::lowering_honors(const Suit& suit, std::uint16_t splits) const {
    std::uint64_t tiles = 0;
    std::uint8_t drawn[kKinds];
    std::memcpy(drawn, counts_, sizeof drawn);
    for (int tile = suit.first; tile < suit.first + suit.size; ++tile) {
        if (!may_draw(tile)) continue;
        ++drawn[tile];
        if (lower_entries(walk(suit, drawn), suit.needs) & splits) tiles |= std::uint64_t{1} << tile;
        --drawn[tile];
    }
    return tiles;
}

}  // namespace paili::counting
