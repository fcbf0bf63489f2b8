"""The quickest hand: lowest shanten, then the most live tiles that lower it. A win is always taken."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..simulate._jit import Int, i64, jit
from ..simulate.layout import CHOW, DISCARD, KONG, PASS, PUNG, READY, WIN
from ..simulate.melding import has
from ..simulate.policy import policy
from .counting import look_at_best, query_of, quickest, shanten
from .masks import first

_NONE, _ONE = np.uint64(0), np.uint64(1)


@jit
def quickest_discard(me: Any, table: Any, query: Any) -> Int:
    """Return the quickest discard, and remember what it leaves for `quickest_claim`."""
    notes = me.notes
    least = look_at_best(me.hand, table.visible, query, notes)
    best = quickest(notes, me.discards, least)
    if best < 0:  # a frozen hand
        return first(me.discards)
    me.memory[0] = notes.tiles[best]
    me.memory[1] = np.uint64(least + 1)
    return best


@jit
def best_kong(me: Any, query: Any) -> Int:
    """Return a tile of which a kong costs no step, or -1."""
    kongs = me.kongs
    if kongs == _NONE:
        return -1
    now = shanten(me.hand, query)
    while kongs != _NONE:
        tile = first(kongs)
        kongs &= kongs - _ONE
        copies = me.hand[tile]
        me.hand[tile] = 0
        after = shanten(me.hand, query)
        me.hand[tile] = copies
        if after <= now:
            return tile
    return -1


@jit
def quickest_claim(me: Any, query: Any) -> Int:
    """Return the claim that brings the hand nearer, or PASS."""
    tile = me.offer
    known = me.memory[1] != _NONE
    if known and not has(me.memory[0], tile):  # it would not help if it were drawn
        return PASS
    best, least = PASS, i64(me.memory[1]) - 1 if known else shanten(me.hand, query)
    if me.may_pung:
        me.hand[tile] -= 2
        after = shanten(me.hand, query)
        me.hand[tile] += 2
        if after < least:
            best, least = PUNG, after
    chows = me.chows
    while chows != _NONE:
        lowest = first(chows)
        chows &= chows - _ONE
        for t in range(lowest, lowest + 3):
            me.hand[t] -= t != tile
        after = shanten(me.hand, query)
        for t in range(lowest, lowest + 3):
            me.hand[t] += t != tile
        if after < least:
            best, least = CHOW + lowest, after
    return best


@policy
def greedy(me: Any, table: Any, luck: Any) -> Int:
    """Take the shortest way."""
    if me.may_win:
        return WIN
    query = query_of(me, table)
    if me.offer >= 0:
        return quickest_claim(me, query)
    tile = best_kong(me, query)
    if tile >= 0:
        return KONG + tile
    tile = quickest_discard(me, table, query)
    return READY + tile if has(me.ready, tile) else DISCARD + tile
