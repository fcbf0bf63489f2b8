"""Mahjong Competition Rules against PyMahjongGB, an engine of others, on random wins."""

import pytest

import paili
import reference_mcr
from peers import installed, mahjonggb_call
from winning import winning_hands


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_totals_of_pymahjonggb(seed):
    calculator = installed("MahjongGB").MahjongFanCalculator
    flags = ("last_tile", "kong_draw", "last_copy")
    records = winning_hands(700 + seed, 5000, shapes=reference_mcr.SHAPES, flags=flags, flowers=8)
    hands = paili.Hands.from_records([{"round_wind": "E", **record} for record in records])
    scores = paili.rules.load("mcr").score(hands)
    wrong = []
    for hand, total in zip(hands, scores.total.tolist(), strict=True):
        fans = calculator(*mahjonggb_call(hand), verbose=True)
        if sum(points * count for points, count, *_ in fans) != total:
            wrong.append(f"{hand!r}: {total}, {fans}")
    assert not wrong, f"{len(wrong)} differ:\n" + "\n".join(wrong[:5])
