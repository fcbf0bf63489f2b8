"""The only place with threads: compiled code drops the GIL, a pool of Python threads runs it over chunks.

`map_chunks` is for arrays; `overlapped` for streams: one thread reads, others compute, the caller writes.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from queue import Full, Queue
from threading import Event, Thread
from typing import TypeVar

CHUNK = 16_384

Span = tuple[int, int]
A = TypeVar("A")
B = TypeVar("B")
_END = object()


def cpus() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def map_chunks(
    fn: Callable[[int, int], object], n: int, workers: int | None = None, chunk: int = CHUNK
) -> None:
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
    _share_out(fn, deque(spans), min(workers, len(spans)))


def _share_out(fn: Callable[[int, int], object], spans: deque[Span], workers: int) -> None:
    """Let every thread take the next span until there is none; a future for each would cost too much.

    Spans are taken in order, so all before one that fails are done too: the first failure is raised.
    """
    failed: list[tuple[int, BaseException]] = []

    def work() -> None:
        while spans:
            try:
                first, last = spans.popleft()
            except IndexError:  # another thread was quicker
                return
            try:
                fn(first, last)
            except BaseException as error:
                spans.clear()
                failed.append((first, error))

    with ThreadPoolExecutor(workers) as pool:
        try:
            for done in [pool.submit(work) for _ in range(workers)]:
                done.result()
        except BaseException:  # an interrupt: what has not begun never will
            spans.clear()
            raise
    if failed:
        raise min(failed, key=lambda failure: failure[0])[1]


def overlapped(source: Iterable[A], function: Callable[[A], B], workers: int, ahead: int = 2) -> Iterator[B]:
    """Yield ``function(item)`` for each item in order, while a thread reads on and `workers` threads compute.

    At most ``workers + ahead`` items wait. An error of the source or the function is raised in its turn; when
    the caller stops early the reader stops too.

    >>> list(overlapped(range(5), lambda x: x * x, workers=2))
    [0, 1, 4, 9, 16]
    """
    queue: Queue[Future[B] | BaseException | object] = Queue(maxsize=workers + ahead)
    stopped = Event()

    def put(item: Future[B] | BaseException | object) -> bool:
        while not stopped.is_set():
            try:
                queue.put(item, timeout=0.1)
            except Full:
                continue
            return True
        return False

    def read(pool: ThreadPoolExecutor) -> None:
        try:
            for item in source:
                if not put(pool.submit(function, item)):
                    return
            put(_END)
        except BaseException as error:  # handed to the caller, whatever it is
            put(error)

    with ThreadPoolExecutor(workers, thread_name_prefix="paili") as pool:
        reader = Thread(target=read, args=(pool,), name="paili-read", daemon=True)
        reader.start()
        try:
            while (item := queue.get()) is not _END:
                if isinstance(item, Future):
                    yield item.result()
                elif isinstance(item, BaseException):
                    raise item
        finally:
            stopped.set()
            reader.join()
