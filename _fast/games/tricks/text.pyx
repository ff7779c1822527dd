# cython: language_level=3
"""A position of a card game as plain Python values, and back: every value is checked.

A card is its code, a set of cards a list of codes.  What is left out has the value that it has
early in a hand; a talon that is left out, or None in it, is filled by the seed.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from shugi._fast.check.fault cimport refuse_faults
from shugi._fast.check.fields cimport read_rows, write_rows
from shugi._fast.core.bits cimport bit, count, has
from shugi._fast.core.cards cimport (
    CARDS, CARD_SEATS, CARD_SUITS, NO_CARD, CardTable, suit_cards,
)
from shugi._fast.core.rng cimport STREAM_WALL, Rng, rng_make, rng_shuffle
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.sizes cimport NOBODY
from shugi._fast.core.state cimport PHASE_CARDS, PHASE_OVER, State
from shugi._fast.flow.turns cimport order_seats, refresh
from shugi._fast.text.events cimport past_from_dict, past_to_dict
from shugi._fast.text.position cimport TEXTS

from shugi._fast.check.fields import (
    CARD_ROWS, SEAT_ROWS, STATE_ROWS, PositionError, as_list, check_keys, integer, rows_apart,
)
from shugi._fast.rules.games import GAMES as GAME_TABLE, games_with

STAGES = {}  # by game: what may be asked

NAMES = tuple(GAME_TABLE)  # by Rules.game


cdef tuple stages_of(const Rules* r):
    return STAGES[NAMES[r.game]]


_SHARED = ("seed", "hand_no", "n_decision", "actor", "dealer", "round", "hand_over", "asked",
           "answer", "first_dealer", "last_winner")
STATE_SHARED = [row for row in STATE_ROWS if row[0] in _SHARED]
SEAT_SHARED = [row for row in SEAT_ROWS if row[0] in ("score", "chips")]
# of the seats of a table
CARD_SEAT_ROWS = list(map(list, zip(*map(rows_apart, CARD_ROWS["seat"]))))
_KEYS = {
    "phase": "cards, or over",
    "stage": "what is asked, by game",
    "wall": "the pack in the order of the deal, the talon last, or the talon alone",
    "head": "cards of it that are dealt or drawn; default: those that are not in the talon",
    "history": "public events, oldest first: seat << 14 | event << 8 | code",
    "history_total": "events since the hand began; default: those in history",
    "last": "how the hand before this one ended",
    "seats": "one dict for each seat",
    "ledger": "payments: reason, payer, payee, points, chips, detail",
}
STATE_KEYS = {**{row[0]: row[6] for row in STATE_SHARED + CARD_ROWS["turn"]}, **_KEYS}
SEAT_KEYS = {row[0]: row[6] for row in SEAT_SHARED + CARD_ROWS["seat"]}
CARD_FIELDS = [
    (part, key, text) for part, keys in (("state", STATE_KEYS), ("seat", SEAT_KEYS))
    for key, text in keys.items()
]
KEYS_OF = {}  # by game: of a state


def add_game(game, stages, fields):
    """What the positions of one game have beside the others.

    Args:
        game: its name.
        stages: what may be asked, by ``CardTable.stage``.
        fields: (part, key, meaning); part is "state" or the game's own.
    """
    STAGES[game] = stages
    CARD_FIELDS.extend(fields)
    KEYS_OF[game] = frozenset(STATE_KEYS) | {key for part, key, _ in fields if part == "state"}


# ---- out

cdef dict _seat_to_dict(const State* s, int p):
    cdef dict out = read_rows(<const char*>&s.cards, CARD_SEAT_ROWS[p], s.rules.seats)
    out.update(read_rows(<const char*>&s.seat[p], SEAT_SHARED, s.rules.seats))
    return out


cdef dict card_state_to_dict(const State* s):
    cdef int i
    cdef int seats = s.rules.seats
    cdef dict out = read_rows(<const char*>s, STATE_SHARED, seats)
    out.update(read_rows(<const char*>&s.cards, CARD_ROWS["turn"], seats))
    out["phase"] = "over" if s.phase == PHASE_OVER else "cards"
    out["stage"] = stages_of(s.rules)[s.cards.stage]
    out["wall"] = [s.wall[i] for i in range(s.n_wall)]
    out["head"] = s.head
    past_to_dict(s, out)
    out["seats"] = [_seat_to_dict(s, i) for i in range(seats)]
    CARD_TEXTS[s.rules.game].write(s, out)
    return out


# ---- in

cdef void _seats_from_dict(State* s, dict d) except *:
    cdef int p
    cdef int seats = s.rules.seats
    cdef list items = as_list(d.get("seats", ()), "seats", seats)
    if len(items) != seats:
        raise PositionError("seats", f"has {len(items)} entries; {seats} play")
    for p in range(seats):
        where = f"seats[{p}]."
        check_keys(items[p], SEAT_KEYS, where)
        write_rows(<char*>&s.cards, CARD_SEAT_ROWS[p], seats, items[p], where)
        write_rows(<char*>&s.seat[p], SEAT_SHARED, seats, {"score": 0, **items[p]}, where)


# ---- in: the cards

cdef uint64_t _places(const State* s) except? 0:
    # cards that lie with a seat: each in one place
    cdef const CardTable* t = &s.cards
    cdef uint64_t found = 0
    cdef uint64_t cards
    cdef int p, i
    for p in range(s.rules.seats):
        for i, name in enumerate(("hand", "aside", "played")):
            cards = (t.hand[p], t.aside[p], t.played[p])[i]
            if cards & found:
                raise PositionError(f"seats[{p}].{name}", "holds a card that lies elsewhere too")
            found |= cards
        for i in range(CARD_SUITS):
            if has(t.void[p], i) and t.hand[p] & suit_cards(i):
                raise PositionError(f"seats[{p}].void", "names a suit that is in the hand")
    return found


cdef void _wall_from_dict(State* s, dict d) except *:
    cdef Rng rng = rng_make(s.seed, s.hand_no - 1 if s.hand_no else 0, STREAM_WALL)
    cdef uint8_t[CARDS] rest
    cdef int n_rest = 0
    cdef int i
    cdef uint64_t out = _places(s)
    cdef uint64_t used = 0
    pack = [s.rules.deck[i] for i in range(s.rules.n_deck)]
    dealt = [card for card in pack if has(out, <int>card)]
    if len(dealt) != count(out):
        raise PositionError("seats", "hold a card that the pack does not have")
    s.n_wall = <uint8_t>len(pack)
    s.head = integer(d.get("head", len(dealt)), len(dealt), len(dealt), "head")
    given = as_list(d.get("wall", ()), "wall", CARDS)
    if len(given) == len(pack):
        first = [dealt[i] if given[i] is None else given[i] for i in range(len(dealt))]
        given = given[len(dealt):]
    else:
        first = dealt
    if sorted(first) != dealt or len(given) not in (0, len(pack) - len(dealt)):
        raise PositionError(
            "wall", f"{len(dealt)} cards of the {len(pack)} are out; give the whole pack in the "
            "order of the deal, or what is left of it")
    talon = list(given) or [None] * (len(pack) - len(dealt))
    for i, card in enumerate(talon):
        if card is not None:
            number = integer(card, 0, CARDS - 1, f"wall[{i}]")
            if number not in pack or has(out | used, <int>number):
                raise PositionError(f"wall[{i}]", "holds a card that lies elsewhere too")
            used |= bit(<int>number)
    for card in pack:
        if not has(out | used, <int>card):
            rest[n_rest] = card
            n_rest += 1
    rng_shuffle(&rng, rest, n_rest)
    for i, card in enumerate(first + talon):
        if card is None:
            n_rest -= 1
            card = rest[n_rest]
        s.wall[i] = card


cdef void _trick_from_dict(State* s) except *:
    cdef CardTable* t = &s.cards
    cdef int p
    for p in range(CARD_SEATS):
        if p >= s.rules.seats:
            t.trick[p] = NO_CARD
        if t.trick[p] == NO_CARD:
            continue
        t.n_trick += 1
        if not has(t.played[p], t.trick[p]):
            raise PositionError(f"seats[{p}].trick", "is not among the cards played")
    if t.n_trick >= s.rules.seats:
        raise PositionError("seats", "the trick is full: it has been won")
    if t.n_trick and t.trick[t.leader] == NO_CARD:
        raise PositionError("leader", "has no card in the trick")


# ---- in

cdef void card_state_from_dict(State* s, const Rules* r, dict d) except *:
    cdef State t
    memset(&t, 0, sizeof(State))
    t.rules = r
    t.want_expected = s.want_expected
    order_seats(&t)
    check_keys(d, KEYS_OF[NAMES[r.game]], "")
    write_rows(<char*>&t, STATE_SHARED, r.seats, {**CARD_TEXTS[r.game].own_values(d), **d}, "")
    write_rows(<char*>&t.cards, CARD_ROWS["turn"], r.seats, d, "")
    names = stages_of(r)
    if d.get("stage", names[0]) not in names:
        raise PositionError("stage", f"{d['stage']!r} is none of {', '.join(names)}")
    t.cards.stage = names.index(d.get("stage", names[0]))
    if d.get("phase", "cards") not in ("cards", "over"):
        raise PositionError("phase", f"{d['phase']!r} is none of cards, over")
    t.phase = PHASE_OVER if d.get("phase") == "over" else PHASE_CARDS
    memset(t.cards.trick, NO_CARD, CARD_SEATS)
    _seats_from_dict(&t, d)
    CARD_TEXTS[r.game].read(&t, d)
    _wall_from_dict(&t, d)
    _trick_from_dict(&t)
    past_from_dict(&t, d)
    if t.actor == NOBODY:
        if t.phase != PHASE_OVER:
            raise PositionError("actor", "who decides?")
        t.actor = 0
    t.turn = t.actor
    refuse_faults(&t, False)
    if t.phase != PHASE_OVER:
        refresh(&t)
        if not (t.legal[0] or t.legal[1]):
            raise PositionError("stage", "there is no legal action")
    memcpy(s, &t, sizeof(State))


cdef int _game
for _game in games_with("plays_cards"):
    TEXTS[_game].whole = card_state_to_dict
    TEXTS[_game].read_whole = card_state_from_dict
