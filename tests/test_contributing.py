"""The worked example of CONTRIBUTING.md: a rule set is one TOML file and one golden file."""

import json
import re

import pytest

import paili
from test_conformance import check_names, check_reach, check_wins


@pytest.fixture
def example(root):
    text = (root / "CONTRIBUTING.md").read_text(encoding="utf8")
    section = text[text.index("## The next rule set") :]
    return {lang: re.search(rf"^```{lang}\n(.*?)^```", section, re.M | re.S)[1] for lang in ("toml", "json")}


def test_the_next_rule_set(example, tmp_path):
    path = tmp_path / "harbour.toml"
    path.write_text(example["toml"], encoding="utf8")
    rules, wins = paili.rules.load(path), json.loads(example["json"])
    check_names(rules)
    check_reach(rules, wins)
    check_wins(rules, wins)
    last = paili.Hand.from_record({k: v for k, v in wins[-1].items() if k != "expect"})
    assert "1 of the 3 fan" in str(rules.explain(last))
    assert rules.replace(club_night=True).score(last).legal
    counts = paili.parse_tiles("1122334455667m")
    assert rules.shanten(counts) == 0 and rules.waits_mask(counts)[6]
    assert paili.settlement.may_kong(rules, after="pung")
