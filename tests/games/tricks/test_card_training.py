"""The card games in matches and in training: two seats and three, and a layout of their own."""

import json
from pathlib import Path

import numpy as np
import pytest

from shugi._fast.rules.games import GAMES
from shugi._fast.view.layouts import CARDS
from shugi.agents import Agent, Baseline, Random
from shugi.commands.cli import main
from shugi.envs.rulesets.rules import load_rules
from shugi.training.judge.match import Match, MatchRecord, unit_of
from shugi.training.judge.outcome import judge
from tests.support.rule_sets import CARD_GAMES

torch = pytest.importorskip("torch")

from shugi.agents import make_agent  # noqa: E402
from shugi.agents.checkpoint import CheckpointError  # noqa: E402
from shugi.training.learn.trainer import Trainer  # noqa: E402
from shugi.training.run.config import load_config  # noqa: E402
from tests.support.runs import quiet  # noqa: E402

NAMES = [*CARD_GAMES, "piquet+century17", "ninety_nine+race3"]
# the smoke config but for its length
SHORT = ["games=16", "steps=32", "decisions=1500", "imitation.decisions=700", "threads=1"]


def played(name: str, sets: int, **agents: Agent) -> MatchRecord:
    match = Match(load_rules(name), agents or {"a": Baseline(), "b": Random()}, seed=4)
    match.play(sets)
    return match.record()


@pytest.fixture(scope="module", params=CARD_GAMES)
def trained(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A network of the smoke config, in a folder named after its game."""
    name: str = request.param
    folder = tmp_path_factory.mktemp("runs") / name
    folder.mkdir()
    config = load_config(f"smoke_{name}", SHORT)
    assert Trainer(config, load_rules(name), folder, quiet()).run()
    return folder / "model.safetensors"


@pytest.mark.parametrize("name", NAMES)
def test_matches_are_zero_sum(name: str) -> None:
    rules = load_rules(name)
    record = played(name, 3)
    assert record.tables.shape[1] == rules.seats and (record.hands > 0).all()
    assert np.abs(record.result.sum(axis=2)).max() < 1e-6 < np.abs(record.result).max()
    agents = judge(record).agents
    assert {seat.seat for agent in agents for seat in agent.seats} == set(range(rules.seats))


@pytest.mark.parametrize("name", CARD_GAMES)
def test_equal_agents_are_exactly_equal(name: str) -> None:
    agents = {letter: Baseline() for letter in "abc"[: load_rules(name).seats]}
    record = played(name, 1, **agents)
    for agent in range(len(agents)):
        assert (record.result * (record.tables == agent)).sum() == 0


@pytest.mark.parametrize(
    ("game", "mode"), [(name, mode) for name, game in GAMES.items() for mode in game.units]
)
def test_a_result_counts_what_its_unit_says(game: str, mode: str) -> None:
    """Matches and games that were won, or points; what is scored in hands is points always."""
    name = "ninety_nine+race3" if mode == "race" else game
    rules = load_rules(name, mode=mode)
    unit = unit_of(rules)
    assert unit.in_hands == "points"
    match = Match(rules, {"a": Baseline(), "b": Random()}, seed=4)
    match.play(2)
    record = match.record()
    best = record.result.max(axis=2)
    if unit.name == "matches" or (unit.name, game) == ("games", "piquet"):
        assert (best == 1).all()
    elif unit.name == "games":  # of three: who wins one gets 1, the others lose 1/2 each
        assert (record.result * 2 % 1 == 0).all() and (best > 0).all() and best.max() <= 3
    else:
        assert best.max() > 10
    assert (record.histogram.sum(axis=1) > 0).all()


def test_single_hands_pay_the_difference_of_their_points() -> None:
    rules = load_rules("piquet", mode="single_hand")
    match = Match(rules, {"a": Baseline(), "b": Random()}, seed=4)
    match.play(8)
    one, other = judge(match.record()).agents
    scored = [sum(agent.points_by_cause.values()) for agent in (one, other)]
    assert scored[0] - scored[1] == pytest.approx(100 * one.per_hand.mean)
    assert set(one.per_100_hands) == {"hands_won", "hands_drawn"}


def test_nine_hands_pay_what_one_has_over_the_mean() -> None:
    match = Match(load_rules("ninety_nine"), {"a": Baseline(), "b": Random()}, seed=4)
    match.play(3)
    one, other = judge(match.record()).agents  # one against two of the other
    scored = [sum(agent.points_by_cause.values()) for agent in (one, other)]
    assert scored[0] - scored[1] == pytest.approx(100 * one.per_hand.mean)
    assert set(one.per_100_hands) == {"bids_made", "no_bid_made_by_anybody"}


def test_the_smoke_config_trains(trained: Path) -> None:
    name = trained.parent.name
    record = played(name, 1, trained=make_agent(str(trained), load_rules(name)), random=Random())
    assert judge(record).hands > 0


def test_its_network_plays_the_other_card_games_and_no_mahjong(trained: Path) -> None:
    for name in NAMES:
        if not name.startswith(trained.parent.name):
            rules = load_rules(name)
            with pytest.warns(UserWarning, match=f"trained for '{trained.parent.name}'"):
                agent = make_agent(str(trained), rules)
            assert (played(name, 1, cards=agent, random=Random()).hands > 0).all()
    with pytest.raises(CheckpointError, match=f"a network for {CARDS.name} "):
        make_agent(str(trained), load_rules("super_bingo"))


@pytest.mark.parametrize("name", CARD_GAMES)
def test_the_arena(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", name, "--agents", "random", "baseline", "--sets", "2", "--threads", "1"]
    assert main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games_per_set"] == load_rules(name).seats  # who sits alone sits everywhere
    assert [agent["name"] for agent in told["agents"]] == ["random", "baseline"]


@pytest.mark.parametrize("name", CARD_GAMES)
def test_what_the_arena_says_and_its_record(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unit = unit_of(load_rules(name)).name
    words = ["arena", name, "--agents", "random", "baseline", "--sets", "2", "--threads", "1"]
    assert main([*words, "--record", str(tmp_path)]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert f"{unit}, with 95 % intervals" in out and f"{unit} per hand" in out
    assert "units" not in out and "points: " in out and "tsumo" not in out
    game = str(tmp_path / "game1.jsonl")
    assert main(["show", game]) == 0
    out = capsys.readouterr().out
    end = {"piquet": "-- more points: seat ", "ninety_nine": "-- bid made: seat "}[name]
    assert "\nhand 1: dealer " in out and end in out and "tsumo" not in out
    assert main(["show", game, "--json"]) == 0
    hands = json.loads(capsys.readouterr().out)["hands"]
    assert all(not hand["wins"] and hand["ledger"] for hand in hands)


@pytest.mark.slow
@pytest.mark.parametrize("name", CARD_GAMES)
def test_the_smoke_run(name: str, tmp_path: Path) -> None:
    words = ["train", f"smoke_{name}", "--run-dir", str(tmp_path / "run")]
    assert main([*words, "--json"]) == 0
