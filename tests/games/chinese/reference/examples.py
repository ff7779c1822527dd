"""Answers to worked examples, by game and kind (the schema of the golden files)."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tests.games.chinese.reference.options import DEFAULTS, Options, options_of
from tests.games.chinese.reference.payments import deltas
from tests.games.chinese.reference.tiles import (
    Meld,
    Wild,
    parse,
    parse_flowers,
    parse_meld,
    wild_of,
)
from tests.games.hangzhou.reference import hangzhou, hangzhou_play
from tests.games.kawuxing.reference import kawuxing
from tests.games.wuhan.reference import wuhan, wuhan_play
from tests.games.xiamen.reference import xiamen
from tests.reference.answers import unlike

Given = dict[str, Any]
Example = dict[str, Any]
UNORDERED = ("patterns", "legal_discards", "legal", "illegal", "seat2_own_turn_legal", "forbidden")


CLAIM_WORDS = {"kong": "direct kong", "pung": "pung", "chow": "chow", "win": "win by claim"}


def answer(example: Example) -> Given:
    """What the reference says to an example that it can answer."""
    game, changes = example["game"], dict(example.get("options") or {})
    if game.startswith("wuhan") and "preset" not in changes:
        changes = {"min_points": 0} | changes  # the examples say so where no minimum is given
    if game not in DEFAULTS:
        raise ValueError(f"no such game: {game}")
    return KINDS[game, example["kind"]](options_of(game, changes), example["input"])


def differences(expected: Given, answer: Given) -> list[str]:
    """Each key of ``expected`` that the answer has not, or otherwise."""
    return unlike(expected, answer, UNORDERED)


def melds_of(given: Given) -> tuple[Meld, ...]:
    return tuple(parse_meld(text) for text in given.get("melds") or [])


# -- Hangzhou ------------------------------------------------------------------------------------


def hangzhou_hand(options: Options, given: Given) -> tuple[hangzhou.Hand, Wild, hangzhou.Win]:
    wild = wild_of("permanent" if options["permanent_fortune"] else given["indicator"])
    hand = hangzhou.hand_of(parse(given["concealed_before_win"]), wild, melds_of(given))
    came = (given.get("source", "own"), given.get("floats", 0), given.get("kan_streak", 0))
    return hand, wild, hangzhou.Win(given["winning_tile"], *came)


def hangzhou_win(options: Options, given: Given) -> Given:
    multiplier = hangzhou.multiplier(options, *hangzhou_hand(options, given))
    return {"legal": multiplier is not None, "multiplier": multiplier}


def hangzhou_payment(options: Options, given: Given) -> Given:
    paid = hangzhou.Payment(
        given["banker"],
        given["winner"],
        given["level"],
        given["multiplier"],
        given["source"],
        given.get("from_seat"),
        {int(seat): letters for seat, letters in (given.get("liability") or {}).items()},
    )
    due = hangzhou.pay(options, paid, given.get("chips"))
    return {"deltas": deltas(due, paid.winner, hangzhou.SEATS)}


def hangzhou_second_half(options: Options, given: Given) -> Given:
    bases = {int(seat): factor for seat, factor in given["bases"].items()}
    steps = [
        (None, given["multiplier_before_claim"]),
        (given["discarder"], given["final_multiplier"]),
    ]
    due = hangzhou.second_half(bases, steps)
    return {"deltas": deltas(due, given["winner"], hangzhou.SEATS)}


def hangzhou_legality(options: Options, given: Given) -> Given:
    """Seat 2 of the example, with tiles that let it do all that the round might bar.

    On its turn it has the open pung of 5p, the fourth 5p and four N; a second hand draws its win,
    and a third one could win, pung, kong and chow were there no float round.
    """
    around = hangzhou_play.Table(wild_of("4s"), 60, 1, 3, float_round_of=0)
    free = replace(around, float_round_of=None)
    pung = (Meld("pung", ("5p",) * 3, 1),)
    turn = hangzhou_play.Turn(2, parse("NNNN 5p 7p 22s 11m 3m"), "3m", pung)
    drawn = hangzhou_play.Turn(2, parse("123m 456m 789m 111p 22p"), "2p")
    legal = hangzhou_play.own_actions(options, around, turn)
    named = {
        "win by own tile": "win" in hangzhou_play.own_actions(options, around, drawn),
        "closed kong NNNN": "kong_closed N" in legal,
        "discard": "discard 3m" in legal,
    }
    grown = set(hangzhou_play.own_actions(options, free, turn)) - set(legal)
    barred = {action.replace("kong_added", "filling kong of") for action in grown}
    claimer = hangzhou_play.Claimer(2, parse("NNN 234p 22s 68s"), pung)
    for tile in ("N", "2s", "7s"):
        stopped = set(hangzhou_play.claims(options, free, claimer, tile, 1))
        stopped -= set(hangzhou_play.claims(options, around, claimer, tile, 1))
        barred |= {CLAIM_WORDS[form.split("_")[0]] for form in stopped}
    return {
        "seat2_own_turn_legal": [name for name, holds in named.items() if holds],
        "forbidden": sorted(barred),
    }


def hangzhou_count(options: Options, given: Given) -> Given:
    return {"draws": given["tiles"] - given["dealt"] - given["reserved"]}


# -- Xiamen --------------------------------------------------------------------------------------


def xiamen_score(options: Options, given: Given) -> Given:
    wild = wild_of(given["indicator"])
    flowers = parse_flowers(given.get("flowers") or "")
    kinds = parse(given["concealed_before_win"])
    hand = xiamen.hand_of(kinds, wild, melds_of(given), flowers)
    award, source = given["award"], given["source"]
    total = xiamen.water(options, hand, wild, given.get("winning_tile"), source, award)
    if total is None:
        return {"water": None, "multiplier": None, "deltas": None}
    if award == "heavenly":
        tile = given.get("winning_tile")
        award = xiamen.dealt_award(options, xiamen.with_tile(hand, tile, wild) if tile else hand)
    factor = xiamen.multiplier(options, award)
    seats = (given["banker"], given["winner"])
    bank = xiamen.banker_base(options, given["banker_stays"], given.get("stay_multipliers"))
    due = xiamen.owed(options, total, factor, seats, bank)
    change = deltas(due, given["winner"], xiamen.SEATS)
    return {"water": total, "multiplier": factor, "deltas": change}


def xiamen_legality(options: Options, given: Given) -> Given:
    wild, kinds = wild_of(given["indicator"]), parse(given["hand_after_draw"])
    legal = xiamen.legal_discards(options, kinds, wild, given["discarded_before"])
    everything = set(legal) == set(kinds)
    return {"legal_discards": "all kinds in the hand" if everything else legal}


def xiamen_count(options: Options, given: Given) -> Given:
    changed = options | {"indicator_in_dead_wall": given["indicator_counted_in_dead_wall"]}
    dealt, dead = xiamen.TILES - xiamen.OUTER_WALL + 1, xiamen.DEAD_WALL
    assert (given["tiles"], given["dealt_first"], given["dead_wall"]) == (xiamen.TILES, dealt, dead)
    return {"draws_after_deal": xiamen.draws(changed)}


# -- Wuhan ---------------------------------------------------------------------------------------


def wuhan_hand(options: Options, given: Given) -> wuhan.Win:
    return wuhan.Win(
        parse(given["concealed_before_win"]),
        given["winning_tile"],
        given["laizi"],
        given["winner"],
        given["banker"],
        [wuhan.Player(**player) for player in given["players"]],
        melds_of(given),
        given["source"],
        tuple(given.get("situation") or ()),
        given.get("from_seat"),
        wuhan.kan_tiles(options, given.get("indicator")),
    )


def wuhan_win(options: Options, given: Given) -> Given:
    win = wuhan_hand(options, given)
    found = wuhan.values(options, win)
    if not found:
        return {"legal": False}
    value = found[0]
    legal = wuhan.enough(options, win, value)
    due = wuhan.owed(options, win, value, given.get("liable_seat")) if legal else {}
    return {
        "legal": legal,
        "patterns": list(value.patterns),
        "hard": value.hard,
        "raw_amounts": {str(seat): whole(amount) for seat, amount in value.raw.items()},
        "deltas": deltas(due, win.winner, len(win.players)) if legal else None,
    }


def whole(amount: Fraction) -> int | float:
    return int(amount) if amount.denominator == 1 else float(amount)


def wuhan_indicator(options: Options, given: Given) -> Given:
    changed = options | {"kong_tile_mode": given["mode"]}
    return {"laizi": [wuhan.laizi_of(changed, kind) for kind in given["indicators"]]}


def wuhan_count(options: Options, given: Given) -> Given:
    draws = given["tiles"] - given["dealt"] - given["indicator"] - given["dead_wall"]
    assert draws == wuhan_play.draws(options)
    last = 4 if options["players"] == 4 else 0
    return {"draws": draws, "normal_draws": draws - last, "last_draws": last}


def wuhan_legality(options: Options, given: Given) -> Given:
    kind = given["action"].split()[1]
    kongs = wuhan.kan_tiles(options, None)
    after = wuhan_play.discarded(wuhan.Player(), kind, "3s", kongs)
    claimable = wuhan_play.claimable(kind, "3s", kongs)
    return {"red_kongs": after.rk, "supplement": False, "claimable": claimable}


# -- Kawuxing ------------------------------------------------------------------------------------


def kawuxing_hand(given: Given) -> kawuxing.Win:
    return kawuxing.Win(
        parse(given["concealed_before_win"]),
        given["winning_tile"],
        melds_of(given),
        given["source"],
        given["winner"],
        given.get("from_seat"),
        given.get("own_kongs_in_turn", 0),
        given.get("claimed_on_kong", False),
        given.get("disclosed", False),
        given.get("last_wall_tile", False),
    )


def kawuxing_win(options: Options, given: Given) -> Given:
    win = kawuxing_hand(given)
    value = kawuxing.value(options, win)
    if value is None:
        return {"legal": False, "patterns": [], "doubles": None, "deltas": None}
    due = kawuxing.owed(options, win, value.doubles, given.get("disclosed_seats") or [])
    return {
        "legal": True,
        "patterns": list(value.patterns),
        "doubles": value.doubles,
        "deltas": deltas(due, win.winner, kawuxing.SEATS),
    }


def kawuxing_kongs(options: Options, given: Given) -> Given:
    owings = []
    for kong in given["kongs"]:
        seat, giver = kong["player"], kong.get("from_seat")
        owings.append((seat, kawuxing.kong_owed(options, kong["kind"], seat, kong["chain"], giver)))
    return {"deltas": kawuxing.pay_all(owings)}


def kawuxing_legality(options: Options, given: Given) -> Given:
    words = {"kong_open": "direct kong", "pung": "pung", "win": "win"}
    me = kawuxing.Turn(0, [*parse(given["hand_has"]), *parse("123456s RRGB")])
    win = kawuxing.Win(me.kinds, given["discard"], (), "claim", 0, 1)
    found = kawuxing.claims(options, me, win, given["wall_tiles"])
    legal = [words[claim] for claim in found] + ["pass"]
    return {"legal": legal, "illegal": [w for w in ("pung",) if w not in legal]}


def kawuxing_draw(options: Options, given: Given) -> Given:
    found = kawuxing.draw_owed(options, given["disclosed_in_order"])
    if found is None:
        return {"deltas": [0] * kawuxing.SEATS}
    first, due = found
    return {"deltas": kawuxing.pay_all([(seat, {first: n}) for seat, n in due.items()])}


def kawuxing_count(options: Options, given: Given) -> Given:
    assert given["tiles"] == 4 * len(kawuxing.deck_of(options))
    return {"draws": given["tiles"] - given["dealt"]}


KINDS: dict[tuple[str, str], Callable[[Options, Given], Given]] = {
    ("hangzhou", "win_multiplier"): hangzhou_win,
    ("hangzhou", "payment"): hangzhou_payment,
    ("hangzhou", "second_half_liability"): hangzhou_second_half,
    ("hangzhou", "legality"): hangzhou_legality,
    ("hangzhou", "count"): hangzhou_count,
    ("xiamen", "score"): xiamen_score,
    ("xiamen", "legality"): xiamen_legality,
    ("xiamen", "count"): xiamen_count,
    ("wuhan", "win"): wuhan_win,
    ("wuhan", "indicator"): wuhan_indicator,
    ("wuhan", "count"): wuhan_count,
    ("wuhan", "legality"): wuhan_legality,
    ("wuhan3", "win"): wuhan_win,
    ("kawuxing", "win"): kawuxing_win,
    ("kawuxing", "kong_payment"): kawuxing_kongs,
    ("kawuxing", "legality"): kawuxing_legality,
    ("kawuxing", "draw_payment"): kawuxing_draw,
    ("kawuxing", "count"): kawuxing_count,
}
