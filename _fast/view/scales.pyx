# cython: language_level=3
"""The scales of the globals, from their rows."""


cdef int scales_make(Scales* scales, list rows) except -1:
    cdef int place, stop
    stop = max([row["offset"] + row["size"] for row in rows])
    if stop > MOST_PLACES:
        raise RuntimeError(f"scales.pxd has {<int>MOST_PLACES} places, the rows {stop}")
    for row in rows:
        for place in range(row["offset"], row["offset"] + row["size"]):
            scales.scale[place] = row["scale"]
    scales.n = 0
    place = stop
    while place > 0:
        if scales.scale[place - 1] == 1:
            place -= 1
            continue
        place -= <int>SCALES_AT_ONCE
        if scales.n == MOST_RUNS or place < 0:
            raise RuntimeError(f"scales.pxd has {<int>MOST_RUNS} runs, the rows more, or their "
                               f"first {<int>SCALES_AT_ONCE} places have scales")
        scales.first[scales.n] = place
        scales.n += 1
    return 0
