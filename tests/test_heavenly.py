"""Wins on the deal: how often, against an exact count of all complete hands, and flagged where they are."""

from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod

import numpy as np
import pytest

import paili
from drawn_tile import drawn_tile
from paili import simulate
from paili.columns import FLAG_BITS

CHUNK = 200_000


@cache
def ways(ranks, chows, even):
    """In how many ways a suit can be dealt that is so many groups and pairs; `even`: also pairs alone."""
    groups = [(rank,) * 3 for rank in range(ranks)]
    groups += [(rank, rank + 1, rank + 2) for rank in range(ranks - 2)] if chows else []
    found = {}
    for size in range(5):
        for chosen in combinations_with_replacement(groups, size):
            for pair in [(), *((rank, rank) for rank in range(ranks))]:
                tiles = [*pair, *sum(chosen, ())]
                counts = tuple(tiles.count(rank) for rank in range(ranks))
                if max(counts) <= 4 and not (even and any(n % 2 for n in counts)):
                    found.setdefault((size, len(pair) // 2), set()).add(counts)
    return {key: sum(prod(comb(4, n) for n in counts) for counts in hands) for key, hands in found.items()}


def standard(suits, honors, even=False):
    """Deals of four groups and a pair; no deal is counted twice, its size tells groups and pairs."""
    total = {(0, 0): 1}
    for part in [ways(9, True, even)] * suits + [ways(7, False, even)] * honors:
        joined = {}
        for (groups, pairs), n in total.items():
            for (more, other), m in part.items():
                key = groups + more, pairs + other
                joined[key] = joined.get(key, 0) + n * m
        total = joined
    return total[4, 1]


def complete(suits, honors=0):
    """Deals of four groups and a pair, or of seven pairs, four equal tiles being two."""
    kinds, pairs = 9 * suits + 7 * honors, 0
    for quads in range(4):
        single = 7 - 2 * quads
        pairs += comb(kinds, quads) * comb(kinds - quads, single) * comb(4, 2) ** single
    return standard(suits, honors) + pairs - standard(suits, honors, even=True)


CHANCES = {
    "wsom": (complete(3, 1) + 13 * 6 * 4**12) / comb(136, 14),  # with thirteen orphans
    "sichuan-wulong": 3 * (complete(2) - complete(1)) / comb(108, 14),  # at most two of three suits
}


def test_the_chances_are_those_that_are_published():
    assert 1 / CHANCES["wsom"] == pytest.approx(330_000, rel=0.01)


def on_the_deal(name, seed, n):
    """Rounds in which the dealer has won, and in which another wins on the dealer's last tile."""
    rules, heavenly, earthly = paili.rules.load(name), [], []
    for first in range(0, n, CHUNK):
        deals = simulate.deal(min(CHUNK, n - first), rules=rules, seed=seed, first=first)
        rows = np.arange(len(deals))
        heavenly += (first + np.flatnonzero(rules.shanten(deals.hands[rows, deals.dealer]) == -1)).tolist()
        drawn = np.eye(34, dtype=np.uint8)[deals.drawn]
        for i in range(1, 4):
            hands = deals.hands[rows, (deals.dealer + i) & 3] + drawn
            fits = hands.max(axis=1) <= 4
            earthly += (first + np.flatnonzero(fits)[rules.shanten(hands[fits]) == -1]).tolist()
    return heavenly, sorted(earthly)


def check_frequency(name, seed, n):
    heavenly, earthly = on_the_deal(name, seed, n)
    for found, seats in ((heavenly, 1), (earthly, 3)):
        expected = seats * n * CHANCES[name]
        assert abs(len(found) - expected) < 4 * expected**0.5
    return heavenly, earthly


def flagged(rounds, name):
    return np.unique(rounds.hands_round[rounds.hands.flags & FLAG_BITS[name] != 0]).tolist()


@pytest.mark.parametrize("name", CHANCES)
def test_wins_on_the_deal(name):
    heavenly, earthly = check_frequency(name, 1, 1_000_000)
    assert heavenly and earthly
    play = {"rules": name, "policies": drawn_tile, "seed": 1}
    for flag, found in (("heavenly", heavenly), ("earthly", earthly if name == "wsom" else [])):
        for round_ in found:
            assert flagged(simulate.play(1, **play, first=round_), flag) == [round_]
    many = simulate.play(100_000, **play)
    assert flagged(many, "heavenly") == [round_ for round_ in heavenly if round_ < 100_000]
    if name == "wsom":
        assert flagged(many, "earthly") == [round_ for round_ in earthly if round_ < 100_000]


@pytest.mark.long
@pytest.mark.parametrize("name", CHANCES)
def test_wins_on_many_deals(name):
    check_frequency(name, 2, 10_000_000)
