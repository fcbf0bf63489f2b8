"""Files of hands: which format a name means, and writing one whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

FORMATS = {
    ".parquet": "parquet", ".pq": "parquet", ".arrow": "arrow", ".feather": "arrow", ".ipc": "arrow",
    ".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl",
}  # fmt: skip
COMPRESSED = {".gz": "gzip", ".zst": "zstd"}


class FileError(ValueError):
    """A file that cannot be read as what its name says, or a place that cannot be written."""

    __module__ = "paili.io"  # where users find it, and what a traceback prints


def format_of(path: Path) -> tuple[str, str | None]:
    """Return format and compression of a file by its suffix.

    >>> format_of(Path("hands.jsonl.zst"))
    ('jsonl', 'zstd')
    """
    name = path.name.lower()
    stem, suffix = os.path.splitext(name)
    compression = COMPRESSED.get(suffix)
    if compression:
        suffix = os.path.splitext(stem)[1]
    kind = FORMATS.get(suffix)
    if kind is None or (compression and kind in ("parquet", "arrow")):
        known = ", ".join(sorted(FORMATS))
        raise FileError(
            f"{path}: unknown kind of file; known suffixes are {known}, and .csv .jsonl with .gz or .zst"
        )
    return kind, compression


def is_data_set(path: Path) -> bool:
    """Tell whether a path names a folder of Parquet files: one that exists, or a name without a suffix."""
    return path.is_dir() or (not path.suffix and not path.exists())


def bad_rows_of(target: Path) -> Path:
    """Return where the bad rows of a job are listed: a file beside its output, or a folder in it."""
    return target / "_bad" if is_data_set(target) else target.with_name(f"{target.name}.bad.jsonl")


def data_files(folder: Path) -> list[Path]:
    """List the Parquet files of a data set in the order of their names; a foreign file is an error.

    Names that start with ``_`` or ``.`` are a writer's own notes and no data, as is usual with Parquet.
    """
    files = [p for p in sorted(folder.rglob("*")) if p.is_file() and not _hidden(p.relative_to(folder))]
    foreign = [p for p in files if p.suffix.lower() not in (".parquet", ".pq")]
    if foreign:
        raise FileError(
            f"{folder}: not a folder of Parquet files, it also holds {foreign[0].relative_to(folder)}"
        )
    if not files:
        raise FileError(f"{folder}: holds no Parquet file")
    return files


def _hidden(path: Path) -> bool:
    return any(part.startswith(("_", ".")) for part in path.parts)


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """Give a temporary name beside `path`; when the block ends well it becomes `path`, on disk, at once.

    When it does not, nothing is left and an older `path` stays as it was.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        yield temporary
        with open(temporary, "rb+") as file:
            os.fsync(file.fileno())
        os.replace(temporary, path)
        sync_folder(path.parent)
    except FileNotFoundError as error:
        raise FileError(f"{path}: cannot be written: {error.strerror}") from error
    finally:
        temporary.unlink(missing_ok=True)


def clear_temporaries(paths: list[Path]) -> None:
    """Remove what killed runs left beside the files they were writing."""
    names = {path.name for path in paths}
    for folder in {path.parent for path in paths}:
        for stale in folder.glob(".*.tmp"):
            if stale.name[1:].rsplit(".", 2)[0] in names:
                stale.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Make a rename in `folder` last through a power cut, where the system can."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def open_binary(path: Path, compression: str | None) -> Any:
    """Open a text file for reading, through its decompression."""
    import pyarrow as pa

    raw = pa.OSFile(str(path), "rb")
    return pa.CompressedInputStream(raw, compression) if compression else raw
