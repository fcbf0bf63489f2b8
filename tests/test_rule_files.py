"""Rule files: every feature of a row on small tables of our own, and all that can be wrong with a file."""

import pickle
from pathlib import Path

import pytest

import paili

LARGEST = 10_000_000  # points are cut there

HOUSE_RULE = Path(__file__).parent.parent / "notebooks" / "house_rule.toml"

ROW = '{key} = {{ zh = "{key}", en = "{key}", points = {points}{more} }}\n'


def rule_set(tmp_path, rows, head=""):
    """A rule set of rows written as (key, points, more)."""
    path = tmp_path / "own.toml"
    table = "".join(
        ROW.format(key=key, points=points, more=more and f", {more}") for key, points, more in rows
    )
    path.write_text(f"{head}\n[patterns]\n{table}", encoding="utf8")
    return paili.rules.load(path)


def patterns(rules, text, **keys):
    return rules.score(paili.Hand.parse(text, **{"by": "discard", **keys})).patterns


PUNGS = "222m444p666s999p3z +3z"


def test_a_conjunction_needs_all_its_facts_and_none_it_bars(tmp_path):
    rows = [
        ("clean", 5, 'fact = ["all_pungs", "full_flush"]'),
        ("open", 2, 'fact = ["all_pungs"], unless = ["concealed_hand"]'),
    ]
    rules = rule_set(tmp_path, rows)
    assert patterns(rules, "222444666m9m (888m) +9m") == {"clean": 5, "open": 2}
    assert patterns(rules, "222444666888m9m +9m") == {"clean": 5}
    assert patterns(rules, PUNGS) == {}


def test_two_rows_may_ask_for_the_same_fact(tmp_path):
    rows = [
        ("all_pungs", 3, ""),
        ("again", 4, 'fact = "all_pungs"'),
        ("third", 5, 'fact = "all_pungs", shapes = ["seven_pairs"]'),
    ]
    assert patterns(rule_set(tmp_path, rows), PUNGS) == {"all_pungs": 3, "again": 4}


def test_exclusions_run_down_the_table_and_an_excluded_row_excludes_nothing(tmp_path):
    rows = [
        ("four_concealed_pungs", 9, 'excludes = ["all_pungs"]'),
        ("all_pungs", 5, 'excludes = ["self_draw"]'),
        ("self_draw", 1, ""),
    ]
    rules = rule_set(tmp_path, rows)
    assert patterns(rules, PUNGS, by="self_draw") == {"four_concealed_pungs": 9, "self_draw": 1}
    assert patterns(rules, "222m444p666s3z (999p) +3z", by="self_draw") == {"all_pungs": 5}


def test_minus_takes_from_a_counted_row(tmp_path):
    rows = [("big_three_dragons", 20, "minus = { honor_pungs = 2 }"), ("honor_pungs", 1, "count = true")]
    rules = rule_set(tmp_path, rows)
    assert patterns(rules, "555666777z111z2m +2m") == {"big_three_dragons": 20, "honor_pungs": 2}
    assert patterns(rules, "555666z111z345m2m +2m") == {"honor_pungs": 3}


def test_of_a_series_the_first_that_holds_counts(tmp_path):
    rows = [("full_flush", 8, 'series = "suit"'), ("no_honors", 1, 'series = "suit"'), ("all_chows", 1, "")]
    rules = rule_set(tmp_path, rows)
    assert patterns(rules, "123456789m234m5m +5m") == {"full_flush": 8, "all_chows": 1}
    assert patterns(rules, "123456m789p234s5m +5m") == {"no_honors": 1, "all_chows": 1}


def test_fallback_and_minimum(tmp_path):
    rows = [("all_pungs", 5, ""), ("flowers", 1, "count = true"), ("plain", 1, "fallback = true")]
    head = '[win]\nminimum = { value = 3, without = ["flowers"] }'
    rules = rule_set(tmp_path, rows, head)
    plain = paili.Hand.parse("123456m789p234s5m +5m", by="discard", flowers=7)
    score = rules.score(plain)
    assert (score.legal, score.points, score.raw_points) == (False, 0, 8)
    assert score.patterns == {"flowers": 7, "plain": 1}
    assert rules.score(paili.Hand.parse(PUNGS, by="discard", flowers=2)).points == 7


def test_points_differ_between_open_and_concealed_hands(tmp_path):
    rules = rule_set(tmp_path, [("full_flush", "{ closed = 6, open = 5 }", "")])
    assert patterns(rules, "123456789m234m5m +5m") == {"full_flush": 6}
    assert patterns(rules, "456789m234m5m (123m) +5m") == {"full_flush": 5}


def test_units_are_summed_apart(tmp_path):
    rows = [("full_flush", 3, ""), ("self_draw", 1, 'unit = "doubling"')]
    rules = rule_set(tmp_path, rows, '[points]\nunits = ["fan", "doubling"]')
    score = rules.score(paili.Hand.parse("123456789m234m5m +5m", by="self_draw"))
    assert score.units == {"fan": 3, "doubling": 1} and score.total == 3


@pytest.mark.parametrize(
    "mode",
    [
        "combine = 'sum'\nbase = 1000000",
        "combine = 'limit'\nlimit = 1000000",
        "combine = 'doubling'\nbase = 1000000",
        "combine = 'flowers'\ncap = 1000000",
    ],
)
@pytest.mark.parametrize("settle", ["par", "base", "payer", "all_pay", "taiwan"])
@pytest.mark.parametrize("doublings", [10_000, -10_000])
def test_no_sum_is_too_large(tmp_path, mode, settle, doublings):
    head = (
        f"[win]\nminimum = {{ value = 1 }}\n[points]\n{mode}\nunits = ['a', 'b', 'c']\n"
        f"minimum_after_doubling = true\n[settlement]\nmode = '{settle}'\nself_draw_share = 10\n"
        "stake = 1000000\ndealer_doubles = true\n"
    )
    rows = [
        ("full_flush", 10_000, ""),
        ("all_chows", doublings, "unit = 'b'"),
        ("self_draw", 9_999, "unit = 'c'"),
    ]
    rules = rule_set(tmp_path, rows, head)
    hand = paili.Hand.parse("123456789m234m5m +5m", by="self_draw", winner=0, dealer=0)
    score = rules.score(hand)
    assert 0 <= score.raw_points <= LARGEST and score.payments.sum() == 0
    assert not score.legal or score.payments[0] > 0
    assert str(rules.explain(hand)) and str(rules.explain(hand.replace(by="discard", flags=["dead_hand"])))


def test_combination_rows_are_chosen_by_the_principles(tmp_path):
    rows = [
        (key, points, "combination = true")
        for key, points in (("mixed_triple_chow", 8), ("mixed_double_chow", 1))
    ]
    rules = rule_set(tmp_path, rows, '[points]\ncombine = "principles"')
    assert patterns(rules, "234m234p234s5m (678p) +5m") == {"mixed_triple_chow": 8}
    assert patterns(rules, "234m234p567m567s5z +5z") == {"mixed_double_chow": 2}


def test_options_patch_the_table():
    rules = paili.rules.load(HOUSE_RULE)
    hand = paili.Hand.parse("12m55z (345p) (678s) (888p) +3m", by="discard", flags=["last_copy"])
    assert rules.options["last_copy"] is True and rules.score(hand).patterns == {"last_copy": 10}
    without = rules.replace(last_copy=False)
    assert not without.score(hand).legal and without.fingerprint != rules.fingerprint
    assert "last_copy" not in [row.id for row in without.patterns]


def test_the_house_rule_scores():
    rules = paili.rules.load(HOUSE_RULE)
    assert rules.title("en") == "Friday club" and rules.title("zh") == "週五會"
    order = [row.id for row in rules.patterns]
    assert order.index("fully_open") < order.index("all_simples")
    hand = paili.Hand.parse("5m (234m) (345p) (678s) (888p) +5m", by="discard", winner=0, from_=1)
    score = rules.score(hand)
    assert score.patterns == {"fully_open": 15} and score.payments.tolist() == [45, -15, -15, -15]
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert paili.rules.load("wsom").score(hand).patterns == {"all_simples": 5}


GOOD = ROW.format(key="all_pungs", points=5, more="")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "has no \\[patterns\\]"),
        ("[patterns]\nall_pungs = 5", "row 'all_pungs': is not a table"),
        (
            "[patterns]\n" + ROW.format(key="all_bungs", points=5, more=""),
            "row 'all_bungs': unknown fact 'all_bungs'",
        ),
        ("[patterns]\n" + GOOD + GOOD, "Cannot overwrite a value|all_pungs"),
        ("[patterns]\n" + GOOD.replace("points = 5", 'points = "5"'), "row 'all_pungs': points is neither"),
        (
            "[patterns]\n" + GOOD.replace("points = 5", "points = 99999"),
            "row 'all_pungs': points beyond 10000",
        ),
        ("[patterns]\n" + GOOD.replace("}", ', sauce = "x" }'), "row 'all_pungs': unknown key 'sauce'"),
        ("[patterns]\n" + GOOD.replace('zh = "all_pungs", ', ""), "row 'all_pungs': lacks 'zh'"),
        (
            "[patterns]\n" + GOOD.replace("}", ', excludes = ["none"] }'),
            "row 'all_pungs': excludes the unknown row 'none'",
        ),
        ("[patterns]\n" + GOOD.replace("}", ', excludes = ["all_pungs"] }'), "circular exclusion"),
        (
            "[patterns]\n"
            + ROW.format(key="all_chows", points=1, more=', excludes = ["all_pungs"]')
            + GOOD.replace("}", ', excludes = ["all_chows"] }'),
            "row 'all_pungs': excludes 'all_chows', which does not stand after it: a circular exclusion",
        ),
        (
            "[patterns]\n"
            + ROW.format(key="all_chows", points=1, more="")
            + GOOD.replace("}", ', excludes = ["all_chows"] }'),
            "only later rows may be excluded",
        ),
        (
            "[patterns]\n"
            + GOOD
            + ROW.format(key="all_chows", points=1, more="").replace('zh = "all_chows"', 'zh = "all_pungs"'),
            "row 'all_chows': has the same name all_pungs as 'all_pungs'",
        ),
        ("[patterns]\n" + GOOD.replace("}", ", count = true }"), "cannot hold several times"),
        ("[patterns]\n" + GOOD.replace("}", ', source = "rumour" }'), "source 'rumour' is none of"),
        ("[patterns]\n" + GOOD.replace("}", ', unit = "han" }'), "unit 'han' is none of points"),
        ("[patterns]\n" + GOOD.replace("}", ', shapes = ["eight_pairs"] }'), "unknown shape 'eight_pairs'"),
        ("[patterns]\n" + GOOD.replace("}", ", combination = true }"), "is no combination"),
        ("[win]\ntile_set = 'tarot'\n[patterns]\n" + GOOD, "unknown tile set 'tarot'"),
        ("[points]\ncombine = 'magic'\n[patterns]\n" + GOOD, "unknown combine mode 'magic'"),
        ("[settlement]\nmode = 'barter'\n[patterns]\n" + GOOD, "unknown settle mode 'barter'"),
        ("[wins]\n", "unknown table \\[wins\\]"),
        ("[win]\nminimal = 3\n[patterns]\n" + GOOD, "unknown key 'minimal' in \\[win\\]"),
        ("extends = 'nowhere'\n", "no rule set 'nowhere'"),
        ("extends = 'own.toml'\n", "extends itself"),
        ("[options.x]\nsets = 'win.groups'\n[patterns]\n" + GOOD, "option 'x' lacks a default"),
        ("[patterns\n", "own.toml"),
        ("points = 5\n[patterns]\n" + GOOD, "points is 5, not a table"),
        ("patterns = true\n", "patterns is not a table"),
        ("options = []\n[patterns]\n" + GOOD, "options is not a table"),
        ("[win]\ngroups = 7\n[patterns]\n" + GOOD, r"\[win\] groups is 7, not a whole number from 4 to 5"),
        ("[win]\ngroups = true\n[patterns]\n" + GOOD, r"\[win\] groups is True, not a whole number"),
        ("[win]\nchow_melds = 1\n[patterns]\n" + GOOD, "chow_melds is 1, not true or false"),
        ("[win]\nmax_suits = -1\n[patterns]\n" + GOOD, "max_suits is -1"),
        ("[win]\nshapes = []\n[patterns]\n" + GOOD, "shapes is empty: no hand would win"),
        ("[win]\nshapes = 'standard'\n[patterns]\n" + GOOD, "shapes is 'standard', not a list of words"),
        ("[win]\nminimum = 8\n[patterns]\n" + GOOD, "minimum is 8, not a table"),
        ("[win]\nminimum = { worth = 8 }\n[patterns]\n" + GOOD, "minimum has the unknown key 'worth'"),
        ("[win]\nminimum = { unit = 'fan' }\n[patterns]\n" + GOOD, "minimum unit 'fan' is none of points"),
        ("[win]\nminimum = { without = ['x'] }\n[patterns]\n" + GOOD, "minimum without the unknown row 'x'"),
        (
            "[win]\ngroups = 5\nshapes = ['standard', 'seven_pairs']\n[patterns]\n" + GOOD,
            "shape 'seven_pairs' is one of 14 tiles",
        ),
        (
            "[win]\ntile_set = 'suits'\nshapes = ['fourteen_honors']\n[patterns]\n" + GOOD,
            "'fourteen_honors' cannot be formed with the tile set 'suits'",
        ),
        ("[win]\ntile_set = 'ten-rank'\ngroups = 5\n[patterns]\n" + GOOD, "ten-rank tiles have 4"),
        ("[points]\ncap = -1\n[patterns]\n" + GOOD, r"\[points\] cap is -1"),
        ("[points]\nbase = 9999999999\n[patterns]\n" + GOOD, "base is 9999999999"),
        ("[points]\nunits = []\n[patterns]\n" + GOOD, r"units is \[\], not one to 3 different words"),
        ("[points]\nunits = ['a', 'b', 'c', 'd']\n[patterns]\n" + GOOD, "not one to 3 different words"),
        ("[points]\nunits = ['a', 'a']\n[patterns]\n" + GOOD, "not one to 3 different words"),
        ("[points]\ncombine = 'limit'\n[patterns]\n" + GOOD, "combine = 'limit' needs limit, at least 1"),
        ("[points]\ncombine = 'flowers'\n[patterns]\n" + GOOD, "counts in three units, not in 1"),
        ("[points]\nminimum_after_doubling = true\n[patterns]\n" + GOOD, "no second unit to double by"),
        ("[settlement]\nrobbed_share = 99\n[patterns]\n" + GOOD, "robbed_share is 99"),
        ("[settlement]\nfalse_win = 'all'\n[patterns]\n" + GOOD, "false_win is 'all', .* or 'claimed'"),
        ("[settlement]\nkongs = { pung = 1 }\n[patterns]\n" + GOOD, "kongs has the unknown key 'pung'"),
        ("[play]\ntime = { turn = 1 }\n[patterns]\n" + GOOD, "time lacks 'fine'"),
        (
            "[play]\nwinners = 'some'\n[patterns]\n" + GOOD,
            r"\[play\] winners is 'some', not one of next, all",
        ),
        ("[play]\ndeclined = 'x'\n[patterns]\n" + GOOD, "declined is 'x', not one of free, dearer, none"),
        ("[play]\nearthly = 'x'\n[patterns]\n" + GOOD, "earthly is 'x', not one of never, first_discard"),
        ("[play]\nready = true\n[patterns]\n" + GOOD, "ready is True, not one of never, deal, early, any"),
        ("[play]\ndealer = 'foo'\n[patterns]\n" + GOOD, "dealer is 'foo', not one of rotates, stays"),
        ("[settlement]\nnot_ready_pays = 'x'\n[patterns]\n" + GOOD, "not_ready_pays is 'x', not one of none"),
        ("[patterns]\n" + GOOD.replace("points = 5", "points = true"), "points is neither a whole number"),
        ("[patterns]\n" + GOOD.replace("}", ", excludes = 'x' }"), "excludes is 'x', not a list of words"),
        ("[patterns]\n" + GOOD.replace("}", ", minus = ['x'] }"), r"minus is \['x'\], not a table"),
        ("[patterns]\n" + GOOD.replace("}", ", minus = { x = -1 } }"), "minus x is -1"),
        ("[patterns]\n" + GOOD.replace("}", ", fact = 5 }"), "fact is 5, not a word or a list of words"),
        ("[patterns]\n" + GOOD.replace("}", ", count = 'yes' }"), "count is 'yes', not true or false"),
        ("[patterns]\n" + GOOD.replace('zh = "all_pungs"', "zh = 5"), "zh is 5, not text"),
        (
            "[patterns]\n" + ROW.format(key="flowers", points=4000, more=", count = true"),
            "points beyond 3000 of a row that counts several times",
        ),
        (
            "[patterns]\na = { zh = 'a', en = 'a', points = 1, fallback = true }\n"
            "b = { zh = 'b', en = 'b', points = 1, fallback = true }\n",
            "row 'b': is a second fallback",
        ),
        (
            "[win]\ngroups = 5\n[points]\ncombine = 'principles'\n[patterns]\n"
            + ROW.format(key="pure_double_chow", points=1, more=", combination = true"),
            "need combine = 'principles' and hands of 4 groups",
        ),
        ("[patterns]\n" + GOOD + "[options]\nx = 5\n", "option 'x' lacks a default"),
        (
            "[patterns]\n" + GOOD + "[options]\nx = { default = 1.5, sets = 'points.base' }\n",
            "option 'x' default is 1.5",
        ),
        ("[patterns]\n" + GOOD + "[options]\nx = { default = 1, sets = 5 }\n", "option 'x' sets is 5"),
        ("[patterns]\n" + GOOD + "[options]\nx = { default = 1, when = 5 }\n", "option 'x' when is 5"),
        (
            "[patterns]\n" + GOOD + "[options]\nx = { default = 1, when = { 1 = 5 } }\n",
            "option 'x' when 1 is 5, not a table",
        ),
        ("[patterns]\n" + GOOD + "[options]\nx = { default = 1, sets = 'a.b' }\n", r"unknown table \[a\]"),
        (
            "extends = 'wsom'\n[patterns]\nx = { zh = 'x', en = 'x', points = 1, before = 'y' }\n",
            "'x' wants to stand before 'y', which is not there",
        ),
        ("extends = 'wsom'\n[win]\n'+groups' = [1]\n[patterns]\n" + GOOD, "own"),
        ("x = " + "[" * 9000, "nested too deeply|own.toml"),
        ("a" + ".a" * 9000 + " = 1\n", "nested too deeply|unknown table"),
        (
            "[patterns]\n"
            + "".join(
                f"r{i} = {{ zh = '{i}', en = '', points = 1, fact = 'all_pungs' }}\n" for i in range(129)
            ),
            r"has 129 rows \(at most 128\)",
        ),
    ],
)
def test_a_fault_is_named_with_file_and_row(tmp_path, text, fault):
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf8")
    with pytest.raises(paili.rules.RuleSetError, match=fault) as caught:
        paili.rules.load(path)
    assert "own.toml" in str(caught.value)


def test_files_that_are_none(tmp_path):
    for name in ("nobody", tmp_path / "missing.toml", tmp_path, "../wsom", "wsom.toml.bak"):
        with pytest.raises(paili.rules.RuleSetError, match="no rule set"):
            paili.rules.load(name)
    latin = tmp_path / "latin.toml"
    latin.write_bytes("# \xe9\n".encode("latin1"))
    with pytest.raises(paili.rules.RuleSetError, match="cannot be read"):
        paili.rules.load(latin)


def test_a_rule_set_has_a_name():
    for wrong in (5, None, b"wsom", ["wsom"]):
        with pytest.raises(TypeError, match="called by its name or its path"):
            paili.rules.load(wrong)
    with pytest.raises(paili.rules.RuleSetError, match="no rule set"):
        paili.rules.load("x" * 5000)
    with pytest.raises(paili.rules.RuleSetError, match="no rule set"):
        paili.rules.load("wsom\0.toml")


def test_options_refuse_what_they_do_not_know():
    mcr = paili.rules.load("mcr")
    with pytest.raises(paili.rules.RuleSetError, match="has no option 'nonsense'"):
        mcr.replace(nonsense=1)
    with pytest.raises(paili.rules.RuleSetError, match="formal_waits"):
        mcr.replace(formal_waits="yes")
