"""Wins of the regional games as cases."""

from shugi._fast.core.tiles import code_name
from shugi._fast.games.hangzhou import score as hangzhou_case
from shugi._fast.games.wuhan import score as wuhan_case
from shugi.envs.endings.moment import Case, LastDecision, Seat

OFFERS = (  # of Xiamen, by State.offer: the award
    None,
    "heavenly",
    "knock_deal",
    "rob_gold",
    "rob_gold",
    "knock",
    "eight_flowers",
)
LIABLE_SETS = 3
MOST_AT_ONCE = 12  # the highest multiplier of a stay


def _tile(moment: LastDecision) -> Case:
    return {} if moment.tile is None else {"win_tile": moment.face(moment.tile)}


def _source(moment: LastDecision) -> str:
    """Where the tile came from, as Hangzhou and Xiamen name it."""
    if moment.by == "tsumo":
        return "tsumo"
    return "ron" if moment.before["robbing"] is None else "robbing"


# ---- Hangzhou


def hangzhou_wins(moment: LastDecision) -> list[Case]:
    before, rules = moment.before, moment.rules
    (winner,) = moment.last["winners"]
    seat = moment.seats[winner]
    case: Case = {"winner": winner, "dealer": before["dealer"]}
    case["level"] = hangzhou_case.level_of(rules, before["honba"] + 1)
    if rules.options["start_chips"] is not None:
        case["chips"] = [max(one["score"], 0) for one in moment.seats]
    case["liability"] = _relations(moment, winner)
    if moment.rules.options["ten_honours"] != "off" and not _completed(moment):
        return [case | {"win_by": "ten_honours", "discards": seat["honour_run"]}]
    case |= moment.usual(winner) | _tile(moment) | {"win_by": _source(moment)}
    if not rules.options["permanent_fortune"]:
        case["indicator"] = code_name(before["dora"][0])
    if moment.by == "tsumo":
        case |= {"floats": seat["floats"], "kan_streak": seat["kan_streak"]}
        case["float_claims"] = _claims(moment, seat, case)
    return [case]


def _completed(moment: LastDecision) -> bool:
    """Whether the hand itself was won, and not its discards."""
    return moment.by == "ron" or moment.verb == "win"


def _relations(moment: LastDecision, winner: int) -> Case:
    """Three open sets between two players."""
    rules, fed = moment.rules, moment.seats[winner]["fed"]
    barred = rules.options["liability_restriction"] == "nonbanker_third_forbidden"
    found = {}
    for seat, other in enumerate(moment.seats):
        letters = ["L"] * (fed[seat] >= LIABLE_SETS)
        letters += ["C"] * (other["fed"][winner] >= LIABLE_SETS)
        if letters and (not barred or moment.before["dealer"] in (seat, winner)):
            found[str(seat)] = letters
    return found


def _claims(moment: LastDecision, seat: Seat, case: Case) -> list[list[int]]:
    """Who fed the sets that kept a float chain alive, and the hand's worth without each."""
    keys = ("hand", "win_tile", "melds", "indicator", "win_by", "floats", "kan_streak")
    hand = {key: case[key] for key in keys if key in case}
    value = hangzhou_case.hand_value(moment.rules, hand)
    if "float" not in value["doublings"]:
        return []
    found = []
    for k in range(seat["n_claims"]):
        less = seat["floats"] - seat["claim_floats"][k]
        less += seat["kan_streak"] - seat["claim_kans"][k]
        found.append([seat["claim_from"][k], value["multiplier"] >> less])
    return found


# ---- Xiamen


def xiamen_wins(moment: LastDecision) -> list[Case]:
    before = moment.before
    (winner,) = moment.last["winners"]
    case: Case = moment.usual(winner) | _tile(moment) | {"dealer": before["dealer"]}
    case.pop("loser", None)
    case["win_by"] = _source(moment)
    case["flowers"] = moment.text(moment.seats[winner]["aside"])
    if before["dora"]:
        case["indicator"] = code_name(before["dora"][0])
    case |= {"stays": before["honba"], "stay_multipliers": _stays(before)}
    return [case | _award(moment, winner, case)]


def _award(moment: LastDecision, winner: int, case: Case) -> Case:
    before, options = moment.before, moment.rules.options
    if before["phase"] == "offer":
        return _offered(moment, winner, case, str(OFFERS[before["offer"]]))
    if moment.by == "tsumo":
        knocked = moment.verb == "knock"
        return {"award": "knock"} if knocked else {"floats": moment.seats[winner]["floats"]}
    first = before["first_discard"] and before["robbing"] is None
    return {"award": "earthly"} if first and options["earthly_bonus"] else {}


def _offered(moment: LastDecision, winner: int, case: Case, award: str) -> Case:
    """A win outside the own turn: on the indicator, or on no tile at all."""
    hand = moment.text(moment.seats[winner]["hand"])
    if award == "rob_gold":
        hand = case["hand"] if moment.discarding else hand
        return {"award": award, "hand": hand, "win_tile": case["indicator"]}
    return {"award": award, "hand": hand, "win_tile": None}


def _stays(before: Seat) -> list[int]:
    """Multipliers with the sum that the table keeps: all of the base that they make."""
    left, stays = before["stay_sum"], before["honba"]
    found = []
    for rest in range(stays, 0, -1):
        found.append(max(1, min(MOST_AT_ONCE, left - (rest - 1))))
        left -= found[-1]
    return found


# ---- Wuhan


def wuhan_wins(moment: LastDecision) -> list[Case]:
    before = moment.before
    (winner,) = moment.last["winners"]
    case = _wuhan_hand(moment, winner) | _tile(moment) | {"win_by": moment.by}
    case["flags"] = _wuhan_flags(moment)
    case["fed_by"] = [
        meld["from_seat"] for meld in moment.seats[winner]["melds"] if meld["type"] != "ankan"
    ]
    if moment.by == "ron":
        case["loser"] = before["discarder"]
        giver = _wuhan_hand(moment, before["discarder"])
        case["discarder_ready"] = bool(wuhan_case.waits(moment.rules, giver))
    return [case]


def _wuhan_hand(moment: LastDecision, winner: int) -> Case:
    """What is said of a seat as a winner; ``players`` tells of all."""
    case = {key: value for key, value in moment.usual(winner).items() if key != "loser"}
    case["indicator"] = code_name(moment.before["dora"][0])
    case["players"] = [_wuhan_player(seat) for seat in moment.seats]
    return case | {"dealer": moment.before["dealer"]}


def _wuhan_player(seat: Seat) -> dict[str, int]:
    types = [meld["type"] for meld in seat["melds"]]
    return {
        "opened": len(types) - types.count("ankan"),
        "closed_kans": types.count("ankan"),
        "open_kans": types.count("daiminkan") + types.count("kakan"),
        "kan_tiles": seat["kan_tiles"],
        "wild_kans": seat["wild_kans"],
    }


def _wuhan_flags(moment: LastDecision) -> dict[str, bool]:
    before, drawn = moment.before, moment.by == "tsumo"
    last = drawn and before["phase"] == "offer"
    flags = {
        "rinshan": drawn and not last and before["drawn_rinshan"],
        "last_tiles": last,
        "chankan": not drawn and before["robbing"] is not None,
    }
    return {name: True for name, on in flags.items() if on}


# ---- Kawuxing


def kawuxing_wins(moment: LastDecision) -> list[Case]:
    before = moment.before
    shown = [seat for seat, one in enumerate(moment.seats) if one["riichi"] == "open"]
    common = {"win_by": moment.by, "disclosed": shown, "resting": before["resting"]}
    if before["resting"] is None:
        del common["resting"]
    return [
        moment.usual(winner) | _tile(moment) | common | _kawuxing_chance(moment, winner)
        for winner in moment.winners()
    ]


def _kawuxing_chance(moment: LastDecision, winner: int) -> Case:
    """How the tile came."""
    before, drawn = moment.before, moment.by == "tsumo"
    robbed = before["robbing"] is not None
    flags = {
        "chankan": not drawn and robbed,
        "claimed_on_kong": not drawn and not robbed and before["kan_discard"],
        "haitei": drawn and moment.live == 0,
    }
    kans = moment.seats[winner]["kan_streak"] if drawn and before["drawn_rinshan"] else 0
    return {"kans": kans, "flags": {name: True for name, on in flags.items() if on}}
