"""The command line: ``paili --help``. Needs typer and rich: ``pip install "paili[cli]"``."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line, or say what it lacks."""
    try:
        from .app import app
    except ModuleNotFoundError as error:
        if error.name not in ("typer", "rich"):
            raise
        print(f'the command line needs {error.name}: pip install "paili[cli]"', file=sys.stderr)
        raise SystemExit(2) from None
    app()
