"""Who is responsible for a win: the seat that threw the winning kind first (same-turn immunity).

Logs are ragged, so they are read once, at the door, and what they say becomes the column `responsible`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .checks import Columns, Faults
from .columns import COLUMNS, DISCARD, NO_LOG, NO_TILE, ROBBED_KONG
from .tiles import read_tiles

LOGS = ("turn_discards", "discard_log")
NOBODY = -1

Log = list[tuple[int, int]]


def read_log(value: Any, tile_set: str) -> Log:
    """Return a log ``[[seat, tile], ...]`` as pairs of numbers; a ``ValueError`` says what is wrong."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise ValueError("a log of discards is a list of [seat, tile]")
    log = []
    for i, entry in enumerate(value):
        if isinstance(entry, str) or not isinstance(entry, Sequence) or len(entry) != 2:
            raise ValueError(f"discard {i} is {entry!r}, not [seat, tile]")
        seat, text = entry
        if type(seat) is not int or not 0 <= seat <= 3:
            raise ValueError(f"discard {i} is of seat {seat!r} (0 to 3)")
        tiles = read_tiles(text, tile_set) if isinstance(text, str) else []
        if len(tiles) != 1:
            raise ValueError(f"discard {i} is {text!r}, not one tile")
        log.append((seat, tiles[0]))
    return log


def responsible(log: Log, winner: int, win_tile: int, from_: int) -> int:
    """Return the seat that threw the winning kind first since the winner's last discard, that one included.

    -1 if the winner threw it himself; `from_` if nobody threw it before.

    >>> responsible([(1, 9), (2, 28), (3, 28)], winner=1, win_tile=28, from_=0)
    2
    """
    own = [i for i, (seat, _) in enumerate(log) if seat == winner]
    window = log[own[-1] :] if own else log
    first = next((seat for seat, tile in window if tile == win_tile), from_)
    return NOBODY if first == winner else first


def decides(by: int, winner: int, win_tile: int) -> bool:
    """Tell whether a log has a say: somebody known won on another's tile."""
    return by in (DISCARD, ROBBED_KONG) and winner >= 0 and win_tile != NO_TILE


def admit_logs(
    name: str, logs: Sequence[Any], columns: Columns, tile_set: str, faults: Faults
) -> NDArray[Any]:
    """Read one log a hand (None for none), fill the column `responsible`, and return the logs to carry."""
    size = len(columns["concealed"])
    if isinstance(logs, str) or not isinstance(logs, Sequence | np.ndarray):
        raise TypeError(f"{name} is {logs!r}, not a list with a log for each hand")
    if len(logs) != size:
        raise ValueError(f"{name} has {len(logs)} logs for {size} hands")
    carried = np.full(size, None, object)
    found = columns.get("responsible", COLUMNS["responsible"].full(size)).tolist()
    by, winner, win_tile, from_ = (
        columns.get(column, COLUMNS[column].full(size)).tolist()
        for column in ("by", "winner", "win_tile", "from_")
    )
    for row, value in enumerate(logs):
        if value is None:
            continue
        carried[row] = value
        try:
            log = read_log(value, tile_set)
        except ValueError as error:
            faults.setdefault(row, {}).setdefault(name, []).append(f"{name}: {error}")
            continue
        if found[row] == NO_LOG and decides(by[row], winner[row], win_tile[row]):
            found[row] = responsible(log, winner[row], win_tile[row], from_[row])
    columns["responsible"] = np.array(found, np.int8)
    return carried
