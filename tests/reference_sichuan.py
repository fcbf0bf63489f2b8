"""The two Sichuan rule sets, slowly: `sichuan-wulong` and `sichuan-points`. No import of the package."""
from __future__ import annotations

from collections import Counter

from reference_arrangements import SUITS, BadHand, best_of, illegal, read_hand, result

SHAPES = ("standard", "seven_pairs")
WULONG = {
    "base": 1, "kong": 2, "added_kong": 1, "concealed_kong": 2, "wait": "min", "added_is_root": True,
    "fan": {"清一色金钩钓": 5, "清龙七对": 5, "清对": 4, "清七对": 4, "龙七对": 4,
            "金钩钓": 3, "七对": 3, "清一色": 3, "对子胡": 2},
}
POINTS = {
    "base": 10, "kong": 20, "added_kong": 10, "concealed_kong": 20, "wait": "max", "added_is_root": False,
    "fan": {"清一色金钩钓": 4, "清龙七对": 5, "清对": 3, "清七对": 4, "龙七对": 3,
            "金钩钓": 2, "七对": 2, "清一色": 2, "对子胡": 1},
}
TABLES = {"sichuan-wulong": WULONG, "sichuan-points": POINTS}


def shape_name(a, hand):
    """The one shape of a reading, or None for a plain hand."""
    pure = len(a.suits) == 1
    if a.shape == "seven_pairs":
        quads = any(n == 4 for n in Counter(a.tiles).values())
        return ("清" if pure else "") + ("龙七对" if quads else "七对")
    if len(hand.melds) == 4:               # chows are never claimed: four pungs or kongs and a single tile
        return "清一色金钩钓" if pure else "金钩钓"
    if len(a.pungs) == 4:
        return "清对" if pure else "对子胡"
    return "清一色" if pure else None


def roots(a, hand, table, options):
    """Kinds held four times; an added kong is none in the points text. 龙七对 holds the first one."""
    fours = {t for t, n in Counter(a.tiles).items() if n == 4}
    if not options.get("added_kong_fan", table["added_is_root"]):
        fours -= {m.tile for m in hand.melds if m.meld == "added_kong"}
    return len(fours) - (1 if a.shape == "seven_pairs" and fours else 0)


def rows(a, hand, table, options):
    found, by, flags = {}, hand.by, hand.flags
    chain = max(1, hand.context.get("kongs_in_a_row") or 1)
    if name := shape_name(a, hand):
        found[name] = table["fan"][name]
    if n := roots(a, hand, table, options):
        found["带根"] = n
    if by == "self_draw" and "kong_draw" in flags:
        found["杠上花"] = chain
    if by == "discard" and "kong_discard" in flags:
        found["杠上炮"] = chain
    if by == "robbed_kong":
        found["抢杠"] = 1
    if "last_tile" in flags:
        found["海底"] = 1
    return found


def payments(record, points):
    """The discarder or robbed seat; on a self-draw every seat that has not won yet."""
    winner, by, out = record.get("winner"), record.get("by", "discard"), [0, 0, 0, 0]
    gone = (record.get("context") or {}).get("already_won") or []
    payers = [s for s in range(4) if s not in (winner, *gone)] if by == "self_draw" else [record.get("from")]
    if winner is None or None in payers:
        return out
    for seat in payers:
        out[seat] -= points
        out[winner] += points
    return out


def readings(hand, options):
    """Arrangements of at most two suits without a claimed chow, and without the suit that was named to go."""
    if any(m.kind == "chow" for m in hand.melds):
        return []
    void = hand.context.get("void_suit") if options.get("dingque") else None
    return [a for a in hand.arrangements() if len(a.suits) <= 2 and void not in a.suits]


def score(record, *, rules=None, **options):
    table = TABLES[rules or record.get("rules", "sichuan-wulong")]
    try:
        hand = read_hand(record, SUITS, shapes=SHAPES)
    except BadHand:
        return illegal()
    found = [rows(a, hand, table, options) for a in readings(hand, options)]
    if not found or "dead_hand" in hand.flags:
        return illegal()
    best, equal = best_of(found)
    fan = sum(best.values())
    points = table["base"] * 2 ** min(fan, options.get("cap") or fan)
    patterns = best or {"基本胡": 0}
    return result(True, points, patterns, payments(record, points), total=fan, equal_best=equal)


def waits(record):
    """Tiles that win: two suits at most, and none that the hand owns four times."""
    hand = read_hand(record, SUITS, shapes=SHAPES, winning=False)
    found = []
    for tile in hand.waits():
        own = [*hand.concealed, tile, *(m.tile for m in hand.melds)]
        if len({suit for suit, _ in own}) <= 2 and not any(m.kind == "chow" for m in hand.melds):
            found.append(tile)
    return found


def ready_value(record, *, rules=None, **options):
    """What the cheapest (or dearest) wait pays, without any fan of circumstance; None: not ready."""
    rules = rules or record.get("rules", "sichuan-wulong")
    bare = {"concealed": record["concealed"], "melds": record.get("melds") or [], "by": "discard",
            "context": record.get("context") or {}}
    wins = [score({**bare, "win_tile": f"{rank}{suit}"}, rules=rules, **options)
            for suit, rank in waits(bare)]
    values = [win["points"] for win in wins if win["legal"]]
    pick = {"min": min, "max": max}[options.get("wait") or TABLES[rules]["wait"]]
    return pick(values) if values else None
