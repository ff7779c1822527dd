# Hands and walls that are dealt again in many games, by what a seat of each knows.
from libc.stdint cimport int8_t, uint8_t, uint64_t
from shugi._fast.batch.slots cimport Slots
from shugi._fast.batch.workers cimport Work
from shugi._fast.bots.belief cimport Belief


cdef struct Redeals:
    Slots slots
    const int8_t* who        # below 0: the game is left as it is
    const uint64_t* keys
    int tries                # with keys that follow each other
    const Belief* belief     # NULL: every arrangement alike
    bint hands               # or they stay, and only the wall is dealt again
    uint8_t* found           # (n,) written


cdef Work REDEAL
