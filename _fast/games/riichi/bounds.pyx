# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What the worst hand of riichi may need of a state's arrays."""

from shugi._fast.core.rules cimport (
    FALSE_WINS_FORBIDDEN, MULTIPLIER_CONDITIONS, MULTI_RON_HEAD_BUMP, NUKI_TILE_19M, NUKI_TILE_4Z,
    PAO, PLACEMENT_NONE,
)
from shugi._fast.core.tiles cimport KIND_1M, KIND_9M, KIND_NORTH, KIND_OF, NO_KIND


# ---- the ledger

cdef int chip_reasons(const Rules* r) noexcept nogil:
    # kinds of chips that one payer may owe one winner
    cdef int i
    cdef int n = 0
    cdef bint multiplies = r.home_run_markers or r.honba_multiplier
    for i in range(MULTIPLIER_CONDITIONS):
        multiplies = multiplies or r.multiplier_conditions[i]
    if r.shugi:
        n += (r.chip_ippatsu != 0) + (r.chip_ura != 0) + (r.chip_red != 0) + (r.chip_gold != 0)
        n += (r.chip_tanyao != 0) + (r.chip_otafuku != 0) + (r.demekin != 0)
        n += (r.chip_kandora or r.chip_kandora_initial) != 0
        n += (r.chip_yakuman_ron or r.chip_yakuman_tsumo or r.chip_kazoe) != 0
        n += (r.chip_bust or r.bust_shugi_per_1000) != 0
        n += r.bird_tile >= 0
    if r.tulip:
        n += 3 + (r.cherry != 0)  # gold, ura and yakuman; the reveals; the doubling
    return n + multiplies


cdef int event_lines(const Rules* r) noexcept nogil:
    # paid as the reasons above, or by every opponent of each winner, with what multiplies it
    cdef int pairs = r.seats - 1
    cdef int each = pairs * (1 if r.multi_ron == MULTI_RON_HEAD_BUMP else pairs)
    cdef int n = 0
    cdef int i
    cdef bint wide = False
    for i in range(r.n_chip_event):
        n += each if r.chip_event[i].from_all else pairs
        wide = wide or r.chip_event[i].from_all
    return n + each - pairs if wide else n


cdef int won_lines(const Rules* r) noexcept nogil:
    # one payer and several winners, or one winner and several payers
    cdef int pairs = r.seats - 1
    cdef int i
    cdef bint liable = False
    cdef int each = chip_reasons(r) + (r.cherry == 0) + ((r.honba_ron or r.honba_tsumo) != 0)
    cdef int lines = pairs * each + event_lines(r) + (r.riichi_cost != 0)
    for i in range(PAO):
        liable = liable or r.pao[i]
    # who is liable pays besides: his share of the points, and chips if that busts him
    return lines + (pairs + pairs * (r.seats - 2) if liable else 0)


cdef int drawn_lines(const Rules* r) noexcept nogil:
    # nagashi mangan of every seat, or noten payments
    return r.seats * (r.seats - 1) if r.nagashi_mangan else r.seats * r.seats // 4


cdef int chombo_lines(const Rules* r) noexcept nogil:
    # of every seat to every other, and sticks that go back
    cdef int each = (r.chombo_points != 0) + (r.chombo_chips != 0)
    return each * r.seats * (r.seats - 1) + (r.seats if r.riichi_cost else 0)


cdef int ledger_lines(const Rules* r) noexcept nogil:
    cdef int sticks = r.seats + 1 if r.riichi_cost else 0  # put down, and left at the end
    cdef int crosses = r.seats * (r.seats - 1) if r.grand_cross else 0
    cdef int places = r.seats if r.placement != PLACEMENT_NONE else 0
    cdef int ended = max(won_lines(r), drawn_lines(r))
    if r.false_wins != FALSE_WINS_FORBIDDEN:
        ended = max(ended, chombo_lines(r))
    return sticks + crosses + ended + places


# ---- tiles set aside

cdef int most_aside(const Rules* r) noexcept nogil:
    cdef int i
    cdef int n = 0
    for i in range(r.n_deck):
        n += KIND_OF[r.deck[i]] == NO_KIND
    if r.nuki_tile == NUKI_TILE_4Z:
        n += r.copies[<int>KIND_NORTH]
    elif r.nuki_tile == NUKI_TILE_19M:
        n += r.copies[<int>KIND_1M] + r.copies[<int>KIND_9M]
    return n
