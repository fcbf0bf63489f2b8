"""Declaring ready: who may, and with which discard. The hand is then frozen."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _abi
from ._jit import Bool, Int, jit
from .dealing import log
from .layout import DECLARES, KINDS
from .melding import CONCEALED_FROM, bit, drop, query_of

_shanten = _abi.shanten
_NONE, _NOTHING = np.uint64(0), np.uintp(0)

# Who may declare, as `procedure.py` numbers it.
NEVER, DEAL, EARLY, ANY = range(4)
# What was declared: the flags ready_at_deal, ready_early, ready_declared.
AT_DEAL, SOON, LATER = 1, 2, 3
EARLY_DISCARDS = 8


@jit
def is_first_turn(game: Any, seat: Int) -> Bool:
    """Tell whether a player has discarded nothing yet and nobody has claimed anything."""
    table = game.table
    return not game.hidden.claimed and table.n_log == (seat - table.dealer) & 3


@jit
def may_declare(game: Any, seat: Int) -> Int:
    """Return what a player may declare with the next discard, 0 for nothing."""
    me, kind, table = game.seats[seat], game.play.ready, game.table
    if kind == NEVER or (table.declared >> seat) & 1 or game.hidden.far[seat] > 1:
        return 0
    for place in range(me.n_melds):
        if me.melds[place] < CONCEALED_FROM:
            return 0
    first = is_first_turn(game, seat)
    dealer = seat == table.dealer
    as_dealt = first and (dealer or me.waits != _NONE)
    if kind == DEAL:
        return LATER if as_dealt else 0
    if kind == EARLY:
        if game.hidden.claimed or table.n_log >= EARLY_DISCARDS:
            return 0
        return AT_DEAL if first and dealer else SOON
    return AT_DEAL if as_dealt else LATER


@jit
def ready_discards(game: Any, seat: Int) -> Any:
    """Return the discards with which a player may declare ready."""
    kind = may_declare(game, seat)
    me, query = game.seats[seat], query_of(game.table, seat)
    if kind == 0 or _shanten(np.uintp(me.hand.ctypes.data), _NOTHING, query) != 0:
        return _NONE
    tiles = _NONE
    for tile in range(KINDS):
        # Who was dealt a ready hand keeps it: they drop what they drew.
        if me.hand[tile] == 0 or (game.play.ready == DEAL and seat != game.table.dealer and tile != me.drawn):
            continue
        me.hand[tile] -= 1
        if _shanten(np.uintp(me.hand.ctypes.data), _NOTHING, query) == 0:
            tiles |= bit(tile)
        me.hand[tile] += 1
    return tiles


@jit
def declare(game: Any, seat: Int, tile: Int) -> None:
    """Declare ready and discard."""
    game.hidden.ready_kind[seat] = may_declare(game, seat)
    game.table.declared |= np.uint8(1 << seat)
    log(game, DECLARES, seat, tile, -1)
    drop(game, seat, tile)
