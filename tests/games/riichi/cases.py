"""Won hands as the scorer takes them, and tables of worked ones beside the tests that read them."""

from itertools import permutations
from pathlib import Path
from typing import Any

import yaml

from shugi._fast.games.riichi.score import score_win
from shugi._fast.rules.compile import Rules

Case = dict[str, Any]
Table = dict[str, Case]


def case(hand: str, tile: str | None, *melds: str, **changes: Any) -> Case:
    """A win of player 1 by a draw while 0 deals; with ``loser`` a ron. Melds as "pon 2p2p2p"."""
    return {
        "dealer": 0,
        "winner": 1,
        "win_by": "ron" if "loser" in changes else "tsumo",
        "hand": hand,
        "melds": [meld.split() for meld in melds],
        "win_tile": tile,
        **changes,
    }


def read_tables(name: str) -> dict[str, Table]:
    """The tables of a file; of each its rows by name."""
    text = Path(__file__).with_name(f"{name}.yaml").read_text(encoding="utf-8")
    tables: dict[str, Table] = yaml.safe_load(text)
    return tables


def win_of(row: Case, *others: str) -> Case:
    """The win in a row, which has other columns besides."""
    given = {key: value for key, value in row.items() if key not in others}
    return case(given.pop("hand"), given.pop("tile"), *given.pop("melds", ()), **given)


def mean_over_orders(rules: Rules, won: Case, unseen: list[str]) -> list[float]:
    """Chips by player over every order of five tiles: an ura indicator and two stacks."""
    deltas = []
    for ura, *wall in permutations(unseen):
        stacks = f"{wall[0]},{wall[1]};{wall[2]},{wall[3]}"
        shown = won | {"ura_indicators": ura, "wall_from_end": stacks}
        deltas.append(score_win(rules, shown)["shugi_delta"])
    return [sum(chips) / len(deltas) for chips in zip(*deltas, strict=True)]
