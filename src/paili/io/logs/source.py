"""The file of a log: opened through its compression, known by its content, read with bounded memory."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..files import FileError, open_binary
from ..lines import lines

MAX_DOCUMENT = 1 << 26  # a game is some 20 kB; what does not fit here is no log
_HEAD = 1 << 16
_MAGIC = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}

Item = tuple[str, Any]
"""A place in the file and what stands there, a `LogError` where it cannot be read."""


class LogError(FileError):
    """A log that cannot be read, or not to its end; the message names the file and the place."""

    __module__ = "paili.io"  # where users find it, and what a traceback prints


class Source:
    """A log file.

    Parameters
    ----------
    path
        The file, plain or compressed; its name does not matter.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with _opened(path):
            with path.open("rb") as file:
                magic = file.read(4)
            found = [name for start, name in _MAGIC.items() if magic.startswith(start)]
            self._compression = found[0] if found else None
            with open_binary(path, self._compression) as stream:
                self.head = bytes(stream.read(_HEAD)).removeprefix(b"\xef\xbb\xbf").lstrip()

    def first_line(self) -> str:
        """The first line with something in it, as far as it is UTF-8."""
        return self.head.partition(b"\n")[0].decode(errors="replace").strip()

    def lines(self) -> Iterator[Item]:
        """Every line that is not blank."""
        try:
            for number, (text, fault) in enumerate(lines(self.path, self._compression), 1):
                if fault:
                    yield f"line {number}", LogError(fault)
                elif text := text.strip().removeprefix("\ufeff"):
                    yield f"line {number}", text
        except (FileError, OSError) as error:
            yield "at its end", LogError(_reason(self.path, error))

    def blocks(self, size: int = 1 << 16) -> Iterator[bytes]:
        """The bytes, up to as many as a log may have."""
        with _opened(self.path), open_binary(self.path, self._compression) as stream:
            for _ in range(MAX_DOCUMENT // size):
                if not (block := bytes(stream.read(size))):
                    return
                yield block
        raise LogError(f"{self.path}: more than {MAX_DOCUMENT >> 20} MB, no log is as long")

    def documents(self) -> Iterator[Item]:
        """JSON documents: the whole file is one, or every line."""
        try:
            text = b"".join(self.blocks()).decode("utf-8-sig")
        except UnicodeDecodeError as error:
            yield f"byte {error.start}", LogError(f"not UTF-8: {error.reason}")
            return
        except LogError as error:
            yield "", LogError(_reason(self.path, error))
            return
        try:
            yield "the document", json.loads(text)
        except RecursionError:
            yield "the document", LogError("nested too deeply")
        except ValueError as error:
            first, _, rest = text.strip().partition("\n")
            if not rest or read_json(first) is None:
                yield "the document", LogError(f"no whole JSON: {error}")
                return
            yield from ((place, LogError("no JSON") if (value := read_json(line)) is None else value)
                        for place, line in self.lines())  # fmt: skip


def read_json(text: Any) -> Any:
    """Read JSON, None if it is none; what could not be read stays the error that it is."""
    if not isinstance(text, str):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _reason(path: Path, error: Exception) -> str:
    """What an error says without the name of the file."""
    return str(error).removeprefix(f"{path}: ")


@contextmanager
def _opened(path: Path) -> Iterator[None]:
    try:
        yield
    except FileError:
        raise
    except FileNotFoundError:
        raise LogError(f"{path}: no such file") from None
    except OSError as error:
        raise LogError(f"{path}: {error.strerror or f'damaged or cut short: {error}'}") from error
