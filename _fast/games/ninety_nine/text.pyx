# cython: language_level=3
"""What positions of Ninety-Nine say beside those of other card games."""

from shugi._fast.core.rules cimport GAME_NINETY_NINE
from shugi._fast.core.state cimport State
from shugi._fast.games.ninety_nine.questions cimport check_ninety_nine
from shugi._fast.games.tricks.text cimport CARD_TEXTS

from shugi._fast.check.fields import integer, listed
from shugi._fast.games.tricks.text import add_game

add_game("ninety_nine", ("bid", "offer", "play"), [
    ("state", "won", "games of a race won, by seat"),
])


cdef void write(const State* s, dict out) except *:
    cdef int i
    out["won"] = [s.cards.game.ninety_nine.won[i] for i in range(s.rules.seats)]


cdef void read(State* s, dict d) except *:
    cdef int i
    for i, won in enumerate(listed(d.get("won", [0] * s.rules.seats), "won", s.rules.seats)):
        s.cards.game.ninety_nine.won[i] = integer(won, 0, 255, f"won[{i}]")


cdef dict told(dict d):
    return {}


CARD_TEXTS[<int>GAME_NINETY_NINE].write = write
CARD_TEXTS[<int>GAME_NINETY_NINE].read = read
CARD_TEXTS[<int>GAME_NINETY_NINE].told = told
CARD_TEXTS[<int>GAME_NINETY_NINE].check = check_ninety_nine
