"""Logs of games to one file of hands."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import pyarrow as pa

from ..columns import RECORD
from ..files import FileError, bad_rows_of, clear_temporaries, format_of
from ..parts import Converting, Part, write_part
from ..progress import Progress, shown
from ..read import ROWS
from ..summary import Summary
from . import Faults, is_log, log_records
from .source import LogError

Path_ = str | os.PathLike[str]


def are_logs(sources: Sequence[Path_]) -> bool:
    """Tell whether sources are logs: several always are, a single one where it is no file of hands."""
    if len(sources) > 1:
        return True
    path = Path(sources[0])
    if path.is_dir():
        return not any(file.suffix in (".parquet", ".pq") for file in path.rglob("*"))
    return is_log(path) or not _may_hold_hands(path)


def _may_hold_hands(path: Path) -> bool:
    try:
        format_of(path)
    except FileError:
        return False
    return True


def convert_logs(sources: Iterable[Path_], dst: Path_, *, progress: bool | Progress = True) -> Summary:
    """Write the winning hands of logs into one file of hands, in any format that `paili.io` writes.

    Parameters
    ----------
    sources
        Logs, or folders of them.
    dst
        The file to write; it appears whole or not at all.
    progress
        Show rows and rate on the terminal, or a function of rows done.

    Returns
    -------
    Summary
        How many hands; what could not be read stands among its `failures`, all the rest is written.

    Raises
    ------
    LogError
        There are errors and not a single hand.
    """
    started, target = time.perf_counter(), Path(dst)
    files = _files(map(Path, sources))
    format_of(target)
    if not target.parent.is_dir():
        raise FileError(f"{target}: no folder {target.parent}")
    if target.resolve() in {file.resolve() for file in files}:
        raise FileError(f"{target}: the output is one of the inputs")
    clear_temporaries([target])
    step, faults = Converting("standard"), Faults()
    part = Part(files[0], 0, None, target, bad_rows_of(target))
    with shown(progress, None) as tick:
        result = write_part(part, map(step, _batches(files, faults)), step, tick)
    if isinstance(result, Exception):
        raise result
    summary = Summary.from_json(result["summary"])
    summary.failures = [str(fault) for fault in faults]
    summary.seconds = time.perf_counter() - started
    return summary


def _files(sources: Iterable[Path]) -> list[Path]:
    """The files themselves, those of folders in the order of their names."""
    files = []
    for source in sources:
        inside = sorted(source.rglob("*")) if source.is_dir() else [source]
        files += [file for file in inside if not file.is_dir() and not file.name.startswith(".")]
        if source.is_dir() and not inside:
            raise LogError(f"{source}: an empty folder")
    return files


def _batches(files: list[Path], faults: Faults) -> Iterator[pa.RecordBatch]:
    """The records of all logs as text, a batch at a time; an empty one if there is no hand and no fault."""
    texts = (json.dumps(record, ensure_ascii=False) for record in _records(files, faults))
    empty = True
    while rows := list(islice(texts, ROWS)):
        yield pa.RecordBatch.from_pydict({RECORD: pa.array(rows, pa.string())})
        empty = False
    if empty and faults:
        raise LogError("\n".join(map(str, faults)))
    if empty:
        yield pa.RecordBatch.from_pydict({RECORD: pa.array([], pa.string())})


def _records(files: list[Path], faults: Faults) -> Iterator[dict[str, object]]:
    """What all logs hold; a file that cannot be opened is one more fault."""
    for file in files:
        try:
            if _may_hold_hands(file) and not is_log(file):
                raise LogError(f"{file}: no log; files of hands are converted one at a time")
            yield from log_records(file, faults=faults)
        except LogError as error:
            faults.append(error)
