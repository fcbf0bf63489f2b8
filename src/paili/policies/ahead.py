"""What to expect of one hand: for each discard, whether it will be ready, win, and for how much.

The player draws alone from the tiles that cannot be seen, discards as the greedy policy does, and wins as
soon as the rules allow. One or two draws are followed exactly, over every tile that may come; more are
sampled.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numba.core import types
from numpy.typing import NDArray

from ..advice import visible_counts
from ..hand import Hand
from ..rules import RuleSet
from ..simulate._jit import Bool, Int, Real, compiled, i64, jit
from ..simulate.layout import KINDS, Seat, Table
from ..simulate.run import as_number, as_rules, new_game
from ..simulate.streams import mix
from ..tiles import get_tile_set
from .counting import droppable, look_at_best, query_of, quickest
from .prospects import self_drawn_points

EXACT_DRAWS = 2
"""Up to so many draws every sequence is followed."""


@dataclass(frozen=True)
class Estimate:
    """One discard's outlook; the standard errors are 0 where it is exact."""

    discard: str
    ready: float
    """Probability to be ready at the end of the draws, or to have won."""
    wins: float
    """Probability to have won."""
    points: float
    """Expected worth, a hand that does not win counted as 0."""
    ready_error: float
    wins_error: float
    points_error: float


@dataclass(frozen=True)
class Outlook:
    """The estimates of all discards, the most points first."""

    draws: int
    exact: bool
    estimates: tuple[Estimate, ...]

    def __getitem__(self, discard: str) -> Estimate:
        estimates = {one.discard: one for one in self.estimates}
        if discard not in estimates:
            raise KeyError(f"{discard!r} is none of the discards {' '.join(estimates)}")
        return estimates[discard]

    def __str__(self) -> str:
        rows = [
            f"{one.discard}  ready {one.ready:6.1%}  wins {one.wins:6.2%}  points {one.points:7.3f}"
            + ("" if self.exact else f" ± {one.points_error:.3f}")
            for one in self.estimates
        ]
        how = "exact" if self.exact else "sampled"
        return "\n".join([f"{self.draws} draws, {how}", *rows])


_STEP = np.uint64(0x9E3779B97F4A7C15)


@jit
def drop_best(me: Any, table: Any, query: Any) -> Int:
    """Discard from the hand in `notes` as `greedy` would; the notes of that tile say what shanten is left."""
    notes = me.notes
    best = quickest(notes, droppable(me, table), look_at_best(notes.hand, table.visible, query, notes))
    notes.hand[best] -= 1
    table.visible[best] += 1
    return best


@jit
def draw_tile(pool: Any, left: Int, bits: Any) -> Int:
    """Take a tile out of the pool."""
    at = i64(((bits >> np.uint64(32)) * np.uint64(left)) >> np.uint64(32))
    tile = 0
    while at >= pool[tile]:
        at -= pool[tile]
        tile += 1
    pool[tile] -= 1
    return tile


@jit
def follow(
    me: Any, table: Any, query: Any, pool: Any, draws: Int, steps: Int, out: Any, weight: Real
) -> None:
    """Follow every tile that may come; `out` sums ready, wins and points."""
    left, hand = pool.sum(), me.notes.hand
    for tile in range(KINDS):
        if pool[tile] == 0:
            continue
        share = weight * pool[tile] / left
        points = self_drawn_points(me, table, tile) if steps == 0 else -1
        if points >= 0:
            out[0] += share
            out[1] += share
            out[2] += share * points
            continue
        hand[tile] += 1
        best = drop_best(me, table, query)
        after = i64(me.notes.shanten[best])
        if draws == 1:
            out[0] += share * (after == 0)
        else:
            pool[tile] -= 1
            follow(me, table, query, pool, draws - 1, after, out, share)
            pool[tile] += 1
        hand[best] += 1
        table.visible[best] -= 1
        hand[tile] -= 1


@jit
def sample(me: Any, table: Any, query: Any, pool: Any, draws: Int, steps: Int, bits: Any) -> tuple[Int, Bool]:
    """Draw once through: the points won, or -1, and whether the hand ended ready."""
    left = pool.sum()
    for drawn in range(draws):
        bits = mix(bits + _STEP)
        tile = draw_tile(pool, left - drawn, bits)
        points = self_drawn_points(me, table, tile) if steps == 0 else -1
        if points >= 0:
            return points, True
        me.notes.hand[tile] += 1
        steps = i64(me.notes.shanten[drop_best(me, table, query)])
    return -1, steps == 0


_counts, _numbers = types.Array(types.int64, 1, "C"), types.Array(types.float64, 1, "C")
_signature = types.void(Seat, Table, _counts, types.int64, types.int64, types.int64, types.uint64, _numbers)


@compiled(_signature)
def explore(
    me: Any, table: Any, pool: Any, draws: Any, steps: Any, samples: Any, seed: Any, out: Any
) -> None:
    """Look ahead from the hand of `me` (after its discard); fills means and, where sampled, their errors."""
    query = query_of(me, table)
    kept, own = table.visible.copy(), pool.copy()
    for i in range(KINDS):
        me.notes.hand[i] = me.hand[i]
    if samples == 0:
        follow(me, table, query, pool, draws, steps, out, 1.0)
        return
    squares = 0.0
    for k in range(samples):
        points, ready = sample(me, table, query, own, draws, steps, mix(seed + np.uint64(k)))
        out[0] += ready
        if points >= 0:
            out[1] += 1
            out[2] += points
            squares += points * points
        for i in range(KINDS):
            own[i], table.visible[i], me.notes.hand[i] = pool[i], kept[i], me.hand[i]
    for i in range(3):
        out[i] /= samples
    for i in range(2):
        out[3 + i] = np.sqrt(out[i] * (1 - out[i]) / samples)
    out[5] = np.sqrt(max(0.0, squares / samples - out[2] * out[2]) / samples)


def outlook(
    hand: Hand,
    rules: RuleSet | str | Path,
    *,
    draws: int = 5,
    visible: str | NDArray[Any] | None = None,
    samples: int = 2000,
    seed: int = 0,
) -> Outlook:
    """Estimate each discard of a hand.

    Parameters
    ----------
    hand
        With its drawn tile as winning tile; seats and winds count as given (seat 1 of dealer 0 where not).
    draws
        How many own draws to look ahead.
    visible
        The tiles that everybody sees, own melds included, as text or ``[34]`` counts; default the own melds.
    samples, seed
        For more than `EXACT_DRAWS` draws: how many sequences of draws, the same for each discard.

    >>> import paili
    >>> ahead = outlook(paili.Hand.parse("234m678p3499s333z +1z", by="self_draw"), "wsom", draws=1)
    >>> best = ahead.estimates[0]
    >>> best.discard, round(best.wins, 4), ahead.exact
    ('1z', 0.0656, True)
    """
    rules = as_rules(rules)
    draws = as_number(draws, "draws", 1, 60)
    samples, seed = as_number(samples, "samples", 2), as_number(seed, "seed", 0, 2**64 - 1)
    game = _table(hand, rules, visible)
    seat = 1 if hand.winner is None else hand.winner
    me, table = game["seats"][0, seat], game["table"][0]
    wall = game["play"]["tiles"][0, : game["play"]["total"][0]]
    pool = np.bincount(wall, minlength=KINDS)[:KINDS].astype(np.int64) - me["hand"] - table["visible"]
    names = get_tile_set(rules.tile_set).names
    if (pool < 0).any():
        raise ValueError(f"{names[int(np.argmin(pool))]}: more than there are in hand and in visible")
    exact = draws <= EXACT_DRAWS
    estimates = []
    void, ranks = rules.void_of(hand), get_tile_set(rules.tile_set).ranks
    tiles = np.flatnonzero(me["hand"])
    must_go = tiles // ranks == void
    for tile in (tiles[must_go] if must_go.any() else tiles).tolist():
        me["hand"][tile] -= 1
        table["visible"][tile] += 1
        steps, out = int(rules.shanten(me["hand"].copy(), me["held"].copy(), void)), np.zeros(6)
        explore(me, table, pool.copy(), draws, steps, 0 if exact else samples, np.uint64(seed), out)
        out[:2] = out[:2].clip(max=1.0)  # sums of many shares
        me["hand"][tile] += 1
        table["visible"][tile] -= 1
        estimates.append(Estimate(str(names[tile]), *out.tolist()))
    return Outlook(draws, exact, tuple(sorted(estimates, key=lambda one: (-one.points, -one.ready))))


def _table(hand: Hand, rules: RuleSet, visible: Any) -> NDArray[Any]:
    """Lay a hand out as a player's at a table."""
    if not isinstance(hand, Hand):
        raise TypeError(f"a Hand is needed, not {type(hand).__name__}")
    if hand.tile_set != rules.tile_set:
        raise ValueError(
            f"rule set {rules.name!r} is played with {rules.tile_set!r}, the hand is {hand.tile_set!r}"
        )
    if hand.win_tile is None:
        raise ValueError("the hand has no drawn tile: give it as its winning tile")
    game, row = new_game(rules), hand._row
    dealer = 0 if hand.dealer is None else hand.dealer
    seat = 1 if hand.winner is None else hand.winner
    me, table = game["seats"][0, seat], game["table"][0]
    me["hand"], me["held"], me["melds"], me["melds_from"] = (
        hand.concealed,
        hand.held,
        row.melds[0],
        row.melds_from[0],
    )
    me["hand"][hand.win_tile] += 1
    if me["hand"].sum() + 3 * len(hand.melds) != 3 * rules.groups + 2:
        raise ValueError(f"the hand has not the {3 * rules.groups + 2} tiles of rule set {rules.name!r}")
    me["seat"], me["n_melds"] = seat, len(hand.melds)
    table["dealer"], table["round_wind"] = dealer, max(int(row.round_wind[0]), 0)
    table["visible"] = hand.held if visible is None else visible_counts(hand, visible)
    table["flowers"][seat] = hand.flowers
    table["void_suit"][seat] = -1 if (void := rules.void_of(hand)) is None else void
    return game
