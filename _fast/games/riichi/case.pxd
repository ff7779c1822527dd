# A hand won at riichi as plain Python values, checked and read.
# All raise ValueError with the name of the part, what is wrong and what would be right.
from shugi._fast.games.riichi.stakes cimport Stakes
from shugi._fast.games.riichi.win cimport Win
from shugi._fast.rules.compile cimport Rules

cdef object bingo_tiles_of(case)                   # codes of "bingo_in_hand"
cdef int wildcards_of(Rules rules, melds) except -1
cdef int read_tiles(Win* win, codes, melds) except -1  # concealed tiles and melds
cdef object stacks_of(Rules rules, text)           # tops and bottoms; NO_TILE: drawn
cdef int read_win(Rules rules, case, Win* win) except -1
# scores, markers, guns and dice; the scores after the win are for the caller to add
cdef int read_stakes(Rules rules, const Win* win, case, Stakes* stakes) except -1
cdef int sum_of_dice(Rules rules, rolls) except -1
