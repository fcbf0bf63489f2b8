"""Rule sets as data: what a TOML file (`paili.rule_files`) means, its options applied, every word checked.

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

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from .. import _scoring
from ..rule_files import RULESETS, Document, RuleSetError, merge, names, read
from .keys import table_faults
from .rows import Pattern, counted, facts, faults, read_row, series_of

__all__ = [
    "RULESETS", "Document", "Pattern", "RuleSetError", "Rulebook", "facts", "merge", "names", "read",
]  # fmt: skip


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
        for fault in table_faults(document):
            raise RuleSetError(f"{where}: {fault}")
        if not document.get("patterns"):
            raise RuleSetError(f"{where}: has no [patterns]")
        units = tuple(document.get("points", {}).get("units", ["points"]))
        if not 1 <= len(set(units)) == len(units) <= _scoring.MAX_UNITS:
            some = f"one to {_scoring.MAX_UNITS} different words"
            raise RuleSetError(f"{where}: [points] units is {list(units)}, not {some}")
        try:
            patterns = tuple(read_row(key, row, units) for key, row in document["patterns"].items())
        except ValueError as error:
            raise RuleSetError(f"{where}: {error}") from None
        for fault in chain(faults(patterns), _mode_faults(document, units, patterns)):
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
        table, series = facts(), series_of(self.rows)
        rows = [
            {
                "facts": [table[fact].number for fact in row.facts],
                "unless": [table[fact].number for fact in row.unless],
                "points_closed": row.points,
                "points_open": row.open_points,
                "unit": self.units.index(row.unit),
                "counted": counted(row, table),
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
        return {
            "chow_claims": win.get("chow_melds", True),
            "several_winners": play.get("winners") == "all",
            "declined": "free",
            "late_added_kong": settlement.get("late_added_kong", kongs["added_kong"]),
            "not_ready_pays": settlement.get("not_ready_pays", "none"),
            "refund_on_kong_discard": settlement.get("refund_on_kong_discard", False),
            **kongs,
            **play,
        }


_OTHER_SHAPES = {
    "standard": (),
    "suits": ("thirteen_orphans", "honors_and_knitted", "thirteen_scattered", "fourteen_honors"),
    "ten-rank": (
        "thirteen_orphans", "honors_and_knitted", "knitted_straight", "thirteen_scattered", "fourteen_honors"
    ),
}  # fmt: skip
"""Shapes that the tiles of a set cannot form."""


def _mode_faults(document: Document, units: tuple[str, ...], patterns: tuple[Pattern, ...]) -> Iterator[str]:
    """What of the tables does not go together."""
    win, points = document.get("win", {}), document.get("points", {})
    tile_set, groups = win.get("tile_set", "standard"), win.get("groups", 4)
    shapes = win.get("shapes", ["standard"])
    combine, minimum = points.get("combine", "sum"), win.get("minimum", {})
    if combine == "flowers" and len(units) != 3:
        yield f"[points] combine = 'flowers' counts in three units, not in {len(units)}"
    if points.get("minimum_after_doubling") and len(units) < 2:
        yield "[points] minimum_after_doubling, but there is no second unit to double by"
    needed = {"limit": "limit", "flowers": "cap"}.get(combine)
    if needed and not points.get(needed):
        yield f"[points] combine = {combine!r} needs {needed}, at least 1"
    if not shapes:
        yield "[win] shapes is empty: no hand would win"
    if groups == 5 and tile_set == "ten-rank":
        yield "[win] groups is 5; hands of ten-rank tiles have 4"
    for shape in shapes:
        if groups == 5 and shape in _scoring.SHAPES and shape not in ("standard", "flowers"):
            yield f"[win] shape {shape!r} is one of 14 tiles, but with 5 groups hands have 17"
        if shape in _OTHER_SHAPES.get(tile_set, ()):
            yield f"[win] shape {shape!r} cannot be formed with the tile set {tile_set!r}"
    if minimum.get("unit", units[0]) not in units:
        yield f"[win] minimum unit {minimum['unit']!r} is none of {', '.join(units)}"
    ids = {row.id for row in patterns}
    for row in minimum.get("without", []):
        if row not in ids:
            yield f"[win] minimum without the unknown row {row!r}"
    if any(row.combination for row in patterns) and (groups != 4 or combine != "principles"):
        yield "rows with combination = true need combine = 'principles' and hands of 4 groups"
