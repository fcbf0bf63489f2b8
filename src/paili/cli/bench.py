"""``paili bench``: how fast this machine scores."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from .._parallel import cpus
from ..rules import load
from .common import RulesOption, console, usage_errors


def bench(
    rules: RulesOption = "wsom",
    n: Annotated[int, typer.Option("-n", min=1000, help="How many hands.")] = 1_000_000,
    seed: Annotated[int, typer.Option(help="Of the hands.")] = 1,
) -> None:
    """Time the scoring of a seeded corpus of winning hands in memory, payments included."""
    from ..io.corpus import winning_hands

    with usage_errors():
        chosen = load(rules)
        hands = winning_hands(n, seed, tile_set=chosen.tile_set, groups=chosen.groups)
    chosen.score(hands[:1000])  # tables are built on first use
    for workers in sorted({1, cpus()}):
        times = []
        for _ in range(3):
            start = time.perf_counter()
            chosen.score(hands, workers=workers)
            times.append(time.perf_counter() - start)
        best = min(times)
        threads = "1 thread" if workers == 1 else f"{workers} threads"
        console.print(
            f"{chosen.name}, {n:,} hands, {threads}: {1e9 * best / n:.1f} ns a hand, {n / best:,.0f} a second"
        )
