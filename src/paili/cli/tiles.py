"""``paili shanten`` and ``paili discards``: how far from winning, and which tiles help."""

from __future__ import annotations

from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from ..explain.words import Words
from ..hand import Hand
from ..melds import CONTENTS, read_meld
from ..notation import read_hand
from ..rules import RuleSet, load
from ..tiles import count_tiles, get_tile_set, parse_tiles
from .common import Lang, LangOption, console, table_of, usage_errors
from .hands import worth

TilesOption = Annotated[str, typer.Option("--tile-set", help="standard, suits or ten-rank.")]
Counts = NDArray[np.uint8]


def _read(text: str, tile_set: str) -> tuple[Counts, Counts]:
    """Return concealed tiles, the winning one among them, and the tiles in melds."""
    hand = read_hand(text, tile_set)
    counts = parse_tiles(f"{hand['concealed']} {hand.get('win_tile', '')}", tile_set=tile_set)
    codes = [read_meld(meld["type"], meld["tiles"], tile_set) for meld in hand["melds"]]
    held: Counts = (
        np.minimum(CONTENTS[codes].sum(axis=0, dtype=int), 255).astype(np.uint8) if codes else count_tiles([])
    )
    return counts, held


def _names(mask: NDArray[np.bool_], tile_set: str) -> str:
    names = get_tile_set(tile_set).names
    return " ".join(names[tile] for tile in np.flatnonzero(mask))


def _distance(shanten: int, lang: Lang) -> str:
    from ..counting import NEVER

    word = {-1: "complete", 0: "ready", NEVER: "never"}.get(shanten, "away")
    return Words(lang.value)(word, shanten=shanten)


def shanten(
    texts: Annotated[list[str], typer.Argument(metavar="HAND...", help="Such as 123m406p1122z (333z).")],
    tile_set: TilesOption = "standard",
    lang: LangOption = Lang.en,
) -> None:
    """Count the exchanges short of ready and name the tiles that help."""
    from .. import counting

    for text in texts:
        with usage_errors():
            counts, held = _read(text, tile_set)
            distance = int(counting.shanten(counts, held=held, tile_set=tile_set))
            line = f"{text}  {_distance(distance, lang)}"
            if counts.sum() % 3 == 1:
                helps = counting.acceptance(counts, held=held, tile_set=tile_set)
                copies = int((4 - counts - held)[helps].sum())
                line += f"  {_names(helps, tile_set)}  ({copies})"
        console.print(line, markup=False, soft_wrap=True)


def discards(
    text: Annotated[str, typer.Argument(metavar="HAND", help="14 tiles, such as 123m406p112233z56s.")],
    tile_set: TilesOption = "standard",
    rules: Annotated[
        str | None,
        typer.Option(
            "--rules",
            "-r",
            metavar="NAME",
            help="Count by a rule set; say what waits are worth: (by discard / by self-draw).",
        ),
    ] = None,
    lang: LangOption = Lang.en,
) -> None:
    """Say for each discard how far the hand is then from winning and which tiles help, the best first."""
    with usage_errors():
        rows = _counted(text, tile_set, lang) if rules is None else _valued(text, load(rules), lang)
    headings = ("打", "向听", "张", "进张") if lang is Lang.zh else ("discard", "leaves", "live", "accepts")
    table = table_of(*headings)
    for row in rows:
        table.add_row(*row)
    console.print(table)


def _counted(text: str, tile_set: str, lang: Lang) -> list[tuple[str, ...]]:
    """Discards by the default shapes of counting."""
    from .. import counting

    counts, held = _read(text, tile_set)
    if counts.sum() % 3 != 2:
        raise ValueError(f"{text!r} holds {counts.sum()} concealed tiles, not 14, 11, 8, 5 or 2")
    after = counting.discards(counts, held=held, tile_set=tile_set)
    tiles = sorted(np.flatnonzero(counts), key=lambda tile: (after.shanten[tile], -int(after.live[tile])))
    accepted = (after.acceptance[:, None] >> np.arange(34, dtype=np.uint64)) & np.uint64(1) != 0
    names = get_tile_set(tile_set).names
    return [
        (
            names[tile],
            _distance(int(after.shanten[tile]), lang),
            str(after.live[tile]),
            _names(accepted[tile], tile_set),
        )
        for tile in tiles
    ]


def _valued(text: str, rules: RuleSet, lang: Lang) -> list[tuple[str, ...]]:
    """Discards under a rule set; a wait is followed by its worth by discard and by self-draw."""
    hand, names = Hand.parse(text, tile_set=rules.tile_set), get_tile_set(rules.tile_set).names
    rows: list[tuple[str, ...]] = []
    for discard in rules.discards(hand):
        helps = [names[tile] for tile in discard.accepts]
        if discard.waits:
            helps = [
                f"{wait.text} ({worth(wait.discard, lang)} / {worth(wait.self_draw, lang)})"
                for wait in discard.waits
            ]
        rows.append((discard.text, _distance(discard.shanten, lang), str(discard.live), " ".join(helps)))
    return rows
