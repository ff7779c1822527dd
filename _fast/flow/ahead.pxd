# What the next questions will read, fetched before they are asked: the state of a game, then
# entries of the shape tables, of which most lie in no cache.  Hints, as core/fetch.pxd.
from libc.stdint cimport int32_t, uint64_t
from shugi._fast.core.bits cimport lowest, without_lowest
from shugi._fast.core.cards cimport CardTable
from shugi._fast.core.fetch cimport fetch, fetch_at
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.sizes cimport KINDS, NO_TILE
from shugi._fast.core.state cimport Ledger, Seat, State
from shugi._fast.core.tiles cimport KIND_OF, kinds_in_counts
from shugi._fast.shape.tables cimport Table, table_in, vector_at


# of a ledger its sums
cdef inline void fetch_ledger(const Ledger* ledger) noexcept nogil:
    fetch(ledger, <size_t>(<const char*>ledger.line - <const char*>ledger))


# of a game of tiles
cdef inline void fetch_state(const State* s, int seats) noexcept nogil:
    fetch(s, <size_t>(<const char*>s.seat - <const char*>s) + seats * sizeof(Seat))
    fetch_ledger(&s.ledger)


# of a card game
cdef inline void fetch_cards(const State* s, int seats) noexcept nogil:
    cdef int p
    fetch(s, <size_t>(<const char*>&s.last - <const char*>s))
    fetch(&s.cards, sizeof(CardTable))
    fetch_ledger(&s.ledger)
    for p in range(seats):
        fetch_at(&s.seat[p].score)


# the hand as it is, and with one tile of a kind more
cdef inline void fetch_hand(const Rules* r, const Seat* seat, int kind) noexcept nogil:
    cdef const Table* table
    cdef int32_t more
    cdef int g
    for g in range(r.n_groups):
        more = r.weight[kind] if kind < KINDS and r.group[kind] == g else 0
        table = table_in(r, g)
        fetch_at(&table.entry[vector_at(table, seat.index[g] + more)])


# the hand with one tile less, whichever
cdef inline void fetch_discards(const Rules* r, const Seat* seat) noexcept nogil:
    cdef uint64_t held = kinds_in_counts(seat.kind)
    cdef uint64_t left
    cdef const Table* table
    cdef int g
    for g in range(r.n_groups):
        table = table_in(r, g)
        left = held & r.group_kinds[g]
        while left:
            fetch_at(&table.entry[vector_at(table, seat.index[g] - r.weight[lowest(left)])])
            left = without_lowest(left)


# what an observation of the seat looks up
cdef inline void fetch_seat(const State* s, int seat) noexcept nogil:
    fetch_hand(s.rules, &s.seat[seat], NO_TILE)
    fetch_discards(s.rules, &s.seat[seat])


# what a step looks up if the turn passes to the next seat
cdef inline void fetch_turn(const State* s) noexcept nogil:
    if s.head < s.n_wall:
        fetch_hand(s.rules, &s.seat[s.after[s.turn]], KIND_OF[s.wall[s.head]])
