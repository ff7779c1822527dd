# cython: language_level=3
"""The scales of the globals, from their rows."""

cdef enum:
    GAP = 4                  # fewer places without a scale are divided by one, several at once


cdef int scales_make(Scales* scales, list rows) except -1:
    cdef int place
    scales.n = 0
    for row in rows:
        for place in range(row["offset"], row["offset"] + row["size"]):
            if place >= MOST_PLACES:
                raise RuntimeError(f"scales.pxd has {MOST_PLACES} places, row {row['name']} more")
            scales.scale[place] = row["scale"]
            if row["scale"] != 1:
                add(scales, place)
    return 0


cdef int add(Scales* scales, int place) except -1:
    if scales.n and place < scales.stop[scales.n - 1] + GAP:
        scales.stop[scales.n - 1] = place + 1
        return 0
    if scales.n == MOST_RUNS:
        raise RuntimeError(f"scales.pxd has {MOST_RUNS} runs, the rows more")
    scales.first[scales.n] = place
    scales.stop[scales.n] = place + 1
    scales.n += 1
    return 0
