# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The table of bytes and what they are spread over, made once on import."""

cdef int _byte, _bit
for _byte in range(256):
    for _bit in range(8):
        SPREAD[_byte][_bit] = _byte >> _bit & 1
