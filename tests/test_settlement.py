"""Rounds, kongs, claims, declined wins and fines against the slow oracle, and the laws that hold of each."""

from functools import cache
from random import Random

import pytest

import paili
import reference_settlement as slow
from paili import settlement
from winning import near_misses, winning_hands

PAIRS = ("standard", "seven_pairs")
SICHUAN = {"tile_set": "suits", "shapes": PAIRS, "chow_melds": False}
HANDS = {
    "sichuan-wulong": SICHUAN,
    "sichuan-points": SICHUAN,
    "yizheng": {"chow_melds": False},
    "shiwan": {"tile_set": "ten-rank", "shapes": PAIRS, "chow_melds": False},
    "lichuan": {"tile_set": "suits", "shapes": PAIRS},
    "taiwan-csmu": {"groups": 5, "shapes": ("standard",)},
    "classical": {},
}
OPTIONS = [
    {},
    {"kong_payments": False},
    {"blood_battle": False},
    {"refund_on_kong_discard": True, "cap": 3},
    {"wait": "min"},
    {"wait": "max"},
    {"dingque": True},
]
KONGS = ("kong", "added_kong", "concealed_kong")
EVERY = sorted(paili.rules.names())


def lone(record, tile, name):
    """Does the hand hold no copy of the tile?"""
    kinds = paili.rules.load(name).tile_set
    hand = paili.Hand.from_record({k: record[k] for k in ("tile_set", "concealed", "melds")})
    return not ((hand.concealed + hand.held) * paili.parse_tiles(tile, tile_set=kinds)).any()


def void_suit(rng, suits="mps"):
    """The suit that a player named to go, if he did."""
    return rng.choice(({}, {"void_suit": rng.choice(suits)})) if suits else {}


class Deck:
    """Hands to make rounds of: winning ones by their tile, and hands that may be ready or not."""

    def __init__(self, name, seed, n=120):
        options = {**HANDS[name], "flags": ("last_tile", "kong_discard"), "bys": ("discard",)}
        records = [r for r in winning_hands(seed, n, **options) if slow.score(name, r)["legal"]]
        self.wins = {}
        for record in records:
            if lone(record, record["win_tile"], name):  # so that it may be robbed of somebody
                self.wins.setdefault(record["win_tile"], []).append(record)
        self.last = [*records, *near_misses(seed, n // 2, **HANDS[name])]

    def win(self, rng, winner, source, by, tile=None):
        """A win event, on a given tile if there is such a hand."""
        record = rng.choice(self.wins.get(tile) or rng.choice([*self.wins.values()]))
        flags = record["flags"] if by == "discard" else []
        seats = {"winner": winner, "from": source, "dealer": rng.randrange(4)}
        keys = ("concealed", "melds", "win_tile")
        melds = [{k: v for k, v in m.items() if k != "from"} for m in record["melds"]]
        tiles = "".join([record["concealed"], *(meld["tiles"] for meld in melds)])
        return {
            **{k: record[k] for k in keys},
            "event": "win",
            **seats,
            "melds": melds,
            "flags": flags,
            "by": by,
            "context": void_suit(rng, "mps".translate(str.maketrans("", "", tiles))),
        }

    def hand(self, rng, seat):
        record = rng.choice(self.last)
        keys = {key: record[key] for key in ("concealed", "melds")}
        return {"seat": seat, **keys, "context": void_suit(rng)}


deck_of = cache(Deck)


def random_round(rng, deck, leave):
    """Events that could be played: only seats still in act."""
    events, live = [], [0, 1, 2, 3]
    for _ in range(rng.randrange(1, 8)):
        seat, other = rng.sample(live, 2)
        if rng.random() < 0.55:
            kind = rng.choice(KONGS)
            source = {"from": other} if kind == "kong" else {}
            events.append({"event": "kong", "seat": seat, "type": kind, "late": rng.random() < 0.3, **source})
            if kind != "added_kong" or rng.random() < 0.5:
                continue
            seat, other, by = other, seat, "robbed_kong"
        else:
            by = rng.choice(("self_draw", "discard", "discard"))
        events.append(deck.win(rng, seat, None if by == "self_draw" else other, by))
        winners = [seat]
        for third in live:
            tile = events[-1]["win_tile"]
            if by != "self_draw" and third not in (seat, other) and tile in deck.wins and rng.random() < 0.3:
                events.append(deck.win(rng, third, other, by, tile))
                winners.append(third)
        if leave:
            live = [s for s in live if s not in winners]
        if len(live) < 2 or (winners and not leave):
            return events
    events.append({"event": "exhaust", "hands": [deck.hand(rng, seat) for seat in live]})
    return events


def left_after(events):
    """The seats that have left before each event."""
    gone = set()
    for event in events:
        yield set(gone)
        if event["event"] == "win":
            gone.add(event["winner"])


def check_rounds(name, seed, n, **options):
    rng, deck = Random(seed), deck_of(name, seed)
    rules = paili.rules.load(name).replace(**options)
    leave = rules.procedure.winners_leave
    for number in range(n):
        events = random_round(rng, deck, leave)
        got = settlement.round(rules, events)
        assert got.sum() == 0
        assert got.tolist() == slow.round(name, events, **options), events
        if leave and number % 4 == 0:
            so_far = [settlement.round(rules, events[:k]) for k in range(len(events) + 1)]
            for k, gone in enumerate(left_after(events)):
                moved = so_far[k + 1] - so_far[k]
                # a refund goes to whoever paid for the kong, also where he has won since
                if events[k]["event"] != "exhaust" and not options.get("refund_on_kong_discard"):
                    assert not any(moved[seat] for seat in gone), events[: k + 1]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("name", ["sichuan-wulong", "sichuan-points"])
def test_random_blood_battles(name, options):
    check_rounds(name, 1, 40, **options)


@pytest.mark.parametrize("name", sorted(HANDS.keys() - {"sichuan-wulong", "sichuan-points"}))
def test_random_rounds(name):
    check_rounds(name, 2, 60)


@pytest.mark.long
@pytest.mark.parametrize("name", HANDS)
def test_many_random_rounds(name):
    for seed in range(5):
        for options in OPTIONS if name.startswith("sichuan") else [{}]:
            check_rounds(name, 100 + seed, 400, **options)


NOT_READY = {"concealed": "147m258p369s258m1p", "melds": []}


@pytest.mark.parametrize("name", ["sichuan-wulong", "sichuan-points"])
def test_refunds_undo_exactly(name):
    rng, rules = Random(3), paili.rules.load(name)
    for _ in range(200):
        kongs = []
        for _ in range(rng.randrange(1, 6)):
            seat, other = rng.sample(range(4), 2)
            kongs.append({"event": "kong", "seat": seat, "type": rng.choice(KONGS), "from": other})
        nobody = {"event": "exhaust", "hands": [{"seat": seat, **NOT_READY} for seat in range(4)]}
        assert settlement.round(rules, [*kongs, nobody]).tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize("name", EVERY)
def test_kongs_alone(name):
    rng, rules = Random(4), paili.rules.load(name)
    for _ in range(100):
        seat, other = rng.sample(range(4), 2)
        live = sorted({seat, other, *rng.sample(range(4), 2)})
        kind, late = rng.choice(KONGS), rng.random() < 0.5
        arguments = {"seat": seat, "type": kind, "from_": other if kind == "kong" else None, "live": live}
        got = settlement.kong(rules, **arguments, late=late)
        assert got.tolist() == slow.kong(name, **arguments, late=late) and got.sum() == 0


@pytest.mark.parametrize("name", [n for n in EVERY if not n.startswith(("mcr", "wsom", "zung"))])
def test_claims(name):
    rng, rules = Random(5), paili.rules.load(name)
    for _ in range(200):
        source = rng.randrange(4)
        others = [seat for seat in range(4) if seat != source]
        claims = [
            {"seat": seat, "action": rng.choice(("chow", "pung", "kong", "win"))}
            for seat in rng.sample(others, rng.randrange(4))
        ]
        assert settlement.claim(rules, from_=source, claims=claims) == slow.claim(
            name, from_=source, claims=claims
        )


@pytest.mark.parametrize("name", EVERY)
def test_kongs_in_the_turn_of_a_claim(name):
    rules = paili.rules.load(name)
    for after in ("draw", "chow", "pung"):
        assert settlement.may_kong(rules, after=after) == (
            slow.may_kong("wsom" if name == "zung-jung" else name, after=after)
        )


@pytest.mark.parametrize("name", ["sichuan-wulong", "sichuan-points", "shiwan", "yizheng", "lichuan"])
def test_declined_wins(name):
    rng, rules, seen = Random(6), paili.rules.load(name), []
    for record in winning_hands(6, 200, **HANDS[name], flags=(), bys=("discard",)):
        hand = paili.Hand.from_record({k: record[k] for k in ("tile_set", "concealed", "melds")})
        waits = [i for i, wait in enumerate(rules.waits_mask(hand.concealed, hand.held)) if wait]
        tiles = [paili.tiles.tile_name(i, hand.tile_set) for i in waits]
        if not tiles:
            continue
        plain = {"concealed": record["concealed"], "melds": record["melds"]}
        passed = rng.choices(tiles, k=rng.randrange(1, 3))
        now, by = rng.choice(tiles), rng.choice(("discard", "discard", "self_draw", "robbed_kong"))
        if not lone(record, now, name):
            by = "discard"
        more = {"by": by, "acted": rng.random() < 0.2, "wall_left": rng.choice((None, 3, 30))}
        if by == "discard":
            more["now_flags"] = rng.choice(((), ("kong_discard",)))
        got = settlement.may_win(rules, hand, passed=passed, now=now, **more)
        assert got == slow.may_win(name, plain, passed=passed, now=now, **more), (record, passed, now, more)
        left = rng.choice((1, 4, 5))
        forced = settlement.must_win(rules, hand, now=now, wall_left=left)
        assert forced == slow.must_win(name, plain, now=now, wall_left=left)
        seen.append(got)
    assert len(seen) > 50 and (not all(seen) or name in ("sichuan-points", "lichuan"))


def test_counter_of_drawn_hands():
    rules = paili.rules.load("shanghai")
    for count in range(4):
        for one in range(1, 7):
            for two in range(1, 7):
                for result in ("win", "draw"):
                    arguments = {"dice": [one, two], "result": result}
                    got = settlement.next_counter(rules, count, **arguments)
                    assert got == slow.next_counter("shanghai", count, **arguments)


def test_fines():
    rng, rules = Random(7), paili.rules.load("wsom")
    for _ in range(300):
        turns = [rng.choice((3, 15, 15.5, 16, 30, 31, 70)) for _ in range(rng.randrange(1, 12))]
        opens = rng.random() < 0.5
        assert settlement.time_fine(rules, turns, opens=opens) == slow.time_fine("wsom", turns, opens=opens)
        seconds, before = rng.choice((0, 1, 30, 31, 400)), rng.choice((0, 60, 145, 150))
        assert settlement.late_fine(rules, seconds, before=before) == (
            slow.late_fine("wsom", seconds, before=before)
        )


WIN = {
    "event": "win",
    "by": "discard",
    "concealed": "234567m11199p78p",
    "win_tile": "9p",
    "winner": 0,
    "from": 3,
}
KONG = {"event": "kong", "seat": 1, "type": "concealed_kong"}
FAULTS = [
    ([{**WIN}, {**WIN, "from": 1}], "seat 0 has left"),
    ([{**WIN}, {"event": "kong", "seat": 1, "type": "kong", "from": 0}], "seat 0 has left"),
    ([{"event": "kong", "seat": 4, "type": "kong", "from": 1}], "seat 4"),
    ([{"event": "kong", "seat": 1, "type": "pung"}], "pung"),
    ([{"event": "kong", "seat": 1}], "lacks 'type'"),
    ([{"event": "kong", "seat": 1, "type": "kong", "from": 9}], "seat 9"),
    ([{"event": "exhaust"}], "lacks 'hands'"),
    ([{"event": "exhaust", "hands": [{"seat": 5, **NOT_READY}]}], "seat 5"),
    ([{"event": "chow", "seat": 1}], "event 0: it is 'chow', none of kong, win, exhaust"),
    ([5], "event 0: 5 is no mapping"),
    ([KONG, {**KONG, "type": "kong"}], "event 1: seat 1 has a kong from a discard of nobody"),
    ([KONG, {**KONG, "form": 1}], "event 1: unknown key 'form'; there are seat, type, from"),
    ([{**KONG, "late": "no"}], "late is 'no'"),
    ([{**KONG, "seat": None}], "seat None"),
    ([{**KONG, "seat": "1"}], "seat '1'"),
    ([{**KONG, "seat": True}], "seat True"),
    ([{**KONG, "type": ["kong"]}], r"type is \['kong'\]"),
    ([{"event": "exhaust", "hands": []}, KONG], "event 1: the wall was drawn out before it"),
    ([{"event": "exhaust", "hands": []}, {**WIN}], "event 1: the wall was drawn out before it"),
    ([{"event": "exhaust", "hands": [], "seat": 1}], "event 0: unknown key 'seat'"),
    ([{"event": "exhaust", "hands": 5}], "hands is 5"),
    ([{"event": "exhaust", "hands": [{"seat": 1, **NOT_READY, "wintile": "1m"}]}], "unknown key 'wintile'"),
    ([{**WIN, "context": 5}], "event 0: context is a dict, not int"),
    ([{**WIN, "context": {"void_suit": "z"}}], "void_suit is 'z', none of m p s"),
    ([KONG, {**WIN}, {**WIN, "from": 1}], "event 2: seat 0 has left"),
    ([{"event": "exhaust", "hands": [{"seat": 1, **NOT_READY}, {"seat": 1, **NOT_READY}]}], "seats"),
    ([{**WIN, "concealed": "234567m11199p7p"}], "concealed tiles"),
    ([{**WIN, "winner": None, "from": None}], "winner"),
    ([{**WIN, "from": None}], "a win by discard without from"),
    ([{**WIN, "from": None, "flags": ["kong_discard"]}], "a win by discard without from"),
    ([{"event": "kong", "seat": 1, "type": "kong"}], "from a discard of nobody"),
    ([{"event": "kong", "seat": 1, "type": "kong", "from": 1}], "from a discard of itself"),
]


@pytest.mark.parametrize(("events", "fault"), FAULTS)
def test_impossible_rounds(events, fault):
    with pytest.raises(ValueError, match=fault):
        settlement.round(paili.rules.load("sichuan-wulong"), events)


def test_nobody_wins_twice_on_a_tile():
    events = [{**WIN}, {**WIN, "winner": 1}, {**WIN}]
    rules = paili.rules.load("sichuan-wulong").replace(blood_battle=False)
    assert settlement.round(rules, events[:2]).sum() == 0
    with pytest.raises(ValueError, match="event 2: seat 0 has won already"):
        settlement.round(rules, events)


def test_who_holds_the_void_suit_is_not_ready():
    ready = {"concealed": "1122334455667m", "melds": []}
    last = [{"seat": 0, **ready}, {"seat": 1, **NOT_READY}]
    dingque = paili.rules.load("sichuan-wulong").replace(dingque=True)
    for suit, paid in ((None, [8, -8, 0, 0]), ("p", [8, -8, 0, 0]), ("m", [0, 0, 0, 0])):
        hands = [{**last[0], "context": {"void_suit": suit}}, last[1]]
        events = [{"event": "exhaust", "hands": hands}]
        assert settlement.round(dingque, events).tolist() == paid
    assert settlement.round(paili.rules.load("sichuan-wulong"), events).tolist() == [8, -8, 0, 0]
    hand = paili.Hand.parse("1122334455667m", tile_set="suits", context={"void_suit": "m"})
    assert not settlement.may_win(dingque, hand, passed=[], now="7m")


def test_arguments_that_cannot_be():
    sichuan, shanghai, wsom = map(paili.rules.load, ("sichuan-wulong", "shanghai", "wsom"))
    hand = paili.Hand.parse("1112223334445m", tile_set="suits")
    with pytest.raises(ValueError, match="discard of nobody"):
        settlement.kong(sichuan, seat=0, type="kong")
    with pytest.raises(ValueError, match="seat 0 has left"):
        settlement.kong(sichuan, seat=0, type="added_kong", live=(1, 2))
    with pytest.raises(ValueError, match="seat None"):
        settlement.kong(sichuan, seat=None, type="added_kong")
    with pytest.raises(ValueError, match="seat 1 has left"):
        settlement.kong(sichuan, seat=0, type="kong", from_=1, live=(0, 2))
    with pytest.raises(ValueError, match="wall_left is -1"):
        settlement.must_win(sichuan, hand, now="5m", wall_left=-1)
    with pytest.raises(ValueError, match="wall_left is 1000"):
        settlement.may_win(sichuan, hand, passed="5m", now="5m", wall_left=1000)
    with pytest.raises(TypeError, match="a Hand is wanted, not str"):
        settlement.may_win(sichuan, "1m", passed="5m", now="5m")
    for dice, count in (((1, 7), 0), ((1,), 0), ((1, 1), -1), ((1, 1), 2**31)):
        with pytest.raises(ValueError, match="dice"):
            settlement.next_counter(shanghai, count, dice=dice, result="win")
    for seconds in (float("nan"), float("inf")):
        with pytest.raises(ValueError, match="a time of"):
            settlement.late_fine(wsom, seconds)
        with pytest.raises(ValueError, match="a time of"):
            settlement.time_fine(wsom, [seconds])


def test_words_that_are_none():
    rules = paili.rules.load("lichuan")
    with pytest.raises(ValueError, match="own tile"):
        settlement.claim(rules, from_=1, claims=[{"seat": 1, "action": "win"}])
    with pytest.raises(ValueError, match="after"):
        settlement.may_kong(rules, after="win")
    with pytest.raises(ValueError, match="counts no drawn hands"):
        settlement.next_counter(rules, 0, dice=(1, 1), result="win")
    with pytest.raises(ValueError, match=r"play\.time"):
        settlement.time_fine(rules, [20])
