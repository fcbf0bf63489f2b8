"""A seeded corpus of plausible winning hands: quick to make, the same on every machine."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..columns import DISCARD, FLAG_BITS, ROBBED_KONG, SELF_DRAW
from ..hands import Hands, concat
from ..melds import CHOW, CONCEALED_KONG, KONG, PUNG
from ..tiles import get_tile_set

CHUNK = 1 << 16

UNMELDED, ONE_SUIT, SEVEN_PAIRS, ORPHANS, MELDED = range(5)
SHARES = (0.45, 0.25, 0.06, 0.005, 0.235)

Ints = NDArray[np.int64]
Columns = dict[str, Any]


@dataclass(frozen=True)
class Geometry:
    """Suits of `ranks` tiles each, then honours up to `kinds`, and how many groups make a hand."""

    tile_set: str
    ranks: int
    kinds: int
    groups: int

    @property
    def orphans(self) -> Ints:
        ends = [suit * self.ranks + rank for suit in range(3) for rank in (0, self.ranks - 1)]
        return np.array([*ends, *range(3 * self.ranks, self.kinds)])


def winning_hands(n: int, seed: int, *, tile_set: str = "standard", groups: int = 4) -> Hands:
    """Make `n` shuffled winning hands of every kind and every way to win.

    45% have no melds, 25% are of one suit, 6% are seven pairs and some thirteen orphans (these two with
    standard tiles and four groups only); the rest has from one meld to all, kongs of every kind among them.

    >>> hands = winning_hands(1000, seed=1)
    >>> len(hands), hands == winning_hands(1000, seed=1)
    (1000, True)
    """
    return concat(list(hand_chunks(n, seed, tile_set=tile_set, groups=groups)))


def hand_chunks(n: int, seed: int, *, tile_set: str = "standard", groups: int = 4) -> Iterator[Hands]:
    """The same hands as `winning_hands`, chunk by chunk, for corpora that do not fit into memory."""
    tiles = get_tile_set(tile_set)
    shape = Geometry(tile_set, tiles.ranks, tiles.kinds, groups)
    for chunk, start in enumerate(range(0, n, CHUNK)):
        rng = np.random.default_rng([seed, chunk])
        yield Hands(**_chunk(rng, min(CHUNK, n - start), shape), tile_set=tile_set)


def _chunk(rng: np.random.Generator, n: int, shape: Geometry) -> Columns:
    specials = shape.tile_set == "standard" and shape.groups == 4
    shares = np.array(SHARES) if specials else np.array(SHARES) * (1, 1, 0, 0, 1)
    kind = rng.choice(len(SHARES), size=n, p=shares / shares.sum())
    concealed, melds, owned = (
        np.zeros((n, 34), np.uint8),
        np.zeros((n, 5), np.uint8),
        np.zeros((n, 34), np.uint8),
    )
    for what, make in ((UNMELDED, _regular), (ONE_SUIT, _regular), (MELDED, _regular),
                       (SEVEN_PAIRS, _seven_pairs), (ORPHANS, _orphans)):  # fmt: skip
        rows = np.flatnonzero(kind == what)
        concealed[rows], melds[rows], owned[rows] = make(rng, len(rows), shape, what)
    win_tile = _one_of(rng, concealed)
    alone = owned[np.arange(n), win_tile] == 1
    concealed[np.arange(n), win_tile] -= 1
    return {"concealed": concealed, "melds": melds, "win_tile": win_tile, **_context(rng, melds, alone)}


def _regular(rng: np.random.Generator, n: int, shape: Geometry, what: int) -> tuple[NDArray[np.uint8], ...]:
    """Groups and a pair, redrawn where they would need a fifth tile of a kind."""
    groups, pair = np.zeros((n, shape.groups), np.int64), np.zeros(n, np.int64)
    types = np.zeros((n, shape.groups), np.int64)
    declared = np.zeros((n, shape.groups), bool)
    todo = np.arange(n)
    while len(todo):
        types[todo], groups[todo], pair[todo] = _draw(rng, len(todo), shape, what == ONE_SUIT)
        if what == MELDED:
            declared[todo] = _declared(rng, len(todo), shape.groups)
            kong = declared[todo] & (types[todo] == PUNG) & (rng.random((len(todo), shape.groups)) < 0.4)
            types[todo] = np.where(kong, rng.integers(KONG, CONCEALED_KONG + 1, kong.shape), types[todo])
        counts = _counts(types[todo], groups[todo], pair[todo], np.ones_like(declared[todo]))
        todo = todo[counts.max(axis=1, initial=0) > 4]
    codes = np.where(declared, 1 + 34 * types + groups, 0)
    melds = np.zeros((n, 5), np.uint8)
    order = np.argsort(~declared, axis=1, kind="stable")  # melds stand from the left
    melds[:, : shape.groups] = np.take_along_axis(codes, order, axis=1)
    return _counts(types, groups, pair, ~declared), melds, _counts(types, groups, pair, declared | True)


def _draw(rng: np.random.Generator, n: int, shape: Geometry, one_suit: bool) -> tuple[Ints, Ints, Ints]:
    suit = rng.integers(0, 3, (n, shape.groups + 1))
    if one_suit:
        suit[:] = suit[:, :1]
    first = suit[:, 1:] * shape.ranks
    types = (rng.random((n, shape.groups)) < 0.3).astype(np.int64)
    chow = first + rng.integers(0, shape.ranks - 2, types.shape)
    if one_suit:
        pung = first + rng.integers(0, shape.ranks, types.shape)
        pair = suit[:, 0] * shape.ranks + rng.integers(0, shape.ranks, n)
    else:
        pung = rng.integers(0, shape.kinds, types.shape)
        pair = rng.integers(0, shape.kinds, n)
    return types, np.where(types == CHOW, chow, pung), pair


def _declared(rng: np.random.Generator, n: int, groups: int) -> NDArray[np.bool_]:
    """One declared group up to all of them, in random places."""
    rank = rng.random((n, groups)).argsort(axis=1)
    declared: NDArray[np.bool_] = rank < rng.integers(1, groups + 1, (n, 1))
    return declared


def _counts(types: Ints, groups: Ints, pair: Ints, take: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Tiles of the pair and of the groups in `take`."""
    n = len(pair)
    rows = np.arange(n)[:, None] * 34
    step = (types == CHOW).astype(np.int64)
    tiles = np.concatenate([rows + groups + i * step for i in range(3)], axis=1)[np.tile(take, 3)]
    fourth = (rows + groups)[take & (types >= KONG)]
    pairs = np.repeat(rows[:, 0] + pair, 2)
    return (
        np.bincount(np.concatenate([tiles, fourth, pairs]), minlength=n * 34).astype(np.uint8).reshape(n, 34)
    )


def _seven_pairs(
    rng: np.random.Generator, n: int, shape: Geometry, what: int
) -> tuple[NDArray[np.uint8], ...]:
    """Seven different pairs, a third of them of one suit and honours."""
    weight = rng.random((n, 34))
    suit = np.arange(34) // shape.ranks
    away = (suit < 3) & (suit != rng.integers(0, 3, n)[:, None]) & (rng.random((n, 1)) < 1 / 3)
    best = np.argpartition(weight + away, 6, axis=1)[:, :7]
    concealed = np.zeros((n, 34), np.uint8)
    np.put_along_axis(concealed, best, 2, axis=1)
    return concealed, np.zeros((n, 5), np.uint8), concealed


def _orphans(rng: np.random.Generator, n: int, shape: Geometry, what: int) -> tuple[NDArray[np.uint8], ...]:
    concealed = np.zeros((n, 34), np.uint8)
    concealed[:, shape.orphans] = 1
    concealed[np.arange(n), rng.choice(shape.orphans, n)] += 1
    return concealed, np.zeros((n, 5), np.uint8), concealed


def _one_of(rng: np.random.Generator, counts: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A random tile of each row, every copy as likely."""
    upto = counts.cumsum(axis=1, dtype=np.uint8)
    pick = rng.integers(0, upto[:, -1], dtype=np.uint8)
    tile: NDArray[np.uint8] = (upto > pick[:, None]).argmax(axis=1).astype(np.uint8)
    return tile


def _context(rng: np.random.Generator, melds: NDArray[np.uint8], alone: NDArray[np.bool_]) -> Columns:
    """Who won how, from whom, and the rare flags, each only where it is possible."""
    n = len(melds)
    winner, dealer = rng.integers(0, 4, n), rng.integers(0, 4, n)
    other = (winner + rng.integers(1, 4, n)) % 4
    by = np.where(rng.random(n) < 0.3, SELF_DRAW, DISCARD)
    by[(by == DISCARD) & alone & (rng.random(n) < 0.02)] = ROBBED_KONG
    types = (melds.astype(np.int64) - 1) // 34
    fed = (melds > 0) & (types != CONCEALED_KONG)
    feeder = np.where(types == CHOW, 3, rng.integers(1, 4, melds.shape))
    rare = rng.random((4, n))
    bare = ~melds.any(axis=1)
    kong = (types >= KONG).any(axis=1)
    flags = np.zeros(n, np.uint32)

    def raise_flag(name: str, where: NDArray[np.bool_]) -> None:
        flags[where] |= np.uint32(FLAG_BITS[name])

    raise_flag("last_tile", (rare[0] < 0.02) & (by != ROBBED_KONG))
    raise_flag("kong_draw", (rare[1] < 0.1) & kong & (by == SELF_DRAW))
    raise_flag("heavenly", (rare[2] < 0.002) & bare & (by == SELF_DRAW) & (winner == dealer) & (flags == 0))
    raise_flag("earthly", (rare[3] < 0.002) & bare & (by == DISCARD) & (other == dealer) & (flags == 0))
    return {
        "melds_from": np.where(fed, (winner[:, None] + feeder) % 4, -1).astype(np.int8),
        "by": by.astype(np.uint8),
        "winner": winner.astype(np.int8),
        "from_": np.where(by == SELF_DRAW, -1, other).astype(np.int8),
        "dealer": dealer.astype(np.int8),
        "seat_wind": ((winner - dealer) % 4).astype(np.int8),
        "round_wind": rng.integers(0, 2, n).astype(np.int8),
        "flags": flags,
    }
