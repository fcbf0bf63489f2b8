#include "scoring/capi.hpp"

using namespace paili;

namespace {

Columns columns_of(const OneHand& row, TileSet tile_set) {
    Columns columns;
#define X(type, name, width, absent) columns.name = row.name;
    PAILI_COLUMNS(X)
#undef X
    columns.penalty_tiles = nullptr;
    columns.valid = nullptr;
    columns.size = 1;
    columns.tile_set = tile_set;
    return columns;
}

}  // namespace

extern "C" {

int paili_score_v1(const void* scorer, const OneHand* row, Verdict* verdict) {
    const auto& rules = *static_cast<const Scorer*>(scorer);
    bool legal, complete;
    i8 responsible;
    Outputs out;
    out.legal = &legal;
    out.complete = &complete;
    out.points = &verdict->points;
    out.raw_points = &verdict->raw_points;
    out.total = &verdict->total;
    out.responsible = &responsible;
    out.payments = verdict->payments;
    kernel().score_rows(rules, columns_of(*row, rules.rules().win.tile_set), 0, 1, out);
    verdict->legal = legal;
    verdict->responsible = responsible;
    return legal;
}

}
