"""Tiles as numbers and as text.

A tile is an int from 0 to 33; which tile it is depends on the tile set:

=============  ==========================================================================
``standard``   0-8 ``1m``-``9m``, 9-17 ``p``, 18-26 ``s``, 27-33 ``1z``-``7z`` (East South
               West North White Green Red)
``suits``      the same 27 number tiles and no honours
``ten-rank``   0-9 ``1m``-``Xm``, 10-19 ``p``, 20-29 ``s``, 30-33 the winds ``1z``-``4z``
=============  ==========================================================================
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import KINDS, as_counts, as_integers, check_range

SUITS = "mps"
WINDS = "ESWN"
_LONGEST = 200  # characters of a text that are remembered and shown
_EMOJI = "\ufe0f"  # follows the red dragon in many texts, means nothing
_FLOWERS = {*map(chr, range(0x1F022, 0x1F02A)), *"fF"}
_JOKER, _BACK = chr(0x1F02A), chr(0x1F02B)


class TileError(ValueError):
    """Text that is no tiles, or a tile that its tile set lacks."""

    __module__ = "paili"  # where users find it, and what a traceback prints


@dataclass(frozen=True)
class TileSet:
    """Which tiles the numbers stand for: three suits of `ranks` and then `honours`."""

    name: str
    ranks: int
    honours: int

    @property
    def kinds(self) -> int:
        """How many kinds of tiles there are; they are numbered from 0."""
        return 3 * self.ranks + self.honours

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The text of every tile in order."""
        ranks = "123456789X"[: self.ranks]
        return (*(r + s for s in SUITS for r in ranks), *(f"{h + 1}z" for h in range(self.honours)))

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of every tile by its text; red fives are fives."""
        numbers = {name: tile for tile, name in enumerate(self.names)}
        return numbers | {f"0{suit}": numbers[f"5{suit}"] for suit in SUITS}

    @cached_property
    def characters(self) -> dict[str, str]:
        """The text of every tile by its Unicode character."""
        suits = {"m": 0x1F007, "s": 0x1F010, "p": 0x1F019}
        table = {chr(first + i): f"{i + 1}{suit}" for suit, first in suits.items() for i in range(9)}
        honours = (0x1F000, 0x1F001, 0x1F002, 0x1F003, 0x1F006, 0x1F005, 0x1F004)
        return table | {chr(code): f"{i + 1}z" for i, code in enumerate(honours)}


TILE_SETS = {
    "standard": TileSet("standard", 9, 7),
    "suits": TileSet("suits", 9, 0),
    "ten-rank": TileSet("ten-rank", 10, 4),
}


def get_tile_set(name: str) -> TileSet:
    """Return the tile set called `name`."""
    try:
        return TILE_SETS[name]
    except (KeyError, TypeError):
        raise ValueError(f"unknown tile set {name!r}; there are {', '.join(TILE_SETS)}") from None


def tile_name(tile: int, tile_set: str = "standard") -> str:
    """Return the text of a tile.

    >>> tile_name(33), tile_name(9, "ten-rank")
    ('7z', 'Xm')
    """
    kinds = get_tile_set(tile_set)
    if not 0 <= tile < kinds.kinds:
        raise TileError(f"{tile} is no tile of the tile set {tile_set!r} (0 to {kinds.kinds - 1})")
    return kinds.names[tile]


def read_tiles(text: str, tile_set: str = "standard") -> list[int]:
    """Return the tiles of `text` in the order written; `parse_tiles` counts them."""
    return list(_tiles(text, tile_set))


def _tiles(text: str, tile_set: str) -> tuple[int, ...]:
    """Read tiles; only texts of a hand's length are worth remembering."""
    return _read(text, tile_set) if len(text) <= _LONGEST else _read.__wrapped__(text, tile_set)


@lru_cache(maxsize=4096)
def _read(text: str, tile_set: str) -> tuple[int, ...]:
    kinds = get_tile_set(tile_set)
    shown = text if len(text) <= _LONGEST else f"{text[:_LONGEST]} ..."
    tiles: list[int] = []
    ranks, start = "", 0  # digits still waiting for their suit, and where they began
    for i, char in enumerate(text):
        if char in "0123456789X":
            start = start if ranks else i
            ranks += char
        elif char in "mpsz":
            if not ranks:
                raise TileError(f"{shown!r}: no digits before {char!r} (character {i + 1})")
            tiles += (_number(rank + char, kinds, shown, start + k) for k, rank in enumerate(ranks))
            ranks = ""
        elif ranks and (char.isspace() or char in kinds.characters):
            break
        elif char in kinds.characters:
            tiles.append(_number(kinds.characters[char], kinds, shown, i))
        elif not char.isspace() and char != _EMOJI:
            raise TileError(f"{shown!r}: {_stranger(char, bool(ranks))} (character {i + 1})")
    if ranks:
        raise TileError(
            f"{shown!r}: {ranks[:_LONGEST]!r} lacks its suit, one of m p s z (character {start + 1})"
        )
    return tuple(tiles)


def _number(name: str, kinds: TileSet, text: str, at: int) -> int:
    if (tile := kinds.numbers.get(name)) is not None:
        return tile
    where = "a tile" if kinds.name == "standard" else f"in the tile set {kinds.name!r}"
    raise TileError(f"{text!r}: {name} is not {where} (character {at + 1})")


def _stranger(char: str, after_ranks: bool) -> str:
    if char in _FLOWERS:
        return f"{char!r} is a flower; flowers are given by the key flowers, not among the tiles"
    if char in (_JOKER, _BACK):
        return f"{char} is a joker or a tile back, none of the 34 kinds"
    if after_ranks:
        return f"{char!r} is no suit, they are m p s z"
    return f"{char!r} is no rank and no suit, they are 0 to 9 and m p s z"


def count_tiles(tiles: Sequence[int]) -> NDArray[np.uint8]:
    """Count tile numbers that are known to be tiles, up to 255 of a kind."""
    counts = np.bincount(tiles, minlength=KINDS) if tiles else np.zeros(KINDS)
    return np.minimum(counts, 255).astype(np.uint8)


def parse_tiles(text: str, *, tile_set: str = "standard") -> NDArray[np.uint8]:
    """Count the tiles of a text: digits and then their suit, ``m p s z``, or Unicode tiles.

    A red five, ``0``, counts as a five; rank ten is ``X``; spaces and order are free.

    >>> parse_tiles("123m406p11z").nonzero()[0].tolist()
    [0, 1, 2, 12, 13, 14, 27]
    >>> parse_tiles("12m3")
    Traceback (most recent call last):
    ...
    paili.TileError: '12m3': '3' lacks its suit, one of m p s z (character 4)
    """
    if not isinstance(text, str):
        raise TypeError(f"tiles are read from text, not from {type(text).__name__}")
    counts = count_tiles(_tiles(text, tile_set))
    if excess := describe_excess(counts, tile_set):
        raise TileError(f"{text[:_LONGEST]!r}: {excess}")
    return counts


def describe_excess(counts: NDArray[np.uint8], tile_set: str = "standard") -> str:
    """Name the tiles that occur more than four times; empty if none does."""
    names = get_tile_set(tile_set).names
    return ", ".join(f"{names[t]} occurs {counts[t]} times (at most 4)" for t in np.flatnonzero(counts > 4))


def format_tiles(counts: ArrayLike, *, tile_set: str = "standard", unicode: bool = False) -> str:
    """Write counts as text in the canonical order m p s z, or as Unicode tiles.

    >>> format_tiles(parse_tiles("11z 64m 0m"))
    '456m11z'
    >>> format_tiles(parse_tiles("19m"), unicode=True)
    '🀇🀏'
    """
    kinds = get_tile_set(tile_set)
    row = as_counts(counts, kinds=kinds.kinds, limit=255)
    if row.ndim != 1:
        raise ValueError(f"counts has shape {row.shape}; one row of {KINDS} is one text")
    names = [kinds.names[tile] for tile, copies in enumerate(row.tolist()) for _ in range(copies)]
    if unicode:
        character = {name: char for char, name in kinds.characters.items()}
        return "".join(character.get(name, name) for name in names)
    groups = ("".join(name[0] for name in names if name[1] == suit) + suit for suit in "mpsz")
    return "".join(group for group in groups if len(group) > 1)


def from_136(ids: ArrayLike) -> NDArray[np.uint8]:
    """Count tiles given as ids of the 136 physical ones (four in a row are one kind).

    Leading axes are free: ``[..., k]`` ids give ``[..., 34]`` counts.

    >>> format_tiles(from_136([0, 1, 4, 52, 135]))
    '112m5p7z'
    """
    array = as_integers(ids, "ids")
    if array.ndim == 0:
        raise ValueError("ids is a single number; give a sequence of them")
    check_range(array, 0, 4 * KINDS - 1, "ids")
    rows = np.sort(array.astype(np.uint8).reshape(-1, array.shape[-1] or 1), axis=1)
    twice = np.argwhere(rows[:, 1:] == rows[:, :-1])
    if twice.size:
        row, column = twice[0]
        raise TileError(f"id {rows[row, column]} occurs twice")
    counts = np.zeros((*array.shape[:-1], KINDS), np.uint8)
    if array.size:
        np.add.at(counts.reshape(-1, KINDS), (np.arange(len(rows))[:, None], rows // 4), 1)
    return counts
