# What the baseline thinks a win of Wuhan is worth.
from shugi._fast.games.chinese.bot.outlook cimport Craft

cdef void wuhan_craft(Craft* craft) noexcept nogil
