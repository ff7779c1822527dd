"""How a hand of Xiamen ended, as a case for the scorer."""

from shugi._fast.core.tiles import code_name
from shugi._fast.games.chinese.cases import source, win_tile
from shugi._fast.text.last_decision import Case, LastDecision, Seat

OFFERS = (  # by State.offer: the award
    None,
    "heavenly",
    "knock_deal",
    "rob_gold",
    "rob_gold",
    "knock",
    "eight_flowers",
)
MOST_AT_ONCE = 12  # the highest multiplier of a stay


def cases(moment: LastDecision) -> list[Case]:
    before = moment.before
    (winner,) = moment.last["winners"]
    case: Case = moment.usual(winner) | win_tile(moment) | {"dealer": before["dealer"]}
    case.pop("loser", None)
    case["win_by"] = source(moment)
    case["flowers"] = moment.text(moment.seats[winner]["aside"])
    if before["dora"]:
        case["indicator"] = code_name(before["dora"][0])
    case |= {"stays": before["honba"], "stay_multipliers": _stays(before)}
    return [case | _award(moment, winner, case)]


def _award(moment: LastDecision, winner: int, case: Case) -> Case:
    before, options = moment.before, moment.rules.options
    if before["phase"] == "offer":
        return _win_outside_turn(moment, winner, case, str(OFFERS[before["offer"]]))
    if moment.by == "tsumo":
        knocked = moment.verb == "knock"
        return {"award": "knock"} if knocked else {"floats": moment.seats[winner]["floats"]}
    first = before["first_discard"] and before["robbing"] is None
    return {"award": "earthly"} if first and options["earthly_bonus"] else {}


def _win_outside_turn(moment: LastDecision, winner: int, case: Case, award: str) -> Case:
    """A win outside the own turn: on the indicator, or on no tile at all."""
    hand = moment.text(moment.seats[winner]["hand"])
    if award == "rob_gold":
        hand = case["hand"] if moment.discarding else hand
        return {"award": award, "hand": hand, "win_tile": case["indicator"]}
    return {"award": award, "hand": hand, "win_tile": None}


def _stays(before: Seat) -> list[int]:
    """Multipliers with the sum that the table keeps: all of the base that they make."""
    left, stays = before["stay_sum"], before["honba"]
    multipliers = []
    for rest in range(stays, 0, -1):
        multipliers.append(max(1, min(MOST_AT_ONCE, left - (rest - 1))))
        left -= multipliers[-1]
    return multipliers
