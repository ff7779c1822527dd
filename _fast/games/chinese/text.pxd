# The part of a position that only the regional games have.
from shugi._fast.core.rules cimport GAMES, Rules as CRules
from shugi._fast.core.state cimport State
from shugi._fast.rules.compile cimport Rules

# what the table tells of a seat's fields that count, by key; a game's text.pyx fills its row
ctypedef dict (*Counts)(const CRules*, dict seat, object wild_kind)
cdef Counts[<int>GAMES] COUNTS    # by Rules.game
