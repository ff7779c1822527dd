"""Whole games of a bot that checks all it is told (``tests/support/mjai_player.py``)."""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi.agents import AgentError, Random, make_agent
from shugi.agents.base import Agent
from shugi.agents.mjai import Manner, MjaiBot
from shugi.agents.spec import MJAI_OPTIONS
from shugi.envs import load_rules
from shugi.envs.observation import Observation
from shugi.training.judge.match import Match
from tests.support.bot_games import play_beside
from tests.support.shell import Shell

PLAYER = Path(__file__).resolve().parents[1] / "support" / "mjai_player.py"
ALL = ("start_kyoku", "tsumo", "dahai", "pon", "reach", "reach_accepted", "dora")
OF = {
    "riichi_tenhou": (*ALL, "chi"),
    "riichi_mjsoul": (*ALL, "chi"),
    "sanma_tenhou": (*ALL, "kita"),
    "sanma_mjsoul": (*ALL, "nukidora"),
}
KANS = ("ankan", "kakan", "daiminkan")


class Player:
    """The bot, and what its processes were told: process, event, whether it was asked."""

    def __init__(self, folder: Path, options: str = "", flags: str = "") -> None:
        self.log = folder / "log"
        options = ",".join(filter(None, ("failures=0", options)))
        self.spec = f"mjai[{options}]:'{sys.executable}' '{PLAYER}' {flags} --log '{self.log}'"
        bot = make_agent(self.spec, programs=True)
        assert isinstance(bot, MjaiBot)
        self.bot = bot

    @property
    def told(self) -> list[list[str]]:
        return [line.split() for line in self.log.read_text().splitlines()]

    def count(self) -> Counter[str]:
        return Counter(event for _, event, _ in self.told)


def play(bot: Agent, name: str, seed: int, seats: tuple[int, ...] = (0, 1)) -> int:
    return play_beside(bot, load_rules(name), seed, seats)


def play_at_once(bot: Agent, steps: int) -> int:
    """Six games at once with the bot at seat 1; how often it decided."""
    batch, rng = Batch(load_rules("sanma_tenhou"), 6, seed=3), np.random.default_rng(0)
    chosen, decided = np.zeros(6, np.uint8), 0
    for _ in range(steps):
        batch.baseline(chosen)
        rows = np.flatnonzero(batch.seat == 1)
        if len(rows):
            chosen[rows] = bot.act(Observation(batch, rows), rng)
            decided += len(rows)
        batch.step(chosen)
    return decided


SHORT = 0  # a game that ends early


@pytest.mark.parametrize("flags", ["", "--every", "--ahead"])
def test_it_plays_a_short_game(tmp_path: Path, flags: str) -> None:
    player = Player(tmp_path, "", flags)
    assert play(player.bot, "sanma_tenhou", SHORT) > 40
    told = player.count()
    assert told["pon"] and told["kita"] and told["reach"] and told["dora"]
    assert player.bot.habit.every is (flags == "--every")


@pytest.mark.parametrize(
    ("name", "options", "flags"),
    [
        ("riichi_tenhou", "", ""),
        ("riichi_mjsoul", "events=list", "--every"),
        ("riichi_tenhou", "answers=every", "--every"),
        ("riichi_tenhou", "", "--unaware"),
        ("riichi_tenhou", "", "--ahead"),
        ("sanma_tenhou", "", "--leaves"),
        ("sanma_tenhou", "", "--every"),
        ("sanma_mjsoul", "events=list,north=nukidora,places=4", ""),
    ],
)
def test_it_plays_games_to_their_end(tmp_path: Path, name: str, options: str, flags: str) -> None:
    """It ends with an error where an event comes out of turn, or asks what it cannot answer."""
    player = Player(tmp_path, options, flags)
    decided = sum(play(player.bot, name, seed) for seed in (1, 2))
    told = player.count()
    assert not [event for event in OF[name] if not told[event]] and any(told[kan] for kan in KANS)
    assert told["start_game"] == 4 and told["end_game"] == 2  # two games of two processes
    assert told["start_kyoku"] - told["end_kyoku"] == 2
    processes = len({process for process, _, _ in player.told})
    assert processes == (4 if flags == "--leaves" else 2)
    asked = sum(one == "1" for _, _, one in player.told)
    assert asked <= decided  # a tile named after a kan is no question of its own


def test_a_process_of_each_game_is_told_of_no_other(tmp_path: Path) -> None:
    """So nothing is thought twice."""
    player = Player(tmp_path, "games=6")
    seen = play_at_once(player.bot, 60)
    told = player.told
    assert len({process for process, _, _ in told}) == 6
    assert player.count()["start_game"] == 6
    asked = [event for _, event, one in told if one == "1"]
    assert seen - 10 <= len(asked) <= seen


def test_with_fewer_processes_a_hand_is_told_anew(tmp_path: Path) -> None:
    """Whoever knows ``can_act`` thinks about none of it again."""
    player = Player(tmp_path, "games=1")
    with pytest.warns(UserWarning, match=r"mjai\[games=\d\]: starts as many"):
        asked = play_at_once(player.bot, 30)
    assert len({process for process, _, _ in player.told}) == 1
    assert player.count()["start_game"] > 6
    assert sum(one == "1" for _, _, one in player.told) <= asked


def test_a_match_asks_about_as_many_games_as_an_agent_wants(tmp_path: Path) -> None:
    player = Player(tmp_path, "games=8")
    rules = load_rules("riichi_tenhou")
    baseline = make_agent("baseline")
    barred = make_agent(f"without[pon]:{player.spec.replace('games=8', 'games=4')}", programs=True)
    assert Match(rules, {"a": baseline, "b": player.bot}, 1).sets_at_once == 2  # four tables each
    assert Match(rules, {"a": barred, "b": baseline}, 1).sets_at_once == 1
    searching = make_agent(f"rollout[deals=8]:{player.spec}", programs=True)
    assert Match(rules, {"a": searching, "b": baseline}, 1).sets_at_once == 2


def test_an_agent_says_how_many_games_it_wants() -> None:
    rules, few, none = load_rules("riichi_tenhou"), Random(), Random()
    few.games_at_once, none.games_at_once = 9, 0  # type: ignore[attr-defined]
    assert Match(rules, {"a": few, "b": Random()}, 1).sets_at_once == 2
    assert Match(rules, {"a": Random(), "b": Random()}, 1).sets_at_once == 150
    with pytest.raises(AgentError, match="games_at_once must be at least 1, not 0"):
        Match(rules, {"a": none, "b": Random()}, 1)


def test_what_a_ban_bars_the_baseline_decides(tmp_path: Path) -> None:
    player = Player(tmp_path)
    barred = make_agent(f"without[pon]:{player.spec}", programs=True)
    play(barred, "sanma_tenhou", SHORT)
    mine = [process for process, event, _ in player.told if event == "start_game"]
    assert len({*mine}) == 2  # no process has failed


def test_the_arena_plays_it(tmp_path: Path, shell: Shell) -> None:
    player = Player(tmp_path)
    words = ["arena", "sanma_tenhou", "--agents", player.spec, "baseline", "--sets", "1"]
    assert "baseline" in shell.says(*words)
    told = player.count()
    assert told["start_game"] == len({process for process, _, _ in player.told}) == 3


def test_the_bot_of_the_page_plays(tmp_path: Path) -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "mjai.md").read_text(encoding="utf-8")
    file = tmp_path / "bot.py"
    file.write_text(page.split("```python\n")[1].split("```")[0], encoding="utf-8")
    bot = make_agent(f"mjai[failures=0]:'{sys.executable}' '{file}'", programs=True)
    assert play(bot, "sanma_tenhou", SHORT) > 30


def test_the_page_has_all_options() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "mjai.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| `?([\w.]+)`? \|", page, re.MULTILINE)
    told = {key: value for key, value in rows if key in MJAI_OPTIONS}
    assert told.keys() == MJAI_OPTIONS.keys()
    assert Manner(**{key: MJAI_OPTIONS[key](value) for key, value in told.items()}) == Manner()


def test_what_it_is_told_must_be_in_order() -> None:
    """The bot that checks it all is checked itself."""
    from tests.support.mjai_player import Player as Checker

    start = {"type": "start_game", "id": 0, "names": ["a", "b", "c"], "kyoku_first": 0}
    deal = {
        "type": "start_kyoku",
        "scores": [35000] * 3,
        "oya": 0,
        "tehais": [["1p"] * 4 + ["5p"] * 9, ["?"] * 13, ["?"] * 13],
    }
    draw = {"type": "tsumo", "actor": 0, "pai": "9s"}
    kan = {"type": "ankan", "actor": 0, "consumed": ["1p"] * 4}
    cut = {"type": "dahai", "actor": 0, "pai": "9s", "tsumogiri": True}
    dora = {"type": "dora", "dora_marker": "1s"}
    wrong = {
        "comes too early": [cut],
        "no indicator is due": [draw, dora],
        "is before a dora": [draw, kan, draw],
        "is not in the hand": [draw, {**cut, "pai": "2s"}],
        "is drawn out of turn": [draw, cut, draw],
        "nobody has declared": [draw, cut, {"type": "reach_accepted", "actor": 0}],
    }
    for said, events in wrong.items():
        checker = Checker()
        checker.hear({**start, "aka_flag": True})
        with pytest.raises(SystemExit, match=said):
            for event in (deal, *events):
                checker.hear({**event, "can_act": False})


def test_options_that_cannot_be() -> None:
    for options, said in (
        ("games=0", "games is at least 1"),
        ("north=kitta", "did you mean"),
        ("answers=never", "answers is auto or asked or every"),
        ("places=5", "places 3 or 4"),
        ("failures=-1", "failures at least 0"),
        ("start=0", "seconds above 0"),
    ):
        with pytest.raises(AgentError, match=said):
            make_agent(f"mjai[{options}]:python", programs=True)
