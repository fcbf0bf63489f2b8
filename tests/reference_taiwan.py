"""The CSMU 16-tile rules, slowly: every arrangement, every row of the table, the best sum."""
from __future__ import annotations

from reference_arrangements import (
    DRAGONS,
    STANDARD,
    WINDS,
    BadHand,
    best_of,
    counted,
    false_win,
    illegal,
    pay,
    read_hand,
    result,
    round_wind,
    seat_wind,
)

BASE = 2                                   # one base counts as two tai
IMPLIES = {"天胡": ("門清自摸", "門清", "自摸", "單吊", "槓上開花"), "地胡": ("門清自摸", "門清", "自摸"),
          "天聽": ("門清",), "地聽": ("門清",), "門清自摸": ("門清", "自摸"), "全求人": ("單吊",),
          "五暗刻": ("四暗刻", "三暗刻", "碰碰胡"), "四暗刻": ("三暗刻",), "字一色": ("碰碰胡", "字牌刻")}


def honour_pungs(a, found, options, record):
    """Honour pungs that no larger pattern already contains."""
    winds = [s.tile for s in a.pungs if s.tile in WINDS]
    dragons = [s.tile for s in a.pungs if s.tile in DRAGONS]
    tai = 0 if {"大三元", "小三元"} & set(found) else len(dragons)
    if not {"大四喜", "小四喜"} & set(found):
        own = [seat_wind(record), round_wind(record)]
        tai += sum(own.count(rank - 1) for _, rank in winds) if options.get("final_wind_tai") else len(winds)
    return tai


def rows(a, hand, single, options):
    """Every row that holds, before what implies what."""
    by, flags = hand.by, hand.flags
    winds = sum(a.has_pung(t) for t in WINDS)
    dragons = sum(a.has_pung(t) for t in DRAGONS)
    untouched = hand.concealed_hand if options.get("concealed_kong_keeps_menqing") else not hand.melds
    own_draw = by == "self_draw"
    concealed = len(a.concealed_pungs(by))
    exposed = len(hand.melds) == 5 and all(m.exposed for m in hand.melds)
    tests = [
        ("自摸", 1, own_draw), ("門清", 1, untouched and not own_draw),
        ("門清自摸", 3, untouched and own_draw),
        ("天胡", 16, "heavenly" in flags), ("地胡", 8, "earthly" in flags),
        ("天聽", 16, "ready_at_deal" in flags), ("地聽", 8, "ready_early" in flags),
        ("大四喜", 8, winds == 4), ("小四喜", 4, winds == 3 and a.pair in WINDS),
        ("大三元", 8, dragons == 3), ("小三元", 4, dragons == 2 and a.pair in DRAGONS),
        ("字一色", 8, not a.suits), ("清一色", 8, len(a.suits) == 1 and not a.honours),
        ("混一色", 4, len(a.suits) == 1 and a.honours),
        ("五暗刻", 8, concealed == 5), ("四暗刻", 5, concealed >= 4), ("三暗刻", 2, concealed >= 3),
        ("碰碰胡", 4, len(a.pungs) == 5), ("全求人", 1, exposed and not own_draw),
        ("平胡", 2, len(a.chows) == 5 and a.pair[0] != "z" and not own_draw),
        ("搶槓胡", 2, by == "robbed_kong"), ("槓上開花", 1, own_draw and "kong_draw" in flags),
        ("海底撈月", 1, own_draw and "last_tile" in flags), ("單吊", 1, single),
    ]
    found = {name: tai for name, tai, holds in tests if holds}
    if tai := honour_pungs(a, found, options, hand.record):
        found["字牌刻"] = tai
    if options.get("flower_tai") and (tai := right_flowers(hand.record)):
        found["正花"] = tai
    return found


def right_flowers(record):
    """Flowers of the own seat: 1f 5f for East, 2f 6f for South, ..."""
    seat, flowers = seat_wind(record), record.get("flowers") or ""
    if seat is None or isinstance(flowers, int):
        return 0
    return sum(int(mark) % 4 == (seat + 1) % 4 for mark in flowers if mark.isdigit())


def payments(record, tai, *, flat=False):
    dealer, streak = record.get("dealer"), (record.get("context") or {}).get("dealer_streak", 0)

    def each(seat):
        with_dealer = not flat and dealer is not None and dealer in (seat, record.get("winner"))
        return BASE + tai + (1 + 2 * streak if with_dealer else 0)
    return pay(record, each)


def score(record, **options):
    by = record.get("by", "discard")
    if by == "false_win":
        return false_win(record, (record.get("context") or {}).get("claimed_tai", 0))
    if by in ("eight_flowers", "seven_rob_one"):
        name = "八仙過海" if by == "eight_flowers" else "七搶一"
        return result(True, 8, {name: 8}, payments(record, 8, flat=True))
    try:
        hand = read_hand(record, STANDARD, groups=5)
    except BadHand:
        return illegal()
    readings = hand.arrangements()
    if not readings or "dead_hand" in hand.flags:
        return illegal()
    single = len(hand.waits()) == 1
    found = [counted(rows(a, hand, single, options), IMPLIES) for a in readings]
    best, equal = best_of(found)
    tai = sum(best.values())
    return result(True, tai, best or {"屁胡": 0}, payments(record, tai), equal_best=equal)
