"""Payments beside wins: kongs, and the end of the wall where it is settled."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._jit import jit
from .layout import CLAIM
from .melding import bit
from .winning import judge, set_up


@jit
def pay_kong(game: Any, seat: int, kind: int, feeder: int) -> None:
    """Pay a kong at once: a direct one by its feeder, the others by every seat still in."""
    hidden, play = game.hidden, game.play
    amount = play.kong_pay[kind - 2]
    if kind == 3 and hidden.late_kong and not play.late_kong_pays:
        amount = 0
    for payer in range(4):
        hidden.last_kong[seat, payer] = 0
        out = (game.table.won >> payer) & 1
        if payer == seat or out or (kind == 2 and payer != feeder):
            continue
        hidden.payments[payer] -= amount
        hidden.payments[seat] += amount
        hidden.income[seat, payer] += amount
        hidden.last_kong[seat, payer] = amount


@jit
def take_back(game: Any, seat: int) -> None:
    """Undo what a seat's kongs brought."""
    hidden = game.hidden
    for payer in range(4):
        hidden.payments[payer] += hidden.income[seat, payer]
        hidden.payments[seat] -= hidden.income[seat, payer]
        hidden.income[seat, payer] = 0


@jit
def ready_value(game: Any, seat: int) -> int:
    """Return what a ready hand is worth on a bare discard, by its worst wait or its best; -1 if not ready."""
    me, hidden = game.seats[seat], game.hidden
    kept = (hidden.chain, hidden.ready_kind[seat], hidden.claimed)
    hidden.chain, hidden.ready_kind[seat], hidden.claimed = 0, 0, 1
    worth = -1
    for tile in range(34):
        if not me.waits & bit(tile):
            continue
        set_up(game, seat, tile, CLAIM, (seat + 1) & 3)
        game.wins[hidden.n_wins].flags = 0
        if judge(game):
            points = game.verdict.points
            if worth < 0 or (points > worth) == (game.play.dearest_wait != 0):
                worth = points
    hidden.chain, hidden.ready_kind[seat], hidden.claimed = kept
    return worth


@jit
def settle_exhausted(game: Any) -> None:
    """End of the wall: whoever is not ready pays whoever is, and gives back what his kongs brought."""
    hidden, won = game.hidden, game.table.won
    worth = np.full(4, -1, np.int64)
    still_in = 0
    for seat in range(4):
        if not (won >> seat) & 1:
            still_in += 1
            worth[seat] = ready_value(game, seat)
    if still_in < 2:
        return
    for seat in range(4):
        if (won >> seat) & 1 or worth[seat] >= 0:
            continue
        take_back(game, seat)
        for other in range(4):
            if worth[other] >= 0:
                hidden.payments[seat] -= worth[other]
                hidden.payments[other] += worth[other]
