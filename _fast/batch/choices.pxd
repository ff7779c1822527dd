# What is played by chance, the rule baseline or a network: works that write a caller's actions.
from libc.stdint cimport int64_t, uint8_t, uint64_t
from shugi._fast.batch.slots cimport Slots
from shugi._fast.batch.workers cimport Work
from shugi._fast.bots.style cimport Style
from shugi._fast.net.policy cimport Room


cdef struct Choice:          # of an action in each game
    Slots slots
    uint8_t* out
    const uint8_t* where     # NULL: everywhere
    const uint8_t* mask      # BASELINE: of the legal actions; NULL: every one
    const Style* style       # of the baseline
    bint draws               # POLICY: an action by its probability, not the likeliest
    uint64_t key             # ... of the draws, and of SAMPLE
    float* log_policy        # ... NULL: not asked for
    void* network            # ... an EnginePolicy, and room for each of the threads
    Room** room
    void* planes             # ... PositionLists of what is seen; NULL: it is observed
    void* numbers
    int64_t first            # ... of game 0 in them


cdef Work SAMPLE, BASELINE, POLICY
