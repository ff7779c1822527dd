# What the baseline thinks a win of Xiamen is worth.
from shugi._fast.games.chinese.bot.outlook cimport Craft

cdef void xiamen_craft(Craft* craft) noexcept nogil
