"""Advice on a hand that has yet to win: what it waits for, and what to discard.

All candidate tiles of a question are scored in one batch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ._arrays import KINDS, as_counts
from .columns import DISCARD, FLAG_BITS, SELF_DRAW
from .hand import Hand
from .hands import Hands
from .tiles import get_tile_set, parse_tiles, tile_name

if TYPE_CHECKING:
    from .rules import RuleSet

Counts = NDArray[np.uint8]
Visible = str | NDArray[Any] | None
# Flags that cannot go with a way of winning.
_NOT_WITH = {DISCARD: ("kong_draw", "heavenly"), SELF_DRAW: ("kong_discard",)}


@dataclass(frozen=True)
class Worth:
    """A win's worth: `points` if it is legal, `raw_points` in any case, `total` before conversion."""

    legal: bool
    points: int
    raw_points: int
    total: int


@dataclass(frozen=True)
class Wait:
    """A tile that completes a hand.

    Attributes
    ----------
    tile, text
        The tile as number and as text.
    discard, self_draw
        What the win is worth either way.
    live
        Copies that are not seen.
    """

    tile: int
    text: str
    discard: Worth
    self_draw: Worth
    live: int

    @property
    def legal(self) -> bool:
        """May it be won at all, by discard or by self-draw?"""
        return self.discard.legal or self.self_draw.legal


@dataclass(frozen=True)
class Discard:
    """A discard, and what it leaves.

    Attributes
    ----------
    tile, text
        The tile as number and as text.
    shanten
        Exchanges short of ready; 127 where the hand cannot be completed.
    accepts
        Tiles that bring the hand nearer.
    live
        Their copies that are not seen.
    waits
        Where the hand is ready: what it waits for.
    """

    tile: int
    text: str
    shanten: int
    accepts: tuple[int, ...]
    live: int
    waits: tuple[Wait, ...] = ()

    @property
    def points(self) -> int:
        """The most that a legal win on one of the waits is worth."""
        return max((w.points for wait in self.waits for w in (wait.discard, wait.self_draw)), default=0)


def waits(rules: RuleSet, hand: Hand, visible: Visible = None) -> list[Wait]:
    """Name the tiles that complete a hand; `RuleSet.waits` is the same."""
    _check(rules, hand, extra=0)
    mask = rules.waits_mask(hand.concealed, hand.held, rules.void_of(hand))
    seen = _seen(hand, hand.concealed, visible)
    wins = _wins(rules, hand, [(hand.concealed, tile) for tile in np.flatnonzero(mask).tolist()], seen)
    return [wait for wait in wins if wait is not None]


def discards(rules: RuleSet, hand: Hand, visible: Visible = None) -> list[Discard]:
    """Say what each discard leaves, the best first; `RuleSet.discards` is the same.

    Where a suit must go, its tiles are the only discards.
    """
    _check(rules, hand, extra=1)
    full = hand.concealed.copy()
    if hand.win_tile is not None:
        full[hand.win_tile] += 1
    tiles, seen, void = np.flatnonzero(full), _seen(hand, full, visible), rules.void_of(hand)
    must_go = tiles // get_tile_set(hand.tile_set).ranks == void
    tiles = tiles[must_go] if must_go.any() else tiles
    left = full - np.eye(KINDS, dtype=np.uint8)[tiles]
    shanten = rules.shanten(left, hand.held, void)
    accepted = rules.acceptance(left, hand.held, void)
    live = (accepted * (4 - seen)).sum(axis=1)
    jobs = np.argwhere(accepted & (shanten == 0)[:, None]).tolist()
    wins = _wins(rules, hand, [(left[row], tile) for row, tile in jobs], seen)
    ready: dict[int, list[Wait]] = {}
    for (row, _), wait in zip(jobs, wins, strict=True):
        if wait is not None:
            ready.setdefault(row, []).append(wait)
    found = [
        Discard(
            tile=int(tile),
            text=tile_name(int(tile), hand.tile_set),
            shanten=int(shanten[row]),
            accepts=tuple(np.flatnonzero(accepted[row]).tolist()),
            live=int(live[row]),
            waits=tuple(ready.get(row, ())),
        )
        for row, tile in enumerate(tiles)
    ]
    return sorted(found, key=lambda discard: (discard.shanten, -discard.live, -discard.points, discard.tile))


def _check(rules: RuleSet, hand: Hand, extra: int) -> None:
    """Refuse a hand of another tile set or size."""
    if not isinstance(hand, Hand):
        raise TypeError(f"a Hand is needed, not {type(hand).__name__}")
    rules._check_tile_set(hand.tile_set)
    needed = 3 * rules.groups + 1 + extra
    drawn = hand.win_tile is not None
    size = int(hand.concealed.sum()) + 3 * len(hand.melds) + drawn
    if size != needed or (drawn and not extra):
        besides = " and its winning tile is among them" if drawn else ""
        raise ValueError(f"the hand has {size} tiles (a meld counts 3){besides}; needed are {needed}")


def _seen(hand: Hand, own: Counts, visible: Visible) -> NDArray[np.int64]:
    """The copies of each tile that are no longer to come, four at most."""
    seen = own.astype(np.int64) + hand.held
    if visible is not None:
        seen += visible_counts(hand, visible)
    return np.asarray(np.minimum(seen, 4))


def visible_counts(hand: Hand, visible: str | NDArray[Any]) -> Counts:
    """Count tiles that are seen, given as text or as counts."""
    if isinstance(visible, str):
        return parse_tiles(visible, tile_set=hand.tile_set)
    counts = as_counts(visible, kinds=get_tile_set(hand.tile_set).kinds, name="visible")
    if counts.ndim > 1:
        raise ValueError(f"visible has shape {counts.shape}, needed is ({KINDS},)")
    return counts


def _wins(
    rules: RuleSet, hand: Hand, jobs: Sequence[tuple[Counts, int]], seen: NDArray[np.int64]
) -> list[Wait | None]:
    """Score concealed tiles with a winning tile, a pair a job, in one batch; None where they do not win."""
    if not jobs:
        return []
    hands = _candidates(hand, jobs)
    scores = rules.score(hands, workers=1)
    columns = (scores.legal, scores.points, scores.raw_points, scores.total)
    worths = [Worth(*values) for values in zip(*(column.tolist() for column in columns), strict=True)]
    complete = scores.complete.tolist()
    return [
        Wait(tile, tile_name(tile, hand.tile_set), worths[i], worths[i + 1], 4 - int(seen[tile]))
        if complete[i] or complete[i + 1]
        else None
        for i, (_, tile) in zip(range(0, len(hands), 2), jobs, strict=True)
    ]


def _candidates(hand: Hand, jobs: Sequence[tuple[Counts, int]]) -> Hands:
    """Make two hands of each job: the win by discard and the win by self-draw."""
    n = len(jobs)
    columns: dict[str, Any] = {
        name: np.repeat(column, 2 * n, axis=0) for name, column in hand._row._given.items()
    }
    columns["concealed"] = np.repeat(np.array([tiles for tiles, _ in jobs], np.uint8), 2, axis=0)
    columns["win_tile"] = np.repeat(np.array([tile for _, tile in jobs], np.uint8), 2)
    columns["by"] = np.tile(np.array([DISCARD, SELF_DRAW], np.uint8), n)
    if "from_" in columns:
        columns["from_"][columns["by"] == SELF_DRAW] = -1
    if "flags" in columns:
        columns["flags"] = _fitting(columns)
    return Hands(**columns, tile_set=hand.tile_set, errors="mask")


def _fitting(columns: dict[str, Any]) -> NDArray[np.uint32]:
    """Take away the flags that cannot be true of a win."""
    flags: NDArray[np.uint32] = columns["flags"].copy()
    for way, names in _NOT_WITH.items():
        flags[columns["by"] == way] &= ~np.uint32(sum(FLAG_BITS[name] for name in names))
    another = columns["concealed"][np.arange(len(flags)), columns["win_tile"]] > 0
    flags[another] &= ~np.uint32(FLAG_BITS["last_copy"])
    return flags
