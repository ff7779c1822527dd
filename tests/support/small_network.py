"""A checkpoint of small networks that have learnt nothing."""

from pathlib import Path

import pytest

from shugi.envs.rulesets.rules import load_rules


def small_network(folder: Path, keeps_critic: bool = True) -> Path:
    """Its file; the critic says something else of every position."""
    torch = pytest.importorskip("torch")
    from shugi.agents.checkpoint import Description, save_networks
    from shugi.agents.model import Critic, Policy
    from shugi.agents.model_config import ModelConfig

    torch.manual_seed(1)
    config, rules = ModelConfig(hidden=16, bins=11, standing=True), load_rules("super_bingo")
    critic = Critic(config)
    torch.nn.init.normal_(critic.heads.weight, std=0.3)
    about = Description(config, rules.name, rules.hash)
    path = folder / "model.safetensors"
    save_networks(path, Policy(config), critic if keeps_critic else None, about)
    return path
