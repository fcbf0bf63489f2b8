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


PROCEDURE = ("round", "kong", "claim", "may_kong", "may_win", "must_win", "counter")
REGIONAL = ("taiwan-csmu", "sichuan-wulong", "sichuan-points", "classical", "shiwan", "shanghai", "lichuan",
            "yizheng")


def procedure(case):
    import reference_settlement as s
    rules, kind, options = case["rules"], case["kind"], options_of(case)
    names = ("by", "wall_left", "passed_flags", "passed_context", "now_flags", "now_context")
    extra = {k: case[k] for k in names if k in case}
    if kind == "round":
        return {"payments": s.round(rules, case["events"], **options)}
    if kind == "kong":
        paid = s.kong(rules, seat=case["seat"], type=case["type"], from_=case.get("from"), **options)
        return {"payments": paid}
    if kind == "claim":
        return {"result": [list(c) for c in s.claim(rules, from_=case["from"], claims=case["claims"])]}
    if kind == "may_kong":
        return {"allowed": s.may_kong(rules, after=case["after"])}
    if kind == "may_win":
        extra["acted"] = bool(case.get("acted") or case.get("drew"))
        return {"may_win": s.may_win(rules, case, passed=case["passed"], now=case["now"], **extra)}
    if kind == "must_win":
        return {"must_win": s.must_win(rules, case, now=case["now"], **extra)}
    active, after = s.next_counter(rules, case["count"], dice=case["dice"], result=case["result"])
    return {"active": active, "after": after}


@pytest.mark.parametrize("case", [p for name in REGIONAL for p in cases(name, *PROCEDURE)])
def test_procedure(case):
    for key, value in procedure(case).items():
        assert value == case["expect"][key]


def win(concealed, tile, *melds, by="discard", **more):
    """A record in few words: melds as "pung 111z", fed by no known seat."""
    made = [dict(zip(("type", "tiles"), m.split(), strict=True)) for m in melds]
    start = {"winner": 0, "from": None if by == "self_draw" else 1}
    return {**start, "concealed": concealed, "win_tile": tile, "melds": made, "by": by, **more}


HAND_MADE = [                                     # module, record, points, patterns
    ("taiwan", win("123m456p99s34m", "5m", "pung 111z", "pung 777z", by="self_draw"), 3,
     {"自摸": 1, "字牌刻": 2}),
    ("taiwan", win("5m", "5m", "chow 123m", "pung 555p", "chow 789s", "pung 222z", "concealed_kong 1111s"), 2,
     {"單吊": 1, "字牌刻": 1}),
    ("sichuan", win("111222333m99p", "9p", "pung 444m", by="self_draw"), None, None),
    ("sichuan", win("1122334455667m", "7m"), 16, {"清七对": 4}),
    ("sichuan", win("1111222233334m", "4m"), 128, {"清龙七对": 5, "带根": 2}),
    ("sichuan", win("234m567p99s888p45m", "6m"), None, None),
    ("sichuan", win("456p678p11p45m", "3m", "chow 123m"), None, None),
    ("classical", win("112233m112233p9s", "9s"), 21, {"小七对": 20, "无字": 1}),
    ("classical", win("11112222m33445p", "5p"), 34, {"大七对": 30, "清缺无序": 3, "四归一": 1}),
    ("classical", win("123456m456p99s34m", "5m", by="self_draw", flags=["heavenly"]), 42,
     {"天胡": 40, "无字": 1, "小花": 1}),
    ("shiwan", win("1111222233334z", "4z"), 30, {"豪华七对": 30}),
    ("shanghai", win("12z", "3z", "pung 444z", "pung 555z", "pung 666z", "pung 777z"), None, None),
    ("shanghai", win("1z", "2z", "pung 444z", "pung 555z", "pung 666z", "pung 777z"), 60,
     {"乱风向": 2, "大吊车": 1}),
    ("lichuan", win("1122334455667m", "7m", flags=["last_tile"]), 8, {"清一色": 2, "七对": 2, "海底": 1}),
    ("yizheng", win("456p678p11p45m", "3m", "chow 123m"), None, None),
    ("yizheng", win("147m258p369s1357z", "2z"), 10, {"全不靠": 8}),
    ("yizheng", win("147m147p369s1357z", "2z"), None, None),
]


@pytest.mark.parametrize(("name", "record", "points", "patterns"), HAND_MADE)
def test_hand_made(name, record, points, patterns):
    import importlib
    got = importlib.import_module(f"reference_{name}").score(record)
    assert got["legal"] == (points is not None)
    assert sum(got["payments"]) == 0
    if points is not None:
        assert (got["points"], plain(got["patterns"])) == (points, patterns)


def test_false_wins_pay_each_opponent():
    import reference_shiwan
    import reference_taiwan
    false = {"by": "false_win", "winner": 2, "context": {"claimed_tai": 5}}
    assert reference_taiwan.score(false)["payments"] == [5, 5, -15, 5]
    assert reference_shiwan.score(false)["payments"] == [20, 20, -60, 20]


READY, OTHER = "234567m11199p78p", "345678m22266p45p"      # each waits on a hand of one point
NOTHING = "147m258p369s258m1p"
FIRST_WIN = {"event": "win", "concealed": READY, "win_tile": "9p", "winner": 0, "from": 3}


def test_refund_and_ready_payments():
    import reference_settlement as s
    events = [{"event": "kong", "seat": 3, "type": "concealed_kong"},
              {**FIRST_WIN, "by": "discard"},
              {"event": "kong", "seat": 1, "type": "added_kong"},
              {"event": "exhaust", "hands": [{"seat": 1, "concealed": OTHER},
                                             {"seat": 2, "concealed": NOTHING},
                                             {"seat": 3, "concealed": NOTHING}]}]
    assert s.round("sichuan-wulong", events[:1]) == [-2, -2, -2, 6]
    assert s.round("sichuan-wulong", events[:2]) == [-1, -2, -2, 5]
    assert s.round("sichuan-wulong", events[:3]) == [-1, 0, -3, 4]
    assert s.round("sichuan-wulong", events) == [1, 4, -2, -3]


def test_robbed_kong_is_not_paid():
    import reference_settlement as s
    events = [{"event": "kong", "seat": 3, "type": "added_kong"},
              {**FIRST_WIN, "by": "robbed_kong"}]
    assert s.round("sichuan-wulong", events) == [2, 0, 0, -2]


def test_claims_counters_and_fines():
    import reference_settlement as s
    wins = [{"seat": 0, "action": "win"}, {"seat": 3, "action": "win"}]
    assert s.claim("taiwan-csmu", from_=2, claims=wins) == [(3, "win"), (0, "win")]
    assert s.claim("classical", from_=2, claims=wins) == [(3, "win")]
    assert s.claim("shiwan", from_=2, claims=[{"seat": 3, "action": "chow"}]) == []
    assert s.next_counter("shanghai", 0, dice=(4, 4), result="win") == (True, 1)
    assert s.next_counter("shanghai", 3, dice=(2, 5), result="draw") == (True, 4)
    assert s.time_fine("wsom", [15, 16, 31]) == (15, False)
    assert s.time_fine("wsom", [181]) == (65, False)
    assert s.late_fine("wsom", 61, before=140) == (15, True)
