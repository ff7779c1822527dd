# What the baseline thinks a win of Wuhan is worth.
from shugi._fast.judge_regional cimport Craft

cdef void wuhan_craft(Craft* craft) noexcept nogil
