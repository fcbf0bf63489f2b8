"""A referee that replays the log of a round from its wall and stops at the first thing that is not allowed.

It keeps its own books (hands, melds, which tiles of the wall are gone) and shares no code with the round
loop; compiled, so that it can follow a hundred thousand rounds. Events are those of `paili.simulate.layout`.
"""

from __future__ import annotations

import numpy as np
from numba import njit

DRAW, REPLACE, FLOWER, DROP, CHOWED, PUNGED, KONGED, ADDED, HIDDEN_KONG, WINS, DECLARES, ENDS = range(12)
VOIDS = 12  # names the suit that must go
FAULTS = (
    "fine", "out of turn", "not the next tile of the head", "not the next tile of the tail",
    "dead wall touched", "tile not in hand", "hand of the wrong size", "claim of no discard",
    "chow not by the next seat", "no chow",
    "claim of the last discard", "kong right after a claim", "kong without replacement", "no pung to add to",
    "not four of a kind", "win on another tile", "a seat that has left acts", "ended with tiles left",
    "tiles lost or doubled", "chow under rules without", "log ends early", "frozen hand changed",
    "void suit named wrongly", "void suit kept", "void suit used",
)  # fmt: skip


@njit
def next_of_head(gone):
    at = 0
    while gone[at]:
        at += 1
    return at


@njit
def next_of_tail(gone):
    """The last stack that is not gone, its upper tile (even place) first."""
    stack = len(gone) // 2 - 1
    while gone[2 * stack] and gone[2 * stack + 1]:
        stack -= 1
    return 2 * stack if not gone[2 * stack] else 2 * stack + 1


@njit
def count_all(hands, melds, river, flowers, gone, wall):
    """Is every tile somewhere, once?"""
    have = np.zeros(42, np.int64)
    want = np.zeros(42, np.int64)
    for i in range(len(wall)):
        want[wall[i]] += 1
        have[wall[i]] += not gone[i]
    for tile in range(34):
        have[tile] += river[tile]
        for seat in range(4):
            have[tile] += hands[seat, tile] + melds[seat, tile]
    for seat in range(4):
        for i in range(8):
            have[34 + i] += (flowers[seat] >> i) & 1
    return (have == want).all()


@njit
def is_poorest(hand, suit, ranks):
    """Has no suit fewer tiles, and none before it as few?"""
    size = hand[suit * ranks : (suit + 1) * ranks].sum()
    for other in range(3):
        tiles = hand[other * ranks : (other + 1) * ranks].sum()
        if tiles < size or (tiles == size and other < suit):
            return False
    return True


@njit
def void_fault(what, hand, suit, tile, ranks):
    """Is a tile kept, or melded, that must go? The number of the fault, 0 for none."""
    of_suit = tile // ranks == suit
    if what == DROP:
        return 23 if not of_suit and hand[suit * ranks : (suit + 1) * ranks].any() else 0
    if what == WINS:
        return 24 if of_suit or hand[suit * ranks : (suit + 1) * ranks].any() else 0
    return 24 if of_suit and what in (CHOWED, PUNGED, KONGED, ADDED, HIDDEN_KONG) else 0


@njit
def replay(
    wall, dealt, flowers_dealt, dealer, drawn, dead, events, ranks, chows, kong_after_claim, several,
    names_void,
):  # fmt: skip
    """Return (number in FAULTS, index of the event)."""
    gone = np.zeros(len(wall), np.bool_)
    hands, melds = dealt.astype(np.int64), np.zeros((4, 34), np.int64)
    groups = np.zeros(4, np.int64)
    pungs = np.zeros((4, 34), np.int64)
    river, flowers = np.zeros(34, np.int64), flowers_dealt.astype(np.int64)
    size = hands[(dealer + 1) & 3].sum()
    shown = 0
    for seat in range(4):
        for i in range(8):
            shown += (flowers[seat] >> i) & 1
    for _ in range(4 * size + 1):
        gone[next_of_head(gone)] = True
    for _ in range(shown):
        gone[next_of_tail(gone)] = True
    left = len(wall) - dead - (4 * size + 1) - shown
    if not count_all(hands, melds, river, flowers, gone, wall):
        return 18, -1
    turn, has_drawn, claimed = dealer, True, False
    last, last_by, open_claim = -1, -1, False  # the discard that may be claimed
    out = np.zeros(4, np.bool_)
    frozen = np.zeros(4, np.bool_)
    just_drawn = drawn
    won_last, won = -1, False
    void = np.full(4, -1)
    for k in range(len(events)):
        what, seat, tile, from_ = events[k]
        if (what == VOIDS) != (names_void and k < 4):
            return 22, k
        if what == VOIDS:
            if seat != k or tile % ranks or not is_poorest(hands[seat], tile // ranks, ranks):
                return 22, k
            void[seat] = tile // ranks
            continue
        if seat >= 0 and void[seat] >= 0:
            fault = void_fault(what, hands[seat], void[seat], tile, ranks)
            if fault:
                return fault, k
        if what == ENDS:
            if not count_all(hands, melds, river, flowers, gone, wall):
                return 18, k
            enough = won and (not several or out.sum() == 3)
            return (0 if enough or left == 0 else 17), k
        if seat >= 0 and out[seat] and what != WINS:
            return 16, k
        if what == DRAW:
            follower = (turn + 1) & 3
            while out[follower]:
                follower = (follower + 1) & 3
            if has_drawn:
                return 1, k
            if seat != follower or left == 0:
                return 1 if left else 4, k
        if what in (DRAW, REPLACE, FLOWER):
            # A flower is drawn like the tile that it replaces or comes instead of.
            head = what == DRAW or (what == FLOWER and turn != seat)
            at = next_of_head(gone) if head else next_of_tail(gone)
            if wall[at] != tile:
                return 2 if head else 3, k
            if left == 0:
                return 4, k
            gone[at] = True
            left -= 1
            open_claim = False
            won_last = -1
            if what == FLOWER:
                flowers[seat] |= 1 << (tile - 34)
            else:
                hands[seat, tile] += 1
                has_drawn = True
                claimed = False
                just_drawn = tile
            turn = seat
            if what == FLOWER:
                has_drawn = False
        elif what == DROP:
            if seat != turn:
                return 1, k
            if hands[seat, tile] == 0:
                return 5, k
            if frozen[seat] and events[k - 1][0] != DECLARES and tile != just_drawn:
                return 21, k
            hands[seat, tile] -= 1
            river[tile] += 1
            last, last_by, open_claim, has_drawn = tile, seat, True, False
        elif what in (CHOWED, PUNGED, KONGED):
            if not open_claim or from_ != last_by:
                return 7, k
            if left == 0:
                return 10, k
            if what == CHOWED:
                if not chows:
                    return 19, k
                if seat != (from_ + 1) & 3:
                    return 8, k
                if tile >= 3 * ranks or tile % ranks > ranks - 3 or not tile <= last <= tile + 2:
                    return 9, k
                for t in range(tile, tile + 3):
                    hands[seat, t] -= t != last
                    melds[seat, t] += 1
            else:
                if tile != last:
                    return 7, k
                hands[seat, tile] -= 2 if what == PUNGED else 3
                melds[seat, tile] += 3 if what == PUNGED else 4
                pungs[seat, tile] += what == PUNGED
            if (hands[seat] < 0).any():
                return 5, k
            river[last] -= 1
            groups[seat] += 1
            turn, has_drawn, open_claim, claimed = seat, what != KONGED, False, what != KONGED
        elif what in (ADDED, HIDDEN_KONG):
            if seat != turn or not has_drawn:
                return 1, k
            if claimed and not kong_after_claim:
                return 11, k
            if left == 0:
                return 12, k
            if what == ADDED:
                if pungs[seat, tile] == 0:
                    return 13, k
                hands[seat, tile] -= 1
                melds[seat, tile] += 1
            else:
                if hands[seat, tile] != 4:
                    return 14, k
                hands[seat, tile] -= 4
                melds[seat, tile] += 4
                groups[seat] += 1
            if hands[seat, tile] < 0:
                return 5, k
            has_drawn, claimed = False, False
        elif what == WINS:
            won = True
            if tile < 34 and from_ >= 0:
                robbed = not open_claim
                if robbed and won_last < 0:  # a tile on its way to a pung: it leaves the hand of its owner
                    if pungs[from_, tile] == 0 or hands[from_, tile] == 0:
                        return 15, k
                    hands[from_, tile] -= 1
                    river[tile] += 1
                elif not robbed and (tile != last or from_ != last_by):
                    return 15, k
            elif tile < 34 and (seat != turn or tile != just_drawn or not has_drawn):
                return 15, k
            if out[seat]:
                return 16, k
            out[seat] = True
            turn, won_last = seat, seat
            has_drawn = False
        elif what == DECLARES:
            frozen[seat] = True
        if what in (DROP, CHOWED, PUNGED, DRAW, REPLACE):
            for s in range(4):
                extra = s == turn and has_drawn
                if not out[s] and hands[s].sum() + 3 * groups[s] != size + extra:
                    return 6, k
        if not count_all(hands, melds, river, flowers, gone, wall):
            return 18, k
    return 20, len(events)
