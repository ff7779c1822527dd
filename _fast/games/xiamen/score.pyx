# cython: language_level=3
"""Won hands of Xiamen and Quanzhou from plain Python values; xiamen.pyi tells of them."""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memset

from shugi._fast.core.bits cimport bit, has
from shugi._fast.core.rules cimport WILD_EYE_CLAIM_RULE_READING
from shugi._fast.core.sizes cimport GROUPS, KINDS, NO_TILE
from shugi._fast.core.state cimport (
    MELD_ANKAN, MELD_CHI, MELD_DAIMINKAN, MELD_KAKAN, MELD_PON, Ledger,
)
from shugi._fast.core.tiles cimport PLANT_1, SEASON_1, WILD, code_of_face
from shugi._fast.flow.ledger cimport ledger_clear, lines_of, sums_of
from shugi._fast.games.xiamen.win cimport (
    AWARD_COMMON, AWARD_DOUBLE_FLOAT, AWARD_EARTHLY, AWARD_EIGHT_FLOWERS, AWARD_GOLD_FLOAT,
    AWARD_HEAVENLY, AWARD_KNOCK, AWARD_KNOCK_DEAL, AWARD_ROB_GOLD, AWARD_ROB_KAN,
    AWARD_TRIPLE_FLOAT, AWARD_WALL, GOLDS, MOST_STAYS, NO_WATER, XiamenValue, XiamenWin,
    banker_base, better_award, dealt_award, float_award, followed_honours, gold_bars_claim,
    has_own_place, is_floating, must_float, xiamen_settle, xiamen_value,
)
from shugi._fast.rules.compile cimport Rules
from shugi._fast.text.case cimport (
    check_case, check_deck, check_game, check_melds, check_size, is_run, meld_named, number_of,
    tile_of, tiles_of,
)
from shugi._fast.shape.shapes cimport shape_index

from shugi._fast.core.tiles import code_name

# name, form, default ("needed" where there is none), meaning
CASE = (
    ("dealer", "player", "needed", "the banker; players are numbered from 0 in turn order"),
    ("winner", "player", "needed", "who wins"),
    ("indicator", "tile", "needed",
     "the tile turned after the deal; its other copies are golds. Eight flowers may come first"),
    ("hand", "tiles", "needed",
     "the concealed tiles before the winning one as their faces show: golds as the indicator, "
     "5z for a White"),
    ("win_tile", "tile", "none",
     "the tile won on; not needed by heavenly, knocks and eight flowers, where a banker may "
     "hold 17"),
    ("win_by", '"tsumo", "ron" or "robbing"', '"tsumo"',
     "an own tile, a discard, or the tile of an added kan"),
    ("award", "text", "the best", "the line of the multiplier table; the awards below"),
    ("floats", "number", "0", "golds discarded in the running float chain"),
    ("melds", "[[type, tiles], ...]", "[]", "chi, pon, daiminkan, kakan, ankan"),
    ("flowers", "tiles", '""', "flowers laid down: 1e to 4e seasons, 1h to 4h plants"),
    ("stays", "number", "0", "hands in a row that the banker has kept the deal before this one"),
    ("stay_multipliers", "[number, ...]", "1 for each",
     "of the wins by which he kept it, 1 for a draw; matters with plus_multiplier"),
)
# name, Award, the ways of winning it goes with, meaning
AWARDS = (
    ("common", AWARD_COMMON, ("ron",), "a win on a discard"),
    ("wall", AWARD_WALL, ("tsumo",), "a drawn tile"),
    ("rob_kong", AWARD_ROB_KAN, ("robbing",), "the tile of an added kan"),
    ("knock", AWARD_KNOCK, ("tsumo",), "three golds when the hand would be drawn"),
    ("knock_deal", AWARD_KNOCK_DEAL, ("tsumo",), "three golds after the deal"),
    ("gold_float", AWARD_GOLD_FLOAT, ("tsumo",), "five sets and a gold, any tile drawn"),
    ("double_float", AWARD_DOUBLE_FLOAT, ("tsumo",), "... after discarding a gold"),
    ("triple_float", AWARD_TRIPLE_FLOAT, ("tsumo",), "... after two in direct succession"),
    ("rob_gold", AWARD_ROB_GOLD, ("tsumo",), "the indicator completes a dealt hand"),
    ("heavenly", AWARD_HEAVENLY, ("tsumo",), "the banker's dealt tiles"),
    ("earthly", AWARD_EARTHLY, ("ron",), "the banker's first discard"),
    ("eight_flowers", AWARD_EIGHT_FLOWERS, ("tsumo",), "all flowers laid down (Quanzhou)"),
)
KEYS = frozenset([row[0] for row in CASE])
WIN_BY = ("tsumo", "ron", "robbing")
AWARD_OF = {name: award for name, award, _, _ in AWARDS}
NO_WIN_TILE = ("heavenly", "knock", "knock_deal", "eight_flowers")
DEALT = ("heavenly", "knock_deal", "eight_flowers")  # the banker may hold a tile more
FLOATS = ("gold_float", "double_float", "triple_float")
MELD_TYPES = {
    "chi": MELD_CHI, "pon": MELD_PON, "daiminkan": MELD_DAIMINKAN, "kakan": MELD_KAKAN,
    "ankan": MELD_ANKAN,
}


# ---- reading plain values

cdef object faces_of(text, what):
    """Kinds of plain tiles."""
    codes = tiles_of(text, what)
    for code in codes:
        if code >= KINDS:
            raise ValueError(
                f"{what}: {code_name(code)} is no face of a hand; write golds as the indicator"
            )
    return codes


cdef object indicator_of(case):
    """Code of the indicator; NO_TILE where a hand was won before it was turned."""
    if case.get("award") == "eight_flowers" and case.get("indicator") is None:
        return NO_TILE
    code = tile_of(case.get("indicator"), "indicator")
    if code >= KINDS:
        raise ValueError(f"indicator: {code_name(code)} cannot be the indicator; take 1m to 7z")
    return code


cdef object melds_of(melds, indicator):
    """(MeldType, faces) of every meld."""
    out = []
    check_melds(melds, 5)
    for meld in melds:
        name, text = meld_named(meld, MELD_TYPES)
        faces = faces_of(text, f"meld {name}")
        check_size(name, text, faces)
        if indicator in faces:
            raise ValueError(f"meld {name} of {text!r}: no meld may hold a gold")
        kinds = [code_of_face(face, indicator) for face in faces]
        if not (is_run(kinds) if name == "chi" else len(set(kinds)) == 1):
            wanted = "a run" if name == "chi" else "of one kind"
            raise ValueError(f"meld {name} of {text!r}: its tiles must be {wanted}")
        out.append((MELD_TYPES[name], faces))
    return out


cdef int read_flowers(case) except -1:
    """A bit for each: seasons, then plants."""
    flowers = 0
    for code in tiles_of(case.get("flowers", ""), "flowers"):
        if not SEASON_1 <= code < PLANT_1 + 4:
            raise ValueError(f"flowers: {code_name(code)} is none; take 1e to 4e and 1h to 4h")
        if has(flowers, code - SEASON_1):
            raise ValueError(f"flowers: there is only one {code_name(code)}")
        flowers |= 1 << (code - SEASON_1)
    return flowers


cdef object choice_of(case, key, names, default):
    value = case.get(key, default)
    if not isinstance(value, str) or value not in names:
        raise ValueError(f"{key} must be one of {', '.join(names)}, not {value!r}")
    return value


cdef object check_held(Rules rules, case, held, melds):
    """The hand's number of tiles; the banker's dealt ones are one more than between turns."""
    award = case.get("award")
    usual = 3 * (rules.c.sets - melds) + 1
    wanted = [usual]
    if award in DEALT and case.get("win_tile") is None and case["winner"] == case["dealer"]:
        wanted = [usual + 1] if award == "heavenly" else [usual, usual + 1]
    if held not in wanted:
        raise ValueError(
            f"hand {case['hand']!r} has {held} tiles; with {melds} melds it must have "
            f"{' or '.join(map(str, wanted))}"
        )


cdef object read_hand(Rules rules, case, XiamenWin* win):
    """Hand, melds and winning tile into ``win``; the winning tile's face, or None."""
    indicator = indicator_of(case)
    faces = faces_of(case.get("hand"), "hand")
    melds = melds_of(case.get("melds", ()), indicator)
    check_held(rules, case, len(faces), len(melds))
    tile = None
    if case.get("win_tile") is not None:
        tile = tile_of(case["win_tile"], "win_tile")
        faces_of(case["win_tile"], "win_tile")
    robbed = case.get("award") == "rob_gold"
    used = faces + [face for _, meld in melds for face in meld] + ([] if tile is None else [tile])
    used += [] if robbed or indicator == NO_TILE else [indicator]
    check_deck(rules, used, "the winner's tiles and the indicator")
    for face in faces + ([] if tile is None else [tile]):
        code = face if indicator == NO_TILE else code_of_face(face, indicator)
        if code == WILD:
            win.golds += 1
        else:
            win.kind[<int>code] += 1
    win.n_meld = <uint8_t>len(melds)
    for i, (type_, meld) in enumerate(melds):
        win.meld[<int>i].type = type_
        win.meld[<int>i].n = <uint8_t>len(meld)
        for j, face in enumerate(meld):
            win.meld[<int>i].tile[<int>j] = <uint8_t>code_of_face(face, indicator)
    return tile


# ---- the line of the table

cdef bint floats_before(Rules rules, const XiamenWin* win, int tile):
    """Whether any tile completes the hand without the winning one (a code, or WILD)."""
    cdef uint8_t kind[KINDS]
    cdef int32_t index[GROUPS]
    cdef int golds = win.golds - (tile == WILD)
    for i in range(KINDS):
        kind[i] = win.kind[i]
    if tile != WILD:
        kind[tile] -= 1
    shape_index(&rules.c, kind, index)
    return is_floating(&rules.c, kind, index, rules.c.sets - win.n_meld, golds)


cdef int dealt_line(Rules rules, const XiamenWin* win) noexcept:
    cdef int32_t index[GROUPS]
    shape_index(&rules.c, win.kind, index)
    return dealt_award(&rules.c, win.kind, index, rules.c.sets - win.n_meld, win.golds)


cdef object check_award(case, award, by, tile, indicator, bint floating):
    names = {name: ways for name, _, ways, _ in AWARDS}
    if by not in names[award]:
        raise ValueError(f"award {award} goes with a win by {names[award][0]}, not {by}")
    if tile is None and award not in NO_WIN_TILE:
        raise ValueError(f"award {award} needs a win_tile")
    if award in FLOATS and not floating:
        raise ValueError(f"award {award} needs a hand of a gold and sets that any tile completes")
    if award == "rob_gold" and tile != indicator:
        raise ValueError("award rob_gold: the win_tile is the indicator")
    if award == "heavenly" and case["winner"] != case["dealer"]:
        raise ValueError("award heavenly is for the banker")
    if award == "earthly" and case["winner"] == case["dealer"]:
        raise ValueError("award earthly is for the others, on the banker's first discard")


cdef int read_award(Rules rules, case, XiamenWin* win, tile, bint* floating) except -1:
    """Award and claimed tile into ``win``."""
    indicator = indicator_of(case)
    by = choice_of(case, "win_by", WIN_BY, "tsumo")
    floats = number_of(case, "floats", 0, GOLDS - 1, 0)
    code = NO_TILE if tile is None else code_of_face(tile, indicator)
    floating[0] = tile is not None and floats_before(rules, win, code)
    if by != "tsumo" and code == WILD:
        raise ValueError(f"win_tile: nobody can win on another's gold ({case['win_tile']!r})")
    plain = {"tsumo": AWARD_WALL, "ron": AWARD_COMMON, "robbing": AWARD_ROB_KAN}[by]
    if case.get("award") is not None:
        award = choice_of(case, "award", AWARD_OF, None)
        check_award(case, award, by, tile, indicator, floating[0])
        win.award = <uint8_t>(dealt_line(rules, win) if award == "heavenly" else AWARD_OF[award])
    elif tile is None:
        raise ValueError(f"win_tile is missing; only the awards {', '.join(NO_WIN_TILE)} need none")
    elif by == "tsumo" and floating[0]:
        win.award = <uint8_t>better_award(&rules.c, plain, float_award(floats))
    else:
        win.award = plain
    win.claimed = NO_TILE
    if by == "ron" or (by == "robbing" and rules.c.robbed_tile_is_open):
        win.claimed = <uint8_t>code
    return 0


cdef bint is_allowed(Rules rules, const XiamenWin* win, tile, by, bint floating):
    """What options and the float state bar, the shape aside."""
    cdef int golds = win.golds - (win.award == AWARD_ROB_GOLD)
    if win.award == AWARD_ROB_GOLD and not rules.c.rob_gold:
        return False
    if win.award == AWARD_EIGHT_FLOWERS and not (
            rules.c.eight_flowers_win and win.flowers == 0xFF):
        return False
    if win.award in (AWARD_KNOCK, AWARD_KNOCK_DEAL) and win.golds != GOLDS:
        return False
    if by != "tsumo" and golds and gold_bars_claim(&rules.c, by == "robbing"):
        return False
    if by != "tsumo" and floating and not (
            rules.c.wild_eye_claim_rule == WILD_EYE_CLAIM_RULE_READING
            and has_own_place(&rules.c, win.kind, win.golds, tile)):
        return False
    return not must_float(&rules.c, golds, win.award)


cdef object read_stays(Rules rules, case):
    """Stays, and the sum of their multipliers."""
    stays = number_of(case, "stays", 0, MOST_STAYS, 0)
    given = case.get("stay_multipliers")
    if given is None:
        return stays, stays
    if (not isinstance(given, (list, tuple)) or len(given) != stays
            or any([type(n) is not int or not 1 <= n <= 12 for n in given])):
        raise ValueError(f"stay_multipliers must be {stays} numbers from 1 to 12, not {given!r}")
    return stays, sum(given)


# ---- the doors

def score(Rules rules not None, case):
    cdef XiamenWin win
    cdef XiamenValue value
    cdef Ledger ledger
    cdef bint floating = False
    check_game(rules, "xiamen")
    check_case(case, KEYS, "won hand")
    memset(&win, 0, sizeof(XiamenWin))
    win.banker = number_of(case, "dealer", 0, rules.seats - 1)
    win.winner = number_of(case, "winner", 0, rules.seats - 1)
    win.flowers = read_flowers(case)
    tile = read_hand(rules, case, &win)
    read_award(rules, case, &win, tile, &floating)
    stays, stay_sum = read_stays(rules, case)
    xiamen_value(&rules.c, &win, &value)
    claimed = NO_TILE if tile is None else code_of_face(tile, indicator_of(case))
    allowed = is_allowed(rules, &win, claimed, case.get("win_by", "tsumo"), floating)
    complete = value.water != NO_WATER
    answer = {
        "legal": bool(complete and allowed),
        "award": AWARDS[win.award][0],
        "multiplier": value.multiplier,
        "base": banker_base(&rules.c, stays, stay_sum) * rules.c.base_scale,
        "water": None,
        "water_of": None,
        "points_delta": None,
        "ledger": [],
    }
    if complete:
        ledger_clear(&ledger)
        xiamen_settle(&rules.c, &win, &value, stays, stay_sum, &ledger)
        answer |= {
            "water": value.water,
            "water_of": {"flowers": value.flowers, "golds": value.golds, "melds": value.melds,
                         "sets": value.sets},
            "points_delta": sums_of(&rules.c, &ledger)[0],
            "ledger": lines_of(&rules.c, &ledger),
        }
    return answer


def legal_discards(Rules rules not None, hand, indicator, discarded=""):
    cdef uint8_t kind[KINDS]
    cdef uint64_t seen = 0
    cdef uint64_t forced = 0
    check_game(rules, "xiamen")
    turned = indicator_of({"indicator": indicator})
    memset(kind, 0, KINDS)
    faces = faces_of(hand, "hand")
    for face in faces:
        if face != turned:
            kind[<int>code_of_face(face, turned)] += 1
    for face in faces_of(discarded, "discarded"):
        if face != turned:
            seen |= bit(<int>code_of_face(face, turned))
    if rules.c.follow_honours:
        forced = followed_honours(kind, seen)
    out = []
    for face in sorted(set(faces)):
        code = code_of_face(face, turned)
        free = rules.c.honour_rule_exempts_gold if code == WILD else has(forced, <int>code)
        if not forced or free:
            out.append(code_name(face))
    return out
