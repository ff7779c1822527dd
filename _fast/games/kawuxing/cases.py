"""How a hand of Kawuxing ended, as cases for the scorer."""

from shugi._fast.games.chinese.cases import win_tile
from shugi._fast.text.last_decision import Case, LastDecision


def cases(moment: LastDecision) -> list[Case]:
    before = moment.before
    shown = [seat for seat, one in enumerate(moment.seats) if one["riichi"] == "open"]
    common = {"win_by": moment.by, "disclosed": shown, "resting": before["resting"]}
    if before["resting"] is None:
        del common["resting"]
    return [
        moment.usual(winner) | win_tile(moment) | common | _chance(moment, winner)
        for winner in moment.winners()
    ]


def _chance(moment: LastDecision, winner: int) -> Case:
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
