"""Score a file or a data set of any size."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from .._parallel import cpus, overlapped
from .._version import __version__
from ..tiles import get_tile_set
from .engines import Engine
from .engines import engine as engine_called
from .files import FileError, bad_rows_of, clear_temporaries, data_files, format_of, is_data_set
from .manifest import Manifest, checksum
from .parts import Converting, Part, Scoring, Step
from .progress import Progress, shown
from .read import ROWS, batches, count_rows
from .summary import Summary

if TYPE_CHECKING:
    from ..rules import RuleSet

PART_ROWS = 16 * ROWS


def score_file(
    src: str | os.PathLike[str],
    dst: str | os.PathLike[str],
    rules: RuleSet | str | Path,
    *,
    engine: str = "local",
    workers: int | None = None,
    progress: bool | Progress = True,
    resume: bool = True,
    patterns: bool = False,
    count_patterns: bool = False,
) -> Summary:
    """Score every hand of a file, or of a folder of Parquet files, with bounded memory.

    Parameters
    ----------
    src
        ``.parquet``, ``.arrow`` or ``.feather``, ``.csv`` or ``.jsonl`` (these two also ``.gz`` or ``.zst``),
        or a folder of Parquet files.
    dst
        A file of any of these formats, or a folder: then the output is a data set of parts with a manifest,
        and a job that was interrupted goes on where it stopped.
    rules
        A rule set, its name or the path of its TOML file.
    engine
        ``"local"``, or a cluster: ``"dask"``, ``"ray"``, ``"spark"``; clusters write a folder.
    workers
        Threads that score; all cores by default.
    progress
        Show rows and rate on the terminal, or a function of rows done and rows in all (None where unknown).
    resume
        Go on with a folder that was begun; it is an error if rule set or inputs differ. False begins anew.
    patterns
        Add the patterns of every hand as a column.
    count_patterns
        Count how often each pattern came, for the summary.

    Returns
    -------
    Summary
        Rows, legal wins, points. Bad rows are scored as not legal and listed with row number (from 0) and
        every defect and the row's text in ``DST.bad.jsonl`` (of a folder in ``DST/_bad``).

    >>> _ = Path("hands.csv").write_text("concealed,win_tile\\n1122334455667m,7m\\n1122m,7m\\n")
    >>> summary = score_file("hands.csv", "scored.parquet", "wsom", progress=False)
    >>> summary.rows, summary.legal, summary.bad
    (2, 1, 1)
    """
    started = time.perf_counter()
    rules = _rule_set(rules)
    source, target = Path(src), Path(dst)
    run = engine_called(engine)
    parts = _plan(source, target)
    if engine != "local" and not is_data_set(target):
        raise FileError(f"{target}: engine {engine!r} writes a folder of Parquet files, not one file")
    manifest, summary = None, Summary()
    if is_data_set(target):
        manifest = Manifest.open(target, _identity(source, parts, rules, patterns), resume)
        parts, summary = _unfinished(parts, manifest)
    as_records = bool(parts) and format_of(parts[0].out)[0] == "jsonl"
    step = Scoring(rules, patterns, count_patterns, as_records)
    _run(run, parts, step, workers, progress, manifest, summary)
    summary.seconds = time.perf_counter() - started
    return summary


def survey(
    src: str | os.PathLike[str],
    rules: RuleSet | str | Path,
    *,
    workers: int | None = None,
    progress: bool | Progress = True,
) -> Summary:
    """Score every hand of a file or a folder and only sum up.

    The first bad rows stand among the summary's `failures`.
    """
    started = time.perf_counter()
    step, summary = Scoring(_rule_set(rules), count_patterns=True, as_records=True), Summary()
    files = _inputs(Path(src))
    stream = (batch for file in files for batch in batches(file))
    try:
        with shown(progress, _total(files)) as tick:
            for batch in overlapped(stream, step, workers or cpus()):
                _tell(batch, summary)
                summary.add(batch)
                tick(len(batch))
    except FileError:
        raise
    except (TypeError, ValueError) as error:  # columns that are no hands
        raise FileError(f"{src}: {error}") from error
    summary.seconds = time.perf_counter() - started
    return summary


def _tell(batch: pa.RecordBatch, summary: Summary, most: int = 10) -> None:
    """Note the first bad rows."""
    if batch["defects"].null_count < len(batch) and len(summary.failures) < most:
        for row, found in enumerate(batch["defects"].to_pylist()):
            if found and len(summary.failures) < most:
                summary.failures.append(f"row {summary.rows + row}: {'; '.join(found)}")


def convert_file(
    src: str | os.PathLike[str],
    dst: str | os.PathLike[str],
    *,
    tile_set: str = "standard",
    progress: bool | Progress = True,
) -> Summary:
    """Check the hands of a file and write them in another format; bad rows go to ``DST.bad.jsonl``."""
    started = time.perf_counter()
    get_tile_set(tile_set)
    target = Path(dst)
    parts, manifest, summary = _plan(Path(src), target), None, Summary()
    if is_data_set(target):
        manifest = Manifest.open(
            target, {"tile_set": tile_set, "inputs": _checksums(Path(src), parts)}, False
        )
    _run(engine_called("local"), parts, Converting(tile_set), None, progress, manifest, summary)
    summary.seconds = time.perf_counter() - started
    return summary


def _run(
    run: Engine,
    parts: list[Part],
    step: Step,
    workers: int | None,
    progress: bool | Progress,
    manifest: Manifest | None,
    summary: Summary,
) -> None:
    """Do the parts, note the finished ones, and let a part that fails not stop the others."""
    clear_temporaries([part.out for part in parts])
    with shown(progress, _rows(parts)) as tick:
        for part, result in run(parts, step, workers, tick):
            if not isinstance(result, Exception):
                summary.merge(Summary.from_json(result["summary"]))
                if manifest is not None:
                    manifest.add(part.out.name, result)
            elif manifest is None:
                raise result
            else:
                summary.failures.append(str(result))
    clear_temporaries([part.out for part in parts])  # of workers that died
    if summary.failures and not summary.rows:
        raise FileError(summary.failures[0])


def _rule_set(rules: RuleSet | str | Path) -> RuleSet:
    if not isinstance(rules, str | Path):
        return rules
    from ..rules import load

    return load(rules)


def _plan(source: Path, target: Path) -> list[Part]:
    """Divide the work: one part where the output is one file, else about a million rows each."""
    if target.resolve().is_relative_to(source.resolve()):
        raise FileError(f"{target}: the output must not lie in the input")
    if bad_rows_of(target).resolve() == source.resolve():
        raise FileError(f"{target}: its bad rows would be written over the input")
    files = _inputs(source)
    if not target.parent.is_dir():
        raise FileError(f"{target}: no folder {target.parent}")
    if not is_data_set(target):
        return _one_file(files, target)
    ranges = [(file, *rows) for file in files for rows in _ranges(count_rows(file))]
    names = [f"part-{i:05}" for i in range(len(ranges))]
    return [
        Part(*where, target / f"{name}.parquet", bad_rows_of(target) / f"{name}.jsonl")
        for where, name in zip(ranges, names, strict=True)
    ]


def _inputs(source: Path) -> list[Path]:
    if not source.exists():
        raise FileError(f"{source}: no such file")
    files = data_files(source) if source.is_dir() else [source]
    for file in files:
        format_of(file)
    return files


def _one_file(files: list[Path], target: Path) -> list[Part]:
    format_of(target)
    if len(files) > 1:
        raise FileError(
            f"{target}: a folder of files becomes a folder of files; give a name without a suffix"
        )
    return [Part(files[0], 0, None, target, bad_rows_of(target))]


def _ranges(rows: int | None) -> list[tuple[int, int | None]]:
    if rows is None:
        return [(0, None)]
    return [(start, start + PART_ROWS) for start in range(0, max(rows, 1), PART_ROWS)]


def _identity(source: Path, parts: list[Part], rules: RuleSet, patterns: bool) -> dict[str, Any]:
    """What must be the same for a job to go on."""
    return {
        "rules": rules.name,
        "fingerprint": rules.fingerprint,
        "patterns": patterns,
        "version": __version__,
        "inputs": _checksums(source, parts),
    }


def _checksums(source: Path, parts: list[Part]) -> dict[str, str]:
    root = source if source.is_dir() else source.parent
    files = dict.fromkeys(part.source for part in parts)
    return {str(file.relative_to(root)): checksum(file) for file in files}


def _unfinished(parts: list[Part], manifest: Manifest) -> tuple[list[Part], Summary]:
    """The parts still to do, and what is known of the others."""
    todo, summary = [], Summary()
    for part in parts:
        if manifest.finished(part.out.name):
            summary.merge(Summary.from_json(manifest.parts[part.out.name]["summary"]))
        else:
            todo.append(part)
    return todo, summary


def _rows(parts: list[Part]) -> int | None:
    """Rows to work, where all files say so."""
    counts = {part.source: count_rows(part.source) for part in parts}
    if None in counts.values():
        return None
    return sum(min(counts[p.source] or 0, p.stop or sys.maxsize) - p.start for p in parts)


def _total(files: list[Path]) -> int | None:
    counts = [count_rows(file) for file in files]
    return None if None in counts else sum(filter(None, counts))
