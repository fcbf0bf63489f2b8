"""Scores: what hands are worth under one rule set, for one hand and for batches.

A `RuleSet` (see `paili.rules`) makes them; compiled code fills their arrays.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from . import _scoring
from ._parallel import map_chunks
from .arrangement import Arrangement, arrange
from .columns import DISCARD, EIGHT_FLOWERS, FLAG_BITS, NO_TILE, ROBBED_KONG, SEVEN_ROB_ONE
from .hand import Hand
from .hands import Hands
from .melds import held
from .rulebook import Pattern
from .tiles import get_tile_set

if TYPE_CHECKING:
    from .explain import Explanation

Reading = Mapping[str, Any]  # as compiled code describes one; see `describe` in csrc/scoring/bind.cpp


class Rules(Protocol):
    """What scores need of the rule set that made them."""

    @property
    def name(self) -> str: ...
    @property
    def patterns(self) -> tuple[Pattern, ...]: ...
    @property
    def rows(self) -> tuple[Pattern, ...]: ...
    @property
    def units(self) -> tuple[str, ...]: ...
    @property
    def scorer(self) -> _scoring.Scorer: ...
    def explain(self, hand: Any, lang: str = "en") -> Explanation: ...


@dataclass(frozen=True, eq=False)
class Score:
    """What one hand is worth; equal to another with the same numbers, names and arrangement.

    Attributes
    ----------
    legal
        May it be declared a win?
    complete
        Do the tiles win at all, whatever they are worth?
    points
        The value that payments use; 0 where not legal.
    raw_points
        The hand's value even below the minimum.
    total
        The sum of its patterns before conversion, in the rule set's own unit.
    patterns
        What each pattern contributes, by id.
    arrangement
        The tiles as they were counted; None where they do not win.
    payments
        Signed, by seat 0 to 3; they sum to 0.
    responsible
        The seat that pays as discarder, or None.
    settled
        Is it known who pays whom?
    units
        The sum of the rows in every unit that the rule set counts in.

    >>> import paili
    >>> hand = paili.Hand.parse("234m678p3499s (333z) +5s", seat_wind="W", winner=2, from_=0)
    >>> score = paili.rules.load("wsom").score(hand)
    >>> score.points, score.patterns, str(score.arrangement), score.responsible
    (10, {'value_honors': 10}, '(333z) 234m 678p 34s+5s 99s', 0)
    """

    legal: bool
    complete: bool
    points: int
    raw_points: int
    total: int
    patterns: dict[str, int]
    arrangement: Arrangement | None
    payments: NDArray[np.int32]
    responsible: int | None
    settled: bool
    units: dict[str, int] = field(default_factory=dict)
    _rows: tuple[Pattern, ...] = field(default=(), repr=False)

    def named(self, lang: str = "en") -> dict[str, int]:
        """Return `patterns` under their printed names, ``"en"`` or ``"zh"``."""
        rows = {row.id: row for row in self._rows}
        return {rows[key].name(lang): points for key, points in self.patterns.items()}

    def _values(self) -> dict[str, Any]:
        return {**vars(self), "payments": self.payments.tolist(), "_rows": None}

    def __eq__(self, other: object) -> bool:
        return self._values() == other._values() if isinstance(other, Score) else NotImplemented

    __hash__ = None  # type: ignore[assignment]


class Scores:
    """What a batch of hands is worth, as arrays of `n` rows; ``scores[i]`` is a `Score`.

    Attributes
    ----------
    legal, complete, settled : bool[n]
    points, raw_points, total : int32[n]
    payments : int32[n, 4]
    responsible : int8[n]
        -1 for nobody.
    contributions : int16[n, n_patterns]
        Points of every pattern in the order of `pattern_ids`; only with ``detail=True``.

    >>> import paili
    >>> hands = paili.Hands.from_records([{"concealed": "1122334455667m", "win_tile": "7m", "by": "discard"}])
    >>> scores = paili.rules.load("wsom").score(hands, detail=True)
    >>> scores, scores.points.tolist(), scores[0].named("zh")["清一色"]
    (<Scores: 1 under 'wsom', 1 legal>, [150], 80)
    """

    def __init__(self, rules: Rules, hands: Hands, columns: Mapping[str, NDArray[Any]]) -> None:
        self._rules, self._hands, self._columns = rules, hands, columns

    @property
    def legal(self) -> NDArray[np.bool_]:
        return self._columns["legal"]

    @property
    def complete(self) -> NDArray[np.bool_]:
        return self._columns["complete"]

    @property
    def points(self) -> NDArray[np.int32]:
        return self._columns["points"]

    @property
    def raw_points(self) -> NDArray[np.int32]:
        return self._columns["raw_points"]

    @property
    def total(self) -> NDArray[np.int32]:
        return self._columns["total"]

    @property
    def payments(self) -> NDArray[np.int32]:
        return self._columns["payments"]

    @property
    def responsible(self) -> NDArray[np.int8]:
        return self._columns["responsible"]

    @property
    def contributions(self) -> NDArray[np.int16]:
        if "contributions" not in self._columns:
            raise AttributeError("contributions are computed only by score(hands, detail=True)")
        return self._columns["contributions"]

    @property
    def pattern_ids(self) -> tuple[str, ...]:
        """The ids of the rule set's patterns in table order."""
        return tuple(row.id for row in self._rules.patterns)

    @property
    def settled(self) -> NDArray[np.bool_]:
        return can_settle(self._hands)

    def __len__(self) -> int:
        return len(self._hands)

    def __iter__(self) -> Iterator[Score]:
        return (self[i] for i in range(len(self)))

    def __getitem__(self, row: int) -> Score:
        if isinstance(row, bool | np.bool_ | slice) or np.ndim(row):
            raise TypeError("scores are taken one at a time, by a whole number")
        if not -len(self) <= operator.index(row) < len(self):
            raise IndexError(f"score {row} of {len(self)}")
        return one_score(self._rules, self._hands, self._columns, operator.index(row) % len(self))

    def explain(self, row: int, lang: str = "en") -> Explanation:
        """Say how hand `row` comes to its points."""
        return self._rules.explain(self._hands[row], lang)

    def __repr__(self) -> str:
        return f"<Scores: {len(self)} under {self._rules.name!r}, {int(self.legal.sum())} legal>"


def can_settle(hands: Hands) -> NDArray[np.bool_]:
    """Tell for which hands it is known who won and, where that matters, off whom."""
    from_one = np.isin(hands.by, (DISCARD, ROBBED_KONG, SEVEN_ROB_ONE))
    return hands.valid & (hands.winner >= 0) & (~from_one | (hands.from_ >= 0))


def lacks_win_tile(hands: Hands) -> NDArray[np.intp]:
    """The rows that cannot be scored for want of a winning tile."""
    return np.flatnonzero((hands.win_tile == NO_TILE) & (hands.by < EIGHT_FLOWERS) & hands.valid)


def holds_void(hands: Hands) -> NDArray[np.bool_]:
    """Tell which hands hold a tile of the suit that their player named to go."""
    holds = np.zeros(len(hands), bool)
    ranks, named = get_tile_set(hands.tile_set).ranks, hands.void_suit
    for suit in range(3):
        rows, tiles = np.flatnonzero(named == suit), slice(ranks * suit, ranks * (suit + 1))
        if rows.size:
            holds[rows] = hands.concealed[rows, tiles].any(axis=1) | (hands.win_tile[rows] // ranks == suit)
            holds[rows] |= held(hands.melds[rows])[:, tiles].any(axis=1)
    return holds


def score_columns(
    scorer: _scoring.Scorer,
    hands: Hands,
    n_patterns: int,
    tiles: int,
    *,
    void_suit: bool,
    detail: bool,
    workers: int | None,
) -> dict[str, NDArray[Any]]:
    """Fill the arrays of `Scores`; a hand of another size than the rule set's is a ``ValueError``.

    With `void_suit` a hand that holds the suit it named is no win: to compiled code it is dead.
    """
    n = len(hands)
    out: dict[str, NDArray[Any]] = {
        "legal": np.empty(n, bool),
        "complete": np.empty(n, bool),
        "points": np.empty(n, np.int32),
        "raw_points": np.empty(n, np.int32),
        "total": np.empty(n, np.int32),
        "payments": np.empty((n, 4), np.int32),
        "responsible": np.empty(n, np.int8),
    }
    if detail:
        out["contributions"] = np.zeros((n, n_patterns), np.int16)
        out["units"] = np.empty((n, _scoring.MAX_UNITS), np.int32)
    columns = hands._columns()
    if void_suit and (holds := holds_void(hands)).any():
        columns["flags"] = hands.flags | np.where(holds, np.uint32(FLAG_BITS["dead_hand"]), np.uint32(0))
    arrays = {"contributions": None, "units": None, **out}
    misfits: list[int] = []
    map_chunks(lambda first, last: misfits.append(scorer.score(columns, first, last, arrays)), n, workers)
    if (row := min(misfits, default=n)) < n:
        size = int(hands.concealed[row].sum()) + 3 * int(np.count_nonzero(hands.melds[row]))
        raise ValueError(f"hand {row} has {size} tiles (a meld counts 3), not {tiles}")
    return out


def one_score(rules: Rules, hands: Hands, columns: Mapping[str, NDArray[Any]], row: int) -> Score:
    """Make the `Score` of one row; its patterns are worked out now."""
    reading = best_reading(rules.scorer.readings(hands._columns(), row)) if hands.valid[row] else None
    patterns, units = {}, dict.fromkeys(rules.units, 0)
    if reading is not None:
        counted = counted_rows(rules, hands[row], reading)
        patterns = {pattern.id: points for _, pattern, _, points in counted if not pattern.hidden}
        units = dict(zip(rules.units, reading["units"], strict=False))
    responsible = int(columns["responsible"][row])
    return Score(
        legal=bool(columns["legal"][row]),
        complete=bool(columns["complete"][row]),
        points=int(columns["points"][row]),
        raw_points=int(columns["raw_points"][row]),
        total=int(columns["total"][row]),
        patterns=patterns,
        arrangement=None if reading is None else arrange(reading, hands[row]),
        payments=columns["payments"][row].copy(),
        responsible=None if responsible < 0 else responsible,
        settled=bool(can_settle(hands[row : row + 1])[0]),
        units=units,
        _rows=rules.rows,
    )


def counted_rows(rules: Rules, hand: Hand, reading: Reading) -> Iterator[tuple[int, Pattern, int, int]]:
    """Yield the rows that count on a reading: number, row, how often it counts, and its points in all."""
    is_open = hand.is_open
    for number, count, _ in reading["lines"]:
        if count:
            row = rules.rows[number]
            yield number, row, count, count * row.worth(is_open)


def rank(reading: Reading) -> tuple[bool, int, int]:
    """The order of readings, as compiled code has it: legal before not, then points, then the sum."""
    return reading["legal"], reading["points"], reading["total"]


def best_reading(readings: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The reading that counts: the first of those that rank highest."""
    return max(readings, key=rank, default=None)
