"""A slow oracle for MCR scores: every arrangement, every place of the winning tile, every choice of
combinations. Written from the rule text; editions and options are data in `reference_mcr_rows`."""
from __future__ import annotations

from collections import Counter
from dataclasses import replace

from reference import Arrangement, Win, arrangements, read_win
from reference_mcr_combos import COMBINATIONS, selections
from reference_mcr_rows import options_of, rows_of

SHAPES = ("standard", "seven_pairs", "thirteen_orphans", "honors_knitted", "knitted_straight")
GREEN = {19, 20, 21, 23, 25, 32}
REVERSIBLE = {9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, 31}
MINIMUM = BASE = 8


def score(record: dict, edition: str = "mcr", **overrides) -> dict:
    """legal, points, raw_points, total, patterns, payments; `equal_best`: all pattern lists of that total."""
    win, options = read_win(record), options_of(edition, overrides)
    rows = rows_of(options)
    counted = [c for a in arrangements(win, SHAPES) for c in countings(win, a, rows, options)]
    best = max((sum(c.values()) for c in counted), default=0)
    equal = [c for i, c in enumerate(counted) if sum(c.values()) == best and c not in counted[:i]]
    legal = best >= MINIMUM and "dead_hand" not in win.flags
    raw = best + win.flowers if counted else 0
    if win.flowers:
        equal = [{**c, "花牌": win.flowers} for c in equal]
    points = raw if legal else 0
    return {"legal": legal, "points": points, "raw_points": raw, "total": points,
            "patterns": equal[0] if equal else {}, "equal_best": equal, "payments": payments(win, points)}


def payments(win: Win, points: int) -> list[int]:
    """8 and the total from the discarder or from each on a self-draw; 8 from the others."""
    if not points or win.winner is None or (win.giver is None and not win.self_drawn):
        return [0] * 4
    pays = [BASE + (points if win.self_drawn or seat == win.giver else 0) for seat in range(4)]
    pays[win.winner] = 0
    return [sum(pays) if seat == win.winner else -pays[seat] for seat in range(4)]


def countings(win: Win, a: Arrangement, rows, options: dict) -> list[dict]:
    """The fans of an arrangement, for each choice of combinations: {name: points}."""
    facts = facts_of(win, a, options)
    allowed = frozenset(name for name, _, _ in rows if name in COMBINATIONS)
    chows = selections("chow", tuple(sorted(g.tile for g in a.chows)), allowed)
    pungs = selections("pung", tuple(sorted(g.tile for g in a.pungs if g.tile < 27)), allowed)
    out = [count({**facts, **dict(c), **dict(p)}, rows) for c in chows for p in pungs]
    return [c or {"无番和": 8} for c in out]


def count(facts: dict, rows) -> dict:
    """Add up rows in order; a row that is contained in an earlier one neither scores nor excludes."""
    found, excluded = {}, set()
    for name, points, contained in rows:
        if facts.get(name) and name not in excluded:
            found[name] = points * facts[name]
            excluded |= contained
    return found


def facts_of(win: Win, a: Arrangement, options: dict) -> dict:
    """How often each fan that is no combination holds, what contains it left aside."""
    facts = {}
    for part in (tile_facts, honor_facts, set_facts, concealed_facts, shape_facts, win_facts, wait_facts):
        facts.update((name, int(n)) for name, n in part(win, a).items())
    if a.shape == "seven_pairs":
        facts.update(dict.fromkeys(options["of_sets_only"], 0))
    if facts.get("九莲宝灯"):
        facts["幺九刻"] = max(0, facts["幺九刻"] - options["nine_gates_pungs"])
    wait = next((w for w in ("边张", "坎张", "单钓将") if facts.get(w)), None)
    if wait and not (wait_may_score(win, a, wait, options) and is_only_wait(win, options)):
        facts[wait] = 0
    return facts


def tile_facts(win: Win, a: Arrangement) -> dict:
    """Properties of the tiles alone."""
    suits = {t // 9 for t in win.tiles if t < 27}
    honors = [t for t in win.tiles if t >= 27]
    ranks = {t % 9 + 1 for t in win.tiles if t < 27} if not honors else {0}
    ends = [t for t in win.tiles if t >= 27 or t % 9 in (0, 8)]
    only_ends = len(ends) == len(win.tiles) and a.shape != "thirteen_orphans"
    kongs = {g.tile for g in a.kongs}
    return {
        "绿一色": set(win.tiles) <= GREEN, "推不倒": set(win.tiles) <= REVERSIBLE,
        "清一色": len(suits) == 1 and not honors, "混一色": len(suits) == 1 and honors != [],
        "字一色": not suits,
        "清幺九": only_ends and not honors, "混幺九": only_ends and bool(honors and suits),
        "全大": ranks <= {7, 8, 9}, "全中": ranks <= {4, 5, 6}, "全小": ranks <= {1, 2, 3},
        "大于五": ranks <= {6, 7, 8, 9}, "小于五": ranks <= {1, 2, 3, 4},
        "断幺": not ends, "无字": not honors, "缺一门": len(suits) == 2,
        "五门齐": len(suits) == 3 and any(t < 31 for t in honors) and any(t >= 31 for t in honors),
        "四归一": sum(n == 4 and t not in kongs for t, n in Counter(win.tiles).items()),
    }


def honor_facts(win: Win, a: Arrangement) -> dict:
    """Pungs of winds, dragons and terminals; a value wind, or one of three winds, is no 幺九刻."""
    winds = [g.tile for g in a.pungs if 27 <= g.tile < 31]
    dragons = [g.tile for g in a.pungs if g.tile >= 31]
    pair_wind, pair_dragon = a.pair in range(27, 31), a.pair in range(31, 34)
    value = {27 + w for w in (win.seat_wind, win.round_wind) if w is not None}
    guests = [t for t in winds if t not in value] if len(winds) < 3 else []
    return {
        "大四喜": len(winds) == 4, "小四喜": len(winds) == 3 and pair_wind, "三风刻": len(winds) == 3,
        "大三元": len(dragons) == 3, "小三元": len(dragons) == 2 and pair_dragon, "双箭刻": len(dragons) == 2,
        "箭刻": len(dragons),
        "圈风刻": win.round_wind is not None and 27 + win.round_wind in winds,
        "门风刻": win.seat_wind is not None and 27 + win.seat_wind in winds,
        "幺九刻": len(guests) + sum(g.tile < 27 and g.tile % 9 in (0, 8) for g in a.pungs),
    }


def set_facts(win: Win, a: Arrangement) -> dict:
    """What the sets and the pair are, taken together."""
    if not a.sets:
        return {}
    parts = [g.tiles for g in a.sets] + [(a.pair, a.pair)] + ([a.body] if a.body else [])
    whole = a.shape == "standard"
    dragons = sorted(g.tile for g in a.chows)
    twins = {t // 9 for t in dragons}
    two_dragons = [t % 9 for t in dragons].count(0) == 2 == [t % 9 for t in dragons].count(6)
    return {
        "碰碰和": len(a.pungs) == 4,
        "平和": not a.pungs and a.pair < 27,
        "全双刻": len(a.pungs) == 4 and all(t < 27 and t % 9 in (1, 3, 5, 7) for t in win.tiles),
        "全带五": whole and all(any(t < 27 and t % 9 == 4 for t in part) for part in parts),
        "全带幺": whole and all(any(t >= 27 or t % 9 in (0, 8) for t in part) for part in parts),
        "一色双龙会": two_dragons and len(twins) == 1 and a.pair == 9 * min(twins) + 4,
        "三色双龙会": two_dragons and len(twins) == 2 and len(set(dragons)) == 4
        and a.pair in {4, 13, 22} - {9 * suit + 4 for suit in twins},
        "258将": a.pair < 27 and a.pair % 9 in (1, 4, 7),
        "幺九头": a.pair < 27 and a.pair % 9 in (0, 8),
    }


def concealed_facts(win: Win, a: Arrangement) -> dict:
    """Kongs and concealed pungs."""
    hidden, shown = sum(g.concealed_kong for g in a.kongs), sum(g.claimed for g in a.kongs)
    concealed = sum(g.concealed for g in a.pungs)
    return {
        "四杠": hidden + shown == 4, "三杠": hidden + shown == 3, "双暗杠": hidden == 2, "双明杠": shown == 2,
        "明暗杠": hidden == shown == 1, "暗杠": hidden == 1, "明杠": shown == 1,
        "四暗刻": concealed == 4, "三暗刻": concealed == 3, "双暗刻": concealed == 2,
    }


def shape_facts(win: Win, a: Arrangement) -> dict:
    """Shapes other than sets and a pair."""
    held, knitted = sorted(win.standing.elements()), a.shape == "honors_knitted"
    shifted = a.shape == "seven_pairs" and held[-1] < 27 and held == [held[0] + i // 2 for i in range(14)]
    honors = sum(t >= 27 for t in held)
    return {
        "七对": a.shape == "seven_pairs", "连七对": shifted and held[0] // 9 == held[-1] // 9,
        "十三幺": a.shape == "thirteen_orphans",
        "七星不靠": knitted and honors == 7, "全不靠": knitted,
        "组合龙": a.shape == "knitted_straight" or (knitted and honors == 5),
        "九莲宝灯": a.shape == "standard" and is_nine_gates(win),
    }


def is_nine_gates(win: Win) -> bool:
    suit = win.concealed[0] // 9
    held = sorted(t - 9 * suit for t in win.concealed)
    return not win.melds and suit < 3 and held == [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8]


def win_facts(win: Win, a: Arrangement) -> dict:
    """How the hand was won."""
    claimed = [g for g in win.declared if g.claimed]
    kongs = [g for g in win.declared if g.kind == "kong"]
    shown = sum(g.tiles.count(win.tile) for g in claimed)
    last_copy = win.tile not in win.concealed and (shown == 3 or "last_copy" in win.flags)
    robbed = win.by == "robbed_kong"
    return {
        "自摸": win.self_drawn, "不求人": win.self_drawn and not claimed,
        "门前清": not win.self_drawn and not claimed, "全求人": not win.self_drawn and len(claimed) == 4,
        "妙手回春": win.self_drawn and "last_tile" in win.flags,
        "海底捞月": win.by == "discard" and "last_tile" in win.flags,
        "杠上开花": win.self_drawn and "kong_draw" in win.flags and bool(kongs),
        "抢杠和": robbed, "和绝张": last_copy and not robbed, "天听": "ready_at_deal" in win.flags,
    }


def wait_facts(win: Win, a: Arrangement) -> dict:
    """Which wait the place of the winning tile would be, were it the only one."""
    if a.placed == -1:
        return {"单钓将": 1}
    if a.placed is None or a.sets[a.placed].kind != "chow":
        return {}
    start = a.sets[a.placed].tile
    return {
        "坎张": win.tile == start + 1,
        "边张": (win.tile == start + 2 and start % 9 == 0) or (win.tile == start and start % 9 == 6),
    }


def wait_may_score(win: Win, a: Arrangement, wait: str, options: dict) -> bool:
    """Whether an edition lets this wait score beside a knitted straight."""
    if a.shape != "knitted_straight" or options["knitted_waits"] == "all":
        return True
    return wait == "单钓将" if options["knitted_waits"] == "single" else win.tile not in a.body


def is_only_wait(win: Win, options: dict) -> bool:
    """Whether no other kind would complete the tiles before the win, over every shape."""
    for tile in set(range(34)) - {win.tile}:
        counts = options["formal_waits"] or win.tiles.count(tile) < 4
        if counts and arrangements(replace(win, tile=tile, problems=()), SHAPES):
            return False
    return True
