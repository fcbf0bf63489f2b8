"""MCR: best fan and payments of a million shuffled hands on one thread, against PyMahjongGB by call."""

import os
from statistics import median
from time import perf_counter

import numpy as np
import pytest

import paili
from corpora import winning_hands
from paili import gb

HANDS = int(os.environ.get("PAILI_BENCH_HANDS", "1_000_000"))
PEER_HANDS = 20_000
GATE = 12  # times as fast as the peer, per hand
GOAL = 150  # ns a hand


def best_of(repeats, run):
    """Seconds of the quickest run, and what it returned."""
    seconds = []
    for _ in range(repeats):
        start = perf_counter()
        result = run()
        seconds.append(perf_counter() - start)
    return min(seconds), result


@pytest.fixture(scope="module")
def hands():
    return winning_hands(HANDS, seed=4)


def told(hand):
    """The peer's arguments; it is told which winning tile is the last copy."""
    arguments = gb.write_calculator(hand.to_record())
    last = hand.by != "robbed_kong" and hand.held[hand.win_tile] == 3
    return tuple((arguments | {"is4thTile": arguments["is4thTile"] or last}).values())


def test_million_hands(benchmark, hands):
    rules = paili.rules.load("mcr")
    scores = benchmark.pedantic(rules.score, (hands,), {"workers": 1}, rounds=5, warmup_rounds=1)
    assert scores.complete.all() and not scores.payments.sum(axis=1).any()
    assert 0.4 < scores.legal.mean() < 0.9 and scores.total.max() > 88
    if benchmark.stats:
        benchmark.extra_info["ns a hand"] = round(benchmark.stats["min"] / HANDS * 1e9)
        benchmark.extra_info["goal"] = GOAL


def test_against_pymahjonggb(hands):
    peer = pytest.importorskip("MahjongGB", reason="PyMahjongGB is not installed; extra `bench`")
    rules, sample = paili.rules.load("mcr"), hands[:PEER_HANDS]
    calls = [told(hand) for hand in sample]
    ratios = []
    for _ in range(5):  # in turns, so that both see the same machine
        ours, scores = best_of(2, lambda: rules.score(hands, workers=1))
        theirs, fans = best_of(1, lambda: [peer.MahjongFanCalculator(*call) for call in calls])
        a_hand, a_call = ours / len(hands) * 1e9, theirs / len(calls) * 1e9
        ratios.append(a_call / a_hand)
    assert [sum(points for points, _ in fan) for fan in fans] == scores.total[:PEER_HANDS].tolist()
    print(f"\nmcr: {a_hand:.0f} ns a hand, PyMahjongGB {a_call:.0f} by call: {median(ratios):.1f} times")
    assert median(ratios) >= GATE


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
