#include "scoring/combinations.hpp"

namespace paili {
namespace {

#include "scoring/kernel/facts.inc"

// Number of multisets: C(n + k - 1, k).
constexpr std::size_t choose(std::size_t n, int k) {
    std::size_t result = 1;
    for (int i = 1; i <= k; ++i) result = result * (n - std::size_t(k) + std::size_t(i)) / std::size_t(i);
    return n < std::size_t(k) ? 0 : result;
}

// binomial[k][n] = C(n + k, k + 1): what the k-th group of an ascending list adds to its index.
constexpr auto kSteps = [] {
    std::array<std::array<u16, 32>, 4> steps{};
    for (int k = 0; k < 4; ++k) {
        for (int n = 0; n < 28; ++n) steps[std::size_t(k)][std::size_t(n)] = u16(choose(std::size_t(n + k), k + 1));
    }
    return steps;
}();

// Which of four positions are connected.
struct Components {
    u8 of[4] = {0, 1, 2, 3};

    bool apart(unsigned members) const {
        unsigned seen = 0;
        for (int i = 0; i < 4; ++i) {
            if (!(members >> i & 1)) continue;
            if (seen >> of[i] & 1) return false;
            seen |= 1u << of[i];
        }
        return true;
    }
    void join(unsigned members) {
        const u8 name = of[std::countr_zero(members)];
        Components before = *this;
        for (int i = 0; i < 4; ++i) {
            if (!(members >> i & 1)) continue;
            for (u8& component : of) {
                if (component == before.of[i]) component = name;
            }
        }
    }
};

struct Search {
    const RuleTable& rules;
    const std::vector<Edge>& edges;
    const std::vector<u8>& members;
    Selection best, current;

    void extend(std::size_t next, const Components& components, std::array<u8, kMaxRows>& used) {
        if (current.value > best.value) best = current;
        for (std::size_t i = next; i < edges.size() && current.size < 3; ++i) {
            const int row = edges[i].row;
            if (!components.apart(members[i]) || (used[row] & members[i])) continue;
            const Selection saved = current;
            Components joined = components;
            joined.join(members[i]);
            used[row] |= members[i];
            current.edges[current.size++] = edges[i];
            current.value += rules.data[row].points[0];
            current.affects_others |= !rules.data[row].excludes.empty() || rules.with_minus.has(row);
            extend(i + 1, joined, used);
            used[row] = u8(used[row] & ~members[i]);
            current = saved;
        }
    }
};

}  // namespace

Family::Family(const RuleTable& rules, Kind kind)
    : table_rules_(rules), kind_(kind), ranks_(kind == Kind::chows ? 7 : 9) {
    const Section section = kind == Kind::chows ? kChowFacts : kPungFacts;
    for (int row = 0; row < int(rules.rows.size()); ++row) {
        const Row& data = rules.rows[row];
        if (!data.combination || fact_infos()[std::size_t(data.facts[0])].section != section) continue;
        rows_.add(row);
        wanted_.emplace_back(row, data.facts[0]);
    }
    table_.resize(choose(std::size_t(3 * ranks_ + 4), 4));
    GroupList empty;
    fill(empty, 0);
}

void Family::fill(GroupList& groups, int first) {
    if (groups.size >= 2) table_[index(groups)] = search(groups, {});
    if (groups.size == 4) return;
    for (int group = first; group < 3 * ranks_; ++group) {
        groups.groups[groups.size++] = u8(group);
        fill(groups, kind_ == Kind::chows ? group : group + 1);
        --groups.size;
    }
}

std::size_t Family::index(const GroupList& groups) const {
    // Lists of different length share the numbering: a shorter one is a list with a group "-1" in front.
    std::size_t index = 0;
    const int missing = 4 - groups.size;
    for (int k = 0; k < groups.size; ++k) {
        index += kSteps[std::size_t(k + missing)][std::size_t(groups.groups[k]) + 1];
    }
    return index;
}

GroupList Family::list(const Chows& chows) {
    GroupList list;
    for (u32 left = chows.at_least[0]; left && list.size < 4; left &= left - 1) {
        const u32 bit = left & -left;
        const int at = std::countr_zero(left), suit = at / kSuitBits;
        for (int k = 0; k < 4 && (chows.at_least[k] & bit) && list.size < 4; ++k) {
            list.groups[list.size++] = u8(at - 3 * suit);  // ten bits a suit become seven starts
        }
    }
    return list;
}

GroupList Family::list(u32 pungs) {
    GroupList list;
    for (; pungs && list.size < 4; pungs &= pungs - 1) {
        const int at = std::countr_zero(pungs), suit = at / kSuitBits;
        list.groups[list.size++] = u8(at - suit);
    }
    return list;
}

// The facts of some of the groups alone.
FactSet Family::facts(const GroupList& groups, unsigned members) const {
    Hand hand{};
    Reading reading;
    for (int i = 0; i < groups.size; ++i) {
        if (!(members >> i & 1)) continue;
        const u64 bit = kind_bit(groups.groups[i] / ranks_, groups.groups[i] % ranks_);
        if (kind_ == Kind::chows) {
            reading.chows.add(u32(bit));
        } else {
            reading.pungs |= bit;
        }
    }
    FactSet facts;
    const u32 section = kind_ == Kind::chows ? kChowFacts : kPungFacts;
    reading_facts(hand, reading, TileSet::standard, std::popcount(members), section, facts);
    return facts;
}

// An edge joins groups that make the fan together and no longer do when one is missing.
std::vector<Edge> Family::edges(const GroupList& groups, const RowSet& blocked, std::vector<u8>& members) const {
    std::array<FactSet, 16> known;
    const unsigned all = 1u << groups.size;
    for (unsigned subset = 1; subset < all; ++subset) {
        if (std::popcount(subset) > 1) known[subset] = facts(groups, subset);
    }
    std::vector<Edge> edges;
    for (const auto& [row, fact] : wanted_) {
        if (blocked.has(row)) continue;
        for (unsigned subset = 1; subset < all; ++subset) {
            bool minimal = known[subset].has(Fact(fact));
            for (unsigned bit = 1; bit < all; bit <<= 1) {
                minimal = minimal && !((subset & bit) && known[subset & ~bit].has(Fact(fact)));
            }
            if (!minimal) continue;
            Edge edge;
            edge.row = i16(row);
            for (int i = 0; i < groups.size; ++i) {
                if (subset >> i & 1) edge.groups[edge.size++] = groups.groups[i];
            }
            edges.push_back(edge);
            members.push_back(u8(subset));
        }
    }
    return edges;
}

Selection Family::search(const GroupList& groups, const RowSet& blocked) const {
    std::vector<u8> members;
    const std::vector<Edge> found = edges(groups, blocked, members);
    if (found.empty()) return {};
    Search search{table_rules_, found, members, {}, {}};
    std::array<u8, kMaxRows> used{};
    search.extend(0, {}, used);
    return search.best;
}

}  // namespace paili
