"""What a caller may do wrong, and that each time he is told what it was."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import paili
from paili import Hand, HandError, Hands

GOOD: dict[str, Any] = {
    "concealed": "234m678p3499s",
    "melds": [{"type": "pung", "tiles": "333z"}],
    "win_tile": "5s",
    "by": "discard",
}
ORPHANS = {"concealed": "19m19p19s1234567z", "win_tile": "1z", "by": "self_draw"}


def _meld(kind: str, tiles: str) -> dict[str, Any]:
    return {"melds": [{"type": kind, "tiles": tiles}]}


BAD_HANDS: list[tuple[str, dict[str, Any], str]] = [
    ("12 tiles", {"concealed": "234m678p349s"}, "9 concealed tiles and 1 melds besides the winning tile"),
    ("15 tiles", {"concealed": "234m678p34999s1z"}, "12 concealed tiles and 1 melds"),
    ("14 and the winning one", {"concealed": "234m678p34999s"}, "11 concealed tiles"),
    ("no tiles", {"concealed": ""}, "0 concealed tiles"),
    ("nothing", {"concealed": None}, "no concealed tiles"),
    ("five of a kind", {"concealed": "33333m34499p"}, "3m occurs 5 times"),
    ("fifth in a meld", {"concealed": "234m678p33z99s"}, r"3z occurs 5 times \(at most 4\)"),
    ("fifth is the winning tile", {"concealed": "234m678p55s55s"}, "5s occurs 5 times"),
    (
        "fifth across melds",
        {"melds": [_meld("pung", "333z")["melds"][0]] * 2, "concealed": "678p3499s"},
        "3z occurs 6",
    ),
    ("honour chow", _meld("chow", "123z"), "chow 123z: honours form no chow"),
    ("chow 8-9-1", _meld("chow", "891m"), "chow 891m is not three in a row"),
    ("chow over a suit", _meld("chow", "9m12p"), "mixes suits"),
    ("kong of three", _meld("kong", "555p"), r"kong 555p holds 3 tiles \(needs 4\)"),
    ("pung of four", _meld("pung", "5555p"), r"pung 5555p holds 4 tiles \(needs 3\)"),
    ("pung of two kinds", _meld("pung", "556p"), "pung 556p is not three of one tile"),
    ("meld of mixed suits", _meld("pung", "5m5p5s"), "mixes suits"),
    ("unknown meld type", _meld("quad", "5555p"), "meld type 'quad' is none of chow, pung"),
    ("meld with other keys", {"melds": [{"type": "pung", "tiles": "333z", "who": 1}]}, "unknown key 'who'"),
    ("meld that is none", {"melds": [5]}, "a meld is a dict of type and tiles"),
    ("melds that are none", {"melds": 5}, "melds: "),
    ("six melds", {"melds": _meld("pung", "333z")["melds"] * 6}, "6 melds"),
    ("unknown tile letter", {"concealed": "234q678p3499s"}, "concealed: '234q"),
    ("lone digits", {"concealed": "234m678p3499"}, "'3499' lacks its suit"),
    ("concealed of another type", {"concealed": 1.5}, "concealed: counts must hold integers"),
    ("win tile is no tile", {"win_tile": "8z"}, "win_tile: '8z': 8z is not a tile"),
    ("win tile is two tiles", {"win_tile": "11m"}, "win_tile is '11m', not one tile"),
    ("win tile out of range", {"win_tile": 34}, r"win_tile is 34 \(0 to 33\)"),
    ("unknown key", {"win_tiles": "5s"}, r"unknown key 'win_tiles' \(did you mean 'win_tile'\?\)"),
    ("unknown context key", {"context": {"kongs": 1}}, "unknown context key 'kongs'"),
    ("options", {"context": {"options": {"x": 1}}}, r"rules.replace\(...\)"),
    ("context that is none", {"context": [1]}, "context is a dict"),
    ("unknown flag", {"flags": ["last"]}, "unknown flag 'last'"),
    ("unknown win", {"by": "ron"}, "by is 'ron', none of self_draw discard"),
    ("unknown wind", {"seat_wind": "East"}, "seat_wind is 'East', none of E S W N"),
    ("seat 4", {"winner": 4}, r"winner is 4 \(0 to 3\)"),
    ("seat -1", {"dealer": -1}, r"dealer is -1 \(0 to 3\)"),
    ("seat True", {"winner": True}, "winner is True"),
    ("seat 1.0", {"from": 1.0}, r"from is 1.0 \(0 to 3\)"),
    ("fed by seat 7", {"melds": [{"type": "pung", "tiles": "333z", "from": 7}]}, "from is 7"),
    (
        "fed by the winner",
        {"melds": [{"type": "pung", "tiles": "333z", "from": 2}], "winner": 2},
        "from itself",
    ),
    ("discard of the winner", {"winner": 1, "from": 1}, "winner and from are both seat 1"),
    ("self-draw from somebody", {"by": "self_draw", "from": 1}, "self_draw from seat 1"),
    (
        "heavenly with a claimed meld",
        {"flags": ["heavenly"], "by": "self_draw"},
        "heavenly with a claimed meld",
    ),
    (
        "heavenly by discard",
        {**ORPHANS, "melds": [], "by": "discard", "flags": ["heavenly"]},
        "heavenly by discard",
    ),
    ("earthly with a claimed meld", {"flags": ["earthly"]}, "earthly with a claimed meld"),
    ("both blessings", {**ORPHANS, "melds": [], "flags": ["earthly", "heavenly"]}, "exclude each other"),
    ("robbed kong by self-draw", {"by": "self_draw", "from": 2}, "nobody discarded"),
    (
        "last tile while robbing",
        {"by": "robbed_kong", "flags": ["last_tile"]},
        "last_tile while robbing a kong",
    ),
    ("kong draw without a kong", {"by": "self_draw", "flags": ["kong_draw"]}, "kong_draw without a kong"),
    ("kong draw by discard", {**_meld("kong", "3333z"), "flags": ["kong_draw"]}, "kong_draw by discard"),
    (
        "kong discard by self-draw",
        {"by": "self_draw", "flags": ["kong_discard"]},
        "kong_discard by self_draw",
    ),
    ("nine flowers", {"flowers": 9}, r"flowers is 9 \(0 to 8\)"),
    ("flower twice", {"flowers": "11f"}, "each flower exists once"),
    ("flower 9", {"flowers": "9f"}, "flower tiles are 1f to 8f"),
    ("eight flowers of three", {"by": "eight_flowers", "flowers": 3}, "eight_flowers with 3 flowers"),
    ("penalty of five", {"context": {"penalty_tiles": "55555m"}}, "more than four of a kind"),
    ("kong type", {"context": {"kong_type": "pung"}}, "kong_type is 'pung'"),
    ("already won", {"context": {"already_won": [5]}}, "not a list of seats"),
    ("log of two columns", {"context": {"discard_log": [[1]]}}, "discard 0 is"),
    ("log of seat 4", {"context": {"turn_discards": [[4, "1m"]]}}, "discard 0 is of seat 4"),
    ("log of no tile", {"context": {"turn_discards": [[1, "1x"]]}}, "'x' is no suit"),
    ("log that is none", {"context": {"turn_discards": 5}}, "a log of discards is a list"),
    ("tile set", {"tile_set": "riichi"}, "tile set 'riichi' is none of standard"),
    ("honours among suits", {"tile_set": "suits"}, "3z is not in the tile set 'suits'"),
]


@pytest.mark.parametrize(
    ("changes", "message"), [row[1:] for row in BAD_HANDS], ids=[row[0] for row in BAD_HANDS]
)
def test_bad_hand(changes: dict[str, Any], message: str) -> None:
    record = GOOD | changes
    with pytest.raises(HandError, match=message):
        Hand.from_record(record)
    batch = [GOOD | {"tile_set": "standard"}, record]
    with pytest.raises(HandError, match=r"1 of 2 hands are bad\n  hand 1: ") as error:
        Hands.from_records(batch)
    assert list(error.value.defects) == [1]
    masked = Hands.from_records(batch, errors="mask")
    assert masked.valid.tolist() == [True, False] and masked.defects[1]


def test_every_defect_is_listed() -> None:
    with pytest.raises(HandError) as error:
        Hand.from_record(
            GOOD | {"winner": 9, "by": "ron", "concealed": "33333m349s", "seat": 1, "flags": ["x"]}
        )
    assert [text.split(" ")[0] for text in error.value.defects[0]] == [
        "by",
        "winner",
        "unknown",
        "unknown",
        "8",
        "3m",
    ]


def test_first_bad_rows_are_named() -> None:
    with pytest.raises(HandError, match="7 of 9 hands are bad") as error:
        Hands.from_records([GOOD, GOOD, *[GOOD | {"win_tile": "9z"}] * 7])
    assert "hand 2: " in str(error.value) and "hand 6: " in str(error.value)
    assert "hand 7: " not in str(error.value) and "and 2 more" in str(error.value)


def test_what_is_missing_need_not_be_wrong() -> None:
    assert (
        len(Hands.from_records([])) == 0
        and len(Hands([])) == 0
        and len(Hands(np.zeros((0, 34), np.uint8))) == 0
    )
    assert Hand.from_record({"concealed": "19m19p19s1234567z"}).win_tile is None
    assert Hand("19m19p19s11234567z").win_tile is None  # 14 tiles, a discard to come
    for by in ("eight_flowers", "seven_rob_one", "false_win"):
        assert Hand.from_record({"by": by, "winner": 0}).concealed.sum() == 0
    assert Hand.parse("", by="false_win", winner=1).winner == 1
    assert Hand.parse("123m", by="false_win", winner=1).concealed.sum() == 3
    flower = {"rules": "shanghai", "by": "self_draw", "flags": ["kong_draw"]}
    assert Hand.from_record(GOOD | flower).flags == ("kong_draw",)
    drawn = Hands.from_records([GOOD | flower])
    assert Hands.from_arrow(drawn.to_arrow()) == drawn and len(drawn.replace(winner=[2])) == 1
    claimed = GOOD | {"rules": "shanghai", "flags": ["earthly"]}  # in the first go-round one may claim
    assert Hand.from_record(claimed).flags == ("earthly",)
    with pytest.raises(HandError, match="heavenly with a claimed meld"):
        Hand.from_record(claimed | {"flags": ["heavenly"], "by": "self_draw"})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("234m678p3499s (333z +5s", r"unmatched '\('"),
        ("234m678p3499s 333z) +5s", r"unmatched '\)'"),
        ("234m678p3499s (333z) +5s +6s", "more than one winning tile"),
        ("234m678p3499s (333z) +55s", "not one tile"),
        ("234m678p3499s (333z) +", "win_tile is '', not one tile"),
        ("234m678p3499s (333z@5) +5s", "seat '5'"),
        ("234m678p3499s [3333z@1] +5s", "neither"),
        ("234m678p3499s [333z] +5s", "concealed_kong 333z holds 3 tiles"),
        ("234m678p3499s (333z+4z) +5s", "added_kong 333z4z is not four"),
        ("234m678p3499s () +5s", "holds 0 tiles"),
        ("234m678p3499s (33z+3z+3z) +5s", "is no meld"),
        ("234m678p3499s (33333z) +5s", "holds 5 tiles"),
        ("234m678p3499s {333z} +5s", "no rank and no suit|lacks its suit"),
        ("nonsense", "no rank and no suit"),
    ],
)
def test_bad_text(text: str, message: str) -> None:
    with pytest.raises(HandError, match=message):
        Hand.parse(text)


def test_text_and_keyword_at_once() -> None:
    with pytest.raises(TypeError, match="win_tile is given by the text and as a keyword"):
        Hand.parse("19m19p19s1234567z +1z", win_tile="2z")
    with pytest.raises(TypeError, match="read from text"):
        Hand.parse(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a record is a dict"):
        Hand.from_record([])  # type: ignore[arg-type]
    with pytest.raises(HandError, match=r"unknown key 'from_'.*; 2 concealed tiles"):
        Hand.from_record({"concealed": "11m", "from": 1, "from_": 2})


TILES = np.stack([paili.parse_tiles(ORPHANS["concealed"])] * 3)  # type: ignore[arg-type]


def _with(value: int, dtype: Any = np.int64) -> np.ndarray[Any, Any]:
    tiles = TILES.astype(dtype)
    tiles[1, 0] = value
    return tiles


BAD_COLUMNS: list[tuple[str, Callable[[], object], type[Exception], str]] = [
    ("floats", lambda: Hands(TILES.astype(float)), TypeError, "concealed must hold integers, not float64"),
    ("text", lambda: Hands([["a"] * 34]), TypeError, "concealed must hold integers"),
    ("booleans", lambda: Hands(TILES.astype(bool)), TypeError, "not bool"),
    ("one row", lambda: Hands(TILES[0]), ValueError, r"concealed has shape \(34,\), needed is \(n, 34\)"),
    ("33 tiles", lambda: Hands(TILES[:, :33]), ValueError, r"shape \(3, 33\)"),
    ("ragged", lambda: Hands([[1], [1, 2]]), ValueError, "ragged"),
    ("masked", lambda: Hands(np.ma.masked_array(TILES)), TypeError, "masked array"),
    ("negative", lambda: Hands(_with(-1)), HandError, r"hand 1: concealed is -1 \(0 to 255\)"),
    ("huge", lambda: Hands(_with(2**40)), HandError, "hand 1: concealed is 1099511627776"),
    (
        "huge unsigned",
        lambda: Hands(_with(2**63, np.uint64)),
        HandError,
        "hand 1: concealed is 9223372036854775808",
    ),
    ("wraps to 1", lambda: Hands(_with(257)), HandError, "hand 1: concealed is 257"),
    ("five", lambda: Hands(_with(5, np.uint8)), HandError, "hand 1: 1m occurs 5 times"),
    ("255", lambda: Hands(_with(255, np.uint8)), HandError, "hand 1: .*1m occurs 255 times"),
    (
        "win tile 34",
        lambda: Hands(TILES, win_tile=[0, 34, 0]),
        HandError,
        r"hand 1: win_tile is 34 \(0 to 33\)",
    ),
    ("win tile text", lambda: Hands(TILES, win_tile=["1m", "?", "1m"]), ValueError, "'[?]' is none of 1m"),
    (
        "too few",
        lambda: Hands(TILES, winner=[0, 1]),
        ValueError,
        r"winner has shape \(2,\), needed is \(3,\)",
    ),
    ("four melds", lambda: Hands(TILES, melds=np.zeros((3, 4), int)), ValueError, r"needed is \(3, 5\)"),
    ("meld 171", lambda: Hands(TILES, melds=[[171, 0, 0, 0, 0]] * 3), HandError, "meld code 171 is no meld"),
    (
        "chow of honours",
        lambda: Hands(TILES, melds=[[28, 0, 0, 0, 0]] * 3),
        HandError,
        "honours form no chow",
    ),
    ("chow over the end", lambda: Hands(TILES, melds=[[9, 0, 0, 0, 0]] * 3), HandError, "over the end"),
    ("gap", lambda: Hands(TILES, melds=[[0, 36, 0, 0, 0]] * 3), HandError, "do not fill from the left"),
    (
        "fed nothing",
        lambda: Hands(TILES, melds_from=[[1, -1, -1, -1, -1]] * 3),
        HandError,
        "a seat that fed it",
    ),
    ("by 6", lambda: Hands(TILES, by=6), HandError, r"by is 6 \(0 to 5\)"),
    ("by name", lambda: Hands(TILES, by="ron"), ValueError, "'ron' is none of self_draw"),
    ("flag bit 12", lambda: Hands(TILES, flags=1 << 12), HandError, r"flags is 4096 \(0 to 4095\)"),
    ("kong type", lambda: Hands(TILES, kong_type=1), HandError, "kong_type is 1, a pung"),
    ("flowers", lambda: Hands(TILES, flowers=2, flower_tiles=1), HandError, "flower_tiles holds 1"),
    ("responsible winner", lambda: Hands(TILES, winner=2, responsible=2), HandError, "for its own win"),
    ("winner has left", lambda: Hands(TILES, winner=2, already_won=4), HandError, "seat 2 has left"),
    ("payer has left", lambda: Hands(TILES, winner=0, from_=2, already_won=4), HandError, "seat 2 has left"),
    (
        "own kong",
        lambda: Hands(TILES, by="self_draw", winner=2, kong_from=2, kong_type="kong"),
        HandError,
        "seat 2 fed its own kong",
    ),
    ("names in two dimensions", lambda: Hands(TILES, by=[["discard"]] * 3), ValueError, r"shape \(3, 1\)"),
    ("a log that is none", lambda: Hands(TILES, turn_discards=5), TypeError, "a log for each hand"),  # type: ignore[arg-type]
    ("float seats", lambda: Hands(TILES, winner=[0.0, 1.0, np.nan]), TypeError, "winner must hold integers"),
    ("unknown column", lambda: Hands(TILES, wins=1), TypeError, "unknown column 'wins'"),
    ("tile set", lambda: Hands(TILES, tile_set="suits"), HandError, "not in the tile set 'suits'"),
    ("no tile set", lambda: Hands(TILES, tile_set="x"), ValueError, "unknown tile set 'x'"),
    ("errors", lambda: Hands(TILES, errors="ignore"), ValueError, "'raise' or 'mask'"),  # type: ignore[arg-type]
    ("logs", lambda: Hands(TILES, discard_log=[None]), ValueError, "1 logs for 3 hands"),
    ("extra", lambda: Hands(TILES, extra={"id": ["x"]}), ValueError, "1 values are carried beside 3 hands"),
]


@pytest.mark.parametrize(
    ("make", "kind", "message"), [row[1:] for row in BAD_COLUMNS], ids=[row[0] for row in BAD_COLUMNS]
)
def test_bad_columns(make: Callable[[], object], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        make()


def test_bad_columns_can_be_masked() -> None:
    hands = Hands(_with(257), winner=[0, 0, 9], errors="mask")
    assert hands.valid.tolist() == [True, False, False]
    assert hands.concealed.max() == 1 and hands.winner.tolist() == [0, -1, -1]
    columns = hands._columns()
    assert columns["valid"] is not None and columns["valid"].tolist() == [True, False, False]


def test_any_memory_layout_will_do() -> None:
    for tiles in (
        np.asfortranarray(TILES),
        np.repeat(TILES, 2, axis=0)[::2],
        TILES[::-1],
        TILES.astype(">i4"),
    ):
        assert Hands(tiles) == Hands(TILES)
    frozen = TILES.copy()
    frozen.flags.writeable = False
    assert Hands(frozen) == Hands(TILES) == Hands(TILES.tolist())


@pytest.mark.parametrize(
    ("columns", "kind", "message"),
    [
        ({"win_tile": [1]}, ValueError, "no column 'concealed' among win_tile"),
        ({}, ValueError, "no column 'concealed' among no columns"),
        ({"concealed": [1.5]}, TypeError, "holds double, needed is fixed_size_binary"),
        ({"concealed": [[1] * 33]}, ValueError, "every list needs 34 numbers"),
        ({"concealed": [[1.0] * 34]}, HandError, "concealed: counts must hold integers"),
        (
            {"concealed": pa.array([b"x" * 33], pa.binary(33))},
            TypeError,
            r"needed is fixed_size_binary\(34\)",
        ),
        ({"concealed": pa.array([b"x"])}, ValueError, "every row needs 34 bytes"),
        (
            {"concealed": [[1] * 34], "winer": [1]},
            ValueError,
            "unknown column 'winer'; did you mean 'winner'",
        ),
        ({"concealed": [TILES[0].tolist()], "winner": [0.5]}, TypeError, "column 'winner' holds double"),
        ({"concealed": [TILES[0].tolist()], "by": ["ron"]}, ValueError, "'ron' is none of"),
        ({"concealed": ["123m"]}, HandError, "hand 0: 3 concealed tiles"),
        ({"concealed": pa.array([None], pa.string())}, HandError, "no concealed tiles"),
        ({"concealed": pa.array([None], pa.binary(34))}, HandError, "0 concealed tiles"),
    ],
)
def test_bad_tables(columns: dict[str, Any], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        Hands.from_arrow(pa.table(columns))


def test_no_table_at_all() -> None:
    with pytest.raises(TypeError, match="an Arrow table or record batch is needed"):
        Hands.from_arrow({"concealed": []})


def test_counts_at_the_door() -> None:
    from paili._arrays import as_counts

    for values, kind, message in (
        (_with(5), ValueError, r"counts\[1, 0\] is 5 \(0 to 4\)"),
        (_with(-1), ValueError, r"counts\[1, 0\] is -1"),
        (TILES[:, :3], ValueError, "its last axis must be the 34 tiles"),
        (TILES * 1.0, TypeError, "must hold integers"),
        (3, ValueError, "its last axis"),
    ):
        with pytest.raises(kind, match=message):
            as_counts(values)
    with pytest.raises(ValueError, match=r"counts\[0, 27\] is a tile outside the tile set"):
        as_counts(TILES, kinds=27)
    assert as_counts(np.asfortranarray(TILES.astype(int))).flags.c_contiguous


def test_so_many_tiles_that_a_byte_overflows() -> None:
    many = "1" * 257 + "m"
    with pytest.raises(paili.TileError, match="1m occurs 255 times"):
        paili.parse_tiles(many)
    with pytest.raises(HandError, match="1m occurs 255 times"):
        Hand.parse(f"{many}9m19p19s1234567z")
    with pytest.raises(HandError, match="more than four of a kind"):
        Hand.parse("19m19p19s1234567z", context={"penalty_tiles": many})
    with pytest.raises(HandError) as caught:
        Hand.parse("1" * 100_000 + "m?")
    assert len(str(caught.value)) < 1000
