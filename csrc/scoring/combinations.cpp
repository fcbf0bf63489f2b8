#include "scoring/combinations.hpp"

namespace paili {
namespace {

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

    void extend(std::size_t next, const Components& components, std::array<u8, kRowNumbers>& used) {
        if (current.value > best.value) best = current;
        for (std::size_t i = next; i < edges.size() && current.size < 3; ++i) {
            const int row = edges[i].row;
            if (!components.apart(members[i]) || (used[row] & members[i])) continue;
            const Selection saved = current;
            Components joined = components;
            joined.join(members[i]);
            used[row] |= members[i];
            current.edges[current.size++] = edges[i];
            current.value = i16(current.value + rules.rows[row].points[0]);
            current.affects_others |= !rules.rows[row].excludes.empty() || rules.with_minus.has(row);
            extend(i + 1, joined, used);
            used[row] = u8(used[row] & ~members[i]);
            current = saved;
        }
    }
};

}  // namespace

Family::Family(const RuleTable& rules, const GroupTable& groups) : rules_(rules), groups_(groups) {
    const u32 in = groups.kind() == GroupKind::chows ? section::chow : section::pung;
    for (const auto& [row, fact] : rules.combination_facts) {
        if (kFactInfos[fact].section != in) continue;
        rows_.add(row);
        wanted_.emplace_back(row, fact - first_fact(in));
        wanted_facts_ |= 1u << (fact - first_fact(in));
    }
    table_.resize(groups.slots());
    for (u32 slot = 0; slot < groups.slots(); ++slot) {
        if (groups.used(slot)) table_[slot] = search(slot, {});
    }
    outcomes_.assign(table_.begin(), table_.end());
}

// The facts of some of the groups alone.
u32 Family::facts(const GroupList& groups, unsigned members) const {
    u32 signature = 0;
    for (int i = 0; i < groups.size(); ++i) {
        if (members >> i & 1) signature += groups_.signature(groups.suit(i), groups.rank(i));
    }
    return groups_[groups_.find(signature)].facts;
}

// An edge joins groups that make the fan together and no longer do when one is missing. What the groups do
// not make all together, no part of them makes.
Family::Candidates Family::candidates(const GroupList& groups, const RowSet& blocked) const {
    const unsigned all = 1u << groups.size();
    const u32 whole = facts(groups, all - 1);
    Candidates found;
    if (!(whole & wanted_facts_)) return found;
    std::array<u32, 16> known{};
    for (unsigned subset = 1; subset < all; ++subset) {
        if (std::popcount(subset) > 1) known[subset] = facts(groups, subset);
    }
    for (const auto& [row, fact] : wanted_) {
        if (blocked.has(row) || !(whole >> fact & 1)) continue;
        for (unsigned subset = 1; subset < all; ++subset) {
            bool minimal = known[subset] >> fact & 1;
            for (unsigned bit = 1; bit < all; bit <<= 1) {
                minimal = minimal && !((subset & bit) && known[subset & ~bit] >> fact & 1);
            }
            if (!minimal) continue;
            Edge edge;
            edge.row = i16(row);
            for (int i = 0; i < groups.size(); ++i) {
                if (subset >> i & 1) edge.groups[edge.size++] = u8(groups.group(i));
            }
            found.edges.push_back(edge);
            found.members.push_back(u8(subset));
        }
    }
    return found;
}

Selection Family::search(u32 slot, const RowSet& blocked) const {
    const GroupList groups(groups_, slot);
    if (groups.size() < 2) return {};
    const Candidates found = candidates(groups, blocked);
    if (found.edges.empty()) return {};
    Search search{rules_, found.edges, found.members, {}, {}};
    std::array<u8, kRowNumbers> used{};
    search.extend(0, {}, used);
    return search.best;
}

}  // namespace paili
