"""Rounds that have been played: results as arrays, wins as hands."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..columns import BY, COLUMNS, FALSE_WIN
from ..hands import Hands
from ..rules import RuleSet

if TYPE_CHECKING:
    import pyarrow as pa

Records = NDArray[Any]
ENDINGS = ("exhausted", *BY[:FALSE_WIN])
# What the loop does not decide (or leaves to scoring) is no column of the wins.
_OMITTED = frozenset({"penalty_tiles", "valid", "claimed_tai"})


@dataclass(frozen=True, eq=False)
class Rounds:
    """Results of `n` rounds, a row each, in the order of their numbers.

    Attributes
    ----------
    round : int64[n]
    winner, dealer : int8[n]
        Seats 0 to 3. `winner` is the first, -1 for none.
    points : int32[n]
        Of the first win, 0 for none.
    payments : int32[n, 4]
    turns, claims, kongs, wall_left : int32[n]
    wins_count, ending : uint8[n]
    hands : Hands
        Every win, in order; `hands_round int64` has the round of each.

    >>> from paili.simulate import play
    >>> rounds = play(100, rules="sichuan-wulong", policies="greedy", seed=1)
    >>> rounds.payments.shape, len(rounds.hands) == rounds.wins_count.sum()
    ((100, 4), np.True_)
    """

    rule_set: RuleSet
    policies: tuple[str, ...]
    seed: int
    first: int
    results: Records
    wins: Records
    wins_round: NDArray[np.int64]
    events: Records | None = None
    match: int = 1

    def __len__(self) -> int:
        return len(self.results)

    @property
    def rules(self) -> str:
        """The name of the rule set."""
        return self.rule_set.name

    @property
    def tile_set(self) -> str:
        """What the tiles mean."""
        return self.rule_set.tile_set

    def _place(self, index: int) -> int:
        """Return the place of a round, counted from the end where negative."""
        if not -len(self) <= operator.index(index) < len(self):
            raise IndexError(f"round {index} of {len(self)}")
        return operator.index(index) % len(self)

    def _column(self, name: str) -> NDArray[Any]:
        return np.ascontiguousarray(self.results[name])

    @property
    def round(self) -> NDArray[np.int64]:
        """Number of each round; with the seed it makes the round."""
        return np.arange(self.first, self.first + len(self), dtype=np.int64)

    @property
    def winner(self) -> NDArray[np.int8]:
        """Seat of the (first) winner, -1 for none; `hands` has them all."""
        return self._column("winner")

    @property
    def points(self) -> NDArray[np.int32]:
        """Worth of the (first) win, 0 for none."""
        return self._column("points")

    @property
    def payments(self) -> NDArray[np.int32]:
        """What each seat won or lost, ``[n, 4]``; every row sums to zero."""
        return self._column("payments")

    @property
    def turns(self) -> NDArray[np.int32]:
        """Discards of the round."""
        return self._column("turns")

    @property
    def claims(self) -> NDArray[np.int32]:
        """Chows, pungs and kongs off discards."""
        return self._column("claims")

    @property
    def kongs(self) -> NDArray[np.int32]:
        """Kongs of all kinds."""
        return self._column("kongs")

    @property
    def wins_count(self) -> NDArray[np.uint8]:
        """How many players won."""
        return self._column("wins")

    @property
    def dealer(self) -> NDArray[np.int8]:
        """Seat of the dealer."""
        return self._column("dealer")

    @property
    def wall_left(self) -> NDArray[np.int32]:
        """Tiles that could still be drawn at the end."""
        return self._column("wall_left")

    @cached_property
    def ending(self) -> NDArray[np.uint8]:
        """How each round ended: an index of `ENDINGS` (that of the first win)."""
        ending = np.zeros(len(self), np.uint8)
        rows, where = np.unique(self.wins_round - self.first, return_index=True)
        ending[rows] = self.wins["by"][where] + 1
        return ending

    def log_of(self, index: int) -> Records:
        """The events of a round: ``kind``, ``seat``, ``tile``, ``from_``; kept by ``play(log=True)``."""
        if self.events is None:
            raise ValueError("there is no log: play with log=True")
        ends, index = np.cumsum(self.results["events"]), self._place(index)
        return self.events[ends[index] - self.results["events"][index] : ends[index]]

    def transcript(self, index: int) -> str:
        """A round as text, one line an event.

        >>> from paili import simulate
        >>> print(simulate.play(1, rules="wsom", policies="greedy", seed=1, log=True).transcript(0)[:32])
        dice 1 1, 2 2; dealer 0
        0 holds
        """
        from .deals import deal
        from .transcript import lines

        events, index = self.log_of(index), self._place(index)
        if self.match > 1:
            raise ValueError("a round of a match cannot be dealt alone, which its transcript needs")
        deals = deal(1, rules=self.rule_set, seed=self.seed, first=self.first + index)
        return "\n".join(lines(deals, 0, events, self.payments[index]))

    @property
    def hands_round(self) -> NDArray[np.int64]:
        """The round of each win in `hands`."""
        return self.wins_round

    @cached_property
    def hands(self) -> Hands:
        """Every win in order, ready for ``rules.score``."""
        columns: dict[str, Any] = {
            name: np.ascontiguousarray(self.wins[name])
            for name in COLUMNS
            if name in (self.wins.dtype.names or ()) and name not in _OMITTED
        }
        return Hands(**columns, tile_set=self.tile_set)

    def to_arrow(self) -> pa.Table:
        """Return one row a round (`hands.to_arrow()` has the wins)."""
        import pyarrow as pa

        payments = pa.FixedSizeListArray.from_arrays(pa.array(self.payments.ravel()), 4)
        endings = pa.DictionaryArray.from_arrays(pa.array(self.ending), pa.array(ENDINGS))
        names = ("dealer", "winner", "points", "turns", "claims", "kongs", "wall_left")
        table = pa.table(
            {
                "round": self.round,
                "ending": endings,
                **{name: getattr(self, name) for name in names},
                "wins": self.wins_count,
                "payments": payments,
            }
        )
        about = {"rules": self.rules, "policies": ",".join(self.policies), "seed": str(self.seed)}
        return table.replace_schema_metadata({f"paili.{key}": value for key, value in about.items()})

    def __repr__(self) -> str:
        return f"<Rounds: {len(self)} of {self.rules}, {len(self.wins)} wins>"
