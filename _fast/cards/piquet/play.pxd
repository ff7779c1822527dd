# piquet: the flow of a hand.

# fills its row of tileflow.FAMILIES
cdef void piquet_install() noexcept nogil
