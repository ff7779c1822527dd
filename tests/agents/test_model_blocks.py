"""Networks that read some blocks of the observation: the rows of the others count for nothing."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from shugi._fast.net.lists import PositionLists
from shugi._fast.net.losses import LabelLoss
from shugi._fast.view.layouts import TILES
from shugi.agents.engine_learner import NetworkLearner
from shugi.agents.engine_policy import blocks_read, engine_critic, engine_policy
from shugi.agents.model import Critic, Policy
from shugi.agents.model_config import ModelConfig
from shugi.agents.sums import SparsePositions
from shugi.envs import Batch, load_rules

RULES = load_rules("super_bingo")
GAMES = 96
SHAPE = ModelConfig(hidden=32, channels=8, critic_hidden=16, blocks=("steps",))


def seen() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    batch, actions = Batch(RULES, GAMES, seed=5), np.zeros(GAMES, np.uint8)
    for _ in range(60):
        batch.baseline(actions)
        batch.step(actions)
    planes = np.zeros((GAMES, TILES.planes, TILES.places), np.uint8)
    numbers = np.zeros((GAMES, TILES.globals), np.float32)
    batch.observe(planes, numbers)
    return planes, numbers, batch.legal()


def unread(planes: np.ndarray, numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The same with other rows where the shape reads none."""
    other = planes.copy(), numbers.copy()
    for array, rows in zip(other, (TILES.plane_rows, TILES.global_rows), strict=True):
        for row in rows:
            if row["name"] in SHAPE.unread:
                array[:, row["offset"] : row["offset"] + row["size"]] += 1
    return other


def test_what_is_not_read() -> None:
    assert SHAPE.blocks_read == TILES.blocks_read(["closer_tiles"])
    assert ModelConfig().unread == set() and ModelConfig().blocks_read == TILES.blocks_read("full")
    assert "closer_pairs" in SHAPE.unread and "closer_tiles" not in SHAPE.unread
    assert replace(SHAPE, layout="cards", kinds=(0, 4)).blocks_read == 0
    with pytest.raises(ValueError, match="no block 'step'; there are steps"):
        replace(SHAPE, blocks=("step",))


def test_rows_that_are_not_read_change_nothing() -> None:
    torch.manual_seed(1)
    policy, critic = Policy(SHAPE), Critic(SHAPE)
    planes, numbers, mask = seen()
    others = unread(planes, numbers)
    assert (others[0] != planes).any() and (others[1] != numbers).any()
    terms, values = policy.trunk.of_rules([RULES]), critic.trunk.of_rules([RULES])
    oracle = torch.zeros(GAMES, TILES.oracle_planes, TILES.places, dtype=torch.uint8)
    said, valued = [], []
    for array in ((planes, numbers), others):
        given = [torch.from_numpy(one) for one in array]
        said.append(policy(*given, terms, torch.from_numpy(mask)))
        valued.append(critic(*given, values, oracle))
    assert torch.equal(*said) and torch.equal(*valued)
    engine = engine_policy(policy, RULES)
    assert engine.blocks == engine_critic(critic, RULES).blocks == SHAPE.blocks_read
    assert np.array_equal(
        engine.log_policy(planes, numbers, mask), engine.log_policy(*others, mask)
    )


def test_blocks_are_read_by_either_layer_alone() -> None:
    torch.manual_seed(1)
    policy = Policy(replace(SHAPE, blocks=("steps", "pairs")))
    assert blocks_read(policy) == ("steps", "pairs")
    assert policy.trunk.kinds is not None
    (row,) = [row for row in TILES.plane_rows if row["name"] == "closer_pairs"]
    own = slice(row["offset"], row["offset"] + row["size"])
    with torch.no_grad():
        policy.trunk.cells.weight[:, own] = 0
    assert blocks_read(policy) == ("steps", "pairs")  # the tile head still does
    with torch.no_grad():
        policy.trunk.kinds.linear.weight[:, own] = 0
    assert blocks_read(policy) == ("steps",)


def test_weights_of_rows_that_are_not_read_have_no_gradient() -> None:
    torch.manual_seed(1)
    policy = Policy(SHAPE)
    planes, numbers, mask = seen()
    lists = PositionLists(TILES.planes * TILES.places), PositionLists(TILES.globals, np.float32)
    for one, array in zip(lists, (planes, numbers), strict=True):
        one.append(array)
    kept = SparsePositions(*lists, np.arange(GAMES))
    learner = NetworkLearner(policy, 1)
    loss, _ = learner.loss(
        kept,
        np.zeros(GAMES, np.int32),
        policy.trunk.values_of([RULES]),
        LabelLoss(mask, mask.argmax(axis=1).astype(np.uint8), 0.0),
    )
    loss.backward()  # type: ignore[no-untyped-call]
    gradients = (policy.trunk.cells.weight.grad, policy.trunk.numbers.weight.grad)
    for grad, rows in zip(gradients, (TILES.plane_rows, TILES.global_rows), strict=True):
        assert grad is not None
        for row in rows:
            part = grad[:, row["offset"] : row["offset"] + row["size"]]
            assert row["name"] not in SHAPE.unread or not part.any()
        assert grad.any()
