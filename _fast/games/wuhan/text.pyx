# cython: language_level=3
"""What a position of Wuhan says: kan tiles and wildcards that count once they lie open."""

from shugi._fast.core.rules cimport GAME_WUHAN, Rules
from shugi._fast.core.tiles cimport KAN_TILE, WILD
from shugi._fast.games.chinese.text cimport COUNTS


cdef dict counts(const Rules* r, dict seat, object wild_kind):
    lying = [*seat.get("river", ()), *seat.get("aside", ())]
    kan_tiles = sum([KAN_TILE <= code <= KAN_TILE + 1 for code in lying])
    return {"kan_tiles": kan_tiles, "wild_kans": lying.count(<int>WILD)}


COUNTS[<int>GAME_WUHAN] = counts
