"""Compiled functions of the counting and scoring rooms, for numba: the only place that makes symbols.

A symbol that was never registered is a crash, and one whose meaning changed is worse: so names carry an ABI
number, which changes with the arguments, and only this module hands them out.
"""

from __future__ import annotations

from typing import Any

from llvmlite import binding
from numba.core import types

from . import _counting, _scoring

_symbols = _counting.symbols() | _scoring.SYMBOLS
_ADDRESS = types.uintp


def _external(name: str, signature: Any) -> Any:
    """Register a function under its name."""
    if name not in _symbols:
        raise ImportError(f"the compiled rooms have no {name}: build them again")
    binding.add_symbol(name, _symbols[name])
    return types.ExternalFunction(name, signature)


shanten = _external("paili_shanten_v1", types.int32(_ADDRESS, _ADDRESS, types.uint32))
"""``(counts, held or 0, query) -> int``"""

acceptance = _external("paili_acceptance_v1", types.int32(_ADDRESS, _ADDRESS, types.uint32, _ADDRESS))
"""``(counts, held or 0, query, uint64* tiles) -> shanten``"""

waits = _external("paili_waits_v1", types.uint64(_ADDRESS, _ADDRESS, types.uint32))
"""``(counts, held or 0, query) -> tiles``"""

discards = _external(
    "paili_discards_v1",
    types.int32(_ADDRESS, _ADDRESS, _ADDRESS, types.uint32, _ADDRESS, _ADDRESS, _ADDRESS),
)
"""``(counts, held or 0, visible or 0, query, int8* shanten, uint64* tiles, uint8* live) -> 0``"""

score = _external("paili_score_v1", types.int32(_ADDRESS, _ADDRESS, _ADDRESS))
"""``(scorer, hand, verdict) -> legal``"""

# The round as procedure.hpp keeps it. `procedure` is a rule set's, `round` its struct at the table.
_int = types.int32
round_begin = _external("paili_round_begin_v1", types.void(_ADDRESS))
"""``(round)``"""

round_kong = _external("paili_round_kong_v1", types.void(_ADDRESS, _ADDRESS, _int, _int, _int, _int))
"""``(procedure, round, seat, kind of meld, feeder, late)``"""

round_win = _external("paili_round_win_v1", types.void(_ADDRESS, _ADDRESS, _ADDRESS, _ADDRESS))
"""``(procedure, round, hand, verdict)``"""

round_exhaust = _external("paili_round_exhaust_v1", types.void(_ADDRESS, _ADDRESS, types.uint32, _ADDRESS))
"""``(procedure, round, seats, int32* worth)``"""

ready_value = _external("paili_ready_value_v1", _int(_ADDRESS, _ADDRESS, _ADDRESS))
"""``(scorer, procedure, hand) -> worth or -1``"""

grant = _external("paili_grant_v1", _int(_ADDRESS, _int, _ADDRESS, _ADDRESS))
"""``(procedure, discarder, uint8* claims, int8* seats) -> how many``"""

may_win_after = _external("paili_may_win_after_v1", _int(_ADDRESS, _int, _int, _int, _int))
"""``(procedure, dearest declined or -1, value, own draw, wall left) -> bool``"""

must_win = _external("paili_must_win_v1", _int(_ADDRESS, _int, _int))
"""``(procedure, value, wall left) -> bool``"""

next_counter = _external("paili_next_counter_v1", _int(_int, _int, _int, _int))
"""``(count, die, other die, won) -> 2 * the counter after + whether the hand counts double``"""
