# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The row of a game that changes nothing."""

from shugi._fast.core.tiles cimport KIND_OF, NO_KIND


cdef void nothing(State* s) noexcept nogil:
    pass


cdef void nothing_of(State* s, int what) noexcept nogil:
    pass


cdef bint never(const State* s, int p) noexcept nogil:
    return False


cdef bint no_hand(const State* s, const Seat* seat) noexcept nogil:
    return False


cdef int all_pay(const Rules* r) noexcept nogil:
    # a win, and who is liable for it
    return 2 * (r.seats - 1)


cdef int kindless_tiles(const Rules* r) noexcept nogil:
    # they cannot stay in a hand
    cdef int i
    cdef int n = 0
    for i in range(r.n_deck):
        n += KIND_OF[r.deck[i]] == NO_KIND
    return n


cdef void no_more(Rules* r) noexcept:
    pass


cdef void no_furiten(const Rules* r, Seat* seat) noexcept nogil:
    pass


cdef int no_games(const State* s, int seat) noexcept nogil:
    return 0


cdef bint no_end(State* s) noexcept nogil:
    return False


cdef bint not_now(const State* s) noexcept nogil:
    return False


cdef int all_calls(const State* s, int p, int options) noexcept nogil:
    return options


cdef void whole_hand(const Rules* r, const Seat* seat, uint8_t* kinds) noexcept nogil:
    pass


cdef uint64_t own_waits(const Rules* r, const Seat* seat, const uint8_t* part,
                        bint covered) noexcept nogil:
    return seat.waits


cdef int indicator_itself(const Rules* r, int indicator) noexcept nogil:
    return indicator


cdef int no_kinds(const Rules* r, int indicator, uint8_t* kinds) noexcept nogil:
    return 0


cdef uint64_t no_codes(const Rules* r) noexcept nogil:
    return 0


cdef void game_ops_clear(GameOps* f) noexcept nogil:
    f.deal = nothing
    f.apply = nothing_of
    f.refresh = nothing
    f.begin_game = nothing
    f.before_deal = nothing
    f.after_deal = nothing
    f.own_turn = nothing
    f.verb = nothing_of
    f.riichi_tiles = nothing
    f.kan_tiles = nothing
    f.choice = nothing
    f.may_win = never
    f.must_win = never
    f.may_tsumo = never
    f.chombo = nothing_of
    f.calls_allowed = not_now
    f.calls_of = all_calls
    f.discarded = nothing
    f.unclaimed = no_end
    f.interrupted = nothing
    f.called = nothing_of
    f.kan_made = nothing_of
    f.after_kan = nothing
    f.set_chosen = nothing
    f.set_aside = nothing
    f.won = nothing_of
    f.wall_empty = nothing
    f.game_end = nothing
    f.any_tile_wins = no_hand
    f.offer_stands = not_now
    f.ledger_lines = all_pay
    f.most_aside = kindless_tiles
    f.mark_furiten = no_furiten
    f.places_pay = False
    f.compile = no_more
    f.games_won = no_games
    f.waiting_part = whole_hand
    f.waits_of_part = own_waits
    f.plays_on = False
    f.relabels = True
    f.white_is_wild_kind = True
    f.wild_kind = indicator_itself
    f.kan_kinds = no_kinds
    f.aside_codes = no_codes
