# Two tiles ahead of a hand on trial that is one tile from ready: the draw that makes it ready, and
# what it waits for then.
from libc.stdint cimport uint8_t, uint64_t
from shugi._fast.shape.trial cimport Trial

# what a ready hand is worth, by its waits; 0 or more
ctypedef float (*Rating)(const void* who, uint64_t waits) noexcept nogil


cdef struct Ahead:
    Rating rating
    const void* who          # the first argument of the rating
    const uint8_t* unseen    # tiles by kind
    float wilds              # unseen wildcards: each of them makes the hand ready


# mean over the unseen tiles among these steps, which make a hand of 3n + 1 tiles ready, of the
# rating after the best discard; 0: there is none.  spare: it is served without any discard
cdef float rate_draws(const Ahead* a, Trial* hand, uint64_t steps, bint spare) noexcept nogil
# the same of a hand of 3n + 2 tiles, by the discard; `good` keep it one from ready, and steps are
# those after each
cdef void rate_discards(const Ahead* a, Trial* hand, uint64_t good, const uint64_t* steps,
                        float* rates) noexcept nogil
