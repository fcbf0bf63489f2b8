"""One's own turn: win, kong or discard, and the others' chance to rob a kong."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _abi
from ..columns import KONG_TYPES
from ._jit import Bool, Int, i64, jit
from .dealing import draw
from .declaring import declare, ready_discards
from .layout import (
    DISCARD,
    EIGHT_FLOWERS,
    KINDS,
    KONG,
    PASS,
    READY,
    ROBBED_KONG,
    SELF_DRAW,
    SEVEN_ROB_ONE,
    WIN,
)
from .melding import (
    add_to_pung,
    bit,
    conceal_kong,
    drop,
    hand_moved,
    has,
    tiles_to_drop,
    tiles_to_kong,
    void_tiles,
)
from .settling import settle_kong
from .streams import draw_bits
from .winning import decline, flowers_win, leave, may_win, must_win, take_down

LEFT = -1  # what `own_turn` returns where no tile was discarded
KONG_FED, KONG_ADDED, KONG_CONCEALED = KONG_TYPES.values()
_grant = _abi.grant
ROBS = 4  # a win, as procedure.hpp numbers claims
_NONE = np.uint64(0)


@jit
def clear_options(me: Any) -> None:
    me.discards = me.kongs = me.chows = me.ready = _NONE
    me.may_pung = me.may_win = me.may_pass = 0
    me.win_points = me.win_total = 0
    me.offer = me.offered_by = -1


@jit
def is_legal(me: Any, action: Int) -> Bool:
    """Tell whether a policy's answer is among the options of the seat."""
    if action < 0 or action > PASS:
        return False
    if action == WIN:
        return me.may_win != 0
    if action == PASS:
        return me.may_pass != 0
    if action >= READY:
        return me.may_pung != 0 if action == READY + KINDS else has(me.ready, action - READY)
    if action >= KONG:
        kong = action < KONG + KINDS
        return has(me.kongs, action - KONG) if kong else has(me.chows, action - KONG - KINDS)
    return has(me.discards, action)


@jit
def ask(game: Any, policies: Any, seat: Int) -> Int:
    """Ask a seat's policy; an illegal answer ends the round and is reported."""
    me, hidden = game.seats[seat], game.hidden
    action = policies[seat](me, game.table, draw_bits(hidden))
    if is_legal(me, action):
        return action
    hidden.fault_seat = seat
    hidden.fault_action = action
    hidden.over = 1
    return PASS


@jit
def own_options(game: Any, seat: Int, drew: Bool) -> None:
    """Write down what a player may do in their turn."""
    me, table, play = game.seats[seat], game.table, game.play
    clear_options(me)
    frozen = (table.declared >> seat) & 1
    void = void_tiles(table, seat)
    me.discards = bit(me.drawn) if frozen else tiles_to_drop(me.hand, void)
    if drew and may_win(game, seat, i64(me.drawn), SELF_DRAW, -1):
        me.may_win = 1
        me.win_points = game.verdict.points
    if table.wall_left > 0 and not frozen and (drew or play.kong_after_claim):
        me.kongs = tiles_to_kong(me) & ~void
    if play.ready:
        me.ready = ready_discards(game, seat)


@jit
def robbers(game: Any, policies: Any, seat: Int, tile: Int) -> Int:
    """Let the others win on a tile that is being added to a pung; returns the last who does, or -1."""
    hidden, last = game.hidden, -1
    for i in range(1, 4):
        other = (seat + i) & 3
        hidden.wishes[other] = 0
        if (game.table.won >> other) & 1 or not may_win(game, other, tile, ROBBED_KONG, seat):
            continue
        me = game.seats[other]
        clear_options(me)
        me.offer, me.offered_by = tile, seat
        me.may_win, me.win_points, me.win_total = 1, game.verdict.points, game.verdict.total
        me.may_pass = not must_win(game, me.win_points)
        if not me.may_pass or ask(game, policies, other) == WIN:
            hidden.wishes[other] = ROBS
            last = other
        else:
            decline(game, other, me.win_total)
    if last < 0:
        return -1
    hidden.wishes[seat] = 0
    wishes, granted = np.uintp(hidden.wishes.ctypes.data), np.uintp(hidden.granted.ctypes.data)
    takers = _grant(np.uintp(game.play.procedure), seat, wishes, granted)
    for i in range(takers):
        take_down(game, i64(hidden.granted[i]), tile, ROBBED_KONG, seat)
    for i in range(takers):
        leave(game, i64(hidden.granted[i]))
    return i64(hidden.granted[takers - 1])


@jit
def note_kong(game: Any, kind: Int, feeder: Int) -> None:
    """Count a kong in the chain of the turn."""
    hidden = game.hidden
    hidden.chain += 1
    hidden.kong_type = kind
    hidden.kong_from = feeder
    hidden.kong_count += 1
    hidden.claimed = 1


@jit
def bloom(game: Any, seat: Int) -> None:
    """After flowers were shown: eight of them win, and seven rob the eighth, where the rules say so."""
    table, hidden = game.table, game.hidden
    winner, by, feeder = -1, 0, -1
    if table.flowers[seat] == 8:
        winner, by = seat, EIGHT_FLOWERS
    for other in range(4):
        if table.flowers[other] == 7:
            for holder in range(4):
                if holder != other and table.flowers[holder] == 1:
                    winner, by, feeder = other, SEVEN_ROB_ONE, holder
    if winner < 0 or not flowers_win(game, winner, by, feeder):
        return
    hidden.over = 1


@jit
def draw_and_bloom(game: Any, seat: Int, tail: Bool) -> Bool:
    """Draw; false where the round is over with it, or with its flowers. What was declined no longer binds."""
    game.hidden.lock[seat] = -1
    shown = i64(game.table.flowers[seat])
    tile = draw(game, seat, tail)
    if game.play.flower_wins and game.table.flowers[seat] > shown:
        bloom(game, seat)
    return tile >= 0 and not game.hidden.over


@jit
def replace_kong(game: Any, seat: Int) -> Bool:
    """Draw the replacement tile of a kong; false where the round is over with it."""
    game.hidden.kong_draw = 1
    return draw_and_bloom(game, seat, True)


@jit
def own_kong(game: Any, policies: Any, seat: Int, tile: Int) -> Int:
    """Declare a kong in one's turn. Returns `seat`, or the last robber, or `LEFT` where the round ended."""
    me, hidden = game.seats[seat], game.hidden
    if me.hand[tile] == 4:
        if seat == game.table.dealer and game.table.n_log == 0:
            hidden.east_kong = 1
        conceal_kong(game, seat, tile)
        note_kong(game, KONG_CONCEALED, -1)
        settle_kong(game, seat, KONG_CONCEALED, -1, False)
    else:
        late = me.drawn != tile
        robber = robbers(game, policies, seat, tile)
        if robber >= 0:
            me.hand[tile] -= 1
            me.drawn = -1
            game.table.visible[tile] += 1
            hand_moved(game, seat)
            return robber
        if hidden.over:
            return LEFT
        add_to_pung(game, seat, tile)
        note_kong(game, KONG_ADDED, -1)
        settle_kong(game, seat, KONG_ADDED, -1, late)
    return seat if replace_kong(game, seat) else LEFT


@jit
def own_turn(game: Any, policies: Any, seat: Int, drew: Bool) -> Int:
    """Play a turn up to its discard: returns the tile, or `LEFT` when the turn ended otherwise.

    Then ``hidden.last`` is the seat after which the turn goes on.
    """
    hidden = game.hidden
    hidden.last = seat
    while True:
        own_options(game, seat, drew)
        me = game.seats[seat]
        forced = me.may_win and must_win(game, me.win_points)
        action = WIN if forced else ask(game, policies, seat)
        if hidden.over:
            return LEFT
        if action == WIN:
            take_down(game, seat, i64(me.drawn), SELF_DRAW, -1)
            leave(game, seat)
            return LEFT
        if action < KONG:
            tile = action - DISCARD
            drop(game, seat, tile)
            return tile
        if action >= READY:
            tile = action - READY
            declare(game, seat, tile)
            return tile
        hidden.last = own_kong(game, policies, seat, action - KONG)
        if hidden.last != seat or hidden.over:
            return LEFT
        drew = True
