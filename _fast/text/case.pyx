# cython: language_level=3
"""A won hand as plain Python values (a dict of texts and numbers), checked and read."""

from shugi._fast.core.sizes cimport MELDS, NOBODY
from shugi._fast.core.state cimport (
    MELD_ANKAN, MELD_ATAMA, MELD_CHI, MELD_DAIMINKAN, MELD_GRAND_CROSS, MELD_KAKAN, MELD_PON,
)
from shugi._fast.core.tiles cimport KIND_OF, NO_KIND

from shugi._fast.tables.fields import MELD_SIZES
from shugi._fast.core.tiles import code_name, parse_tiles
from shugi._fast.rules.games import GAMES

MELD_TYPES = {
    "pon": MELD_PON, "daiminkan": MELD_DAIMINKAN, "kakan": MELD_KAKAN, "ankan": MELD_ANKAN,
    "gc": MELD_GRAND_CROSS, "atama": MELD_ATAMA, "chi": MELD_CHI,
}

KANS = ("daiminkan", "kakan", "ankan")


# ---- reading plain values

cdef object check_keys(case, allowed, what):
    for key in case:
        if key not in allowed:
            raise ValueError(f"{what}: unknown key {key!r}; known: {', '.join(sorted(allowed))}")


cdef object number_of(case, key, low, high, default=None):
    value = case.get(key, default)
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"{key} must be a whole number from {low} to {high}, not {value!r}")
    return value


cdef int seats_named(Rules rules, seats, what) except -1:
    cdef int bits = 0
    if not isinstance(seats, (list, tuple)):
        raise ValueError(f"{what} must be a list of players, not {seats!r}")
    for seat in seats:
        bits |= 1 << <int>number_of({what: seat}, what, 0, rules.seats - 1)
    return bits


cdef object ron_or_tsumo(case):
    win_by = case.get("win_by")
    if win_by not in ("ron", "tsumo"):
        raise ValueError(f"win_by must be ron or tsumo, not {win_by!r}")
    return win_by


cdef object loser_of(Rules rules, case, winner, bint own):
    if own:
        if case.get("loser") is not None:
            raise ValueError(f"there is no loser in a win by {case['win_by']}")
        return NOBODY
    loser = number_of(case, "loser", 0, rules.seats - 1)
    if loser == winner:
        raise ValueError("winner and loser must be two players")
    return loser


cdef object tiles_of(text, what):
    if not isinstance(text, str):
        raise ValueError(f"{what} must be a text of tiles such as '123p5pg', not {text!r}")
    try:
        return parse_tiles(text)
    except ValueError as error:
        raise ValueError(f"{what}: {error}") from None


cdef object tile_of(text, what):
    codes = tiles_of(text, what)
    if len(codes) != 1:
        raise ValueError(f"{what} must be one tile, not {text!r}")
    return codes[0]


cdef object amounts_of(Rules rules, values, what):
    if (not isinstance(values, (list, tuple)) or len(values) != rules.seats
            or any([type(value) is not int for value in values])):
        raise ValueError(f"{what} must be {rules.seats} whole numbers, not {values!r}")
    for value in values:
        if abs(value) > 10**8:
            raise ValueError(f"{what}: {value} is out of range (at most 100 million either way)")
    return values


cdef object check_known(Rules rules, codes, what):
    deck = set(rules.tiles)
    for code in codes:
        if code not in deck:
            raise ValueError(f"{what}: {rules.name} has no tile {code_name(code)}")


cdef object check_deck(Rules rules, codes, what):
    check_known(rules, codes, what)
    deck = rules.tiles
    for code in sorted(set(codes)):
        if codes.count(code) > deck.count(code):
            raise ValueError(
                f"{what}: {codes.count(code)} tiles {code_name(code)}, "
                f"but the deck of {rules.name} has {deck.count(code)}"
            )


cdef set flags_on(case, rows, win_by):
    flags = case.get("flags", {})
    if not isinstance(flags, dict):
        raise ValueError(f"flags must be a mapping of names to true or false, not {flags!r}")
    check_keys(flags, [name for name, _, _ in rows], "flags")
    for name, by, _ in rows:
        if type(flags.get(name, False)) is not bool:
            raise ValueError(f"flag {name} must be true or false, not {flags[name]!r}")
        if flags.get(name) and by != win_by:
            raise ValueError(f"flag {name} does not go with a win by {win_by}")
    return {name for name in flags if flags[name]}


cdef object check_melds(melds, most):
    if not isinstance(melds, (list, tuple)) or len(melds) > most:
        raise ValueError(f"melds must be at most {most} pairs [type, tiles], not {melds!r}")


cdef tuple meld_named(meld, names):
    if not isinstance(meld, (list, tuple)) or len(meld) != 2:
        raise ValueError(f"a meld must be a pair [type, tiles], not {meld!r}")
    name, text = meld
    if not isinstance(name, str) or name not in names:
        raise ValueError(f"meld {name!r} is not one of {', '.join(names)}")
    return name, text


cdef object check_size(name, text, tiles):
    if len(tiles) != MELD_SIZES[name]:
        raise ValueError(f"meld {name} of {text!r}: it takes {MELD_SIZES[name]} tiles")


cdef bint is_run(list kinds) except -1:
    low = min(kinds)
    return low < 27 and low % 9 < 7 and sorted(kinds) == [low, low + 1, low + 2]


cdef object melds_of(melds):
    """(type, codes) of every meld."""
    out = []
    check_melds(melds, MELDS)
    for meld in melds:
        name, text = meld_named(meld, MELD_TYPES)
        codes = tiles_of(text, f"meld {name}")
        check_size(name, text, codes)
        kinds = {KIND_OF[<int>code] for code in codes}
        if name == "gc":
            if kinds != {27, 28, 29, 30}:
                raise ValueError(f"meld gc of {text!r}: it takes one of each wind")
        elif name == "chi":
            if not is_run([KIND_OF[<int>code] for code in codes]):
                raise ValueError(f"meld chi of {text!r}: it takes three in a row of one suit")
        elif len(kinds) != 1 or NO_KIND in kinds:
            raise ValueError(f"meld {name} of {text!r}: its tiles must be of one kind")
        out.append((MELD_TYPES[name], codes))
    return out


cdef object concealed_of(Rules rules, hand, melds, int wilds=0):
    codes = tiles_of(hand, "hand")
    pairs = len([type_ for type_, _ in melds if type_ == MELD_ATAMA])
    if pairs and not rules.c.atama:
        raise ValueError("melds: these rules have no called pairs; set atama: true")
    if not rules.c.chii and any([type_ == MELD_CHI for type_, _ in melds]):
        raise ValueError("melds: these rules have no called runs (option chii)")
    if not rules.c.grand_cross and any([type_ == MELD_GRAND_CROSS for type_, _ in melds]):
        raise ValueError("melds: these rules have no Grand Cross; set grand_cross: true")
    most = MELDS if pairs else rules.c.sets
    if len(melds) > most:
        raise ValueError(f"{len(melds)} melds: a hand has at most {most}")
    want = 3 * rules.c.sets + 1 - 3 * len(melds) + pairs - wilds
    if want < 0:
        raise ValueError(f"{len(melds)} melds leave no room for the wildcards of their kans")
    if len(codes) != want or (pairs and want < 1):
        raise ValueError(
            f"hand {hand!r} has {len(codes)} tiles; with {len(melds)} melds it must have {want}"
        )
    for code in codes:
        if KIND_OF[<int>code] == NO_KIND:
            raise ValueError(f"hand {hand!r}: {code_name(code)} cannot be part of a hand")
    return codes


cdef tuple winner_tiles(Rules rules, case):
    melds = melds_of(case.get("melds", ()))
    codes = concealed_of(rules, case.get("hand"), melds)
    tile = tile_of(case.get("win_tile"), "win_tile")
    codes = [*codes, tile]
    check_deck(rules, [*codes, *[code for _, meld in melds for code in meld]], "the winner's tiles")
    return codes, tile, melds


cdef tuple kan_of(Rules rules, kan, allowed):
    check_keys(kan, allowed, "kan")
    name = kan.get("type")
    if name not in KANS:
        raise ValueError(f"type must be one of {', '.join(KANS)}, not {name!r}")
    seat = number_of(kan, "seat", 0, rules.seats - 1)
    if name != "daiminkan":
        if kan.get("from_seat") is not None:
            raise ValueError(f"from_seat: a {name} takes nobody's tile")
        return MELD_TYPES[name], seat, NOBODY
    giver = number_of(kan, "from_seat", 0, rules.seats - 1)
    if giver == seat:
        raise ValueError("seat and from_seat must be two players")
    return MELD_TYPES[name], seat, giver


# ---- the case

cdef int check_case(case, allowed, what) except -1:
    if not isinstance(case, dict):
        raise ValueError(f"a {what} must be a dict, not {type(case).__name__}")
    check_keys(case, allowed, what)
    return 0


cdef int check_game(Rules rules, str game) except -1:
    if rules.game != game:
        raise ValueError(f"{rules.name} is not {GAMES[game].title}; take the rule set {game}")
    return 0


cdef Rules rules_with(Rules rules, options):
    if options is None:
        return rules
    if not isinstance(options, dict):
        raise ValueError(f"options must be a dict of rule options, not {options!r}")
    return Rules(rules.name, {**rules.options, **options}) if options else rules


cdef Rules rules_of(Rules rules, case, allowed, what, str game=None):
    if game is not None:
        check_game(rules, game)
    check_case(case, allowed, what)
    return rules_with(rules, case.get("options"))
