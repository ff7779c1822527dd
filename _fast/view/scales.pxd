# Writers of globals put natural values; one pass divides them by what stands for one.

cdef extern from "view/scales.h" nogil:
    enum:
        SCALES_AT_ONCE
    void scales_divide(float* at, const float* by) noexcept

cdef enum:
    MOST_PLACES = 512
    MOST_RUNS = 128


cdef struct Scales:
    float scale[MOST_PLACES]
    int n
    int first[MOST_RUNS]     # of SCALES_AT_ONCE places each, in which one has a scale


# of the rows of rows.py or rows_cards.py
cdef int scales_make(Scales* scales, list rows) except -1


cdef inline void divide(const Scales* scales, float* at) noexcept nogil:
    cdef int i
    for i in range(scales.n):
        scales_divide(at + scales.first[i], &scales.scale[scales.first[i]])
