"""The environments of the card games: two and three seats, results by mode, many games at once."""

import importlib
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.view.layouts import CARDS
from shugi.envs import SeatEnv, SeatVectorEnv, load_rules, make, variants
from shugi.envs.environments import ENVIRONMENTS

SEATS = {"piquet": 2, "ninety_nine": 3}
NAMES = [one.name for one in variants() if one.name.split("+")[0] in SEATS]
MORE: dict[str, dict[str, Any]] = {
    "piquet": {"mode": "single_hand"},
    "ninety_nine": {"premiums": False},
}
pytestmark = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent", "ignore:Observation is not a NumPy array"
)


def seats(name: str) -> int:
    return SEATS[name.split("+")[0]]


def test_both_games_have_their_names() -> None:
    assert len(NAMES) == 7
    ids = {"piquet": "shugi/Piquet-v0", "ninety_nine": "shugi/NinetyNine-v0"}
    for one in (one for one in ENVIRONMENTS if one.rules in SEATS):
        assert one.gymnasium_id == ids.pop(one.rules)
        module = importlib.import_module(f"shugi.envs.{one.module}")
        env = pettingzoo.make("aec", one.pettingzoo_id, max_cycles=3)
        assert str(env.unwrapped) == module.raw_env.metadata["name"] == one.module
        assert env.unwrapped.rules.name == one.rules
        assert str(module.__doc__).splitlines()[0].endswith(f": {seats(one.rules)} agents.")
    assert not ids


@pytest.mark.parametrize("name", MORE)
def test_options_by_name(name: str) -> None:
    env = make(name, **MORE[name])
    ((option, value),) = MORE[name].items()
    assert env.unwrapped.rules.options[option] == value


def test_results_are_what_the_mode_says() -> None:
    """A match and a game are 1, a single hand the difference of its points; nines halves."""

    def results(name: str, **options: object) -> np.ndarray:
        batch = Batch(load_rules(name, **options), 8, seed=3)
        chosen, found = np.zeros(8, np.uint8), []
        for step in range(20_000):
            batch.sample(chosen, seed=step)
            batch.step(chosen)
            found += [batch.final_result[i].copy() for i in np.flatnonzero(batch.done)]
            if len(found) >= 12:
                return np.array(found)
        raise AssertionError("too few games ended")

    for mode in ("match", "game"):
        assert set(np.abs(results("piquet", mode=mode)).ravel()) == {1.0}
    hands = np.abs(results("piquet", mode="single_hand")).ravel()
    assert (hands == hands.round()).all() and hands.max() > 5
    deals = np.abs(results("piquet", mode="six_deals")).ravel()
    assert deals.min() > 100
    race = results("ninety_nine", mode="race", games_to_win=1)
    assert (np.sort(race, axis=1) == [-0.5, -0.5, 1.0]).all()
    nines = results("ninety_nine")
    assert (2 * nines == (2 * nines).round()).all() and np.abs(nines).max() > 20
    assert np.abs(nines.sum(axis=1)).max() < 1e-3


@pytest.mark.parametrize(
    ("rules", "opponents", "message"),
    [
        ("piquet", ["random", "random"], "2 play, so 1 opponents are needed; got 2"),
        ("ninety_nine", ["random"], "3 play, so 2 opponents are needed; got 1"),
    ],
)
def test_wrong_numbers_of_opponents_are_refused(
    rules: str, opponents: list[str], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        SeatEnv(rules, opponents=opponents)
    with pytest.raises(ValueError, match=f'seat must be 0 to {seats(rules) - 1} or "rotate"'):
        SeatEnv(rules, seat=seats(rules))


@pytest.mark.parametrize("name", SEATS)
def test_many_games_at_once(name: str) -> None:
    env = SeatVectorEnv(name, 5, opponents="random", episode="hand")
    observations, infos = env.reset(seed=2)
    rng = np.random.default_rng(0)
    ends = 0
    for _ in range(120):
        assert observations.shape == (5, CARDS.features)
        actions = np.array([rng.choice(np.flatnonzero(m)) for m in infos["action_mask"]])
        observations, _, terminated, _, infos = env.step(actions)
        ends += int(terminated.sum())
    assert ends > 5
    made = gymnasium.make_vec(f"shugi/{name.title().replace('_', '')}-v0", num_envs=2)
    assert isinstance(made.unwrapped, SeatVectorEnv)
