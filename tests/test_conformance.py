"""What every rule set must keep: names, sources, a golden hand a row, counting that agrees with its wins."""

import json
import tomllib
from pathlib import Path

import numpy as np
import pytest

import paili
from paili import settlement
from winning import near_misses, winning_hands

GOLDEN = Path(__file__).with_name("golden")
EVERY = paili.rules.names()
PAIRS = ("standard", "seven_pairs")
SHAPES = {  # what the generator calls the shapes of a rule set
    "seven_pairs": "seven_pairs",
    "thirteen_orphans": "thirteen_orphans",
    "thirteen_scattered": "thirteen_scattered",
    "honors_and_knitted": "honors_knitted",
    "knitted_straight": "knitted_straight",
    "fourteen_honors": "all_honors",
}


def golden(name, *kinds):
    """The golden cases of a rule set."""
    cases = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf8"))
    return [case for case in cases if not kinds or case["kind"] in kinds]


def family(name):
    """The golden wins of a rule set and of those it changes."""
    document = (paili.rulebook.RULESETS / f"{name}.toml").read_text(encoding="utf8")
    base = tomllib.loads(document).get("extends")
    return golden(name, "win") + (family(base) if base else [])


def read(case):
    """The record of a case."""
    return {key: value for key, value in case.items() if key not in ("expect", "rules")}


def nonzero(patterns):
    return {name: points for name, points in patterns.items() if points}


def check_names(rules):
    """Every row has a name of its own in both languages and says where it comes from."""
    assert rules.title("en") != rules.name != rules.title("zh")
    for row in rules.rows:
        assert row.zh and row.en and row.source in ("text", "public", "decided")
        assert not row.en.isspace() and row.en.isascii() and not row.zh.isascii()
    for lang in ("zh", "en"):
        assert len({row.name(lang) for row in rules.rows}) == len(rules.rows)


def check_reach(rules, wins):
    """Every pattern is part of some golden win."""
    reached = set()
    records = [{**read(case), "tile_set": rules.tile_set} for case in wins]
    for score in rules.score(paili.Hands.from_records(records, errors="mask")):
        if score.legal:
            reached |= score.patterns.keys()
    missing = {row.id for row in rules.patterns} - reached
    assert not missing


def check_wins(rules, wins):
    """Every golden win scores as its case says."""
    for case in wins:
        hands = paili.Hands.from_records([{**read(case), "tile_set": rules.tile_set}], errors="mask")
        score, expect = rules.score(hands)[0], case["expect"]
        assert score.legal == expect["legal"], case["id"]
        assert score.points == (expect["points"] if expect["legal"] else 0), case["id"]
        assert score.payments.tolist() == expect["payments"], case["id"]
        if expect["legal"]:
            lists = [nonzero(one) for one in (expect["patterns"], *expect.get("equal_best", []))]
            assert nonzero(score.named("zh")) in lists, (case["id"], score.named("zh"))


@pytest.mark.parametrize("name", EVERY)
def test_names_and_sources(name):
    check_names(paili.rules.load(name))
    document = (paili.rulebook.RULESETS / f"{name}.toml").read_text(encoding="utf8")
    own = tomllib.loads(document).get("patterns", {})
    assert all("source" in row for row in own.values() if isinstance(row, dict) and "zh" in row)


@pytest.mark.parametrize("name", EVERY)
def test_every_row_is_reached_by_a_golden_hand(name):
    check_reach(paili.rules.load(name), family(name))


@pytest.mark.parametrize("name", EVERY)
def test_golden_wins(name):
    check_wins(paili.rules.load(name), golden(name, "win"))


def procedure(rules, case):
    """What the package answers to a golden case that is no win."""
    extra = {k: case[k] for k in ("by", "wall_left", "now_flags", "now_context") if k in case}
    passed = {k: case[k] for k in ("passed_flags", "passed_context") if k in case}
    kind = case["kind"]
    if kind == "round":
        return {"payments": settlement.round(rules, case["events"]).tolist()}
    if kind == "kong":
        paid = settlement.kong(rules, seat=case["seat"], type=case["type"], from_=case.get("from"))
        return {"payments": paid.tolist()}
    if kind == "claim":
        granted = settlement.claim(rules, from_=case["from"], claims=case["claims"])
        return {"result": [list(one) for one in granted]}
    if kind == "may_kong":
        return {"allowed": settlement.may_kong(rules, after=case["after"])}
    if kind == "counter":
        answer = settlement.next_counter(rules, case["count"], dice=case["dice"], result=case["result"])
        return dict(zip(("active", "after"), answer, strict=True))
    hand = paili.Hand(case["concealed"], melds=case.get("melds", []), tile_set=rules.tile_set)
    if kind == "waits":
        tiles = np.flatnonzero(rules.waits_mask(hand.concealed, hand.held)).tolist()
        return {"waits": [paili.tiles.tile_name(tile, rules.tile_set) for tile in tiles]}
    if kind == "must_win":
        return {"must_win": settlement.must_win(rules, hand, now=case["now"], **extra)}
    acted = bool(case.get("acted") or case.get("drew"))
    answer = settlement.may_win(
        rules, hand, passed=case["passed"], now=case["now"], acted=acted, **extra, **passed
    )
    return {"may_win": answer}


@pytest.mark.parametrize("name", EVERY)
def test_golden_procedure(name):
    rules = paili.rules.load(name)
    for case in golden(name):
        if case["kind"] != "win":
            for key, value in procedure(rules, case).items():
                assert value == case["expect"][key], case["id"]


@pytest.mark.parametrize("name", EVERY)
def test_every_golden_win_is_explained(name):
    rules = paili.rules.load(name)
    for case in golden(name, "win"):
        hands = paili.Hands.from_records([{**read(case), "tile_set": rules.tile_set}], errors="mask")
        if hands.valid[0]:
            for lang in ("en", "zh"):
                text = str(rules.explain(hands[0], lang))
                score = rules.score(hands[0])
                assert all(pattern in text for pattern in score.named(lang)), (case["id"], text)


def plain_hands(name):
    """Complete hands and near misses of a rule set, as counts with the winning tile, and tiles in melds."""
    rules = paili.rules.load(name)
    win = rules.table("win")
    shapes = ["standard", *(SHAPES[shape] for shape in win["shapes"] if shape in SHAPES)]
    options = {"tile_set": rules.tile_set, "groups": rules.groups, "shapes": shapes, "flags": ()}
    options |= {"chow_melds": win.get("chow_melds", True), "bys": ("self_draw",)}
    records = [*winning_hands(7, 400, **options), *near_misses(8, 400, **options)]
    hands = paili.Hands.from_records(records)
    tiles = np.eye(34, dtype=np.uint8)[hands.win_tile]
    return rules, hands, hands.concealed + tiles


@pytest.mark.parametrize("name", EVERY)
def test_complete_is_shanten_minus_one(name):
    rules, hands, counts = plain_hands(name)
    suits = rules.table("win").get("max_suits", 3)
    ranks = 10 if rules.tile_set == "ten-rank" else 9
    own = (counts + hands.held)[:, : 3 * ranks].reshape(len(hands), 3, ranks)
    few = own.any(axis=2).sum(axis=1) <= suits
    complete = rules.score(hands).complete & few
    assert 300 < complete.sum() < 700 or suits < 3
    assert (complete == (rules.shanten(counts, hands.held) == -1)).all()


@pytest.mark.parametrize("name", EVERY)
def test_waits_and_acceptance_of_ready_hands(name):
    rules, hands, _ = plain_hands(name)
    waits = rules.waits_mask(hands.concealed, hands.held)
    accepted = rules.acceptance(hands.concealed, hands.held)
    ready = rules.shanten(hands.concealed, hands.held) == 0
    assert ready.any() and (waits.any(axis=1) == ready).all() and (waits[ready] == accepted[ready]).all()
    rows = np.flatnonzero(ready)
    for tile in np.flatnonzero(waits.any(axis=0)).tolist():
        waiting = rows[waits[rows, tile]]
        more = hands.concealed[waiting] + np.eye(34, dtype=np.uint8)[tile]
        assert (rules.shanten(more, hands.held[waiting]) == -1).all()
        better = np.flatnonzero(accepted[:, tile] & ~ready)
        before = rules.shanten(hands.concealed[better], hands.held[better])
        after = rules.shanten(hands.concealed[better] + np.eye(34, dtype=np.uint8)[tile], hands.held[better])
        assert (after < before).all()
