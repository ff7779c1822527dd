"""How a hand of Hangzhou ended, as a case for the scorer."""

from shugi._fast.core.tiles import code_name
from shugi._fast.games.chinese.cases import source, win_tile
from shugi._fast.games.hangzhou.score import hand_value, level_of
from shugi._fast.text.last_decision import Case, LastDecision, Seat

LIABLE_SETS = 3


def cases(moment: LastDecision) -> list[Case]:
    before, rules = moment.before, moment.rules
    (winner,) = moment.last["winners"]
    seat = moment.seats[winner]
    case: Case = {"winner": winner, "dealer": before["dealer"]}
    case["level"] = level_of(rules, before["honba"] + 1)
    if rules.options["start_chips"] is not None:
        case["chips"] = [max(one["score"], 0) for one in moment.seats]
    case["liability"] = _relations(moment, winner)
    if moment.rules.options["ten_honours"] != "off" and not _won_by_hand(moment):
        return [case | {"win_by": "ten_honours", "discards": seat["honour_run"]}]
    case |= moment.usual(winner) | win_tile(moment) | {"win_by": source(moment)}
    if not rules.options["permanent_fortune"]:
        case["indicator"] = code_name(before["dora"][0])
    if moment.by == "tsumo":
        case |= {"floats": seat["floats"], "kan_streak": seat["kan_streak"]}
        case["float_claims"] = _claims(moment, seat, case)
    return [case]


def _won_by_hand(moment: LastDecision) -> bool:
    """Whether the hand itself was won, and not its discards."""
    return moment.by == "ron" or moment.verb == "win"


def _relations(moment: LastDecision, winner: int) -> Case:
    """Three open sets between two players."""
    rules, fed = moment.rules, moment.seats[winner]["fed"]
    barred = rules.options["liability_restriction"] == "nonbanker_third_forbidden"
    relations = {}
    for seat, other in enumerate(moment.seats):
        letters = ["L"] * (fed[seat] >= LIABLE_SETS)
        letters += ["C"] * (other["fed"][winner] >= LIABLE_SETS)
        if letters and (not barred or moment.before["dealer"] in (seat, winner)):
            relations[str(seat)] = letters
    return relations


def _claims(moment: LastDecision, seat: Seat, case: Case) -> list[list[int]]:
    """Who fed the sets that kept a float chain alive, and the hand's worth without each."""
    keys = ("hand", "win_tile", "melds", "indicator", "win_by", "floats", "kan_streak")
    hand = {key: case[key] for key in keys if key in case}
    value = hand_value(moment.rules, hand)
    if "float" not in value["doublings"]:
        return []
    claims = []
    for k in range(seat["n_claims"]):
        less = seat["floats"] - seat["claim_floats"][k]
        less += seat["kan_streak"] - seat["claim_kans"][k]
        claims.append([seat["claim_from"][k], value["multiplier"] >> less])
    return claims
