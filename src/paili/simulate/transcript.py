"""A round as readable text, from its deal and its events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..melds import encode, format_meld
from ..tiles import get_tile_set
from .deals import Deals
from .layout import (
    ADDED,
    CHOWED,
    DECLARES,
    DRAW,
    DROP,
    FLOWER,
    HIDDEN_KONG,
    KONGED,
    PUNGED,
    REPLACE,
    WINS,
)

_MELDS = {
    CHOWED: ("chow", "chow"),
    PUNGED: ("pung", "pung"),
    KONGED: ("kong", "kong"),
    ADDED: ("adds", "added_kong"),
    HIDDEN_KONG: ("kong", "concealed_kong"),
}
_WORDS = {DRAW: "draws", REPLACE: "replaces", DROP: "discards", DECLARES: "declares ready"}


def tile_text(tile: int, tile_set: str) -> str:
    """Write a tile; flowers are ``1f`` to ``8f``."""
    return f"{tile - 33}f" if tile >= 34 else str(get_tile_set(tile_set).names[tile])


def hand_text(counts: Any, tile_set: str) -> str:
    """Write counts."""
    from ..tiles import format_tiles

    return str(format_tiles(counts, tile_set=tile_set))


def lines(deals: Deals, row: int, events: Any, payments: Any) -> Iterator[str]:
    """Yield a line for the deal, a line an event, and the payments."""
    kind = deals.tile_set
    dice = deals.dice[row].tolist()
    yield f"dice {dice[0]} {dice[1]}, {dice[2]} {dice[3]}; dealer {deals.dealer[row]}"
    hands = deals.hands[row]
    for seat in range(4):
        flowers = "".join(f" {i + 1}f" for i in range(8) if deals.flowers[row, seat] >> i & 1)
        yield f"seat {seat}: {hand_text(hands[seat], kind)}{flowers}"
    for event in events:
        what, seat, tile, from_ = (int(event[name]) for name in ("kind", "seat", "tile", "from_"))
        if what in _MELDS:
            word, meld = _MELDS[what]
            yield f"{seat} {word} {format_meld(encode(meld, tile), from_, kind)}"
        elif what in _WORDS:
            yield f"{seat} {_WORDS[what]} {tile_text(tile, kind)}"
        elif what == FLOWER:
            yield f"{seat} shows {tile_text(tile, kind)}"
        elif what == WINS:
            yield f"{seat} wins" + (f" on {tile_text(tile, kind)}" if tile < 34 else "") + (
                f" from {from_}" if from_ >= 0 else ""
            )
    yield "pays " + " ".join(f"{int(x):+d}" if x else "0" for x in np.asarray(payments))
