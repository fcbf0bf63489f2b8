"""Files: rows a second and peak memory of a whole job, against the same job with scoring replaced by nothing.

``PAILI_BENCH_ROWS=20000000 pytest bench/bench_io.py -s`` is the long run; each job has a process of its own.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

import pytest

from paili.cli.demo import write_corpus

ROWS = int(os.environ.get("PAILI_BENCH_ROWS", 2_000_000))
MEMORY = 1.5e9
JOB = """
import json, resource, sys, time
import numpy as np
import paili
from paili.io import score_file

class Nothing:
    name, fingerprint, tile_set, groups = "nothing", "0", "standard", 4

    def score(self, hands, *, detail=False, workers=None):
        n = len(hands)
        self = type("Scores", (), {})()
        self.legal = self.complete = np.zeros(n, bool)
        self.points = self.raw_points = np.zeros(n, np.int32)
        self.payments = np.zeros((n, 4), np.int32)
        return self

rules = Nothing() if sys.argv[3] == "nothing" else paili.rules.load(sys.argv[3])
start = time.perf_counter()
summary = score_file(sys.argv[1], sys.argv[2], rules, progress=False, resume=False)
seconds = time.perf_counter() - start
try:  # ru_maxrss begins with what the parent held
    status = dict(line.split(":", 1) for line in open("/proc/self/status"))
    peak = 1024 * int(status["VmHWM"].split()[0])
except OSError:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps({"rows": summary.rows, "rate": summary.rows / seconds, "peak": peak}))
"""


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("io") / "hands.parquet"
    write_corpus(path, ROWS, seed=6)
    return path


def job(source: Path, rules: str) -> dict[str, float]:
    out = source.with_name(f"out-{rules}")
    command = [sys.executable, "-c", JOB, str(source), str(out), rules]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    result: dict[str, float] = json.loads(done.stdout)
    assert result["rows"] == ROWS
    return result


@pytest.mark.parametrize("rules", ["wsom", "mcr"])
def test_scoring_is_the_smaller_part_of_a_job(hands: Path, rules: str) -> None:
    pairs = [(job(hands, rules), job(hands, "nothing")) for _ in range(3 if ROWS <= 5_000_000 else 1)]
    share = median(scored["rate"] / bare["rate"] for scored, bare in pairs)
    rate, peak = max(scored["rate"] for scored, _ in pairs), max(scored["peak"] for scored, _ in pairs)
    bare = max(bare["rate"] for _, bare in pairs)
    print(f"\n{rules}: {rate:,.0f} rows/s, {share:.0%} of {bare:,.0f} unscored, peak {peak / 1e6:,.0f} MB")
    assert peak < MEMORY
    assert share > 0.7
