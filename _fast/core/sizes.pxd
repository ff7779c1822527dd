# How much room there is, and the numbers that stand for nothing.

cdef enum:
    SEATS = 4            # room for four; Rules.seats says how many play
    KINDS = 34
    CODES = 64
    ACTIONS = 128
    GROUPS = 4           # tile kinds that can form a set together: one shape table each
    PLACES = 9           # kinds of a group
    MELDS = 6            # six called pairs (atama); five sets in a 16-tile hand
    RIVER = 40
    ASIDE = 12           # flowers, Norths or bingo tiles set aside by one seat
    WALL = 144
    INDICATORS = 5
    LEDGER = 56          # rules/bounds.pyx computes what a rule set may need
    HISTORY = 96
    PATTERNS = 80
    CHIP_EVENTS = 32     # of a rule set
    CHIP_OPS = 512       # of all their conditions
    CHIP_NAME = 32       # letters of their names
    NOBODY = 255         # a seat field that names no seat
    NO_TILE = 255        # a tile field that names no tile
