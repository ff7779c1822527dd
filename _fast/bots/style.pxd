# The weights that bend the rule baseline.
cdef struct Style:           # style.pyx has the table of meanings
    float riichi
    float open_riichi
    float defence
    float calls
    float value
    float chips
    float flush
    float sevens
    float kans
    float lookahead
    float floats
    float guesses
    float noise


cdef class BotStyle:
    cdef Style c
    cdef readonly str name


# what a caller gave as a style; None: the baseline's own
cdef BotStyle style_of(object given)
