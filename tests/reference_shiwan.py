"""Ten-rank mahjong, slowly. No import of the package."""
from __future__ import annotations

from collections import Counter

from reference_arrangements import (
    TEN_RANK,
    WINDS,
    BadHand,
    best_of,
    counted,
    false_win,
    illegal,
    pay,
    read_hand,
    result,
)

MINIMUM, FALSE_WIN = 5, 20
IMPLIES = {"豪华七对": ("七对",), "大四喜": ("碰碰和",)}


def rows(a):
    winds = sum(map(a.has_pung, WINDS))
    quads = any(n == 4 for n in Counter(a.tiles).values())
    tests = [
        ("大四喜", 50, winds == 4), ("小四喜", 40, winds == 3 and a.pair in WINDS),
        ("豪华七对", 30, a.shape == "seven_pairs" and quads), ("七对", 20, a.shape == "seven_pairs"),
        ("清一色", 20, len(a.suits) == 1 and not a.honours), ("混一色", 10, len(a.suits) == 1 and a.honours),
        ("碰碰和", 10, len(a.pungs) == 4),
    ]
    return counted({name: points for name, points, holds in tests if holds}, IMPLIES) or {"平和": 5}


def liable(hand):
    """Who pays for all three: robbed konger, direct kong's feeder, feeder of the twelfth tile; or None."""
    if hand.by == "robbed_kong":
        return hand.record.get("from")
    if hand.by != "self_draw":
        return None
    feeder, direct = hand.context.get("kong_from"), hand.context.get("kong_type") == "kong"
    if "kong_draw" in hand.flags and direct and feeder is not None:
        return feeder
    if len(hand.melds) == 4 and all(m.exposed for m in hand.melds):
        return hand.melds[-1].source
    return None


def payments(hand, points):
    payer, winner = liable(hand), hand.record.get("winner")
    if payer is None or winner is None:
        return pay(hand.record, lambda seat: points)
    return [3 * points if s == winner else -3 * points if s == payer else 0 for s in range(4)]


def score(record, **options):
    if record.get("by") == "false_win":
        return false_win(record, FALSE_WIN)
    try:
        hand = read_hand(record, TEN_RANK, shapes=("standard", "seven_pairs"))
    except BadHand:
        return illegal()
    readings = hand.arrangements()
    if not readings or "dead_hand" in hand.flags or any(m.kind == "chow" for m in hand.melds):
        return illegal()
    best, equal = best_of([rows(a) for a in readings])
    points = sum(best.values())
    return result(points >= MINIMUM, points, best, payments(hand, points), raw=points,
                  equal_best=equal)


def waits(record):
    return read_hand(record, TEN_RANK, shapes=("standard", "seven_pairs"), winning=False).waits()
