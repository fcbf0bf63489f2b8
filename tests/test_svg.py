"""Tiles and hands as inline SVG: well-formed, every tile its own picture, nothing from outside."""

import xml.etree.ElementTree as ET

import pytest

import paili
from paili.svg import WIDTH, Piece, draw, draw_hand, hand_pieces
from paili.tiles import TILE_SETS

SVG = "{http://www.w3.org/2000/svg}"


def titles(picture):
    return [title.text for title in ET.fromstring(picture).iter(f"{SVG}title")]


@pytest.mark.parametrize("name", TILE_SETS)
def test_every_tile_has_a_picture_of_its_own(name):
    kinds = TILE_SETS[name]
    pictures = [draw([Piece((tile,))], name) for tile in range(kinds.kinds)]
    assert len({picture.replace(kinds.names[i], "") for i, picture in enumerate(pictures)}) == kinds.kinds
    assert [titles(picture) for picture in pictures] == [[text] for text in kinds.names]


@pytest.mark.parametrize("rank", range(2, 11))
def test_ranks_are_counted_by_pips_and_sticks(rank):
    dots, sticks = (ET.fromstring(draw([Piece((10 * suit + rank - 1,))], "ten-rank")) for suit in (1, 2))
    assert len(list(dots.iter(f"{SVG}circle"))) == 2 * rank
    assert len(list(sticks.iter(f"{SVG}rect"))) == 1 + 2 * rank


def test_pips_stay_on_the_tile():
    for rank in range(10):
        for circle in ET.fromstring(draw([Piece((10 + rank,))], "ten-rank")).iter(f"{SVG}circle"):
            x, radius = float(circle.get("cx")), float(circle.get("r"))
            assert radius < x < WIDTH - radius


def test_a_hand_is_laid_out():
    hand = paili.Hand.parse("23m99s [5555p] (333z) (666s+6s) +9s")
    assert titles(draw_hand(hand)) == [
        *["2m", "3m", "9s", "9s"], *["5p"] * 4, *["3z"] * 3, *["6s"] * 4, "9s",
    ]  # fmt: skip
    pieces = hand_pieces(hand)
    assert [piece.declared for piece in pieces] == [False, True, True, True, False]
    assert [piece.face_down for piece in pieces] == [False, True, False, False, False]
    assert pieces[-1].winning == 0
    assert hand._repr_html_() == draw_hand(hand)


def test_backs_show_no_face():
    open_kong, concealed = (draw([Piece((13,) * 4, True, hidden)]) for hidden in (False, True))
    assert open_kong.count("<circle") == 2 * concealed.count("<circle")


def test_nothing_is_fetched_and_labels_are_escaped():
    picture = draw([Piece((0,))], label="<&\"'>")
    assert ET.fromstring(picture).get("aria-label") == "<&\"'>"
    assert "href" not in picture and "url(" not in picture


def test_an_empty_hand_is_an_empty_picture():
    assert titles(draw([])) == []
    assert titles(draw_hand(paili.Hand(by="eight_flowers"))) == []
