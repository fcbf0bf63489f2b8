"""``paili rules``: the rule sets and their tables."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from ..rules import RuleSet, load, names
from .common import Lang, LangOption, console, table_of, usage_errors

NameArgument = Annotated[
    str, typer.Argument(metavar="NAME", help="A rule set by name, or the path of a TOML file.")
]

app = typer.Typer(help="List the rule sets, or show one of them.", invoke_without_command=True)

_SOURCES = {
    "text": "the original rule text says so",
    "public": "usual public rule",
    "decided": "our choice where the text is silent",
}


@app.callback()
def overview(context: typer.Context) -> None:
    """List the rule sets."""
    if context.invoked_subcommand is None:
        table = table_of("name", "title", "名称", "tiles", "patterns")
        for name in names():
            rules = load(name)
            titles = rules.title("en"), rules.title("zh")
            table.add_row(name, *titles, rules.tile_set, str(len(rules.patterns)))
        console.print(table)


@app.command()
def show(name: NameArgument, lang: LangOption = Lang.en) -> None:
    """Show every pattern of a rule set with its points and where it comes from, and the options."""
    with usage_errors():
        rules = load(name)
    console.print(f"[bold]{rules.title(lang.value)}[/bold] ({rules.name}, {rules.fingerprint})")
    console.print(_patterns(rules))
    used = {row.source for row in rules.patterns}
    console.print("source: " + ", ".join(f"{key} = {text}" for key, text in _SOURCES.items() if key in used))
    for option, value in rules.options.items():
        console.print(f"option {option} = {value!r}", markup=False)


def _patterns(rules: RuleSet) -> Table:
    table = table_of("id", "zh", "en", "points", "unit", "source", "leaves out", right=(3,))
    for row in rules.patterns:
        points = str(row.points) + ("+" if row.count else "")
        if row.open_points != row.points:
            points += f"/{row.open_points}"
        table.add_row(row.id, row.zh, row.en, points, row.unit, row.source, " ".join(row.excludes))
    return table
