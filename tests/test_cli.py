"""The command line: what it prints, its side files and its exit status."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

import paili
from paili.cli import demo, main
from paili.cli.app import app

HAND = "234m678p3499s (333z) +5s"
RECORD = {
    "concealed": "234m678p3499s",
    "melds": [{"type": "pung", "tiles": "333z"}],
    "win_tile": "5s",
    "by": "discard",
    "winner": 2,
    "from": 0,
    "seat_wind": "W",
}


def run(*args, code=0):
    result = CliRunner().invoke(app, [str(arg) for arg in args])
    assert result.exit_code == code, result.output
    return result.output


def totals(text):
    """The counts of a summary."""
    found = re.findall(r"^(rows|legal wins|below the minimum|no win|bad rows) +([\d,]+)", text, re.MULTILINE)
    return {name: int(number.replace(",", "")) for name, number in found}


@pytest.fixture
def hands(tmp_path):
    path = tmp_path / "hands.jsonl"
    records = [
        RECORD,
        RECORD | {"concealed": "234m678p3499p"},
        RECORD | {"melds": [], "concealed": "123m456m789m1122p"},
    ]
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def test_help_names_every_command():
    text = run("--help")
    for command in ("score", "explain", "waits", "rules", "convert", "bench"):
        assert command in text
        assert run(command, "--help")


def test_version():
    assert run("--version").strip() == f"paili {paili.__version__}"


@pytest.mark.parametrize("suffix", ["parquet", "csv", "jsonl", "arrow"])
def test_score_a_file(tmp_path, hands, suffix):
    out = tmp_path / f"out.{suffix}"
    text = run("score", hands, "-r", "wsom", "-o", out, "--patterns")
    assert "World Series of Mahjong" in text
    assert "番牌" in text and "Value Honor" in text
    assert out.exists()
    assert not (tmp_path / f"{out.name}.bad.jsonl").exists()


def test_score_tells_no_win_from_below_the_minimum(tmp_path):
    rows = [RECORD, RECORD | {"seat_wind": "E"}, RECORD | {"win_tile": "9p"}]
    path = tmp_path / "in.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    counts = totals(run("score", path))
    assert counts == {"rows": 3, "legal wins": 1, "below the minimum": 1, "no win": 1, "bad rows": 0}


def test_score_in_chinese(hands):
    text = run("score", hands, "--lang", "zh")
    assert "世界麻將大賽" in text and "平均分" in text


def test_bad_rows_go_to_a_side_file_and_exit_1(tmp_path, hands):
    with hands.open("a") as file:
        file.write(json.dumps(RECORD | {"concealed": "55555m678p3499s"}) + "\nnot json\n")
    out = tmp_path / "out.parquet"
    run("score", hands, "-o", out, code=1)
    bad = [json.loads(line) for line in (tmp_path / "out.parquet.bad.jsonl").read_text().splitlines()]
    assert [row["row"] for row in bad] == [3, 4]
    assert "5m occurs 5 times (at most 4)" in bad[0]["defects"]
    assert pq.read_table(out).num_rows == 5
    assert "row 3: " in CliRunner().invoke(app, ["score", str(hands)]).stderr


@pytest.mark.parametrize(
    "args",
    [
        ("score",),
        ("score", "nothing.parquet"),
        ("score", "hands.jsonl", "-r", "no-such-rules"),
        ("score", "hands.jsonl", "-o", "out.xlsx"),
        ("score", "hands.jsonl", "-o", "no/such/folder.parquet"),
        ("score", "hands.jsonl", "--workers", "0"),
        ("score", "hands.jsonl", "-o", "out", "--engine", "steam"),
        ("score", "hands.jsonl", "--engine", "steam"),
        ("score", "hands.jsonl", "--engine", "dask"),
        ("explain", "234m"),
        ("explain", "234q"),
        ("explain", HAND, "--by", "magic"),
        ("waits", "234m678p3499s (33z)"),
        ("rules", "show", "nothing"),
        ("frobnicate",),
    ],
)
def test_wrong_usage_is_exit_2_and_one_clear_line(args, hands, monkeypatch):
    monkeypatch.chdir(hands.parent)
    result = CliRunner().invoke(app, list(args))
    assert result.exit_code == 2, result.output
    assert result.stderr
    assert "Traceback" not in result.output


def test_an_engine_is_never_ignored(hands):
    text = run("score", hands, "--engine", "steam", code=2)
    assert "unknown engine 'steam'; there are local, dask, ray, spark" in text
    assert "name it: -o OUT" in run("score", hands, "--engine", "dask", code=2)
    run("score", hands, "--engine", "local")


def test_explain():
    text = run("explain", HAND, "--winner", 2, "--from", 0, "--seat-wind", "W")
    assert "Value Honor" in text and "10" in text
    assert "番牌" in run("explain", HAND, "--seat-wind", "W", "--lang", "zh")


def test_explain_a_gb_string():
    assert "Value Honor" in run("explain", "[WWW,2]234m678p3499s5s|EW0000", "--notation", "gb")


def test_a_gb_string_has_the_tiles_of_the_rule_set():
    assert "16 points" in run("explain", "1122334455667m7m", "--notation", "gb", "-r", "sichuan-wulong")


@pytest.mark.parametrize("command", ["explain", "waits"])
def test_help_shows_both_notations(command):
    examples = re.findall(rf"^ paili ({command} .*?) *$", run(command, "--help"), re.MULTILINE)
    assert len(examples) == 2 and "--notation gb" in examples[1]
    for example in examples:
        run(*shlex.split(example))


def test_waits():
    text = run("waits", "234m678p3499s (333z)", "--seat-wind", "W")
    assert "2s" in text and "5s" in text and "10" in text


def test_waits_below_the_minimum():
    text = run("waits", "445566m2277779s", "-r", "mcr")
    assert "not legal (7)" in text and "live" in text
    assert "不可和（7）" in run("waits", "445566m2277779s", "-r", "mcr", "--lang", "zh")


def test_explain_under_all_rule_sets():
    text = run("explain", "1122334455667m +7m", "--all")
    assert "Sichuan" in text and "World Series of Mahjong" in text and "Ten-Rank" not in text
    assert "大七对" in run("explain", "11112222m33445p +5p", "--all", "--lang", "zh")


def test_shanten():
    assert "ready" in run("shanten", "123m456p789s1122z")
    assert "听牌" in run("shanten", "123m456p789s1122z", "--lang", "zh")
    lines = run("shanten", "1122m", "12m (333z) 4p5s").splitlines()
    assert [line.split("  ")[1] for line in lines] == ["ready", "1-shanten"]
    run("shanten", "12m3p", code=2)


@pytest.mark.parametrize(("lang", "words"), [("en", "cannot be completed"), ("zh", "不能成和")])
def test_a_hand_that_nothing_completes(lang, words):
    assert words in run("discards", "-r", "sichuan-wulong", "12345m (222m) (333p) (444s)", "--lang", lang)


def test_discards():
    first = run("discards", "123m456p789s11225z").splitlines()[1]
    assert first.split()[:2] == ["5z", "ready"]
    run("discards", "123m", code=2)
    valued = run("discards", "445566m22777798s", "-r", "mcr")
    assert "not legal (" in valued
    run("discards", "123m", "-r", "mcr", code=2)


def test_rules():
    assert "wsom" in run("rules") and "世界麻將大賽" in run("rules")
    text = run("rules", "show", "wsom")
    assert len([line for line in text.splitlines() if line.startswith("value_honors ")]) == 1
    assert "decided" in text


def test_convert_there_and_back(tmp_path, hands):
    run("convert", hands, "-o", tmp_path / "hands.parquet")
    run("convert", tmp_path / "hands.parquet", "-o", tmp_path / "again.jsonl")
    for first, again in zip(hands.open(), (tmp_path / "again.jsonl").open(), strict=True):
        assert paili.Hand.from_record(json.loads(again)) == paili.Hand.from_record(json.loads(first))


def test_convert_leaves_bad_rows_out(tmp_path, hands):
    hands.write_text(json.dumps(RECORD) + "\n{}\n")
    text = run("convert", hands, "-o", tmp_path / "out.csv", code=1)
    assert "1 hand written" in text and f"1 bad row in {tmp_path / 'out.csv.bad.jsonl'}" in text
    assert "converting" in text and "scoring" not in text
    text = run("convert", hands, "-q", "-o", tmp_path / "out", code=1)
    assert text.strip() == f"1 bad row in {tmp_path / 'out' / '_bad'}"
    assert len((tmp_path / "out.csv").read_text().splitlines()) == 2
    assert json.loads((tmp_path / "out.csv.bad.jsonl").read_text())["row"] == 1


def test_simulate(tmp_path):
    pytest.importorskip("numba")
    out, wins = tmp_path / "rounds.parquet", tmp_path / "wins.jsonl"
    text = run("simulate", "-n", 300, "-p", "greedy", "--seed", 5, "-o", out, "--hands", wins)
    assert "300 rounds" in text
    assert pq.read_table(out).num_rows == 300
    assert totals(run("score", wins))["no win"] == 0
    assert "局" in run("simulate", "-n", 10, "--lang", "zh")
    run("simulate", "-n", 10, "-p", "greedy", "-p", "random", code=2)
    run("simulate", "-n", 10, "-p", "nobody", code=2)


def test_bench():
    assert "ns a hand" in run("bench", "-n", 2000)


def test_demo(tmp_path, capsys):
    demo.main(tmp_path / "demo", n=3000)
    assert pq.read_table(tmp_path / "demo" / "scored.parquet").num_rows == 3000


def test_without_typer_it_says_what_to_install(monkeypatch, capsys):
    for name in [name for name in sys.modules if name.startswith("paili.cli.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "typer", None)
    with pytest.raises(SystemExit) as exit_:
        main()
    assert exit_.value.code == 2
    assert 'pip install "paili[cli]"' in capsys.readouterr().err


def test_as_a_program():
    command = [sys.executable, "-m", "paili", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("paili ")


@pytest.mark.parametrize("rules", ["wsom", "zung-jung"])
def test_real_wins_are_all_complete(shared, rules):
    text = run("score", shared / "data" / "real_wins.jsonl", "-r", rules)
    counts = totals(text)
    assert (counts["rows"], counts["no win"], counts["bad rows"]) == (10_753, 0, 0)


def paili_process(*args, **changes):
    """Run the real command, with another environment or standard output."""
    environment = {**os.environ, **changes.pop("env", {})}
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | changes
    return subprocess.run([sys.executable, "-m", "paili", *args], env=environment, check=False, **streams)


def test_a_processor_that_is_not_there():
    done = paili_process("rules", env={"PAILI_ISA": "nonsense"})
    assert done.returncode == 2
    assert done.stderr.decode().strip() == "error: PAILI_ISA=nonsense cannot run on this machine"


def test_a_terminal_without_chinese():
    done = paili_process("explain", HAND, "--lang", "zh", env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0 and b"?" in done.stdout and not done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full, which is always full")
def test_an_answer_that_cannot_be_written():
    with open("/dev/full", "w") as full:
        done = paili_process("rules", stdout=full)
    assert done.returncode == 2
    assert done.stderr.decode().startswith("error: the answer cannot be written: No space left")


def test_convert_into_no_tile_set(hands, tmp_path):
    out = run("convert", hands, "-o", tmp_path / "out.csv", "--tile-set", "tarot", code=2)
    assert "unknown tile set 'tarot'" in out and not (tmp_path / "out.csv").exists()
