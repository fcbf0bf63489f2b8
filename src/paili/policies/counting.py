"""What policies ask of the counting room, about a hand that they may try things on.

The tables that count hands know four copies of everything; copies in melds are found among the visible tiles.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _abi
from ..simulate._jit import jit

_shanten, _discards = _abi.shanten, _abi.discards
_NOTHING = np.uintp(0)
_LIMIT_SHIFT, _VOID_SHIFT = np.uint32(18), np.uint32(21)


@jit
def query_of(me: Any, table: Any) -> Any:
    """Return what to ask: where a hand may keep two suits, a hand with melds gives up the poorer of the others."""
    query = np.uint32(table.query)
    if me.n_melds == 0 or (query >> _LIMIT_SHIFT) & np.uint32(7) == 0:
        return query
    void, fewest = -1, 99
    for suit in range(3):
        count = 0
        for tile in range(9 * suit, 9 * suit + 9):
            count += np.int64(me.hand[tile]) + 99 * (me.held[tile] > 0)
        if count < fewest:
            void, fewest = suit, count
    return query if void < 0 else query | (np.uint32(void + 1) << _VOID_SHIFT)


@jit
def shanten(hand: Any, query: Any) -> int:
    """Shanten of a hand of any size that is no multiple of three."""
    return np.int64(_shanten(np.uintp(hand.ctypes.data), _NOTHING, query))


@jit
def look_ahead(hand: Any, visible: Any, query: Any, notes: Any) -> None:
    """Fill the shanten, acceptance and live tiles after each discard (`Notes`)."""
    _discards(
        np.uintp(hand.ctypes.data),
        _NOTHING,
        np.uintp(visible.ctypes.data),
        query,
        np.uintp(notes.shanten.ctypes.data),
        np.uintp(notes.tiles.ctypes.data),
        np.uintp(notes.live.ctypes.data),
    )
