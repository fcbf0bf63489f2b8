"""Read any file of hands as record batches that always break at the same rows, from any such row on."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from .files import FileError, format_of
from .lines import csv_batches, json_batches

ROWS = 1 << 16  # of a batch: large enough for the kernels, small enough for the caches behind them
_BUFFER = 1 << 22


def batches(path: Path, start: int = 0, stop: int | None = None) -> Iterator[pa.RecordBatch]:
    """Yield rows `start` to `stop` of a file in batches of `ROWS` rows; `start` is a multiple of `ROWS`.

    Where a batch ends depends on the row number alone, so that a part of a job is the same bytes in any run.
    A file without rows yields one empty batch, for its columns.
    """
    kind, compression = format_of(path)
    with readable(path):
        if kind == "parquet":
            first, stream = _parquet(path, start)
        elif kind == "arrow":
            first, stream = 0, _arrow(path)
        else:
            read = csv_batches if kind == "csv" else json_batches
            first, stream = 0, read(path, compression, ROWS)
        left = float("inf") if stop is None else stop - start
        for batch in _aligned(stream, start - first):
            if len(set(batch.schema.names)) < batch.num_columns:
                raise FileError(f"{path}: a column name occurs twice: {', '.join(batch.schema.names)}")
            yield batch if len(batch) <= left else batch[: int(left)]
            left -= len(batch)
            if left <= 0:
                return


def count_rows(path: Path) -> int | None:
    """Return the number of rows where a file says so without being read."""
    with readable(path):
        match format_of(path)[0]:
            case "parquet":
                return int(pq.read_metadata(path).num_rows)
            case "arrow":
                with _open_arrow(path) as reader:
                    return sum(len(reader.get_batch(i)) for i in range(reader.num_record_batches))
    return None


@contextmanager
def readable(path: Path) -> Iterator[None]:
    """Turn what the file layer says of a file that is none into an error with its name."""
    try:
        yield
    except FileNotFoundError:
        raise FileError(f"{path}: no such file") from None
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
        raise FileError(f"{path}: no readable {format_of(path)[0]} file: {_first_line(error)}") from error
    except OSError as error:
        raise FileError(f"{path}: {error.strerror or _first_line(error)}") from error


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]


def _parquet(path: Path, start: int) -> tuple[int, Iterator[pa.RecordBatch]]:
    """Return the batches from the row group that holds row `start`, and that group's first row."""
    file = pq.ParquetFile(path, buffer_size=_BUFFER, pre_buffer=False)
    groups, first = list(range(file.num_row_groups)), 0
    while groups and first + file.metadata.row_group(groups[0]).num_rows <= start:
        first += file.metadata.row_group(groups.pop(0)).num_rows
    empty = pa.RecordBatch.from_pylist([], schema=file.schema_arrow)
    rows = file.iter_batches(ROWS, row_groups=groups, use_threads=False) if groups else ()
    return first, chain([empty], rows)


def _open_arrow(path: Path) -> pa.ipc.RecordBatchFileReader:
    return pa.ipc.open_file(pa.memory_map(str(path)))


def _arrow(path: Path) -> Iterator[pa.RecordBatch]:
    reader = _open_arrow(path)
    yield pa.RecordBatch.from_pylist([], schema=reader.schema)
    yield from (reader.get_batch(i) for i in range(reader.num_record_batches))


def _aligned(stream: Iterable[pa.RecordBatch], skip: int) -> Iterator[pa.RecordBatch]:
    """Drop `skip` rows, then cut what follows into batches of `ROWS` rows; at least one, perhaps empty."""
    held: list[pa.RecordBatch] = []
    rows, first = 0, True
    for batch in stream:
        empty = batch[:0]
        dropped = min(skip, len(batch))
        batch, skip = batch[dropped:], skip - dropped
        while rows + len(batch) >= ROWS:
            cut = ROWS - rows
            yield _joined([*held, batch[:cut]])
            batch, held, rows, first = batch[cut:], [], 0, False
        if len(batch):
            held.append(batch)
            rows += len(batch)
    if held:
        yield _joined(held)
    elif first:
        yield empty


def _joined(pieces: list[pa.RecordBatch]) -> pa.RecordBatch:
    return pieces[0] if len(pieces) == 1 else pa.concat_batches(pieces)
