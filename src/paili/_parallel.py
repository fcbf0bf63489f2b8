"""The only place with threads: compiled code drops the GIL, a pool of Python threads runs it over chunks."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

CHUNK = 16_384


def cpus() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def map_chunks(fn: Callable[[int, int], object], n: int, workers: int | None = None, chunk: int = CHUNK) -> None:
    """Call ``fn(first, last)`` over all rows ``0..n`` in chunks; the results do not depend on `workers`.

    Parameters
    ----------
    workers
        How many threads; None for as many as there are processors. One chunk never starts a thread.
    """
    if workers is not None and (type(workers) is not int or workers < 1):
        raise ValueError(f"workers is {workers!r}; it must be a whole number from 1, or None")
    workers = workers or cpus()
    spans = [(first, min(first + chunk, n)) for first in range(0, n, chunk)]
    if workers == 1 or len(spans) < 2:
        for first, last in spans:
            fn(first, last)
        return
    with ThreadPoolExecutor(min(workers, len(spans))) as pool:
        for done in [pool.submit(fn, *span) for span in spans]:
            done.result()
