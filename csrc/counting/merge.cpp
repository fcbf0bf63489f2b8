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
    std::vector<Id> ids(cell<Id>(a.size(), kSpare));
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < b.size(); ++j) {
            Needs both = merge(with_a ? a[i] : Needs::nothing(), with_b ? b[j] : Needs::nothing());
            forget_above(both, groups);
            ids[cell<Id>(i, j)] = static_cast<Id>(numbers(both));
        }
    numbered = std::move(numbers.values);
    return ids;
}

template <class Id>
MergeTables<Id> build_merges(const SuitTables& tables, Allowed allowed) {
    const auto& suit = tables.suit.needs;
    const auto& honor = tables.honor.needs;
    MergeTables<Id> merges{};
    merges.left = pair_up<Id>(suit, may(allowed, 0), suit, may(allowed, 1), tables.groups, merges.left_needs);
    merges.right = pair_up<Id>(suit, may(allowed, 2), honor, may(allowed, 3), tables.groups, merges.right_needs);
    merges.layer = cell<Id>(merges.left_needs.size(), 0);
    merges.missing.resize(merges.layer * static_cast<std::size_t>(tables.groups + 1) + kSpare);
    std::uint8_t* layer = merges.missing.data();
    for (int groups = 0; groups <= tables.groups; ++groups, layer += merges.layer)
        for (std::size_t i = 0; i < merges.left_needs.size(); ++i)
            for (std::size_t j = 0; j < merges.right_needs.size(); ++j)
                layer[cell<Id>(i, j)] =
                    static_cast<std::uint8_t>(missing(merges.left_needs[i], merges.right_needs[j], groups));
    return merges;
}

// The rest of the hand seen from a suit: its partner on the same side, and the whole other side.
template <class Id>
std::shared_ptr<const Rest<Id>> build_rest(const std::vector<Needs>& own, bool may_own,
                                           const std::vector<Needs>& partner, bool may_partner,
                                           const std::vector<Needs>& side, int max_groups) {
    Rest<Id> rest{};
    std::vector<Needs> needs;
    rest.id = pair_up<Id>(partner, may_partner, side, true, max_groups, needs);
    rest.layer = cell<Id>(own.size(), 0);
    rest.best.resize(rest.layer * static_cast<std::size_t>(max_groups + 1) + kSpare);
    std::uint16_t* layer = rest.best.data();
    for (int groups = 0; may_own && groups <= max_groups; ++groups, layer += rest.layer)
        for (std::size_t i = 0; i < own.size(); ++i)
            for (std::size_t j = 0; j < needs.size(); ++j)
                layer[cell<Id>(i, j)] = best_splits(own[i], needs[j], groups);
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
    rests[0] = build(suit, 0, suit, 1, merges.right_needs);
    const bool alike = may(allowed, 0) == may(allowed, 1);
    rests[1] = alike ? rests[0] : build(suit, 1, suit, 0, merges.right_needs);
    rests[2] = build(suit, 2, honor, 3, merges.left_needs);
    rests[3] = build(honor, 3, suit, 2, merges.left_needs);
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
