"""The same task through stable-baselines3: MaskablePPO of sb3-contrib on ``SeatVecEnv``.

One seat learns against the rule baseline, a hand is an episode, its reward is the chips paid. No
warm start, no snapshots, no oracle critic: a second path, for those who want to build on that
library. It reads from the config what it shares with ours: rules, seed, budget, games, steps,
hidden units, and of ``ppo`` the passes, minibatch, learning rate, clip, lambda and entropy.
"""

import io
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.utils import set_random_seed

from shugi._fast.rules.compile import Rules
from shugi.agents.base import PICKLE_NAME, WEIGHTS_NAME
from shugi.agents.checkpoint import CheckpointError, check_finite
from shugi.agents.mlp import save_mlp
from shugi.envs.files import write_atomically
from shugi.envs.sb3 import SeatVecEnv
from shugi.training.cluster.work import Workers
from shugi.training.run.config import ConfigError, TrainConfig
from shugi.training.run.state import load_state, save_state
from shugi.training.terminal.progress import Meter

NO_END = 2**40  # decisions, where only the clock ends the run
STATE_NAME = "sb3_state.pt"


class Sb3Trainer:
    """A MaskablePPO run with the interface of ``shugi.training.learn.ppo.Trainer``.

    The run folder holds ``model.safetensors``, which plays, the same as a ``model.zip`` of that
    library, and what the run needs to go on from the last save, with new games. Nothing here reads
    the zip, a pickle, again.
    """

    model_name = WEIGHTS_NAME
    state_name = STATE_NAME

    def __init__(
        self,
        config: TrainConfig,
        rules: Sequence[Rules],
        folder: Path,
        meter: Meter,
        workers: Workers | None = None,
    ) -> None:
        if workers is not None or config.actors > 1:
            raise ConfigError("actors, cluster: maskable_ppo plays all its games itself")
        if config.network.weights is not None:
            raise ConfigError("network.weights: maskable_ppo begins with random weights")
        if len(rules) > 1:
            raise ConfigError("mixture: maskable_ppo learns one rule set at a time")
        self.config, self.folder, self.meter = config, folder, meter
        self.rules = rules[0]
        self.seconds = 0.0
        self.env = SeatVecEnv(
            self.rules,
            min(config.games, 4096),
            opponents="baseline",
            episode="hand",
            seed=config.seed,
            threads=min(config.threads, config.games),
        )
        self.model = self._new_model()

    def _new_model(self) -> MaskablePPO:
        ppo, hidden = self.config.ppo, self.config.network.hidden
        first, last = ppo.learning_rate
        return MaskablePPO(
            "MlpPolicy",
            self.env,
            n_steps=self.config.steps,
            batch_size=ppo.minibatch,
            n_epochs=ppo.epochs,
            learning_rate=lambda left: last + (first - last) * left,
            clip_range=ppo.clip,
            gamma=1.0,
            gae_lambda=ppo.gae_lambda,
            ent_coef=ppo.entropy[0],
            max_grad_norm=ppo.grad_clip,
            target_kl=ppo.target_kl,
            policy_kwargs={"net_arch": [hidden, hidden]},
            seed=self.config.seed,
            tensorboard_log=str(self.folder / "tensorboard"),
            device="cpu",
        )

    @property
    def count(self) -> int:
        return int(self.model.num_timesteps)

    @property
    def update(self) -> int:
        return self.count // (self.config.steps * self.env.num_envs)

    def run(self, stop: Callable[[], bool] = lambda: False) -> bool:
        """Train until the budget is spent or ``stop``; returns whether it was spent."""
        watch = Watch(self, stop)
        left = (self.config.decisions or NO_END) - self.count
        if left > 0:
            self.model.learn(left, callback=watch, reset_num_timesteps=self.count == 0)
        self.seconds = watch.elapsed()
        self.save()
        return watch.spent() >= 1

    def save(self) -> None:
        policy = self.model.policy.state_dict()
        save_mlp(self.folder / WEIGHTS_NAME, policy, self.rules, self.count)
        zipped = io.BytesIO()
        self.model.save(zipped)
        write_atomically(self.folder / PICKLE_NAME, zipped.getvalue())
        state = {
            "rules_hash": self.rules.hash,
            "policy": policy,
            "optimizer": self.model.policy.optimizer.state_dict(),
            "decisions": self.count,
            "updates": self.model._n_updates,
            "seconds": self.seconds,
        }
        save_state(self.folder, state, STATE_NAME)

    def resume(self) -> None:
        """Raises: CheckpointError when the run cannot be read, or is of other rules."""
        state, path = load_state(self.folder, STATE_NAME), self.folder / STATE_NAME
        try:
            if state["rules_hash"] != self.rules.hash:
                raise CheckpointError(f"{path}: of other rules than {self.rules.name!r} is now")
            self.model.policy.load_state_dict(state["policy"])
            self.model.policy.optimizer.load_state_dict(state["optimizer"])
            self.model.num_timesteps = int(state["decisions"])
            self.model._n_updates = int(state["updates"])
            self.seconds = float(state["seconds"])
        except (LookupError, RuntimeError, TypeError, ValueError, AttributeError) as error:
            raise CheckpointError(f"{path}: does not fit this run ({error})") from error
        check_finite(self.model.policy.state_dict(), path)
        set_random_seed(self.config.seed + self.count)


class Watch(BaseCallback):
    """Shows progress, saves now and then, and ends the run when its time is up."""

    def __init__(self, trainer: Sb3Trainer, stop: Callable[[], bool]) -> None:
        super().__init__()
        self.trainer, self.stop = trainer, stop
        self.before = trainer.seconds
        self.started = self.saved = time.monotonic()
        self.first = trainer.count

    def elapsed(self) -> float:
        return self.before + time.monotonic() - self.started

    def spent(self) -> float:
        config = self.trainer.config
        shares = [0.0]
        if config.minutes is not None:
            shares.append(self.elapsed() / (60 * config.minutes))
        if config.decisions is not None:
            shares.append(self.trainer.count / config.decisions)
        return max(shares)

    def _on_rollout_end(self) -> None:
        trainer, buffer = self.trainer, self.model.ep_info_buffer or ()
        hands: list[Any] = [info["r"] for info in buffer]
        speed = (trainer.count - self.first) / max(time.monotonic() - self.started, 1e-9)
        numbers = {"decisions/s": f"{speed:,.0f}"}
        if hands:
            numbers["v baseline"] = f"{sum(hands) / len(hands):+.2f} chips/hand"
        trainer.meter.show("maskable_ppo", self.spent(), numbers)
        if time.monotonic() - self.saved >= trainer.config.checkpoint_seconds:
            trainer.seconds = self.elapsed()
            trainer.save()
            self.saved = time.monotonic()

    def _on_step(self) -> bool:
        return self.spent() < 1 and not self.stop()
