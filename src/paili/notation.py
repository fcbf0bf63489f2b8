"""One hand as one line: concealed tiles, melds in brackets, ``+`` the winning tile.

``234m678p34s99s (333z@2) [5555p] +5s``: ``(123m)`` is a chow, ``(333z)`` a pung, ``(5555p)`` a kong from a
discard, ``(555p+5p)`` an added kong, ``[5555p]`` a concealed kong; ``@2`` names the seat that fed the meld.
"""

from __future__ import annotations

import re
from typing import Any

from .tiles import TileError, read_tiles

_MELD = re.compile(r"\(([^()\[\]]*)\)|\[([^()\[\]]*)\]")
_INSIDE = re.compile(r"(?P<tiles>[^+@]*)(?:\+(?P<added>[^+@]*))?(?:@(?P<seat>[^+@]*))?")


def read_hand(text: str, tile_set: str = "standard") -> dict[str, Any]:
    """Split a text into ``concealed``, ``melds`` and, where there is one, ``win_tile``.

    >>> read_hand("19m (333z@2) +5s")
    {'concealed': '19m', 'melds': [{'type': 'pung', 'tiles': '333z', 'from': 2}], 'win_tile': '5s'}
    """
    if not isinstance(text, str):
        raise TypeError(f"a hand is read from text, not from {type(text).__name__}")
    melds = [_meld(match, tile_set) for match in _MELD.finditer(text)]
    rest = _MELD.sub(" ", text)
    if stray := re.search(r"[()\[\]]", rest):
        raise TileError(f"{text!r}: unmatched {stray[0]!r}")
    concealed, *wins = rest.split("+")
    if len(wins) > 1:
        raise TileError(f"{text!r}: more than one winning tile (+)")
    hand: dict[str, Any] = {"concealed": concealed, "melds": melds}
    if wins:
        hand["win_tile"], hand["concealed"] = _winning_tile(wins[0], concealed)
    hand["concealed"] = hand["concealed"].strip()
    return hand


def _winning_tile(after: str, concealed: str) -> tuple[str, str]:
    """Take the winning tile off the text after ``+``; concealed tiles may go on behind it after a space."""
    win, *others = after.split(maxsplit=1) or [""]
    return win, " ".join([concealed, *others])


def read_melds(text: str, tile_set: str = "standard") -> list[dict[str, Any]]:
    """Read the melds of a text that holds nothing else.

    >>> read_melds("(123m)[5555p]")
    [{'type': 'chow', 'tiles': '123m'}, {'type': 'concealed_kong', 'tiles': '5555p'}]
    """
    if stray := _MELD.sub("", text).strip():
        raise TileError(f"{text!r}: {stray!r} is no meld in brackets")
    return [_meld(match, tile_set) for match in _MELD.finditer(text)]


def _meld(match: re.Match[str], tile_set: str) -> dict[str, Any]:
    inside = match[1] if match[2] is None else match[2]
    parts = _INSIDE.fullmatch(inside)
    if parts is None:
        raise TileError(f"{match[0]!r} is no meld: one + and then one @ at most")
    tiles = str(parts["tiles"]).strip()
    added, seat = (part and part.strip() for part in parts.group("added", "seat"))
    if match[2] is not None:
        if added is not None or seat is not None:
            raise TileError(f"{match[0]!r}: a concealed kong has neither + nor @")
        return {"type": "concealed_kong", "tiles": tiles}
    if added is None:
        meld: dict[str, Any] = {"type": _claimed(tiles, tile_set), "tiles": tiles}
    else:
        meld = {"type": "added_kong", "tiles": tiles + added}
    if seat is not None:
        if seat not in ("0", "1", "2", "3"):
            raise TileError(f"{match[0]!r}: seat {seat!r} (0 to 3)")
        meld["from"] = int(seat)
    return meld


def _claimed(text: str, tile_set: str) -> str:
    """Tell a chow, a pung and a kong apart; what is none of them is refused under the likeliest name."""
    tiles = read_tiles(text, tile_set)
    if len(tiles) > 3:
        return "kong"
    return "pung" if len(set(tiles)) < 3 else "chow"
