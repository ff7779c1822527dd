"""Positions at which a decision is a real choice, found in play."""

import itertools
from collections.abc import Sequence

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import ACTION_COUNT
from shugi._fast.rules.compile import Rules
from shugi.agents.base import Agent, AgentError, fill_actions
from shugi.envs.common.arrays import U8, Rng
from shugi.training.decisions.classes import DISTILLED, DecisionClass, class_named
from shugi.training.decisions.draw import HandDraw

RARE = 400  # decisions for each choice wanted: no class is waited for any longer
NEVER = 50_000  # decisions: a class that has not come up in so many is none of this game


def classes_among(rules: Rules, names: Sequence[str]) -> list[DecisionClass]:
    """Those of the named classes that a rule set has.

    Raises:
        AgentError: a class that does not exist, or the rule set has none of them.
    """
    wanted = [class_named(name, DISTILLED) for name in names]
    own = [decision for decision in wanted if decision.needs(rules)]
    if not own:
        has = ", ".join(decision.name for decision in DISTILLED if decision.needs(rules)) or "none"
        raise AgentError(
            f"{rules.name!r} has no decisions of the classes {', '.join(names)}; it has {has}"
        )
    return own


class ChoiceCollector:
    """Plays on and on, and keeps a choice of each hand and class, and some other decisions.

    The choice that is kept of a hand is any of the hand's, each as likely.

    Args:
        rules: of the games.
        games: played at once.
        self_play_share: share of the games that the policy plays at every seat.
        players: play the rest of the games, each all seats of an equal share of them.
        classes: of decisions.
        anchor_ratio: other decisions of the policy's games that are kept for each choice.
        seed: of the deals.
        threads: of the engine.
    """

    def __init__(
        self,
        rules: Rules,
        games: int,
        self_play_share: float,
        players: Sequence[Agent],
        classes: Sequence[DecisionClass],
        anchor_ratio: float,
        seed: int,
        threads: int = 1,
    ) -> None:
        self.batch = Batch(rules, games, seed, threads=min(threads, games))
        self.classes, self.anchor_ratio = tuple(classes), anchor_ratio
        rows = np.arange(games)
        self.self_play = rows < round(self_play_share * games)
        self.tables = [
            (player, np.flatnonzero(~self.self_play & (rows % len(players) == i)))
            for i, player in enumerate(players)
        ]
        self.mask = np.zeros((games, ACTION_COUNT), np.uint8)
        self.begin()

    def begin(self) -> None:
        """Forget what was kept; the games go on."""
        self.draws = [HandDraw(self.batch) for _ in self.classes]
        self.kept_anchors: list[bytes] = []
        self.decisions = 0

    @property
    def kept(self) -> list[list[bytes]]:
        """Games at choices, by class."""
        return [draw.kept for draw in self.draws]

    def found(self, wanted: int) -> int:
        """How many of so many wanted choices there are, the same number of every class.

        A class that hardly ever comes up leaves its share to the others.

        Raises:
            AgentError: none of the classes comes up.
        """
        hopeless = self.decisions > RARE * wanted + 50 * RARE
        most = self.decisions > NEVER
        counts = [len(kept) for kept in self.kept]
        if most and not any(counts):
            raise AgentError(
                f"{self.batch.rules.name}: no decision of the classes "
                f"{', '.join(one.name for one in self.classes)} in {self.decisions:,}"
            )
        share = -(-wanted // len(counts))
        open_ = [count for count in counts if count < share and not (most and not count)]
        if not open_ or hopeless:
            return min(wanted, sum(counts))
        return min(wanted - 1, sum(min(count, share) for count in counts))

    def chosen(self, wanted: int) -> list[bytes]:
        """The choices, at most ``wanted``: of each class in turn, as long as it has any."""
        turns = itertools.chain(*itertools.zip_longest(*self.kept))
        return list(itertools.islice((game for game in turns if game is not None), wanted))

    def step(self, policy: Agent, rng: Rng) -> None:
        """Play one decision of every game."""
        batch, mask = self.batch, self.mask
        batch.legal(mask)
        choice = np.zeros(batch.n, np.bool_)
        chance = rng.random((len(self.classes), batch.n))
        for one, draw, own in zip(self.classes, self.draws, chance, strict=True):
            rows = one.asked(batch, mask)
            draw.meet(rows, own[rows])
            choice[rows] = True
        wanted = int(self.anchor_ratio * sum(map(len, self.kept))) - len(self.kept_anchors)
        usual = np.flatnonzero(self.self_play & ~choice)
        if wanted > 0 and len(usual):
            drawn = rng.choice(usual, min(wanted, len(usual)), replace=False)
            self.kept_anchors += [batch.save(int(i)) for i in np.sort(drawn)]
        batch.step(self._actions(policy, mask, rng))
        for draw in self.draws:
            draw.end(np.flatnonzero(batch.hand_done))
        self.decisions += batch.n

    def _actions(self, policy: Agent, mask: U8, rng: Rng) -> U8:
        actions = np.zeros(self.batch.n, np.uint8)
        asked = ((policy, np.flatnonzero(self.self_play)), *self.tables)
        fill_actions(self.batch, asked, mask, actions, rng)
        return actions
