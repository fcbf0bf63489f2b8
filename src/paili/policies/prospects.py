"""What a hand may come to: ways to a win, sampled, each worth its payment, less for the time it takes."""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from .. import _abi
from ..columns import NO_LOG
from ..simulate._jit import Bool, Int, Real, f64, i64, jit
from ..simulate.layout import CLAIM, KINDS, SELF_DRAW
from ..simulate.streams import mix
from .counting import look_at_best
from .masks import first

_score, _waits = _abi.score, _abi.waits
_NONE, _ONE, _NOTHING = np.uint64(0), np.uint64(1), np.uintp(0)

STEP_RATE = 0.35
"""Of the tiles drawn, how many give the player a chance at a step: own draws and some claims."""
WIN_RATE = 0.7
"""The same for the last step: a win may be off anybody."""
PATIENCE = 36.0
"""Drawn tiles after which somebody else has won, about."""
SELF_DRAWN_SHARE = 0.3
"""Weight of a win that is legal only when self-drawn."""


@jit
def unseen(me: Any, table: Any, tile: Int) -> Int:
    """Copies of a tile that the player cannot see."""
    return max(0, 4 - i64(me.notes.hand[tile]) - i64(table.visible[tile]))


@jit
def set_up(me: Any, table: Any, tile: Int) -> None:
    """Write the hand in `notes`, as it would be won on a tile, into its trial."""
    trial = me.notes.trial
    for i in range(KINDS):
        trial.concealed[i] = me.notes.hand[i]
    trial.win_tile = tile
    for i in range(5):
        trial.melds[i] = me.melds[i]
        trial.melds_from[i] = me.melds_from[i] if i < me.n_melds else -1
    trial.winner = me.seat
    trial.dealer = table.dealer
    trial.seat_wind = (me.seat - table.dealer) & 3
    trial.round_wind = table.round_wind
    trial.flowers = table.flowers[me.seat]
    trial.flower_tiles = 0
    trial.flags = 0
    trial.kong_from = -1
    trial.already_won = table.won
    trial.void_suit = table.void_suit[me.seat]
    trial.responsible = NO_LOG


@jit
def is_legal(me: Any, table: Any, by: Int, feeder: Int) -> Bool:
    """Score the trial: fills the verdict."""
    trial, verdict = me.notes.trial, me.notes.verdict
    trial.by = by
    trial.from_ = feeder
    hand, told = np.uintp(trial.concealed.ctypes.data), np.uintp(verdict.payments.ctypes.data)
    return _score(np.uintp(table.scorer), hand, told) != 0


@jit
def gain(me: Any, table: Any, tile: Int) -> Real:
    """What a win on a tile with the hand in `notes` brings; 0 where it would not be legal."""
    set_up(me, table, tile)
    if is_legal(me, table, CLAIM, (me.seat + 1) & 3):
        return f64(me.notes.verdict.payments[me.seat])
    if is_legal(me, table, SELF_DRAW, -1):
        return SELF_DRAWN_SHARE * me.notes.verdict.payments[me.seat]
    return 0.0


@jit
def self_drawn_points(me: Any, table: Any, tile: Int) -> Int:
    """Points of a win on a drawn tile with the hand in `notes`; -1 where it would not be legal."""
    set_up(me, table, tile)
    return i64(me.notes.verdict.points) if is_legal(me, table, SELF_DRAW, -1) else -1


@jit
def ready_worth(me: Any, table: Any, query: Any, spent: Real, pool: Real) -> Real:
    """What the ready hand in `notes` is worth: the gains of its live waits, less for the time they take."""
    waits = _waits(np.uintp(me.notes.hand.ctypes.data), _NOTHING, query)
    live, total = 0, 0.0
    while waits != _NONE:
        tile = first(waits)
        waits &= waits - _ONE
        copies = unseen(me, table, tile)
        worth = gain(me, table, tile) if copies else 0.0
        if worth > 0:
            live += copies
            total += copies * worth
    if live == 0:
        return 0.0
    return total / live * exp(-(spent + pool / (WIN_RATE * live)) / PATIENCE)


@jit
def pick(me: Any, table: Any, tiles: Any, target: Real) -> Int:
    """Return the accepted tile at a place (0 to 1) among all live copies, or -1."""
    total = 0
    left = tiles
    while left != _NONE:
        total += unseen(me, table, first(left))
        left &= left - _ONE
    at = target * total
    while tiles != _NONE:
        tile = first(tiles)
        tiles &= tiles - _ONE
        at -= unseen(me, table, tile)
        if at < 0:
            return tile
    return -1


@jit
def best_ready(me: Any, table: Any, query: Any, spent: Real, pool: Real) -> Real:
    """Return the worth of the best discard of a hand in `notes` that is ready after some."""
    hand, best = me.notes.hand, 0.0
    for tile in range(KINDS):
        if hand[tile] and i64(me.notes.shanten[tile]) == 0:
            hand[tile] -= 1
            best = max(best, ready_worth(me, table, query, spent, pool))
            hand[tile] += 1
    return best


@jit
def walk(me: Any, table: Any, query: Any, steps: Int, tiles: Any, live: Int, luck: Any, place: Real) -> Real:
    """Draw accepted tiles until the hand is ready, and return what it is worth then."""
    notes, spent = me.notes, 0.0
    pool = f64(table.wall_left + 39)
    while True:
        if live == 0:
            return 0.0
        spent += pool / (STEP_RATE * live)
        drawn = pick(me, table, tiles, place)
        if drawn < 0:
            return 0.0
        notes.hand[drawn] += 1
        steps = min(steps - 1, look_at_best(notes.hand, table.visible, query, notes))
        if steps <= 0:
            return best_ready(me, table, query, spent, pool)
        drop, most = -1, -1
        for tile in range(KINDS):
            if notes.hand[tile] and i64(notes.shanten[tile]) == steps and i64(notes.live[tile]) > most:
                drop, most = tile, i64(notes.live[tile])
        if drop < 0:
            return 0.0
        notes.hand[drop] -= 1
        tiles, live = notes.tiles[drop], most
        luck = mix(luck + _ONE)
        place = f64(luck >> np.uint64(40)) / 16777216.0


@jit
def prospect(
    me: Any, table: Any, query: Any, steps: Int, tiles: Any, live: Int, luck: Any, samples: Int
) -> Real:
    """What the hand in `notes` (without a drawn tile) is worth, `steps` away from ready."""
    notes = me.notes
    if steps == 0:
        return ready_worth(me, table, query, 0.0, f64(table.wall_left + 39))
    kept = np.empty(KINDS, np.uint8)
    for i in range(KINDS):
        kept[i] = notes.hand[i]
    total = 0.0
    for k in range(samples):
        place = (k + 0.5) / samples
        total += walk(me, table, query, steps, tiles, live, luck + np.uint64(k), place)
        for i in range(KINDS):
            notes.hand[i] = kept[i]
    return total / samples
