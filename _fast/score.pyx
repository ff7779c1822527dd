# cython: language_level=3
"""Hands and payments from plain Python values: the door for tests, tools and the curious.

The same functions that the engine plays by; score.pyi tells what each takes and gives.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memset
from shugi._fast.expect cimport EXPECT_SAMPLES, Unseen, expect_win
from shugi._fast.patterns cimport evaluate, has_yaku
from shugi._fast.rng cimport STREAM_EXPECT, Rng, rng_make
from shugi._fast.rules cimport Rules
from shugi._fast.settle cimport (
    NextHand, bingo_kind, final_result as settle_final, game_over, ledger_clear, ledger_sum,
    next_hand, settle_chips, settle_noten, settle_placement, settle_win,
)
from shugi._fast.shape cimport FORM_ALL, FORM_STANDARD, shape_index, waits
from shugi._fast.state cimport (
    BY_BINGO, BY_RON, BY_TSUMO, CODES, END_WIN, GROUPS, INDICATORS, KINDS, Ledger, MELDS,
    MELD_ANKAN, MELD_DAIMINKAN, MELD_KAKAN, MELD_PON, NOBODY, NO_TILE, RIICHI_CLOSED, RIICHI_NONE,
    RIICHI_OPEN, RIVER, RIVER_CALLED, SEATS, WALL, Meld,
)
from shugi._fast.tiles cimport FLOWER, KIND_NORTH, KIND_OF, NO_KIND, POCCHI
from shugi._fast.tulip cimport (
    TULIP_MISS, Tulip, TulipStart, neighbour_kinds, tulip_play, tulip_start,
)
from shugi._fast.win cimport LIMIT_MANGAN, LIMIT_NONE, LIMIT_YAKUMAN, Value, Win

from shugi._fast.settle import BINGO_NAMES, REASON_NAMES
from shugi._fast.tiles import code_name, parse_tiles
from shugi._fast.yaku import PATTERN_NAMES

WIN_KEYS = frozenset((
    "dealer", "winner", "loser", "round_wind", "win_by", "hand", "melds", "win_tile", "pocchi_as",
    "riichi", "dora_indicators", "ura_indicators", "removed_tiles", "honba", "sticks", "scores",
    "flags", "wall_from_end", "options", "pao",
))
TULIP_KEYS = frozenset((
    "tulip_hand", "removed_flowers", "start", "lives", "start_tier", "wall_from_end",
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
LIMIT_NAMES = ("", "mangan", "haneman", "baiman", "sanbaiman", "yakuman")


# ---- reading plain values

def _known(case, allowed, what):
    for key in case:
        if key not in allowed:
            raise ValueError(f"{what}: unknown key {key!r}; known: {', '.join(sorted(allowed))}")


def _number(case, key, low, high, default=None):
    value = case.get(key, default)
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"{key} must be a whole number from {low} to {high}, not {value!r}")
    return value


def _choice(case, key, table, default=None):
    value = case.get(key, default)
    if not isinstance(value, str) or value not in table:
        raise ValueError(f"{key} must be one of {', '.join(table)}, not {value!r}")
    return table[value]


def _tiles(text, what):
    if not isinstance(text, str):
        raise ValueError(f"{what} must be a text of tiles such as '123p5pg', not {text!r}")
    try:
        return parse_tiles(text)
    except ValueError as error:
        raise ValueError(f"{what}: {error}") from None


def _tile(text, what):
    codes = _tiles(text, what)
    if len(codes) != 1:
        raise ValueError(f"{what} must be one tile, not {text!r}")
    return codes[0]


def _amounts(rules, values, what):
    if (not isinstance(values, (list, tuple)) or len(values) != rules.seats
            or any(type(value) is not int for value in values)):
        raise ValueError(f"{what} must be {rules.seats} whole numbers, not {values!r}")
    for value in values:
        if abs(value) > 10**8:
            raise ValueError(f"{what}: {value} is out of range (at most 100 million either way)")
    return values


def _in_deck(rules, codes, what):
    deck = rules.tiles
    for code in sorted(set(codes)):
        if codes.count(code) > deck.count(code):
            raise ValueError(
                f"{what}: {codes.count(code)} tiles {code_name(code)}, "
                f"but the deck of {rules.name} has {deck.count(code)}"
            )


def _melds(melds):
    """(type, codes) of every meld."""
    out = []
    if not isinstance(melds, (list, tuple)) or len(melds) > MELDS:
        raise ValueError(f"melds must be at most {MELDS} pairs [type, tiles], not {melds!r}")
    for meld in melds:
        if not isinstance(meld, (list, tuple)) or len(meld) != 2:
            raise ValueError(f"a meld must be a pair [type, tiles], not {meld!r}")
        name, text = meld
        if name not in MELD_TYPES:
            raise ValueError(f"meld {name!r} is not one of {', '.join(MELD_TYPES)}")
        codes = _tiles(text, f"meld {name}")
        if len(codes) != (3 if name == "pon" else 4):
            raise ValueError(f"meld {name} of {text!r}: it takes {3 if name == 'pon' else 4} tiles")
        if len({KIND_OF[<int>code] for code in codes}) != 1 or KIND_OF[<int>codes[0]] == NO_KIND:
            raise ValueError(f"meld {name} of {text!r}: its tiles must be of one kind")
        out.append((MELD_TYPES[name], codes))
    return out


def _concealed(rules, hand, melds):
    codes = _tiles(hand, "hand")
    want = <int>rules.options["hand_size"] - 3 * len(melds)
    if len(codes) != want:
        raise ValueError(f"hand {hand!r} has {len(codes)} tiles; with {len(melds)} melds it is {want}")
    for code in codes:
        if KIND_OF[<int>code] == NO_KIND:
            raise ValueError(f"hand {hand!r}: {code_name(code)} cannot be part of a hand")
    return codes


def _wall(text):
    """Tops and bottoms of the stacks "top,bottom;..."; "-" is a tile already drawn."""
    tops, bottoms = [], []
    if not isinstance(text, str):
        raise ValueError(f"wall_from_end must be a text such as '7p,1s;9s,3p', not {text!r}")
    for i, stack in enumerate(part for part in text.split(";") if part.strip()):
        tiles = [tile.strip() for tile in stack.split(",")]
        if len(tiles) != 2:
            raise ValueError(f"wall_from_end: stack {i + 1} {stack!r} is not 'top,bottom'")
        codes = [NO_TILE if t == "-" else _tile(t, f"wall_from_end, stack {i + 1}") for t in tiles]
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
    _known(flags, FLAGS, "flags")
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


cdef int _read_indicators(Win* win, case) except -1:
    dora = _tiles(case.get("dora_indicators", ""), "dora_indicators")
    ura = _tiles(case.get("ura_indicators", ""), "ura_indicators")
    if len(dora) > INDICATORS or len(ura) > INDICATORS:
        raise ValueError(f"at most {INDICATORS} dora and ura indicators can be turned")
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
    win.winner = _number(case, "winner", 0, last)
    win.dealer = _number(case, "dealer", 0, last)
    win.loser = NOBODY
    if by_name == "ron":
        win.loser = _number(case, "loser", 0, last)
        if win.loser == win.winner:
            raise ValueError("winner and loser must be two players")
    elif case.get("loser") is not None:
        raise ValueError(f"there is no loser in a win by {by_name}")
    wind = _tile(case.get("round_wind", "1z"), "round_wind")
    if not 27 <= wind <= 30:
        raise ValueError(f"round_wind must be 1z, 2z, 3z or 4z, not {case['round_wind']!r}")
    win.round_wind = wind - 27
    win.seat_wind = (win.winner - win.dealer) % rules.seats
    pao = case.get("pao", {})
    if not isinstance(pao, dict):
        raise ValueError(f"pao must map daisangen or daisuushii to a player, not {pao!r}")
    _known(pao, ("daisangen", "daisuushii"), "pao")
    win.pao_daisangen = _number(pao, "daisangen", 0, last) if "daisangen" in pao else NOBODY
    win.pao_daisuushii = _number(pao, "daisuushii", 0, last) if "daisuushii" in pao else NOBODY
    if win.winner in (win.pao_daisangen, win.pao_daisuushii):
        raise ValueError("pao: the winner cannot be liable for the own hand")
    return 0


cdef int _read_winning_tile(Rules rules, Win* win, case, by_name) except -1:
    win.win_code = win.win_as = NO_TILE
    if by_name == "bingo" and case.get("win_tile") is None:
        return 0
    win.win_code = win.win_as = _tile(case.get("win_tile"), "win_tile")
    if KIND_OF[win.win_code] == NO_KIND:
        raise ValueError(f"win_tile: nobody can win on {case['win_tile']!r}")
    if case.get("pocchi_as") is None:
        return 0
    if win.win_code != POCCHI or by_name != "tsumo" or win.riichi == RIICHI_NONE:
        raise ValueError("pocchi_as: only a 5zo drawn in riichi is a joker")
    win.win_as = _tile(case["pocchi_as"], "pocchi_as")
    if KIND_OF[win.win_as] == NO_KIND or win.win_as not in rules.tiles:
        raise ValueError(f"pocchi_as: {case['pocchi_as']!r} is no tile that the joker can stand for")
    return 0


cdef int _read_aside(Rules rules, Win* win, case) except -1:
    code = {1: KIND_NORTH, 2: FLOWER}.get(rules.c.nuki_tile)
    most = rules.tiles.count(code) if code is not None else 0
    n = _number(case, "removed_tiles", 0, min(most, 12), 0)
    win.n_aside = n
    for i in range(n):
        win.aside[<int>i] = code
    return 0


cdef int _read_win(Rules rules, case, Win* win) except -1:
    by_name = case.get("win_by")
    memset(win, 0, sizeof(Win))
    win.by = _choice(case, "win_by", WIN_BY)
    win.riichi = _choice(case, "riichi", RIICHI, "none")
    melds = _melds(case.get("melds", ()))
    _read_seats(rules, win, case, by_name)
    _read_melds(win, melds)
    codes = _concealed(rules, case.get("hand"), melds)
    for code in codes:
        win.hand[<int>code] += 1
        win.kind[KIND_OF[<int>code]] += 1
    _read_winning_tile(rules, win, case, by_name)
    if win.riichi != RIICHI_NONE and not win.closed:
        raise ValueError("riichi needs a closed hand: no meld but ankan")
    if by_name == "bingo" and (win.riichi == RIICHI_NONE or not rules.c.bingo_wins):
        raise ValueError("a bingo win needs riichi, and rules with bingo_wins")
    _read_flags(win, case, by_name)
    _read_indicators(win, case)
    _read_aside(rules, win, case)
    used = codes + [code for _, meld in melds for code in meld]
    if win.win_code != NO_TILE:
        used.append(win.win_code)
    _in_deck(rules, used + [win.aside[i] for i in range(win.n_aside)], "the winner's tiles")
    return 0


def _limit(Rules rules, value):
    if value["units"] > 0:
        return "yakuman" + (f" x{value['units']}" if value["units"] > 1 else "")
    if value["limit"]:
        return LIMIT_NAMES[value["limit"]]
    return f"{value['han']}han" + (f"{value['fu']}fu" if value["fu"] else "")


cdef dict _value(Rules rules, const Value* value):
    entries = [
        (PATTERN_NAMES[value.entry[i].pattern], value.entry[i].han, value.entry[i].yakuman)
        for i in range(value.n)
    ]
    plain = {"units": value.units, "limit": value.limit, "han": value.han, "fu": value.fu}
    return {
        "yaku": [[name, han] for name, han, yakuman in entries if not yakuman],
        "yakuman": [[name, han] for name, han, yakuman in entries if yakuman],
        "han": None if value.units else value.han,
        "fu": value.fu or None,
        "limit": _limit(rules, plain),
    }


cdef dict _tulip(const Tulip* t):
    return {
        "start": t.start,
        "lives": t.lives,
        "start_tier": t.start_tier,
        "reveals": [
            ["life", -1] if t.reveal[i].code == NO_TILE
            else [code_name(t.reveal[i].code), t.reveal[i].chips]
            for i in range(t.n)
        ],
        "end_tier": t.end_tier,
        "before_double": t.before_double,
        "total": t.total,
        "ended": "miss" if t.ended == TULIP_MISS else "wall",
    }


cdef list _ledger(const Ledger* ledger):
    return [
        {
            "reason": REASON_NAMES[ledger.line[i].reason],
            "payer": None if ledger.line[i].payer == NOBODY else ledger.line[i].payer,
            "payee": None if ledger.line[i].payee == NOBODY else ledger.line[i].payee,
            "points": ledger.line[i].points,
            "chips": ledger.line[i].chips,
            "detail": ledger.line[i].detail,
        }
        for i in range(ledger.n)
    ]


cdef int _run_tulip(Rules rules, const TulipStart* start, walls, Tulip* out) except -1:
    cdef uint8_t top[WALL]
    cdef uint8_t bottom[WALL]
    cdef int i
    tops, bottoms = walls
    for i in range(len(tops)):
        top[i] = tops[i]
        bottom[i] = bottoms[i]
    tulip_play(&rules.c, start, top, bottom, <int>len(tops), out)
    return 0


cdef dict _next(Rules rules, const Win* win, int honba, scores):
    cdef NextHand after
    cdef int32_t score[SEATS]
    for i in range(rules.seats):
        score[<int>i] = scores[i]
    next_hand(&rules.c, win.round_wind * rules.seats + win.dealer, win.dealer, honba, END_WIN,
              1 << win.winner, win.winner, 0, score, 1, &after)
    if after.over:
        return {"game_over": True, "sticks": 0}
    return {"game_over": False, "dealer": after.dealer, "honba": after.honba, "sticks": 0}


def _with_options(Rules rules, case, allowed, what):
    if not isinstance(case, dict):
        raise ValueError(f"{what} must be a dict, not {type(case).__name__}")
    _known(case, allowed, what)
    options = case.get("options")
    if not options:
        return rules
    if not isinstance(options, dict):
        raise ValueError(f"options must be a dict of rule options, not {options!r}")
    return Rules(rules.name, {**rules.options, **options})


def score_win(Rules rules not None, case):
    cdef Win win
    cdef Value value
    cdef Ledger ledger
    cdef TulipStart start
    cdef Tulip tulip
    cdef int32_t points[SEATS]
    cdef int32_t chips[SEATS]
    rules = _with_options(rules, case, WIN_KEYS, "win")
    _read_win(rules, case, &win)
    honba = _number(case, "honba", 0, 200, 0)
    sticks = _number(case, "sticks", 0, 200, 0)
    scores = _amounts(rules, case.get("scores", [rules.c.start_points] * rules.seats), "scores")
    walls = _wall(case.get("wall_from_end", ""))
    evaluate(&rules.c, &win, &value)
    if not value.legal:
        raise ValueError(_why_not(rules, case, &win))
    ledger_clear(&ledger)
    settle_win(&rules.c, &win, &value, honba, sticks, &ledger)
    if tulip_start(&rules.c, &win, &value, &start):
        _run_tulip(rules, &start, walls, &tulip)
        settle_chips(&rules.c, &win, &start, &tulip, &ledger)
        shugi = _tulip(&tulip)
    else:
        settle_chips(&rules.c, &win, &start, NULL, &ledger)
        shugi = {"start": start.start, "total": start.start}
    ledger_sum(&ledger, rules.seats, points, chips)
    after = [scores[i] + points[<int>i] for i in range(rules.seats)]
    return {
        **_value(rules, &value),
        "points_delta": [points[<int>i] for i in range(rules.seats)],
        "scores_after": after,
        "shugi": shugi,
        "shugi_delta": [chips[<int>i] for i in range(rules.seats)],
        "ledger": _ledger(&ledger),
        "next": _next(rules, &win, honba, after),
    }


cdef str _why_not(Rules rules, case, const Win* win):
    melds = case.get("melds", ())
    waiting = waits_of(rules, case["hand"], melds)["waits"]
    if code_name(KIND_OF[win.win_as]) not in waiting:
        return f"{case['hand']!r} is not completed by {case['win_tile']!r}; it waits for {waiting}"
    return f"{case['hand']!r} completed by {case['win_tile']!r} has no yaku that these rules accept"


def may_win(Rules rules not None, case):
    cdef Win win
    rules = _with_options(rules, case, WIN_KEYS, "win")
    _read_win(rules, case, &win)
    return bool(has_yaku(&rules.c, &win))


def expected_win(Rules rules not None, case, unseen, *, stacks, hidden_ura=0, samples=None, seed=0):
    cdef Win win
    cdef Unseen pool
    cdef float points[SEATS]
    cdef float chips[SEATS]
    cdef Rng rng
    rules = _with_options(rules, case, WIN_KEYS, "win")
    _read_win(rules, case, &win)
    codes = _tiles(unseen, "unseen")
    if len(codes) > WALL:
        raise ValueError(f"unseen has {len(codes)} tiles; a wall has at most {WALL}")
    pool.n = <int>len(codes)
    for i, code in enumerate(codes):
        pool.code[<int>i] = code
    given = {"hidden_ura": hidden_ura, "stacks": stacks, "samples": samples, "seed": seed}
    pool.ura = _number(given, "hidden_ura", 0, min(INDICATORS, pool.n))
    pool.stacks = _number(given, "stacks", 0, (pool.n - pool.ura) // 2)
    if samples is None:
        given["samples"] = EXPECT_SAMPLES
    if pool.ura and win.riichi == RIICHI_NONE:
        raise ValueError("hidden_ura: ura indicators are turned for a winner in riichi only")
    if not has_yaku(&rules.c, &win):
        raise ValueError(_why_not(rules, case, &win))
    rng = rng_make(_number(given, "seed", 0, 2**64 - 1), 0, STREAM_EXPECT)
    expect_win(&rules.c, &win, &pool, _number(case, "honba", 0, 200, 0),
               _number(case, "sticks", 0, 200, 0), _number(given, "samples", 1, 10**7), &rng,
               points, chips)
    return {
        "points_delta": [points[<int>i] for i in range(rules.seats)],
        "shugi_delta": [chips[<int>i] for i in range(rules.seats)],
    }


# ---- smaller doors

def play_tulip(Rules rules not None, case):
    cdef TulipStart start
    cdef Tulip tulip
    if not isinstance(case, dict):
        raise ValueError(f"tulip must be a dict, not {type(case).__name__}")
    _known(case, TULIP_KEYS, "tulip")
    memset(&start, 0, sizeof(TulipStart))
    for code in _tiles(case.get("tulip_hand"), "tulip_hand"):
        if KIND_OF[<int>code] == NO_KIND:
            raise ValueError(f"tulip_hand: {code_name(code)} cannot be part of a hand")
        start.hand[KIND_OF[<int>code]] += 1
    start.flowers = _number(case, "removed_flowers", 0, 12, 0)
    start.start = _number(case, "start", 0, 10**6, 0)
    start.lives = _number(case, "lives", 0, 100, 0)
    start.tier = _number(case, "start_tier", 1, 3, 1)
    _run_tulip(rules, &start, _wall(case.get("wall_from_end")), &tulip)
    return _tulip(&tulip)


def waits_of(Rules rules not None, hand, melds=()):
    cdef uint8_t kind[KINDS]
    cdef uint8_t melded[KINDS]
    cdef int32_t index[GROUPS]
    cdef uint64_t kinds
    memset(kind, 0, KINDS)
    memset(melded, 0, KINDS)
    sets = _melds(melds)
    codes = _concealed(rules, hand, sets)
    for code in codes:
        kind[KIND_OF[<int>code]] += 1
    for _, tiles in sets:
        for code in tiles:
            melded[KIND_OF[<int>code]] += 1
    _in_deck(rules, codes + [code for _, tiles in sets for code in tiles], "hand and melds")
    shape_index(&rules.c, kind, index)
    kinds = waits(&rules.c, kind, index, melded, rules.c.sets - <int>len(sets), 0,
                  FORM_STANDARD if sets or rules.c.sets != 4 else FORM_ALL)
    names = [code_name(k) for k in range(KINDS) if kinds >> <int>k & 1]
    return {
        "waits": names,
        "tenpai": bool(names),
        "riichi_legal": bool(names) and all(type_ == MELD_ANKAN for type_, _ in sets),
    }


def bingo_line(Rules rules not None, discards, riichi_index, called=()):
    cdef uint8_t river[RIVER]
    cdef uint8_t flags[RIVER]
    codes = _tiles(discards, "discards")
    if len(codes) > RIVER:
        raise ValueError(f"discards has {len(codes)} tiles; at most {RIVER} are possible")
    at = _number({"riichi_index": riichi_index}, "riichi_index", 0, max(len(codes) - 1, 0))
    called = [_number({"called": i}, "called", 0, len(codes) - 1) for i in called]
    for i, code in enumerate(codes):
        river[<int>i] = code
        flags[<int>i] = RIVER_CALLED if i in called else 0
    return BINGO_NAMES[bingo_kind(&rules.c, river, flags, <int>len(codes), at)]


def neighbours(Rules rules not None, tile):
    cdef uint64_t kinds
    cdef int kind
    code = _tile(tile, "tile")
    if code == FLOWER:
        return f"{rules.c.tulip_flower} shugi per removed flower; a miss when none was removed"
    kind = KIND_OF[<int>code]
    if kind == NO_KIND or not rules.c.copies[kind]:
        raise ValueError(f"{tile!r} is no tile of {rules.name} that has neighbours")
    kinds = neighbour_kinds(&rules.c, kind)
    if kind >= 31:
        return [code_name(k) for k in range(31, 34) if kinds >> <int>k & 1]
    before = [k for k in range(KINDS) if rules.c.copies[<int>k] and rules.c.dora_next[<int>k] == kind]
    order = [*before, kind, rules.c.dora_next[kind]]
    return [code_name(k) for k in dict.fromkeys(order)]


def noten_payments(Rules rules not None, tenpai):
    cdef Ledger ledger
    cdef int mask = 0
    if (not isinstance(tenpai, (list, tuple)) or len(tenpai) != rules.seats
            or any(type(ready) is not bool for ready in tenpai)):
        raise ValueError(f"tenpai must be {rules.seats} of true or false, not {tenpai!r}")
    for i, ready in enumerate(tenpai):
        mask |= ready << <int>i
    ledger_clear(&ledger)
    settle_noten(&rules.c, mask, &ledger)
    return _sums(rules, &ledger)[0]


cdef tuple _sums(Rules rules, const Ledger* ledger):
    cdef int32_t points[SEATS]
    cdef int32_t chips[SEATS]
    ledger_sum(ledger, rules.seats, points, chips)
    seats = range(rules.seats)
    return [points[<int>i] for i in seats], [chips[<int>i] for i in seats]


def placement(Rules rules not None, scores):
    cdef Ledger ledger
    cdef int32_t score[SEATS]
    for i, points in enumerate(_amounts(rules, scores, "scores")):
        score[<int>i] = points
    ledger_clear(&ledger)
    settle_placement(&rules.c, score, &ledger)
    return _sums(rules, &ledger)[1]


def final_result(Rules rules not None, scores, chips=None):
    cdef int32_t score[SEATS]
    cdef int32_t won[SEATS]
    cdef int64_t out[SEATS]
    given = _amounts(rules, scores, "scores")
    counted = _amounts(rules, chips, "chips") if chips is not None else [0] * rules.seats
    for i in range(rules.seats):
        score[<int>i] = given[i]
        won[<int>i] = counted[i]
    settle_final(&rules.c, score, won, out)
    return [out[<int>i] / 1000 for i in range(rules.seats)]


def game_ends(Rules rules not None, round_name, scores, dealer_repeats, dealer=None, hands=1):
    cdef int32_t score[SEATS]
    seats = rules.seats
    if (not isinstance(round_name, str) or len(round_name) != 2 or round_name[0] not in "ESWN"
            or round_name[1] not in "1234"[:seats]):
        raise ValueError(f"round must be a wind and a number up to {seats}, as 'S3', not {round_name!r}")
    number = "ESWN".index(round_name[0]) * seats + int(round_name[1]) - 1
    if type(dealer_repeats) is not bool:
        raise ValueError(f"dealer_repeats must be true or false, not {dealer_repeats!r}")
    given = {"dealer": number % seats if dealer is None else dealer, "hands": hands}
    for i, points in enumerate(_amounts(rules, scores, "scores")):
        score[<int>i] = points
    return bool(game_over(&rules.c, number, _number(given, "dealer", 0, seats - 1), dealer_repeats,
                          score, _number(given, "hands", 1, 10**6)))
