"""Runs that begin with the networks of a checkpoint."""

import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")

import torch  # noqa: E402

from shugi._fast.view.layouts import TILES  # noqa: E402
from shugi.agents.base import Observation  # noqa: E402
from shugi.agents.checkpoint import CheckpointError, describe, load_policy, save_networks  # noqa: E402
from shugi.agents.named import path_of  # noqa: E402
from shugi.training.learn.beginning import init_from, resolve  # noqa: E402
from shugi.training.learn.budget import PPO  # noqa: E402
from shugi.training.learn.learner import Learner  # noqa: E402
from shugi.training.learn.mixture import load_sets  # noqa: E402
from shugi.training.learn.trainer import Trainer  # noqa: E402
from shugi.training.run.config import ConfigError, parse_config  # noqa: E402
from tests.support.bot_games import midway  # noqa: E402
from tests.support.runs import SMALL, run_of, same_weights  # noqa: E402

TINY = SMALL | {
    "decisions": 3000,
    "steps": 40,
    "network": {"hidden": 16, "last": 8},
    "critic": {"hidden": 16},
}
NONE = {"decisions": 0}


def trainer(folder: Path, **changes: Any) -> Trainer:
    return run_of(TINY | changes, folder)


def network(weights: object, **changes: Any) -> dict[str, Any]:
    return TINY["network"] | {"weights": str(weights)} | changes


@pytest.fixture(scope="module")
def learnt(tmp_path_factory: pytest.TempPathFactory) -> Trainer:
    run = trainer(tmp_path_factory.mktemp("runs") / "learnt")
    assert run.run()
    return run


def exported(learnt: Trainer, path: Path) -> Path:
    """Without the critic, as ``shugi export`` writes agents."""
    policy, about = load_policy(learnt.folder / learnt.model_name)
    save_networks(path, policy, None, about)
    return path


def test_a_run_begins_with_them(learnt: Trainer, tmp_path: Path) -> None:
    weights = learnt.folder
    run = trainer(tmp_path / "more", network=network(weights), imitation=NONE)
    assert run.phase == PPO
    for name in ("policy", "reference", "critic"):
        wanted = learnt.policy if name != "critic" else learnt.critic
        assert same_weights(getattr(run.learner, name), wanted), name
    assert run.run() and not same_weights(run.policy, learnt.policy)


def test_it_goes_on_without_them(learnt: Trainer, tmp_path: Path) -> None:
    weights = exported(learnt, tmp_path / "agent.safetensors")
    changes = {"network": network(weights)}
    whole = trainer(tmp_path / "whole", **changes)
    assert whole.run()
    stopped = trainer(tmp_path / "stopped", **changes)
    assert not stopped.run(stop=lambda: stopped.update > 2)
    weights.unlink()
    again = trainer(tmp_path / "stopped", **changes)
    again.resume()
    assert again.run() and same_weights(again.policy, whole.policy)


def test_what_a_config_leaves_to_the_agent_that_it_begins_with() -> None:
    own = {"weights": "trained", "hidden": 640}
    asked = parse_config({"rules": "hangzhou", "minutes": 1, "opponents": {"styles": ["trained"]}})
    found = resolve(asked, load_sets(asked))
    assert found.opponents.styles == ("checkpoint:hangzhou",)
    assert found.network == asked.network
    asked = parse_config({"rules": "hangzhou", "minutes": 1, "network": own})
    network = resolve(asked, load_sets(asked)).network
    assert network.weights == "checkpoint:hangzhou" and network.hidden == 640
    assert (network.last, network.channels, network.blocks) == (192, 32, ("steps",))
    asked = parse_config({"rules": "piquet", "minutes": 1, "network": own})
    with pytest.raises(ConfigError, match="trained: .*no trained agent that can play 'piquet'"):
        resolve(asked, load_sets(asked))


def test_a_shape_stays_when_the_weights_are_gone(learnt: Trainer, tmp_path: Path) -> None:
    weights = exported(learnt, tmp_path / "agent.safetensors")
    asked = parse_config(TINY | {"network": {"weights": str(weights)}})
    begun = resolve(asked, load_sets(asked))
    assert begun.network.hidden == 16 and begun.network.blocks == tuple(TILES.blocks)
    weights.unlink()
    assert resolve(asked, load_sets(asked), begun) == begun
    assert resolve(begun, load_sets(asked)) == begun
    with pytest.raises(CheckpointError, match="no such file"):
        resolve(asked, load_sets(asked))


def test_without_a_critic_imitation_teaches_one(learnt: Trainer, tmp_path: Path) -> None:
    weights = exported(learnt, tmp_path / "agent.safetensors")
    with pytest.raises(ConfigError, match="keeps no critic .* imitation.decisions"):
        trainer(tmp_path / "bare", network=network(weights), imitation=NONE)
    with pytest.raises(ConfigError, match="keeps no critic"):  # of another shape
        trainer(tmp_path, network=network(learnt.folder), critic={"hidden": 8}, imitation=NONE)
    imitation = TINY["imitation"] | {"teacher": str(weights)}
    run = trainer(tmp_path / "taught", network=network(weights), imitation=imitation)
    critic = copy.deepcopy(run.critic)
    assert run.run() and not same_weights(run.critic, critic)


def test_another_shape_is_refused(learnt: Trainer, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="hidden 16 there, 24 here"):
        trainer(tmp_path, network=network(learnt.folder, hidden=24), imitation=NONE)


def test_rules_of_another_family_are_refused(learnt: Trainer, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="layout tiles there, cards here"):
        trainer(tmp_path, rules="piquet", network=network(learnt.folder), imitation=NONE)


@pytest.mark.parametrize("name", ["critic", "policy"])
def test_of_other_tiles_it_keeps_what_it_knows(learnt: Trainer, tmp_path: Path, name: str) -> None:
    """Far Flying Fish has the ends of the characters too, of which nothing is known."""
    wider = trainer(tmp_path, rules="far_flying_fish", network=network(learnt.folder))
    there, here = (getattr(run, name).trunk for run in (learnt, wider))
    assert here.stop - here.first > there.stop - there.first and here.first < there.first
    wide, old = (trunk.tables()[0].view(-1, trunk.places, 16) for trunk in (here, there))
    assert torch.allclose(wide, old) and old.any()


def test_a_network_of_more_tiles_plays_the_same_with_fewer(tmp_path: Path) -> None:
    wide = trainer(tmp_path / "wide", rules="far_flying_fish")
    assert wide.run()
    folder, model = wide.folder, trainer(tmp_path / "narrow").policy.config
    assert model.kinds[0] > wide.policy.config.kinds[0]
    (rules,) = load_sets(parse_config(TINY))
    batch = midway(rules, 64, 30, seed=4)
    seen, mask = Observation(batch), torch.from_numpy(batch.legal())
    policies = [load_policy(folder / wide.model_name, like=like)[0] for like in (None, model)]
    with torch.inference_mode():
        planes, numbers = torch.from_numpy(seen.planes), torch.from_numpy(seen.globals)
        said = [one(planes, numbers, one.of_rules([rules]), mask) for one in policies]
    assert torch.allclose(*said, atol=1e-5)
    sizes = [one.trunk.tiles.weight.shape[1] for one in policies]
    assert sizes[1] < sizes[0]


def test_what_cannot_be_is_told(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="nowhere: no such file"):
        trainer(tmp_path, network=network("nowhere"))


def test_an_agent_of_the_package_begins_as_it_plays(tmp_path: Path) -> None:
    """Also from a time when the rules had fewer numbers."""
    (rules,) = load_sets(parse_config(TINY))
    shipped = describe(path_of("super_bingo")).model
    assert set(shipped.rule_entries) < set(rules.entries)
    model = replace(shipped, rule_entries=rules.entries)
    fewer = replace(model, rule_entries=rules.entries[:-20])
    known, about = load_policy(path_of("super_bingo"), like=model)
    agent, _ = load_policy(path_of("super_bingo"), like=fewer)
    earlier = tmp_path / "earlier.safetensors"
    save_networks(earlier, agent, None, replace(about, model=agent.config))
    shape = {name: getattr(model, name) for name in ("hidden", "last", "channels")}
    config = parse_config(TINY | {"network": network(earlier, **shape), "imitation": NONE})
    for weights, plays in (("checkpoint:super_bingo", known), (str(earlier), agent)):
        learner = Learner(config, model, [rules])
        assert not init_from(learner, model, weights)  # without a critic
        terms = [net.trunk.of_rules([rules]) for net in (plays, learner.policy)]
        assert torch.allclose(*terms, atol=1e-5)
        assert torch.equal(plays.trunk.second.weight, learner.policy.trunk.second.weight)
