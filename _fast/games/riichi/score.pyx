# cython: language_level=3
"""Hands and payments from plain Python values: the door for tests, tools and the curious.

The same functions that the engine plays by; score.pyi tells what each takes and gives.
"""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t, uint8_t
from libc.string cimport memset

from shugi._fast.core.bits cimport has
from shugi._fast.core.river cimport RIVER_CALLED, RIVER_FLAGS, set_flags
from shugi._fast.core.rng cimport STREAM_DICE, STREAM_EXPECT, Rng, rng_make
from shugi._fast.core.sizes cimport GROUPS, INDICATORS, KINDS, NOBODY, NO_TILE, RIVER, SEATS, WALL
from shugi._fast.core.state cimport (
    BY_BINGO, BY_RON, END_ABORT, END_CHOMBO, END_DRAW, END_WIN, RIICHI_NONE, Ledger, Line,
)
from shugi._fast.core.tiles cimport FLOWER, KIND_OF, NO_KIND, is_cherry
from shugi._fast.flow.hand_end cimport NextHand
from shugi._fast.flow.ledger cimport REASON_CHIP_EVENT, ledger_clear, lines_of, reason_name, sums_of
from shugi._fast.flow.ranking cimport Ties, final_places, final_result as settle_final, rank_seats
from shugi._fast.games.riichi.atama cimport sure_yakuman, win_allowed
from shugi._fast.games.riichi.bingo cimport bingo_kind
from shugi._fast.games.riichi.cherry cimport cherry_settle, cherry_sign
from shugi._fast.games.riichi.chips cimport (
    ITEM_CHERRY, ITEM_DICE, Chips, Share, honba_multiplier, multiplier_of, roll_pair, rolls_again,
    settle_alone, settle_chips,
)
from shugi._fast.games.riichi.expect cimport EXPECT_SAMPLES, Unseen, expect_win
from shugi._fast.games.riichi.points cimport Points, points_of
from shugi._fast.games.riichi.rounds cimport game_over, next_hand
from shugi._fast.games.riichi.settle cimport (
    round_to_unit, settle_nagashi, settle_noten, settle_placement,
)
from shugi._fast.games.riichi.stakes cimport Stakes
from shugi._fast.games.riichi.tulip cimport (
    TULIP_DEATH, Tulip, TulipStart, join_bingo, neighbour_kinds, tulip_play, tulip_start,
)
from shugi._fast.games.riichi.value cimport evaluate
from shugi._fast.games.riichi.win cimport WILDS, Value, Win
from shugi._fast.rules.compile cimport Rules
from shugi._fast.games.riichi.case cimport (
    bingo_tiles_of, read_stakes, read_tiles, read_win, stacks_of, sum_of_dice, wildcards_of,
)
from shugi._fast.text.case cimport (
    amounts_of, check_case, check_deck, check_known, concealed_of, melds_of, number_of, rules_of,
    seats_named, tile_of, tiles_of,
)
from shugi._fast.shape.called cimport Held, held_make, held_waits
from shugi._fast.shape.shapes cimport FORM_ALL, FORM_STANDARD, shape_index, waits

from shugi._fast.games.riichi.bingo import BINGO_NAMES
from shugi._fast.core.tiles import code_name
from shugi._fast.games.riichi.yaku import PATTERN_NAMES
from shugi._fast.games.riichi.case import WIN_KEYS

TULIP_KEYS = frozenset((
    "tulip_hand", "removed_flowers", "start", "lives", "start_tier", "wall_from_end",
    "bingo_in_hand",
))
CHERRY_KEYS = frozenset(("tulip_total", "visible", "by", "completed", "pocchi_win"))
TULIP_ENDS = ("none", "miss", "wall", "death")  # by TulipEnd
ENDS = {"win": END_WIN, "draw": END_DRAW, "abort": END_ABORT, "chombo": END_CHOMBO}
ITEM_NAMES = (  # by Item
    "ippatsu", "ura", "kandora", "red", "tanyao", "otafuku", "yakuman", "demekin", "gold",
)
LIMIT_YAKU_NAMES = ("renhou", "closed_honitsu_chiitoi")  # by LimitYaku
LIMIT_NAMES = ("", "mangan", "haneman", "baiman", "sanbaiman", "yakuman")


cdef str limit_name(const Value* value):
    if value.units > 0:
        return "yakuman" if value.units == 1 else f"yakuman x{value.units}"
    if value.limit:
        return LIMIT_NAMES[value.limit]
    return f"{value.han}han{value.fu}fu" if value.fu else f"{value.han}han"


cdef list entries_of(const Value* value, bint yakuman):
    return [
        [PATTERN_NAMES[value.entry[i].pattern], value.entry[i].han]
        for i in range(value.n)
        if value.entry[i].yakuman == yakuman
    ]


cdef dict value_dict(const Value* value):
    cdef int i
    return {
        "yaku": entries_of(value, False),
        "yakuman": entries_of(value, True),
        "han": None if value.units else value.han,
        "fu": value.fu or None,
        "limit": limit_name(value),
        "limit_yaku": [name for i, name in enumerate(LIMIT_YAKU_NAMES)
                       if has(value.limit_yaku, <int>i)],
        "han_before_limit": value.han_before_limit if value.limit_yaku else None,
        "almighty_as": "".join(
            [code_name(value.wild_as[i]) for i in range(WILDS) if value.wild_as[i] != NO_TILE]
        ) or None,
    }


cdef dict tulip_dict(const Tulip* t):
    cdef int i
    reveals = [
        ["life", -1] if t.reveal[i].code == NO_TILE
        else [code_name(t.reveal[i].code), t.reveal[i].chips]
        for i in range(t.n)
    ]
    if t.ended == TULIP_DEATH:
        reveals[-1].append("death")
    return {
        "start": t.start,
        "lives": t.lives,
        "start_tier": t.start_tier,
        "reveals": reveals,
        "end_tier": t.end_tier,
        "before_double": t.before_double,
        "total": t.total,
        "ended": TULIP_ENDS[t.ended],
    }


cdef int run_tulip(Rules rules, const TulipStart* start, walls, Tulip* out) except -1:
    cdef uint8_t top[WALL]
    cdef uint8_t bottom[WALL]
    cdef int i
    tops, bottoms = walls
    for i in range(len(tops)):
        top[i] = tops[i]
        bottom[i] = bottoms[i]
    tulip_play(&rules.c, start, top, bottom, <int>len(tops), out)
    return 0


cdef dict next_dict(Rules rules, const Win* win, const Stakes* stakes, scores):
    cdef NextHand after
    cdef int32_t score[SEATS]
    cdef Ties ties
    cdef int i
    cdef dict out
    ties.first_dealer = 0
    ties.last_winner = win.winner
    for i in range(rules.seats):
        score[i] = scores[i]
    next_hand(&rules.c, win.round_wind * rules.seats + win.dealer, win.dealer, stakes.honba,
              END_WIN, 1 << win.winner, win.winner, 0, score, &ties, 1, &after)
    out = {"game_over": bool(after.over), "sticks": 0}
    if not after.over:
        out.update(dealer=after.dealer, honba=after.honba)
    if rules.c.home_run_markers:
        out["markers"] = [
            "H" if i == win.winner or (stakes.marker[i] and scores[i] >= stakes.before[i]) else "B"
            for i in range(rules.seats)
        ]
    return out


cdef dict share_dict(const Share* share, int guns, int32_t dice):
    return {
        "guns": guns, "birds_paid": share.birds, "tobi": share.bust, "busting": share.bust,
        "base": share.base - dice - share.bust, "demekin": dice, "conditions": share.conditions,
        "multiplier": share.multiplier, "honba_multiplier": share.honba_multiplier,
        "total": share.total,
    }


cdef dict events_dict(Rules rules, const Win* win, const Ledger* ledger):
    """Chips that the winner has of each event, by who pays; negative: whom the winner pays."""
    cdef const Line* line
    cdef int i
    out = {}
    for i in range(ledger.n):
        line = &ledger.line[i]
        if line.reason >= REASON_CHIP_EVENT:
            payer, chips = line.payer, line.amount
            if payer == win.winner:
                payer, chips = line.payee, -chips
            out.setdefault(reason_name(&rules.c, line.reason), {})[str(payer)] = chips
    return {"events": out} if rules.c.n_chip_event else {}


cdef dict chips_dict(Rules rules, const Win* win, const Stakes* stakes, const Chips* chips):
    cdef int i
    payers = [
        i for i in range(rules.seats)
        if i != win.winner and (win.by != BY_RON or i == win.loser or chips.share[<int>i].events)
    ]
    out = {name: chips.item[<int>i] for i, name in enumerate(ITEM_NAMES)}
    out.update(
        counted_yaku=chips.counted_yaku, birds=chips.birds,
        multipliers={str(i): chips.share[<int>i].multiplier for i in payers},
        per_payer={
            str(i): share_dict(&chips.share[<int>i], stakes.guns[<int>i],
                               chips.item[<int>ITEM_DICE])
            for i in payers
        },
    )
    return out


cdef tuple counters_of(Rules rules, case):
    """Honba and sticks that this winner is paid; the first on the same tile has taken them."""
    counters = number_of(case, "honba", 0, 200, 0), number_of(case, "sticks", 0, 200, 0)
    return (0, 0) if number_of(case, "earlier_winners", 0, rules.seats - 2, 0) else counters


def score_win(Rules rules not None, case):
    cdef Win win
    cdef Value value
    cdef Ledger ledger
    cdef TulipStart start
    cdef Tulip tulip
    cdef Stakes stakes
    cdef Chips won
    rules = rules_of(rules, case, WIN_KEYS, "won hand")
    read_win(rules, case, &win)
    read_stakes(rules, &win, case, &stakes)
    honba, sticks = counters_of(rules, case)
    walls = stacks_of(rules, case.get("wall_from_end", ""))
    evaluate(&rules.c, &win, &value)
    if not value.legal:
        raise ValueError(why_not(rules, case, &win))
    ledger_clear(&ledger)
    settle_alone(&rules.c, &win, &value, honba, sticks, &stakes, &ledger)
    played = tulip_start(&rules.c, &win, &value, &start)
    if played:
        run_tulip(rules, &start, walls, &tulip)
    settle_chips(&rules.c, &win, &value, &start, &tulip if played else NULL, &stakes, &won, &ledger)
    shugi = tulip_dict(&tulip) if played else {"start": start.start, "total": start.start}
    if rules.c.cherry:
        shugi["chips_per_payer"] = shugi["total"] + won.item[<int>ITEM_CHERRY]
    points, chips = sums_of(&rules.c, &ledger)
    scores = [stakes.score[<int>i] for i in range(rules.seats)]
    return {
        **value_dict(&value),
        "points_delta": points,
        "scores_after": scores,
        "shugi": {
            **chips_dict(rules, &win, &stakes, &won), **events_dict(rules, &win, &ledger), **shugi,
        },
        "shugi_delta": chips,
        "ledger": lines_of(&rules.c, &ledger),
        "waits": waits_of(rules, case["hand"], case.get("melds", ()))["waits"],
        "next": next_dict(rules, &win, &stakes, scores),
    }


cdef str why_not(Rules rules, case, const Win* win):
    melds = case.get("melds", ())
    if win.by == BY_BINGO:
        return f"{case['hand']!r} completed by discards needs open riichi (option atama_bingo)"
    waiting = waits_of(rules, case["hand"], melds)["waits"]
    if code_name(KIND_OF[win.win_as]) not in waiting:
        tiles = ", ".join(waiting) if waiting else "no tile: it is not one tile from a win"
        return f"{case['hand']!r} is not completed by {case['win_tile']!r}; it waits for {tiles}"
    return f"{case['hand']!r} completed by {case['win_tile']!r} has no yaku that these rules accept"


def may_win(Rules rules not None, case):
    cdef Win win
    rules = rules_of(rules, case, WIN_KEYS, "won hand")
    read_win(rules, case, &win)
    return bool(win_allowed(&rules.c, &win))


def score(Rules rules not None, case):
    answer = score_win(rules, case)
    return {"legal": may_win(rules, case), **answer}


def expected_win(Rules rules not None, case, unseen, *, stacks, hidden_ura=0, samples=None, seed=0):
    cdef Win win
    cdef Value value
    cdef Unseen pool
    cdef Stakes stakes
    cdef float points[SEATS]
    cdef float chips[SEATS]
    cdef Rng rng
    rules = rules_of(rules, case, WIN_KEYS, "won hand")
    read_win(rules, case, &win)
    codes = tiles_of(unseen, "unseen")
    if len(codes) > WALL:
        raise ValueError(f"unseen has {len(codes)} tiles; a wall has at most {WALL}")
    pool.n = <int>len(codes)
    for i, code in enumerate(codes):
        pool.code[<int>i] = code
    given = {"hidden_ura": hidden_ura, "stacks": stacks, "samples": samples, "seed": seed}
    pool.ura = number_of(given, "hidden_ura", 0, min(INDICATORS, pool.n))
    pool.stacks = number_of(given, "stacks", 0, (pool.n - pool.ura) // 2)
    if samples is None:
        given["samples"] = EXPECT_SAMPLES
    if pool.ura and win.riichi == RIICHI_NONE:
        raise ValueError("hidden_ura: ura indicators are turned for a winner in riichi only")
    evaluate(&rules.c, &win, &value)
    if not value.legal:
        raise ValueError(why_not(rules, case, &win))
    rng = rng_make(number_of(given, "seed", 0, 2**64 - 1), 0, STREAM_EXPECT)
    read_stakes(rules, &win, case, &stakes)
    honba, sticks = counters_of(rules, case)
    expect_win(&rules.c, &win, &pool, &stakes, honba, sticks,
               number_of(given, "samples", 1, 10**7), &rng, points, chips)
    return {
        "points_delta": [points[<int>i] for i in range(rules.seats)],
        "shugi_delta": [chips[<int>i] for i in range(rules.seats)],
    }


# ---- smaller doors

def play_tulip(Rules rules not None, case):
    cdef TulipStart start
    cdef Tulip tulip
    check_case(case, TULIP_KEYS, "tulip")
    memset(&start, 0, sizeof(TulipStart))
    for code in tiles_of(case.get("tulip_hand"), "tulip_hand"):
        if KIND_OF[<int>code] == NO_KIND:
            raise ValueError(f"tulip_hand: {code_name(code)} cannot be part of a hand")
        start.hand[KIND_OF[<int>code]] += 1
    start.joker = NO_TILE
    start.factor = 1
    removed = bingo_tiles_of(case)
    check_known(rules, removed, "bingo_in_hand")
    for code in removed:
        join_bingo(&start, code)
    start.flowers = number_of(case, "removed_flowers", 0, 12, 0)
    start.start = number_of(case, "start", 0, 10**6, 0)
    start.lives = number_of(case, "lives", 0, 100, 0)
    start.tier = number_of(case, "start_tier", 1, 3, 1)
    run_tulip(rules, &start, stacks_of(rules, case.get("wall_from_end")), &tulip)
    return tulip_dict(&tulip)


def cherry_settlement(Rules rules not None, case):
    cdef int32_t factor = 1
    check_case(case, CHERRY_KEYS, "settlement")
    if not rules.c.cherry:
        raise ValueError(f"{rules.name} has no cherries; take the add-on cherry")
    if not isinstance(case.get("visible", []), (list, tuple)):
        raise ValueError(f"visible must be a list of tiles, not {case['visible']!r}")
    codes = [tile_of(tile, "visible") for tile in case.get("visible", [])]
    check_deck(rules, codes, "visible")
    for code in codes:
        if not is_cherry(code):
            raise ValueError(f"visible: {code_name(code)} is no cherry")
        factor *= cherry_sign(code)
    if case.get("by") not in ("ron", "tsumo", "bingo"):
        raise ValueError(f"by must be ron, tsumo or bingo, not {case.get('by')!r}")
    for key in ("completed", "pocchi_win"):
        if type(case.get(key, False)) is not bool:
            raise ValueError(f"{key} must be true or false, not {case[key]!r}")
    return cherry_settle(
        number_of(case, "tulip_total", 0, 10**6), factor, case["by"] == "ron",
        case.get("completed", False) or case.get("pocchi_win", False),
    )


def waits_of(Rules rules not None, hand, melds=()):
    cdef uint8_t melded[KINDS]
    cdef int32_t index[GROUPS]
    cdef uint64_t kinds
    cdef Win win
    cdef Held held
    memset(melded, 0, KINDS)
    memset(&win, 0, sizeof(Win))
    sets = melds_of(melds)
    codes = concealed_of(rules, hand, sets, wildcards_of(rules, sets))
    read_tiles(&win, codes, sets)
    for _, tiles in sets:
        for code in tiles:
            melded[KIND_OF[<int>code]] += 1
    check_deck(rules, codes + [code for _, tiles in sets for code in tiles], "hand and melds")
    shape_index(&rules.c, win.kind, index)
    if rules.c.atama:
        held_make(&rules.c, win.kind, index, win.meld, win.n_meld, &held)
        kinds = held_waits(&rules.c, &held)
        sure = kinds != 0 and sure_yakuman(&rules.c, &win)
    else:
        kinds = waits(&rules.c, win.kind, index, melded, rules.c.sets - <int>len(sets),
                      wildcards_of(rules, sets),
                      FORM_STANDARD if sets or rules.c.sets != 4 else FORM_ALL)
        sure = kinds != 0
    names = [code_name(k) for k in range(KINDS) if has(kinds, <int>k)]
    return {"waits": names, "tenpai": bool(names), "tenpai_without_open_riichi": bool(sure)}


def bingo_line(Rules rules not None, discards, riichi_index, called=()):
    cdef uint8_t river[RIVER]
    cdef uint8_t flags[RIVER_FLAGS]
    codes = tiles_of(discards, "discards")
    if len(codes) > RIVER:
        raise ValueError(f"discards has {len(codes)} tiles; at most {RIVER} are possible")
    at = number_of({"riichi_index": riichi_index}, "riichi_index", 0, max(len(codes) - 1, 0))
    called = [number_of({"called": i}, "called", 0, len(codes) - 1) for i in called]
    for i, code in enumerate(codes):
        river[<int>i] = code
        set_flags(flags, i, RIVER_CALLED if i in called else 0)
    return BINGO_NAMES[bingo_kind(&rules.c, river, flags, <int>len(codes), at)]


def neighbours(Rules rules not None, tile):
    cdef uint64_t kinds
    cdef int kind
    code = tile_of(tile, "tile")
    if code == FLOWER:
        return f"{rules.c.tulip_flower} shugi per removed flower; a miss when none was removed"
    kind = KIND_OF[<int>code]
    if kind == NO_KIND or not rules.c.copies[kind]:
        raise ValueError(f"{tile!r} is no tile of {rules.name} that has neighbours")
    kinds = neighbour_kinds(&rules.c, kind)
    if kind >= 31:
        return [code_name(k) for k in range(31, 34) if has(kinds, <int>k)]
    before = [k for k in range(KINDS) if has(kinds, <int>k) and rules.c.dora_next[<int>k] == kind]
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
    return sums_of(&rules.c, &ledger)[0]


cdef Ties ties_from(Rules rules, last_winner, first_dealer):
    cdef Ties ties
    last = rules.seats - 1
    ties.first_dealer = number_of({"first_dealer": first_dealer}, "first_dealer", 0, last)
    ties.last_winner = NOBODY
    if last_winner is not None:
        ties.last_winner = number_of({"last_winner": last_winner}, "last_winner", 0, last)
    return ties


def places(Rules rules not None, scores, *, last_winner=None, first_dealer=0):
    cdef int32_t score[SEATS]
    cdef int64_t amount[SEATS]
    cdef uint8_t order[SEATS]
    cdef uint8_t place[SEATS]
    cdef Ties ties = ties_from(rules, last_winner, first_dealer)
    for i, points in enumerate(amounts_of(rules, scores, "scores")):
        score[<int>i] = amount[<int>i] = points
    rank_seats(&rules.c, score, &ties, order)
    final_places(&rules.c, order, amount, place)
    return [1 + place[<int>i] for i in range(rules.seats)]


def placement(Rules rules not None, scores, *, last_winner=None, first_dealer=0):
    cdef Ledger ledger
    cdef int32_t score[SEATS]
    cdef Ties ties = ties_from(rules, last_winner, first_dealer)
    for i, points in enumerate(amounts_of(rules, scores, "scores")):
        score[<int>i] = points
    ledger_clear(&ledger)
    settle_placement(&rules.c, score, &ties, &ledger)
    return sums_of(&rules.c, &ledger)[1]


def rounded_points(Rules rules not None, scores):
    return [round_to_unit(&rules.c, points) for points in amounts_of(rules, scores, "scores")]


def chip_factors(Rules rules not None, *, conditions=0, honba=0):
    given = {"conditions": conditions, "honba": honba}
    return (
        multiplier_of(number_of(given, "conditions", 0, 10)),
        honba_multiplier(&rules.c, number_of(given, "honba", 0, 255)),
    )


def dice_rolled(Rules rules not None, int64_t hand, uint64_t seed, int winner):
    cdef Rng rng = rng_make(seed, <uint32_t>hand, STREAM_DICE + 8 * winner)
    cdef int pips[2]
    rolls = []
    while not rolls or rolls_again(&rules.c, pips):
        roll_pair(&rng, pips)
        rolls.append([pips[0], pips[1]])
    return rolls


def dice_chips(Rules rules not None, rolls):
    return sum_of_dice(rules, rolls)


def final_result(Rules rules not None, scores, chips=None, *, last_winner=None, first_dealer=0):
    cdef int32_t score[SEATS]
    cdef Ties ties = ties_from(rules, last_winner, first_dealer)
    cdef int32_t won[SEATS]
    cdef int64_t out[SEATS]
    given = amounts_of(rules, scores, "scores")
    counted = amounts_of(rules, chips, "chips") if chips is not None else [0] * rules.seats
    for i in range(rules.seats):
        score[<int>i] = given[i]
        won[<int>i] = counted[i]
    settle_final(&rules.c, score, won, &ties, out)
    return [out[<int>i] / 1000 for i in range(rules.seats)]


cdef int round_of(Rules rules, round_name) except -1:
    seats = rules.seats
    if round_name not in [f"{wind}{i + 1}" for wind in "ESWN" for i in range(seats)]:
        raise ValueError(f"round_name must be like 'S3', up to 'N{seats}', not {round_name!r}")
    return "ESWN".index(round_name[0]) * seats + int(round_name[1]) - 1


def game_ends(Rules rules not None, round_name, scores, *, dealer_repeats, aborted=False,
              dealer=None, hands=1):
    cdef int32_t score[SEATS]
    cdef int number = round_of(rules, round_name)
    cdef Ties ties = ties_from(rules, None, 0)
    for what, value in (("dealer_repeats", dealer_repeats), ("aborted", aborted)):
        if type(value) is not bool:
            raise ValueError(f"{what} must be true or false, not {value!r}")
    given = {"dealer": number % rules.seats if dealer is None else dealer, "hands": hands}
    for i, points in enumerate(amounts_of(rules, scores, "scores")):
        score[<int>i] = points
    dealing = number_of(given, "dealer", 0, rules.seats - 1)
    return bool(game_over(&rules.c, number, dealing, dealer_repeats, aborted, score, &ties,
                          number_of(given, "hands", 1, 10**6)))


def after_hand(Rules rules not None, round_name, scores, *, end, winners=(), tenpai=(),
               dealer=None, honba=0, hands=1, first_dealer=0, last_winner=None):
    cdef NextHand after
    cdef int32_t score[SEATS]
    cdef int number = round_of(rules, round_name)
    cdef Ties ties
    cdef int won = seats_named(rules, winners, "winners")
    if end not in ENDS:
        raise ValueError(f"end must be one of {', '.join(ENDS)}, not {end!r}")
    ties = ties_from(rules, winners[0] if won else last_winner, first_dealer)
    if (end == "win") != bool(winners):
        raise ValueError("winners: a win has at least one, another end none")
    given = {"dealer": number % rules.seats if dealer is None else dealer, "hands": hands}
    given["honba"] = honba
    for i, points in enumerate(amounts_of(rules, scores, "scores")):
        score[<int>i] = points
    next_hand(
        &rules.c, number, number_of(given, "dealer", 0, rules.seats - 1),
        number_of(given, "honba", 0, 200), ENDS[end], won,
        winners[0] if winners else NOBODY, seats_named(rules, tenpai, "tenpai"), score, &ties,
        number_of(given, "hands", 1, 10**6), &after,
    )
    if after.over:
        return {"game_over": True}
    wind, place = divmod(after.round, rules.seats)
    return {
        "game_over": False, "round": f"{'ESWN'[wind % 4]}{place + 1}", "dealer": after.dealer,
        "honba": after.honba,
    }


def nagashi_payments(Rules rules not None, player, dealer):
    cdef Ledger ledger
    given = {"player": player, "dealer": dealer}
    last = rules.seats - 1
    ledger_clear(&ledger)
    settle_nagashi(&rules.c, number_of(given, "player", 0, last),
                   number_of(given, "dealer", 0, last), &ledger)
    return sums_of(&rules.c, &ledger)[0]


def hand_points(Rules rules not None, *, han=0, fu=30, units=0, dealer=False):
    cdef Points p
    given = {"han": han, "fu": fu, "units": units}
    number_of(given, "units", 0, 20)
    number_of(given, "han", 0 if units else 1, 200)
    number_of(given, "fu", 20, 150)
    if fu % 10 and fu != 25:
        raise ValueError(f"fu must be 25 or a multiple of ten, not {fu!r}")
    if type(dealer) is not bool:
        raise ValueError(f"dealer must be true or false, not {dealer!r}")
    points_of(&rules.c, han, fu, units, dealer, &p)
    return {
        "limit": LIMIT_NAMES[p.limit], "ron": p.ron, "tsumo_dealer": p.tsumo_dealer,
        "tsumo_other": p.tsumo_other,
    }
