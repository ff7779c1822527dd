"""Count again what the perft files hold, or find their positions anew.

python -m tests.perft            # after a change of the rules; read the diff before committing
python -m tests.perft --find     # new positions: one per predicate below that play comes across
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id, action_name
from shugi.envs import format_position, load_rules
from tests.perft import FOLDER, Entry, measure, read, write

VARIANTS = ("sanma_base", "super_bingo", "riichi_mjsoul")
MOST_LEAVES = 150_000
DEEPEST = 6
RUNS = {"chi_low", "chi_mid", "chi_high"}
Predicate = Callable[[dict[str, Any], set[str]], bool]

# what makes a position awkward, from its state and its legal verbs
PREDICATES: dict[str, Predicate] = {
    "first_turn": lambda s, legal: s["n_decision"] == 0,
    "robbing_a_kan": lambda s, legal: s["phase"] == "claim" and s["robbing"] == "kakan",
    "robbing_a_north": lambda s, legal: s["phase"] == "claim" and s["robbing"] == "nuki",
    "run_or_triplet": lambda s, legal: "pon" in legal and bool(legal & RUNS),
    "run_with_red": lambda s, legal: s["phase"] == "copies" and s["verb"] in map(action_id, RUNS),
    "no_swap": lambda s, legal: any(seat["kuikae_end"] is not None for seat in s["seats"]),
    "kan_or_pon": lambda s, legal: "kan_open" in legal,
    "two_claims": lambda s, legal: sum(option != 0 for option in s["option"]) > 1,
    "riichi_tiles": lambda s, legal: s["phase"] == "riichi",
    "open_riichi_only": lambda s, legal: "open_riichi" in legal and "riichi" not in legal,
    "either_riichi": lambda s, legal: {"open_riichi", "riichi"} <= legal,
    "joker": lambda s, legal: s["phase"] == "pocchi",
    "copies": lambda s, legal: s["phase"] == "copies",
    "which_kan": lambda s, legal: s["phase"] == "kan",
    "kan_in_riichi": lambda s, legal: (
        "kan_closed" in legal and s["seats"][s["actor"]]["riichi"] is not None
    ),
    "added_kan": lambda s, legal: "kan_added" in legal,
    "three_kans": lambda s, legal: s["n_kan"] == 3,
    "last_tile": lambda s, legal: s["phase"] == "own" and s["head"] == s["tail"],
    "nine_kinds": lambda s, legal: "abort" in legal,
    "win_or_not": lambda s, legal: "win" in legal and len(legal) > 1,
}


def count(entry: Entry) -> None:
    """Counts to the first depth beyond ``MOST_LEAVES``, that depth left out."""
    batch = entry.batch()
    entry.counts = []
    for depth in range(1, DEEPEST + 1):
        found = measure(batch, depth)
        if found[1] > MOST_LEAVES:
            break
        entry.counts.append(found)
        if found[1] > MOST_LEAVES // 20:
            break


def find(name: str) -> list[Entry]:
    n = 256
    batch = Batch(load_rules(name), n, seed=5)
    actions, random = np.zeros(n, np.uint8), np.zeros(n, np.uint8)
    rng = np.random.default_rng(5)
    few = 5  # tiles to choose from: hardly a whole hand
    found: dict[str, Entry] = {}
    for step in range(1200):
        for i in range(n):
            ids = batch.legal_actions(i)
            legal = {action_name(a) for a in ids if a >= 64}
            if not legal and len(ids) > few and batch.seat[i] != step % 97:
                continue  # an ordinary discard; looked at now and then
            state = batch.state(i)
            for key, holds in PREDICATES.items():
                if key not in found and holds(state, legal):
                    found[key] = Entry(key, format_position(batch, i))
                    break
        batch.baseline(actions)
        batch.sample(random, step)
        wild = rng.random(n) < 0.3
        actions[wild] = random[wild]
        batch.step(actions)
        if len(found) == len(PREDICATES):
            break
    print(f"{name}: not come across: {sorted(PREDICATES.keys() - found.keys()) or 'nothing'}")
    return [found[key] for key in PREDICATES if key in found]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--find", action="store_true", help="find the positions anew")
    arguments = parser.parse_args()
    for name in VARIANTS:
        path = FOLDER / f"{name}.perft"
        entries = find(name) if arguments.find else read(path)
        for entry in entries:
            count(entry)
        write(path, entries)
        print(f"wrote {path}: {len(entries)} positions")


if __name__ == "__main__":
    main()
