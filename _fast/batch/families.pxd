# The games' function tables.

# fills every row of family.FAMILIES
cdef void families_install() noexcept nogil
