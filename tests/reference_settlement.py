"""Procedure and settlement, slowly: whole rounds, kongs, claims, forced and forbidden wins, fines.

`rules` is the name of a rule set, `options` are its options; tiles are text, hands and wins are records.
"""
from __future__ import annotations

import reference_classical
import reference_lichuan
import reference_shanghai
import reference_shiwan
import reference_sichuan
import reference_taiwan
import reference_yizheng

SICHUAN = ("sichuan-wulong", "sichuan-points")
SCORERS = {"taiwan-csmu": reference_taiwan, "classical": reference_classical, "shiwan": reference_shiwan,
           "shanghai": reference_shanghai, "lichuan": reference_lichuan, "yizheng": reference_yizheng}
KONGS = {"sichuan-wulong": {"kong": 2, "added_kong": 1, "concealed_kong": 2},
         "sichuan-points": {"kong": 20, "added_kong": 10, "concealed_kong": 20},
         "yizheng": {"kong": 2, "added_kong": 1, "concealed_kong": 2}}
SEVERAL_WINNERS = (*SICHUAN, "taiwan-csmu", "shiwan", "shanghai", "lichuan")
NO_CHOW = (*SICHUAN, "shiwan", "yizheng")
NO_KONG_AFTER_CLAIM = ("lichuan", "wsom", "mcr", "mcr-1998", "mcr-wmo", "mcr-extended")
LAST_TILES = 4                                    # from here on a completing tile must be taken


def score(rules, record, **options):
    if rules in SICHUAN:
        return reference_sichuan.score(record, rules=rules, **options)
    return SCORERS[rules].score(record, **options)


def add(total, more, sign=1):
    for seat in range(4):
        total[seat] += sign * more[seat]


def kong(rules, *, seat, type, from_=None, live=(0, 1, 2, 3), late=False, **options):
    """A direct kong is paid by its feeder, an added or concealed one by every seat still in."""
    amount = KONGS.get(rules, {}).get(type, 0)
    if not options.get("kong_payments", True) or (rules == "yizheng" and type == "added_kong" and late):
        amount = 0
    out = [0, 0, 0, 0]
    for payer in [from_] if type == "kong" else live:
        if payer != seat and payer is not None:
            out[payer] -= amount
            out[seat] += amount
    return out


def end_of_wall(rules, hands, income, **options):
    """Who is not ready pays who is, and gives back what his kongs brought; `hands` of the seats still in."""
    out = [0, 0, 0, 0]
    if len(hands) < 2:
        return out
    worth = {h["seat"]: reference_sichuan.ready_value(h, rules=rules, **options) for h in hands}
    for seat, value in worth.items():
        if value is not None:
            continue
        for paid in income[seat]:
            add(out, paid, -1)
        for other, amount in worth.items():
            if amount is not None:
                out[seat] -= amount
                out[other] += amount
    return out


def round(rules, events, **options):
    """A round from its events. In a blood battle winners leave and the rest play on."""
    total, live, income = [0, 0, 0, 0], [0, 1, 2, 3], [[], [], [], []]
    battle, last = rules in SICHUAN and options.get("blood_battle", True), None
    events = list(events) if rules in SEVERAL_WINNERS else in_turn(events)
    for event in events:
        kind = event["event"]
        shared = rules in SEVERAL_WINNERS and last is not None and same_tile(last, event)
        if not battle and last is not None and not shared:
            break                                             # the first win ended the round
        if kind == "kong":
            paid = kong(rules, seat=event["seat"], type=event["type"], from_=event.get("from"), live=live,
                        late=event.get("late", False), **options)
            add(total, paid)
            income[event["seat"]].append(paid)
        elif kind == "win":
            if event.get("by") == "robbed_kong":
                take_back_robbed(events, event, total, income)
            elif refunds(event, last, options):
                take_back(income[event["from"]], total)
            gone = [s for s in range(4) if s not in live]
            context = {**(event.get("context") or {}), **({"already_won": gone} if battle else {})}
            won = score(rules, {**event, "context": context}, **options)
            add(total, won["payments"])
            if won["legal"]:
                last = event
                live = [s for s in live if s != event["winner"]]
        elif kind == "exhaust" and rules in SICHUAN:
            hands = [h for h in event["hands"] if h["seat"] in live]
            add(total, end_of_wall(rules, hands, income, **options))
    return total


def in_turn(events):
    """Wins on one tile, the seat next after its discarder first."""
    out = []
    for event in events:
        at = len(out)
        while at and same_tile(out[at - 1], event) and place(event) < place(out[at - 1]):
            at -= 1
        out.insert(at, event)
    return out


def place(win):
    return (win["winner"] - win["from"]) % 4


def same_tile(last, event):
    """Several winners on one discard or one robbed kong."""
    shared = event["event"] == "win" and last.get("by") == event.get("by") != "self_draw"
    return shared and last.get("from") == event.get("from") and last.get("win_tile") == event.get("win_tile")


def refunds(event, last, options):
    """Does this win give back the kong before the discard? Once, however many win on it."""
    again = last is not None and same_tile(last, event)
    after_kong = "kong_discard" in (event.get("flags") or ())
    return after_kong and options.get("refund_on_kong_discard") and not again


def take_back(income, total):
    if income:
        add(total, income.pop(), -1)


def take_back_robbed(events, event, total, income):
    """A robbed kong is not paid: undo it where it stands right before its robbers."""
    at = events.index(event) - 1
    while at >= 0 and events[at]["event"] == "win" and same_tile(events[at], event):
        return                                                # an earlier robber has undone it
    before = events[at] if at >= 0 else {}
    if before.get("event") == "kong" and before["type"] == "added_kong" and before["seat"] == event["from"]:
        take_back(income[event["from"]], total)


def claim(rules, *, from_, claims):
    """Who gets a discard: win, then pung and kong, then chow; several winners where the rules pay each."""
    order = sorted(((c["seat"], c["action"]) for c in claims), key=lambda c: (c[0] - from_) % 4)
    wins = [c for c in order if c[1] == "win"]
    if wins:
        return wins if rules in SEVERAL_WINNERS else wins[:1]
    sets = [c for c in order if c[1] in ("pung", "kong")]
    chows = [c for c in order if c[1] == "chow" and c[0] == (from_ + 1) % 4 and rules not in NO_CHOW]
    return (sets or chows)[:1]


def may_kong(rules, *, after):
    """May a kong follow `after` (draw, chow, pung) in the same turn?"""
    return after not in ("chow", "pung") or rules not in NO_KONG_AFTER_CLAIM


def value_of(rules, hand, tile, by, flags=(), context=None, **options):
    record = {"concealed": hand["concealed"], "melds": hand.get("melds") or [], "win_tile": tile, "by": by,
              "flags": list(flags), "context": context or {}}
    won = score(rules, record, **options)
    return won["points"] if won["legal"] else None


def must_win(rules, hand, *, now, by="discard", wall_left, **options):
    forced = rules in SICHUAN and wall_left <= LAST_TILES
    return forced and value_of(rules, hand, now, by, **options) is not None


def may_win(rules, hand, *, passed, now, by="discard", acted=False, wall_left=None, passed_flags=(),
            passed_context=None, now_flags=(), now_context=None, **options):
    """May a seat that declined the tiles `passed` win on `now`?"""
    value = value_of(rules, hand, now, by, now_flags, now_context, **options)
    if value is None:
        return False
    if by == "self_draw" or acted or (rules in SICHUAN and wall_left is not None and wall_left <= LAST_TILES):
        return True
    declined = [value_of(rules, hand, tile, "discard", passed_flags, passed_context, **options)
                for tile in ([passed] if isinstance(passed, str) else passed)]
    declined = [v for v in declined if v is not None]
    if rules == "shiwan":
        return not declined                       # 漏和: no discard at all until the seat acts
    if rules in ("sichuan-wulong", "yizheng"):
        return all(value > v for v in declined)   # 过水: only a dearer hand
    return True


def next_counter(rules, count, *, dice, result):
    """Shanghai's drawn hands: (does this round count double, the counter after it)."""
    one, two = sorted(dice)
    if one == two in (1, 4):
        count += 2
    elif one == two or 1 in dice or 4 in dice:
        count += 1
    return count > 0, max(0, count - 1) if result == "win" else count + 1


def started(seconds, step):
    """How many steps have begun after the limit."""
    return -(-max(0, seconds) // step)


def time_fine(rules, turns, *, opens=False):
    """WSOM: (points, forfeit) for the seconds of a player's turns in a hand; `opens`: the first opens it."""
    turns = [max(0, t - 15) if opens and i == 0 else t for i, t in enumerate(turns)]
    points = 5 * int(sum(started(t - 15, 15) for t in turns) + started(sum(turns) - 180, 15))
    return points, points > 80


def late_fine(rules, seconds, *, before=0):
    """WSOM: (points, forfeit) for lateness in seconds; `before`: points lost so earlier in the half."""
    points = 5 * int(started(seconds, 30))
    return points, before + points > 150
