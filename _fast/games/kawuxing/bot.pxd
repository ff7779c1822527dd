# What the baseline thinks a win of Kawuxing is worth.
from shugi._fast.games.chinese.bot.outlook cimport Craft

cdef void kawuxing_craft(Craft* craft) noexcept nogil
