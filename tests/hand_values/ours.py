"""What the engine says of a won hand."""

from __future__ import annotations

from typing import Any

from shugi._fast.core.tiles import format_tiles
from shugi._fast.games.riichi.score import score_win
from shugi._fast.rules.compile import Rules
from tests.hand_values.answer import Answer
from tests.hand_values.hands import WonHand
from tests.lockstep.table import from_136


def text(tiles: list[int]) -> str:
    return format_tiles([from_136(tile) for tile in tiles])


def case_of(hand: WonHand) -> dict[str, Any]:
    """The hand as ``shugi score`` takes it."""
    case = {
        "dealer": hand.dealer,
        "winner": hand.winner,
        "win_by": hand.by,
        "round_wind": f"{hand.wind + 1}z",
        "hand": text(sorted(hand.concealed)),
        "win_tile": text([hand.win_tile]),
        "melds": [[meld.type, text(meld.tiles)] for meld in hand.melds],
        "riichi": "closed" if hand.riichi else "none",
        "flags": dict.fromkeys(sorted(hand.flags), True),
        "dora_indicators": text(hand.dora),
        "ura_indicators": text(hand.ura),
        "honba": hand.honba,
        "sticks": hand.sticks,
    }
    return case if hand.loser is None else case | {"loser": hand.loser}


def value(rules: Rules, hand: WonHand) -> Answer | None:
    """None for a hand without a yaku."""
    try:
        told = score_win(rules, case_of(hand))
    except ValueError as error:
        if "no yaku" in str(error):
            return None
        raise
    units = sum(n for _, n in told["yakuman"])
    return Answer(
        han=13 * units if units else told["han"],
        fu=None if units else told["fu"],
        points=told["points_delta"],
        yaku={name: n for name, n in told["yakuman"] or told["yaku"]},
    )
