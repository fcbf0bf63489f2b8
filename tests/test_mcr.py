"""Mahjong Competition Rules against the slow oracle written from the rule text."""

import pytest

import paili
import reference_mcr
from winning import near_misses, winning_hands

EDITIONS = ("mcr", "mcr-wmo", "mcr-1998", "mcr-extended")
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


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_many_random_wins(seed):
    check(winning_hands(100 + seed, 5000, **WINS), EDITIONS[seed % 4] if seed > 5 else "mcr")
