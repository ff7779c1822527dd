# The games' function tables.

# fills every row of tileflow.FAMILIES
cdef void families_install() noexcept nogil
