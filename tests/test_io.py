"""Files in, scored files out: every format, bad rows, bad files, nothing half written."""

import gzip
import json
import os
import re
from io import BytesIO, FileIO

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest

import paili
from paili._parallel import overlapped
from paili.io import FileError, ResumeError, job, score_batch, score_file
from paili.io.columns import RESULTS, SCHEMA
from paili.io.corpus import winning_hands
from paili.io.read import ROWS, batches
from toy_rules import ToyRules

RULES = ToyRules()
GOOD = {"concealed": "234m678p3499s333z", "win_tile": "5s", "by": "discard", "winner": 2, "from": 0}
FORMATS = ["parquet", "arrow", "feather", "csv", "csv.gz", "jsonl", "jsonl.gz", "jsonl.zst", "csv.zst"]


def score(src, dst, **keys):
    return score_file(src, dst, RULES, progress=False, **keys)


@pytest.fixture(scope="module")
def hands():
    return winning_hands(2000, seed=3)


@pytest.fixture(scope="module")
def expected(hands):
    return RULES.score(hands)


@pytest.fixture
def source(tmp_path, hands):
    pq.write_table(hands.to_arrow(), tmp_path / "hands.parquet")
    return tmp_path / "hands.parquet"


def write_lines(path, records):
    path.write_text("".join(json.dumps(r) + "\n" for r in records))
    return path


def read_points(path):
    name = path.name
    if name.endswith(".parquet"):
        return pq.read_table(path)["points"].to_pylist()
    if name.endswith((".arrow", ".feather")):
        return pa.ipc.open_file(path).read_all()["points"].to_pylist()
    with pa.input_stream(str(path)) as stream:  # decompresses by suffix
        if ".csv" in name:
            return pa.csv.read_csv(stream)["points"].to_pylist()
        return [json.loads(line)["points"] for line in stream.read().splitlines()]


@pytest.mark.parametrize("suffix", FORMATS)
def test_every_format_out_and_in_again(tmp_path, source, expected, suffix):
    first, second = tmp_path / f"first.{suffix}", tmp_path / f"second.{suffix}"
    summary = score(source, first, patterns=True)
    assert read_points(first) == expected.points.tolist()
    assert (summary.rows, summary.legal, summary.bad) == (2000, expected.legal.sum(), 0)
    assert score(first, second).points == summary.points
    assert read_points(second) == expected.points.tolist()


@pytest.mark.parametrize("suffix", FORMATS)
def test_records_become_every_format(tmp_path, suffix):
    lines = write_lines(
        tmp_path / "in.jsonl", [GOOD | {"id": "a"}, GOOD | {"win_tile": "9x"}, {"concealed": 1}]
    )
    summary = score(lines, tmp_path / f"out.{suffix}")
    assert (summary.rows, summary.legal, summary.bad) == (3, 1, 2)
    assert read_points(tmp_path / f"out.{suffix}")[0] == 5
    bad = [json.loads(line) for line in (tmp_path / f"out.{suffix}.bad.jsonl").read_text().splitlines()]
    assert [row["row"] for row in bad] == [1, 2]
    assert "9x" in bad[0]["defects"][0]


def test_a_scored_line_keeps_every_character_of_its_record(tmp_path):
    text = '{ "concealed" : "234m678p3499s333z","win_tile":"5s" ,  "note": "牌" }'
    (tmp_path / "in.jsonl").write_text(text + "\n\nno json\n[1]\n", "utf-8")
    assert score(tmp_path / "in.jsonl", tmp_path / "out.jsonl").bad == 2
    first, *bad = (tmp_path / "out.jsonl").read_text("utf-8").splitlines()
    assert first.startswith(text[:-1].rstrip())
    assert json.loads(first)["points"] == 5
    assert [json.loads(line)["line"] for line in bad] == ["no json", "[1]"]


def test_text_columns(tmp_path):
    (tmp_path / "in.csv").write_text(
        "concealed,melds,win_tile,by,winner,from,flags,context,mine\n"
        '234m678p3499s,(333z@1),5s,discard,2,0,last_tile,"{""claimed_tai"": 3}",x y\n'
        "234m678p3499s333z,,5s,self_draw,,,,,\n"
        "234m678p3499s333z,,5s,self_draw,two,,,,\n"
        "234m678p3499s333z,,5s\n"
    )
    summary = score(tmp_path / "in.csv", tmp_path / "out.parquet")
    table = pq.read_table(tmp_path / "out.parquet")
    assert summary.rows == 4
    assert table["legal"].to_pylist() == [False, True, False, False]
    assert table["mine"][0].as_py() == "x y"
    assert table["defects"].to_pylist()[2:] == [
        ["winner is 'two' (0 to 3)"],
        ["3 fields, the header has 9"],
    ]


def test_payments_and_patterns_columns(hands, expected):
    batch = hands.to_arrow().to_batches()[0]
    scored = score_batch(batch, RULES, patterns=True)
    assert scored.schema.names[: batch.num_columns] == batch.schema.names
    assert np.array_equal(scored["payments"].flatten().to_numpy().reshape(-1, 4), expected.payments)
    row = int(np.flatnonzero(expected.points == 8)[0])
    assert scored["patterns"][row].as_py() == [
        {"id": "concealed", "points": 5},
        {"id": "terminal", "points": 3},
    ]


def test_hands_that_cannot_be_scored_are_bad_rows(tmp_path):
    rows = [GOOD, GOOD | {"win_tile": None}, GOOD | {"concealed": "1234567m123456789p"}]
    score(write_lines(tmp_path / "in.jsonl", rows), tmp_path / "out.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert [line["points"] for line in lines] == [5, 0, 0]
    assert lines[1]["defects"] == ["no winning tile"]
    assert lines[2]["defects"] == ["16 tiles without the winning one (a meld counts 3), not 13"]


@pytest.mark.parametrize("columns", ["list", "fixed"])
def test_counts_as_lists(hands, expected, columns):
    kind = pa.list_(pa.uint8(), 34) if columns == "fixed" else pa.list_(pa.int64())
    table = hands.to_arrow()
    at = table.schema.get_field_index("concealed")
    table = table.set_column(at, "concealed", pa.array(hands.concealed.tolist(), kind))
    scored = score_batch(table.to_batches()[0], RULES)
    assert scored["points"].to_pylist() == expected.points.tolist()


def test_data_set_in_parts(tmp_path, monkeypatch):
    monkeypatch.setattr(job, "PART_ROWS", ROWS)
    big = winning_hands(3 * ROWS + 17, seed=5)
    folder = tmp_path / "in"
    folder.mkdir()
    pq.write_table(big[: 2 * ROWS + 9].to_arrow(), folder / "a.parquet", row_group_size=10_007)
    pq.write_table(big[2 * ROWS + 9 :].to_arrow(), folder / "b.parquet")
    summary = score(folder, tmp_path / "out")
    assert sorted(p.name for p in (tmp_path / "out").glob("*.parquet")) == [
        f"part-{i:05}.parquet" for i in range(5)
    ]
    table = pq.read_table(tmp_path / "out")
    assert summary.rows == table.num_rows == len(big)
    assert np.array_equal(table["points"].to_numpy(), RULES.score(big).points)

    before = {p: (p.stat().st_mtime_ns, p.read_bytes()) for p in (tmp_path / "out").glob("*.parquet")}
    lost = tmp_path / "out" / "part-00002.parquet"
    lost.write_bytes(b"cut short")
    assert score(folder, tmp_path / "out").points == summary.points  # only the lost part is done again
    for path, (when, content) in before.items():
        assert path.read_bytes() == content
        assert (path.stat().st_mtime_ns == when) == (path != lost)


def test_resume_refuses_another_job(tmp_path, source):
    score(source, tmp_path / "out")
    with pytest.raises(ResumeError, match="fingerprint 'toy-1', not 'toy-2'"):
        score_file(source, tmp_path / "out", ToyRules(fingerprint="toy-2"), progress=False)
    pq.write_table(winning_hands(5, seed=1).to_arrow(), source)
    with pytest.raises(ResumeError, match="other input files"):
        score(source, tmp_path / "out")
    assert score(source, tmp_path / "out", resume=False).rows == 5
    assert pq.read_table(tmp_path / "out").num_rows == 5


def test_resume_refuses_a_folder_of_something_else(tmp_path, source):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "letters.txt").write_text("dear")
    with pytest.raises(ResumeError, match="not the output of an earlier run"):
        score(source, tmp_path / "out")


def test_an_unreadable_part_does_not_stop_the_others(tmp_path, source):
    folder = tmp_path / "in"
    folder.mkdir()
    whole = source.read_bytes()
    (folder / "good.parquet").write_bytes(whole)
    damaged = bytearray(whole)
    damaged[100:4000] = b"\xff" * 3900
    (folder / "bad.parquet").write_bytes(damaged)
    summary = score(folder, tmp_path / "out")
    assert summary.rows == 2000
    assert len(summary.failures) == 1
    assert "bad.parquet" in summary.failures[0]
    assert not summary.clean


BAD = {  # what is read, what is written, what the error says
    "missing": ("nothing.parquet", "out.parquet", "no such file"),
    "unknown suffix": ("hands.xlsx", "out.parquet", "unknown kind of file"),
    "half a parquet": ("cut.parquet", "out.parquet", "no readable parquet"),
    "text as parquet": ("text.parquet", "out.parquet", "no readable parquet"),
    "empty parquet": ("empty.parquet", "out.parquet", "no readable parquet"),
    "text as arrow": ("text.arrow", "out.parquet", "no readable arrow"),
    "cut gzip": ("cut.jsonl.gz", "out.jsonl", "damaged or cut short"),
    "no concealed": ("columns.parquet", "out.parquet", "columns.parquet: no column 'concealed'"),
    "wrong type": ("type.parquet", "out.parquet", "'concealed' holds double"),
    "typing error": ("typo.csv", "out.parquet", "did you mean 'winner'"),
    "column twice": ("twice.csv", "out.parquet", "twice"),
    "stored column twice": ("twice.parquet", "out.csv", "twice.parquet: a column name occurs twice"),
    "large letters": ("large.csv", "out.parquet", "unknown column 'Win_Tile'; did you mean 'win_tile'"),
    "from and from_": ("from.csv", "out.parquet", "unknown column 'from_'; did you mean 'from'"),
    "UTF-16": ("wide.csv", "out.parquet", "wide.csv: the header line: not UTF-8"),
    "no header": ("none.csv", "out.parquet", "no header"),
    "foreign file": ("mixed", "out", "readme.txt"),
    "empty folder": ("void", "out", "holds no Parquet file"),
    "output in input": ("mixed", "mixed/out", "must not lie in the input"),
    "side file is input": ("out.csv.bad.jsonl", "out.csv", "over the input"),
    "output is input": ("hands.parquet", "hands.parquet", "must not lie in the input"),
    "no output folder": ("hands.parquet", "no/where/out.parquet", "no folder"),
    "output under a file": ("hands.parquet", "none.csv/out.parquet", "no folder"),
    "output suffix": ("hands.parquet", "out.xlsx", "unknown kind of file"),
}


@pytest.fixture
def bad_files(tmp_path, source):
    good = source.read_bytes()
    (tmp_path / "hands.xlsx").write_bytes(good)
    (tmp_path / "cut.parquet").write_bytes(good[: len(good) // 2])
    (tmp_path / "text.parquet").write_text("hello")
    (tmp_path / "empty.parquet").write_bytes(b"")
    (tmp_path / "text.arrow").write_text("hello")
    (tmp_path / "cut.jsonl.gz").write_bytes(gzip.compress(os.urandom(100_000))[:50_000])
    pq.write_table(pa.table({"tiles": [1]}), tmp_path / "columns.parquet")
    pq.write_table(pa.table({"concealed": [1.5]}), tmp_path / "type.parquet")
    (tmp_path / "typo.csv").write_text("concealed,win_tile,winer\n234m678p3499s333z,5s,1\n")
    (tmp_path / "twice.csv").write_text("concealed,concealed\n1,2\n")
    (tmp_path / "none.csv").write_text("")
    (tmp_path / "large.csv").write_text("concealed,Win_Tile,ID\n1122334455667m,7m,1\n")
    (tmp_path / "from.csv").write_text("concealed,win_tile,from,from_\n1122334455667m,7m,1,2\n")
    (tmp_path / "wide.csv").write_bytes("concealed,win_tile\n".encode("utf-16"))
    pq.write_table(pa.table([[[0] * 34]] * 2, ["concealed"] * 2), tmp_path / "twice.parquet")
    (tmp_path / "out.csv.bad.jsonl").write_text("{}")
    (tmp_path / "void").mkdir()
    (tmp_path / "mixed").mkdir()
    (tmp_path / "mixed" / "a.parquet").write_bytes(good)
    (tmp_path / "mixed" / "readme.txt").write_text("x")
    return tmp_path


@pytest.mark.parametrize("case", BAD)
def test_bad_files_are_clear_errors_and_leave_nothing(bad_files, case):
    src, dst, message = BAD[case]
    before = {p: p.stat().st_mtime_ns for p in bad_files.rglob("*")}
    with pytest.raises(FileError, match=message):
        score(bad_files / src, bad_files / dst)
    assert {p: p.stat().st_mtime_ns for p in bad_files.rglob("*")} == before


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_disk_full(tmp_path, source, monkeypatch):
    from paili.io import write

    monkeypatch.setattr(write.pa, "OSFile", lambda path, mode: FileIO("/dev/full", mode))
    with pytest.raises(FileError, match="No space left"):
        score(source, tmp_path / "out.arrow")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["hands.parquet"]


def test_a_line_too_long_is_one_bad_row(tmp_path):
    line = json.dumps(GOOD)
    (tmp_path / "in.jsonl").write_text(f"{line}\n{'x' * (3 << 20)}\n{line}\n")
    summary = score(tmp_path / "in.jsonl", tmp_path / "out.jsonl")
    assert (summary.rows, summary.legal, summary.bad) == (3, 2, 1)


def test_text_that_is_not_utf8_is_one_bad_row(tmp_path):
    head, row = b"concealed,win_tile,note\n", b"234m678p3499s333z,5s,"
    (tmp_path / "in.csv").write_bytes(head + row + b"ok\n" + row + b"\xff\xfe\n" + row + b"ok\r\n")
    summary = score(tmp_path / "in.csv", tmp_path / "out.csv")
    assert (summary.rows, summary.legal, summary.bad) == (3, 2, 1)
    assert "not UTF-8" in (tmp_path / "out.csv.bad.jsonl").read_text()


@pytest.mark.parametrize("suffix", ["parquet", "arrow", "csv", "jsonl"])
def test_empty_files(tmp_path, suffix, source):
    empty = tmp_path / f"empty.{suffix}"
    none = tmp_path / "none.parquet"
    pq.write_table(pq.read_table(source)[:0], none)
    assert score(none, empty).rows == 0
    assert score(empty, tmp_path / f"again.{suffix}").rows == 0


def test_a_good_run_removes_an_old_side_file(tmp_path):
    out, side = tmp_path / "out.jsonl", tmp_path / "out.jsonl.bad.jsonl"
    score(write_lines(tmp_path / "in.jsonl", [{}]), out)
    assert side.exists()
    score(write_lines(tmp_path / "in.jsonl", [GOOD]), out)
    assert not side.exists()


def test_batches_break_at_the_same_rows_from_any_start(tmp_path):
    table = pa.table({"x": np.arange(3 * ROWS + 5)})
    pq.write_table(table, tmp_path / "x.parquet", row_group_size=ROWS - 7)
    for start in (0, ROWS, 3 * ROWS):
        found = list(batches(tmp_path / "x.parquet", start))
        assert [len(b) for b in found[:-1]] == [ROWS] * (len(found) - 1)
        assert np.array_equal(np.concatenate([b["x"] for b in found]), np.arange(start, 3 * ROWS + 5))
    (only,) = batches(tmp_path / "x.parquet", ROWS, 2 * ROWS)
    assert only["x"][0].as_py() == ROWS


def test_overlapped_raises_in_turn_and_stops_its_reader():
    def source():
        yield from range(3)
        raise RuntimeError("reader")

    got = []
    with pytest.raises(RuntimeError, match="reader"):
        for x in overlapped(source(), lambda x: x, workers=2):
            got.append(x)
    assert got == [0, 1, 2]
    endless = overlapped(iter(int, 1), lambda x: x, workers=2)
    assert next(endless) == 0
    endless.close()


def test_the_page_on_files_names_every_column(root):
    page = (root / "FILES.md").read_text("utf-8")
    for name in (*SCHEMA.names, *RESULTS):
        assert f"`{name}`" in page, name
    csv, record = (
        re.search(r"```csv\n(.*?)```", page, re.S)[1],
        re.search(r"```json\n(.*?)```", page, re.S)[1],
    )
    table = pa.csv.read_csv(BytesIO(csv.encode()))
    assert table.num_rows == 2
    assert paili.Hand.from_record(json.loads(record)).win_tile == 22


def test_the_page_on_files_is_right(tmp_path, root):
    page = (root / "FILES.md").read_text("utf-8")
    (tmp_path / "in.csv").write_text(re.search(r"```csv\n(.*?)```", page, re.S)[1])
    summary = score(tmp_path / "in.csv", tmp_path / "out.jsonl")
    assert (summary.rows, summary.bad) == (2, 0)
