"""What happens to a hand: discards, claimed groups, kongs; and how far from ready it is."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _abi
from ..counting import VOID_SHIFT
from ..melds import MELD_TYPES, encode
from ._jit import Bool, Int, i64, jit
from .dealing import log
from .layout import ADDED, CHOWED, DROP, HIDDEN_KONG, KINDS, KONGED, PUNGED, VOIDS

# Codes of the melds of tile 0; those of the others follow.
CHOWS_FROM, PUNGS_FROM, KONGS_FROM, ADDED_FROM, CONCEALED_FROM = (encode(kind, 0) for kind in MELD_TYPES)
FACE_DOWN = 255

_shanten, _waits = _abi.shanten, _abi.waits
_NONE = np.uint64(0)
_NOTHING = np.uintp(0)
_HONORS = np.uint64(0x7F << 27)
_VOID_SHIFT = np.uint32(VOID_SHIFT)


@jit
def bit(tile: Int) -> Any:
    return np.uint64(1) << np.uint64(tile)


@jit
def has(mask: Any, tile: Int) -> Bool:
    return (mask >> np.uint64(tile)) & np.uint64(1) != _NONE


@jit
def with_void(query: Any, suit: Int) -> Any:
    """Return a query of hands without a suit."""
    return query | (np.uint32(suit + 1) << _VOID_SHIFT)


@jit
def query_of(table: Any, seat: Int) -> Any:
    """Return what the counting functions ask about a player's hand."""
    query, suit = np.uint32(table.query), i64(table.void_suit[seat])
    return query if suit < 0 else with_void(query, suit)


@jit
def name_void_suit(game: Any, seat: Int) -> None:
    """Name the suit of which a player holds fewest tiles, the first of equal ones."""
    hand, ranks = game.seats[seat].hand, i64(game.table.ranks)
    void, fewest = 0, 99
    for suit in range(3):
        count = 0
        for tile in range(suit * ranks, (suit + 1) * ranks):
            count += i64(hand[tile])
        if count < fewest:
            void, fewest = suit, count
    game.table.void_suit[seat] = void
    log(game, VOIDS, seat, void * ranks, -1)


@jit
def void_tiles(table: Any, seat: Int) -> Any:
    """Return the mask of the tiles that a player named to go."""
    suit, ranks = i64(table.void_suit[seat]), i64(table.ranks)
    return _NONE if suit < 0 else (bit(ranks) - bit(0)) << np.uint64(suit * ranks)


@jit
def hand_moved(game: Any, seat: Int) -> None:
    """Keep ``waits`` true after one exchange of a tile.

    An exchange brings a hand nearer by one step at most, so a hand that is n steps away need not be looked at
    before n exchanges. The melds are left out of account: they only bar tiles that cannot come any more (all
    four are held) and wins that scoring refuses (a third suit).
    """
    me, far = game.seats[seat], game.hidden.far
    far[seat] -= 1
    if far[seat] > 0:
        return
    counts = np.uintp(me.hand.ctypes.data)
    query = query_of(game.table, seat)
    steps = i64(_shanten(counts, _NOTHING, query))
    me.waits = _waits(counts, _NOTHING, query) if steps == 0 else _NONE
    if me.n_melds and game.play.honors_with_melds:
        strangers = other_than_honors(me)
        if strangers == 0:
            me.waits |= _HONORS
        steps = min(steps, strangers)
    far[seat] = steps


@jit
def other_than_honors(me: Any) -> Int:
    """Count the tiles that keep a hand from fourteen honours, declared ones included; many if a meld does."""
    count = 0
    for tile in range(27):
        count += i64(me.hand[tile]) + 99 * (me.held[tile] > 0)
    return count


@jit
def first_look(game: Any, seat: Int) -> None:
    """Look at a hand as dealt, without the tile that its player has drawn."""
    me = game.seats[seat]
    game.hidden.far[seat] = 0
    if me.drawn >= 0:
        me.hand[me.drawn] -= 1
    hand_moved(game, seat)
    if me.drawn >= 0:
        me.hand[me.drawn] += 1


@jit
def drop(game: Any, seat: Int, tile: Int) -> None:
    """Discard."""
    me, table = game.seats[seat], game.table
    me.hand[tile] -= 1
    me.drawn = -1
    hand_moved(game, seat)
    table.visible[tile] += 1
    table.log_tile[table.n_log] = tile
    table.log_seat[table.n_log] = seat
    table.n_log += 1
    log(game, DROP, seat, tile, -1)


@jit
def add_meld(game: Any, seat: Int, code: Int, shown: Int, feeder: Int) -> None:
    me, table = game.seats[seat], game.table
    me.melds[me.n_melds] = code
    me.melds_from[me.n_melds] = feeder
    table.melds[seat, me.n_melds] = shown
    me.n_melds += 1
    table.n_melds[seat] = me.n_melds
    me.drawn = -1


@jit
def take_chow(game: Any, seat: Int, lowest: Int, tile: Int, feeder: Int) -> None:
    me, visible = game.seats[seat], game.table.visible
    for t in range(lowest, lowest + 3):
        me.held[t] += 1
        if t != tile:
            me.hand[t] -= 1
            visible[t] += 1
    add_meld(game, seat, CHOWS_FROM + lowest, CHOWS_FROM + lowest, feeder)
    log(game, CHOWED, seat, lowest, feeder)


@jit
def take_pung(game: Any, seat: Int, tile: Int, feeder: Int) -> None:
    me = game.seats[seat]
    me.hand[tile] -= 2
    me.held[tile] += 3
    game.table.visible[tile] += 2
    add_meld(game, seat, PUNGS_FROM + tile, PUNGS_FROM + tile, feeder)
    log(game, PUNGED, seat, tile, feeder)


@jit
def take_kong(game: Any, seat: Int, tile: Int, feeder: Int) -> None:
    me = game.seats[seat]
    me.hand[tile] -= 3
    me.held[tile] += 4
    game.table.visible[tile] += 3
    add_meld(game, seat, KONGS_FROM + tile, KONGS_FROM + tile, feeder)
    hand_moved(game, seat)
    log(game, KONGED, seat, tile, feeder)


@jit
def conceal_kong(game: Any, seat: Int, tile: Int) -> None:
    me, face_down = game.seats[seat], game.play.face_down_kongs
    me.hand[tile] -= 4
    me.held[tile] += 4
    if not face_down:
        game.table.visible[tile] += 4
    add_meld(game, seat, CONCEALED_FROM + tile, FACE_DOWN if face_down else CONCEALED_FROM + tile, -1)
    hand_moved(game, seat)
    log(game, HIDDEN_KONG, seat, tile, -1)


@jit
def pung_of(me: Any, tile: Int) -> Int:
    """Return the place of one's pung of a tile among the melds, or -1."""
    for place in range(me.n_melds):
        if me.melds[place] == PUNGS_FROM + tile:
            return place
    return -1


@jit
def add_to_pung(game: Any, seat: Int, tile: Int) -> None:
    me = game.seats[seat]
    place = pung_of(me, tile)
    me.hand[tile] -= 1
    me.held[tile] += 1
    me.drawn = -1
    me.melds[place] = ADDED_FROM + tile
    game.table.melds[seat, place] = ADDED_FROM + tile
    game.table.visible[tile] += 1
    hand_moved(game, seat)
    log(game, ADDED, seat, tile, -1)


@jit
def tiles_to_kong(me: Any) -> Any:
    """Return the tiles of which the player can declare a concealed or an added kong."""
    tiles = _NONE
    for tile in range(KINDS):
        if me.hand[tile] == 4:
            tiles |= bit(tile)
    for place in range(me.n_melds):
        tile = i64(me.melds[place]) - PUNGS_FROM
        if 0 <= tile < KINDS and me.hand[tile]:
            tiles |= bit(tile)
    return tiles


@jit
def tiles_in(hand: Any) -> Any:
    """Return the mask of the tiles in a hand."""
    tiles = _NONE
    for tile in range(KINDS):
        if hand[tile]:
            tiles |= bit(tile)
    return tiles


@jit
def tiles_to_drop(hand: Any, void: Any) -> Any:
    """Return the mask of the tiles that may be discarded: those that must go, while there are any."""
    tiles = tiles_in(hand)
    return tiles & void if tiles & void != _NONE else tiles
