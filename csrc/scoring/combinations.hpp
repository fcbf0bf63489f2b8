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
    u8 groups[4] = {};  // numbers of the groups joined: start or rank plus 7 (chows) or 9 (pungs) a suit
};

// A best selection; the first found of equal ones, rows tried in table order.
struct Selection {
    i32 value = 0;
    u8 size = 0;
    bool affects_others = false;  // a chosen row excludes or diminishes other rows
    Edge edges[3];
};

// Groups of one kind, at most four, in ascending order.
struct GroupList {
    u8 size = 0;
    u8 groups[4] = {};
};

class Family {
public:
    enum class Kind : u8 { chows, pungs };

    Family(const RuleTable& rules, Kind kind);

    static GroupList list(const Chows& chows);
    static GroupList list(u32 pungs);

    // `blocked` rows have left the search before it starts.
    Selection best(const GroupList& groups, const RowSet& blocked) const {
        if (groups.size < 2) return {};
        if ((blocked & rows_).empty()) return table_[index(groups)];
        return search(groups, blocked);
    }

private:
    Selection search(const GroupList& groups, const RowSet& blocked) const;
    std::vector<Edge> edges(const GroupList& groups, const RowSet& blocked, std::vector<u8>& members) const;
    FactSet facts(const GroupList& groups, unsigned members) const;
    std::size_t index(const GroupList& groups) const;
    void fill(GroupList& groups, int first);

    const RuleTable& table_rules_;
    Kind kind_;
    int ranks_;       // starts or ranks of a suit
    RowSet rows_;
    std::vector<std::pair<int, int>> wanted_;  // row, fact
    std::vector<Selection> table_;
};

struct Combinations {
    explicit Combinations(const RuleTable& rules)
        : chows(rules, Family::Kind::chows), pungs(rules, Family::Kind::pungs) {}
    Family chows, pungs;
};

}  // namespace paili
