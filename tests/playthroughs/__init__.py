"""Whole games as text: two hands and the last one in full, of the others what was done and paid.

A file is at once the record of its game: the decisions are read from it and played again, so it
changes only when the rules, or what a position says, change.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import wrap

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.rules.compile import Rules
from shugi._fast.view.layouts import layout_of
from shugi.envs import format_position, load_rules
from shugi.envs.drawing.display import picture

FOLDER = Path(__file__).parent
BASELINE_SHARE = 0.85  # of decisions that no file has; the rest are random, for odd corners
TABLE_EVERY = 60

# rule set: seed of a game that shows much: calls, riichi, kans, draws, wins, a tulip
GAMES = {
    "sanma_base": 16,
    "super_bingo": 36,
    "super_bingo+rainbow_sevens": 4,
    "super_bingo+grand_cross": 4,
    "seven_rush": 10,
    "seven_rush_deluxe": 9,
    "super_bingo_home_run": 3,
    "crazy_cherry": 5,
    "super_bingo_atama": 6,
    "flying_fish": 11,
    "fierce_flying_fish": 11,
    "far_flying_fish": 6,
    "shouhai_mighty": 12,
    "toriuchi": 6,
    "riichi_tenhou": 63,
    "riichi_mjsoul": 15,
    "riichi_parlour": 65,
    "hangzhou": 923,
    "hangzhou+online": 201,
    "xiamen": 731,
    "quanzhou": 42743,  # the first hand at random: nobody else wins before the eighth flower
    "wuhan": 1933,
    "wuhan+three_players": 398,
    "kawuxing": 685,
    "kawuxing+four_people": 1050,
    "sichuan": 3,
    "piquet": 65970,  # all that is rare in one match: carte blanche, repic, pic, capot
    "piquet+century17": 14254,
    "ninety_nine": 286,
    "ninety_nine+race3": 309,
}
SHORTER = {"hangzhou": 5, "xiamen": 5, "wuhan": 5, "kawuxing": 6}  # these games' hands
FIRST = 2  # hands that are shown in full, and the last one
WIDTH = 100
# a decision with what was legal, or a line of decisions
DECISIONS = re.compile(r"^ *\d+ seat \d (\w+) +of |^   : (.*)", re.MULTILINE)


@dataclass
class Hand:
    """A hand as lines of text."""

    head: list[str]
    decisions: list[str] = field(default_factory=list)
    """With what was legal, and pictures."""
    actions: list[str] = field(default_factory=list)
    """The decisions alone."""
    end: list[str] = field(default_factory=list)

    @property
    def full(self) -> list[str]:
        return [*self.head, *self.decisions, *self.end]

    @property
    def short(self) -> list[str]:
        told = wrap(" ".join(self.actions), WIDTH, break_on_hyphens=False)
        return ["", self.head[1], "", *(f"   : {line}" for line in told), *self.end]


def rules_of(name: str) -> Rules:
    hands = SHORTER.get(load_rules(name).game)
    return load_rules(name, **({} if hands is None else {"match_hands": hands}))


def path_of(rules: str) -> Path:
    return FOLDER / f"{rules}.txt"


def decisions_of(text: str) -> list[str]:
    """The actions that a playthrough took, by name."""
    found = (one or several for one, several in DECISIONS.findall(text))
    return [action for actions in found for action in actions.split()]


def playthrough(name: str, decisions: list[str], whole: bool = False) -> str:
    """One game of a rule set, from first to last decision.

    Args:
        decisions: actions to take; from the first one that is not legal, or their end, the baseline
            and chance decide.
        whole: all hands in full, not only those that a file shows so.
    """
    batch = Batch(rules_of(name), 1, auto_reset=False)
    batch.reset(np.array([GAMES[name]], np.uint64))
    hands = _played(name, batch, iter(decisions))
    lines = [f"# One game of {name}. Written by python -m tests.playthroughs"]
    for number, hand in enumerate(hands, 1):
        lines += hand.full if whole or number <= FIRST or number == len(hands) else hand.short
    places = ", ".join(str(int(place) + 1) for place in batch.final_rank[0])
    lines.append(f"places {places}; result {', '.join(f'{r:g}' for r in batch.final_result[0])}")
    return "\n".join(lines) + "\n"


def _played(name: str, batch: Batch, decisions: Iterator[str]) -> list[Hand]:
    name_of = layout_of(batch.rules).action_name
    hands, number = [Hand([*_hand_head(batch, 1)])], 0
    while batch.seat[0] >= 0:
        hand, number = hands[-1], number + 1
        if number % TABLE_EVERY == 0:
            hand.decisions += ["", picture(batch, 0, "ansi"), ""]
        legal = {name_of(action): action for action in batch.legal_actions(0)}
        choice = next(decisions, "")
        if choice not in legal:
            choice, decisions = name_of(_choose(batch, GAMES[name], number)), iter(())
        hand.actions.append(choice)
        said = f"{number:4} seat {batch.seat[0]} {choice:12} of {' '.join(legal)}"
        hand.decisions.append(said)
        batch.step_one(0, legal[choice])
        if batch.hand_done[0]:
            hand.end += _hand_end(batch)
            if batch.seat[0] >= 0:
                hands.append(Hand([*_hand_head(batch, len(hands) + 1)]))
    return hands


def _choose(batch: Batch, seed: int, number: int) -> int:
    action = np.zeros(1, np.uint8)
    if np.random.default_rng([seed, number]).random() < BASELINE_SHARE:
        batch.baseline(action)
    else:
        batch.sample(action, number)
    return int(action[0])


def _hand_head(batch: Batch, hand: int) -> Iterator[str]:
    yield from ("", f"## hand {hand}", "")
    yield from format_position(batch, 0, lines=True).splitlines()
    yield ""


def _hand_end(batch: Batch) -> Iterator[str]:
    last = batch.state(0)["last"]
    tiles = "plays_cards" not in batch.rules.traits
    ways = {last["by"][seat]: None for seat in last["winners"] if tiles}
    yield " ".join(["--", last["how"], *ways])
    for line in batch.ledger(0):
        payer, payee = (
            "table" if line[key] is None else f"seat {line[key]}" for key in ("payer", "payee")
        )
        amounts = f"{line['points']} points, {line['chips']} chips"
        yield f"   {line['reason']}: {payer} to {payee}: {amounts} ({line['detail']})"
    chips = [seat["chips"] for seat in batch.state(0)["seats"]]
    yield f"   scores {batch.scores(0)}, chips {chips}"
