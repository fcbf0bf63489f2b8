"""Hands as Arrow tables.

`to_arrow` writes the columns that a batch has, `from_arrow` reads them back without copying the tiles:

=====================  ==================================================================================
column                 type
=====================  ==================================================================================
concealed              ``fixed_size_binary(34)``, one byte a count; null where a bad row was
penalty_tiles          the same
melds                  ``fixed_size_binary(5)``, one code each; melds_from: one signed byte each
win_tile               ``uint8``, null for none
winner, from, dealer,
kong_from, responsible ``int8``, null for unknown; likewise seat_wind and round_wind (0 to 3: E S W N)
                       and void_suit (0 to 2: m p s)
the others             as in `paili.columns.COLUMNS`
id, title, ...         what records carry, as text; what is no text as JSON
=====================  ==================================================================================

The schema's metadata holds the tile set under ``paili``. Read are also lists of integers in place of binary,
names (``"discard"``, ``"E"``, ``"5m"``) in place of numbers, and tables of records, where `concealed` is
text (``"123m"``) and every other column is a key of a record or of its context. Columns with other names are
left alone.
"""

from __future__ import annotations

import json
from difflib import get_close_matches
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from .columns import COLUMNS, Column
from .discard_logs import LOGS
from .hands import Errors, Hands
from .record_keys import CONTEXT, KEYS
from .records import CARRIED, record_tile_set

_METADATA = b"paili"

_MAY_BE_NULL = {name for name, c in COLUMNS.items() if c.width == 1 and not c.low <= c.default <= c.high}
"""Columns whose default is no value of theirs but says that nothing is known."""


def to_arrow(hands: Hands) -> pa.Table:
    """Write a batch as a table; see the module for its columns."""
    valid = hands.valid
    columns: dict[str, pa.Array] = {}
    for name, array in hands._columns().items():
        if array is not None and name != "valid":
            mask = ~valid if name == "concealed" and not valid.all() else None
            columns[name.rstrip("_")] = _write(name, array, mask)
    for name, values in hands.extra.items():
        columns[name] = pa.array([_as_text(value) for value in values.tolist()], pa.string())
    metadata = {_METADATA: json.dumps({"tile_set": hands.tile_set})}
    return pa.table(columns).replace_schema_metadata(metadata)


def _as_text(value: Any) -> str | None:
    return value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _write(name: str, array: NDArray[Any], mask: NDArray[np.bool_] | None) -> pa.Array:
    column = COLUMNS[name]
    if column.width == 1:
        unknown = array == column.default if name in _MAY_BE_NULL else None
        return pa.array(array, mask=unknown)
    nulls = None if mask is None else pa.py_buffer(np.packbits(~mask, bitorder="little"))
    buffers = [nulls, pa.py_buffer(array)]
    return pa.Array.from_buffers(pa.binary(column.width), len(array), buffers)


def from_arrow(
    table: pa.Table | pa.RecordBatch, *, tile_set: str | None = None, errors: Errors = "raise"
) -> Hands:
    """Read a table or record batch; see the module for what its columns may be.

    >>> import pyarrow as pa
    >>> from_arrow(pa.table({"concealed": ["234m678p3499s333z"], "win_tile": ["5s"], "by": ["self_draw"]}))[0]
    Hand.parse('234m678p3499s333z +5s', by='self_draw')
    """
    if not isinstance(table, pa.Table | pa.RecordBatch):
        raise TypeError(f"an Arrow table or record batch is needed, not {type(table).__name__}")
    names = _known_names(table.schema.names)
    tile_set = tile_set or named_tile_set(table.schema)
    arrays = {name: _flat(table.column(name)) for name in names}
    if any(_is_of_records(name, array.type) for name, array in arrays.items()):
        return Hands.from_records(_as_records(arrays, tile_set), errors)
    tile_set = tile_set or _implied_tile_set(arrays)
    extra = {name: _carried(arrays[name], name) for name in (*CARRIED, *LOGS) if name in arrays}
    logs = {name: extra.pop(name) for name in LOGS if name in extra}
    columns: dict[str, Any] = {}
    for name, column in COLUMNS.items():
        if (array := arrays.get(name.rstrip("_"))) is not None:
            columns[name] = _read(name, array, column)
    return Hands(**columns, tile_set=tile_set, errors=errors, extra=extra, **logs)


def named_tile_set(schema: pa.Schema) -> str | None:
    """Return the tile set that the metadata of a schema names."""
    return _notes(schema).get("tile_set")


def name_tile_set(batch: pa.RecordBatch, tile_set: str) -> pa.RecordBatch:
    """Return a batch whose metadata names a tile set."""
    noted = _notes(batch.schema) | {"tile_set": tile_set}
    return batch.replace_schema_metadata({**(batch.schema.metadata or {}), _METADATA: json.dumps(noted)})


def _notes(schema: pa.Schema) -> dict[str, Any]:
    """What `to_arrow` wrote into the metadata."""
    noted = _decoded((schema.metadata or {}).get(_METADATA, b"{}"))
    if not isinstance(noted, dict):
        raise ValueError(f"the metadata {_METADATA.decode()!r} is no JSON object")
    return noted


def _known_names(names: list[str]) -> list[str]:
    if len(set(names)) < len(names):
        raise ValueError(f"a column occurs twice: {', '.join(names)}")
    judged = {*(name.rstrip("_") for name in COLUMNS), *KEYS, *CONTEXT}
    known = judged | {*CARRIED}
    for name in set(names) - known:
        near = get_close_matches(name, known - set(names), 1, 0.85)
        near += judged & {name.lower(), name.rstrip("_")}  # even beside the column itself: which is meant?
        if near:
            raise ValueError(f"unknown column {name!r}; did you mean {near[0]!r}?")
    if "concealed" not in names:
        shown = [name for name in names if not name.startswith("_")]
        raise ValueError(f"no column 'concealed' among {', '.join(shown) or 'no columns'}")
    return [name for name in names if name in known]


def _flat(column: Any) -> Any:
    """Return one plain array, whatever the chunks and the encoding."""
    array = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    if isinstance(array, pa.ChunkedArray):  # text too large for one array stays in chunks
        raise ValueError("a column holds over 2 GiB of text; read the table in parts")
    return array.dictionary_decode() if pa.types.is_dictionary(array.type) else array


def _is_text(kind: Any) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def _is_of_records(name: str, kind: Any) -> bool:
    """Tell whether a column has the form that it has in records only."""
    if name in ("concealed", "melds", "flags", "flowers", "penalty_tiles") and _is_text(kind):
        return True
    if name in CARRIED or name in LOGS:
        return False
    nested = pa.types.is_list(kind) or pa.types.is_large_list(kind)
    return bool(
        pa.types.is_struct(kind) or (nested and not pa.types.is_integer(kind.value_type)) or name == "context"
    )


def _as_records(arrays: dict[str, Any], tile_set: str | None) -> list[dict[str, Any]]:
    """Return the rows as records: columns named as keys of the context go there, JSON text is read."""
    columns = {name: _objects(array, name) for name, array in arrays.items()}
    records = []
    for row in range(len(columns["concealed"])):
        cells = {name: values[row] for name, values in columns.items() if values[row] is not None}
        context = {key: cells.pop(key) for key in CONTEXT if key in cells}
        if isinstance(cells.get("context"), dict):
            given = {key: value for key, value in cells["context"].items() if value is not None}
            cells["context"] = given | context
        elif context:
            cells["context"] = context
        records.append({"tile_set": tile_set, **cells} if tile_set else cells)
    return records


def _objects(array: Any, name: str) -> list[Any]:
    if name in (*CARRIED, *LOGS, "context"):
        return _carried(array, name)
    return list(array.to_pylist())


def _carried(array: Any, name: str) -> list[Any]:
    """Return carried values; those that are no text in records come as JSON."""
    values = list(array.to_pylist())
    if name in (*LOGS, "expect", "waits", "context"):
        return [_decoded(value) if isinstance(value, str) else value for value in values]
    return values


def _decoded(text: str | bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _implied_tile_set(arrays: dict[str, Any]) -> str:
    rules = arrays["rules"].drop_null() if "rules" in arrays else []
    return record_tile_set({"rules": rules[0].as_py()} if len(rules) else {})


def _read(name: str, array: Any, column: Column) -> Any:
    """Return a column as NumPy sees it, nulls as the default; what does not fit is refused by the door."""
    if pa.types.is_null(array.type):
        return column.full(len(array))
    if column.width > 1:
        return _read_wide(name, array, column)
    if _is_text(array.type):
        return np.array(array.to_pylist(), object)
    if not pa.types.is_integer(array.type):
        raise TypeError(f"column {name!r} holds {array.type}, not integers")
    if not array.null_count:
        return array.to_numpy(zero_copy_only=False)
    if column.default < 0 and pa.types.is_unsigned_integer(array.type):
        array = array.cast(pa.int64())
    return array.fill_null(column.default).to_numpy(zero_copy_only=False)


def _read_wide(name: str, array: Any, column: Column) -> NDArray[Any]:
    size, width, kind = len(array), column.width, array.type
    if pa.types.is_fixed_size_binary(kind) and kind.byte_width == width:
        buffer = array.buffers()[1]
        start = array.offset * width
        flat = (
            np.frombuffer(buffer, np.uint8)[start : start + size * width] if size else np.empty(0, np.uint8)
        )
    elif pa.types.is_binary(kind) or pa.types.is_large_binary(kind):
        rows = [bytes(width) if value is None else value for value in array.to_pylist()]
        if any(len(row) != width for row in rows):
            raise ValueError(f"column {name!r}: every row needs {width} bytes")
        flat = np.frombuffer(b"".join(rows), np.uint8)
    else:
        return _read_list(name, array, column)
    cells = flat.view(np.dtype(column.dtype)).reshape(size, width)
    return _without_nulls(cells, array, column)


def _read_list(name: str, array: Any, column: Column) -> NDArray[Any]:
    kind, width = array.type, column.width
    if not (pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind)):
        raise TypeError(f"column {name!r} holds {kind}, needed is fixed_size_binary({width})")
    if array.null_count:
        array = array.fill_null([column.default] * width)
    lengths = array.value_lengths() if not pa.types.is_fixed_size_list(kind) else None
    if (lengths is None and kind.list_size != width) or (
        lengths is not None and set(lengths.unique().to_pylist()) - {width}
    ):
        raise ValueError(f"column {name!r}: every list needs {width} numbers")
    values = array.flatten()
    if values.null_count:
        raise ValueError(f"column {name!r} holds nulls inside its lists")
    return np.asarray(values.to_numpy(zero_copy_only=False)).reshape(len(array), width)


def _without_nulls(cells: NDArray[Any], array: Any, column: Column) -> NDArray[Any]:
    if not array.null_count:
        return cells
    cells = cells.copy()
    cells[array.is_null().to_numpy(zero_copy_only=False)] = column.default
    return cells
