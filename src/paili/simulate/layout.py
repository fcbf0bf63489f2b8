"""The memory of one round: what a player knows, what everybody sees, what nobody sees.

A round is one record, so that compiled functions take one argument and a policy gets two of its parts. Fields
are plain numbers and small arrays; masks of tiles have one bit a tile (bit = tile).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import from_dtype
from numba.core import types

from .. import _arrays, _scoring, columns

KINDS = _arrays.KINDS
MAX_WALL = 144
MAX_EVENTS = 512
MAX_WINS = 4

# What a policy may answer: a base plus a tile, or one of the last three.
DISCARD, KONG, CHOW, READY, PUNG, WIN, PASS = 0, 34, 68, 102, 136, 137, 138

# How a win came about, as the column `by` has it, and how a round ended.
SELF_DRAW, CLAIM, ROBBED_KONG = columns.SELF_DRAW, columns.DISCARD, columns.ROBBED_KONG
EIGHT_FLOWERS, SEVEN_ROB_ONE = columns.EIGHT_FLOWERS, columns.SEVEN_ROB_ONE
EXHAUSTED, WON = 0, 1


def _struct(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    return np.dtype(list(fields), align=True)


def _native(description: tuple[dict[str, Any], int]) -> np.dtype[Any]:
    """A struct of compiled code, as it describes itself."""
    fields, size = description
    fields = dict(sorted(fields.items(), key=lambda field: field[1][1]))  # NumPy wants them in order
    formats, offsets = zip(*fields.values(), strict=True)
    return np.dtype({"names": list(fields), "formats": formats, "offsets": offsets, "itemsize": size})


ONE_HAND = _native(_scoring.ONE_HAND)
VERDICT = _native(_scoring.VERDICT)

NOTES = _struct(
    ("shanten", "i1", KINDS),
    ("tiles", "u8", KINDS),
    ("live", "u1", KINDS),
    ("hand", "u1", KINDS),  # a hand to try things on
    ("trial", ONE_HAND),  # a win to be scored
    ("verdict", VERDICT),
)

SEAT = _struct(
    ("hand", "u1", KINDS),  # concealed tiles, the drawn one included
    ("held", "u1", KINDS),  # tiles in own melds
    ("melds", "u1", 5),  # codes, from the left
    ("melds_from", "i1", 5),  # who fed each
    ("n_melds", "i4"),
    ("seat", "i4"),
    ("drawn", "i4"),  # the tile just drawn; -1 after a claim and when answering
    ("offer", "i4"),  # the tile to answer, -1 in one's own turn
    ("offered_by", "i4"),
    ("waits", "u8"),  # tiles that complete the hand as it was before the draw
    ("discards", "u8"),  # legal actions: tiles to discard,
    ("kongs", "u8"),  # to make a kong of,
    ("chows", "u8"),  # lowest tiles of chows,
    ("ready", "u8"),  # tiles to discard declaring ready,
    ("may_pung", "u1"),
    ("may_win", "u1"),
    ("may_pass", "u1"),
    ("win_points", "i4"),  # what the win would be worth
    ("win_total", "i4"),  # and before points were made of it: fan, tai
    ("memory", "u8", 4),  # free for the policy: zero when a round begins
    ("notes", NOTES),  # scratch for the policy: never cleared
)

TABLE = _struct(
    ("melds", "u1", (4, 5)),  # 255 for a concealed kong that lies face down
    ("n_melds", "u1", 4),
    ("flowers", "u1", 4),  # how many each has shown
    ("visible", "u1", KINDS),  # discards and exposed melds
    ("log_tile", "u1", 160),  # every discard in order
    ("log_seat", "i1", 160),
    ("n_log", "i4"),
    ("dealer", "i4"),
    ("round_wind", "i4"),
    ("wall_left", "i4"),
    ("won", "u1"),  # bits of the seats that have won and left
    ("declared", "u1"),  # bits of the seats that have declared ready
    ("void_suit", "i1", 4),  # the suit that each named to go, -1 for none
    ("query", "u4"),  # what the counting functions ask under these rules
    ("groups", "i4"),
    ("ranks", "i4"),
    ("scorer", "u8"),  # the rule set's scorer, for policies that score
)

PLAY = _struct(
    ("procedure", "u8"),  # the rule set's compiled procedure
    ("scorer", "u8"),
    ("tiles", "u1", MAX_WALL),  # every tile of the set; flowers from 34 on
    ("total", "i4"),
    ("dead_wall", "i4"),
    ("hand_size", "i4"),
    ("ranks", "i4"),
    ("chow", "u1"),
    ("flowers", "u1"),
    ("kong_after_claim", "u1"),
    ("winners_leave", "u1"),
    ("locks", "u1"),  # a declined win forbids something
    ("must_win", "u1"),  # near the end of the wall a win may not be declined
    ("claim_unlocks", "u1"),
    ("face_down_kongs", "u1"),
    ("flower_is_kong_draw", "u1"),
    ("flower_wins", "u1"),
    ("honors_with_melds", "u1"),
    ("earthly", "u1"),
    ("ready", "u1"),
    ("dealer", "u1"),
    ("drawn_hands_counter", "u1"),
    ("void_suit", "u1"),  # everybody names a suit that must go
    ("log", "u1"),
)

HIDDEN = _struct(
    ("wall", "u1", MAX_WALL),  # in the order of drawing
    ("dice", "u1", 4),
    ("key", "u8", 2),
    ("counter", "u8"),
    ("head", "i4"),
    ("replaced", "i4"),
    ("far", "i4", 4),  # exchanges before the hand can be ready: not looked at until then
    ("flower_tiles", "u1", 4),
    ("lock", "i4", 4),  # the worth of the dearest declined win, -1 for none
    ("replies", "i4", 4),  # actions, and the same as claims of the procedure
    ("wishes", "u1", 4),
    ("granted", "i1", 4),
    ("worth", "i4", 4),  # of the hands at the end of the wall
    ("chain", "i4"),  # kongs in a row of the turn
    ("kong_type", "i4"),
    ("kong_from", "i4"),
    ("kong_draw", "u1"),
    ("east_kong", "u1"),
    ("claimed", "u1"),  # somebody has claimed a discard or made a kong
    ("ready_kind", "u1", 4),
    ("dealer_streak", "i4"),
    ("drawn_hands", "i4"),  # whether the round counts double,
    ("drawn_count", "i4"),  # and the counter that says so
    ("passes", "i4"),  # how often the deal has passed on in the match
    ("claims", "i4"),
    ("kong_count", "i4"),
    ("n_wins", "i4"),
    ("n_events", "i4"),
    ("last", "i4"),  # the seat after which the turn goes on
    ("over", "u1"),
    ("fault_seat", "i4"),
    ("fault_action", "i4"),
)

EVENT = _struct(("kind", "u1"), ("seat", "i1"), ("tile", "u1"), ("from_", "i1"))

GAME = _struct(
    ("seats", SEAT, 4),
    ("table", TABLE),
    ("hidden", HIDDEN),
    ("play", PLAY),
    ("wins", ONE_HAND, MAX_WINS + 1),  # and the one that is being judged
    ("worth", "i4", MAX_WINS + 1),
    ("verdict", VERDICT),
    ("round", "i4", _scoring.ROUND_SIZE // 4),  # procedure.hpp's; it begins with the payments
    ("events", EVENT, MAX_EVENTS),
)

RESULT = _struct(
    ("ending", "u1"),
    ("winner", "i1"),
    ("wins", "u1"),
    ("dealer", "i1"),
    ("points", "i4"),
    ("payments", "i4", 4),
    ("turns", "i4"),
    ("claims", "i4"),
    ("kongs", "i4"),
    ("wall_left", "i4"),
    ("events", "i4"),
)

# Event kinds.
DRAW, REPLACE, FLOWER, DROP, CHOWED, PUNGED, KONGED, ADDED, HIDDEN_KONG, WINS, DECLARES, ENDS = range(12)
VOIDS = 12  # names the suit that must go

Seat, Table, Game = (from_dtype(dtype) for dtype in (SEAT, TABLE, GAME))
Policy = types.FunctionType(types.int64(Seat, Table, types.uint64))
"""The type of a compiled policy: ``(me, table, luck) -> action``."""

Policies: Any = types.UniTuple(Policy, 4)  # type: ignore[no-untyped-call]
"""One for each seat."""
