"""The oracles themselves: they agree with every published case, and with hands made from the rule texts."""
from __future__ import annotations

import json
from pathlib import Path

import pytest

import reference
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
