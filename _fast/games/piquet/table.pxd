# What the fields of Piquet's table name by number.
cdef enum PiquetStage:       # CardTable.stage
    PQ_SEAT = 0              # who drew the higher cut chooses his seat
    PQ_BLANK = 1             # is the carte blanche claimed
    PQ_COUNT = 2             # how many the blank elder will exchange
    PQ_EXCHANGE = 3          # the next card to lay out
    PQ_LOOK = 4
    PQ_OPEN = 5
    PQ_DECLARE = 6           # the elder, in PiquetTable.speaking
    PQ_ANSWER = 7            # the younger
    PQ_EXTRA = 8             # is PiquetTable.asking counted too
    PQ_LATE = 9              # the younger, where the elder had nothing
    PQ_PLAY = 10
    PQ_STAGES = 11


cdef enum PiquetCategory:
    CAT_POINT = 0
    CAT_SEQUENCE = 1
    CAT_SETS = 2
    CATEGORIES = 3


cdef enum PiquetVerdict:
    VERDICT_OPEN = 0         # not declared, or not answered yet
    VERDICT_NONE = 1         # the elder declared nothing
    VERDICT_GOOD = 2
    VERDICT_NOT_GOOD = 3
    VERDICT_EQUAL = 4
