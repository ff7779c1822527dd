# What the chips of a win depend on beside the hand.
from libc.stdint cimport int32_t, uint8_t
from shugi._fast.core.sizes cimport SEATS

cdef struct Stakes:          # what the chips depend on beside the hand
    int32_t before[SEATS]    # score before this winner's points
    int32_t others[SEATS]    # points still to come from the hand's other winners
    int32_t score[SEATS]     # after the points of the whole hand
    uint8_t busts[SEATS]     # who is bust then
    uint8_t fallen[SEATS]    # an earlier winner of the hand has taken a seat's last points
    uint8_t busted[SEATS]    # ... or this one did
    uint8_t marker[SEATS]    # before the hand
    uint8_t guns[SEATS]
    int32_t grand_cross[SEATS]  # chips paid to the winner in this hand already
    int32_t honba
    int32_t dice
