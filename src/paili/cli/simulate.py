"""``paili simulate``: whole rounds, played by policies."""

from __future__ import annotations

import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
import typer

from ..rules import load
from .common import Lang, LangOption, RulesOption, console, table_of, usage_errors
from .progress import progress_bar

if TYPE_CHECKING:
    from ..simulate import Rounds

_CHUNK = 16_384


def simulate(
    n: Annotated[int, typer.Option("-n", min=1, help="How many rounds.")] = 10_000,
    rules: RulesOption = "wsom",
    policy: Annotated[
        list[str] | None,
        typer.Option("--policy", "-p", help="random, greedy, value or defensive: once or four times."),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed plays the same rounds.")] = 0,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="OUT", help="A file with one row a round.")
    ] = None,
    hands: Annotated[Path | None, typer.Option("--hands", help="A file with every win as a hand.")] = None,
    workers: Annotated[int | None, typer.Option("--workers", min=1, help="Threads.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no summary.")] = False,
    lang: LangOption = Lang.en,
) -> None:
    """Play whole rounds and sum up who won how much."""
    tally = _Tally()
    with usage_errors(), ExitStack() as stack:
        from ..io.write import table_file
        from ..simulate import play

        chosen = load(rules)
        seats = policy or ["greedy"]
        if len(seats) not in (1, 4):
            raise ValueError(f"{len(seats)} policies; give one for all seats, or four")
        players: Any = seats[0] if len(seats) == 1 else seats
        paths = (out, hands)
        sinks = [None if path is None else stack.enter_context(table_file(path)) for path in paths]
        tick = stack.enter_context(progress_bar(not quiet, "playing", "rounds"))
        started = time.perf_counter()
        for first in range(0, n, _CHUNK):
            size = min(_CHUNK, n - first)
            rounds = play(size, rules=chosen, policies=players, seed=seed, first=first, workers=workers)
            tally.add(rounds)
            for sink, table in zip(sinks, (rounds.to_arrow, rounds.hands.to_arrow), strict=True):
                if sink is not None:
                    sink(table())
            if callable(tick):
                tick(first + size, n)
        seconds = time.perf_counter() - started
    if not quiet:
        tally.show(seats * (4 // len(seats)), seconds, lang)


class _Tally:
    """Sums over rounds, by seat."""

    def __init__(self) -> None:
        self.rounds = self.drawn = self.turns = self.points = 0
        self.wins = np.zeros(4, np.int64)
        self.paid = np.zeros(4, np.int64)

    def add(self, rounds: Rounds) -> None:
        """Count more rounds."""
        won = rounds.winner >= 0
        self.rounds += len(rounds)
        self.drawn += int((~won).sum())
        self.turns += int(rounds.turns.sum())
        self.points += int(rounds.points[won].sum())
        self.wins += np.bincount(rounds.hands.winner, minlength=4)
        self.paid += rounds.payments.sum(axis=0)

    def show(self, policies: list[str], seconds: float, lang: Lang) -> None:
        """Print the sums."""
        zh = lang is Lang.zh
        words = ("座位", "策略", "和牌率", "每局收支") if zh else ("seat", "policy", "wins", "points a round")
        table = table_of(*words, right=(0, 2, 3))
        for seat, name in enumerate(policies):
            share = f"{self.wins[seat] / self.rounds:.1%}"
            table.add_row(str(seat), name, share, f"{self.paid[seat] / self.rounds:+.2f}")
        console.print(table)
        won = max(self.rounds - self.drawn, 1)
        drawn, points = f"{self.drawn / self.rounds:.1%}", f"{self.points / won:.1f}"
        turns, rate = f"{self.turns / self.rounds:.1f}", f"{self.rounds / seconds:,.0f}"
        if zh:
            parts = [f"荒牌 {drawn}", f"平均和牌 {points} 分", f"平均弃牌 {turns} 张", f"每秒 {rate} 局"]
            console.print("，".join([f"{self.rounds:,} 局", *parts]))
        else:
            parts = [f"{drawn} drawn", f"{points} points a win", f"{turns} discards", f"{rate} rounds/s"]
            console.print(", ".join([f"{self.rounds:,} rounds", *parts]))
