"""MCR: best fan and payments of a million shuffled hands on one thread, against PyMahjongGB by call."""

import os

import numpy as np
import pytest

import paili
from paili.io.corpus import winning_hands
from peers import against_mahjonggb, best_of

HANDS = int(os.environ.get("PAILI_BENCH_HANDS", "1_000_000"))
PEER_HANDS = 20_000
GATE = 12  # times as fast as the peer, per hand
GOAL = 150  # ns a hand


@pytest.fixture(scope="module")
def hands():
    return winning_hands(HANDS, seed=4)


def test_million_hands(benchmark, hands):
    rules = paili.rules.load("mcr")
    scores = benchmark.pedantic(rules.score, (hands,), {"workers": 1}, rounds=5, warmup_rounds=1)
    assert scores.complete.all() and not scores.payments.sum(axis=1).any()
    assert 0.4 < scores.legal.mean() < 0.9 and scores.total.max() > 88
    if benchmark.stats:
        benchmark.extra_info["ns a hand"] = round(benchmark.stats["min"] / HANDS * 1e9)
        benchmark.extra_info["goal"] = GOAL


def test_against_pymahjonggb(hands):
    times, scores, fans = against_mahjonggb(paili.rules.load("mcr"), hands, PEER_HANDS)
    assert [sum(points for points, _ in fan) for fan in fans] == scores.total[:PEER_HANDS].tolist()
    assert times >= GATE


def test_tables_are_quick():
    """The combinations are tabled when a rule set that has them is made, not before."""
    paili.rules.load("wsom").score(winning_hands(1, seed=1))
    rules = paili.rules.load("mcr")
    seconds, _ = best_of(3, lambda: rules.replace(two_concealed_kongs=8).score(winning_hands(1, seed=1)))
    print(f"\nmcr: {seconds * 1e3:.0f} ms for the tables of a rule set")
    assert seconds < 0.1


def test_equal_on_any_number_of_threads(hands):
    rules, part = paili.rules.load("mcr"), hands[:50_000]
    one, two = rules.score(part, workers=1), rules.score(part, workers=2)
    assert np.array_equal(one.total, two.total) and np.array_equal(one.payments, two.payments)
