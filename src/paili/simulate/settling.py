"""Payments beside wins: kongs, and the end of the wall where it is settled. The procedure does it."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _abi
from ..columns import NO_TILE
from ._jit import Bool, Int, jit
from .layout import CLAIM
from .winning import set_up

_begin, _kong, _exhaust, _ready_value = (
    _abi.round_begin,
    _abi.round_kong,
    _abi.round_exhaust,
    _abi.ready_value,
)


@jit
def begin_round(game: Any) -> None:
    _begin(np.uintp(game.round.ctypes.data))


@jit
def settle_kong(game: Any, seat: Int, kind: Int, feeder: Int, late: Bool) -> None:
    """Pay a kong at once."""
    _kong(np.uintp(game.play.procedure), np.uintp(game.round.ctypes.data), seat, kind, feeder, late)


@jit
def settle_exhausted(game: Any) -> None:
    """End of the wall: some rules compare who is ready and who is not."""
    hidden, play = game.hidden, game.play
    seats = 0
    for seat in range(4):
        hidden.worth[seat] = -1
        if (game.table.won >> seat) & 1:
            continue
        seats |= 1 << seat
        if game.seats[seat].waits:
            set_up(game, seat, NO_TILE, CLAIM, -1)
            hand = np.uintp(game.wins[hidden.n_wins].concealed.ctypes.data)
            hidden.worth[seat] = _ready_value(np.uintp(play.scorer), np.uintp(play.procedure), hand)
    worth = np.uintp(hidden.worth.ctypes.data)
    _exhaust(np.uintp(play.procedure), np.uintp(game.round.ctypes.data), np.uint32(seats), worth)
