# Plain Python values, checked and read: the parts that a dict describing a hand is made of.
# All raise ValueError with the name of the part, what is wrong and what would be right.
from shugi._fast.rules.compile cimport Rules

cdef object check_keys(case, allowed, what)
cdef object number_of(case, key, low, high, default=*)
cdef int seats_named(Rules rules, seats, what) except -1   # a list of players as one bit each
cdef object ron_or_tsumo(case)                     # its win_by
# whose tile was won on; NOBODY for an own tile
cdef object loser_of(Rules rules, case, winner, bint own)
cdef object tiles_of(text, what)                   # codes
cdef object tile_of(text, what)
cdef object amounts_of(Rules rules, values, what)  # one whole number per seat
cdef object check_known(Rules rules, codes, what)  # the deck has such tiles
cdef object check_deck(Rules rules, codes, what)   # the deck has that many of each
# names of the flags that are set; rows of (name, the win_by it goes with, meaning)
cdef set flags_on(case, rows, win_by)
cdef object check_melds(melds, most)               # a list of at most so many
cdef tuple meld_named(meld, names)                 # (name, text); one of the names
cdef object check_size(name, text, tiles)          # of a meld
cdef bint is_run(list kinds) except -1
cdef object melds_of(melds)                        # [(MeldType, codes), ...]
# codes; wilds: wildcards of the hand that are no tiles
cdef object concealed_of(Rules rules, hand, melds, int wilds=*)
# the concealed tiles, the winning one with them, that one alone, and the melds
cdef tuple winner_tiles(Rules rules, case)
# (MeldType, who made it, whose tile it took or NOBODY) of a dict with no other keys
cdef tuple kan_of(Rules rules, kan, allowed)
cdef int check_case(case, allowed, what) except -1     # a dict with no other keys
cdef int check_game(Rules rules, str game) except -1
# the rules with the options that the case changes, both checked; game None: any
cdef Rules rules_of(Rules rules, case, allowed, what, str game=*)
