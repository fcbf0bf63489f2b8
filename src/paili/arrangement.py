"""How the tiles of a hand were laid out: the groups, the pair and the place of the winning tile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from .hand import Hand
from .melds import CONTENTS, encode
from .tiles import TileSet, format_tiles, get_tile_set, tile_name

_SUIT_BITS = 10  # kSuitBits of csrc/common/tiles.hpp: masks of kinds hold ten bits a suit, honours behind


@dataclass(frozen=True)
class Group:
    """Some tiles of an arrangement.

    Attributes
    ----------
    kind
        ``chow``, ``pung``, ``kong``, ``pair``, ``knitted`` (the nine tiles of a knitted straight) or
        ``tiles`` (a special shape as a whole).
    tiles
        Tile numbers in ascending order.
    declared
        Was it laid open, or declared as a concealed kong?
    concealed
        Were all its tiles drawn from the wall?
    winning
        Does the winning tile lie here?
    """

    kind: str
    tiles: tuple[int, ...]
    declared: bool = False
    concealed: bool = True
    winning: bool = False


@dataclass(frozen=True)
class Arrangement:
    """A hand as it was counted."""

    shape: str
    groups: tuple[Group, ...]
    win_tile: int | None
    place: str
    tile_set: str

    def __str__(self) -> str:
        return " ".join(self._text(group) for group in self.groups)

    def _text(self, group: Group) -> str:
        tiles = list(group.tiles)
        if group.winning and self.win_tile is not None:
            tiles.remove(self.win_tile)
            return f"{self._format(tiles)}+{tile_name(self.win_tile, self.tile_set)}"
        text = self._format(tiles)
        if not group.declared:
            return text
        return f"[{text}]" if group.concealed else f"({text})"

    def _format(self, tiles: list[int]) -> str:
        return format_tiles(np.bincount(tiles, minlength=34), tile_set=self.tile_set) if tiles else ""


def arrange(reading: Mapping[str, Any], hand: Hand) -> Arrangement:
    """Lay out a hand as compiled code read it."""
    kinds = get_tile_set(hand.tile_set)
    place, shape = reading["place"], reading["shape"]
    if shape in ("standard", "knitted_straight"):
        groups = [*_declared(hand), *_hidden(reading, hand, kinds)]
    else:
        groups = list(_whole(shape, hand))
    return Arrangement(shape, tuple(groups), hand.win_tile, place, hand.tile_set)


def _declared(hand: Hand) -> Iterator[Group]:
    for meld in hand.melds:
        counts = CONTENTS[encode(meld.type, meld.tile)]
        tiles = tuple(np.repeat(np.arange(34), counts).tolist())
        kind = "kong" if meld.type.endswith("kong") else meld.type
        yield Group(kind, tiles, declared=True, concealed=meld.type == "concealed_kong")


def _hidden(reading: Mapping[str, Any], hand: Hand, kinds: TileSet) -> Iterator[Group]:
    place, win, others = reading["place"], hand.win_tile, hand.by != "self_draw"
    declared = [meld.tile for meld in hand.melds if meld.type == "chow"]
    if reading["knitted"]:
        yield _knitted(reading, hand, kinds)
    in_chow = place in ("open", "closed", "edge")
    start = -1 if not in_chow or win is None else kinds.ranks * (win // kinds.ranks) + reading["place_start"]
    for tile in (kinds.ranks * suit + rank for suit, rank in reading["chows"]):
        if tile in declared:
            declared.remove(tile)
            continue
        here, start = tile == start, -1 if tile == start else start
        yield Group("chow", (tile, tile + 1, tile + 2), concealed=not (here and others), winning=here)
    for tile in _tiles(reading["concealed_pungs"], kinds):
        here = place == "pung" and tile == win
        yield Group("pung", (tile,) * 3, concealed=not (here and others), winning=here)
    for tile in _tiles(reading["pair"], kinds):
        here = place == "pair"
        yield Group("pair", (tile,) * 2, concealed=not (here and others), winning=here)


_KNITTED = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))


def _knitted(reading: Mapping[str, Any], hand: Hand, kinds: TileSet) -> Group:
    columns = _KNITTED[reading["knitted"] - 1]
    tiles = tuple(9 * suit + first + 3 * k for suit, first in enumerate(columns) for k in range(3))
    here = reading["place"] == "none" and hand.win_tile in tiles
    return Group("knitted", tiles, concealed=not (here and hand.by != "self_draw"), winning=here)


def _whole(shape: str, hand: Hand) -> Iterator[Group]:
    counts = hand.concealed.astype(int)
    if hand.win_tile is not None:
        counts[hand.win_tile] += 1
    if shape != "seven_pairs":
        tiles = tuple(np.repeat(np.arange(34), counts).tolist())
        if tiles:
            yield Group("tiles", tiles, winning=hand.win_tile is not None)
        return
    won = False
    for tile in np.repeat(np.arange(34), counts // 2).tolist():
        here, won = tile == hand.win_tile and not won, won or tile == hand.win_tile
        yield Group("pair", (tile, tile), winning=here)


def _tiles(mask: int, kinds: TileSet) -> Iterator[int]:
    """The tiles of a mask of kinds."""
    for bit in range(mask.bit_length()):
        if mask >> bit & 1:
            suit = min(bit // _SUIT_BITS, 3)
            yield kinds.ranks * suit + bit - _SUIT_BITS * suit
