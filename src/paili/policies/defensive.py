"""Plays the shortest way until somebody threatens and it is itself far from winning: then it folds."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..simulate._jit import Bool, Int, Real, i64, jit
from ..simulate.layout import DISCARD, KINDS, KONG, PASS, READY, WIN
from ..simulate.melding import has
from ..simulate.policy import policy
from .counting import query_of, shanten
from .greedy import best_kong, quickest_claim, quickest_discard
from .masks import first

MANY_MELDS = 3
"""So many melds are a threat, as is a declared ready hand."""
LATE = 20
"""With so few tiles left everybody is a threat."""
FOLD_FROM = 2
"""Steps from ready at which it folds before a threat."""
RECENT = 4


@jit
def threats(me: Any, table: Any) -> Int:
    """Return the seats that look ready, a bit each."""
    seats = 0
    for i in range(1, 4):
        seat = (me.seat + i) & 3
        declared = (table.declared >> seat) & 1
        if not (table.won >> seat) & 1 and (
            declared or table.n_melds[seat] >= MANY_MELDS or table.wall_left < LATE
        ):
            seats |= 1 << seat
    return seats


@jit
def passed_by(table: Any, seat: Int, tile: Int) -> Bool:
    """Tell whether a seat has thrown a tile, or let it pass a moment ago."""
    last = table.n_log
    for k in range(last):
        if table.log_tile[k] == tile and (table.log_seat[k] == seat or k >= last - RECENT):
            return True
    return False


@jit
def danger(me: Any, table: Any, seat: Int, tile: Int) -> Real:
    """How likely a tile is to be waited for by a seat: by the copies and the neighbours still unseen."""
    if passed_by(table, seat, tile):
        return 0.0
    unseen = 4 - i64(table.visible[tile]) - i64(me.hand[tile])
    if tile >= 3 * table.ranks:
        return 0.5 * unseen
    risk = 0.5 * unseen
    rank = tile % table.ranks
    for low in range(max(rank - 2, 0), min(rank, table.ranks - 3) + 1):
        pairs = 1.0
        for t in range(tile - rank + low, tile - rank + low + 3):
            if t != tile:
                pairs *= (4 - min(4, i64(table.visible[t]) + i64(me.hand[t]))) / 4
        risk += pairs
    return risk


@jit
def safest_discard(me: Any, table: Any, seats: Int) -> Int:
    """Return the discard that the threatening seats are least likely to wait for."""
    best, least = first(me.discards), 1e9
    for tile in range(KINDS):
        if not has(me.discards, tile):
            continue
        risk = 0.0
        for seat in range(4):
            if (seats >> seat) & 1:
                risk += danger(me, table, seat, tile)
        if risk < least:
            best, least = tile, risk
    return best


@policy
def defensive(me: Any, table: Any, luck: Any) -> Int:
    """Fold before danger."""
    if me.may_win:
        return WIN
    query = query_of(me, table)
    seats = threats(me, table)
    folds = seats != 0 and shanten(me.hand, query) >= FOLD_FROM
    if me.offer >= 0:
        return PASS if folds else quickest_claim(me, query)
    if folds:
        me.memory[1] = np.uint64(0)  # what was counted last no longer holds
        return DISCARD + safest_discard(me, table, seats)
    tile = best_kong(me, query)
    if tile >= 0:
        return KONG + tile
    tile = quickest_discard(me, table, query)
    return READY + tile if has(me.ready, tile) else DISCARD + tile
