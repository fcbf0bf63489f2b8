"""The one door for arrays: whatever a caller hands in leaves here checked, narrow and contiguous.

Compiled code indexes tables with these numbers and trusts them, so nothing is ever cast in silence: a float,
a negative or a huge number is an error that names its place.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

KINDS = 34  # the width of every row of counts, whatever the tile set


def as_integers(values: ArrayLike, name: str = "array") -> NDArray[Any]:
    """Return `values` as an integer array of any width; an empty one may come with any dtype."""
    if isinstance(values, np.ma.MaskedArray):
        raise TypeError(f"{name} is a masked array; fill it first")
    try:
        array = np.asarray(values)
    except ValueError:
        raise ValueError(f"{name} is ragged: its rows differ in length") from None
    if array.dtype.kind not in "ui" and array.size:
        raise TypeError(f"{name} must hold integers, not {array.dtype}")
    return array


def as_counts(
    values: ArrayLike, *, kinds: int = KINDS, name: str = "counts", limit: int = 4
) -> NDArray[np.uint8]:
    """Return tile counts as C-contiguous ``uint8[..., 34]``, each from 0 to `limit`.

    `kinds` is the size of the tile set: tiles from there on must be 0.

    >>> as_counts([0] * 33 + [5])
    Traceback (most recent call last):
    ...
    ValueError: counts[33] is 5 (0 to 4)
    """
    array = as_integers(values, name)
    if array.ndim == 0 or array.shape[-1] != KINDS:
        raise ValueError(f"{name} has shape {array.shape}; its last axis must be the {KINDS} tiles")
    check_range(array, 0, limit, name)
    if kinds < KINDS and array[..., kinds:].any():
        where = np.argwhere(array[..., kinds:] != 0)[0]
        where[-1] += kinds
        raise ValueError(f"{place(name, where)} is a tile outside the tile set (it has {kinds} kinds)")
    return np.ascontiguousarray(array, dtype=np.uint8)


def check_range(array: NDArray[Any], low: int, high: int, name: str) -> None:
    """Raise a ``ValueError`` naming the first number of `array` outside `low` to `high`."""
    if not array.size or (array.max() <= high and (array.dtype.kind == "u" or array.min() >= low)):
        return
    where = np.argwhere((array < low) | (array > high))[0]
    raise ValueError(f"{place(name, where)} is {array[tuple(where)]} ({low} to {high})")


def place(name: str, where: NDArray[Any]) -> str:
    """Write an index as source text: ``counts[2, 33]``."""
    return f"{name}[{', '.join(map(str, where))}]"
