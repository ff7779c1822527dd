# Building blocks of the card games: the deal, tricks, questions, scores.
from libc.stdint cimport int32_t, uint64_t
from shugi._fast.core.cards cimport suit_cards
from shugi._fast.core.state cimport State
from shugi._fast.flow.game_ops cimport GameOps

# what is the same in both games; a game puts its own over it
cdef void card_defaults(GameOps* ops) noexcept nogil
# an empty table, the pack lying in State.wall from State.head on
cdef void clear_table(State* s) noexcept nogil
# the next n cards of the pack, as a set
cdef uint64_t take_cards(State* s, int n) noexcept nogil
# puts a question to a seat: `stage` of the game; its `choice` writes what is legal
cdef void ask(State* s, int seat, int stage) noexcept nogil
# cards of a hand that may be played to a trick; led: a suit, or NO_SUIT for the leader
cdef uint64_t follow(uint64_t hand, int led) noexcept nogil
# lays a card to the running trick and notes a suit that is not followed
cdef void lay_card(State* s, int seat, int card) noexcept nogil
# who wins the full trick; clears it and counts it
cdef int take_trick(State* s) noexcept nogil
# points of a hand from nobody
cdef void score_points(State* s, int reason, int seat, int32_t points) noexcept nogil
