"""How each key of a record is read: one function a key, from a value to cells of the row's columns."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from . import columns as c
from . import notation
from ._arrays import as_counts
from .discard_logs import read_log
from .melds import MAX_MELDS, MELD_TYPES, Meld, read_meld
from .tiles import count_tiles, get_tile_set, read_tiles

if TYPE_CHECKING:
    from .records import Draft

Reader = Callable[["Draft", Any], None]


def _tiles(draft: Draft, column: str, value: Any) -> bytes | None:
    """Count tiles given as text or as 34 counts; excess copies are left to the checks."""
    try:
        if isinstance(value, str):
            return count_tiles(read_tiles(value, draft.tile_set)).tobytes()
        counts = as_counts(value, kinds=get_tile_set(draft.tile_set).kinds, limit=255)
        if counts.ndim != 1:
            raise ValueError(f"counts has shape {counts.shape}, needed is (34,)")
        return counts.tobytes()
    except (ValueError, TypeError) as error:
        draft.fault(column, f"{column}: {error}")
        return None


def _concealed(draft: Draft, value: Any) -> None:
    if (counts := _tiles(draft, "concealed", value)) is not None:
        draft.put("concealed", counts)


def _penalty_tiles(draft: Draft, value: Any) -> None:
    if (counts := _tiles(draft, "penalty_tiles", value)) is None:
        return
    if max(counts) > 4:
        draft.fault("penalty_tiles", "penalty_tiles: more than four of a kind")
    elif any(counts):
        draft.put("penalty_tiles", np.frombuffer(counts, np.uint8))


def _win_tile(draft: Draft, value: Any) -> None:
    kinds = get_tile_set(draft.tile_set)
    if isinstance(value, str):
        try:
            tiles = read_tiles(value, draft.tile_set)
        except ValueError as error:
            draft.fault("win_tile", f"win_tile: {error}")
            return
        if len(tiles) == 1:
            draft.put("win_tile", tiles[0])
        else:
            draft.fault("win_tile", f"win_tile is {value!r}, not one tile")
    elif (tile := _integer(draft, "win_tile", value, kinds.kinds - 1)) is not None:
        draft.row["win_tile"] = tile


def _melds(draft: Draft, value: Any) -> None:
    try:
        melds = notation.read_melds(value, draft.tile_set) if isinstance(value, str) else list(value)
    except (ValueError, TypeError) as error:
        draft.fault("melds", f"melds: {error}")
        return
    if len(melds) > MAX_MELDS:
        draft.fault("melds", f"{len(melds)} melds (at most {MAX_MELDS})")
    codes, seats = [0] * MAX_MELDS, [-1] * MAX_MELDS
    for place, meld in enumerate(melds[:MAX_MELDS]):
        try:
            codes[place], seats[place] = _meld(draft, meld)
        except (ValueError, TypeError) as error:
            codes[place] = 255  # counted as a meld, although nobody knows which
            draft.fault("melds", f"meld {place + 1}: {error}")
    if melds:
        draft.row["melds"] = codes
    if max(seats) >= 0:
        draft.row["melds_from"] = seats


def _meld(draft: Draft, meld: Any) -> tuple[int, int]:
    kinds = get_tile_set(draft.tile_set)
    if isinstance(meld, Meld):
        if meld.type not in MELD_TYPES or not 0 <= meld.tile < kinds.kinds:
            raise ValueError(f"{meld} is no meld")
        reach = 3 if meld.type == "chow" else 1
        copies = 1 if reach == 3 else 3 + meld.type.endswith("kong")
        names = kinds.names[meld.tile : meld.tile + reach]
        meld = {"type": meld.type, "tiles": "".join(names) * copies, "from": meld.from_}
    if isinstance(meld, str):
        (meld,) = notation.read_melds(meld, draft.tile_set)
    if not isinstance(meld, Mapping):
        raise TypeError(f"a meld is a dict of type and tiles, not {meld!r}")
    if unknown := meld.keys() - {"type", "tiles", "from"}:
        raise ValueError(f"unknown key {sorted(map(str, unknown))[0]!r}")
    kind, tiles, seat = meld.get("type"), meld.get("tiles"), meld.get("from")
    if not isinstance(kind, str) or not isinstance(tiles, str):
        raise TypeError("a meld needs its type and its tiles, both text")
    if seat is not None and _index(seat, 3) is None:
        raise ValueError(f"from is {seat!r} (0 to 3)")
    return read_meld(kind, tiles, draft.tile_set), -1 if seat is None else int(seat)


def _index(value: Any, high: int) -> int | None:
    """Return `value` if it is an integer from 0 to `high`; True and 2.0 are none."""
    if isinstance(value, bool | np.bool_):
        return None
    try:
        number = operator.index(value)
    except TypeError:
        return None
    return number if 0 <= number <= high else None


def _integer(draft: Draft, column: str, value: Any, high: int, key: str = "") -> int | None:
    if (number := _index(value, high)) is None:
        draft.fault(column, f"{key or column} is {value!r} (0 to {high})")
    return number


def _number(column: str, key: str = "") -> Reader:
    def read(draft: Draft, value: Any) -> None:
        number = _integer(draft, column, value, c.COLUMNS[column].high, key)
        if number is not None:
            draft.put(column, number)

    return read


def _name(column: str) -> Reader:
    names = c.COLUMNS[column].names

    def read(draft: Draft, value: Any) -> None:
        if isinstance(value, str) and value in names:
            draft.put(column, names[value])
        else:
            draft.fault(column, f"{column} is {value!r}, none of {' '.join(names)}")

    return read


def _flags(draft: Draft, value: Any) -> None:
    names = re.split(r"[\s,]+", value.strip()) if isinstance(value, str) else value
    if not isinstance(names, Sequence | set | frozenset):
        draft.fault("flags", f"flags is {value!r}, not a list of names")
        return
    bits = 0
    for name in filter(None, names):
        if isinstance(name, str) and name in c.FLAG_BITS:
            bits |= c.FLAG_BITS[name]
        else:
            draft.fault("flags", f"unknown flag {name!r}; there are {' '.join(c.FLAGS)}")
    draft.put("flags", bits)


def _flowers(draft: Draft, value: Any) -> None:
    if isinstance(value, list) and all(isinstance(tile, str) for tile in value):
        value = "".join(value)
    if not isinstance(value, str):
        _number("flowers")(draft, value)
        return
    tiles = [int(digit) for group in re.findall(r"(\d+)f", value) for digit in group]
    if re.fullmatch(r"\s*(?:[1-8]+f\s*)*", value) is None:
        draft.fault("flowers", f"flowers is {value!r}; flower tiles are 1f to 8f")
    elif len(set(tiles)) < len(tiles):
        draft.fault("flowers", f"flowers is {value!r}: each flower exists once")
    else:
        draft.put("flowers", len(tiles))
        draft.put("flower_tiles", sum(1 << tile - 1 for tile in tiles))


def _already_won(draft: Draft, value: Any) -> None:
    seats = [_index(seat, 3) for seat in value] if isinstance(value, Sequence) else [None]
    if None in seats:
        draft.fault("already_won", f"already_won is {value!r}, not a list of seats 0 to 3")
    else:
        draft.put("already_won", sum(1 << seat for seat in set(seats) if seat is not None))


def _log(name: str) -> Reader:
    def read(draft: Draft, value: Any) -> None:
        try:
            draft.logs.append(read_log(value, draft.tile_set))
            draft.carry(name, value)
        except ValueError as error:
            draft.fault(name, f"{name}: {error}")

    return read


def _options(draft: Draft, value: Any) -> None:
    draft.fault("", "options belong to the rule set: rules.replace(...)")


def _context(draft: Draft, value: Any) -> None:
    if not isinstance(value, Mapping):
        draft.fault("", f"context is a dict, not {type(value).__name__}")
        return
    for key, item in value.items():
        if (reader := CONTEXT.get(key)) is None:
            draft.unknown_key(key, CONTEXT, "context ")
        elif item is not None:
            reader(draft, item)


CONTEXT: dict[str, Reader] = {
    "turn_discards": _log("turn_discards"),
    "discard_log": _log("discard_log"),
    "penalty_tiles": _penalty_tiles,
    "kongs_in_a_row": _number("kongs_in_a_row"),
    "kong_type": _name("kong_type"),
    "kong_from": _number("kong_from"),
    "already_won": _already_won,
    "dealer_streak": _number("dealer_streak"),
    "drawn_hands_counter": _number("drawn_hands_counter"),
    "claimed_tai": _number("claimed_tai"),
    "void_suit": _name("void_suit"),
    "options": _options,
}

KEYS: dict[str, Reader] = {
    "concealed": _concealed,
    "melds": _melds,
    "win_tile": _win_tile,
    "by": _name("by"),
    "winner": _number("winner"),
    "from": _number("from_", "from"),
    "dealer": _number("dealer"),
    "seat_wind": _name("seat_wind"),
    "round_wind": _name("round_wind"),
    "flags": _flags,
    "flowers": _flowers,
    "context": _context,
}
