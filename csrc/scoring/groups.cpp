#include "scoring/groups.hpp"

#include <map>
#include <stdexcept>

#include "scoring/masks.hpp"

namespace paili {
namespace {

// A multiset while it grows.
struct Multiset {
    u32 signature = 0, at_least[4] = {}, list = 0;
    int size = 0;

    void add(u32 weight, int group, u32 bit) {
        signature += weight;
        for (int k = 3; k > 0; --k) at_least[k] |= at_least[k - 1] & bit;
        at_least[0] |= bit;
        list |= u32(group) << (5 * size++);
    }
};

GroupTable::Entry chow_entry(const Multiset& groups) {
    const u32 c1 = groups.at_least[0], c2 = groups.at_least[1], c3 = groups.at_least[2], c4 = groups.at_least[3];
    GroupTable::Entry entry{};
    int bit = 0, slot = 0;
#define CHOW_FACT(name, expression) entry.facts |= u32((expression) != 0) << bit++;
#define CHOW_COUNT(name, expression) \
    entry.counts[slot++] = u8(expression); \
    entry.facts |= u32((expression) != 0) << bit++;
#include "scoring/facts.def"
    return entry;
}

GroupTable::Entry pung_entry(const Multiset& groups, int ranks) {
    const u32 p1 = groups.at_least[0];
    const u32 terminals = u32(row(0) | row(ranks - 1));
    GroupTable::Entry entry{};
    int bit = 0, slot = 0;
#define PUNG_FACT(name, expression) entry.facts |= u32((expression) != 0) << bit++;
#define PUNG_COUNT(name, expression) \
    entry.counts[slot++] = u8(expression); \
    entry.facts |= u32((expression) != 0) << bit++;
#include "scoring/facts.def"
    return entry;
}

template <class Use>
void grow(const GroupTable& table, const Multiset& groups, int first, int left, Use&& use) {
    use(groups);
    if (left == 0) return;
    for (int group = first; group < 3 * table.per_suit(); ++group) {
        const int suit = group / table.per_suit(), rank = group % table.per_suit();
        Multiset next = groups;
        next.add(table.signature(suit, rank), group, u32(kind_bit(suit, rank)));
        grow(table, next, table.kind() == GroupKind::chows ? group : group + 1, left - 1, use);
    }
}

}  // namespace

GroupTable::GroupTable(GroupKind kind, int ranks, int groups) : kind_(kind), ranks_(ranks) {
    u32 size = 0;
    grow(*this, {}, 0, groups, [&](const Multiset&) { ++size; });
    const int bits = std::bit_width(15 * size / 8);  // little more than half full at most
    mask_ = (1u << bits) - 1;
    shift_ = u32(32 - bits);
    slots_.assign(mask_ + 1, Slot{});
    lists_.assign(mask_ + 1, 0);
    std::map<Entry, u32> known;
    grow(*this, {}, 0, groups, [&](const Multiset& found) {
        const u32 at = find(found.signature);
        if (used(at)) throw std::logic_error("two multisets of groups have one signature");
        const Entry entry = kind == GroupKind::chows ? chow_entry(found) : pung_entry(found, ranks);
        const auto [place, is_new] = known.emplace(entry, u32(entries_.size()));
        if (is_new) entries_.push_back(entry);
        slots_[at] = {found.signature, place->second};
        lists_[at] = found.list | u32(found.size) << 25;
    });
}

u32 GroupTable::signature(int suit, int rank) const {
    return kind_ == GroupKind::chows ? kChowWeights[rank] * kSuitFactors[suit] : u32(kind_bit(suit, rank));
}

}  // namespace paili
