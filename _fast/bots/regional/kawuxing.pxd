# What the baseline thinks a win of Kawuxing is worth.
from shugi._fast.bots.regional.judge cimport Craft

cdef void kawuxing_craft(Craft* craft) noexcept nogil
