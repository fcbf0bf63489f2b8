"""A round as readable text, from its deal and its events."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import numpy as np

from ..columns import NO_TILE
from ..melds import encode, format_meld
from ..tiles import format_tiles, get_tile_set
from .deals import Deals
from .layout import (
    ADDED,
    CHOWED,
    DECLARES,
    DRAW,
    DROP,
    ENDS,
    FLOWER,
    HIDDEN_KONG,
    KONGED,
    PUNGED,
    REPLACE,
    VOIDS,
    WINS,
)

_MELDS = {
    CHOWED: ("chow", "chow"),
    PUNGED: ("pung", "pung"),
    KONGED: ("kong", "kong"),
    ADDED: ("adds", "added_kong"),
    HIDDEN_KONG: ("kong", "concealed_kong"),
}
_WORDS = {
    DRAW: "draws",
    REPLACE: "replaces",
    FLOWER: "shows",
    DROP: "discards",
    DECLARES: "is ready with",
}


def tile_text(tile: int, tile_set: str) -> str:
    """Write a tile; flowers are ``1f`` to ``8f``."""
    return f"{tile - 33}f" if tile >= 34 else str(get_tile_set(tile_set).names[tile])


def hand_text(counts: Any, tile_set: str) -> str:
    """Write counts."""
    return str(format_tiles(counts, tile_set=tile_set))


def event_text(event: Any, tile_set: str) -> tuple[int, str]:
    """Return who does what."""
    what, seat, tile, from_ = (int(event[name]) for name in ("kind", "seat", "tile", "from_"))
    if what in _MELDS:
        word, meld = _MELDS[what]
        return seat, f"{word} {format_meld(encode(meld, tile), from_, tile_set)}"
    if what == WINS:
        on = f" on {tile_text(tile, tile_set)}" if tile < NO_TILE else ""
        return seat, f"wins{on}" + (f" from {from_}" if from_ >= 0 else "")
    if what == VOIDS:
        return seat, f"names {tile_text(tile, tile_set)[-1]} to go"
    if what == ENDS:
        return seat, "the round ends"
    return seat, f"{_WORDS[what]} {tile_text(tile, tile_set)}"


def lines(deals: Deals, row: int, events: Any, payments: Any) -> Iterator[str]:
    """Yield the deal, a line for each time that a player acts, and the payments."""
    tile_set = deals.tile_set
    dice = deals.dice[row].tolist()
    yield f"dice {dice[0]} {dice[1]}, {dice[2]} {dice[3]}; dealer {deals.dealer[row]}"
    for seat in range(4):
        flowers = "".join(f" {i + 1}f" for i in range(8) if deals.flowers[row, seat] >> i & 1)
        yield f"{seat} holds {hand_text(deals.hands[row, seat], tile_set)}{flowers}"
    told = (event_text(event, tile_set) for event in events)
    for seat, acts in groupby(told, key=lambda act: act[0]):
        yield (f"{seat} " if seat >= 0 else "") + ", ".join(text for _, text in acts)
    yield "paid " + " ".join(f"{int(x):+d}" if x else "0" for x in np.asarray(payments))
