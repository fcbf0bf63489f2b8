"""Explanations: how a hand comes to its points, what does not count and why, and who pays.

>>> import paili
>>> hand = paili.Hand.parse("234m678p3499s (333z) +5s", seat_wind="W", winner=2, from_=0)
>>> print(paili.rules.load("wsom").explain(hand))
World Series of Mahjong (wsom): 10 points
hand      234m678p3499s (333z) +5s
          discard, seat 2, from seat 0, seat wind W
groups    (333z) 234m 678p 34s+5s 99s
          groups and a pair, open end of a chow
<BLANKLINE>
  Value Honor  10
-----------------
total          10
<BLANKLINE>
payments  seat 0  -10  discarder, responsible
          seat 1  -10
          seat 2   30  winner
          seat 3  -10
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..arrangement import Arrangement, arrange
from ..hand import Hand
from ..rulebook import Pattern
from ..scoring import Reading, Score, best_reading, counted_rows, rank
from .reasons import LeftOut, join_texts, left_out, objections
from .words import Words

if TYPE_CHECKING:
    from ..rules import RuleSet


@dataclass(frozen=True)
class Counted:
    """A row that counts: its points in all, how often it counts, and the groups it joins, if it joins any."""

    pattern: Pattern
    points: int
    count: int
    joins: tuple[str, ...] = ()


@dataclass(frozen=True)
class Alternative:
    """Another arrangement of the same hand and what it would be worth."""

    arrangement: Arrangement
    legal: bool
    points: int
    total: int
    counted: tuple[Counted, ...]


@dataclass(frozen=True, eq=False)
class Explanation:
    """How a hand comes to its points; ``str()`` for a terminal, and a notebook draws it.

    Attributes
    ----------
    hand, score
        What was explained.
    rules, title, lang
        The rule set's name, its printed name, and the language of all texts.
    arrangement
        The tiles as they were counted; None where they do not win.
    counted
        Every row that counts, in table order. A row that is no pattern (flowers, doublings) is `hidden`.
    left_out
        Every row that holds too and does not count, with the reason.
    objections
        Why the hand is no legal win; empty if it is one.
    runner_up
        The best of the other arrangements.
    conversion
        How the sum becomes points, where the two differ.
    """

    hand: Hand
    score: Score
    rules: str
    title: str
    lang: str
    arrangement: Arrangement | None
    counted: tuple[Counted, ...]
    left_out: tuple[LeftOut, ...]
    objections: tuple[str, ...]
    runner_up: Alternative | None
    conversion: str
    units: tuple[str, ...]

    @cached_property
    def words(self) -> Words:
        """The fixed words of its language."""
        return Words(self.lang)

    def name(self, pattern: Pattern) -> str:
        """The printed name of a row."""
        return pattern.name(self.lang)

    def __repr__(self) -> str:
        return f"<Explanation of {self.hand} under {self.rules!r}: {self.score.points} points>"

    def __str__(self) -> str:
        from .text import write_text

        return write_text(self)

    def _repr_html_(self) -> str:
        from .html import write_html

        return write_html(self)


def explain(rules: RuleSet, hand: Hand, lang: str = "en") -> Explanation:
    """Explain the score of a hand; `RuleSet.explain` is the same."""
    if not isinstance(hand, Hand):
        raise TypeError(f"explain takes a Hand, not {type(hand).__name__}")
    words = Words(lang)
    score = rules.score(hand)
    readings = rules.scorer.readings(hand._row._columns(), 0)
    best = best_reading(readings)
    return Explanation(
        hand=hand,
        score=score,
        rules=rules.name,
        title=rules.title(lang),
        lang=lang,
        arrangement=score.arrangement,
        counted=() if best is None else _counted(rules, hand, best),
        left_out=() if best is None else left_out(rules, hand, best, words),
        objections=() if score.legal else tuple(objections(rules, hand, score, words)),
        runner_up=None if best is None else _runner_up(rules, hand, readings, best),
        conversion="" if best is None else _conversion(rules, hand, score, words),
        units=rules.units,
    )


def _counted(rules: RuleSet, hand: Hand, reading: Reading) -> tuple[Counted, ...]:
    joins = join_texts(rules, reading["edges"])
    return tuple(
        Counted(pattern, points, count, tuple(joins.get(row, ())))
        for row, pattern, count, points in counted_rows(rules, hand, reading)
        if points or not pattern.hidden
    )


def _runner_up(rules: RuleSet, hand: Hand, readings: list[Any], best: Reading) -> Alternative | None:
    """The best reading with other groups; if there is none, with the winning tile at another place."""
    others = [reading for reading in readings if reading is not best]
    regrouped = [reading for reading in others if _groups(reading) != _groups(best)]
    if not (others := regrouped or [r for r in others if rank(r) != rank(best)]):
        return None
    reading = max(others, key=rank)
    return Alternative(
        arrangement=arrange(reading, hand),
        legal=bool(reading["legal"]),
        points=int(reading["points"]),
        total=int(reading["total"]),
        counted=_counted(rules, hand, reading),
    )


def _groups(reading: Reading) -> tuple[Any, ...]:
    return tuple(reading[key] for key in ("shape", "chows", "pungs", "pair", "knitted"))


def _conversion(rules: RuleSet, hand: Hand, score: Score, words: Words) -> str:
    """How the sum becomes points; empty where they are the same."""
    points = rules.table("points")
    mode, base, cap = points.get("combine", "sum"), points.get("base", 0), points.get("cap", 0)
    limit, total = points.get("limit", 0), score.total
    steps = ""
    if mode == "limit" and score.raw_points != total:
        steps = words("at_most", cap=limit)
    elif mode in ("sum", "principles") and score.raw_points != total:
        capped = f"{total}{words.quote(words('at_most', cap=cap))}" if cap and total > cap else str(total)
        steps = f"{base} + {capped}" if base else capped
    elif mode == "doubling":
        capped = f"{total}{words.quote(words('at_most', cap=cap))}" if cap and total > cap else str(total)
        steps = f"{base} × 2^{capped}"
    elif mode == "flowers":
        steps = _flower_steps(score, rules.units, base, cap, words)
        if "drawn_hands_counter" in hand.context:
            steps += words.quote(words("doubled_counter"))
    return f"{steps} = {score.raw_points}" if steps else ""


def _flower_steps(score: Score, units: tuple[str, ...], base: int, cap: int, words: Words) -> str:
    whole, doublings, flowers = (score.units.get(unit, 0) for unit in units)
    if whole:
        return f"{cap} × {whole}"
    return f"({base} + {flowers}) × 2^{doublings}{words.quote(words('at_most', cap=cap))}"
