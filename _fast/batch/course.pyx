# cython: boundscheck=False, wraparound=False, cdivision=True
"""Games played on to the end of their hand or to a critic, without Python: ``Batch.play_on``."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from shugi._fast.batch.results cimport (
    OWED_CHIPS, OWED_POINTS, OWED_REWARD, add_paid, placement_of,
)
from shugi._fast.batch.workers cimport Work
from shugi._fast.bots.baseline cimport bot_act
from shugi._fast.core.rng cimport mix
from shugi._fast.core.state cimport PHASE_OVER, STATUS_ILLEGAL, STATUS_OK
from shugi._fast.flow.ledger cimport paid_before
from shugi._fast.flow.turns cimport step
from shugi._fast.core.sizes cimport SEATS
from shugi._fast.net.critic cimport EngineCritic
from shugi._fast.net.policy cimport NET_BLOCK, EngineNetwork, drawn, likeliest
from shugi._fast.net.standing cimport standing_kind, value_standing, worth_of_end
from shugi._fast.view.observe cimport observe_oracle, observe_seat

cdef Work PLAY_ON = Work(play_range, 2, 4 * NET_BLOCK)


cdef enum:
    PLAYED_AT_ONCE = 64      # courses of a thread between two looks for Ctrl-C


# ---- gains

cdef void begin(Course* c, const Standing* standing) noexcept nogil:
    cdef float[SEATS] value
    c.paid = paid_before(c.s)
    if standing != NULL:
        value_standing(standing, c.s, value)
        c.before = value[c.seat]


cdef void credit(Course* c) noexcept nogil:
    cdef float[<int>OWED_REWARD] gain
    gain[<int>OWED_CHIPS] = gain[<int>OWED_POINTS] = 0
    add_paid(c.s.rules, c.seat, &c.paid, &c.s.ledger.sum, gain)
    c.total[0] += gain[<int>OWED_CHIPS]
    c.total[1] += gain[<int>OWED_POINTS] / <float>1000
    c.over = True


cdef void credit_end(Course* c, const Standing* standing) noexcept nogil:
    credit(c)
    if standing != NULL:
        c.total[standing_kind(c.s.rules)] += (
            <float>worth_of_end(standing, c.s, c.seat) - c.before)
    elif c.s.phase == PHASE_OVER:
        c.total[0] -= placement_of(c.s, c.seat)  # no gain of the hand


# ---- steps

cdef void look_ahead(Course* c) noexcept nogil:
    # the seat decides again
    if c.horizon == 0 or c.step < c.planned:
        return
    c.horizon -= 1
    if c.horizon == 0:
        c.foreseen = True
        credit(c)


cdef void act(Course* c, int action, const Players* players) noexcept nogil:
    step(c.s, action, players.forced)
    if c.s.status != STATUS_OK:
        c.refused = c.over = True
        if c.s.status == STATUS_ILLEGAL:
            c.s.status = STATUS_OK  # the state itself is as it was
        return
    c.step += 1
    if c.s.hand_over:
        credit_end(c, players.standing)
    elif c.s.actor == c.seat:
        look_ahead(c)


cdef void by_plan(Course* c, const Players* players) noexcept nogil:
    while not c.over and c.step < c.planned:
        act(c, c.plan[c.step], players)


cdef void by_others(Course* c, const Players* players) noexcept nogil:
    while players.alone and not c.over and c.s.actor != c.seat:
        act(c, bot_act(c.s, players.style), players)


cdef void play_course(Course* c, const Players* players) noexcept nogil:
    begin(c, players.standing)
    by_plan(c, players)
    while not c.over:
        act(c, bot_act(c.s, players.style), players)


# ---- with a network

cdef uint8_t* show(EngineNetwork network, Room* room, int p, const State* s) noexcept nogil:
    cdef uint8_t* planes = room.own_planes + p * network.net.planes * network.net.places
    cdef float* numbers = room.own_numbers + p * network.net.numbers
    observe_seat(s, s.actor, network.blocks, planes, numbers)
    room.planes[p], room.numbers[p] = planes, numbers
    return planes


cdef void show_to_network(EnginePolicy network, Room* room, int p, const State* s) noexcept nogil:
    show(network, room, p, s)
    room.legal[p] = s.legal


cdef int chosen_by_network(const Room* room, int p, const State* s, bint draws,
                           uint64_t key) noexcept nogil:
    return drawn(room, p, mix(key ^ s.seed) + s.n_decision) if draws else likeliest(room, p)


cdef int next_course(Course* c, int n, int* at, const Players* players) noexcept nogil:
    # the next one that the network is asked about; n: none
    cdef int found = n
    while at[0] < n and found == n:
        begin(&c[at[0]], players.standing)
        by_plan(&c[at[0]], players)
        by_others(&c[at[0]], players)
        if not c[at[0]].over:
            found = at[0]
        at[0] += 1
    return found


cdef void play_courses(Course* c, int n, const Players* players, EnginePolicy network,
                       Room* room) noexcept nogil:
    cdef int[NET_BLOCK] playing
    cdef int at = 0
    cdef int count = 0
    cdef int p, i
    while True:
        while count < NET_BLOCK and at < n:
            i = next_course(c, n, &at, players)
            if i < n:
                playing[count] = i
                count += 1
        if count == 0:
            return
        for p in range(count):
            show_to_network(network, room, p, c[playing[p]].s)
        network.evaluate(room, count)
        for p in range(count):
            i = playing[p]
            act(&c[i], chosen_by_network(room, p, c[i].s, players.draws,
                                         mix(players.key + c[i].number)), players)
            by_others(&c[i], players)
        for p in range(count - 1, -1, -1):
            if c[playing[p]].over:
                count -= 1
                playing[p] = playing[count]


# ---- with a critic

cdef void show_to_critic(EngineCritic critic, Room* room, int p, const State* s) noexcept nogil:
    cdef uint8_t* planes = show(critic, room, p, s)
    if not critic.oracle:
        return
    observe_oracle(s, s.actor, planes + critic.seen)


cdef void value_courses(Course* c, int n, EngineCritic critic, Room* room) noexcept nogil:
    cdef float[2 * NET_BLOCK] found
    cdef int[NET_BLOCK] asked
    cdef int count = 0
    cdef int i, p
    for i in range(n):
        if c[i].foreseen:
            asked[count] = i
            show_to_critic(critic, room, count, c[i].s)
            count += 1
        if count == NET_BLOCK or (count and i == n - 1):
            critic.value(room, count, found)
            for p in range(count):
                c[asked[p]].total[0] += found[2 * p]
                c[asked[p]].total[1] += found[2 * p + 1]
            count = 0


# ---- many games

cdef void play_range(void* job, int low, int high, int worker) noexcept nogil:
    cdef const Playouts* playouts = <const Playouts*>job
    cdef int i
    if playouts.network != NULL:
        play_courses(playouts.course + low, high - low, &playouts.players,
                     <EnginePolicy>playouts.network, playouts.room[worker])
    else:
        for i in range(low, high):
            play_course(&playouts.course[i], &playouts.players)
    if playouts.critic != NULL:
        value_courses(playouts.course + low, high - low, <EngineCritic>playouts.critic,
                      playouts.critic_room[worker])


cdef void add_course(Playouts* playouts, int i, int seat, Course* c) noexcept nogil:
    memset(c, 0, sizeof(Course))
    c.s, c.number, c.seat = &playouts.slots.states[i], i, seat
    c.plan, c.planned = playouts.plan + i * playouts.longest, playouts.planned[i]
    c.total, c.horizon = playouts.total + 2 * <Py_ssize_t>i, playouts.horizon


cdef int add_courses(Playouts* playouts, int* at, int most) noexcept nogil:
    # how many; at: the first game that is left
    cdef const Slots* slots = &playouts.slots
    cdef int count = 0
    cdef int seat
    while at[0] < slots.n and count < most:
        seat = playouts.who[at[0]]
        if 0 <= seat < slots.seats and slots.states[at[0]].phase != PHASE_OVER:
            add_course(playouts, at[0], seat, &playouts.course[count])
            count += 1
        at[0] += 1
    return count


cdef void show_course(Results shown, const Course* c) noexcept nogil:
    shown.show_state(c.number, c.s)
    if c.refused:
        shown._status[c.number] = STATUS_ILLEGAL


cdef int play_on(Playouts* playouts, Workers workers, Results shown) except -1:
    cdef int most = PLAYED_AT_ONCE * workers.threads
    cdef int at = 0
    cdef int count, k
    playouts.course = <Course*>calloc(most, sizeof(Course))
    if playouts.course == NULL:
        raise MemoryError("no memory for games to play on")
    try:
        while at < playouts.slots.n:
            count = add_courses(playouts, &at, most)
            if count:
                workers.do(&PLAY_ON, playouts, count)
            for k in range(count):
                show_course(shown, &playouts.course[k])
            PyErr_CheckSignals()
    finally:
        free(playouts.course)
    return 0
