"""Overtaking and the last hand, tried out with real payments: rows of the observation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tests.games.riichi.reference.options import options_of
from tests.games.riichi.reference.settlement import game_over, prices

if TYPE_CHECKING:
    from tests.reference.observation import Table

WAYS = ("ron", "other", "draw")
OPPONENTS, MANGAN = 3, 8000


def paid(table: Table, winner: int, points: float, payer: int | None) -> np.ndarray:
    """Scores by relative seat after a win that is worth so many points; payer None: a draw."""
    fields, state = table.fields, table.state
    scores = np.array([at["score"] for at in table.seats], float)
    dealer = table.relative(state["dealer"])
    mangan = prices(options_of(table.rules), winner == dealer, "mangan", 0, None, 1)
    others = [seat for seat in range(len(scores)) if seat != winner]
    if payer is None:
        shares = [mangan.from_dealer if p == dealer else mangan.from_other for p in others]
        owed = [points * share / sum(shares) for share in shares]
        owed = [each + state["honba"] * fields["honba_tsumo"] for each in owed]
    else:
        owed = [points + state["honba"] * fields["honba_ron"] if p == payer else 0 for p in others]
    scores[others] -= owed
    scores[winner] += sum(owed) + state["sticks"] * fields["riichi_cost"]
    return scores


def needed(table: Table, winner: int, ahead: int, way: str) -> float:
    """What such a win must be worth to draw level, in mangans; what it is worth moves the
    difference evenly."""
    (third,) = {0, 1, 2} - {winner, ahead}
    payer = {"ron": ahead, "other": third, "draw": None}[way]
    if table.seats[ahead]["score"] <= table.seats[winner]["score"]:
        return 0.0
    of_nothing, of_a_thousand = (
        scores[ahead] - scores[winner]
        for scores in (paid(table, winner, points, payer) for points in (0, 1000))
    )
    return max(0.0, 1000 * of_nothing / (of_nothing - of_a_thousand)) / MANGAN


def overtaking(way: str, overtaken: bool) -> Any:
    def write(table: Table) -> np.ndarray:
        found = np.zeros(OPPONENTS)
        for other in range(1, len(table.seats)):
            winner, ahead = (other, 0) if overtaken else (0, other)
            found[other - 1] = needed(table, winner, ahead, way)
        return found

    return write


def last_hand(table: Table) -> np.ndarray:
    """Share of two standings, one with the dealer alone at the target, after which it ends, bust
    aside."""
    options, dealer = options_of(table.rules) | {"bust": False}, table.state["dealer"]
    short = [options["target_points"] - 1] * len(table.seats)
    reached = [points + (seat == dealer) for seat, points in enumerate(short)]
    return np.array(
        [
            np.mean(
                [
                    game_over(options, table.state["round"], repeats, dealer, scores)
                    for scores in (short, reached)
                ]
            )
            for repeats in (False, True)
        ]
    )


GAP_WRITERS = {
    f"{word}_{way}": overtaking(way, word == "overtaken")
    for word in ("overtake", "overtaken")
    for way in WAYS
} | {"last_hand": last_hand}
