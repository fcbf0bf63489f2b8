"""Rows done, rate and time left, on the terminal or in the caller's own function."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = Callable[[int, int | None], None]


@contextmanager
def shown(progress: bool | Progress, total: int | None) -> Iterator[Callable[[int], None]]:
    """Give a function that is told of each batch's rows."""
    done = 0
    show = progress if callable(progress) else _line() if progress and sys.stderr.isatty() else None

    def tick(rows: int) -> None:
        nonlocal done
        done += rows
        if show is not None:
            show(done, total)

    try:
        yield tick
    finally:
        if show is not None and not callable(progress):
            print(file=sys.stderr)


def _line() -> Progress:
    """One line that rewrites itself, a few times a second."""
    started = last = time.perf_counter()

    def show(done: int, total: int | None) -> None:
        nonlocal last
        now = time.perf_counter()
        if now - last < 0.2 and done != total:
            return
        last, rate = now, done / (now - started)
        left = f" of {total:,}, {max(total - done, 0) / rate:.0f} s left" if total else ""
        print(f"\r{done:,} rows{left} ({rate:,.0f} rows/s)  ", end="", file=sys.stderr, flush=True)

    return show
