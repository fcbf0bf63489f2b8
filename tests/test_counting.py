"""The public face of the counting room: meaning, keywords, arrays, errors."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import corpora
import paili
from paili import Shape, counting
from paili._counting import force_isa

CASES = Path(__file__).parents[2] / "shared" / "cases" / "shanten.json"
ISAS = [isa for isa in ("portable", "avx2", "avx512") if force_isa(isa)]
force_isa(os.environ.get("PAILI_ISA", ""))


def tiles(text, tile_set="standard"):
    return paili.parse_tiles(text, tile_set=tile_set)


def named(mask, tile_set="standard"):
    return paili.format_tiles(np.asarray(mask, np.uint8), tile_set=tile_set)


# ---- what others fell into -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "distance"),
    [
        ("1111m123p123s123s", 1),  # waits on a fifth copy
        ("123456789m1111p", 1),
        ("1112223334444z", 1),
        ("111124m1111z", 1),
        ("19m19p19s12345z", 6),  # eleven tiles with a meld: no orphans
        ("245568m245568p77s", 2),
        ("1122334455667m", 0),
        ("19m19p19s1234567z", 0),
        ("1111222233344z", 2),
    ],
)
def test_traps(hand, distance):
    assert paili.shanten(tiles(hand)) == distance


def test_a_kong_of_the_waited_tile_ends_the_wait():
    hand, kong = tiles("13m456p789s11z"), tiles("2222m")
    assert paili.shanten(hand) == 0
    assert named(paili.waits(hand)) == "2m"
    assert paili.shanten(hand, held=kong) > 0
    assert not paili.waits(hand, held=kong).any()
    assert named(paili.waits(hand, held=kong, formal=True)) == "2m"


def test_formal_waits_count_a_fifth_copy():
    hand = tiles("1111m123p123s123s")
    assert not paili.waits(hand).any()
    assert named(paili.waits(hand, formal=True)) == "1m"
    assert named(paili.waits(tiles("1234444m678m456p"), formal=True)) == "14m"
    assert named(paili.waits(tiles("1234444m678m456p"))) == "1m"


def case_call(case):
    tile_set = {"shiwan": "ten-rank", "sichuan": "suits"}.get(case["rule"], "standard")
    quads = case["rule"] == "sichuan"
    held = sum((tiles(meld["tiles"], tile_set) for meld in case["melds"]), np.zeros(34, np.uint8))
    return tiles(case["concealed"], tile_set), {
        "held": held,
        "tile_set": tile_set,
        "shapes": Shape.STANDARD | Shape.SEVEN_PAIRS_WITH_QUADS if quads else Shape.STANDARD,
        "max_suits": 2 if quads else None,
        "void": "mps".index(case["que"]) if "que" in case else None,
    }


@pytest.mark.skipif(not CASES.exists(), reason=f"{CASES} is not there")
def test_shared_cases():
    for case in json.loads(CASES.read_text(encoding="utf8")):
        counts, keywords = case_call(case)
        assert paili.shanten(counts, **keywords) == case["expect"]["shanten"], case["title"]


# ---- shapes -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shape", "hand", "distance"),
    [
        (Shape.STANDARD, "1122334455667m", 0),
        (Shape.SEVEN_PAIRS, "1111223344556m", 2),  # 1m is one kind only
        (Shape.SEVEN_PAIRS_WITH_QUADS, "1111223344556m", 0),
        (Shape.THIRTEEN_ORPHANS, "19m19p19s1234567z", 0),
        (Shape.HONORS_AND_KNITTED, "147m258p369s1234z", 0),
        (Shape.HONORS_AND_KNITTED, "147m147p369s1234z", 3),
        (Shape.THIRTEEN_SCATTERED, "147m147p369s1234z", 0),
        (Shape.KNITTED_STRAIGHT, "147m258p369s11z23s", 0),
        (Shape.KNITTED_STRAIGHT, "147m258p369s1z", 0),  # with one meld
        (Shape.FOURTEEN_HONORS, "1111222233344z", 0),
    ],
)
def test_shapes(shape, hand, distance):
    assert paili.shanten(tiles(hand), shapes=shape) == distance


def test_special_shapes_only_where_nothing_is_declared():
    hand = tiles("19m19p19s1234567z")
    pung = tiles("555p")
    assert paili.shanten(hand) == 0
    assert paili.shanten(hand, held=pung) == paili.shanten(hand, shapes=Shape.STANDARD)
    assert paili.shanten(tiles("11223m"), shapes=Shape.SEVEN_PAIRS) == counting.NEVER


def test_no_legal_hand_is_never():
    held = tiles("123m456p789s")
    assert paili.shanten(tiles("1122z"), held=held, max_suits=2) == counting.NEVER
    assert not paili.acceptance(tiles("1122z"), held=held, max_suits=2).any()
    assert paili.shanten(tiles("1122z"), held=tiles("123m"), void=0) == counting.NEVER


def test_the_enum_is_the_header():
    header = Path(__file__).parents[1] / "csrc" / "counting" / "shapes.hpp"
    names = [f"k{shape.name.title().replace('_', '')} = 1u << {shape.bit_length() - 1}" for shape in Shape]
    text = header.read_text()
    assert [name for name in names if name not in text] == []


# ---- discards -----------------------------------------------------------------------


def test_discards():
    hand = tiles("123m456p789s11223z")
    left = paili.discards(hand, visible=tiles("1z2z"))
    assert (
        left.shanten.dtype == np.int8 and left.acceptance.dtype == np.uint64 and left.live.dtype == np.uint8
    )
    assert (left.shanten[hand == 0] == counting.NEVER).all()
    east, west = 27, 29
    assert left.shanten[west] == 0
    assert int(left.acceptance[west]) == 1 << 27 | 1 << 28
    assert left.live[west] == 2  # two of four East, two of four South in hand, one of each seen
    assert left.shanten[east] == 1


@pytest.mark.parametrize("tile_set", ["standard", "suits", "ten-rank"])
def test_discards_are_the_hands_they_leave(tile_set):
    kinds = 27 if tile_set == "suits" else 34
    for size in (2, 5, 11, 14, 17):
        hands = corpora.dealt(40, size, size, range(kinds))
        left = paili.discards(hands, tile_set=tile_set)
        for i, hand in enumerate(hands):
            for tile in np.flatnonzero(hand):
                after = hand.copy()
                after[tile] -= 1
                accepted = paili.acceptance(after, tile_set=tile_set)
                assert left.shanten[i, tile] == paili.shanten(after, tile_set=tile_set)
                assert int(left.acceptance[i, tile]) == sum(1 << int(t) for t in np.flatnonzero(accepted))
                assert left.live[i, tile] == (4 - hand[accepted].astype(int)).sum()


# ---- arrays -----------------------------------------------------------------------


def test_leading_axes_and_out():
    hands = corpora.dealt(24, 13, 1)
    flat = paili.shanten(hands)
    assert flat.shape == (24,) and flat.dtype == np.int8
    assert (paili.shanten(hands.reshape(2, 3, 4, 34)) == flat.reshape(2, 3, 4)).all()
    assert paili.acceptance(hands.reshape(4, 6, 34)).shape == (4, 6, 34)
    out = np.full((24,), 99, np.int8)
    assert paili.shanten(hands, out=out) is out and (out == flat).all()
    wide = np.full((24, 2), 99, np.int8)
    assert (paili.shanten(hands, out=wide[:, 1]) == flat).all() and (wide[:, 1] == flat).all()
    assert (wide[:, 0] == 99).all()
    one = paili.shanten(hands[0])
    assert isinstance(one, np.int8) and one == flat[0]
    assert paili.waits(hands[0]).shape == (34,)
    assert paili.is_complete(corpora.dealt(5, 14, 1)).dtype == np.bool_


def test_empty_batches():
    none = np.zeros((0, 34), np.uint8)
    assert paili.shanten(none).shape == (0,)
    assert paili.acceptance(none.reshape(0, 3, 34)).shape == (0, 3, 34)
    assert paili.discards(none).live.shape == (0, 34)


def test_strided_and_read_only_arrays():
    hands = corpora.dealt(64, 13, 2)
    expected = paili.shanten(hands)
    assert (paili.shanten(hands[::2]) == expected[::2]).all()
    assert (paili.shanten(np.asfortranarray(hands)) == expected).all()
    wide = np.zeros((64, 68), np.uint8)
    wide[:, ::2] = hands
    assert (paili.shanten(wide[:, ::2]) == expected).all()
    assert paili.shanten(wide[5, ::2]) == expected[5]
    hands.flags.writeable = False
    assert (paili.shanten(hands) == expected).all()
    assert paili.shanten(hands[7]) == expected[7]


def test_held_rows():
    hands = corpora.dealt(50, 10, 3)
    held = tiles("999p")
    hands[:, 17] = 0
    hands = corpora._top_up(np.minimum(hands, 3), 10, 4)
    hands = hands[hands[:, 17] < 2]
    each = np.broadcast_to(held, hands.shape)
    assert (paili.shanten(hands, held=held) == paili.shanten(hands, held=each)).all()
    assert (paili.shanten(hands, held=np.zeros(34, np.uint8)) == paili.shanten(hands)).all()
    mixed = np.array(each)
    mixed[::2] = 0
    found = paili.shanten(hands, held=mixed)
    assert (found[::2] == paili.shanten(hands)[::2]).all()
    assert (found[1::2] == paili.shanten(hands, held=held)[1::2]).all()


def test_lists_and_workers():
    hands = corpora.dealt(200_000, 13, 5)
    expected = paili.shanten(hands, workers=1)
    assert paili.shanten(hands[0].tolist()) == expected[0]
    assert (paili.shanten(hands, workers=3) == expected).all()
    hands[150_000, 3] = 5
    hands[199_999, 3] = 5
    with pytest.raises(ValueError, match=r"hand \[150000\]: 5 copies of 4m"):
        paili.shanten(hands, workers=3)


# ---- errors -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        (np.zeros(34, np.uint8), "0 tiles"),
        (tiles("123m"), "3 tiles"),
        (np.arange(34) < 18, "18 tiles"),
        (tiles("123m") + 5 * (np.arange(34) == 9), "5 copies of 1p"),
        (200 * (np.arange(34) == 33), "200 copies of 7z"),
        (np.full(34, 255), "255 copies of 1m"),
    ],
)
def test_no_hands(hand, message):
    hand = np.asarray(hand, np.uint8)
    with pytest.raises(ValueError, match=message):
        paili.shanten(hand)
    batch = corpora.dealt(100, 13, 6)
    batch[77] = hand
    batch[98] = hand
    for isa in ISAS:
        assert force_isa(isa)
        for call in (paili.shanten, paili.acceptance, paili.waits):
            with pytest.raises(ValueError, match=rf"hand \[77\].*{message}"):
                call(batch)
        with pytest.raises(ValueError, match=r"hand \[7, 7\]"):
            paili.shanten(batch.reshape(10, 10, 34))
    force_isa("")


def test_tiles_outside_the_set():
    with pytest.raises(ValueError, match=r"1z is not in the tile set suits"):
        paili.shanten(tiles("1112345678999m1z"), tile_set="suits")
    batch = corpora.dealt(40, 13, 7, range(27))
    batch[31] = tiles("123456789m1112z")
    for isa in ISAS:
        force_isa(isa)
        with pytest.raises(ValueError, match=r"hand \[31\]"):
            paili.shanten(batch, tile_set="suits")
    force_isa("")


def test_sizes_that_do_not_fit():
    for call in (paili.waits, paili.acceptance):
        with pytest.raises(ValueError, match="14 tiles; 1, 4, 7"):
            call(corpora.dealt(1, 14, 8))
    for call in (paili.is_complete, paili.discards):
        with pytest.raises(ValueError, match="13 tiles; 2, 5, 8"):
            call(corpora.dealt(1, 13, 8))


def test_held_that_does_not_fit():
    with pytest.raises(ValueError, match="5 copies of 1m, 3 of them held"):
        paili.shanten(tiles("11m456p789s11z"), held=tiles("111m"))
    with pytest.raises(ValueError, match="held has shape"):
        paili.shanten(corpora.dealt(3, 10, 1), held=np.zeros((2, 34), np.uint8))
    with pytest.raises(TypeError, match="held must be uint8"):
        paili.shanten(corpora.dealt(3, 10, 1), held=np.zeros(34))


def test_no_number_is_rounded_and_no_mask_ignored():
    hand = paili.parse_tiles("123m456p789s1122z")
    for counts in (hand, np.stack([hand] * 3)):
        with pytest.raises(TypeError, match="counts is a masked array"):
            paili.shanten(np.ma.masked_array(counts, mask=counts > 0))
    for keywords in ({"shapes": 1.5}, {"shapes": "1"}, {"max_suits": 2.0}, {"void": 1.0}):
        with pytest.raises(TypeError):
            paili.shanten(hand, **keywords)


@pytest.mark.parametrize("dtype", [np.int8, np.int64, np.float64, bool, object, "U1"])
def test_wrong_dtype(dtype):
    with pytest.raises(TypeError, match="counts must be uint8"):
        paili.shanten(tiles("123m456p789s1122z").astype(dtype))


def test_wrong_shapes_and_keywords():
    hand = tiles("123m456p789s1122z")
    for wrong in (hand[:33], hand.reshape(2, 17), np.uint8(3)):
        with pytest.raises((ValueError, TypeError)):
            paili.shanten(wrong)
    for keywords in (
        {"tile_set": "riichi"},
        {"shapes": 0},
        {"shapes": 256},
        {"shapes": -1},
        {"max_suits": 4},
        {"max_suits": -1},
        {"void": 3},
        {"out": np.zeros((), np.int16)},
        {"out": np.zeros(2, np.int8)},
        {"workers": 0},
    ):
        with pytest.raises(ValueError):
            paili.shanten(hand, **keywords)
    with pytest.raises(ValueError, match="read-only"):
        out = np.zeros((), np.int8)
        out.flags.writeable = False
        paili.shanten(hand, out=out)


# ---- the import -----------------------------------------------------------------------


def python(code, **environment):
    return subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | environment,
        capture_output=True,
        text=True,
    )


def test_the_variant_can_be_forced():
    for isa in ISAS:
        done = python("from paili import counting; print(counting.isa())", PAILI_ISA=isa)
        assert done.stdout.strip() == isa, done.stderr
    failed = python("import paili.counting", PAILI_ISA="sse9")
    assert failed.returncode and "ImportError: PAILI_ISA=sse9" in failed.stderr


def test_importing_paili_does_not_count():
    done = python("import sys, paili; print('paili._counting' in sys.modules)")
    assert done.stdout.strip() == "False", done.stderr


def test_warm_up_and_symbols():
    for tile_set in ("standard", "suits", "ten-rank"):
        counting.warm_up(tile_set)
    addresses = counting.symbols()
    assert set(addresses) == {f"paili_{name}_v1" for name in ("shanten", "acceptance", "waits", "discards")}
    assert all(addresses.values())
