"""Guobiao strings and the calculator's arguments: written and read back, and as other tools write them."""

import re

import pytest

import paili
from paili import gb
from paili.tiles import parse_tiles
from winning import winning_hands

FLAGS = ("last_tile", "kong_draw", "last_copy")
RECORDS = winning_hands(
    3,
    400,
    shapes=("standard", "seven_pairs", "knitted_straight"),
    flags=("last_tile", "kong_draw", "last_copy"),
)


def seated(record):
    """A random hand with what a Guobiao string presumes: East deals, both winds are known."""
    seat = (record["winner"] - record["dealer"]) % 4
    melds = [
        {**meld, **({"from": (meld["from"] - record["dealer"]) % 4} if "from" in meld else {})}
        for meld in record["melds"]
    ]
    winds = {"seat_wind": "ESWN"[seat], "round_wind": record.get("round_wind", "S")}
    return record | winds | {"winner": seat, "dealer": 0, "from": None, "melds": melds, "flowers": 3}


def test_written_and_read_back():
    for record in map(seated, RECORDS):
        hand = paili.Hand.from_record(record)
        text = hand.format("gb")
        assert paili.Hand.parse(text, notation="gb").to_record() == hand.to_record(), text
        assert gb.write_hand(gb.read_hand(text)) == text


def test_calculator_arguments_and_back():
    for record in map(seated, RECORDS):
        hand = paili.Hand.from_record(record)
        arguments = gb.write_calculator(hand.to_record())
        back = paili.Hand(**gb.read_calculator(arguments))
        assert back.format("gb") == re.sub(
            ",[567]", lambda offer: f",{int(offer[0][1]) - 4}", hand.format("gb")
        )


@pytest.mark.parametrize(
    "text, standard",
    [
        ("[345s,2]34555567p[789m]", "[345s,1][789m]3455556p7p|EE0000|0"),
        ("345s3pFF5567p[789m]4p", "[789m]345s35567pFF4p|EE0000|0"),
        (" 345 s3pFF5 567p[789m]4p ", "[789m]345s35567pFF4p|EE0000|0"),
        ("345s345m55567p[789m]|NE1010|cbaghd", "[789m]345m345s5556p7p|NE1010|abcdgh"),
        ("345s345m55567p[789m]|NE1010|8", "[789m]345m345s5556p7p|NE1010|8"),
        ("345s3p55p5567p[7777s]4p|EE0100|abcdefgh", "[7777s]345s3555567p4p|EE0100|abcdefgh"),
        ("345s3pFF5567p[3333m,6]", "[3333m,6]345s35567pFF |EE0000|0"),
        ("345s3pFF5567pC[3333m,6]", "[3333m,6]345s35567pFFC|EE0000|0"),
        ("[CCCC][FFFF,3][PPPP,7][NNN,1]E |EE1000|", "[CCCC][FFFF,3][PPPP,7][NNN,1]E |EE1000|0"),
    ],
)
def test_strings_of_other_tools(text, standard):
    assert gb.write_hand(gb.read_hand(text)) == standard


def test_seats_and_conditions():
    hand = paili.Hand.parse("[123m,2][SSS,2][5555p,1][NNNN,7]6s6s|SW1011|ae", notation="gb")
    assert [meld.from_ for meld in hand.melds] == [1, 0, 1, 3]
    assert [meld.type for meld in hand.melds] == ["chow", "pung", "kong", "added_kong"]
    assert (hand.seat_wind, hand.round_wind, hand.winner, hand.by) == ("W", "S", 2, "self_draw")
    assert hand.flags == ("last_tile", "kong_draw") and hand.to_record()["flowers"] == "15f"
    robbed = paili.Hand.parse("123m456p789sEE78m6m|EE0001|", notation="gb", from_=2)
    assert (robbed.by, robbed.from_) == ("robbed_kong", 2)


def test_waiting_hands_have_no_winning_tile():
    hand = paili.Hand.parse("1234444678m456p ", notation="gb")
    assert hand.win_tile is None and (hand.concealed == parse_tiles("1234444678m456p")).all()


@pytest.mark.parametrize(
    "keys, fault",
    [
        ({}, "winds"),
        ({"seat_wind": "E", "round_wind": "E", "flags": ["ready_at_deal"]}, "ready_at_deal"),
        ({"seat_wind": "E", "round_wind": "E", "by": "false_win"}, "false_win"),
        ({"seat_wind": "E", "round_wind": "E", "tile_set": "suits"}, "standard tiles"),
    ],
)
def test_what_a_string_cannot_hold(keys, fault):
    hand = paili.Hand.parse("123456789m1233p +3p", **keys)
    with pytest.raises(ValueError, match=fault):
        hand.format("gb")


def test_notations_are_named():
    with pytest.raises(ValueError, match="paili, gb"):
        paili.Hand.parse("1m", notation="tenhou")
    with pytest.raises(ValueError, match="paili, gb"):
        paili.Hand.parse("123456789m1233p +3p").format("tenhou")


def test_botzone_names():
    assert [gb.read_botzone(name) for name in gb.BOTZONE] == list(range(34))
    assert gb.BOTZONE[31:] == ("J3", "J2", "J1")
    with pytest.raises(paili.TileError, match="Botzone"):
        gb.read_botzone("X1")
