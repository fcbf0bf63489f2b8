"""The round loop, and many rounds in a row."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import from_dtype
from numba.core import types

from ._jit import Int, compiled, i64, jit
from .claims import KONGED, NOBODY, TAKEN, offer
from .dealing import build_wall, deal_hands, log, replace_flowers
from .layout import ENDS, EVENT, EXHAUSTED, ONE_HAND, RESULT, WON, Game, Policies
from .melding import first_look, name_void_suit
from .rotation import count_drawn_hands, take_seats
from .settling import begin_round, settle_exhausted
from .streams import start
from .turns import bloom, draw_and_bloom, own_turn, replace_kong

COUNTS = 5  # wins, events, and of a fault: its round, seat and action
_NONE = np.uint64(0)


@jit
def clear(game: Any) -> None:
    """Lay the table for a round."""
    table, hidden = game.table, game.hidden
    for seat in range(4):
        me = game.seats[seat]
        for tile in range(34):
            me.hand[tile] = 0
            me.held[tile] = 0
        for place in range(5):
            me.melds[place] = 0
            me.melds_from[place] = -1
            table.melds[seat, place] = 0
        me.n_melds = 0
        me.seat = seat
        me.drawn = -1
        me.waits = _NONE
        for k in range(4):
            me.memory[k] = _NONE
        table.n_melds[seat] = 0
        table.void_suit[seat] = -1
        table.flowers[seat] = 0
        hidden.flower_tiles[seat] = 0
        hidden.lock[seat] = -1
        hidden.ready_kind[seat] = 0
    for tile in range(34):
        table.visible[tile] = 0
    table.n_log = 0
    table.won = 0
    table.declared = 0
    hidden.chain = hidden.claims = hidden.kong_count = hidden.n_wins = hidden.n_events = 0
    hidden.kong_draw = hidden.east_kong = hidden.claimed = hidden.over = 0
    hidden.fault_seat = -1


@jit
def next_seat(game: Any, after: Int) -> Int:
    """Return the next seat that is still in."""
    seat = (after + 1) & 3
    while (game.table.won >> seat) & 1:
        seat = (seat + 1) & 3
    return seat


@jit
def deal(game: Any, seed: Any, round_: Int, match: Int) -> None:
    """Deal a round: the dealer holds the tile drawn first."""
    start(game.hidden, seed, np.uint64(round_))
    take_seats(game, round_, match)
    clear(game)
    begin_round(game)
    build_wall(game)
    count_drawn_hands(game)
    deal_hands(game)
    if game.play.flowers:
        replace_flowers(game)
    game.hidden.n_events = 0


@jit
def deal_blooms(game: Any) -> None:
    """Look for wins with the flowers of the deal."""
    for i in range(4):
        if not game.hidden.over:
            bloom(game, (game.table.dealer + i) & 3)


@jit
def play_round(game: Any, policies: Any) -> None:
    """Play a round that has been dealt to its end."""
    hidden, table = game.hidden, game.table
    for seat in range(4):
        if game.play.void_suit:
            name_void_suit(game, seat)
        first_look(game, seat)
    seat = i64(table.dealer)
    drew = True
    if game.play.flower_wins:
        deal_blooms(game)
    while not hidden.over:
        tile = own_turn(game, policies, seat, drew)
        fate = NOBODY
        if tile >= 0:
            fate = offer(game, policies, tile, seat)
        if hidden.over:
            break
        if fate == TAKEN:
            seat, drew = i64(hidden.last), False
        elif fate == KONGED:
            seat, drew = i64(hidden.last), True
            if not replace_kong(game, seat):
                break
        else:
            hidden.chain = 0
            hidden.kong_draw = 0
            seat, drew = next_seat(game, i64(hidden.last)), True
            if table.wall_left == 0 or not draw_and_bloom(game, seat, False):
                break
    if not hidden.over:
        settle_exhausted(game)
    log(game, ENDS, -1, 255, -1)


@jit
def report(game: Any, result: Any) -> None:
    hidden, table = game.hidden, game.table
    result.ending = WON if hidden.n_wins else EXHAUSTED
    result.winner = game.wins[0].winner if hidden.n_wins else -1
    result.points = game.worth[0] if hidden.n_wins else 0
    result.wins = hidden.n_wins
    result.dealer = table.dealer
    result.turns = table.n_log
    result.claims = hidden.claims
    result.kongs = hidden.kong_count
    result.wall_left = table.wall_left
    result.events = hidden.n_events
    for seat in range(4):
        result.payments[seat] = game.round[seat]


_hand, _result, _event = (types.Array(from_dtype(dtype), 1, "C") for dtype in (ONE_HAND, RESULT, EVENT))
_numbers = types.Array(types.int64, 1, "C")
_signature = types.void(
    types.Array(Game, 1, "C"),
    Policies,
    types.uint64,
    types.int64,
    types.int64,
    _result,
    _hand,
    _numbers,
    _event,
    _numbers,
)


@compiled(_signature)
def play_rounds(
    games: Any,
    policies: Any,
    seed: Any,
    first: Any,
    match: Any,
    results: Any,
    wins: Any,
    wins_round: Any,
    events: Any,
    counts: Any,
) -> None:
    """Play rounds `first` and so on, one for each row of `results`; stops at a fault."""
    game = games[0]
    for i in range(len(results)):
        deal(game, seed, first + i, match)
        play_round(game, policies)
        report(game, results[i])
        for k in range(game.hidden.n_wins):
            wins[counts[0]] = game.wins[k]
            wins_round[counts[0]] = first + i
            counts[0] += 1
        for k in range(game.hidden.n_events):
            events[counts[1]] = game.events[k]
            counts[1] += 1
        if game.hidden.fault_seat >= 0:
            counts[2], counts[3], counts[4] = first + i, game.hidden.fault_seat, game.hidden.fault_action
            return
