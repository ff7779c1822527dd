"""Measure how long the episodes of every environment are, and what they bring.

    python tools/episodes.py

Writes envs/episodes.json, from which the environments' docstrings tell it. Run it after a change
of a rule set that has an environment; a test measures some of them again.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np

from shugi.envs import Batch, Rules, load_rules
from shugi.envs.environments import ENVIRONMENTS

FILE = Path(__file__).resolve().parent.parent / "envs" / "episodes.json"
GAMES = 200
SEED = 1
STEPS = 100_000  # no game is as long


def unit_of(rules: Rules, points: bool) -> str:
    """In what rewards are counted; ``points``: some were won."""
    chip = rules.options["shugi_value"] / 1000
    if rules.game == "piquet":
        return "matches won (other modes: games, or points of the settlement or hand)"
    if rules.game == "ninety_nine":
        return f"points over the mean of the others, times {chip:g}"
    if rules.game != "riichi":
        return "units"
    if rules.options["placement"] != "none":
        return "chips (points decide the places, which pay chips)"
    if not points:
        return "chips (there are no points)"
    return "thousands of points" + (f" (a chip counts as {chip:g})" if chip else "")


def play_games(rules: Rules, play: str, games: int = GAMES) -> tuple[dict[str, Any], Batch]:
    """``games`` games from start to end: decisions of each agent, hands, results."""
    batch = Batch(rules, games, SEED, auto_reset=False)
    actions = np.zeros(games, np.uint8)
    decisions, hands = np.zeros(games, np.int64), np.zeros(games, np.int64)
    for seed in range(STEPS):
        live = batch.seat >= 0
        if not live.any():
            break
        decisions += live
        if play == "random":
            batch.sample(actions, seed)
        else:
            batch.baseline(actions)
        batch.step(actions)
        hands += batch.hand_done
    each = np.round(decisions / batch.seats).astype(int)
    return {
        "games": games,
        "hands": int(np.median(hands)),
        "decisions": [int(each.min()), int(np.median(each)), int(each.max())],
        "result": [float(batch.final_result.min()), float(batch.final_result.max())],
    }, batch


def measure(name: str) -> dict[str, Any]:
    """Everything that envs/episodes.json says of a rule set."""
    rules = load_rules(name)
    plays, points = {}, False
    for play in ("random", "baseline"):
        plays[play], batch = play_games(rules, play)
        points = points or bool((batch.final_score != batch.final_score[0, 0]).any())
    return {"unit": unit_of(rules, points), "play": plays}


def text_of(rows: dict[str, Any]) -> str:
    """A line for each rule set."""
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(row)}" for name, row in rows.items())
    return f"{{\n{lines}\n}}\n"


if __name__ == "__main__":
    rows = {one.rules: measure(one.rules) for one in ENVIRONMENTS if one.rules}
    FILE.write_text(text_of(rows), encoding="utf-8")
