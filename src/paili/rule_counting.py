"""Counting under a rule set: its shapes, its tile set and the suits it allows, handed to `paili.counting`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import counting
from .counting import Shape

Array = NDArray[Any]
_SHAPES = {
    "standard": Shape.STANDARD,
    "seven_pairs": Shape.SEVEN_PAIRS_WITH_QUADS,
    "thirteen_orphans": Shape.THIRTEEN_ORPHANS,
    "honors_and_knitted": Shape.HONORS_AND_KNITTED,
    "knitted_straight": Shape.KNITTED_STRAIGHT,
    "thirteen_scattered": Shape.THIRTEEN_SCATTERED,
    "fourteen_honors": Shape.FOURTEEN_HONORS,
    "flowers": Shape(0),
}
_HONORS = slice(27, 34)


class RuleCounting:
    """The counting functions with the ``[win]`` table of a rule set."""

    def __init__(self, win: Mapping[str, Any]) -> None:
        names = dict.fromkeys(win.get("shapes", ["standard"]))
        shapes = Shape(0)
        for name in names:
            shapes |= _SHAPES[name]
        if not win.get("pairs_with_quads", True) and "seven_pairs" in names:
            shapes ^= Shape.SEVEN_PAIRS_WITH_QUADS | Shape.SEVEN_PAIRS
        if win.get("scattered_distinct") and "thirteen_scattered" in names:
            shapes ^= Shape.THIRTEEN_SCATTERED | Shape.HONORS_AND_KNITTED
        self.keywords: dict[str, Any] = {"shapes": shapes, "tile_set": win.get("tile_set", "standard")}
        if (suits := win.get("max_suits", 3)) < 3:
            self.keywords["max_suits"] = suits
        self._honors_with_melds = bool(win.get("honors_with_melds"))

    def shanten(self, counts: Array, held: Array | None = None, void: int | None = None) -> Any:
        """Exchanges short of ready, ``int8[...]``."""
        found = counting.shanten(counts, held=held, void=void, **self.keywords)
        if (honors := self._honors_missing(counts, held)) is not None:
            found = np.minimum(found, honors - 1).astype(np.int8)[()]
        return found

    def waits(self, counts: Array, held: Array | None = None, void: int | None = None) -> Array:
        """Tiles that complete the hand, ``bool[..., 34]``."""
        found: Array = counting.waits(counts, held=held, void=void, **self.keywords)
        if (honors := self._honors_missing(counts, held)) is not None:
            found |= (honors == 1)[..., None] & self._free_honors(counts, held)
        return found

    def acceptance(self, counts: Array, held: Array | None = None, void: int | None = None) -> Array:
        """Tiles that lower shanten, ``bool[..., 34]``."""
        found: Array = counting.acceptance(counts, held=held, void=void, **self.keywords)
        if (honors := self._honors_missing(counts, held)) is not None:
            others = counting.shanten(counts, held=held, void=void, **self.keywords)
            best, free = (honors - 1)[..., None], self._free_honors(counts, held)
            found = np.where(best < others[..., None], free, found | (free & (best == others[..., None])))
        return found

    def _honors_missing(self, counts: Array, held: Array | None) -> Any:
        """Honours that want to fourteen beside melds of honours: to counting a hand of no shape."""
        if not self._honors_with_melds or held is None or not np.any(held):
            return None
        counts, held = np.broadcast_arrays(np.asarray(counts), np.asarray(held))
        tiles = counts.sum(axis=-1, dtype=np.int64)
        wanted = tiles // 3 * 3 + 2
        missing = wanted - counts[..., _HONORS].sum(axis=-1, dtype=np.int64)
        open_honors = held.any(axis=-1) & ~held[..., : _HONORS.start].any(axis=-1)
        return np.where(open_honors, missing, 100)

    @staticmethod
    def _free_honors(counts: Array, held: Array | None) -> Array:
        own = np.asarray(counts) + np.asarray(held)
        free = own < 4
        free[..., : _HONORS.start] = False
        return np.asarray(free)
