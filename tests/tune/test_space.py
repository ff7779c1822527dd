"""What is tried: values that are given, and ranges."""

from typing import Any

import pytest

from shugi.training.run.config import ConfigError
from shugi.training.tune.space import Choice, Range, parse_space, parse_tried, some_of


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("ppo.clip=0.1,0.2", Choice("ppo.clip", (0.1, 0.2))),
        ("network.trunk=kinds,rows", Choice("network.trunk", ("kinds", "rows"))),
        ("ppo.entropy=[0.01,0.001],[0.02,0]", Choice("ppo.entropy", ([0.01, 0.001], [0.02, 0]))),
        ("overlap=true,false", Choice("overlap", (True, False))),
        ("ppo.target_kl=1e-3..0.1", Range("ppo.target_kl", 0.001, 0.1)),
    ],
)
def test_what_is_meant(text: str, meant: Choice | Range) -> None:
    assert parse_tried(text) == meant


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ppo.clip", "write KEY=VALUE"),
        ("=1,2", "write KEY=VALUE"),
        ("ppo.clip=0.1", "give two values at least"),
        ("ppo.clip=[0.1,0.2", "cannot be read"),
        ("ppo.clip=0..1", "LOW must be above 0"),
        ("ppo.clip=2..1", "HIGH above LOW"),
        ("ppo.clip=a..b", "must be two numbers"),
    ],
)
def test_what_is_refused(text: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        parse_tried(text)


def test_a_key_is_given_once_and_something_is_tried() -> None:
    with pytest.raises(ConfigError, match="given twice"):
        parse_space(["seed=1,2", "seed=3,4"])
    with pytest.raises(ConfigError, match="nothing to try"):
        parse_space([])


def test_every_value_is_among_those_that_are_checked() -> None:
    space = parse_space(["seed=1,2,3", "ppo.clip=0.1..0.5", "overlap=true,false"])
    found: list[dict[str, Any]] = list(some_of(space))
    assert {one["seed"] for one in found} == {1, 2, 3}
    assert {one["ppo.clip"] for one in found} == {0.1, 0.5}
    assert {one["overlap"] for one in found} == {True, False}
