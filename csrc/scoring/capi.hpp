// One hand at a time for native callers (the playing room calls these from compiled loops).
// `_scoring.ONE_HAND` and `_scoring.VERDICT` describe the two structs, so no caller writes them down again.
#pragma once

#include "scoring/procedure.hpp"

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

// `scorer` is a paili::Scorer, `procedure` a paili::Procedure; both live as long as their rule set.

// Scores `row` under a rule set. Returns `legal`.
int paili_score_v1(const void* scorer, const paili::OneHand* row, paili::Verdict* verdict);

// The functions of procedure.hpp. A zeroed Round begins by paili_round_begin.
void paili_round_begin_v1(paili::Round* round);
void paili_round_kong_v1(const void* procedure, paili::Round* round, int seat, int type, int from, int late);
void paili_round_win_v1(const void* procedure, paili::Round* round, const paili::OneHand* row,
                        const paili::Verdict* verdict);
void paili_round_exhaust_v1(const void* procedure, paili::Round* round, unsigned seats, const paili::i32* worth);
// What a ready hand (`row` without winning tile) is worth then, or -1.
int paili_ready_value_v1(const void* scorer, const void* procedure, const paili::OneHand* row);
// Who gets a discard: fills `seats`, returns how many.
int paili_grant_v1(const void* procedure, int from, const paili::u8* claims, paili::i8* seats);
int paili_may_win_after_v1(const void* procedure, int declined, int value, int own_draw, int wall_left);
int paili_must_win_v1(const void* procedure, int value, int wall_left);
// Drawn hands: twice the counter after the hand, plus whether the hand counts double.
int paili_next_counter_v1(int count, int die, int other_die, int won);

}
