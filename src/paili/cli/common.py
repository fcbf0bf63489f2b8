"""What the commands share: options, errors as one line, the console."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from ..io.summary import Summary

console = Console(highlight=False, width=None if sys.stdout.isatty() else 160)
errors = Console(stderr=True, highlight=False, width=None if sys.stderr.isatty() else 160)


class Lang(StrEnum):
    """The language of what is printed."""

    en = "en"
    zh = "zh"


class Notation(StrEnum):
    """How a hand is written."""

    paili = "paili"
    gb = "gb"


RulesOption = Annotated[
    str, typer.Option("--rules", "-r", metavar="NAME", help="A rule set by name, or the path of a TOML file.")
]
LangOption = Annotated[Lang, typer.Option("--lang", help="The language of names and words.")]
NotationOption = Annotated[
    Notation,
    typer.Option("--notation", help="How the hand is written: paili's way or as a Guobiao (GB) string."),
]


def table_of(*headings: str, right: Sequence[int] = (), title: str = "") -> Table:
    """Return an empty table without lines; the columns in `right` flush right."""
    table = Table(box=None, title=title, title_justify="left", title_style="bold", pad_edge=False)
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="right" if place in right else "left", header_style="dim")
    return table


@contextmanager
def usage_errors() -> Iterator[None]:
    """Print what is wrong with the input as one line and end with status 2."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name and error.name.startswith("paili"):
            raise
        fail(str(error))
    except (ValueError, OSError) as error:
        fail(str(error))


def counted(number: int, what: str) -> str:
    """Say how many there are."""
    return f"{number:,} {what}" + "s" * (number != 1)


def end_job(summary: Summary, out: Path | None) -> None:
    """Tell what failed and where the bad rows are; end with status 1 if there is any of that."""
    from ..io.files import bad_rows_of

    for failure in summary.failures:
        errors.print(failure, style="red", soft_wrap=True, markup=False)
    if summary.bad and out is not None:
        where = f"{counted(summary.bad, 'bad row')} in {bad_rows_of(out)}"
        errors.print(where, style="red", soft_wrap=True, markup=False)
    if not summary.clean:
        raise typer.Exit(1)


def fail(message: str) -> None:
    """End with status 2."""
    errors.print(f"[red]error:[/red] {_plain(message)}", soft_wrap=True)
    raise typer.Exit(2)


def _plain(text: str) -> str:
    return text.replace("[", r"\[")
