"""How far is a hand from winning, and which tiles help? Shanten, waits and acceptance, one hand or millions.

Counts are ``uint8[..., 34]``; the answers have their leading axes. Everything is exact: shanten is the fewest
tiles missing to *any* legal complete hand with at most four of each tile, minus one.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from enum import IntFlag
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _counting
from ._arrays import KINDS, as_counts
from ._parallel import map_chunks
from .tiles import TILE_SETS, tile_name

Array = NDArray[Any]
NEVER = 127  # shanten of a hand that no legal draws can finish, and of a discard that is not in the hand
_CHUNK = 65_536  # a chunk must outlast the start of a thread


class Shape(IntFlag):
    """A form that wins; join several with ``|``.

    Special shapes count only where nothing is declared: 13 or 14 tiles, none held.
    """

    STANDARD = 1  # groups and a pair
    SEVEN_PAIRS = 2  # seven different kinds
    SEVEN_PAIRS_WITH_QUADS = 4  # four of a kind may be two pairs
    THIRTEEN_ORPHANS = 8
    HONORS_AND_KNITTED = 16  # 全不靠: 14 different tiles out of the honours and one knitted arrangement
    KNITTED_STRAIGHT = 32  # 组合龙: its nine tiles, a group and a pair; also with one meld
    THIRTEEN_SCATTERED = 64  # 十三烂: as 全不靠, but two suits may share a third
    FOURTEEN_HONORS = 128  # 乱风向: any 14 honours


DEFAULT_SHAPES = Shape.STANDARD | Shape.SEVEN_PAIRS | Shape.THIRTEEN_ORPHANS
_DEFAULT_QUERY = int(DEFAULT_SHAPES)
_TILE_SET_CODES = {name: code for code, name in enumerate(TILE_SETS)}
TILE_SET_SHIFT, LIMIT_SHIFT, VOID_SHIFT, FORMAL_SHIFT = 16, 18, 21, 23  # csrc/counting/query.hpp
_SIZES = ("1 to 17, not a multiple of 3,", "1, 4, 7, 10, 13 or 16", "2, 5, 8, 11, 14 or 17")
_SCALARS = {value: np.int8(value) for value in range(-1, NEVER + 1)}


class Discards(NamedTuple):
    """What each discard of a hand leaves, an entry a tile."""

    shanten: NDArray[np.int8]
    acceptance: NDArray[np.uint64]
    live: NDArray[np.uint8]


def query(
    *,
    shapes: int | None = None,
    tile_set: str = "standard",
    max_suits: int | None = None,
    void: int | None = None,
    formal: bool = False,
) -> int:
    """Pack the keywords of a call into the number which the C functions of :func:`symbols` take.

    >>> query()
    11
    >>> query(shapes=Shape.STANDARD, tile_set="suits", max_suits=2) == 1 + (1 << 16) + (3 << 18)
    True
    """
    shapes = operator.index(DEFAULT_SHAPES if shapes is None else shapes)
    if shapes <= 0 or shapes >> len(Shape):
        raise ValueError(f"shapes is {shapes}; join members of Shape")
    if tile_set not in _TILE_SET_CODES:
        raise ValueError(f"tile_set {tile_set!r} is none of {', '.join(_TILE_SET_CODES)}")
    if max_suits is not None and max_suits not in (0, 1, 2, 3):
        raise ValueError(f"max_suits is {max_suits!r}; it must be 0 to 3, or None")
    if void is not None and void not in (0, 1, 2):
        raise ValueError(f"void is {void!r}; it must be suit 0, 1 or 2, or None")
    limit = 0 if max_suits is None else operator.index(max_suits) + 1
    barred = 0 if void is None else operator.index(void) + 1
    code = shapes | _TILE_SET_CODES[tile_set] << TILE_SET_SHIFT
    return code | limit << LIMIT_SHIFT | barred << VOID_SHIFT | bool(formal) << FORMAL_SHIFT


def shanten(
    counts: Array,
    *,
    shapes: int | None = None,
    held: Array | None = None,
    tile_set: str = "standard",
    max_suits: int | None = None,
    void: int | None = None,
    out: Array | None = None,
    workers: int | None = None,
) -> Any:
    """Tiles missing to the nearest complete hand, minus one: 0 is ready, -1 complete.

    Parameters
    ----------
    counts
        ``uint8[..., 34]``, 1 to 17 tiles a hand, not a multiple of three; a third of them are the groups.
    shapes
        Forms that win; default standard, seven pairs and thirteen orphans.
    held
        Own copies that sit in melds, a row a hand or one row for all; they use up the four of a tile.
    tile_set
        ``"standard"``, ``"suits"`` or ``"ten-rank"``.
    max_suits, void
        The complete hand, `held` included, has at most so many suits; and none of suit `void`.
    out
        ``int8`` array to fill.
    workers
        Threads; None for as many as there are processors.

    Returns
    -------
    ``int8[...]``; 127 where no legal draws can finish the hand.

    Examples
    --------
    >>> import paili
    >>> int(shanten(paili.parse_tiles("123m456p789s1122z")))
    0
    """
    plain = shapes is None and held is None and max_suits is None and void is None
    plain = plain and out is None and workers is None and type(counts) is np.ndarray
    if plain and tile_set == "standard":
        one = _counting.one_shanten(counts, _DEFAULT_QUERY)
        if one is not None:
            return _SCALARS[one]
    code = query(shapes=shapes, tile_set=tile_set, max_suits=max_suits, void=void)
    call = _Call(counts, held, code, tile_set)
    return call.fill(_counting.shanten, call.output(out, np.int8, ()), workers)


def is_complete(
    counts: Array,
    *,
    shapes: int | None = None,
    held: Array | None = None,
    tile_set: str = "standard",
    max_suits: int | None = None,
    void: int | None = None,
    out: Array | None = None,
    workers: int | None = None,
) -> Any:
    """Whether each hand of 2, 5, ... 17 tiles is complete, ``bool[...]``; parameters as in :func:`shanten`.

    >>> import paili
    >>> bool(is_complete(paili.parse_tiles("123m456p789s11122z")))
    True
    """
    code = query(shapes=shapes, tile_set=tile_set, max_suits=max_suits, void=void)
    call = _Call(counts, held, code, tile_set, remainder=2)
    return call.fill(_counting.is_complete, call.output(out, np.bool_, ()), workers)


def waits(
    counts: Array,
    *,
    shapes: int | None = None,
    held: Array | None = None,
    tile_set: str = "standard",
    max_suits: int | None = None,
    void: int | None = None,
    formal: bool = False,
    out: Array | None = None,
    workers: int | None = None,
) -> Any:
    """Tiles that complete each hand of 1, 4, ... 16 tiles, ``bool[..., 34]``; none unless it is ready.

    With `formal` a wait on a fifth copy counts too. Other parameters as in :func:`shanten`.

    >>> import paili
    >>> paili.format_tiles(waits(paili.parse_tiles("123m456p789s1122z")).astype("uint8"))
    '12z'
    """
    code = query(shapes=shapes, tile_set=tile_set, max_suits=max_suits, void=void, formal=formal)
    call = _Call(counts, held, code, tile_set, remainder=1)
    return call.fill(_counting.waits, call.output(out, np.bool_, (KINDS,)), workers)


def acceptance(
    counts: Array,
    *,
    shapes: int | None = None,
    held: Array | None = None,
    tile_set: str = "standard",
    max_suits: int | None = None,
    void: int | None = None,
    out: Array | None = None,
    workers: int | None = None,
) -> Any:
    """Tiles that lower the shanten of each hand of 1, 4, ... 16 tiles, ``bool[..., 34]``.

    Parameters as in :func:`shanten`.

    >>> import paili
    >>> paili.format_tiles(acceptance(paili.parse_tiles("123m456p78s11223z")).astype("uint8"))
    '69s12z'
    """
    code = query(shapes=shapes, tile_set=tile_set, max_suits=max_suits, void=void)
    call = _Call(counts, held, code, tile_set, remainder=1)
    return call.fill(_counting.acceptance, call.output(out, np.bool_, (KINDS,)), workers)


def discards(
    counts: Array,
    *,
    shapes: int | None = None,
    held: Array | None = None,
    tile_set: str = "standard",
    max_suits: int | None = None,
    void: int | None = None,
    visible: Array | None = None,
    workers: int | None = None,
) -> Discards:
    """What each discard of a hand of 2, 5, ... 17 tiles leaves.

    Parameters
    ----------
    visible
        Other tiles that are seen (discards, others' melds), a row a hand or one row for all.

    Returns
    -------
    Discards
        ``shanten int8[..., 34]`` (127 where the tile is not in the hand), ``acceptance uint64[..., 34]``
        (bit = tile), ``live uint8[..., 34]``: copies of the accepted tiles neither in the hand as it stands
        before the discard, nor `held`, nor `visible`.

    >>> import paili
    >>> left = discards(paili.parse_tiles("123m456p789s11223z"))
    >>> int(left.shanten[29]), int(left.live[29])
    (0, 4)
    """
    code = query(shapes=shapes, tile_set=tile_set, max_suits=max_suits, void=void)
    call = _Call(counts, held, code, tile_set, remainder=2)
    seen = None if visible is None else call.rows(visible, "visible")
    shape = (*call.lead, KINDS)
    found = Discards(np.empty(shape, np.int8), np.empty(shape, np.uint64), np.empty(shape, np.uint8))
    after, tiles, live = (array.reshape(-1, KINDS) for array in found)

    def part(first: int, last: int) -> int:
        return _counting.discards(call.hands, call.held, seen, code, after, tiles, live, first, last)

    call.run(part, workers)
    return found


def isa() -> str:
    """Name the kernel variant in use: portable, avx2 or avx512 (forced by ``PAILI_ISA`` at import)."""
    return _counting.isa()


def warm_up(tile_set: str = "standard") -> None:
    """Build the tables now instead of on first use (a tenth of a second)."""
    _counting.warm_up(query(tile_set=tile_set))


def symbols() -> dict[str, int]:
    """Addresses of the C functions for native callers, by name; `csrc/counting/capi.hpp` declares them."""
    return _counting.symbols()


class _Call:
    """One call: its arrays checked and flat, its output shaped, its errors told."""

    def __init__(
        self, counts: Array, held: Array | None, code: int, tile_set: str, remainder: int = 0
    ) -> None:
        array = _as_rows(counts, "counts")
        self.lead: tuple[int, ...] = array.shape[:-1]
        self.hands = array.reshape(-1, KINDS)
        self.code, self.tile_set, self.remainder = code, tile_set, remainder
        held_rows = None if held is None else self.rows(held, "held")
        self.held = held_rows if held_rows is not None and held_rows.any() else None

    def rows(self, values: Array, name: str) -> Array:
        """Return one row for all hands, or a row for each."""
        array = _as_rows(values, name)
        if array.ndim == 1:
            return array.reshape(1, KINDS)
        try:
            array = np.broadcast_to(array, (*self.lead, KINDS))
        except ValueError:
            raise ValueError(f"{name} has shape {array.shape}; counts have {(*self.lead, KINDS)}") from None
        return np.ascontiguousarray(array).reshape(-1, KINDS)

    def output(self, out: Array | None, dtype: type, tail: tuple[int, ...]) -> Array:
        shape = (*self.lead, *tail)
        if out is None:
            return np.empty(shape, dtype)
        if not isinstance(out, np.ndarray) or out.dtype != dtype or out.shape != shape:
            raise ValueError(f"out must be an array of {np.dtype(dtype)} and shape {shape}")
        if not out.flags.writeable:
            raise ValueError("out is read-only")
        return out

    def fill(self, function: Callable[..., int], out: Array, workers: int | None) -> Any:
        plain = out if out.flags.c_contiguous else np.empty(out.shape, out.dtype)
        flat = plain.reshape(self.hands.shape[0], *plain.shape[len(self.lead) :])
        flat = flat.view(np.uint8) if flat.dtype == np.bool_ else flat
        self.run(lambda a, b: function(self.hands, self.held, self.code, flat, a, b), workers)
        if plain is not out:
            out[...] = plain
        return out if out.ndim else out[()]

    def run(self, part: Callable[[int, int], int], workers: int | None) -> None:
        def checked(first: int, last: int) -> None:
            bad = part(first, last)
            if bad < last:
                raise ValueError(self.complaint(bad))

        map_chunks(checked, self.hands.shape[0], workers, chunk=_CHUNK)

    def complaint(self, bad: int) -> str:
        """Say what is wrong with the hand at flat index `bad`."""
        place = np.unravel_index(bad, self.lead) if self.lead else ()
        name = "hand" + (f" [{', '.join(str(int(i)) for i in place)}]" if place else "")
        hand = self.hands[bad].astype(int)
        own = hand if self.held is None else hand + self.held[bad if len(self.held) > 1 else 0]
        for tile in np.flatnonzero(own > 4):
            where = "" if own[tile] == hand[tile] else f", {own[tile] - hand[tile]} of them held"
            return f"{name}: {own[tile]} copies of {_name(int(tile), self.tile_set)}{where} (at most 4)"
        for tile in np.flatnonzero(own):
            if self.tile_set == "suits" and tile >= 27:
                return f"{name}: {tile_name(int(tile))} is not in the tile set suits"
        total = int(hand.sum())
        return f"{name}: {total} tiles; {_SIZES[self.remainder]} are needed"


def _name(tile: int, tile_set: str) -> str:
    return tile_name(tile) if tile_set == "suits" else tile_name(tile, tile_set)


def _as_rows(values: Array, name: str) -> Array:
    """Return C-contiguous ``uint8[..., 34]``; the kernels judge the numbers."""
    if not isinstance(values, np.ndarray):
        return as_counts(values, name=name)
    if isinstance(values, np.ma.MaskedArray):
        raise TypeError(f"{name} is a masked array; fill it first")
    if values.dtype != np.uint8:
        raise TypeError(f"{name} must be uint8, not {values.dtype}")
    if values.ndim == 0 or values.shape[-1] != KINDS:
        raise ValueError(f"{name} has shape {values.shape}; its last axis must be the {KINDS} tiles")
    return np.ascontiguousarray(values)
