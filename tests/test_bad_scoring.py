"""Scores asked for in the wrong way, and compiled code given what never passes the door."""

from typing import Any

import numpy as np
import pytest

import paili
from paili import Hands
from paili.columns import COLUMNS

TILES = np.stack([paili.parse_tiles("19m19p19s1234567z")] * 3)


def test_scores_are_taken_by_a_whole_number() -> None:
    scores = paili.rules.load("wsom").score(Hands(TILES, win_tile="1z", by="self_draw"))
    assert scores[-1] == scores[np.int8(2)] and len(list(scores)) == 3
    for row in (3, -4, 10**9):
        with pytest.raises(IndexError, match=f"score {row} of 3"):
            scores[row]
    for wrong in (slice(2), True, None, 1.5, "0", np.array([0, 1])):
        with pytest.raises(TypeError):
            scores[wrong]  # type: ignore[index]
    with pytest.raises(ValueError, match="'en' or 'zh'"):
        paili.rules.load("wsom").title("fr")


@pytest.mark.parametrize(("name", "tile_set"), [("sichuan-wulong", "suits"), ("shiwan", "ten-rank")])
def test_other_tiles_are_told_how_to_be_read(name: str, tile_set: str) -> None:
    rules, text = paili.rules.load(name), "1122334455667m +7m"
    with pytest.raises(ValueError, match=f"say tile_set='{tile_set}' to Hand.parse"):
        rules.score(paili.Hand.parse(text))
    assert rules.score(paili.Hand.parse(text, tile_set=tile_set)).legal


@pytest.mark.parametrize("name", ["wsom", "mcr", "taiwan-csmu", "shiwan", "sichuan-wulong", "shanghai"])
def test_compiled_code_survives_any_bytes(name: str) -> None:
    """Nothing but checked hands gets to compiled code; what it indexes with, it bounds all the same."""
    rules, rng, n = paili.rules.load(name), np.random.default_rng(5), 500
    columns: dict[str, Any] = {"valid": None}
    for column, kind in COLUMNS.items():
        size = int(np.prod(kind.shape(n))) * np.dtype(kind.dtype).itemsize
        columns[column] = rng.integers(0, 256, size, np.uint8).view(kind.dtype).reshape(kind.shape(n))
    out: dict[str, Any] = {name: np.zeros(n, np.int32) for name in ("points", "raw_points", "total")}
    out |= {"legal": np.zeros(n, bool), "complete": np.zeros(n, bool), "responsible": np.zeros(n, np.int8)}
    out |= {"payments": np.zeros((n, 4), np.int32), "units": None}
    out["contributions"] = np.zeros((n, len(rules.patterns)), np.int16)
    rules.scorer.score(columns, 0, n, out)
    assert not out["payments"].sum(axis=1).any()
    for row in range(0, n, 50):
        rules.scorer.readings(columns, row)
