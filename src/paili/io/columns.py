"""Hands as columns of a record batch, in any of the three ways they come.

* canonical: numbers and fixed-size binary, as `Hands.to_arrow` writes them, the fast way
* text: `concealed` and the other keys of a record as text, as in a CSV file
* record: one text column `record`, a JSON object a row, as in a JSON Lines file
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pyarrow as pa

from ..columns import COLUMNS
from ..discard_logs import LOGS
from ..hands import Hands
from ..melds import format_meld
from ..record_keys import CONTEXT, KEYS
from ..records import CARRIED

RECORD = "record"
UNREADABLE = "_unreadable"  # why a row could not be read, a list of text as in `defects`
RESULTS = ("legal", "complete", "points", "raw_points", "payments", "patterns", "defects")

SCHEMA = pa.schema(
    [
        (name.rstrip("_"), pa.binary(c.width) if c.width > 1 else pa.from_numpy_dtype(c.dtype))
        for name, c in COLUMNS.items()
    ]
    + [(name, pa.string()) for name in (*CARRIED, *LOGS)]
)
"""Every canonical column, so that all batches of a file have the same."""

DEFECTS = pa.list_(pa.string())

Row = dict[str, Any]
Defects = list[list[str] | None]
_NUMBERS = {name.rstrip("_") for name, c in COLUMNS.items() if c.width == 1 and not c.names} - {
    "flags",
    "win_tile",
}
_AS_JSON = {*LOGS, "already_won"}


def hands_of(batch: pa.RecordBatch, tile_set: str) -> tuple[Hands, Defects | None]:
    """Return the hands of a batch and what is wrong with each."""
    if RECORD in batch.schema.names:
        records, unread = _parsed(batch[RECORD].to_pylist(), _json_record, tile_set)
    elif _is_text(batch):
        Hands.from_arrow(batch[:0])  # its check of the names
        known = [name for name in batch.schema.names if name in {*KEYS, *CONTEXT, "tile_set", "rules"}]
        records, unread = _parsed(batch.select(known).to_pylist(), _text_record, tile_set)
    else:
        hands = Hands.from_arrow(batch, tile_set=tile_set, errors="mask")
        return hands, _merged(hands, _noted(batch))
    if noted := _noted(batch):
        unread = [first or then for first, then in zip(noted, unread, strict=True)]
        records = [{} if fault else record for record, fault in zip(records, unread, strict=True)]
    hands = Hands.from_records(records, errors="mask")
    return hands, _merged(hands, unread)


def canonical(batch: pa.RecordBatch, tile_set: str) -> pa.RecordBatch:
    """Return the same hands in the columns of `SCHEMA`; bad rows are empty and say why in `_unreadable`."""
    hands, defects = hands_of(batch, tile_set)
    table = hands.to_arrow()
    columns = [
        table[field.name].combine_chunks()
        if field.name in table.schema.names
        else pa.nulls(len(table), field.type)
        for field in SCHEMA
    ]
    notes = pa.array(defects, DEFECTS) if defects else pa.nulls(len(table), DEFECTS)
    schema = SCHEMA.append(pa.field(UNREADABLE, DEFECTS)).with_metadata(table.schema.metadata)
    return pa.RecordBatch.from_arrays([*columns, notes], schema=schema)


def plain_rows(batch: pa.RecordBatch, melds_as_text: bool = False) -> list[Row]:
    """Return the rows of a batch with the hand as a record and every other column as it is."""
    if "concealed" not in batch.schema.names or _is_text(batch):
        return list(batch.to_pylist())
    hands = Hands.from_arrow(batch, errors="mask")
    records = hands.to_records()
    if melds_as_text:
        melds = zip(hands.melds.tolist(), hands.melds_from.tolist(), strict=True)
        for record, (codes, seats) in zip(records, melds, strict=True):
            groups = zip(codes, seats, strict=True)
            record["melds"] = [format_meld(code, seat, hands.tile_set) for code, seat in groups if code]
    others = [name for name in batch.schema.names if name not in SCHEMA.names]
    return [record | row for record, row in zip(records, batch.select(others).to_pylist(), strict=True)]


def _is_text(batch: pa.RecordBatch) -> bool:
    if "concealed" not in batch.schema.names:
        return False
    kind = batch.schema.field("concealed").type
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def _noted(batch: pa.RecordBatch) -> Defects | None:
    if UNREADABLE not in batch.schema.names or batch[UNREADABLE].null_count == len(batch):
        return None
    return list(batch[UNREADABLE].to_pylist())


def _merged(hands: Hands, unread: Defects | None) -> Defects | None:
    """Faults of reading first; a row that could not be read has no faults of its own."""
    if hands.valid.all() and not any(unread or ()):
        return None
    unread = unread or [None] * len(hands)
    return [first or found or None for first, found in zip(unread, hands.defects, strict=True)]


def _parsed(rows: list[Any], read: Callable[[Any], Row], tile_set: str) -> tuple[list[Row], Defects]:
    records: list[Row] = []
    wrong: Defects = []
    for row in rows:
        try:
            record, fault = read(row), None
        except (ValueError, RecursionError) as error:
            record, fault = {}, [str(error)]
        for key in RESULTS:  # of an earlier run
            record.pop(key, None)
        records.append(record if "rules" in record else {"tile_set": tile_set, **record})
        wrong.append(fault)
    return records, wrong


def _json_record(text: str | None) -> Row:
    if text is not None and not isinstance(text, str):
        raise ValueError(f"not JSON but {type(text).__name__}")
    try:
        record = json.loads(text or "")
    except ValueError as error:
        raise ValueError(f"not JSON: {error}") from None
    if not isinstance(record, dict):
        raise ValueError(f"not a JSON object but {type(record).__name__}")
    return record


def _text_record(row: Row) -> Row:
    """Make a record of cells of text: numbers and JSON are read, keys of the context go there."""
    record: Row = {}
    context: Row = {}
    for key, value in row.items():
        if value is None:
            continue
        if isinstance(value, str) and key in _NUMBERS and value.strip().lstrip("-").isdecimal():
            value = int(value)
        elif isinstance(value, str) and key in _AS_JSON:
            value = _json(key, value)
        if key == "context":
            context |= _json_record(value) if isinstance(value, str) else value
        elif key in CONTEXT:
            context[key] = value
        else:
            record[key] = value
    return record | ({"context": context} if context else {})


def _json(key: str, text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise ValueError(f"{key}: not JSON: {error}") from None
