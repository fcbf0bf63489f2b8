"""Text files line by line with bounded memory: a line of a gigabyte is one bad row, no more."""

import codecs
import csv
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import pyarrow as pa

from .columns import DEFECTS, ROW, UNREADABLE
from .files import FileError, open_binary

BLOCK = 1 << 20
MAX_LINE = 1 << 20

Line = tuple[str, str | None]  # text, and what is wrong with it


def lines(path: Path, compression: str | None) -> Iterator[Line]:
    """Yield every line; one that is too long (of it there is no text) or no UTF-8 comes with the reason."""
    rest, dropped = b"", 0
    with open_binary(path, compression) as file:
        block = _read(file, path).removeprefix(codecs.BOM_UTF8)
        while block:
            *whole, tail = (rest + block).split(b"\n")
            for line in whole:
                yield _line(line, dropped)
                dropped = 0
            rest = tail
            if len(rest) > MAX_LINE:
                dropped, rest = dropped + len(rest), b""
            block = _read(file, path)
    if rest or dropped:
        yield _line(rest, dropped)


def _read(file: pa.NativeFile, path: Path) -> bytes:
    try:
        return bytes(file.read(BLOCK))
    except OSError as error:
        raise FileError(f"{path}: damaged or cut short: {error}") from error


def _line(line: bytes, dropped: int) -> Line:
    if dropped or len(line) > MAX_LINE:
        return "", f"line of {dropped + len(line)} bytes (at most {MAX_LINE})"
    try:
        return line.removesuffix(b"\r").decode(), None
    except UnicodeDecodeError as error:
        text = line.decode(errors="backslashreplace")
        return text, f"not UTF-8: {error.reason} at byte {error.start}"


def json_batches(path: Path, compression: str | None, rows: int) -> Iterator[pa.RecordBatch]:
    """Read JSON Lines as batches of one text column, `record`; blank lines are no rows."""
    yield _with_errors({"record": []}, [])  # for the columns
    stream = (line for line in lines(path, compression) if line[0].strip() or line[1])
    while chunk := list(islice(stream, rows)):
        text, wrong = zip(*chunk, strict=True)
        yield _with_errors({"record": text}, wrong)


def csv_batches(path: Path, compression: str | None, rows: int) -> Iterator[pa.RecordBatch]:
    """Read CSV with a header line as batches of text columns; an empty field is null."""
    table = _table(path, compression)
    header, fault, _ = next(table, ([], None, ""))
    if fault:
        raise FileError(f"{path}: the header line: {fault}")
    if not header:
        raise FileError(f"{path}: no header line")
    if len(set(header)) < len(header):
        raise FileError(f"{path}: a column name occurs twice in the header: {', '.join(header)}")
    yield _with_errors({name: [] for name in [*header, ROW]}, [])
    while chunk := list(islice(table, rows)):
        cells, wrong = [], []
        for row, error, text in chunk:
            if not error and len(row) != len(header):
                error = f"{len(row)} fields, the header has {len(header)}"
            cells.append([*(row + [""] * len(header))[: len(header)], text if error else ""])
            wrong.append(error)
        columns = zip([*header, ROW], zip(*cells, strict=True), strict=True)
        yield _with_errors({name: [value or None for value in column] for name, column in columns}, wrong)


def _table(path: Path, compression: str | None) -> Iterator[tuple[list[str], str | None, str]]:
    """Rows of a CSV file, what is wrong with each, and its text; blank lines are left out.

    Quoted fields may hold line breaks.
    """
    wrong: list[str] = []
    read: list[str] = []

    def text() -> Iterator[str]:
        for line, error in lines(path, compression):
            if error:
                wrong.append(error)
            read.append(line)
            yield line + "\n"

    reader = csv.reader(text(), strict=True)
    while True:
        wrong.clear()
        read.clear()
        try:
            row = next(reader, None)
        except csv.Error as error:
            yield [], str(error), "\n".join(read)
            continue
        if row is None:
            return
        if row or wrong:
            yield row, "; ".join(wrong) or None, "\n".join(read)


def _with_errors(columns: dict[str, object], wrong: Iterable[str | None]) -> pa.RecordBatch:
    notes = pa.array([error and [error] for error in wrong], DEFECTS)
    texts = {name: pa.array(values, pa.string()) for name, values in columns.items()}
    return pa.RecordBatch.from_pydict(texts | {UNREADABLE: notes})
