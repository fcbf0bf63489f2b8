"""``paili score``: whole files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..rules import load
from .common import Lang, LangOption, RulesOption, console, end_job, usage_errors
from .progress import progress_bar
from .show import schema_text, show_summary


def score(
    source: Annotated[
        Path | None,
        typer.Argument(metavar="IN", help="Parquet, Arrow, CSV or JSON Lines, or a folder of Parquet files."),
    ] = None,
    rules: RulesOption = "wsom",
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="OUT", help="A file, or a folder: parts that survive a crash."),
    ] = None,
    patterns: Annotated[bool, typer.Option("--patterns", help="Add the patterns of every hand.")] = False,
    engine: Annotated[str, typer.Option("--engine", help="local, dask, ray or spark.")] = "local",
    workers: Annotated[int | None, typer.Option("--workers", min=1, help="Threads that score.")] = None,
    resume: Annotated[bool, typer.Option(help="Go on with a folder that was begun.")] = True,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no summary.")] = False,
    schema: Annotated[bool, typer.Option("--schema", help="Say which columns are read and written.")] = False,
    lang: LangOption = Lang.en,
) -> None:
    """Score every hand of a file and sum up; without OUT only sum up.

    paili score hands.csv -r mcr -o scored.parquet

    A single hand, also a Guobiao string, is for explain: paili explain HAND --notation gb
    """
    if schema:
        console.print(schema_text(), soft_wrap=True, markup=False)
        return
    if source is None:
        raise typer.BadParameter("name the file to score", param_hint="IN")
    with usage_errors():
        from ..io import engines, job

        engines.engine(engine)  # an unknown one is an error, whatever there is to do
        if out is None and engine != "local":
            raise ValueError(f"engine {engine!r} writes a folder of Parquet files; name it: -o OUT")
        chosen = load(rules)
        with progress_bar(not quiet) as tick:
            if out is None:
                summary = job.survey(source, chosen, workers=workers, progress=tick)
            else:
                summary = job.score_file(
                    source, out, chosen, engine=engine, workers=workers, progress=tick,
                    resume=resume, patterns=patterns, count_patterns=not quiet,
                )  # fmt: skip
    if not quiet:
        show_summary(summary, chosen, lang.value)
    end_job(summary, out)
