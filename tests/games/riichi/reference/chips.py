"""Chips of a win: which of the families' schemes applies, and who ends up with them."""

from collections.abc import Callable
from typing import Any

from tests.games.riichi.reference import birds, cherry, fish, mighty, tulip
from tests.games.riichi.reference.places import SEATS
from tests.games.riichi.reference.settlement import chip_payers, is_bust
from tests.games.riichi.reference.worth import Worth

Options = dict[str, Any]
Owed = dict[int, int]  # points or chips by payer
Scheme = Callable[[Worth, list[int], Owed], tuple[dict[str, Any], Owed]]


def chips_of(worth: Worth, after: list[int], owed: Owed) -> dict[str, Any]:
    """``shugi`` and ``shugi_delta`` of a win; ``after`` and ``owed``: points then and paid."""
    scheme = next((s for applies, s in SCHEMES if applies(worth.facts.options)), None)
    if scheme is None:
        return {}
    shugi, paid = scheme(worth, after, owed)
    winner = worth.facts.case["winner"]
    delta = [sum(paid.values()) if seat == winner else -paid.get(seat, 0) for seat in SEATS]
    return {"shugi": shugi, "shugi_delta": delta}


def tulip_chips(worth: Worth, after: list[int], owed: Owed) -> tuple[dict[str, Any], Owed]:
    facts = worth.facts
    shugi = tulip.chips_of(worth)
    each = shugi["total"]
    if facts.options.get("cherry"):
        each = cherry.per_payer(worth, shugi)
        shugi["chips_per_payer"] = each
    if not facts.options.get("home_run"):
        return shugi, dict.fromkeys(chip_payers(facts), each)
    factors = home_run_factors(worth, after)
    shugi["multipliers"] = {str(payer): factor for payer, factor in factors.items()}
    return shugi, {payer: each * factor for payer, factor in factors.items()}


def home_run_factors(worth: Worth, after: list[int]) -> Owed:
    """What each payer's chips are multiplied by (Super Bingo section 6.3)."""
    facts = worth.facts
    markers, payers = markers_of(facts.case), chip_payers(facts)
    swinging = markers[facts.case["winner"]] == "H"
    loaded = [markers[p] == "B" and is_bust(facts.options, after[p]) for p in payers]
    counts = [swinging + one for one in loaded]
    if swinging and len(payers) == 2 and all(loaded):
        counts = [3, 3]
    return {payer: 2 * n or 1 for payer, n in zip(payers, counts, strict=True)}


def markers_of(case: dict[str, Any]) -> list[str]:
    return list(case.get("markers") or "BBB")


def markers_after(options: Options, case: dict[str, Any], owed: Owed) -> dict[str, list[str]]:
    """The winner turns to home run, who paid points for the win to bases loaded."""
    if not options.get("home_run") and not options.get("home_run_markers"):
        return {}
    turned = {payer: "B" for payer, points in owed.items() if points} | {case["winner"]: "H"}
    return {"markers": [turned.get(seat, marker) for seat, marker in enumerate(markers_of(case))]}


SCHEMES: list[tuple[Callable[[Options], bool], Scheme]] = [
    (lambda options: bool(options["tulip"]), tulip_chips),
    (lambda options: bool(options.get("bird_tile")), birds.chips),
    (lambda options: bool(options.get("almighty") and options["shugi"]), mighty.chips),
    (fish.applies, fish.chips),
]
