"""The fixed words of explanations and of advice, in English and in Chinese: one table."""

from __future__ import annotations

from dataclasses import dataclass

LANGUAGES = ("en", "zh")
WORDS: dict[str, tuple[str, str]] = {
    # headings
    "hand": ("hand", "手牌"),
    "groups": ("groups", "拆法"),
    "total": ("total", "合计"),
    "points": ("points", "分"),
    "left_out": ("left out", "不计"),
    "runner_up": ("next best arrangement", "次优拆法"),
    "payments": ("payments", "支付"),
    "rules": ("rule set", "规则"),
    "pattern": ("pattern", "番种"),
    "verdict": ("result", "结果"),
    # verdicts
    "legal": ("legal win", "可和"),
    "not_legal": ("not a legal win", "不可和"),
    "would_be": ("would be worth {points}", "原值{points}"),
    "nothing": ("no pattern", "无番种"),
    # why a hand may not win
    "dead_hand": ("the hand is dead: it may not win", "相公，不可和牌"),
    "false_win": ("declared, but no win", "诈和"),
    "chow_claimed": ("{melds} was claimed, and no chow may be claimed", "{melds}：不可吃牌"),
    "suits": ("holds {suits} suits, at most {most} may win", "有{suits}门花色，至多{most}门才可和"),
    "holds_void": ("holds {tiles} of the suit that must go", "定缺未打清：{tiles}"),
    "below": ("{value} of the {needed} {unit} that a win needs", "{needed}{unit}起和，只有{value}{unit}"),
    "without": ("{patterns} does not count towards that", "{patterns}不计入起和"),
    "below_rows": ("{value} of the {needed} patterns that a win needs", "须有{needed}个番种，只有{value}个"),
    "incomplete": ("the tiles do not win under this rule set", "此规则下未和牌"),
    "short": ("{shanten} exchanges short of a win", "还差{shanten}张"),
    "one_short": ("one exchange short of a win", "还差1张"),
    "penalty": (
        "the tiles shown by mistake ({tiles}) bar every arrangement",
        "误示牌（{tiles}）使所有拆法不成立",
    ),
    "no_flower_win": ("there is no win by flowers under this rule set", "此规则无花和"),
    # why a pattern does not count
    "excluded": ("implied by {by}", "已含于{by}"),
    "series": ("{by} of the same series counts", "同系列只计{by}"),
    "alone": ("{by} reaches the limit and stands alone", "{by}已达满贯，单独计算"),
    "taken": ("taken by {by}", "已由{by}计去"),
    "split": ("no parts of {by} are counted again", "不拆移：不得拆开{by}再计"),
    "same": ("no group stands twice in the same pattern", "不相同：同一番种不得重复用组"),
    "joined": ("these groups are joined already by {by}", "套算一次：各组已由{by}相连"),
    # sums
    "at_most": ("at most {cap}", "封顶{cap}"),
    "doubled_counter": ("drawn hands before: doubled", "荒庄后加倍"),
    # win
    "self_draw": ("self-draw", "自摸"),
    "discard": ("discard", "点和"),
    "robbed_kong": ("robbed kong", "抢杠"),
    "eight_flowers": ("eight flowers", "八花"),
    "seven_rob_one": ("seven flowers rob one", "七抢一"),
    "seat": ("seat {seat}", "座位{seat}"),
    "from": ("from seat {seat}", "座位{seat}放铳"),
    "robbed": ("from seat {seat}", "抢座位{seat}之杠"),
    "seat_wind": ("seat wind {wind}", "门风{wind}"),
    "round_wind": ("round wind {wind}", "圈风{wind}"),
    "flowers": ("{n} flowers", "{n}张花"),
    "winner": ("winner", "和家"),
    "dealer": ("dealer", "庄家"),
    "discarder": ("discarder", "放铳"),
    "responsible": ("responsible", "责任家"),
    "nobody": (
        "nobody is responsible: the winner threw that tile first",
        "无人负责：和家自己先打过此牌",
    ),
    "unsettled": ("who won off whom is not known", "和家或放铳者不明，未结算"),
    "void_m": ("named characters to go", "定缺万"),
    "void_p": ("named dots to go", "定缺筒"),
    "void_s": ("named bamboo to go", "定缺条"),
    # flags
    "last_tile": ("last tile", "末张"),
    "kong_draw": ("replacement tile", "杠上牌"),
    "kong_discard": ("discard after a kong", "杠后打出"),
    "last_copy": ("last copy", "绝张"),
    "heavenly": ("heavenly", "天和"),
    "earthly": ("earthly", "地和"),
    "ready_at_deal": ("ready at the deal", "配牌听"),
    "ready_early": ("ready early", "早听"),
    "ready_declared": ("ready declared", "报听"),
    "east_kong": ("concealed kong by East", "庄家暗杠"),
    "nine_gates_tile_mixed": ("drawn tile mixed in", "牌已混入"),
    "dead": ("dead hand", "相公"),
    # shapes, and where the winning tile lies
    "standard": ("groups and a pair", "一般型"),
    "seven_pairs": ("seven pairs", "七对"),
    "thirteen_orphans": ("thirteen orphans", "十三幺"),
    "honors_and_knitted": ("honours and knitted tiles", "不靠"),
    "knitted_straight": ("knitted straight", "组合龙"),
    "thirteen_scattered": ("thirteen scattered", "十三烂"),
    "fourteen_honors": ("fourteen honours", "乱风向"),
    "flowers_shape": ("flowers", "花牌"),
    "pair": ("completes the pair", "单钓"),
    "pung": ("completes a pung", "对倒"),
    "open": ("open end of a chow", "两面"),
    "closed": ("middle of a chow", "嵌张"),
    "edge": ("edge of a chow", "边张"),
    # how far from winning
    "complete": ("complete", "和了"),
    "ready": ("ready", "听牌"),
    "away": ("{shanten}-shanten", "{shanten} 向听"),
    "never": ("cannot be completed", "不能成和"),
}
UNITS: dict[str, tuple[str, str]] = {
    "points": ("points", "分"),
    "fan": ("fan", "番"),
    "tai": ("tai", "台"),
    "doublings": ("doublings", "加倍"),
    "喇": ("la", "喇"),
    "番": ("fan", "番"),
    "花": ("flowers", "花"),
}
_WINDS = dict(zip("ESWN", "东南西北", strict=True))


@dataclass(frozen=True)
class Words:
    """The words of one language.

    >>> Words("zh").amount(24, "points"), Words("en").amount(1, "points"), Words("en")("seat", seat=2)
    ('24分', '1 point', 'seat 2')
    """

    lang: str

    def __post_init__(self) -> None:
        if self.lang not in LANGUAGES:
            raise ValueError(f"lang is {self.lang!r}; it can be {' or '.join(map(repr, LANGUAGES))}")

    def __call__(self, key: str, **values: object) -> str:
        return WORDS[key][self.lang == "zh"].format(**values)

    def unit(self, name: str) -> str:
        """Name a unit of points; a rule file's own unit names itself."""
        return UNITS.get(name, (name, name))[self.lang == "zh"]

    def amount(self, n: int, unit: str) -> str:
        """Write a number with its unit."""
        name = self.unit(unit)
        if self.lang == "zh":
            return f"{n}{name}"
        return f"{n} {name.removesuffix('s') if n == 1 else name}"

    def wind(self, wind: str) -> str:
        """Name a wind."""
        return _WINDS[wind] if self.lang == "zh" else wind

    def join(self, parts: list[str]) -> str:
        """List some names."""
        return ("、" if self.lang == "zh" else ", ").join(parts)

    @property
    def comma(self) -> str:
        """What stands between the parts of a sentence."""
        return "，" if self.lang == "zh" else ", "

    @property
    def colon(self) -> str:
        """What stands behind a heading."""
        return "：" if self.lang == "zh" else ": "

    def quote(self, text: str) -> str:
        """Set something in brackets."""
        return f"（{text}）" if self.lang == "zh" else f" ({text})"
