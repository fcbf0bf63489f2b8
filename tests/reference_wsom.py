"""A slow oracle for World Series of Mahjong and Zung Jung scores, from the text of the rules alone."""
from __future__ import annotations

from collections import Counter

from reference import Arrangement, Win, arrangements, read_tiles, read_win

WINDS, DRAGONS = range(27, 31), range(31, 34)
LIMIT = 320
# Editions differ in the standard score, and in whether a hand without a pattern may win (worth 1 point).
EDITIONS = {"wsom": {"par": 30, "chicken": False}, "zung-jung": {"par": 25, "chicken": True}}


def score(record: dict, rules: str = "wsom") -> dict:
    """legal, points, raw_points, total (before the limit), patterns, payments, responsible; and `equal_best`:
    every pattern list that reaches the same points."""
    win, edition = read_win(record), EDITIONS[rules]
    counted = [v for a in arrangements(win) if may_win(win, a) for v in values_of(patterns(win, a))]
    if counted and edition["chicken"]:
        counted = [c if c[0] else (1, 1, {"雞和": 1}) for c in counted]
    counted = [c for c in counted if c[0]]
    best = max(counted, key=lambda c: c[:2], default=(0, 0, {}))
    if not counted or "dead_hand" in win.flags:
        return {"legal": False, "points": 0, "raw_points": best[0], "total": 0, "patterns": {},
                "equal_best": [], "payments": [0] * 4, "responsible": None}
    who = responsible(win)
    return {"legal": True, "points": best[0], "raw_points": best[0], "total": best[1], "patterns": best[2],
            "equal_best": [c[2] for c in counted if c[0] == best[0]],
            "payments": payments(win, best[0], who, edition["par"]), "responsible": who}


def values_of(found: dict) -> list[tuple[int, int, dict]]:
    """(points, sum before the limit, patterns): sums stop at the limit; of patterns listed there or above the
    highest counts alone, and of equal ones either may be named."""
    listed = max(found.values(), default=0)
    if listed >= LIMIT:
        return [(listed, listed, {name: listed}) for name, value in found.items() if value == listed]
    return [(min(sum(found.values()), LIMIT), sum(found.values()), found)]


def may_win(win: Win, a: Arrangement) -> bool:
    """Penalty tiles may not lie in the set, pair or orphans that another player's tile completes."""
    penalty = Counter(read_tiles(win.context.get("penalty_tiles")))
    if win.self_drawn or not penalty:
        return True
    if a.shape == "thirteen_orphans":
        return not penalty[win.tile] and sum(penalty.values()) < 3
    free = Counter(win.concealed)
    free.subtract(penalty)
    needed = Counter(a.sets[a.placed].tiles if a.placed is not None and a.placed >= 0 else [win.tile] * 2)
    needed.subtract([win.tile])
    return all(free[t] >= n for t, n in needed.items())


def patterns(win: Win, a: Arrangement) -> dict:
    """What this arrangement fulfils: the best pattern of each series, by printed name."""
    found = dict(tile_patterns(win, a))
    if a.shape == "standard":
        for part in (hand_patterns, honor_patterns, triplet_patterns, sequence_patterns, terminal_patterns):
            found.update(part(win, a))
    elif a.shape == "seven_pairs":
        found["七對子"] = 30
    else:
        found = {"十三么九": 160}
    found.update(incidental_patterns(win))
    return {name: points for name, points in found.items() if points}


def tile_patterns(win: Win, a: Arrangement):
    """Patterns of the tiles alone: series 1.3, 2.1, 3.4, 8.1.3 and 8.1.4."""
    suits = {t // 9 for t in win.tiles if t < 27}
    honors = [t for t in win.tiles if t >= 27]
    if all(is_middle(t) for t in win.tiles):
        yield "斷么九", 5
    if len(suits) == 1:
        yield ("混一色", 40) if honors else ("清一色", 80)
    if not suits:
        yield "字一色", 320
    if not any(is_middle(t) for t in win.tiles):
        if not honors:
            yield "清么九", 400
        elif suits:
            yield "混么九", 100


def is_middle(tile: int) -> bool:
    return tile < 27 and 1 <= tile % 9 <= 7


def hand_patterns(win: Win, a: Arrangement):
    if len(a.chows) == 4:
        yield "平和", 5
    if not any(g.claimed for g in a.sets):
        yield "門前清", 5
    if nine_gates(win):
        yield "九蓮寶燈", 480


def nine_gates(win: Win) -> bool:
    """1112345678999 of one suit before the win; a drawn tile kept apart (East's dealt hand has none)."""
    if win.melds or blessed_by_heaven(win) or (win.self_drawn and "nine_gates_tile_mixed" in win.flags):
        return False
    suit = win.concealed[0] // 9
    return suit < 3 and sorted(t - 9 * suit for t in win.concealed) == [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8]


def honor_patterns(win: Win, a: Arrangement):
    dragons = sum(g.tile in DRAGONS for g in a.pungs)
    winds = sum(g.tile in WINDS for g in a.pungs)
    seat = sum(win.seat_wind is not None and g.tile == 27 + win.seat_wind for g in a.pungs)
    yield "番牌", 10 * (dragons + seat)
    if dragons == 3:
        yield "大三元", 130
    if dragons == 2 and a.pair in DRAGONS:
        yield "小三元", 40
    if winds == 4:
        yield "大四喜", 400
    elif winds == 3:
        yield ("小四喜", 320) if a.pair in WINDS else ("大三風", 120)
    elif winds == 2 and a.pair in WINDS:
        yield "小三風", 30


def triplet_patterns(win: Win, a: Arrangement):
    if len(a.pungs) == 4:
        yield "對對和", 30
    concealed = sum(g.concealed for g in a.pungs)
    if concealed >= 2:
        yield {2: ("二暗刻", 5), 3: ("三暗刻", 30), 4: ("四暗刻", 125)}[concealed]
    if a.kongs:
        yield {1: ("一槓", 5), 2: ("二槓", 20), 3: ("三槓", 120), 4: ("四槓", 480)}[len(a.kongs)]
    yield from similar_triplets(a)
    number = {g.tile for g in a.pungs if g.tile < 27}
    runs = [n for n in (3, 4) for t in number if t % 9 <= 9 - n and all(t + i in number for i in range(n))]
    if runs:
        yield ("四連刻", 200) if max(runs) == 4 else ("三連刻", 100)


def similar_triplets(a: Arrangement):
    """One number in all three suits: three triplets, or two and the eyes."""
    number = {g.tile for g in a.pungs if g.tile < 27}
    for rank in range(9):
        held = [rank + 9 * suit for suit in range(3) if rank + 9 * suit in number]
        if len(held) == 3:
            yield "三色同刻", 120
        elif len(held) == 2 and a.pair in {rank, rank + 9, rank + 18} - set(held):
            yield "三色小同刻", 30


def sequence_patterns(win: Win, a: Arrangement):
    same = Counter(g.tile for g in a.chows)
    most, doubles = max(same.values(), default=0), sum(n >= 2 for n in same.values())
    if most == 4:
        yield "一色四同順", 480
    elif most == 3:
        yield "一色三同順", 120
    elif doubles:
        yield ("兩般高", 60) if doubles == 2 else ("一般高", 10)
    if any(all(rank + 9 * suit in same for suit in range(3)) for rank in range(7)):
        yield "三色同順", 35
    if any(all(9 * suit + start in same for start in (0, 3, 6)) for suit in range(3)):
        yield "一氣通貫", 40


def terminal_patterns(win: Win, a: Arrangement):
    """8.1.1 and 8.1.2; nothing but terminals and honours is a higher pattern of the same series."""
    parts = [g.tiles for g in a.sets] + [(a.pair,)]
    if all(any(not is_middle(t) for t in part) for part in parts) and any(is_middle(t) for t in win.tiles):
        yield ("混全帶么", 40) if any(t >= 27 for t in win.tiles) else ("純全帶么", 50)


def blessed_by_heaven(win: Win) -> bool:
    """East wins on the dealt tiles; void once East has made a concealed kong."""
    return "heavenly" in win.flags and win.self_drawn and not win.melds and "east_kong" not in win.flags


def incidental_patterns(win: Win):
    if "last_tile" in win.flags and win.by != "robbed_kong":
        yield ("海底撈月", 10) if win.self_drawn else ("河底撈魚", 10)
    if "kong_draw" in win.flags and win.self_drawn:
        yield "嶺上開花", 10
    if win.by == "robbed_kong":
        yield "搶槓", 10
    if blessed_by_heaven(win):
        yield "天和", 155
    if "earthly" in win.flags and win.by == "discard" and not win.melds and "east_kong" not in win.flags:
        yield "地和", 155


def responsible(win: Win) -> int | None:
    """The seat that pays as discarder: who first threw the winning kind since the winner's last discard."""
    if win.self_drawn or win.winner is None or win.giver is None:
        return None
    window = win.context.get("turn_discards")
    if window is None:
        window = since_last_discard(win.context.get("discard_log") or [], win.winner)
    for seat, tile in window:
        if read_tiles(tile) == [win.tile]:
            return None if seat == win.winner else seat
    return win.giver


def since_last_discard(log: list, winner: int) -> list:
    """The tail of the log that starts with the winner's last discard; all of it if he has made none."""
    own = [i for i, (seat, _) in enumerate(log) if seat == winner]
    return log[own[-1]:] if own else log


def payments(win: Win, value: int, who: int | None, par: int) -> list[int]:
    """The winner gets three times the value; a responsible seat pays what the others do not."""
    if win.winner is None or (win.giver is None and not win.self_drawn):
        return [0] * 4
    pays = {seat: value for seat in range(4) if seat != win.winner}
    if not win.self_drawn and who is not None and value > par:
        pays = {seat: 3 * value - 2 * par if seat == who else par for seat in pays}
    return [3 * value if seat == win.winner else -pays[seat] for seat in range(4)]
