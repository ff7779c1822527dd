# What the rule baseline thinks of a position: chances to win, plans for the hand, what a discard
# risks.  value.pxd has the structs and the unit.
from libc.stdint cimport uint64_t
from shugi._fast.bots.style cimport Style
from shugi._fast.games.riichi.bot.value cimport Goal, RiichiContext
from shugi._fast.core.state cimport State

cdef enum:
    DRAWS = 24               # own draws looked ahead at most
    SHANTENS = 8                  # shanten told apart


cdef void context_make(const State* s, int seat, const Style* style,
                       RiichiContext* j) noexcept nogil
# unseen tiles of these kinds
cdef float outs(const RiichiContext* j, uint64_t kinds) noexcept nogil
# chance to win in one turn of a ready hand with these outs; by_ron: others' discards count
cdef float win_rate(const RiichiContext* j, float tiles, int mode, bint by_ron) noexcept nogil
# chance to win in the draws to come: ready with `rate` to win in a turn
cdef float chance_ready(const RiichiContext* j, float rate) noexcept nogil
# ... a step away with `rate` to get ready, and `next_rate` to win then
cdef float chance_near(const RiichiContext* j, float rate, float next_rate) noexcept nogil
# ... at a shanten with these outs, and typical ones later
cdef float chance_far(const RiichiContext* j, int d, float tiles, bint called) noexcept nogil
cdef float chance_typical(const RiichiContext* j, int d, bint called) noexcept nogil
# the plan for the hand that is worth most
cdef void choose_goal(const RiichiContext* j, Goal* best) noexcept nogil
