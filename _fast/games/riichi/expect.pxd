# What a won hand pays on average, before the ura and the tulip's tiles are known.
from libc.stdint cimport int32_t, uint8_t
from shugi._fast.core.rng cimport Rng
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.sizes cimport WALL
from shugi._fast.games.riichi.stakes cimport Stakes
from shugi._fast.games.riichi.win cimport Win

cdef enum:
    EXPECT_SAMPLES = 32


cdef struct Unseen:          # tiles of the wall that nobody has seen
    uint8_t code[WALL]
    int32_t n                # ura indicators, live tiles and replacements alike
    int32_t ura              # ura indicators among them, still to be turned (0: win.ura stands)
    int32_t stacks           # full stacks that the tulip may walk


# mean points and chips that each seat wins (+) or pays (-) over `samples` random orders of the
# unseen tiles, and of the dice; exact when nothing is left to chance
cdef void expect_win(const Rules* r, const Win* win, const Unseen* unseen, const Stakes* stakes,
                     int honba, int sticks, int samples, Rng* rng, float* points,
                     float* chips) noexcept nogil
