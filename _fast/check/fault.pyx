# cython: language_level=3
"""What is wrong with a state that was read from bytes or from a text, in words."""

from shugi._fast.check.flaw cimport FLAWS_END, FLAW_FIELD, FLAW_LEDGER, FLAW_PHASE, NO_SEAT, flawed
from shugi._fast.check.flaw_fields cimport fields_flaw
from shugi._fast.check.flaw_ops cimport flaw_ops
from shugi._fast.check.flaw_tiles cimport tiles_flaw
from shugi._fast.check.flaw_turn cimport legal_flaw, turn_flaw
from shugi._fast.core.state cimport PHASE_CARDS, PHASE_OVER, STATUS_BROKEN

from shugi._fast.check.fields import PositionError
from shugi._fast.check.flaw_fields import FIELD_NAMES

# field, what is wrong with it: by Flaw
FLAWS = (
    ("state", "nothing is wrong"),
    ("", "has a value that it cannot have"),
    ("ledger", "holds a line that cannot be, or does not add up"),
    ("after", "does not go round the players at the table"),
    ("wall", "its ends do not fit the deck and the rules"),
    ("n_indicator", "so many indicators are never turned"),
    ("wild_kind", "does not follow from the rules and the indicator"),
    ("melds", "hold a meld that these rules do not have, or say wrongly who is closed"),
    ("river", "holds a tile that is never discarded, or disagrees with what is kept of it"),
    ("aside", "holds a tile that is never set aside"),
    ("hand", "disagrees with the counts that are kept of it"),
    ("wall", "the tiles of wall, hands, melds and rivers are not those of the deck"),
    ("n_kan", "disagrees with the melds, or is more than the rules allow"),
    ("hand", "hand and melds hold too many or too few tiles"),
    ("turn", "this seat cannot be on turn now"),
    ("drawn", "is not in the hand that drew it"),
    ("waits", "do not follow from the hand"),
    ("riichi", "this seat cannot be in riichi"),
    ("discard", "cannot be claimed now"),
    ("option", "the claims do not follow from the hand"),
    ("chosen", "these copies cannot be chosen"),
    ("offer", "cannot be made now"),
    ("pocchi", "nobody can name a joker so"),
    ("phase", "cannot be in this game"),
    ("legal", "the legal actions do not follow from the rules"),
    ("wall", "the cards of talon and seats are not those of the pack"),
    ("trick", "the tricks do not agree with the cards played"),
    ("stage", "cannot be reached so"),
    ("asked", "not these seats have made these offers"),
    ("said", "cannot be declared with these cards"),
    ("history", "tells of an event that cannot be"),
)
assert len(FLAWS) == FLAWS_END


cdef bint phase_flaw(const State* s, Fault* out) noexcept nogil:
    # a game that was stopped is over
    if s.status == STATUS_BROKEN and s.phase != PHASE_OVER:
        return flawed(out, FLAW_PHASE, NO_SEAT)
    return (s.ledger.lost and s.status != STATUS_BROKEN) and flawed(out, FLAW_LEDGER, NO_SEAT)


cdef bint find_fault(const State* s, Fault* out) noexcept nogil:
    # true, and what is wrong in out, unless play can go on from the state as from one that was
    # reached by playing, State.legal aside; State.rules must point to its rules
    if fields_flaw(s, out) or phase_flaw(s, out):
        return True
    if flaw_ops(s).table != NULL:
        return flaw_ops(s).table(s, out)
    if s.phase == PHASE_CARDS:
        return flawed(out, FLAW_PHASE, NO_SEAT)
    return tiles_flaw(s, out) or (s.phase != PHASE_OVER and turn_flaw(s, out))


cdef void refuse_faults(const State* s, bint legal) except *:
    cdef Fault fault
    if not find_fault(s, &fault) and not (legal and legal_flaw(s, &fault)):
        return
    field, text = FLAWS[fault.flaw]
    if fault.flaw == FLAW_FIELD:
        field = FIELD_NAMES[fault.row]
    raise PositionError(field if fault.seat < 0 else f"seats[{fault.seat}].{field}", text)
