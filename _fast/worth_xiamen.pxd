# What the baseline thinks a win of Xiamen is worth.
from shugi._fast.judge_regional cimport Craft

cdef void xiamen_craft(Craft* craft) noexcept nogil
