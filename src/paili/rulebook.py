"""Rule sets as data: reads a TOML file, applies its options, and checks every word of it.

A rule file has these tables (``paili rules show NAME`` prints a built-in one):

``extends``       name or path of the file whose tables this one changes
``[title]``       printed names, ``en`` and ``zh``
``[win]``         tile set, number of groups, shapes that win, minimum, and other conditions of a win
``[points]``      how the sum of the rows becomes points: ``combine`` and its parameters; ``units``
``[settlement]``  who pays: ``mode`` and its parameters
``[play]``        procedure: claims, kongs, what a declined win forbids
``[patterns]``    one row a pattern, in scoring order
``[options]``     named choices with a default, each a patch of the tables above

A row's key is its id and, unless ``fact`` says otherwise, the fact that earns it. ``excludes`` and ``minus``
may only name later rows; a row that is itself excluded excludes nothing.
"""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import _scoring

RULESETS = Path(__file__).with_name("rulesets")
Document = dict[str, Any]


class RuleSetError(ValueError):
    """A rule set that cannot be used: names the file, the row and the fault."""


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


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_TABLES = {
    "title": _words("en zh"),
    "win": _words(
        "tile_set groups shapes minimum pairs_with_quads scattered_distinct max_suits chow_melds "
        "formal_waits knitted_body_wait honors_with_melds"
    ),
    "points": _words("combine base cap limit units minimum_after_doubling"),
    "settlement": _words(
        "mode par stake discard_share self_draw_share robbed_share feeder_pays dealer_doubles kongs "
        "late_added_kong not_ready_pays refund_on_kong_discard false_win"
    ),
    "play": _words(
        "winners winners_leave declined must_win_last kong_after_claim flowers void_suit drawn_hands_counter "
        "time late dead_wall face_down_kongs flower_is_kong_draw claim_unlocks earthly ready dealer"
    ),
}
_ROW = _words(
    "zh en points unit fact unless count excludes minus series shapes fallback combination hidden source "
    "note before"
)
_OPTION = frozenset({"default", "sets", "choices", "when", "en", "zh", "source"})
_TOP = frozenset({"extends", "patterns", "options", *_TABLES})
SOURCES = ("text", "public", "decided")


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


def names() -> list[str]:
    """The built-in rule sets.

    >>> "wsom" in names()
    True
    """
    return sorted(path.stem for path in RULESETS.glob("*.toml"))


def read(name: str | Path) -> tuple[str, Document]:
    """Return a rule set's name and its document, everything it extends merged in."""
    return _read(name, Path(), ())


def _read(name: str | Path, beside: Path, seen: tuple[Path, ...]) -> tuple[str, Document]:
    path = _find(name, beside)
    if path in seen:
        raise RuleSetError(f"{path.name}: extends itself by way of {seen[-1].name}")
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise RuleSetError(f"{path}: cannot be read: {error}") from None
    except tomllib.TOMLDecodeError as error:
        raise RuleSetError(f"{path}: {error}") from None
    if unknown := document.keys() - _TOP:
        raise RuleSetError(
            f"{path}: unknown table [{sorted(unknown)[0]}]; there are {', '.join(sorted(_TOP))}"
        )
    base = document.pop("extends", None)
    if base is not None:
        if not isinstance(base, str):
            raise RuleSetError(f"{path}: extends is not a name or a path")
        try:
            below = _read(base, path.parent, (*seen, path))[1]
        except RuleSetError as error:
            raise RuleSetError(f"{path}: {error}") from None
        document = merge(below, document)
    return path.stem, document


def _find(name: str | Path, beside: Path) -> Path:
    built_in = RULESETS / f"{name}.toml"
    if built_in.parent == RULESETS and built_in.is_file():
        return built_in
    path = beside / name
    if path.suffix == ".toml" and path.is_file():
        return path.resolve()
    raise RuleSetError(f"no rule set {str(name)!r}: neither a file nor one of {', '.join(names())}")


def merge(base: Document, patch: Document) -> Document:
    """Lay a patch over a document: tables merge, other values replace, ``false`` removes a row.

    ``"+excludes"`` and ``"-excludes"`` add to a list and take from it; a new row with ``before`` goes there.

    >>> merge({"patterns": {"a": {"excludes": ["c"]}}}, {"patterns": {"a": {"+excludes": ["d"]}}})
    {'patterns': {'a': {'excludes': ['c', 'd']}}}
    """
    result = copy.deepcopy(base)
    for key, value in patch.items():
        if key[:1] in "+-" and isinstance(value, list):
            old = result.get(key[1:], [])
            result[key[1:]] = [*old, *value] if key[0] == "+" else [x for x in old if x not in value]
        elif value is False and isinstance(result.get(key), dict):
            del result[key]
        elif isinstance(value, dict):
            old = result.get(key)
            row = merge(old if isinstance(old, dict) else {}, value)
            result = _insert(result, key, row, row.pop("before", None))
        else:
            result[key] = copy.deepcopy(value)
    return result


def _insert(table: Document, key: str, value: Any, before: str | None) -> Document:
    if before is None:
        return {**table, key: value}
    rest = {k: v for k, v in table.items() if k != key}
    moved: Document = {}
    for k, v in rest.items():
        if k == before:
            moved[key] = value
        moved[k] = v
    return moved if key in moved else {**rest, key: value}


@dataclass(frozen=True)
class Rulebook:
    """A checked document: rows in order, hidden ones last, and the parameters of the modes."""

    name: str
    document: Document
    rows: tuple[Pattern, ...]
    units: tuple[str, ...]

    @classmethod
    def check(cls, name: str, document: Document) -> Rulebook:
        """Check a document (options applied); every fault names its row."""
        where = f"rule set {name!r}"
        for table, known in _TABLES.items():
            if unknown := document.get(table, {}).keys() - known:
                raise RuleSetError(f"{where}: unknown key {sorted(unknown)[0]!r} in [{table}]")
        if not document.get("patterns"):
            raise RuleSetError(f"{where}: has no [patterns]")
        units = tuple(document.get("points", {}).get("units", ["points"]))
        patterns = tuple(_row(where, key, row, units) for key, row in document["patterns"].items())
        for fault in _faults(patterns):
            raise RuleSetError(f"{where}: {fault}")
        return cls(name, document, patterns, units)

    @property
    def patterns(self) -> tuple[Pattern, ...]:
        """The rows that are patterns."""
        return tuple(row for row in self.rows if not row.hidden)

    def spec(self) -> dict[str, Any]:
        """Return the data that compiled code takes."""
        number = {row.id: i for i, row in enumerate(self.rows)}
        win = dict(self.document.get("win", {}))
        minimum = win.pop("minimum", {})
        without = minimum.get("without", [])
        win.setdefault("tile_set", "standard")
        win.setdefault("shapes", ["standard"])
        win["minimum"] = minimum.get("value", 0)
        win["minimum_unit"] = self.units.index(minimum.get("unit", self.units[0]))
        win["minimum_rows"] = minimum.get("rows", 0)
        settlement = dict(self.document.get("settlement", {}))
        points = dict(self.document.get("points", {}))
        modes = {"combine": "sum", **points, **settlement, "settle": settlement.get("mode", "none")}
        modes["winners_leave"] = self.document.get("play", {}).get("winners_leave", False)
        if modes.get("false_win") == "claimed":
            modes |= {"false_win": 0, "false_win_claimed": True}
        table, series = facts(), _series(self.rows)
        rows = [
            {
                "facts": [table[fact].number for fact in row.facts],
                "unless": [table[fact].number for fact in row.unless],
                "points_closed": row.points,
                "points_open": row.open_points,
                "unit": self.units.index(row.unit),
                "counted": _counted(row, table),
                "excludes": sorted({number[x] for x in (*row.excludes, *series[row.id])}),
                "minus": [(number[x], n) for x, n in row.minus.items()],
                "shapes": list(row.shapes),
                "fallback": row.fallback,
                "outside_minimum": row.id in without or row.hidden,
                "combination": row.combination,
                "hidden": row.hidden,
            }
            for row in self.rows
        ]
        return {"win": win, "modes": modes, "rows": rows}

    def procedure(self) -> dict[str, Any]:
        """Return what compiled code takes of claims, kongs and rounds."""
        win, settlement, play = (self.document.get(name, {}) for name in ("win", "settlement", "play"))
        kongs = {"kong": 0, "added_kong": 0, "concealed_kong": 0, **settlement.get("kongs", {})}
        if len(kongs) > 3:
            raise ValueError(f"[settlement] kongs: {', '.join(kongs)} are not all kinds of kongs")
        if (winners := play.get("winners", "next")) not in ("next", "all"):
            raise ValueError(f"[play] winners is {winners!r}, neither 'next' nor 'all'")
        return {
            "chow_claims": win.get("chow_melds", True),
            "several_winners": winners == "all",
            "declined": "free",
            "late_added_kong": settlement.get("late_added_kong", kongs["added_kong"]),
            "not_ready_pays": settlement.get("not_ready_pays", "none"),
            "refund_on_kong_discard": settlement.get("refund_on_kong_discard", False),
            **kongs,
            **play,
        }


def _counted(row: Pattern, table: Mapping[str, Fact]) -> int:
    return next((i for i, fact in enumerate(row.facts) if row.count and table[fact].counted), -1)


def _series(patterns: tuple[Pattern, ...]) -> dict[str, list[str]]:
    """Of a series only the first row that holds counts."""
    members: dict[str, list[str]] = {}
    for row in patterns:
        members.setdefault(row.series, []).append(row.id)
    return {
        row.id: members[row.series][members[row.series].index(row.id) + 1 :] if row.series else []
        for row in patterns
    }


def _row(where: str, key: str, row: Any, units: tuple[str, ...]) -> Pattern:
    def fail(fault: str) -> RuleSetError:
        return RuleSetError(f"{where}: row {key!r}: {fault}")

    if not isinstance(row, dict):
        raise fail("is not a table")
    if unknown := row.keys() - _ROW:
        raise fail(f"unknown key {sorted(unknown)[0]!r}")
    for needed in ("zh", "en", "points"):
        if needed not in row:
            raise fail(f"lacks {needed!r}")
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
        count=bool(row.get("count")),
        excludes=tuple(row.get("excludes", [])),
        minus=dict(row.get("minus", {})),
        series=str(row.get("series", "")),
        shapes=tuple(row.get("shapes", [])),
        fallback=bool(row.get("fallback")),
        combination=bool(row.get("combination")),
        hidden=bool(row.get("hidden")),
        note=row.get("note", ""),
    )


def _faults(patterns: tuple[Pattern, ...]) -> Iterator[str]:
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
        for other in _series(patterns)[row.id]:
            if by_id[other].points > row.points:
                where = f"which stands before it in series {row.series!r}"
                yield f"row {other!r}: is dearer than {row.id!r}, {where}"
