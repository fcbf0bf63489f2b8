"""Every engine gives the table that the local one gives, and outlives a worker.

Each runs in a process of its own, as it would for a user: they do not like each other's threads and signals.
"""

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import paili
from paili.io import score_batch, score_file
from paili.io.corpus import winning_hands
from paili.io.read import ROWS

NEEDS = {"dask": "distributed", "ray": "ray", "spark": "pyspark"}


def installed(engine: str) -> None:
    if importlib.util.find_spec(NEEDS[engine]) is None:
        pytest.skip(f"{engine} is not installed")
    if engine == "spark" and shutil.which("java") is None:
        pytest.skip("spark needs Java, which is not installed")


JOB = """
import sys
from paili.io import job
job.PART_ROWS = job.ROWS
if __name__ == "__main__":
    summary = job.score_file(sys.argv[1], sys.argv[2], "wsom", engine=sys.argv[3], workers=2, progress=False)
    print(summary.rows, *summary.failures, sep="\\n")
"""
KILL = """
import sys, threading, time
from pathlib import Path
import distributed
from paili.io import job
job.PART_ROWS = job.ROWS

def kill_one(cluster, out):
    while not list(out.glob("part-*")):
        time.sleep(0.01)
    next(iter(cluster.workers.values())).process.process._process.kill()

if __name__ == "__main__":
    cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with cluster, distributed.Client(cluster):
        killer = threading.Thread(target=kill_one, args=(cluster, Path(sys.argv[2])))
        killer.start()
        summary = job.score_file(sys.argv[1], sys.argv[2], "wsom", engine="dask", progress=False)
        killer.join()
    print(summary.rows)
"""


def run(code: str, source: Path, out: Path, engine: str) -> list[str]:
    script = out.with_suffix(".py")
    script.write_text(code)
    command = [sys.executable, str(script), str(source), str(out), engine]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("in") / "hands.parquet"
    pq.write_table(winning_hands(5 * ROWS + 3, seed=4).to_arrow(), path)
    return path


@pytest.fixture(scope="module")
def expected(source: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    out = tmp_path_factory.mktemp("local") / "out"
    run(JOB, source, out, "local")
    return outputs(out)


def outputs(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.mark.long
@pytest.mark.parametrize("engine", NEEDS)
def test_same_bytes_as_local(tmp_path: Path, source: Path, expected: dict[str, bytes], engine: str) -> None:
    installed(engine)
    assert run(JOB, source, tmp_path / "out", engine)[0] == str(5 * ROWS + 3)
    assert len(expected) == 7
    assert outputs(tmp_path / "out") == expected


@pytest.mark.long
def test_dask_outlives_a_worker(tmp_path: Path, source: Path, expected: dict[str, bytes]) -> None:
    installed("dask")
    run(KILL, source, tmp_path / "out", "dask")
    assert outputs(tmp_path / "out") == expected


def test_a_cluster_writes_a_folder(tmp_path: Path, source: Path) -> None:
    with pytest.raises(paili.io.FileError, match="writes a folder"):
        score_file(source, tmp_path / "out.parquet", "wsom", engine="dask", progress=False)


@pytest.mark.long
def test_an_unreadable_part_is_told(tmp_path: Path, source: Path) -> None:
    installed("dask")
    folder = tmp_path / "in"
    folder.mkdir()
    shutil.copy(source, folder / "a.parquet")
    damaged = bytearray(source.read_bytes())
    damaged[1000:100_000] = bytes(99_000)
    (folder / "b.parquet").write_bytes(damaged)
    rows, *failures = run(JOB, folder, tmp_path / "out", "dask")
    assert 5 * ROWS + 3 <= int(rows) < 2 * (5 * ROWS + 3)
    assert failures
    assert all("b.parquet" in failure for failure in failures)


def test_missing_engine_names_the_extra(
    tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(ModuleNotFoundError, match=r"paili\[dask\]"):
        score_file(source, tmp_path / "out", "wsom", engine="dask", progress=False)


def test_rules_travel_as_text(source: Path) -> None:
    import pickle

    rules = paili.rules.load("wsom").replace()
    again = pickle.loads(pickle.dumps(rules))
    batch = pa.RecordBatch.from_pylist([{"concealed": "234m678p3499s333z", "win_tile": "5s"}])
    assert score_batch(batch, again).equals(score_batch(batch, rules))
    assert len(pickle.dumps(rules)) < 100_000
