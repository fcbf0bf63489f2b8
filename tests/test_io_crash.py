"""A job that is killed at any moment goes on where it stopped; its output is that of a job left in peace."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from paili.io.corpus import winning_hands
from paili.io.read import ROWS

PARTS = 12
JOB = """
import sys
from paili.io import job
from toy_rules import ToyRules
job.PART_ROWS = int(sys.argv[3])
print("started", flush=True)
job.score_file(sys.argv[1], sys.argv[2], ToyRules(), progress=False, patterns=True)
print("finished", flush=True)
"""


def start(src: Path, dst: Path) -> subprocess.Popen[str]:
    here = str(Path(__file__).parent)
    code = f"import sys; sys.path.insert(0, {here!r})\n{JOB}"
    command = [sys.executable, "-c", code, str(src), str(dst), str(ROWS)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def finish(src: Path, dst: Path) -> float:
    """Run a job to its end and return how long it worked."""
    with start(src, dst) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "started\n"
        began = time.monotonic()
        assert process.stdout.readline() == "finished\n"
        return time.monotonic() - began


def kill_after(src: Path, dst: Path, seconds: float) -> None:
    with start(src, dst) as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(seconds)
        process.kill()


def content(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("in") / "hands.parquet"
    pq.write_table(winning_hands((PARTS - 1) * ROWS + 99, seed=2).to_arrow(), path)
    return path


@pytest.mark.parametrize("kills", [3, pytest.param(20, marks=pytest.mark.long)])
def test_killed_jobs_end_as_if_left_in_peace(tmp_path: Path, source: Path, kills: int) -> None:
    seconds = finish(source, tmp_path / "peace")
    expected = content(tmp_path / "peace")
    assert len(expected) == PARTS + 1
    moments = random.Random(kills)
    done = 0
    for number in range(kills):
        folder = tmp_path / f"out-{number if done == PARTS else 0}"
        kill_after(source, folder, moments.uniform(0, seconds / 4))
        for path in folder.glob("part-*.parquet"):  # whatever is there is whole
            assert path.read_bytes() == expected[path.name]
        done = len(list(folder.glob("part-*.parquet")))
    finish(source, folder)
    assert content(folder) == expected


def test_a_file_is_whole_or_not_there(tmp_path: Path, source: Path) -> None:
    out = tmp_path / "out.parquet"
    for moment in (0.1, 0.3):
        kill_after(source, out, moment)
        if out.exists():
            assert pq.read_metadata(out).num_rows == (PARTS - 1) * ROWS + 99
    finish(source, out)
    assert [path.name for path in tmp_path.iterdir()] == ["out.parquet"]
