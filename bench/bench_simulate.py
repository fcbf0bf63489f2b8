"""Whole rounds a second on one thread, against riichienv's random play in the same run; how soon it starts.

`pytest bench/bench_simulate.py -s` prints the figures. Rates are of processor time, so that other work on the
machine does not count.
"""

import random
import subprocess
import sys
import textwrap
from time import process_time

import pytest

from paili import rules, simulate

ROUNDS = {"random": 20_000, "greedy": 5_000, "defensive": 5_000, "value": 300}
GOAL = {"random": 60_000, "greedy": 15_000}
GATE = {"random": 40, "greedy": 10}  # times the rounds of the peer
PEER_ROUNDS = 500


def rate(name, rule_set="wsom", repeats=5):
    """Rounds a second: the best of some runs."""
    n = ROUNDS[name]
    simulate.play(10, rules=rule_set, policies=name)
    best = 0.0
    for seed in range(repeats):
        start = process_time()
        rounds = simulate.play(n, rules=rule_set, policies=name, seed=seed, workers=1)
        best = max(best, n / (process_time() - start))
        assert not rounds.payments.sum(axis=1).any()
    return best


def peer_rate():
    """Rounds a second of riichienv, every seat playing any legal action."""
    riichienv = pytest.importorskip("riichienv")
    env, choose = riichienv.RiichiEnv(game_mode=riichienv.GameType.YON_IKKYOKU, seed=1), random.Random(1)
    start = process_time()
    for _ in range(PEER_ROUNDS):
        seats = env.reset()
        while not env.done():
            seats = env.step({seat: choose.choice(one.legal_actions()) for seat, one in seats.items()})
    return PEER_ROUNDS / (process_time() - start)


def test_rounds_a_second():
    peer = peer_rate()
    print(f"\nriichienv, random play: {peer:,.0f} rounds/s")
    for name in ROUNDS:
        ours = rate(name, repeats=5 if name in GOAL else 1)
        goal = f" (goal {GOAL[name]:,})" if name in GOAL else ""
        print(f"wsom, four {name}: {ours:,.0f} rounds/s{goal}, {ours / peer:.0f} times the peer")
        assert ours > GATE.get(name, 0) * peer


def test_every_rule_set():
    print()
    for name in rules.names():
        rates = (f"four {policy} {rate(policy, name, 1):,.0f}" for policy in ("random", "greedy"))
        print(f"{name}: {', '.join(rates)} rounds/s")


def timed(code):
    """Seconds that a fresh process measures."""
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, check=True
    )
    return float(run.stdout)


def test_start(tmp_path):
    simulate.play(1, rules="wsom", policies="greedy")
    load = """
        import numba, numpy, paili, paili.rules, paili.counting
        from llvmlite import binding
        from time import process_time
        rules = paili.rules.load("wsom")
        numba.njit("f8(f8)")(lambda x: x)  # the compiler itself
        start = process_time()
        from paili import simulate, policies
        policies.load("greedy")
        print(process_time() - start)
    """
    seconds = min(timed(load) for _ in range(3))
    print(f"\nsimulator and a policy from the cache: {1000 * seconds:.0f} ms (goal 50)")
    module = tmp_path / "own.py"
    module.write_text(
        textwrap.dedent(
            """
            from paili.simulate import DISCARD, PASS, WIN, policy

            @policy
            def lowest(me, table, luck):
                if me.may_win:
                    return WIN
                if me.offer >= 0:
                    return PASS
                tile = 0
                while not me.hand[tile]:
                    tile += 1
                return DISCARD + tile
            """
        )
    )
    own = f"""
        import sys
        sys.path.insert(0, {str(tmp_path)!r})
        from time import process_time
        from paili import simulate
        simulate.play(1, rules="wsom", policies="greedy")
        start = process_time()
        from own import lowest
        print(process_time() - start)
    """
    first, again = timed(own), timed(own)
    print(f"a new policy: {1000 * first:.0f} ms to compile (goal 500), {1000 * again:.0f} ms from the cache")
    assert first < 2 and again < first
