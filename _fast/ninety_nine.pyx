# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""ninety_nine: what a seat may do, and what follows from it."""

from shugi._fast.card_play cimport card_defaults
from shugi._fast.state cimport GAME_NINETY_NINE
from shugi._fast.tileflow cimport FAMILIES, Family


cdef void ninety_nine_install() noexcept nogil:
    cdef Family* f = &FAMILIES[<int>GAME_NINETY_NINE]
    card_defaults(f)
