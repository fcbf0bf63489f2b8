"""Deals on their own: dice, walls and hands as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numba.core import types
from numpy.typing import NDArray

from .._parallel import map_chunks
from ..rules import RuleSet
from ._jit import compiled
from .layout import KINDS, Game
from .loop import deal as deal_one
from .run import as_number, as_rounds, as_rules, new_game


@dataclass(frozen=True, eq=False)
class Deals:
    """`n` deals; the dealer of round r is seat ``r % 4``."""

    tile_set: str
    dice: NDArray[np.uint8]
    """``[n, 4]``: the dealer's two dice, then the opener's."""
    wall: NDArray[np.uint8]
    """``[n, tiles]`` in the order of drawing; flowers are 34-41."""
    hands: NDArray[np.uint8]
    """``[n, 4, 34]`` by seat, flowers replaced; the dealer has one tile more."""
    flowers: NDArray[np.uint8]
    """``[n, 4]``: the flowers that each shows, bit i = flower i + 1."""
    dealer: NDArray[np.int8]
    drawn: NDArray[np.int8]
    """The dealer's last tile."""
    wall_left: NDArray[np.int16]
    """Tiles that can still be drawn."""

    def __len__(self) -> int:
        return len(self.dice)


_u8_1, _u8_2, _u8_3 = (types.Array(types.uint8, n, "C") for n in (1, 2, 3))
_i8 = types.Array(types.int8, 1, "C")
_i16 = types.Array(types.int16, 1, "C")
_signature = types.void(
    types.Array(Game, 1, "C"),
    types.uint64,
    types.int64,
    types.int64,
    types.int64,
    _u8_2,
    _u8_2,
    _u8_3,
    _u8_2,
    _i8,
    _i8,
    _i16,
)


@compiled(_signature)
def deal_rounds(
    games: Any,
    seed: Any,
    base: Any,
    first: Any,
    last: Any,
    dice: Any,
    wall: Any,
    hands: Any,
    flowers: Any,
    dealer: Any,
    drawn: Any,
    wall_left: Any,
) -> None:
    """Deal rounds ``base + first`` to before ``base + last`` into the rows of the same numbers."""
    game = games[0]
    for i in range(first, last):
        deal_one(game, seed, base + i, 1)
        for k in range(4):
            dice[i, k] = game.hidden.dice[k]
            flowers[i, k] = game.hidden.flower_tiles[k]
            for tile in range(KINDS):
                hands[i, k, tile] = game.seats[k].hand[tile]
        for k in range(wall.shape[1]):
            wall[i, k] = game.hidden.wall[k]
        dealer[i] = game.table.dealer
        drawn[i] = game.seats[game.table.dealer].drawn
        wall_left[i] = game.table.wall_left


def deal(
    n: int, *, rules: RuleSet | str | Path, seed: int = 0, first: int = 0, workers: int | None = None
) -> Deals:
    """Deal `n` rounds: the same deals that `play` plays from the same seed.

    >>> deals = deal(3, rules="wsom", seed=1)
    >>> deals.hands.sum(axis=2).tolist()
    [[14, 13, 13, 13], [13, 14, 13, 13], [13, 13, 14, 13]]
    >>> deals.wall.shape, int(deals.wall_left[0])
    ((3, 136), 69)
    """
    rules = as_rules(rules)
    (n, base), seed = as_rounds(n, first), as_number(seed, "seed", 0, 2**64 - 1)
    total = int(new_game(rules)["play"]["total"][0])
    deals = Deals(
        rules.tile_set,
        np.empty((n, 4), np.uint8),
        np.empty((n, total), np.uint8),
        np.empty((n, 4, KINDS), np.uint8),
        np.empty((n, 4), np.uint8),
        np.empty(n, np.int8),
        np.empty(n, np.int8),
        np.empty(n, np.int16),
    )
    arrays = (
        deals.dice,
        deals.wall,
        deals.hands,
        deals.flowers,
        deals.dealer,
        deals.drawn,
        deals.wall_left,
    )
    map_chunks(
        lambda low, high: deal_rounds(new_game(rules), np.uint64(seed), base, low, high, *arrays), n, workers
    )
    return deals
