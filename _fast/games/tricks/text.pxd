# A position of a card game as plain Python values.
from shugi._fast.core.rules cimport GAMES
from shugi._fast.core.state cimport State

# what the positions of one game have beside the others; text.pyx of its room fills its row
cdef struct CardTextOps:
    void (*write)(const State*, dict out) except *
    void (*read)(State*, dict d) except *
    dict (*own_values)(dict d)               # values of the state that its own part tells

cdef CardTextOps[<int>GAMES] CARD_TEXTS      # by Rules.game
