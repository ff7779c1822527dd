# Hangzhou: the flow of a hand.

# fills its row of tileflow.FAMILIES
cdef void hangzhou_install() noexcept nogil
