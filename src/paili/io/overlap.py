"""Read, score and write at the same time: three stages with bounded queues between them."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from queue import Full, Queue
from threading import Event, Thread
from typing import TypeVar

A = TypeVar("A")
B = TypeVar("B")

_END = object()


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

    with ThreadPoolExecutor(workers, thread_name_prefix="paili-score") as pool:
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
