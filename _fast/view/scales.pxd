# Writers of globals put natural values; one pass divides them by what stands for one.

cdef enum:
    MOST_PLACES = 512
    MOST_RUNS = 64


cdef struct Scales:
    float scale[MOST_PLACES]
    # runs of places that have a scale
    int n
    int first[MOST_RUNS]
    int stop[MOST_RUNS]


# of the rows of rows.py or rows_cards.py
cdef int scales_make(Scales* scales, list rows) except -1


cdef inline void divide(const Scales* scales, float* at) noexcept nogil:
    cdef int run, i
    for run in range(scales.n):
        for i in range(scales.first[run], scales.stop[run]):
            at[i] /= scales.scale[i]
