# The action layout, the same for every mahjong.  0-63 are tile codes (a discard, or the argument of
# a verb); 64-127 are verbs.  Ids are never reused.  actions.pyx holds the table with its meanings.

cdef enum Action:
    PASS = 64
    WIN = 65             # tsumo on the own turn, ron on a claim
    RIICHI = 66          # then the tile to discard
    OPEN_RIICHI = 67     # the same with the hand shown
    KAN_CLOSED = 68      # then the kind (its plain code)
    KAN_ADDED = 69       # then the tile added
    KAN_OPEN = 70
    PON = 71             # then the copies used, if there is a choice
    CHI_LOW = 72         # the claimed tile is the lowest of the run
    CHI_MID = 73
    CHI_HIGH = 74
    NUKI = 75            # set a North or a flower aside
    GRAND_CROSS = 76
    ATAMA = 77
    ABORT = 78           # nine terminals and honours: abortive draw
    KNOCK = 79
    ROB_GOLD = 80
    TEN_HONOURS = 81
