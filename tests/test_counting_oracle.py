"""Counting against slow oracles that share nothing with it, on every path and every kernel variant."""

import os

import numpy as np
import pytest

import corpora
import paili
import reference_counting as oracle
from paili import Shape, counting
from paili._counting import force_isa

ISAS = [isa for isa in ("portable", "avx2", "avx512") if force_isa(isa)]
force_isa(os.environ.get("PAILI_ISA", ""))


@pytest.fixture(params=ISAS)
def isa(request):
    """Each variant this machine runs, one after the other."""
    assert force_isa(request.param)
    yield request.param
    force_isa(os.environ.get("PAILI_ISA", ""))


# ---- the tables, exhaustively -----------------------------------------------------------------------


def one_suit_hands(most):
    """Every count of one suit with up to `most` tiles, and its base-5 key."""
    keys = np.arange(5**9)
    digits = np.stack([keys // 5**rank % 5 for rank in range(9)], axis=1).astype(np.uint8)
    size = digits.sum(1)
    return keys[(size > 0) & (size <= most)], digits[(size > 0) & (size <= most)]


def expected_alone(needs, groups, lone_honour):
    """Distance of a suit with nothing else in hand, or one lone honour."""
    best = np.full(needs.shape[-1], 99)
    for pair in range(2):
        for g in range(groups + 1):
            others = groups - g
            away = 3 * others + 2 * (1 - pair)
            if lone_honour and (others or not pair):
                away -= 1
            best = np.minimum(best, needs[pair, g] + away)
    return best


@pytest.mark.parametrize(("most", "groups"), [(14, 4), (17, 5)])
def test_every_hand_of_one_suit(most, groups):
    keys, digits = one_suit_hands(most)
    assert most == 17 or len(keys) == 405_349  # and the empty one
    needs = oracle.suit_needs(groups=groups)[..., keys].astype(int)
    for suit in range(3):
        hands = np.zeros((len(keys), 34), np.uint8)
        hands[:, 9 * suit : 9 * suit + 9] = digits
        odd = digits.sum(1) % 3 == 0  # such sizes are no hands: an honour makes them one
        hands[odd, 30] = 1
        fits = hands.sum(1) <= most
        found = paili.shanten(hands[fits], shapes=Shape.STANDARD)
        sizes, at = hands[fits].sum(1) // 3, np.flatnonzero(fits)
        for g in range(groups + 1):
            for lone in (False, True):
                some = (sizes == g) & (odd[at] == lone)
                expected = expected_alone(needs[..., at[some]], g, lone)
                np.testing.assert_array_equal(found[some], expected - 1)


# ---- random hands of every kind -----------------------------------------------------------------------


def expected(hands, **keywords):
    return np.array([oracle.shanten(hand, **keywords) for hand in hands])


@pytest.mark.parametrize("size", [14, 13])
def test_every_kind_of_hand(size, isa):
    for kind, hands in corpora.corpora(150, size, seed=size).items():
        np.testing.assert_array_equal(paili.shanten(hands), expected(hands), err_msg=kind)


@pytest.mark.parametrize("size", [1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17])
@pytest.mark.parametrize("tile_set", ["standard", "suits", "ten-rank"])
def test_every_size_and_tile_set(size, tile_set):
    kinds = range(27 if tile_set == "suits" else 34)
    hands = np.concatenate(
        [corpora.dealt(60, size, size, kinds), corpora.dealt(60, size, size + 50, kinds[:9])]
    )
    np.testing.assert_array_equal(paili.shanten(hands, tile_set=tile_set), expected(hands, tile_set=tile_set))
    if size % 3 == 1:
        for hand in hands[::10]:
            np.testing.assert_array_equal(
                paili.acceptance(hand, tile_set=tile_set), oracle.acceptance(hand, tile_set=tile_set)
            )


def random_query(rng):
    """A hand with random keywords, melds that fit it included."""
    tile_set = str(rng.choice(["standard", "suits", "ten-rank"]))
    kinds, ranks = (27 if tile_set == "suits" else 34), oracle.RANKS[tile_set]
    size = int(rng.choice([1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17]))
    pools = [
        np.arange(kinds),
        rng.choice(kinds, int(rng.integers(size // 4 + 2, 12)), replace=False),
        np.arange(ranks) + ranks * rng.integers(3),
        np.unique([*range(3 * ranks, kinds), *rng.choice(3 * ranks, 7, replace=False)]),
    ]
    pool = pools[rng.integers(4)]
    hand = np.zeros(34, np.uint8)
    np.add.at(hand, rng.permutation(np.repeat(pool, 4))[:size], 1)
    keywords = {"tile_set": tile_set, "shapes": int(rng.choice([11, 1, rng.integers(1, 256)]))}
    if rng.random() < 0.8:  # the straight's oracle is slow
        keywords["shapes"] = keywords["shapes"] & ~int(Shape.KNITTED_STRAIGHT) or 1
    held = random_melds(rng, hand, pool, ranks)
    if size < 14 and rng.random() < 0.5 and held.any():
        keywords["held"] = held
    if rng.random() < 0.35:
        keywords["max_suits"] = int(rng.integers(0, 4))
    if rng.random() < 0.25:
        keywords["void"] = int(rng.integers(0, 3))
    return hand, keywords


def random_melds(rng, hand, pool, ranks):
    held = np.zeros(34, np.uint8)
    for _ in range(rng.integers(1, 4)):
        tile, meld = int(rng.choice(pool)), np.zeros(34, np.uint8)
        if rng.random() < 0.6:
            meld[tile] = rng.integers(3, 5)
        elif tile < 3 * ranks and tile % ranks < ranks - 2:
            meld[tile : tile + 3] = 1
        if (hand + held + meld <= 4).all():
            held += meld
    return held


def check_random_queries(seed, n):
    rng = np.random.default_rng(seed)
    for _ in range(n):
        hand, keywords = random_query(rng)
        case = (paili.format_tiles(hand, tile_set=keywords["tile_set"]), keywords)
        now = paili.shanten(hand, **keywords)
        assert now == oracle.shanten(hand, **keywords), case
        if hand.sum() % 3 != 1:
            continue
        accepted = paili.acceptance(hand, **keywords)
        if not keywords["shapes"] & Shape.KNITTED_STRAIGHT or rng.random() < 0.1:
            np.testing.assert_array_equal(accepted, oracle.acceptance(hand, **keywords), err_msg=str(case))
        np.testing.assert_array_equal(paili.waits(hand, **keywords), accepted & (now == 0), err_msg=str(case))


def test_every_keyword():
    check_random_queries(20260, 600)


@pytest.mark.long
def test_every_keyword_at_length():
    check_random_queries(20261, 10_000)


@pytest.mark.long
def test_two_hundred_thousand_mixed_hands():
    """Mixed sizes, kinds, melds and tile sets; the special shapes by their own tests."""
    rng = np.random.default_rng(20262)
    for tile_set, n in (("standard", 100_000), ("suits", 50_000), ("ten-rank", 50_000)):
        kinds, ranks = (27 if tile_set == "suits" else 34), oracle.RANKS[tile_set]
        sizes = rng.choice([1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17], n)
        hands, held = np.zeros((n, 34), np.uint8), np.zeros((n, 34), np.uint8)
        for size in np.unique(sizes):
            hands[sizes == size] = corpora.dealt(
                int((sizes == size).sum()), int(size), int(size), range(kinds)
            )
        for i in range(0, n, 2):
            held[i] = random_melds(rng, hands[i], np.arange(kinds), ranks)
        found = paili.shanten(hands, held=held, tile_set=tile_set, shapes=Shape.STANDARD)
        caps = (4 - held).astype(np.int64)
        caps[:, kinds:] = 0
        for i in range(n):
            args = hands[i].astype(np.int64), caps[i], ranks, oracle.HONOURS[tile_set], int(sizes[i]) // 3
            assert found[i] == oracle.standard_missing(*args) - 1, (tile_set, hands[i], held[i])


def test_formal_waits():
    rng = np.random.default_rng(20263)
    hands = np.concatenate([corpora.quads(300, 13, 1), corpora.near_complete(300, 13, 2, changed=1)])
    for pool in (range(9), range(27, 34), range(18, 34)):
        hands = np.concatenate([hands, corpora.dealt(200, 13, int(rng.integers(99)), pool)])
    found = paili.waits(hands, shapes=Shape.STANDARD, formal=True)
    assert found.any(1).sum() > 50
    for hand, waits in zip(hands, found, strict=True):
        np.testing.assert_array_equal(waits, oracle.formal_waits(hand))


# ---- the variants are one -----------------------------------------------------------------------


def answers(hands, keywords):
    """Whatever the kernels can be asked about `hands`."""
    if hands[0].sum() % 3 == 1:
        return [
            counting.shanten(hands, **keywords),
            counting.acceptance(hands, **keywords),
            counting.waits(hands, **keywords),
        ]
    return [counting.shanten(hands, **keywords), counting.is_complete(hands, **keywords)]


QUERIES = [
    {},
    {"shapes": 1},
    {"shapes": 15},
    {"shapes": 5, "max_suits": 2},
    {"void": 1},
    {"max_suits": 1},
    {"max_suits": 0},
    {"tile_set": "suits"},
    {"tile_set": "suits", "shapes": 5, "max_suits": 2},
]


def check_variants(n, seed, queries):
    for size in (13, 14):
        for kind, hands in corpora.corpora(n, size, seed).items():
            if kind == "melded":
                hands = np.ascontiguousarray(hands)
            for keywords in queries:
                some = hands
                if keywords.get("tile_set") == "suits":
                    some = hands[(hands[:, 27:] == 0).all(1)]
                if kind == "melded" or not len(some):
                    sizes = some.sum(1) % 3 == size % 3
                    some = some[sizes]
                if not len(some):
                    continue
                force_isa("portable")
                expected = answers(some, keywords)
                for isa in ISAS[1:]:
                    force_isa(isa)
                    for a, b in zip(expected, answers(some, keywords), strict=True):
                        np.testing.assert_array_equal(a, b, err_msg=f"{isa} {kind} {keywords}")
    force_isa(os.environ.get("PAILI_ISA", ""))


@pytest.mark.skipif(len(ISAS) < 2, reason="this machine runs the portable kernels only")
def test_variants_agree():
    check_variants(1003, 20264, QUERIES)


@pytest.mark.long
@pytest.mark.skipif(len(ISAS) < 2, reason="this machine runs the portable kernels only")
def test_variants_agree_on_five_million_hands():
    for seed in range(4):
        check_variants(90_001, 30_000 + 100 * seed, QUERIES[:4])


# ---- properties -----------------------------------------------------------------------


def test_a_draw_lowers_shanten_by_at_most_one():
    for size in (1, 4, 7, 10, 13, 16):
        hands = corpora.dealt(300, size, size)
        now, accepted = paili.shanten(hands), paili.acceptance(hands)
        for tile in range(34):
            fits = hands[:, tile] < 4
            drawn = hands[fits]
            drawn[:, tile] += 1
            after = paili.shanten(drawn)
            np.testing.assert_array_equal(after, now[fits] - accepted[fits, tile])


def test_suits_permute():
    hands = corpora.corpora(300, 13)["half flush"]
    moved = hands.copy()
    moved[:, :9], moved[:, 9:18], moved[:, 18:27] = hands[:, 18:27], hands[:, :9], hands[:, 9:18]
    np.testing.assert_array_equal(paili.shanten(hands), paili.shanten(moved))
    np.testing.assert_array_equal(paili.acceptance(hands)[:, :9], paili.acceptance(moved)[:, 9:18])
    mirrored = hands.copy()
    for suit in range(3):
        mirrored[:, 9 * suit : 9 * suit + 9] = hands[:, 9 * suit : 9 * suit + 9][:, ::-1]
    shapes = Shape.STANDARD | Shape.SEVEN_PAIRS
    np.testing.assert_array_equal(paili.shanten(hands, shapes=shapes), paili.shanten(mirrored, shapes=shapes))


def test_complete_is_parsed():
    for kind, hands in corpora.corpora(150, 14).items():
        found = paili.is_complete(hands, shapes=Shape.STANDARD)
        np.testing.assert_array_equal(found, [oracle.parses(hand) for hand in hands], err_msg=kind)
        np.testing.assert_array_equal(found, paili.shanten(hands, shapes=Shape.STANDARD) == -1)
    assert paili.is_complete(corpora.complete(1000, 4, 1)).all()
    assert paili.is_complete(corpora.complete(1000, 5, 1)).all()


@pytest.mark.parametrize(
    ("name", "more"),
    [("wsom", Shape(0)), ("mcr", Shape.HONORS_AND_KNITTED | Shape.KNITTED_STRAIGHT)],
)
def test_scoring_finds_a_parse_where_nothing_is_missing(name, more):
    """The two rooms know nothing of each other, and agree on what is complete."""
    shapes = Shape.STANDARD | Shape.SEVEN_PAIRS_WITH_QUADS | Shape.THIRTEEN_ORPHANS | more
    rng = np.random.default_rng(20265)
    hands = np.concatenate([corpora.near_complete(1500, 14, 5 + i, changed=i) for i in range(2)])
    hands = np.concatenate([hands, corpora.dealt(500, 14, 8, range(9)), *corpora.corpora(200, 14).values()])
    hands = hands[hands.sum(1) == 14]
    drawn = np.array([rng.choice(np.flatnonzero(hand)) for hand in hands], np.uint8)
    concealed = hands.copy()
    concealed[np.arange(len(hands)), drawn] -= 1
    scores = paili.rules.load(name).score(paili.Hands(concealed, drawn))
    np.testing.assert_array_equal(scores.complete, paili.is_complete(hands, shapes=shapes))
