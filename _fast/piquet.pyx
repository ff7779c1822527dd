# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""piquet: what a seat may do, and what follows from it."""

from shugi._fast.card_play cimport card_defaults
from shugi._fast.state cimport GAME_PIQUET
from shugi._fast.tileflow cimport FAMILIES, Family


cdef void piquet_install() noexcept nogil:
    cdef Family* f = &FAMILIES[<int>GAME_PIQUET]
    card_defaults(f)
