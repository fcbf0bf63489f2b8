"""The corpus holds what it promises, and the same hands on every machine."""

import numpy as np
import pytest

from paili.columns import DISCARD, ROBBED_KONG, SELF_DRAW
from paili.io.corpus import CHUNK, hand_chunks, winning_hands
from paili.melds import IS_KONG, held

N = 20_000


@pytest.fixture(scope="module")
def hands():
    return winning_hands(N, seed=7)


def owned(hands):
    total = hands.concealed + held(hands.melds)
    total[np.arange(len(hands)), hands.win_tile] += 1
    return total


def test_shares(hands):
    melded = hands.melds.any(axis=1)
    tiles = owned(hands)
    suits = tiles[:, :27].reshape(-1, 3, 9).any(axis=2).sum(axis=1)
    one_suit = (suits == 1) & ~tiles[:, 27:].any(axis=1)
    pairs = ((tiles == 2).sum(axis=1) == 7) & ~melded
    orphans = (tiles[:, [0, 8, 9, 17, 18, 26, *range(27, 34)]] > 0).all(axis=1)
    assert abs(melded.mean() - 0.235) < 0.02
    assert abs(one_suit.mean() - 0.25) < 0.02
    assert abs(pairs.mean() - 0.06) < 0.01
    assert 0.002 < orphans.mean() < 0.01


def test_every_kind_of_win_and_kong_in_shuffled_order(hands):
    assert set(np.unique(hands.by)) == {SELF_DRAW, DISCARD, ROBBED_KONG}
    assert set(np.unique((hands.melds[IS_KONG[hands.melds]] - 1) // 34)) >= {2, 3, 4}
    assert (np.count_nonzero(hands.melds, axis=1) == 4).any()
    halves = [half.melds.any(axis=1).mean() for half in (hands[: N // 2], hands[N // 2 :])]
    assert abs(halves[0] - halves[1]) < 0.02


def test_never_more_than_four_copies(hands):
    assert owned(hands).max() == 4
    robbed = hands.by == ROBBED_KONG
    assert (owned(hands)[robbed, hands.win_tile[robbed]] == 1).all()


def test_same_hands_from_the_same_seed(hands):
    assert hands == winning_hands(N, seed=7)
    assert hands != winning_hands(N, seed=8)
    chunks = list(hand_chunks(CHUNK + 10, seed=7))
    assert [len(chunk) for chunk in chunks] == [CHUNK, 10]


@pytest.mark.parametrize(("tile_set", "groups"), [("suits", 4), ("ten-rank", 4), ("standard", 5)])
def test_other_tile_sets(tile_set, groups):
    hands = winning_hands(3000, seed=1, tile_set=tile_set, groups=groups)
    assert hands.tile_set == tile_set
    assert (owned(hands).sum(axis=1) - IS_KONG[hands.melds].sum(axis=1) == 3 * groups + 2).all()
