"""Waits and discards under every rule set: the same tiles as counting, the same worth as scoring."""

import json
from pathlib import Path

import numpy as np
import pytest

import paili

SHARED = Path(__file__).parents[2] / "shared" / "cases"
NAMES = paili.rules.names()


def wins(name):
    """Published hands of a rule set that win with tiles, as hands without their winning tile."""
    cases = json.loads(path.read_text("utf8")) if (path := SHARED / f"{name}.json").is_file() else []
    for case in cases:
        plain = case.get("win_tile") and case.get("by") in ("discard", "self_draw")
        if case["kind"] != "win" or not plain:
            continue
        record = {k: v for k, v in case.items() if k not in ("expect", "by", "from", "win_tile", "context")}
        flags = [flag for flag in record.get("flags", []) if flag != "last_copy"]
        record |= {"flags": flags, "by": case["by"]}
        with_tile = {**record, "win_tile": case["win_tile"]}
        hands = paili.Hands.from_records([record, with_tile], errors="mask")
        if hands.valid.all() and not case.get("context"):
            yield hands[0], case


def same(worth, score):
    assert (worth.legal, worth.points, worth.raw_points, worth.total) == (
        score.legal, score.points, score.raw_points, score.total,
    )  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_waits_are_worth_what_scoring_says(name):
    rules = paili.rules.load(name)
    for hand, case in list(wins(name))[:100]:
        found = {wait.tile: wait for wait in rules.waits(hand)}
        tile = int(paili.parse_tiles(case["win_tile"], tile_set=rules.tile_set).argmax())
        score = rules.score(hand.replace(win_tile=case["win_tile"]))
        assert (tile in found) == (score.complete and bool(rules.waits_mask(hand.concealed, hand.held)[tile]))
        for wait in found.values():
            fitting = [flag for flag in hand.flags if flag not in ("kong_draw", "kong_discard", "heavenly")]
            plain = hand.replace(win_tile=wait.text, flags=fitting)
            if fitting == list(hand.flags):
                same(wait.discard, rules.score(plain.replace(by="discard")))
                same(wait.self_draw, rules.score(plain.replace(by="self_draw")))


@pytest.mark.parametrize("name", NAMES)
def test_discards_agree_with_counting_and_waits(name):
    rules = paili.rules.load(name)
    for hand, case in list(wins(name))[:25]:
        if hand.flags:
            continue
        tiles = hand.concealed.copy()
        tiles[paili.parse_tiles(case["win_tile"], tile_set=rules.tile_set).argmax()] += 1
        full = hand.replace(concealed=tiles.tolist())
        found = rules.discards(full)
        assert sorted(discard.tile for discard in found) == np.flatnonzero(tiles).tolist()
        keys = [(discard.shanten, -discard.live) for discard in found]
        assert keys == sorted(keys)
        for discard in found:
            left = tiles.copy()
            left[discard.tile] -= 1
            assert discard.shanten == int(rules.shanten(left, hand.held))
            after = hand.replace(concealed=left.tolist())
            worths = [(wait.tile, wait.discard, wait.self_draw) for wait in discard.waits]
            assert worths == [(wait.tile, wait.discard, wait.self_draw) for wait in rules.waits(after)]


def test_a_wait_that_only_self_draw_makes_legal():
    rules = paili.rules.load("mcr")
    hand = paili.Hand.parse("445566m2277779s")
    wait = {wait.text: wait for wait in rules.waits(hand)}["8s"]
    assert (wait.text, wait.live, wait.legal) == ("8s", 4, True)
    assert (wait.discard.legal, wait.discard.points, wait.discard.raw_points) == (False, 0, 7)
    assert wait.self_draw.legal and wait.self_draw.points >= 8


def test_mcr_waits_of_different_worth():
    found = paili.rules.load("mcr").waits(paili.Hand.parse("2223344455m222z"))
    assert [wait.text for wait in found] == ["3m", "4m", "5m", "6m"]
    assert [wait.live for wait in found] == [2, 1, 2, 4]
    assert len({wait.discard.points for wait in found}) == 4


def test_visible_tiles_are_not_live():
    rules, hand = paili.rules.load("wsom"), paili.Hand.parse("234m678p3499s (333z)", seat_wind="W")
    assert [wait.live for wait in rules.waits(hand, visible="255s")] == [3, 2]
    counts = paili.parse_tiles("2222s")
    assert [wait.live for wait in rules.waits(hand, visible=counts)] == [0, 4]
    best = rules.discards(paili.Hand.parse("123m456p789s11225z"), visible="1z")[0]
    assert (best.text, best.live) == ("5z", 3)


def test_flags_that_do_not_fit_a_way_of_winning_are_dropped():
    rules = paili.rules.load("mcr")
    hand = paili.Hand.parse("234m678p3499s [3333z]", by="self_draw", flags=["kong_draw"])
    by_text = {wait.text: wait for wait in rules.waits(hand)}
    assert set(by_text) == {"2s", "5s"}
    drawn = rules.score(hand.replace(win_tile="2s", by="self_draw"))
    assert "out_with_replacement_tile" in drawn.patterns
    assert by_text["2s"].self_draw.points == drawn.points
    assert by_text["2s"].discard.raw_points < drawn.points


def test_a_hand_that_waits_for_nothing():
    assert paili.rules.load("wsom").waits(paili.Hand.parse("1245m1245p12457s")) == []


def test_the_full_hand_may_come_with_its_drawn_tile():
    rules = paili.rules.load("wsom")
    assert rules.discards(paili.Hand.parse("123m456p789s1122z +5z")) == rules.discards(
        paili.Hand.parse("123m456p789s11225z")
    )


@pytest.mark.parametrize(
    ("call", "text", "keys", "message"),
    [
        ("waits", "123m456p789s11225z", {}, "has 14 tiles"),
        ("waits", "123m456p789s1122z +1z", {}, "its winning tile is among them"),
        ("discards", "123m456p789s1122z", {}, "has 13 tiles .*; needed are 14"),
        ("waits", "123456789m123456p1s", {}, "has 16 tiles"),
        ("waits", "123m456p789s1122m", {"tile_set": "suits"}, "say tile_set='standard'"),
    ],
)
def test_bad_hands(call, text, keys, message):
    with pytest.raises(ValueError, match=message):
        getattr(paili.rules.load("wsom"), call)(paili.Hand.parse(text, **keys))


def test_only_hands_are_taken():
    with pytest.raises(TypeError, match="Hand is needed"):
        paili.rules.load("wsom").waits("123m")
