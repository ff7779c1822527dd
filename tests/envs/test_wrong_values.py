"""Values and types that cannot be: each is refused by name, at once, and nothing has changed."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from shugi.agents import Rollout, make_agent
from shugi.envs import (
    Batch,
    Recorder,
    SeatEnv,
    SeatVectorEnv,
    format_position,
    layout_of,
    load_rules,
    make_batch,
    mjai,
    replay,
    table_v0,
)
from shugi.envs.seat import SeatGames
from tests.support.small_network import small_network

RULES = "sanma_base"


def begun(**settings: Any) -> Any:
    env = table_v0.raw_env(RULES, **settings)
    env.reset(seed=7)
    return env


def seated(**settings: Any) -> SeatEnv:
    env = SeatEnv(RULES, opponents="random", **settings)
    env.reset(seed=7)
    return env


def games(n: int = 3) -> SeatGames:
    several = SeatGames(RULES, n, opponents="random")
    several.seed(7)
    several.restart()
    return several


# ---- actions


@pytest.mark.parametrize("make", [begun, seated], ids=["in turns", "one seat"])
@pytest.mark.parametrize("action", ["a", 1.0, 1.5, float("nan"), [1], np.array([1, 2])], ids=repr)
def test_an_action_is_a_whole_number(make: Callable[[], Any], action: Any) -> None:
    """A float was cut down to one, and played."""
    env = make()
    with pytest.raises(TypeError, match="an action must be a whole number, not"):
        env.step(action)


@pytest.mark.parametrize("make", [begun, seated], ids=["in turns", "one seat"])
@pytest.mark.parametrize("kind", [int, np.int64, np.uint8, np.array], ids=repr)
def test_whole_numbers_of_any_type_are_played(make: Callable[[], Any], kind: Any) -> None:
    env = make()
    mask = env.observe(env.agent_selection)["action_mask"] if make is begun else env.action_masks()
    env.step(kind(int(mask.argmax())))


@pytest.mark.parametrize("given", [{}, {"player_1": 0}, {"x": 0}], ids=repr)
def test_the_parallel_view_names_who_gave_no_action(given: dict[str, int]) -> None:
    env = table_v0.parallel_env(RULES)
    env.reset(seed=7)
    with pytest.raises(ValueError, match="an action of every agent is needed.*player_0"):
        env.step(given)


@pytest.mark.parametrize("door", [table_v0.raw_env, table_v0.parallel_env])
def test_a_step_before_the_first_reset_says_so(door: Callable[..., Any]) -> None:
    with pytest.raises(ValueError, match=r"no episode has begun; call reset\(\)"):
        door(RULES).step({} if door is table_v0.parallel_env else 0)


# ---- arguments


@pytest.mark.parametrize("make", [begun, seated], ids=["in turns", "one seat"])
@pytest.mark.parametrize("limit", ["3", 1.5, float("nan")], ids=repr)
def test_a_limit_is_a_whole_number(make: Callable[..., Any], limit: Any) -> None:
    """One that is no number cut nothing off."""
    with pytest.raises(TypeError, match="max_steps must be a whole number, not"):
        make(max_steps=limit)


@pytest.mark.parametrize("make", [begun, seated], ids=["in turns", "one seat"])
@pytest.mark.parametrize("options", [["kuikae"], "kuikae", {1: 2}], ids=repr)
def test_options_are_values_by_their_names(make: Callable[..., Any], options: Any) -> None:
    with pytest.raises(TypeError, match="options must be a mapping of names to values"):
        make(options=options)


def test_an_argument_of_other_environments_is_not_meant() -> None:
    """It was told to mean itself."""
    with pytest.raises(TypeError, match="unexpected keyword argument 'num_envs'") as found:
        gymnasium.make("shugi/Sanma-v0", num_envs=2)
    assert "did you mean 'num_envs'" not in str(found.value)


@pytest.mark.parametrize("agent", [["player_0"], {}, None, 0], ids=repr)
def test_no_agent_of_that_name(agent: Any) -> None:
    with pytest.raises(ValueError, match="there is no agent"):
        begun().observe(agent)


@pytest.mark.parametrize(("seed", "error"), [(-1, ValueError), ("x", TypeError), (1.5, TypeError)])
def test_a_seed_is_a_whole_number_from_zero(seed: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="a seed must be"):
        games().seed(seed)


@pytest.mark.parametrize("n", [0, -1, 2**31, 2**40])
def test_how_many_games_a_batch_can_have(n: int) -> None:
    with pytest.raises(ValueError, match=rf"n must lie between 1 and 2147483647, got {n}"):
        make_batch(RULES, n)


@pytest.mark.parametrize("action", ["a", 1.5, None], ids=repr)
def test_an_action_of_a_record_is_a_whole_number(action: Any) -> None:
    recorder = Recorder(begun().batch)
    with pytest.raises(TypeError, match="an action must be a whole number, not"):
        recorder.add(action)
    assert not recorder.record.hands


# ---- one type taken for another, as people confuse them

SANMA = load_rules(RULES)
CONFUSED: dict[str, tuple[Callable[..., Any], list[Any], str]] = {
    "rules again": (load_rules, [SANMA], "by a name or a file, not Rules"),
    "rules by number": (load_rules, [5], "by a name or a file"),
    "rules in a list": (load_rules, [[RULES]], "by a name or a file"),
    "rules in bytes": (load_rules, [b"sanma_base"], "by a name or a file"),
    "rules that are none": (load_rules, [None], "by a name or a file"),
    "layout of a name": (layout_of, [RULES], "load_rules makes one"),
    "replay of a path": (lambda path: next(replay(path)), ["game.jsonl"], "must be a Record"),
    "position of an environment": (format_position, [SeatEnv(RULES), 0], "must be a Batch, not"),
    "record of rules": (Recorder, [SANMA], "batch must be a Batch, not Rules"),
    "games of a name": (mjai.loads, ["", RULES], "rules must be a Rules, not str"),
    "games of nothing": (mjai.loads, [None, SANMA], "text must be a str, not NoneType"),
    "agent by path": (make_agent, [Path("runs/first")], "spec must be a str"),
    "agent of an agent": (make_agent, [make_agent("random")], "spec must be a str"),
    "agent of nothing": (make_agent, [None, SANMA], "spec must be a str, not NoneType"),
    "rollout of a name": (Rollout, ["baseline"], "make_agent makes one"),
}


@pytest.mark.parametrize("what", CONFUSED)
def test_what_is_taken_instead_is_told(what: str) -> None:
    call, given, said = CONFUSED[what]
    with pytest.raises(TypeError, match=said) as error:
        call(*given)
    assert len(str(error.value)) < 200


def test_what_is_right_is_taken() -> None:
    batch = Batch(SANMA, 1, seed=1, auto_reset=False)
    assert format_position(batch, 0) and Recorder(batch).record and layout_of(SANMA)
    assert Rollout(make_agent("baseline")) and SeatEnv(RULES, options={"tsumo_loss": False})


def test_a_network_is_read_by_the_text_of_its_path(tmp_path: Path) -> None:
    path = small_network(tmp_path)
    from shugi.agents import load_critic, load_policy

    policy, about = load_policy(str(path))
    assert about.rules_name == "super_bingo" and policy.head.bias.numel()
    assert load_critic(str(path), about)


# ---- which games begin anew


@pytest.mark.parametrize(
    "rows",
    [np.array([True, False, True]), [0.5], [3], [-1], [1, 1], [[0]], ["a"], 1],
    ids=repr,
)
def test_games_that_begin_anew_are_told_by_number(rows: Any) -> None:
    """Of a mask each entry was taken for a number: games 0 and 1 began anew."""
    several = games()
    before = several.features()
    with pytest.raises(ValueError, match="games are told by their numbers, 0 to 2, each once"):
        several.restart(rows)
    with pytest.raises(ValueError, match="games are told by their numbers, 0 to 2, each once"):
        several.step(several.mask.argmax(axis=1), restart=rows)
    np.testing.assert_array_equal(several.features(), before)


def test_only_the_games_of_those_numbers_begin_anew() -> None:
    several = games()
    for _ in range(3):
        several.step(several.mask.argmax(axis=1))
    before = several.features()
    several.restart(np.array([2]))
    same = (several.features() == before).all(axis=1)
    assert same.tolist() == [True, True, False]


@pytest.mark.parametrize("block", [None, [0.0]], ids=repr)
def test_memory_that_is_no_array(block: Any) -> None:
    with pytest.raises(ValueError, match="observations must be a float32 array of shape"):
        games().use(block)


def test_a_reset_has_no_other_options() -> None:
    env = SeatVectorEnv(RULES, 2, opponents="random")
    with pytest.raises(ValueError, match="reset takes only the option reset_mask"):
        env.reset(options={1: 2, "a": 3})  # type: ignore[dict-item]
    with pytest.raises(ValueError, match="reset takes no options"):
        seated().reset(options=3)  # type: ignore[arg-type]


# ---- adapters


@pytest.mark.parametrize("mode", ["human", "ansi", "svg"])
def test_sb3_shows_its_tables_in_every_mode(mode: str, capsys: pytest.CaptureFixture[str]) -> None:
    """``render`` asked the games for a method that they did not have."""
    sb3 = pytest.importorskip("shugi.envs.sb3", exc_type=ImportError)
    env = sb3.SeatVecEnv(RULES, 2, render_mode=mode, opponents="random")
    env.reset()
    assert env.render() is None  # as stable-baselines3 has it
    assert capsys.readouterr().out.count("sanma_base | East 1") == (2 if mode == "human" else 0)
    pictures = env.env_method("render")
    if mode == "human":
        assert pictures == [None, None]
    else:
        assert [("East 1" in one) for one in pictures] == [True, True]
    assert len(env.env_method("render", indices=[1])) == 1


def test_torchrl_says_that_it_tells_no_events() -> None:
    torchrl = pytest.importorskip("shugi.envs.torchrl", exc_type=ImportError)
    with pytest.raises(ValueError, match="history: SeatTorchEnv tells no events"):
        torchrl.SeatTorchEnv(RULES, 2, history=True)


def test_a_position_of_openspiel_is_a_text(tmp_path: Path) -> None:
    openspiel = pytest.importorskip("shugi.envs.openspiel", exc_type=ImportError)
    for position in (3, tmp_path):
        with pytest.raises(TypeError, match="position must be a text, or the name of a file"):
            openspiel.load_game(position=position)
