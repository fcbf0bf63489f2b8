"""Readers of game logs: the same rounds in every format, bad files, and real logs where there are some."""

import builtins
import gzip
import json
import random
import re
from xml.etree import ElementTree

import numpy as np
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

import log_writers as write
import paili
from log_rounds import (
    BOTZONE,
    CLAIMS,
    CLAIMS_WIN,
    DRAWN,
    HEAVEN,
    HEAVEN_WIN,
    JUNK,
    KONGS,
    KONGS_WIN,
    ROBBED,
    ROBBED_WIN,
    ROUNDS,
    WINS,
)
from log_writers import Round
from paili.cli.app import app
from paili.io import FileError, LogError, convert_logs, log_records, read_log
from paili.io.logs import is_log


def put(folder, text, name="game.log"):
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def wins(path, **keys):
    """The records of a log without id and source, which are checked by themselves."""
    return [{k: v for k, v in r.items() if k not in ("id", "source")} for r in log_records(path, **keys)]


@pytest.mark.parametrize("kind", ["mjai", "mjlog", "tenhou6"])
@pytest.mark.parametrize("packed", [False, True])
def test_the_same_rounds_in_each_format(tmp_path, kind, packed):
    text = getattr(write, kind)(ROUNDS).encode()
    path = put(tmp_path, gzip.compress(text) if packed else text)
    assert is_log(path)
    assert wins(path) == WINS
    ids = [(r["id"], r["source"]) for r in log_records(path)]
    numbers = ["1", "2", "3", "4", "4.2", "5", "6", "7"]
    assert ids == [(f"game.log#{n}", kind) for n in numbers]
    hands = read_log(path)
    assert hands.valid.all()
    assert hands.extra["source"].tolist() == [kind] * len(WINS)
    assert hands.responsible.tolist()[0] == 2


def test_botzone_text(tmp_path):
    path = put(tmp_path, write.botzone_text([*(r for r, _ in BOTZONE), DRAWN]))
    assert wins(path) == [win for _, win in BOTZONE]


@pytest.mark.parametrize("number", range(len(BOTZONE)))
@pytest.mark.parametrize("indent", [None, 1])
def test_botzone_matches(tmp_path, number, indent):
    played, win = BOTZONE[number]
    assert wins(put(tmp_path, json.dumps(write.botzone_match(played), indent=indent))) == [win]
    told, answers = write.botzone_told(played, win["winner"])
    assert wins(put(tmp_path, json.dumps({"requests": told, "responses": answers}, indent=indent))) == [win]
    lines = [line for pair in zip(told, answers, strict=True) for line in pair]
    assert wins(put(tmp_path, "\n".join(lines))) == [win]
    assert wins(put(tmp_path, "\n".join([str(len(told)), *lines]))) == [win]
    other = (win["winner"] + 2) % 4
    told, answers = write.botzone_told(played, other)
    assert wins(put(tmp_path, json.dumps({"requests": told, "responses": answers}))) == []


def test_botzone_flowers(tmp_path):
    match = write.botzone_match(HEAVEN, flowers=("H3",))
    turns = match["logs"]
    drawn = {"output": {"display": {"action": "BUHUA", "player": 0, "tile": "H1"}}}
    turns.insert(4, drawn)
    (win,) = wins(put(tmp_path, json.dumps(match)))
    assert win == HEAVEN_WIN | {"flowers": "13f"}


def test_many_documents_in_one_file(tmp_path):
    lines = [json.dumps({"log": [write.tenhou6_round(r)]}) for r in (CLAIMS, KONGS)]
    assert wins(put(tmp_path, "\n".join(lines))) == [CLAIMS_WIN, KONGS_WIN]


def long_round(draws):
    """Everybody throws what he draws; the last tile completes the hand of seat 2."""
    hands = (JUNK, JUNK, "123456789m55z77s", JUNK)
    left = [t for t in range(34) for _ in range(4)]
    for tile in (t for hand in Round(hands, "").tiles() for t in hand):
        left.remove(tile)
    random.Random(1).shuffle(left)
    left.remove(24)
    left = [*left[: draws - 1], 24]
    moves = [f"{i % 4}+{write.NAMES[t]} {i % 4}-{write.NAMES[t]}" for i, t in enumerate(left)]
    return Round(hands, " ".join([*moves, "2w"]))


@pytest.mark.parametrize(
    ("kind", "draws", "flagged"),
    [("mjai", 70, True), ("mjai", 68, False), ("botzone_text", 84, True), ("botzone_text", 82, False)],
)
def test_last_tile(tmp_path, kind, draws, flagged):
    path = put(tmp_path, getattr(write, kind)([long_round(draws)]))
    win = wins(path)[0]
    assert ("last_tile" in win["flags"]) == flagged
    assert win["from"] == (draws - 1) % 4


def test_own_view(tmp_path):
    path = put(tmp_path, write.mjai([CLAIMS, KONGS], shown=[1]))
    faults = []
    assert wins(path, faults=faults) == [CLAIMS_WIN]
    assert "the log does not show the hand" in str(faults[0])


def test_a_log_without_wins(tmp_path):
    assert len(read_log(put(tmp_path, write.mjlog([DRAWN])))) == 0


# What can be wrong

BOMB = (
    '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">'
    + "".join(
        f'<!ENTITY {b} "&{a};&{a};&{a};&{a};&{a};&{a};">' for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    )
    + "]><mjloggm>&i;</mjloggm>"
)
EXTERNAL = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]><mjloggm>&a;</mjloggm>'
XML, LINES, TEXT = (f([CLAIMS, KONGS]) for f in (write.mjlog, write.mjai, write.botzone_text))
MATCH = json.dumps(write.botzone_match(CLAIMS))
TENHOU = write.tenhou6([CLAIMS, KONGS])
BAD = {
    "empty": ("", "empty"),
    "blank": (" \n\n", "empty"),
    "prose": ("Dear all,\nthis is no log.\n", "no log: neither mjai"),
    "binary": (bytes(range(256)) * 9, "no log"),
    "a number": ("5\n", "no log"),
    "other JSON": ('{"concealed": "123m"}\n', "no log"),
    "HTML": ("<html><body>mj</body></html>", "no log"),
    "a bomb": (BOMB, "declares no entities, refused"),
    "an outside entity": (EXTERNAL, "declares no entities, refused"),
    "XML cut short": (XML[:-200], "after element [0-9]+: no whole XML"),
    "XML ends in a round": (XML.split("<AGARI")[0] + "</mjloggm>", "element [0-9]+.*: the round has no end"),
    "no round": ("<mjloggm></mjloggm>", "no round in it"),
    "no hands": (MATCH.replace('"hand"', '"hans"'), "no botzone event: 'hand' is missing"),
    "three players": (write.mjlog([CLAIMS], '<mjloggm><GO type="185"/>'), "element 2, <GO>: a three-player"),
    "tile 136": (XML.replace('machi="', 'machi="9'), "is no tile"),
    "letters": (XML.replace('oya="0"', 'oya="x"'), "no mjlog event: 'x' is no number"),
    "seat 7": (XML.replace('who="1"', 'who="7"'), "of seat 7: no such seat"),
    "lines cut short": (LINES[:-150], "line [0-9]+: no JSON object, cut short"),
    "lines end in a round": ("\n".join(LINES.splitlines()[:8]), "line 8: the round has no end"),
    "a line of 2 MB": ('{"type": "start_game"}\n{"type": "' + "x" * (2 << 20) + '"}\n', "line of 2097"),
    "no UTF-8": (LINES.encode().replace(b'"6p"', b'"\xff"'), "line 3: not UTF-8"),
    "no tile": (LINES.replace('"6p"', '"9x"'), "line 3: '9x' is no tile"),
    "seat missing": (LINES.replace('"actor": 0, ', ""), "line 3: no mjai event: 'actor' is missing"),
    "dealer 4": (LINES.replace('"oya": 0', '"oya": 4'), "line 2: the dealer is seat 4"),
    "a missing key": (LINES.replace('"oya"', '"aya"'), "line 2: no mjai event: 'oya' is missing"),
    "no hands in mjai": (LINES.replace('"tehais"', '"hands"'), "line 2: no mjai event: 'tehais' is missing"),
    "no wind": (LINES.replace('"bakaze": "E"', '"bakaze": "EE"'), "line 2: 'EE' is no wind"),
    "a tile of a number": (LINES.replace('"6p"', "5"), "line 3: 5 is no tile"),
    "no seat": (XML.replace(' who="1"', "", 1), "element [0-9]+, <.*>: no mjlog event: 'who' is missing"),
    "an empty round": (json.dumps({"log": [[[]] * 17]}), "round 1: no tenhou6 event: it is too short"),
    "a list as a tile": (TENHOU.replace("[11,", "[[],", 1), r"round 1: \[\] is no tile"),
    "no player": (MATCH.replace('"player"', '"payer"'), "turn [0-9]+: no botzone event: 'player' is missing"),
    "a number as a turn": (MATCH.replace('"output": {', '"output": 5, "o": {'), "of the wrong kind"),
    "a short line": (TEXT.replace("Player 0 Draw", "Player 0"), "line [0-9]+: .*is no action"),
    "a tile not held": (LINES.replace('"dahai", "pai": "E"', '"dahai", "pai": "C"'), "seat 0: no 7z in"),
    "JSON cut short": (TENHOU[:-60], "the document: no whole JSON"),
    "JSON no UTF-8": (TENHOU.encode().replace(b'"a"', b'"\xff"'), "byte [0-9]+: not UTF-8"),
    "JSON too deep": ('{"log": ' + "[" * 100_000, "nested too deeply|no whole JSON"),
    "16 fields": (json.dumps({"log": [write.tenhou6_round(CLAIMS)[:-1]]}), "round 1: 16 fields"),
    "out of order": (TENHOU.replace("c141516", "c131415"), "draws and discards do not fit together"),
    "a strange call": (TENHOU.replace("c141516", "x141516"), "'x141516' is no call"),
    "no event": (TEXT.replace("Huang", "Hu").replace("Score", "Wurst"), "'Wurst 0 0 0 0' is no event"),
    "a chow of 9 1 2": (TEXT.replace("Chi W5", "Chi W1"), "claim of seat 1: no such tile"),
    "no action": (TEXT.replace("Chi", "Chew"), "'CHEW W5' is no action"),
    "the deal cut short": ("\n".join(TEXT.splitlines()[:4]), "the deal breaks off"),
    "an endless round": (LINES + '{"type": "none"}\n' * 10_001, "more than 10000 events"),
    "gzip cut short": (gzip.compress(LINES.encode())[:-100], "cut short|damaged"),
    "not from him": (XML.replace('fromWho="2"', 'fromWho="3"'), "the tile is from seat 2, not from 3"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_bad_logs_are_told(tmp_path, name):
    text, message = BAD[name]
    path = put(tmp_path, text)
    with pytest.raises(LogError, match=message) as caught:
        read_log(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert isinstance(caught.value, ValueError)
    assert len(str(caught.value)) < 400


def test_missing_file(tmp_path):
    with pytest.raises(LogError, match="no such file"):
        read_log(tmp_path / "nothing")
    with pytest.raises(LogError, match="directory"):
        read_log(tmp_path)


@pytest.mark.parametrize("kind", ["mjai", "mjlog", "botzone_text", "tenhou6"])
def test_the_other_rounds_are_read(tmp_path, kind):
    bad = Round(CLAIMS.hands, CLAIMS.play.replace("2-7s", "2+1s"))
    faults = []
    assert wins(put(tmp_path, getattr(write, kind)([KONGS, bad, ROBBED])), faults=faults) == [
        KONGS_WIN,
        ROBBED_WIN,
    ]
    assert len(faults) == 1 and isinstance(faults[0], LogError)


def test_rounds_before_the_break_are_read(tmp_path):
    faults = []
    assert wins(put(tmp_path, XML[:-200]), faults=faults) == [CLAIMS_WIN]
    assert wins(put(tmp_path, LINES[:-150]), faults=faults) == [CLAIMS_WIN]
    assert len(faults) == 2


@pytest.mark.parametrize(
    "text", [LINES, XML, TEXT, TENHOU, MATCH], ids=["mjai", "mjlog", "text", "tenhou6", "match"]
)
def test_damage_is_found_or_harmless(tmp_path, text):
    """Whatever bytes change: hands that are valid, and `LogError` for the rest."""
    text, rng = text.encode(), random.Random(7)
    for _ in range(150):
        damaged = bytearray(text)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(damaged))
            damaged[at : at + rng.randint(0, 2)] = bytes(
                rng.choices(b'0123456789mpsz"<{[,-+ \n\xff', k=rng.randint(0, 2))
            )
        assert read_log(put(tmp_path, bytes(damaged)), faults=[]).valid.all()


def test_without_defusedxml(tmp_path, monkeypatch):
    real = builtins.__import__

    def without(name, *args, **keys):
        if name.startswith("defusedxml"):
            raise ModuleNotFoundError(name, name="defusedxml")
        return real(name, *args, **keys)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ModuleNotFoundError, match=re.escape('pip install "paili[io]"')):
        read_log(put(tmp_path, XML))


# Conversion


def run(*args, code=0):
    result = CliRunner().invoke(app, ["convert", *map(str, args)])
    assert result.exit_code == code, result.output
    return result.output


def test_convert_logs(tmp_path):
    (tmp_path / "logs").mkdir()
    put(tmp_path, XML, "logs/a.mjlog")
    put(tmp_path, TEXT, "logs/b.txt")
    out = tmp_path / "hands.parquet"
    assert "4 hands written" in run(tmp_path / "logs", "-o", out)
    table = pq.read_table(out)
    assert table["id"].to_pylist() == ["a.mjlog#1", "a.mjlog#2", "b.txt#1", "b.txt#2"]
    records = paili.Hands.from_arrow(table).to_records()
    assert records[0] == {"id": "a.mjlog#1", "source": "mjlog", **CLAIMS_WIN}
    put(tmp_path, LINES, "game.jsonl")  # hands have this suffix too
    run(tmp_path / "game.jsonl", "-o", tmp_path / "hands.jsonl")
    assert json.loads((tmp_path / "hands.jsonl").open().readline())["winner"] == 1


def test_convert_does_the_rest_where_one_is_bad(tmp_path):
    files = [put(tmp_path, XML), put(tmp_path, BOMB, "bomb.xml"), put(tmp_path, LINES[:-150], "short")]
    out = tmp_path / "hands.parquet"
    text = run(*files, tmp_path / "missing", "-o", out, code=1)
    assert "3 hands written" in text
    assert "bomb.xml" in text and "short: line" in text and "missing: no such file" in text
    summary = convert_logs(files, out, progress=False)
    assert (summary.rows, len(summary.failures)) == (3, 2)


def test_convert_leaves_nothing_where_all_is_bad(tmp_path):
    out = tmp_path / "hands.parquet"
    assert "refused" in run(put(tmp_path, BOMB), "-o", out, code=2)
    assert not out.exists()
    assert "no log" in run(put(tmp_path, "prose"), "-o", out, code=2)
    with pytest.raises(FileError, match="one of the inputs"):
        convert_logs([put(tmp_path, LINES, "x.jsonl")], tmp_path / "x.jsonl")
    with pytest.raises(FileError, match="no folder"):
        convert_logs([tmp_path / "x.jsonl"], tmp_path / "none" / "x.jsonl")
    with pytest.raises(LogError, match="empty folder"):
        (tmp_path / "empty").mkdir()
        convert_logs([tmp_path / "empty"], out)


# Real logs

SHORT = "upd_aft_draw_kancl"  # ends within its last round


@pytest.fixture(scope="module")
def logs(shared):
    files = sorted((shared / "data" / "logs").glob("*"))
    if not files:
        pytest.skip("no logs in the shared folder")
    return files


def stated(path):
    """Winner, from, changes of the scores and attributes of every win that a log states."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".xml":
        for element in ElementTree.fromstring(text).iter("AGARI"):
            a = element.attrib
            yield int(a["who"]), int(a["fromWho"]), [int(x) for x in a["sc"].split(",")[1::2]], a
    elif path.suffix == ".jsonl":
        for event in map(json.loads, text.splitlines()):
            if event["type"] == "hora":
                yield event["actor"], event["target"], event["deltas"], None
    else:
        for log in json.loads(text)["log"]:
            for deltas, win in zip(log[16][1::2], log[16][2::2], strict=False):
                yield win[0], win[1], deltas, None


def test_real_logs(logs):
    total = 0
    for path in logs:
        faults = []
        hands = read_log(path, faults=faults)
        assert [SHORT in str(fault) for fault in faults] == [True] * (SHORT in path.name)
        told = list(stated(path))
        assert len(hands) == len(told), path.name
        total += len(hands)
        for hand, (winner, source, deltas, _) in zip(hands, told, strict=True):
            assert (hand.winner, source) == (winner, winner if hand.from_ is None else hand.from_)
            assert deltas[winner] > 0 and (hand.from_ is None or deltas[hand.from_] < 0)
    assert total >= 80


def test_real_hands_are_complete(logs):
    hands = paili.concat([read_log(path, faults=[]) for path in logs])
    counts = hands.concealed.copy()
    counts[np.arange(len(hands)), hands.win_tile] += 1
    assert paili.is_complete(counts, held=hands.held).all()
    assert paili.rules.load("wsom").score(hands).complete.all()


def test_real_mjlogs_agree_with_what_they_state(logs):
    """The tiles of the hand; and the flags, which the log states as numbers of patterns."""
    seen = 0
    for path in (path for path in logs if path.suffix == ".xml"):
        for hand, (*_, a) in zip(read_log(path, faults=[]), stated(path), strict=True):
            kinds = np.bincount([int(i) // 4 for i in a["hai"].split(",")], minlength=34)
            own = hand.concealed.astype(int)
            own[hand.win_tile] += 1
            assert (own == kinds).all()
            assert len(hand.melds) == len(a.get("m", "").split(",")) * ("m" in a)
            yaku = [int(i) for i in a.get("yaku", "").split(",")[::2] if i]
            assert (hand.by == "robbed_kong") == (3 in yaku)
            assert ("kong_draw" in hand.flags) == (4 in yaku)
            assert ("last_tile" in hand.flags) == (5 in yaku or 6 in yaku)
            assert ("ready_declared" in hand.flags) == (1 in yaku or 21 in yaku)
            seen += 1
    assert seen > 50
