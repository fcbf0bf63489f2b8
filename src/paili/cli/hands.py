"""``paili explain`` and ``paili waits``: one hand, given as text."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ..advice import Worth
from ..compare import compare
from ..hand import Hand
from ..rules import load
from .common import (
    Lang,
    LangOption,
    Notation,
    NotationOption,
    RulesOption,
    console,
    table_of,
    usage_errors,
)

TextArgument = Annotated[
    str, typer.Argument(metavar="HAND", help='Such as "234m678p3499s (333z) +5s".', show_default=False)
]
WaitingArgument = Annotated[
    str,
    typer.Argument(
        metavar="HAND", help='13 or 16 tiles, such as "234m678p3499s (333z)".', show_default=False
    ),
]
WinnerOption = Annotated[
    int | None, typer.Option(min=0, max=3, metavar="SEAT", help="Who holds the hand: a seat from 0 to 3.")
]
DealerOption = Annotated[int | None, typer.Option(min=0, max=3, metavar="SEAT", help="Who deals.")]
SeatWindOption = Annotated[
    str | None, typer.Option(metavar="E|S|W|N", help="The wind of who holds the hand.")
]
RoundWindOption = Annotated[str | None, typer.Option(metavar="E|S|W|N", help="The wind of the round.")]
FromOption = Annotated[
    int | None,
    typer.Option(
        "--from", min=0, max=3, metavar="SEAT", help="Who discarded the winning tile, or was robbed."
    ),
]
ByOption = Annotated[str | None, typer.Option(metavar="WAY", help="self_draw, discard, robbed_kong ...")]
FlagOption = Annotated[list[str] | None, typer.Option("--flag", help="Such as last_tile; may be repeated.")]
FlowersOption = Annotated[str | None, typer.Option(help="Flower tiles such as 1f3f, or their number.")]


def read_hand(text: str, notation: Notation, tile_set: str, keys: dict[str, Any]) -> Hand:
    """Read a hand and the keys of its record that were given as options."""
    given = {key: value for key, value in keys.items() if value is not None}
    if str(given.get("flowers", "")).isdecimal():
        given["flowers"] = int(given["flowers"])
    return Hand.parse(text, notation=notation.value, tile_set=tile_set, **given)


def explain(
    text: TextArgument,
    rules: RulesOption = "wsom",
    by: ByOption = None,
    winner: WinnerOption = None,
    from_: FromOption = None,
    dealer: DealerOption = None,
    seat_wind: SeatWindOption = None,
    round_wind: RoundWindOption = None,
    flags: FlagOption = None,
    flowers: FlowersOption = None,
    every: Annotated[
        bool, typer.Option("--all", help="A table of all rule sets that have these tiles.")
    ] = False,
    notation: NotationOption = Notation.paili,
    lang: LangOption = Lang.en,
) -> None:
    """Say what a hand is worth, why, and who pays.

    paili explain "234m678p3499s (333z) +5s" --seat-wind W

    paili explain "[WWW,2]234m678p3499s5s|EW0000" --notation gb
    """
    keys = {
        "by": by, "winner": winner, "from": from_, "dealer": dealer, "seat_wind": seat_wind,
        "round_wind": round_wind, "flags": flags or None, "flowers": flowers,
    }  # fmt: skip
    with usage_errors():
        chosen = load(rules)
        hand = read_hand(text, notation, chosen.tile_set, keys)
        answer: object = compare(hand, lang.value) if every else chosen.explain(hand, lang.value)
    console.print(str(answer), markup=False, soft_wrap=True)


def waits(
    text: WaitingArgument,
    rules: RulesOption = "wsom",
    dealer: DealerOption = None,
    winner: WinnerOption = None,
    seat_wind: SeatWindOption = None,
    round_wind: RoundWindOption = None,
    flowers: FlowersOption = None,
    notation: NotationOption = Notation.paili,
    lang: LangOption = Lang.en,
) -> None:
    """Name the tiles that complete a hand and what each is worth by discard and by self-draw.

    paili waits "234m678p3499s (333z)" -r mcr

    paili waits "[WWW,2]234m678p3499s" --notation gb -r mcr
    """
    keys = {
        "dealer": dealer, "winner": winner, "seat_wind": seat_wind, "round_wind": round_wind,
        "flowers": flowers,
    }  # fmt: skip
    with usage_errors():
        chosen = load(rules)
        found = chosen.waits(read_hand(text, notation, chosen.tile_set, keys))
    if not found:
        console.print("没有听牌" if lang is Lang.zh else "the hand waits for nothing")
        return
    english = ("tile", "live", "by discard", "by self-draw")
    headings = ("听", "张", "点和", "自摸") if lang is Lang.zh else english
    table = table_of(*headings, right=range(4))
    for wait in found:
        table.add_row(wait.text, str(wait.live), worth(wait.discard, lang), worth(wait.self_draw, lang))
    console.print(table)


def worth(win: Worth, lang: Lang) -> str:
    """What a win is worth; in brackets where it is not legal."""
    if win.legal:
        return str(win.points)
    return f"不可和（{win.raw_points}）" if lang is Lang.zh else f"not legal ({win.raw_points})"
