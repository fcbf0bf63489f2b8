"""What a job found, in numbers that add up over batches and parts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc


@dataclass
class Summary:
    """Rows, legal wins, bad rows, how often each number of points and each pattern came, what failed.

    Rows that are neither bad nor `complete` are no win; those complete but not legal are not allowed to win.
    """

    rows: int = 0
    legal: int = 0
    bad: int = 0
    complete: int = 0
    points: Counter[int] = field(default_factory=Counter)
    patterns: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def mean(self) -> float:
        """The mean points of a legal win."""
        return sum(p * n for p, n in self.points.items()) / self.legal if self.legal else 0.0

    @property
    def clean(self) -> bool:
        """Tell whether every row was a hand and every part could be read."""
        return not self.bad and not self.failures

    def add(self, batch: pa.RecordBatch) -> None:
        """Count a batch."""
        self.rows += len(batch)
        self.bad += len(batch) - batch["defects"].null_count
        if "legal" not in batch.schema.names:
            return
        legal = np.asarray(batch["legal"].to_numpy(zero_copy_only=False))
        values, counts = np.unique(batch["points"].to_numpy()[legal], return_counts=True)
        self.legal += int(legal.sum())
        self.complete += pc.sum(batch["complete"]).as_py() or 0
        self.points.update(dict(zip(values.tolist(), counts.tolist(), strict=True)))
        if "patterns" in batch.schema.names:
            ids = batch["patterns"].flatten().field("id")
            names = ids.dictionary.to_pylist()
            times = np.bincount(ids.indices.to_numpy(), minlength=len(names))
            self.patterns.update({name: int(n) for name, n in zip(names, times, strict=True) if n})

    def merge(self, other: Summary) -> None:
        """Add another part's numbers."""
        self.rows += other.rows
        self.legal += other.legal
        self.bad += other.bad
        self.complete += other.complete
        self.points.update(other.points)
        self.patterns.update(other.patterns)
        self.failures += other.failures

    def to_json(self) -> dict[str, Any]:
        """Return what a manifest keeps of a part."""
        return {
            "rows": self.rows,
            "legal": self.legal,
            "bad": self.bad,
            "complete": self.complete,
            "points": {str(p): n for p, n in sorted(self.points.items())},
            "patterns": dict(sorted(self.patterns.items())),
        }

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> Summary:
        """Read what `to_json` wrote."""
        points = Counter({int(p): n for p, n in kept["points"].items()})
        numbers = {name: kept[name] for name in ("rows", "legal", "bad", "complete")}
        return cls(**numbers, points=points, patterns=Counter(kept["patterns"]))
