# cython: language_level=3
"""A won hand as plain Python values (a dict of texts and numbers), checked and read."""

from libc.stdint cimport uint8_t
from libc.string cimport memset
from shugi._fast.state cimport (
    BY_BINGO, BY_RON, BY_TSUMO, INDICATORS, MELD_ANKAN, MELD_DAIMINKAN, MELD_KAKAN, MELD_PON, MELDS,
    NO_TILE, NOBODY, RIICHI_CLOSED, RIICHI_NONE, RIICHI_OPEN, WALL,
)
from shugi._fast.tiles cimport FLOWER, KIND_NORTH, KIND_OF, NO_KIND, POCCHI

from shugi._fast.tiles import code_name, parse_tiles

WIN_KEYS = frozenset((
    "dealer", "winner", "loser", "round_wind", "win_by", "hand", "melds", "win_tile", "pocchi_as",
    "riichi", "dora_indicators", "ura_indicators", "removed_tiles", "honba", "sticks", "scores",
    "flags", "wall_from_end", "options", "pao",
))
WIN_BY = {"tsumo": BY_TSUMO, "ron": BY_RON, "bingo": BY_BINGO}
RIICHI = {"none": RIICHI_NONE, "closed": RIICHI_CLOSED, "open": RIICHI_OPEN}
MELD_TYPES = {
    "pon": MELD_PON, "daiminkan": MELD_DAIMINKAN, "kakan": MELD_KAKAN, "ankan": MELD_ANKAN,
}
# flag, the way of winning that it needs
FLAGS = {
    "ippatsu": ("ron", "tsumo"), "double_riichi": ("ron", "tsumo", "bingo"), "haitei": ("tsumo",),
    "houtei": ("ron",), "rinshan": ("tsumo",), "chankan": ("ron",), "tenhou": ("tsumo",),
    "chiihou": ("tsumo",), "renhou": ("ron",), "open_dealin": ("ron",),
}


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


cdef object choice_of(case, key, table, default=None):
    value = case.get(key, default)
    if not isinstance(value, str) or value not in table:
        raise ValueError(f"{key} must be one of {', '.join(table)}, not {value!r}")
    return table[value]


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


cdef object melds_of(melds):
    """(type, codes) of every meld."""
    out = []
    if not isinstance(melds, (list, tuple)) or len(melds) > MELDS:
        raise ValueError(f"melds must be at most {MELDS} pairs [type, tiles], not {melds!r}")
    for meld in melds:
        if not isinstance(meld, (list, tuple)) or len(meld) != 2:
            raise ValueError(f"a meld must be a pair [type, tiles], not {meld!r}")
        name, text = meld
        if not isinstance(name, str) or name not in MELD_TYPES:
            raise ValueError(f"meld {name!r} is not one of {', '.join(MELD_TYPES)}")
        codes = tiles_of(text, f"meld {name}")
        if len(codes) != (3 if name == "pon" else 4):
            raise ValueError(f"meld {name} of {text!r}: it takes {3 if name == 'pon' else 4} tiles")
        kinds = {KIND_OF[<int>code] for code in codes}
        if len(kinds) != 1 or NO_KIND in kinds:
            raise ValueError(f"meld {name} of {text!r}: its tiles must be of one kind")
        out.append((MELD_TYPES[name], codes))
    return out


cdef object concealed_of(Rules rules, hand, melds):
    codes = tiles_of(hand, "hand")
    if len(melds) > rules.c.sets:
        raise ValueError(f"{len(melds)} melds: a hand has at most {rules.c.sets}")
    want = <int>rules.options["hand_size"] - 3 * len(melds)
    if len(codes) != want:
        raise ValueError(
            f"hand {hand!r} has {len(codes)} tiles; with {len(melds)} melds it must have {want}"
        )
    for code in codes:
        if KIND_OF[<int>code] == NO_KIND:
            raise ValueError(f"hand {hand!r}: {code_name(code)} cannot be part of a hand")
    return codes


cdef object stacks_of(Rules rules, text):
    """Tops and bottoms of the stacks "top,bottom;..."; "-" is a tile already drawn."""
    tops, bottoms = [], []
    if not isinstance(text, str):
        raise ValueError(f"wall_from_end must be a text such as '7p,1s;9s,3p', not {text!r}")
    for i, stack in enumerate([part for part in text.split(";") if part.strip()]):
        tiles = [tile.strip() for tile in stack.split(",")]
        if len(tiles) != 2:
            raise ValueError(f"wall_from_end: stack {i + 1} {stack!r} is not 'top,bottom'")
        where = f"wall_from_end, stack {i + 1}"
        codes = [NO_TILE if tile == "-" else tile_of(tile, where) for tile in tiles]
        check_known(rules, [code for code in codes if code != NO_TILE], where)
        tops.append(codes[0])
        bottoms.append(codes[1])
    if len(tops) > WALL // 2:
        raise ValueError(f"wall_from_end has {len(tops)} stacks; at most {WALL // 2} are possible")
    for i in range(len(tops)):
        if tops[i] != NO_TILE and bottoms[i] == NO_TILE:
            raise ValueError(f"wall_from_end: stack {i + 1} has a top but its bottom is drawn")
    return tops, bottoms


# ---- a win

cdef int _read_melds(Win* win, melds) except -1:
    cdef int i, j
    win.n_meld = <uint8_t>len(melds)
    win.closed = 1
    for i, (type_, codes) in enumerate(melds):
        win.meld[i].type = type_
        win.meld[i].n = <uint8_t>len(codes)
        win.meld[i].from_seat = NOBODY
        win.meld[i].called = NO_TILE
        for j, code in enumerate(codes):
            win.meld[i].tile[j] = code
        if type_ != MELD_ANKAN:
            win.closed = 0
    return 0


cdef int _read_flags(Win* win, case, by_name) except -1:
    flags = case.get("flags", {})
    if not isinstance(flags, dict):
        raise ValueError(f"flags must be a mapping of names to true or false, not {flags!r}")
    check_keys(flags, FLAGS, "flags")
    for name, on in flags.items():
        if type(on) is not bool:
            raise ValueError(f"flag {name} must be true or false, not {on!r}")
        if on and by_name not in FLAGS[name]:
            raise ValueError(f"flag {name} does not go with a win by {by_name}")
    on = {name for name in flags if flags[name]}
    win.ippatsu = "ippatsu" in on
    win.double_riichi = "double_riichi" in on
    win.last_tile = "haitei" in on or "houtei" in on
    win.rinshan = "rinshan" in on
    win.chankan = "chankan" in on
    win.first_turn = bool(on & {"tenhou", "chiihou", "renhou"})
    win.open_deal_in = "open_dealin" in on
    if win.riichi == RIICHI_NONE and (win.ippatsu or win.double_riichi):
        raise ValueError("flags ippatsu and double_riichi need riichi: closed or open")
    if win.open_deal_in and win.riichi != RIICHI_OPEN:
        raise ValueError("flag open_dealin needs riichi: open")
    if ("tenhou" in on) != (win.first_turn and win.winner == win.dealer):
        raise ValueError("tenhou is for the dealer; chiihou and renhou are for the others")
    return 0


cdef int _read_indicators(Rules rules, Win* win, case) except -1:
    dora = tiles_of(case.get("dora_indicators", ""), "dora_indicators")
    ura = tiles_of(case.get("ura_indicators", ""), "ura_indicators")
    if len(dora) > INDICATORS or len(ura) > INDICATORS:
        raise ValueError(f"at most {INDICATORS} dora and ura indicators can be turned")
    check_known(rules, dora + ura, "indicators")
    win.n_dora = <uint8_t>len(dora)
    for i, code in enumerate(dora):
        win.dora[<int>i] = code
    if win.riichi != RIICHI_NONE:
        win.n_ura = <uint8_t>len(ura)
        for i, code in enumerate(ura):
            win.ura[<int>i] = code
    return 0


cdef int _read_seats(Rules rules, Win* win, case, by_name) except -1:
    last = rules.seats - 1
    win.winner = number_of(case, "winner", 0, last)
    win.dealer = number_of(case, "dealer", 0, last)
    win.loser = NOBODY
    if by_name == "ron":
        win.loser = number_of(case, "loser", 0, last)
        if win.loser == win.winner:
            raise ValueError("winner and loser must be two players")
    elif case.get("loser") is not None:
        raise ValueError(f"there is no loser in a win by {by_name}")
    wind = tile_of(case.get("round_wind", "1z"), "round_wind")
    if not 27 <= wind <= 30:
        raise ValueError(f"round_wind must be 1z, 2z, 3z or 4z, not {case['round_wind']!r}")
    win.round_wind = wind - 27
    win.seat_wind = (win.winner - win.dealer) % rules.seats
    pao = case.get("pao", {})
    if not isinstance(pao, dict):
        raise ValueError(f"pao must map daisangen or daisuushii to a player, not {pao!r}")
    check_keys(pao, ("daisangen", "daisuushii"), "pao")
    win.pao_daisangen = number_of(pao, "daisangen", 0, last) if "daisangen" in pao else NOBODY
    win.pao_daisuushii = number_of(pao, "daisuushii", 0, last) if "daisuushii" in pao else NOBODY
    if win.winner in (win.pao_daisangen, win.pao_daisuushii):
        raise ValueError("pao: the winner cannot be liable for the own hand")
    return 0


cdef int _read_winning_tile(Rules rules, Win* win, case, by_name) except -1:
    win.win_code = win.win_as = NO_TILE
    if by_name == "bingo" and case.get("win_tile") is None:
        return 0
    win.win_code = win.win_as = tile_of(case.get("win_tile"), "win_tile")
    if KIND_OF[win.win_code] == NO_KIND:
        raise ValueError(f"win_tile: nobody can win on {case['win_tile']!r}")
    if case.get("pocchi_as") is None:
        return 0
    if win.win_code != POCCHI or by_name != "tsumo" or win.riichi == RIICHI_NONE:
        raise ValueError("pocchi_as: only a 5zo drawn in riichi is a joker")
    win.win_as = tile_of(case["pocchi_as"], "pocchi_as")
    if KIND_OF[win.win_as] == NO_KIND or win.win_as not in rules.tiles:
        raise ValueError(f"pocchi_as: the joker cannot stand for {case['pocchi_as']!r}")
    return 0


cdef int _read_aside(Rules rules, Win* win, case) except -1:
    code = {1: KIND_NORTH, 2: FLOWER}.get(rules.c.nuki_tile)
    most = rules.tiles.count(code) if code is not None else 0
    n = number_of(case, "removed_tiles", 0, min(most, 12), 0)
    win.n_aside = n
    for i in range(n):
        win.aside[<int>i] = code
    return 0


cdef int read_win(Rules rules, case, Win* win) except -1:
    by_name = case.get("win_by")
    memset(win, 0, sizeof(Win))
    win.by = choice_of(case, "win_by", WIN_BY)
    win.riichi = choice_of(case, "riichi", RIICHI, "none")
    melds = melds_of(case.get("melds", ()))
    _read_seats(rules, win, case, by_name)
    _read_melds(win, melds)
    codes = concealed_of(rules, case.get("hand"), melds)
    for code in codes:
        win.hand[<int>code] += 1
        win.kind[KIND_OF[<int>code]] += 1
    _read_winning_tile(rules, win, case, by_name)
    if win.riichi != RIICHI_NONE and not win.closed:
        raise ValueError("riichi needs a closed hand: no meld but ankan")
    if by_name == "bingo" and (win.riichi == RIICHI_NONE or not rules.c.bingo_wins):
        raise ValueError("a bingo win needs riichi, and rules with bingo_wins")
    _read_flags(win, case, by_name)
    _read_indicators(rules, win, case)
    _read_aside(rules, win, case)
    used = codes + [code for _, meld in melds for code in meld]
    if win.win_code != NO_TILE:
        used.append(win.win_code)
    check_deck(rules, used + [win.aside[i] for i in range(win.n_aside)], "the winner's tiles")
    return 0


cdef Rules rules_of(Rules rules, case):
    if not isinstance(case, dict):
        raise ValueError(f"a won hand must be a dict, not {type(case).__name__}")
    check_keys(case, WIN_KEYS, "won hand")
    options = case.get("options")
    if not options:
        return rules
    if not isinstance(options, dict):
        raise ValueError(f"options must be a dict of rule options, not {options!r}")
    return Rules(rules.name, {**rules.options, **options})
