// Who pays whom for a win: one named function a mode, all of them zero-sum.
#pragma once

#include "scoring/score.hpp"

namespace paili {

// Fills `payments` (by seat) and returns the seat that pays as discarder, or -1. Without a winner, or without
// the payer of a discard, nothing can be settled: zeros.
i8 settle(const Hand& hand, const Modes& modes, const Worth& worth, i32* payments);

// Is it known who won and, where that matters, off whom?
bool can_settle(const Seats& seats);

}  // namespace paili
