# The games of a batch as a work goes through them, and what it fetches of those that come next.
from libc.stdint cimport int8_t
from shugi._fast.core.fetch cimport fetch_at
from shugi._fast.core.state cimport PHASE_OVER, State
from shugi._fast.flow.ahead cimport fetch_cards, fetch_seat, fetch_state


cdef enum:                   # games from the one at work to the one whose state is fetched
    AHEAD = 2
    FAR_AHEAD = 8            # where little is done with each
    FAR_APART = 1024         # games: from here on what one looked up is gone when the next does


cdef struct Slots:
    State* states
    int n
    int seats
    bint cards               # they are games of cards


# a game that is soon to be worked on, most likely by the same thread; nothing of it is read
cdef inline void fetch_game(const Slots* slots, int i) noexcept nogil:
    if i >= slots.n:
        return
    if slots.cards:
        fetch_cards(&slots.states[i], slots.seats)
    else:
        fetch_state(&slots.states[i], slots.seats)


cdef inline void fetch_legal(const Slots* slots, int i) noexcept nogil:
    if i < slots.n:
        fetch_at(&slots.states[i].legal)


# who looks at game i: of each game a seat, or whoever decides; -1: nobody
cdef inline int viewer_of(const Slots* slots, const int8_t* who, int i) noexcept nogil:
    cdef const State* s = &slots.states[i]
    if who == NULL:
        return -1 if s.phase == PHASE_OVER else s.actor
    return who[i] if who[i] < slots.seats else -1


# has a hand that was looked up left the caches when its game comes up again?
cdef inline bint forgets(const Slots* slots) noexcept nogil:
    return not slots.cards and slots.n >= FAR_APART


cdef inline void fetch_view(const Slots* slots, const int8_t* who, int i) noexcept nogil:
    cdef int seat = viewer_of(slots, who, i)
    if seat >= 0 and forgets(slots):
        fetch_seat(&slots.states[i], seat)
