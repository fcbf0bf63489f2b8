"""``paili convert``: hands from one format to another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .common import console, errors, usage_errors
from .progress import progress_bar


def convert(
    source: Annotated[Path, typer.Argument(metavar="IN", help="Any file of hands.")],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="OUT", help="The file to write.")],
    tile_set: Annotated[str, typer.Option(help="standard, suits or ten-rank.")] = "standard",
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no summary.")] = False,
) -> None:
    """Check hands and write them in another format; bad rows go to OUT.bad.jsonl."""
    with usage_errors():
        from ..io import job

        with progress_bar(not quiet) as tick:
            summary = job.convert_file(source, out, tile_set=tile_set, progress=tick)
    if not quiet:
        console.print(f"{summary.rows - summary.bad:,} hands written to {out}", markup=False)
    if summary.bad:
        errors.print(f"{summary.bad:,} bad rows in {out}.bad.jsonl", style="red", markup=False)
        raise typer.Exit(1)
