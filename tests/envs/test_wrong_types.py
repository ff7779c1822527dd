"""Arguments of another type, as people confuse them: the error says what is taken instead."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shugi.agents import Rollout, make_agent
from shugi.envs import (
    Batch,
    Recorder,
    SeatEnv,
    format_position,
    layout_of,
    load_rules,
    replay,
)
from tests.support.small_network import small_network

RULES = load_rules("super_bingo")
CONFUSED: dict[str, tuple[Callable[..., Any], list[Any], str]] = {
    "rules again": (load_rules, [RULES], "by a name or a file"),
    "rules by number": (load_rules, [5], "by a name or a file"),
    "layout of a name": (layout_of, ["super_bingo"], "load_rules makes one"),
    "replay of a path": (lambda path: next(replay(path)), ["game.jsonl"], "must be a Record"),
    "position of an environment": (format_position, [SeatEnv("super_bingo"), 0], "must be a Batch"),
    "record of rules": (Recorder, [RULES], "must be a Batch"),
    "agent by path": (make_agent, [Path("runs/first")], "spec must be a str"),
    "agent of an agent": (make_agent, [make_agent("random")], "spec must be a str"),
    "rollout of a name": (Rollout, ["baseline"], "make_agent makes one"),
}


@pytest.mark.parametrize("what", CONFUSED)
def test_what_is_taken_instead_is_told(what: str) -> None:
    call, given, said = CONFUSED[what]
    with pytest.raises(TypeError, match=said) as error:
        call(*given)
    assert len(str(error.value)) < 200


def test_what_is_right_is_taken() -> None:
    batch = Batch(RULES, 1, seed=1, auto_reset=False)
    assert format_position(batch, 0) and Recorder(batch).record and layout_of(RULES)
    assert Rollout(make_agent("baseline")) and SeatEnv("super_bingo", options={"tsumo_loss": False})


def test_a_network_is_read_by_the_text_of_its_path(tmp_path: Path) -> None:
    path = small_network(tmp_path)
    from shugi.agents import load_critic, load_policy

    policy, about = load_policy(str(path))
    assert about.rules_name == "super_bingo" and policy.head.bias.numel()
    assert load_critic(str(path), about)
