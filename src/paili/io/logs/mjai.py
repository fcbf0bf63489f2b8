"""mjai: a game as JSON lines, one event a line; files are often called ``.mjson``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...gb import HONOURS
from ...tiles import TILE_SETS, WINDS
from .events import Claim, Deal, Discard, Draw, End, Event, Kong, Ready, Win
from .source import Item, LogError, Source, read_json

NAME = "mjai"
LIVE_WALL = 70  # 136 without four hands and the fourteen tiles that stay

_NUMBERS = TILE_SETS["standard"].numbers
TILES: dict[str, int | None] = {
    **{name: tile for name, tile in _NUMBERS.items() if name[0] != "0" and name[1] != "z"},
    **{f"5{suit}r": _NUMBERS[f"5{suit}"] for suit in "mps"},
    **{letter: 27 + i for i, letter in enumerate(HONOURS)},
    "?": None,
}
_MOVES = ("tsumo", "dahai", "chi", "pon", "daiminkan", "kakan", "ankan", "reach", "hora")


def recognise(document: Any) -> bool:
    """Tell whether a log begins with this JSON document."""
    return isinstance(document, dict) and isinstance(document.get("type"), str)


def items(source: Source) -> Iterator[Item]:
    """Yield the events."""
    for place, line in source.lines():
        event = read_json(line)
        yield place, event if isinstance(event, dict | LogError) else LogError("no JSON object, cut short?")


def begins(event: Any) -> bool:
    """Tell whether a round begins."""
    return isinstance(event, dict) and event.get("type") == "start_kyoku"


def events(event: dict[str, Any]) -> Iterator[Event]:
    """Say an event in the common words; those that change no hand say nothing."""
    seat = event["actor"] if event["type"] in _MOVES else -1
    match event["type"]:
        case "start_kyoku":
            hands = [[_tile(name) for name in hand] for hand in event["tehais"]]
            yield Deal(hands, event["oya"], _wind(event["bakaze"]), (LIVE_WALL,))
        case "tsumo":
            yield Draw(seat, _tile(event["pai"]))
        case "dahai":
            yield Discard(seat, _known(event["pai"]))
        case "chi" | "pon" as call:
            tiles = [_known(name) for name in (event["pai"], *event["consumed"])]
            yield Claim(seat, "chow" if call == "chi" else "pung", min(tiles))
        case "daiminkan":
            yield Kong(seat, "kong", _known(event["pai"]))
        case "kakan":
            yield Kong(seat, "added_kong", _known(event["pai"]))
        case "ankan":
            yield Kong(seat, "concealed_kong", _tile(event["consumed"][0]))
        case "reach":
            yield Ready(seat)
        case "hora":
            pai = event.get("pai")
            yield Win(seat, event["target"], None if pai is None else _tile(pai))
        case "ryukyoku":
            yield End()
        case "kita" | "nukidora":
            raise LogError("a three-player game is not read")


def _wind(name: Any) -> int:
    if name not in [*WINDS]:
        raise LogError(f"{name!r:.40} is no wind")
    return WINDS.index(name)


def _tile(name: Any) -> int | None:
    if not isinstance(name, str) or name not in TILES:
        raise LogError(f"{name!r:.40} is no tile")
    return TILES[name]


def _known(name: Any) -> int:
    if (tile := _tile(name)) is None:
        raise LogError("a hidden tile on the table")
    return tile
