# cython: language_level=3
"""The part of a position that only the regional games have; see position.pyx."""

from shugi._fast.check.fields cimport read_rows, write_rows
from shugi._fast.core.sizes cimport KINDS, NOBODY, NO_TILE, SEATS, WALL
from shugi._fast.core.tiles cimport KIND_WHITE, WILD
from shugi._fast.core.wall cimport dora_place
from shugi._fast.flow.calls cimport next_seat
from shugi._fast.flow.deck cimport codes_in_play, turns_indicator, wild_kind_of
from shugi._fast.text.position cimport TEXTS

from shugi._fast.check.fields import (
    SEAT_REGIONAL, STATE_REGIONAL, PositionError, as_list, decode, integer, tile_code,
)
from shugi._fast.core.tiles import code_name
from shugi._fast.rules.games import games_with


cdef void regional_to_dict(const State* s, dict out) except *:
    out.update(read_rows(<const char*>s, STATE_REGIONAL, s.rules.seats))
    out["wild_kind"] = decode("kind", s.wild_kind, SEATS)


cdef void regional_seat_to_dict(const State* s, int p, dict out) except *:
    out.update(read_rows(<const char*>&s.seat[p], SEAT_REGIONAL, s.rules.seats))
    out["wild"] -= s.seat[p].hand[<int>WILD]  # these are tiles of the hand


# ---- the wildcard and the deck

cdef int _indicator(const State* s, dict d) except -1:
    # said as the indicator turned, or at its place in the whole wall
    cdef int place = dora_place(s, 0)
    cdef int code = NO_TILE
    turned = as_list(d.get("dora", ()), "dora", 1)
    wall = as_list(d.get("wall") or (), "wall", WALL)
    if turned and turned[0] is not None:
        code = tile_code(turned[0], "dora[0]")
    elif len(wall) == s.n_wall and wall[place] is not None:
        code = tile_code(wall[place], f"wall[{place}]")
    if code == NO_TILE:
        raise PositionError("dora", "these rules turn a tile that names the wildcard; say which")
    if code >= KINDS or not s.rules.copies[code]:
        raise PositionError("dora[0]", f"{code_name(code)} cannot name the wildcard")
    return code


cdef void _wildcard(State* s, dict d) except *:
    s.indicator = NO_TILE
    s.wild_kind = NO_TILE
    if turns_indicator(s.rules):
        if not TEXTS[s.rules.game].is_early(s, d):
            s.indicator = _indicator(s, d)
            s.wild_kind = wild_kind_of(s.rules, s.indicator)
    elif s.rules.permanent_fortune:
        s.wild_kind = KIND_WHITE
    given = d.get("wild_kind", s.wild_kind)
    if given is not None and given != s.wild_kind:
        raise PositionError("wild_kind", f"is {given}, but {s.wild_kind} follows from the rules")


# ---- who sits at the table

cdef void _order(State* s, dict d) except *:
    cdef int p
    if s.rules.at_table == s.rules.seats:
        if s.resting != NOBODY:
            raise PositionError("resting", "everybody plays under these rules")
    elif s.resting == NOBODY:
        empty = [p for p, seat in enumerate(d.get("seats", ())) if not seat.get("hand")]
        if len(empty) != 1:
            raise PositionError("resting", "one of these players rests; say who")
        s.resting = empty[0]
    if "after" in d:
        _check_order(s)
        return
    for p in range(s.rules.seats):
        s.after[p] = (p + 1) % s.rules.seats
        if s.after[p] == s.resting:
            s.after[p] = (p + 2) % s.rules.seats
    if s.resting != NOBODY:
        s.after[s.resting] = s.resting


cdef void _check_order(const State* s) except *:
    # who is not at the table any more, or rests, is his own next
    players = [p for p in range(s.rules.seats) if next_seat(s, p) != p]
    order = []
    cdef int p = players[0] if players else 0
    while p not in order and p < s.rules.seats:
        order.append(p)
        p = next_seat(s, p)
    if not players or sorted(order) != players or p != players[0] or s.resting in players:
        raise PositionError("after", "does not go round the players at the table")


cdef void regional_from_dict(State* s, dict d, int* left) except *:
    write_rows(<char*>s, STATE_REGIONAL, s.rules.seats, d, "")
    s.n_wall = s.rules.n_deck
    _order(s, d)
    _wildcard(s, d)
    codes_in_play(s, left)


# ---- seats

cdef dict no_counts(const CRules* r, dict seat, object wild_kind):
    return {}


def usual_counts(Rules rules not None, seat, wild_kind):
    """What the table tells of a seat's fields that count; they need not be said then.

    Args:
        rules: of the table.
        seat: the seat as a dict.
        wild_kind: kind printed on the wildcards, or None.
    """
    return COUNTS[rules.c.game](&rules.c, seat, wild_kind)


cdef void regional_seat_from_dict(State* s, int p, dict d, str field) except *:
    cdef dict full = COUNTS[s.rules.game](s.rules, d, s.wild_kind)
    full.update(d)
    write_rows(<char*>&s.seat[p], SEAT_REGIONAL, s.rules.seats, full, field)
    if integer(d.get("wild", 0), 0, 4, f"{field}wild"):
        raise PositionError(f"{field}wild", "the wildcards are tiles of the hand here: write 1w")
    if s.seat[p].furiten:
        raise PositionError(f"{field}furiten", "only riichi mahjong has it")
    s.seat[p].first_turn = d.get("first_turn", True)  # it is not kept here


cdef int _game
for _game in games_with("regional"):
    COUNTS[_game] = no_counts
    TEXTS[_game].write = regional_to_dict
    TEXTS[_game].write_seat = regional_seat_to_dict
    TEXTS[_game].read = regional_from_dict
    TEXTS[_game].read_seat = regional_seat_from_dict
