"""The built-in policies: in which order they stand, and what each is for."""

import numpy as np
import pytest

from paili import simulate


def margin(first, second, rules, n):
    """Mean payment of two seats against two, and half its 95% interval; the deal goes round."""
    rounds = simulate.play(n, rules=rules, policies=[first, second, first, second], seed=77)
    mean = rounds.payments[:, ::2].sum(axis=1) / 2
    return mean.mean(), 1.96 * mean.std(ddof=1) / np.sqrt(n)


@pytest.mark.parametrize(
    ("first", "second", "rules", "n"),
    [
        ("greedy", "random", "wsom", 600),
        ("greedy", "random", "mcr", 300),
        ("value", "greedy", "wsom", 1000),
        ("defensive", "random", "wsom", 600),
    ],
)
def test_order(first, second, rules, n):
    mean, error = margin(first, second, rules, n)
    assert mean > error


@pytest.mark.long
@pytest.mark.parametrize("rules", ["wsom", "mcr"])
@pytest.mark.parametrize(("first", "second"), [("greedy", "random"), ("value", "greedy")])
def test_order_over_many_rounds(first, second, rules):
    mean, error = margin(first, second, rules, 20_000)
    print(f"\n{rules}: {first} against {second} {mean:+.2f} ± {error:.2f} a round and seat")
    assert mean > error


@pytest.mark.parametrize("name", ["random", "greedy", "value", "defensive"])
@pytest.mark.parametrize("rules", ["mcr", "sichuan-points", "taiwan-csmu", "shiwan", "shanghai"])
def test_every_policy_plays_every_kind_of_rules(name, rules):
    rounds = simulate.play(10, rules=rules, policies=name, seed=1)
    assert len(rounds) == 10 and not rounds.payments.sum(axis=1).any()


def test_value_wins_dearer_hands():
    rounds = simulate.play(400, rules="wsom", policies=["value", "greedy"] * 2, seed=3)
    dear, quick = (rounds.points[np.isin(rounds.winner, seats)].mean() for seats in ((0, 2), (1, 3)))
    assert dear > 1.2 * quick


def test_defence_deals_in_less():
    rounds = simulate.play(3000, rules="zung-jung", policies=["defensive", "greedy"] * 2, seed=3)
    fed = np.bincount(rounds.hands.from_[rounds.hands.from_ >= 0], minlength=4)
    assert fed[::2].sum() < fed[1::2].sum()


def test_ready_is_declared_where_it_is_known():
    flags = simulate.play(1000, rules="yizheng", policies="greedy", seed=11).hands.flags
    assert (flags >> 8 & 1).any()
    assert not (simulate.play(1000, rules="wsom", policies="greedy", seed=11).hands.flags >> 6 & 7).any()
