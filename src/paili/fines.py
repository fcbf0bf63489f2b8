"""What slowness costs: the fines of a tournament, by the `[play]` table of a rule set.

`paili.settlement` offers them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Protocol


class Law(Protocol):
    """What fines need of a rule set."""

    @property
    def name(self) -> str: ...
    def table(self, name: str) -> dict[str, Any]: ...


def time_fine(rules: Law, turns: Sequence[float], *, opens: bool = False) -> tuple[int, bool]:
    """Fine a player for the seconds that each of their turns in a hand took: points, and is the hand forfeit?

    Parameters
    ----------
    opens
        The first turn follows the deal; so many seconds of it as a turn may take are free.

    >>> import paili
    >>> time_fine(paili.rules.load("wsom"), [25, 31.5], opens=True)
    (10, False)
    """
    law = _fines(rules, "time")
    if any(t < 0 for t in turns):
        raise ValueError(f"turns of {min(turns)} seconds")
    taken = [max(0, t - law["turn"]) if opens and i == 0 else t for i, t in enumerate(turns)]
    steps = sum(_started(t - law["turn"], law["step"]) for t in taken)
    steps += _started(math.fsum(taken) - law["hand"], law["step"])
    points = law["fine"] * steps
    return points, points > law["forfeit"]


def late_fine(rules: Law, seconds: float, *, before: int = 0) -> tuple[int, bool]:
    """Fine a player who is late: points, and is the half forfeit, with the points lost so `before`?

    >>> import paili
    >>> late_fine(paili.rules.load("wsom"), 61), late_fine(paili.rules.load("wsom"), 600, before=60)
    ((15, False), (100, True))
    """
    law = _fines(rules, "late")
    if seconds < 0:
        raise ValueError(f"late by {seconds} seconds")
    points = law["fine"] * _started(seconds, law["step"])
    return points, before + points > law["forfeit"]


def _fines(rules: Law, name: str) -> dict[str, int]:
    law = rules.table("play").get(name)
    if law is None:
        raise ValueError(f"rule set {rules.name!r} has no [play.{name}]")
    return dict(law)


def _started(seconds: float, step: int) -> int:
    """How many steps have begun."""
    if not math.isfinite(seconds):
        raise ValueError(f"a time of {seconds} seconds")
    return int(-(-max(0, seconds) // step))
