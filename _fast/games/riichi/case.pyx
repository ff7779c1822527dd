# cython: language_level=3
"""A hand won at riichi as plain Python values, checked and read."""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memset
from shugi._fast.core.bits cimport count
from shugi._fast.core.rules cimport (
    NUKI_TILE_19M, NUKI_TILE_4Z, NUKI_TILE_BINGO, NUKI_TILE_FLOWER, POCCHI_WHEN_IPPATSU,
)
from shugi._fast.core.sizes cimport ASIDE, GROUPS, INDICATORS, KINDS, NOBODY, NO_TILE, WALL
from shugi._fast.core.state cimport (
    BY_BINGO, BY_RON, BY_TSUMO, MELD_ANKAN, MELD_DAIMINKAN, MELD_GRAND_CROSS, MELD_KAKAN,
    RIICHI_CLOSED, RIICHI_NONE, RIICHI_OPEN,
)
from shugi._fast.core.tiles cimport (
    BINGO_BLUE, BINGO_RED, CHERRY_1P, CHERRY_3P, EXTRA_5M, FLOWER, GOLD_NORTH, KIND_1M, KIND_9M,
    KIND_NORTH, KIND_OF, NO_KIND, POCCHI,
)
from shugi._fast.games.riichi.chips cimport rolls_dice
from shugi._fast.games.riichi.settle cimport is_bust
from shugi._fast.shape.shapes cimport FORM_ALL, FORM_STANDARD, shape_index, waits
from shugi._fast.text.case cimport (
    amounts_of, check_deck, check_keys, check_known, concealed_of, loser_of, melds_of, number_of,
    tile_of, tiles_of,
)

from shugi._fast.core.tiles import code_name
from shugi._fast.games.riichi import case_keys as riichi_case

WIN_KEYS = frozenset(["options", *[name for name, *_ in riichi_case.CASE]])
WIN_BY = {"tsumo": BY_TSUMO, "ron": BY_RON, "bingo": BY_BINGO}
RIICHI = {"none": RIICHI_NONE, "closed": RIICHI_CLOSED, "open": RIICHI_OPEN}
KANS = (MELD_DAIMINKAN, MELD_KAKAN, MELD_ANKAN)
PAO_NAMES = tuple([name for name, *_ in riichi_case.PAO])
FLAGS = {name: wins for name, wins, _ in riichi_case.FLAGS}


cdef object choice_of(case, key, table, default=None):
    value = case.get(key, default)
    if not isinstance(value, str) or value not in table:
        raise ValueError(f"{key} must be one of {', '.join(table)}, not {value!r}")
    return table[value]


cdef int wildcards_of(Rules rules, melds) except -1:
    # those of the rules, and one for each kan where kans bring them
    cdef int n = rules.c.almighty
    if rules.c.kan_gives_almighty:
        n += len([type_ for type_, _ in melds if type_ in KANS])
    return n


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
        if type_ != MELD_ANKAN and type_ != MELD_GRAND_CROSS:
            win.closed = 0
    return 0


cdef int read_tiles(Win* win, codes, melds) except -1:
    _read_melds(win, melds)
    for code in codes:
        win.hand[<int>code] += 1
        win.kind[KIND_OF[<int>code]] += 1
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
    win.furiten_riichi = "furiten_open" in on
    if win.furiten_riichi and win.riichi != RIICHI_OPEN:
        raise ValueError("flag furiten_open needs riichi: open")
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
    win.loser = loser_of(rules, case, win.winner, by_name != "ron")
    wind = tile_of(case.get("round_wind", "1z"), "round_wind")
    if not 27 <= wind <= 30:
        raise ValueError(f"round_wind must be 1z, 2z, 3z or 4z, not {case['round_wind']!r}")
    win.round_wind = wind - 27
    win.seat_wind = (win.winner - win.dealer) % rules.seats
    pao = case.get("pao", {})
    if not isinstance(pao, dict):
        raise ValueError(f"pao must map {', '.join(PAO_NAMES)} to a player, not {pao!r}")
    check_keys(pao, PAO_NAMES, "pao")
    for i, name in enumerate(PAO_NAMES):
        win.pao[<int>i] = number_of(pao, name, 0, last) if name in pao else NOBODY
        if win.pao[<int>i] == win.winner:
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


cdef object bingo_tiles_of(case):
    """Codes of the bingo tiles that the winner set aside."""
    colours = case.get("bingo_in_hand", {})
    if not isinstance(colours, dict):
        raise ValueError(f"bingo_in_hand must map 1b and 2b to numbers, not {colours!r}")
    check_keys(colours, ("1b", "2b"), "bingo_in_hand")
    text = "".join([name * number_of(colours, name, 0, 4, 0) for name in colours])
    return tiles_of(text, "bingo_in_hand")


cdef object aside_of(Rules rules, case):
    """Codes of the tiles that the winner set aside."""
    if case.get("bingo_in_hand"):
        codes = bingo_tiles_of(case)
        removed = case.get("removed_tiles", len(codes))
        if isinstance(removed, str):
            if sorted(tiles_of(removed, "removed_tiles")) != sorted(codes):
                raise ValueError("removed_tiles and bingo_in_hand name different tiles")
        elif removed != len(codes):
            raise ValueError("removed_tiles and bingo_in_hand differ in number")
        return codes
    removed = case.get("removed_tiles", 0)
    if isinstance(removed, str):
        return tiles_of(removed, "removed_tiles")
    code = {NUKI_TILE_4Z: KIND_NORTH, NUKI_TILE_FLOWER: FLOWER}.get(rules.c.nuki_tile)
    if removed and code is None:
        such = "1m9m" if rules.c.nuki_tile == NUKI_TILE_19M else "1b2b"
        raise ValueError(f"removed_tiles: say which of them, such as {such!r}, not {removed!r}")
    most = rules.tiles.count(code) if code is not None else 0
    return [code] * number_of(case, "removed_tiles", 0, min(most, ASIDE), 0)


cdef int _read_aside(Rules rules, Win* win, case) except -1:
    codes = aside_of(rules, case)
    may = {
        NUKI_TILE_19M: (KIND_1M, KIND_9M),
        NUKI_TILE_4Z: (KIND_NORTH, GOLD_NORTH),
        NUKI_TILE_FLOWER: (FLOWER, EXTRA_5M),
        NUKI_TILE_BINGO: (BINGO_RED, BINGO_BLUE),
    }.get(rules.c.nuki_tile, ())
    if len(codes) > ASIDE:
        raise ValueError(f"removed_tiles: at most {ASIDE} tiles can be set aside")
    for i, code in enumerate(codes):
        if code not in may:
            raise ValueError(f"removed_tiles: {code_name(code)} cannot be set aside")
        win.aside[<int>i] = code
    win.n_aside = <uint8_t>len(codes)
    return 0


cdef int _read_cherry(Rules rules, Win* win, case) except -1:
    cherry = case.get("cherry", {})
    if not isinstance(cherry, dict):
        raise ValueError(f"cherry must be a mapping, not {cherry!r}")
    check_keys(cherry, ("discards", "death_discard"), "cherry")
    discards = cherry.get("discards", "")
    if isinstance(discards, (list, tuple)):
        discards = "".join([str(tile) for tile in discards])
    for code in tiles_of(discards, "cherry discards"):
        if not CHERRY_1P <= code <= CHERRY_3P:
            raise ValueError(f"cherry discards: {code_name(code)} is no cherry")
        win.cherry[<int>code - CHERRY_1P] += 1
    if type(cherry.get("death_discard", False)) is not bool:
        raise ValueError("cherry: death_discard must be true or false")
    win.death = cherry.get("death_discard", False)
    if cherry and not rules.c.cherry:
        raise ValueError("cherry: these rules have no cherries; take the add-on")
    return 0


cdef int _read_waits(Rules rules, Win* win, melds) except -1:
    # kinds that the hand waited for
    cdef int32_t index[GROUPS]
    cdef uint8_t melded[KINDS]
    cdef uint64_t kinds
    cdef int sets = rules.c.sets - win.n_meld
    memset(melded, 0, KINDS)
    for _, codes in melds:
        for code in codes:
            melded[KIND_OF[<int>code]] += 1
    shape_index(&rules.c, win.kind, index)
    kinds = waits(&rules.c, win.kind, index, melded, sets, win.wild,
                  FORM_STANDARD if melds or rules.c.sets != 4 else FORM_ALL)
    win.n_wait += count(kinds)
    return 0


cdef int32_t cross_chips(Rules rules, const Win* win) noexcept:
    # chips that each opponent has paid for the winner's Grand Crosses
    cdef int32_t chips = 0
    cdef int i, j
    cdef bint gold
    for i in range(win.n_meld):
        if win.meld[i].type == MELD_GRAND_CROSS:
            gold = False
            for j in range(win.meld[i].n):
                gold = gold or win.meld[i].tile[j] == GOLD_NORTH
            chips += rules.c.gc_gold_shugi if gold else rules.c.gc_shugi
    return chips


cdef int read_stakes(Rules rules, const Win* win, case, Stakes* stakes) except -1:
    """Scores, markers, guns, dice, chips of a Grand Cross; the caller adds the scores after."""
    cdef int i
    memset(stakes, 0, sizeof(Stakes))
    seats = rules.seats
    scores = amounts_of(rules, case.get("scores", [rules.c.start_points] * seats), "scores")
    markers = case.get("markers", ["B"] * seats)
    if (not isinstance(markers, (list, tuple)) or len(markers) != seats
            or any([marker not in ("B", "H") for marker in markers])):
        raise ValueError(f"markers must be {seats} of 'B' or 'H', not {markers!r}")
    hands = case.get("payer_hands", {})
    if not isinstance(hands, dict):
        raise ValueError(f"payer_hands must map players to tiles, not {hands!r}")
    check_keys(hands, [str(i) for i in range(seats)], "payer_hands")
    others = amounts_of(rules, case.get("other_points", [0] * seats), "other_points")
    later = number_of(case, "earlier_winners", 0, seats - 2, 0) > 0
    for i in range(seats):
        stakes.before[i] = scores[i]
        stakes.others[i] = others[i]
        stakes.fallen[i] = later and is_bust(&rules.c, scores[i])
        stakes.marker[i] = markers[i] == "H"
        stakes.grand_cross[i] = cross_chips(rules, win)
        codes = tiles_of(hands.get(str(i), ""), f"payer_hands[{i}]")
        stakes.guns[i] = sum([KIND_OF[<int>code] == rules.c.gun_tile for code in codes])
    stakes.honba = number_of(case, "honba", 0, 200, 0)
    if case.get("dice"):
        if not rolls_dice(&rules.c, win):
            raise ValueError("dice: this win rolls none")
        stakes.dice = sum_of_dice(rules, case["dice"])
    return 0


cdef int sum_of_dice(Rules rules, rolls) except -1:
    total = 0
    if not isinstance(rolls, (list, tuple)):
        raise ValueError(f"dice must be a list of rolls such as [[6, 6], [2, 1]], not {rolls!r}")
    for i, roll in enumerate(rolls):
        if (not isinstance(roll, (list, tuple)) or len(roll) != 2
                or any([type(pips) is not int or not 1 <= pips <= 6 for pips in roll])):
            raise ValueError(f"dice: a roll is two numbers from 1 to 6, not {roll!r}")
        again = roll[0] == roll[1] and rules.c.demekin_reroll_doubles
        if again != (i + 1 < len(rolls)):
            raise ValueError(f"dice: roll {i + 1} {'needs' if again else 'allows no'} another")
        total += rules.c.demekin_snake_eyes if roll[0] == roll[1] == 1 else sum(roll)
    return total


cdef int read_win(Rules rules, case, Win* win) except -1:
    by_name = case.get("win_by")
    memset(win, 0, sizeof(Win))
    win.by = choice_of(case, "win_by", WIN_BY)
    win.riichi = choice_of(case, "riichi", RIICHI, "none")
    melds = melds_of(case.get("melds", ()))
    _read_seats(rules, win, case, by_name)
    wilds = wildcards_of(rules, melds)
    codes = concealed_of(rules, case.get("hand"), melds, wilds)
    read_tiles(win, codes, melds)
    _read_winning_tile(rules, win, case, by_name)
    win.wild = <uint8_t>wilds
    win.reveal_as = NO_TILE
    if case.get("reveal_as") is not None:
        win.reveal_as = tile_of(case["reveal_as"], "reveal_as")
    if win.riichi != RIICHI_NONE and not win.closed and not rules.c.open_hand_riichi:
        raise ValueError("riichi needs a closed hand: no meld but ankan")
    if by_name == "bingo" and (win.riichi == RIICHI_NONE or not rules.c.bingo_wins):
        raise ValueError("a bingo win needs riichi, and rules with bingo_wins")
    _read_flags(win, case, by_name)
    if win.win_as != win.win_code and not win.ippatsu and (
            rules.c.pocchi_when == POCCHI_WHEN_IPPATSU):
        raise ValueError("pocchi_as: here a 5zo is a joker with the flag ippatsu only")
    _read_indicators(rules, win, case)
    _read_aside(rules, win, case)
    _read_cherry(rules, win, case)
    if rules.c.local_otafuku and not (win.furiten_riichi or case.get("flags", {}).get("furiten")):
        _read_waits(rules, win, melds)
    used = codes + [code for _, meld in melds for code in meld]
    if win.win_code != NO_TILE:
        used.append(win.win_code)
    check_deck(rules, used + [win.aside[i] for i in range(win.n_aside)], "the winner's tiles")
    return 0
