# cython: language_level=3
"""What positions of Ninety-Nine say beside those of other card games."""

from shugi._fast.check.fields cimport read_rows, write_rows
from shugi._fast.core.rules cimport GAME_NINETY_NINE
from shugi._fast.core.state cimport State
from shugi._fast.games.tricks.text cimport CARD_TEXTS

from shugi._fast.check.fields import TABLE_ROWS
from shugi._fast.games.tricks.text import add_game

ROWS = TABLE_ROWS["NinetyNineTable"]
add_game("ninety_nine", ("bid", "offer", "play"), [("state", row[0], row[6]) for row in ROWS])


cdef void write(const State* s, dict out) except *:
    out.update(read_rows(<const char*>&s.cards.game.ninety_nine, ROWS, s.rules.seats))


cdef void read(State* s, dict d) except *:
    write_rows(<char*>&s.cards.game.ninety_nine, ROWS, s.rules.seats, d, "")


cdef dict own_values(dict d):
    return {}


CARD_TEXTS[<int>GAME_NINETY_NINE].write = write
CARD_TEXTS[<int>GAME_NINETY_NINE].read = read
CARD_TEXTS[<int>GAME_NINETY_NINE].own_values = own_values
