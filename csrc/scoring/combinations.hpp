// MCR's combining principles: which fans may be made from chows, and which from pungs.
//
// Every combination fan is an edge that joins groups. A selection of edges is legal iff each joins groups of
// different components of what is chosen before it (the edges form a hyper-forest) and no group stands twice
// in the same fan. A hand has at most four groups, so every multiset of groups is searched once, and a hand
// looks its own up.
#pragma once

#include "scoring/rows.hpp"

namespace paili {

struct Edge {
    i16 row = 0;
    u8 size = 0;
    u8 groups[4] = {};  // numbers of the groups joined (GroupList)
};

// What sums need of a selection.
struct Outcome {
    i16 value = 0;
    u8 size = 0;
    bool affects_others = false;  // a chosen row excludes or diminishes other rows
};

// A best selection; the first found of equal ones, rows tried in table order.
struct Selection : Outcome {
    Edge edges[3];
};

class Family {
public:
    Family(const RuleTable& rules, const GroupTable& groups);

    // `blocked` rows have left the search before it starts; a selection that is not tabled goes to `scratch`.
    const Selection& best(u32 slot, const RowSet& blocked, Selection& scratch) const {
        if ((blocked & rows_).empty()) return table_[slot];
        return scratch = search(slot, blocked);
    }
    // The same without its edges, from a table that fits the caches.
    Outcome outcome(u32 slot, const RowSet& blocked) const {
        return (blocked & rows_).empty() ? outcomes_[slot] : search(slot, blocked);
    }
    // All fans the groups could make, whether they go together or not, for explanations.
    std::vector<Edge> possible(u32 slot) const { return candidates(GroupList(groups_, slot), {}).edges; }

private:
    struct Candidates {
        std::vector<Edge> edges;
        std::vector<u8> members;  // which of the groups each edge joins
    };
    Selection search(u32 slot, const RowSet& blocked) const;
    Candidates candidates(const GroupList& groups, const RowSet& blocked) const;
    u32 facts(const GroupList& groups, unsigned members) const;

    const RuleTable& rules_;
    const GroupTable& groups_;
    RowSet rows_;
    std::vector<std::pair<int, int>> wanted_;  // row, bit of its fact in the section
    u32 wanted_facts_ = 0;
    std::vector<Selection> table_;
    std::vector<Outcome> outcomes_;
};

struct Combinations {
    explicit Combinations(const RuleTable& rules) : chows(rules, rules.tables.chows), pungs(rules, rules.tables.pungs) {}
    Family chows, pungs;
};

}  // namespace paili
