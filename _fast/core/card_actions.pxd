# The action layout of the card games.  0-35 are cards (laid out, bid or played), 36-127 the verbs
# of both games.  Ids are never reused nor shared between meanings; the table: card_actions.pyx.

cdef enum CardAction:
    STOP = 36            # no more cards are laid out
    NONE = 37            # nothing is declared
    DECLARE = 38         # Ninety-Nine: the bid is shown
    REVEAL = 39          # ... and the hand
    CB_YES = 40          # from here on Piquet
    CB_NO = 41
    CB_COUNT = 42        # + cards that the elder will exchange, less 1
    LOOK = 50
    DONT = 51
    OPEN_NO = 52
    OPEN = 53            # + suit
    POINT = 57           # + suit
    GOOD = 61
    SEQUENCE = 62        # + run_index
    SET = 90             # + set_index
    EXTRA_YES = 100
    EXTRA_NO = 101
    CHOOSE_ELDER = 102
    CHOOSE_YOUNGER = 103
    CARD_ACTIONS_END = 104

cdef enum:
    COUNTS = 8           # CB_COUNT
    RUN_CLASSES = 28     # three to nine cards, by length, then by the top card
    SET_CLASSES = 10     # T to A, three then four of each


# the class of a run of `length` (3-9) up to the rank `top` (0-8)
cdef inline int run_index(int length, int top) noexcept nogil:
    return (length - 3) * 7 - (length - 3) * (length - 4) // 2 + top - length + 1


cdef inline int run_length(int index) noexcept nogil:
    cdef int length = 3
    while index >= run_index(length, 8) + 1:
        length += 1
    return length


cdef inline int run_top(int index) noexcept nogil:
    cdef int length = run_length(index)
    return index - run_index(length, length - 1) + length - 1


# of three or four of a rank (4-8)
cdef inline int set_index(int count, int rank) noexcept nogil:
    return 2 * (rank - 4) + count - 3


cdef inline int set_count(int index) noexcept nogil:
    return 3 + index % 2


cdef inline int set_rank(int index) noexcept nogil:
    return 4 + index // 2
