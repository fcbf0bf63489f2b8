"""Who deals next, and what passes from one round of a match to the next."""

from __future__ import annotations

from typing import Any

from .. import _abi
from ._jit import Int, i64, jit

ROTATES, STAYS, STAYS_ON_DRAW, WINNER, BATTLE = range(5)

_next_counter = _abi.next_counter


@jit
def next_dealer(game: Any) -> Int:
    """Return who deals after the round that has just ended."""
    hidden, dealer, kind = game.hidden, i64(game.table.dealer), game.play.dealer
    if kind == ROTATES:
        return (dealer + 1) & 3
    if hidden.n_wins == 0:
        return (dealer + 1) & 3 if kind == STAYS else dealer
    first = game.wins[0]
    if kind == WINNER:
        return i64(first.winner)
    if kind == BATTLE:
        for k in range(1, hidden.n_wins):  # several on one discard: none of them had left when the others won
            if game.wins[k].from_ >= 0 and game.wins[k].already_won == game.wins[k - 1].already_won:
                return i64(game.wins[k].from_)
        return i64(first.winner)
    for k in range(hidden.n_wins):
        if game.wins[k].winner == dealer:
            return dealer
    return (dealer + 1) & 3


@jit
def take_seats(game: Any, round_: Int, match: Int) -> None:
    """Seat the dealer: rounds alone take turns, rounds of a match follow from each other."""
    table, hidden = game.table, game.hidden
    if match > 1 and round_ % match:
        dealer = next_dealer(game)
        stays = dealer == table.dealer
        hidden.passes += not stays
        hidden.dealer_streak = hidden.dealer_streak + 1 if stays else 0
        if game.play.drawn_hands_counter:
            dice = hidden.dice
            code = _next_counter(hidden.drawn_count, dice[0], dice[1], hidden.n_wins > 0)
            hidden.drawn_count = code >> 1
    else:
        start = round_ // match
        dealer = start & 3
        hidden.passes = start >> 2 if match == 1 else 0
        hidden.dealer_streak = hidden.drawn_count = 0
    table.dealer = dealer
    table.round_wind = hidden.passes & 3 if match == 1 else (hidden.passes >> 2) & 3


@jit
def count_drawn_hands(game: Any) -> None:
    """With the dice on the table it is known whether the round counts double."""
    hidden = game.hidden
    hidden.drawn_hands = 0
    if game.play.drawn_hands_counter:
        code = _next_counter(hidden.drawn_count, hidden.dice[0], hidden.dice[1], 0)
        hidden.drawn_hands = code & 1
