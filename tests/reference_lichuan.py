"""Lichuan mahjong, slowly: number tiles, any complete hand wins, chips double with each fan."""
from __future__ import annotations

from reference_arrangements import SUITS, BadHand, best_of, illegal, pay, read_hand, result

CAP = 3


def rows(a, hand):
    flags, by = hand.flags, hand.by
    tests = [
        ("清一色", 2, len(a.suits) == 1), ("七对", 2, a.shape == "seven_pairs"),
        ("碰碰胡", 1, len(a.pungs) == 4),
        ("杠上花", 1, by == "self_draw" and "kong_draw" in flags), ("抢杠", 1, by == "robbed_kong"),
        ("海底", 1, "last_tile" in flags),
    ]
    return {name: fan for name, fan, holds in tests if holds}


def score(record, **options):
    try:
        hand = read_hand(record, SUITS, shapes=("standard", "seven_pairs"))
    except BadHand:
        return illegal()
    readings = hand.arrangements()
    if not readings or "dead_hand" in hand.flags:
        return illegal()
    best, equal = best_of([rows(a, hand) for a in readings])
    fan = sum(best.values())
    points = 2 ** min(fan, CAP)
    payments = pay(record, lambda seat: points)
    return result(True, points, best or {"平胡": 0}, payments, total=fan, equal_best=equal)
