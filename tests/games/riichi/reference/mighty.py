"""Chips of the Shouhai Mighty rules (section 6)."""

from typing import Any

from tests.games.riichi.reference.facts import Facts
from tests.games.riichi.reference.settlement import chip_payers, is_bust
from tests.games.riichi.reference.worth import Worth
from tests.games.riichi.reference.yaku import pointed_at, ura_of
from tests.games.riichi.reference.yaku_local import otafuku


def chips(
    worth: Worth, after: list[int], owed: dict[int, int]
) -> tuple[dict[str, Any], dict[int, int]]:
    """The chips of the hand from each payer, those of a yakuman, and those of a bust."""
    facts, options = worth.facts, worth.facts.options
    shugi = items(worth)
    each = sum(shugi.values()) - shugi["yakuman"]
    paid = dict.fromkeys(chip_payers(facts), each)
    for payer, n in yakuman_part(worth, shugi["yakuman"]).items():
        paid[payer] = paid.get(payer, 0) + n
    for payer in owed:
        falls = is_bust(options, after[payer]) and not is_bust(options, facts.case["scores"][payer])
        paid[payer] = paid.get(payer, 0) + int(options["shugi_bust"]) * falls
    return shugi, paid


def items(worth: Worth) -> dict[str, int]:
    facts, options = worth.facts, worth.facts.options
    kazoe = worth.limit == "yakuman" and bool(options["shugi_kazoe"])
    waiting = not worth.units or options["otafuku_with_yakuman"]
    return {
        "ippatsu": int(options["shugi_ippatsu"]) * (facts.riichi and facts.flag("ippatsu")),
        "ura": int(options["shugi_ura"]) * ura_of(facts),
        "kandora": int(options["shugi_kandora"]) * kandora(facts),
        "otafuku": otafuku(facts) if waiting else 0,
        "yakuman": int(options[f"shugi_yakuman_{facts.by}"]) if worth.units or kazoe else 0,
    }


def kandora(facts: Facts) -> int:
    """Dora of the indicators that kans turned."""
    given = facts.case.get("flags", {}).get("kandora_hits")
    if given is not None:
        return int(given)
    first = 0 if facts.options["shugi_kandora_includes_initial"] else 1
    return pointed_at(facts, facts.indicators("dora_indicators")[first:])


def yakuman_part(worth: Worth, each: int) -> dict[int, int]:
    """From each payer; of a mu that a liable player pays alone, all from him."""
    facts = worth.facts
    payers = chip_payers(facts)
    liable = facts.case.get("pao", {}).get("mu")
    named = any(name == "mu" for name, _ in worth.yakuman) and "mu" in facts.options["pao"]
    alone = facts.tsumo or (facts.by == "ron" and facts.options["pao_ron"] == "whole")
    if alone and liable is not None and named:
        return {liable: each * len(payers)}
    return dict.fromkeys(payers, each)
