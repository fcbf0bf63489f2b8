"""Scoring: nanoseconds a hand through `rules.score`, payments included; gates against a peer in the same run.

A shuffled million on one thread, WSOM by kind of hand, every rule set, two threads.
`pytest bench/bench_scoring.py -s` prints the figures.
"""

import os

import numpy as np
import pytest

import paili
from paili.io.corpus import winning_hands
from peers import THREADS_GATE, against_mahjonggb, best_of, gain_of_two_threads

HANDS = int(os.environ.get("PAILI_BENCH_HANDS", "1_000_000"))
PEER_HANDS = 10_000
GATE = 20  # WSOM against PyMahjongGB's fan count by call
GOAL = {"wsom": 70, "mcr": 150}  # ns a hand; the others 250


@pytest.fixture(scope="module")
def hands():
    return winning_hands(HANDS, seed=7)


def kinds(hands):
    """Some kinds of hand in a batch, as masks."""
    melds = (hands.melds != 0).sum(axis=1)
    tiles = hands.concealed + hands.held
    suits = np.stack([tiles[:, 9 * s : 9 * s + 9].any(axis=1) for s in range(3)]).sum(axis=0)
    return {
        "no melds": melds == 0,
        "one meld": melds == 1,
        "two melds or more": melds >= 2,
        "one suit, honours or not": suits == 1,
        "one suit, no melds": (suits == 1) & (melds == 0),
    }


def ns(rules, hands, workers=1, repeats=5):
    """Nanoseconds a hand."""
    return best_of(repeats, lambda: rules.score(hands, workers=workers))[0] / len(hands) * 1e9


def test_million_hands(benchmark, hands):
    rules = paili.rules.load("wsom")
    scores = benchmark.pedantic(rules.score, (hands,), {"workers": 1}, rounds=5, warmup_rounds=1)
    assert scores.complete.all() and not scores.payments.sum(axis=1).any() and scores.points.max() == 480
    if benchmark.stats:
        benchmark.extra_info["ns a hand"] = round(benchmark.stats["min"] / len(hands) * 1e9)


def test_by_kind(hands):
    rules = paili.rules.load("wsom")
    print()
    for kind, mask in kinds(hands).items():
        some = hands[mask]
        print(f"wsom, {kind}: {ns(rules, some):.0f} ns a hand")
        assert rules.score(some, workers=1).complete.all()


def test_against_pymahjonggb(hands):
    times, scores, fans = against_mahjonggb(paili.rules.load("wsom"), hands, PEER_HANDS)
    assert len(fans) == PEER_HANDS and scores.complete.all()
    assert times >= GATE


@pytest.mark.parametrize("name", paili.rules.names())
def test_every_rule_set(name):
    rules = paili.rules.load(name)
    hands = winning_hands(HANDS // 4, seed=8, tile_set=rules.tile_set, groups=rules.groups)
    print(f"\n{name}: {ns(rules, hands):.0f} ns a hand (goal {GOAL.get(name, 250)})")
    assert rules.score(hands[:1000]).complete.any()


def test_two_threads(hands):
    rules = paili.rules.load("wsom")
    assert gain_of_two_threads(lambda workers: rules.score(hands, workers=workers)) >= THREADS_GATE
