"""Rule files as they stand: finds one by name or path, reads it, and merges what it extends.

What their tables mean is the business of `paili.rulebook`.
"""

from __future__ import annotations

import copy
import tomllib
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

RULESETS = Path(__file__).with_name("rulesets")
TOP = frozenset({"extends", "title", "win", "points", "settlement", "play", "patterns", "options"})
"""What a file may hold at the top."""

Document = dict[str, Any]


class RuleSetError(ValueError):
    """A rule set that cannot be used: names the file, the row and the fault."""

    __module__ = "paili"  # where users find it, and what a traceback prints


def names() -> list[str]:
    """The built-in rule sets.

    >>> "wsom" in names()
    True
    """
    return sorted(path.stem for path in RULESETS.glob("*.toml"))


def read(name: str | Path) -> tuple[str, Document]:
    """Return a rule set's name and its document, everything it extends merged in."""
    if not isinstance(name, str | Path):
        raise TypeError(f"a rule set is called by its name or its path, not by {type(name).__name__}")
    try:
        return _read(name, Path(), ())
    except RecursionError:
        raise RuleSetError(f"{name}: nested too deeply") from None


def _read(name: str | Path, beside: Path, seen: tuple[Path, ...]) -> tuple[str, Document]:
    path = _find(name, beside)
    if path in seen:
        raise RuleSetError(f"{path.name}: extends itself by way of {seen[-1].name}")
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise RuleSetError(f"{path}: cannot be read: {error}") from None
    except tomllib.TOMLDecodeError as error:
        raise RuleSetError(f"{path}: {error}") from None
    if unknown := document.keys() - TOP:
        raise RuleSetError(
            f"{path}: unknown table [{sorted(unknown)[0]}]; there are {', '.join(sorted(TOP))}"
        )
    base = document.pop("extends", None)
    if base is not None:
        if not isinstance(base, str):
            raise RuleSetError(f"{path}: extends is not a name or a path")
        try:
            below = _read(base, path.parent, (*seen, path))[1]
        except RuleSetError as error:
            raise RuleSetError(f"{path}: {error}") from None
        try:
            document = merge(below, document)
        except RuleSetError as error:
            raise RuleSetError(f"{path}: {error}") from None
    return path.stem, document


def _find(name: str | Path, beside: Path) -> Path:
    built_in, path = RULESETS / f"{name}.toml", beside / name
    with suppress(OSError):  # a name that no file can have
        if built_in.parent == RULESETS and built_in.is_file():
            return built_in
        if path.suffix == ".toml" and path.is_file():
            return path.resolve()
    raise RuleSetError(f"no rule set {str(name)!r}: neither a file nor one of {', '.join(names())}")


@lru_cache(maxsize=64)
def built_in(name: str) -> Document:
    """Return the tables of a built-in rule set, not to be changed; none for another name.

    >>> built_in("shiwan")["win"]["tile_set"], built_in("Friday table")
    ('ten-rank', {})
    """
    return read(name)[1] if name in names() else {}


def merge(base: Document, patch: Document) -> Document:
    """Lay a patch over a document: tables merge, other values replace, ``false`` removes a row.

    ``"+excludes"`` and ``"-excludes"`` add to a list and take from it; a new row with ``before`` goes there.

    >>> merge({"patterns": {"a": {"excludes": ["c"]}}}, {"patterns": {"a": {"+excludes": ["d"]}}})
    {'patterns': {'a': {'excludes': ['c', 'd']}}}
    """
    result = copy.deepcopy(base)
    for key, value in patch.items():
        if key[:1] in "+-" and isinstance(value, list):
            old = result.get(key[1:], [])
            if not isinstance(old, list):
                raise RuleSetError(f"{key!r} changes {old!r}, which is no list")
            result[key[1:]] = [*old, *value] if key[0] == "+" else [x for x in old if x not in value]
        elif value is False and isinstance(result.get(key), dict):
            del result[key]
        elif isinstance(value, dict):
            old = result.get(key)
            row = merge(old if isinstance(old, dict) else {}, value)
            result = _insert(result, key, row, row.pop("before", None))
        else:
            result[key] = copy.deepcopy(value)
    return result


def _insert(table: Document, key: str, value: Any, before: str | None) -> Document:
    if before is None:
        return {**table, key: value}
    rest = {k: v for k, v in table.items() if k != key}
    if before not in list(rest):
        raise RuleSetError(f"{key!r} wants to stand before {before!r}, which is not there")
    moved: Document = {}
    for k, v in rest.items():
        if k == before:
            moved[key] = value
        moved[k] = v
    return moved
