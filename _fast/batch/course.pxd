# Games that are played on to the end of their hand, and what a seat gains by it.
from libc.stdint cimport int8_t, int32_t, uint8_t, uint64_t
from shugi._fast.batch.results cimport Results
from shugi._fast.batch.slots cimport Slots
from shugi._fast.batch.workers cimport Workers
from shugi._fast.bots.style cimport Style
from shugi._fast.core.state cimport State
from shugi._fast.net.standing cimport Standing
from shugi._fast.net.policy cimport EnginePolicy, Room

cdef struct Course:
    State* s
    int number               # of the game: no two draw alike
    int seat                 # whose gains count
    const uint8_t* plan      # its first actions
    int planned              # so many
    int step                 # actions taken
    int horizon              # decisions of the seat, its plan over, until the critic is asked; or 0
    bint over
    bint foreseen            # the critic says what is still to come
    float before             # what stood when the hand began was worth
    bint refused             # an action was not legal, and the game is not played on
    float owed[2]            # since the seat's last decision: chips, and single points
    float* total             # chips, and thousands of points; added to


cdef struct Players:         # who plays on
    const Style* style       # of the rule baseline, where that plays
    bint alone               # a network plays the course's seat, the rule baseline the others
    bint forced
    bint draws               # an action by its probability, not the likeliest
    uint64_t key             # ... of the draws
    const Standing* standing  # what the hand's end is worth; NULL: placement is left out instead


cdef struct Playouts:
    Slots slots
    const int8_t* who        # whose gains count; below 0: the game is not played
    float* total             # (n, 2) chips, and thousands of points; added to
    const uint8_t* plan      # (n, longest) first actions
    const int32_t* planned   # so many of them
    Py_ssize_t longest
    int horizon
    Players players
    void* network            # EnginePolicy, or NULL; and room for each of the threads
    Room** room
    void* critic             # EngineCritic, or NULL
    Room** critic_room
    Course* course           # those at work


# Ctrl-C leaves every game somewhere on its way
cdef int play_on(Playouts* playouts, Workers workers, Results shown) except -1

# game s as position p of a room, and what the network does there
cdef void show_to_network(EnginePolicy network, Room* room, int p, const State* s) noexcept nogil
cdef int chosen_by_network(const Room* room, int p, const State* s, bint draws,
                           uint64_t key) noexcept nogil
