"""Reasons: why a row that holds does not count, and why a hand is no legal win."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from .. import _scoring
from ..hand import Hand
from ..melds import encode, meld_tiles
from ..rulebook import Pattern, facts
from ..scoring import Reading, Score
from ..tiles import format_tiles, get_tile_set
from .words import Words

if TYPE_CHECKING:
    from ..rules import RuleSet

Edge = tuple[int, tuple[int, ...]]  # a row, and the numbers of the groups it joins


@dataclass(frozen=True)
class LeftOut:
    """A row that holds and does not count.

    Attributes
    ----------
    kind
        ``excluded`` (contained in another row), ``series``, ``alone`` (the other row is a limit), ``taken``
        (some of its count was taken away); and of MCR's combining principles ``split``, ``same``, ``joined``.
    by
        The rows that keep it from counting.
    count
        How often it would count besides.
    joins
        The groups it would join.
    reason
        The same in words.
    """

    pattern: Pattern
    kind: str
    by: tuple[Pattern, ...]
    reason: str
    count: int = 1
    joins: tuple[str, ...] = ()


# ---- why a row does not count ----


def left_out(rules: RuleSet, hand: Hand, reading: Reading, words: Words) -> tuple[LeftOut, ...]:
    """Find every row that holds on a reading and does not count, in table order."""
    rows, found = rules.rows, []
    counted = {row: count for row, count, _ in reading["lines"] if count}
    struck = {row: by for row, count, by in reading["lines"] if not count}
    holding = _holding(rules, hand, reading)
    for row, pattern in enumerate(rows):
        if pattern.hidden:
            continue
        if row in struck:
            found.append(_make(pattern, _kind(pattern, rows[struck[row]]), [rows[struck[row]]], words))
        elif pattern.combination:
            found += _blocked(rules, reading, row, counted, words)
        elif (less := holding.get(row, 0) - counted.get(row, 0)) > 0 and not pattern.fallback:
            takers = [rows[other] for other in counted if pattern.id in rows[other].minus]
            if takers:
                found.append(_make(pattern, "taken", takers, words, count=less))
    return tuple(found)


def _make(
    pattern: Pattern,
    kind: str,
    by: Iterable[Pattern],
    words: Words,
    count: int = 1,
    joins: tuple[str, ...] = (),
) -> LeftOut:
    by = tuple({other.id: other for other in by}.values())
    names = words.join([other.name(words.lang) for other in by])
    return LeftOut(pattern, kind, by, words(kind, by=names), count, joins)


def _kind(pattern: Pattern, by: Pattern) -> str:
    if pattern.id in by.excludes:
        return "excluded"
    return "series" if pattern.series and pattern.series == by.series else "alone"


@lru_cache(maxsize=32)
def _bare(rules: RuleSet) -> _scoring.Scorer:
    """A scorer in which every row that holds counts."""
    spec = rules._book.spec()
    spec["modes"] |= {"combine": "sum"}
    for row in spec["rows"]:
        row |= {"excludes": [], "minus": [], "combination": False}
    return _scoring.Scorer(spec)


_LAID = ("shape", "chows", "pungs", "pair", "knitted", "place", "place_start")


def _holding(rules: RuleSet, hand: Hand, reading: Reading) -> dict[int, int]:
    """How often each row holds on a reading, whatever the rows exclude."""
    for bare in _bare(rules).readings(hand._row._columns(), 0):
        if all(bare[key] == reading[key] for key in _LAID):
            return {row: count for row, count, _ in bare["lines"]}
    return {}


# ---- combinations: rows that join groups ----


def _blocked(
    rules: RuleSet, reading: Reading, row: int, counted: Mapping[int, int], words: Words
) -> Iterator[LeftOut]:
    """What a combination row could join besides, and which principle keeps it from that."""
    rows, chosen = rules.rows, [(r, tuple(groups)) for r, groups in reading["edges"]]
    possible = dict.fromkeys((r, tuple(groups)) for r, groups in reading.get("possible", ()) if r == row)
    excluders = [other for other in counted if rows[row].id in rows[other].excludes][:1]
    reasons: dict[tuple[str, tuple[int, ...]], list[Edge]] = {}
    for edge in possible:
        if edge not in chosen:
            kind, by = ("excluded", excluders) if excluders else _principle(edge, chosen)
            reasons.setdefault((kind, tuple(by)), []).append(edge)
    for (kind, others), edges in reasons.items():
        joins = tuple(join_texts(rules, edges)[row])
        yield _make(rows[row], kind, [rows[other] for other in others], words, joins=joins)


def _principle(edge: Edge, chosen: Sequence[Edge]) -> tuple[str, list[int]]:
    row, groups = edge
    for other, joined in chosen:
        if len(joined) > len(groups) and _within(groups, joined):
            return "split", [other]
    same = [other for other, joined in chosen if other == row and set(joined) & set(groups)]
    if same:
        return "same", same
    touching = [other for other, joined in chosen if set(joined) & set(groups)]
    return "joined", touching or [other for other, _ in chosen]


def _within(part: tuple[int, ...], whole: tuple[int, ...]) -> bool:
    return all(part.count(group) <= whole.count(group) for group in part)


def join_texts(rules: RuleSet, edges: Iterable[tuple[int, Iterable[int]]]) -> dict[int, list[str]]:
    """Write the groups that rows join, ``"234m 234p 234s"``, by row.

    Chows are numbered by their lowest tile, suit after suit, and so are pungs.
    """
    kinds, texts = get_tile_set(rules.tile_set), facts()
    found: dict[int, list[str]] = {}
    for row, groups in edges:
        chow = texts[rules.rows[row].facts[0]].section == "chow"
        per_suit = kinds.ranks - 2 if chow else kinds.ranks
        tiles = (kinds.ranks * (group // per_suit) + group % per_suit for group in groups)
        codes = [encode("chow" if chow else "pung", tile) for tile in tiles]
        found.setdefault(row, []).append(" ".join(meld_tiles(code, kinds.name) for code in codes))
    return found


# ---- why a hand is no legal win ----


def objections(rules: RuleSet, hand: Hand, score: Score, words: Words) -> Iterator[str]:
    """Say why a hand may not win; the first reasons weigh most."""
    if hand.by == "false_win":
        yield words("false_win")
    if "dead_hand" in hand.flags:
        yield words("dead_hand")
    if not score.complete:
        if hand.by != "false_win":
            yield from _incomplete(rules, hand, words)
        return
    win = rules.table("win")
    chows = [encode(meld.type, meld.tile) for meld in hand.melds if meld.type == "chow"]
    if chows and not win.get("chow_melds", True):
        yield words("chow_claimed", melds=words.join([meld_tiles(code, hand.tile_set) for code in chows]))
    suits = _suits(hand)
    if (held := sum(map(bool, suits))) > win.get("max_suits", 3):
        yield words("suits", suits=held, most=win["max_suits"])
    if (void := rules.void_of(hand)) is not None and suits[void]:
        yield words("holds_void", tiles=suits[void])
    yield from _below_minimum(rules, hand, score, words)


def _incomplete(rules: RuleSet, hand: Hand, words: Words) -> Iterator[str]:
    penalty = hand._row.penalty_tiles[0]
    if hand.win_tile is None:
        yield words("no_flower_win")
    elif penalty.any() and rules.scorer.readings({**hand._row._columns(), "penalty_tiles": None}, 0):
        yield words("penalty", tiles=format_tiles(penalty, tile_set=hand.tile_set))
    else:
        counts = hand.concealed.copy()
        counts[hand.win_tile] += 1
        shanten = int(rules.shanten(counts, hand.held, rules.void_of(hand)))
        short = words("one_short") if shanten == 0 else words("short", shanten=shanten + 1)
        yield words("incomplete") + (words.quote(short) if 0 <= shanten < 14 else "")


def _suits(hand: Hand) -> list[str]:
    """Write the tiles of every suit, the winning tile and melds included; empty for a suit that it lacks."""
    own = hand.concealed + hand.held
    if hand.win_tile is not None:
        own[hand.win_tile] += 1
    suit = np.arange(len(own)) // get_tile_set(hand.tile_set).ranks
    return [format_tiles(own * (suit == i), tile_set=hand.tile_set) for i in range(3)]


def _below_minimum(rules: RuleSet, hand: Hand, score: Score, words: Words) -> Iterator[str]:
    minimum = rules.table("win").get("minimum", {})
    without, rows = minimum.get("without", []), {row.id: row for row in rules.rows}
    unit = minimum.get("unit", rules.units[0])
    outside = [rows[key] for key in score.patterns if key in without]
    inside = {key: points for key, points in score.patterns.items() if key not in without}
    value = sum(points for key, points in inside.items() if rows[key].unit == unit)
    if rules.table("points").get("minimum_after_doubling"):
        value <<= min(max(score.units.get(rules.units[1], 0), 0), 30)  # as compiled code doubles
    if value < minimum.get("value", 0):
        yield words("below", value=value, needed=minimum["value"], unit=words.unit(unit))
    if len(inside) < minimum.get("rows", 0):
        yield words("below_rows", value=len(inside), needed=minimum["rows"])
    elif value >= minimum.get("value", 0):
        return
    if outside:
        yield words("without", patterns=words.join([row.name(words.lang) for row in outside]))
