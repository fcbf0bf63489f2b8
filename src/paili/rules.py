"""Rule sets: load one by name or from a file, then score, explain and count with it.

>>> import paili
>>> rules = paili.rules.load("wsom")
>>> hand = paili.Hand.parse("222m444p666s999p3z +3z", by="self_draw", winner=3, dealer=0)
>>> rules.score(hand).points
160
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from . import _scoring, rulebook
from .hand import Hand
from .hands import Hands
from .rulebook import Pattern, RuleSetError, names
from .rulebook import options as rule_options
from .scoring import Score, Scores, lacks_win_tile, score_columns

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .advice import Discard, Wait
    from .explain import Explanation
    from .rule_counting import RuleCounting

__all__ = ["Pattern", "RuleSet", "RuleSetError", "Score", "Scores", "load", "names"]


class RuleSet:
    """A rule set: an immutable table of patterns and the parameters of its modes.

    Made by `load`; pickled as its text. Equal rule sets have equal fingerprints.

    >>> rules = load("mcr")
    >>> rules, rules.options["two_concealed_kongs"], rules.units, rules.patterns[0].name("zh")
    (<RuleSet 'mcr': 82 patterns>, 6, ('points',), '大四喜')
    """

    def __init__(
        self, name: str, document: Mapping[str, Any], options: Mapping[str, Any] | None = None
    ) -> None:
        self.name = name
        self._document = dict(document)
        self.options: dict[str, Any] = {**rule_options.defaults(name, self._document), **(options or {})}
        patched = rule_options.apply(name, self._document, self.options)
        self._book = rulebook.Rulebook.check(name, patched)
        try:
            self.scorer = _scoring.Scorer(self._book.spec())
            self.procedure = _scoring.Procedure(self._book.procedure())
        except (ValueError, KeyError, RuntimeError) as error:
            raise RuleSetError(f"rule set {name!r}: {error}") from None

    def title(self, lang: str = "en") -> str:
        """The printed name of the rule set in ``"en"`` or ``"zh"``."""
        if lang not in ("en", "zh"):
            raise ValueError(f"lang is {lang!r}; it can be 'en' or 'zh'")
        return str(self._book.document.get("title", {}).get(lang, self.name))

    @property
    def patterns(self) -> tuple[Pattern, ...]:
        """The rows of the table in scoring order."""
        return self._book.patterns

    @property
    def rows(self) -> tuple[Pattern, ...]:
        """The patterns, and behind them what counts without being one: flowers, doublings."""
        return self._book.rows

    @property
    def units(self) -> tuple[str, ...]:
        """The units in which rows are worth something; the first is the rule set's own."""
        return self._book.units

    @property
    def tile_set(self) -> str:
        """The tiles it is played with."""
        return str(self.table("win").get("tile_set", "standard"))

    @property
    def groups(self) -> int:
        """How many groups a hand has: 4, or 5 with 16 tiles."""
        return int(self.table("win").get("groups", 4))

    @cached_property
    def void_suit(self) -> bool:
        """Does everybody name a suit that must go?"""
        return bool(self.table("play").get("void_suit"))

    def void_of(self, hand: Hand) -> int | None:
        """Return the suit (0 to 2: m p s) that a hand must be rid of before it may win, if there is one.

        >>> hand = Hand.parse("1122334455667m +7m", tile_set="suits", context={"void_suit": "s"})
        >>> load("sichuan-wulong").void_of(hand), load("sichuan-wulong").replace(dingque=True).void_of(hand)
        (None, 2)
        """
        suit = int(hand._row.void_suit[0])
        return suit if self.void_suit and suit >= 0 else None

    def table(self, name: str) -> dict[str, Any]:
        """A table of the rule file, options applied; such as ``"win"`` or ``"settlement"``."""
        return dict(self._book.document.get(name, {}))

    def replace(self, **options: Any) -> RuleSet:
        """Return the rule set with other values of some options.

        >>> load("shanghai").replace(nonsense=1)
        Traceback (most recent call last):
        ...
        paili.RuleSetError: rule set 'shanghai' has no option 'nonsense'; it has none
        """
        return RuleSet(self.name, self._document, {**self.options, **options})

    @cached_property
    def fingerprint(self) -> str:
        """A hexadecimal digest that changes when anything that can change a score does."""
        text = json.dumps(self._book.document, sort_keys=False, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @overload
    def score(self, hands: Hand, *, detail: bool = ..., workers: int | None = ...) -> Score: ...
    @overload
    def score(self, hands: Hands, *, detail: bool = ..., workers: int | None = ...) -> Scores: ...

    def score(
        self, hands: Hand | Hands, *, detail: bool = False, workers: int | None = None
    ) -> Score | Scores:
        """Score a hand, or a batch.

        Parameters
        ----------
        hands
            A `Hand` gives a `Score`, a `Hands` gives `Scores`. Rows that are not valid score as not legal.
        detail
            Fill `Scores.contributions` too.
        workers
            Threads; None for as many as there are processors.

        Raises
        ------
        ValueError
            A hand lacks its winning tile, or is made of another tile set.

        >>> load("wsom").score(Hand.parse("1122334455667m +7m")).named("en")["Pure One-Suit"]
        80
        """
        if isinstance(hands, Hand):
            return self.score(hands._row, workers=1)[0]
        if not isinstance(hands, Hands):
            raise TypeError(f"score takes a Hand or Hands, not {type(hands).__name__}")
        self._admit(hands)
        tiles = 3 * self.groups + 1
        columns = score_columns(
            self.scorer,
            hands,
            len(self.patterns),
            tiles,
            void_suit=self.void_suit,
            detail=detail,
            workers=workers,
        )
        return Scores(self, hands, columns)

    @cached_property
    def _counting(self) -> RuleCounting:
        from .rule_counting import RuleCounting  # scoring alone does not load the counting room

        return RuleCounting(self.table("win"))

    def shanten(self, counts: NDArray[Any], held: NDArray[Any] | None = None, void: int | None = None) -> Any:
        """Exchanges short of ready, ``int8[...]``; see `paili.counting.shanten`.

        >>> import paili
        >>> int(load("sichuan-wulong").shanten(paili.parse_tiles("1122334455667m")))
        0
        """
        return self._counting.shanten(counts, held, void)

    def waits_mask(
        self, counts: NDArray[Any], held: NDArray[Any] | None = None, void: int | None = None
    ) -> NDArray[np.bool_]:
        """Tiles that complete each hand, ``bool[..., 34]``; see `paili.counting.waits`.

        >>> import paili
        >>> load("mcr").waits_mask(paili.parse_tiles("1112345678999m")).nonzero()[0].tolist()
        [0, 1, 2, 3, 4, 5, 6, 7, 8]
        """
        return self._counting.waits(counts, held, void)

    def acceptance(
        self, counts: NDArray[Any], held: NDArray[Any] | None = None, void: int | None = None
    ) -> NDArray[np.bool_]:
        """Tiles that lower the shanten of each hand, ``bool[..., 34]``; see `paili.counting.acceptance`.

        >>> import paili
        >>> load("mcr").acceptance(paili.parse_tiles("147m258p369s1234z")).nonzero()[0].tolist()
        [31, 32, 33]
        """
        return self._counting.acceptance(counts, held, void)

    def waits(self, hand: Hand, *, visible: str | NDArray[Any] | None = None) -> list[Wait]:
        """Name the tiles that complete a hand, each with its worth by discard and by self-draw.

        Parameters
        ----------
        hand
            A hand without its winning tile.
        visible
            Other tiles that are seen, as text or counts; they lower `Wait.live` alone.

        >>> import paili
        >>> hand = paili.Hand.parse("234m678p3499s (333z)", seat_wind="W")
        >>> [(wait.text, wait.discard.points, wait.live) for wait in load("wsom").waits(hand)]
        [('2s', 10, 4), ('5s', 10, 4)]
        """
        from .advice import waits

        return waits(self, hand, visible)

    def discards(self, hand: Hand, *, visible: str | NDArray[Any] | None = None) -> list[Discard]:
        """Say for each discard of a full hand how far it is then from winning, the best discard first.

        Parameters
        ----------
        hand
            A hand with one tile too many: 14, or 17 where hands have 16.
        visible
            Other tiles that are seen, as text or counts; they are not live.

        >>> import paili
        >>> best = load("wsom").discards(paili.Hand.parse("123m456p789s11225z"))[0]
        >>> best.text, best.shanten, best.live, [wait.text for wait in best.waits]
        ('5z', 0, 4, ['1z', '2z'])
        """
        from .advice import discards

        return discards(self, hand, visible)

    def _admit(self, hands: Hands) -> None:
        """Refuse what cannot be scored."""
        if len(hands):
            self._check_tile_set(hands.tile_set)
        if (lacking := lacks_win_tile(hands)).size:
            raise ValueError(
                f"hand {lacking[0]} lacks its winning tile (text marks it with +); see RuleSet.waits"
            )

    def _check_tile_set(self, found: str) -> None:
        """Refuse hands of other tiles: the same numbers mean other ones, or some that are not played with."""
        if found != self.tile_set:
            raise ValueError(
                f"rule set {self.name!r} is played with the tile set {self.tile_set!r}, this was read as "
                f"{found!r}; say tile_set={self.tile_set!r} to Hand.parse, or in the record"
            )

    def explain(self, hand: Hand, lang: str = "en") -> Explanation:
        """Say how a hand comes to its points.

        Parameters
        ----------
        lang
            ``"en"`` or ``"zh"``.

        >>> print(str(load("mcr").explain(Hand.parse("1122334455667m +7m"), lang="zh")).splitlines()[0])
        国标麻将 (mcr)：88分
        """
        from .explain import explain

        return explain(self, hand, lang)

    def __reduce__(self) -> tuple[Any, ...]:
        return _from_text, (self.name, json.dumps(self._document), json.dumps(self.options))

    def __eq__(self, other: object) -> bool:
        return self.fingerprint == other.fingerprint if isinstance(other, RuleSet) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __repr__(self) -> str:
        changed = {k: v for k, v in self.options.items() if v != rule_options.defaults("", self._document)[k]}
        words = "".join(f", {key}={value!r}" for key, value in changed.items())
        return f"<RuleSet {self.name!r}: {len(self.patterns)} patterns{words}>"


def _from_text(name: str, document: str, options: str) -> RuleSet:
    return RuleSet(name, json.loads(document), json.loads(options))


def load(name: str | Path) -> RuleSet:
    """Load a built-in rule set, or a rule file by its path (it ends in ``.toml``).

    Raises
    ------
    RuleSetError
        It does not exist, or holds a fault; the message names file, row and fault.

    >>> load("zung-jung").title("zh")
    '中庸麻將'
    """
    if isinstance(name, str) and name in names():
        return _built_in(name)
    stem, document = rulebook.read(name)
    try:
        return RuleSet(stem, document)
    except RuleSetError as error:
        raise RuleSetError(f"{name}: {error}") from None


@lru_cache(maxsize=32)
def _built_in(name: str) -> RuleSet:
    return RuleSet(*rulebook.read(name))
