"""What a won hand is worth: the best of its readings, in han, fu, points and chips."""

from dataclasses import replace
from typing import Any

from tests.games.riichi.reference import chips, settlement
from tests.games.riichi.reference.facts import Facts, View
from tests.games.riichi.reference.notation import is_outside
from tests.games.riichi.reference.options import rule_names
from tests.games.riichi.reference.ready import all_views, almighty_choices, wait_kinds
from tests.games.riichi.reference.worth import Entries, Worth
from tests.games.riichi.reference.yaku import DORA, YAKU, YAKUMAN, open_hand_riichi, pinfu, value_of
from tests.games.riichi.reference.yaku_local import (
    LOCAL_DORA,
    LOCAL_YAKU,
    LOCAL_YAKUMAN,
    limit_yaku,
)

LIMIT_HAN = (("sanbaiman", 11), ("baiman", 8), ("haneman", 6), ("mangan", 5))
BINGO_HAN = {"mangan": 4, "haneman": 6, "baiman": 8, "sanbaiman": 11, "yakuman": 13}


class NotAWin(ValueError):
    """The tiles form no hand, or one without a yaku."""


def score_win(options: dict[str, Any], case: dict[str, Any]) -> dict[str, Any]:
    """Score a case of kind "win" (form: the schema of the golden files).

    The answer has the keys of ``expected`` and ``ties``: what is ``shown`` of each reading that is
    worth as much as the one given, with its chips where they depend on the reading.

    Raises:
        NotAWin: the tiles form no hand, or none with a yaku.
    """
    options = rule_names(options | case.get("options", {}))
    facts = Facts(case, options, waits=counted_waits(options, case))
    found = bingo_worths(facts) if facts.by == "bingo" else all_worths(facts)
    if not found:
        raise NotAWin(f"{case['hand']} completed by {case['win_tile']}: no hand, or no yaku")
    best = max(found, key=lambda worth: worth.rank)
    ties = [worth for worth in found if worth.rank == best.rank]
    answer = describe(best)
    if not options["tulip"]:  # the chips of a tulip are those of any reading of this rank
        return answer | {"ties": [shown(worth) | chips_of(worth) for worth in ties]}
    return answer | {"ties": [shown(worth) for worth in ties]}


def counted_waits(options: dict[str, Any], case: dict[str, Any]) -> tuple[str, ...]:
    """The waits, in a rule set that counts them."""
    return tuple(wait_kinds(options, case)) if options.get("almighty") else ()


def all_worths(facts: Facts) -> list[Worth]:
    """The worth of each view with a yaku, the almighty as every kind that it may be."""
    return [
        worth
        for choice in almighty_choices(facts)
        for worth in worths_of(Facts(facts.case, facts.options, choice, facts.waits))
    ]


def worths_of(facts: Facts) -> list[Worth]:
    worths = [worth_of(view) for view in all_views(facts)]
    return [worth for worth in worths if worth]


def worth_of(view: View) -> Worth | None:
    """What the view is worth; None when it has no yaku."""
    options = view.options
    yakuman = entries(YAKUMAN | LOCAL_YAKUMAN, view)
    yaku, limits = plain_yaku(view)
    han = sum(value for _, value in yaku)
    if not yakuman and not limits and han < options["min_yaku_han"]:
        return None
    if not yakuman and options.get("atama") and view.facts.case["riichi"] != "open":
        return None
    if not yakuman and real_deal_in(view.facts):
        yakuman = (("open_riichi_deal_in", 1),)
    if yakuman:
        return yakuman_worth(view, yakuman)
    yaku += entries(DORA | LOCAL_DORA, view)
    han = sum(value for _, value in yaku)
    raised = max([han, *limits.values()])
    fu = fu_of(view) if options["points_table"] != "no_fu" else None
    limit = limit_name(options, view.facts.dealer_wins, raised, fu)
    if dealt_into_open_riichi(view.facts):
        limit = "yakuman"
    worth = plain_worth(view.facts, yaku, raised, fu, limit)
    return replace(worth, view=view, limits=tuple(limits), han_before=han)


def plain_yaku(view: View) -> tuple[Entries, dict[str, int]]:
    """The yaku with han of their own, and those that only say what a hand is at least worth."""
    yaku = open_hand_riichi(view) + entries(YAKU | LOCAL_YAKU, view)
    limits = limit_yaku(view)
    if limits and view.options["limit_yaku_mode"] == "additive":
        return yaku + tuple(limits.items()), {}
    return yaku, limits


def plain_worth(facts: Facts, yaku: Entries, han: int, fu: int | None, limit: str) -> Worth:
    prices = settlement.prices(facts.options, facts.dealer_wins, limit, han, fu, 1)
    paid = sum(settlement.plain_payments(facts, prices).values())
    return Worth(facts, yaku, (), han, 0, fu, limit, prices, paid)


def yakuman_worth(view: View, yakuman: Entries) -> Worth:
    facts = view.facts
    units = sum(value for _, value in yakuman)
    most = facts.options["max_yakuman"]
    units = units if most is None else min(units, most)
    prices = settlement.prices(facts.options, facts.dealer_wins, "yakuman", 0, None, units)
    paid = sum(settlement.plain_payments(facts, prices).values())
    limit = "yakuman" if units == 1 else f"yakuman x{units}"
    return Worth(facts, (), yakuman, 0, units, None, limit, prices, paid, view)


def bingo_worths(facts: Facts) -> list[Worth]:
    """A win by discards: a limit of its own, whatever the tiles."""
    options = facts.options
    needs_open = options.get("atama") and options["atama_bingo"] == "open_riichi_only"
    if needs_open and facts.case["riichi"] != "open":
        return []
    limit = options["bingo_value"]
    han = BINGO_HAN[limit]
    return [plain_worth(facts, (("bingo", han),), han, None, limit)]


def entries(table: dict[str, Any], view: View) -> Entries:
    return tuple((name, int(value)) for name, test in table.items() if (value := test(view)))


def dealt_into_open_riichi(facts: Facts) -> bool:
    """Ron by an open riichi off a player who was not in riichi."""
    priced = facts.options["open_riichi_deal_in"] == "yakuman"
    return bool(
        priced
        and facts.by == "ron"
        and facts.case["riichi"] == "open"
        and facts.flag("open_dealin")
    )


def real_deal_in(facts: Facts) -> bool:
    return dealt_into_open_riichi(facts) and facts.options["open_riichi_deal_in_kind"] == "real"


def fu_of(view: View) -> int:
    """Fu, rounded up; at least 30 by Shouhai Mighty section 5."""
    fu = 25 if view.form == "pairs" else fu_of_sets(view)
    if view.options["points_table"] != "shouhai":
        return fu
    return max(-(-fu // 10) * 10, int(view.options["min_fu"]))


def fu_of_sets(view: View) -> int:
    facts = view.facts
    is_pinfu = bool(pinfu(view))
    fu = 20 + 10 * (facts.closed and facts.by == "ron") + 2 * (facts.tsumo and not is_pinfu)
    fu += 2 * value_of(view, view.pair) + 2 * (view.wait in ("tanki", "kanchan", "penchan"))
    for block in view.triplets:
        fu += 2 * (1 + block.concealed) * (1 + is_outside(block.kind)) * (1 + 3 * block.kan)
    if fu == 20 and not facts.closed:
        return 30
    return -(-fu // 10) * 10


def limit_name(options: dict[str, Any], dealer: bool, han: int, fu: int | None) -> str:
    if han >= 13 and options["kazoe"]:
        return "yakuman"
    for name, least in LIMIT_HAN:
        if han >= least:
            return name
    if fu is None:
        return "mangan" if han == 4 else f"{han}han"
    if options["points_table"] == "shouhai":
        capped = han == 4 or settlement.shouhai_prices(options, dealer, han, fu) is None
        return "mangan" if capped else f"{han}han{fu}fu"
    nearly = options["kiriage"] and fu * 2**han >= 480  # 4 han 30 fu, 3 han 60 fu
    return "mangan" if nearly or fu * 2 ** (han + 2) >= 2000 else f"{han}han{fu}fu"


def describe(worth: Worth) -> dict[str, Any]:
    """The expected part of a golden case."""
    case, options = worth.facts.case, worth.facts.options
    after, owed = settled(worth)
    markers = chips.markers_after(options, case, owed)
    answer = shown(worth) | {
        "han": None if worth.units else worth.han,
        "points_delta": [new - old for new, old in zip(after, case["scores"], strict=True)],
        "scores_after": after,
        "next": settlement.after_win(options, case, after) | markers,
    }
    if options.get("almighty"):
        answer["waits"] = list(worth.facts.waits)
    return answer | chips_of(worth)


def settled(worth: Worth) -> tuple[list[int], dict[int, int]]:
    """The points after the win, and what each payer paid."""
    facts, yakuman = worth.facts, dict(worth.yakuman)
    if facts.options.get("cherry"):
        return list(facts.case["scores"]), {}
    owed = settlement.payments(facts, worth.prices, yakuman, worth.units)
    delta = settlement.points_delta(facts, owed)
    return [a + b for a, b in zip(facts.case["scores"], delta, strict=True)], owed


def chips_of(worth: Worth) -> dict[str, Any]:
    """The chips of the win: ``shugi`` and ``shugi_delta``, where the rule set has any."""
    after, owed = settled(worth)
    return chips.chips_of(worth, after, owed)


def shown(worth: Worth) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "yaku": [list(entry) for entry in worth.yaku],
        "yakuman": [list(entry) for entry in worth.yakuman],
        "fu": worth.fu,
        "limit": worth.limit,
    }
    if worth.limits:
        answer |= {"limit_yaku": list(worth.limits), "han_before_limit": worth.han_before}
    named = worth.facts.almighty
    return answer | ({"almighty_as": "".join(named)} if named else {})
