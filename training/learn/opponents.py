"""Who sits at the training tables beside the policy that learns: earlier selves and scripts."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import torch

from shugi.agents.base import Agent
from shugi.agents.model import Policy
from shugi.agents.network import Network, draw
from shugi.envs.common.arrays import I8, I64, U8, Rng
from shugi.training.learn.buffer import ABSENT, LEARNER, RolloutBuffer
from shugi.training.learn.passes import Inference
from shugi.training.learn.rollout import GameRollout
from shugi.training.run.config import OpponentConfig


class Opponents:
    """Fills the seats that the learner does not hold.

    Players are numbered: 0 the learner, then the scripted styles, then the snapshots in play.

    Args:
        config: how often who.
        styles: the scripted players.
        passes: how the snapshots' networks are asked.
    """

    def __init__(self, config: OpponentConfig, styles: Sequence[Agent], passes: Inference) -> None:
        self.config, self.styles, self.passes = config, list(styles), passes
        self.networks: dict[int, Network] = {}  # of the snapshots in play, by update

    @property
    def first_snapshot(self) -> int:
        """Its number, as a player."""
        return 1 + len(self.styles)

    def seat(self, policies: Mapping[int, Callable[[], Policy]]) -> None:
        """Put snapshots in play, by their update; those that play already stay as they are."""
        self.networks = {
            update: self.networks.get(update) or self._network(update, load())
            for update, load in policies.items()
        }

    def _network(self, update: int, policy: Policy) -> Network:
        return Network(policy.to(self.passes.device), f"snapshot {update}", sample=True)

    def reseat(self, rows: I64, seating: I8, scripted: float, rng: Rng) -> None:
        """Seat the next game of ``rows``: all learners, or one to all but one seat held by others
        (all but one, if the learner is to sit alone).

        Args:
            seating: (n, seats) int8, player numbers; rewritten in place but for absent seats.
            scripted: share of games with scripted players, now.
        """
        seating[rows] = np.where(seating[rows] == ABSENT, ABSENT, LEARNER)
        for row in rows:
            seats = int((seating[row] != ABSENT).sum())
            kind = rng.random()
            if kind < scripted:
                who = 1 + int(rng.integers(len(self.styles)))
            elif kind < scripted + self.config.snapshots and self.networks:
                who = self.first_snapshot + int(rng.integers(len(self.networks)))
            else:
                continue
            order = rng.permutation(seats)
            others = seats - 1 if self.config.alone else rng.integers(1, seats)
            seating[row, order[:others]] = who

    def act(self, rollout: GameRollout, buffer: RolloutBuffer, t: int, rng: Rng) -> None:
        """Write the actions of everyone but the learner at time ``t``.

        Args:
            rollout: the games.
            buffer: its ``action`` is written.
            t: the time, from 0.
            rng: the chance of the players.
        """
        player, snapshots = buffer.player[t], list(self.networks.values())
        for number in np.unique(player):
            if number == LEARNER:
                continue
            rows = np.flatnonzero(player == number)
            if number <= len(self.styles):
                style = self.styles[number - 1]
                buffer.action[t, rows] = rollout.ask(style, buffer, t, rows, rng)
                continue
            network = snapshots[number - self.first_snapshot]
            own = t * buffer.n + rows
            buffer.action[t, rows] = self._drawn(network, rollout, buffer, own, rng)

    def _drawn(
        self, network: Network, rollout: GameRollout, buffer: RolloutBuffer, rows: I64, rng: Rng
    ) -> U8:
        """(k,) actions of a snapshot, at decisions that are played now."""
        sets, lots = [games.rules for games in rollout.games], buffer.flat(buffer.lot)[rows]
        mask, actions = buffer.flat(buffer.mask)[rows], np.empty(len(rows), np.uint8)
        if self.passes.in_engine:
            lists, units = (buffer.kept_planes, buffer.kept_globals), rng.random(len(rows))

            def of(lot: int, at: I64) -> None:
                engine = network.engine_of(sets[lot])
                actions[at], _ = engine.draw_kept(*lists, rows[at], mask[at], units[at])

            self.passes.by_lot(of, lots)
            return actions
        terms = network.terms_of(sets)
        terms = terms[torch.from_numpy(lots).to(terms.device)]
        log_policy = network.log_policy(*buffer.seen(rows), terms, mask)
        actions[:] = draw(log_policy.exp(), rng).numpy()
        return actions
