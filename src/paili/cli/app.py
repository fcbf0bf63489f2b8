"""All commands under one name."""

from __future__ import annotations

import typer

from .._version import __version__
from . import bench, convert, files, hands, rule_sets, simulate, tiles

app = typer.Typer(
    name="paili",
    help="牌理: what mahjong hands are worth under many rule sets, why, and who pays.",
    epilog="Exit status: 0 done, 1 some rows are bad (they are written to a side file), 2 wrong usage.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"paili {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Show the version."
    ),
) -> None:
    pass


app.command("score")(files.score)
app.command("explain")(hands.explain)
app.command("waits")(hands.waits)
app.command("shanten")(tiles.shanten)
app.command("discards")(tiles.discards)
app.add_typer(rule_sets.app, name="rules")
app.command("convert")(convert.convert)
app.command("simulate")(simulate.simulate)
app.command("bench")(bench.bench)
