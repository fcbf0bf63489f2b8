"""Policies that anybody can write: plain Python over documented records, compiled once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from inspect import isfunction, signature
from typing import Any

import numba
from numba.core.errors import NumbaError

from ._jit import compile_or_load
from .layout import Policy, Seat, Table

Function = Callable[[Any, Any, Any], int]
_SIGNATURE = numba.types.int64(Seat, Table, numba.types.uint64)


@dataclass(frozen=True)
class CompiledPolicy:
    """A policy: callable as the Python function it was, and compiled for the round loop."""

    name: str
    function: Function
    compiled: Any

    def __call__(self, me: Any, table: Any, luck: Any) -> int:
        """Answer in Python, for tests and for curiosity."""
        return int(self.function(me, table, luck))

    def __repr__(self) -> str:
        return f"<policy {self.name}>"


def policy(function: Function) -> CompiledPolicy:
    """Compile a function ``(me, table, luck) -> action`` into a policy.

    `me` is what the player knows of himself (fields of `paili.simulate.SEAT`), `table` what everybody sees
    (`paili.simulate.TABLE`); hidden tiles are in neither, and neither may be written to. `luck` is 64 random
    bits, new for every question. The answer is a constant of `paili.simulate`: ``DISCARD + tile``,
    ``KONG + tile``, ``CHOW + lowest tile``, ``READY + tile``, ``PUNG``, ``WIN`` or ``PASS``; `me` says which
    are legal. The compiled code is kept beside the source file, where there is one.

    >>> from paili.simulate import DISCARD, PASS, WIN, policy
    >>> @policy
    ... def drawn_tile(me, table, luck):
    ...     if me.may_win:
    ...         return WIN
    ...     return PASS if me.offer >= 0 else DISCARD + me.drawn
    >>> drawn_tile
    <policy drawn_tile>
    """
    if not isfunction(function):
        raise TypeError(f"{function!r} is no function that could become a policy")
    try:
        signature(function).bind(None, None, None)
    except TypeError:
        given = signature(function)
        raise TypeError(
            f"policy {function.__name__!r} is called with (me, table, luck), it takes {given}"
        ) from None
    try:
        compiled = compile_or_load(function, _SIGNATURE)
    except KeyError as error:
        raise TypeError(
            f"policy {function.__name__!r} cannot be compiled: there is no field {error}"
        ) from None
    except NumbaError as error:
        raise TypeError(f"policy {function.__name__!r} cannot be compiled: {error}") from None
    return CompiledPolicy(function.__name__, function, compiled)


def admit(policies: Any) -> tuple[CompiledPolicy, ...]:
    """Return four policies, one a seat, from one or four of them or of their names."""
    if isinstance(policies, str | CompiledPolicy) or not isinstance(policies, Sequence):
        policies = [policies]
    if len(policies) not in (1, 4):
        raise ValueError(f"{len(policies)} policies for four seats; give one for all, or four")
    admitted = [_admit_one(one) for one in policies]
    return tuple(admitted * 4) if len(admitted) == 1 else tuple(admitted)


def _admit_one(one: Any) -> CompiledPolicy:
    if isinstance(one, CompiledPolicy):
        return one
    if isinstance(one, str):
        from .. import policies

        found = policies.load(one)
        assert isinstance(found, CompiledPolicy)
        return found
    raise TypeError(f"{one!r} is no policy: give a name, or a function decorated with @paili.simulate.policy")


__all__ = ["CompiledPolicy", "Policy", "admit", "policy"]
