# Xiamen and Quanzhou: the flow of a hand.
from shugi._fast.core.state cimport State

cdef enum Offer:             # State.offer: a win that is offered outside the own turn
    OFFER_NONE = 0
    OFFER_HEAVENLY = 1       # the dealt hand of the banker
    OFFER_KNOCK_DEAL = 2     # three golds dealt
    OFFER_ROB_GOLD = 3       # the indicator completes a dealt hand
    OFFER_ROB_TILE = 4       # the banker robs the gold: which tile he discards
    OFFER_KNOCK = 5          # three golds when the hand would be drawn
    OFFER_EIGHT_FLOWERS = 6  # Quanzhou; taken without a choice
    OFFERS = 7

# may the offer of a state be made to its actor?
cdef bint offer_stands(const State* s) noexcept nogil
