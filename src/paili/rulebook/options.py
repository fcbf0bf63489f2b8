"""Options of a rule set: each a disputed point with a default, and a patch of the document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import Document, RuleSetError, merge
from .keys import option_faults


def defaults(name: str, document: Document) -> dict[str, Any]:
    """The options of a document with their defaults."""
    found = {}
    if not isinstance(options := document.get("options", {}), dict):
        raise RuleSetError(f"rule set {name!r}: options is not a table")
    for key, option in options.items():
        for fault in option_faults(option):
            raise RuleSetError(f"rule set {name!r}: option {key!r} {fault}")
        found[key] = option["default"]
    return found


def apply(name: str, document: Document, values: Mapping[str, Any]) -> Document:
    """Patch a document with the values of all its options."""
    for key, value in {**defaults(name, document), **values}.items():
        option = document.get("options", {}).get(key)
        if option is None:
            known = ", ".join(document.get("options", {})) or "none"
            raise RuleSetError(f"rule set {name!r} has no option {key!r}; it has {known}")
        patch = _patch(name, key, option, value)
        try:
            document = merge(document, patch)
        except RuleSetError as error:
            raise RuleSetError(f"rule set {name!r}: option {key!r}: {error}") from None
    return document


def _patch(name: str, key: str, option: Document, value: Any) -> Document:
    """The change that one value of an option makes."""
    default, where = option["default"], f"rule set {name!r}: option {key!r}"
    if "when" in option:
        choices = {*option["when"], _word(default), *(("true", "false") if type(default) is bool else ())}
        if _word(value) not in choices or (type(default) is bool and type(value) is not bool):
            raise RuleSetError(f"{where} is {value!r}; it can be {', '.join(sorted(choices))}")
        return dict(option["when"].get(_word(value), {}))
    if type(value) is not type(default):
        raise RuleSetError(f"{where} is {value!r}, not a {type(default).__name__}")
    if "choices" in option and value not in option["choices"]:
        raise RuleSetError(f"{where} is {value!r}; it can be {', '.join(map(str, option['choices']))}")
    patch = value
    for part in reversed(option["sets"].split(".")):
        patch = {part: patch}
    return patch  # type: ignore[no-any-return]


def _word(value: Any) -> str:
    """A value as the key that it has in a TOML table."""
    return str(value).lower() if isinstance(value, bool) else str(value)
