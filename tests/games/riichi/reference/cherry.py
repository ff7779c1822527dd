"""Crazy Cherry (section 6.4 of the Super Bingo rules): chips that can change their sign."""

from math import prod
from typing import Any

from tests.games.riichi.reference.facts import Facts
from tests.games.riichi.reference.notation import tiles
from tests.games.riichi.reference.settlement import prices
from tests.games.riichi.reference.worth import Worth


def is_cherry(tile: str) -> bool:
    return tile.endswith("c")


def value_of(worth: Worth) -> int:
    """The ron value in thousands, and ten for the dealer."""
    facts, options = worth.facts, worth.facts.options
    dealer = facts.dealer_wins
    column = dealer and bool(options["cherry_dealer_column"])
    limit = "yakuman" if worth.units else worth.limit
    price = prices(options, column, limit, worth.han, worth.fu, max(1, worth.units))
    return price.ron // 1000 + 10 * dealer


def surroundings(facts: Facts) -> tuple[list[str], bool]:
    """Cherry tiles in all discard piles, and whether a death tile lies in one."""
    around = facts.case.get("cherry") or {}
    lying = around.get("discards") or []
    found = tiles(lying) if isinstance(lying, str) else list(lying)
    return [tile for tile in found if is_cherry(tile)], bool(around.get("death_discard"))


def lives(facts: Facts, usual: int) -> tuple[int, bool]:
    """Lives at the start, and whether none can be gained any more."""
    if not facts.options.get("cherry"):
        return usual, False
    discards, dead = surroundings(facts)
    if dead and "pocchi_as" not in facts.case:
        return 0, True
    return usual + len(discards) + sum(map(is_cherry, facts.all_tiles)), False


def per_payer(worth: Worth, shugi: dict[str, Any]) -> int:
    """What each payer pays the winner; negative: the winner pays each of them."""
    facts = worth.facts
    if "reveals" not in shugi and not facts.options["cherry_sign_without_tulip"]:
        return int(shugi["total"])
    seen = facts.all_tiles + surroundings(facts)[0]
    seen += [tile for tile, *_ in shugi.get("reveals", [])]
    return settle(
        shugi["total"],
        [tile for tile in seen if is_cherry(tile)],
        facts.by,
        completed=shugi.get("ended") == "wall",
        pocchi_win="pocchi_as" in facts.case,
    )


def settle(total: int, visible: list[str], by: str, completed: bool, pocchi_win: bool) -> int:
    """Rounded up to tens, times minus its rank for every cherry; halves where the winner pays two.

    A phase that reached the end of the wall and a win by the joker are always positive.
    """
    chips = -(-total // 10) * 10 * prod(-int(tile[0]) for tile in visible)
    if completed or pocchi_win:
        chips = abs(chips)
    return chips if chips >= 0 or by == "ron" else -(-chips // 2)
