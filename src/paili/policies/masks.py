"""Small tools of policies: sets of tiles as bits."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..simulate._jit import Int, jit

_NONE, _ONE = np.uint64(0), np.uint64(1)


@jit
def size(mask: Any) -> Int:
    """Count the tiles of a mask."""
    n = 0
    while mask != _NONE:
        mask &= mask - _ONE
        n += 1
    return n


@jit
def first(mask: Any) -> Int:
    """Return the lowest tile of a mask that is not empty."""
    tile = 0
    while (mask >> np.uint64(tile)) & _ONE == _NONE:
        tile += 1
    return tile


@jit
def member(mask: Any, index: Int) -> Int:
    """Return the tile at a place of a mask, counted from 0."""
    for _ in range(index):
        mask &= mask - _ONE
    return first(mask)
