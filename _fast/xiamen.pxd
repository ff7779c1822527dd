# Xiamen: the flow of a hand.

# fills its row of tileflow.FAMILIES
cdef void xiamen_install() noexcept nogil
