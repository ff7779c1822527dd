"""What a won hand is worth: the best of its readings, in han, fu, points and chips."""

from dataclasses import dataclass
from typing import Any

from tests.reference import settlement, tulip
from tests.reference.facts import Facts, View, views
from tests.reference.notation import is_outside
from tests.reference.readings import readings
from tests.reference.yaku import DORA, YAKU, YAKUMAN, pinfu, ura_of, value_of

LIMIT_HAN = (("sanbaiman", 11), ("baiman", 8), ("haneman", 6), ("mangan", 5))
BINGO_HAN = {"mangan": 4, "haneman": 6, "baiman": 8, "sanbaiman": 11, "yakuman": 13}
Entries = tuple[tuple[str, int], ...]


class NotAWin(ValueError):
    """The tiles form no hand, or one without a yaku."""


@dataclass(frozen=True)
class Worth:
    """The value of one view of the hand."""

    yaku: Entries
    yakuman: Entries
    han: int
    units: int
    fu: int | None
    limit: str
    prices: settlement.Prices
    paid: int  # in all, honba aside

    @property
    def rank(self) -> tuple[int, bool, int]:
        """What the best reading is chosen by: points, then a real yakuman, then han."""
        return (self.paid, self.units > 0, self.han)


def score_win(options: dict[str, Any], case: dict[str, Any]) -> dict[str, Any]:
    """Score a case of kind "win" (form: the schema of the golden files).

    The answer has the keys of ``expected`` and ``ties``: the {yaku, yakuman, fu} of each reading
    that is worth as much as the one given.

    Raises:
        NotAWin: the tiles form no hand, or none with a yaku.
    """
    facts = Facts(case, options)
    found = [bingo_worth(facts)] if facts.by == "bingo" else all_worths(facts)
    if not found:
        raise NotAWin(f"{case['hand']} completed by {case['win_tile']}: no hand, or no yaku")
    best = max(found, key=lambda worth: worth.rank)
    ties = [worth for worth in found if worth.rank == best.rank]
    return describe(facts, best) | {"ties": [shown(worth) for worth in ties]}


def all_worths(facts: Facts) -> list[Worth]:
    """The worth of each view with a yaku."""
    limit = facts.options["seven_limit"]
    if limit is not None and any(facts.kinds.count(seven) > limit for seven in ("7p", "7s")):
        return []
    found = readings(facts.counts, 4 - len(facts.melds), facts.options)
    worths = [worth_of(view) for reading in found for view in views(facts, reading)]
    return [worth for worth in worths if worth]


def worth_of(view: View) -> Worth | None:
    """What the view is worth; None when it has no yaku."""
    yakuman = entries(YAKUMAN, view)
    yaku = entries(YAKU, view)
    if not yakuman and sum(han for _, han in yaku) < view.options["min_yaku_han"]:
        return None
    if not yakuman and real_deal_in(view.facts):
        yakuman = (("open_riichi_deal_in", 1),)
    if yakuman:
        return yakuman_worth(view.facts, yakuman)
    yaku += entries(DORA, view)
    han = sum(value for _, value in yaku)
    fu = fu_of(view) if view.options["points_table"] != "no_fu" else None
    limit = limit_name(view.options, han, fu)
    if dealt_into_open_riichi(view.facts):
        limit = "yakuman"
    return plain_worth(view.facts, yaku, han, fu, limit)


def plain_worth(facts: Facts, yaku: Entries, han: int, fu: int | None, limit: str) -> Worth:
    prices = settlement.prices(facts.options, facts.dealer_wins, limit, han, fu, 1)
    paid = sum(settlement.plain_payments(facts, prices).values())
    return Worth(yaku, (), han, 0, fu, limit, prices, paid)


def yakuman_worth(facts: Facts, yakuman: Entries) -> Worth:
    units = sum(value for _, value in yakuman)
    most = facts.options["max_yakuman"]
    units = units if most is None else min(units, most)
    prices = settlement.prices(facts.options, facts.dealer_wins, "yakuman", 0, None, units)
    paid = sum(settlement.plain_payments(facts, prices).values())
    limit = "yakuman" if units == 1 else f"yakuman x{units}"
    return Worth((), yakuman, 0, units, None, limit, prices, paid)


def bingo_worth(facts: Facts) -> Worth:
    """A win by discards: a limit of its own, whatever the tiles."""
    limit = facts.options["bingo_value"]
    han = BINGO_HAN[limit]
    return plain_worth(facts, (("bingo", han),), han, None, limit)


def entries(table: dict[str, Any], view: View) -> Entries:
    return tuple((name, value) for name, test in table.items() if (value := test(view)))


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
    """Fu, rounded up."""
    if view.form == "pairs":
        return 25
    facts = view.facts
    is_pinfu = bool(pinfu(view))
    fu = 20 + 10 * (facts.closed and facts.by == "ron") + 2 * (facts.tsumo and not is_pinfu)
    fu += 2 * value_of(view, view.pair) + 2 * (view.wait in ("tanki", "kanchan", "penchan"))
    for block in view.triplets:
        fu += 2 * (1 + block.concealed) * (1 + is_outside(block.kind)) * (1 + 3 * block.kan)
    if fu == 20 and not facts.closed:
        return 30
    return -(-fu // 10) * 10


def limit_name(options: dict[str, Any], han: int, fu: int | None) -> str:
    if han >= 13 and options["kazoe"]:
        return "yakuman"
    for name, least in LIMIT_HAN:
        if han >= least:
            return name
    if fu is None:
        return "mangan" if han == 4 else f"{han}han"
    nearly = options["kiriage"] and fu * 2**han >= 480  # 4 han 30 fu, 3 han 60 fu
    return "mangan" if nearly or fu * 2 ** (han + 2) >= 2000 else f"{han}han{fu}fu"


def describe(facts: Facts, worth: Worth) -> dict[str, Any]:
    """The expected part of a golden case."""
    points = settlement.points_delta(facts, worth.prices, dict(worth.yakuman), worth.units)
    after = [score + delta for score, delta in zip(facts.case["scores"], points, strict=True)]
    answer = shown(worth) | {
        "han": None if worth.units else worth.han,
        "limit": worth.limit,
        "points_delta": points,
        "scores_after": after,
        "next": settlement.after_win(facts.options, facts.case, after),
    }
    if facts.options["tulip"]:
        shugi = tulip.chips_of(facts, worth.units, worth.han, worth.limit, ura_of(facts))
        answer |= {"shugi": shugi, "shugi_delta": settlement.chips_delta(facts, shugi["total"])}
    return answer


def shown(worth: Worth) -> dict[str, Any]:
    return {
        "yaku": [list(entry) for entry in worth.yaku],
        "yakuman": [list(entry) for entry in worth.yakuman],
        "fu": worth.fu,
    }
