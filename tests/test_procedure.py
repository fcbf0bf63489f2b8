"""Procedure and settlement where claims meet: who wins, what was declined, what slowness costs."""

import pytest

import paili
from paili import settlement


def test_one_winner_is_the_nearest_after_the_discarder() -> None:
    rules = paili.rules.load("yizheng")
    wins = [
        {"event": "win", "by": "discard", "winner": seat, "from": 1, "concealed": tiles, "win_tile": "7m"}
        for seat, tiles in ((0, "1122334455667m"), (2, "1199p2288s44m55z7m"))
    ]
    alone = settlement.round(rules, wins[1:]).tolist()
    assert settlement.round(rules, wins).tolist() == settlement.round(rules, wins[::-1]).tolist() == alone
    claims = [{"seat": seat, "action": "win"} for seat in (0, 2)]
    assert settlement.claim(rules, from_=1, claims=claims) == [(2, "win")]


def test_the_feeder_of_a_pung_may_have_left_when_it_becomes_a_kong() -> None:
    rules = paili.rules.load("sichuan-wulong")
    paid = settlement.kong(rules, seat=0, type="added_kong", from_=1, live=(0, 2, 3))
    assert paid.tolist() == [2, 0, -1, -1]


def test_a_cap_makes_no_wins_equal() -> None:
    hand = paili.Hand.parse("1112345678999m", tile_set="suits")
    for cap in (0, 3):
        rules = paili.rules.load("sichuan-wulong").replace(cap=cap)
        assert settlement.may_win(rules, hand, passed="2m", now="1m")
        assert not settlement.may_win(rules, hand, passed="1m", now="2m")


def test_a_declined_win_may_have_been_a_robbed_kong() -> None:
    rules = paili.rules.load("sichuan-wulong")
    hand = paili.Hand.parse("45m678p999p11p (333m)", tile_set="suits")
    now = {"now": "6m", "by": "robbed_kong"}
    assert settlement.may_win(rules, hand, passed="6m", **now)
    assert not settlement.may_win(rules, hand, passed="6m", passed_by="robbed_kong", **now)


def test_times_add_up_exactly() -> None:
    rules = paili.rules.load("wsom")
    assert settlement.time_fine(rules, [14.4] * 12 + [7.2]) == (0, False)
    with pytest.raises(ValueError, match="-1 seconds"):
        settlement.time_fine(rules, [3, -1])
    with pytest.raises(ValueError, match="late by -1"):
        settlement.late_fine(rules, -1)
