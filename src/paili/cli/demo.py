"""``make demo``: a million winning hands to Parquet, scored under `wsom`, summed up."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from ..io.corpus import hand_chunks
from ..io.job import score_file
from ..io.write import table_file
from ..rules import load
from .common import console
from .progress import progress_bar
from .show import show_summary

HANDS, SEED = 1_000_000, 20


def main(folder: Path, n: int = HANDS) -> None:
    """Write ``hands.parquet`` and ``scored.parquet`` into `folder` and print the summary."""
    folder.mkdir(parents=True, exist_ok=True)
    hands, scored = folder / "hands.parquet", folder / "scored.parquet"
    start = time.perf_counter()
    write_corpus(hands, n, SEED)
    console.print(f"{n:,} hands written to {hands} in {time.perf_counter() - start:.1f} s")
    rules = load("wsom")
    with progress_bar(True) as tick:
        summary = score_file(hands, scored, rules, progress=tick, count_patterns=True)
    show_summary(summary, rules, "en")
    console.print(f"scored hands are in {scored}")


def write_corpus(path: Path, n: int, seed: int, tile_set: str = "standard", groups: int = 4) -> None:
    """Write a seeded corpus of any size, a chunk at a time."""
    with table_file(path) as append:
        for chunk in hand_chunks(n, seed, tile_set=tile_set, groups=groups):
            append(chunk.to_arrow())


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "demo-out"))
