# What the others' discards tell of their hands.
from libc.stdint cimport uint64_t
from shugi._fast.bots.style cimport Style
from shugi._fast.core.state cimport State

cdef enum:
    TURNS = 24               # own discards, more count as the last
    CALLS = 4                # melds, the same
    SORTS = CALLS + 1        # ... and hands in riichi
    WAITS = 4                # kinds waited for in riichi, the same
    # Ready, and wins on some discard; ready; shanten 1 and more.  In riichi: by kinds waited for,
    # hands that wait for none of their own discards, then those that do.
    PLACES = 2 * WAITS

cdef struct Belief:
    # [TURNS][SORTS][PLACES]: log of how much likelier such hands are in play than dealt at random
    const float* weight
    int steps                # exchanges of a tile of a hand with one of the wall
    int looks                # of them, the last ones, that ask for the discards
    int depth                # discards of each seat that are looked at
    double doubt             # of a hand, for each of them that the bot would not have made
    const Style* style       # of the bot

# turn, sort and place of the hand that p has between turns, its waits and furiten being up to date;
# `s` is as it was afterwards
cdef void hand_place(State* s, int p, int* where) noexcept nogil
# how many of the last `depth` discards of each other seat the bot would not have made, had they
# held what they hold in `s`; earlier draws, which the hands do not tell, are drawn with `key`
cdef int baseline_mismatches(const State* s, int seat, const Style* style, int depth,
                             uint64_t key) noexcept nogil
# a redeal, and then steps from hand to hand (Metropolis) towards those that are likely in play;
# false when no arrangement was found (the state is then unchanged)
cdef bint redeal_likely(State* s, int seat, uint64_t key, const Belief* b) noexcept nogil
