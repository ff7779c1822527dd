# Hangzhou: the flow of a hand.

# fills its row of family.FAMILIES
cdef void hangzhou_install() noexcept nogil
