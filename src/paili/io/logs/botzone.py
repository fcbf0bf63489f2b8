"""Botzone's Mahjong Competition Rules, in the three ways in which games are kept.

* text, as in the data sets: ``Match``, ``Wind``, ``Player 0 Deal``, ``Player 0 Draw W1``, ``Player 0 Hu W1``
* the JSON of a match: what the judge displayed, turn by turn
* what one player was told and answered: lines ``0 id wind``, ``1 ...``, ``2 W1``, ``3 id PLAY W1`` with the
  answers between, plain or as the JSON of ``requests`` and ``responses``; only their own wins can be read

Seat 0 deals. Without flowers everybody draws from a wall of 34 tiles of their own (duplicate play).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ...gb import read_botzone
from .events import Claim, Deal, Discard, Draw, End, Event, Flower, Kong, Win
from .source import Item, LogError, Source

NAME = "botzone"
OWN_WALLS = (34 - 13,) * 4
ONE_WALL = 144 - 4 * 13  # flowers dealt are replaced from it
_TEXT = re.compile(r"Match |Wind [0-3]$")
_TOLD = re.compile(r"([0-9]+\s+)?0 [0-3] [0-3]\s*$", re.MULTILINE)
_OVER = ("HUANG", "WA", "WH", "TLE", "RE", "MLE", "OLE", "NJ")  # drawn, or a player's program failed

Words = list[str]


def is_text(line: str) -> bool:
    """Tell whether a log of text begins with this line."""
    return _TEXT.match(line) is not None


def is_told(head: str) -> bool:
    """Tell whether a log begins with what one player was told; a count of turns may stand before it."""
    return _TOLD.match(head) is not None


def is_match(document: Any) -> bool:
    """Tell whether a JSON document is a match, or what one player was told."""
    return _turns(document) is not None or _is_exchange(document)


def begins(item: Any) -> bool:
    """Tell whether a round begins."""
    return isinstance(item, list) and item[0] in ("Wind", "0", "display")


def _walls(flowers: bool) -> tuple[int, ...]:
    return (ONE_WALL,) if flowers else OWN_WALLS


# Text


def text_items(source: Source) -> Iterator[Item]:
    """Yield the lines as words; the deal is one item."""
    deal: Words = []
    for place, line in source.lines():
        words = line.split() if isinstance(line, str) else line
        if isinstance(words, LogError):
            yield place, words
        elif words[0] in ("Match", "Wind"):
            if deal:
                yield place, LogError("the deal before breaks off")
            deal = words if words[0] == "Wind" else []
        elif words[2:3] == ["Deal"]:
            deal += words[3:]
            if words[1] == "3":
                yield place, deal
                deal = []
        else:
            yield place, words
    if deal:
        yield "at its end", LogError("the deal breaks off")


def text_events(words: Words) -> Iterator[Event]:
    """Say a line in the common words."""
    if words[0] == "Wind":
        tiles = [read_botzone(name) for name in words[2:]]
        yield Deal([list(tiles[i : i + 13]) for i in range(0, len(tiles), 13)], 0, int(words[1]), OWN_WALLS)
    elif words[0] == "Huang":
        yield End()
    elif words[0] == "Player":
        yield from _move(int(words[1]), words[2].upper(), words[3:4])
    elif words[0] not in ("Fan", "Score"):  # what a win is worth is for the rules to say
        raise LogError(f"{' '.join(words)[:40]!r} is no event")


def _move(seat: int, action: str, names: Words) -> Iterator[Event]:
    """Say an action and its tile; of a chow that is the middle one."""
    tile = read_botzone(names[0]) if names and action != "BUHUA" else None
    match action:
        case "DRAW":
            yield Draw(seat, tile)
        case "PLAY" if tile is not None:
            yield Discard(seat, tile)
        case "CHI" if tile is not None:
            yield Claim(seat, "chow", tile - 1)
        case "PENG":
            yield Claim(seat, "pung", tile)
        case "GANG":
            yield Kong(seat, None, tile)
        case "ANGANG":
            yield Kong(seat, "concealed_kong", tile)
        case "BUGANG":
            yield Kong(seat, "added_kong", tile)
        case "BUHUA":
            yield Flower(seat, int(names[0][1:]))
        case "HU":
            yield Win(seat, None, tile)
        case _:
            raise LogError(f"{' '.join([action, *names])!r} is no action")


# The JSON of a match


def _turns(document: Any) -> list[Any] | None:
    """The judge's and the players' turns of a match; None if it is none."""
    log = document.get("logs", document.get("log")) if isinstance(document, dict) else document
    known = isinstance(log, list) and bool(log) and isinstance(log[0], dict) and "output" in log[0]
    return log if known else None


def _is_exchange(document: Any) -> bool:
    return isinstance(document, dict) and {"requests", "responses"} <= document.keys()


def match_items(source: Source) -> Iterator[Item]:
    """Yield what the judge displayed, or what one player was told."""
    for place, document in source.documents():
        if isinstance(document, LogError):
            yield place, document
        elif (turns := _turns(document)) is not None:
            yield from _displayed(turns)
        elif _is_exchange(document):
            yield from _exchange(document["requests"], document["responses"])
        else:
            yield place, LogError("no match of Botzone")


def _displayed(turns: list[Any]) -> Iterator[Item]:
    outputs = [turn["output"] for turn in turns if "output" in turn]
    wind, flowers = 0, any(map(_has_flowers, outputs))
    for number, output in enumerate(outputs, 1):
        shown = output.get("display") or {}
        if (action := shown.get("action")) == "INIT":
            wind = shown["quan"]
        elif action == "DEAL":
            yield f"turn {number}", ["display", shown["hand"], wind, flowers]
        elif action is not None:
            yield f"turn {number}", shown


def _has_flowers(output: dict[str, Any]) -> bool:
    """Tell whether a turn shows that the match is played with flowers."""
    shown = output.get("display") or {}
    return (
        shown.get("action") == "BUHUA"
        or "H" in f"{(output.get('initdata') or {}).get('walltiles')}{shown.get('hand')}"
    )


def match_events(item: Any) -> Iterator[Event]:
    """Say what was displayed in the common words."""
    if isinstance(item, list):
        yield from _dealt(*item[1:]) if item[0] == "display" else told_events(item)
        return
    action, tile = item["action"], item.get("tile")
    if action in _OVER:
        yield End()
        return
    seat = item["player"]
    if action in ("CHI", "PENG"):
        yield from _move(seat, action, [item["tileCHI"]] if action == "CHI" else [])
        yield from _move(seat, "PLAY", [tile])
    else:
        yield from _move(seat, action, [tile] if tile and action != "HU" else [])


def _dealt(hands: list[Words], wind: int, flowers: bool) -> Iterator[Event]:
    kept = [[read_botzone(name) for name in hand if name[0] != "H"] for hand in hands]
    yield Deal([list(hand) for hand in kept], 0, wind, _walls(flowers))
    yield from (
        Flower(seat, int(name[1:])) for seat, hand in enumerate(hands) for name in hand if name[0] == "H"
    )


# What one player was told


def told_items(source: Source) -> Iterator[Item]:
    """Yield what the player was told, each with the last answer."""
    told: list[str] = []
    answers: list[str] = []
    for place, line in source.lines():
        if isinstance(line, LogError):
            yield place, line
            return
        if re.match("[0-3] ", line):
            told.append(line)
        elif not line.isdecimal():
            answers += [""] * (len(told) - 1 - len(answers)) + [line]
    yield from _exchange(told, answers)


def _exchange(told: list[str], answers: list[str]) -> Iterator[Item]:
    """Yield an item for each thing told: its words, and what of the rest it takes to understand them."""
    me, wind, before = 0, 0, ""
    flowers = any(" BUHUA " in line for line in told)
    for number, line in enumerate(told):
        words = line.split()
        if words[0] == "0":
            me, wind = int(words[1]), int(words[2])
        else:
            yield (
                f"request {number + 1}",
                ["0" if words[0] == "1" else "told", words, me, wind, flowers, before],
            )
        before = answers[number] if number < len(answers) else ""
    yield f"response {len(told)}", ["told", [before if before == "HU" else "END"], me, wind, flowers, ""]


def told_events(item: list[Any]) -> Iterator[Event]:
    """Say what was told in the common words."""
    _, words, me, wind, flowers, answer = item
    if words[0] == "1":
        yield from _told_deal(words, me, wind, flowers)
    elif words[0] == "2":
        yield Draw(me, read_botzone(words[1]))
    elif words[0] == "HU":
        yield Win(me)
    elif words[0] == "END":
        yield End()
    else:
        yield from _told_move(words, me, answer.split())


def _told_move(words: Words, me: int, answer: Words) -> Iterator[Event]:
    seat, action, names = int(words[1]), words[2], words[3:]
    if action in ("CHI", "PENG"):
        yield from _move(seat, action, names[:-1])
        yield from _move(seat, "PLAY", names[-1:])
    elif action == "GANG":
        yield from _move(seat, action, answer[1:2] if seat == me else [])
    else:
        yield from _move(seat, action, names)


def _told_deal(words: Words, me: int, wind: int, flowers: bool) -> Iterator[Event]:
    counts, names = [int(word) for word in words[1:5]], words[5:]
    hands: list[list[int | None]] = [[None] * 13 for _ in range(4)]
    hands[me] = [read_botzone(name) for name in names[:13]]
    yield Deal(hands, 0, wind, _walls(flowers or any(counts)))
    seats = [seat for seat, count in enumerate(counts) for _ in range(count)]
    yield from (Flower(seat, int(name[1:])) for seat, name in zip(seats, names[13:], strict=True))
