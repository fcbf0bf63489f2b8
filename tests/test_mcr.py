"""Mahjong Competition Rules against the slow oracle written from the rule text."""

import json

import pytest

import paili
import reference_mcr
from reference_mcr_rows import OF_SETS_IN_1998
from winning import near_misses, winning_hands

EDITIONS = ("mcr", "mcr-wmo", "mcr-1998", "mcr-extended")
TWO_CHOWS = ("一般高", "喜相逢", "连六", "老少副")
WINS = {
    "shapes": reference_mcr.SHAPES,
    "flags": ("last_tile", "kong_draw", "last_copy", "ready_at_deal"),
    "flowers": 3,
}


def differences(records, name, **options):
    """Where the engine and the oracle disagree, as readable lines."""
    rules = paili.rules.load(name).replace(**engine_options(options))
    hands = paili.Hands.from_records(records, errors="mask")
    assert hands.valid.all(), [d for d in hands.defects if d][:3]
    scores = rules.score(hands)
    for i, record in enumerate(records):
        want, got = reference_mcr.score(record, name, **options), scores[i]
        same = (
            got.legal == want["legal"]
            and got.points == want["points"]
            and got.raw_points == got.total == want["raw_points"]
            and got.payments.tolist() == want["payments"]
            and (got.named("zh") in want["equal_best"] if got.complete else not want["equal_best"])
        )
        if not same:
            yield f"{hands[i]!r}: {got}, right {want}"


def engine_options(options):
    """The oracle lists the fans that seven pairs cannot have; the rule set names the lists."""
    named = {(): "none", ("绿一色",): "all_green"}
    return {k: named.get(v, "as_printed") if k == "of_sets_only" else v for k, v in options.items()}


def check(records, name, **options):
    wrong = list(differences(records, name, **options))
    assert not wrong, f"{len(wrong)} of {len(records)} differ:\n" + "\n".join(wrong[:5])


@pytest.mark.parametrize("seed, name", list(enumerate(EDITIONS)))
def test_random_wins(seed, name):
    check(winning_hands(seed, 700, **WINS), name)


def test_near_misses():
    check(near_misses(9, 300, shapes=WINS["shapes"]), "mcr")


OPTIONS = [
    ({"two_concealed_kongs": 8}, {}),
    ({"two_mixed_kongs": 6}, {}),
    ({"two_mixed_kongs": 0}, {}),
    ({"fully_concealed_special": True}, {"bys": ("self_draw",), "shapes": reference_mcr.SHAPES[1:]}),
    ({"nine_gates_pungs": 0}, {"kinds": ("plain", "nine_gates")}),
    ({"nine_gates_pungs": 2}, {"kinds": ("plain", "nine_gates")}),
    ({"all_terminals_double_pung": True}, {"kinds": ("outside",)}),
    ({"upper_four_too": True}, {"kinds": ("few_ranks",)}),
    ({"of_sets_only": ("绿一色",)}, {"shapes": ("seven_pairs",), "kinds": ("named",)}),
    ({"of_sets_only": OF_SETS_IN_1998}, {"shapes": ("seven_pairs",), "kinds": ("few_ranks", "named")}),
    ({"knitted_waits": "outside"}, {"shapes": ("knitted_straight",)}),
    ({"knitted_waits": "single"}, {"shapes": ("knitted_straight",)}),
    ({"formal_waits": False}, {"kinds": ("few_ranks", "flush")}),
]


@pytest.mark.parametrize("options, kind", OPTIONS, ids=[str(next(iter(x.items()))) for x, _ in OPTIONS])
def test_options(options, kind):
    check(winning_hands(50, 100, **{**WINS, **kind}), "mcr", **options)


def test_an_edition_is_a_choice_of_options():
    for name in EDITIONS[1:3]:
        edition = paili.rules.load(name)
        composed = paili.rules.load("mcr").replace(**edition.options)
        assert [(row.id, row.points, row.excludes, row.minus, row.shapes) for row in composed.patterns] == [
            (row.id, row.points, row.excludes, row.minus, row.shapes) for row in edition.patterns
        ]


def check_cases(cases):
    """Scores as published, read one by one from records; the four two-chow fans may stand for one another."""
    for case in cases:
        want = case.pop("expect")
        score = paili.rules.load(case["rules"]).score(paili.Hands.from_records([case], errors="mask"))[0]
        points = want["points"] if want["legal"] else 0
        assert (score.legal, score.points) == (want["legal"], points), case["id"]
        assert score.payments.tolist() == want["payments"], case["id"]
        if want["legal"]:
            named = [folded(x) for x in (want["patterns"], *want.get("equal_best", []))]
            assert folded(score.named("zh")) in named, case["id"]


def folded(patterns):
    chows = sum(patterns.get(name, 0) for name in TWO_CHOWS)
    return {"two chows": chows} | {name: n for name, n in patterns.items() if name not in TWO_CHOWS}


def test_published_cases(shared):
    check_cases(json.loads((shared / "cases" / "mcr.json").read_text(encoding="utf8")))


def test_formal_waits(shared):
    """A kind of which the hand owns all four is a wait only when asked for formal waits."""
    cases = json.loads((shared / "cases" / "mcr.json").read_text(encoding="utf8"))
    shapes = paili.Shape.STANDARD | paili.Shape.SEVEN_PAIRS_WITH_QUADS | paili.Shape.THIRTEEN_ORPHANS
    shapes |= paili.Shape.HONORS_AND_KNITTED | paili.Shape.KNITTED_STRAIGHT
    for case in (case for case in cases if "waits" in case):
        hand = paili.Hand.from_record({key: case[key] for key in ("concealed", "melds")})
        named = {formal: tiles(paili.waits(hand.concealed, held=hand.held, shapes=shapes, formal=formal))
                 for formal in (True, False)}  # fmt: skip
        assert named[True] == sorted(case["waits"]), case["id"]
        owned = tiles(hand.concealed + hand.held == 4)
        assert named[False] == [tile for tile in named[True] if tile not in owned], case["id"]


def tiles(mask):
    return sorted(paili.tiles.tile_name(tile) for tile in mask.nonzero()[0].tolist())


def test_golden_hands_of_the_extended_rules(root):
    path = root / "tests" / "golden" / "mcr-extended.json"
    check_cases(json.loads(path.read_text(encoding="utf8")))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_many_random_wins(seed):
    check(winning_hands(100 + seed, 5000, **WINS), EDITIONS[seed % 4] if seed > 5 else "mcr")


@pytest.mark.parametrize("name", ["mcr", "mcr-1998", "mcr-wmo", "mcr-extended"])
def test_a_flowers_replacement_is_no_kongs(name: str) -> None:
    record = {"concealed": "12378m11z456p", "melds": [{"type": "pung", "tiles": "999s"}], "win_tile": "9m"}
    drawn = record | {"by": "self_draw", "flowers": "1f", "flags": ["kong_draw"]}
    patterns = paili.rules.load(name).score(paili.Hand.from_record(drawn)).patterns
    assert "self_draw" in patterns and "out_with_replacement_tile" not in patterns


def test_penalty_tiles_bind_where_the_rules_know_them() -> None:
    record = {"concealed": "123m456m789m23s99p", "win_tile": "1s", "by": "discard"}
    hand = paili.Hand.from_record(record | {"context": {"penalty_tiles": "2s"}})
    legal = {name: paili.rules.load(name).score(hand).legal for name in ("mcr", "wsom", "zung-jung")}
    assert legal == {"mcr": True, "wsom": False, "zung-jung": False}
