"""Probes from play: one source at all seats, so many hands, at most one probe a class and hand.

Games are played in rounds in which every game plays the same number of hands, and a round counts
as a whole: where collection stops does not depend on how long hands are. Which of a hand's
opportunities becomes its probe is drawn evenly. More are kept than wanted; those taken from
them lie evenly over turns, waits and values, in the proportions in which these turned up.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import ACTION_COUNT
from shugi._fast.rules.compile import Rules
from shugi.agents.base import Agent, AgentError, fill_actions
from shugi.agents.plans.plan import plans_at
from shugi.envs.common.arrays import F64, I64
from shugi.envs.notation.position import format_position
from shugi.envs.seat import SKIP
from shugi.training.decisions.classes import CLASSES, DecisionClass
from shugi.training.decisions.draw import HandDraw, load_games
from shugi.training.decisions.strata import STRATA, strata_of
from shugi.training.lab.probe import Probe

GAMES = 128
HANDS = 4  # of each game in a round
WARM_UP = 8  # games begin to count after 0 to 7 hands, so that probes are of all hands of a game
SPARE = 2  # candidates for each probe wanted
HOPE = 0.1  # of the hands allowed: then a rare class needs no spare, and one never met is given up
KEYS = 2**63


@dataclass(frozen=True)
class Exposure:
    """How often one source's play meets a class of decisions."""

    opportunities: int
    """Decisions of the class, all seats together."""
    dealt: int
    """Hands times seats: how often somebody was dealt a hand."""
    met: int
    """Of these, in how many the class came up at least once."""

    @property
    def per_1000_hands(self) -> float:
        """Decisions of the class that a player meets in 1,000 hands."""
        return 1000 * self.opportunities / self.dealt if self.dealt else 0.0

    @property
    def hands_per_1000(self) -> float:
        """The hands in which the class comes up, of 1,000 hands of a player."""
        return 1000 * self.met / self.dealt if self.dealt else 0.0


class ProbeCollector:
    """Plays one source and gathers probes.

    Args:
        rules: the rule set.
        classes: what to look for.
        source: the agent at all seats.
        name: what probes call it.
        seed: numbers of which everything drawn here depends.
        threads: of the engine.
    """

    def __init__(
        self,
        rules: Rules,
        classes: Sequence[DecisionClass],
        source: Agent,
        name: str,
        seed: Sequence[int],
        threads: int = 1,
    ) -> None:
        self.rules, self.classes, self.source, self.name = rules, classes, source, name
        # each class draws from its own: its probes do not depend on what else is looked for
        self.rng = {
            one.name: np.random.default_rng([*seed, 0, CLASSES.index(one)]) for one in classes
        }
        self.chance = np.random.default_rng([*seed, 1])
        walls = int(np.random.default_rng([*seed, 2]).integers(KEYS))
        self.batch = Batch(rules, GAMES, walls, threads=threads)
        self.draws = {one.name: HandDraw(self.batch) for one in classes}
        self.full: set[str] = set()
        """Classes with candidates enough: they are no longer looked for, nor counted."""
        self.hands = 0
        self._play(np.arange(GAMES) % WARM_UP, counted=False)

    def collect(
        self, wanted: int, most_hands: int, show: Callable[[float], None] | None = None
    ) -> list[Probe]:
        """So many probes of each class, or as many as ``most_hands`` hands yield.

        Args:
            show: told how much is done, 0 to 1, after each round.
        """
        while self.hands < most_hands and len(self.full) < len(self.draws):
            self._play(np.full(GAMES, HANDS), counted=True)
            late = self.hands >= HOPE * most_hands
            needed = wanted if late else SPARE * wanted
            found = {name: len(draw.kept) for name, draw in self.draws.items()}
            self.full |= {name for name, n in found.items() if n >= needed or (late and not n)}
            if show is not None:
                left = [n for name, n in found.items() if name not in self.full]
                done = min(left) / needed if left else 1.0
                show(min(1.0, max(done, self.hands / most_hands)))
        return [probe for one in self.classes for probe in self._choose(one, wanted)]

    def exposure(self) -> dict[str, Exposure]:
        """How often each class came up in the hands played so far."""
        return {
            name: Exposure(draw.opportunities, draw.hands * self.rules.seats, draw.met)
            for name, draw in self.draws.items()
        }

    # ---- play

    def _play(self, hands: I64, counted: bool) -> None:
        """Each game plays so many hands; games that are through wait for the others."""
        batch, left = self.batch, hands.copy()
        mask = np.zeros((batch.n, ACTION_COUNT), np.uint8)
        sought = [
            decision for decision in self.classes if counted and decision.name not in self.full
        ]
        while (left > 0).any():
            playing = left > 0
            batch.legal(mask)
            mask[~playing] = 0
            for decision in sought:
                asked = decision.asked(batch, mask)
                self.draws[decision.name].meet(asked, self.rng[decision.name].random(len(asked)))
            rows = np.flatnonzero(playing)
            actions = np.full(batch.n, SKIP, np.uint8)
            fill_actions(batch, [(self.source, rows)], mask, actions, self.chance)
            batch.step(actions)
            if batch.status[rows].any():
                raise AgentError(f"{self.name} chose an action that is not legal")
            over = rows[batch.hand_done[rows]]
            left[over] -= 1
            self.hands += counted * len(over)
            for decision in sought:
                self.draws[decision.name].end(over)

    # ---- choosing

    def _choose(self, one: DecisionClass, wanted: int) -> list[Probe]:
        """Evenly spaced among all candidates, ordered by their strata."""
        kept = self.draws[one.name].kept
        if not kept:
            return []
        batch = load_games(self.rules, kept)
        real = [i for i in range(batch.n) if _is_choice(one, batch, i)]
        strata, rng = strata_of(batch), self.rng[one.name]
        order = sorted(real, key=lambda i: (*_coarse(strata, i), rng.random()))
        taken = min(wanted, len(order))
        places = ((np.arange(taken) + rng.random()) * len(order) / max(taken, 1)).astype(int)
        keys = rng.integers(0, KEYS, taken, np.uint64)
        return [
            Probe(
                one.name,
                format_position(batch, i),
                int(key),
                self.name,
                int(batch.seat[i]),
                {name: float(strata[name][i]) for name in STRATA},
            )
            for i, key in zip((order[place] for place in places), keys, strict=True)
        ]


def _is_choice(one: DecisionClass, batch: Batch, i: int) -> bool:
    act = one.act(batch, i, plans_at(batch, i))
    return bool(act.any()) and not bool(act.all())


def _coarse(strata: dict[str, F64], i: int) -> tuple[int, ...]:
    return tuple(int(strata[name][i] // width) for name, width in STRATA.items() if width)
