"""From dice to hands: the wall is built, opened and dealt."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._jit import Bool, Int, i64, jit
from .layout import DRAW, FLOWER, KINDS, MAX_EVENTS, REPLACE
from .streams import below, draw_bits


@jit
def log(game: Any, kind: Int, seat: Int, tile: Int, from_: Int) -> None:
    """Note an event, where a log is wanted."""
    hidden = game.hidden
    if game.play.log and hidden.n_events < MAX_EVENTS:
        event = game.events[hidden.n_events]
        event.kind = kind
        event.seat = seat
        event.tile = tile
        event.from_ = from_
        hidden.n_events += 1


@jit
def roll(hidden: Any) -> Int:
    """Roll a die."""
    return below(draw_bits(hidden), 6) + 1


@jit
def side_start(stacks: Int, side: Int) -> Int:
    """Return the first stack of a side in the ring; in an uneven wall the first and third have one more."""
    short = stacks // 4
    rest = stacks - 4 * short  # 0 or 2
    return side * short + (rest > 0) * (side + 1) // 2


@jit
def build_wall(game: Any) -> None:
    """Shuffle, roll, break: fills ``wall`` in the order of drawing.

    The ring of stacks starts at the dealer's right and runs clockwise: first the dealer's wall, then the
    upper seat's, and so on.
    The dealer's roll names the opener, both rolls together say how many stacks stay right of the break.
    """
    hidden, play = game.hidden, game.play
    total = play.total
    hidden.dice[0] = roll(hidden)
    hidden.dice[1] = roll(hidden)
    hidden.dice[2] = roll(hidden)
    hidden.dice[3] = roll(hidden)
    first = i64(hidden.dice[0]) + hidden.dice[1]
    opener = (first - 1) & 3
    skipped = first + hidden.dice[2] + hidden.dice[3]
    at = 2 * (side_start(total // 2, (4 - opener) & 3) + skipped) % total
    # The ring's tile i is the wall's tile i - at; shuffled in place, last position first.
    for i in range(total):
        hidden.wall[i] = play.tiles[i]
    for i in range(total - 1, 0, -1):
        j = below(draw_bits(hidden), i + 1)
        a, b = i - at, j - at
        a += total * (a < 0)
        b += total * (b < 0)
        kept = hidden.wall[a]
        hidden.wall[a] = hidden.wall[b]
        hidden.wall[b] = kept
    hidden.head = 0
    hidden.replaced = 0
    game.table.wall_left = total - play.dead_wall


@jit
def take_head(game: Any) -> Int:
    """Draw from the head. The lower tile of a stack whose upper one was a replacement is the last of all."""
    hidden = game.hidden
    at = hidden.head
    if hidden.replaced & 1 and at == game.play.total - 1 - hidden.replaced:
        at += 1
    hidden.head += 1
    game.table.wall_left -= 1
    return i64(hidden.wall[at])


@jit
def take_tail(game: Any) -> Int:
    """Draw a replacement: the last stack first, of a stack the upper tile first."""
    hidden = game.hidden
    k = hidden.replaced
    at = max(game.play.total - 2 - 2 * (k >> 1) + (k & 1), hidden.head)
    hidden.replaced += 1
    game.table.wall_left -= 1
    return i64(hidden.wall[at])


@jit
def show_flower(game: Any, seat: Int, tile: Int) -> None:
    game.hidden.flower_tiles[seat] |= np.uint8(1 << (tile - KINDS))
    game.table.flowers[seat] += 1
    log(game, FLOWER, seat, tile, -1)


@jit
def draw(game: Any, seat: Int, tail: Bool) -> Int:
    """Draw a tile into a hand, flowers replaced at once; -1 where the wall runs out."""
    hidden = game.hidden
    kind = REPLACE if tail else DRAW
    tile = take_tail(game) if tail else take_head(game)
    while tile >= KINDS:
        show_flower(game, seat, tile)
        hidden.kong_draw = game.play.flower_is_kong_draw
        if game.table.wall_left == 0:
            return -1
        tile = take_tail(game)
        kind = REPLACE
    game.seats[seat].hand[tile] += 1
    game.seats[seat].drawn = tile
    log(game, kind, seat, tile, -1)
    return tile


@jit
def deal_tiles(game: Any, seat: Int, count: Int) -> Int:
    """Give tiles from the head; flowers are laid out and counted. Returns the last tile, -1 for a flower."""
    last = -1
    for _ in range(count):
        last = take_head(game)
        if last >= KINDS:
            show_flower(game, seat, last)
            last = -1
        else:
            game.seats[seat].hand[last] += 1
    return last


@jit
def deal_hands(game: Any) -> None:
    """Deal by fours from the dealer on, then one each; the dealer's fifth is the tile drawn first."""
    dealer, size = game.table.dealer, game.play.hand_size
    for _ in range(size // 4):
        for i in range(4):
            deal_tiles(game, (dealer + i) & 3, 4)
    last = -1
    for i in range(4 * (size % 4) + 1):
        last = deal_tiles(game, (dealer + i) & 3, 1)
    game.seats[dealer].drawn = last


@jit
def replace_flowers(game: Any) -> None:
    """Replace the flowers of the deal, seat by seat."""
    hidden, table = game.hidden, game.table
    for i in range(4):
        seat = (table.dealer + i) & 3
        for _ in range(i64(table.flowers[seat])):
            tile = draw(game, seat, True)
            if seat != table.dealer:
                game.seats[seat].drawn = -1
            if tile < 0:
                return
    hidden.kong_draw = 0
    me = game.seats[table.dealer]
    if me.drawn < 0:  # the whole deal was flowers
        for tile in range(KINDS):
            if me.hand[tile]:
                me.drawn = tile
