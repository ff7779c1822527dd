"""Rewards add up: over an episode, by whatever door a game is played, to what was paid in it."""

import copy
import itertools
from collections.abc import Callable, Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from numpy.typing import NDArray

from shugi._fast.batch.batch import Batch
from shugi.envs.aec import TableEnv, parallel
from shugi.envs.registration import make
from shugi.envs.rulesets.rules import load_rules
from shugi.envs.seat import SeatGames
from shugi.envs.single import SeatEnv
from shugi.envs.vector import SeatVectorEnv
from tests.support.rule_sets import RULE_SETS

EPISODES = ("game", "hand")
STEPS = 20_000  # of anything: no game is as long

Sums = Iterator[tuple[Any, Any]]
"""(sum of rewards, result): of each game that ended."""


def baseline(batch: Batch) -> NDArray[np.uint8]:
    actions = np.zeros(batch.n, np.uint8)
    batch.baseline(actions)
    return actions


def chosen(games: SeatGames) -> NDArray[np.int64]:
    """The baseline's action where the learner decides, else the only one."""
    found = baseline(games.batch).astype(np.int64)
    legal = games.mask[np.arange(games.n), found] > 0
    return np.where(legal, found, games.mask.argmax(axis=1))


def of_batch(name: str, episode: str) -> Sums:
    batch = Batch(load_rules(name), 3, seed=5, episode=episode)
    total = np.zeros((batch.n, batch.seats))
    before = batch.games.copy()
    for _ in range(STEPS):
        batch.step(baseline(batch))
        total += batch.reward
        for i in np.flatnonzero(batch.games != before):
            yield total[i].copy(), batch.final_result[i].copy()
            total[i] = 0.0
        before = batch.games.copy()


def of_aec(name: str, episode: str) -> Sums:
    env = make(name, episode=episode)
    batch: Batch = env.unwrapped.batch
    total: dict[str, float] = dict.fromkeys(env.possible_agents, 0.0)
    for episodes in range(STEPS):
        env.reset(seed=3 if not episodes else None)
        for agent in env.agent_iter():
            _, reward, terminated, truncated, info = env.last(observe=False)
            total[agent] += reward
            env.step(None if terminated or truncated else int(baseline(batch)[0]))
            if "game_result" in info:
                yield total[agent], info["game_result"]
                total[agent] = 0.0


def of_parallel(name: str, episode: str) -> Sums:
    env = parallel(TableEnv(name, episode=episode))
    batch: Batch = env.unwrapped.batch
    total: dict[str, float] = dict.fromkeys(env.possible_agents, 0.0)
    for episodes in range(STEPS):
        env.reset(seed=4 if not episodes else None)
        while env.agents:
            action = int(baseline(batch)[0])
            _, rewards, _, _, infos = env.step(dict.fromkeys(env.agents, action))
            for agent, reward in rewards.items():
                total[agent] += reward
                if "game_result" in infos[agent]:
                    yield total[agent], infos[agent]["game_result"]
                    total[agent] = 0.0


def of_gymnasium(name: str, episode: str) -> Sums:
    env = SeatEnv(name, episode=episode, seat=1)
    total = 0.0
    for episodes in range(STEPS):
        env.reset(seed=2 if not episodes else None)
        over = False
        while not over:
            _, reward, over, _, info = env.step(chosen(env.games)[0])
            total += reward
        if "game_result" in info:
            yield total, info["game_result"]
            total = 0.0


def of_vector(name: str, episode: str) -> Sums:
    env = SeatVectorEnv(name, 3, episode=episode, seat=1)
    total = np.zeros(3)
    env.reset(seed=2)
    for _ in range(STEPS):
        _, reward, over, _, infos = env.step(chosen(env.games))
        total += reward
        for i in np.flatnonzero(over):
            if infos["final_info"].get("_game_result", np.zeros(3))[i]:
                yield total[i], infos["final_info"]["game_result"][i]
                total[i] = 0.0


def of_sb3(name: str, episode: str) -> Sums:
    pytest.importorskip("stable_baselines3")
    from shugi.envs.sb3 import SeatVecEnv

    env = SeatVecEnv(name, 3, episode=episode, seat=1)
    total, told = np.zeros(3), np.zeros(3)
    env.reset()
    for _ in range(STEPS):
        _, reward, over, infos = env.step(chosen(env.games))
        total += reward
        for i in np.flatnonzero(over):
            told[i] += infos[i]["episode"]["r"]
            if "game_result" in infos[i]:
                assert told[i] == pytest.approx(total[i], abs=1e-3)
                yield total[i], infos[i]["game_result"]
                total[i] = told[i] = 0.0


DOORS = (of_batch, of_aec, of_gymnasium)
THIN = (of_parallel, of_vector, of_sb3)  # around the others
SOME = ("sanma_base", "super_bingo+grand_cross", "toriuchi", "xiamen", "kawuxing", "ninety_nine")


@pytest.mark.parametrize(
    ("door", "name"),
    [*itertools.product(DOORS, RULE_SETS), *itertools.product(THIN, SOME)],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_they_sum_to_the_result(door: Callable[[str, str], Sums], name: str) -> None:
    for episode in EPISODES:
        total, result = next(door(name, episode))
        np.testing.assert_allclose(total, result, atol=2e-3)


# ---- every episode, however it ends, sums to its own result

ENDS = {"over": {}, "hand": {"episode": "hand"}, "cut": {}, "illegal": {}}


def legal_or_not(mask: NDArray[Any], rng: np.random.Generator, illegal: float) -> int:
    wanted = mask == 0 if rng.random() < illegal else mask != 0
    return int(rng.choice(np.flatnonzero(wanted)))


@pytest.mark.parametrize("name", RULE_SETS)
@pytest.mark.parametrize("end", ENDS)
def test_random_episodes_of_pettingzoo_sum_to_their_results(name: str, end: str) -> None:
    cut = {"max_cycles": 9} if end == "cut" else {}
    env = make(name, **ENDS[end], **cut)
    raw, rng = env.unwrapped, np.random.default_rng(8)
    start = np.array(Batch(raw.rules, 1).scores(0))
    for episode in range(4):
        env.reset(seed=2 if not episode else None)
        before = worths(raw.batch, start) if end == "hand" else 0.0
        told = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, info = env.last()
            told[agent] += reward
            if not (terminated or truncated):
                illegal = 0.05 if end == "illegal" else 0.0
                env.step(legal_or_not(observation["action_mask"], rng, illegal))
                continue
            assert not truncated or end == "cut"
            assert "illegal_action" not in info or end == "illegal"
            assert told[agent] == pytest.approx(info["result"], abs=2e-3)
            env.step(None)
        if end in ("hand", "cut") and raw.batch.seat[0] >= 0:
            np.testing.assert_allclose(
                list(told.values()), worths(raw.batch, start) - before, atol=2e-3
            )


def worths(batch: Batch, start: NDArray[np.int64]) -> NDArray[np.float64]:
    """(seats,) what each seat has been paid in rewards since the start, from the state."""
    rules = batch.rules
    rows = batch.state(0)["seats"]
    chips = np.array([row.get("chips", 0) for row in rows], np.float64)[: rules.seats]
    points = np.array(batch.scores(0)) - start
    if rules.game != "riichi":
        unit = 0 if rules.game in ("piquet", "ninety_nine") else 1
        return chips * rules.options["shugi_value"] / 1000 + points * unit
    places = rules.options["placement"] != "none"
    return chips * rules.options["shugi_value"] / 1000 + (0 if places else points / 1000)


@pytest.mark.parametrize("name", RULE_SETS)
@pytest.mark.parametrize("end", ENDS)
def test_random_episodes_of_a_seat_sum_to_their_results(name: str, end: str) -> None:
    cut = {"max_steps": 5} if end == "cut" else {}
    env = SeatEnv(name, opponents="random", **ENDS[end], **cut)
    rng = np.random.default_rng(8)
    for episode in range(4):
        _, info = env.reset(seed=2 if not episode else None)
        told, ended = 0.0, False
        while not ended:
            illegal = 0.1 if end == "illegal" else 0.0
            action = legal_or_not(info["action_mask"], rng, illegal)
            _, reward, terminated, truncated, info = env.step(np.int64(action))
            told += reward
            ended = terminated or truncated
            assert ("result" in info) == ended
        assert told == pytest.approx(info["result"], abs=2e-3)
        if "game_result" in info and end != "hand":
            assert info["game_result"] == info["result"]


MODES = tuple(gymnasium.vector.AutoresetMode)


@pytest.mark.parametrize("name", SOME)
@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
@pytest.mark.parametrize("history", [False, True])
def test_every_autoreset_mode_plays_the_same_episodes(name: str, mode: Any, history: bool) -> None:
    """What each mode tells of one game's episodes is what a single environment tells."""
    settings: dict[str, Any] = {"opponents": "random", "episode": "hand", "max_steps": 12}
    settings |= {"history": history, "seat": 1}
    single = gymnasium.make(name_of(name), **settings).unwrapped
    settings |= {"vectorization_mode": "vector_entry_point", "autoreset_mode": mode}
    vector = gymnasium.make_vec(name_of(name), num_envs=1, **settings)
    assert vector.metadata["autoreset_mode"] is mode
    same = mode is gymnasium.vector.AutoresetMode.SAME_STEP
    rng = np.random.default_rng(1)
    seen, info = single.reset(seed=5)
    many, infos = vector.reset(seed=5)
    for _ in range(80):
        must_be_row(seen, many)
        assert vector.observation_space.contains(many)
        np.testing.assert_array_equal(info["action_mask"], infos["action_mask"][0])
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        seen, reward, terminated, truncated, info = single.step(np.int64(action))
        many, rewards, ends, cuts, infos = vector.step(np.array([action]))
        assert (reward, terminated, truncated) == (rewards[0], ends[0], cuts[0])
        if not (terminated or truncated):
            continue
        told = infos["final_info"] if same else infos
        assert told["result"][0] == info["result"] and told["_result"][0]
        must_be_row(seen, [infos["final_obs"][0]] if same else many, stacked=not same)
        seen, info = single.reset()
        if mode is gymnasium.vector.AutoresetMode.NEXT_STEP:
            many, rewards, ends, cuts, infos = vector.step(np.array([127]))
            assert not (rewards[0] or ends[0] or cuts[0])
        elif not same:
            with pytest.raises(ValueError, match="reset_mask"):
                vector.step(np.array([action]))
            many, infos = vector.reset(options={"reset_mask": np.array([True])})


def name_of(rules: str) -> Any:
    """A spec of any rule set, as Gymnasium takes one."""
    spec = copy.deepcopy(gymnasium.spec("shugi/Table-v0"))  # the one registered stays as it is
    spec.kwargs = {"rules": rules}
    return spec


def must_be_row(one: Any, many: Any, stacked: bool = True) -> None:
    if isinstance(one, dict):
        for key, array in one.items():
            np.testing.assert_array_equal(array, many[key][0] if stacked else many[0][key])
    else:
        np.testing.assert_array_equal(one, many[0])


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
def test_the_vectorizer_of_gymnasium_takes_every_mode(mode: Any) -> None:
    env = gymnasium.make_vec(
        "shugi/Sanma-v0",
        num_envs=2,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": mode},
        max_steps=3,
        history=True,
    )
    seen, infos = env.reset(seed=3)
    masks = infos["action_mask"]
    for step in range(1, 4):
        seen, _, _, cut, infos = env.step(masks.argmax(axis=1))
        masks = infos["action_mask"]
        assert cut.tolist() == [step == 3] * 2 and env.observation_space.contains(seen)
    told = infos["final_info"] if mode is gymnasium.vector.AutoresetMode.SAME_STEP else infos
    assert told["_result"].all()


def test_a_mask_resets_some_games_only() -> None:
    env = SeatVectorEnv("sanma_base", 4, max_steps=3, autoreset_mode="disabled")
    env.reset(seed=1)
    for _ in range(3):
        first, _, _, cut, infos = env.step(env.games.mask.argmax(axis=1))
    assert cut.all() and infos["_result"].all()
    which = np.array([True, False, True, False])
    second, _ = env.reset(options={"reset_mask": which})
    changed = (first != second).any(axis=1)
    np.testing.assert_array_equal(changed, which)
    with pytest.raises(ValueError, match="game 1 is over"):
        env.step(env.games.mask.argmax(axis=1))
    for bad in (np.zeros(4, np.bool_), np.ones(3, np.bool_), np.ones(4, np.int8)):
        with pytest.raises(ValueError, match="reset_mask must be 4 bools"):
            env.reset(options={"reset_mask": bad})
    with pytest.raises(ValueError, match="autoreset_mode must be one of NEXT_STEP"):
        SeatVectorEnv("sanma_base", 2, autoreset_mode="never")


# ---- what came before the learner's first decision, and episodes that end early


def worth(games: SeatGames) -> NDArray[np.float64]:
    """(n,) what the learners have more than at the start of their games, from the states."""
    start = Batch(games.rules, 1).scores(0)[0]
    rows = [games.batch.state(i)["seats"][seat] for i, seat in enumerate(games.seat.tolist())]
    if games.rules.game == "riichi":
        return np.array([row["chips"] for row in rows], np.float64)
    return np.array([row["score"] - start for row in rows], np.float64)


def begun(name: str, **settings: Any) -> SeatGames:
    """Games of which in some the learner, who comes last, has been paid or has paid already."""
    games = SeatGames(name, 400, seat=load_rules(name).seats - 1, **settings)
    games.seed(1)
    games.restart()
    np.testing.assert_array_equal(games.reward, worth(games))
    assert games.reward.any(), "nobody was paid before the first decision: no test"
    return games


EARLY = ("kawuxing", "xiamen", "super_bingo+grand_cross")


@pytest.mark.parametrize("name", EARLY)
def test_what_comes_before_the_first_decision_is_handed_out_with_it(name: str) -> None:
    games = begun(name)
    total = np.zeros(games.n)
    for _ in range(8):
        games.step(chosen(games))
        total += games.reward
        live = ~games.terminated
        np.testing.assert_allclose(total[live], worth(games)[live], atol=1e-3)
        if not live.all():
            return
    assert live.all()


@pytest.mark.parametrize("name", EARLY)
def test_a_truncated_episode_keeps_it(name: str) -> None:
    games = begun(name, max_steps=1)
    games.step(chosen(games))
    live = games.truncated
    assert live.any()
    np.testing.assert_allclose(games.reward[live], worth(games)[live], atol=1e-3)
    games.restart()
    np.testing.assert_array_equal(games.reward, worth(games))


@pytest.mark.parametrize("name", EARLY)
def test_an_illegal_action_adds_its_reward(name: str) -> None:
    games = begun(name, illegal_reward=-7.0)
    before = games.reward.copy()
    games.step((games.mask == 0).argmax(axis=1))
    assert games.illegal.all() and games.terminated.all()
    np.testing.assert_array_equal(games.reward, before - 7.0)


@pytest.mark.parametrize("illegal", [False, True])
def test_a_game_of_pettingzoo_that_is_cut_keeps_it(illegal: bool) -> None:
    env = make("kawuxing", max_cycles=12)
    batch: Batch = env.unwrapped.batch
    paid = 0
    for game in range(40):
        env.reset(seed=game)
        total, steps = dict.fromkeys(env.possible_agents, 0.0), 0
        for agent in env.agent_iter():
            _, reward, terminated, truncated, _ = env.last()
            total[agent] += reward
            steps += 1
            if terminated or truncated:
                env.step(None)
            elif illegal and steps == 15:
                env.step(int(batch.legal()[0].argmin()))
                total[agent] += 1.0  # what the wrapper takes for it
            else:
                env.step(int(baseline(batch)[0]))
        scores = np.array(batch.scores(0)) - Batch(batch.rules, 1).scores(0)
        np.testing.assert_array_equal(list(total.values()), scores)
        paid += bool(scores.any())
    assert paid


def test_a_step_tells_what_it_brought_and_nothing_twice() -> None:
    batch = Batch(load_rules("kawuxing"), 64, seed=1, auto_reset=False)
    stay = np.full(batch.n, 255, np.uint8)
    paid = 0
    for _ in range(300):
        before = np.array([batch.scores(i) for i in range(batch.n)])
        batch.step(baseline(batch))
        after = np.array([batch.scores(i) for i in range(batch.n)])
        np.testing.assert_array_equal(batch.points, after - before)
        np.testing.assert_array_equal(batch.reward, after - before)
        if not batch.reward.any():
            continue
        paid += 1
        model = batch.clone()
        np.testing.assert_array_equal(model.reward, batch.reward)
        model.load(0, batch.save(0))
        assert not model.reward[0].any()
        model.step(stay)  # illegal, or over: the games stay as they are
        for name in ("points", "chips", "expected", "reward"):
            assert not getattr(model, name).any(), name
    assert paid > 20


@pytest.mark.parametrize("name", ["super_bingo", "hangzhou", "ninety_nine", "riichi_tenhou"])
def test_what_is_owed_is_what_steps_brought_until_it_is_taken(name: str) -> None:
    batch = Batch(load_rules(name), 16, seed=2, expected=True)
    units, cards = (trait in batch.rules.traits for trait in ("regional", "plays_cards"))
    total = np.zeros((batch.n, batch.seats, 3), np.float64)
    rows, paid = np.arange(batch.n), 0
    for _ in range(400):
        np.testing.assert_allclose(batch.owed, total, rtol=1e-5, atol=1e-3)
        batch.owed[rows, batch.seat] = total[rows, batch.seat] = 0
        batch.step(baseline(batch))
        chips = batch.points if units else batch.expected
        points = np.zeros_like(batch.points) if units or cards else batch.points
        total += np.stack([chips, points, batch.reward], axis=2)
        paid += total.any()
    assert paid > 20
    batch.owed[:] = 1
    assert (batch.clone().owed == 1).all() and (copy.deepcopy(batch).owed == 1).all()
    batch.load(0, batch.save(0))
    assert not batch.owed[0].any() and (batch.owed[1:] == 1).all()
    batch.reset()
    assert not batch.owed.any()


@pytest.mark.parametrize("name", ["super_bingo", "riichi_tenhou", "kawuxing", "piquet"])
def test_games_put_there_pay_as_those_they_are_copies_of(name: str) -> None:
    batch = Batch(load_rules(name), 8, seed=3, auto_reset=False, expected=True)
    began = 0
    for _ in range(150):
        put = Batch(batch.rules, batch.n, auto_reset=False, expected=True)
        began += sum(bool(batch.ledger(i)) for i in range(batch.n))
        for i in range(batch.n):
            put.set_state(i, batch.state(i))
        batch.step(baseline(batch))
        put.step(baseline(put))
        for shown in ("points", "chips", "expected", "reward"):
            np.testing.assert_array_equal(getattr(put, shown), getattr(batch, shown), shown)
        if batch.done.all():
            break
    assert began > 10
