"""paili 牌理, the reasoning of tiles: how far is a hand from winning, what is it worth, how does it play?

``import paili`` needs NumPy alone; everything heavier is imported when first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._version import __version__
from .checks import HandError
from .hand import Hand
from .hands import Hands, concat
from .tiles import TileError, format_tiles, from_136, parse_tiles

if TYPE_CHECKING:
    from . import compare, counting, io, rulebook, rules, scoring, settlement, simulate
    from .counting import Shape, acceptance, discards, is_complete, shanten, waits
    from .rules import RuleSet, RuleSetError

_LAZY = dict.fromkeys(("Shape", "acceptance", "discards", "is_complete", "shanten", "waits"), "counting")
_LAZY |= dict.fromkeys(("RuleSet", "RuleSetError"), "rules")
_MODULES = ("compare", "counting", "io", "rulebook", "rules", "scoring", "settlement", "simulate")

__all__ = [
    "Hand",
    "HandError",
    "Hands",
    "RuleSet",
    "RuleSetError",
    "Shape",
    "TileError",
    "__version__",
    "acceptance",
    "compare",
    "concat",
    "counting",
    "discards",
    "format_tiles",
    "from_136",
    "io",
    "is_complete",
    "parse_tiles",
    "rulebook",
    "rules",
    "scoring",
    "settlement",
    "shanten",
    "simulate",
    "waits",
]


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(f".{name}", __name__)
    if name in _LAZY:
        value = getattr(import_module(f".{_LAZY[name]}", __name__), name)
        globals()[name] = value  # the next access does not come here
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
