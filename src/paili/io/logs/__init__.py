"""Game logs of other programs: every winning hand in them as a record, free of any rule set.

What a log is its content tells, compressed or not:

* mjai, JSON lines · mjlog, the XML of tenhou.net · the JSON of tenhou.net/6
* Botzone's matches of the Mahjong Competition Rules: text, JSON, or what one player was told

A record says who won on what tile from whom, the melds and who fed them, the winds, the flags (`last_tile`,
`kong_draw`, `last_copy`, ...) and all discards so far; red fives are fives, and what the log says the hand is
worth is left out. ``id`` is the file and the number of the round in it, ``source`` the kind of log.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ...checks import HandError
from ...hands import Hands
from ...tiles import TileError
from . import botzone, mjai, mjlog, tenhou6
from .events import Deal, Event
from .source import Item, LogError, Source, read_json
from .table import Record, Table

__all__ = ["LogError", "Record", "is_log", "log_records", "read_log"]

Faults = list[LogError]
Path_ = str | os.PathLike[str]
_MOST_STEPS = 10_000  # of a round, which has some 200
_MALFORMED = (KeyError, IndexError, TypeError, ValueError, AttributeError, RecursionError)
_NO_NUMBER = re.compile(r"invalid literal for int\(\) with base 10: (.*)", re.DOTALL)


class Format(NamedTuple):
    """How a kind of log is read: what stands in the file, where rounds begin, what it means."""

    name: str
    items: Callable[[Source], Iterator[Item]]
    begins: Callable[[Any], bool]
    events: Callable[[Any], Iterator[Event]]


_MJAI = Format(mjai.NAME, mjai.items, mjai.begins, mjai.events)
_MJLOG = Format(mjlog.NAME, mjlog.items, mjlog.begins, mjlog.events)
_TENHOU6 = Format(tenhou6.NAME, tenhou6.items, tenhou6.begins, tenhou6.events)
_BOTZONE_TEXT = Format(botzone.NAME, botzone.text_items, botzone.begins, botzone.text_events)
_BOTZONE_MATCH = Format(botzone.NAME, botzone.match_items, botzone.begins, botzone.match_events)
_BOTZONE_TOLD = Format(botzone.NAME, botzone.told_items, botzone.begins, botzone.told_events)


def read_log(path: Path_, *, faults: Faults | None = None) -> Hands:
    """Read the winning hands of a log.

    Parameters
    ----------
    path
        The file, plain or compressed with gzip or zstd.
    faults
        A list to put errors in, one a round that cannot be read; the others are read all the same. Without
        it the first is raised.

    Raises
    ------
    LogError
        Not a log, or one that breaks off or contradicts itself; the message names file and place.

    >>> from pathlib import Path
    >>> _ = Path("match.txt").write_text('''Match 1
    ... Wind 0
    ... Player 0 Deal W1 W1 W1 W2 W2 W2 W3 W3 W3 B4 B5 B6 J1
    ... Player 1 Deal W4 W5 W6 T1 T1 T2 T2 T3 T3 F1 F2 F3 F4
    ... Player 2 Deal W4 W5 W6 T4 T4 T5 T5 T6 T6 F1 F2 F3 F4
    ... Player 3 Deal W4 W5 W6 T7 T7 T8 T8 T9 T9 F1 F2 F3 F4
    ... Player 0 Draw B9
    ... Player 0 Play B9
    ... Player 1 Draw J1
    ... Player 1 Play J1
    ... Player 0 Hu J1
    ... Fan 64 ...
    ... Score 88 -72 -8 -8
    ... ''')
    >>> hand = read_log("match.txt")[0]
    >>> str(hand), hand.from_, hand.round_wind, hand.extra["id"]
    ('111222333m456p7z +7z', 1, 'E', 'match.txt#1')
    """
    records = list(log_records(path, faults=faults))
    try:
        return Hands.from_records(records)
    except HandError as error:
        found = [
            LogError(f"{path}: {records[row]['id']}: {'; '.join(why)}") for row, why in error.defects.items()
        ]
        if faults is None:
            raise found[0] from None
        faults += found
        return Hands.from_records([r for row, r in enumerate(records) if row not in error.defects])


def log_records(path: Path_, *, faults: Faults | None = None) -> Iterator[Record]:
    """Yield the winning hands of a log as records, as they come; see `read_log`."""
    for found in _found(Source(Path(path))):
        if not isinstance(found, LogError):
            yield found
        elif faults is None:
            raise found
        else:
            faults.append(found)


def is_log(path: Path_) -> bool:
    """Tell whether a file looks like a log of a kind that is read."""
    return _format(Source(Path(path))) is not None


def _format(source: Source) -> Format | None:
    """Recognise the kind of a log by its beginning."""
    line, head = source.first_line(), source.head.decode(errors="replace")
    if mjlog.recognise(head):
        return _MJLOG
    if botzone.is_text(line):
        return _BOTZONE_TEXT
    if botzone.is_told(head):
        return _BOTZONE_TOLD
    return _json_format(line, head) if line.startswith(("{", "[")) else None


def _json_format(line: str, head: str) -> Format | None:
    """Recognise JSON by its first line; where that is no whole document, by the keys in sight."""
    document = read_json(line)
    if document is not None:
        tests = ((mjai.recognise, _MJAI), (botzone.is_match, _BOTZONE_MATCH), (tenhou6.recognise, _TENHOU6))
        return next((kind for recognise, kind in tests if recognise(document)), None)
    keys = (('"output"', _BOTZONE_MATCH), ('"requests"', _BOTZONE_MATCH), ('"log"', _TENHOU6))
    return next((kind for key, kind in keys if key in head), _MJAI if line.startswith('{"type"') else None)


def _found(source: Source) -> Iterator[Record | LogError]:
    """Yield wins, and an error for each round that cannot be read to its end."""
    kind, number, whole = _format(source), 0, True
    if kind is None:
        what = "empty" if not source.head else "no log: neither mjai, mjlog, tenhou.net/6 nor Botzone"
        yield LogError(f"{source.path}: {what}")
        return
    for steps in _rounds(_guarded(kind, source), kind.begins):
        number += any(kind.begins(raw) for _, raw in steps)
        wins = 0
        for found in _played(kind, steps):
            if isinstance(found, LogError):
                whole = False
                yield LogError(f"{source.path}: {found}")
            else:
                wins += 1
                suffix = f".{wins}" if wins > 1 else ""
                yield {"id": f"{source.path.name}#{number}{suffix}", "source": kind.name, **found}
    if whole and not number:
        yield LogError(f"{source.path}: {kind.name}, but there is no round in it")


def _guarded(kind: Format, source: Source) -> Iterator[Item]:
    """What stands in the file, up to where it does not stand as it should."""
    place = "at its start"
    try:
        for place, raw in kind.items(source):
            yield place, raw
    except _MALFORMED as error:
        yield place if place == "at its start" else f"after {place}", _malformed(kind, error)


def _malformed(kind: Format, error: Exception) -> LogError:
    """Say in words what Python found when it took an item for what it should be."""
    if isinstance(error, KeyError) and isinstance(error.args[0], str):
        why = f"{error.args[0]!r:.40} is missing"
    elif isinstance(error, IndexError):
        why = "it is too short"
    elif isinstance(error, RecursionError):
        why = "it is nested too deeply"
    elif found := _NO_NUMBER.match(str(error)):
        why = f"{found[1]:.40} is no number"
    else:
        why = "a value in it is of the wrong kind"
    return LogError(f"no {kind.name} event: {why}")


def _rounds(items: Iterable[Item], begins: Callable[[Any], bool]) -> Iterator[list[Item]]:
    """Cut what stands in the file into rounds; what comes before the first belongs to it."""
    steps: list[Item] = []
    begun = False
    for item in items:
        starts = begins(item[1])
        if starts and begun:
            yield steps
            steps = []
        begun |= starts
        if len(steps) < _MOST_STEPS:
            steps.append(item)
        elif len(steps) == _MOST_STEPS:
            steps.append((item[0], LogError(f"more than {_MOST_STEPS} events in a round")))
    if steps:
        yield steps


def _played(kind: Format, steps: list[Item]) -> Iterator[Record | LogError]:
    """Play a round to its end or to the first thing that cannot be."""
    table: Table | None = None
    place = ""
    try:
        for place, raw in steps:  # noqa: B007  the handlers name it
            if isinstance(raw, LogError):
                raise raw
            for event in kind.events(raw):
                if isinstance(event, Deal):
                    table = Table(event)
                elif table is None:
                    raise LogError("play before the deal")
                elif record := table.play(event):
                    yield record
        if table is not None and not table.over:
            raise LogError("the round has no end, cut short?")
    except (LogError, TileError) as error:
        yield LogError(f"{place}: {error}")
    except _MALFORMED as error:
        yield LogError(f"{place}: {_malformed(kind, error)}")
