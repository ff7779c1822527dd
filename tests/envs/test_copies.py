"""A copy of a game in play, deep or out of a pickle, plays on as the original, and by itself."""

import copy
import pickle
import sys
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

import shugi.envs
from shugi._fast.batch.results import SHOWN
from shugi.agents import make_agent
from shugi.envs import SeatEnv, SeatVectorEnv, ninety_nine_v0, super_bingo_v0, table_v0
from shugi.envs.seat import BaselineOpponent, SeatGames

DECISIONS = 150  # some hands
COPIES = {"deepcopy": copy.deepcopy, "pickle": lambda one: pickle.loads(pickle.dumps(one))}
Told = list[Any]


class Outside(BaselineOpponent):
    """An agent of the caller's that remembers how often it was asked, and plays by it."""

    def __init__(self) -> None:
        self.asked = 0

    def act(self, seen: Any, rng: Any) -> Any:
        self.asked += 1
        if self.asked % 3:
            return super().act(seen, rng)
        return seen.mask.argmax(axis=1).astype(np.uint8)


# ---- how each kind is played: legal actions by a generator of our own


def _drawn(mask: Any, rng: np.random.Generator) -> Any:
    """A legal action of each row."""
    return (rng.random(mask.shape) * (np.asarray(mask) > 0)).argmax(axis=-1)


def in_turns(env: Any, rng: np.random.Generator, decisions: int) -> Told:
    told: Told = []
    for _ in range(decisions):
        if not env.agents:
            env.reset()
        seen, reward, ended, cut, info = env.last()
        told += [env.agent_selection, *seen.values(), reward, ended, cut, info]
        env.step(None if ended or cut else int(_drawn(seen["action_mask"], rng)))
    return told


def in_parallel(env: Any, rng: np.random.Generator, decisions: int) -> Told:
    told: Told = []
    for _ in range(decisions):
        raw = env.unwrapped
        if not env.agents:
            env.reset()
        legal = raw.observe(raw.agent_selection)["action_mask"]
        seen, *rest = env.step(dict.fromkeys(env.agents, int(_drawn(legal, rng))))
        told += [array for one in seen.values() for array in one.values()]
        told += [dict(part) for part in rest]
    return told


def one_seat(env: Any, rng: np.random.Generator, decisions: int) -> Told:
    told: Told = []
    for _ in range(decisions):
        mask = env.unwrapped.action_masks()
        seen, reward, ended, cut, info = env.step(np.int64(_drawn(mask, rng)))
        told += [*_parts(seen), reward, ended, cut, *_parts(info)]
        if ended or cut:
            seen, info = env.reset()
            told += [*_parts(seen), *_parts(info)]
    return told


def many_seats(env: Any, rng: np.random.Generator, decisions: int) -> Told:
    told: Told = []
    for _ in range(decisions):
        seen, reward, ended, cut, info = env.step(_drawn(env.unwrapped.action_masks(), rng))
        told += [*_parts(seen), reward.copy(), ended.copy(), cut.copy(), *_parts(info)]
        over = ended | cut
        if env.autoreset_mode is gymnasium.vector.AutoresetMode.DISABLED and over.any():
            told += _parts(env.reset(options={"reset_mask": over})[0])
    return told


def games_of_a_seat(games: Any, rng: np.random.Generator, decisions: int) -> Told:
    told: Told = []
    for _ in range(decisions):
        games.step(_drawn(games.mask, rng))
        told += [games.reward.copy(), games.terminated.copy(), games.seat.copy(), games.features()]
        ended = np.flatnonzero(games.terminated | games.truncated)
        told += [games.result(int(i)) for i in ended]
        if ended.size:
            games.restart(ended)
    return told


def by_sb3(env: Any, rng: np.random.Generator, decisions: int) -> Told:
    told: Told = []
    for _ in range(decisions):
        seen, reward, done, infos = env.step(_drawn(env.action_masks(), rng))
        told += [*_parts(seen), reward, done, *[part for one in infos for part in _parts(one)]]
    return told


def by_torchrl(env: Any, rng: np.random.Generator, decisions: int) -> Told:
    import torch

    torch.manual_seed(int(rng.integers(2**31)))
    games = env.games
    games.restart()
    played = env.rollout(decisions, break_when_any_done=False)
    return [played[key].numpy() for key in ("observation", "action", ("next", "reward"))]


def by_rllib(env: Any, rng: np.random.Generator, decisions: int) -> Told:
    told: Told = []
    seen = None
    for _ in range(decisions):
        agent = env.table.agent_selection
        mask = env.table.observe(agent)["action_mask"]
        if not mask.any():
            seen, _ = env.reset()
            continue
        seen, *rest = env.step({agent: int(_drawn(mask, rng))})
        told += [array for one in seen.values() for array in one.values()] + rest
    return told


def by_openspiel(state: Any, rng: np.random.Generator, decisions: int) -> Told:
    told: Told = []
    for _ in range(decisions):
        if state.is_terminal():
            break
        told += [state.current_player(), str(state), state.legal_actions()]
        state.apply_action(int(rng.choice(state.legal_actions())))
    return [*told, state.returns()]


def _parts(seen: Any) -> Told:
    if isinstance(seen, np.ndarray) and seen.dtype == object:
        return [None if one is None else part for one in seen for part in _parts(one)]
    if not isinstance(seen, dict):
        return [np.array(seen)]
    return [part for _, value in sorted(seen.items()) for part in _parts(value)]


# ---- the kinds


def _started(env: Any) -> Any:
    env.reset(seed=7)
    return env


def _games(rules: Any = "super_bingo", n: int = 4, **settings: Any) -> SeatGames:
    games = SeatGames(rules, n, episode="hand", **settings)
    games.seed(7)
    games.restart()
    return games


def _sb3() -> Any:
    sb3 = pytest.importorskip("shugi.envs.sb3", exc_type=ImportError)
    env = sb3.SeatVecEnv("hangzhou", 3, episode="hand", opponents="random", history=True)
    env.reset()
    return env


def _torchrl() -> Any:
    torchrl = pytest.importorskip("shugi.envs.torchrl", exc_type=ImportError)
    return torchrl.SeatTorchEnv("sanma_base", 3, seed=7, episode="hand", opponents="random")


def _rllib() -> Any:
    rllib = pytest.importorskip("shugi.envs.rllib", exc_type=ImportError)
    return _started(rllib.TableMultiAgentEnv({"rules": "wuhan", "episode": "hand"}))


def _tianshou() -> Any:
    from shugi.envs.tianshou import masked_seat

    return _started(masked_seat("super_bingo", episode="hand", opponents="random"))


HAND: dict[str, Any] = {"episode": "hand"}
Kind = tuple[Callable[[], Any], Callable[..., Told]]
KINDS: dict[str, Kind] = {
    "raw": (lambda: _started(super_bingo_v0.raw_env(**HAND)), in_turns),
    "wrapped": (lambda: _started(super_bingo_v0.env(history=True)), in_turns),
    "cards": (lambda: _started(ninety_nine_v0.env()), in_turns),
    "rule vector": (
        lambda: _started(table_v0.env("kawuxing", rule_vector=True, illegal="random", **HAND)),
        in_turns,
    ),
    "parallel": (lambda: _started(super_bingo_v0.parallel_env(**HAND)), in_parallel),
    "games": (lambda: _games(opponents="baseline", threads=2), games_of_a_seat),
    "games, an agent": (lambda: _games(opponents=Outside(), history=True), games_of_a_seat),
    "gymnasium raw": (lambda: _started(SeatEnv(opponents="random", **HAND)), one_seat),
    "gymnasium": (
        lambda: _started(
            gymnasium.make("shugi/Sanma-v0", history=True, opponents=["random", Outside()], **HAND)
        ),
        one_seat,
    ),
    "vector": (
        lambda: _started(gymnasium.make_vec("shugi/SuperBingo-v0", 3, opponents="random", **HAND)),
        many_seats,
    ),
    **{
        f"vector {mode} copy={copied}": (
            lambda mode=mode, copied=copied: _started(
                SeatVectorEnv(
                    "kawuxing", 3, autoreset_mode=mode, copy=copied, opponents="random", **HAND
                )
            ),
            many_seats,
        )
        for mode in ("SAME_STEP", "NEXT_STEP", "DISABLED")
        for copied in (True, False)
    },
    "sb3": (_sb3, by_sb3),
    "torchrl": (_torchrl, by_torchrl),
    "rllib": (_rllib, by_rllib),
    "tianshou": (_tianshou, one_seat),
}


def must_be_equal(one: Told, other: Told) -> None:
    for a, b in zip(one, other, strict=True):
        np.testing.assert_equal(a, b)


@pytest.mark.filterwarnings("ignore:.*render_mode")
@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_copy_plays_on_as_the_original(kind: str, copied: str) -> None:
    make, play = KINDS[kind]
    env = make()
    play(env, np.random.default_rng(1), 20)
    wanted = play(COPIES[copied](env), np.random.default_rng(2), DECISIONS)
    again = COPIES[copied](env)  # of an original that the play of its copy has left as it was
    must_be_equal(play(env, np.random.default_rng(2), DECISIONS), wanted)
    must_be_equal(play(again, np.random.default_rng(2), DECISIONS), wanted)


@pytest.mark.parametrize("copied", COPIES)
def test_a_copy_of_what_was_never_reset_begins_as_the_original(copied: str) -> None:
    env = super_bingo_v0.env(**HAND)
    other = COPIES[copied](env)
    with pytest.raises(AttributeError, match="reset"):
        _ = other.agents
    told = [in_turns(_started(one), np.random.default_rng(1), 40) for one in (env, other)]
    must_be_equal(*told)


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize(
    "spec", ["baseline:rusher", "checkpoint:quanzhou:sample", "rollout[deals=2]:baseline"]
)
def test_agents_are_copied_with_their_games(spec: str, copied: str) -> None:
    rules = shugi.envs.load_rules("quanzhou")
    games = _games(rules, 2, opponents=make_agent(spec, rules))
    games_of_a_seat(games, np.random.default_rng(1), 3)
    other = COPIES[copied](games)
    wanted = games_of_a_seat(other, np.random.default_rng(2), 6)
    must_be_equal(games_of_a_seat(games, np.random.default_rng(2), 6), wanted)


@pytest.mark.parametrize("copied", COPIES)
def test_a_copied_bot_asks_a_process_of_its_own(copied: str, tmp_path: Any) -> None:
    """A process cannot be copied, and need not be: it is told of all of a game that it joins."""
    code = tmp_path / "bot.py"
    code.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    event = json.loads(line)\n"
        "    own = event['type'] == 'tsumo' and 'pai' in event and event['pai'] != '?'\n"
        "    said = {'type': 'dahai', 'pai': event['pai'], 'tsumogiri': True} if own else "
        "{'type': 'none'}\n"
        "    print(json.dumps(said), flush=True)\n"
    )
    rules = shugi.envs.load_rules("riichi_tenhou")
    bot = make_agent(f"mjai:{sys.executable} {code}", rules, programs=True)
    games = _games(rules, 1, opponents=[bot, "baseline", "baseline"], seat=0)
    games_of_a_seat(games, np.random.default_rng(1), 4)
    assert bot._talks
    other = COPIES[copied](games)
    wanted = games_of_a_seat(other, np.random.default_rng(2), 4)
    must_be_equal(games_of_a_seat(games, np.random.default_rng(2), 4), wanted)
    mine, theirs = bot._talks.values(), other._players[0]._talks.values()
    assert mine and theirs
    assert not {talk.process.pid for talk, _ in mine} & {talk.process.pid for talk, _ in theirs}


@pytest.mark.parametrize("copied", COPIES)
def test_a_copied_batch_keeps_its_settings_and_what_it_shows(copied: str) -> None:
    batch = shugi.envs.make_batch("ninety_nine", 3, 7, forced=False, expected=True, threads=2)
    actions = np.zeros(3, np.uint8)
    for seed in range(400):  # the slots begin games anew
        batch.sample(actions, seed)
        batch.step(actions)
    other = COPIES[copied](batch)
    assert batch.games.any() and (other.games == batch.games).all()
    assert (other.auto_reset, other.forced, other.expects, other.threads) == (True, False, True, 2)
    for name in (*SHOWN, "games"):
        np.testing.assert_array_equal(getattr(other, name), getattr(batch, name))
    for seed in range(400):
        for one in (batch, other):
            one.sample(actions, seed)
            one.step(actions)
        np.testing.assert_array_equal(other.final_result, batch.final_result)
        np.testing.assert_array_equal(other.reward, batch.reward)


@pytest.mark.parametrize("copied", [*COPIES, "clone"])
def test_a_copied_state_of_openspiel_keeps_the_game(copied: str) -> None:
    """Before its end, and after: a clone of a finished game used to have returned nothing."""
    openspiel = pytest.importorskip("shugi.envs.openspiel", exc_type=ImportError)
    copies = {**COPIES, "clone": lambda one: one.clone()}
    state = openspiel.load_game("ninety_nine").new_initial_state()
    state.apply_action(42)
    by_openspiel(state, np.random.default_rng(1), 20)
    other = copies[copied](state)
    wanted = by_openspiel(other, np.random.default_rng(2), 10_000)
    must_be_equal(by_openspiel(state, np.random.default_rng(2), 10_000), wanted)
    assert state.is_terminal() and any(state.returns())
    assert copies[copied](state).returns() == state.returns()


def test_rules_are_shared_by_copies() -> None:
    """Nothing of them changes, and to compile them again takes longer than all the rest."""
    env = _started(super_bingo_v0.raw_env())
    other = copy.deepcopy(env)
    assert other.rules is env.rules and other.batch is not env.batch
    assert copy.copy(env.rules) is env.rules
