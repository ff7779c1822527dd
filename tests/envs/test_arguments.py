"""Keywords that no environment has: every door says so in the same way."""

from collections.abc import Callable
from typing import Any

import gymnasium
import pettingzoo
import pytest

import shugi.envs
from shugi.envs import RulesError, SeatEnv, super_bingo_v0, table_v0
from shugi.envs.seat import SeatGames

GYM, ZOO = "shugi/SuperBingo-v0", "shugi/super_bingo-v0"
DOORS: dict[str, Callable[..., Any]] = {
    "raw_env": super_bingo_v0.raw_env,
    "env": super_bingo_v0.env,
    "parallel_env": super_bingo_v0.parallel_env,
    "table": lambda **more: table_v0.env(rules="super_bingo", **more),
    "compiled": lambda **more: table_v0.env(rules=shugi.envs.load_rules("hangzhou"), **more),
    "make": lambda **more: shugi.envs.make("super_bingo", **more),
    "pettingzoo aec": lambda **more: pettingzoo.make("aec", ZOO, **more),
    "pettingzoo parallel": lambda **more: pettingzoo.make("parallel", ZOO, **more),
    "gymnasium": lambda **more: gymnasium.make(GYM, **more),
    "gymnasium vector": lambda **more: gymnasium.make_vec(GYM, 2, **more),
    "seat": SeatEnv,
    "games": lambda **more: SeatGames("super_bingo", **more),
}
TURNS = ("raw_env", "env", "parallel_env", "table", "make", "pettingzoo aec", "pettingzoo parallel")
pytestmark = pytest.mark.skipif(
    not hasattr(pettingzoo, "make"), reason="before 1.27 there is no registry"
)


@pytest.mark.parametrize("door", DOORS)
def test_an_unknown_keyword_is_wrong_rules_and_a_wrong_call(door: str) -> None:
    """Both errors in one: what is documented, and what a caller that tries keywords expects."""
    with pytest.raises(TypeError, match="unexpected keyword argument 'foo'; environments") as found:
        DOORS[door](foo=1)
    assert isinstance(found.value, RulesError)
    told = "" if door == "gymnasium" else "foo"  # gymnasium.make raises it anew
    assert [key for key, _ in found.value.problems] == [told]


@pytest.mark.parametrize("door", sorted(set(DOORS) - {"compiled"}))
@pytest.mark.parametrize(
    ("given", "meant"),
    [("honba_rom", "honba_ron"), ("episodes", "episode"), ("hystory", "history")],
)
def test_the_nearest_name_is_told(door: str, given: str, meant: str) -> None:
    """Of the options of the rules, and of the environment's own arguments."""
    with pytest.raises(RulesError, match=rf"did you mean '{meant}'\?"):
        DOORS[door](**{given: 1})


@pytest.mark.parametrize("door", DOORS)
def test_only_what_the_environment_has_is_told(door: str) -> None:
    given, meant = ("max_cycle", "max_cycles") if door in TURNS else ("opponent", "opponents")
    if door == "compiled":
        given, meant = "ilegal", "illegal"
    with pytest.raises(RulesError, match=rf"did you mean '{meant}'\?"):
        DOORS[door](**{given: 1})


def test_wrong_options_stay_wrong_rules_alone() -> None:
    """An option that there is, of a value that it cannot have, or one in ``options``."""
    for more in ({"honba_ron": -1}, {"options": {"foo": 1}}, {"tie_break": "x"}):
        with pytest.raises(RulesError) as found:
            super_bingo_v0.env(**more)
        assert not isinstance(found.value, TypeError)


def test_torchrl_makes_the_gymnasium_environment() -> None:
    """Its ``GymEnv`` tries ``frameskip``, and leaves it out after a TypeError that names it."""
    pytest.importorskip("torchrl")
    from torchrl.envs.libs.gym import GymEnv

    env = GymEnv(GYM, opponents="random", episode="hand")
    played = env.rollout(5, break_when_any_done=False)
    assert played["observation"].shape == (5, env.observation_spec["observation"].shape[0])
