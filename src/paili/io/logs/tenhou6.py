"""tenhou.net/6: JSON with the draws and the discards of each seat; their order is left to the reader.

A claim stands among the draws of who makes it, so after each discard one looks who could have claimed it.
Where that leaves a choice, the first that uses up all draws and discards is right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from .events import Claim, Deal, Discard, Draw, End, Event, Kong, Ready, Win
from .mjai import LIVE_WALL
from .source import Item, LogError, Source

NAME = "tenhou6"
_CALL = re.compile("((?:[0-9]{2})*)([cpmka])((?:[0-9]{2})+)")
_DRAWN = 60  # a discard of the tile just drawn
_MOST_STATES = 1 << 14
_NOTHING = 0  # in place of a discard, after a kong from a discard

Pointers = tuple[int, ...]
Trail = tuple[Any, ...]  # (event, trail before), or () at the start


def recognise(document: Any) -> bool:
    """Tell whether a JSON document is such a log."""
    log = document.get("log") if isinstance(document, dict) else None
    return isinstance(log, list) and all(isinstance(entry, list) for entry in log)


def items(source: Source) -> Iterator[Item]:
    """Yield the rounds."""
    for place, document in source.documents():
        if isinstance(document, LogError):
            yield place, document
        elif not recognise(document):
            yield place, LogError("no log of tenhou.net/6")
        else:
            prefix = f"{place}, " if place.startswith("line") else ""
            yield from ((f"{prefix}round {i}", log) for i, log in enumerate(document["log"], 1))


def begins(log: Any) -> bool:
    """Tell whether a round begins; every entry is one."""
    return isinstance(log, list)


def events(log: list[Any]) -> Iterator[Event]:
    """Say a round in the common words."""
    if len(log) != 17:
        raise LogError(f"{len(log)} fields, a round has 17")
    number = log[0][0]
    hands, draws, discards = (log[start:16:3] for start in (4, 5, 6))
    dealer = number % 4
    yield Deal([[_kind(tile) for tile in hand] for hand in hands], dealer, number // 4 % 4, (LIVE_WALL,))
    yield from _order(draws, discards, dealer)
    yield from _result(log[16])


def _result(result: list[Any]) -> Iterator[Event]:
    wins = result[2::2] if result[0] == "和了" else []
    if not wins:
        yield End()
    for win in wins:
        yield Win(win[0], win[1])


def _kind(code: Any) -> int:
    """Return the tile: 11 to 47, and 51 to 53 for red fives."""
    if type(code) is not int:
        raise LogError(f"{code!r:.40} is no tile")
    suit, rank = divmod(code, 10)
    if suit == 5 and 1 <= rank <= 3:
        return 9 * (rank - 1) + 4
    if not (1 <= suit <= 4 and 1 <= rank <= (7 if suit == 4 else 9)):
        raise LogError(f"{code} is no tile")
    return 9 * (suit - 1) + rank - 1


class Call(NamedTuple):
    """A claim or a kong: its letter, its tiles, the one that was called and how many seats to the left."""

    letter: str
    tiles: list[int]
    tile: int
    left: int

    @classmethod
    def read(cls, text: str) -> Call:
        """Read ``"12p1212"``: the letter stands before the called tile, its place says who fed it."""
        match = _CALL.fullmatch(text)
        if match is None:
            raise LogError(f"{text!r} is no call")
        digits = match[1] + match[3]
        tiles = [_kind(int(digits[i : i + 2])) for i in range(0, len(digits), 2)]
        place = len(match[1]) // 2
        return cls(match[2], tiles, tiles[place], min(place + 1, 3))

    def claims(self, seat: int, offer: Discard) -> bool:
        """Tell whether `seat` can have meant this discard."""
        return self.letter in "cpm" and self.tile == offer.tile and (seat - self.left) % 4 == offer.seat

    def event(self, seat: int) -> Event:
        """Say it in the common words."""
        kinds = {"m": "kong", "k": "added_kong", "a": "concealed_kong"}
        if self.letter in kinds:
            return Kong(seat, kinds[self.letter], self.tile)
        return Claim(seat, "chow" if self.letter == "c" else "pung", min(self.tiles))


class State(NamedTuple):
    """Whose turn it is, how many draws and discards of each seat are used, and the events so far."""

    seat: int
    draws: Pointers = (0,) * 4
    discards: Pointers = (0,) * 4
    trail: Trail = ()

    def drew(self, *events: Event) -> State:
        """The same with one more draw used."""
        return self._replace(draws=_bump(self.draws, self.seat), trail=_longer(self.trail, events))

    def discarded(self, *events: Event) -> State:
        """The same with one more discard used."""
        return self._replace(discards=_bump(self.discards, self.seat), trail=_longer(self.trail, events))


def _bump(pointers: Pointers, seat: int) -> Pointers:
    return tuple(used + (i == seat) for i, used in enumerate(pointers))


def _longer(trail: Trail, events: tuple[Event, ...]) -> Trail:
    for event in events:
        trail = (event, trail)
    return trail


def _order(draws: list[Any], discards: list[Any], dealer: int) -> list[Event]:
    """Find the order of play, depth first; nearly always there is no choice."""
    todo = [State(dealer)]
    seen: set[tuple[int, Pointers, Pointers]] = set()
    while todo and len(seen) < _MOST_STATES:
        state = todo.pop()
        if _finished(state, draws, discards):
            return _unwound(state.trail)
        if state[:3] not in seen:
            seen.add(state[:3])
            todo += reversed(list(_turn(state, draws, discards)))
    raise LogError("draws and discards do not fit together")


def _finished(state: State, draws: list[Any], discards: list[Any]) -> bool:
    used = zip(draws + discards, state.draws + state.discards, strict=True)
    return all(len(entries) == count for entries, count in used)


def _unwound(trail: Trail) -> list[Event]:
    found: list[Event] = []
    while trail:
        event, trail = trail
        found.append(event)
    return found[::-1]


def _turn(state: State, draws: list[Any], discards: list[Any]) -> Iterator[State]:
    """Play a seat's draw and its discard; yield what can come next, the likeliest first."""
    seat = state.seat
    if state.draws[seat] == len(draws[seat]):
        return
    drawn = draws[seat][state.draws[seat]]
    if isinstance(drawn, str):
        call = Call.read(drawn)
        state = state.drew(call.event(seat))
        if call.letter == "m":
            zero = discards[seat][state.discards[seat] :][:1] == [_NOTHING]
            yield state.discarded() if zero else state
            return
    else:
        state = state.drew(Draw(seat, _kind(drawn)))
    if state.discards[seat] == len(discards[seat]):
        if _finished(state, draws, discards):  # a self-drawn win, or play is broken off
            yield state
        return
    thrown = discards[seat][state.discards[seat]]
    if isinstance(thrown, str) and not thrown.startswith("r"):
        yield state.discarded(Call.read(thrown).event(seat))
        return
    ready = isinstance(thrown, str)
    code = int(thrown[1:]) if ready else thrown
    tile = _kind(drawn if code == _DRAWN else code)
    offer = Discard(seat, tile)
    state = state.discarded(*([Ready(seat)] if ready else []), offer)
    yield from (state._replace(seat=other) for other in _claimers(state, offer, draws))
    following = state._replace(seat=(seat + 1) % 4)
    if not isinstance(_upcoming(following, draws), str):
        yield following


def _upcoming(state: State, draws: list[Any]) -> Any:
    """The next draw of who is to play, None after the last."""
    rest = draws[state.seat][state.draws[state.seat] :]
    return rest[0] if rest else None


def _claimers(state: State, offer: Discard, draws: list[Any]) -> list[int]:
    """Seats whose next draw may be a claim of this discard, a pung or a kong before a chow."""
    found = []
    for seat in range(4):
        upcoming = _upcoming(state._replace(seat=seat), draws)
        if seat != offer.seat and isinstance(upcoming, str):
            call = Call.read(upcoming)
            if call.claims(seat, offer):
                found.append((call.letter == "c", seat))
    return [seat for _, seat in sorted(found)]
