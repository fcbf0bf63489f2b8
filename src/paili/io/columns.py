"""Hands as columns of a record batch, in any of the three ways they come.

* canonical: numbers and fixed-size binary, as `Hands.to_arrow` writes them, the fast way
* text: `concealed` and the other keys of a record as text, as in a CSV file
* record: one text column `record`, a JSON object a row, as in a JSON Lines file
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from ..arrow import name_tile_set, named_tile_set
from ..columns import COLUMNS
from ..discard_logs import LOGS
from ..hands import Hands
from ..melds import format_meld
from ..record_keys import CONTEXT, KEYS
from ..records import CARRIED
from ..tiles import get_tile_set

RECORD = "record"
UNREADABLE = "_unreadable"  # why a row could not be read, a list of text as in `defects`
ROW = "_bad_row"  # what such a row, and any other with defects, was: its text
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
Records = tuple[list[Row], Defects]  # and what of them could not be read
_NUMBERS = {name.rstrip("_") for name, c in COLUMNS.items() if c.width == 1 and not c.names} - {
    "flags",
    "win_tile",
}
_READ = {*SCHEMA.names, *KEYS, *CONTEXT, "tile_set", RECORD, UNREADABLE, ROW, *RESULTS}
_AS_JSON = {*LOGS, "already_won"}


def hands_of(batch: pa.RecordBatch, tile_set: str) -> tuple[Hands, Defects | None]:
    """Return the hands of a batch and what is wrong with each; `tile_set` is for those that name none."""
    return _hands(batch, _records(batch, tile_set), tile_set)


def _records(batch: pa.RecordBatch, tile_set: str) -> Records | None:
    """Return the rows as records; None where the columns are canonical."""
    if RECORD in batch.schema.names:
        records, unread = _parsed(batch[RECORD].to_pylist(), _json_record, tile_set)
    elif _is_text(batch.schema):
        Hands.from_arrow(batch[:0])  # its check of the names
        known = [name for name in batch.schema.names if name in {*KEYS, *CONTEXT, "tile_set", "rules"}]
        records, unread = _parsed(batch.select(known).to_pylist(), _text_record, tile_set)
    else:
        return None
    if noted := _noted(batch):
        unread = [first or then for first, then in zip(noted, unread, strict=True)]
        records = [{} if fault else record for record, fault in zip(records, unread, strict=True)]
    return records, unread


def _hands(batch: pa.RecordBatch, records: Records | None, tile_set: str) -> tuple[Hands, Defects | None]:
    if records is None:
        tile_set = named_tile_set(batch.schema) or tile_set
        hands = Hands.from_arrow(batch, tile_set=tile_set, errors="mask")
        return hands, _merged(hands, _noted(batch))
    hands = Hands.from_records(records[0], errors="mask")
    return hands, _merged(hands, records[1])


def canonical(batch: pa.RecordBatch, tile_set: str) -> pa.RecordBatch:
    """Return the same hands in the columns of `SCHEMA`, and other columns as they are.

    Bad rows are empty and say why in `_unreadable`.
    """
    records = _records(batch, tile_set)
    hands, defects = _hands(batch, records, tile_set)
    table = hands.to_arrow()
    columns = {field.name: pa.nulls(len(table), field.type) for field in SCHEMA}
    columns |= {name: table[name].combine_chunks() for name in table.schema.names}
    if records is None:
        said = _given("by", batch)
    else:
        said = np.array([record.get("by") is not None for record in records[0]], bool)
    columns["by"] = pc.if_else(pa.array(hands.valid & said), columns["by"], None)
    others = [field for field in batch.schema if field.name not in _READ]
    columns |= {field.name: batch[field.name] for field in others}
    columns[UNREADABLE] = pa.array(defects, DEFECTS) if defects else pa.nulls(len(table), DEFECTS)
    schema = pa.schema([*SCHEMA, *others, (UNREADABLE, DEFECTS)], table.schema.metadata)
    return pa.RecordBatch.from_arrays([columns[name] for name in schema.names], schema=schema)


def _given(name: str, batch: pa.RecordBatch) -> NDArray[np.bool_]:
    """Tell which rows have a value in a column."""
    if name not in batch.schema.names:
        return np.zeros(len(batch), bool)
    return np.asarray(batch[name].is_valid().to_numpy(zero_copy_only=False))


def as_meant(batch: pa.RecordBatch, tile_set: str) -> pa.RecordBatch:
    """Let canonical columns name the tile set in which they are read, `tile_set` unless another is named.

    What two tile sets number alike may be read as either: then `tile_set` it is.
    """
    if RECORD in batch.schema.names or "concealed" not in batch.schema.names or _is_text(batch.schema):
        return batch
    named = named_tile_set(batch.schema) or tile_set
    alike = get_tile_set(named).ranks == get_tile_set(tile_set).ranks
    return name_tile_set(batch, tile_set if alike else named)


def with_bad_rows(worked: pa.RecordBatch, source: pa.RecordBatch) -> pa.RecordBatch:
    """Add `_bad_row` to a worked batch: what rows with defects were in the source, null for the others."""
    if worked["defects"].null_count == len(worked):
        return worked.append_column(ROW, pa.nulls(len(worked), pa.string()))
    bad = np.flatnonzero(_given("defects", worked))
    texts = np.full(len(worked), None, object)
    texts[bad] = _row_texts(source.take(pa.array(bad)))
    return worked.append_column(ROW, pa.array(texts, pa.string()))


def _row_texts(batch: pa.RecordBatch) -> list[str]:
    """Return rows as text: lines as they stood, else the cells as a JSON object, bytes as numbers."""
    rows = []
    for cells in batch.to_pylist():
        line = cells.pop(ROW, None) or cells.get(RECORD)
        shown = {name: _unpacked(name, value) for name, value in cells.items() if name != UNREADABLE}
        rows.append(line if isinstance(line, str) else to_json(present(shown)))
    return rows


def _unpacked(name: str, value: Any) -> Any:
    """Return bytes as the numbers that they are."""
    if not isinstance(value, bytes):
        return value
    return np.frombuffer(value, COLUMNS[name].dtype if name in COLUMNS else np.uint8).tolist()


def present(row: Mapping[str, Any]) -> Row:
    """Return what is neither null nor NaN, for which JSON has no word."""
    return {key: value for key, value in row.items() if value is not None and value == value}


def to_json(value: Any) -> str:
    """Write JSON; dates and what else it has no form for become text."""
    return json.dumps(value, ensure_ascii=False, default=str)


def plain_names(schema: pa.Schema) -> list[str]:
    """Return the names that `plain_rows` may give to the cells of a batch."""
    if "concealed" not in schema.names or _is_text(schema):
        return list(schema.names)
    carried = [name for name in CARRIED if name in schema.names]
    tiles = ["tile_set"] if "rules" in carried or named_tile_set(schema) not in (None, "standard") else []
    others = [name for name in schema.names if name not in SCHEMA.names]
    return list(dict.fromkeys([*carried, *tiles, *KEYS, *others]))


def plain_rows(batch: pa.RecordBatch, melds_as_text: bool = False) -> list[Row]:
    """Return the rows of a batch with the hand as a record and every other column as it is."""
    if "concealed" not in batch.schema.names or _is_text(batch.schema):
        return list(batch.to_pylist())
    hands = Hands.from_arrow(batch, errors="mask")
    records = hands.to_records()
    for record, said in zip(records, _given("by", batch).tolist(), strict=True):
        record["by"] = record["by"] if said else None
    if melds_as_text:
        melds = zip(hands.melds.tolist(), hands.melds_from.tolist(), strict=True)
        for record, (codes, seats) in zip(records, melds, strict=True):
            groups = zip(codes, seats, strict=True)
            record["melds"] = [format_meld(code, seat, hands.tile_set) for code, seat in groups if code]
    others = [name for name in batch.schema.names if name not in SCHEMA.names]
    return [record | row for record, row in zip(records, batch.select(others).to_pylist(), strict=True)]


def _is_text(schema: pa.Schema) -> bool:
    kinds = [field.type for field in schema if field.name == "concealed"]
    return any(pa.types.is_string(kind) or pa.types.is_large_string(kind) for kind in kinds)


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
        record = _JSON.decode(text or "")
        if "\\ud" in (text or "").lower():  # perhaps half a character, which no file takes
            to_json(record).encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"not JSON: {error.object[error.start]!r} is half a character") from None
    except ValueError as error:
        raise ValueError(f"not JSON: {error}") from None
    if not isinstance(record, dict):
        raise ValueError(f"not a JSON object but {type(record).__name__}")
    return record


def _once(pairs: list[tuple[str, Any]]) -> Row:
    """Make an object of keys that differ."""
    row = dict(pairs)
    if len(row) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{max(names, key=names.count)!r} is given twice")
    return row


_JSON = json.JSONDecoder(object_pairs_hook=_once)


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
