# Ninety-Nine: the flow of a hand.  Offers lie in State.answer, who has made one in State.asked.
from shugi._fast.core.state cimport State

cdef enum NinetyNineStage:   # CardTable.stage
    STAGE_BID = 0            # a card of the bid, in ascending order: to CardTable.aside
    STAGE_OFFER = 1
    STAGE_PLAY = 2

# whose offer takes effect; NOBODY, also while offers are hidden
cdef int nine_premium(const State* s) noexcept nogil
