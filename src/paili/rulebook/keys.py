"""What the tables of a rule file may hold: every key and the values it takes.

Compiled code trusts these numbers; whatever is not listed here never reaches it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..rule_files import TOP

MOST = 1_000_000  # of any amount: keeps every sum and payment far below 2^31


@dataclass(frozen=True)
class Kind:
    """What a value must be: a type, for numbers a range, and for lists and tables what is in them."""

    what: str
    of: type[Any] = str
    low: int = 0
    high: int = MOST
    words: tuple[str, ...] = ()
    items: tuple[type, ...] = (str,)  # of a list
    inside: Mapping[str, Kind] = field(default_factory=dict)
    whole: bool = False  # a table that has all the keys of `inside`

    def fault(self, value: Any) -> str | None:
        """Say what is wrong with a value; None if nothing is."""
        if self.words and value in self.words:
            return None
        fits = type(value) is self.of
        if fits and self.of is int:
            fits = self.low <= value <= self.high
        elif fits and self.of is list:
            fits = all(type(item) in self.items for item in value)
        if not fits:
            return f"is {value!r}, not {self.what}"
        return next(self._faults(value), None) if self.of is dict else None

    def _faults(self, value: dict[str, Any]) -> Iterator[str]:
        if not self.inside:
            return
        if unknown := value.keys() - self.inside.keys():
            yield f"has the unknown key {min(unknown)!r}; there are {', '.join(self.inside)}"
        if self.whole and (lacking := self.inside.keys() - value.keys()):
            yield f"lacks {min(lacking)!r}"
        for key, item in value.items():
            if fault := self.inside[key].fault(item):
                yield f"{key} {fault}"


def number(low: int = 0, high: int = MOST, *words: str) -> Kind:
    """A whole number in a range, or one of some words."""
    other = "".join(f" or {word!r}" for word in words)
    return Kind(f"a whole number from {low} to {high}{other}", int, low, high, words)


def word(*words: str) -> Kind:
    """One of some words."""
    return Kind(f"one of {', '.join(words)}", type(None), words=words)


def table(whole: bool = False, /, **inside: Kind) -> Kind:
    """A table with keys of its own."""
    return Kind("a table", dict, inside=inside, whole=whole)


FLAG = Kind("true or false", bool)
TEXT = Kind("text")
WORDS = Kind("a list of words", list)

PLAY_WORDS: dict[str, tuple[str, ...]] = {
    "winners": ("next", "all"),
    "declined": ("free", "dearer", "none"),
    "earthly": ("never", "first_discard", "first_draw", "first_round"),
    "ready": ("never", "deal", "early", "any"),
    "dealer": ("rotates", "stays", "stays_on_draw", "winner", "battle"),
}
"""The words of ``[play]``, the default first; compiled loops number them in this order."""

TABLES: dict[str, Kind] = {
    "title": table(en=TEXT, zh=TEXT),
    "win": table(
        tile_set=TEXT,
        groups=number(4, 5),
        shapes=WORDS,
        minimum=table(value=number(), unit=TEXT, rows=number(0, 128), without=WORDS),
        pairs_with_quads=FLAG,
        scattered_distinct=FLAG,
        max_suits=number(0, 3),
        chow_melds=FLAG,
        formal_waits=FLAG,
        knitted_body_wait=FLAG,
        penalty_tiles=FLAG,
        honors_with_melds=FLAG,
    ),
    "points": table(
        combine=TEXT, base=number(), cap=number(), limit=number(), units=WORDS, minimum_after_doubling=FLAG
    ),
    "settlement": table(
        mode=TEXT,
        par=number(),
        stake=number(),
        discard_share=number(0, 10),
        self_draw_share=number(0, 10),
        robbed_share=number(0, 10),
        feeder_pays=FLAG,
        dealer_doubles=FLAG,
        kongs=table(kong=number(), added_kong=number(), concealed_kong=number()),
        late_added_kong=number(),
        not_ready_pays=word("none", "min", "max"),
        refund_on_kong_discard=FLAG,
        false_win=number(0, MOST, "claimed"),
    ),
    "play": table(
        **{key: word(*words) for key, words in PLAY_WORDS.items()},
        winners_leave=FLAG,
        must_win_last=number(),
        kong_after_claim=FLAG,
        flowers=FLAG,
        void_suit=FLAG,
        drawn_hands_counter=FLAG,
        time=table(True, turn=number(), hand=number(), step=number(1), fine=number(), forfeit=number()),
        late=table(True, step=number(1), fine=number(), forfeit=number()),
        dead_wall=number(0, 80),
        face_down_kongs=FLAG,
        flower_is_kong_draw=FLAG,
        claim_unlocks=FLAG,
    ),
}
ROW: dict[str, Kind] = {
    "zh": TEXT,
    "en": TEXT,
    "points": Kind("a whole number or { closed = ..., open = ... }"),  # judged by its own words
    "unit": TEXT,
    "fact": Kind("a word or a list of words"),  # likewise
    "unless": WORDS,
    "count": FLAG,
    "excludes": WORDS,
    "minus": Kind("a table", dict),
    "series": TEXT,
    "shapes": WORDS,
    "fallback": FLAG,
    "combination": FLAG,
    "hidden": FLAG,
    "source": TEXT,
    "note": TEXT,
    "before": TEXT,
}
OPTION: dict[str, Kind] = {
    "default": Kind("a word, a whole number, true or false"),
    "sets": TEXT,
    "choices": Kind("a list of words or whole numbers", list, items=(str, int)),
    "when": Kind("a table", dict),
    "en": TEXT,
    "zh": TEXT,
    "source": TEXT,
}
_TAKES = number(0, 255)


def table_faults(document: Mapping[str, Any]) -> Iterator[str]:
    """Say what is wrong with the tables of a document, but for its patterns and options."""
    if unknown := document.keys() - TOP:
        yield f"unknown table [{min(unknown)}]; there are {', '.join(sorted(TOP))}"
    for name, kind in TABLES.items():
        given = document.get(name, {})
        if not isinstance(given, dict):
            yield f"{name} is {given!r}, not a table"
        if unknown := given.keys() - kind.inside:
            yield f"unknown key {min(unknown)!r} in [{name}]"
        for key, value in given.items():
            if fault := kind.inside[key].fault(value):
                yield f"[{name}] {key} {fault}"
    if not isinstance(document.get("patterns", {}), dict):
        yield "patterns is not a table"


def row_faults(row: Any) -> Iterator[str]:
    """Say what is wrong with a row, taken alone, but for its points."""
    if not isinstance(row, dict):
        yield "is not a table"
        return
    if unknown := row.keys() - ROW.keys():
        yield f"unknown key {min(unknown)!r}"
    for needed in ("zh", "en", "points"):
        if needed not in row:
            yield f"lacks {needed!r}"
    for key, value in row.items():
        if key not in ("points", "fact") and (fault := ROW[key].fault(value)):
            yield f"{key} {fault}"
    fact = row.get("fact", "")
    if fault := TEXT.fault(fact) and WORDS.fault(fact):
        yield f"fact {fault}".replace(WORDS.what, ROW["fact"].what)
    for other, times in row.get("minus", {}).items():
        if fault := _TAKES.fault(times):
            yield f"minus {other} {fault}"


def option_faults(option: Any) -> Iterator[str]:
    """Say what is wrong with an option."""
    if not isinstance(option, dict) or "default" not in option:
        yield "lacks a default"
        return
    if unknown := option.keys() - OPTION.keys():
        yield f"unknown key {min(unknown)!r}"
    if ("sets" in option) == ("when" in option):
        yield "needs either 'sets' or 'when'"
    if type(option["default"]) not in (str, int, bool):
        yield f"default is {option['default']!r}, not {OPTION['default'].what}"
    for key, value in option.items():
        if key != "default" and (fault := OPTION[key].fault(value)):
            yield f"{key} {fault}"
    for word, patch in option.get("when", {}).items():
        if not isinstance(patch, dict):
            yield f"when {word} is {patch!r}, not a table"
