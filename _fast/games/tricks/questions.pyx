# cython: language_level=3
"""What a position of a card game must hold to be one that comes up in play: its tricks."""

from shugi._fast.core.bits cimport count
from shugi._fast.core.cards cimport NO_CARD, CardTable

from shugi._fast.check.fields import PositionError


cdef void need(bint good, str field, str message) except *:
    if not good:
        raise PositionError(field, message)


cdef list cards_played(const State* s):
    return [count(s.cards.played[p]) for p in range(s.rules.seats)]


cdef void check_tricks(const State* s, bint playing) except *:
    # whose card lies in the running trick has played one more; it goes round from its leader
    cdef const CardTable* t = &s.cards
    cdef int p, i
    cdef int seats = s.rules.seats
    tricks = sum([t.tricks[p] for p in range(seats)])
    in_trick = [t.trick[p] != NO_CARD for p in range(seats)]
    need(cards_played(s) == [tricks + lies for lies in in_trick], "seats",
         f"{tricks} tricks are won, but other numbers of cards are played")
    around = [(t.leader + i) % seats for i in range(t.n_trick)]
    need(sorted(around) == [p for p in range(seats) if in_trick[p]], "leader",
         "the trick goes round from another seat")
    if playing and t.n_trick:
        need(s.actor == (t.leader + t.n_trick) % seats, "actor", "is not next in the trick")
