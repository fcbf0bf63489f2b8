"""World Series of Mahjong and Zung Jung against the slow oracle written from the rule text."""

import pytest

import paili
import reference_wsom
from winning import near_misses, winning_hands


def differences(records, name):
    """Where the engine and the oracle disagree, as readable lines."""
    rules = paili.rules.load(name)
    hands = paili.Hands.from_records(records, errors="mask")
    assert hands.valid.all(), [d for d in hands.defects if d][:3]
    scores = rules.score(hands, detail=True)
    for i, record in enumerate(records):
        want, got = reference_wsom.score(record, name), scores[i]
        same = (
            got.legal == want["legal"]
            and got.points == want["points"]
            and got.payments.tolist() == want["payments"]
            and got.responsible == (want["responsible"] if want["legal"] else None)
            and (not want["legal"] or got.named("zh") in [want["patterns"], *want.get("equal_best", [])])
            and got.raw_points == want["raw_points"]
        )
        if not same:
            yield f"{hands[i]!r}: {got}, right {want}"


def check(seed, n, name, **kinds):
    records = list(winning_hands(seed, n, wsom=True, **kinds))
    wrong = list(differences(records, name))
    assert not wrong, f"{len(wrong)} of {n} differ:\n" + "\n".join(wrong[:5])


@pytest.mark.parametrize("name", ["wsom", "zung-jung"])
def test_random_wins(name):
    check(1, 1500, name)


@pytest.mark.parametrize("name", ["wsom", "zung-jung"])
def test_near_misses(name):
    wrong = list(differences(near_misses(2, 500), name))
    assert not wrong, "\n".join(wrong[:5])


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_many_random_wins(seed):
    check(100 + seed, 6000, "wsom")
    check(200 + seed, 1000, "zung-jung")


def test_scores_are_compared_by_value():
    rules, hand = paili.rules.load("wsom"), paili.Hand.parse("1122334455667m +7m", winner=0, from_=1)
    assert rules.score(hand) == rules.score(hand)
    assert rules.score(hand) != rules.score(hand.replace(winner=2))
    assert rules.score(hand) != 150


def test_editions_are_options() -> None:
    rules = paili.rules.load("wsom")
    hand = paili.Hand.parse("234m678p3499s (333z) +5s")
    least = {points: rules.replace(least_points=points).score(hand).legal for points in (0, 5, 15)}
    assert least == {0: True, 5: False, 15: False}
    flush = paili.Hand.parse("1112345678999m +5m", by="discard", winner=1, from_=0)
    assert rules.replace(par=25).score(flush).payments.tolist() != rules.score(flush).payments.tolist()
    plain = paili.Hand.parse("123m456m78m99m (555m) +9m")
    assert rules.replace(older_values=True).score(plain).points - rules.score(plain).points == 20
    old = paili.rules.load("zung-jung").options
    assert (old["par"], old["least_points"]) == (25, 0)
