"""How a hand of Sichuan ended, as cases for the scorer."""

from collections.abc import Mapping
from typing import Any

from shugi._fast.text.last_decision import Case, LastDecision


def cases(moment: LastDecision) -> list[Case]:
    """The wins of the last decision; who won earlier in the hand is in ``won``."""
    earlier = [seat for seat, one in enumerate(moment.seats) if one["won"] is not None]
    new = [seat for seat in moment.last["winners"] if seat not in earlier]
    first, n = moment.before["discarder"] or 0, moment.rules.seats
    return [
        _case(moment, seat, earlier) for seat in sorted(new, key=lambda seat: (seat - first) % n)
    ]


def _case(moment: LastDecision, winner: int, earlier: list[int]) -> Case:
    before = moment.before
    drawn = before["phase"] != "claim"
    robbed = before["robbing"] is not None
    no_melds = not any(one["melds"] for one in moment.seats)
    first = no_melds and not moment.seats[winner]["river"] and not robbed
    flags = {
        "chankan": robbed,
        "claimed_on_kan": not drawn and not robbed and bool(before["kan_payers"]),
        "rinshan": drawn and before["drawn_rinshan"],
        "haitei": drawn and moment.live == 0,
        "houtei": not drawn and moment.live == 0,
        "first_draw": drawn and first,
        "first_discard": not drawn and first and _is_first_discard(before),
    }
    tile = before["drawn"] if drawn else before["discard"]
    hand = list(moment.seats[winner]["hand"])
    if drawn:
        tile = hand[0] if tile is None else tile  # dealt: any of the tiles may be the last
        hand.remove(tile)
    return {
        "winner": winner,
        "win_by": "tsumo" if drawn else "ron",
        **({} if drawn else {"loser": before["discarder"]}),
        "hand": moment.text(hand),
        "win_tile": moment.text([tile]),
        "melds": moment.melds(winner),
        "void_suit": moment.seats[winner]["void_suit"],
        "won": earlier,
        "flags": {name: True for name, on in flags.items() if on},
    }


def _is_first_discard(before: Mapping[str, Any]) -> bool:
    dealer = before["dealer"]
    return before["discarder"] == dealer and len(before["seats"][dealer]["river"]) == 1
