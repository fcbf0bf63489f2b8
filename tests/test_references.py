"""The oracles themselves: they agree with every published case, and with hands made from the rule texts."""
from __future__ import annotations

import json
from pathlib import Path

import pytest

import reference
import reference_mcr
import reference_wsom
import winning

CASES = Path(__file__).resolve().parents[2] / "shared" / "cases"


def cases(rule_file: str) -> list:
    """Scored cases of the shared folder beside the repository, or one skipped case where it is absent."""
    path = CASES / f"{rule_file}.json"
    if not path.exists():
        return [pytest.param(None, marks=pytest.mark.skip(reason="no shared cases here"), id="absent")]
    return [pytest.param(c, id=c["id"]) for c in json.loads(path.read_text(encoding="utf8"))]


def penalty(tiles: str) -> dict:
    return {"penalty_tiles": tiles}


def win(text: str, tile: str, *melds: str, **more) -> dict:
    """A record; melds are written "pung 333z"."""
    declared = [dict(zip(("type", "tiles"), meld.split(), strict=True)) for meld in melds]
    return {"concealed": text, "win_tile": tile, "melds": declared, "by": "discard", "winner": 1, "from": 0,
            "dealer": 0, **more}


@pytest.mark.parametrize("case", cases("wsom"))
def test_wsom_cases(case):
    got, right = reference_wsom.score(case), case["expect"]
    for key in ("legal", "points", "payments", "responsible"):
        assert got[key] == right[key], key
    assert not right["legal"] or right["patterns"] in got["equal_best"]


WSOM = [
    # a chicken hand wins one point under Zung Jung only
    (win("3336789m789p", "6m", "pung 555s"), "wsom", 0, [0, 0, 0, 0]),
    (win("3336789m789p", "6m", "pung 555s"), "zung-jung", 1, [-1, 3, -1, -1]),
    # par is 30, or 25: 70 points by discard
    (win("1133557799m112z", "2z"), "wsom", 70, [-150, 210, -30, -30]),
    (win("1133557799m112z", "2z"), "zung-jung", 70, [-160, 210, -25, -25]),
    # a wrong number of tiles, five copies, or a dead hand never win
    (win("1133557799m11z", "2z"), "wsom", 0, [0, 0, 0, 0]),
    (win("1111m234567p999s", "1m"), "wsom", 0, [0, 0, 0, 0]),
    (win("1133557799m112z", "2z", flags=["dead_hand"]), "wsom", 0, [0, 0, 0, 0]),
    # a penalty tile may not lie in the completed set or lone pair, but may beside it, or by self-draw
    (win("23m456s678m99p", "4m", "chow 678m", context=penalty("2m")), "wsom", 0, [0, 0, 0, 0]),
    (win("23456m678m99p", "4m", "chow 678m", context=penalty("2m")), "wsom", 15, [-15, 45, -15, -15]),
    (win("23m456s678m99p", "4m", "chow 678m", context=penalty("9p")), "wsom", 15, [-15, 45, -15, -15]),
    (win("1133557799m112z", "2z", context=penalty("2z")), "wsom", 0, [0, 0, 0, 0]),
    (win("1133557799m112z", "2z", context=penalty("2z"), by="self_draw"), "wsom", 70, [-70, 210, -70, -70]),
    (win("19m19p19s1234567z", "1z", context=penalty("19m")), "wsom", 160, [-420, 480, -30, -30]),
    (win("19m19p19s1234567z", "1m", context=penalty("19m")), "wsom", 0, [0, 0, 0, 0]),
    (win("19m19p19s1234567z", "1z", context=penalty("19m1p")), "wsom", 0, [0, 0, 0, 0]),
    # one of two fives is a penalty tile: the other may complete the pair
    (win("555m234p678s234s", "5m", context=penalty("55m")), "wsom", 0, [0, 0, 0, 0]),
]


@pytest.mark.parametrize(("record", "rules", "points", "pays"), WSOM)
def test_wsom_by_hand(record, rules, points, pays):
    got = reference_wsom.score(record, rules)
    assert (got["points"], got["payments"]) == (points, pays)


@pytest.mark.parametrize("case", cases("mcr"))
def test_mcr_cases(case):
    got, right = reference_mcr.score(case, case["rules"]), case["expect"]
    for key in ("legal", "points", "raw_points", "payments"):
        assert got[key] == right[key], key
    if right["legal"]:
        expected = [right["patterns"], *right.get("equal_best", [])]
        assert all(patterns in got["equal_best"] for patterns in expected)


def test_mcr_formal_waits():
    for case in (p.values[0] for p in cases("mcr") if p.values[0] and "waits" in p.values[0]):
        waits = reference.formal_waits(reference.read_win(case), reference_mcr.SHAPES)
        assert sorted(reference.write_tiles([t]) for t in waits) == sorted(case["waits"]), case["id"]


MCR = [
    # the principles: three two-chow fans for four chows; a three-set fan and one more; four steps, no more
    (win("123789m12378p55s", "9p"), "mcr", 18, {"三色双龙会": 16, "喜相逢": 0, "老少副": 0}),
    (win("123789m12379p55p", "8p"), "mcr", 9, {"喜相逢+老少副": 3}),
    (win("234m234p234s567m5m", "5m"), "mcr", 15, {"三色三同顺": 8, "连六": 1}),
    (win("123m234m345m456m5p", "5p"), "mcr", 38, {"一色四步高": 32, "连六": 0}),
    (win("123m234p345s456m5p", "5p"), "mcr", 11, {"三色三步高": 6, "连六": 1}),
    (win("222s333s444s333p5m", "5m"), "mcr", 93, {"一色三节高": 24, "双同刻": 2}),
    # one suit's two dragons beat seven pairs
    (win("1122337788995m", "5m"), "mcr", 67, {"一色双龙会": 64}),
    # chicken hand, but a self-draw is a fan already
    (win("678p56s33z", "7s", "chow 123m", "chow 345m"), "mcr", 8, {"无番和": 8}),
    (win("678p56s33z", "7s", "chow 123m", "chow 345m", by="self_draw"), "mcr", 1, {"自摸": 1}),
    # three copies claimed make it the last one without a flag; a robbed tile never is
    (win("34m999p44s", "2m", "pung 222m", "chow 567s"), "mcr", 8, {"和绝张": 4}),
    (win("56m999p44s", "7m", "pung 222m", "chow 567s", by="robbed_kong", flags=["last_copy"]), "mcr", 11,
     {"抢杠和": 8, "和绝张": 0}),
    # editions
    (win("789m789p78s99s777m", "9s"), "mcr", 36, {"全大": 24, "大于五": 0}),
    (win("789m789p78s99s777m", "9s"), "mcr-1998", 48, {"全大": 24, "大于五": 12}),
    (win("7788m7788p77889s", "9s"), "mcr", 48, {"七对": 24, "全大": 24}),
    (win("7788m7788p77889s", "9s"), "mcr-1998", 25, {"七对": 24, "全大": 0}),
    (win("7788m7788p77889s", "9s"), "mcr-extended", 60, {"七对": 24, "全大": 24, "大于五": 12}),
    (win("1112345678999m", "5m"), "mcr", 91, {"九莲宝灯": 88, "双暗刻": 2, "幺九刻": 1}),
    (win("1112345678999m", "5m"), "mcr-1998", 92, {"九莲宝灯": 88, "双暗刻": 2, "幺九刻": 2}),
    (win("1112345678999m", "5m"), "mcr-wmo", 90, {"九莲宝灯": 88, "双暗刻": 2, "幺九刻": 0}),
    # local extras: ready on the deal; runs over two suits; the pair
    (win("222m333p444m555p8s", "8s", flags=["ready_at_deal"]), "mcr-extended", 106,
     {"天听": 32, "混四节": 6, "258将": 1}),
    (win("123m234p345m678s1z", "1z"), "mcr-extended", 5, {"混三步": 2}),
    (win("123m234p345m456p9s", "9s"), "mcr-extended", 10, {"混四步": 4, "幺九头": 1}),
]


@pytest.mark.parametrize(("record", "edition", "raw", "some"), MCR)
def test_mcr_by_hand(record, edition, raw, some):
    got = reference_mcr.score(record, edition)
    assert got["raw_points"] == raw
    for name, points in some.items():
        assert sum(got["patterns"].get(n, 0) for n in name.split("+")) == points, got["patterns"]


def test_mcr_options_compose_an_edition():
    kongs = win("567p8s", "8s", "concealed_kong 1111m", "kong 9999s", "chow 234p")
    assert reference_mcr.score(kongs)["points"] == 10
    assert reference_mcr.score(kongs, two_mixed_kongs=6)["points"] == 11
    assert reference_mcr.score(kongs, two_mixed_kongs=0)["points"] == 8
    knitted = win("2333469m258p147s", "3m")
    for waits, points in (("all", 19), ("outside", 18), ("single", 19)):
        assert reference_mcr.score(knitted, knitted_waits=waits)["points"] == points
    formal = win("1234444m678m456p", "1m")
    assert "单钓将" not in reference_mcr.score(formal)["patterns"]
    assert "单钓将" in reference_mcr.score(formal, formal_waits=False)["patterns"]


MIXES = [
    {"wsom": True},
    {"tile_set": "suits", "chow_melds": False, "shapes": ("standard", "seven_pairs")},
    {"tile_set": "ten-rank", "chow_melds": False, "shapes": ("standard", "seven_pairs")},
    {"groups": 5, "shapes": ("standard",)},
    {"shapes": ("standard", *winning.SPECIAL), "flowers": 8, "bare": 0.2},
]


@pytest.mark.parametrize("mix", MIXES, ids=str)
def test_generated_hands_are_possible_and_complete(mix):
    records = winning.winning_hands(7, 300, **mix)
    assert records == winning.winning_hands(7, 300, **mix)
    for record in records:
        hand = reference.read_win(record, groups=mix.get("groups", 4))
        assert not hand.problems
        assert reference.arrangements(hand, reference.SHAPES)
        assert hand.by != "robbed_kong" or hand.tiles.count(hand.tile) == 1
        assert "last_copy" not in hand.flags or hand.tile not in hand.concealed


@pytest.mark.parametrize("mix", MIXES, ids=str)
def test_near_misses_are_hands_but_mostly_incomplete(mix):
    hands = [reference.read_win(r, groups=mix.get("groups", 4)) for r in winning.near_misses(7, 300, **mix)]
    assert not any(hand.problems for hand in hands)
    assert sum(bool(reference.arrangements(hand, reference.SHAPES)) for hand in hands) < 60
