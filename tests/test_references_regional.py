"""The slow oracles of the regional rule systems against every published case, and some cases of our own."""
from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

CASES = Path(__file__).resolve().parents[2] / "shared" / "cases"


def cases(name, *kinds):
    path = CASES / f"{name}.json"
    if not path.exists():
        return [pytest.param(None, marks=pytest.mark.skip(reason="the folder ../shared/cases is absent"))]
    every = json.loads(path.read_text(encoding="utf8"))
    return [pytest.param(c, id=c["id"]) for c in every if c["kind"] in kinds]


def plain(patterns):
    """Pattern contributions without their zeros and without units ("4喇")."""
    numbers = {k: v if isinstance(v, int) else int(re.match(r"-?\d+", v)[0]) for k, v in patterns.items()}
    return {k: v for k, v in numbers.items() if v}


def check(case, got):
    expect = case["expect"]
    assert got["legal"] == expect["legal"]
    assert got["points"] == (expect["points"] if expect["legal"] else 0)
    assert got["payments"] == expect["payments"]
    if expect["legal"]:
        assert plain(got["patterns"]) == plain(expect["patterns"])
        for key in ("total", "la", "flowers", "mult"):
            if expect.get(key) is not None:
                assert got[key] == expect[key]
    if "raw_points" in expect:
        assert got["raw_points"] == expect["raw_points"]


def options_of(case):
    return (case.get("context") or {}).get("options") or {}


@pytest.mark.parametrize("case", cases("taiwan-csmu", "win"))
def test_taiwan(case):
    import reference_taiwan
    check(case, reference_taiwan.score(case, **options_of(case)))


@pytest.mark.parametrize("case", cases("sichuan-wulong", "win") + cases("sichuan-points", "win"))
def test_sichuan(case):
    import reference_sichuan
    check(case, reference_sichuan.score(case, **options_of(case)))


@pytest.mark.parametrize("case", cases("sichuan-wulong", "waits"))
def test_sichuan_waits(case):
    import reference_sichuan
    got = [f"{rank}{suit}" for suit, rank in reference_sichuan.waits(case)]
    assert sorted(got) == sorted(case["expect"]["waits"])


@pytest.mark.parametrize("case", cases("classical", "win"))
def test_classical(case):
    import reference_classical
    check(case, reference_classical.score(case, **options_of(case)))


@pytest.mark.parametrize("case", cases("shiwan", "win"))
def test_shiwan(case):
    import reference_shiwan
    check(case, reference_shiwan.score(case, **options_of(case)))


@pytest.mark.parametrize("case", cases("shiwan", "waits"))
def test_shiwan_waits(case):
    import reference_shiwan
    got = [("X" if rank == 10 else str(rank)) + suit for suit, rank in reference_shiwan.waits(case)]
    assert sorted(got) == sorted(case["expect"]["waits"])


@pytest.mark.parametrize("case", cases("yizheng", "win"))
def test_yizheng(case):
    import reference_yizheng
    check(case, reference_yizheng.score(case, **options_of(case)))


@pytest.mark.parametrize("case", cases("lichuan", "win"))
def test_lichuan(case):
    import reference_lichuan
    check(case, reference_lichuan.score(case, **options_of(case)))


@pytest.mark.parametrize("case", cases("shanghai", "win"))
def test_shanghai(case):
    import reference_shanghai
    check(case, reference_shanghai.score(case, **options_of(case)))
