"""Players: ``random``, ``greedy``, ``value`` and ``defensive``; `paili.simulate.policy` makes others.

A policy is a function ``(me, table, luck) -> action`` over what a player can see: their own `Seat`, the
public `Table`, and 64 fresh random bits.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

NAMES = ("random", "greedy", "value", "defensive")


def load(name: str) -> Any:
    """Return a built-in policy by name.

    >>> load("wise")
    Traceback (most recent call last):
    ...
    ValueError: no policy 'wise'; there are random, greedy, value, defensive
    """
    if name not in NAMES:
        raise ValueError(f"no policy {name!r}; there are {', '.join(NAMES)}")
    return getattr(import_module(f".{name}", __name__), name)
