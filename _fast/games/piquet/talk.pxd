# Piquet: what the two say before the play and after the first lead (piquet 3, P3 and P5).
from shugi._fast.core.state cimport State

# the elder's declarations, each answered at once; the first lead follows
cdef void piquet_begin_talk(State* s) noexcept nogil
# what the younger counts before he plays; then the play goes on, or the hand has ended
cdef void piquet_begin_late(State* s) noexcept nogil

# legal answers and what follows from one, by stage
cdef void declare_choice(State* s) noexcept nogil
cdef void declare_verb(State* s, int action) noexcept nogil
cdef void answer_choice(State* s) noexcept nogil
cdef void answer_verb(State* s, int action) noexcept nogil
cdef void extra_choice(State* s) noexcept nogil
cdef void extra_verb(State* s, int action) noexcept nogil
cdef void late_choice(State* s) noexcept nogil
cdef void late_verb(State* s, int action) noexcept nogil
