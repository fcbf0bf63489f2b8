"""One part of a job: some rows of one input file and the output file they become, whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Protocol

import pyarrow as pa

from ..arrow import named_tile_set
from .batch import score_batch
from .columns import RECORD, ROW, UNREADABLE, canonical, with_bad_rows
from .files import FileError, whole
from .manifest import checksum
from .read import batches
from .summary import Summary
from .write import open_writer

if TYPE_CHECKING:
    from ..rules import RuleSet

Result = dict[str, Any] | Exception  # of a part: what its manifest entry says, or why it failed
Tick = Callable[[int], None]


@dataclass(frozen=True)
class Part:
    """Rows `start` to `stop` of `source`, the file that they become and the file for those that are bad."""

    source: Path
    start: int
    stop: int | None
    out: Path
    bad: Path

    def read(self) -> Iterator[pa.RecordBatch]:
        """Read the rows."""
        return batches(self.source, self.start, self.stop)


class Step(Protocol):
    """What happens to every batch; it travels to the workers of a cluster."""

    def __call__(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """Work a batch; its columns `defects` and `_bad_row` say which rows are bad, and what they were."""

    def written(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """Return what of a worked batch goes into the file."""


@dataclass(frozen=True)
class Scoring:
    """Score hands; patterns may be counted without being written."""

    rules: RuleSet
    patterns: bool = False
    count_patterns: bool = False
    as_records: bool = False  # the output takes a record as the text that it came in

    def __call__(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        hands = batch
        if RECORD in batch.schema.names and not self.as_records:
            hands = canonical(batch, self.rules.tile_set)
        scored = score_batch(hands, self.rules, patterns=self.patterns or self.count_patterns)
        return with_bad_rows(scored, batch)

    def written(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        counted_only = self.count_patterns and not self.patterns
        return batch.drop_columns([ROW, "patterns"] if counted_only else [ROW])


@dataclass(frozen=True)
class Converting:
    """Check hands and give them the canonical columns; only hands are written."""

    tile_set: str

    def __call__(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        hands = canonical(batch, self.tile_set)
        out = hands.drop_columns([UNREADABLE]).append_column("defects", hands[UNREADABLE])
        return with_bad_rows(out, batch)

    def written(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        return batch.filter(batch["defects"].is_null()).drop_columns(["defects", ROW])


def run_part(part: Part, step: Step) -> Result:
    """Do a whole part in this thread."""
    return write_part(part, map(step, part.read()), step, lambda rows: None)


def write_part(part: Part, worked: Iterable[pa.RecordBatch], step: Step, tick: Tick) -> Result:
    """Write the worked batches of a part; a part that fails leaves nothing behind."""
    try:
        with whole(part.out) as temporary, ExitStack() as stack:
            summary = _write(part, worked, step, temporary, stack, tick)
        return {
            "source": part.source.name,
            "start": part.start,
            "sha256": checksum(part.out),
            "summary": summary.to_json(),
        }
    except OSError as error:
        return FileError(f"{part.out}: {error.strerror or error}")
    except FileError as error:
        return error
    except (TypeError, ValueError, pa.ArrowException) as error:
        failure = FileError(f"{part.source}: {error}")
        failure.__cause__ = error
        return failure


def _write(
    part: Part, worked: Iterable[pa.RecordBatch], step: Step, temporary: Path, stack: ExitStack, tick: Tick
) -> Summary:
    summary, writer, bad, tile_set = Summary(), None, _BadRows(part, stack), None
    for batch in worked:
        written = step.written(batch)
        if writer is None:
            writer = open_writer(temporary, part.out, written.schema)
            stack.callback(writer.close)
            tile_set = named_tile_set(written.schema)
        elif (other := named_tile_set(written.schema)) != tile_set:
            raise ValueError(f"hands of two tile sets, {tile_set!r} and {other!r}, cannot share a file")
        bad.write(batch, part.start + summary.rows)
        writer.write_batch(written)
        summary.add(batch)
        tick(len(batch))
    if not summary.bad:
        part.bad.unlink(missing_ok=True)
    return summary


class _BadRows:
    """The side file: row number, every defect and the row as text; it exists only if a row is bad."""

    def __init__(self, part: Part, stack: ExitStack) -> None:
        self._part, self._stack = part, stack
        self._file: IO[str] | None = None

    def write(self, batch: pa.RecordBatch, first: int) -> None:
        if batch["defects"].null_count == len(batch):
            return
        rows = batch["defects"].is_valid().to_numpy(zero_copy_only=False).nonzero()[0]
        bad = batch.select(["defects", ROW]).take(pa.array(rows)).to_pylist()
        for row, found in zip(rows.tolist(), bad, strict=True):
            line = {"row": first + row, "defects": found["defects"], "record": found[ROW]}
            self._line(json.dumps(line, ensure_ascii=False))

    def _line(self, text: str) -> None:
        if self._file is None:
            self._part.bad.parent.mkdir(exist_ok=True)
            temporary = self._stack.enter_context(whole(self._part.bad))
            self._file = self._stack.enter_context(temporary.open("w", encoding="utf-8"))
        self._file.write(text + "\n")
