# cython: language_level=3
"""A state as plain Python values, and back: every value is checked, what is derived is worked out.

The keys stand in ``FIELDS`` (check/fields.pyx).
"""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy, memset

from shugi._fast.check.fault cimport refuse_faults
from shugi._fast.check.flaw_ops cimport flaw_ops
from shugi._fast.check.flaw_tiles cimport kans_of, kans_on_table
from shugi._fast.check.fields cimport U8, read_rows, write_rows
from shugi._fast.core.actions cimport GRAND_CROSS, KAN_CLOSED
from shugi._fast.core.bits cimport bit, has
from shugi._fast.core.river cimport RIVER_RIICHI, called_away, flags_at, set_flags
from shugi._fast.core.rng cimport STREAM_WALL, Rng, rng_make, rng_shuffle
from shugi._fast.core.rules cimport REPLACEMENT_SOURCE_LIVE
from shugi._fast.core.sizes cimport ASIDE, CODES, INDICATORS, NOBODY, NO_TILE, RIVER, SEATS, WALL
from shugi._fast.core.state cimport (
    FURITEN_RIICHI, FURITEN_TEMPORARY, MELD_ATAMA, MELD_GRAND_CROSS, PHASE_CLAIM, PHASE_COPIES,
    PHASE_OFFER, PHASE_OVER, PHASE_POCCHI, Seat,
)
from shugi._fast.core.tiles cimport KIND_OF, NO_KIND, POCCHI
from shugi._fast.core.wall cimport dora_code, dora_place, first_tail, ura_code
from shugi._fast.flow.deck cimport codes_in_play, lies_aside, lies_in_river, turns_indicator
from shugi._fast.flow.game_ops cimport game_ops, has_left
from shugi._fast.flow.hand cimport bodiless, called_pairs, hand_add, most_melds, refresh_ready
from shugi._fast.flow.turns cimport open_claims, order_seats, refresh
from shugi._fast.text.checks cimport check_question, check_turn
from shugi._fast.text.events cimport past_from_dict, past_to_dict

from shugi._fast.check.fields import (
    FIELDS, KEYS, MELD_KEYS, MELD_TYPES, PHASES, REGIONAL_KEYS, RIICHI, SEAT_ROWS, STATE_ROWS,
    PositionError, as_list, check_keys, choice, decode, encode, integer, tile_code,
)
from shugi._fast.tables.fields import MELD_SIZES
from shugi._fast.core.tiles import code_name

__all__ = ["FIELDS", "PositionError"]

CLOSED_MELDS = ("ankan", "gc")
OWN_KANS = (KAN_CLOSED, GRAND_CROSS)  # made of own tiles alone


# ---- a game that has nothing of its own

cdef void _refuse_own(dict d, str part, str where) except *:
    for key in d:
        if key in REGIONAL_KEYS[part]:
            raise PositionError(f"{where}{key}", "only the regional games have it")


cdef void _write_nothing(const State* s, dict out) except *:
    pass


cdef void _write_nothing_of(const State* s, int p, dict out) except *:
    pass


cdef void _read_plain(State* s, dict d, int* left) except *:
    _refuse_own(d, "state", "")
    codes_in_play(s, left)


cdef void _read_plain_seat(State* s, int p, dict d, str field) except *:
    _refuse_own(d, "seat", field)


cdef bint _is_never_early(const State* s, dict d):
    return False


cdef int _game
for _game in range(<int>GAMES):
    TEXTS[_game].whole = NULL
    TEXTS[_game].read_whole = NULL
    TEXTS[_game].write = _write_nothing
    TEXTS[_game].write_seat = _write_nothing_of
    TEXTS[_game].read = _read_plain
    TEXTS[_game].read_seat = _read_plain_seat
    TEXTS[_game].is_early = _is_never_early


# ---- out

cdef list _codes_held(const Seat* seat):
    return [code for code in range(CODES) for _ in range(seat.hand[code])]


cdef dict _seat_to_dict(const State* s, int p):
    cdef const Seat* seat = &s.seat[p]
    cdef int i, j
    cdef dict out = {
        "hand": _codes_held(seat),
        "melds": [
            {
                "type": MELD_TYPES[seat.meld[i].type],
                "tiles": [seat.meld[i].tile[j] for j in range(seat.meld[i].n)],
                "from_seat": decode("seat", seat.meld[i].from_seat, SEATS),
                "called": decode("place", seat.meld[i].called, SEATS),
            }
            for i in range(seat.n_meld)
        ],
        "river": [seat.river[i] for i in range(seat.n_river)],
        "river_flags": [flags_at(seat.river_flags, i) for i in range(seat.n_river)],
        "aside": [seat.aside[i] for i in range(seat.n_aside)],
    }
    out.update(read_rows(<const char*>seat, SEAT_ROWS, s.rules.seats))
    TEXTS[s.rules.game].write_seat(s, p, out)
    out["furiten"] &= FURITEN_TEMPORARY | FURITEN_RIICHI  # the rest follows from the river
    return out


cdef dict state_to_dict(const State* s):
    cdef int i
    cdef int seats = s.rules.seats
    if TEXTS[s.rules.game].whole != NULL:
        return TEXTS[s.rules.game].whole(s)
    cdef dict out = read_rows(<const char*>s, STATE_ROWS, seats)
    TEXTS[s.rules.game].write(s, out)
    out["drawn"] = decode("code", s.drawn, seats)
    out["wall"] = [s.wall[i] for i in range(s.n_wall)]
    out["dora"] = [dora_code(s, i) for i in range(s.n_indicator)]
    out["ura"] = [ura_code(s, i) for i in range(0 if game_ops(s).relabels else s.n_indicator)]
    out["head"] = s.head
    out["tail"] = s.tail
    out["n_rinshan"] = s.n_rinshan
    out["n_indicator"] = s.n_indicator
    out["n_kan"] = s.n_kan
    out["chosen"] = [s.chosen[i] for i in range(s.n_chosen)]
    past_to_dict(s, out)
    out["seats"] = [_seat_to_dict(s, i) for i in range(seats)]
    return out


# ---- in: seats

cdef void _take(int* left, int code, str field) except *:
    # every copy lies in one place only
    left[code] -= 1
    if left[code] < 0:
        raise PositionError(field, f"one {code_name(code)} more than the deck has")


cdef list _tiles(object value, str field, int most, int* left):
    cdef list out = []
    for i, item in enumerate(as_list(value, field, most)):
        out.append(tile_code(item, f"{field}[{i}]"))
        if left != NULL:
            _take(left, out[i], f"{field}[{i}]")
    return out


def _check_meld(kinds, type_, field):
    shown = [kind for kind in kinds if kind != NO_KIND]
    low = min(shown, default=0)
    if type_ == "chi":
        good = sorted(shown) == [low, low + 1, low + 2] and low < 27 and low % 9 <= 6
    elif type_ == "gc":
        good = sorted(shown) == [27, 28, 29, 30]
    else:
        good = len(shown) == len(kinds) and len(set(kinds)) == 1
    if not good or len(kinds) != MELD_SIZES[type_]:
        raise PositionError(field, f"these tiles are no {type_}")


cdef void _check_meld_known(const Rules* r, int type_, str field) except *:
    if (type_ == MELD_ATAMA and not r.atama) or (type_ == MELD_GRAND_CROSS and not r.grand_cross):
        raise PositionError(field, f"these rules have no meld {MELD_TYPES[type_]}")


cdef void _meld_from_dict(Seat* seat, object d, int p, int seats, str field, int* left) except *:
    cdef int i
    check_keys(d, MELD_KEYS, f"{field}.")
    if "type" not in d or "tiles" not in d:
        raise PositionError(field, "needs a type and tiles")
    type_ = d["type"]
    cdef int number = choice(MELD_TYPES, type_, f"{field}.type")
    cdef list tiles = _tiles(d["tiles"], f"{field}.tiles", 4, left)
    _check_meld([KIND_OF[<int>code] for code in tiles], type_, f"{field}.tiles")
    giver, called = d.get("from_seat"), d.get("called")
    if type_ in CLOSED_MELDS:
        if giver is not None or called is not None:
            raise PositionError(field, f"an {type_} is made from no other seat's tile")
        giver, called = NOBODY, NO_TILE
    else:
        if giver is None:
            giver = (p + 1) % seats
        giver = integer(giver, 0, seats - 1, f"{field}.from_seat")
        called = 0 if called is None else integer(called, 0, len(tiles) - 1, f"{field}.called")
        if giver == p:
            raise PositionError(f"{field}.from_seat", "nobody calls his own tile")
    seat.meld[seat.n_meld].type = number
    seat.meld[seat.n_meld].n = len(tiles)
    seat.meld[seat.n_meld].from_seat = giver
    seat.meld[seat.n_meld].called = called
    memset(seat.meld[seat.n_meld].tile, NO_TILE, 4)
    for i in range(<int>len(tiles)):
        seat.meld[seat.n_meld].tile[i] = tiles[i]
    seat.n_meld += 1


cdef void _river_from_dict(const Rules* r, Seat* seat, dict d, str field, int* left) except *:
    cdef int i, kind
    cdef list tiles = _tiles(d.get("river", ()), f"{field}.river", RIVER, NULL)
    cdef list flags = as_list(d.get("river_flags", [0] * len(tiles)), f"{field}.river_flags", RIVER)
    if len(flags) != len(tiles):
        raise PositionError(f"{field}.river_flags", f"has {len(flags)} entries, not {len(tiles)}")
    for i in range(<int>len(tiles)):
        seat.river[i] = tiles[i]
        set_flags(seat.river_flags, i, integer(flags[i], 0, 15, f"{field}.river_flags[{i}]"))
        if not called_away(seat.river_flags, i):
            _take(left, seat.river[i], f"{field}.river[{i}]")
        kind = KIND_OF[seat.river[i]]
        if kind != NO_KIND:
            seat.discarded |= bit(kind)
        elif not lies_in_river(r, seat.river[i]):
            raise PositionError(f"{field}.river[{i}]", f"{code_name(tiles[i])} is never discarded")
    seat.n_river = len(tiles)


cdef void _table_from_dict(State* s, dict d, int p, str field, int* left) except *:
    # all of a seat but its hand
    cdef Seat* seat = &s.seat[p]
    cdef int i
    cdef int most = most_melds(s.rules)
    for i, meld in enumerate(as_list(d.get("melds", ()), f"{field}.melds", most)):
        _meld_from_dict(seat, meld, p, s.rules.seats, f"{field}.melds[{i}]", left)
        _check_meld_known(s.rules, seat.meld[i].type, f"{field}.melds[{i}].type")
    _river_from_dict(s.rules, seat, d, field, left)
    cdef list aside = _tiles(d.get("aside", ()), f"{field}.aside", ASIDE, left)
    for i in range(<int>len(aside)):
        seat.aside[i] = aside[i]
        if not lies_aside(s.rules, seat.aside[i]):
            raise PositionError(f"{field}.aside[{i}]", f"{code_name(aside[i])} cannot be set aside")
    seat.n_aside = len(aside)
    seat.closed = 1
    for i in range(seat.n_meld):
        if MELD_TYPES[seat.meld[i].type] not in CLOSED_MELDS:
            seat.closed = 0


cdef dict _seat_defaults(const State* s, int p, dict d):
    cdef const Seat* seat = &s.seat[p]
    cdef int i
    cdef dict out = dict(d)
    out.setdefault("score", s.rules.start_points)
    out.setdefault("wild", s.rules.almighty + (kans_of(seat) if s.rules.kan_gives_almighty else 0))
    calls = any(s.seat[i].n_meld for i in range(s.rules.seats))
    aside = any(s.seat[i].n_aside for i in range(s.rules.seats))
    broken = calls or (aside and s.rules.nuki_breaks_first_turn)
    out.setdefault("first_turn", not (seat.n_river or broken))
    riichi = d.get("riichi")
    if isinstance(riichi, str) and riichi != "none":
        sideways = [i for i in range(seat.n_river) if flags_at(seat.river_flags, i) & RIVER_RIICHI]
        out.setdefault("riichi_at", sideways[0] if sideways else None)
    return out


cdef list _seats_from_dict(State* s, dict d, int* left):
    # the hands come back as lists: which tile was drawn is not known yet
    cdef int p
    cdef list hands = []
    cdef list items = as_list(d.get("seats", ()), "seats", s.rules.seats)
    if len(items) != s.rules.seats:
        raise PositionError("seats", f"has {len(items)} entries; {s.rules.seats} play")
    for p in range(s.rules.seats):
        check_keys(items[p], KEYS["seat"], f"seats[{p}].")
        _table_from_dict(s, items[p], p, f"seats[{p}]", left)
    for p in range(s.rules.seats):
        hands.append(_tiles(items[p].get("hand", ()), f"seats[{p}].hand", 20, left))
        full = _seat_defaults(s, p, items[p])
        write_rows(<char*>&s.seat[p], SEAT_ROWS, s.rules.seats, full, f"seats[{p}].")
        TEXTS[s.rules.game].read_seat(s, p, items[p], f"seats[{p}].")
        _check_riichi(s, p)
    return hands


cdef void _check_riichi(const State* s, int p) except *:
    cdef const Seat* seat = &s.seat[p]
    if not seat.riichi or has_left(s, p):
        return
    if not flaw_ops(s).may_declare(s, p, seat.riichi):
        hand = "a closed hand" if seat.closed else "a hand with an open meld"
        raise PositionError(
            f"seats[{p}].riichi", f"these rules have no {RIICHI[seat.riichi]} riichi of {hand}"
        )
    if seat.riichi_at >= seat.n_river:
        raise PositionError(
            f"seats[{p}].riichi_at", "names no tile of the river; mark the riichi tile (flag 2)"
        )


# ---- in: whose turn it is

cdef int _spare(const State* s, int p, int held, str field) except -1:
    # 1 if the seat holds a tile more than between turns
    cdef int i
    cdef int size = held + s.seat[p].wild - s.rules.almighty  # a kan may bring a wildcard
    for i in range(s.seat[p].n_meld):
        size += min(s.seat[p].meld[i].n, 3)
    if not 0 <= size - s.rules.hand_size <= 1:
        raise PositionError(
            field, f"{held} tiles and {s.seat[p].n_meld} melds make {size}, not "
            f"{s.rules.hand_size} or {s.rules.hand_size + 1}"
        )
    return size - s.rules.hand_size


cdef list _full_seats(const State* s, dict d, list hands):
    # who holds a tile to discard: one seat at most
    cdef int p
    if TEXTS[s.rules.game].is_early(s, d):
        return []
    full = [
        p for p in range(s.rules.seats)
        # who rests next may still hold the last hand
        if (hands[p] if s.phase == PHASE_OVER else p != s.resting)
        and _spare(s, p, len(hands[p]), f"seats[{p}].hand")
    ]
    if flaw_ops(s).many_drew(s):
        on_turn = s.actor if s.turn == NOBODY else s.turn
        full = [p for p in full if p == on_turn]
    if len(full) > 1:
        raise PositionError("seats", f"the seats {full} all hold a tile to discard")
    return full


cdef void _find_turn(State* s, list full) except *:
    if s.turn == NOBODY:
        asks = s.phase in (PHASE_COPIES, PHASE_OFFER, PHASE_OVER)
        others = (s.actor if asks else NOBODY, s.discarder, s.dealer)
        over = s.phase == PHASE_OVER and s.actor != NOBODY
        s.turn = full[0] if full and not over else next(p for p in others if p != NOBODY)
    if full and full[0] != s.turn and s.phase != PHASE_OVER:
        raise PositionError("turn", f"is {s.turn}, but seat {full[0]} holds a tile to discard")


cdef bint _must_hold(const State* s) except -1:
    # a tile that may be robbed lies in the hand until the claims are settled
    return (PHASES[s.phase] in ("own", "riichi", "kan", "pocchi") or s.robbing != 0
            or (s.phase == PHASE_COPIES and s.verb in OWN_KANS))


cdef void _find_actor(State* s) except *:
    free = s.phase in (PHASE_CLAIM, PHASE_OVER, PHASE_OFFER) or s.paying
    if not free and s.actor not in (NOBODY, s.turn):
        raise PositionError("actor", f"seat {s.turn} is on turn, so it decides, not seat {s.actor}")
    if s.actor == NOBODY and s.phase != PHASE_CLAIM:
        s.actor = s.turn


cdef void _turn_from_dict(State* s, dict d, list hands) except *:
    full = _full_seats(s, d, hands)
    _find_turn(s, full)
    holds = _must_hold(s)
    if s.phase not in (PHASE_OVER, PHASE_OFFER) and not s.paying and holds != bool(full):
        wanted = "one seat must hold" if holds else "no seat may hold"
        raise PositionError("seats", f"in phase {PHASES[s.phase]!r} {wanted} a tile to discard")
    _find_actor(s)
    if "drawn" in d:
        s.drawn = encode("code", d["drawn"], U8, SEATS, "drawn")
    else:
        s.drawn = hands[s.turn][-1] if s.turn in full else NO_TILE
    # of a discard that was won on, the winner may still have to name a revealed joker
    held = (holds or full) and not s.paying and s.phase != PHASE_OVER
    if held and s.drawn != NO_TILE and s.drawn not in hands[s.turn]:
        raise PositionError("drawn", f"{code_name(s.drawn)} is not in the hand of seat {s.turn}")


cdef void _joker_from_dict(const State* s) except *:
    if s.phase == PHASE_POCCHI and s.paying:
        if s.actor == NOBODY or not has(s.paying, s.actor):
            raise PositionError("actor", "a revealed joker is named by one of those in paying")
        return
    if s.phase == PHASE_POCCHI and not (s.drawn == POCCHI and s.seat[s.turn].riichi):
        raise PositionError("phase", "a joker is named when a seat in riichi has drawn the pocchi")


cdef void _claim_from_dict(const State* s) except *:
    cdef const Seat* giver
    if s.phase != PHASE_CLAIM and not (s.phase == PHASE_COPIES and s.verb not in OWN_KANS):
        return
    if s.discard == NO_TILE or s.discarder == NOBODY:
        raise PositionError("discard", f"phase {PHASES[s.phase]!r} needs discard and discarder")
    giver = &s.seat[s.discarder]
    if s.robbing:
        if s.discarder != s.turn:
            raise PositionError("discarder", f"a tile is robbed from the seat on turn, {s.turn}")
        return
    if giver.n_river == 0 or giver.river[giver.n_river - 1] != s.discard:
        raise PositionError("discard", f"is not the last tile in the river of seat {s.discarder}")
    if called_away(giver.river_flags, giver.n_river - 1):
        raise PositionError("discard", "was called already")


cdef void _chosen_from_dict(State* s, dict d) except *:
    cdef int i
    cdef list chosen = _tiles(d.get("chosen", ()), "chosen", 4, NULL)
    for i in range(<int>len(chosen)):
        s.chosen[i] = chosen[i]
    s.n_chosen = len(chosen)
    if s.phase == PHASE_COPIES and not s.n_chosen < s.need <= 4:
        raise PositionError("need", f"{s.need} copies are to be chosen, {s.n_chosen} are")


cdef void _hands_from_lists(State* s, list hands) except *:
    # readiness belongs to the hand between turns, so the drawn tile comes last
    cdef int p
    cdef Seat* seat
    for p in range(s.rules.seats):
        seat = &s.seat[p]
        codes = list(hands[p])
        melded = bodiless(s.rules, seat) + 2 * called_pairs(s.rules, seat)
        spare = (len(codes) + melded) % 3 == 2
        last = s.drawn if p == s.turn and s.drawn in codes and spare else None
        if last is not None:
            codes.remove(last)
        for code in codes:
            hand_add(s.rules, seat, code)
        if (len(codes) + melded) % 3 == 1:
            refresh_ready(s.rules, seat)
        if seat.riichi and not seat.waits:
            raise PositionError(f"seats[{p}].riichi", "the hand is not ready")
        game_ops(s).mark_furiten(s.rules, seat)
        if last is not None:
            hand_add(s.rules, seat, last)


# ---- in: the wall

cdef int _exactly(dict d, str key, int known, int least, int most) except -1:
    # what the table tells; it may be said too
    if integer(d.get(key, known), least, most, key) != known:
        raise PositionError(key, f"is {d[key]}, but the table tells {known}")
    return known


cdef void _counters_from_dict(State* s, dict d, int n_out) except *:
    # where the wall stands: what the tiles on the table leave, unless it is said
    cdef const Rules* r = s.rules
    cdef int p
    cdef int tail = first_tail(r)
    cdef int replaced = kans_on_table(s)
    cdef int kans = replaced
    s.n_kan = _exactly(d, "n_kan", kans, 0, r.max_kans)
    for p in range(r.seats):
        replaced += s.seat[p].n_aside
    least = 1 + r.extra_indicators
    most = min(INDICATORS, least + r.max_kan_indicators)
    indicators = min(least + s.n_kan - s.kans_pending, most)
    if game_ops(s).relabels:
        least = most = indicators = <int>(turns_indicator(r) and s.indicator != NO_TILE)
    elif not 0 <= s.kans_pending <= s.n_kan:
        raise PositionError("kans_pending", f"are more than the {s.n_kan} kans on the table")
    s.n_indicator = _exactly(d, "n_indicator", indicators, least, most)
    if r.kan_gives_almighty:
        replaced -= kans
    live = r.replacement_source == REPLACEMENT_SOURCE_LIVE
    from_end = 0 if live else min(replaced, r.rinshan_tiles)
    s.n_rinshan = integer(d.get("n_rinshan", from_end), 0, r.rinshan_tiles, "n_rinshan")
    if s.phase != PHASE_OVER:
        _exactly(d, "n_rinshan", from_end, 0, r.rinshan_tiles)
    head = n_out - s.n_rinshan
    s.head = integer(d.get("head", max(head, 0)), 0, tail, "head")
    taken = s.n_rinshan if r.dead_wall_refill else 0
    taken += 2 * s.n_kan if r.draw_to_indicator else 0
    s.tail = _exactly(d, "tail", max(tail - taken, s.head), s.head, tail)


cdef list _drawn_places(const State* s):
    return list(range(s.head)) + [s.n_wall - 1 - i for i in range(s.n_rinshan)]


cdef list _wall_from_dict(const State* s, dict d, list gone):
    # the deck in order, None where a tile is unknown
    cdef int n = s.n_wall
    cdef list wall = [None] * n
    taken = set(gone)
    left = [place for place in range(n) if place not in taken]
    given = d.get("wall")
    if given is None:
        return wall
    given = as_list(given, "wall", WALL)
    if len(given) not in (n, len(left)):
        raise PositionError(
            "wall", f"has {len(given)} tiles; {len(left)} are left of the deck of {n} (give either)"
        )
    for place, code in zip(range(n) if len(given) == n else left, given):
        if code is not None:
            wall[place] = tile_code(code, f"wall[{place}]")
    return wall


cdef dict _turned_from_dict(const State* s, dict d, list wall):
    # the places that these alone tell of, and what an error calls them
    cdef int i
    cdef dict told = {}
    for key, below in (("dora", 0), ("ura", 1)):
        codes = as_list(d.get(key, ()), key, s.n_indicator)
        for i, code in enumerate(codes):
            if code is None:
                continue
            code = tile_code(code, f"{key}[{i}]")
            place = dora_place(s, i) + below
            if wall[place] is None:
                wall[place] = code
                told[place] = f"{key}[{i}]"
            elif wall[place] != code:
                there = code_name(wall[place])
                raise PositionError(f"{key}[{i}]", f"is {code_name(code)}, the wall has {there}")
    return told


cdef void _fill_wall(State* s, list wall, dict told, list gone, list out, int* left) except *:
    # unknown tiles are shuffled by the seed; the order of tiles that are gone means nothing
    cdef Rng rng = rng_make(s.seed, s.hand_no - 1 if s.hand_no else 0, STREAM_WALL)
    cdef uint8_t[WALL] rest
    cdef int n_rest = 0
    cdef int code, place
    drawn = set(gone)
    if any(wall[place] is None for place in gone):
        for place, code in zip(gone, sorted(out)):
            wall[place] = code
    for place in range(s.n_wall):
        if place not in drawn and wall[place] is not None:
            _take(left, wall[place], told.get(place, f"wall[{place}]"))
    for code in range(CODES):
        while left[code]:
            left[code] -= 1
            rest[n_rest] = <uint8_t>code
            n_rest += 1
    rng_shuffle(&rng, rest, n_rest)
    for place in range(s.n_wall):
        if wall[place] is None:
            n_rest -= 1
            wall[place] = rest[n_rest]
        s.wall[place] = wall[place]


cdef void _wall(State* s, dict d, list hands, int* left) except *:
    cdef int p, i, j
    cdef list out = [code for hand in hands for code in hand]
    for p in range(s.rules.seats):
        out += [s.seat[p].aside[i] for i in range(s.seat[p].n_aside)]
        out += [
            s.seat[p].river[i] for i in range(s.seat[p].n_river)
            if not called_away(s.seat[p].river_flags, i)
        ]
        for i in range(s.seat[p].n_meld):
            out += [s.seat[p].meld[i].tile[j] for j in range(s.seat[p].meld[i].n)]
    s.n_wall = <uint8_t>s.rules.n_deck
    _counters_from_dict(s, d, len(out))
    gone = _drawn_places(s)
    if len(gone) != len(out):
        empty = f"{len(gone)} places of the wall are empty"
        raise PositionError("head", f"{empty}, but {len(out)} tiles are on the table")
    wall = _wall_from_dict(s, d, gone)
    told = _turned_from_dict(s, d, wall)
    _fill_wall(s, wall, told, gone, out, left)


# ---- in: the rest

cdef void _reach_decision(State* s, dict d) except *:
    # the mask is the engine's; a discard without its claims is offered to the table
    actor = s.actor
    if s.phase == PHASE_CLAIM and "option" not in d:
        open_claims(s)
        if s.phase != PHASE_CLAIM:
            raise PositionError("phase", "nobody can claim the discard")
        if actor not in (NOBODY, s.actor):
            raise PositionError("actor", f"seat {s.actor} is asked first, not {actor}")
        return
    if s.phase == PHASE_CLAIM and (s.actor == NOBODY or not s.option[s.actor]):
        raise PositionError("actor", "this seat can claim nothing")
    refresh(s)
    if s.phase != PHASE_OVER and not (s.legal[0] or s.legal[1]):
        raise PositionError("phase", f"in phase {PHASES[s.phase]!r} this seat has no legal action")
    check_question(s, "option" in d)


cdef void dict_to_state(State* s, const Rules* r, dict d) except *:
    cdef State t
    cdef int[CODES] left
    if TEXTS[r.game].read_whole != NULL:
        TEXTS[r.game].read_whole(s, r, d)
        return
    memset(&t, 0, sizeof(State))
    t.rules = r
    t.want_expected = s.want_expected
    order_seats(&t)
    check_keys(d, KEYS["state"], "")
    write_rows(<char*>&t, STATE_ROWS, r.seats, d, "")
    TEXTS[r.game].read(&t, d, left)
    cdef list hands = _seats_from_dict(&t, d, left)
    _turn_from_dict(&t, d, hands)
    _claim_from_dict(&t)
    _joker_from_dict(&t)
    _chosen_from_dict(&t, d)
    _wall(&t, d, hands, left)
    _hands_from_lists(&t, hands)
    past_from_dict(&t, d)
    check_turn(&t)
    _reach_decision(&t, d)
    refuse_faults(&t, True)
    memcpy(s, &t, sizeof(State))
