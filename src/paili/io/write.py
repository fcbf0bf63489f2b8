"""Write scored batches in each format."""

import csv
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import pyarrow as pa
import pyarrow.parquet as pq

from .columns import RECORD, RESULTS, plain_names, plain_rows, present, to_json
from .files import format_of, whole

_ROW_GROUP = 1 << 18
_PAGE = 1 << 20


class Writer(Protocol):
    """Something that takes batches of one schema and is closed."""

    def write_batch(self, batch: pa.RecordBatch) -> None:
        """Append a batch."""

    def close(self) -> None:
        """Finish the file."""


def open_writer(temporary: Path, path: Path, schema: pa.Schema) -> Writer:
    """Open a writer to `temporary` in the format that the name of `path` asks for."""
    kind, compression = format_of(path)
    if kind == "parquet":
        return _Parquet(temporary, schema)
    raw: Any = pa.OSFile(str(temporary), "wb")
    if kind == "arrow":
        return _Arrow(raw, schema)
    stream = pa.CompressedOutputStream(raw, compression) if compression else raw
    return _Csv(stream, raw, schema) if kind == "csv" else _JsonLines(stream, raw)


@contextmanager
def table_file(path: Path) -> Iterator[Callable[[pa.Table], None]]:
    """Give a function that appends tables of one schema to `path`, which appears whole or not at all."""
    writer: Writer | None = None
    with whole(path) as temporary:

        def append(table: pa.Table) -> None:
            nonlocal writer
            writer = writer or open_writer(temporary, path, table.schema)
            for batch in table.to_batches():
                writer.write_batch(batch)

        try:
            yield append
        finally:
            if writer is not None:
                writer.close()


class _Parquet:
    """Row groups of one size; no dictionary for tiles, no minimum and maximum for what has no order."""

    def __init__(self, path: Path, schema: pa.Schema) -> None:
        coded = [field.name for field in schema if not pa.types.is_fixed_size_binary(field.type)]
        ordered = [field.name for field in schema if pa.types.is_primitive(field.type)]
        self._file = pq.ParquetWriter(
            path,
            schema,
            compression="zstd",
            compression_level=1,
            use_dictionary=coded,
            write_statistics=ordered,
            data_page_size=_PAGE,
        )
        self._held: list[pa.RecordBatch] = []
        self._rows = 0

    def write_batch(self, batch: pa.RecordBatch) -> None:
        self._held.append(batch)
        self._rows += len(batch)
        if self._rows >= _ROW_GROUP:
            self._flush()

    def _flush(self) -> None:
        if self._held:
            self._file.write_table(pa.Table.from_batches(self._held), row_group_size=self._rows or None)
        self._held, self._rows = [], 0

    def close(self) -> None:
        self._flush()
        self._file.close()


class _Arrow:
    def __init__(self, raw: Any, schema: pa.Schema) -> None:
        self._raw = raw
        self._file = pa.ipc.new_file(raw, schema)

    def write_batch(self, batch: pa.RecordBatch) -> None:
        self._file.write_batch(batch)

    def close(self) -> None:
        self._file.close()
        self._raw.close()


class _Text:
    """A text stream over an Arrow one, compressed or not."""

    def __init__(self, stream: Any, raw: Any) -> None:
        self._stream, self._raw = stream, raw

    def put(self, text: str) -> None:
        self._stream.write(text.encode(errors="backslashreplace"))  # half a character becomes its JSON escape

    def close(self) -> None:
        self._stream.close()
        self._raw.close()


class _Csv(_Text):
    """Scalars as they are; lists joined by spaces; structs and lists of structs as JSON."""

    def __init__(self, stream: Any, raw: Any, schema: pa.Schema) -> None:
        super().__init__(stream, raw)
        self._header = plain_names(schema)
        self.put(_csv_text([self._header]))

    def write_batch(self, batch: pa.RecordBatch) -> None:
        rows = plain_rows(batch, melds_as_text=True)
        self.put(_csv_text([[_cell(row.get(name)) for name in self._header] for row in rows]))


def _csv_text(rows: list[list[Any]]) -> str:
    pieces: list[str] = []
    csv.writer(_Pieces(pieces), lineterminator="\n").writerows(rows)
    return "".join(pieces)


class _Pieces:
    def __init__(self, pieces: list[str]) -> None:
        self.write: Callable[[str], None] = pieces.append


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list) and not any(isinstance(v, dict | list) for v in value):
        return ("; " if any(" " in str(v) for v in value) else " ").join(map(str, value))
    return to_json(value) if isinstance(value, dict | list) else value


class _JsonLines(_Text):
    """Records with their results. A line that came as a record keeps every character of it."""

    def write_batch(self, batch: pa.RecordBatch) -> None:
        if RECORD in batch.schema.names:
            results = batch.drop_columns([RECORD]).to_pylist()
            texts = batch[RECORD].to_pylist()
            self.put("".join(_extended(t, r) + "\n" for t, r in zip(texts, results, strict=True)))
        else:
            self.put("".join(to_json(present(row)) + "\n" for row in plain_rows(batch)))


def _extended(text: str, results: Mapping[str, Any]) -> str:
    """Append results to the text of a JSON object; what is no object goes along as it is, under `line`."""
    more, body = to_json(present(results)), (text or "").strip()
    if results["defects"] or '"legal"' in body:  # perhaps no object, perhaps one that was scored before
        record = _object(body)
        kept = {"line": text} if record is None else {k: v for k, v in record.items() if k not in RESULTS}
        body = to_json(kept)
    return f"{body[:-1].rstrip()}{', ' if body[1:-1].strip() else ''}{more[1:]}"


def _object(text: str) -> dict[str, Any] | None:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
