# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What is played by chance, the rule baseline or a network: works that write a caller's actions."""

from shugi._fast.batch.course cimport chosen_by_network, show_to_network
from shugi._fast.batch.legal cimport sample_legal
from shugi._fast.batch.slots cimport FAR_AHEAD, fetch_game, fetch_legal
from shugi._fast.bots.baseline cimport bot_act, bot_act_within
from shugi._fast.core.sizes cimport ACTIONS
from shugi._fast.core.state cimport PHASE_OVER, State
from shugi._fast.net.lists cimport PositionLists
from shugi._fast.net.policy cimport NET_BLOCK, EnginePolicy, log_shares, tell_network

SAMPLE = Work(draw, 128, 8)
BASELINE = Work(ask_baseline, 2, 1)
POLICY = Work(ask_network, 2, NET_BLOCK)


cdef void draw(void* job, int low, int high, int worker) noexcept nogil:
    cdef const Choice* choice = <const Choice*>job
    cdef int i
    for i in range(low, high):
        fetch_legal(&choice.slots, i + FAR_AHEAD)
        choice.out[i] = <uint8_t>sample_legal(&choice.slots.states[i], choice.key)


cdef inline bint is_asked(const Choice* choice, int i) noexcept nogil:
    return (choice.where == NULL or choice.where[i]) and (
        choice.slots.states[i].phase != PHASE_OVER)


cdef void ask_baseline(void* job, int low, int high, int worker) noexcept nogil:
    cdef const Choice* choice = <const Choice*>job
    cdef const State* s
    cdef int i
    for i in range(low, high):
        if is_asked(choice, i):
            s = &choice.slots.states[i]
            choice.out[i] = <uint8_t>(
                bot_act(s, choice.style) if choice.mask == NULL else
                bot_act_within(s, choice.style, choice.mask + <Py_ssize_t>i * ACTIONS))


cdef void show(const Choice* choice, Room* room, int p, int i) noexcept nogil:
    cdef const State* s = &choice.slots.states[i]
    if choice.planes == NULL:
        show_to_network(<EnginePolicy>choice.network, room, p, s)
        return
    tell_network(<EnginePolicy>choice.network, room, p, <PositionLists>choice.planes,
                 <PositionLists>choice.numbers, choice.first + i)
    room.legal[p] = s.legal


cdef void ask_network(void* job, int low, int high, int worker) noexcept nogil:
    cdef const Choice* choice = <const Choice*>job
    cdef Room* room = choice.room[worker]
    cdef int[NET_BLOCK] games
    cdef int i
    cdef int count = 0
    for i in range(low, high):
        if choice.planes == NULL:
            fetch_game(&choice.slots, i + NET_BLOCK)
        if is_asked(choice, i):
            show(choice, room, count, i)
            games[count] = i
            count += 1
        if count == NET_BLOCK or (count and i == high - 1):
            choose(choice, room, games, count)
            count = 0


cdef void choose(const Choice* choice, Room* room, const int* games, int count) noexcept nogil:
    cdef int p
    (<EnginePolicy>choice.network).evaluate(room, count)
    for p in range(count):
        choice.out[games[p]] = <uint8_t>chosen_by_network(
            room, p, &choice.slots.states[games[p]], choice.draws, choice.key)
        if choice.log_policy != NULL:
            log_shares(room, p, choice.log_policy + <Py_ssize_t>games[p] * ACTIONS)
