"""What wins of the own hand would pay, worked out by the slow scorer: rows of the observation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from shugi._fast.core.tiles import CODE_NAMES, format_tiles, kind_of
from shugi.envs.rulesets.rules import load_rules
from tests.games.riichi.reference.options import options_of
from tests.games.riichi.reference.scoring import NotAWin, score_win

if TYPE_CHECKING:
    from tests.reference.observation import Table

WIND = ("1z", "2z", "3z")
STEP, MOST = 200, 255


def paid(
    table: Table, hand: list[int], kind: int, by: str, riichi: str, furiten: bool = False
) -> int:
    """Points of a win on a plain tile of the kind; 0 without a yaku."""
    me, state = table.me, table.state
    two_kinds = load_rules(table.rules).options["nuki_tile"] == "19m"
    case: dict[str, Any] = {
        "dealer": table.relative(state["dealer"]),
        "round_wind": WIND[state["round"] // len(table.seats) % 4],
        "winner": 0,
        "loser": 1 if by == "ron" else None,
        "win_by": by,
        "hand": format_tiles(hand),
        "melds": [[meld["type"], format_tiles(meld["tiles"])] for meld in me["melds"]],
        "win_tile": CODE_NAMES[kind],
        "riichi": riichi,
        "dora_indicators": format_tiles(state["dora"]),
        "removed_tiles": format_tiles(me["aside"]) if two_kinds else len(me["aside"]),
        "honba": 0,
        "sticks": 0,
        "scores": [35000] * 3,
        "flags": {
            "double_riichi": me["double_riichi"] and riichi != "none",
            "furiten": furiten,
        },
        "dice": [2] * 9,
    }
    try:
        return int(score_win(options_of(table.rules), case)["points_delta"][0])
    except NotAWin:
        return 0


def own_river(table: Table) -> set[int | None]:
    return set(map(kind_of, table.me["river"]))


def in_steps(points: float) -> int:
    return min((int(points) + STEP // 2) // STEP, MOST)


def wins(by: str) -> Any:
    """The writer of what completes the own hand, the tile just drawn put back."""

    def write(table: Table, waits: list[int]) -> np.ndarray:
        found, hand = np.zeros(34, int), table.between(0)
        furiten = table.me["furiten"] != 0 or not own_river(table).isdisjoint(waits)
        for kind in waits:
            held = sum(kind_of(code) == kind for code in hand) + table.melded(0)[kind]
            if held < table.fields["copies"][kind]:
                points = paid(table, hand, kind, by, table.me["riichi"], furiten)
                found[kind] = in_steps(points)
        return found

    return write


def ready_wins(
    table: Table, ready: dict[int, list[int]], left: np.ndarray, declared: bool
) -> np.ndarray:
    """The mean of a ron after each discard that leaves the hand ready."""
    found = np.zeros(34, int)
    if declared and not all(meld["type"] in ("ankan", "gc") for meld in table.me["melds"]):
        return found
    for kind, waits in ready.items():
        hand = list(table.me["hand"])
        hand.remove(min(code for code in hand if kind_of(code) == kind))
        riichi = "closed" if declared else "none"
        furiten = not (own_river(table) | {kind}).isdisjoint(waits)
        total = sum(left[wait] * paid(table, hand, wait, "ron", riichi, furiten) for wait in waits)
        tiles = sum(left[wait] for wait in waits)
        found[kind] = in_steps(total // tiles) if tiles else 0
    return found
