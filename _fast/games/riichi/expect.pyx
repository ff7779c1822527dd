# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Expected settlement: the chance that follows the last decision of a hand, averaged out.

The hand is reckoned once; a sample turns as many ura as lie there and plays the tulip on tiles
drawn one by one, so it costs no more than the tiles it looks at.
"""

from libc.stdint cimport int64_t, uint8_t

from shugi._fast.core.rng cimport rng_below
from shugi._fast.core.sizes cimport SEATS
from shugi._fast.core.state cimport Ledger
from shugi._fast.flow.ledger cimport ledger_clear
from shugi._fast.games.riichi.chips cimport Chips, roll_dice, rolls_dice, settle_alone, settle_chips
from shugi._fast.games.riichi.patterns cimport Reckoning, reckon
from shugi._fast.games.riichi.stakes cimport Stakes
from shugi._fast.games.riichi.tulip cimport (
    TulipRun, TulipStart, tulip_begin, tulip_finish, tulip_stack, tulip_start,
)
from shugi._fast.games.riichi.value cimport value_of
from shugi._fast.games.riichi.win cimport Value


cdef inline int draw(Unseen* pool, Rng* rng) noexcept nogil:
    cdef int i = <int>rng_below(rng, <unsigned int>pool.n)
    cdef uint8_t code = pool.code[i]
    pool.n -= 1
    pool.code[i] = pool.code[pool.n]
    pool.code[pool.n] = code
    return code


cdef void play(const Rules* r, const TulipStart* start, Unseen* pool, Rng* rng,
               TulipRun* run) noexcept nogil:
    cdef int _, top
    tulip_begin(r, start, run)
    for _ in range(pool.stacks):
        if pool.n < 2:
            break
        top = draw(pool, rng)
        if not tulip_stack(r, run, top, draw(pool, rng)):
            break
    tulip_finish(r, run)


cdef void sample(const Rules* r, Win* win, const Reckoning* k, Unseen* pool, Stakes* stakes,
                 int honba, int sticks, Rng* rng, Ledger* ledger, bint* chance) noexcept nogil:
    cdef Value value
    cdef TulipStart start
    cdef TulipRun run
    cdef Chips chips
    cdef int i
    cdef int n = pool.n
    for i in range(pool.ura):
        win.ura[i] = <uint8_t>draw(pool, rng)
    value_of(r, win, k, &value)
    settle_alone(r, win, &value, honba, sticks, stakes, ledger)
    chance[0] = rolls_dice(r, win)
    stakes.dice = roll_dice(r, rng) if chance[0] else 0
    if tulip_start(r, win, &value, &start):
        play(r, &start, pool, rng, &run)
        settle_chips(r, win, &value, &start, &run.out, stakes, &chips, ledger)
    else:
        settle_chips(r, win, &value, &start, NULL, stakes, &chips, ledger)
    chance[0] = chance[0] or pool.n < n
    pool.n = n


cdef void expect_win(const Rules* r, const Win* win, const Unseen* unseen, const Stakes* stakes,
                     int honba, int sticks, int samples, Rng* rng, float* points,
                     float* chips) noexcept nogil:
    cdef Reckoning k
    cdef Win copy = win[0]
    cdef Unseen pool = unseen[0]
    cdef Stakes at_stake = stakes[0]
    cdef Ledger ledger
    cdef int64_t points_sum[SEATS]
    cdef int64_t chips_sum[SEATS]
    cdef bint chance = True
    cdef int i
    cdef int done = 0
    reckon(r, win, &k)
    if unseen.ura:
        copy.n_ura = <uint8_t>unseen.ura
    for i in range(r.seats):
        points_sum[i] = chips_sum[i] = 0
    while chance and done < samples:
        ledger_clear(&ledger)
        sample(r, &copy, &k, &pool, &at_stake, honba, sticks, rng, &ledger, &chance)
        for i in range(r.seats):
            points_sum[i] += ledger.sum.points[i]
            chips_sum[i] += ledger.sum.chips[i]
        done += 1
    for i in range(r.seats):
        points[i] = <float>points_sum[i] / done
        chips[i] = <float>chips_sum[i] / done
