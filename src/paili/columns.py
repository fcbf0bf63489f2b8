"""The columns of a batch of hands: one table of what may be in them, and the door that each goes through.

Compiled code reads the same columns under the same names (``csrc/scoring/hand.hpp``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from ._arrays import KINDS, as_integers
from .melds import MAX_MELDS
from .tiles import SUITS, WINDS, get_tile_set

BY = ("self_draw", "discard", "robbed_kong", "eight_flowers", "seven_rob_one", "false_win")
SELF_DRAW, DISCARD, ROBBED_KONG, EIGHT_FLOWERS, SEVEN_ROB_ONE, FALSE_WIN = range(6)
FLAGS = (
    "last_tile",
    "kong_draw",
    "kong_discard",
    "last_copy",
    "heavenly",
    "earthly",
    "ready_at_deal",
    "ready_early",
    "ready_declared",
    "east_kong",
    "nine_gates_tile_mixed",
    "dead_hand",
)
FLAG_BITS = {name: 1 << bit for bit, name in enumerate(FLAGS)}
KONG_TYPES = {"kong": 2, "added_kong": 3, "concealed_kong": 4}
NO_TILE = 255
NO_LOG = -2  # in `responsible`: no log tells who threw the tile first


@dataclass(frozen=True)
class Column:
    """What one column holds: numbers from `low` to `high`, or `default` where nothing is known."""

    dtype: DTypeLike
    default: int
    low: int
    high: int
    width: int = 1
    names: Mapping[str, int] = field(default_factory=dict)
    what: str = ""

    def shape(self, n: int) -> tuple[int, ...]:
        """The shape of the column in a batch of `n` hands."""
        return (n,) if self.width == 1 else (n, self.width)

    def full(self, n: int) -> NDArray[Any]:
        """Return the column of a batch that does not have it."""
        return np.full(self.shape(n), self.default, self.dtype)


def _numbered(names: Iterable[str]) -> dict[str, int]:
    return {name: i for i, name in enumerate(names)}


def _seat(what: str, width: int = 1) -> Column:
    return Column(np.int8, -1, 0, 3, width, what=what)


def _wind(what: str) -> Column:
    return Column(np.int8, -1, 0, 3, names=_numbered(WINDS), what=what)


def _number(what: str, high: int = 255, dtype: DTypeLike = np.uint8) -> Column:
    return Column(dtype, 0, 0, high, what=what)


COLUMNS: dict[str, Column] = {
    "concealed": Column(np.uint8, 0, 0, 255, KINDS, what="counts without the winning tile and the melds"),
    "win_tile": Column(np.uint8, NO_TILE, 0, KINDS - 1, what="the winning tile, 255 for none"),
    "melds": Column(np.uint8, 0, 0, 255, MAX_MELDS, what="one code each, from the left"),
    "melds_from": _seat("who fed each meld", MAX_MELDS),
    "by": Column(np.uint8, DISCARD, 0, 5, names=_numbered(BY), what="how it was won"),
    "winner": _seat("the winner"),
    "from_": _seat("the discarder or the robbed seat"),
    "dealer": _seat("the dealer"),
    "seat_wind": _wind("the winner's wind; follows from winner and dealer"),
    "round_wind": _wind("the wind of the round"),
    "flags": _number("one bit for each of FLAGS", (1 << len(FLAGS)) - 1, np.uint32),
    "flowers": _number("how many flowers", 8),
    "flower_tiles": _number("a bit for each flower held, 0 where only their number is known"),
    "kongs_in_a_row": _number("kongs of the unbroken chain before the win"),
    "kong_type": Column(np.uint8, 0, 0, 4, names=KONG_TYPES, what="the kong before the win, 0 unknown"),
    "kong_from": _seat("who fed that kong"),
    "already_won": _number("a bit for each seat that has won and left", 15),
    "dealer_streak": _number("how often the dealer has stayed"),
    "drawn_hands_counter": _number("drawn hands that still count"),
    "claimed_tai": _number("what the winner claimed", 32767, np.int16),
    "penalty_tiles": Column(np.uint8, 0, 0, 4, KINDS, what="counts of the tiles shown by mistake"),
    "void_suit": Column(np.int8, -1, 0, 2, names=_numbered(SUITS), what="the suit that must go"),
    "responsible": Column(np.int8, NO_LOG, -1, 3, what="who threw the tile first, -1 nobody, -2 no log"),
}


def as_rows(concealed: ArrayLike) -> NDArray[Any]:
    """Return the rows of counts that say how many hands a batch has; an empty list is a batch of none."""
    rows = as_integers(concealed, "concealed")
    if rows.shape == (0,):
        return np.empty((0, KINDS), np.uint8)
    if rows.ndim != 2 or rows.shape[1] != KINDS:
        raise ValueError(f"concealed has shape {rows.shape}, needed is (n, {KINDS})")
    return rows


def as_column(
    name: str, values: ArrayLike, n: int, tile_set: str = "standard"
) -> tuple[NDArray[Any], dict[int, str]]:
    """Check a column of a batch of `n` hands and narrow it; a single value stands for every hand.

    Names (``"discard"``, ``"E"``, ``"5m"``) may stand for numbers. What cannot be a number of this column at
    all (a float, a wrong shape) raises; a number out of range is a fault of its row: it becomes the default
    and the second value returned says so.
    """
    column, kinds = COLUMNS[name], get_tile_set(tile_set)
    names = kinds.numbers if name == "win_tile" else column.names
    array = _named(values, names, column) if names else None
    array = as_integers(values, name) if array is None else array
    if array.ndim == 0:
        array = np.broadcast_to(array, column.shape(n))
    if array.shape != column.shape(n):
        needed = column.shape(n)
        raise ValueError(f"{name} has shape {array.shape}, needed is {needed} for {n} hands")
    high = kinds.kinds - 1 if name == "win_tile" else column.high
    faults = _out_of_range(name, array, column, high)
    if faults:
        array = array.copy()
        array[list(faults)] = column.default
    return _own(array, column.dtype), faults


def _own(array: NDArray[Any], dtype: DTypeLike) -> NDArray[Any]:
    """Return a contiguous array that nobody else can write to after it has been checked."""
    own = np.ascontiguousarray(array, dtype=dtype)
    if own.flags.writeable and np.may_share_memory(own, array):
        own = own.copy()
    own.flags.writeable = False
    return own


def _named(values: ArrayLike, names: Mapping[str, int], column: Column) -> NDArray[Any] | None:
    """Translate names to numbers; None if `values` holds no text."""
    array = np.asarray(values)
    if array.dtype.kind not in "UTO":
        return None
    if array.ndim > 1:
        raise ValueError(f"{column.what!r} is a name for each hand, not an array of shape {array.shape}")
    table: dict[Any, int] = {**names, None: column.default}
    listed = array.tolist() if array.ndim else [array.item()]
    numbers = [table.get(value, value if type(value) is int else None) for value in listed]
    if None in numbers:
        raise ValueError(f"{listed[numbers.index(None)]!r} is none of {', '.join(names)}")
    return np.array(numbers if array.ndim else numbers[0])


def _out_of_range(name: str, array: NDArray[Any], column: Column, high: int) -> dict[int, str]:
    if not array.size or (int(array.max()) <= high and int(array.min()) >= column.low):
        return {}
    bad = ((array < column.low) | (array > high)) & (array != column.default)
    faults = {}
    for row in np.flatnonzero(bad.reshape(len(array), -1).any(axis=1)).tolist():
        values = np.atleast_1d(array[row])[np.atleast_1d(bad[row])]
        faults[row] = f"{name} is {values[0]} ({column.low} to {high})"
    return faults


def pick(array: NDArray[Any], key: Any) -> NDArray[Any]:
    """Select rows of a column, contiguous and read-only."""
    rows = np.ascontiguousarray(array[key])
    rows.flags.writeable = False
    return rows
