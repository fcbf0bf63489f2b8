"""Whole rounds under every rule set: replayed by the referee, scored again, the same in any chunks."""

import numpy as np
import pytest

import paili
import referee
from paili import policies, simulate
from paili.discard_logs import responsible
from paili.simulate.rotation import next_dealer
from paili.simulate.run import new_game

RULES = paili.rules.names()
MIXED = ["greedy", "random", "greedy", "random"]


def play_and_deal(rules, n, **options):
    rounds = simulate.play(n, rules=rules, log=True, **options)
    return rounds, simulate.deal(n, rules=rules, seed=rounds.seed, first=rounds.first)


def events_of(rounds):
    names = ("kind", "seat", "tile", "from_")
    return np.stack([rounds.events[name].astype(np.int64) for name in names], axis=1)


def check_rounds(rules, n, **options):
    """Every round of a run: by the referee, and its wins by the scoring room."""
    rounds, deals = play_and_deal(rules, n, **options)
    play, win = rules.table("play"), rules.table("win")
    ranks = 10 if rules.tile_set == "ten-rank" else 9
    events = events_of(rounds)
    ends = np.cumsum(rounds.results["events"])
    for i, end in enumerate(ends):
        fault, at = referee.replay(
            deals.wall[i], deals.hands[i], deals.flowers[i], int(deals.dealer[i]), int(deals.drawn[i]),
            play.get("dead_wall", 0), events[end - rounds.results["events"][i] : end], ranks,
            win.get("chow_melds", True), play.get("kong_after_claim", True), play.get("winners_leave", False),
            rules.void_suit,
        )  # fmt: skip
        assert fault == 0, f"round {i}, event {at}: {referee.FAULTS[fault]}\n{rounds.transcript(i)}"
    check_results(rules, rounds)


def check_results(rules, rounds):
    assert not rounds.payments.sum(axis=1).any()
    scores = rules.score(rounds.hands)
    assert scores.legal.all()
    row = rounds.hands_round - rounds.first
    won, where = np.unique(row, return_index=True)
    assert (rounds.winner[won] == rounds.hands.winner[where]).all()
    assert (rounds.points[won] == scores.points[where]).all()
    assert (np.bincount(row, minlength=len(rounds)) == rounds.wins_count).all()
    assert (rounds.wall_left[rounds.wins_count == 0] == 0).all()
    if not rules.table("settlement").get("kongs"):
        paid = np.zeros_like(rounds.payments)
        np.add.at(paid, row, scores.payments)
        assert (paid == rounds.payments).all()


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("policies", ["random", "greedy", "mixed"])
def test_rounds(name, policies):
    rules = paili.rules.load(name)
    check_rounds(rules, 150, policies=MIXED if policies == "mixed" else policies, seed=len(name), workers=1)


@pytest.mark.parametrize("policies", ["random", "greedy", "value", "defensive", MIXED], ids=str)
@pytest.mark.parametrize("name", ["sichuan-wulong", "sichuan-points"])
def test_rounds_with_a_void_suit(name, policies):
    check_rounds(paili.rules.load(name).replace(dingque=True), 150, policies=policies, seed=5, workers=1)


def test_any_rule_set_can_name_a_void_suit(tmp_path):
    path = tmp_path / "own.toml"
    for base in ("taiwan-csmu", "shiwan", "wsom"):
        path.write_text(f'extends = "{base}"\n[play]\nvoid_suit = true\n')
        check_rounds(paili.rules.load(path), 100, policies=MIXED, seed=5, workers=1)


def test_the_referee_sees_void_suits():
    rules = paili.rules.load("sichuan-wulong").replace(dingque=True)
    rounds, deals = play_and_deal(rules, 1, policies="greedy", seed=1)
    log = events_of(rounds)
    table = deals.wall[0], deals.hands[0], deals.flowers[0], int(deals.dealer[0]), int(deals.drawn[0])

    def judge(log):
        return referee.FAULTS[referee.replay(*table, 0, log, 9, False, True, True, True)[0]]

    assert judge(log) == "fine"
    assert judge(log[1:]) == "void suit named wrongly"
    other = log.copy()
    other[0, 2] = (log[0, 2] + 9) % 27
    assert judge(other) == "void suit named wrongly"
    first = np.flatnonzero(log[:, 0] == referee.DROP)[0]
    kept, seat = log.copy(), log[first, 1]
    held = np.flatnonzero(deals.hands[0, seat])
    kept[first, 2] = held[held // 9 != log[seat, 2] // 9][0]
    assert judge(kept) == "void suit kept"


def test_the_referee_sees_what_is_wrong():
    rounds, deals = play_and_deal(paili.rules.load("wsom"), 1, policies="greedy", seed=1)
    events = events_of(rounds)

    def judge(log):
        table = deals.wall[0], deals.hands[0], deals.flowers[0], int(deals.dealer[0]), int(deals.drawn[0])
        return referee.FAULTS[referee.replay(*table, 14, log, 9, True, False, False, False)[0]]

    assert judge(events) == "fine"
    for at in np.flatnonzero(events[:, 0] == referee.DRAW):
        other_tile, other_seat = events.copy(), events.copy()
        other_tile[at, 2] = (events[at, 2] + 1) % 34
        other_seat[at, 1] = (events[at, 1] + 1) % 4
        assert judge(other_tile) == "not the next tile of the head" and judge(other_seat) == "out of turn"
    for at in range(len(events) - 1):
        assert judge(np.delete(events, at, axis=0)) != "fine"
    assert judge(events[:-1]) == "log ends early"


@pytest.mark.long
@pytest.mark.parametrize("name", RULES)
def test_many_rounds(name):
    rules = paili.rules.load(name)
    for first in range(0, 100_000, 5_000):
        check_rounds(rules, 5_000, policies=MIXED, seed=2024, first=first)


def same(a, b):
    if not all(np.array_equal(getattr(a, name), getattr(b, name)) for name in ("wins", "wins_round")):
        return False
    columns = set(a.results.dtype.names) - {"events"}  # how many were kept
    return all(np.array_equal(a.results[name], b.results[name]) for name in columns)


@pytest.mark.parametrize("name", ["wsom", "mcr", "sichuan-wulong"])
def test_the_same_however_played(name):
    whole = simulate.play(3000, rules=name, policies=MIXED, seed=9, workers=1)
    assert same(whole, simulate.play(3000, rules=name, policies=MIXED, seed=9, workers=3))
    assert same(whole, simulate.play(3000, rules=name, policies=MIXED, seed=9, workers=1, log=True))
    later = simulate.play(1000, rules=name, policies=MIXED, seed=9, first=2000)
    assert np.array_equal(whole.results[2000:], later.results)
    assert not np.array_equal(whole.results, simulate.play(3000, rules=name, policies=MIXED, seed=10).results)


def test_a_match_follows_the_deal():
    rounds = simulate.play(160, rules="taiwan-csmu", policies="greedy", seed=3, match=16)
    stays = (rounds.winner == rounds.dealer) | (rounds.wins_count == 0)
    several = rounds.wins_count > 1
    for i in range(159):
        if i % 16 == 15 or several[i]:
            continue
        assert rounds.dealer[i + 1] == (rounds.dealer[i] + (not stays[i])) % 4
    assert rounds.hands.dealer_streak.max() > 0
    assert same(
        rounds, simulate.play(160, rules="taiwan-csmu", policies="greedy", seed=3, match=16, workers=2)
    )


def test_who_threw_the_tile_first_is_what_the_discards_say():
    """The round loop finds it in its own log; `discard_logs` finds it in a record's."""
    greedy = policies.load("greedy").compiled

    @simulate.policy
    def fickle(me, table, luck):  # declines half of its wins, throwing the tile if it has drawn it
        if not me.may_win or luck & 1:
            return greedy(me, table, luck)
        return simulate.PASS if me.offer >= 0 else simulate.DISCARD + me.drawn

    rounds = simulate.play(400, rules="wsom", policies=fickle, seed=6, log=True)
    hands, seats = rounds.hands, set()
    for i in np.flatnonzero(hands.from_ >= 0).tolist():
        events = rounds.log_of(rounds.hands_round[i])
        drops = events[events["kind"] == referee.DROP]
        log = list(zip(drops["seat"].tolist(), drops["tile"].tolist(), strict=True))
        feeder = int(hands.from_[i])
        first = responsible(log, int(hands.winner[i]), int(hands.win_tile[i]), feeder)
        assert hands.responsible[i] == first
        seats.add("feeder" if first == feeder else "nobody" if first < 0 else "another")
    assert seats == {"feeder", "another", "nobody"}


def test_deals_look_as_they_should():
    deals = simulate.deal(20_000, rules="wsom", seed=4)
    hands = deals.hands
    assert (hands.sum(axis=2) == 13 + (np.arange(4) == deals.dealer[:, None])).all()
    assert (np.sort(deals.wall, axis=1) == np.repeat(np.arange(34), 4)).all()
    assert (deals.wall_left == 69).all()
    seconds = hands[np.arange(20_000), (deals.dealer + 1) % 4]
    assert paili.shanten(seconds).mean() == pytest.approx(3.58, abs=0.03)  # published: 3.58
    firsts = hands[np.arange(20_000), deals.dealer]
    assert paili.shanten(firsts).mean() == pytest.approx(3.155, abs=0.03)  # with fourteen tiles
    assert deals.dice.min() == 1 and deals.dice.max() == 6
    # every tile is as likely everywhere: the first of the wall, evenly over 34 kinds
    counts = np.bincount(deals.wall[:, 0], minlength=34)
    assert ((counts - 20_000 / 34) ** 2 / (20_000 / 34)).sum() < 70


def test_flowers_are_replaced():
    deals = simulate.deal(2000, rules="taiwan-csmu", seed=4)
    assert (deals.hands.sum(axis=2) == 16 + (np.arange(4) == deals.dealer[:, None])).all()
    shown = np.unpackbits(deals.flowers, axis=1).sum(axis=1)
    assert (deals.wall_left == 144 - 16 - 65 - shown).all()


def test_rates_are_plausible():
    rounds = simulate.play(4000, rules="zung-jung", policies="greedy", seed=1)
    assert 0.9 < (rounds.winner >= 0).mean() <= 1
    assert 0.15 < (rounds.ending == 1).mean() < 0.45
    assert 30 < rounds.turns.mean() < 50


def test_results_as_a_table():
    table = simulate.play(100, rules="wsom", policies="random", seed=1).to_arrow()
    assert table.num_rows == 100
    assert table.column("payments").to_pylist()[0] is not None
    assert table.schema.metadata[b"paili.rules"] == b"wsom"


def test_no_rounds():
    rounds = simulate.play(0, rules="mcr", policies="random")
    assert len(rounds) == 0 and len(rounds.hands) == 0 and rounds.payments.shape == (0, 4)
    assert len(simulate.deal(0, rules="mcr")) == 0
    assert rounds.to_arrow().num_rows == 0


@pytest.mark.parametrize(
    ("wins", "dealer"),
    [
        ([(0, 3, 0), (1, 2, 1), (3, 2, 1)], 2),  # two won on one discard of seat 2, if not as the first
        ([(0, 3, 0), (1, 2, 1), (3, 2, 3)], 0),  # one after the other: the first winner
        ([(1, 0, 0), (2, 0, 0)], 0),
        ([(3, -1, 0)], 3),
        ([], 1),
    ],
)
def test_who_deals_after_a_blood_battle(wins, dealer):
    game = new_game(paili.rules.load("sichuan-wulong"))[0]
    game["table"]["dealer"], game["hidden"]["n_wins"] = 1, len(wins)
    for place, (winner, from_, left) in enumerate(wins):
        game["wins"][place]["winner"] = winner
        game["wins"][place]["from_"] = from_
        game["wins"][place]["already_won"] = left
    assert next_dealer(game) == dealer
