"""Where the parts of a job are done: on this machine, or on a cluster that the user has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

import pyarrow as pa

from .._parallel import cpus, overlapped
from .files import FileError
from .parts import Part, Result, Step, Tick, write_part

Engine = Callable[[list[Part], Step, int | None, Tick], Iterator[tuple[Part, Result]]]


def local(parts: list[Part], step: Step, workers: int | None, tick: Tick) -> Iterator[tuple[Part, Result]]:
    """Read, score and write at once, across the borders of parts; the order is that of the parts."""

    def read() -> Iterator[tuple[Part, pa.RecordBatch | Exception]]:
        for part in parts:
            try:
                for batch in part.read():
                    yield part, batch
            except FileError as error:  # this part fails, the others go on
                yield part, error

    def score(item: tuple[Part, pa.RecordBatch | Exception]) -> tuple[Part, pa.RecordBatch | Exception]:
        part, batch = item
        try:
            return part, batch if isinstance(batch, Exception) else step(batch)
        except (TypeError, ValueError) as error:  # columns that are no hands
            return part, error

    def batches(items: Iterator[tuple[Part, pa.RecordBatch | Exception]]) -> Iterator[pa.RecordBatch]:
        for _, batch in items:
            if isinstance(batch, Exception):
                raise batch
            yield batch

    scored = overlapped(read(), score, workers or cpus())
    for part, items in groupby(scored, key=lambda item: item[0]):
        yield part, write_part(part, batches(items), step, tick)


ENGINES: dict[str, Engine] = {"local": local}


def engine(name: str) -> Engine:
    """Return an engine by its name."""
    try:
        return ENGINES[name]
    except KeyError:
        raise ValueError(f"unknown engine {name!r}; there are {', '.join(ENGINES)}") from None
