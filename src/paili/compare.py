"""One hand under every rule set that has its tiles, as one table.

>>> import paili
>>> table = compare(paili.Hand.parse("1122334455667m +7m", by="self_draw"), names=["wsom", "sichuan-wulong"])
>>> [(row.rules, row.points) for row in table.rows]
[('wsom', 150), ('sichuan-wulong', 16)]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from .explain.reasons import objections
from .explain.text import table
from .explain.words import Words
from .hand import Hand
from .rules import load
from .rules import names as rule_set_names
from .svg import draw_hand
from .tiles import get_tile_set

if TYPE_CHECKING:
    from .rules import RuleSet


@dataclass(frozen=True)
class Compared:
    """What a hand is worth under one rule set; `unit` is what `total` is counted in."""

    rules: str
    title: str
    legal: bool
    points: int
    raw_points: int
    total: int
    unit: str
    patterns: dict[str, int]
    objections: tuple[str, ...]


@dataclass(frozen=True)
class Comparison:
    """One hand under several rule sets; ``str()`` for a terminal, and a notebook draws it."""

    hand: Hand
    lang: str
    rows: tuple[Compared, ...]

    def __repr__(self) -> str:
        return f"<Comparison of {self.hand} under {len(self.rows)} rule sets>"

    def __str__(self) -> str:
        words = Words(self.lang)
        heading = (words("rules"), words("total"), words("points"), words("pattern"))
        return "\n".join([str(self.hand), "", *table([heading, *self._cells()], right=(1, 2))])

    def _cells(self) -> Iterator[tuple[str, str, str, str]]:
        words = Words(self.lang)
        for row in self.rows:
            names = words.join([f"{name} {points}" for name, points in row.patterns.items()])
            why = "; ".join(row.objections)
            total = words.amount(row.total, row.unit)
            yield row.title, total, str(row.points) if row.legal else "-", why or names or words("nothing")

    def _repr_html_(self) -> str:
        words = Words(self.lang)
        style = "padding:.1em .8em .1em 0;text-align:left"
        heads = (words("rules"), words("total"), words("points"), words("pattern"))
        top = "".join(f'<th style="{style}">{escape(head)}</th>' for head in heads)
        body = "".join(
            "<tr>" + "".join(f'<td style="{style}">{escape(cell)}</td>' for cell in cells) + "</tr>"
            for cells in self._cells()
        )
        picture = draw_hand(self.hand)
        return f"<div>{picture}<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"


def compare(hand: Hand, lang: str = "en", names: Iterable[str] | None = None) -> Comparison:
    """Score a hand under every rule set whose tiles and size of hand allow it.

    Parameters
    ----------
    lang
        ``"en"`` or ``"zh"``.
    names
        Rule sets by name or path; default all built-in ones.

    Raises
    ------
    RuleSetError
        One of `names` cannot be loaded.

    >>> print(compare(Hand.parse("19m19p19s1234567z +1z"), names=["wsom", "sichuan-wulong", "mcr"]))
    19m19p19s1234567z +1z
    <BLANKLINE>
    rule set                        total  points  pattern
    World Series of Mahjong    160 points     160  Thirteen Terminals 160
    Mahjong Competition Rules   88 points      88  Thirteen Orphans 88
    """
    words = Words(lang)
    chosen = [load(name) for name in (rule_set_names() if names is None else names)]
    fitting = [(rules, own) for rules in chosen if (own := as_played(hand, rules)) is not None]
    return Comparison(hand, lang, tuple(_row(rules, own, words) for rules, own in fitting))


def as_played(hand: Hand, rules: RuleSet) -> Hand | None:
    """Return the hand with the tiles of a rule set; None where they or its size do not allow that.

    >>> hand = Hand.parse("1122334455667m +7m")
    >>> as_played(hand, load("sichuan-wulong")).tile_set, as_played(hand, load("shiwan"))
    ('suits', None)
    """
    tiles = int(hand.concealed.sum()) + 3 * len(hand.melds)
    if tiles not in (0, 3 * rules.groups + 1):
        return None
    if hand.tile_set == rules.tile_set:
        return hand
    ours, theirs = get_tile_set(hand.tile_set), get_tile_set(rules.tile_set)
    honours = hand.concealed[3 * ours.ranks :].any() or hand.held[3 * ours.ranks :].any()
    won_honour = hand.win_tile is not None and hand.win_tile >= 3 * ours.ranks
    if ours.ranks != theirs.ranks or honours or won_honour:
        return None
    return hand.replace(tile_set=rules.tile_set)


def _row(rules: RuleSet, hand: Hand, words: Words) -> Compared:
    score = rules.score(hand)
    return Compared(
        rules=rules.name,
        title=rules.title(words.lang),
        legal=score.legal,
        points=score.points,
        raw_points=score.raw_points,
        total=score.total,
        unit=rules.units[0],
        patterns=score.named(words.lang),
        objections=() if score.legal else tuple(objections(rules, hand, score, words)),
    )
