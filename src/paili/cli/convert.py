"""``paili convert``: hands from one format to another, and out of game logs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .common import console, counted, end_job, usage_errors
from .progress import progress_bar


def convert(
    sources: Annotated[
        list[Path],
        typer.Argument(metavar="IN...", help="A file of hands, or logs of games and folders of them."),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="OUT", help="The file to write.")],
    tile_set: Annotated[
        str, typer.Option(help="standard, suits or ten-rank, where the hands name none.")
    ] = "standard",
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no summary.")] = False,
) -> None:
    """Check hands and write them in another format; bad rows go to OUT.bad.jsonl (of a folder to OUT/_bad).

    Of logs (mjai, mjlog, tenhou.net/6, Botzone, told apart by their content) the winning hands are written.
    """
    with usage_errors():
        from ..io import job
        from ..io.logs.convert import are_logs, convert_logs

        logs = are_logs(sources)
        doing = ("reading logs", "hands") if logs else ("converting", "rows")
        with progress_bar(not quiet, *doing) as tick:
            if logs:
                summary = convert_logs(sources, out, progress=tick)
            else:
                summary = job.convert_file(sources[0], out, tile_set=tile_set, progress=tick)
    if not quiet:
        written = counted(summary.rows - summary.bad, "hand")
        console.print(f"{written} written to {out}", soft_wrap=True, markup=False)
    end_job(summary, out)
