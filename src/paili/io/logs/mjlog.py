"""mjlog: the XML of tenhou.net, one element an event, tiles as ids of the 136 physical ones.

Parsed by `defusedxml` alone, which expands no entities: a log needs none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import ParseError

from .events import Claim, Deal, Discard, Draw, End, Event, Kong, Ready, Win
from .mjai import LIVE_WALL
from .source import Item, LogError, Source

NAME = "mjlog"
_MOVE = re.compile("([TUVWDEFGdefg])([0-9]+)")
_THREE_PLAYERS = 16  # a bit of GO's type

Element = tuple[str, dict[str, str]]


def recognise(head: str) -> bool:
    """Tell whether a file that begins like this is such a log, or XML that might be."""
    return head.startswith("<") and ("mjlog" in head or head.startswith(("<?xml", "<!DOCTYPE")))


def items(source: Source) -> Iterator[Item]:
    """Yield the elements: names and attributes."""
    try:
        from defusedxml.common import DefusedXmlException
        from defusedxml.ElementTree import DefusedXMLParser
    except ModuleNotFoundError:
        raise ModuleNotFoundError('mjlog files need defusedxml: pip install "paili[io]"') from None
    elements = _Elements()
    parser = DefusedXMLParser(target=elements)
    fault: LogError | None = None
    try:
        for block in source.blocks():
            parser.feed(block)
            yield from elements.take()
        parser.close()
    except DefusedXmlException as error:
        fault = LogError(f"a log declares no entities, refused: {error}")
    except ParseError as error:
        fault = LogError(f"no whole XML: {error}")
    except LogError as error:
        fault = error
    yield from elements.take()
    if fault is not None:
        yield f"after element {elements.count}" if elements.count else "at its start", fault


class _Elements:
    """Takes start tags from the parser; of the tree nothing is kept."""

    def __init__(self) -> None:
        self.count = 0
        self._new: list[Item] = []

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.count += 1
        self._new.append((f"element {self.count}, <{tag}>", (tag, attributes)))

    def take(self) -> list[Item]:
        """The elements since last time."""
        new, self._new = self._new, []
        return new


def begins(element: Any) -> bool:
    """Tell whether a round begins."""
    return isinstance(element, tuple) and element[0] == "INIT"


def events(element: Element) -> Iterator[Event]:
    """Say an element in the common words."""
    tag, attributes = element
    if move := _MOVE.fullmatch(tag):
        letter, tile = move[1].upper(), _kind(move[2])
        yield Draw("TUVW".index(letter), tile) if letter in "TUVW" else Discard("DEFG".index(letter), tile)
        return
    match tag:
        case "GO" if int(attributes.get("type", 0)) & _THREE_PLAYERS:
            raise LogError("a three-player game is not read")
        case "INIT":
            hands = [_hand(attributes.get(f"hai{seat}", "")) for seat in range(4)]
            yield Deal(
                hands, int(attributes["oya"]), int(attributes["seed"].split(",")[0]) // 4 % 4, (LIVE_WALL,)
            )
        case "N":
            yield _meld(int(attributes["who"]), int(attributes["m"]))
        case "REACH" if attributes["step"] == "1":
            yield Ready(int(attributes["who"]))
        case "AGARI":
            yield Win(int(attributes["who"]), int(attributes["fromWho"]), _kind(attributes["machi"]))
        case "RYUUKYOKU":
            yield End()


def _kind(number: str) -> int:
    if not 0 <= int(number) < 136:
        raise LogError(f"{number} is no tile (0 to 135)")
    return int(number) // 4


def _hand(text: str) -> list[int | None]:
    return [_kind(number) for number in text.split(",")] if text else []


def _meld(seat: int, code: int) -> Event:
    """Decode the 16 bits of a meld; the lowest two say from whom, 0 for nobody."""
    if code & 4:
        start = (code >> 10) // 3
        return Claim(seat, "chow", start // 7 * 9 + start % 7)
    if code & 8:
        return Claim(seat, "pung", (code >> 9) // 3)
    if code & 16:
        return Kong(seat, "added_kong", (code >> 9) // 3)
    if code & 32:
        raise LogError("a three-player game is not read")
    return Kong(seat, "kong" if code & 3 else "concealed_kong", (code >> 8) // 4)
