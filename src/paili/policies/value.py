"""Weighs the ways to a win by what they pay: a hand that the rules would not let win is worth nothing."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _abi
from ..simulate._jit import Int, Real, i64, jit
from ..simulate.layout import CHOW, DISCARD, KINDS, KONG, PASS, PUNG, READY, WIN
from ..simulate.melding import CHOWS_FROM, PUNGS_FROM, has
from ..simulate.policy import policy
from .counting import droppable, live_copies, look_ahead, query_of, shanten
from .greedy import best_kong
from .masks import first
from .prospects import prospect

_acceptance = _abi.acceptance
_NONE, _ONE, _NOTHING = np.uint64(0), np.uint64(1), np.uintp(0)

SAMPLES = 8
"""Ways tried for each discard."""
FAR = 4
"""From so many steps on the quickest way is taken."""


@jit
def copy_hand(me: Any) -> None:
    for i in range(KINDS):
        me.notes.hand[i] = me.hand[i]


@jit
def best_discard(me: Any, table: Any, query: Any, luck: Any, samples: Int) -> tuple[Int, Real]:
    """Return the discard of the hand in `notes` whose rest has the best prospect, and that prospect."""
    notes, allowed = me.notes, droppable(me, table)
    look_ahead(notes.hand, table.visible, query, notes)
    steps, tiles, live = np.empty(KINDS, np.int64), np.empty(KINDS, np.uint64), np.empty(KINDS, np.int64)
    least, widest, quickest = 127, -1, -1
    for tile in range(KINDS):
        steps[tile], tiles[tile], live[tile] = notes.shanten[tile], notes.tiles[tile], notes.live[tile]
        if has(allowed, tile) and (steps[tile] < least or (steps[tile] == least and live[tile] >= widest)):
            least, widest, quickest = steps[tile], live[tile], tile
    if least >= FAR:
        return quickest, 1e-9 * widest
    best, worth = quickest, 0.0
    for reach in range(2):  # one step back only where no way forward is worth anything
        for tile in range(KINDS):
            if not has(allowed, tile) or steps[tile] != least + reach or 2 * live[tile] < widest:
                continue
            notes.hand[tile] -= 1
            found = prospect(me, table, query, steps[tile], tiles[tile], live[tile], luck, samples)
            notes.hand[tile] += 1
            if found > worth:
                best, worth = tile, found
        if worth > 0:
            break
    return best, worth


@jit
def worth_of_waiting(me: Any, table: Any, query: Any, luck: Any) -> Real:
    """Return the prospect of the hand as it stands, without the offered tile."""
    copy_hand(me)
    hand = np.uintp(me.notes.hand.ctypes.data)
    tiles = me.notes.tiles
    steps = i64(_acceptance(hand, _NOTHING, query, np.uintp(tiles.ctypes.data)))
    accepted = tiles[0]
    live = live_copies(me.hand, table.visible, accepted)
    if steps >= FAR:
        return 1e-9 * live
    return prospect(me, table, query, steps, accepted, live, luck, SAMPLES)


@jit
def add_group(me: Any, code: Int) -> None:
    """Pretend to have a meld more."""
    me.melds[me.n_melds] = code
    me.melds_from[me.n_melds] = me.offered_by
    me.n_melds += 1


@jit
def drop_group(me: Any) -> None:
    me.n_melds -= 1
    me.melds[me.n_melds] = 0
    me.melds_from[me.n_melds] = -1


@jit
def best_claim(me: Any, table: Any, query: Any, luck: Any) -> Int:
    """Return the claim with a better prospect than waiting, or PASS."""
    tile, before = me.offer, shanten(me.hand, query)
    best, worth = PASS, -1.0
    starts = me.chows
    pung = me.may_pung != 0
    while pung or starts != _NONE:
        copy_hand(me)
        if pung:
            action, code = PUNG, PUNGS_FROM + tile
            me.notes.hand[tile] -= 2
        else:
            lowest = first(starts)
            starts &= starts - _ONE
            action, code = CHOW + lowest, CHOWS_FROM + lowest
            for t in range(lowest, lowest + 3):
                me.notes.hand[t] -= t != tile
        pung = False
        if shanten(me.notes.hand, query) >= before:
            continue
        if worth < 0:
            kept = np.empty(KINDS, np.uint8)
            for i in range(KINDS):
                kept[i] = me.notes.hand[i]
            worth = worth_of_waiting(me, table, query, luck)
            for i in range(KINDS):
                me.notes.hand[i] = kept[i]
        add_group(me, code)
        found = best_discard(me, table, query, luck, SAMPLES)[1]
        drop_group(me)
        if found > worth:
            best, worth = action, found
    return best


@policy
def value(me: Any, table: Any, luck: Any) -> Int:
    """Take the way that pays best."""
    if me.may_win:
        return WIN
    query = query_of(me, table)
    if me.offer >= 0:
        return best_claim(me, table, query, luck)
    kong = best_kong(me, query)
    if kong >= 0:
        return KONG + kong
    if me.discards & (me.discards - _ONE) == _NONE:
        return DISCARD + first(me.discards)
    copy_hand(me)
    tile = best_discard(me, table, query, luck, SAMPLES)[0]
    return READY + tile if has(me.ready, tile) else DISCARD + tile
