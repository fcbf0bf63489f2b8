"""Other engines, called as they want to be called, and how runs are timed beside them."""

from concurrent.futures import ThreadPoolExecutor
from statistics import median
from time import perf_counter

import numpy as np
import pytest

from paili import gb

THREADS_GATE = 1.6


def installed(module):
    """The module of a peer; without it the test is skipped."""
    return pytest.importorskip(module, reason=f"{module} is not installed; extra `bench`")


def best_of(repeats, run):
    """Seconds of the quickest run, and what it returned."""
    seconds = []
    for _ in range(repeats):
        start = perf_counter()
        result = run()
        seconds.append(perf_counter() - start)
    return min(seconds), result


def gain_of_two_threads(run):
    """How many times quicker `run(2)` is than `run(1)`, the median of five.

    Skips where that is under the gate and two sorts gain little too: then no second processor is free.
    """
    numbers, gains, possible = np.random.default_rng(1).random((2, 400_000)), [], []
    with ThreadPoolExecutor(2) as pool:
        for _ in range(5):
            gains.append(best_of(3, lambda: run(1))[0] / best_of(3, lambda: run(2))[0])
            alone = best_of(3, lambda: np.sort(numbers))[0]
            possible.append(alone / best_of(3, lambda: list(pool.map(np.sort, numbers)))[0])
    gain, sorts = median(gains), median(possible)
    print(f"\ntwo threads: {gain:.2f} times one (goal 1.8, gate {THREADS_GATE}; two sorts: {sorts:.2f})")
    if gain < THREADS_GATE and sorts < 1.7:
        pytest.skip(f"two threads sort {sorts:.1f} times as fast as one: no second processor is free")
    return gain


def as_ids(hands):
    """Hands as lists of 136 tile ids, as riichienv takes them."""
    return [
        [4 * tile + copy for tile in np.flatnonzero(hand) for copy in range(hand[tile])] for hand in hands
    ]


def mahjonggb_call(hand):
    """PyMahjongGB's arguments; it has to be told which winning tile is the last copy."""
    arguments = gb.write_calculator(hand.to_record())
    last = hand.by != "robbed_kong" and hand.held[hand.win_tile] == 3
    return tuple((arguments | {"is4thTile": arguments["is4thTile"] or last}).values())


def against_mahjonggb(rules, hands, n_calls):
    """How many times as fast a hand of ours is scored as a call of PyMahjongGB; and what both answered.

    They run in turns, so that both see the same machine, and the median of five ratios counts.
    """
    calculator = installed("MahjongGB").MahjongFanCalculator
    calls, ratios = [mahjonggb_call(hand) for hand in hands[:n_calls]], []
    for _ in range(5):
        ours, scores = best_of(2, lambda: rules.score(hands, workers=1))
        theirs, fans = best_of(1, lambda: [calculator(*call) for call in calls])
        ours, theirs = 1e9 * ours / len(hands), 1e9 * theirs / len(calls)
        ratios.append(theirs / ours)
    times = median(ratios)
    print(f"\n{rules.name}: {ours:.0f} ns a hand, PyMahjongGB {theirs:.0f} by call: {times:.1f} times")
    return times, scores, fans
