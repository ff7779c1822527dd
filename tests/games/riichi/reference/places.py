"""Chips between the places of a finished game (section 7 of super_bingo, flying_fish, toriuchi)."""

from collections.abc import Callable
from typing import Any

Options = dict[str, Any]
SEATS = range(3)


def places(scores: list[int]) -> list[int]:
    """Seats from first to last; ties go to the seat nearer to the first dealer, seat 0."""
    return sorted(SEATS, key=lambda seat: (-scores[seat], seat))


def placement_chips(
    options: Options, scores: list[int], last_winner: int | None = None
) -> list[int]:
    """What each seat gets or pays."""
    return SCHEMES[options["placement"]](options, ranked(options, scores, last_winner), scores)


def ranked(options: Options, scores: list[int], last_winner: int | None = None) -> list[int]:
    """Seats from first to last, with the ties of the rule set."""
    if options.get("tie_second") != "turn_order_from_first":
        return places(scores)
    top = [seat for seat in SEATS if scores[seat] == max(scores)]
    by_win = options["tie_first"] == "last_winner" and last_winner in top
    first = last_winner if by_win and last_winner is not None else top[0]
    others = [(first + 1) % 3, (first + 2) % 3]
    return [first, *sorted(others, key=lambda seat: -scores[seat])]


def pay(delta: list[int], payer: int, payee: int, chips: int) -> None:
    delta[payer] -= chips
    delta[payee] += chips


def super_bingo(options: Options, order: list[int], scores: list[int]) -> list[int]:
    first, second, third = order
    delta = [0, 0, 0]
    below = options["start_points"]
    base, cap = options["placement_third_base"], options["placement_third_cap"]
    pay(delta, third, first, min(cap, base + (below - scores[third]) // 1000))
    if scores[second] >= options["placement_second_line"]:
        won = min(options["placement_second_cap"], (scores[second] - below) // 1000)
        pay(delta, first, second, won)
    else:
        owed = options["placement_second_base"] + (below - scores[second]) // 1000
        pay(delta, second, first, owed)
    return delta


def flying_fish(options: Options, order: list[int], scores: list[int]) -> list[int]:
    delta = [0, 0, 0]
    pay(delta, order[1], order[0], options["placement_second"])
    pay(delta, order[2], order[0], options["placement_third"])
    return delta


def rounded(options: Options, score: int) -> int:
    """To the nearest chip (Toriuchi section 7)."""
    unit = options["settle_unit"]
    over = score % unit
    up = 2 * over > unit or (2 * over == unit and options["round_half"] == "up")
    return int(score - over + unit * up)


def toriuchi(options: Options, order: list[int], scores: list[int]) -> list[int]:
    """Differences from the line in chips, and the floating uma, both with the first."""
    delta = [0, 0, 0]
    line, back = options["floating_uma_line"], options["target_points"]
    own = [(rounded(options, score) - back) // options["settle_unit"] for score in scores]
    for seat in order[1:]:
        pay(delta, seat, order[0], options["floating_uma_chips"] * (scores[seat] < line))
        if options["settle"] == "first_collects":
            pay(delta, seat, order[0], -own[seat])
    if options["settle"] == "literal":
        return [chips + difference for chips, difference in zip(delta, own, strict=True)]
    return delta


SCHEMES: dict[str, Callable[[Options, list[int], list[int]], list[int]]] = {
    "super_bingo": super_bingo,
    "flying_fish": flying_fish,
    "toriuchi": toriuchi,
}
