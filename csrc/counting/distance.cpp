#include "counting/distance.hpp"

#include "counting/lazy.hpp"
#include "counting/numbering.hpp"

namespace paili::counting {
namespace {

// The states of one level of the automaton, and where each of five counts leads.
using Arrows = std::vector<std::array<std::uint16_t, 5>>;

// Follow the arrows from every key of `length` digits to every key of one digit more.
template <class State>
std::vector<State> longer_keys(const std::vector<std::uint16_t>& states, const Arrows& arrows) {
    std::vector<State> longer(states.size() * 5);
    for (std::size_t count = 0; count < 5; ++count)
        for (std::size_t key = 0; key < states.size(); ++key)
            longer[count * states.size() + key] = static_cast<State>(arrows[states[key]][count]);
    return longer;
}

// Class of every key of a suit. Keys that have the same walk so far share their future, so the walks form a
// small automaton (some thousand states a level) and only its states are ever computed.
std::vector<std::uint8_t> suit_classes(int ranks, int groups, Numbering<Needs>& classes) {
    std::vector<Walk> walks{Walk::start()};
    std::vector<std::uint16_t> states{0};
    for (int rank = 0; rank + 1 < ranks; ++rank) {
        Numbering<Walk> next;
        Arrows arrows(walks.size());
        for (std::size_t i = 0; i < walks.size(); ++i)
            for (int count = 0; count < 5; ++count) {
                Walk walk = step(walks[i], count, kCopies, ranks - 1 - rank);
                for (Needs& needs : walk.open) forget_above(needs, groups);
                arrows[i][static_cast<std::size_t>(count)] = static_cast<std::uint16_t>(next(walk));
            }
        states = longer_keys<std::uint16_t>(states, arrows);
        walks = std::move(next.values);
    }
    Arrows last(walks.size());
    for (std::size_t i = 0; i < walks.size(); ++i)
        for (int count = 0; count < 5; ++count) {
            Needs needs = step(walks[i], count, kCopies, 0).open[0];
            forget_above(needs, groups);
            last[i][static_cast<std::size_t>(count)] = static_cast<std::uint16_t>(classes(needs));
        }
    return longer_keys<std::uint8_t>(states, last);
}

std::vector<std::uint8_t> honor_classes(int honors, int groups, Numbering<Needs>& classes) {
    std::vector<Needs> reached{Needs::nothing()};
    std::vector<std::uint16_t> states{0};
    for (int kind = 0; kind < honors; ++kind) {
        Numbering<Needs> next;
        Arrows arrows(reached.size());
        for (std::size_t i = 0; i < reached.size(); ++i)
            for (int count = 0; count < 5; ++count) {
                Needs needs = step(reached[i], count, kCopies);
                forget_above(needs, groups);
                arrows[i][static_cast<std::size_t>(count)] = static_cast<std::uint16_t>(next(needs));
            }
        states = longer_keys<std::uint16_t>(states, arrows);
        reached = std::move(next.values);
    }
    std::vector<std::uint8_t> named;
    named.reserve(states.size());
    for (const std::uint16_t state : states) named.push_back(static_cast<std::uint8_t>(classes(reached[state])));
    return named;
}

Classes classes_of(Numbering<Needs>&& numbered) {
    Classes classes{std::move(numbered.values), {}};
    classes.lowered.reserve(classes.size() * classes.size());
    for (const Needs& before : classes.needs)
        for (const Needs& after : classes.needs) classes.lowered.push_back(lower_entries(after, before));
    return classes;
}

SuitTables build_tables(int ranks, int honors, int groups) {
    Numbering<Needs> suit, honor;
    SuitTables tables{ranks, honors, groups, power_of_5(ranks), suit_classes(ranks, groups, suit), {}, {}};
    const std::vector<std::uint8_t> honor_class = honor_classes(honors, groups, honor);
    tables.class_of.insert(tables.class_of.end(), honor_class.begin(), honor_class.end());
    tables.class_of.resize(tables.class_of.size() + 64);
    tables.suit = classes_of(std::move(suit));
    tables.honor = classes_of(std::move(honor));
    return tables;
}

// Rows are numbered from the keys of few tiles upwards, so that the rows of ordinary hands lie side by side.
class RowBuilder {
public:
    explicit RowBuilder(const SuitTables& suits) {
        tables_.row_of.resize(suits.suit_keys + power_of_5(suits.honors) + 16);
        for (int tiles = 0; tiles <= kTiles; ++tiles) {
            visit({suits.suit, suits.ranks, suits.class_of.data(), tables_.row_of.data()}, tiles);
            visit({suits.honor, suits.honors, suits.class_of.data() + suits.suit_keys,
                   tables_.row_of.data() + suits.suit_keys}, tiles);
        }
        tables_.rows = std::move(numbers_.values);
    }
    RowTables take() { return std::move(tables_); }

private:
    static constexpr int kTiles = 3 * 4 + 1;  // only hands that wait for a draw are asked for their rows

    struct Suit {
        const Classes& classes;
        int ranks;
        const std::uint8_t* class_of;
        std::uint32_t* row_of;
    };

    // Every key of `tiles` tiles from `rank` on.
    void visit(const Suit& suit, int tiles, int rank = 0, std::uint32_t key = 0, std::uint32_t weight = 1) {
        if (rank == suit.ranks - 1) {
            if (tiles > kCopies) return;
            counts_[rank] = tiles;
            const std::uint32_t whole = key + static_cast<std::uint32_t>(tiles) * weight;
            suit.row_of[whole] = numbers_(row(suit, whole)) << 8 | suit.class_of[whole];
            return;
        }
        const int room = kCopies * (suit.ranks - 1 - rank);
        for (int count = tiles > room ? tiles - room : 0; count <= kCopies && count <= tiles; ++count) {
            counts_[rank] = count;
            visit(suit, tiles - count, rank + 1, key + static_cast<std::uint32_t>(count) * weight, 5 * weight);
        }
    }

    Row row(const Suit& suit, std::uint32_t key) const {
        Row row{};
        const std::size_t own = suit.class_of[key];
        const std::uint16_t* lowered = suit.classes.lowered.data() + own * suit.classes.size();
        std::uint32_t weight = 1;
        for (int rank = 0; rank < suit.ranks; ++rank, weight *= 5)
            if (counts_[rank] < kCopies) row.word[rank] = lowered[suit.class_of[key + weight]];
        return row;
    }

    RowTables tables_;
    Numbering<Row> numbers_;
    int counts_[9] = {};
};

}  // namespace

const SuitTables& four_group_tables() {
    static const SuitTables tables = build_tables(9, 7, 4);
    return tables;
}

const SuitTables& five_group_tables(TileSet set) {
    static Lazy<SuitTables> nine, ten;
    return set == TileSet::ten_rank ? ten.get([] { return build_tables(10, 4, kMaxGroups); })
                                    : nine.get([] { return build_tables(9, 7, kMaxGroups); });
}

const RowTables& four_group_rows() {
    static const RowTables tables = RowBuilder(four_group_tables()).take();
    return tables;
}

}  // namespace paili::counting
