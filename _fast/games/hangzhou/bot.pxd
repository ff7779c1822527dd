# What the baseline thinks a win of Hangzhou is worth.
from shugi._fast.games.chinese.bot.outlook cimport Craft

cdef void hangzhou_craft(Craft* craft) noexcept nogil
