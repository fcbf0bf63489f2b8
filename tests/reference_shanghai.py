"""Shanghai, slowly: only special hands win; heaps of 20 flowers, or flowers doubled up to one heap."""
from __future__ import annotations

from reference_arrangements import (
    DRAGONS,
    STANDARD,
    WINDS,
    BadHand,
    count_flowers,
    illegal,
    pay,
    read_hand,
    result,
)

HEAP = 20                                      # one la is twenty flowers
LA = {"天胡": 10, "地胡": 10, "字一色": 4, "八花": 4, "乱风向": 2, "清碰": 2,
      "清一色": 1, "混碰": 1, "大吊车": 1}
FAN = {"杠开": 1, "混一色": 0, "碰碰胡": 0}


def shape_name(a):
    """The one shape of a reading, or None for an ordinary hand."""
    pungs = len(a.pungs) == 4
    if not a.suits:
        return "字一色" if a.standard else "乱风向"
    if len(a.suits) == 1:
        if a.honours:
            return "混碰" if pungs else "混一色"
        return "清碰" if pungs else "清一色"
    return "碰碰胡" if pungs else None


def rows(a, hand):
    flags = hand.flags
    tests = [
        (shape_name(a), True), ("天胡", "heavenly" in flags), ("地胡", "earthly" in flags),
        ("大吊车", len(hand.melds) == 4), ("八花", count_flowers(hand.record) == 8),
        ("杠开", hand.by == "self_draw" and "kong_draw" in flags),
    ]
    return [name for name, holds in tests if holds and name]


def set_flowers(s):
    """Flowers of one pung or kong."""
    honour = 2 if s.tile in DRAGONS else 1 if s.tile in WINDS else 0
    if s.kind == "chow":
        return 0
    if s.kind == "pung":
        return honour
    return honour + (2 if s.meld == "concealed_kong" else 1)


def value(a, hand):
    """(points, la, flowers, patterns) of one reading."""
    names = rows(a, hand)
    la = sum(LA.get(name, 0) for name in names)
    fan = sum(FAN.get(name, 0) for name in names)
    flowers = 3 + count_flowers(hand.record) + sum(map(set_flowers, a.sets))
    points = HEAP * la if la else min(HEAP, flowers * 2 ** fan)
    if (hand.context.get("drawn_hands_counter") or 0) > 0:
        points *= 2                            # a round after drawn hands: the heap doubles too
    return points, la, 0 if la else flowers, {name: LA.get(name, FAN.get(name)) for name in names}


def payments(record, points):
    """A robbed kong costs its declarer all three shares."""
    winner, payer = record.get("winner"), record.get("from")
    if record.get("by") == "robbed_kong" and None not in (winner, payer):
        return [3 * points if s == winner else -3 * points if s == payer else 0 for s in range(4)]
    return pay(record, lambda seat: points)


def refused():
    return {**illegal(), "la": 0, "flowers": 0}


def score(record, **options):
    if record.get("by") == "eight_flowers":
        points = 4 * HEAP * (2 if (record.get("context") or {}).get("drawn_hands_counter", 0) > 0 else 1)
        return result(True, points, {"八花": 4}, payments(record, points), la=4, flowers=0)
    if record.get("by") == "false_win":
        return refused()
    try:
        hand = read_hand(record, STANDARD, shapes=("standard", "all_honours"))
    except BadHand:
        return refused()
    readings = [value(a, hand) for a in hand.arrangements()]
    winning = [one for one in readings if one[3]]       # ordinary hands may not win
    if not winning or "dead_hand" in hand.flags:
        return {**refused(), "raw_points": max((one[0] for one in readings), default=0)}
    points, la, flowers, patterns = max(winning, key=lambda one: one[0])
    equal = [one[3] for one in winning if one[0] == points]
    return result(True, points, patterns, payments(record, points), la=la, flowers=flowers, equal_best=equal)
