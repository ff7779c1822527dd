# Wuhan: the flow of a hand.

# fills its row of tileflow.FAMILIES
cdef void wuhan_install() noexcept nogil
