# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Xiamen: what a seat may do, and what follows from it."""

from shugi._fast.regional cimport regional_defaults
from shugi._fast.state cimport GAME_XIAMEN
from shugi._fast.tileflow cimport FAMILIES, Family


cdef void xiamen_install() noexcept nogil:
    cdef Family* f = &FAMILIES[<int>GAME_XIAMEN]
    regional_defaults(f)
