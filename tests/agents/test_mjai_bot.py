"""Bots of other projects as agents: processes that speak mjai."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi.agents import AgentError, make_agent
from shugi.envs import load_rules
from shugi.envs.observation import Observation
from shugi.table.seating import sitting
from shugi.training.commands.cli import main

BOT = Path(__file__).resolve().parents[1] / "support" / "mjai_bot.py"


def spec(how: str, options: str = "") -> str:
    return f"mjai{options}:'{sys.executable}' '{BOT}' {how}"


def game_of(name: str, how: str, seed: int, options: str = "") -> int:
    """A game with the bot at seats 0 and 1; its decisions. Its actions are all legal."""
    rules = load_rules(name)
    bot, rng = make_agent(spec(how, options), rules), np.random.default_rng(0)
    batch = Batch(rules, 1, auto_reset=False)
    batch.reset(np.array([seed], np.uint64))
    chosen, asked = np.zeros(1, np.uint8), 0
    while batch.seat[0] >= 0:
        if batch.seat[0] < 2:
            chosen = bot.act(Observation(batch), batch.legal(), batch.seat, rng)
            asked += 1
        else:
            batch.baseline(chosen)
        batch.step_one(0, int(chosen[0]))
    return asked


@pytest.mark.parametrize("name", ["riichi_tenhou", "sanma_tenhou"])
@pytest.mark.parametrize("how", ["quiet", "legal"])
def test_a_bot_plays_whole_games(name: str, how: str) -> None:
    """``legal`` chooses among what riichienv allows, told of nothing but our events."""
    assert sum(game_of(name, how, seed) for seed in range(3)) > 200


def test_a_bot_plays_in_many_games_at_once() -> None:
    rules = load_rules("sanma_base")
    bot, rng = make_agent(spec("legal"), rules), np.random.default_rng(0)
    batch = Batch(rules, 5, seed=2)
    for _ in range(40):
        batch.step(bot.act(Observation(batch), batch.legal(), batch.seat, rng))
        assert not batch.status.any()


def test_a_bot_in_the_arena(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "sanma_base", "--agents", spec("quiet"), "baseline", "--sets", "2"]
    assert main(words) == 0
    assert "baseline" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("how", "options", "text"),
    [
        ("die", "", r"has ended \(exit status 1\); it said: the bot is tired"),
        ("sleep", "[seconds=0.4]", r"did not answer within 0.4 s to \{\"type\":\"start_game\""),
        ("nonsense", "", "answered 'nonsense', which is no mjai event"),
        ("'[1, 2]'", "", "which is no mjai event"),
        ('\'{"type":"dahai","pai":"7m"}\'', "", "which is not legal; legal are"),
        ('\'{"type":"dahai"}\'', "", "cannot read its"),
        ('\'{"type":"none"}\'', "", "which is not legal; legal are"),
    ],
)
def test_what_a_bot_does_wrong_is_told(how: str, options: str, text: str) -> None:
    with pytest.raises(AgentError, match=text):
        game_of("sanma_base", how, 1, options)


def test_commands_that_cannot_be() -> None:
    with pytest.raises(AgentError, match="mjai needs a command, as in mjai:python bot.py"):
        make_agent("mjai:")
    with pytest.raises(AgentError, match="no option 'second'"):
        make_agent("mjai[second=3]:python")
    with pytest.raises(AgentError, match="seconds above 0"):
        make_agent("mjai[seconds=0]:python")
    with pytest.raises(AgentError, match="No closing quotation"):
        make_agent("mjai:python 'bot.py")
    with pytest.raises(AgentError, match="cannot be started: .*no_such_command"):
        play = make_agent("mjai:/no_such_command")
        batch = Batch(load_rules("sanma_base"), 1)
        play.act(Observation(batch), batch.legal(), batch.seat, np.random.default_rng(0))


def test_a_bot_is_not_asked_about_other_games() -> None:
    bot = make_agent(spec("quiet"))
    batch = Batch(load_rules("super_bingo"), 1)
    with pytest.raises(AgentError, match="plain riichi of three or four players only"):
        bot.act(Observation(batch), batch.legal(), batch.seat, np.random.default_rng(0))


def test_nobody_at_a_table_runs_a_command() -> None:
    for wanted in ("mjai:touch /tmp/x", "mjai[seconds=1]:touch /tmp/x", "rollout:mjai:touch x"):
        with pytest.raises(AgentError, match="code is not run at the wish of a page"):
            sitting(wanted, load_rules("sanma_base"), programs=False)
