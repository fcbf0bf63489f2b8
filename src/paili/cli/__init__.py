"""The command line: ``paili --help``. Needs typer and rich: ``pip install "paili[cli]"``."""

from __future__ import annotations

import io
import os
import sys


def main() -> None:
    """Run the command line; what it lacks and where it cannot write is told in one line, with status 2."""
    _open_streams()
    try:
        from .app import app
    except ImportError as error:
        if error.name in ("typer", "rich"):
            _fail(f'the command line needs {error.name}: pip install "paili[cli]"')
        elif str(error).startswith("PAILI_ISA"):
            _fail(f"error: {error}")
        raise
    try:
        app()
        sys.stdout.flush()
    except OSError as error:
        with open(os.devnull, "w") as nowhere:  # what is still waiting to be printed has no place to go
            os.dup2(nowhere.fileno(), sys.stdout.fileno())
        _fail(f"error: the answer cannot be written: {error.strerror}")


def _open_streams() -> None:
    """Make printing possible: a character that the terminal does not have becomes a question mark."""
    sys.stdout = sys.stdout or io.StringIO()  # closed
    sys.stderr = sys.stderr or io.StringIO()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _fail(message: str) -> None:
    print(message, file=sys.stderr)
    raise SystemExit(2)
