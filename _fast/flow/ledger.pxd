# Who pays whom, and for what: the lines of a hand, and what they move at the table.
from libc.stdint cimport int32_t
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.state cimport Ledger, Line, State, Totals

cdef enum Reason:            # (what Line.detail holds)
    REASON_WIN = 0           # points of the hand (Limit)
    REASON_HONBA = 1         # (honba)
    REASON_STICKS = 2        # riichi sticks won, payer NOBODY (sticks)
    REASON_RIICHI = 3        # the stick put down, payee NOBODY
    REASON_NOTEN = 4
    REASON_NAGASHI = 5
    REASON_PAO = 6           # liability: the liable seat pays back what another paid (PatternId)
    REASON_GOLD = 7          # chips: gold tiles
    REASON_TULIP_START = 8   # chips: gold, ura, yakuman
    REASON_TULIP = 9         # chips: reveals
    REASON_TULIP_TIER3 = 10  # chips: the doubling
    REASON_PLACEMENT = 11    # chips between places at game end
    REASON_LEFTOVER = 12     # sticks left on the table at game end, payer NOBODY (sticks)
    REASON_GRAND_CROSS = 13
    REASON_UMA = 14          # points of the final result are not moved in the ledger: reserved
    # chips, by Item (games/riichi/chips.pxd): ippatsu, ura, kandora, red, tanyao, otafuku, yakuman,
    # dice
    REASON_CHIP = 15
    REASON_BIRDS = 23
    REASON_BUST = 24
    REASON_MULTIPLIER = 25   # what the multipliers add (the factor)
    REASON_CHERRY = 26       # what cherries turn the chips into
    REASON_KAN = 27          # paid for a kan at once (MeldType)
    REASON_DISCLOSED = 28    # who disclosed first pays at a draw
    # points of the card games, payer NOBODY
    REASON_CARTE_BLANCHE = 29
    REASON_POINT = 30
    REASON_SEQUENCE = 31
    REASON_SETS = 32
    REASON_REPIC = 33
    REASON_PLAY = 34
    REASON_PIC = 35
    REASON_CARDS = 36        # more tricks, or all
    REASON_TRICKS = 37       # Ninety-Nine: won
    REASON_BID = 38          # ... the bid was made
    REASON_PREMIUM = 39      # ... a declaration or revelation
    REASON_RESULT = 40       # chips: the result of a hand, game, match or partie
    REASON_CHOMBO_CHIPS = 41  # chips: of a wrong win, or one missed
    REASON_CHOMBO = 42       # points of it
    REASON_FLOWER_PIG = 43   # who holds tiles of the void suit when the wall is empty
    REASON_COUNT = 44
    REASON_CHIP_EVENT = 128  # chips: from here on, the events of the rule set in their order


# chips are paid for the reason, not points
cdef inline bint pays_chips(int reason) noexcept nogil:
    return (
        REASON_GOLD <= reason <= REASON_PLACEMENT or reason == REASON_GRAND_CROSS
        or REASON_CHIP <= reason < REASON_KAN
        or reason == REASON_RESULT or reason == REASON_CHOMBO_CHIPS or reason >= REASON_CHIP_EVENT
    )


cdef inline bint is_reason(const Rules* r, int reason) noexcept nogil:
    return reason < REASON_COUNT or 0 <= reason - REASON_CHIP_EVENT < r.n_chip_event


# the name of a reason under these rules, and the names of all by number
cdef str reason_name(const Rules* r, int reason)
cdef dict reasons_of(const Rules* r)
# {reason, payer, payee, points, chips, detail}; seats by number, None for the table
cdef dict line_dict(const Rules* r, const Line* line)
cdef list lines_of(const Rules* r, const Ledger* ledger)
# points and chips of each seat
cdef tuple sums_of(const Rules* r, const Ledger* ledger)

cdef void ledger_clear(Ledger* ledger) noexcept nogil
# adds to an equal line (same reason, payer, payee) if there is one; counted in Ledger.lost where
# there is no room (rules/bounds.pxd: no rules need more)
cdef void pay(Ledger* ledger, int reason, int payer, int payee, int32_t amount,
              int detail) noexcept nogil
# of lines that were put there rather than paid: their sums
cdef void add_up(Ledger* ledger) noexcept nogil

# ---- at the table

# what the ledger has come to since goes to the seats
cdef void credit(State* s, const Totals* before) noexcept nogil
# what the ledger says when the next decision is taken: nothing yet of a hand that follows another
cdef Totals paid_before(const State* s) noexcept nogil
# one payment, written into the ledger and moved at once
cdef void move(State* s, int reason, int payer, int payee, int32_t amount,
               int detail) noexcept nogil
cdef void move_all(State* s, const Ledger* lines) noexcept nogil
