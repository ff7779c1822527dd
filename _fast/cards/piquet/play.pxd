# piquet: the flow of a hand.

# fills its row of family.FAMILIES
cdef void piquet_install() noexcept nogil
