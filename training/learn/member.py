"""A member of a league: a training run of its own, of whose turns the league is in charge."""

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

import torch

from shugi._fast.rules.compile import Rules
from shugi.training.cluster.work import Workers
from shugi.training.learn.league_pool import LeaguePool, MemberPool
from shugi.training.learn.ppo import IMITATION, PPO, Trainer
from shugi.training.learn.results import Result
from shugi.training.run.config import TrainConfig
from shugi.training.run.league_config import MemberConfig
from shugi.training.terminal.progress import Meter

Weights = Mapping[str, torch.Tensor]


class Clock(Protocol):
    """How far a league is."""

    def elapsed(self) -> float:
        """Seconds."""
        ...

    def progress(self) -> float:
        """0 to 1, since the warm start."""
        ...

    def whole(self) -> float:
        """0 to 1, the warm start included."""
        ...


class Member(Trainer):
    """A training run whose opponents, and whose end, are the league's.

    Args:
        entry: who it is.
        config: of the league's run.
        rules: the rule set.
        folder: its own; it exists.
        meter: where progress is shown.
        league: everybody.
        clock: of the league.
        workers: who plays for the actors; None: this process.
    """

    pool: MemberPool

    def __init__(
        self,
        entry: MemberConfig,
        config: TrainConfig,
        rules: Rules,
        folder: Path,
        meter: Meter,
        league: LeaguePool,
        clock: Clock,
        workers: Workers | None,
    ) -> None:
        super().__init__(config.of_member(entry), rules, folder, meter, workers)
        self.entry, self.league = entry, league
        self.pool = MemberPool(league, entry, self.config.opponents)
        self.clock = clock
        self.born = 0  # the update at which its life began

    @property
    def name(self) -> str:
        return self.entry.name

    @property
    def is_main(self) -> bool:
        return self.entry.kind == "main"

    # ---- lives

    def begin(self, policy: Weights, critic: Weights) -> None:
        """A life, as somebody else was."""
        self.policy.load_state_dict(policy)
        self.critic.load_state_dict(critic)
        self.learner.critic_adam.state.clear()
        self.against_scripted[:] = math.nan
        self.phase = PPO
        self._begin_ppo()

    def _begin_ppo(self) -> None:
        self.born = self.update
        self.pool.begin()
        super()._begin_ppo()

    def end(self) -> Result:
        """A life; its last policy joins the pool. Returns how it fared against its prey."""
        self.pool.add(self.policy, self.description())
        return self.pool.fared

    @property
    def is_over(self) -> bool:
        """Whether it is time to begin anew."""
        if self.is_main:
            return False
        league = self.league.config
        return self.age >= league.life or self.pool.fared.surely(league.margin)

    @property
    def age(self) -> int:
        """Updates of this life."""
        return self.update - self.born

    def look_around(self) -> None:
        """Its turn begins: others have learnt meanwhile."""
        self.pool.refresh(self.rng)
        self.actors.seat(self.pool.policies())

    # ---- what a run by itself does otherwise

    def elapsed(self) -> float:
        return self.clock.elapsed()

    def progress(self) -> float:
        """Of the warm start; then of the league, or of an exploiter's life."""
        if self.phase == IMITATION:
            return super().progress()
        if self.is_main:
            return self.clock.progress()
        return min(1.0, self.age / self.league.config.life)

    def _next_phase(self) -> None:
        if self.phase == IMITATION:
            super()._next_phase()

    def _improve(self) -> dict[str, float]:
        whom = "v_others" if self.is_main else "v_prey"
        found = super()._improve() | {"life": self.pool.life, whom: self.pool.fared.mean}
        return found | {
            f"v_{one.name}": self.league.result(self.name, one.name).mean
            for one in self.league.config.members
            if one is not self.entry
        }

    def _show(self, phase: str, values: dict[str, float]) -> None:
        numbers = {"decisions/s": f"{values['decisions_per_s']:,.0f}"}
        if phase == IMITATION:
            numbers["agreement"] = f"{values['agreement']:.1%}"
        else:
            numbers["v others" if self.is_main else "v prey"] = told(self.pool.fared)
            numbers["life"] = str(self.pool.life)
        self.meter.show(self.name, self.clock.whole(), numbers)

    # ---- saving

    def state(self) -> dict[str, Any]:
        return super().state() | {"born": json.dumps(self.born)}

    def _restore(self, state: dict[str, Any]) -> None:
        self.born = json.loads(state["born"])
        super()._restore(state)


def told(result: Result) -> str:
    """For people."""
    if not math.isfinite(result.half):
        return "not met yet"
    return f"{result.mean:+.2f} ± {result.half:.2f} a hand"
