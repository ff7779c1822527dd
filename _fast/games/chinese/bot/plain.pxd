# The baseline's view of a game that has none of its own: any complete hand is worth one unit.
from shugi._fast.games.chinese.bot.outlook cimport BotOps

cdef void plain_bot_ops(BotOps* ops) noexcept nogil
