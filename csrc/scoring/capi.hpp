// One hand at a time for native callers (the playing room calls these from compiled loops).
// `_scoring.ONE_HAND` and `_scoring.VERDICT` describe the two structs, so no caller writes them down again.
#pragma once

#include "scoring/score.hpp"

namespace paili {

// A row of the batch on its own, with every column present but `penalty_tiles` and `valid`.
struct OneHand {
#define X(type, name, width, absent) type name[width];
    PAILI_COLUMNS(X)
#undef X
};

struct Verdict {
    i32 payments[4], points, raw_points, total, legal, responsible;
};

}  // namespace paili

extern "C" {

// Scores `row` under the rule set of `scorer` (a paili::Scorer). Returns `legal`.
int paili_score_v1(const void* scorer, const paili::OneHand* row, paili::Verdict* verdict);

}
