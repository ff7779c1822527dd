# cython: language_level=3
"""What a position of Hangzhou says: sets by whom they were fed, runs of honours discarded."""

from shugi._fast.core.river cimport RIVER_CALLED
from shugi._fast.core.rules cimport (
    GAME_HANGZHOU, TEN_HONOURS_CLAIM_BREAKS, WHITE_IS_HONOUR_BY_FACE, Rules,
)
from shugi._fast.core.sizes cimport KINDS
from shugi._fast.core.tiles cimport KIND_EAST, WILD
from shugi._fast.games.chinese.text cimport COUNTS

OPEN_MELDS = frozenset(("pon", "daiminkan", "kakan", "chi"))


cdef bint is_honour(int code, object wild_kind, bint by_face):
    # hangzhou section 8: a White by what it stands for, or by its face
    if code == WILD:
        return wild_kind >= KIND_EAST
    return KIND_EAST <= code < KINDS or (by_face and code == wild_kind)


cdef dict counts(const Rules* r, dict seat, object wild_kind):
    river = seat.get("river", ())
    givers = [meld.get("from_seat") for meld in seat.get("melds", ()) if meld["type"] in OPEN_MELDS]
    by_face = r.white_is_honour_by == WHITE_IS_HONOUR_BY_FACE
    honours = all([is_honour(code, wild_kind, by_face) for code in river])
    if r.ten_honours_claim == TEN_HONOURS_CLAIM_BREAKS and any(
            [flag & RIVER_CALLED for flag in seat.get("river_flags", ())]):
        honours = False
    return {
        "fed": [givers.count(p) for p in range(r.seats)],
        "honour_run": len(river) if honours else None,
    }


COUNTS[<int>GAME_HANGZHOU] = counts
