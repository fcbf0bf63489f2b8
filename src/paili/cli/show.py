"""The closing summary of a job, in either language."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rich.table import Table

from ..columns import COLUMNS
from .common import console, table_of

if TYPE_CHECKING:
    from ..io.summary import Summary
    from ..rules import RuleSet

WORDS = {
    "rows": "行数",
    "legal wins": "可和牌",
    "below the minimum": "未达起和",
    "no win": "未和牌",
    "bad rows": "错行",
    "mean points": "平均分",
    "time": "用时",
    "points": "分数",
    "hands": "手数",
    "pattern": "番种",
    "rows/s": "行/秒",
}
_BAR = 40
_TOP = 12


def show_summary(summary: Summary, rules: RuleSet, lang: str) -> None:
    """Print rows, legal wins, the mean, a histogram of points and the most frequent patterns."""
    hands = _word("hands", lang)
    console.print(_totals(summary, rules, lang))
    if summary.points:
        console.print(_histogram(summary.points, _word("points", lang), hands))
    if summary.patterns:
        console.print(_patterns(summary, rules, _word("pattern", lang), hands, lang))


def _word(text: str, lang: str) -> str:
    return WORDS[text] if lang == "zh" else text


def _totals(summary: Summary, rules: RuleSet, lang: str) -> Table:
    table = table_of("", "", "", right=(1, 2), title=f"{rules.title(lang)} ({rules.name})")
    below = summary.complete - summary.legal
    no_win = summary.rows - summary.bad - summary.complete
    counts = {"rows": summary.rows, "legal wins": summary.legal, "below the minimum": below}
    for text, number in {**counts, "no win": no_win, "bad rows": summary.bad}.items():
        share = f"{number / summary.rows:.1%}" if summary.rows and text != "rows" else ""
        table.add_row(_word(text, lang), f"{number:,}", share)
    table.add_row(_word("mean points", lang), f"{summary.mean:,.2f}", "")
    rate = f"{summary.rows / summary.seconds:,.0f} {_word('rows/s', lang)}"
    table.add_row(_word("time", lang), f"{summary.seconds:.2f} s", rate)
    return table


def _histogram(points: Counter[int], heading: str, hands: str) -> Table:
    table = table_of(heading, hands, "%", "", right=(1, 2))
    bins = histogram(points)
    total, most = sum(bins.values()), max(bins.values())
    for (low, high), number in bins.items():
        label = str(low) if low == high else f"{low}-{high}"
        bar = "█" * round(_BAR * number / most) or ("▏" if number else "")
        table.add_row(label, f"{number:,}", f"{number / total:.1%}", bar)
    return table


def histogram(points: Counter[int]) -> dict[tuple[int, int], int]:
    """Count points in at most a dozen ranges, each about twice as wide as the one before.

    >>> histogram(Counter({5: 3, 10: 2, 15: 1, 320: 1}))
    {(5, 5): 3, (10, 10): 2, (15, 15): 1, (320, 320): 1}
    """
    values = sorted(points)
    if len(values) <= 12:
        return {(value, value): points[value] for value in values}
    bins: dict[tuple[int, int], int] = {}
    edge = max(1, values[0])
    while values:
        inside = [value for value in values if value < 2 * edge]
        values, edge = values[len(inside) :], 2 * edge
        if inside:
            bins[inside[0], inside[-1]] = sum(points[value] for value in inside)
    return bins


def _patterns(summary: Summary, rules: RuleSet, heading: str, hands: str, lang: str) -> Table:
    rows = {row.id: row for row in rules.patterns}
    table = table_of(heading, hands, "%", "", right=(1, 2))
    for name, number in summary.patterns.most_common(_TOP):
        row = rows[name]
        first, second = (row.zh, row.en) if lang == "zh" else (row.en, row.zh)
        table.add_row(first, f"{number:,}", f"{number / max(summary.rows, 1):.1%}", second)
    return table


def schema_text() -> str:
    """Say which columns are read and which are written."""
    from ..io import batch, columns

    lines = ["Columns of hands (absent or null: unknown, or the default)", ""]
    for field in columns.SCHEMA:
        column = COLUMNS.get(field.name) or COLUMNS.get(f"{field.name}_")
        what = column.what if column else "carried, never judged"
        lines.append(f"  {field.name:<20} {field.type!s:<24} {what}")
    lines += ["", *columns.__doc__.strip().splitlines()[2:]] if columns.__doc__ else []
    lines += ["", "Columns that scoring adds", ""]
    lines += [f"  {name:<20} {kind!s}" for name, kind in batch.ADDED.items()]
    return "\n".join(lines)
