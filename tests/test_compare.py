"""One hand under every rule set that has its tiles."""

import xml.etree.ElementTree as ET

import pytest

import paili
from paili.compare import as_played, compare


def test_every_fitting_rule_set_has_a_row_with_its_own_score():
    hand = paili.Hand.parse("1122334455667m +7m", by="self_draw", winner=1)
    rows = {row.rules: row for row in compare(hand).rows}
    assert rows.keys() == set(paili.rules.names()) - {"shiwan", "taiwan-csmu"}
    for name, row in rows.items():
        score = paili.rules.load(name).score(as_played(hand, paili.rules.load(name)))
        assert (row.legal, row.points, row.total, row.patterns) == (
            score.legal, score.points, score.total, score.named(),
        )  # fmt: skip


def test_honours_and_sizes_keep_rule_sets_out():
    names = {row.rules for row in compare(paili.Hand.parse("19m19p19s1234567z +1z")).rows}
    assert not names & {"sichuan-wulong", "sichuan-points", "lichuan", "shiwan", "taiwan-csmu"}
    sixteen = paili.Hand.parse("123456789m12345p77z +6p")
    assert [row.rules for row in compare(sixteen).rows] == ["taiwan-csmu"]
    tens = paili.Hand.parse("1234567m89Xp111s +7m", tile_set="ten-rank")
    assert [row.rules for row in compare(tens).rows] == ["shiwan"]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_tables(lang):
    table = compare(paili.Hand.parse("445566m2277779s +8s"), lang)
    assert "mcr" in {row.rules for row in table.rows}
    assert ("8分起和" if lang == "zh" else "7 of the 8 points") in str(table)
    assert ET.fromstring(table._repr_html_()).tag == "div"


def test_chosen_rule_sets():
    table = compare(paili.Hand.parse("19m19p19s1234567z +1z"), names=["wsom", "mcr"])
    assert [row.rules for row in table.rows] == ["wsom", "mcr"]
    with pytest.raises(ValueError, match="lang"):
        compare(table.hand, "fr")
