"""Explanations as HTML for a notebook: the tiles drawn, the rest in tables. The markup is well-formed XML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING

from ..arrangement import Arrangement, Group
from ..svg import Piece, draw, draw_hand
from .text import (
    circumstances,
    headline,
    nothing_paid,
    payment_note,
    seat_roles,
    shape_words,
    totals,
    worth,
)

if TYPE_CHECKING:
    from . import Explanation

_STYLE = "border-collapse:collapse;margin:.4em 0"
_CELL = "padding:.1em .8em .1em 0;text-align:{align};vertical-align:top"
_GREY, _RED = "color:#6b7280", "color:#b3261e"
Row = Sequence[str]


def write_html(explanation: Explanation) -> str:
    """Write an explanation for a notebook."""
    lang = "zh" if explanation.lang == "zh" else "en"
    return f'<div lang="{lang}" class="paili-explanation">{"".join(_parts(explanation))}</div>'


def _parts(e: Explanation) -> Iterator[str]:
    yield f"<p><b>{escape(headline(e))}</b></p>"
    yield _note(e.words.comma.join(circumstances(e.hand, e.words)))
    yield f"<div>{draw_hand(e.hand)}</div>" if e.hand.win_tile is not None else ""
    for reason in e.objections:
        yield f'<p style="{_RED};margin:.2em 0">✗ {escape(reason)}</p>'
    if e.arrangement is not None and e.arrangement.groups:
        yield _note(f"{e.words('groups')}{e.words.colon}{e.words.comma.join(shape_words(e))}")
        yield f"<div>{draw_arrangement(e.arrangement)}</div>"
    if e.counted:
        yield _counted(e)
    if e.left_out:
        yield _left_out(e)
    if e.runner_up is not None:
        yield _runner_up(e)
    if not nothing_paid(e):
        yield _payments(e)


def draw_arrangement(arrangement: Arrangement) -> str:
    """Draw groups with a gap between them, the winning tile framed where it lies."""
    pieces = [_piece(group, arrangement) for group in arrangement.groups]
    return draw(pieces, arrangement.tile_set, str(arrangement))


def _piece(group: Group, arrangement: Arrangement) -> Piece:
    win = arrangement.win_tile
    own = [place for place, tile in enumerate(group.tiles) if group.winning and tile == win]
    winning = own[-1] if own else None
    return Piece(group.tiles, group.declared, group.kind == "kong" and group.concealed, winning)


def _note(text: str) -> str:
    return f'<p style="{_GREY};margin:.2em 0">{escape(text)}</p>'


def _table(rows: Iterable[Row], right: Sequence[int] = (), heading: str = "") -> str:
    """A table of cells that are escaped here; a last row marked by a leading ``=`` is a sum."""
    top = f'<caption style="text-align:left;{_GREY}">{escape(heading)}</caption>' if heading else ""
    return f'<table style="{_STYLE}">{top}<tbody>{"".join(_row(row, right) for row in rows)}</tbody></table>'


def _row(row: Row, right: Sequence[int]) -> str:
    line = ";border-top:1px solid #8a8f98;font-weight:600" if row[0].startswith("=") else ""
    cells = [row[0].removeprefix("="), *row[1:]]
    styled = (
        f'<td style="{_CELL.format(align="right" if i in right else "left")}{line}">{escape(cell)}</td>'
        for i, cell in enumerate(cells)
    )
    return f"<tr>{''.join(styled)}</tr>"


def _counted(e: Explanation) -> str:
    rows: list[Row] = []
    for line in e.counted:
        times = f" ×{line.count}" if line.count > 1 else ""
        rows.append((e.name(line.pattern) + times, worth(e, line), "; ".join(line.joins)))
    sums: list[Row] = [(f"={label}", text, "") for label, text in totals(e)]
    return _table([*rows, *sums], right=(1,))


def _left_out(e: Explanation) -> str:
    rows = []
    for item in e.left_out:
        times = f" ×{item.count}" if item.count > 1 else ""
        rows.append((e.name(item.pattern) + times, item.reason, "; ".join(item.joins)))
    return _table(rows, heading=e.words("left_out"))


def _runner_up(e: Explanation) -> str:
    other = e.runner_up
    assert other is not None
    value = e.words.amount(other.points, "points")
    if not other.legal:
        value += e.words.quote(e.words("not_legal"))
    names = e.words.join([f"{e.name(line.pattern)} {worth(e, line)}" for line in other.counted])
    heading = e.words.colon.join([e.words("runner_up"), value, names or e.words("nothing")])
    return f"{_note(heading)}<div>{draw_arrangement(other.arrangement)}</div>"


def _payments(e: Explanation) -> str:
    note = _note(payment_note(e)) if payment_note(e) else ""
    if not e.score.settled:
        return note
    rows = [
        (e.words("seat", seat=seat), f"{paid:+d}" if paid else "0", e.words.comma.join(seat_roles(e, seat)))
        for seat, paid in enumerate(e.score.payments.tolist())
    ]
    return _table(rows, right=(1,), heading=e.words("payments")) + note
