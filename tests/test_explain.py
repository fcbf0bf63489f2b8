"""Explanations: of every published case, in both languages, with the numbers of the score."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import paili
from paili.explain.text import table, width
from paili.explain.words import UNITS, WORDS, Words
from winning import winning_hands

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared" / "cases"
SVG = "{http://www.w3.org/2000/svg}svg"


def published(*names):
    files = [p for folder in (SHARED, ROOT / "tests" / "golden") for p in sorted(folder.glob("*.json"))]
    return [
        case for path in files if not names or path.stem in names
        for case in json.loads(path.read_text(encoding="utf8")) if case.get("kind") == "win"
    ]  # fmt: skip


def rules_of(case):
    options = case.get("context", {}).get("options")
    rules = paili.rules.load(case["rules"])
    return rules.replace(**options) if options else rules


def hand_of(case):
    """The hand of a case, or None where the case is no hand at all."""
    record = {key: value for key, value in case.items() if key not in ("expect", "options")}
    if "context" in record:
        record["context"] = {k: v for k, v in record["context"].items() if k != "options"}
    hands = paili.Hands.from_records([record], errors="mask")
    return hands[0] if hands.valid[0] else None


def explain(name, text, lang="en", **keys):
    rules = paili.rules.load(name)
    return rules.explain(paili.Hand.parse(text, tile_set=rules.tile_set, **keys), lang)


def left_out(explanation):
    return {item.pattern.id: item for item in explanation.left_out}


# ---- every published case ----


@pytest.mark.parametrize("name", sorted({case["rules"] for case in published()}))
def test_every_case_is_explained(name):
    cases = [case for case in published() if case["rules"] == name]
    for case in cases:
        rules, hand = rules_of(case), hand_of(case)
        if hand is None:
            continue
        score = rules.score(hand)
        english, chinese = rules.explain(hand), rules.explain(hand, "zh")
        check_numbers(english, score, rules)
        check_reasons(english, score)
        for explanation in (english, chinese):
            check_text(explanation)
            check_html(explanation)
        assert [line.pattern for line in english.counted] == [line.pattern for line in chinese.counted]


def check_numbers(explanation, score, rules):
    assert explanation.score.payments.tolist() == score.payments.tolist()
    assert (explanation.score.points, explanation.score.total) == (score.points, score.total)
    shown = {line.pattern.id: line.points for line in explanation.counted if not line.pattern.hidden}
    assert shown == score.patterns
    for unit in rules.units[1:]:
        counted = sum(line.points for line in explanation.counted if line.pattern.unit == unit)
        assert counted == score.units.get(unit, 0) or not explanation.counted
    first = sum(line.points for line in explanation.counted if line.pattern.unit == rules.units[0])
    assert first == score.total
    if explanation.conversion:
        assert explanation.conversion.endswith(f"= {score.raw_points}")
    elif explanation.counted:
        assert score.raw_points == score.total


def check_reasons(explanation, score):
    """A hand that is no legal win has reasons; what is left out has reasons and does not count."""
    assert bool(explanation.objections) == (not score.legal)
    counted = {line.pattern.id: line for line in explanation.counted}
    for item in explanation.left_out:
        assert item.reason and item.by
        assert all(other.id in counted for other in item.by), (item.pattern.id, item.by)
        if item.kind in ("excluded", "series", "alone"):
            assert item.pattern.id not in counted or item.joins
    if (other := explanation.runner_up) is not None:
        assert (other.legal, other.points, other.total) <= (score.legal, score.raw_points, score.total) or (
            not score.legal
        )


def check_text(explanation):
    text = str(explanation)
    assert "{" not in text and "None" not in text
    for line in explanation.counted:
        assert explanation.name(line.pattern) in text
    if explanation.score.settled and explanation.score.legal:
        assert all(str(paid) in text for paid in explanation.score.payments.tolist())


def check_html(explanation):
    tree = ET.fromstring(explanation._repr_html_())
    assert tree.tag == "div"
    assert (tree.find(f".//{SVG}") is not None) == (explanation.hand.win_tile is not None)


# ---- what an explanation says ----


def test_series_and_exclusions_name_what_counts_instead():
    found = left_out(explain("wsom", "111222333444m5z +5z"))
    assert {item.kind for item in found.values()} == {"series"}
    assert next(iter(found.values())).by[0].en == "Four Consecutive Triplets"
    found = left_out(explain("mcr", "22233344455m11s +1s", by="self_draw"))
    assert found["all_pungs"].kind == "excluded"
    assert found["all_pungs"].by[0].id == "four_concealed_pungs"
    assert "Four Concealed Pungs" in found["all_pungs"].reason


def test_a_limit_stands_alone():
    explanation = explain("wsom", "19m19p19s1234567z +1z")
    assert [line.pattern.points for line in explanation.counted] == [explanation.score.points]
    assert all(item.kind in ("alone", "excluded", "series") for item in explanation.left_out)


def test_a_sum_above_the_limit_is_cut():
    explanation = explain("wsom", "111222333444m5z +5z")
    assert explanation.score.total == 400
    assert explanation.conversion == "at most 320 = 320"


def test_the_groups_of_each_combination_are_named():
    explanation = explain("mcr", "789m123p1235s (123m) +5s", winner=0, from_=2)
    joins = {line.pattern.id: line.joins for line in explanation.counted}
    assert joins["mixed_triple_chow"] == ("123m 123p 123s",)
    assert joins["two_terminal_chows"] == ("123m 789m",)
    blocked = left_out(explanation)["mixed_double_chow"]
    assert blocked.kind == "split"
    assert set(blocked.joins) == {"123m 123p", "123m 123s", "123p 123s"}


def test_groups_joined_already_are_not_joined_again():
    # 123m 123p, 456m with 123m, 456p with 123p: three join four chows, no fourth fan is left
    explanation = explain("mcr", "123456m123456p8s +8s")
    fans = [line for line in explanation.counted if line.joins]
    assert sum(len(line.joins) for line in fans) == 3
    assert any(item.kind in ("same", "joined") for item in explanation.left_out)


def test_what_a_row_takes_from_another():
    explanation = explain("mcr", "1112345678999m +9m", by="self_draw")
    assert left_out(explanation)["pung_of_terminals_or_honors"].kind == "taken"


def test_the_runner_up_has_other_groups():
    explanation = explain("wsom", "111222333444m5z +5z")
    other = explanation.runner_up
    assert other is not None and other.points < explanation.score.points
    assert str(other.arrangement) != str(explanation.arrangement)
    assert explain("wsom", "234m678p3499s (333z) +5s").runner_up is None


@pytest.mark.parametrize(
    ("name", "text", "keys", "words"),
    [
        ("mcr", "445566m2277779s +8s", {}, "7 of the 8 points"),
        ("mcr", "123m456p789s1122z +3z", {}, "do not win"),
        ("mcr", "123m456p789s1122z +5s", {}, "one exchange short"),
        ("wsom", "234m678p3499s (333z) +5s", {"flags": ["dead_hand"], "seat_wind": "W"}, "dead"),
        ("wsom", "234m678p3499s (333z) +5s", {}, "0 of the 1 patterns"),
        ("sichuan-points", "23445m567888p99s +6m", {}, "3 suits, at most 2"),
        ("sichuan-points", "456m456p1145m (123m) +6m", {}, "123m was claimed"),
        ("taiwan-csmu", "", {"by": "false_win", "winner": 0}, "no win"),
        ("mcr", "", {"by": "eight_flowers", "winner": 0}, "no win by flowers"),
    ],
)  # fmt: skip
def test_why_a_hand_is_no_legal_win(name, text, keys, words):
    explanation = explain(name, text, **keys)
    assert not explanation.score.legal
    assert words in " ".join(explanation.objections)
    assert words in str(explanation)
    assert explain(name, text, "zh", **keys).objections


def test_penalty_tiles_bar_arrangements():
    context = {"penalty_tiles": "4s"}
    explanation = explain("wsom", "234m678p3499s (333z) +5s", seat_wind="W", context=context)
    assert "(4s) bar every arrangement" in " ".join(explanation.objections)


@pytest.mark.parametrize(
    ("log", "responsible", "words"),
    [
        ([[2, "5s"], [0, "5s"]], None, "nobody is responsible"),
        ([[1, "5s"], [0, "5s"]], 1, "seat 1  -10  responsible"),
        ([[0, "5s"]], 0, "discarder, responsible"),
    ],
)
def test_who_is_responsible(log, responsible, words):
    keys = {"winner": 2, "from_": 0, "seat_wind": "W", "context": {"discard_log": log}}
    explanation = explain("wsom", "234m678p3499s (333z) +5s", **keys)
    assert explanation.score.responsible == responsible
    assert words in str(explanation)


def test_conversions():
    assert explain("sichuan-points", "1122334455667m +7m").conversion == "10 × 2^4 = 160"
    assert explain("shanghai", "1144455m (777z) (222m) +5m").conversion.startswith("20 × 1")


def test_scores_explain_a_row():
    rules = paili.rules.load("wsom")
    hands = paili.concat([paili.Hand.parse("19m19p19s1234567z +1z")._row] * 2)
    assert "Thirteen" in str(rules.score(hands).explain(1))


def test_bad_input():
    rules = paili.rules.load("wsom")
    hand = paili.Hand.parse("19m19p19s1234567z")
    with pytest.raises(ValueError, match="lang is 'fr'"):
        rules.explain(hand.replace(win_tile="1z"), "fr")
    with pytest.raises(ValueError, match="lacks its winning tile"):
        rules.explain(hand)
    with pytest.raises(TypeError, match="takes a Hand"):
        rules.explain("19m19p19s1234567z")


# ---- words and widths ----


def test_every_word_exists_in_both_languages():
    for key, (english, chinese) in {**WORDS, **UNITS}.items():
        assert english and chinese, key
    with pytest.raises(ValueError, match="lang"):
        Words("de")


def test_columns_line_up_with_chinese_characters():
    lines = table([("四归一", "2"), ("All Chows", "12")], right=(1,))
    assert {width(line) for line in lines} == {13}
    text = str(explain("mcr", "789m123p1235s (123m) +5s", "zh"))
    counted = [line.split("   [")[0] for line in text.splitlines() if line[:2] == "  " != line[1:3]]
    assert len({width(line) for line in counted[:3]}) == 1


# ---- random hands ----


@pytest.mark.parametrize("name", paili.rules.names())
def test_random_hands_are_explained(name):
    rules = paili.rules.load(name)
    shapes = ("standard",) if rules.groups == 5 else ("standard", "seven_pairs", "thirteen_orphans")
    tiles = {"tile_set": rules.tile_set, "groups": rules.groups, "shapes": shapes}
    records = winning_hands(7, 40, wsom=name in ("wsom", "zung-jung"), **tiles)
    hands = paili.Hands.from_records([{**r, "tile_set": rules.tile_set} for r in records], errors="mask")
    scores = rules.score(hands, detail=True)
    for row in hands.valid.nonzero()[0].tolist():
        explanation = scores.explain(row)
        check_numbers(explanation, scores[row], rules)
        check_reasons(explanation, scores[row])
        shares = zip(scores.pattern_ids, scores.contributions[row].tolist(), strict=True)
        counted = {line.pattern.id: line.points for line in explanation.counted if not line.pattern.hidden}
        assert {key: n for key, n in counted.items() if n} == {key: n for key, n in shares if n}
        check_html(explanation)
