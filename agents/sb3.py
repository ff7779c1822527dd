"""An agent that plays a model of sb3-contrib's MaskablePPO."""

import zipfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shugi.agents.base import AgentError, Observation
from shugi.envs.observation import flatten

FILE_NAME = "model.zip"


def load_model(path: Path, env: Any = None) -> Any:
    """A MaskablePPO model.

    Raises:
        AgentError: no such file, not such a model, or stable-baselines3 is not installed.
    """
    try:
        from sb3_contrib import MaskablePPO
    except ImportError:
        raise AgentError(f"{path} needs stable-baselines3: pip install 'shugi[train]'") from None
    if not path.exists():
        raise AgentError(f"{path}: no such file")
    try:
        return MaskablePPO.load(path, env=env, device="cpu")
    except (zipfile.BadZipFile, ValueError, KeyError, RuntimeError, AttributeError) as error:
        raise AgentError(
            f"{path}: not a model of MaskablePPO for this version, or cut short ({error})"
        ) from None


class Sb3Agent:
    """Plays the likeliest action of a MaskablePPO model, or draws from its policy.

    Args:
        path: the model's .zip file.
        sample: draw; otherwise the likeliest action is taken.
    """

    def __init__(self, path: Path, sample: bool = False) -> None:
        self.model = load_model(path)
        self.name = str(path) + (":sample" if sample else "")
        self.sample = sample

    def act(
        self,
        observation: Observation,
        mask: NDArray[np.uint8],
        seat: NDArray[np.int8],
        rng: np.random.Generator,
    ) -> NDArray[np.uint8]:
        features = flatten(observation.planes, observation.globals, observation.layout)
        if features.shape[1:] != self.model.observation_space.shape:
            raise AgentError(f"{self.name} was trained on another observation layout")
        if self.sample:
            from stable_baselines3.common.utils import set_random_seed

            set_random_seed(int(rng.integers(2**31)))
        actions, _ = self.model.predict(
            features, action_masks=mask.astype(np.bool_), deterministic=not self.sample
        )
        return np.asarray(actions).astype(np.uint8)
