"""The two layouts: what buffers, environments, networks and checkpoints take from them."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.view.layouts import ARGUMENTS, CARDS, TILES, Layout, layout_named, layout_of
from shugi.envs import SeatEnv, load_rules, make
from shugi.envs.layout import LAYOUTS as TABLES
from shugi.envs.observation import Observation, Observer, feature_space, flatten

GAMES = ("piquet", "ninety_nine")


def test_every_game_has_its_layout() -> None:
    assert layout_of(load_rules("sanma_base")) is TILES
    assert layout_of(load_rules("kawuxing")) is TILES
    assert all(layout_of(load_rules(game)) is CARDS for game in GAMES)
    with pytest.raises(ValueError, match="tiles, cards"):
        layout_named("dice")


def test_mahjong_keeps_its_numbers() -> None:
    assert (TILES.planes, TILES.places, TILES.globals, TILES.oracle_planes) == (73, 34, 233, 25)
    assert TILES.plane_rows is TILES.plane_rows and TILES.global_rows is TILES.global_rows
    assert TILES.features == 73 * 34 + 233 and TILES.plane_features == 73 * 34


@pytest.mark.parametrize("layout", [TILES, CARDS], ids=lambda layout: layout.name)
def test_rows_lie_side_by_side(layout: Layout) -> None:
    totals = (layout.planes, layout.globals, layout.oracle_planes, 16)
    tables = (layout.plane_rows, layout.global_rows, layout.oracle_rows, layout.history_rows)
    for rows, total in zip(tables, totals, strict=True):
        assert len({row["name"] for row in rows}) == len(rows)
        ends = [row["offset"] + row["size"] for row in rows]
        assert [row["offset"] for row in rows] == [0, *ends[:-1]] and ends[-1] == total
    for names, total in zip(layout.names, (*totals[:3], 128), strict=True):
        used = [name for name in names if name]
        assert len(names) == total and len(set(used)) == len(used)


@pytest.mark.parametrize("layout", [TILES, CARDS], ids=lambda layout: layout.name)
def test_action_names_are_one_to_one(layout: Layout) -> None:
    ids = [row[0] for row in layout.action_rows]
    assert len(set(ids)) == len(ids) and max(ids) < 128
    for action, name, meaning in layout.action_rows:
        assert layout.action_name(action) == name and layout.action_id(name) == action
        assert meaning
    assert layout.idle in ids
    assert pickle.loads(pickle.dumps(layout)) is layout


def test_cards_name_themselves() -> None:
    assert CARDS.action_id("C6") == 0 and CARDS.action_id("SA") == 26
    assert CARDS.action_name(35) == "DA"
    places = [CARDS.place_of(action) for action in range(ARGUMENTS)]
    assert places[:36] == list(range(36)) and set(places[36:]) == {None}
    assert CARDS.ids_of(("pass", "riichi", "stop")) == [CARDS.action_id("stop")]


@pytest.mark.parametrize("game", GAMES)
def test_the_batch_takes_the_buffers_of_its_layout(game: str) -> None:
    batch = Batch(load_rules(game), 2)
    assert batch.layout is CARDS
    tiles = np.zeros((2, TILES.planes, 34), np.uint8)
    numbers = np.zeros((2, CARDS.globals), np.float32)
    with pytest.raises(ValueError, match=r"planes must be .*\(2, 34, 36\)"):
        batch.observe(tiles, numbers)
    with pytest.raises(ValueError, match=r"planes must be .*\(2, 7, 36\)"):
        batch.observe_oracle(tiles)
    assert feature_space(CARDS).shape == (CARDS.features,)


@pytest.mark.parametrize("name", ["card_actions", "card_observation"])
def test_the_tables_are_printed(name: str) -> None:
    text = TABLES[name]()
    assert ("SA" in text and "cb_yes" in text) if name == "card_actions" else "36 cards" in text


def test_flat_observations_hold_the_planes() -> None:
    planes = np.random.default_rng(1).integers(0, 5, (3, CARDS.planes, 36), np.uint8)
    numbers = np.ones((3, CARDS.globals), np.float32)
    flat = flatten(planes, numbers, CARDS)
    again = flat[:, : CARDS.plane_features].reshape(planes.shape)
    scale = np.concatenate([np.full(r["size"], r["scale"]) for r in CARDS.plane_rows])
    assert np.allclose(again * scale[:, None], planes)
    assert np.array_equal(flat[:, CARDS.plane_features :], numbers)


def test_a_network_of_the_other_family_is_refused(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    from shugi.agents import AgentError
    from shugi.agents.checkpoint import CheckpointError, Description, load_policy, save_networks
    from shugi.agents.model import Critic, Policy
    from shugi.agents.model_config import ModelConfig
    from shugi.agents.network import Network

    sanma, piquet = load_rules("sanma_base"), load_rules("piquet")
    model = ModelConfig(hidden=8, channels=4, kinds=(0, 36), bins=5, layout="cards")
    about = Description(model, piquet.name, piquet.hash, piquet.options)
    path = tmp_path / "model.safetensors"
    save_networks(path, Policy(model), Critic(model), about)
    policy, found = load_policy(path)
    assert found.model.layout == "cards" and found.model == model
    with pytest.raises(CheckpointError, match="network for cards"):
        Network.load(path, sanma)
    Network.load(path, piquet)
    batch = Batch(sanma, 2)
    with pytest.raises(AgentError, match="network for cards"):
        Network(policy, "net").act(Observation(batch), np.random.default_rng(0))
    with torch.inference_mode():
        chance = policy(
            torch.zeros(2, CARDS.planes, 36, dtype=torch.uint8),
            torch.zeros(2, CARDS.globals),
            policy.of_rules([piquet]),
            torch.ones(2, 128),
        )
    assert chance.shape == (2, 128) and torch.allclose(chance.exp().sum(1), torch.ones(2))


def test_observers_have_the_buffers_of_the_layout() -> None:
    for name, shape in (("sanma_base", (73, 34)), ("piquet", (34, 36))):
        observer = Observer(3, load_rules(name))
        layout = observer.layout
        assert (layout.planes, layout.places) == shape
        assert observer.flat.shape == (3, shape[0] * shape[1] + layout.globals)


@pytest.mark.parametrize("game", GAMES)
def test_environments_play_the_card_games(game: str) -> None:
    env = SeatEnv(game, opponents="random", episode="hand")
    observation, info = env.reset(seed=3)
    assert env.observation_space.contains(observation)
    rng, ended = np.random.default_rng(1), False
    for _ in range(60):
        action = np.int64(rng.choice(np.flatnonzero(info["action_mask"])))
        observation, _, ended, _, info = env.step(action)
        assert env.observation_space.contains(observation)
        if ended:
            break
    assert ended
    table = make(game)
    table.reset(seed=3)
    for agent in table.agent_iter(40):
        seen, _, over, cut, _ = table.last()
        assert table.observation_space(agent)["observation"].contains(seen["observation"])
        table.step(None if over or cut else int(rng.choice(np.flatnonzero(seen["action_mask"]))))


@pytest.mark.parametrize("game", GAMES)
def test_rollouts_have_the_buffers_of_the_layout(game: str) -> None:
    from shugi.training.learn.buffer import RolloutBuffer
    from shugi.training.learn.rollout import GameRollout

    rules = load_rules(game)
    rollout, buffer = (
        GameRollout(rules, 8, 1, 1),
        RolloutBuffer(40, 8, rules.seats, layout_of(rules)),
    )

    hidden = np.zeros((40, 8, CARDS.oracle_planes, 36), np.uint8)

    def choose(t: int) -> None:
        seen, (planes, numbers) = Observation(rollout.batch), buffer.seen(t * 8 + np.arange(8))
        assert planes.shape == (8, CARDS.planes, 36) and planes.any()
        assert np.array_equal(planes, seen.planes) and np.array_equal(numbers, seen.globals)
        rollout.batch.observe_oracle(hidden[t])
        rollout.batch.sample(buffer.action[t], t)

    rollout.play(buffer, choose)
    assert hidden.any() and buffer.ended.any()
    kept = buffer.kept(np.arange(40 * 8))
    assert kept.oracle is not None
    assert np.array_equal(kept.oracle.dense(kept.picks), hidden.reshape(40 * 8, -1))
