# Kawuxing: the flow of a hand.

# fills its row of tileflow.FAMILIES
cdef void kawuxing_install() noexcept nogil
