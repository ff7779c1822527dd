"""Chips of the Flying Fish rules (section 6): dice, bust chips and what multiplies them."""

from typing import Any

from tests.games.riichi.reference.facts import Facts
from tests.games.riichi.reference.settlement import chip_payers, is_bust
from tests.games.riichi.reference.worth import Worth
from tests.games.riichi.reference.yaku import ura_of

Options = dict[str, Any]
GREAT = ("sanbaiman", "yakuman")
PARTS = ("demekin", "home_run_markers", "bust_shugi_per_1000")


def applies(options: Options) -> bool:
    return any(options.get(part) for part in PARTS) and not options.get("almighty")


def chips(
    worth: Worth, after: list[int], owed: dict[int, int]
) -> tuple[dict[str, Any], dict[int, int]]:
    facts = worth.facts
    rolled = dice_of(facts)
    bills = {payer: bill(worth, payer, after, rolled) for payer in chip_payers(facts)}
    shugi = {"demekin": rolled, "per_payer": {str(payer): b for payer, b in bills.items()}}
    return shugi, {payer: b["total"] for payer, b in bills.items()}


def bill(worth: Worth, payer: int, after: list[int], rolled: int) -> dict[str, int]:
    """What one payer owes, itemised."""
    options, points = worth.facts.options, after[payer]
    base = base_of(worth)
    met = len(conditions(worth, payer, after))
    busting = 0
    if is_bust(options, points):
        busting = -points // 1000 * int(options["bust_shugi_per_1000"])
    factor, more = multiplier(met), honba_multiplier(options, worth.facts.case["honba"])
    return {
        "base": base,
        "demekin": rolled,
        "busting": busting,
        "conditions": met,
        "multiplier": factor,
        "honba_multiplier": more,
        "total": (base + rolled + busting) * factor * more,
    }


def base_of(worth: Worth) -> int:
    """Chips that the table has agreed on for the hand itself (Flying Fish section 8.3)."""
    facts, options = worth.facts, worth.facts.options
    given = facts.case.get("flags", {}).get("base_shugi")
    if given is not None:
        return int(given)
    counted = {
        "base_shugi_ippatsu": facts.riichi and facts.flag("ippatsu"),
        "base_shugi_ura": ura_of(facts),
        "base_shugi_red": sum(tile[0] == "0" for tile in facts.all_tiles),
        "base_shugi_gold": sum(tile.endswith("g") for tile in facts.all_tiles),
        f"base_shugi_yakuman_{facts.by}": worth.units,
    }
    return sum(int(options.get(name, 0)) * int(n) for name, n in counted.items())


def dice_of(facts: Facts) -> int:
    """The dice of a closed hand or a riichi."""
    rolls = facts.case.get("dice") or []
    thrown = facts.options.get("demekin") and (facts.closed or facts.riichi)
    return dice_sum(facts.options, rolls) if thrown else 0


def dice_sum(options: Options, rolls: list[list[int]]) -> int:
    """Two dice; a double rolls again, two ones count more."""
    total = 0
    for one, two in rolls:
        total += int(options["demekin_snake_eyes"]) if one == two == 1 else one + two
        if one != two or not options["demekin_reroll_doubles"]:
            break
    return total


def conditions(worth: Worth, payer: int, after: list[int]) -> list[str]:
    """What doubles a payer's chips, as far as the table plays it."""
    facts = worth.facts
    markers = list(facts.case.get("markers") or "BBB")
    played = bool(facts.options.get("home_run_markers"))
    swinging = played and markers[facts.case["winner"]] == "H"
    loaded = [
        p for p in chip_payers(facts) if markers[p] == "B" and is_bust(facts.options, after[p])
    ]
    shared = facts.options.get("walkoff_shared") and swinging and len(loaded) == 2
    met = {
        "bust_loaded": played * (2 if shared else payer in loaded),
        "home_run": swinging,
        "ippatsu": facts.riichi and facts.flag("ippatsu"),
        "sanbaiman": worth.limit.startswith(GREAT),
    }
    asked = facts.options["multiplier_conditions"]
    return [name for name, n in met.items() if name in asked for _ in range(int(n))]


def multiplier(met: int) -> int:
    return 2 * met if met else 1


def honba_multiplier(options: Options, honba: int) -> int:
    """Fierce: two for every three honba."""
    step = int(options.get("honba_multiplier_step", 3))
    return max(1, 2 * (honba // step)) if options.get("honba_multiplier") else 1
