"""Chips of the Toriuchi rules (section 6): birds, and the payers' guns that shoot them."""

from typing import Any

from tests.games.riichi.reference.facts import Facts
from tests.games.riichi.reference.notation import kind, tiles
from tests.games.riichi.reference.settlement import chip_payers, is_bust
from tests.games.riichi.reference.worth import Worth
from tests.games.riichi.reference.yaku import DORA, tanyao, ura_of
from tests.games.riichi.reference.yaku_local import LOCAL_DORA, birds

NO_YAKU = {*DORA, *LOCAL_DORA}


def chips(
    worth: Worth, after: list[int], owed: dict[int, int]
) -> tuple[dict[str, Any], dict[int, int]]:
    facts = worth.facts
    own = items(worth)
    counted, flying = counted_yaku(worth), flying_birds(worth)
    bills = {
        payer: bill(facts, payer, flying, sum(own.values()), after[payer])
        for payer in chip_payers(facts)
    }
    shugi: dict[str, Any] = {"counted_yaku": counted, "birds": flying} | own
    shugi["per_payer"] = {str(payer): b for payer, b in bills.items()}
    return shugi, {payer: b["total"] for payer, b in bills.items()}


def items(worth: Worth) -> dict[str, int]:
    """Chips that no gun touches."""
    facts, options = worth.facts, worth.facts.options
    counts = {
        "red": sum(tile[0] == "0" for tile in facts.all_tiles),
        "tanyao": tanyao(worth.view) if worth.view else 0,
        "ippatsu": int(facts.riichi and facts.flag("ippatsu")),
        "ura": ura_of(facts),
    }
    paid = {name: n * int(options[f"chip_{name}"]) for name, n in counts.items()}
    kazoe = worth.limit == "yakuman" and not worth.units and bool(options["shugi_kazoe"])
    units = worth.units or int(kazoe)
    return paid | {"yakuman": units * int(options[f"chip_yakuman_{facts.by}"])}


def counted_yaku(worth: Worth) -> int:
    """Yaku but for those of luck."""
    luck = worth.facts.options["bird_luck_yaku"]
    return sum(name not in luck and name not in NO_YAKU for name, _ in worth.yaku)


def flying_birds(worth: Worth) -> int:
    options = worth.facts.options
    enough = counted_yaku(worth) >= options["bird_min_yaku"]
    yakuman = worth.units > 0 and options["bird_yakuman_qualifies"]
    return birds(worth.facts) if enough or yakuman else 0


def bill(facts: Facts, payer: int, flying: int, own: int, after: int) -> dict[str, int]:
    """One payer's part; the last chip is for the payment that takes him below zero."""
    options = facts.options
    held = tiles((facts.case.get("payer_hands") or {}).get(str(payer), ""))
    guns = sum(kind(tile) == options["gun_tile"] for tile in held)
    shot = max(0, flying - guns)
    falls = is_bust(options, after) and not is_bust(options, facts.case["scores"][payer])
    tobi = int(options["chip_tobi"]) * falls
    return {"guns": guns, "birds_paid": shot, "tobi": tobi, "total": own + shot + tobi}
