"""Where the parts of a job are done: on this machine, or on a cluster that the user has.

On a cluster a part is one task, done from reading to renaming by one worker: `parts.run_part`. It may be done
twice (a worker dies after its part was renamed), which changes nothing. All workers must see the same files.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from itertools import groupby
from typing import Any

import pyarrow as pa

from .._parallel import cpus, overlapped
from .files import FileError
from .parts import Part, Result, Step, Tick, run_part, write_part

Results = Iterator[tuple[Part, Result]]
Engine = Callable[[list[Part], Step, int | None, Tick], Results]
Item = tuple[Part, pa.RecordBatch | Exception]


def local(parts: list[Part], step: Step, workers: int | None, tick: Tick) -> Results:
    """Read, work and write at once, across the borders of parts; the order is that of the parts."""

    def read() -> Iterator[Item]:
        for part in parts:
            try:
                for batch in part.read():
                    yield part, batch
            except FileError as error:  # this part fails, the others go on
                yield part, error

    def work(item: Item) -> Item:
        part, batch = item
        try:
            return part, batch if isinstance(batch, Exception) else step(batch)
        except (TypeError, ValueError) as error:  # columns that are no hands
            return part, error

    def batches(items: Iterator[Item]) -> Iterator[pa.RecordBatch]:
        for _, batch in items:
            if isinstance(batch, Exception):
                raise batch
            yield batch

    worked = overlapped(read(), work, workers or cpus())
    for part, items in groupby(worked, key=lambda item: item[0]):
        yield part, write_part(part, batches(items), step, tick)


def dask(parts: list[Part], step: Step, workers: int | None, tick: Tick, address: str = "") -> Results:
    """Use the client that is there, the scheduler at `address`, or a cluster on this machine."""
    import distributed as _distributed

    distributed: Any = _distributed
    with ExitStack() as stack:
        try:
            client = distributed.get_client(address or None)
        except ValueError:
            places = {"n_workers": workers or cpus(), "threads_per_worker": 1}
            cluster = stack.enter_context(distributed.LocalCluster(**places, dashboard_address=None))
            client = stack.enter_context(distributed.Client(cluster))
        tasks = dict(zip(client.map(run_part, parts, step=step, pure=False), parts, strict=True))
        for task in distributed.as_completed(list(tasks)):
            yield _told(tasks[task], task.result(), tick)


def ray(parts: list[Part], step: Step, workers: int | None, tick: Tick, address: str = "") -> Results:
    """Use the Ray that is running, the one at `address`, or start one on this machine."""
    import ray

    started = not ray.is_initialized()
    if started:
        places = {"address": address} if address else {"num_cpus": workers or cpus()}
        ray.init(**places, include_dashboard=False, log_to_driver=False, configure_logging=False)
    try:
        task = ray.remote(max_retries=3)(run_part)
        common = ray.put(step)
        pending = {task.remote(part, common): part for part in parts}
        while pending:
            (ready, *_), _ = ray.wait(list(pending))
            yield _told(pending.pop(ready), ray.get(ready), tick)
    finally:
        if started:
            ray.shutdown()


def spark(parts: list[Part], step: Step, workers: int | None, tick: Tick, address: str = "") -> Results:
    """Use the session that is there, the master at `address`, or Spark on this machine."""
    from pyspark.sql import SparkSession

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    found = SparkSession.getActiveSession()
    build = SparkSession.builder.master(address or f"local[{workers or cpus()}]").appName("paili")
    session = found or build.config("spark.ui.enabled", "false").getOrCreate()
    try:
        numbers = session.range(len(parts)).repartition(max(len(parts), 1), "id")
        done = numbers.mapInArrow(partial(_spark_parts, parts, step), "id long, result string, error string")
        for row in done.toLocalIterator(prefetchPartitions=True):
            result: Result = json.loads(row.result) if row.error is None else FileError(row.error)
            yield _told(parts[row.id], result, tick)
    finally:
        if found is None:
            session.stop()


def _spark_parts(parts: list[Part], step: Step, ids: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in ids:
        for number in batch["id"].to_pylist():
            result = run_part(parts[number], step)
            failed = isinstance(result, Exception)
            row: dict[str, Any] = {"id": number, "result": None, "error": str(result)}
            yield pa.RecordBatch.from_pylist(
                [row if failed else row | {"result": json.dumps(result), "error": None}], schema=_SPARK_SCHEMA
            )


_SPARK_SCHEMA = pa.schema([("id", pa.int64()), ("result", pa.string()), ("error", pa.string())])


def _told(part: Part, result: Result, tick: Tick) -> tuple[Part, Result]:
    if not isinstance(result, Exception):
        tick(result["summary"]["rows"])
    return part, result


CLUSTERS: dict[str, Callable[..., Results]] = {"dask": dask, "ray": ray, "spark": spark}


def engine(name: str) -> Engine:
    """Return an engine by its name; a cluster's may be followed by its address: ``dask:tcp://host:8786``."""
    kind, _, address = str(name).partition(":")
    if kind == "local" and not address:
        return local
    if kind not in CLUSTERS:
        raise ValueError(f"unknown engine {name!r}; there are local, {', '.join(CLUSTERS)}")
    run = partial(CLUSTERS[kind], address=address)

    def with_extra(parts: list[Part], step: Step, workers: int | None, tick: Tick) -> Results:
        try:
            yield from run(parts, step, workers, tick)
        except ModuleNotFoundError as error:
            if error.name in ("distributed", "dask", "ray", "pyspark"):
                raise ModuleNotFoundError(f'{kind} is not installed: pip install "paili[{kind}]"') from None
            raise

    return with_extra
