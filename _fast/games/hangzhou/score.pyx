# cython: language_level=3
"""Hangzhou hands as plain Python values: what they are worth, who pays (hangzhou.md 3-5)."""

from libc.stdint cimport int32_t
from libc.string cimport memset
from shugi._fast.core.state cimport Ledger
from shugi._fast.core.tiles cimport KIND_OF, KIND_WHITE, NO_KIND, WILD, code_of_face
from shugi._fast.flow.ledger cimport ledger_clear, lines_of, sums_of
from shugi._fast.games.hangzhou.win cimport (
    CLAIMED_TILE, COUNTER_LIABLE, DOUBLINGS, FLOAT_CLAIMS, LIABLE, OWN_TILE, ROBBED_TILE,
    HangzhouBill, HangzhouValue, HangzhouWin, hangzhou_pay, hangzhou_value, honours_value,
    instant_third, is_wild_eye, may_take, stay_level, third_forbidden,
)
from shugi._fast.rules.compile cimport Rules
from shugi._fast.text.case cimport (
    amounts_of, check_case, check_deck, check_game, check_keys, check_melds, check_size, loser_of,
    meld_named, number_of, tile_of, tiles_of,
)
from shugi._fast.shape.shapes cimport shape_index

from shugi._fast.games.hangzhou.win import DOUBLING_NAMES

# rows of the schema: name, form, default, meaning
CASE = (
    ("dealer", "player", "needed", "the banker; players are numbered from 0 in turn order"),
    ("winner", "player", "needed", "who wins"),
    ("win_by", '"tsumo", "ron", "robbing" or "ten_honours"', "needed",
     "an own tile, a discard, a robbed kan, or ten honours discarded"),
    ("loser", "player", "none", "whose tile was won on; needed by ron and robbing"),
    ("hand", "tiles", "needed",
     "concealed, without the winning one, as their faces show; none with ten_honours"),
    ("win_tile", "tile", "needed", "the tile won on, as its face shows; none with ten_honours"),
    ("melds", "[[type, tiles], ...]", "[]", "chi, pon, daiminkan, kakan, ankan"),
    ("indicator", "tile", "needed",
     "names the wildcard; none with permanent_fortune or ten_honours"),
    ("level", "1 to 3", "1", "stay level of the banker"),
    ("floats", "number", "0", "wildcards discarded in the running chain"),
    ("kan_streak", "number", "0", "kans of the running streak"),
    ("discards", "number", "0", "honours discarded and nothing else, for ten_honours"),
    ("liability", '{"player": ["L", "C"]}', "{}",
     "L: fed three sets to the winner, C: took three from him"),
    ("float_claims", "[[player, multiplier], ...]", "[]",
     "who fed a claim of the floating winner, and what the hand was worth without it"),
    ("chips", "a number for each player", "no limit", "what each can pay"),
)
CASE_KEYS = frozenset([name for name, *_ in CASE])
HAND_KEYS = frozenset(("hand", "win_tile", "melds", "indicator", "win_by", "floats", "kan_streak"))
BILL_KEYS = frozenset(("dealer", "winner", "win_by", "loser", "level", "multiplier", "liability",
                       "float_claims", "chips"))
SOURCES = {"tsumo": OWN_TILE, "ron": CLAIMED_TILE, "robbing": ROBBED_TILE, "ten_honours": OWN_TILE}
RELATIONS = {"L": LIABLE, "C": COUNTER_LIABLE}
MELD_NAMES = ("chi", "pon", "daiminkan", "kakan", "ankan")
MOST_FLOATS = 3
MOST_KANS = 4


def spared(case, options):
    if case.get("win_by") == "ten_honours":
        return "hand", "win_tile", "indicator"
    return ("indicator",) if options.get("permanent_fortune") else ()


# ---- tiles by their faces

cdef int wild_kind(Rules rules, case) except -1:
    """The kind on the wildcards."""
    if rules.c.permanent_fortune:
        if case.get("indicator") is not None:
            raise ValueError("indicator: with permanent_fortune there is none; leave it out")
        return KIND_WHITE
    return tile_of(case.get("indicator"), "indicator")


cdef object melds_of(Rules rules, case, int wild):
    """Faces of the melds' tiles, in the order of the melds."""
    melds = case.get("melds", ())
    check_melds(melds, rules.c.sets)
    out = []
    for meld in melds:
        name, text = meld_named(meld, MELD_NAMES)
        faces = tiles_of(text, f"meld {name}")
        kinds = sorted([code_of_face(face, wild) for face in faces])
        check_size(name, text, kinds)
        if WILD in kinds:
            raise ValueError(f"meld {name} of {text!r}: a wildcard cannot be melded")
        run = name == "chi" and kinds[0] < 27 and kinds[0] % 9 <= 6
        if kinds != ([kinds[0] + i for i in range(3)] if run else [kinds[0]] * len(kinds)) or (
                name == "chi" and not run):
            raise ValueError(f"meld {name} of {text!r} is no such set")
        out += [faces]
    return out


cdef object check_faces(Rules rules, faces, int wild):
    shown = [] if rules.c.permanent_fortune else [wild]  # the indicator lies open
    check_deck(rules, faces + shown, "the winner's tiles and the indicator")


cdef int read_hand(Rules rules, case, HangzhouWin* win) except -1:
    cdef int wild = wild_kind(rules, case)
    memset(win, 0, sizeof(HangzhouWin))
    melds = melds_of(rules, case, wild)
    faces = tiles_of(case.get("hand"), "hand")
    want = 3 * (rules.c.sets - len(melds)) + 1
    if len(faces) != want:
        raise ValueError(
            f"hand {case['hand']!r} has {len(faces)} tiles; with {len(melds)} melds it must have "
            f"{want}, the winning tile aside"
        )
    last = tile_of(case.get("win_tile"), "win_tile")
    check_faces(rules, faces + [last] + [face for meld in melds for face in meld], wild)
    for face in faces:
        if KIND_OF[code_of_face(face, wild)] == NO_KIND:
            win.hand.wild += 1
        else:
            win.hand.kind[code_of_face(face, wild)] += 1
    shape_index(&rules.c, win.hand.kind, win.hand.index)
    win.hand.sets = rules.c.sets - <int>len(melds)
    win.tile = code_of_face(last, wild)
    win.source = source_of(case)
    win.floats = number_of(case, "floats", 0, MOST_FLOATS, 0)
    win.kan_streak = number_of(case, "kan_streak", 0, MOST_KANS, 0)
    if win.source != OWN_TILE and (win.floats or win.kan_streak):
        raise ValueError("floats and kan_streak count for an own tile; leave them out")
    return 0


cdef int source_of(case) except -1:
    name = case.get("win_by")
    if not isinstance(name, str) or name not in SOURCES:
        raise ValueError(f"win_by must be one of {', '.join(SOURCES)}, not {name!r}")
    return SOURCES[name]


cdef dict value_dict(const HangzhouValue* value):
    cdef int i
    return {
        "legal": value.multiplier > 0,
        "multiplier": value.multiplier or None,
        "doublings": {DOUBLING_NAMES[i]: value.doubles[i] for i in range(<int>DOUBLINGS)
                      if value.doubles[i]},
    }


# ---- payments

cdef int read_relations(Rules rules, case, HangzhouBill* bill) except -1:
    given = case.get("liability", {})
    if not isinstance(given, dict):
        raise ValueError(f"liability must map players to 'L' and 'C', not {given!r}")
    check_keys(given, [str(i) for i in range(rules.seats)], "liability")
    for seat, letters in given.items():
        if not isinstance(letters, (list, tuple)) or set(letters) - RELATIONS.keys():
            raise ValueError(f"liability of player {seat} must list 'L' or 'C', not {letters!r}")
        if letters and int(seat) == bill.winner:
            raise ValueError("liability: the winner cannot be liable to himself")
        bill.relation[<int>int(seat)] = sum([RELATIONS[one] for one in set(letters)])
    return 0


cdef int read_claims(Rules rules, case, HangzhouBill* bill) except -1:
    claims = case.get("float_claims", ())
    if not isinstance(claims, (list, tuple)) or len(claims) > FLOAT_CLAIMS:
        raise ValueError(f"float_claims must be at most {FLOAT_CLAIMS} pairs, not {claims!r}")
    for i, claim in enumerate(claims):
        if not isinstance(claim, (list, tuple)) or len(claim) != 2:
            raise ValueError(f"float_claims: a claim is [player, multiplier], not {claim!r}")
        named = {"player": claim[0], "multiplier": claim[1]}
        bill.claim_from[<int>i] = number_of(named, "player", 0, rules.seats - 1)
        bill.claim_before[<int>i] = number_of(named, "multiplier", 1, bill.multiplier)
        if bill.claim_from[<int>i] == bill.winner:
            raise ValueError("float_claims: the winner claims from another")
        if i and bill.claim_before[<int>i] < bill.claim_before[<int>i - 1]:
            raise ValueError("float_claims: each adds to the multiplier; put the first one first")
    bill.n_claims = <int>len(claims)
    return 0


cdef int read_bill(Rules rules, case, int32_t multiplier, HangzhouBill* bill) except -1:
    cdef int p
    last = rules.seats - 1
    memset(bill, 0, sizeof(HangzhouBill))
    bill.banker = number_of(case, "dealer", 0, last)
    bill.winner = number_of(case, "winner", 0, last)
    bill.level = number_of(case, "level", 1, 3, 1)
    bill.source = source_of(case)
    bill.giver = loser_of(rules, case, bill.winner, bill.source == OWN_TILE)
    bill.multiplier = multiplier
    read_relations(rules, case, bill)
    read_claims(rules, case, bill)
    chips = case.get("chips")
    if chips is not None and any([chip < 0 for chip in amounts_of(rules, chips, "chips")]):
        raise ValueError(f"chips cannot be below 0, as in {chips!r}")
    for p in range(rules.seats):
        bill.chips[p] = -1 if chips is None else chips[p]
    return 0


cdef dict paid_dict(Rules rules, const HangzhouBill* bill):
    cdef Ledger ledger
    ledger_clear(&ledger)
    hangzhou_pay(&rules.c, bill, &ledger)
    return {"points_delta": sums_of(&rules.c, &ledger)[0], "ledger": lines_of(&rules.c, &ledger)}


# ---- the doors

def hand_value(Rules rules not None, case):
    cdef HangzhouWin win
    cdef HangzhouValue value
    check_game(rules, "hangzhou")
    check_case(case, HAND_KEYS, "case")
    read_hand(rules, case, &win)
    hangzhou_value(&rules.c, &win, &value)
    return {**value_dict(&value), "wild_eye": bool(is_wild_eye(&rules.c, &win.hand))}


def payment(Rules rules not None, case):
    cdef HangzhouBill bill
    check_game(rules, "hangzhou")
    check_case(case, BILL_KEYS, "case")
    read_bill(rules, case, number_of(case, "multiplier", 1, 2**20), &bill)
    return paid_dict(rules, &bill)


def score(Rules rules not None, case):
    cdef HangzhouBill bill
    cdef HangzhouWin win
    cdef HangzhouValue value
    check_game(rules, "hangzhou")
    check_case(case, CASE_KEYS, "case")
    memset(&value, 0, sizeof(HangzhouValue))
    if case.get("win_by") == "ten_honours":
        for key in ("hand", "win_tile", "melds", "indicator", "floats", "kan_streak"):
            if case.get(key) is not None:
                raise ValueError(f"{key} does not matter for ten_honours; leave it out")
        value.multiplier = honours_value(&rules.c, number_of(case, "discards", 0, 30, 0))
    else:
        if "discards" in case:
            raise ValueError("discards count for ten_honours; leave them out")
        read_hand(rules, case, &win)
        hangzhou_value(&rules.c, &win, &value)
    read_bill(rules, case, max(value.multiplier, 1), &bill)
    answer = value_dict(&value)
    why = why_not(rules, &bill, answer["legal"], case)
    answer["why"] = why
    if why is None:
        return answer | paid_dict(rules, &bill)
    nothing = {"legal": False, "points_delta": [0] * rules.seats, "ledger": []}
    return answer | nothing


cdef object why_not(Rules rules, const HangzhouBill* bill, complete, case):
    """Why the hand may not be won; None if it may."""
    if bill.source != OWN_TILE and rules.c.wall_only:
        return "these rules let nobody win on another's tile (wall_only)"
    if not complete:
        if case["win_by"] == "ten_honours":
            return "that takes ten honours and the option ten_honours"
        return "the tiles do not win" if bill.source == OWN_TILE else (
            "the tiles do not win, or are a wild eye, which wins on own tiles only")
    if not may_take(&rules.c, bill.source, bill.level, bill.banker, bill.winner, bill.giver):
        return ("another's tile is won at level 3 (robbing: rob_min_level), and between the banker "
                "and another only")
    return None


def level_of(Rules rules not None, int hands):
    return stay_level(&rules.c, hands)


def lifts_level(Rules rules not None, dice):
    first, second = dice
    return bool(instant_third(&rules.c, first, second))


def honours_multiplier(Rules rules not None, int discards):
    return honours_value(&rules.c, discards) or None


def claim_forbidden(Rules rules not None, fed, *, with_banker, level, chi):
    chows = len([one for one in fed if one == "chi"])
    return bool(third_forbidden(&rules.c, <int>len(fed), chows, chi, with_banker, level))
