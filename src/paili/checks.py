"""What makes a hand impossible, whatever the rule set: one function a fault, each over a whole batch.

Every check yields a mask of bad rows and a function that says what is wrong with one of them. Masks are found
chunk by chunk, so that nothing larger than a cache is ever allocated; messages are made for bad rows only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import columns as c
from .melds import CONTENTS, IS_CLAIMED, IS_KONG, code_fault, held, legal_codes
from .rule_files import built_in
from .tiles import TileSet, describe_excess, get_tile_set

Columns = dict[str, NDArray[Any]]
Mask = NDArray[np.bool_]
Finding = tuple[Mask, Callable[[int], str]]
Check = Callable[[Columns, TileSet], Iterator[Finding]]
Faults = dict[int, dict[str, list[str]]]
"""By row and column, what could not be read; an empty list marks what is merely unknown, or a flag waived."""

_WAIVED_FLAGS = np.uint32(c.FLAG_BITS["kong_draw"] | c.FLAG_BITS["earthly"])

CHUNK = 1 << 14
_BITS = np.array([i.bit_count() for i in range(256)], np.uint8)
_CHECKS: list[tuple[frozenset[str], Check]] = []


class HandError(ValueError):
    """A hand that cannot be, or a batch with such hands; `defects` lists every fault by row.

    >>> HandError({3: ["5m occurs 5 times (at most 4)"]}, size=10)
    HandError('1 of 10 hands are bad\\n  hand 3: 5m occurs 5 times (at most 4)')
    """

    __module__ = "paili"  # where users find it, and what a traceback prints

    def __init__(self, defects: Mapping[int, list[str]], size: int | None = None) -> None:
        self.defects = {row: list(found) for row, found in defects.items()}
        self.size = size
        super().__init__(self._message())

    def _message(self, shown: int = 5) -> str:
        if self.size is None:
            return "; ".join(fault for found in self.defects.values() for fault in found)
        rows = [f"hand {row}: {'; '.join(found)}" for row, found in list(self.defects.items())[:shown]]
        more = [f"and {len(self.defects) - shown} more"] if len(self.defects) > shown else []
        return "\n  ".join([f"{len(self.defects)} of {self.size} hands are bad", *rows, *more])

    def __reduce__(self) -> tuple[Any, ...]:
        return HandError, (self.defects, self.size)


def find_defects(columns: Columns, tile_set: str, faults: Faults | None = None) -> dict[int, list[str]]:
    """Return every fault of every bad row, those of reading first, in order of rows."""
    faults = faults or {}
    defects = {row: [text for texts in found.values() for text in texts] for row, found in faults.items()}
    kinds, n = get_tile_set(tile_set), len(columns["concealed"])
    for start in range(0, n, CHUNK):
        part = {name: array[start : start + CHUNK] for name, array in columns.items()}
        for needs, check in _CHECKS:
            for mask, describe in check(part, kinds):
                for i in np.flatnonzero(mask).tolist():
                    if needs.isdisjoint(faults.get(start + i, ())):
                        defects.setdefault(start + i, []).append(describe(i))
    return {row: found for row, found in sorted(defects.items()) if found}


def waive(columns: Columns, rules: NDArray[Any] | None, faults: Faults) -> None:
    """Mark in `faults` the checks that the rule set named beside a row does not share."""
    if rules is None or (flags := columns.get("flags")) is None:
        return
    for row in np.flatnonzero(flags & _WAIVED_FLAGS).tolist():
        play = built_in(str(rules[row])).get("play", {})
        if play.get("flower_is_kong_draw"):  # and what flowers there were, the row need not tell
            faults.setdefault(row, {}).setdefault("kong_draw", [])
        if play.get("earthly") == "first_round":  # in which one may claim
            faults.setdefault(row, {}).setdefault("earthly", [])


def _check(*needs: str) -> Callable[[Check], Check]:
    """Register a check; rows in which one of the columns it needs could not be read are left out."""

    def register(check: Check) -> Check:
        _CHECKS.append((frozenset(needs), check))
        return check

    return register


def _row_sums(counts: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Add up rows of small counts, two tiles at a time: five times as fast as a sum over 34."""
    pairs = counts.view(np.uint16)
    total = pairs[:, 0].copy()
    for j in range(1, pairs.shape[1]):
        total += pairs[:, j]
    return (total & 0xFF) + (total >> 8)


def _in_row(mask: Mask) -> Mask:
    """Tell which rows hold a True. Nearly always none does, and that is quick to see."""
    return np.asarray(mask.any(axis=1)) if mask.any() else np.zeros(len(mask), bool)


def _among(rows: Mask, table: Mask, melds: NDArray[np.uint8]) -> Mask:
    """Tell which of `rows`, few of them, have a meld for which `table` says so."""
    found = np.zeros(len(rows), bool)
    chosen = np.flatnonzero(rows)
    found[chosen] = table[melds[chosen]].any(axis=1)
    return found


@_check("concealed")
def _tile_set(part: Columns, kinds: TileSet) -> Iterator[Finding]:
    beyond = part["concealed"][:, kinds.kinds :]

    def describe(i: int) -> str:
        tile = kinds.kinds + int(beyond[i].argmax())
        return f"concealed holds tile {tile}, not in the tile set {kinds.name!r}"

    yield _in_row(beyond != 0), describe


@_check("melds")
def _melds(part: Columns, kinds: TileSet) -> Iterator[Finding]:
    if (melds := part.get("melds")) is None:
        return
    bad = ~legal_codes(kinds.name)[melds]
    if bad.any():
        yield (
            np.asarray(bad.any(axis=1)),
            lambda i: ", ".join(code_fault(int(x), kinds) for x in melds[i][bad[i]]),
        )
    yield (
        _in_row((melds[:, :-1] == 0) & (melds[:, 1:] != 0)),
        lambda i: f"melds {melds[i].tolist()} do not fill from the left",
    )


@_check("concealed", "win_tile")
def _number_of_tiles(part: Columns, kinds: TileSet) -> Iterator[Finding]:
    concealed, win, melds, by = (part.get(name) for name in ("concealed", "win_tile", "melds", "by"))
    assert concealed is not None
    groups = 0 if melds is None else (melds != 0).sum(axis=1, dtype=np.uint16)
    tiles = _row_sums(concealed) + 3 * groups
    open_ended = np.True_ if win is None else win == c.NO_TILE
    good = (tiles == 13) | (tiles == 16) | (((tiles == 14) | (tiles == 17)) & open_ended)
    if by is not None:
        good |= (by >= c.EIGHT_FLOWERS) & (tiles == 0) & open_ended
        good |= by == c.FALSE_WIN  # what was claimed is no hand; any number of tiles will do

    def describe(i: int) -> str:
        count = "0 melds" if melds is None else f"{np.count_nonzero(melds[i])} melds"
        besides = "" if win is None or win[i] == c.NO_TILE else " besides the winning tile"
        return f"{int(concealed[i].sum())} concealed tiles and {count}{besides} (13 or 16, a meld counts 3)"

    yield ~good, describe


@_check("concealed", "melds", "win_tile")
def _copies(part: Columns, kinds: TileSet) -> Iterator[Finding]:
    concealed, win, melds = part["concealed"], part.get("win_tile"), part.get("melds")
    bad = np.zeros(len(concealed), bool)
    if concealed.size and concealed.max() > 4:
        bad |= (concealed > 4).any(axis=1)
    if win is not None:
        rows = np.flatnonzero(win < concealed.shape[1])
        bad[rows] |= concealed[rows, win[rows]] > 3
    if melds is not None:
        rows = np.flatnonzero(melds[:, 0])
        total = held(melds[rows]) + concealed[rows]
        if win is not None:
            won = np.flatnonzero(win[rows] < concealed.shape[1])
            total[won, win[rows][won]] += 1
        if total.size and total.max() > 4:
            bad[rows] |= (total > 4).any(axis=1)

    def describe(i: int) -> str:
        total = concealed[i].astype(int)
        if melds is not None:
            total += CONTENTS[melds[i]].sum(axis=0, dtype=int)
        if win is not None and win[i] != c.NO_TILE:
            total[win[i]] += 1
        return describe_excess(total, kinds.name)

    yield bad, describe


@_check("by", "from_")
def _nobody_feeds_a_self_draw(part: Columns, kinds: TileSet) -> Iterator[Finding]:
    by, source = part.get("by"), part.get("from_")
    if by is not None and source is not None:
        yield (
            (by == c.SELF_DRAW) & (source >= 0),
            lambda i: f"self_draw from seat {source[i]}: nobody discarded",
        )


@_check("by", "from_", "winner")
def _others_feed_the_winner(part: Columns, kinds: TileSet) -> Iterator[Finding]:
    winner, source, by, fed = (part.get(name) for name in ("winner", "from_", "by", "melds_from"))
    if winner is None:
        return
    if source is not None:
        same = (winner >= 0) & (winner == source)
        same &= np.True_ if by is None else (by != c.SELF_DRAW) & (by != c.FALSE_WIN)
        yield same, lambda i: f"winner and from are both seat {winner[i]}"
    if fed is not None:
        own = (fed >= 0) & (fed == winner[:, None])
        yield _in_row(own), lambda i: f"seat {winner[i]} claimed a meld from itself"


@_check("by", "from_", "winner", "already_won", "responsible", "kong_type", "kong_from")
def _who_is_in(part: Columns, kinds: TileSet) -> Iterator[Finding]:
    winner, source, gone = part.get("winner"), part.get("from_"), part.get("already_won")
    if winner is None:
        return
    for seat in (winner, source):
        if gone is not None and seat is not None:
            left = (seat >= 0) & (gone >> np.maximum(seat, 0) & 1 != 0)
            yield left, lambda i, seat=seat: f"seat {seat[i]} has left the round"  # type: ignore[misc]
    if (payer := part.get("responsible")) is not None:
        yield (winner >= 0) & (payer == winner), lambda i: f"seat {winner[i]} is responsible for its own win"
    by, kong, fed = (part.get(name) for name in ("by", "kong_type", "kong_from"))
    if by is not None and kong is not None and fed is not None:
        drawn = by == c.SELF_DRAW  # on a discard the kong was the discarder's, and the winner may have fed it
        own = drawn & (winner >= 0) & (fed == winner) & (kong == c.KONG_TYPES["kong"])
        yield own, lambda i: f"seat {winner[i]} fed its own kong"


@_check("melds", "melds_from")
def _fed_melds(part: Columns, kinds: TileSet) -> Iterator[Finding]:
    melds, fed = part.get("melds"), part.get("melds_from")
    if fed is None:
        return
    claimed = np.zeros(fed.shape, bool) if melds is None else IS_CLAIMED[melds]
    yield (
        _in_row((fed >= 0) & ~claimed),
        lambda i: "a concealed kong or no meld has a seat that fed it",
    )


@_check("concealed", "melds", "win_tile", "by", "flags")
def _other_copies(part: Columns, kinds: TileSet) -> Iterator[Finding]:
    """Where the other three copies of the winning tile lie tells whether it can be robbed or the last."""
    concealed, win, melds = part["concealed"], part.get("win_tile"), part.get("melds")
    by, flags = part.get("by"), part.get("flags")
    if win is None:
        return
    rows = np.arange(len(concealed))
    tile = np.where(win < kinds.kinds, win, 0)
    if by is not None and (robbed := (by == c.ROBBED_KONG) & (win != c.NO_TILE)).any():
        own = np.zeros(len(concealed), bool)
        some = np.flatnonzero(robbed)
        own[some] = concealed[some, tile[some]] > 0
        if melds is not None:
            own[some] |= CONTENTS[melds[some], tile[some, None]].any(axis=1)
        yield own, lambda i: f"robbed of {kinds.names[tile[i]]}, of which the winner holds another"
    if flags is not None and (last := _has(flags, "last_copy") & (win != c.NO_TILE)).any():
        yield (
            last & (concealed[rows, tile] > 0),
            lambda i: f"last_copy, but another {kinds.names[tile[i]]} is concealed in the hand",
        )


@_check("by", "flags")
def _flags_and_win(part: Columns, kinds: TileSet) -> Iterator[Finding]:
    flags, by = part.get("flags"), part.get("by")
    if flags is None or not flags.any():
        return
    by = by if by is not None else np.full(len(flags), c.DISCARD, np.uint8)
    drawn, discarded, robbed = by == c.SELF_DRAW, by == c.DISCARD, by == c.ROBBED_KONG
    yield _has(flags, "heavenly") & ~drawn, lambda i: f"heavenly by {c.BY[by[i]]}: it is a self_draw"
    yield (
        _has(flags, "last_tile") & robbed,
        lambda i: "last_tile while robbing a kong: one tile is left",
    )
    yield _has(flags, "kong_draw") & ~drawn, lambda i: f"kong_draw by {c.BY[by[i]]}: it is a self_draw"
    yield (
        _has(flags, "kong_discard") & ~discarded,
        lambda i: f"kong_discard by {c.BY[by[i]]}: it is a discard",
    )
    both = _has(flags, "heavenly") & _has(flags, "earthly")
    yield both, lambda i: "heavenly and earthly exclude each other"


@_check("flags", "melds")
def _heavenly(part: Columns, kinds: TileSet) -> Iterator[Finding]:
    yield _claimed(part, "heavenly"), lambda i: "heavenly with a claimed meld"


@_check("flags", "melds", "earthly")
def _earthly(part: Columns, kinds: TileSet) -> Iterator[Finding]:
    yield _claimed(part, "earthly"), lambda i: "earthly with a claimed meld"


def _claimed(part: Columns, name: str) -> Mask:
    flags, melds = part.get("flags"), part.get("melds")
    if flags is None or melds is None:
        return np.zeros(len(part["concealed"]), bool)
    return _among(_has(flags, name), IS_CLAIMED, melds)


@_check("flags", "melds", "flowers", "kong_draw")
def _kong_draw(part: Columns, kinds: TileSet) -> Iterator[Finding]:
    flags, melds, flowers = part.get("flags"), part.get("melds"), part.get("flowers")
    if flags is None or not flags.any():
        return
    drawn = _has(flags, "kong_draw")
    replaced = np.zeros(len(flags), bool) if melds is None else _among(drawn, IS_KONG, melds)
    replaced = replaced if flowers is None else replaced | (flowers > 0)
    yield drawn & ~replaced, lambda i: "kong_draw without a kong or a flower"


def _has(flags: NDArray[np.uint32], name: str) -> Mask:
    return np.asarray((flags & np.uint32(c.FLAG_BITS[name])) != 0)


@_check("by", "flowers", "flower_tiles")
def _flowers(part: Columns, kinds: TileSet) -> Iterator[Finding]:
    flowers, tiles, by = part.get("flowers"), part.get("flower_tiles"), part.get("by")
    if flowers is None:
        return
    if tiles is not None:
        wrong = (tiles != 0) & (_BITS[tiles] != flowers)
        yield wrong, lambda i: f"flowers is {flowers[i]}, flower_tiles holds {int(tiles[i]).bit_count()}"
    if by is not None:
        short = (by == c.EIGHT_FLOWERS) & (flowers > 0) & (flowers < 8)
        short |= (by == c.SEVEN_ROB_ONE) & (flowers > 0) & (flowers < 7)
        yield short, lambda i: f"{c.BY[by[i]]} with {flowers[i]} flowers"


@_check("kong_type")
def _kong_type(part: Columns, kinds: TileSet) -> Iterator[Finding]:
    if (kong := part.get("kong_type")) is not None:
        yield kong == 1, lambda i: "kong_type is 1, a pung"
