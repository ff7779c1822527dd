"""OpenSpiel: its own simulation test, and its algorithms on our games."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi.envs import load_rules
from shugi.envs.environments import ENVIRONMENTS
from shugi.envs.notation.position import format_position

pyspiel = pytest.importorskip("pyspiel")

from shugi.envs.openspiel import DEFAULTS, load_game  # noqa: E402


@pytest.mark.parametrize("name", [one.rules for one in ENVIRONMENTS])
def test_its_own_simulation_test_passes(name: str) -> None:
    game = load_game(name, episode="hand", deals=3, max_steps=120)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def after_random_play(name: str, left: int, seed: int = 4) -> Batch:
    """A hand with so many decisions left, by random play."""
    batch = Batch(load_rules(name), 1, seed=seed, auto_reset=False, episode="hand")
    course, action = [batch.clone()], np.zeros(1, np.uint8)
    while not batch.done[0]:
        batch.sample(action, 5)
        batch.step(action)
        course.append(batch.clone())
    return course[-1 - left]


@pytest.fixture(scope="module")
def subgame(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The last tricks of a hand of Ninety-Nine."""
    file = tmp_path_factory.mktemp("subgame") / "position.txt"
    file.write_text(format_position(after_random_play("ninety_nine", 4), 0), encoding="utf-8")
    return file


def played(game: Any, seed: int = 0) -> Any:
    state, rng = game.new_initial_state(), np.random.default_rng(seed)
    while not state.is_terminal():
        state.apply_action(int(rng.choice(state.legal_actions())))
    return state


@pytest.mark.parametrize("name", ["sanma_base", "piquet", "kawuxing"])
def test_returns_are_the_results(name: str) -> None:
    state = played(load_game(name, deals=2))
    batch = state.table.batch
    assert batch.seat[0] < 0
    assert state.returns() == batch.final_result[0].tolist()
    assert sum(state.returns()) == pytest.approx(0, abs=1e-6)


def test_the_games_are_those_of_the_engine() -> None:
    state = load_game("sanma_base", deals=4, seed=3).new_initial_state()
    assert state.is_chance_node() and len(state.chance_outcomes()) == 4
    state.apply_action(2)
    batch = Batch(load_rules("sanma_base"), 1, auto_reset=False)
    batch.reset(np.array([(3 << 32) + 2], np.uint64))
    for _ in range(60):
        assert state.legal_actions() == batch.legal_actions(0)
        assert state.current_player() == batch.seat[0]
        action = state.legal_actions()[-1]
        state.apply_action(action)
        batch.step_one(0, action)
    assert str(state) == format_position(batch, 0)


def test_a_copy_goes_its_own_way() -> None:
    state = load_game("sanma_base").new_initial_state()
    state.apply_action(1)
    other = state.clone()
    before = str(state)
    for _ in range(20):
        other.apply_action(other.legal_actions()[0])
    assert str(state) == before != str(other)
    text = pyspiel.serialize_game_and_state(state.get_game(), state)
    _, again = pyspiel.deserialize_game_and_state(text)
    assert again.information_state_string() == state.information_state_string()


@pytest.mark.parametrize("name", ["super_bingo", "ninety_nine"])
def test_information_states_hold_what_a_seat_knows_and_no_more(name: str) -> None:
    state = load_game(name).new_initial_state()
    state.apply_action(7)
    rng, keys = np.random.default_rng(2), np.random.default_rng(3)
    changed = 0
    for _ in range(40):
        if state.is_terminal():
            break
        seat = state.current_player()
        other = state.resample_from_infostate(seat, keys.random)
        assert other.information_state_string(seat) == state.information_state_string(seat)
        assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
        assert other.observation_string(seat) == state.observation_string(seat)
        assert other.legal_actions() == state.legal_actions()
        hidden = [p for p in range(3) if p != seat]
        changed += any(other.observation_tensor(p) != state.observation_tensor(p) for p in hidden)
        first, *rest = state.legal_actions()
        if rest:  # what it did is part of what it knows
            state_a, state_b = state.child(first), state.child(rest[0])
            assert state_a.information_state_string(seat) != state_b.information_state_string(seat)
        state.apply_action(int(rng.choice(state.legal_actions())))
    assert changed > 20


@pytest.mark.parametrize("lines", [False, True])
def test_a_position_is_given_as_text(lines: bool) -> None:
    """In one line it is longer than the name of any file."""
    batch = after_random_play("riichi_tenhou", 4)
    text = format_position(batch, 0, lines=lines)
    assert len(text) > 300
    state = played(load_game(position=text, episode="hand", deals=1))
    assert state.returns() and state.is_terminal()


def test_cfr_solves_the_last_tricks(subgame: Path) -> None:
    from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

    game = load_game(position=str(subgame), episode="hand", deals=3)
    solver = cfr.CFRPlusSolver(game)
    before = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(30):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    after = exploitability.nash_conv(game, policy)
    assert after < 0.2 * before or before == after == 0
    value = expected_game_score.policy_value(game.new_initial_state(), [policy] * 3)
    assert sum(value) == pytest.approx(0, abs=1e-6)


def test_mcts_chooses(subgame: Path) -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game = load_game(position=str(subgame), episode="hand", deals=1)
    rng = np.random.RandomState(1)
    rollout = mcts.RandomRolloutEvaluator(1, rng)
    state = game.new_initial_state()
    state.apply_action(0)
    for bot in (
        mcts.MCTSBot(game, 1.0, 30, rollout, random_state=rng),
        ismcts.ISMCTSBot(game, rollout, 1.0, 20, random_state=rng),
    ):
        assert bot.step(state) in state.legal_actions()


def test_policy_gradients_learn_from_it() -> None:
    torch = pytest.importorskip("torch")
    from open_spiel.python import rl_environment

    game = load_game("ninety_nine", episode="hand", deals=5)
    environment = rl_environment.Environment(game)
    size = environment.observation_spec()["info_state"][0]
    network = torch.nn.Linear(size, environment.action_spec()["num_actions"])
    step, losses = environment.reset(), []
    while not step.last():
        seat = step.observations["current_player"]
        legal = step.observations["legal_actions"][seat]
        logits = network(torch.tensor(step.observations["info_state"][seat]))[legal]
        chance = torch.distributions.Categorical(logits=logits)
        chosen = chance.sample()
        losses.append(chance.log_prob(chosen))
        step = environment.step([legal[int(chosen)]])
    assert len(step.rewards) == 3 and sum(step.rewards) == pytest.approx(0)
    (-torch.stack(losses).sum() * step.rewards[0]).backward()
    assert network.weight.grad is not None


def test_it_is_registered() -> None:
    game = pyspiel.load_game("python_shugi(rules=piquet,deals=2)")
    assert game.num_players() == 2 and game.get_parameters()["deals"] == 2
    assert set(DEFAULTS) == set(game.get_parameters())


def test_settings_that_cannot_be_are_refused(subgame: Path) -> None:
    with pytest.raises(ValueError, match="viewer must be a seat"):
        load_game("ninety_nine", position=str(subgame), viewer=5)
    with pytest.raises(ValueError, match="chance moves first"):
        load_game("piquet").new_initial_state().table.act(3)


@pytest.mark.parametrize("action", [127, 500])
def test_an_illegal_action_changes_nothing(action: int) -> None:
    """It had been counted to what its player remembers."""
    state = load_game("ninety_nine", episode="hand", deals=3).new_initial_state()
    state.apply_action(1)
    before = [state.information_state_string(player) for player in range(3)]
    with pytest.raises(ValueError, match=rf"action {action} .* is not legal"):
        state.apply_action(action)
    assert [state.information_state_string(player) for player in range(3)] == before


@pytest.mark.parametrize("settings", [{"episode": "hand"}, {"max_steps": 5}])
def test_nothing_is_played_after_the_end(settings: dict[str, Any]) -> None:
    """The next hand was, and its payments were added to the returns."""
    state = played(load_game("ninety_nine", deals=3, **settings))
    returns, going_on = state.returns(), state.table.batch.legal_actions(0)
    assert going_on  # with the next hand, or the rest of this one
    with pytest.raises(ValueError, match="the game is over"):
        state.apply_action(going_on[0])
    assert state.returns() == returns


@pytest.mark.parametrize("deal", [3, 10**9])
def test_chance_chooses_among_its_deals(deal: int) -> None:
    state = load_game("ninety_nine", deals=3).new_initial_state()
    with pytest.raises(ValueError, match=f"there is no deal {deal}; there are 0 to 2"):
        state.apply_action(deal)
    assert state.is_chance_node()


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({"deal": 3}, ValueError, "there is no setting 'deal'"),
        ({"episode": "match"}, ValueError, "episode must be"),
        ({"deals": 0}, ValueError, "deals must lie between 1 and"),
        ({"deals": "3"}, TypeError, "deals must be a whole number"),
        ({"deals": 1.5}, TypeError, "deals must be a whole number"),
        ({"deals": 2**40}, ValueError, "deals must lie between 1 and"),
        ({"max_steps": "x"}, TypeError, "max_steps must be a whole number"),
        ({"seed": "x"}, TypeError, "seed must be a whole number"),
        ({"seed": -1}, ValueError, "seed must lie between 0 and"),
        ({"viewer": "x"}, TypeError, "viewer must be a whole number"),
        ({"viewer": 9}, ValueError, "viewer must be a seat"),
    ],
)
def test_settings_are_checked_when_they_are_given(
    settings: dict[str, Any], error: type[Exception], words: str
) -> None:
    """Not when the first deal is made, and each by its name."""
    with pytest.raises(error, match=words):
        load_game("ninety_nine", **settings)
