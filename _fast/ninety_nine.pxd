# ninety_nine: the flow of a hand.

# fills its row of tileflow.FAMILIES
cdef void ninety_nine_install() noexcept nogil
