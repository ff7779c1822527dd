# What han and fu are worth in points, by the table of the rules.
from libc.stdint cimport int32_t
from shugi._fast.core.rules cimport Rules


cdef struct Points:
    int32_t limit            # Limit, win.pxd
    int32_t ron
    int32_t tsumo_dealer     # paid by the dealer on a draw (0 if the winner deals)
    int32_t tsumo_other      # paid by a non-dealer on a draw


# dealer: the winner deals.  units > 0: so many yakuman, han and fu do not matter.
cdef void points_of(const Rules* r, int han, int fu, int units, bint dealer,
                    Points* out) noexcept nogil
# exactly a Limit, times units
cdef void points_at_limit(const Rules* r, int limit, int units, bint dealer,
                          Points* out) noexcept nogil
# the Limit that begins at so many han, four han being a mangan
cdef int limit_at(int han) noexcept nogil
# points that change hands when the hand is drawn
cdef int32_t tsumo_total(const Rules* r, const Points* p, bint dealer) noexcept nogil
