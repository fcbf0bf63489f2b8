# cython: language_level=3, boundscheck=False, wraparound=False, embedsignature=True
# cython: freethreading_compatible=True
"""The border of the counting room: arrays in, arrays filled, the GIL released. `paili.counting` is its face.

Every batch function works on hands [start, stop) and returns the first index that holds no hand, or `stop`.
`query` packs what is asked (see `query.hpp`); `held` has a row for each hand, or a single row for all.
"""

import os

from cpython.buffer cimport PyBUF_FORMAT, PyBUF_STRIDES, PyObject_GetBuffer, PyBuffer_Release
from libc.stdint cimport int8_t, intptr_t, uint8_t, uint32_t, uint64_t


cdef const uint8_t* rows_of(const uint8_t[:, ::1] rows) noexcept:
    if rows is None:
        return NULL
    return &rows[0, 0]


cdef Batch batch_of(const uint8_t[:, ::1] hands, const uint8_t[:, ::1] held, uint32_t query) noexcept:
    cdef Batch batch
    batch.query.code = query
    batch.hands = &hands[0, 0]
    batch.held = rows_of(held)
    batch.held_stride = 34 if held is not None and held.shape[0] > 1 else 0
    return batch


def shanten(const uint8_t[:, ::1] hands, const uint8_t[:, ::1] held, uint32_t query, int8_t[::1] out,
            Py_ssize_t start, Py_ssize_t stop):
    """Fill `out` with shanten."""
    cdef Batch batch = batch_of(hands, held, query)
    cdef size_t end
    with nogil:
        end = shanten_of_batch(batch, start, stop, &out[start])
    return end


def is_complete(const uint8_t[:, ::1] hands, const uint8_t[:, ::1] held, uint32_t query, uint8_t[::1] out,
                Py_ssize_t start, Py_ssize_t stop):
    """Fill `out` with 1 where a hand is complete."""
    cdef Batch batch = batch_of(hands, held, query)
    cdef size_t end
    with nogil:
        end = complete_in_batch(batch, start, stop, &out[start])
    return end


def acceptance(const uint8_t[:, ::1] hands, const uint8_t[:, ::1] held, uint32_t query, uint8_t[:, ::1] out,
               Py_ssize_t start, Py_ssize_t stop):
    """Fill `out` with 1 where a tile lowers shanten."""
    cdef Batch batch = batch_of(hands, held, query)
    cdef size_t end
    with nogil:
        end = acceptance_of_batch(batch, start, stop, &out[start, 0])
    return end


def waits(const uint8_t[:, ::1] hands, const uint8_t[:, ::1] held, uint32_t query, uint8_t[:, ::1] out,
          Py_ssize_t start, Py_ssize_t stop):
    """Fill `out` with 1 where a tile completes the hand."""
    cdef Batch batch = batch_of(hands, held, query)
    cdef size_t end
    with nogil:
        end = waits_of_batch(batch, start, stop, &out[start, 0])
    return end


def discards(const uint8_t[:, ::1] hands, const uint8_t[:, ::1] held, const uint8_t[:, ::1] visible, uint32_t query,
             int8_t[:, ::1] shanten, uint64_t[:, ::1] tiles, uint8_t[:, ::1] live, Py_ssize_t start, Py_ssize_t stop):
    """Fill the three outputs, a row of 34 discards a hand."""
    cdef Batch batch = batch_of(hands, held, query)
    cdef size_t end
    cdef DiscardRows rows
    rows.visible = rows_of(visible)
    rows.visible_stride = 34 if visible is not None and visible.shape[0] > 1 else 0
    rows.shanten = &shanten[start, 0]
    rows.tiles = &tiles[start, 0]
    rows.live = &live[start, 0]
    with nogil:
        end = discards_of_batch(batch, start, stop, rows)
    return end


def one_shanten(hand, uint32_t query):
    """Shanten of one plain hand, or None where `hand` is not a sound contiguous ``uint8[34]``."""
    cdef Py_buffer view
    cdef int found = kPailiBadHand
    try:
        PyObject_GetBuffer(hand, &view, PyBUF_STRIDES | PyBUF_FORMAT)
    except (TypeError, ValueError, BufferError):  # no array of plain numbers
        return None
    if view.ndim == 1 and view.shape[0] == 34 and view.strides[0] == 1 and view.format[0] == b'B':
        found = paili_shanten_v1(<const uint8_t*> view.buf, NULL, query)
    PyBuffer_Release(&view)
    return None if found == kPailiBadHand else found


def symbols() -> dict[str, int]:
    """Addresses of the C functions that native callers use, by name."""
    return {
        "paili_shanten_v1": <intptr_t> &paili_shanten_v1,
        "paili_acceptance_v1": <intptr_t> &paili_acceptance_v1,
        "paili_waits_v1": <intptr_t> &paili_waits_v1,
        "paili_discards_v1": <intptr_t> &paili_discards_v1,
    }


def isa() -> str:
    """The kernel variant in use."""
    return isa_name(isa_in_use()).decode()


def warm_up(uint32_t query) -> None:
    """Build the tables of a query."""
    cdef Query wanted
    wanted.code = query
    with nogil:
        warm_up_query(wanted)


def force_isa(name: str) -> bool:
    """Switch the kernel variant ("" is the best one); False where it is unknown or cannot run here."""
    return choose(name.encode())


if not force_isa(os.environ.get("PAILI_ISA", "")):
    raise ImportError(f"PAILI_ISA={os.environ['PAILI_ISA']}: this processor or build has no such kernels")
