"""Who pays whom: points of a win, honba, sticks, liability, draws, places, and what comes next."""

from dataclasses import dataclass
from typing import Any

from tests.games.riichi.reference.facts import WINDS, Facts
from tests.games.riichi.reference.places import SEATS, places
from tests.games.riichi.reference.places import placement_chips as placement_chips

BASE = {"mangan": 2000, "haneman": 3000, "baiman": 4000, "sanbaiman": 6000, "yakuman": 8000}
# (ron of the dealer, each on his draw, ron of another, non-dealer's share, dealer's share)
NO_FU = {
    "1han": (2000, 1000, 1000, 1000, 1000),
    "2han": (3000, 2000, 2000, 1000, 1000),
    "3han": (6000, 3000, 4000, 1000, 3000),
    "mangan": (12000, 6000, 8000, 3000, 5000),
    "haneman": (18000, 9000, 12000, 4000, 8000),
    "baiman": (24000, 12000, 16000, 6000, 10000),
    "sanbaiman": (36000, 18000, 24000, 8000, 16000),
    "yakuman": (48000, 24000, 32000, 12000, 20000),
}
# the same by (han, fu) (Shouhai Mighty section 5)
SHOUHAI = {
    (1, 30): (2000, 1000, 1000, 1000, 1000),
    (1, 40): (2000, 1000, 2000, 1000, 1000),
    (1, 50): (3000, 2000, 2000, 1000, 1000),
    (2, 30): (3000, 2000, 2000, 1000, 1000),
    (2, 40): (4000, 2000, 3000, 1000, 2000),
    (2, 50): (5000, 3000, 4000, 1000, 3000),
    (3, 30): (6000, 3000, 4000, 1000, 3000),
    (3, 40): (8000, 4000, 6000, 2000, 4000),
    (3, 50): (10000, 5000, 7000, 2000, 5000),
}


@dataclass(frozen=True)
class Prices:
    """Points of a hand: off a discard, and on a draw from the dealer and from another."""

    ron: int
    from_dealer: int
    from_other: int


def prices(
    options: dict[str, Any], dealer: bool, limit: str, han: int, fu: int | None, units: int
) -> Prices:
    if options["points_table"] in ("no_fu", "shouhai"):
        printed = printed_prices(options, dealer, limit, han, fu, units)
        return as_of_four(printed.ron, dealer) if options["tsumo_loss"] else printed
    base = BASE[limit] if limit in BASE else (fu or 0) * 2 ** (han + 2)
    shared = options["points_table"] == "north_bisection" or not options["tsumo_loss"]
    share = 2 * base if dealer else base  # a non-dealer's on a draw
    extra = share // 2 if shared else 0  # half of what the missing fourth player would pay
    return Prices(
        ron=units * hundreds(6 * base if dealer else 4 * base),
        from_dealer=0 if dealer else units * hundreds(2 * base + extra),
        from_other=units * hundreds(share + extra),
    )


def printed_prices(
    options: dict[str, Any], dealer: bool, limit: str, han: int, fu: int | None, units: int
) -> Prices:
    """As the tables print them: the winner gets the missing player's share too."""
    if options["points_table"] == "shouhai" and limit not in BASE:
        return shouhai_prices(options, dealer, han, fu or 0) or no_fu_prices(dealer, "mangan", 1)
    return no_fu_prices(dealer, limit, units)


def as_of_four(ron: int, dealer: bool) -> Prices:
    """Tsumo loss: each pays his part at a table of four, in whole thousands."""
    if dealer:
        return Prices(ron, 0, -(-ron // 3000) * 1000)
    return Prices(ron, -(-ron // 2000) * 1000, -(-ron // 4000) * 1000)


def no_fu_prices(dealer: bool, limit: str, units: int) -> Prices:
    dealer_ron, dealer_draw, ron, share, dealer_share = (units * points for points in NO_FU[limit])
    return Prices(dealer_ron, 0, dealer_draw) if dealer else Prices(ron, dealer_share, share)


def shouhai_prices(options: dict[str, Any], dealer: bool, han: int, fu: int) -> Prices | None:
    """Below mangan with fu (Shouhai Mighty section 5); None where the value reaches mangan."""
    if options.get("fu_extension") == "cap_50":
        fu = min(fu, 50)
    if (han, fu) in SHOUHAI:
        dealer_ron, dealer_draw, ron, share, dealer_share = SHOUHAI[han, fu]
        return Prices(dealer_ron, 0, dealer_draw) if dealer else Prices(ron, dealer_share, share)
    base = fu * 2 ** (han + 2)
    ron = thousands((6 if dealer else 4) * base)
    if ron >= NO_FU["mangan"][0 if dealer else 2]:
        return None
    if dealer:
        return Prices(ron, 0, thousands(3 * base))
    share = max(1000, 3 * ron // 8 // 1000 * 1000)
    return Prices(ron, max(1000, ron - share), share)


def thousands(points: int) -> int:
    return -(-points // 1000) * 1000


def hundreds(points: int) -> int:
    return -(-points // 100) * 100


def points_delta(facts: Facts, owed: dict[int, int]) -> list[int]:
    """Points won and paid, honba and sticks included."""
    case = facts.case
    delta = [0, 0, 0]
    for payer, points in owed.items():
        delta[payer] -= points
        delta[case["winner"]] += points
    delta[case["winner"]] += case["sticks"] * facts.options["riichi_cost"]
    return delta


def payments(facts: Facts, price: Prices, yakuman: dict[str, int], units: int) -> dict[int, int]:
    """Points and honba that each payer pays the winner."""
    case, options = facts.case, facts.options
    owed = plain_payments(facts, price)
    for name, liable in case.get("pao", {}).items():
        if name in yakuman and name in options["pao"]:
            owed = with_liability(facts, price, owed, liable, min(yakuman[name], units), units)
            return owed
    honba = case["honba"] * options["honba_ron" if facts.by == "ron" else "honba_tsumo"]
    return {payer: points + honba for payer, points in owed.items()}


def plain_payments(facts: Facts, price: Prices) -> dict[int, int]:
    case = facts.case
    if facts.by == "ron":
        return {case["loser"]: price.ron}
    others = [seat for seat in SEATS if seat != case["winner"]]
    return {
        seat: price.from_dealer if seat == case["dealer"] else price.from_other for seat in others
    }


def with_liability(
    facts: Facts, price: Prices, owed: dict[int, int], liable: int, covered: int, units: int
) -> dict[int, int]:
    """The liable seat pays the honba and all of a covered yakuman drawn; of one won by ron half,
    or all of it too (``pao_ron``)."""
    paid: dict[int, int] = dict.fromkeys(SEATS, 0)
    for payer, points in owed.items():
        part = points * covered // units
        halved = facts.by == "ron" and facts.options["pao_ron"] == "half"
        share = part // 2 if halved else 0
        paid[payer] += points - part + share
        paid[liable] += part - share
    honba = facts.case["honba"]
    each = facts.options["honba_ron"] if facts.by == "ron" else 2 * facts.options["honba_tsumo"]
    paid[liable] += honba * each
    return {payer: points for payer, points in paid.items() if points}


def chip_payers(facts: Facts) -> list[int]:
    """Who pays the chips of a win; liability moves points only."""
    if facts.by == "ron":
        return [facts.case["loser"]]
    return [seat for seat in SEATS if seat != facts.case["winner"]]


def noten_delta(options: dict[str, Any], ready: list[bool]) -> list[int]:
    """Payments at an exhaustive draw."""
    n = sum(ready)
    if n in (0, 3):
        return [0, 0, 0]
    total = int(options["noten_total"])
    return [total // n if is_ready else -total // (3 - n) for is_ready in ready]


def final_result(options: dict[str, Any], scores: list[int]) -> list[float]:
    """Points of a finished game with uma and oka (sanma section 7).

    The return is the start and each seat's part of the oka.
    """
    order = places(scores)
    back = options["start_points"] + options["oka"] / 3
    result = [(score - back) / 1000 for score in scores]
    for place, seat in enumerate(order):
        result[seat] += options["uma"][place]
    result[order[0]] += options["oka"] / 1000
    return result


def after_win(options: dict[str, Any], case: dict[str, Any], scores: list[int]) -> dict[str, Any]:
    repeats = case["winner"] == case["dealer"]
    hand = 3 * (*WINDS, "4z").index(case["round_wind"]) + case["dealer"]
    if game_over(options, hand, repeats, case["dealer"], scores):
        return {"game_over": True, "sticks": 0}
    coming = next_hand(options, case["dealer"], case["honba"], case["winner"])
    return {"game_over": False} | coming | {"sticks": 0}


def next_hand(
    options: dict[str, Any], dealer: int, honba: int, winner: int | None, ready: bool = False
) -> dict[str, int]:
    """Dealer and honba of the next hand; no ``winner`` for a draw, ``ready``: the dealer."""
    if options["renchan"] == "winner_deals":
        counted = options.get("honba_rule") == "every_hand"
        return {
            "dealer": dealer if winner is None else winner,
            "honba": honba + 1 if counted else 0,
        }
    repeats = winner == dealer or (winner is None and ready and options["renchan"] == "tenpai")
    stays = winner is None or repeats
    return {"dealer": dealer if repeats else (dealer + 1) % 3, "honba": honba + 1 if stays else 0}


def is_bust(options: dict[str, Any], points: int) -> bool:
    if not options.get("bust", True):
        return False
    return points <= 0 if options["bust_at_zero"] else points < 0


def game_over(
    options: dict[str, Any], hand: int, repeats: bool, dealer: int, scores: list[int]
) -> bool:
    """Whether the game ends after hand number ``hand`` (0 = East 1, 5 = South 3)."""
    if is_bust(options, min(scores)):
        return True
    if options["game_length"] in ("until_bust", "fixed_hands"):
        return False
    last = {"hanchan": 5, "east": 2}[options["game_length"]]
    if hand < last:
        return False
    reached = max(scores) >= options["target_points"]
    if repeats and (hand == last or options["extension_repeats"]):
        return bool(options["agari_yame"] == "auto" and reached and places(scores)[0] == dealer)
    if options["extension"] == "none" or reached:
        return True
    return bool(hand >= last + 3 and options["extension"] == "one_round" and not repeats)
