"""Distilling in card games: every decision is a class of its own."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")

from shugi.agents.base import AgentError  # noqa: E402
from shugi.agents.checkpoint import load_policy  # noqa: E402
from shugi.agents.scripted import Baseline  # noqa: E402
from shugi.envs.rulesets.rules import load_rules  # noqa: E402
from shugi.training.decisions.classes import DISTILLED, LabError, chosen_classes  # noqa: E402
from shugi.training.decisions.draw import load_games  # noqa: E402
from shugi.training.distil.choices import ChoiceCollector, classes_among  # noqa: E402
from shugi.training.learn.mixture import load_sets  # noqa: E402
from shugi.training.learn.trainer import Trainer  # noqa: E402
from shugi.training.run.config import parse_config  # noqa: E402
from tests.support.runs import quiet  # noqa: E402

RUN: dict[str, Any] = {
    "seed": 5,
    "threads": 1,
    "decisions": 1500,
    "games": 16,
    "steps": 40,
    "network": {"hidden": 16},
    "imitation": {"decisions": 1300, "minibatch": 256},
    "ppo": {"minibatch": 256},
    "distil": {
        "rounds": 1,
        "positions": 40,
        "classes": ["card"],
        "games": 16,
        "deals": 2,
        "candidates": 2,
        "random_plans": 3,
        "recheck_factor": 0,
        "value_epochs": 1,
        "temperature_unit": "spread",
        "steps": 4,
        "minibatch": 32,
    },
}


@pytest.mark.parametrize("name", ["ninety_nine", "piquet+single_hand"])
def test_choices_are_of_every_stage_of_the_hand(name: str) -> None:
    rules = load_rules(name)
    classes = classes_among(rules, ["riichi", "card"])
    assert [one.name for one in classes] == ["card"]
    collector = ChoiceCollector(rules, 32, 1.0, [Baseline("plain")], classes, 0.0, seed=3)
    rng = np.random.default_rng(0)
    while collector.found(150) < 150:
        collector.step(Baseline("plain"), rng)
    games = load_games(rules, collector.chosen(150))
    assert (games.legal().sum(axis=1) > 1).all()
    stages = {games.state(i)["stage"] for i in range(games.n)}
    assert len(stages) > 2 and "play" in stages


@pytest.mark.parametrize("name", ["ninety_nine", "piquet+single_hand"])
def test_a_run_of_cards_ends_with_it(name: str, tmp_path: Path) -> None:
    config = parse_config(RUN | {"rules": name})
    run = Trainer(config, load_sets(config), tmp_path, quiet())
    assert run.run()
    learnt = load_policy(tmp_path / "model.safetensors")[0]
    assert any(
        not np.array_equal(new.numpy(), old.numpy())
        for new, old in zip(
            learnt.state_dict().values(), run.policy.state_dict().values(), strict=True
        )
    )


def test_studies_and_tiles_have_no_such_class() -> None:
    with pytest.raises(LabError, match="no decision classes: they are of mahjong"):
        chosen_classes(load_rules("ninety_nine"), ["card"])
    with pytest.raises(LabError, match="no decision class 'card'"):
        chosen_classes(load_rules("super_bingo"), ["card"])
    with pytest.raises(AgentError, match="has no decisions of the classes card"):
        classes_among(load_rules("super_bingo"), ["card"])
    with pytest.raises(AgentError, match="it has card"):
        classes_among(load_rules("piquet"), ["riichi"])
    assert len({one.name for one in DISTILLED}) == len(DISTILLED)
