"""Rounds of our own for the readers of game logs, and the records that their wins are."""

from log_writers import Round

JUNK = "147m258p369s1234z"


CLAIMS = Round(
    ("123499m789p1122z", "123456m55p68s333z", "147m258p369s4567z", "7788p345678s666z"),
    "0+6p 0-1z 1+2z 1-2z 0p2z 0-4m 1c456m 1-4m 2+7s 2-7s 1w",
)
KONGS = Round(
    ("999m23p67899s155z", "147m258p369s1235z", "147m258p369s1234z", "456m258p147s1234z"),
    "0+6z 0-6z 1+7z 1-5z 0p5z 0-1z 1+6z 1-6z 2+7z 2-7z 3+6z 3-6z 0+9m 0a9m 0+5z 0A5z 0+1p 0w",
    wind=1,
)
ROBBED = Round(
    ("123m77p456789s12z", "234567m68p23455s", "147m3679p258s134z", "159m159p19s23456z"),
    "0+3z 0-3z 1+4z 1-4z 2+5z 2-7p 0p7p 0-1z 1+6z 1-6z 2+7z 2-7z 3+7z 3-7z 0+7p 0A7p 1w",
)
EARTH = Round((JUNK, "123456789m99p55z", "123456789p111s5z", JUNK), "0+5z 0-5z 1w 2w")
HEAVEN = Round(
    ("123456789m123p5z", "258p134679s1234z", "258p134679s1234z", "19m258p369s12347z"), "0+5z 0w", wind=3
)
READY = Round(
    ("369m258p1111s123z", "46789m234567p88s", "369m147p258s1234z", "369m147p258s1234z"),
    "0+4z 0-4z 1+6z 1!6z 2+7z 2-7z 3+7z 3-7z 0+6z 0a1s 0+5m 0-5m 1w",
    wind=2,
)
CLAIMED_KONG = Round(
    ("19m258p369s12346z", "19m58p369s123467z", "123456m2278p777s", "147m258p3679s234z"),
    "2+1z 2-1z 3+5z 3-7s 2k7s 2+9p 2w",
    dealer=2,
)
DRAWN = Round((JUNK, "123456789m99p55z", "123456789p111s5z", JUNK), "0+5z 0-5z end")
ROUNDS = [CLAIMS, KONGS, ROBBED, EARTH, HEAVEN, READY, CLAIMED_KONG, DRAWN]

CLAIMS_WIN = {
    "concealed": "123m55p68s333z", "melds": [{"type": "chow", "tiles": "456m", "from": 0}], "win_tile": "7s",
    "by": "discard", "winner": 1, "from": 2, "dealer": 0, "seat_wind": "S", "round_wind": "E", "flags": [],
    "context": {"discard_log": [[0, "1z"], [1, "2z"], [0, "4m"], [1, "4m"], [2, "7s"]]},
}  # fmt: skip
KONGS_WIN = {
    "concealed": "23p67899s",
    "melds": [
        {"type": "added_kong", "tiles": "5555z", "from": 1}, {"type": "concealed_kong", "tiles": "9999m"},
    ],
    "win_tile": "1p", "by": "self_draw", "winner": 0, "from": None, "dealer": 0, "seat_wind": "E",
    "round_wind": "S", "flags": ["kong_draw"],
    "context": {
        "discard_log": [[0, "6z"], [1, "5z"], [0, "1z"], [1, "6z"], [2, "7z"], [3, "6z"]],
        "kongs_in_a_row": 2, "kong_type": "added_kong", "kong_from": 1,
    },
}  # fmt: skip
ROBBED_WIN = {
    "concealed": "234567m68p23455s", "melds": [], "win_tile": "7p", "by": "robbed_kong", "winner": 1,
    "from": 0, "dealer": 0, "seat_wind": "S", "round_wind": "E", "flags": ["last_copy"],
    "context": {"discard_log": [[0, "3z"], [1, "4z"], [2, "7p"], [0, "1z"], [1, "6z"], [2, "7z"], [3, "7z"]]},
}  # fmt: skip
EARTH_WINS = [
    {"concealed": "123456789m99p55z", "melds": [], "win_tile": "5z", "by": "discard", "winner": 1, "from": 0,
     "dealer": 0, "seat_wind": "S", "round_wind": "E", "flags": ["earthly"],
     "context": {"discard_log": [[0, "5z"]]}},
    {"concealed": "123456789p111s5z", "melds": [], "win_tile": "5z", "by": "discard", "winner": 2, "from": 0,
     "dealer": 0, "seat_wind": "W", "round_wind": "E", "flags": ["earthly"],
     "context": {"discard_log": [[0, "5z"]]}},
]  # fmt: skip
HEAVEN_WIN = {
    "concealed": "123456789m123p5z", "melds": [], "win_tile": "5z", "by": "self_draw", "winner": 0,
    "from": None, "dealer": 0, "seat_wind": "E", "round_wind": "N", "flags": ["heavenly"],
    "context": {"discard_log": []},
}  # fmt: skip
READY_WIN = {
    "concealed": "46789m234567p88s", "melds": [], "win_tile": "5m", "by": "discard", "winner": 1, "from": 0,
    "dealer": 0, "seat_wind": "S", "round_wind": "W", "flags": ["kong_discard", "ready_declared"],
    "context": {
        "discard_log": [[0, "4z"], [1, "6z"], [2, "7z"], [3, "7z"], [0, "5m"]],
        "kongs_in_a_row": 1, "kong_type": "concealed_kong",
    },
}  # fmt: skip
CLAIMED_KONG_WIN = {
    "concealed": "123456m2278p", "melds": [{"type": "kong", "tiles": "7777s", "from": 3}], "win_tile": "9p",
    "by": "self_draw", "winner": 2, "from": None, "dealer": 2, "seat_wind": "E", "round_wind": "E",
    "flags": ["kong_draw"],
    "context": {
        "discard_log": [[2, "1z"], [3, "7s"]], "kongs_in_a_row": 1, "kong_type": "kong", "kong_from": 3,
    },
}  # fmt: skip
WINS = [CLAIMS_WIN, KONGS_WIN, ROBBED_WIN, *EARTH_WINS, HEAVEN_WIN, READY_WIN, CLAIMED_KONG_WIN]
BOTZONE = [  # the dealer is seat 0, one win a round, nobody declares ready
    (CLAIMS, CLAIMS_WIN), (KONGS, KONGS_WIN), (ROBBED, ROBBED_WIN), (HEAVEN, HEAVEN_WIN),
    (READY, READY_WIN | {"flags": ["kong_discard"]}),
]  # fmt: skip
