"""A batch of winning hands as a struct of arrays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import records
from .checks import Columns, Faults, HandError, find_defects, waive
from .columns import COLUMNS, as_column, as_rows, pick
from .discard_logs import admit_logs
from .melds import held
from .tiles import get_tile_set

if TYPE_CHECKING:
    import pyarrow as pa

    from .hand import Hand

Errors = Literal["raise", "mask"]
Extra = dict[str, NDArray[Any]]


class Hands:
    """Winning hands, validated when made; every column of `paili.columns.COLUMNS` is an attribute.

    Columns that were never given take no memory; reading one gives its default. Arrays are read-only.

    Parameters
    ----------
    concealed
        ``[n, 34]`` counts without the winning tile and without melds.
    win_tile, melds, by, winner, from_, dealer, ...
        One value a hand, or a single one for all; names (``"discard"``, ``"E"``, ``"5m"``) stand for numbers.
    turn_discards, discard_log
        Lists of ``[seat, tile]``, one list a hand, from which `responsible` follows.
    tile_set
        What the tiles of the whole batch mean.
    errors
        ``"mask"`` keeps bad rows, empty and marked in `valid`, instead of raising `HandError`.

    >>> import numpy as np, paili
    >>> tiles = np.array([paili.parse_tiles("234m678p3499s333z")])
    >>> hands = Hands(tiles, win_tile="5s", by="self_draw")
    >>> hands[0]
    Hand.parse('234m678p3499s333z +5s', by='self_draw')
    """

    __slots__ = ("_defects", "_extra", "_given", "_raw", "_size", "_tile_set")

    _defects: dict[int, list[str]]
    _extra: Extra
    _given: Columns
    _raw: dict[int, Any]
    _size: int
    _tile_set: str

    def __init__(
        self,
        concealed: ArrayLike,
        win_tile: ArrayLike | None = None,
        melds: ArrayLike | None = None,
        *,
        tile_set: str = "standard",
        errors: Errors = "raise",
        extra: Mapping[str, Sequence[Any] | NDArray[Any]] | None = None,
        turn_discards: Sequence[Any] | None = None,
        discard_log: Sequence[Any] | None = None,
        **columns: ArrayLike | None,
    ) -> None:
        get_tile_set(tile_set)
        if unknown := columns.keys() - COLUMNS.keys():
            raise TypeError(f"unknown column {sorted(unknown)[0]!r}; there are {', '.join(COLUMNS)}")
        tiles = as_rows(concealed)
        size = len(tiles)
        given = {"concealed": tiles, "win_tile": win_tile, "melds": melds, **columns}
        admitted: Columns = {}
        faults: Faults = {}
        for name, values in given.items():
            if values is not None:
                admitted[name], found = as_column(name, values, size, tile_set)
                for row, text in found.items():
                    faults.setdefault(row, {})[name] = [text]
        carried = {name: records.as_objects(values, size) for name, values in (extra or {}).items()}
        for name, logs in (("discard_log", discard_log), ("turn_discards", turn_discards)):
            if logs is not None:
                carried[name] = admit_logs(name, logs, admitted, tile_set, faults)
        self._admit(admitted, size, tile_set, errors, faults, carried)

    def _admit(
        self, columns: Columns, size: int, tile_set: str, errors: str, faults: Faults, extra: Extra
    ) -> None:
        """Check the relations between columns and keep them; bad rows are emptied, no kernel meets them."""
        if errors not in ("raise", "mask"):
            raise ValueError(f"errors is {errors!r}; it can be 'raise' or 'mask'")
        records.derive(columns)
        waive(columns, extra.get("rules"), faults)
        self._defects = find_defects(columns, tile_set, faults)
        if self._defects:
            if errors == "raise":
                raise HandError(self._defects, size)
            bad = list(self._defects)
            for name, array in columns.items():
                columns[name] = array = array.copy()
                array[bad] = COLUMNS[name].default
        for array in columns.values():
            array.flags.writeable = False
        self._given, self._size, self._tile_set = columns, size, tile_set
        self._extra, self._raw = extra, {}

    @classmethod
    def _kept(cls, like: Hands, columns: Columns, size: int, extra: Extra) -> Hands:
        """Make a batch of rows that were checked before."""
        hands = cls.__new__(cls)
        hands._given, hands._size, hands._extra = columns, size, extra
        hands._tile_set, hands._defects, hands._raw = like._tile_set, {}, {}
        return hands

    @classmethod
    def from_records(cls, items: Iterable[Mapping[str, Any]], errors: Errors = "raise") -> Hands:
        """Read records: dictionaries with the keys of one hand.

        >>> win = {"concealed": "234m678p3499s", "win_tile": "5s", "by": "discard",
        ...        "melds": [{"type": "pung", "tiles": "333z"}]}
        >>> hands = Hands.from_records([win, {**win, "win_tile": "9x"}], errors="mask")
        >>> hands.valid.tolist(), hands.defects[1]
        ([True, False], ["win_tile: '9x': 'x' is no suit, they are m p s z (character 2)"])
        """
        draft = records.read_records(items)
        hands = cls.__new__(cls)
        hands._admit(draft.columns(), draft.size, draft.tile_set, errors, draft.faults, draft.extra())
        hands._raw = {row: draft.raw[row] for row in hands._defects}
        return hands

    def to_records(self) -> list[dict[str, Any]]:
        """Write records; a bad row gives back what it was read from.

        >>> Hands.from_records([{"concealed": "1122334455667m", "win_tile": "7m"}]).to_records()[0]["by"]
        'discard'
        """
        return records.write_records(self)

    @classmethod
    def from_arrow(
        cls, table: pa.Table | pa.RecordBatch, *, tile_set: str | None = None, errors: Errors = "raise"
    ) -> Hands:
        """Read an Arrow table; `paili.arrow` says what its columns may be.

        >>> hands = Hands.from_records([{"concealed": "1122334455667m", "win_tile": "7m"}])
        >>> Hands.from_arrow(hands.to_arrow()) == hands
        True
        """
        from . import arrow

        return arrow.from_arrow(table, tile_set=tile_set, errors=errors)

    def to_arrow(self) -> pa.Table:
        """Write an Arrow table; `paili.arrow` lists its columns.

        >>> Hands.from_records([{"concealed": "1122334455667m", "win_tile": "7m"}]).to_arrow().column_names
        ['concealed', 'win_tile']
        """
        from . import arrow

        return arrow.to_arrow(self)

    def replace(self, *, tile_set: str | None = None, **columns: ArrayLike) -> Hands:
        """Return the hands with some columns changed, checked again; a batch with bad rows is refused.

        >>> hands = Hands.from_records([{"concealed": "1122334455667m", "win_tile": "7m", "by": "discard"}])
        >>> hands.replace(by="self_draw", tile_set="suits")[0]
        Hand.parse('1122334455667m +7m', tile_set='suits', by='self_draw')
        """
        if self._defects:
            raise HandError(self._defects, self._size)
        changed: dict[str, Any] = {**self._given, **columns}
        return Hands(**changed, tile_set=tile_set or self._tile_set, extra=self._extra)

    @property
    def tile_set(self) -> str:
        """What the tiles of the batch mean."""
        return self._tile_set

    @property
    def valid(self) -> NDArray[np.bool_]:
        """Tell which rows are hands; the others score as not legal."""
        valid = np.ones(self._size, bool)
        valid[list(self._defects)] = False
        return valid

    @property
    def defects(self) -> list[list[str]]:
        """The faults of every row; an empty list for a valid one."""
        return [self._defects.get(row, []) for row in range(self._size)]

    @property
    def extra(self) -> Extra:
        """What records carry beside the hand (``id``, ``title``, ...): object arrays, None for absent."""
        return dict(self._extra)

    @property
    def held(self) -> NDArray[np.uint8]:
        """Copies that sit in melds, ``[n, 34]``."""
        return held(self.melds)

    def __getattr__(self, name: str) -> NDArray[Any]:
        if (column := COLUMNS.get(name)) is None:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        array = self._given.get(name)
        return column.full(self._size) if array is None else array

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *COLUMNS]

    def _columns(self) -> dict[str, NDArray[Any] | None]:
        """The columns as compiled code takes them: contiguous, None for absent (`valid` if all are)."""
        columns: dict[str, NDArray[Any] | None] = {name: self._given.get(name) for name in COLUMNS}
        columns["valid"] = self.valid if self._defects else None
        return columns

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Hand]:
        return (self[row] for row in range(self._size))

    @overload
    def __getitem__(self, key: int | np.integer[Any]) -> Hand: ...
    @overload
    def __getitem__(self, key: slice | ArrayLike) -> Hands: ...

    def __getitem__(self, key: Any) -> Hand | Hands:
        if isinstance(key, int | np.integer) and not isinstance(key, bool | np.bool_):
            return self._hand(int(key))
        if not isinstance(key, slice):
            key = np.asarray(key)
            key = key.astype(np.intp) if key.size == 0 and key.dtype.kind == "f" else key
            if key.ndim != 1 or key.dtype.kind not in "bui":
                raise TypeError("hands are selected by an integer, a slice, a mask or a list of integers")
        return self._select(key)

    def _hand(self, row: int) -> Hand:
        from .hand import Hand

        if not -self._size <= row < self._size:
            raise IndexError(f"hand {row} of {self._size}")
        row %= self._size
        if row in self._defects:
            raise HandError({row: self._defects[row]})
        return Hand._of(self._select(slice(row, row + 1)))

    def _select(self, key: Any) -> Hands:
        columns = {name: pick(array, key) for name, array in self._given.items()}
        extra = {name: array[key] for name, array in self._extra.items()}
        chosen = Hands._kept(self, columns, len(columns["concealed"]), extra)
        if self._defects:
            rows = np.arange(self._size)[key].tolist()
            chosen._defects = {i: self._defects[row] for i, row in enumerate(rows) if row in self._defects}
            chosen._raw = {i: self._raw[row] for i, row in enumerate(rows) if row in self._raw}
        return chosen

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hands):
            return NotImplemented
        same = (self._size, self._tile_set, self._defects) == (other._size, other._tile_set, other._defects)
        names = self._given.keys() | other._given.keys()
        return same and all(np.array_equal(getattr(self, name), getattr(other, name)) for name in names)

    __hash__ = None  # type: ignore[assignment]

    def __getstate__(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.__slots__)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        for name, value in zip(self.__slots__, state, strict=True):
            setattr(self, name, value)
        for array in self._given.values():
            array.flags.writeable = False

    def __repr__(self) -> str:
        bad = f", {len(self._defects)} bad" if self._defects else ""
        kind = "" if self._tile_set == "standard" else f", {self._tile_set}"
        return f"<Hands: {self._size}{bad}{kind}>"


def concat(batches: Sequence[Hands]) -> Hands:
    """Join batches of one tile set.

    >>> from paili import Hands
    >>> len(concat([Hands.from_records([])] * 2))
    0
    """
    if not batches:
        return Hands.from_records([])
    if len(sets := dict.fromkeys(batch.tile_set for batch in batches if len(batch))) > 1:
        raise ValueError(f"a batch has one tile set, these have {' and '.join(sets)}")
    first = next((batch for batch in batches if len(batch)), batches[0])
    starts = np.cumsum([0, *map(len, batches)]).tolist()
    names = [name for name in COLUMNS if any(name in batch._given for batch in batches)]
    columns = {name: np.concatenate([getattr(batch, name) for batch in batches]) for name in names}
    for array in columns.values():
        array.flags.writeable = False
    carried = dict.fromkeys(name for batch in batches for name in batch._extra)
    extra = {
        name: np.concatenate([b._extra.get(name, np.full(len(b), None, object)) for b in batches])
        for name in carried
    }
    joined = Hands._kept(first, columns, starts[-1], extra)
    for start, batch in zip(starts, batches, strict=False):
        joined._defects.update((start + row, found) for row, found in batch._defects.items())
        joined._raw.update((start + row, record) for row, record in batch._raw.items())
    return joined
