# cython: language_level=3
"""Wuhan hands and payments from plain Python values; score.pyi tells of each function.

The same functions that the engine plays by.
"""

from libc.stdint cimport uint64_t, uint8_t
from libc.string cimport memset
from shugi._fast.core.bits cimport bit, has
from shugi._fast.core.sizes cimport KINDS, NOBODY, NO_TILE
from shugi._fast.core.state cimport MELD_ANKAN, MELD_CHI, MELD_PON, Ledger
from shugi._fast.flow.ledger cimport ledger_clear, lines_of, sums_of
from shugi._fast.games.wuhan.win cimport (
    WUHAN_KAN_BLOOM, WUHAN_LAST_TILES, WuhanValue, WuhanWin, wuhan_kan_kinds, wuhan_kan_set,
    wuhan_liable, wuhan_pay, wuhan_value, wuhan_waits, wuhan_wild_kind,
)
from shugi._fast.rules.compile cimport Rules
from shugi._fast.text.case cimport (
    check_deck, check_keys, check_known, concealed_of, flags_on, loser_of, melds_of, number_of,
    ron_or_tsumo, rules_of, tile_of,
)
from shugi._fast.shape.shapes cimport shape_index

from shugi._fast.core.tiles import code_name
from shugi._fast.games.wuhan.win import PATTERN_NAMES

NEEDED = "needed"
CASE = (  # key, form, default, meaning
    ("dealer", "player", NEEDED, "the banker; players are numbered from 0 in turn order"),
    ("winner", "player", NEEDED, "who wins"),
    ("win_by", '"ron" or "tsumo"', NEEDED, "a discard or a robbed kan, or an own tile"),
    ("loser", "player", "none", "whose tile was won on; needed by ron, none otherwise"),
    ("hand", "tiles", NEEDED, "concealed, without the winning one, as their faces show"),
    ("win_tile", "tile", NEEDED, "the tile won on"),
    ("melds", "[[type, tiles], ...]", "[]", "in order: chi, pon, daiminkan, kakan, ankan"),
    ("indicator", "tile", "none", "names the wildcard, and the kan tiles of kong_tile_mode pizi"),
    ("wildcard", "tile", "the indicator's", "needed where there is no indicator"),
    ("players", "[{name: number}, ...]", "all 0", "what doubles with each player; the table below"),
    ("flags", "{flag: true}", "{}", "what happened around the win; the flags below"),
    ("fed_by", "[player, ...]", "[]", "whose discards made the winner's open melds, in order"),
    ("discarder_ready", "true or false", "true", "whether the discarder was one tile from a win"),
    ("options", "{option: value}", "{}", "rule options that differ"),
)
HAND_KEYS = ("dealer", "winner", "hand", "melds", "indicator", "wildcard", "players", "options")
PLAYER = (  # name, most, meaning
    ("opened", 4, "chi, pon, daiminkan and kakan; the winner's are counted from melds"),
    ("closed_kans", 4, "ankan; the winner's are counted from melds"),
    ("open_kans", 4, "daiminkan and kakan; the winner's are counted from melds"),
    ("kan_tiles", 8, "kan tiles laid aside or discarded"),
    ("wild_kans", 4, "wildcards laid aside or discarded"),
)
FROM_MELDS = ("opened", "closed_kans", "open_kans")
FLAGS = (  # flag, the way of winning that it needs, meaning
    ("rinshan", "tsumo", "on the supplement of a kan"),
    ("last_tiles", "tsumo", "on one of the last four tiles"),
    ("chankan", "ron", "on the tile of an added kan"),
)


# ---- reading

cdef int kinds_of(Rules rules, case, WuhanWin* win) except -1:
    # the wildcard's kind and the kan tiles
    cdef int indicator = NO_TILE
    if case.get("indicator") is not None:
        indicator = plain_tile(rules, case, "indicator")
        win.wild_kind = <uint8_t>wuhan_wild_kind(&rules.c, indicator)
    if case.get("wildcard") is not None:
        wild = plain_tile(rules, case, "wildcard")
        if indicator != NO_TILE and wild != win.wild_kind:
            raise ValueError(f"wildcard: {case['indicator']!r} names {code_name(win.wild_kind)}")
        win.wild_kind = wild
    elif indicator == NO_TILE:
        raise ValueError("indicator is needed, or wildcard")
    win.kan_kinds = wuhan_kan_set(&rules.c, indicator)
    if has(win.kan_kinds, win.wild_kind):
        raise ValueError(f"wildcard: {code_name(win.wild_kind)} is a kan tile here")
    return 0


cdef object plain_tile(Rules rules, case, key):
    code = tile_of(case[key], key)
    check_known(rules, [code], key)
    return code


cdef int read_hand(Rules rules, codes, melds, WuhanWin* win) except -1:
    # concealed tiles (all of them) and melds
    for code in codes:
        if code == win.wild_kind:
            win.wild += 1
        elif has(win.kan_kinds, <int>code):
            win.kan_held += 1
        else:
            win.kind[<int>code] += 1
    shape_index(&rules.c, win.kind, win.index)
    win.sets = rules.c.sets - <int>len(melds)
    for type_, tiles in melds:
        for code in tiles:
            if code == win.wild_kind or has(win.kan_kinds, <int>code):
                raise ValueError(f"melds: {code_name(code)} cannot be melded")
            win.melded[<int>code] += 1
            win.melded_kinds |= bit(<int>code)
        win.has_chi = win.has_chi or type_ == MELD_CHI
        win.open_melds += type_ != MELD_ANKAN
    return 0


cdef dict meld_counts(melds):
    types = [type_ for type_, _ in melds]
    closed = types.count(MELD_ANKAN)
    kans = len(types) - types.count(MELD_CHI) - types.count(MELD_PON)
    return {"opened": len(types) - closed, "closed_kans": closed, "open_kans": kans - closed}


cdef int read_players(Rules rules, case, melds, WuhanWin* win) except -1:
    cdef int p
    players = case.get("players", [{}] * rules.seats)
    if not isinstance(players, (list, tuple)) or len(players) != rules.seats:
        raise ValueError(f"players must be a list of {rules.seats} dicts, not {players!r}")
    for p, player in enumerate(players):
        if not isinstance(player, dict):
            raise ValueError(f"players[{p}] must be a dict, not {player!r}")
        check_keys(player, [name for name, *_ in PLAYER], f"players[{p}]")
        if p == win.winner:
            own = meld_counts(melds)
            for name in FROM_MELDS:
                if player.get(name, own[name]) != own[name]:
                    raise ValueError(f"players[{p}]: the melds make {own[name]} {name}")
            player = {**player, **own}
        counts = {name: number_of(player, name, 0, most, 0) for name, most, _ in PLAYER}
        if counts["opened"] + counts["closed_kans"] > 4 or counts["open_kans"] > counts["opened"]:
            raise ValueError(f"players[{p}]: a player has four melds at most, kans among them")
        win.seat[p] = counts
    return 0


cdef object flags_of(case, win_by):
    on = flags_on(case, FLAGS, win_by)
    if {"rinshan", "last_tiles"} <= on:
        raise ValueError("flags: the last four tiles are no supplements; one of the two")
    return on


cdef int read_moment(Rules rules, case, WuhanWin* win) except -1:
    win_by = ron_or_tsumo(case)
    win.giver = loser_of(rules, case, win.winner, win_by == "tsumo")
    on = flags_of(case, win_by)
    win.robbed = "chankan" in on
    win.moment = (WUHAN_KAN_BLOOM if "rinshan" in on else 0) | (
        WUHAN_LAST_TILES if "last_tiles" in on else 0)
    return 0


cdef int third_giver(Rules rules, case, WuhanWin* win) except -1:
    """Who fed the third open meld; NOBODY where it is not told or there is none."""
    fed = case.get("fed_by", ())
    if not isinstance(fed, (list, tuple)) or len(fed) not in (0, win.open_melds):
        raise ValueError(f"fed_by must name a player for each of {win.open_melds} open melds")
    for giver in fed:
        if number_of({"fed_by": giver}, "fed_by", 0, rules.seats - 1) == win.winner:
            raise ValueError("fed_by: nobody feeds himself")
    return fed[2] if len(fed) > 2 else NOBODY


cdef Rules read_case(Rules rules, case, keys, WuhanWin* win):
    # all but the winning tile and the moment; returns the rules with the case's options
    rules = rules_of(rules, case, keys, "hand", "wuhan")
    memset(win, 0, sizeof(WuhanWin))
    win.winner = number_of(case, "winner", 0, rules.seats - 1)
    win.banker = number_of(case, "dealer", 0, rules.seats - 1)
    kinds_of(rules, case, win)
    melds = melds_of(case.get("melds", ()))
    codes = concealed_of(rules, case.get("hand"), melds)
    if case.get("win_tile") is not None:
        codes = codes + [tile_of(case["win_tile"], "win_tile")]
    used = codes + [code for _, tiles in melds for code in tiles]
    if case.get("indicator") is not None:
        used.append(tile_of(case["indicator"], "indicator"))
    check_deck(rules, used, "the winner's tiles and the indicator")
    read_hand(rules, codes, melds, win)
    read_players(rules, case, melds, win)
    return rules


# ---- the doors

cdef dict value_dict(Rules rules, const WuhanWin* win, const WuhanValue* value):
    cdef int i
    return {
        "patterns": [
            PATTERN_NAMES[i] for i in range(<int>len(PATTERN_NAMES)) if has(value.patterns, i)
        ],
        "hard": bool(value.hard),
        "raw": {str(i): value.raw[i] for i in range(rules.seats) if i != win.winner},
    }


def score(Rules rules not None, case):
    cdef WuhanWin win
    cdef WuhanValue value
    cdef Ledger ledger
    cdef int liable
    rules = read_case(rules, case, [row[0] for row in CASE], &win)
    tile = tile_of(case.get("win_tile"), "win_tile")
    read_moment(rules, case, &win)
    fed = third_giver(rules, case, &win)
    ready = case.get("discarder_ready", True)
    if type(ready) is not bool:
        raise ValueError(f"discarder_ready must be true or false, not {ready!r}")
    out = {"legal": False, "patterns": [], "hard": None, "raw": None, "liable": None,
           "points_delta": None, "ledger": []}
    if win.giver != NOBODY and tile == win.wild_kind:
        return out  # a wildcard cannot be claimed
    wuhan_value(&rules.c, &win, &value)
    if value.found:
        out.update(value_dict(rules, &win, &value))
    if not value.enough:
        return out
    liable = wuhan_liable(&win, &value, fed, ready)
    ledger_clear(&ledger)
    wuhan_pay(&rules.c, &win, &value, liable, &ledger)
    out.update(legal=True, liable=None if liable == NOBODY else liable,
               points_delta=sums_of(&rules.c, &ledger)[0], ledger=lines_of(&rules.c, &ledger))
    return out


def waits(Rules rules not None, case):
    cdef WuhanWin win
    cdef uint64_t kinds
    cdef int k
    rules = read_case(rules, case, HAND_KEYS, &win)
    kinds = wuhan_waits(&rules.c, &win)
    return [code_name(k) for k in range(KINDS) if has(kinds, k)]


def wildcard(Rules rules not None, indicator):
    case = {"indicator": indicator}
    rules = rules_of(rules, case, ("indicator",), "hand", "wuhan")
    return code_name(wuhan_wild_kind(&rules.c, plain_tile(rules, case, "indicator")))


def kan_tiles(Rules rules not None, indicator):
    cdef uint8_t[2] kans
    cdef int i
    case = {"indicator": indicator}
    rules = rules_of(rules, case, ("indicator",), "hand", "wuhan")
    n = wuhan_kan_kinds(&rules.c, plain_tile(rules, case, "indicator"), kans)
    return [code_name(kans[i]) for i in range(n)]
