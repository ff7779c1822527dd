"""Networks find what they have learnt by name: rows, options and actions may come and move."""

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from shugi._fast.rules import compile as engine_rules
from shugi._fast.rules.options import OPTIONS
from shugi._fast.tables.option import BOOL, Option
from shugi._fast.tables.option_types import Choice, Int
from shugi._fast.view import layouts
from shugi._fast.view.layouts import TILES, Layout
from shugi.agents import checkpoint
from shugi.agents.columns import UNLEARNT, UNTRIED, Axis, remap, unfreeze_actions
from shugi.agents.model import Critic, Policy
from shugi.agents.named import names as checkpoints
from shugi.agents.named import path_of
from shugi.agents.network import Network
from shugi.envs.observation import Observation
from shugi.envs.rulesets.rules import load_rules
from tests.support.bot_games import midway

POSITIONS = 1000
NEW_ROWS = {"size": 2, "scale": 1, "meaning": "what nobody has seen yet"}
NEW_OPTIONS = {
    "new_switch": (BOOL, True),
    "new_number": (Int(0, 9, 9), 7),
    "new_choice": (Choice(("one", "two", "three")), "three"),
}


def row_at(rows: Any, place: int, name: str) -> Any:
    """A new row before the one at ``place``, the others moved."""
    rows = [*rows[:place], {"name": name, **NEW_ROWS}, *rows[place:]]
    ends = np.cumsum([row["size"] for row in rows]).tolist()
    return [row | {"offset": end - row["size"]} for row, end in zip(rows, ends, strict=True)]


def grown(layout: Layout) -> Layout:
    """The layout with a row more in every table, the actions in another order, and a new one."""
    taken = {action for action, _, _ in layout.action_rows}
    free = next(action for action in range(127, 63, -1) if action not in taken)
    return dataclasses.replace(
        layout,
        plane_rows=row_at(layout.plane_rows, 0, "new_plane"),
        global_rows=row_at(layout.global_rows, 5, "new_number"),
        oracle_rows=row_at(layout.oracle_rows, 2, "new_hidden"),
        action_rows=[*layout.action_rows, (free, "new_action", "")],
    )


def widened(array: Any, old: tuple[str, ...], new: tuple[str, ...], rng: Any) -> Any:
    """Columns of an observation as the new layout has them, noise where there was none."""
    shape = (len(array), len(new), *array.shape[2:])
    found = rng.integers(1, 4, shape).astype(array.dtype)
    for i, name in enumerate(new):
        if name in old:
            found[:, i] = array[:, old.index(name)]
    return torch.from_numpy(found)


@pytest.fixture
def new_options(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    options = {
        name: Option(name, type_, type_.check(value), "new", "", "", (), ("riichi",))
        for name, (type_, value) in NEW_OPTIONS.items()
    }
    first = next(iter(OPTIONS.items()))
    monkeypatch.setattr(engine_rules, "OPTIONS", dict([first]) | options | OPTIONS)
    monkeypatch.setattr(engine_rules, "RULE_ROWS", engine_rules._rule_rows())
    monkeypatch.setattr(engine_rules, "RULE_ENTRIES", engine_rules._rule_entries())
    yield


@pytest.mark.parametrize("name", checkpoints())
def test_shipped_networks_play_as_before(
    name: str, new_options: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng, path = np.random.default_rng(1), path_of(name)
    about = checkpoint.describe(path)
    known = load_rules(about.rules_name)
    rules = engine_rules.Rules(known.name, known.options)
    assert rules.entries != about.model.rule_entries and "new_choice.three" in rules.entries
    assert rules.vector[rules.entries.index("new_switch")] == 1
    batch = midway(known, POSITIONS, 40, seed=4)
    seen, mask = Observation(batch), batch.legal()
    hidden = np.zeros((POSITIONS, TILES.oracle_planes, 34), np.uint8)
    batch.observe_oracle(hidden)

    before, critic = checkpoint.load_policy(path)[0], checked_critic(path)
    newer = grown(TILES)
    monkeypatch.setitem(layouts.LAYOUTS, "tiles", newer)
    after, other = checkpoint.load_policy(path)[0], checked_critic(path)

    planes = widened(seen.planes, TILES.names.planes, newer.names.planes, rng)
    numbers = widened(seen.globals, TILES.names.numbers, newer.names.numbers, rng)
    legal = torch.from_numpy(mask)
    more = legal.clone()
    more[:, newer.names.actions.index("new_action")] = 1
    with torch.inference_mode():
        old = before(
            torch.from_numpy(seen.planes),
            torch.from_numpy(seen.globals),
            before.of_rules([known]),
            legal,
        )
        new = after(planes, numbers, after.of_rules([rules]), more)
        assert torch.equal(old.argmax(1), new.argmax(1))
        assert torch.allclose(old, new * (legal > 0) + old * (legal == 0), atol=1e-4)
        if critic is not None and other is not None:
            oracle = widened(hidden, TILES.names.oracle, newer.names.oracle, rng)
            values = [
                critic(
                    torch.from_numpy(seen.planes),
                    torch.from_numpy(seen.globals),
                    critic.of_rules([known]),
                    torch.from_numpy(hidden),
                ),
                other(planes, numbers, other.of_rules([rules]), oracle),
            ]
            assert torch.allclose(*values, atol=1e-4)


@pytest.mark.parametrize("to_train", [False, True])
def test_a_new_action_is_learnt_where_training_goes_on(
    to_train: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    known, path = load_rules("super_bingo"), path_of("super_bingo")
    newer, rng = grown(TILES), np.random.default_rng(1)
    monkeypatch.setitem(layouts.LAYOUTS, "tiles", newer)
    policy, _ = checkpoint.load_policy(path, to_train)
    action = newer.names.actions.index("new_action")
    start = policy.head.bias[action].item()
    assert start == (UNTRIED if to_train else UNLEARNT) and not policy.head.weight[action].any()

    batch = midway(known, POSITIONS, 40, seed=4)
    seen, legal = Observation(batch), torch.from_numpy(batch.legal())
    legal[:, action] = 1
    planes = widened(seen.planes, TILES.names.planes, newer.names.planes, rng)
    numbers = widened(seen.globals, TILES.names.numbers, newer.names.numbers, rng)

    def chances() -> torch.Tensor:
        terms = policy.of_rules([known])
        return policy(planes, numbers, terms, legal)[:, action].exp()

    before = chances()
    assert before.median() < 0.05 and bool(before.max() > 0) == to_train
    policy.zero_grad()
    (-before.mean()).backward()  # type: ignore[no-untyped-call]
    torch.optim.SGD(policy.parameters(), lr=1.0).step()
    assert (policy.head.bias[action].item() > start) == to_train
    assert bool(policy.head.weight[action].any()) == to_train
    assert bool(chances().mean() > before.mean()) == to_train


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16])
def test_a_new_action_is_known_after_it_was_saved(dtype: torch.dtype) -> None:
    bias = torch.tensor([UNLEARNT, -9.0, UNLEARNT, 0.5]).to(dtype).float()
    found = unfreeze_actions(bias, ("new", "rare", "", "usual"))
    assert found.tolist() == [UNTRIED, -9.0, bias[2].item(), 0.5]


def checked_critic(path: Path) -> Critic | None:
    try:
        return checkpoint.load_critic(path, checkpoint.describe(path))
    except checkpoint.NoCritic:
        return None


def test_what_is_moved_and_what_is_new() -> None:
    weight = torch.arange(6.0).reshape(2, 3)
    found = remap(weight, Axis(1, ("a", "b", "c"), ("c", "new", "a", "", "b"), 9.0))
    assert found.tolist() == [[2, 9, 0, 9, 1], [5, 9, 3, 9, 4]]
    assert remap(weight, Axis(0, ("x", "y"), ("x", "y"))) is weight


def test_a_network_that_learns_keeps_up_with_its_rules() -> None:
    """What a network makes of the rules is kept, but not beyond a change of its weights."""
    sanma, tenhou = load_rules("sanma_base"), load_rules("sanma_tenhou")
    policy = Policy(checkpoint.ModelConfig(hidden=8, channels=4, bins=5))
    torch.nn.init.normal_(policy.trunk.film.weight)
    network = Network(policy, "net", precision="fp32")
    first = network.terms_of([sanma])
    assert network.terms_of([sanma]) is first
    assert not torch.equal(network.terms_of([tenhou]), first)
    assert torch.allclose(network.terms_of([sanma, tenhou])[:1], first)
    with torch.no_grad():
        policy.trunk.film.weight.mul_(2)
    assert not torch.equal(network.terms_of([sanma]), first)
