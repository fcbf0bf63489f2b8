"""The tables of MCR's combinations against exhaustive search: every four groups with every pair."""

from itertools import combinations, combinations_with_replacement

import numpy as np
import pytest

import paili
from paili.melds import CONTENTS, encode
from paili.rulebook import facts as all_facts
from reference_mcr_combos import COMBINATIONS, selections

CHOWS = [9 * suit + start for suit in range(3) for start in range(7)]
DRAGONS = (
    "一色双龙会",
    "三色双龙会",
)  # all their groups are used up: no combination beside them


def hands_of(kind, lists):
    """Four claimed groups a hand, with every pair there are tiles for: the hands and each one's list."""
    melds = np.zeros((len(lists), 5), np.uint8)
    melds[:, :4] = [[encode(kind, tile) for tile in tiles] for tiles in lists]
    held = CONTENTS[melds].sum(axis=1)
    which, pair = np.nonzero((held <= 2) & (held.max(axis=1) <= 4)[:, None])
    concealed = np.eye(34, dtype=np.uint8)[pair]
    return paili.Hands(concealed=concealed, win_tile=pair.astype(np.uint8), melds=melds[which]), which


def searched(rules, family, lists):
    """What the dearest legal choice of combinations is worth, by trying all of them."""
    points = {row.zh: row.points for row in rules.patterns}
    allowed = frozenset(COMBINATIONS & points.keys())
    return np.array(
        [
            max(sum(points[name] * n for name, n in choice) for choice in selections(family, tiles, allowed))
            for tiles in lists
        ]
    )


def tabled(rules, family, hands):
    """What the engine gives for the combinations of a family, and the contributions of all rows."""
    facts = all_facts()
    rows = [row.combination and facts[row.facts[0]].section == family for row in rules.patterns]
    contributions = rules.score(hands, detail=True).contributions
    return contributions[:, np.array(rows)].sum(axis=1), contributions


@pytest.mark.parametrize("name", ["mcr", "mcr-extended"])
def test_every_four_chows_with_every_pair(name):
    rules, lists = paili.rules.load(name), list(combinations_with_replacement(CHOWS, 4))
    hands, which = hands_of("chow", lists)
    got, contributions = tabled(rules, "chow", hands)
    dragons = np.array([row.zh in DRAGONS for row in rules.patterns])
    used_up = contributions[:, dragons].any(axis=1)
    want = np.where(used_up, 0, searched(rules, "chow", lists)[which])
    assert len(hands) > 300_000 and used_up.sum() == 6
    assert (got == want).all(), [str(hands[i]) for i in np.flatnonzero(got != want)[:5]]


@pytest.mark.parametrize("name", ["mcr", "mcr-wmo", "mcr-extended"])
def test_every_four_pungs_with_every_pair(name):
    rules, lists = paili.rules.load(name), list(combinations(range(27), 4))
    hands, which = hands_of("pung", lists)
    got, contributions = tabled(rules, "pung", hands)
    terminals = contributions[:, [row.id for row in rules.patterns].index("all_terminals")] > 0
    want = searched(rules, "pung", lists)[which]
    if name != "mcr-wmo":  # there double pungs count beside all terminals; else only 三同刻 does
        want = np.where(terminals, np.where(want >= 16, 16, 0), want)
    assert len(hands) > 500_000 and terminals.sum() == 15 * 2
    assert (got == want).all(), [str(hands[i]) for i in np.flatnonzero(got != want)[:5]]
