"""Chips of a Super Bingo win, step by step after section 6.1 of its rules."""

from typing import Any

from tests.reference.facts import Facts
from tests.reference.notation import DECK_KINDS, is_flower, kind, neighbours

Stack = tuple[str, ...]
GREAT = ("sanbaiman", "yakuman")


def stacks_of(text: str) -> list[Stack]:
    """The stacks of "top,bottom;..." from the wall's end; () where the top is already drawn."""
    found: list[Stack] = []
    for stack in filter(None, text.split(";")):
        top, bottom = stack.split(",")
        found.append(() if top == "-" else (top, bottom))
    return found


def chips_of(facts: Facts, units: int, han: int, limit: str, ura: int) -> dict[str, Any]:
    """The chips that each payer owes, itemised."""
    options = facts.options
    start = int(options["tulip_gold"]) * sum(tile.endswith("g") for tile in facts.all_tiles)
    if not facts.riichi and units == 0:
        return {"start": start, "total": start}
    start += int(options["tulip_ura"]) * ura
    if units:
        start += int(options["tulip_yakuman"]) * units
    elif limit == "yakuman" and han >= 13:
        start += int(options["tulip_kazoe"])
    lives = int(options["tulip_life_ippatsu"]) * facts.flag("ippatsu")
    lives += int(options["tulip_life_sanbaiman"]) * limit.startswith(GREAT)
    return play(
        options,
        hand=facts.kinds,
        flowers=facts.aside,
        start=start,
        lives=lives,
        tier=start_tier(facts, units),
        stacks=stacks_of(facts.case.get("wall_from_end", "")),
    )


def start_tier(facts: Facts, units: int) -> int:
    sevens = 1 + sum(facts.kinds.count(seven) >= 3 for seven in ("7p", "7s"))
    how = facts.options["yakuman_tier"]
    if units == 0:
        return sevens
    if how == "add":
        return min(3, sevens + units - 1)
    if how == "riichi_plus_one":
        return max(sevens, 2 if facts.riichi else 1)
    return max(sevens, min(3, units))


def play(
    options: dict[str, Any],
    *,
    hand: list[str],
    flowers: int,
    start: int,
    lives: int,
    tier: int,
    stacks: list[Stack],
) -> dict[str, Any]:
    """Turn over stacks until both tiles that count miss without a life left, or the wall ends."""
    answer: dict[str, Any] = {"start": start, "lives": lives, "start_tier": tier, "ended": "wall"}
    reveals: list[list[Any]] = []
    total = start
    for stack in stacks:
        if not stack:
            break
        hits = [
            reveal(options, tile, hand, flowers) for tile in (stack[:1] if tier == 1 else stack)
        ]
        reveals += [[tile, chips] for tile, (chips, _) in zip(stack, hits, strict=False)]
        total += sum(chips for chips, _ in hits)
        if any(touched >= options["tulip_tier_up_hits"] for _, touched in hits):
            tier = min(3, tier + 1)
        if not any(chips for chips, _ in hits):
            if lives == 0:
                answer["ended"] = "miss"
                break
            lives -= 1
            reveals.append(["life", -1])
    factor = int(options["tulip_tier3_factor"]) if tier == 3 else 1
    return answer | {
        "reveals": reveals,
        "end_tier": tier,
        "before_double": total,
        "total": total * factor,
    }


def reveal(options: dict[str, Any], tile: str, hand: list[str], flowers: int) -> tuple[int, int]:
    """Chips of a revealed tile, and the tiles touched as far as they can raise the tier."""
    if is_flower(tile):
        chips = int(options["tulip_flower"]) * flowers
        return chips, chips if options["flower_tier_up"] else 0
    if tile == "5zo" and options["shiro_pocchi"]:
        choices = [touched(options, choice, hand) for choice in DECK_KINDS[options["tile_set"]]]
        best = max(choices)
        if options["pocchi_reveal_flower"] and options["tulip_flower"] * flowers > best:
            return reveal(options, "1f", hand, flowers)
        return best, best
    count = touched(options, kind(tile), hand)
    return count, count


def touched(options: dict[str, Any], of: str, hand: list[str]) -> int:
    near = neighbours(of, options["tile_set"])
    return sum(kind in near for kind in hand)
