"""MCR as a table: each fan, its points, and what it necessarily contains (so that it never scores beside it).

Numbers 1-81 of the 1998 book, in its order, plus the two-kongs clause of later editions and the seven local
extras. Editions and options patch the table.
"""
from __future__ import annotations

from functools import cache

TABLE = """
大四喜 88 小四喜 三风刻 碰碰和 圈风刻 门风刻 幺九刻
大三元 88 双箭刻 箭刻
绿一色 88 混一色 缺一门
九莲宝灯 88 清一色 不求人 门前清 缺一门 无字
四杠 88 三杠 碰碰和 双暗杠 双明杠 明暗杠 暗杠 明杠 单钓将
连七对 88 七对 清一色 不求人 门前清 缺一门 无字 单钓将
十三幺 88 混幺九 五门齐 全带幺 不求人 门前清 单钓将
清幺九 64 混幺九 碰碰和 双同刻 全带幺 幺九刻 无字 幺九头
小四喜 64 三风刻 幺九刻
小三元 64 双箭刻 箭刻
字一色 64 混幺九 碰碰和 全带幺 幺九刻 缺一门
四暗刻 64 三暗刻 碰碰和 不求人 门前清 双暗刻
一色双龙会 64 七对 清一色 平和 一般高 老少副 缺一门 无字 258将
一色四同顺 48 一色三同顺 一色三节高 四归一 一般高
一色四节高 48 一色三同顺 一色三节高 碰碰和
一色四步高 32 一色三步高 连六 老少副
三杠 32 双暗杠 双明杠 明暗杠 暗杠 明杠
混幺九 32 碰碰和 全带幺 幺九刻
天听 32
七对 24 不求人 门前清 单钓将
七星不靠 24 全不靠 五门齐 不求人 门前清 单钓将
全双刻 24 碰碰和 断幺 无字
清一色 24 缺一门 无字
一色三同顺 24 一色三节高
一色三节高 24
全大 24 大于五 无字
全中 24 断幺 无字
全小 24 小于五 无字
清龙 16
三色双龙会 16 平和 喜相逢 老少副 无字 258将
一色三步高 16
全带五 16 断幺 无字 258将
三同刻 16
三暗刻 16 双暗刻
全不靠 12 五门齐 不求人 门前清 单钓将
组合龙 12
大于五 12 无字
小于五 12 无字
三风刻 12
花龙 8
推不倒 8 缺一门
三色三同顺 8
三色三节高 8
无番和 8
妙手回春 8 自摸
海底捞月 8
杠上开花 8 自摸
抢杠和 8 和绝张
碰碰和 6
混一色 6 缺一门
三色三步高 6
五门齐 6
全求人 6 单钓将
双暗杠 6 暗杠 双暗刻
双箭刻 6 箭刻
混四节 6
明暗杠 5 暗杠 明杠
全带幺 4
不求人 4 门前清 自摸
双明杠 4 明杠
和绝张 4
混四步 4
混三节 4
箭刻 2
圈风刻 2
门风刻 2
门前清 2
平和 2 无字
四归一 2
双同刻 2
双暗刻 2
暗杠 2
断幺 2 无字
混三步 2
一般高 1
喜相逢 1
连六 1
老少副 1
幺九刻 1
明杠 1
缺一门 1
无字 1
边张 1
坎张 1
单钓将 1
258将 1
幺九头 1
自摸 1
花牌 1
"""
EXTRAS = ("天听", "混四节", "混四步", "混三节", "混三步", "258将", "幺九头")
CONCEALED_BY_NATURE = ("九莲宝灯", "连七对", "十三幺", "四暗刻", "七对", "七星不靠", "全不靠")
# Fans whose text in the 1998 book asks for sets, and that it shows by no example with seven pairs.
OF_SETS_IN_1998 = ("绿一色", "混幺九", "全大", "全中", "全小", "大于五", "小于五")

OPTIONS = {
    "two_concealed_kongs": 6,        # 双暗杠: 6, Green Book 8
    "two_mixed_kongs": 5,            # 明暗杠: 5, Green Book 6; 0: no such fan, 暗杠 and 明杠 score
    "fully_concealed_special": False,  # 不求人 beside hands that are concealed by nature
    "nine_gates_pungs": 1,           # how many 幺九刻 nine gates contains: 0, 1 or 2
    "all_terminals_double_pung": False,  # 双同刻 beside 清幺九
    "upper_four_too": False,         # 大于五 beside 全大, 小于五 beside 全小
    "of_sets_only": (),              # fans that seven pairs cannot have
    "knitted_waits": "all",          # "outside": the winning tile is none of the nine; "single": only 单钓将
    "formal_waits": True,            # a kind the winner holds four of is still a wait
    "extras": False,                 # the seven local fans
}
EDITIONS = {
    "mcr": {},
    "mcr-wmo": {"two_concealed_kongs": 8, "two_mixed_kongs": 6, "fully_concealed_special": True,
                "nine_gates_pungs": 2, "all_terminals_double_pung": True, "knitted_waits": "single"},
    "mcr-1998": {"two_mixed_kongs": 0, "nine_gates_pungs": 0, "upper_four_too": True,
                 "of_sets_only": OF_SETS_IN_1998},
}
EDITIONS["mcr-extended"] = {**EDITIONS["mcr-1998"], "of_sets_only": ("绿一色",), "extras": True}


def options_of(edition: str, overrides: dict) -> dict:
    """The options of an edition with some of them set otherwise."""
    unknown = set(overrides) - set(OPTIONS)
    if unknown:
        raise ValueError(f"no such option: {sorted(unknown)}")
    return {**OPTIONS, **EDITIONS[edition], **overrides}


def rows_of(options: dict) -> list[tuple[str, int, frozenset[str]]]:
    """(name, points, what never scores beside it), in scoring order."""
    return made_rows(tuple(options.items()))


@cache
def made_rows(items: tuple) -> list[tuple[str, int, frozenset[str]]]:
    options, rows = dict(items), []
    for line in TABLE.split("\n")[1:-1]:
        name, points, *contained = line.split(" ")
        if name in EXTRAS and not options["extras"]:
            continue
        if name == "明暗杠" and not options["two_mixed_kongs"]:
            continue
        rows.append((name, price(name, int(points), options), contained_in(name, contained, options)))
    return rows


def price(name: str, points: int, options: dict) -> int:
    return {"双暗杠": options["two_concealed_kongs"], "明暗杠": options["two_mixed_kongs"]}.get(name, points)


def contained_in(name: str, contained: list[str], options: dict) -> frozenset[str]:
    drop = set()
    if name in CONCEALED_BY_NATURE and options["fully_concealed_special"]:
        drop |= {"不求人"}
    if name == "清幺九" and options["all_terminals_double_pung"]:
        drop |= {"双同刻"}
    if name in ("全大", "全小") and options["upper_four_too"]:
        drop |= {"大于五", "小于五"}
    return frozenset(contained) - drop
