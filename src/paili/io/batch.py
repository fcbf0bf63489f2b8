"""The one function that every engine maps over its batches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from ..columns import EIGHT_FLOWERS, NO_TILE
from ..hands import Hands
from .columns import DEFECTS, RESULTS, ROW, UNREADABLE, as_meant, hands_of

if TYPE_CHECKING:
    from ..rules import RuleSet

_SCALARS = ("legal", "complete", "points", "raw_points")
PAYMENTS = pa.list_(pa.int32(), 4)
PATTERNS = "list<struct<id: dictionary<string>, points: int16>>"
ADDED = {
    "legal": pa.bool_(), "complete": pa.bool_(), "points": pa.int32(), "raw_points": pa.int32(),
    "payments": PAYMENTS, "patterns": f"{PATTERNS}, on request", "defects": DEFECTS,
}  # fmt: skip
_PATTERN = pa.struct([("id", pa.dictionary(pa.int16(), pa.string())), ("points", pa.int16())])


def score_batch(batch: pa.RecordBatch, rules: RuleSet, *, patterns: bool = False) -> pa.RecordBatch:
    """Score the hands of a record batch: every column it had, and the results.

    Added are `legal`, `complete` (do the tiles win at all?), `points`, `raw_points`, `payments` (four signed
    numbers, by seat), on request `patterns` (a list of id and points), and `defects`, null where the row is a
    hand that the rule set can score. Columns of these names that it had are replaced.

    >>> import paili, pyarrow as pa
    >>> batch = pa.RecordBatch.from_pylist([{"concealed": "234m678p3499s333z", "win_tile": "5s"}])
    >>> score_batch(batch, paili.rules.load("wsom"))["points"].to_pylist()
    [5]
    """
    batch = as_meant(batch, rules.tile_set)
    hands, defects = hands_of(batch, rules.tile_set)
    try:
        scores, rows = rules.score(hands, detail=patterns, workers=1), None
    except ValueError:
        unfit = _unfit(hands, rules)
        if not unfit:
            raise
        rows = np.array([row not in unfit for row in range(len(hands))])
        scores = rules.score(hands[rows], detail=patterns, workers=1)
        defects = [unfit.get(row, found) for row, found in enumerate(defects or [None] * len(hands))]
    results = {name: pa.array(_spread(getattr(scores, name), rows)) for name in _SCALARS}
    payments = _spread(scores.payments, rows).reshape(-1)
    results["payments"] = pa.FixedSizeListArray.from_arrays(pa.array(payments), type=PAYMENTS)
    if patterns:
        results["patterns"] = _patterns(_spread(scores.contributions, rows), scores.pattern_ids)
    results["defects"] = pa.array(defects, DEFECTS) if defects else pa.nulls(len(batch), DEFECTS)
    kept = [field for field in batch.schema if field.name not in (*RESULTS, UNREADABLE, ROW)]
    schema = pa.schema(kept + [(name, array.type) for name, array in results.items()], batch.schema.metadata)
    return pa.RecordBatch.from_arrays([*(batch[f.name] for f in kept), *results.values()], schema=schema)


def _unfit(hands: Hands, rules: RuleSet) -> dict[int, list[str]]:
    """Say of rows that are hands, but none that this rule set can score, why."""
    ordinary = hands.valid & (hands.by < EIGHT_FLOWERS)
    tiles = hands.concealed.sum(axis=1, dtype=int) + 3 * (hands.melds != 0).sum(axis=1)
    size = 3 * rules.groups + 1
    found: dict[int, list[str]] = {}
    for row in np.flatnonzero(ordinary & (hands.win_tile == NO_TILE)).tolist():
        found[row] = ["no winning tile"]
    for row in np.flatnonzero(ordinary & (tiles != size)).tolist():
        text = f"{tiles[row]} tiles without the winning one (a meld counts 3), not {size}"
        found.setdefault(row, []).append(text)
    return found


def _spread(values: NDArray[Any], rows: NDArray[np.bool_] | None) -> NDArray[Any]:
    """Put values of some rows in their places, zeros elsewhere."""
    if rows is None:
        return values
    out = np.zeros((len(rows), *values.shape[1:]), values.dtype)
    out[rows] = values
    return out


def _patterns(contributions: NDArray[np.int16], pattern_ids: Sequence[str]) -> pa.ListArray:
    """Return the patterns of every hand as a list of structs, ids as a dictionary."""
    rows, which = np.nonzero(contributions)
    ids = pa.DictionaryArray.from_arrays(pa.array(which.astype(np.int16)), pa.array(list(pattern_ids)))
    pairs = pa.StructArray.from_arrays([ids, pa.array(contributions[rows, which])], fields=list(_PATTERN))
    starts = np.concatenate([[0], np.bincount(rows, minlength=len(contributions)).cumsum()])
    return pa.ListArray.from_arrays(pa.array(starts.astype(np.int32)), pairs)
