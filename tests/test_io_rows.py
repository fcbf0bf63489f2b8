"""What becomes of single rows: bad ones keep their text, and no cell is lost or made up between formats."""

import csv
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import paili
from paili.io import FileError, convert_logs, job, score_file
from paili.io.job import convert_file

GOOD = {"concealed": "234m678p3499s333z", "win_tile": "5s"}
TEN = {"tile_set": "ten-rank", "concealed": "234567m2345678p", "win_tile": "8p", "by": "self_draw"}
LINES = [json.dumps(GOOD | {"win_tile": "9x"}), "no json"]
CSV = [b"234m678p3499s333z,5s", b"234m678p3499s333z,5s,1,2", b"234m678p3499s333z,5s,\xff", b'1m,2p,"a\nb']
SUFFIXES = ["parquet", "arrow", "csv", "jsonl.gz"]
JOBS = {
    "score": lambda src, out: score_file(src, out, "wsom", progress=False),
    "convert": lambda src, out: convert_file(src, out, progress=False),
}


def bad_rows(out):
    return [
        json.loads(line) for line in out.with_name(f"{out.name}.bad.jsonl").read_text("utf-8").splitlines()
    ]


def cells(path):
    with path.open(newline="", encoding="utf-8") as file:
        return [{key: value for key, value in row.items() if value} for row in csv.DictReader(file)]


def put_records(path, *records):
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("name", JOBS)
def test_a_bad_line_is_kept_as_it_stood(tmp_path, name, suffix):
    (tmp_path / "in.jsonl").write_text("\n".join([json.dumps(GOOD), *LINES]))
    summary = JOBS[name](tmp_path / "in.jsonl", tmp_path / f"out.{suffix}")
    rows = bad_rows(tmp_path / f"out.{suffix}")
    assert (summary.rows, summary.bad) == (3, 2)
    assert [(row["row"], row["record"]) for row in rows] == [(1, LINES[0]), (2, LINES[1])]
    assert all(row["defects"] for row in rows)


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("name", JOBS)
def test_a_bad_csv_row_keeps_its_cells_or_its_text(tmp_path, name, suffix):
    good, odd = b"234m678p3499s333z,5s,x", b"1122m,5s,mine"
    (tmp_path / "in.csv").write_bytes(b"\n".join([b"concealed,win_tile,note", good, odd, *CSV]))
    JOBS[name](tmp_path / "in.csv", tmp_path / f"out.{suffix}")
    first, *others = (row["record"] for row in bad_rows(tmp_path / f"out.{suffix}"))
    assert json.loads(first) == {"concealed": "1122m", "win_tile": "5s", "note": "mine"}
    assert others == [text.decode(errors="backslashreplace") for text in CSV]


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("name", JOBS)
def test_a_bad_row_of_numbers_keeps_them(tmp_path, name, suffix):
    counts = [[3] + [1] * 7 + [3] + [0] * 25, [5] + [1] * 8 + [0] * 25]
    concealed = pa.array([bytes(row) for row in counts], pa.binary(34))
    seats = pa.array([None, b"\xff\0\xff\xff\xff"], pa.binary(5))
    table = pa.table({"concealed": concealed, "win_tile": [3, 3], "melds_from": seats, "mine": ["a", "b"]})
    pq.write_table(table, tmp_path / "in.parquet")
    JOBS[name](tmp_path / "in.parquet", tmp_path / f"out.{suffix}")
    (row,) = bad_rows(tmp_path / f"out.{suffix}")
    assert json.loads(row["record"]) == {
        "concealed": counts[1], "win_tile": 3, "melds_from": [-1, 0, -1, -1, -1], "mine": "b",
    }  # fmt: skip


def test_a_new_job_in_a_folder_forgets_old_bad_rows(tmp_path, monkeypatch):
    put_records(tmp_path / "in.jsonl", GOOD, {})
    score_file(tmp_path / "in.jsonl", tmp_path / "out", "wsom", progress=False)
    assert (tmp_path / "out" / "_bad" / "part-00000.jsonl").exists()
    put_records(tmp_path / "in.jsonl", GOOD)
    monkeypatch.setattr(job, "_run", lambda *args: None)  # nothing is done again
    score_file(tmp_path / "in.jsonl", tmp_path / "out", "wsom", progress=False, resume=False)
    assert not list((tmp_path / "out").rglob("part*"))


@pytest.mark.parametrize("name", JOBS)
def test_csv_has_what_only_a_later_row_has(tmp_path, name):
    rare = {"flowers": "13f", "seat_wind": "W", "note": "n", "context": {"claimed_tai": 3}}
    source = put_records(tmp_path / "in.jsonl", GOOD, GOOD | rare)
    JOBS[name](source, tmp_path / "out.csv")
    row = cells(tmp_path / "out.csv")[1]
    assert row["context"] == '{"claimed_tai": 3}'
    assert [row[key] for key in ("flowers", "seat_wind", "note")] == ["13f", "W", "n"]


@pytest.mark.parametrize("suffix", ["csv", "parquet", "jsonl"])
@pytest.mark.parametrize("name", JOBS)
def test_what_a_record_does_not_say_stays_unsaid(tmp_path, name, suffix):
    ways = [None, "self_draw", "discard"]
    source = put_records(tmp_path / "in.jsonl", *(GOOD | {"by": by} for by in ways))
    JOBS[name](source, tmp_path / f"first.{suffix}")
    JOBS[name](tmp_path / f"first.{suffix}", tmp_path / "second.csv")
    assert [row.get("by") for row in cells(tmp_path / "second.csv")] == ways


def test_columns_of_the_user_are_converted_along(tmp_path):
    (tmp_path / "in.csv").write_text("concealed,win_tile,mine,points\n234m678p3499s333z,5s,x,99\n")
    convert_file(tmp_path / "in.csv", tmp_path / "out.parquet", progress=False)
    convert_file(tmp_path / "out.parquet", tmp_path / "out.csv", progress=False)
    assert cells(tmp_path / "out.csv") == [GOOD | {"mine": "x"}]


def test_numbers_are_read_in_the_tile_set_that_the_file_names(tmp_path):
    source = tmp_path / "in.parquet"
    table = paili.Hands.from_records([TEN]).to_arrow()
    pq.write_table(table, source)
    with pytest.raises(FileError, match="this was read as 'ten-rank'"):
        score_file(source, tmp_path / "out.csv", "wsom", progress=False)
    convert_file(source, tmp_path / "out.csv", progress=False)
    assert cells(tmp_path / "out.csv") == [TEN]
    pq.write_table(table.replace_schema_metadata(None), source)  # then the rule set's is meant
    score_file(source, tmp_path / "out.csv", "shiwan", progress=False)
    assert cells(tmp_path / "out.csv")[0]["concealed"] == TEN["concealed"]


def test_tile_sets_that_are_numbered_alike(tmp_path):
    hands = paili.Hands.from_records([{"concealed": "1122334455667m", "win_tile": "7m"}, GOOD])
    pq.write_table(hands.to_arrow(), tmp_path / "in.parquet")
    summary = score_file(tmp_path / "in.parquet", tmp_path / "out.csv", "sichuan-wulong", progress=False)
    assert (summary.legal, summary.bad) == (1, 1)  # the other has honours
    assert cells(tmp_path / "out.csv")[0]["tile_set"] == "suits"


def test_one_file_holds_one_tile_set(tmp_path, monkeypatch):
    monkeypatch.setattr("paili.io.read.ROWS", 1)
    put_records(tmp_path / "in.jsonl", GOOD, TEN)
    with pytest.raises(FileError, match="two tile sets, 'standard' and 'ten-rank'"):
        convert_file(tmp_path / "in.jsonl", tmp_path / "out.parquet", progress=False)


def test_json_has_no_word_for_nan(tmp_path):
    table = pa.table({"concealed": ["234m678p3499s333z"], "win_tile": ["5s"], "mine": [float("nan")]})
    pq.write_table(table, tmp_path / "in.parquet")
    score_file(tmp_path / "in.parquet", tmp_path / "out.jsonl", "wsom", progress=False)
    assert "mine" not in json.loads((tmp_path / "out.jsonl").read_text())


def test_files_of_hands_are_no_logs(tmp_path):
    files = [put_records(tmp_path / name, GOOD) for name in ("a.jsonl", "b.jsonl")]
    with pytest.raises(FileError, match=r"a\.jsonl: no log; files of hands are converted one at a time"):
        convert_logs(files, tmp_path / "out.csv", progress=False)


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("name", JOBS)
@pytest.mark.parametrize("empty", ["in.jsonl", "in.csv"])
def test_no_rows_become_no_rows(tmp_path, empty, name, suffix):
    (tmp_path / empty).write_text("concealed,win_tile\n" if empty == "in.csv" else "")
    summary = JOBS[name](tmp_path / empty, tmp_path / f"out.{suffix}")
    assert (summary.rows, summary.clean) == (0, True)
    assert (tmp_path / f"out.{suffix}").exists()


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize(
    ("more", "message"),
    [
        (', "by": "discard", "by": "self_draw"', "'by' is given twice"),
        (r', "title": "\ud800"', "half a character"),
    ],
)
def test_json_that_no_record_can_be(tmp_path, suffix, more, message):
    (tmp_path / "in.jsonl").write_text(json.dumps(GOOD)[:-1] + more + "}\n" + json.dumps(GOOD))
    summary = score_file(tmp_path / "in.jsonl", tmp_path / f"out.{suffix}", "wsom", progress=False)
    assert (summary.legal, summary.bad) == (1, 1)
    assert message in bad_rows(tmp_path / f"out.{suffix}")[0]["defects"][0]


def test_a_byte_order_mark_belongs_to_no_row(tmp_path):
    (tmp_path / "in.jsonl").write_text(json.dumps(GOOD), "utf-8-sig")
    (tmp_path / "in.csv").write_text("concealed,win_tile\r\n234m678p3499s333z,5s\r\n", "utf-8-sig")
    for name in ("in.jsonl", "in.csv"):
        assert score_file(tmp_path / name, tmp_path / "out.csv", "wsom", progress=False).legal == 1


def test_text_that_is_carried_stays_as_it_is(tmp_path):
    source = put_records(tmp_path / "in.jsonl", GOOD | {"id": "a"}, GOOD | {"id": 5, "expect": {"points": 5}})
    convert_file(source, tmp_path / "out.parquet", progress=False)
    assert pq.read_table(tmp_path / "out.parquet")["id"].to_pylist() == ["a", "5"]
    convert_file(tmp_path / "out.parquet", tmp_path / "out.jsonl", progress=False)
    assert json.loads((tmp_path / "out.jsonl").read_text().splitlines()[1])["expect"] == {"points": 5}
