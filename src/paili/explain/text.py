"""Explanations as text for a terminal, aligned by the width that characters take there."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..hand import Hand
    from . import Counted, Explanation
    from .words import Words


def width(text: str) -> int:
    """How many columns a text takes in a terminal: Chinese characters take two.

    >>> width("pung"), width("碰碰和")
    (4, 6)
    """
    return sum(0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in "WF") for c in text)


def pad(text: str, columns: int, right: bool = False) -> str:
    """Fill a text up to so many columns, to its left if `right`."""
    space = " " * max(columns - width(text), 0)
    return space + text if right else text + space


def table(rows: Sequence[Sequence[str]], right: Sequence[int] = (), gap: str = "  ") -> list[str]:
    """Align rows of cells; the columns in `right` flush right.

    >>> table([("无字", "1"), ("All Chows", "12")], right=(1,))
    ['无字        1', 'All Chows  12']
    """
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return [gap.join(pad(cell, widths[i], i in right) for i, cell in enumerate(row)).rstrip() for row in rows]


def write_text(explanation: Explanation) -> str:
    """Write an explanation for a terminal."""
    return "\n\n".join("\n".join(part) for part in _parts(explanation) if part)


def _parts(e: Explanation) -> Iterator[list[str]]:
    labels = ("hand", "groups", "runner_up", "payments", "left_out")
    indent = max(width(e.words(label)) for label in labels if label not in ("runner_up",)) + 2
    yield [headline(e), *_head(e, indent)]
    if e.counted:
        yield _sum(e)
    if e.left_out:
        yield _left_out(e)
    if e.runner_up is not None:
        yield _runner_up(e)
    yield _payments(e, indent)


def headline(e: Explanation) -> str:
    """The rule set and the result in one line."""
    words, score = e.words, e.score
    if score.legal:
        verdict = words.amount(score.points, "points")
    else:
        verdict = words("not_legal")
        if score.raw_points:
            verdict += words.quote(words("would_be", points=score.raw_points))
    return f"{e.title} ({e.rules}){words.colon}{verdict}"


def _labelled(label: str, lines: Sequence[str], indent: int) -> list[str]:
    return [pad(label if i == 0 else "", indent) + line for i, line in enumerate(lines)]


def _head(e: Explanation, indent: int) -> list[str]:
    words = e.words
    told = [str(e.hand), words.comma.join(circumstances(e.hand, words))]
    lines = _labelled(words("hand"), [text for text in told if text], indent)
    if e.arrangement is not None:
        layout = [str(e.arrangement) or "-", words.comma.join(shape_words(e))]
        lines += _labelled(words("groups"), layout, indent)
    return lines + [" " * indent + f"✗ {reason}" for reason in e.objections]


def circumstances(hand: Hand, words: Words) -> list[str]:
    """How the hand was won, by whom, and what was special about it."""
    found = [words(hand.by)]
    if hand.winner is not None:
        found.append(words("seat", seat=hand.winner))
    if hand.from_ is not None:
        found.append(words("robbed" if hand.by == "robbed_kong" else "from", seat=hand.from_))
    if hand.seat_wind:
        found.append(words("seat_wind", wind=words.wind(hand.seat_wind)))
    if hand.round_wind:
        found.append(words("round_wind", wind=words.wind(hand.round_wind)))
    if hand.flowers:
        found.append(words("flowers", n=hand.flowers))
    if (suit := hand.context.get("void_suit")) is not None:
        found.append(words(f"void_{suit}"))
    return found + [words("dead" if flag == "dead_hand" else flag) for flag in hand.flags]


def shape_words(e: Explanation) -> list[str]:
    """The shape of the arrangement and where the winning tile lies."""
    if e.arrangement is None:
        return []
    shape, place = e.arrangement.shape, e.arrangement.place
    found = [e.words("flowers_shape" if shape == "flowers" else shape)]
    return found if place == "none" else [*found, e.words(place)]


def _times(line: Counted) -> str:
    return f" ×{line.count}" if line.count > 1 else ""


def worth(e: Explanation, line: Counted) -> str:
    """The points of a row, with their unit where the rule set has several."""
    return amount(e, line.points, line.pattern.unit)


def amount(e: Explanation, n: int, unit: str) -> str:
    """A number with its unit where the rule set has several."""
    return str(n) if len(e.units) == 1 else e.words.amount(n, unit)


def totals(e: Explanation) -> list[tuple[str, str]]:
    """The sum, in every unit that has one, and how it becomes points."""
    sums = {unit: n for unit, n in e.score.units.items() if n} or {e.units[0]: e.score.total}
    if len(e.units) == 1:
        sums = {e.units[0]: e.score.total}
    plus = " + ".join(amount(e, n, unit) for unit, n in sums.items())
    found = [(e.words("total"), plus)]
    return [*found, (e.words("points"), e.conversion)] if e.conversion else found


def _sum(e: Explanation) -> list[str]:
    rows = [(f"  {e.name(line.pattern)}{_times(line)}", worth(e, line)) for line in e.counted]
    sums = totals(e)
    whole = table([*rows, sums[0]], right=(1,))
    rule = "-" * max(map(width, whole))
    lines = []
    for text, line in zip(whole, e.counted, strict=False):
        lines.append(f"{text}   {' '.join(f'[{joins}]' for joins in line.joins)}".rstrip())
    lines += [rule, whole[-1]]
    return lines + [f"{label}  {text}" for label, text in sums[1:]]


def _left_out(e: Explanation) -> list[str]:
    rows = [
        (f"  {e.name(item.pattern)}" + (f" ×{item.count}" if item.count > 1 else ""), item.reason,
         " ".join(f"[{joins}]" for joins in item.joins))
        for item in e.left_out
    ]  # fmt: skip
    return [e.words("left_out"), *table(rows)]


def _runner_up(e: Explanation) -> list[str]:
    other = e.runner_up
    assert other is not None
    value = e.words.amount(other.points, "points")
    if not other.legal:
        value += e.words.quote(e.words("not_legal"))
    names = [f"{e.name(line.pattern)} {worth(e, line)}" for line in other.counted]
    return [
        f"{e.words('runner_up')}{e.words.colon}{value}",
        f"  {other.arrangement}",
        f"  {e.words.join(names) or e.words('nothing')}",
    ]


def seat_roles(e: Explanation, seat: int) -> list[str]:
    """What a seat is in the settlement."""
    hand, words = e.hand, e.words
    roles = [
        ("winner", hand.winner == seat and hand.by != "false_win"),
        ("dealer", hand.dealer == seat),
        ("discarder", hand.from_ == seat),
        ("responsible", e.score.responsible == seat),
    ]
    return [words(role) for role, is_so in roles if is_so]


def payment_note(e: Explanation) -> str:
    """What the payments alone do not say."""
    if not e.score.settled:
        return e.words("unsettled")
    nobody = int(e.hand._row.responsible[0]) == -1 and e.hand.by != "self_draw"
    return e.words("nobody") if nobody and e.score.legal and e.score.responsible is None else ""


def nothing_paid(e: Explanation) -> bool:
    """Is the hand no win, so that nobody pays?"""
    return not e.score.legal and not e.score.payments.any()


def _payments(e: Explanation, indent: int) -> list[str]:
    if nothing_paid(e):
        return []
    lines = []
    if e.score.settled:
        paid = enumerate(e.score.payments.tolist())
        rows = [
            (e.words("seat", seat=seat), str(n), e.words.comma.join(seat_roles(e, seat))) for seat, n in paid
        ]
        lines = table(rows, right=(1,))
    note = payment_note(e)
    return _labelled(e.words("payments"), [*lines, *([note] if note else [])], indent)
