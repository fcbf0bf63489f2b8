"""Declared groups, one byte each: 0 is none, else ``1 + 34 * type + tile`` (a chow's tile is its lowest)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ._arrays import KINDS
from .tiles import TileSet, get_tile_set, read_tiles

MELD_TYPES = ("chow", "pung", "kong", "added_kong", "concealed_kong")
CHOW, PUNG, KONG, ADDED_KONG, CONCEALED_KONG = range(5)
MAX_MELDS = 5

_CODES = np.arange(256)
_TYPE = (_CODES - 1) // KINDS  # -1 for no meld
_TILE = (_CODES - 1) % KINDS
IS_KONG = (_TYPE >= KONG) & (_TYPE <= CONCEALED_KONG)
IS_CLAIMED = (_TYPE >= CHOW) & (_TYPE <= ADDED_KONG)


class Meld(NamedTuple):
    """A declared group: its type, its (lowest) tile and the seat that fed it, where known."""

    type: str
    tile: int
    from_: int | None = None


def _contents() -> NDArray[np.uint8]:
    table = np.zeros((256, KINDS), np.uint8)
    for kind, copies in ((PUNG, 3), (KONG, 4), (ADDED_KONG, 4), (CONCEALED_KONG, 4)):
        table[_CODES[kind == _TYPE], _TILE[kind == _TYPE]] = copies
    for code in range(1, KINDS - 1):  # a chow from the last two tiles on is no chow in any tile set
        table[code, code - 1 : code + 2] = 1
    return table


CONTENTS = _contents()
"""The tiles of every code, ``uint8[256, 34]``; none where the code is no meld."""


def encode(kind: str, tile: int) -> int:
    """Return the code of a meld.

    >>> encode("chow", 0), encode("concealed_kong", 33)
    (1, 170)
    """
    return 1 + KINDS * MELD_TYPES.index(kind) + tile


def decode(code: int, from_: int = -1) -> Meld:
    """Return the meld of a code; a negative `from_` is unknown."""
    kind, tile = divmod(code - 1, KINDS)
    return Meld(MELD_TYPES[kind], tile, None if from_ < 0 else from_)


def held(melds: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Count the tiles that sit in melds: codes ``[..., 5]`` give counts ``[..., 34]``.

    >>> int(held(np.array([encode("pung", 4), encode("chow", 3), 0, 0, 0], np.uint8))[4])
    4
    """
    total = CONTENTS[melds[..., 0]]
    for place in range(1, melds.shape[-1]):
        codes = melds[..., place]
        if not codes.any():
            break  # melds fill a row from the left
        total += CONTENTS[codes]
    return total


@lru_cache(maxsize=8)
def legal_codes(tile_set: str) -> NDArray[np.bool_]:
    """Tell for every code whether it is a meld of the tile set (or none)."""
    return np.array([code == 0 or not code_fault(code, get_tile_set(tile_set)) for code in range(256)])


def code_fault(code: int, kinds: TileSet) -> str:
    """Say what is wrong with a code; empty if it is a meld of the tile set."""
    kind, tile = int(_TYPE[code]), int(_TILE[code])
    if not CHOW <= kind <= CONCEALED_KONG:
        return f"meld code {code} is no meld"
    if tile >= kinds.kinds:
        return f"{MELD_TYPES[kind]} of tile {tile}, which is not in the tile set {kinds.name!r}"
    if kind == CHOW and tile >= 3 * kinds.ranks:
        return f"chow from {kinds.names[tile]}: honours form no chow"
    if kind == CHOW and tile % kinds.ranks > kinds.ranks - 3:
        return f"chow from {kinds.names[tile]} runs over the end of its suit"
    return ""


@lru_cache(maxsize=4096)
def read_meld(kind: str, text: str, tile_set: str) -> int:
    """Return the code of a meld given as its type and its tiles; a ``ValueError`` says what is wrong.

    >>> read_meld("pung", "333z", "standard") == encode("pung", 29)
    True
    >>> read_meld("chow", "819m", "standard")
    Traceback (most recent call last):
    ...
    ValueError: chow 819m is not three in a row
    """
    if kind not in MELD_TYPES:
        raise ValueError(f"meld type {kind!r} is none of {', '.join(MELD_TYPES)}")
    kinds, tiles = get_tile_set(tile_set), sorted(read_tiles(text, tile_set))
    needed = 4 if kind.endswith("kong") else 3
    if len(tiles) != needed:
        raise ValueError(f"{kind} {text} holds {len(tiles)} tiles (needs {needed})")
    if len({kinds.names[tile][1] for tile in tiles}) > 1:
        raise ValueError(f"{kind} {text} mixes suits")
    if kind != "chow":
        if tiles[0] != tiles[-1]:
            raise ValueError(f"{kind} {text} is not {'three' if needed == 3 else 'four'} of one tile")
        return encode(kind, tiles[0])
    if tiles[0] >= 3 * kinds.ranks:
        raise ValueError(f"chow {text}: honours form no chow")
    if tiles != [tiles[0], tiles[0] + 1, tiles[0] + 2]:
        raise ValueError(f"chow {text} is not three in a row")
    return encode(kind, tiles[0])


def meld_tiles(code: int, tile_set: str = "standard") -> str:
    """Write the tiles of a meld.

    >>> meld_tiles(encode("chow", 9)), meld_tiles(encode("kong", 27))
    ('123p', '1111z')
    """
    kinds = get_tile_set(tile_set)
    names = [kinds.names[tile] for tile, copies in enumerate(CONTENTS[code].tolist()) for _ in range(copies)]
    return "".join(name[0] for name in names) + names[0][1] if names else ""


def format_meld(code: int, from_: int = -1, tile_set: str = "standard") -> str:
    """Write a meld as `paili.Hand.parse` reads it.

    >>> format_meld(encode("added_kong", 13), 2), format_meld(encode("concealed_kong", 13))
    ('(555p+5p@2)', '[5555p]')
    """
    tiles, (kind, _, _) = meld_tiles(code, tile_set), decode(code)
    if kind == "concealed_kong":
        return f"[{tiles}]"
    if kind == "added_kong":
        tiles = f"{tiles[1:]}+{tiles[0]}{tiles[-1]}"
    return f"({tiles}@{from_})" if from_ >= 0 else f"({tiles})"
