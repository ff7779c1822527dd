"""A league: several policies learn in turn, and meet each other and scripts.

    warm start   the first main agent's; all others begin as a copy of it
    then, until the budget is spent, one member after another
      makes some updates    against whoever the pool has for it, those first that it loses to
      may begin anew        an exploiter that beats its prey, or is old; its last policy stays
                            in the pool

Every member is a training run of its own in ``members/NAME``; the pool is in ``league``. One file,
``state.pt``, holds what all of them need to go on, so a league that was killed goes on as a whole.
"""

import json
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from shugi._fast.rules.compile import Rules
from shugi.agents.checkpoint import (
    FILE_NAME,
    CheckpointError,
    load_critic,
    load_policy,
    save_networks,
)
from shugi.envs.files import write_atomically
from shugi.training.cluster.work import Workers
from shugi.training.judge.match import unit_of
from shugi.training.learn.budget import Point, spent
from shugi.training.learn.league_pool import LeaguePool
from shugi.training.learn.member import Member, told
from shugi.training.learn.ppo import IMITATION
from shugi.training.learn.results import Result
from shugi.training.run.config import ConfigError, TrainConfig
from shugi.training.run.metrics import Metrics
from shugi.training.run.model_card import write_card
from shugi.training.run.state import STATE_NAME, load_state, save_state
from shugi.training.terminal.console import finite
from shugi.training.terminal.progress import Meter

RESULTS_NAME = "league.json"
WARM_START = "warm_start.safetensors"
COUNTERS = ("turn", "left", "begun", "made", "since", "lives")


class League:
    """A training run of several policies.

    Args:
        config: its settings; it has a league.
        rules: the rule set.
        folder: the run's folder; it exists.
        meter: where progress is shown.
        workers: who plays for the actors; None: this process.

    Raises:
        ConfigError: as ``Trainer``.
    """

    model_name = FILE_NAME
    state_name = STATE_NAME

    def __init__(
        self,
        config: TrainConfig,
        rules: Rules | Sequence[Rules],
        folder: Path,
        meter: Meter,
        workers: Workers | None = None,
    ) -> None:
        if config.league is None:
            raise ConfigError("league: this run has none")
        self.config, self.league = config, config.league
        self.rules = rules if isinstance(rules, Rules) else rules[0]
        self.folder, self.meter = folder, meter
        self.pool = LeaguePool(folder / "league" / "policies", self.league)
        self.members: dict[str, Member] = {}
        for entry in self.league.learners:
            own = folder / "members" / entry.name
            own.mkdir(parents=True, exist_ok=True)
            self.members[entry.name] = Member(
                entry, config, self.rules, own, meter, self.pool, self, workers
            )
        self.main = next(one for one in self.members.values() if one.is_main)
        self.turn = self.main.name
        self.left = 0  # updates of this turn
        self.begun = False  # the warm start was handed on to all members
        self.made = dict.fromkeys(self.members, 0)  # updates after the warm start
        self.lives: list[dict[str, Any]] = []  # of exploiters, those that are over
        self.since: Point = (0, 0.0)  # decisions and seconds when PPO began
        self.seconds = 0.0  # of earlier lives of this run
        self.started = time.monotonic()

    # ---- how far it is

    @property
    def count(self) -> int:
        """Decisions of all members."""
        return sum(one.count for one in self.members.values())

    @property
    def update(self) -> int:
        """Updates of all members."""
        return sum(one.update for one in self.members.values())

    def elapsed(self) -> float:
        """Seconds of training, earlier lives of the run included."""
        return self.seconds + time.monotonic() - self.started

    def _spent(self, since: Point) -> float:
        now = self.count, self.elapsed()
        return spent(self.config.minutes, self.config.decisions, now, since)

    def progress(self) -> float:
        """0 to 1, since the warm start."""
        return min(1.0, self._spent(self.since))

    def whole(self) -> float:
        """0 to 1, the warm start included."""
        return min(1.0, self._spent((0, 0.0)))

    # ---- the run

    def run(self, stop: Callable[[], bool] = lambda: False) -> bool:
        """Train until the budget is spent.

        Args:
            stop: asked after every update; true ends the run early.

        Returns:
            whether the budget was spent; either way everything is saved.
        """
        saved = time.monotonic()
        with ExitStack() as stack:
            metrics = {
                name: stack.enter_context(closing(Metrics(one.folder, one.update)))
                for name, one in self.members.items()
            }
            while self.whole() < 1 and not stop():
                self._advance(metrics)
                if time.monotonic() - saved >= self.config.checkpoint_seconds:
                    self.save()
                    saved = time.monotonic()
            self.save()
        return self.whole() >= 1

    def _advance(self, metrics: dict[str, Metrics]) -> None:
        """One update of the member whose turn it is."""
        if self.main.phase == IMITATION:
            self.main.advance(metrics[self.main.name])
            return
        if not self.begun:
            self._begin()
        if not self.left:
            self._next_turn()
        member = self.members[self.turn]
        member.advance(metrics[member.name])
        self.made[member.name] += 1
        self.left -= 1
        if not self.left and member.is_over:
            self._begin_anew(member)

    def _next_turn(self) -> None:
        """Whoever has made the fewest updates for its share, the first of them."""
        shares = {one.name: one.share for one in self.league.learners}
        self.turn = min(self.members, key=lambda name: self.made[name] / shares[name])
        self.left = self.league.turn
        self.members[self.turn].look_around()

    def _begin(self) -> None:
        """All others begin as the main agent after the warm start."""
        main = self.main
        if not main.pool.life:
            main._begin_ppo()
        self.begun, self.since = True, (self.count, self.elapsed())
        save_networks(self.warm_start, main.policy, main.critic, main.description())
        for member in self.members.values():
            if member is not main:
                self._lead(member, None)

    def _begin_anew(self, member: Member) -> None:
        fared, age = member.end(), member.age
        won = fared.surely(self.league.margin)
        self.lives.append(
            {
                "member": member.name,
                "life": member.pool.life,
                "updates": age,
                "won": won,
                **_numbers(fared),
            }
        )
        against = f"{told(fared)} more than its prey after {age} updates"
        self.meter.say(f"{member.name} begins anew: {against}{', beaten' if won else ''}")
        prey = self.members[member.pool.prey[0]] if self.league.begins == "prey" else None
        self._lead(member, prey)

    def _lead(self, member: Member, model: Member | None) -> None:
        """Let a member begin as another one is now, or as the main agent was."""
        if model is not None:
            member.begin(model.policy.state_dict(), model.critic.state_dict())
            return
        policy, about = load_policy(self.warm_start)
        member.begin(policy.state_dict(), load_critic(self.warm_start, about).state_dict())

    @property
    def warm_start(self) -> Path:
        """The main agent after it."""
        return self.folder / "league" / WARM_START

    # ---- what came of it

    def as_json(self) -> dict[str, Any]:
        """How everybody fared against everybody, and who is in the pool."""
        return {
            "rules": self.rules.name,
            "unit": unit_of(self.rules).name,
            "decisions": self.count,
            "minutes": round(self.elapsed() / 60, 2),
            "members": [self._member(one) for one in self.members.values()],
            "lives": self.lives,
            "results": [
                {"member": name, "against": other.name, **_numbers(result)}
                for name in self.members
                for other in self.league.members
                if other.name != name and (result := self.pool.result(name, other.name)).counted
            ],
            "policies": [
                {
                    "member": one.member,
                    "life": one.life,
                    "update": one.update,
                    "file": str(self.pool.path(one).relative_to(self.folder)),
                    "results": {name: _numbers(own) for name, own in one.results.items()},
                }
                for one in self.pool.policies
                if not one.left
            ],
        }

    def _member(self, member: Member) -> dict[str, Any]:
        return {
            "name": member.name,
            "kind": member.entry.kind,
            "of": list(member.pool.prey),
            "updates": member.update,
            "decisions": member.count,
            "lives": member.pool.life,
            "won": sum(one["won"] for one in self.lives if one["member"] == member.name),
        }

    # ---- saving

    def save(self) -> None:
        """Write the networks for playing, then everything for going on."""
        for one in self.members.values():
            save_networks(one.folder / FILE_NAME, one.policy, one.critic, one.description())
        main = self.main
        about = replace(main.description(), training=self.config.as_dict())
        save_networks(self.folder / FILE_NAME, main.policy, main.critic, about)
        write_card(self.folder, about)
        written = json.dumps(self.as_json(), indent=1).encode() + b"\n"
        write_atomically(self.folder / RESULTS_NAME, written)
        save_state(self.folder, self.state())
        playing = [kept for one in self.members.values() for kept in one.pool.playing]
        self.pool.forget([kept.number for kept in playing])

    def state(self) -> dict[str, Any]:
        """Everything for going on: tensors and plain values only."""
        counters = {name: getattr(self, name) for name in COUNTERS}
        return {
            "config": json.dumps(self.config.as_dict()),
            "league": json.dumps({**counters, "seconds": self.elapsed()}),
            "pool": json.dumps(self.pool.state()),
            "members": {name: one.state() for name, one in self.members.items()},
        }

    def resume(self) -> None:
        """Go on from the folder's state.

        Raises:
            CheckpointError: there is none, it is damaged, or it is of something else.
        """
        state = load_state(self.folder)
        try:
            counters = json.loads(state["league"])
            for name in COUNTERS:
                setattr(self, name, counters[name])
            self.seconds = counters["seconds"]
            self.pool.restore(json.loads(state["pool"]))
            own = {name: state["members"][name] for name in self.members}
        except (LookupError, TypeError, ValueError) as error:
            raise CheckpointError(
                f"{self.folder}: its state is not of this league ({error})"
            ) from error
        for name, one in self.members.items():
            one.restore(own[name])
        self.started = time.monotonic()


def _numbers(result: Result) -> dict[str, Any]:
    """Chips a hand, with the 95 % interval."""
    return {
        "gain": finite(result.mean),
        "low": finite(result.mean - result.half),
        "high": finite(result.mean + result.half),
        "hands": result.counted,
    }
