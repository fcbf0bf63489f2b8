"""Tiles as inline SVG of our own drawing: no files, no fonts but the reader's, nothing to look up.

A drawing is a row of pieces: the concealed tiles, each meld, the winning tile apart.

>>> from paili import Hand
>>> picture = draw_hand(Hand.parse("234m678p3499s (333z) +5s"))
>>> picture.count("<title>"), picture.startswith("<svg ")
(14, True)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from .melds import CONTENTS, encode
from .tiles import get_tile_set

if TYPE_CHECKING:
    from .hand import Hand

WIDTH, HEIGHT = 28, 38
_GAP, _STEP, _MARGIN = 9, 29, 4
_INK, _RED, _GREEN, _BLUE = "#1d2b3a", "#b3261e", "#1b7a43", "#1f4e9c"
_NUMERALS = "一二三四五六七八九十"
_HONOURS = (*((wind, _INK) for wind in "東南西北"), ("", _BLUE), ("發", _GREEN), ("中", _RED))
_FONT = "'Noto Serif CJK TC','Songti TC','PMingLiU','SimSun',serif"

# Where the pips of each rank lie, in sixths of the face from its left and from its top.
_COLUMN: dict[int, list[float]] = {1: [3], 2: [1.7, 4.3], 3: [1, 3, 5]}
_DOTS: dict[int, list[tuple[float, float]]] = {
    2: [(3, 1.4), (3, 4.6)],
    3: [(1.1, 1), (3, 3), (4.9, 5)],
    4: [(x, y) for y in (1.3, 4.7) for x in _COLUMN[2]],
    5: [(1.3, 1), (4.7, 1), (3, 3), (1.3, 5), (4.7, 5)],
    6: [(x, y) for y in (1, 3, 5) for x in _COLUMN[2]],
    7: [(0.9, 0.6), (3, 1.3), (5.1, 2), *((x, y) for y in (3.7, 5.3) for x in _COLUMN[2])],
    8: [(x, y) for y in (0.6, 2.2, 3.8, 5.4) for x in _COLUMN[2]],
    9: [(x, y) for y in (1, 3, 5) for x in _COLUMN[3]],
    10: [(x, y) for y in (0.4, 1.7, 3, 4.3, 5.6) for x in _COLUMN[2]],
}
# How many sticks stand in each row.
_STICKS: dict[int, tuple[int, ...]] = {
    2: (1, 1), 3: (1, 2), 4: (2, 2), 5: (2, 1, 2), 6: (3, 3), 7: (1, 3, 3), 8: (2, 2, 2, 2), 9: (3, 3, 3),
    10: (2, 3, 3, 2),
}  # fmt: skip


@dataclass(frozen=True)
class Piece:
    """Tiles drawn side by side.

    Attributes
    ----------
    tiles
        Tile numbers from left to right.
    declared
        A bar below tells what was laid open or declared.
    face_down
        The outer tiles of a concealed kong show their backs.
    winning
        The place of the winning tile among `tiles`; it is framed.
    """

    tiles: tuple[int, ...]
    declared: bool = False
    face_down: bool = False
    winning: int | None = None


def draw_hand(hand: Hand) -> str:
    """Draw a hand: its concealed tiles, its melds, and its winning tile apart."""
    return draw(hand_pieces(hand), hand.tile_set, str(hand))


def hand_pieces(hand: Hand) -> list[Piece]:
    """Lay out a hand as it lies on the table."""
    pieces = [Piece(tuple(np.repeat(np.arange(34), hand.concealed).tolist()))]
    for meld in hand.melds:
        tiles = np.repeat(np.arange(34), CONTENTS[encode(meld.type, meld.tile)])
        pieces.append(Piece(tuple(tiles.tolist()), True, meld.type == "concealed_kong"))
    if hand.win_tile is not None:
        pieces.append(Piece((hand.win_tile,), winning=0))
    return [piece for piece in pieces if piece.tiles]


def draw(pieces: Iterable[Piece], tile_set: str = "standard", label: str = "") -> str:
    """Draw pieces in a row; `label` is what a screen reader says.

    >>> draw([Piece((0, 1, 2))]).count("<g ")
    3
    """
    body, x = "", float(_MARGIN)
    for piece in pieces:
        body += "".join(_piece(piece, x, tile_set))
        x += _STEP * len(piece.tiles) + _GAP
    width, height = max(x - _GAP + _MARGIN, 2.0 * _MARGIN), HEIGHT + 2 * _MARGIN + 3
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height}" '
        f'viewBox="0 0 {width:g} {height}" role="img" aria-label="{escape(label)}">{body}</svg>'
    )


def _piece(piece: Piece, x: float, tile_set: str) -> Iterator[str]:
    last = len(piece.tiles) - 1
    for place, tile in enumerate(piece.tiles):
        hidden = piece.face_down and place in (0, last)
        drawn = _tile(tile, tile_set, hidden, place == piece.winning)
        yield f'<g transform="translate({x + _STEP * place:g} {_MARGIN})">{drawn}</g>'
    if piece.declared:
        width = _STEP * len(piece.tiles) - 1
        yield f'<rect x="{x:g}" y="{HEIGHT + _MARGIN + 3}" width="{width}" height="2" rx="1" fill="#8a8f98"/>'


def _tile(tile: int, tile_set: str, face_down: bool, winning: bool) -> str:
    edge, width = (_RED, 2) if winning else ("#8a8f98", 1)
    paper = "#3c7a5a" if face_down else "#fdfbf4"
    name = get_tile_set(tile_set).names[tile]
    return (
        f'<title>{name}</title><rect x=".5" y=".5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="4" '
        f'fill="{paper}" stroke="{edge}" stroke-width="{width}"/>{"" if face_down else _face(tile, tile_set)}'
    )


def _face(tile: int, tile_set: str) -> str:
    suit, rank = divmod(tile, get_tile_set(tile_set).ranks)
    if tile >= 3 * get_tile_set(tile_set).ranks:
        return _honour(tile - 3 * get_tile_set(tile_set).ranks)
    return (_character, _dots, _sticks)[suit](rank + 1)


def _glyph(text: str, y: float, size: float, colour: str) -> str:
    return (
        f'<text x="{WIDTH / 2:g}" y="{y:g}" font-size="{size:g}" font-family="{_FONT}" font-weight="600" '
        f'text-anchor="middle" fill="{colour}">{text}</text>'
    )


def _honour(number: int) -> str:
    text, colour = _HONOURS[number]
    if text:
        return _glyph(text, 27, 22, colour)
    return f'<rect x="6" y="7" width="16" height="24" rx="2" fill="none" stroke="{colour}" stroke-width="2"/>'


def _character(rank: int) -> str:
    return _glyph(_NUMERALS[rank - 1], 17, 14.5, _INK) + _glyph("萬", 33, 14.5, _RED)


def _at(column: float, row: float) -> tuple[float, float]:
    return 3.5 + column * 3.5, 4.5 + row * 4.85


def _dots(rank: int) -> str:
    if rank == 1:
        rings = ((10, _GREEN), (7.4, "#fdfbf4"), (5.4, _RED), (2.2, "#fdfbf4"))
        return "".join(f'<circle cx="14" cy="19" r="{r}" fill="{colour}"/>' for r, colour in rings)
    radius = {2: 5.2, 3: 4.2, 4: 4.3, 5: 3.9, 6: 4.2, 7: 3.1, 10: 2.8}.get(rank, 3.4)
    places = [(*_at(*place), colour) for place, colour in zip(_DOTS[rank], _dot_colours(rank), strict=True)]
    return "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{colour}"/>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius * 0.35:.1f}" fill="#fdfbf4"/>'
        for x, y, colour in places
    )


def _dot_colours(rank: int) -> list[str]:
    if rank == 6:
        return [_GREEN] * 2 + [_RED] * 4
    if rank == 7:
        return [_GREEN] * 3 + [_RED] * 4
    if rank in (3, 5, 9):
        return [_RED if 2 * i == rank - 1 or (rank == 9 and 2 < i < 6) else _BLUE for i in range(rank)]
    return [_GREEN, _BLUE] if rank == 2 else [_BLUE] * rank


def _sticks(rank: int) -> str:
    if rank == 1:
        return _sprout()
    rows = _STICKS[rank]
    height = 30 / len(rows)
    bars = []
    for i, columns in enumerate(rows):
        red = columns % 2 == 1 and (rank, i) in {(5, 1), (7, 0)}
        for k, column in enumerate(_COLUMN[columns]):
            middle = rank == 9 and k == 1
            colour = _RED if red or middle else _GREEN
            bars.append(_stick(3.5 + column * 3.5, 4.7 + i * height, height - 1.4, colour))
    return "".join(bars)


def _stick(x: float, y: float, height: float, colour: str) -> str:
    joint = y + height / 2 - 0.6
    return (
        f'<rect x="{x - 1.9:.1f}" y="{y:.1f}" width="3.8" height="{height:.1f}" rx="1.9" fill="{colour}"/>'
        f'<rect x="{x - 2.4:.1f}" y="{joint:.1f}" width="4.8" height="1.2" fill="{colour}"/>'
    )


def _sprout() -> str:
    """One bamboo: a stem with two leaves, instead of the bird."""
    stem = f'<rect x="11.6" y="8" width="4.8" height="25" rx="2.4" fill="{_GREEN}"/>'
    joints = "".join(f'<rect x="10.8" y="{y}" width="6.4" height="1.6" fill="{_RED}"/>' for y in (15, 24))
    leaves = f'<path d="M14 11q-1-6-8-6q1 6 8 8zM14 11q1-6 8-6q-1 6-8 8z" fill="{_GREEN}"/>'
    return stem + joints + leaves
