"""How a hand of Wuhan ended, as a case for the scorer."""

from shugi._fast.core.tiles import code_name
from shugi._fast.games.chinese.cases import win_tile
from shugi._fast.games.wuhan.score import waits
from shugi._fast.text.last_decision import Case, LastDecision, Seat


def cases(moment: LastDecision) -> list[Case]:
    before = moment.before
    (winner,) = moment.last["winners"]
    case = _hand(moment, winner) | win_tile(moment) | {"win_by": moment.by}
    case["flags"] = _flags(moment)
    case["fed_by"] = [
        meld["from_seat"] for meld in moment.seats[winner]["melds"] if meld["type"] != "ankan"
    ]
    if moment.by == "ron":
        case["loser"] = before["discarder"]
        giver = _hand(moment, before["discarder"])
        case["discarder_ready"] = bool(waits(moment.rules, giver))
    return [case]


def _hand(moment: LastDecision, winner: int) -> Case:
    """What is said of a seat as a winner; ``players`` tells of all."""
    case = {key: value for key, value in moment.usual(winner).items() if key != "loser"}
    case["indicator"] = code_name(moment.before["dora"][0])
    case["players"] = [_player(seat) for seat in moment.seats]
    return case | {"dealer": moment.before["dealer"]}


def _player(seat: Seat) -> dict[str, int]:
    types = [meld["type"] for meld in seat["melds"]]
    return {
        "opened": len(types) - types.count("ankan"),
        "closed_kans": types.count("ankan"),
        "open_kans": types.count("daiminkan") + types.count("kakan"),
        "kan_tiles": seat["kan_tiles"],
        "wild_kans": seat["wild_kans"],
    }


def _flags(moment: LastDecision) -> dict[str, bool]:
    before, drawn = moment.before, moment.by == "tsumo"
    last = drawn and before["phase"] == "offer"
    flags = {
        "rinshan": drawn and not last and before["drawn_rinshan"],
        "last_tiles": last,
        "chankan": not drawn and before["robbing"] is not None,
    }
    return {name: True for name, on in flags.items() if on}
