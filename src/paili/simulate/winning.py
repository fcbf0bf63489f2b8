"""Wins: is it legal, what is it worth, who pays; all asked of the scoring room."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _abi
from ..columns import FLAG_BITS, NO_LOG, NO_TILE
from ._jit import Bool, Int, i64, jit
from .dealing import log
from .layout import CLAIM, ROBBED_KONG, SELF_DRAW, WINS
from .melding import has

_score, _round_win, _may_win_after, _must_win = _abi.score, _abi.round_win, _abi.may_win_after, _abi.must_win

LAST_TILE = FLAG_BITS["last_tile"]
KONG_DRAW = FLAG_BITS["kong_draw"]
KONG_DISCARD = FLAG_BITS["kong_discard"]
LAST_COPY = FLAG_BITS["last_copy"]
HEAVENLY = FLAG_BITS["heavenly"]
EARTHLY = FLAG_BITS["earthly"]
READY_AT_DEAL = FLAG_BITS["ready_at_deal"]  # the bits of ready_early and ready_declared follow
EAST_KONG = FLAG_BITS["east_kong"]

# What `earthly` means: nothing, a win on the dealer's first discard, on the first own draw, before the
# dealer's second turn.
EARTHLY_NEVER, EARTHLY_FIRST_DISCARD, EARTHLY_FIRST_DRAW, EARTHLY_FIRST_ROUND = range(4)


@jit
def first_thrower(game: Any, seat: Int, tile: Int, by: Int, feeder: Int) -> Int:
    """Return who threw the winning kind first since the winner's last discard; -1 if it was the winner."""
    table = game.table
    start = 0
    for i in range(table.n_log):
        if table.log_seat[i] == seat:
            start = i
    for i in range(start, table.n_log):
        if table.log_tile[i] == tile:
            thrower = i64(table.log_seat[i])
            return -1 if thrower == seat else thrower
    return feeder


@jit
def is_earthly(game: Any, seat: Int, by: Int) -> Bool:
    table, hidden, kind = game.table, game.hidden, game.play.earthly
    if kind == EARTHLY_NEVER or seat == table.dealer or hidden.claimed:
        return False
    if kind == EARTHLY_FIRST_DISCARD:
        return by == CLAIM and table.n_log == 1
    if kind == EARTHLY_FIRST_ROUND:
        return table.n_log <= 4
    for i in range(table.n_log):
        if table.log_seat[i] == seat:
            return False
    return by == SELF_DRAW


@jit
def flags_of(game: Any, seat: Int, tile: Int, by: Int) -> Int:
    table, hidden = game.table, game.hidden
    flags = 0
    if table.wall_left == 0 and by != ROBBED_KONG:
        flags |= LAST_TILE
    if by == SELF_DRAW and hidden.kong_draw:
        flags |= KONG_DRAW
    if by == CLAIM and hidden.chain > 0:
        flags |= KONG_DISCARD
    if by != ROBBED_KONG and table.visible[tile] == (3 if by == SELF_DRAW else 4):
        flags |= LAST_COPY
    if by == SELF_DRAW and seat == table.dealer and table.n_log == 0 and not hidden.claimed:
        flags |= HEAVENLY
    if is_earthly(game, seat, by):
        flags |= EARTHLY
    if hidden.ready_kind[seat]:
        flags |= READY_AT_DEAL << (hidden.ready_kind[seat] - 1)
    if hidden.east_kong:
        flags |= EAST_KONG
    return flags


@jit
def set_up(game: Any, seat: Int, tile: Int, by: Int, feeder: Int) -> None:
    """Write the hand as it would be won where the next win will stand."""
    me, table, hidden = game.seats[seat], game.table, game.hidden
    trial = game.wins[hidden.n_wins]
    for i in range(34):
        trial.concealed[i] = me.hand[i]
    if by == SELF_DRAW:
        trial.concealed[tile] -= 1
    trial.win_tile = tile
    for i in range(5):
        trial.melds[i] = me.melds[i]
        trial.melds_from[i] = me.melds_from[i] if i < me.n_melds else -1
    trial.by = by
    trial.winner = seat
    trial.from_ = feeder
    trial.dealer = table.dealer
    trial.seat_wind = (seat - table.dealer) & 3
    trial.round_wind = table.round_wind
    flags = flags_of(game, seat, tile, by) if tile != NO_TILE else 0
    trial.flags = flags
    trial.flowers = table.flowers[seat]
    trial.flower_tiles = hidden.flower_tiles[seat]
    after_kong = flags & (KONG_DRAW | KONG_DISCARD) != 0 and hidden.chain > 0
    trial.kongs_in_a_row = hidden.chain if after_kong else 0
    trial.kong_type = hidden.kong_type if after_kong else 0
    trial.kong_from = hidden.kong_from if after_kong else -1
    trial.already_won = table.won
    trial.dealer_streak = hidden.dealer_streak
    trial.drawn_hands_counter = hidden.drawn_hands
    trial.void_suit = table.void_suit[seat]
    trial.responsible = first_thrower(game, seat, tile, by, feeder) if by in (CLAIM, ROBBED_KONG) else NO_LOG


@jit
def judge(game: Any) -> Bool:
    """Score what was set up: fills ``verdict``. (Both begin with the field whose address is taken.)"""
    hand = np.uintp(game.wins[game.hidden.n_wins].concealed.ctypes.data)
    verdict = np.uintp(game.verdict.payments.ctypes.data)
    return _score(np.uintp(game.play.scorer), hand, verdict) != 0


@jit
def may_win(game: Any, seat: Int, tile: Int, by: Int, feeder: Int) -> Bool:
    """Tell whether a player may win on a tile now; `verdict` says what it is worth."""
    if not has(game.seats[seat].waits, tile):
        return False
    set_up(game, seat, tile, by, feeder)
    if not judge(game):
        return False
    lock = game.hidden.lock[seat]
    if by == SELF_DRAW or lock < 0:
        return True
    value, left = game.verdict.total, game.table.wall_left
    return _may_win_after(np.uintp(game.play.procedure), lock, value, False, left) != 0


@jit
def must_win(game: Any, points: Int) -> Bool:
    """Tell whether a win may no longer be declined."""
    if not game.play.must_win:
        return False
    return _must_win(np.uintp(game.play.procedure), points, game.table.wall_left) != 0


@jit
def decline(game: Any, seat: Int, total: Int) -> None:
    """Remember the dearest win that a player has let go; a cap on points makes wins no equals."""
    if game.play.locks:
        game.hidden.lock[seat] = max(game.hidden.lock[seat], total)


@jit
def take_down(game: Any, seat: Int, tile: Int, by: Int, feeder: Int) -> None:
    """Settle a win and keep it. The winner leaves (`leave`) when all winners of the tile are settled."""
    set_up(game, seat, tile, by, feeder)
    judge(game)
    keep_win(game, seat, tile, feeder)


@jit
def keep_win(game: Any, seat: Int, tile: Int, feeder: Int) -> None:
    """Settle what was set up and judged."""
    hidden = game.hidden
    hand = np.uintp(game.wins[hidden.n_wins].concealed.ctypes.data)
    verdict = np.uintp(game.verdict.payments.ctypes.data)
    _round_win(np.uintp(game.play.procedure), np.uintp(game.round.ctypes.data), hand, verdict)
    game.worth[hidden.n_wins] = game.verdict.points
    hidden.n_wins += 1
    log(game, WINS, seat, tile, feeder)
    hidden.over = not game.play.winners_leave or hidden.n_wins >= 3


@jit
def flowers_win(game: Any, seat: Int, by: Int, feeder: Int) -> Bool:
    """Let a player win with flowers alone, if the rules have such a win."""
    trial = game.wins[game.hidden.n_wins]
    set_up(game, seat, NO_TILE, by, feeder)
    for i in range(34):
        trial.concealed[i] = 0
    for i in range(5):
        trial.melds[i] = 0
        trial.melds_from[i] = -1
    if not judge(game):
        return False
    keep_win(game, seat, NO_TILE, feeder)
    return True


@jit
def leave(game: Any, seat: Int) -> None:
    game.table.won |= np.uint8(1 << seat)
