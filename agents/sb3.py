"""An agent that plays a model.zip of sb3-contrib's MaskablePPO: a pickle, which can run code."""

import warnings
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shugi.agents.base import PICKLE_NAME, PICKLE_PREFIX, AgentError, Observation, not_installed
from shugi.agents.checkpoint import check_finite
from shugi.envs.files import check_regular, told
from shugi.envs.observation import NOTHING, flatten


def zip_of(path: Path) -> Path:
    """The file meant by a path: itself, or the one of a run folder."""
    return path / PICKLE_NAME if path.is_dir() else path


def load_model(path: Path) -> Any:
    """A MaskablePPO model. Reading it runs what code the file holds; a warning says so.

    Raises:
        AgentError: no such file, not such a model, NaN in it, or stable-baselines3 is not
            installed.
    """
    try:
        from sb3_contrib import MaskablePPO
    except ImportError as error:
        raise not_installed(path, error) from None
    try:
        check_regular(path)
    except OSError as error:
        raise AgentError(told(error)) from None
    warnings.warn(
        f"{path}: a pickle is read, which can run any code of whoever made the file; "
        "take none from strangers (a run of --algo maskable_ppo keeps model.safetensors too)",
        stacklevel=4,
    )
    try:
        model = MaskablePPO.load(path, device="cpu")
    except Exception as error:  # an unpickler raises whatever the file makes it raise
        raise AgentError(
            f"{path}: not a model of MaskablePPO for this version, or cut short ({error!r})"
        ) from None
    check_finite(model.policy.state_dict(), path)
    return model


class Sb3Agent:
    """Plays the likeliest action of a MaskablePPO model, or draws from its policy.

    Args:
        path: the model's .zip file.
        sample: draw; otherwise the likeliest action is taken.
    """

    def __init__(self, path: Path, sample: bool = False) -> None:
        self.model = load_model(path)
        self.name = f"{PICKLE_PREFIX}{path}" + (":sample" if sample else "")
        self.sample = sample

    def _features(self, seen: Observation) -> NDArray[np.float32]:
        """As wide as the model's observations: with the rule vector, where those end with it."""
        (width,) = self.model.observation_space.shape
        vector = seen.rules.vector if width > seen.layout.features else NOTHING
        return flatten(seen.planes, seen.globals, seen.layout, vector)

    def act(
        self,
        observation: Observation,
        mask: NDArray[np.uint8],
        seat: NDArray[np.int8],
        rng: np.random.Generator,
    ) -> NDArray[np.uint8]:
        features = self._features(observation)
        if features.shape[1:] != self.model.observation_space.shape:
            raise AgentError(f"{self.name} was trained on another observation layout")
        if self.sample:
            from stable_baselines3.common.utils import set_random_seed

            set_random_seed(int(rng.integers(2**31)))
        actions, _ = self.model.predict(
            features, action_masks=mask.astype(np.bool_), deterministic=not self.sample
        )
        return np.asarray(actions).astype(np.uint8)
