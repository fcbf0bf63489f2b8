"""定缺: everybody names a suit that must go. Scoring, explanations and advice; whole rounds."""

import pytest

import paili
import reference_sichuan
from paili.tiles import tile_name
from winning import winning_hands

PLAIN = paili.rules.load("sichuan-wulong")
DINGQUE = PLAIN.replace(dingque=True)
simulate = pytest.importorskip("paili.simulate")
layout = pytest.importorskip("paili.simulate.layout")
MELDS = {
    layout.PUNGED: ("pung", 2),
    layout.KONGED: ("kong", 3),
    layout.ADDED: ("added_kong", 1),
    layout.HIDDEN_KONG: ("concealed_kong", 4),
}
TILES = {"tile_set": "suits", "concealed": "1122334455667m", "win_tile": "7m"}
WIN = {**TILES, "by": "discard", "winner": 0, "from": 1}


def with_void(record, suit):
    return {**record, "context": {**record.get("context", {}), "void_suit": suit}}


@pytest.mark.parametrize("name", ["sichuan-wulong", "sichuan-points"])
def test_a_hand_that_holds_its_void_suit_is_no_win(name):
    options = {"tile_set": "suits", "shapes": ("standard", "seven_pairs"), "chow_melds": False, "flags": ()}
    records = winning_hands(8, 300, **options, bys=("discard", "self_draw"))
    records = [with_void(record, suit) for record in records for suit in ("m", "p", "s", None)]
    hands, seen = paili.Hands.from_records(records), set()
    for rules in (paili.rules.load(name), paili.rules.load(name).replace(dingque=True)):
        scores = rules.score(hands)
        for i, record in enumerate(records):
            slow = reference_sichuan.score(record, rules=name, **rules.options)
            assert (scores.legal[i], scores.points[i]) == (slow["legal"], slow["points"]), record
            assert scores.payments[i].tolist() == slow["payments"]
            seen.add((rules.void_suit, bool(scores.legal[i])))
    assert len(seen) == 4


def test_melds_and_the_winning_tile_count():
    single = paili.Hand.parse("7p (111m) (222m) (333m) (444m) +7p", tile_set="suits", by="discard")
    scores = {suit: DINGQUE.score(single.replace(context={"void_suit": suit})) for suit in "mps"}
    assert [scores[suit].legal for suit in "mps"] == [False, False, True] and DINGQUE.score(single).legal
    three = paili.Hand.parse("123m456m11p78s (999p) +9s", tile_set="suits", by="discard")
    assert not DINGQUE.score(three).legal  # 缺一门 holds where nothing is named


def test_it_travels_like_other_context():
    hand = paili.Hand.from_record(with_void(WIN, "s"))
    assert hand.context == {"void_suit": "s"} and hand._row.void_suit.tolist() == [2]
    assert eval(repr(hand), {"Hand": paili.Hand}) == hand
    hands = paili.Hands.from_records([with_void(WIN, "s"), WIN])
    assert paili.Hands.from_arrow(hands.to_arrow()) == hands
    assert hands.to_arrow().column("void_suit").to_pylist() == [2, None]
    made = paili.Hands(hands.concealed, hands.win_tile, tile_set="suits", void_suit=["s", None])
    assert made.void_suit.tolist() == hands.void_suit.tolist() == [2, -1]
    with pytest.raises(paili.HandError, match="void_suit is 'z', none of m p s"):
        paili.Hand.from_record(with_void(WIN, "z"))
    with pytest.raises(paili.HandError, match=r"void_suit is 3 \(0 to 2\)"):
        paili.Hands(hands.concealed, hands.win_tile, tile_set="suits", void_suit=3)


def test_explain_says_why():
    hand = paili.Hand.from_record(with_void(WIN, "m"))
    text = str(DINGQUE.explain(hand))
    assert "named characters to go" in text and "✗ holds 11223344556677m of the suit that must go" in text
    assert "定缺未打清" in str(DINGQUE.explain(hand, "zh"))
    assert "must go" not in str(PLAIN.explain(hand))
    bad = paili.Hand.parse("123m456m789m11p23s +5p", tile_set="suits", context={"void_suit": "s"})
    assert "2 exchanges short" in str(DINGQUE.explain(bad))


def test_advice_knows_it():
    ready = paili.Hand.parse("1122334455667m", tile_set="suits", context={"void_suit": "m"})
    assert DINGQUE.waits(ready) == [] and len(PLAIN.waits(ready)) == 3
    hand = paili.Hand.parse("123m456m789m11p23s5p", tile_set="suits", context={"void_suit": "s"})
    assert [found.text for found in DINGQUE.discards(hand)] == ["2s", "3s"]
    assert len(PLAIN.discards(hand)) > 2


def settled(rules, rounds, deals, i):
    """Settle a round anew, from its log and its wins."""
    tile_set, tiles = rules.tile_set, deals.hands[i].astype(int)
    wins = iter(rounds.hands[rounds.hands_round == rounds.round[i]].to_records())
    melds, voids, events = [{} for _ in range(4)], {}, []
    drawn, left = int(deals.drawn[i]), set(range(4))
    for kind, seat, tile, from_ in rounds.log_of(i)[["kind", "seat", "tile", "from_"]].tolist():
        if kind == layout.VOIDS:
            voids[seat] = "mps"[tile // 9]
        elif kind in (layout.DRAW, layout.REPLACE):
            tiles[seat, tile] += 1
            drawn = tile
        elif kind == layout.WINS:
            events.append({"event": "win", **next(wins)})
            if events[-1]["by"] == "robbed_kong" and seat in left and from_ >= 0 and robs(events):
                tiles[from_, tile] -= 1
            left.discard(seat)
        elif kind in MELDS:
            name, used = MELDS[kind]
            tiles[seat, tile] -= used
            melds[seat][tile] = {"type": name, "tiles": tile_name(tile, tile_set) * (3 + (name != "pung"))}
            if name != "pung":
                late = name == "added_kong" and tile != drawn
                source = {"from": from_} if name == "kong" else {}
                events.append({"event": "kong", "seat": seat, "type": name, "late": late, **source})
        elif kind == layout.DROP:
            tiles[seat, tile] -= 1
    if rounds.wall_left[i] == 0:
        hands = [
            {
                "seat": seat,
                "concealed": paili.format_tiles(tiles[seat], tile_set=tile_set),
                "melds": list(melds[seat].values()),
                "context": {"void_suit": voids.get(seat)},
            }
            for seat in sorted(left)
        ]
        events.append({"event": "exhaust", "hands": hands if len(left) > 1 else []})
    return paili.settlement.round(rules, events).tolist()


def robs(events):
    """Is the last win the first on its robbed kong?"""
    before = events[-2] if len(events) > 1 else {}
    keys = ("event", "by", "from", "win_tile")
    return any(before.get(key) != events[-1][key] for key in keys)


@pytest.mark.parametrize("policies", ["greedy", ["greedy", "random", "greedy", "random"]], ids=str)
@pytest.mark.parametrize("rules", [PLAIN, DINGQUE], ids=["plain", "dingque"])
def test_rounds_pay_what_settlement_says(rules, policies):
    rounds = simulate.play(300, rules=rules, policies=policies, seed=3, log=True)
    deals = simulate.deal(300, rules=rules, seed=3)
    for i in range(300):
        assert rounds.payments[i].tolist() == settled(rules, rounds, deals, i), rounds.transcript(i)
    assert (rounds.wall_left == 0).any() and rounds.kongs.any()


def test_wins_carry_the_suit_of_which_the_deal_had_fewest():
    rounds = simulate.play(200, rules=DINGQUE, policies="greedy", seed=4)
    suits = simulate.deal(200, rules=DINGQUE, seed=4).hands[..., :27].reshape(200, 4, 3, 9).sum(axis=3)
    assert (rounds.hands.void_suit == suits.argmin(axis=2)[rounds.hands_round, rounds.hands.winner]).all()
    assert rounds.hands[0].context["void_suit"] in "mps"
    assert (simulate.play(50, rules=PLAIN, seed=4).hands.void_suit == -1).all()
