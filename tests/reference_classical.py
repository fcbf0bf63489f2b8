"""The classical fan list, slowly: every arrangement, every row, the best sum. No import of the package."""
from __future__ import annotations

from collections import Counter

from reference_arrangements import (
    DRAGONS,
    STANDARD,
    WINDS,
    BadHand,
    best_of,
    counted,
    false_win,
    illegal,
    outside,
    read_hand,
    result,
    round_wind,
    seat_wind,
    terminal_or_honour,
)

MINIMUM = 5
CONCEALED, WAITS = ("门前清", "不求人"), ("单调", "卡张", "边三七", "平胡")
IMPLIES = {
    "天胡": (*CONCEALED, *WAITS), "地胡": CONCEALED, "报听": CONCEALED,
    "十三么": (*CONCEALED, "五门齐"), "十三烂": (*CONCEALED, "五门齐"),
    "大七对": (*CONCEALED, "小七对", "单调"), "小七对": (*CONCEALED, "单调"),
    "大四喜": ("对子胡", "令风"), "大三元": ("中发白碰",), "小三元": ("中发白碰",),
    "么九对子胡": ("对子胡", "全带么"), "全字": ("全带么",),
    "清一色": ("无字",), "断么": ("无字",), "平胡": ("无字",), "清缺无序": ("无字", "缺一门"),
    "全大": ("无字",), "全小": ("无字",), "全中": ("无字", "断么"),
    "全求人": ("单调",), "清姊妹": ("一般高",), "姊妹花": ("小花",),
    "清龙": ("老少配", "花龙", "混龙"), "花龙": ("混龙",), "大归将": ("小归将",),
}


def straights(a):
    """Over how many suits the straights 123 456 789 of the hand run."""
    starts = {rank: {s.tile[0] for s in a.chows if s.tile[1] == rank} for rank in (1, 4, 7)}
    return {len({x, y, z}) for x in starts[1] for y in starts[4] for z in starts[7]}


def wait_fan(a, hand, single):
    """Which fan the place of the winning tile gives."""
    rank, won = hand.win_tile[1], a.won_set
    if a.pair_won:
        return "单调" if single else None
    if won is None or won.kind != "chow":
        return None
    low = won.tile[1]
    if rank == low + 1:
        return "卡张" if single else None
    closed_end = (low == 1 and rank == 3) or (low == 7 and rank == 7)
    if closed_end:
        return "边三七" if single else None
    return "平胡" if len(a.chows) == 4 and a.pair[0] != "z" else None


def fours(a):
    """四归一: four copies that are neither a kong nor the pair's tile (大七对 holds the first quad)."""
    kinds = {t for t, n in Counter(a.tiles).items() if n == 4} - {s.tile for s in a.kongs} - {a.pair}
    return len(kinds) - (1 if a.shape == "seven_pairs" and kinds else 0)


def chow_rows(a):
    chows = Counter(s.tile for s in a.chows)
    suits = {rank: {suit for suit, r in chows if r == rank} for rank in range(1, 8)}
    best = straights(a)
    return [
        ("清龙", 10, 1 in best), ("花龙", 5, 3 in best), ("混龙", 3, 2 in best),
        ("清姊妹", 10, max(chows.values(), default=0) >= 3),
        ("姊妹花", 5, any(len(s) == 3 for s in suits.values())),
        ("一般高", sum(n // 2 for n in chows.values()), True),
        ("小花", sum(len(s) == 2 for s in suits.values()), True),
        ("老少配", sum((s, 1) in chows and (s, 7) in chows for s in "mps"), True),
    ]


def tile_rows(a):
    ranks = {rank for suit, rank in a.tiles if suit != "z"}
    simple = not any(map(terminal_or_honour, a.tiles))
    winds, dragons = any(t in WINDS for t in a.tiles), any(t in DRAGONS for t in a.tiles)
    return [
        ("全字", 40, not a.suits), ("清一色", 30, len(a.suits) == 1 and not a.honours),
        ("混一色", 10, len(a.suits) == 1 and a.honours),
        ("五门齐", 10, len(a.suits) == 3 and winds and dragons),
        ("全大", 10, not a.honours and ranks <= {7, 8, 9}),
        ("全小", 10, not a.honours and ranks <= {1, 2, 3}),
        ("全中", 10, not a.honours and ranks <= {4, 5, 6}),
        ("断么", 2, simple), ("全带么", 10, outside(a)),
        ("清缺无序", 3, len(a.suits) == 2 and not a.honours), ("缺一门", 1, len(a.suits) == 2 and a.honours),
        ("无字", 1, not a.honours),
    ]


def set_rows(a, record):
    winds, dragons = sum(map(a.has_pung, WINDS)), sum(map(a.has_pung, DRAGONS))
    all_outer = all(map(terminal_or_honour, a.tiles))
    own_winds = [WINDS[w] for w in (seat_wind(record), round_wind(record)) if w is not None]
    copies = Counter(a.tiles)[a.pair] if a.pair else 0
    return [
        ("大四喜", 40, winds == 4), ("小四喜", 30, winds == 3 and a.pair in WINDS),
        ("大三元", 30, dragons == 3), ("小三元", 20, dragons == 2 and a.pair in DRAGONS),
        ("对子胡", 10, len(a.pungs) == 4),
        ("么九对子胡", 30, len(a.pungs) == 4 and all_outer and bool(a.suits)),
        ("令风", sum(map(a.has_pung, own_winds)), True), ("中发白碰", dragons, True),
        ("两杠", 1, len(a.kongs) >= 2), ("暗杠", sum(s.meld == "concealed_kong" for s in a.sets), True),
        ("大归将", 2, copies == 4), ("小归将", 1, copies == 3), ("四归一", fours(a), True),
        ("二五八将", 1, bool(a.pair) and a.pair[0] != "z" and a.pair[1] in (2, 5, 8)),
    ]


def manner_rows(a, hand, single):
    flags, own_draw = hand.flags, hand.by == "self_draw"
    quads = any(n == 4 for n in Counter(a.tiles).values())
    claimed = len(hand.melds) == 4 and all(m.exposed for m in hand.melds)
    wait = wait_fan(a, hand, single) if a.standard else None
    return [
        ("天胡", 40, "heavenly" in flags and a.standard), ("地胡", 40, "earthly" in flags),
        ("报听", 20, "ready_declared" in flags),
        ("十三么", 40, a.shape == "thirteen_orphans"), ("十三烂", 10, a.shape.startswith("scattered")),
        ("大七对", 30, a.shape == "seven_pairs" and quads), ("小七对", 20, a.shape == "seven_pairs"),
        ("不求人", 10, hand.concealed_hand and own_draw), ("门前清", 5, hand.concealed_hand and not own_draw),
        ("全求人", 5, claimed and not own_draw), ("独私", 1, "last_copy" in flags),
        *((name, fan, wait == name) for name, fan in (("平胡", 2), ("边三七", 2), ("单调", 1), ("卡张", 1))),
    ]


def rows(a, hand, single):
    every = [*manner_rows(a, hand, single), *tile_rows(a), *set_rows(a, hand.record), *chow_rows(a)]
    found = {name: fan for name, fan, holds in every if holds and fan}
    return counted(found, IMPLIES)


def doublings(hand):
    """Twice for a self-draw, and twice for any of kong draw, robbed kong and last tile."""
    own_draw, flags = hand.by == "self_draw", hand.flags
    special = hand.by == "robbed_kong" or "last_tile" in flags or (own_draw and "kong_draw" in flags)
    return (2 if own_draw else 1) * (2 if special else 1)


def payments(record, unit):
    """All three pay, whoever discarded; the dealer pays and receives double."""
    winner, dealer, out = record.get("winner"), record.get("dealer"), [0, 0, 0, 0]
    if winner is None or (record.get("by", "discard") != "self_draw" and record.get("from") is None):
        return out
    for seat in range(4):
        if seat != winner:
            amount = unit * (2 if dealer is not None and dealer in (seat, winner) else 1)
            out[seat] -= amount
            out[winner] += amount
    return out


def score(record, **options):
    if record.get("by") == "false_win":
        return false_win(record, 10)
    scattered = "scattered_distinct" if options.get("distinct_groups") else "scattered"
    try:
        hand = read_hand(record, STANDARD, shapes=("standard", "seven_pairs", "thirteen_orphans", scattered))
    except BadHand:
        return {**illegal(), "mult": 0}
    readings = hand.arrangements()
    if not readings:
        return {**illegal(), "mult": 0}
    single = len(hand.waits()) == 1
    best, equal = best_of([rows(a, hand, single) for a in readings])
    fan, mult = sum(best.values()), doublings(hand)
    enough = fan * (mult if options.get("minimum_after_doubling") else 1) >= MINIMUM
    legal = enough and "dead_hand" not in hand.flags
    return result(legal, fan, best, payments(record, fan * mult), raw=fan, mult=mult if legal else 0,
                  equal_best=equal)
