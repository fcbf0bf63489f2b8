"""Who gets a discard: the others are asked at once, then the rules choose."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _abi
from ._jit import Bool, Int, i64, jit
from .layout import CHOW, CLAIM, KONG, PASS, PUNG, WIN
from .melding import bit, has, take_chow, take_kong, take_pung, void_tiles
from .settling import settle_kong
from .turns import KONG_FED, ask, clear_options, note_kong
from .winning import decline, leave, may_win, must_win, take_down

# What became of a discard.
NOBODY, TAKEN, KONGED, WON = range(4)

# Claims as procedure.hpp numbers them.
NOTHING, CHOWS, PUNGS, KONGS, WINS = range(5)
_grant = _abi.grant
_NONE = np.uint64(0)


@jit
def chow_starts(me: Any, tile: Int, ranks: Int) -> Any:
    """Return the lowest tiles of the chows that a discard completes."""
    starts = _NONE
    rank = tile % ranks
    for start in range(max(rank - 2, 0), min(rank, ranks - 3) + 1):
        lowest = tile - rank + start
        whole = True
        for t in range(lowest, lowest + 3):
            whole = whole and (t == tile or me.hand[t] > 0)
        if whole:
            starts |= bit(lowest)
    return starts


@jit
def claim_options(game: Any, seat: Int, tile: Int, feeder: Int) -> Bool:
    """Write down what a player may claim; false where it is nothing."""
    me, table, play = game.seats[seat], game.table, game.play
    wins = has(me.waits, tile) and may_win(game, seat, tile, CLAIM, feeder)
    melds = table.wall_left > 0 and not (table.declared >> seat) & 1  # the last discard may only be won
    melds = melds and not has(void_tiles(table, seat), tile)
    next_seat = seat == (feeder + 1) & 3
    chows = _NONE
    if melds and play.chow and next_seat and tile < 3 * play.ranks:
        chows = chow_starts(me, tile, i64(play.ranks))
    pung = melds and me.hand[tile] >= 2
    if not (wins or pung or chows != _NONE):
        return False
    clear_options(me)
    me.offer, me.offered_by = tile, feeder
    me.chows = chows
    me.may_pung = pung
    me.kongs = bit(tile) if melds and me.hand[tile] == 3 else _NONE
    me.may_win = wins
    me.win_points = game.verdict.points if wins else 0
    me.win_total = game.verdict.total if wins else 0
    me.may_pass = not (wins and must_win(game, me.win_points))
    return True


@jit
def collect(game: Any, policies: Any, tile: Int, feeder: Int) -> Int:
    """Ask everybody for a reply; returns how many seats the procedure grants the tile to (`granted`)."""
    hidden, replies = game.hidden, 0
    for i in range(1, 4):
        seat = (feeder + i) & 3
        hidden.wishes[seat] = NOTHING
        if (game.table.won >> seat) & 1 or not claim_options(game, seat, tile, feeder):
            continue
        me = game.seats[seat]
        reply = ask(game, policies, seat) if me.may_pass else WIN
        if me.may_win and reply != WIN:
            decline(game, seat, me.win_total)
        hidden.replies[seat] = reply
        hidden.wishes[seat] = wish(reply)
        replies += reply != PASS
    if replies == 0:
        return 0
    hidden.wishes[feeder] = NOTHING
    wishes, granted = np.uintp(hidden.wishes.ctypes.data), np.uintp(hidden.granted.ctypes.data)
    return _grant(np.uintp(game.play.procedure), feeder, wishes, granted)


@jit
def wish(reply: Int) -> Int:
    """Return an answer to a discard as the procedure names it."""
    if reply == WIN:
        return WINS
    if reply == PASS:
        return NOTHING
    return PUNGS if reply == PUNG else CHOWS if reply >= CHOW else KONGS


@jit
def offer(game: Any, policies: Any, tile: Int, feeder: Int) -> Int:
    """Offer a discard; ``hidden.last`` is then the seat that took it, or after which play goes on."""
    hidden = game.hidden
    hidden.last = feeder
    takers = collect(game, policies, tile, feeder)
    if hidden.over:
        return NOBODY
    best = i64(hidden.granted[0])
    if takers and hidden.wishes[best] == WINS:
        for i in range(takers):
            take_down(game, i64(hidden.granted[i]), tile, CLAIM, feeder)
        for i in range(takers):
            leave(game, i64(hidden.granted[i]))
        hidden.last = hidden.granted[takers - 1]
    hidden.chain = 0
    hidden.kong_draw = 0
    if not takers:
        return NOBODY
    if hidden.wishes[best] == WINS:
        return WON
    hidden.last = best
    hidden.claims += 1
    hidden.claimed = 1
    reply = hidden.replies[best]
    if game.play.claim_unlocks:
        hidden.lock[best] = -1
    if reply == PUNG:
        take_pung(game, best, tile, feeder)
    elif reply >= CHOW:
        take_chow(game, best, reply - CHOW, tile, feeder)
    else:
        take_kong(game, best, reply - KONG, feeder)
        note_kong(game, KONG_FED, feeder)
        settle_kong(game, best, KONG_FED, feeder, False)
        return KONGED
    return TAKEN
