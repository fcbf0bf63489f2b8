"""What goes wrong: policies that cheat or do not compile, arguments that are none, interrupts."""

import os
import signal
import subprocess
import sys
import textwrap
import time

import numpy as np
import pytest

import paili
from drawn_tile import drawn_tile
from paili import simulate
from paili.simulate import DISCARD, PASS, WIN, PolicyError, policy


@policy
def always_the_east_wind(me, table, luck):
    return PASS if me.offer >= 0 else DISCARD + 27


@policy
def out_of_range(me, table, luck):
    return 5000


def test_own_policies():
    rounds = simulate.play(300, rules="wsom", policies=[drawn_tile, "greedy", drawn_tile, "greedy"], seed=2)
    assert rounds.policies == ("drawn_tile", "greedy", "drawn_tile", "greedy")
    assert rounds.payments[:, 1::2].sum() > 0 > rounds.payments[:, ::2].sum()
    assert repr(drawn_tile) == "<policy drawn_tile>"


def test_a_policy_can_be_called_in_python():
    me, table = np.zeros(1, simulate.SEAT)[0], np.zeros(1, simulate.TABLE)[0]
    assert drawn_tile.function.__doc__.startswith("Drop")
    me["may_win"] = 1

    class View:
        """Fields as attributes, as compiled code sees them."""

        def __init__(self, row):
            self.row = row

        def __getattr__(self, name):
            return self.row[name]

    assert drawn_tile(View(me), View(table), 0) == WIN


def test_a_policy_sees_no_hidden_tiles():
    names = set(simulate.SEAT.names) | set(simulate.TABLE.names)
    assert not names & {"wall", "hands", "key", "counter"}


@pytest.mark.parametrize("cheat", [always_the_east_wind, out_of_range])
def test_an_illegal_action_names_its_place(cheat):
    with pytest.raises(
        PolicyError, match=rf"'{cheat.name}' answered (DISCARD \+ 27|5000) in round \d+ .*seat 2"
    ):
        simulate.play(500, rules="wsom", policies=["greedy", "greedy", cheat, "greedy"], seed=1)


def test_a_policy_that_does_not_compile():
    with pytest.raises(TypeError, match="'broken' cannot be compiled"):

        @policy
        def broken(me, table, luck):
            return me.hidden_tiles


@pytest.mark.parametrize(
    ("error", "text", "options"),
    [
        (ValueError, "3 policies for four seats", {"policies": ["greedy"] * 3}),
        (ValueError, "no policy 'wise'", {"policies": "wise"}),
        (TypeError, "is no policy", {"policies": lambda me, table, luck: 0}),
        (TypeError, "seed is 'x'", {"seed": "x"}),
        (TypeError, "seed is 1.5", {"seed": 1.5}),
        (TypeError, "seed is True", {"seed": True}),
        (ValueError, "seed is -1", {"seed": -1}),
        (ValueError, "workers is 0", {"workers": 0}),
        (ValueError, "match is 0", {"match": 0}),
        (ValueError, "in the middle of a match", {"first": 3, "match": 4}),
        (ValueError, "no rule set 'wsomm'", {"rules": "wsomm"}),
        (TypeError, "rules is 5; give a rule set, its name or its path", {"rules": 5}),
        (TypeError, "None is no policy", {"policies": None}),
        (TypeError, "log is 'x'", {"log": "x"}),
        (ValueError, "first is 9223372036854775807", {"first": 2**63 - 1}),
    ],
)
def test_bad_arguments(error, text, options):
    with pytest.raises(error, match=text):
        simulate.play(10, **{"rules": "wsom", "policies": "random", **options})


@pytest.mark.parametrize(
    ("error", "text", "options"),
    [
        (TypeError, "rules is 5", {"rules": 5}),
        (TypeError, "seed is 'x'", {"seed": "x"}),
        (TypeError, "seed is 1.5", {"seed": 1.5}),
        (TypeError, "seed is True", {"seed": True}),
        (ValueError, "seed is -1", {"seed": -1}),
        (ValueError, "first is -1", {"first": -1}),
        (ValueError, "workers is 0", {"workers": 0}),
    ],
)
def test_bad_arguments_of_a_deal(error, text, options):
    with pytest.raises(error, match=text):
        simulate.deal(10, **{"rules": "wsom", **options})


@pytest.mark.parametrize("call", [simulate.play, simulate.deal])
def test_more_rounds_than_memory_holds(call):
    with pytest.raises(ValueError, match="one call keeps 100000000 rounds at most: go on with `first`"):
        call(10**12, rules="wsom")


@pytest.mark.parametrize(
    ("function", "fault"),
    [
        (lambda me: 0, r"'<lambda>' is called with \(me, table, luck\), it takes \(me\)"),
        (lambda a, b, c, d: 0, r"it takes \(a, b, c, d\)"),
        (5, "5 is no function"),
        (print, "is no function"),
        (drawn_tile, "<policy drawn_tile> is no function"),
    ],
)
def test_what_cannot_become_a_policy(function, fault):
    with pytest.raises(TypeError, match=fault):
        policy(function)


def test_rounds_are_found_by_their_place():
    rounds = simulate.play(3, rules="wsom", policies="random", log=True)
    assert rounds.transcript(-1) == rounds.transcript(2)
    for wrong in (3, -4):
        with pytest.raises(IndexError, match=f"round {wrong} of 3"):
            rounds.transcript(wrong)


def test_transcripts_of_a_rule_set_of_ones_own(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text('extends = "wsom"\n[play]\ndead_wall = 0\n')
    rounds = simulate.play(1, rules=path, policies="random", log=True)
    assert rounds.rules == "own" and "the round ends" in rounds.transcript(0)


def test_bad_numbers_of_rounds():
    with pytest.raises(ValueError, match="n is -1"):
        simulate.play(-1, rules="wsom")
    with pytest.raises(TypeError, match=r"n is 2\.0"):
        simulate.deal(2.0, rules="wsom")
    with pytest.raises(ValueError, match="dealt alone"):
        simulate.play(4, rules="wsom", policies="random", match=4, log=True).transcript(1)
    with pytest.raises(ValueError, match="no log"):
        simulate.play(1, rules="wsom", policies="random").transcript(0)


def test_any_seed_of_64_bits():
    a = simulate.play(50, rules="wsom", policies="random", seed=2**64 - 1)
    b = simulate.play(50, rules="wsom", policies="random", seed=np.uint64(2**64 - 1))
    assert np.array_equal(a.results, b.results)


@pytest.mark.skipif(os.name == "nt", reason="signals are sent as on POSIX")
def test_an_interrupt_stops_it_soon():
    code = """
        import sys
        from paili import simulate
        simulate.play(10, rules="wsom", policies="greedy")
        print("playing", flush=True)
        simulate.play(50_000_000, rules="wsom", policies="greedy")
    """
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout.readline() == "playing\n"
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    started = time.perf_counter()
    _, errors = process.communicate(timeout=20)
    assert "KeyboardInterrupt" in errors and process.returncode != 0
    assert time.perf_counter() - started < 5  # one, where the machine is not busy


def test_every_rule_set_has_a_procedure():
    from paili.simulate.procedure import play_record

    for name in paili.rules.names():
        record = play_record(paili.rules.load(name))
        assert record["total"] in (108, 136, 144)
