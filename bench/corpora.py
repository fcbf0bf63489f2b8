"""Seeded hands by kind for the counting room: ``uint8[n, 34]`` each, made without the package."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Hands = NDArray[np.uint8]
TERMINALS = (0, 8, 9, 17, 18, 26, *range(27, 34))


def dealt(n: int, tiles: int, seed: int, kinds: object = range(34)) -> Hands:
    """Deal `tiles` tiles from a wall of four each of `kinds`, `n` times."""
    rng = np.random.default_rng(seed)
    wall = np.repeat(np.asarray(kinds), 4)
    hands = np.zeros((n, 34), np.uint8)
    for first in range(0, n, 20_000):
        part = hands[first : first + 20_000]
        keys = rng.random((len(part), len(wall)), dtype=np.float32)
        drawn = wall[np.argpartition(keys, tiles - 1, axis=1)[:, :tiles]]
        np.add.at(part, (np.arange(len(part))[:, None], drawn), 1)
    return hands


def _by_suit(n: int, tiles: int, seed: int, honours: bool) -> Hands:
    hands = np.empty((n, 34), np.uint8)
    suits = np.random.default_rng(seed).integers(0, 3, n)
    for suit in range(3):
        kinds = [*range(9 * suit, 9 * suit + 9), *(range(27, 34) if honours else ())]
        chosen = suits == suit
        hands[chosen] = dealt(int(chosen.sum()), tiles, seed + suit + 1, kinds)
    return hands


def _terminals(n: int, tiles: int, seed: int) -> Hands:
    hands = dealt(n, tiles - 3, seed, TERMINALS)
    return _top_up(hands, tiles, seed + 1)


def _top_up(hands: Hands, tiles: int, seed: int) -> Hands:
    """Add random tiles until every hand has `tiles`, never a fifth copy."""
    rng = np.random.default_rng(seed)
    while (short := np.flatnonzero(hands.sum(1) < tiles)).size:
        drawn = rng.integers(0, 34, short.size)
        fits = hands[short, drawn] < 4
        hands[short[fits], drawn[fits]] += 1
    return hands


def complete(n: int, groups: int, seed: int, pairs: bool = True) -> Hands:
    """Random groups, mostly chows, and a pair."""
    rng = np.random.default_rng(seed)
    hands = np.zeros((n, 34), np.uint8)
    for step in range(groups + pairs):
        todo = np.arange(n)
        while todo.size:
            piece = np.zeros((todo.size, 34), np.uint8)
            rows = np.arange(todo.size)
            tile = rng.integers(0, 34, todo.size)
            chow = (rng.random(todo.size) < 0.75) & (tile < 27) & (tile % 9 < 7) & (step < groups)
            piece[rows, tile] = np.where(chow, 1, 3 if step < groups else 2)
            for ahead in (1, 2):
                piece[rows[chow], tile[chow] + ahead] = 1
            fits = ((hands[todo] + piece) <= 4).all(1)
            hands[todo[fits]] += piece[fits]
            todo = todo[~fits]
    return hands


def near_complete(n: int, tiles: int, seed: int, changed: int = 2) -> Hands:
    """Complete hands with some tiles thrown away and as many drawn at random."""
    rng = np.random.default_rng(seed)
    hands = complete(n, tiles // 3, seed + 1, pairs=True)
    rows = np.arange(n)
    lost = changed + int(hands[0].sum()) - tiles
    for _ in range(lost):
        order = rng.random((n, 34)) * (hands > 0)
        hands[rows, order.argmax(1)] -= 1
    return _top_up(hands, tiles, seed + 2)


def quads(n: int, tiles: int, seed: int) -> Hands:
    """Two or three kinds of which the hand holds all four."""
    rng = np.random.default_rng(seed)
    hands = np.zeros((n, 34), np.uint8)
    rows = np.arange(n)
    for _ in range(3 if tiles > 12 else tiles // 4):
        hands[rows, rng.integers(0, 34, n)] = 4
    return _top_up(hands, tiles, seed + 1)


def corpora(n: int, tiles: int = 14, seed: int = 20260) -> dict[str, Hands]:
    """Return every kind of hand of four groups; `melded` hands have declared one to three of them."""
    size = tiles % 3
    melded = np.concatenate(
        [dealt(n // 3 + (i < n % 3), 3 * groups + size, seed + i) for i, groups in enumerate((1, 2, 3))]
    )
    made = {
        "random": dealt(n, tiles, seed + 10),
        "half flush": _by_suit(n, tiles, seed + 20, honours=True),
        "flush": _by_suit(n, tiles, seed + 30, honours=False),
        "terminals": _terminals(n, tiles, seed + 40),
        "near complete": near_complete(n, tiles, seed + 50),
        "many quads": quads(n, tiles, seed + 60),
        "melded": melded,
    }
    order = np.random.default_rng(seed).permutation(n)
    return {kind: np.ascontiguousarray(hands[order]) for kind, hands in made.items()}
