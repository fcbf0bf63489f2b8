"""Yizheng mahjong, slowly: no claimed chow, any complete hand wins, fans add. No import of the package."""
from __future__ import annotations

from collections import Counter

from reference_arrangements import (
    DRAGONS,
    STANDARD,
    WINDS,
    BadHand,
    best_of,
    counted,
    illegal,
    outside,
    pay,
    read_hand,
    result,
    terminal_or_honour,
)

LIMIT = 32
IMPLIES = {"天和": ("门清",), "天听": ("报听", "门清"), "十三幺": ("门清",), "四暗刻": ("门清", "碰碰和"),
           "大四喜": ("碰碰和",), "字一色": ("全带幺",), "豪华七对": ("七对", "门清"), "七对": ("门清",),
           "全不靠": ("门清",)}


def rows(a, hand):
    flags, by = hand.flags, hand.by
    quads = any(n == 4 for n in Counter(a.tiles).values())
    one_suit = [{(s, 1), (s, 4), (s, 7)} <= {c.tile for c in a.chows} for s in "mps"]
    tests = [
        ("天和", 32, "heavenly" in flags), ("十三幺", 32, a.shape == "thirteen_orphans"),
        ("大三元", 32, all(map(a.has_pung, DRAGONS))), ("字一色", 32, not a.suits),
        ("四暗刻", 32, len(a.concealed_pungs(by)) == 4), ("大四喜", 32, all(map(a.has_pung, WINDS))),
        ("豪华七对", 24, a.shape == "seven_pairs" and quads), ("七对", 16, a.shape == "seven_pairs"),
        ("清一色", 16, len(a.suits) == 1 and not a.honours), ("天听", 16, "ready_at_deal" in flags),
        ("抢杠", 8, by == "robbed_kong"), ("海底", 8, by == "discard" and "last_tile" in flags),
        ("杠上开花", 8, by == "self_draw" and "kong_draw" in flags),
        ("全不靠", 8, a.shape == "knitted"), ("清龙", 8, any(one_suit)),
        ("碰碰和", 6, len(a.pungs) == 4), ("全带幺", 6, outside(a)), ("大吊车", 6, len(hand.melds) == 4),
        ("混一色", 6, len(a.suits) == 1 and a.honours),
        ("门清", 2, hand.concealed_hand), ("平和", 2, len(a.chows) == 4 and a.pair[0] != "z"),
        ("断幺", 2, not any(map(terminal_or_honour, a.tiles))), ("报听", 2, "ready_declared" in flags),
    ]
    return counted({name: fan for name, fan, holds in tests if holds}, IMPLIES)


def score(record, **options):
    try:
        hand = read_hand(record, STANDARD, shapes=("standard", "seven_pairs", "thirteen_orphans", "knitted"))
    except BadHand:
        return illegal()
    readings = hand.arrangements()
    if not readings or "dead_hand" in hand.flags or any(m.kind == "chow" for m in hand.melds):
        return illegal()
    best, equal = best_of([rows(a, hand) for a in readings])
    fan = sum(best.values())
    points = 2 + min(fan, LIMIT)
    share = 1 if hand.by == "self_draw" else 2
    payments = pay(record, lambda seat: share * points)
    return result(True, points, best or {"推倒胡": 0}, payments, total=fan, equal_best=equal)
