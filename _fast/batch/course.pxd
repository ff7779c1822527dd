# One game that is played on to the end of its hand, and what a seat gains by it.
from libc.stdint cimport uint8_t, uint64_t
from shugi._fast.bots.style cimport Style
from shugi._fast.core.state cimport State, Totals
from shugi._fast.net.critic cimport EngineCritic
from shugi._fast.net.standing cimport Standing
from shugi._fast.net.policy cimport EngineNetwork, EnginePolicy, Room

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
    Totals paid              # what the ledger said when the game was taken up
    bint refused             # an action was not legal, and the game is not played on
    float* total             # chips, and thousands of points; added to


cdef struct Players:         # who plays on
    const Style* style       # of the rule baseline, which plays or advises the network
    bint alone               # a network plays the course's seat, the rule baseline the others
    bint forced
    bint draws               # an action by its probability, not the likeliest
    uint64_t key             # ... of the draws
    const Standing* standing  # what the hand's end is worth; NULL: placement is left out instead


# the rule baseline plays on, once the plan is over
cdef void play_course(Course* c, const Players* players) noexcept nogil
# a network does, in several courses at a time
cdef void play_courses(Course* c, int n, const Players* players, EnginePolicy network,
                       Room* room) noexcept nogil

# what a critic says is added where it is asked
cdef void value_courses(Course* c, int n, EngineCritic critic, Room* room) noexcept nogil

# game s as position p of a room, and what the network does there
cdef void show_to_network(EnginePolicy network, Room* room, int p, const State* s,
                          const Style* adviser) noexcept nogil
cdef int chosen_by_network(const Room* room, int p, const State* s, bint draws,
                           uint64_t key) noexcept nogil
