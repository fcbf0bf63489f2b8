"""What policies ask of the counting room, about a hand that they may try things on.

The tables that count hands know four copies of everything; copies in melds are found among the visible tiles.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _abi
from ..counting import LIMIT_SHIFT
from ..simulate._jit import Int, i64, jit
from ..simulate.layout import KINDS
from ..simulate.melding import has, tiles_to_drop, void_tiles, with_void
from ..simulate.melding import query_of as table_query

_shanten, _discards, _acceptance = _abi.shanten, _abi.discards, _abi.acceptance
_NONE, _ONE = np.uint64(0), np.uint64(1)
_NOTHING = np.uintp(0)
_LIMIT_SHIFT = np.uint32(LIMIT_SHIFT)


@jit
def query_of(me: Any, table: Any) -> Any:
    """Return what to ask: where a hand may keep two suits, one with melds gives up the poorer other.

    Where a suit was named to go, it is given up from the start.
    """
    query = table_query(table, me.seat)
    if table.void_suit[me.seat] >= 0 or me.n_melds == 0 or (query >> _LIMIT_SHIFT) & np.uint32(7) == 0:
        return query
    void, fewest = -1, 99
    for suit in range(3):
        count = 0
        for tile in range(9 * suit, 9 * suit + 9):
            count += i64(me.hand[tile]) + 99 * (me.held[tile] > 0)
        if count < fewest:
            void, fewest = suit, count
    return query if void < 0 else with_void(query, void)


@jit
def droppable(me: Any, table: Any) -> Any:
    """Return the mask of the tiles that may be discarded of the hand in `notes`."""
    return tiles_to_drop(me.notes.hand, void_tiles(table, me.seat))


@jit
def quickest(notes: Any, allowed: Any, least: Int) -> Int:
    """Return the discard after which most live tiles lower shanten; of equal ones the highest tile, or -1.

    `notes` are those of `look_at_best`, which returned `least`.
    """
    best, most = -1, -1
    for tile in range(KINDS):
        if has(allowed, tile) and notes.shanten[tile] == least and notes.live[tile] >= most:
            best, most = tile, i64(notes.live[tile])
    return best


@jit
def shanten(hand: Any, query: Any) -> Int:
    """Shanten of a hand of any size that is no multiple of three."""
    return i64(_shanten(np.uintp(hand.ctypes.data), _NOTHING, query))


@jit
def look_ahead(hand: Any, visible: Any, query: Any, notes: Any) -> None:
    """Fill the shanten, acceptance and live tiles after each discard (`NOTES` of the layout)."""
    _discards(
        np.uintp(hand.ctypes.data),
        _NOTHING,
        np.uintp(visible.ctypes.data),
        query,
        np.uintp(notes.shanten.ctypes.data),
        np.uintp(notes.tiles.ctypes.data),
        np.uintp(notes.live.ctypes.data),
    )


@jit
def live_copies(hand: Any, visible: Any, tiles: Any) -> Int:
    """Count the copies of some tiles that are neither in the hand nor visible."""
    live = 0
    tile = 0
    while tiles != _NONE:
        if tiles & _ONE:
            live += max(0, 4 - i64(hand[tile]) - i64(visible[tile]))
        tiles >>= _ONE
        tile += 1
    return live


@jit
def look_at_best(hand: Any, visible: Any, query: Any, notes: Any) -> Int:
    """As `look_ahead`, but acceptance and live tiles only where shanten is least; returns that shanten."""
    counts = np.uintp(hand.ctypes.data)
    least = 127
    for tile in range(KINDS):
        notes.shanten[tile] = 127
        if hand[tile]:
            hand[tile] -= 1
            steps = i64(_shanten(counts, _NOTHING, query))
            hand[tile] += 1
            notes.shanten[tile] = steps
            least = min(least, steps)
    for tile in range(KINDS):
        if notes.shanten[tile] == least and hand[tile]:
            hand[tile] -= 1
            _acceptance(counts, _NOTHING, query, np.uintp(notes.tiles.ctypes.data) + np.uintp(8 * tile))
            hand[tile] += 1
            notes.live[tile] = live_copies(hand, visible, notes.tiles[tile])
    return least
