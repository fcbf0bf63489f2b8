"""Estimates of one hand: against counting by hand, exact against sampled."""

import numpy as np
import pytest

import paili
from paili.simulate import outlook

READY = "234m678p3499s333z +1z"
STEP_AWAY = "234m67p1223s9s333z +1z"


def hand(text, **keys):
    return paili.Hand.parse(text, by="self_draw", **keys)


def test_one_draw_of_a_ready_hand():
    ahead = outlook(hand(READY), "wsom", draws=1)
    best = ahead["1z"]
    assert ahead.exact and ahead.estimates[0] == best
    assert best.wins == pytest.approx(8 / 122) and best.ready == 1
    assert best.points == pytest.approx(5 * 8 / 122)  # a concealed hand; one has to draw a 2s or a 5s


def test_visible_tiles_cannot_come():
    seen = np.zeros(34, int)
    seen[paili.parse_tiles("2222s5s").nonzero()] = [4, 1]
    ahead = outlook(hand(READY), "wsom", draws=1, visible=seen)
    assert ahead["1z"].wins == pytest.approx(3 / 117)
    assert outlook(hand(READY), "wsom", draws=1, visible="22225s") == ahead


def test_two_draws_by_hand():
    """Win at once, or draw another tile, keep the wait, and win then."""
    ahead = outlook(hand(READY), "zung-jung", draws=2)["1z"]
    assert ahead.wins == pytest.approx(8 / 122 + 114 / 122 * 8 / 121)


@pytest.mark.parametrize("rules", ["wsom", "mcr", "taiwan-csmu"])
def test_sampling_agrees_with_following(rules, monkeypatch):
    text = STEP_AWAY if rules != "taiwan-csmu" else "234m67p1223s9s333z777p +1z"
    exact = outlook(hand(text), rules, draws=2)
    monkeypatch.setattr("paili.policies.ahead.EXACT_DRAWS", 0)
    sampled = outlook(hand(text), rules, draws=2, samples=4000, seed=5)
    assert exact.exact and not sampled.exact
    for one in exact.estimates:
        other = sampled[one.discard]
        for name in ("ready", "wins", "points"):
            error = getattr(other, f"{name}_error")
            assert abs(getattr(one, name) - getattr(other, name)) < 5 * error + 2e-3


def test_more_draws_are_better():
    chances = [outlook(hand(STEP_AWAY), "wsom", draws=n).estimates[0].wins for n in (1, 2, 6, 12)]
    assert chances == sorted(chances) and chances[-1] > 0.2


def test_the_same_seed_gives_the_same_estimates():
    a, b = (outlook(hand(STEP_AWAY), "wsom", draws=5, seed=3) for _ in range(2))
    assert a == b and a != outlook(hand(STEP_AWAY), "wsom", draws=5, seed=4)
    assert "sampled" in str(a)


def test_melds_are_kept():
    ahead = outlook(hand("234m678p3499s (333z) +1z"), "wsom", draws=1)
    assert ahead["1z"].wins == 0  # open and without a pattern it may not win
    assert outlook(hand("234m678p3499s (333z) +1z"), "zung-jung", draws=1)["1z"].wins == pytest.approx(
        8 / 122
    )


def test_bad_hands():
    with pytest.raises(ValueError, match="no drawn tile"):
        outlook(paili.Hand.parse("234m678p3499s333z"), "wsom")
    with pytest.raises(ValueError, match="17 tiles"):
        outlook(hand(READY), "taiwan-csmu")
    with pytest.raises(ValueError, match="played with"):
        outlook(hand("234m678p3499s333p +1p"), "sichuan-wulong")
    with pytest.raises(ValueError, match="more than there are"):
        outlook(hand(READY), "wsom", visible=np.full(34, 4))
    with pytest.raises(KeyError, match="'9z' is none of the discards 1z"):
        outlook(hand(READY), "wsom", draws=1)["9z"]


@pytest.mark.parametrize(
    ("error", "text", "arguments"),
    [
        (TypeError, "a Hand is needed, not str", {"hand": READY}),
        (TypeError, "rules is 5", {"rules": 5}),
        (ValueError, r"visible has shape \(2,\)", {"visible": [1, 2]}),
        (ValueError, r"visible has shape \(2, 34\)", {"visible": np.zeros((2, 34), int)}),
        (TypeError, "visible must hold integers", {"visible": np.zeros(34)}),
        (ValueError, r"visible\[0\] is -1", {"visible": [-1] + [0] * 33}),
        (ValueError, "'2x'", {"visible": "2x"}),
        (ValueError, "draws is 0", {"draws": 0}),
        (TypeError, "seed is True", {"seed": True}),
    ],
)
def test_bad_arguments(error, text, arguments):
    with pytest.raises(error, match=text):
        outlook(**{"hand": hand(READY), "rules": "wsom", **arguments})


def test_a_void_suit_goes_first():
    dingque = paili.rules.load("sichuan-wulong").replace(dingque=True)
    keys = {"tile_set": "suits", "by": "self_draw"}
    text = "123m456m789m11p23s +5p"
    ahead = outlook(paili.Hand.parse(text, **keys, context={"void_suit": "s"}), dingque, draws=1)
    assert {one.discard for one in ahead.estimates} == {"2s", "3s"}
    assert ahead.estimates[0].wins == 0 < ahead.estimates[0].ready  # ready after the second void tile
    assert len(outlook(paili.Hand.parse(text, **keys), dingque, draws=1).estimates) > 2
