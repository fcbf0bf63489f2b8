import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import paili
from paili.tiles import TILE_SETS, TileError, read_tiles, tile_name

COUNTS = st.lists(st.integers(0, 4), min_size=34, max_size=34)


@given(counts=COUNTS, name=st.sampled_from(sorted(TILE_SETS)), unicode=st.booleans())
def test_text_gives_the_counts_back(counts: list[int], name: str, unicode: bool) -> None:
    tiles = np.array(counts, np.uint8)
    tiles[TILE_SETS[name].kinds :] = 0
    if unicode and name == "ten-rank":
        tiles[[9, 19, 29]] = 0  # rank ten has no character of its own
    text = paili.format_tiles(tiles, tile_set=name, unicode=unicode)
    assert (paili.parse_tiles(text, tile_set=name) == tiles).all()


def test_every_tile_has_its_number() -> None:
    names = [*(f"{r}{s}" for s in "mps" for r in range(1, 10)), *(f"{r}z" for r in range(1, 8))]
    assert [read_tiles(name) for name in names] == [[tile] for tile in range(34)]
    assert [tile_name(tile) for tile in range(34)] == names
    ten = [*(f"{r}{s}" for s in "mps" for r in "123456789X"), *(f"{r}z" for r in range(1, 5))]
    assert [read_tiles(name, "ten-rank") for name in ten] == [[tile] for tile in range(34)]


def test_forms_of_one_hand() -> None:
    forms = ("123m406p11z", "1m2m3m 4p0p6p 1z1z", "11z456p321m", "🀇🀈🀉🀜🀝🀞🀀🀀", "🀇 23m 456p 🀀1z")
    assert {paili.format_tiles(paili.parse_tiles(form)) for form in forms} == {"123m456p11z"}
    assert paili.format_tiles(paili.parse_tiles("🀆🀅🀄\ufe0f")) == "567z"


@pytest.mark.parametrize(
    ("text", "tile_set", "message"),
    [
        ("12", "standard", r"'12' lacks its suit.*character 1"),
        ("123m45", "standard", r"'45' lacks its suit.*character 5"),
        ("12 m", "standard", "lacks its suit"),
        ("m", "standard", r"no digits before 'm' \(character 1\)"),
        ("1🀇", "standard", "'1' lacks its suit"),
        ("123x", "standard", r"'x' is no suit, they are m p s z \(character 4\)"),
        ("1m?", "standard", r"'\?' is no rank and no suit, they are 0 to 9 and m p s z \(character 3\)"),
        ("1M", "standard", "'M' is no suit"),
        ("18z", "standard", r"8z is not a tile \(character 2\)"),
        ("0z", "standard", "0z is not a tile"),
        ("Xm", "standard", "Xm is not a tile"),
        ("1z", "suits", "1z is not in the tile set 'suits'"),
        ("5z", "ten-rank", "5z is not in the tile set 'ten-rank'"),
        ("🀢", "standard", "'🀢' is a flower; flowers are given by the key flowers"),
        ("🀩", "standard", "'🀩' is a flower"),
        ("1f", "standard", r"'f' is a flower; .*key flowers.*\(character 2\)"),
        ("f1", "standard", r"'f' is a flower; .*\(character 1\)"),
        ("🀪", "standard", "joker or a tile back"),
        ("55555m", "standard", "5m occurs 5 times"),
        ("5505m5m", "standard", "5m occurs 5 times"),
    ],
)
def test_text_that_is_no_tiles(text: str, tile_set: str, message: str) -> None:
    with pytest.raises(TileError, match=message):
        paili.parse_tiles(text, tile_set=tile_set)


def test_physical_tiles() -> None:
    assert paili.format_tiles(paili.from_136(range(4))) == "1111m"
    assert paili.from_136(np.zeros((2, 0), int)).shape == (2, 34)
    assert paili.from_136([[0, 4], [132, 133]]).sum(axis=1).tolist() == [2, 2]
    for ids, error in (([0, 0], TileError), ([136], ValueError), ([-1], ValueError), ([1.0], TypeError)):
        with pytest.raises(error):
            paili.from_136(ids)


def test_other_tile_sets_and_types_are_refused() -> None:
    with pytest.raises(ValueError, match="unknown tile set 'riichi'; there are standard, suits, ten-rank"):
        paili.parse_tiles("1m", tile_set="riichi")
    with pytest.raises(TypeError, match="read from text"):
        paili.parse_tiles(123)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="tile outside the tile set"):
        paili.format_tiles(paili.parse_tiles("1z"), tile_set="suits")
    with pytest.raises(TileError, match="34 is no tile"):
        tile_name(34)
