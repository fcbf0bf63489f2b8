# cython: language_level=3
from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t


cdef extern from "counting/capi.hpp" nogil:
    int kPailiBadHand
    int paili_shanten_v1(const uint8_t* counts, const uint8_t* held, uint32_t query)
    int paili_acceptance_v1(const uint8_t* counts, const uint8_t* held, uint32_t query, uint64_t* tiles)
    uint64_t paili_waits_v1(const uint8_t* counts, const uint8_t* held, uint32_t query)
    int paili_discards_v1(const uint8_t* counts, const uint8_t* held, const uint8_t* visible, uint32_t query,
                          int8_t* shanten, uint64_t* tiles, uint8_t* live)


cdef extern from "counting/batch.hpp" namespace "paili::counting" nogil:
    cdef struct Query:
        uint32_t code

    cdef struct Batch:
        Query query
        const uint8_t* hands
        const uint8_t* held
        size_t held_stride

    cdef struct DiscardRows:
        const uint8_t* visible
        size_t visible_stride
        int8_t* shanten
        uint64_t* tiles
        uint8_t* live

    size_t shanten_of_batch "paili::counting::shanten"(const Batch&, size_t, size_t, int8_t*) except +
    size_t complete_in_batch "paili::counting::is_complete"(const Batch&, size_t, size_t, uint8_t*) except +
    size_t acceptance_of_batch "paili::counting::acceptance"(const Batch&, size_t, size_t, uint8_t*) except +
    size_t waits_of_batch "paili::counting::waits"(const Batch&, size_t, size_t, uint8_t*) except +
    size_t discards_of_batch "paili::counting::discards"(const Batch&, size_t, size_t, const DiscardRows&) except +
    void warm_up_query "paili::counting::warm_up"(const Query&) except +


cdef extern from "counting/kernels.hpp" namespace "paili::counting" nogil:
    cdef enum class Isa "paili::Isa":
        pass
    Isa isa_in_use "paili::counting::isa"()
    bint choose(const char* name)


cdef extern from "common/isa.hpp" namespace "paili" nogil:
    const char* isa_name(Isa)
