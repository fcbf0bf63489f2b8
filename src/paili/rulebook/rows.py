"""The rows of a rule set's table, and what is wrong with them, one by one and together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from .. import _scoring
from .keys import row_faults

MOST_COUNTED = 3_000  # what a hand may hold eleven times must fit 16 bits
SOURCES = ("text", "public", "decided")


@dataclass(frozen=True)
class Pattern:
    """One row of a rule set's table."""

    id: str
    zh: str
    en: str
    points: int
    unit: str
    source: str
    facts: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    open_points: int = 0
    count: bool = False
    excludes: tuple[str, ...] = ()
    minus: Mapping[str, int] = field(default_factory=dict)
    series: str = ""
    shapes: tuple[str, ...] = ()
    fallback: bool = False
    combination: bool = False
    hidden: bool = False
    note: str = ""

    def name(self, lang: str = "en") -> str:
        """The printed name in ``"en"`` or ``"zh"``."""
        return self.zh if lang == "zh" else self.en

    def worth(self, is_open: bool) -> int:
        """The points of one, in an open or a closed hand."""
        return self.open_points if is_open else self.points


@dataclass(frozen=True)
class Fact:
    """A rule-free truth about a reading of a hand, as compiled code knows it."""

    number: int
    section: str
    counted: bool
    condition: str


def facts() -> dict[str, Fact]:
    """Every fact a row may name.

    >>> facts()["dragon_pungs"].counted
    True
    """
    listed = enumerate(_scoring.facts())
    return {name: Fact(i, section, counted, text) for i, (name, section, counted, text) in listed}


def counted(row: Pattern, table: Mapping[str, Fact]) -> int:
    """The place among a row's facts of the one whose count multiplies it, or -1."""
    return next((i for i, fact in enumerate(row.facts) if row.count and table[fact].counted), -1)


def series_of(patterns: tuple[Pattern, ...]) -> dict[str, list[str]]:
    """Of a series only the first row that holds counts."""
    members: dict[str, list[str]] = {}
    for row in patterns:
        members.setdefault(row.series, []).append(row.id)
    return {
        row.id: members[row.series][members[row.series].index(row.id) + 1 :] if row.series else []
        for row in patterns
    }


def read_row(key: str, row: Any, units: tuple[str, ...]) -> Pattern:
    """Make the row of a table; a ``ValueError`` says what is wrong with it."""

    def fail(fault: str) -> ValueError:
        return ValueError(f"row {key!r}: {fault}")

    for fault in row_faults(row):
        raise fail(fault)
    points = (
        row["points"] if isinstance(row["points"], dict) else {"closed": row["points"], "open": row["points"]}
    )
    if points.keys() != {"closed", "open"} or not all(type(x) is int for x in points.values()):
        raise fail("points is neither a whole number nor { closed = ..., open = ... }")
    if not all(abs(x) <= 10_000 for x in points.values()):
        raise fail("points beyond 10000")
    unit = row.get("unit", units[0])
    if unit not in units:
        raise fail(f"unit {unit!r} is none of {', '.join(units)}")
    source = row.get("source", "decided")
    if source not in SOURCES:
        raise fail(f"source {source!r} is none of {', '.join(SOURCES)}")
    fact = row.get("fact", key)
    facts_ = () if row.get("fallback") else tuple([fact] if isinstance(fact, str) else fact)
    for shape in row.get("shapes", []):
        if shape not in _scoring.SHAPES:
            raise fail(f"unknown shape {shape!r}; there are {', '.join(_scoring.SHAPES)}")
    return Pattern(
        id=key,
        zh=row["zh"],
        en=row["en"],
        points=points["closed"],
        open_points=points["open"],
        unit=unit,
        source=source,
        facts=facts_,
        unless=tuple(row.get("unless", [])),
        count=row.get("count", False),
        excludes=tuple(row.get("excludes", [])),
        minus=dict(row.get("minus", {})),
        series=row.get("series", ""),
        shapes=tuple(row.get("shapes", [])),
        fallback=row.get("fallback", False),
        combination=row.get("combination", False),
        hidden=row.get("hidden", False),
        note=row.get("note", ""),
    )


def faults(patterns: tuple[Pattern, ...]) -> Iterator[str]:
    """What is wrong between rows."""
    known, place = facts(), {row.id: i for i, row in enumerate(patterns)}
    by_id = {row.id: row for row in patterns}
    printed: dict[str, str] = {}
    if len(patterns) > _scoring.MAX_ROWS:
        yield f"has {len(patterns)} rows (at most {_scoring.MAX_ROWS})"
    for row in patterns:
        at = f"row {row.id!r}:"
        for fact in (*row.facts, *row.unless):
            if fact not in known:
                yield f"{at} unknown fact {fact!r}"
        if row.fallback and any(other.fallback for other in patterns[: place[row.id]]):
            yield f"{at} is a second fallback"
        if row.fallback and (row.unless or row.shapes or row.count or row.combination or row.hidden):
            yield f"{at} is the fallback, which nothing else decides"
        if row.combination and (len(row.facts) > 1 or row.unless or row.shapes or row.count):
            yield f"{at} is a combination, which one fact alone decides"
        if row.count and max(abs(row.points), abs(row.open_points)) > MOST_COUNTED:
            yield f"{at} points beyond {MOST_COUNTED} of a row that counts several times"
        if not row.facts and not row.fallback:
            yield f"{at} names no fact"
        if row.count and not any(known[fact].counted for fact in row.facts):
            yield f"{at} count = true, but {' and '.join(row.facts)} cannot hold several times"
        if row.hidden and not all(later.hidden for later in patterns[place[row.id] :]):
            yield f"{at} is hidden and must stand behind all patterns"
        if row.combination and known[row.facts[0]].section not in ("chow", "pung"):
            yield f"{at} is no combination of chows or of pungs"
        if row.zh in printed:
            yield f"{at} has the same name {row.zh} as {printed[row.zh]!r}"
        printed[row.zh] = row.id
        for other in (*row.excludes, *row.minus):
            if other not in place:
                yield f"{at} excludes the unknown row {other!r}"
            if place[other] <= place[row.id]:
                circular = row.id in by_id[other].excludes or other == row.id
                why = "a circular exclusion" if circular else "only later rows may be excluded"
                yield f"{at} excludes {other!r}, which does not stand after it: {why}"
        for other in row.minus:
            if not by_id[other].count:
                yield f"{at} takes away from {other!r}, which counts once at most"
    for row in patterns:
        for other in series_of(patterns)[row.id]:
            if by_id[other].points > row.points:
                where = f"which stands before it in series {row.series!r}"
                yield f"row {other!r}: is dearer than {row.id!r}, {where}"
