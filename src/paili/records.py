"""Records, one dictionary a hand, to columns and back.

=============  ===========================================================================================
key            value
=============  ===========================================================================================
concealed      text of the tiles without the winning tile and the melds, or 34 counts
melds          list of ``{"type": ..., "tiles": ..., "from": seat}``, or text as `Hand.parse` reads it
win_tile       text of one tile
by             ``self_draw discard robbed_kong eight_flowers seven_rob_one false_win``
winner         seat 0 to 3; likewise ``from`` (the discarder or the robbed seat) and ``dealer``
seat_wind      ``E S W N``, follows from winner and dealer; likewise ``round_wind``
flags          list of names out of `paili.columns.FLAGS`
flowers        flower tiles (``"1f3f"``) or their number
tile_set       default: that of the rule set named by ``rules``
context        what only some rule sets need: the keys of `paili.record_keys.CONTEXT`
=============  ===========================================================================================

``id rules kind title source note expect waits`` are carried and never judged; any other key is a fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import columns as c
from ._arrays import KINDS
from .checks import Columns, Faults
from .discard_logs import LOGS, Log, decides, responsible
from .melds import decode, meld_tiles
from .record_keys import KEYS
from .rule_files import built_in
from .tiles import SUITS, TILE_SETS, WINDS, format_tiles, tile_name

if TYPE_CHECKING:
    from .hands import Hands

CARRIED = ("id", "rules", "kind", "title", "source", "note", "expect", "waits")
_KONG_NAMES = {code: name for name, code in c.KONG_TYPES.items()}

Cells = dict[str, tuple[list[int], list[Any]]]


class Draft:
    """Columns in the making: cells that differ from the default, and what could not be read."""

    def __init__(self, tile_set: str) -> None:
        self.tile_set = tile_set
        self.raw: list[Any] = []
        self.faults: Faults = {}
        self.row: dict[str, Any] = {}  # cells of the row being read
        self.logs: list[Log] = []  # and its logs of discards
        self._concealed = bytearray()
        self._cells: Cells = {}
        self._extra: Cells = {}

    @property
    def size(self) -> int:
        """How many rows there are."""
        return len(self.raw)

    def add(self, record: Any) -> None:
        """Read one record as the next row."""
        self.row, self.logs = {}, []
        if isinstance(record, Mapping):
            self._read(record)
        else:
            self.fault("concealed", f"a record is a dict, not {type(record).__name__}")
        self._concealed += self.row.pop("concealed", bytes(KINDS))
        for name, value in self.row.items():
            _append(self._cells, name, self.size, value)
        self.raw.append(record)

    def _read(self, record: Mapping[str, Any]) -> None:
        if (kind := record_tile_set(record)) != self.tile_set:
            known = isinstance(kind, str) and kind in TILE_SETS
            where = f"in a batch of {self.tile_set!r}" if known else f"is none of {', '.join(TILE_SETS)}"
            self.fault("concealed", f"tile set {kind!r} {where}")
            return
        for key, value in record.items():
            if key in CARRIED:
                self.carry(key, value)
            elif (reader := KEYS.get(key)) is None:
                if key != "tile_set":
                    self.unknown_key(key, [*KEYS, *CARRIED, "tile_set"])
            elif value is not None:
                reader(self, value)
        if record.get("concealed") is None and self.row.get("by", c.DISCARD) < c.EIGHT_FLOWERS:
            self.fault("concealed", "no concealed tiles")
        self._settle_logs()

    def _settle_logs(self) -> None:
        """Find who is responsible; of two logs the longer counts, which tells more."""
        by, winner, win, source = (
            self.row.get(name, c.COLUMNS[name].default) for name in ("by", "winner", "win_tile", "from_")
        )
        if self.logs and decides(by, winner, win):
            log = max(self.logs, key=len)
            self.put("responsible", responsible(log, winner, win, source))

    def put(self, column: str, value: Any) -> None:
        """Set a cell of this row; a default needs none."""
        if not np.isscalar(value) or value != c.COLUMNS[column].default:
            self.row[column] = value

    def fault(self, column: str, message: str) -> None:
        """Note why a column of this row could not be read."""
        self.faults.setdefault(self.size, {}).setdefault(column, []).append(message)

    def unknown_key(self, key: Any, known: Iterable[str], where: str = "") -> None:
        """Note a key that nobody reads."""
        near = get_close_matches(str(key), known, 1)
        self.fault("", f"unknown {where}key {key!r}" + (f" (did you mean {near[0]!r}?)" if near else ""))

    def carry(self, key: str, value: Any) -> None:
        """Keep a value that no rule looks at."""
        if value is not None:
            _append(self._extra, key, self.size, value)

    def columns(self) -> Columns:
        """Return the columns read so far; those without a single value are absent."""
        columns: Columns = {"concealed": np.frombuffer(self._concealed, np.uint8).reshape(self.size, KINDS)}
        for name in c.COLUMNS:
            if name in self._cells:
                rows, values = self._cells[name]
                columns[name] = c.COLUMNS[name].full(self.size)
                columns[name][rows] = values
        return columns

    def extra(self) -> dict[str, NDArray[Any]]:
        """Return what was carried, one object array a key, None for absent."""
        arrays = {key: np.full(self.size, None, object) for key in self._extra}
        for key, (rows, values) in self._extra.items():
            for row, value in zip(rows, values, strict=True):
                arrays[key][row] = value
        return arrays


def as_objects(values: Sequence[Any] | NDArray[Any], size: int) -> NDArray[Any]:
    """Return values, whatever they are, as an object array with one a row."""
    if len(values) != size:
        raise ValueError(f"{len(values)} values are carried beside {size} hands")
    array = np.empty(size, object)
    for row, value in enumerate(values):  # a slice assignment would take apart lists of one length
        array[row] = value
    return array


def _append(cells: Cells, name: str, row: int, value: Any) -> None:
    rows, values = cells.setdefault(name, ([], []))
    rows.append(row)
    values.append(value)


def record_tile_set(record: Mapping[str, Any]) -> str:
    """Return the tile set of a record: its own or that of its rule set."""
    found: str = record.get("tile_set") or _rules(record, "win").get("tile_set", "standard")
    return found


def _rules(record: Mapping[str, Any], table: str) -> Mapping[str, Any]:
    """A table of the built-in rule set that a record names, empty if it names none."""
    rules = record.get("rules")
    return built_in(rules).get(table, {}) if isinstance(rules, str) else {}


def read_records(items: Iterable[Mapping[str, Any]]) -> Draft:
    """Read records into a draft of a batch; the first that names a tile set does so for all."""
    records = list(items)
    kinds = (record_tile_set(record) for record in records if isinstance(record, Mapping))
    draft = Draft(next((kind for kind in kinds if isinstance(kind, str) and kind in TILE_SETS), "standard"))
    for record in records:
        draft.add(record)
    return draft


def derive(columns: Columns) -> None:
    """Fill in what follows from other columns: the seat wind and the number of flowers."""
    winner, dealer, wind = (columns.get(name) for name in ("winner", "dealer", "seat_wind"))
    if winner is not None and dealer is not None:
        known = (winner >= 0) & (dealer >= 0)
        follows = np.where(known, (winner - dealer) & 3, -1).astype(np.int8)
        columns["seat_wind"] = follows if wind is None else np.where(wind < 0, follows, wind)
    if (tiles := columns.get("flower_tiles")) is not None and "flowers" not in columns:
        columns["flowers"] = np.unpackbits(tiles[:, None], axis=1).sum(axis=1, dtype=np.uint8)


def write_records(hands: Hands) -> list[dict[str, Any]]:
    """Write every row as a record that reads back as the same hand."""
    columns = {name: array.tolist() for name, array in hands._columns().items() if array is not None}
    columns.pop("valid", None)
    extra = hands.extra
    records = []
    for row, concealed in enumerate(hands.concealed):
        if row in hands._raw:
            records.append(hands._raw[row])
            continue
        cells = {name: values[row] for name, values in columns.items()}
        carried = {key: values[row] for key, values in extra.items() if values[row] is not None}
        record = {key: carried[key] for key in CARRIED if key in carried}
        if record_tile_set(record) != hands.tile_set:
            record["tile_set"] = hands.tile_set
        record["concealed"] = format_tiles(concealed, tile_set=hands.tile_set)
        record |= _hand_keys(cells, hands.tile_set)
        if context := _context(cells, hands.tile_set) | {key: carried[key] for key in LOGS if key in carried}:
            record["context"] = context
        records.append(record)
    return records


def _hand_keys(cells: dict[str, Any], tile_set: str) -> dict[str, Any]:
    seats = cells.get("melds_from", [-1] * 5)
    melds = zip(cells.get("melds", []), seats, strict=False)
    win = cells.get("win_tile", c.NO_TILE)
    record: dict[str, Any] = {
        "melds": [_meld(code, seat, tile_set) for code, seat in melds if code],
        "win_tile": None if win == c.NO_TILE else tile_name(win, tile_set),
        "by": c.BY[cells.get("by", c.DISCARD)],
    }
    for key, column in (("winner", "winner"), ("from", "from_"), ("dealer", "dealer")):
        record[key] = seat if (seat := cells.get(column, -1)) >= 0 else None
    for key in ("seat_wind", "round_wind"):
        if (wind := cells.get(key, -1)) >= 0:
            record[key] = WINDS[wind]
    flags = cells.get("flags", 0)
    record["flags"] = [name for name, bit in c.FLAG_BITS.items() if flags & bit]
    if flowers := cells.get("flowers", 0):
        tiles = cells.get("flower_tiles", 0)
        digits = "".join(str(i + 1) for i in range(8) if tiles >> i & 1)
        record["flowers"] = f"{digits}f" if digits else flowers
    return record


def _meld(code: int, seat: int, tile_set: str) -> dict[str, Any]:
    meld: dict[str, Any] = {"type": decode(code).type, "tiles": meld_tiles(code, tile_set)}
    return meld if seat < 0 else meld | {"from": seat}


def _context(cells: dict[str, Any], tile_set: str) -> dict[str, Any]:
    context: dict[str, Any] = {
        name: cells[name]
        for name in ("kongs_in_a_row", "dealer_streak", "drawn_hands_counter", "claimed_tai")
        if cells.get(name, 0)
    }
    if kong := cells.get("kong_type", 0):
        context["kong_type"] = _KONG_NAMES[kong]
    if (seat := cells.get("kong_from", -1)) >= 0:
        context["kong_from"] = seat
    if seats := cells.get("already_won", 0):
        context["already_won"] = [seat for seat in range(4) if seats >> seat & 1]
    if any(penalty := cells.get("penalty_tiles", ())):
        context["penalty_tiles"] = format_tiles(penalty, tile_set=tile_set)
    if (suit := cells.get("void_suit", -1)) >= 0:
        context["void_suit"] = SUITS[suit]
    return context
