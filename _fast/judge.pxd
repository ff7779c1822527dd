# What the rule baseline thinks of a position: chances to win, what a win is worth, what a discard
# risks.  Worths are in the unit of the result: thousands of points, plus chips.
from libc.stdint cimport int32_t, uint8_t, uint64_t
from shugi._fast.sight cimport Sight
from shugi._fast.state cimport GROUPS, KINDS, Seat, State

cdef enum:
    DRAWS = 24               # own draws looked ahead at most
    FAR = 8                  # distances told apart

cdef enum Mode:              # how a hand waits, or will
    MODE_CALLED = 0          # with open melds
    MODE_DAMA = 1            # closed, undeclared
    MODE_RIICHI = 2
    MODE_OPEN = 3            # open riichi


cdef struct Style:           # bots.pyx has the table of meanings
    float riichi
    float open_riichi
    float defence
    float calls
    float value
    float flush
    float sevens
    float kans
    float lookahead
    float noise


cdef struct Plan:            # a way to finish the hand, and the concealed tiles that serve it
    uint64_t kinds           # tiles that it can use
    float own_han            # of the tiles and yaku in sight, declarations and simples aside
    float sure               # chance that the finished hand has a yaku
    bint flush
    int mode
    int distance
    int spare                # concealed tiles that it cannot use
    float worth
    uint8_t kind[KINDS]
    int32_t index[GROUPS]


cdef struct Judge:
    Sight t
    Style y
    const Seat* me
    bint closed
    bint dealer
    int sets                 # still to be formed
    int wild                 # wildcards held that are no tiles
    int forms
    int draws                # own draws to come, DRAWS at most
    float left               # unseen tiles
    uint8_t kind[KINDS]      # concealed tiles; what a call would leave, in a trial
    uint8_t count[KINDS]     # own tiles, melds included
    int orphans              # terminals and honours among them
    int gold
    float meld_han           # dora, red and gold in the melds, tiles set aside
    float hand_han[KINDS]    # the same of all concealed tiles of the kind
    float code_han[KINDS]    # ... of the copy that would be discarded
    float risk[KINDS]        # expected loss by discarding a tile of the kind
    int threats              # opponents in riichi
    float pressure           # expected loss by going on against the threats


cdef void judge_make(const State* s, int seat, const Style* style, Judge* j) noexcept nogil
# unseen tiles of these kinds
cdef float outs(const Judge* j, uint64_t kinds) noexcept nogil
# chance to win in one turn of a ready hand with these outs; by_ron: others' discards count
cdef float win_rate(const Judge* j, float tiles, int mode, bint by_ron) noexcept nogil
# chance to win in the draws to come: ready with `rate` to win in a turn
cdef float chance_ready(const Judge* j, float rate) noexcept nogil
# ... a step away with `rate` to get ready, and `next_rate` to win then
cdef float chance_near(const Judge* j, float rate, float next_rate) noexcept nogil
# ... at a distance with these outs, and typical ones later
cdef float chance_far(const Judge* j, int d, float tiles, bint called) noexcept nogil
cdef float chance_typical(const Judge* j, int d, bint called) noexcept nogil
# what a win in this mode is worth when a tile of the kind (NO_KIND: none) has been discarded
cdef float gain(const Judge* j, const Plan* p, int without, int mode) noexcept nogil
# whether the hand has a yaku without riichi or closed draw
cdef bint has_own_yaku(const Judge* j, const Plan* p, int without) noexcept nogil
# the plan for the hand that is worth most
cdef void choose_plan(const Judge* j, Plan* best) noexcept nogil
