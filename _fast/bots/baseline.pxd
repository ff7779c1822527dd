# The rule baseline: a legal action, from what the seat to decide may know.
from libc.stdint cimport uint8_t
from shugi._fast.bots.style cimport Style
from shugi._fast.core.rules cimport GAMES
from shugi._fast.core.state cimport State

# the player of each game, by Rules.game: a legal action of the seat that decides now, from what it
# sees; a game without one takes the first legal action
ctypedef int (*Player)(const State*, const Style*) noexcept nogil
cdef Player[<int>GAMES] PLAYERS


# the action of the seat that decides now; a pure function of what it sees, the seed's noise aside
cdef int bot_act(const State* s, const Style* style) noexcept nogil
# ... as if only the legal ones of a mask of ACTIONS bytes were legal; all of them where it has none
cdef int bot_act_within(const State* s, const Style* style, const uint8_t* mask) noexcept nogil
