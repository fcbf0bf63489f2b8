"""Hands of Mahjong Competition Rules that engines get wrong, and hands that are none, as Guobiao strings."""

import pytest

import paili
from paili.tiles import TileError

MCR = paili.rules.load("mcr")
TRAPS = [
    ("[1111m][222s,1]78999s44p9s", 9, "四归一 双暗刻 暗杠 幺九刻 幺九刻 无字"),  # 9s ends the chow
    ("[123p,3]55m12379s789p8s", 17, "三色双龙会 坎张"),  # nothing is left for 喜相逢 or 老少副
    ("[678s,3]147m369s25pSS8p", 12, "组合龙"),  # 8p lies in the nine tiles: no wait
    ("1234444678m456p1m|NE1000", 8, "不求人 四归一 缺一门 无字"),  # 4m is a wait too: no 单钓将
    ("[999p,1]147m258s369pPP", 16, "组合龙 四归一 幺九刻 单钓将"),
    ("445566m2277779s8s", 7, "门前清 四归一 一般高 缺一门 无字"),  # seven pairs waits for 9s: no 坎张
    ("[2222s][3333s][5555p,1]67mEE8m", 34, "三杠 双暗刻"),
    ("[789p,1]11123456994p", 26, "清一色 连六 幺九刻"),
    ("[222p,1][333p,2][444p,3]66p88m6p", 33, "一色三节高 碰碰和 断幺 缺一门"),  # 2-3-4-6 are not four
    ("4444556666777m7m", 56, "七对 清一色 四归一 四归一 四归一 断幺"),
    ("222333444s33p77m3p|EE1000", 93, "四暗刻 一色三节高 双同刻 断幺 自摸"),
    ("[222s,1][333s,1][444s,1]33p77m3p", 34, "一色三节高 碰碰和 双同刻 断幺"),
    (
        "[234m,1][234p,1][234s,1]56788m",
        13,
        "三色三同顺 平和 断幺 连六",
    ),  # one 连六, with one set of the three
    ("123m234m345m45mEE6m", 40, "一色四步高 混一色 门前清"),  # no 连六 beside it
    ("[345m,1][345m,1][345m,1]999p6s6s", 27, "一色三同顺 幺九刻 无字 单钓将"),
    ("[234m,1][678m,1][456p,1]22sNN2s|SW0000|3", 11, "无番和 花牌 花牌 花牌"),  # flowers do not spoil it
    ("[234m,1][678m,1][345p,1]9p789s9p|EE0000|8", 11, "平和 单钓将" + 8 * " 花牌"),  # nor do they reach 8
]


def hand(text, **keys):
    return paili.Hand.parse(text, notation="gb", **keys)


def fans(score):
    """Names, as often as they count."""
    points = {row.zh: row.points for row in MCR.patterns}
    return sorted(name for name, n in score.named("zh").items() for _ in range(n // points[name]))


@pytest.mark.parametrize("text, points, named", TRAPS)
def test_traps(text, points, named):
    score = MCR.score(hand(text))
    assert fans(score) == sorted(named.split())
    assert (score.raw_points, score.legal) == (points, points - score.patterns.get("flower_tiles", 0) >= 8)


def test_payments():
    drawn = MCR.score(hand("4444556666777m7m|EW1000|2"))
    assert (drawn.points, drawn.payments.tolist()) == (59, [-67, -67, 3 * 67, -67])
    discarded = MCR.score(hand("4444556666777m7m|EW0000|", from_=1))
    assert (discarded.points, discarded.payments.tolist()) == (56, [-8, -64, 80, -8])
    robbed = MCR.score(hand("445566m22277p78s9s|EE0001|", from_=3))
    assert robbed.patterns["robbing_the_kong"] == 8
    assert robbed.payments.tolist() == [3 * 8 + robbed.points, -8, -8, -8 - robbed.points]
    below = MCR.score(hand("445566m2277779s8s", from_=3))
    assert (below.points, below.payments.tolist()) == (0, [0, 0, 0, 0])
    false_win = MCR.score(paili.Hand(by="false_win", winner=2, dealer=0))
    assert false_win.payments.tolist() == [10, 10, -30, 10] and not false_win.legal


def test_the_last_copy_follows_from_claimed_sets():
    assert "last_copy" not in MCR.score(hand("[234m,1][345m,1]23m55p678s4m")).patterns
    assert MCR.score(hand("[234m,1][345m,1][456m,1]23m55p4m")).patterns["last_copy"] == 4
    assert MCR.score(hand("[444p,1]23p678s456mEE4p")).patterns["last_copy"] == 4
    assert "last_copy" not in MCR.score(hand("444p23p678s456mEE4p")).patterns
    assert MCR.score(hand("444p23p678s456mEE1p|EE0100")).patterns["last_copy"] == 4


@pytest.mark.parametrize(
    "text, fault",
    [
        ("444p23p678s456mEE4p|EE0100", "last_copy, but another 4p is concealed in the hand"),
        ("[444p,1]23p678s456mEE4p|EE0001", "robbed of 4p, of which the winner holds another"),
        ("[234p,1]23p678s456mEE4p|EE0001", "robbed of 4p, of which the winner holds another"),
        ("4p23p456678s456mE4p|EE0001", "robbed of 4p, of which the winner holds another"),
        ("23p456678s456mEE4p|EE0011", "last_tile while robbing a kong: one tile is left"),
        ("23p456678s456mEE4p|EE1001", "kong_draw without a kong or a flower"),
        ("555m55m23p678s66mE4p", "5m occurs 5 times (at most 4)"),
        ("555555m23p678s66mE4p", "5m occurs 6 times (at most 4)"),
        ("[5555m,1]5m678s666m234p4p", "5m occurs 5 times (at most 4)"),
        ("[EFP,1]123456789m5s5s", "chow 156z: honours form no chow"),
        ("[891m,1]123456789m5s5s", "chow 189m is not three in a row"),
        ("123456789m123456789p1s", "19 concealed tiles and 0 melds (13 or 16, a meld counts 3)"),
        ("[123m,1][123m,1][456m,1][456m,1][789m,1]EEE", "3 concealed tiles and 5 melds"),
        ("123456789m1m", "10 concealed tiles and 0 melds"),
    ],
)
def test_hands_that_cannot_be(text, fault):
    with pytest.raises(paili.HandError) as error:
        hand(text)
    assert fault in str(error.value)


@pytest.mark.parametrize("flowers", [9, -1, "19f", "11f", 2.5])
def test_flowers_that_cannot_be(flowers):
    with pytest.raises(paili.HandError, match="flowers"):
        hand("123456789m123p5s5s", flowers=flowers)


def test_all_defects_are_listed():
    with pytest.raises(paili.HandError) as error:
        hand("55555m23p678s6666m4p", flowers=9, flags=["heavenly", "earthly"], round_wind="X")
    for fault in ("round_wind", "flowers", "5m occurs 5 times", "heavenly by discard", "earthly exclude"):
        assert fault in str(error.value)


NO_STRINGS = (
    "[123m,4]5p5p [123m,5]55p5p [EEE,6]5p 123m]5p 10m 123a 123 [12m]5p [5555m,8]1p [3C45,2]5p [123mF]5p "
    "123m|EE00 123m| 123m||2 5m|EX0000 5m|EE0020 5m|EE0000|9 5m|EE0000|ai 5m|EE0000||"
)


@pytest.mark.parametrize("text", NO_STRINGS.split())
def test_strings_that_are_no_hand(text):
    with pytest.raises(TileError):
        paili.gb.read_hand(text)
    with pytest.raises(paili.HandError):
        hand(text)
