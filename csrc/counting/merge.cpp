#include "counting/merge.hpp"

#include "counting/lazy.hpp"
#include "counting/numbering.hpp"

namespace paili::counting {
namespace {

constexpr std::size_t kSpare = 4;  // wide loads may read past the last entry

bool may(Allowed allowed, int suit) { return allowed >> suit & 1; }

// Number what `a` and `b` need together, for all pairs of classes; a barred one contributes nothing.
template <class Id>
std::vector<Id> pair_up(const std::vector<Needs>& a, bool with_a, const std::vector<Needs>& b, bool with_b, int groups,
                        std::vector<Needs>& numbered) {
    Numbering<Needs> numbers;
    std::vector<Id> ids;
    ids.reserve(a.size() * b.size() + kSpare);
    for (const Needs& first : a)
        for (const Needs& second : b) {
            Needs both = merge(with_a ? first : Needs::nothing(), with_b ? second : Needs::nothing());
            forget_above(both, groups);
            ids.push_back(static_cast<Id>(numbers(both)));
        }
    ids.resize(ids.size() + kSpare);
    numbered = std::move(numbers.values);
    return ids;
}

template <class Id>
MergeTables<Id> build_merges(const SuitTables& tables, Allowed allowed) {
    const auto& suit = tables.suit.needs;
    const auto& honor = tables.honor.needs;
    MergeTables<Id> merges{suit.size(), honor.size(), 0, 0, {}, {}, {}, {}, {}};
    merges.left = pair_up<Id>(suit, may(allowed, 0), suit, may(allowed, 1), tables.groups, merges.left_needs);
    merges.right = pair_up<Id>(suit, may(allowed, 2), honor, may(allowed, 3), tables.groups, merges.right_needs);
    merges.lefts = merges.left_needs.size();
    merges.rights = merges.right_needs.size();
    for (int groups = 0; groups <= tables.groups; ++groups)
        for (const Needs& left : merges.left_needs)
            for (const Needs& right : merges.right_needs)
                merges.missing.push_back(static_cast<std::uint8_t>(missing(left, right, groups)));
    merges.missing.resize(merges.missing.size() + kSpare);
    return merges;
}

template <class Id>
using Rest = typename RestTables<Id>::Rest;

// The rest of the hand seen from a suit: its partner on the same side, and the whole other side.
template <class Id>
std::shared_ptr<const Rest<Id>> build_rest(const std::vector<Needs>& own, bool may_own,
                                           const std::vector<Needs>& partner, bool may_partner,
                                           const std::vector<Needs>& side, int max_groups) {
    Rest<Id> rest{side.size(), 0, own.size(), {}, {}};
    std::vector<Needs> needs;
    rest.id = pair_up<Id>(partner, may_partner, side, true, max_groups, needs);
    rest.rests = needs.size();
    for (int groups = 0; groups <= max_groups; ++groups)
        for (const Needs& mine : own)
            for (const Needs& theirs : needs)
                rest.best.push_back(may_own ? best_splits(mine, theirs, groups) : std::uint16_t{0});
    rest.best.resize(rest.best.size() + kSpare);
    return std::make_shared<const Rest<Id>>(std::move(rest));
}

template <class Id>
RestTables<Id> build_rests(const SuitTables& tables, const MergeTables<Id>& merges, Allowed allowed) {
    const auto& suit = tables.suit.needs;
    const auto& honor = tables.honor.needs;
    const auto build = [&](const auto& own, int i, const auto& partner, int j, const auto& side) {
        return build_rest<Id>(own, may(allowed, i), partner, may(allowed, j), side, tables.groups);
    };
    RestTables<Id> rests;
    rests.of[0] = build(suit, 0, suit, 1, merges.right_needs);
    const bool alike = may(allowed, 0) == may(allowed, 1);
    rests.of[1] = alike ? rests.of[0] : build(suit, 1, suit, 0, merges.right_needs);
    rests.of[2] = build(suit, 2, honor, 3, merges.left_needs);
    rests.of[3] = build(honor, 3, suit, 2, merges.left_needs);
    return rests;
}

}  // namespace

const MergeTables<Narrow>& narrow_merges(Allowed allowed) {
    static Lazy<MergeTables<Narrow>> tables[16];
    return tables[allowed].get([&] { return build_merges<Narrow>(four_group_tables(), allowed); });
}

const RestTables<Narrow>& narrow_rests(Allowed allowed) {
    static Lazy<RestTables<Narrow>> tables[16];
    const auto& merges = narrow_merges(allowed);
    return tables[allowed].get([&] { return build_rests<Narrow>(four_group_tables(), merges, allowed); });
}

const MergeTables<Wide>& wide_merges(TileSet set, Allowed allowed) {
    static Lazy<MergeTables<Wide>> nine[16], ten[16];
    auto& tables = set == TileSet::ten_rank ? ten : nine;
    return tables[allowed].get([&] { return build_merges<Wide>(five_group_tables(set), allowed); });
}

const RestTables<Wide>& wide_rests(TileSet set, Allowed allowed) {
    static Lazy<RestTables<Wide>> nine[16], ten[16];
    const auto& merges = wide_merges(set, allowed);
    auto& tables = set == TileSet::ten_rank ? ten : nine;
    return tables[allowed].get([&] { return build_rests<Wide>(five_group_tables(set), merges, allowed); });
}

}  // namespace paili::counting
