import copy
import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import paili
from paili import Hand, Hands
from paili.discard_logs import responsible
from paili.melds import Meld

FULL: dict[str, Any] = {
    "id": "every key",
    "rules": "wsom",
    "concealed": "2223m",
    "melds": [
        {"type": "chow", "tiles": "456p", "from": 0},
        {"type": "added_kong", "tiles": "5555z", "from": 3},
        {"type": "concealed_kong", "tiles": "9999s"},
    ],
    "win_tile": "5m",
    "by": "discard",
    "winner": 1,
    "from": 0,
    "dealer": 0,
    "seat_wind": "S",
    "round_wind": "E",
    "flags": ["last_tile", "kong_discard"],
    "flowers": "13f",
    "context": {
        "kongs_in_a_row": 1,
        "dealer_streak": 2,
        "drawn_hands_counter": 3,
        "claimed_tai": 300,
        "kong_type": "added_kong",
        "kong_from": 3,
        "already_won": [2],
        "penalty_tiles": "2m",
        "void_suit": "s",
        "turn_discards": [[1, "9p"], [2, "5m"], [3, "5m"]],
    },
    "expect": {"points": [1, 2]},
}
TEXTS = (
    "234m678p3499s (333z) +5s",
    "23m44456s (555z@2) (789s@0) +1m",
    "1p (123m) (456m@3) (5555p) (666p+6p@1) +1p",
    "1z [1111m] [2222m] [3333m] [4444m] +1z",
    "19m19p19s1234567z",
    "1m [1111s] (222m) (333m) (444m) (555m) +1m",
)


def test_a_record_comes_back_whole() -> None:
    hand = Hand.from_record(FULL)
    record = hand.to_record()
    assert record == FULL
    assert Hand.from_record(json.loads(json.dumps(record))) == hand
    assert hand.melds[1] == Meld("added_kong", 31, 3)
    assert (hand.win_tile, hand.by, hand.winner, hand.from_, hand.dealer) == (4, "discard", 1, 0, 0)
    assert hand.extra == {"id": "every key", "rules": "wsom", "expect": {"points": [1, 2]}}
    row = Hands.from_records([FULL])
    assert row.responsible.tolist() == [2]
    assert (row.flowers[0], row.flower_tiles[0], row.already_won[0], row.kong_type[0]) == (2, 0b101, 4, 3)
    assert row.flags[0] == 0b101
    assert row.penalty_tiles[0, 1] == 1


@pytest.mark.parametrize("text", TEXTS)
def test_text_comes_back(text: str) -> None:
    hand = Hand.parse(text)
    assert str(hand) == text
    assert Hand.parse(text.replace(" ", "")) == hand
    assert eval(repr(hand)) == hand


def test_text_is_free_in_order_and_spaces() -> None:
    free = Hand.parse(" ( 333z @2 )34s  99s +5s 678p 234m", by="discard", seat_wind="W", from_=2, winner=0)
    assert str(free) == "234m678p3499s (333z@2) +5s"
    assert (free.seat_wind, free.from_) == ("W", 2)
    ten = Hand.parse("123m456p789s2289m +Xm", rules="shiwan")
    assert (ten.tile_set, ten.win_tile, str(ten)) == (
        "ten-rank",
        9,
        "1222389m456p789s +Xm",
    )


def test_a_hand_does_not_change() -> None:
    hand = Hand.parse(TEXTS[0])
    with pytest.raises(AttributeError):
        hand._row = None  # type: ignore[misc, assignment]
    with pytest.raises(ValueError, match="read-only"):
        hand.concealed[0] = 1
    twin = pickle.loads(pickle.dumps(hand))
    assert twin == hand and hash(twin) == hash(hand) and copy.deepcopy(hand) == hand
    assert hand.replace(by="self_draw") != hand


def test_a_batch_with_columns_changed() -> None:
    win = paili.Hand.parse("1122334455667m +7m", by="discard", id="a").to_record()
    hands = Hands.from_records([win])
    suits = hands.replace(tile_set="suits", by=["self_draw"], winner=2)
    assert suits.to_records() == [win | {"tile_set": "suits", "by": "self_draw", "winner": 2}]
    assert hands.tile_set == "standard" and hands.replace() == hands
    with pytest.raises(paili.HandError, match="seat_wind"):
        hands.replace(seat_wind=9)
    bad = Hands.from_records([{"concealed": "22m", "win_tile": "2m"}], errors="mask")
    with pytest.raises(paili.HandError, match="2 concealed tiles"):
        bad.replace(winner=1)


def test_the_callers_array_stays_the_callers() -> None:
    tiles = np.stack([paili.parse_tiles("19m19p19s1234567z")] * 2)
    hands = Hands(tiles, win_tile=0)
    tiles[:] = 200
    assert hands.concealed.max() == 1
    assert Hands(np.asfortranarray(hands.concealed)).concealed.flags.c_contiguous
    assert Hands(hands.concealed[::-1].astype(np.int64)).concealed.dtype == np.uint8


def test_columns_may_be_names_and_single_values() -> None:
    hands = Hands(
        [paili.parse_tiles("19m19p19s1234567z")] * 3,
        win_tile=["1m", None, "7z"],
        by="self_draw",
        winner=[0, 1, 2],
        dealer=0,
    )
    assert hands.win_tile.tolist() == [0, 255, 33]
    assert hands.by.tolist() == [0, 0, 0]
    assert hands.seat_wind.tolist() == [0, 1, 2]
    assert hands._columns()["melds"] is None and hands.melds.shape == (3, 5)


def test_selection() -> None:
    hands = Hands.from_records(
        [{"id": i, "concealed": "19m19p19s1234567z", "winner": i % 4} for i in range(10)]
    )
    assert [hand.winner for hand in hands] == hands.winner.tolist()
    assert hands[3] == hands[-7] and hands[np.int64(3)].extra == {"id": 3}
    keys: list[tuple[Any, list[int]]] = [
        (slice(2, 9, 3), [2, 5, 8]),
        (slice(None, None, -4), [9, 5, 1]),
        (hands.winner == 2, [2, 6]),
        ([5, -9], [5, 1]),
        ([], []),
    ]
    for key, ids in keys:
        chosen = hands[key]
        assert isinstance(chosen, Hands)
        assert chosen.extra["id"].tolist() == ids
        assert all(column is None or column.flags.c_contiguous for column in chosen._columns().values())
    assert paili.concat([hands[:4], hands[4:]]) == hands
    for key, error in (
        (10, IndexError),
        (True, TypeError),
        ([True], IndexError),
        ("a", TypeError),
        (1.5, TypeError),
    ):
        with pytest.raises(error):
            hands[key]  # type: ignore[call-overload]


def test_joining_fills_in_what_one_batch_lacks() -> None:
    one = Hands.from_records([{"concealed": "19m19p19s1234567z"}])
    two = Hands.from_records([{"concealed": "19m19p19s1234567z", "winner": 2, "id": "x"}, {}], errors="mask")
    joined = paili.concat([one, two])
    assert joined.winner.tolist() == [-1, 2, -1]
    assert joined.extra["id"].tolist() == [None, "x", None]
    assert joined.valid.tolist() == [True, True, False] and joined.defects[2] == ["no concealed tiles"]
    suits = Hands.from_records([{"concealed": "123456789m1234p", "tile_set": "suits"}])
    with pytest.raises(ValueError, match="one tile set"):
        paili.concat([one, suits])
    assert len(paili.concat([])) == 0


def test_masked_rows_are_empty_and_come_back_as_they_were() -> None:
    records = [
        {"concealed": "55555m12345678p"},
        {"concealed": "19m19p19s1234567z"},
        "no record",
        {"concealed": 5},
    ]
    hands = Hands.from_records(records, errors="mask")  # type: ignore[arg-type]
    assert hands.valid.tolist() == [False, True, False, False]
    assert hands.concealed[~hands.valid].sum() == 0
    written = hands.to_records()
    assert [written[i] for i in (0, 2, 3)] == [records[i] for i in (0, 2, 3)]
    assert hands[1:].defects[0] == [] and "a record is a dict, not str" in hands[1:].defects[1]
    with pytest.raises(paili.HandError, match="5m occurs 5 times"):
        hands[0]


def test_responsible_seat() -> None:
    log = [(2, 4), (1, 9), (2, 4), (0, 4)]
    assert responsible(log, winner=1, win_tile=4, from_=0) == 2
    assert responsible(log, winner=3, win_tile=4, from_=0) == 2
    assert responsible([(1, 4), (2, 4)], winner=1, win_tile=4, from_=2) == -1
    assert responsible([], winner=1, win_tile=4, from_=3) == 3
    tiles = [paili.parse_tiles("19m19p19s1234567z")] * 3
    logs = [[[2, "1m"], [3, "1m"]], None, [[2, "2m"]]]
    hands = Hands(tiles, win_tile="1m", winner=1, from_=0, turn_discards=logs)
    assert hands.responsible.tolist() == [2, -2, 0]
    assert (
        Hands(tiles, win_tile="1m", winner=1, by="self_draw", discard_log=logs).responsible.tolist()
        == [-2] * 3
    )


def _cases(shared: Path) -> dict[str, list[dict[str, Any]]]:
    files = {}
    for path in sorted((shared / "cases").glob("*.json")):
        wins = [case for case in json.loads(path.read_text(encoding="utf8")) if case["kind"] == "win"]
        for case in wins:
            case["context"].pop("options", None)
        files[path.stem] = wins
    return {name: wins for name, wins in files.items() if wins}


def test_every_legal_case_is_a_hand(shared: Path) -> None:
    for name, wins in _cases(shared).items():
        hands = Hands.from_records(wins, errors="mask")
        masked = [case for case, valid in zip(wins, hands.valid, strict=True) if not valid]
        assert not any(case["expect"]["legal"] for case in masked), (name, hands.defects)
        assert len(masked) <= 2
        again = Hands.from_records(hands.to_records(), errors="mask")
        assert again == hands
        table = Hands.from_arrow(hands.to_arrow(), errors="mask")
        assert table[hands.valid] == hands[hands.valid]
        assert table[hands.valid].to_records() == hands[hands.valid].to_records()
        for hand in hands[hands.valid]:
            keys = hand.to_record()
            text_keys = {key: keys[key] for key in keys if key not in ("concealed", "melds", "win_tile")}
            assert Hand.parse(str(hand), **text_keys) == hand


def test_responsible_in_the_cases(shared: Path) -> None:
    wins = _cases(shared)["wsom"]
    seats = Hands.from_records(wins).responsible.tolist()
    for case, seat in zip(wins, seats, strict=True):
        if case["expect"]["legal"] and case["context"].keys() & {"turn_discards", "discard_log"}:
            assert (None if seat == -1 else seat) == case["expect"]["responsible"], case["id"]


def test_real_wins_have_no_defect(shared: Path) -> None:
    lines = (shared / "data" / "real_wins.jsonl").read_text(encoding="utf8").splitlines()
    hands = Hands.from_records(json.loads(line) for line in lines)
    assert len(hands) == 10753 and hands.valid.all()
    assert Hands.from_arrow(pa.Table.from_pylist([json.loads(line) for line in lines])) == hands


def test_arrow_takes_lists_text_and_binary() -> None:
    hands = Hands.from_records([FULL, {**FULL, "winner": None, "seat_wind": None, "context": {}}])
    table = hands.to_arrow()
    assert table.schema.field("concealed").type == pa.binary(34)
    assert table.schema.field("melds").type == pa.binary(5)
    lists = {
        "concealed": pa.array(hands.concealed.tolist()),
        "melds": pa.array(hands.melds.tolist(), pa.list_(pa.uint8(), 5)),
        "win_tile": pa.array(["5m", "5m"]).dictionary_encode(),
    }
    for name, column in lists.items():
        table = table.set_column(table.schema.get_field_index(name), name, column)
    assert Hands.from_arrow(table) == hands
    assert Hands.from_arrow(table.slice(1)) == hands[1:]
    assert Hands.from_arrow(
        pa.concat_tables([table, table]).append_column("mine", [[1] * 4])
    ) == paili.concat([hands] * 2)
    text = pa.table(
        {"concealed": ["2223m"], "melds": ["(456p@0)(555z+5z@3)[9999s]"], "win_tile": ["5m"], "flags": [""]}
    )
    assert str(Hands.from_arrow(text)[0]) == "2223m (456p@0) (555z+5z@3) [9999s] +5m"
    assert len(Hands.from_arrow(table.slice(0, 0))) == 0


@pytest.mark.parametrize("tile_set", ["suits", "ten-rank"])
def test_arrow_keeps_the_tile_set(tile_set: str) -> None:
    hands = Hands.from_records([{"tile_set": tile_set, "concealed": "1234567m123456p"}])
    assert Hands.from_arrow(hands.to_arrow()).tile_set == tile_set
    assert Hands.from_arrow(hands.to_arrow()) == hands


@given(st.data())
def test_random_hands_come_back(data: st.DataObject) -> None:
    wall = data.draw(st.permutations([tile for tile in range(34) for _ in range(4)]))
    tiles = np.bincount(wall[:13], minlength=34).astype(np.uint8)
    ways = 2 if tiles[wall[13]] else 3  # nobody is robbed of a tile of which the winner holds another
    hand = Hands(tiles[None], win_tile=[wall[13]], by=data.draw(st.integers(0, ways - 1)))[0]
    assert Hand.parse(str(hand), by=hand.by) == hand
    assert Hand.from_record(hand.to_record()) == hand
    assert paili.format_tiles(hand.concealed) == str(hand).split(" ")[0]


@pytest.mark.parametrize("name", paili.rules.names())
def test_a_record_that_names_its_rule_set_has_its_tiles(name):
    rules = paili.rules.load(name)
    assert paili.Hand(None, rules=name, by="eight_flowers").tile_set == rules.tile_set
    drawn = {"concealed": "123456789m11p22s", "win_tile": "1p", "by": "self_draw", "flags": ["kong_draw"]}
    (defects,) = paili.Hands.from_records([{**drawn, "rules": name}], errors="mask").defects
    flowers = rules.table("play").get("flower_is_kong_draw", False)
    assert defects == ([] if flowers else ["kong_draw without a kong or a flower"])
