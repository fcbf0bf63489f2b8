"""Procedure and settlement: whole rounds, kongs, claims, wins that must or may not be taken, fines.

Each function takes the rule set first; what they do is in its ``[play]`` and ``[settlement]`` tables.

>>> import paili
>>> sichuan = paili.rules.load("sichuan-wulong")
>>> kong(sichuan, seat=0, type="concealed_kong", live=(0, 2, 3)).tolist()
[4, 0, -2, -2]
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from . import _scoring
from .columns import BY, NO_TILE
from .fines import late_fine, time_fine
from .hand import Hand
from .hands import Hands
from .record_keys import KEYS
from .records import CARRIED
from .scoring import Score, can_settle, holds_void

Payments = NDArray[np.int32]
_MOST_DRAWN, _LARGEST_WALL = 1_000_000, 144
_NO_WIN = -1  # kIllegal of csrc/scoring/procedure.hpp

__all__ = [
    "claim",
    "kong",
    "late_fine",
    "may_kong",
    "may_win",
    "must_win",
    "next_counter",
    "round",
    "time_fine",
]


class Rules(Protocol):
    """What settlement needs of a rule set."""

    @property
    def name(self) -> str: ...
    @property
    def tile_set(self) -> str: ...
    @property
    def scorer(self) -> _scoring.Scorer: ...
    @property
    def procedure(self) -> _scoring.Procedure: ...
    @property
    def void_suit(self) -> bool: ...
    def table(self, name: str) -> dict[str, Any]: ...
    def score(self, hands: Hand) -> Score: ...


def round(rules: Rules, events: Iterable[Mapping[str, Any]]) -> Payments:
    """Settle a round from its events in order.

    Parameters
    ----------
    events
        ``{"event": "kong", "seat", "type", "from"?, "late"?, "tiles"?}``, ``{"event": "win", ...a win
        record}`` and, when the wall is drawn out, ``{"event": "exhaust", "hands": [{"seat", "concealed",
        "melds"?, "context"?}]}`` of the seats still in. After the first win only others on the same tile
        count, unless winners leave; where one alone may win on a tile, the nearest after its discarder does.

    Returns
    -------
    ``int32[4]`` by seat; they sum to 0.

    Raises
    ------
    ValueError
        An event that cannot be; the message begins with its number.

    >>> import paili
    >>> won = {"concealed": "1122334455667m", "win_tile": "7m", "by": "discard", "winner": 0, "from": 2}
    >>> events = [{"event": "kong", "seat": 1, "type": "kong", "from": 3}, {"event": "win", **won}]
    >>> round(paili.rules.load("sichuan-wulong"), events).tolist()
    [16, 2, -16, -2]
    """
    play, winners, exhausted = _scoring.Round(rules.procedure), set[int](), False
    numbered = list(enumerate(events))
    for number, event in numbered if rules.procedure.several_winners else _nearest_first(numbered):
        try:
            if exhausted:
                raise ValueError("the wall was drawn out before it")
            if not _event(rules, play, event, winners):
                break
        except ValueError as error:
            raise ValueError(f"event {number}: {error}") from None
        exhausted = event["event"] == "exhaust"
    return np.array(play.total, np.int32)


def _nearest_first(events: list[tuple[int, Any]]) -> Iterator[tuple[int, Any]]:
    """Put wins on one tile in the order in which their seats follow the one that they win off."""

    def won(numbered: tuple[int, Any]) -> Any:
        number, event = numbered
        seats = [event.get(key) for key in ("winner", "from")] if isinstance(event, Mapping) else [None]
        ordinary = all(isinstance(seat, int) for seat in seats)
        return (event.get("by"), event["from"], event.get("win_tile")) if ordinary else number

    for tile, same in groupby(events, won):
        wins = list(same)
        if isinstance(tile, tuple):
            wins.sort(key=lambda win: (win[1]["winner"] - win[1]["from"]) % 4)
        yield from wins


def _event(rules: Rules, play: _scoring.Round, event: Mapping[str, Any], winners: set[int]) -> bool:
    """Play an event; False if the round was over before it."""
    if not isinstance(event, Mapping):
        raise ValueError(f"{event!r} is no mapping")
    kind = event.get("event")
    if kind == "win":
        return _win(rules, play, event, winners)
    if kind not in ("kong", "exhaust"):
        raise ValueError(f"it is {kind!r}, none of kong, win, exhaust")
    if play.over:
        return False
    if kind == "kong":
        _only(event, "seat", "type", "from", "late", "tile", "tiles")
        seat, type_, late = _seat(_part(event, "seat")), _part(event, "type"), event.get("late", False)
        if not isinstance(late, bool):
            raise ValueError(f"late is {late!r}, neither True nor False")
        play.kong(seat, type_, _feeder(seat, type_, event.get("from")), late)
    else:
        _only(event, "hands")
        _exhaust(rules, play, _part(event, "hands"))
    return True


def _win(rules: Rules, play: _scoring.Round, event: Mapping[str, Any], winners: set[int]) -> bool:
    """Play a win; False if the round was over before it."""
    record = {key: value for key, value in event.items() if key != "event"}
    context = record.get("context") or {}
    if rules.procedure.winners_leave and isinstance(context, Mapping):
        context = {**context, "already_won": [seat for seat in range(4) if not play.live >> seat & 1]}
    hand = Hand.from_record({"tile_set": rules.tile_set, **record, "context": context})
    if hand.winner is None:
        raise ValueError("a win without winner")
    if not can_settle(hand._row)[0]:
        raise ValueError(f"a win by {hand.by} without from: it is not known who pays")
    by, from_ = BY.index(hand.by), -1 if hand.from_ is None else hand.from_
    tile = NO_TILE if hand.win_tile is None else hand.win_tile
    if play.over_for(by, from_, tile):
        return False
    if hand.winner in winners:
        raise ValueError(f"seat {hand.winner} has won already")
    score = rules.score(hand)
    if score.legal:
        winners.add(hand.winner)
    discarded_after_kong = "kong_discard" in hand.flags
    play.win(by, hand.winner, from_, tile, discarded_after_kong, score.legal, score.payments.tolist())
    return True


def _exhaust(rules: Rules, play: _scoring.Round, hands: Sequence[Mapping[str, Any]]) -> None:
    if not isinstance(hands, Sequence) or not all(isinstance(hand, Mapping) for hand in hands):
        raise ValueError(f"hands is {hands!r}, not a list of mappings")
    for hand in hands:
        _only(hand, "seat", "tile_set", *KEYS)
    seats = [_seat(_part(hand, "seat")) for hand in hands]
    if len(set(seats)) < len(seats):
        raise ValueError(f"the last hands are of the seats {seats}")
    records = [{key: hand.get(key) for key in ("concealed", "melds", "context")} for hand in hands]
    batch = Hands.from_records([{"tile_set": rules.tile_set, **record} for record in records])
    if ((sizes := batch.concealed.sum(axis=1)) % 3 != 1).any():
        raise ValueError(f"a last hand of {sizes[sizes % 3 != 1][0]} concealed tiles has one to discard")
    worth, values = [_NO_WIN] * 4, rules.procedure.ready_values(rules.scorer, batch._columns())
    for seat, value, holds in zip(seats, values, holds_void(batch).tolist(), strict=True):
        worth[seat] = _NO_WIN if rules.void_suit and holds else value
    play.exhaust(_mask(seats), worth)


def kong(
    rules: Rules,
    *,
    seat: int,
    type: str,
    from_: int | None = None,
    live: Iterable[int] = (0, 1, 2, 3),
    late: bool = False,
) -> Payments:
    """Settle a kong alone.

    Parameters
    ----------
    type
        ``"kong"`` (from a discard), ``"added_kong"`` or ``"concealed_kong"``.
    from_
        Who fed a kong from a discard.
    live
        The seats still in.
    late
        An added kong of a tile that was not just drawn.

    >>> import paili
    >>> kong(paili.rules.load("sichuan-points"), seat=1, type="kong", from_=3).tolist()
    [0, 20, 0, -20]
    """
    still_in = _mask(live)
    player = _seat(seat)
    feeder = _feeder(player, type, from_)
    for one in (player, feeder):
        if one >= 0 and not still_in >> one & 1:
            raise ValueError(f"seat {one} has left the round")
    paid = rules.procedure.kong(player, type, feeder, still_in, bool(late))
    return np.array(paid, np.int32)


def claim(rules: Rules, *, from_: int, claims: Iterable[Mapping[str, Any]]) -> list[tuple[int, str]]:
    """Of those who claim a discard, ``{"seat", "action"}``, return who gets it.

    A win goes before pung and kong, these before chow; where all winners are paid, all wins are granted.

    >>> import paili
    >>> claims = [{"seat": 3, "action": "pung"}, {"seat": 1, "action": "win"}, {"seat": 2, "action": "win"}]
    >>> claim(paili.rules.load("wsom"), from_=0, claims=claims)
    [(1, 'win')]
    >>> claim(paili.rules.load("sichuan-wulong"), from_=0, claims=claims)
    [(1, 'win'), (2, 'win')]
    """
    wanted = [(_seat(_part(one, "seat")), _part(one, "action")) for one in claims]
    return rules.procedure.claim(_seat(from_), wanted)


def may_kong(rules: Rules, *, after: str) -> bool:
    """May a kong be declared in the same turn after a ``"draw"``, ``"kong"``, ``"chow"`` or ``"pung"``?

    >>> import paili
    >>> [may_kong(paili.rules.load(name), after="pung") for name in ("wsom", "classical")]
    [False, True]
    """
    if after not in ("draw", "kong", "chow", "pung"):
        raise ValueError(f"after is {after!r}, none of draw, kong, chow, pung")
    return after in ("draw", "kong") or rules.procedure.kong_after_claim


def may_win(
    rules: Rules,
    hand: Hand,
    *,
    passed: str | Sequence[str],
    now: str,
    by: str = "discard",
    acted: bool = False,
    wall_left: int | None = None,
    passed_by: str = "discard",
    passed_flags: Sequence[str] = (),
    passed_context: Mapping[str, Any] | None = None,
    now_flags: Sequence[str] = (),
    now_context: Mapping[str, Any] | None = None,
) -> bool:
    """May a seat that has declined a win, or several, win on the tile `now`?

    Parameters
    ----------
    hand
        The hand without a winning tile.
    passed
        The tile it did not win on, or a list of them; `passed_by` says how it could have been won.
    acted
        Has it drawn since, or acted as the rules want?
    wall_left
        Tiles left in the wall.

    >>> import paili
    >>> sichuan = paili.rules.load("sichuan-wulong")  # only a dearer win, until it has acted
    >>> hand = paili.Hand.parse("1122334455667m", tile_set="suits")
    >>> [may_win(sichuan, hand, passed="7m", now="7m", acted=acted) for acted in (False, True)]
    [False, True]
    """
    tiles = [passed] if isinstance(passed, str) else passed
    declined = [_value(rules, hand, tile, passed_by, passed_flags, passed_context) for tile in tiles]
    value = _value(rules, hand, now, by, now_flags, now_context)
    left = -1 if wall_left is None else _tiles(wall_left)
    return rules.procedure.may_win(
        max(declined, default=_NO_WIN), value, by == "self_draw", bool(acted), left
    )


def must_win(rules: Rules, hand: Hand, *, now: str, by: str = "discard", wall_left: int) -> bool:
    """Must a seat win on the tile `now`, because the wall is nearly drawn out?

    >>> import paili
    >>> hand = paili.Hand.parse("1122334455667m", tile_set="suits")
    >>> [must_win(paili.rules.load("sichuan-wulong"), hand, now="7m", wall_left=left) for left in (4, 5)]
    [True, False]
    """
    return rules.procedure.must_win(_value(rules, hand, now, by, (), None), _tiles(wall_left))


def _value(
    rules: Rules,
    hand: Hand,
    tile: str,
    by: str,
    flags: Sequence[str],
    context: Mapping[str, Any] | None,
) -> int:
    """What the hand is worth with this tile before any cap (fan, not points), or that it is no legal win."""
    if not isinstance(hand, Hand):
        raise TypeError(f"a Hand is wanted, not {type(hand).__name__}")
    changes: dict[str, Any] = {"flags": flags, "context": hand.context | dict(context or {})}
    score = rules.score(hand.replace(win_tile=tile, by=by, from_=None, **changes))
    return score.total if score.legal else _NO_WIN


def next_counter(rules: Rules, count: int, *, dice: Sequence[int], result: str) -> tuple[bool, int]:
    """Shanghai's drawn hands: does this hand count double, and the counter after it.

    Parameters
    ----------
    count
        The counter before the dice are thrown.
    result
        ``"win"`` or ``"draw"``.

    >>> import paili
    >>> next_counter(paili.rules.load("shanghai"), 0, dice=(1, 1), result="draw")
    (True, 3)
    """
    if not rules.procedure.drawn_hands_counter:
        raise ValueError(f"rule set {rules.name!r} counts no drawn hands")
    if result not in ("win", "draw"):
        raise ValueError(f"result is {result!r}, neither win nor draw")
    die, other = (operator.index(die) for die in dice) if len(dice) == 2 else (0, 0)
    if not (1 <= die <= 6 and 1 <= other <= 6 and 0 <= operator.index(count) <= _MOST_DRAWN):
        raise ValueError(f"dice {dice!r} with the counter at {count}")
    return _scoring.next_counter(count, die, other, result == "win")


def _tiles(wall_left: int) -> int:
    """Return how many tiles are left in the wall."""
    if not 0 <= operator.index(wall_left) <= _LARGEST_WALL:
        raise ValueError(f"wall_left is {wall_left} (0 to {_LARGEST_WALL})")
    return operator.index(wall_left)


def _part(event: Mapping[str, Any], key: str) -> Any:
    if key not in event:
        raise ValueError(f"{dict(event)!r} lacks {key!r}")
    return event[key]


def _only(event: Mapping[str, Any], *keys: str) -> None:
    """Refuse keys that mean nothing; those of a record that are carried may stand in events too."""
    if unknown := [key for key in event if key not in ("event", *keys, *CARRIED)]:
        raise ValueError(f"unknown key {unknown[0]!r}; there are {', '.join(keys)}")


def _seat(seat: Any) -> int:
    if isinstance(seat, bool) or not hasattr(seat, "__index__") or not 0 <= operator.index(seat) <= 3:
        raise ValueError(f"seat {seat!r} is none of 0 to 3")
    return operator.index(seat)


def _feeder(seat: int, type: str, from_: int | None) -> int:
    """Return the seat that feeds a kong, -1 where its last tile is one of the seat's own."""
    feeder = -1 if from_ is None else _seat(from_)
    if type not in ("kong", "added_kong", "concealed_kong"):
        raise ValueError(f"type is {type!r}, none of kong, added_kong, concealed_kong")
    if type != "kong":
        return -1
    if feeder in (-1, seat):
        who = "nobody" if feeder < 0 else "itself"
        raise ValueError(f"seat {seat} has a kong from a discard of {who}; 'from' is another seat")
    return feeder


def _mask(seats: Iterable[int]) -> int:
    return sum(1 << _seat(seat) for seat in set(seats))
