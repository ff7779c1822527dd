# Kawuxing: the flow of a hand.

# fills its row of family.FAMILIES
cdef void kawuxing_install() noexcept nogil
