"""A bar with rows a second and the time left."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from .common import errors


class _Rate(ProgressColumn):
    def __init__(self, what: str) -> None:
        super().__init__()
        self._what = what

    def render(self, task: Task) -> Text:
        """Show finished rows and the rate."""
        speed = task.finished_speed or task.speed
        rate = f"{speed:>12,.0f} {self._what}/s" if speed else ""
        return Text(f"{int(task.completed):>12,} {self._what} {rate}")


@contextmanager
def progress_bar(
    shown: bool, doing: str = "scoring", what: str = "rows"
) -> Iterator[Callable[[int, int | None], None] | bool]:
    """Give a function of rows done and rows in all that moves the bar; False where nobody is to see it."""
    if not shown:
        yield False
        return
    columns = (TextColumn("{task.description}"), BarColumn(), _Rate(what), TimeRemainingColumn(compact=True))
    with Progress(*columns, console=errors) as bar:
        task = bar.add_task(doing, total=None)

        def tick(done: int, total: int | None) -> None:
            bar.update(task, completed=done, total=total)

        yield tick
