"""Rounds in bulk: chunks over threads, in order, stopped at once by an interrupt or a fault."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from .._parallel import cpus, overlapped
from ..counting import query
from ..rule_counting import RuleCounting
from ..rules import RuleSet, load
from .layout import CHOW, DISCARD, EVENT, GAME, KONG, MAX_EVENTS, ONE_HAND, PASS, PUNG, READY, RESULT, WIN
from .loop import COUNTS, play_rounds
from .policy import CompiledPolicy, admit
from .procedure import play_record
from .rounds import Rounds

CHUNK = 1024
LOGGED = 128
_WINS_A_ROUND = 3
MOST_ROUNDS = 100_000_000
"""The most rounds of one call: each takes some 150 bytes, twice that while they are joined."""


class PolicyError(RuntimeError):
    """A policy answered with an action that is not legal."""

    __module__ = "paili.simulate"  # where users find it, and what a traceback prints


def as_rules(rules: RuleSet | str | Path) -> RuleSet:
    """Return a rule set, loaded if it is a name or a path."""
    rules = load(rules) if isinstance(rules, str | Path) else rules
    if not isinstance(rules, RuleSet):
        raise TypeError(f"rules is {rules!r}; give a rule set, its name or its path")
    return rules


def as_number(value: Any, name: str, low: int = 0, high: int = 2**63 - 1) -> int:
    """Return a whole number, or raise."""
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | np.integer):
        raise TypeError(f"{name} is {value!r}; it must be a whole number")
    if not low <= value <= high:
        raise ValueError(f"{name} is {value}; it must be {low} to {high}")
    return int(value)


def action_name(action: int) -> str:
    """Write an action.

    >>> action_name(69), action_name(138), action_name(500)
    ('CHOW + 1', 'PASS', '500')
    """
    for name, code in (("WIN", WIN), ("PASS", PASS), ("PUNG", PUNG)):
        if action == code:
            return name
    for name, base in (("READY", READY), ("CHOW", CHOW), ("KONG", KONG), ("DISCARD", DISCARD)):
        if base <= action < base + 34:
            return f"{name} + {action - base}"
    return str(action)


def new_game(rules: RuleSet, *, log: bool = False) -> np.ndarray[Any, Any]:
    """Return a table to play at."""
    games = np.zeros(1, GAME)
    games["play"] = play_record(rules, log=log)
    table = games["table"]
    table["query"] = query(**RuleCounting(rules.table("win")).keywords)
    table["groups"] = rules.groups
    table["ranks"] = games["play"]["ranks"]
    table["void_suit"] = -1
    table["scorer"] = rules.scorer.address
    return games


def as_rounds(n: Any, first: Any) -> tuple[int, int]:
    """Return how many rounds, all kept in memory at once, and the number of the first."""
    n = as_number(n, "n")
    if n > MOST_ROUNDS:
        raise ValueError(f"n is {n}; one call keeps {MOST_ROUNDS} rounds at most: go on with `first`")
    return n, as_number(first, "first", 0, 2**63 - 1 - n)


class Run:
    """One call of `play`: its arguments checked, its chunks played."""

    def __init__(
        self, rules: RuleSet, policies: tuple[CompiledPolicy, ...], seed: int, match: int, log: bool
    ) -> None:
        self.rules, self.policies, self.seed, self.match, self.log = rules, policies, seed, match, log
        self._compiled = tuple(one.compiled for one in policies)

    def chunk(self, span: tuple[int, int]) -> Rounds:
        """Play rounds ``span[0]`` to before ``span[1]``."""
        first, last = span
        n = last - first
        results, wins = np.zeros(n, RESULT), np.zeros(_WINS_A_ROUND * n, ONE_HAND)
        rounds, counts = np.zeros(len(wins), np.int64), np.zeros(COUNTS, np.int64)
        events = np.zeros(n * MAX_EVENTS if self.log else 0, EVENT)
        counts[3] = -1
        game = new_game(self.rules, log=self.log)
        play_rounds(
            game,
            self._compiled,
            np.uint64(self.seed),
            first,
            self.match,
            results,
            wins,
            rounds,
            events,
            counts,
        )
        if counts[3] >= 0:
            self._raise(*counts[2:5].tolist())
        logged = events[: counts[1]].copy() if self.log else None
        return self._rounds(first, results, wins[: counts[0]].copy(), rounds[: counts[0]].copy(), logged)

    def _raise(self, round_: int, seat: int, action: int) -> None:
        raise PolicyError(
            f"policy {self.policies[seat].name!r} answered {action_name(action)} in round {round_} (seed "
            f"{self.seed}), seat {seat}: not legal there"
        )

    def _rounds(self, first: int, results: Any, wins: Any, rounds: Any, events: Any) -> Rounds:
        names = tuple(one.name for one in self.policies)
        return Rounds(
            self.rules,
            names,
            self.seed,
            first,
            results,
            wins,
            rounds,
            events,
            self.match,
        )

    def chunks(self, first: int, n: int, workers: int | None) -> Iterator[Rounds]:
        """Yield chunks in order, whoever plays them."""
        size = max(1, min(LOGGED if self.log else CHUNK, n) // self.match) * self.match
        spans = ((at, min(at + size, first + n)) for at in range(first, first + n, size))
        threads = workers or cpus()
        if threads == 1 or n <= size:
            yield from map(self.chunk, spans)
        else:
            yield from overlapped(spans, self.chunk, threads)

    def joined(self, first: int, n: int, workers: int | None) -> Rounds:
        """Play all chunks and join them."""
        parts = list(self.chunks(first, n, workers))
        if not parts:
            return self._rounds(
                first, np.zeros(0, RESULT), np.zeros(0, ONE_HAND), np.zeros(0, np.int64), None
            )
        columns = ("results", "wins", "wins_round")
        results, wins, rounds = (np.concatenate([getattr(part, name) for part in parts]) for name in columns)
        events = np.concatenate([part.events for part in parts]) if self.log else None
        return self._rounds(first, results, wins, rounds, events)


def play(
    n: int,
    *,
    rules: RuleSet | str | Path,
    policies: Any = "greedy",
    seed: int = 0,
    first: int = 0,
    match: int = 1,
    workers: int | None = None,
    log: bool = False,
) -> Rounds:
    """Play `n` whole rounds.

    Parameters
    ----------
    n
        How many rounds, `MOST_ROUNDS` at most.
    rules
        A rule set, its name or its path.
    policies
        One policy for all seats, or four; names or functions decorated with `policy`.
    seed, first
        A round is made by the seed and its number; the numbers start at `first`, so a run can be continued.
    match
        How many rounds follow from each other: dealer, streak and drawn hands pass on as the rules say. By
        default every round stands alone: the deal passes on with each, the round wind with every fourth.
    workers
        Threads; None for as many as there are processors. Results do not depend on it.
    log
        Keep every event (`Rounds.transcript` prints them).

    >>> rounds = play(100, rules="wsom", policies="random", seed=1)
    >>> rounds.payments.sum(axis=1).any()
    np.False_
    """
    n, first = as_rounds(n, first)
    seed, match = as_number(seed, "seed", 0, 2**64 - 1), as_number(match, "match", 1)
    if first % match:
        raise ValueError(f"first is {first}, in the middle of a match of {match} rounds")
    if not isinstance(log, bool | np.bool_):
        raise TypeError(f"log is {log!r}; it must be True or False")
    if workers is not None:
        workers = as_number(workers, "workers", 1)
    return Run(as_rules(rules), admit(policies), seed, match, log).joined(first, n, workers)
