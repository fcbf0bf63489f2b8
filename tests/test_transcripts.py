"""Rounds of every rule set as text; ``python tests/test_transcripts.py`` writes them anew, to be read."""

from pathlib import Path

import pytest

import paili

GOLDEN = Path(__file__).parent / "golden" / "rounds"
PLAYERS = {1: "greedy", 2: ["greedy", "random", "greedy", "random"]}


def transcripts(name: str) -> str:
    from paili import simulate

    texts = []
    for seed, policies in PLAYERS.items():
        rounds = simulate.play(3, rules=name, policies=policies, seed=seed, log=True, workers=1)
        texts.append(rounds.transcript(seed))
    return "\n\n".join(texts) + "\n"


@pytest.mark.parametrize("name", paili.rules.names())
def test_golden_rounds(name):
    pytest.importorskip("numba")
    assert transcripts(name) == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


if __name__ == "__main__":
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for rules in paili.rules.names():
        (GOLDEN / f"{rules}.txt").write_text(transcripts(rules), encoding="utf-8")
