"""The ladder: known answers, going on after a stop, and what the command prints."""

import json
from pathlib import Path

import numpy as np
import pytest

from shugi.agents import AgentError, Baseline, Random, make_agent
from shugi.commands import cli
from shugi.envs.rulesets.rules import load_rules
from shugi.training.judge import ladder as ladders
from shugi.training.judge.estimate import estimate, ratio
from shugi.training.judge.ladder import (
    PORTION,
    Ladder,
    Seating,
    SeatingResults,
    default_agents,
    mark_of,
)
from shugi.training.judge.ladder_table import (
    as_json,
    cyclic_share,
    halves,
    holm,
    judge_ladder,
    ranking,
)
from shugi.training.judge.match import Match
from shugi.training.judge.outcome import judge as judge_match
from tests.support.shell import Shell

BINGO = load_rules("super_bingo")


def climb(folder: Path, *specs: str, rules: str = "super_bingo", sets: int = 6) -> Ladder:
    found = Ladder(load_rules(rules), specs, folder, sets, min(sets, 2), seed=3)
    found.play()
    return found


# ---- known answers


@pytest.mark.parametrize("rules", ["super_bingo", "hangzhou", "piquet"])
def test_equal_agents_are_exactly_equal(tmp_path: Path, rules: str) -> None:
    seats = load_rules(rules).seats
    found = climb(tmp_path, "baseline", "baseline:baseline", rules=rules, sets=2)
    assert len(found.games) == (1 if seats == 2 else 2)
    for games in found.games.values():
        assert games.hands.shape == (2, seats)
        assert np.abs(games.lone.sum(axis=1)).max() == 0
    table = judge_ladder(found, draws=20)
    assert all(one.rating == one.low == one.high == 0 for one in table.ratings)
    assert not table.proved.any()


def test_a_way_is_the_match_of_the_arena(tmp_path: Path) -> None:
    found = climb(tmp_path, "baseline", "random", sets=5)
    agents = {"lone": Random(), "table": Baseline()}
    match = Match(BINGO, agents, ladders._key(3, 0), members=["lone", "table"])
    match.play(5)
    lone, others = judge_match(match.record()).agents
    table = judge_ladder(found, draws=20)
    assert table.lone[1, 0] == pytest.approx(lone.per_hand.mean)
    way = found.games[Seating(1, 0)]
    assert way.others.sum() / way.hands.sum() == pytest.approx(others.per_hand.mean)


SEARCH = "rollout[deals=2,at=verbs]:baseline"


def test_a_search_is_compared_with_its_agent_by_choices(tmp_path: Path) -> None:
    specs = ["baseline", SEARCH, "baseline:rusher"]
    found = Ladder(BINGO, specs, tmp_path, 3, 2, seed=3, choices=4)
    found.play()
    assert set(found.games) == {Seating(*pair) for pair in ((1, 0), (0, 2), (2, 0), (1, 2), (2, 1))}
    agents = {"lone": make_agent(SEARCH), "table": Baseline()}
    match = Match(BINGO, agents, ladders._key(3, 0), members=["lone", "table"], choice_deals=4)
    match.play(2)
    played = match.record()
    way, lone = found.games[Seating(1, 0)], played.tables == 0
    assert way.gained == pytest.approx((played.by_choices().result * lone).sum(axis=2))
    assert way.lone == pytest.approx((played.result * lone).sum(axis=2))
    table = judge_ladder(found, draws=20)
    own = judge_match(played.by_choices()).agents[0].per_hand.mean
    assert table.gain[1, 0] == pytest.approx(own) and table.gain[0, 1] == pytest.approx(-own)
    assert np.isnan(table.lone[0, 1]) and not np.isnan(table.lone[0, 2])
    for by_games in (found.games[Seating(0, 2)], found.games[Seating(1, 2)]):
        assert (by_games.gained == by_games.lone).all()
    rows = json.loads(json.dumps(as_json(found, table, "chips"), allow_nan=False))
    assert sum(value is None for row in rows["alone_at_table_of"] for value in row) == 3 + 1


def test_games_and_choices_are_kept_apart(tmp_path: Path) -> None:
    specs = ["baseline", SEARCH]
    paths = [Ladder(BINGO, specs, tmp_path, 1, 1, choices=n).path(Seating(1, 0)) for n in (0, 4, 8)]
    assert len(set(paths)) == 3
    with pytest.raises(AgentError, match="on top of another"):
        Ladder(BINGO, ["baseline:rusher", SEARCH], tmp_path, 1, 1, choices=4)


def test_the_strong_stand_above_the_weak(tmp_path: Path) -> None:
    found = climb(tmp_path, "random", "baseline", "baseline:plain", sets=20)
    table = judge_ladder(found)
    assert ranking(table) == [1, 2, 0]
    assert np.allclose(np.nan_to_num(table.gain + table.gain.T), 0)
    assert sum(one.rating for one in table.ratings) == pytest.approx(0)
    assert table.proved[1, 0] and table.proved[0, 1] and table.proved[2, 0]
    top = table.ratings[1]
    assert 0 < top.low < top.rating < top.high
    skills = [one.skill for one in table.ratings]
    assert skills[0] < skills[1]


@pytest.mark.parametrize("sets", [3, 80])
def test_the_interval_is_that_of_a_ratio_over_sets(tmp_path: Path, sets: int) -> None:
    found = climb(tmp_path, "baseline", "baseline:rusher", rules="kawuxing", sets=sets)
    one, other = (found.games[way] for way in (Seating(0, 1), Seating(1, 0)))
    parts = [
        ratio(games.lone.sum(axis=1), games.hands.sum(axis=1).astype(np.float64))
        for games in (one, other)
    ]
    mean = (parts[0].mean - parts[1].mean) / 2
    plain = estimate(mean, (parts[0].residual - parts[1].residual) / 2)
    table = judge_ladder(found)
    assert table.ratings[0].rating == pytest.approx(plain.mean)
    width = table.ratings[0].high - table.ratings[0].low
    assert width == pytest.approx(plain.high - plain.low, rel=0.15)


def test_holm_is_stricter_than_each_test_and_looser_than_bonferroni() -> None:
    gain = np.array([[np.nan, 3.0, 2.3], [-3.0, np.nan, 1.0], [-2.3, -1.0, np.nan]])
    error = np.where(np.isnan(gain), np.nan, 1.0)
    many = np.full((3, 3), 2000)
    # two-sided chances 0.0027, 0.0214, 0.317 against 0.05 / 3, 0.05 / 2, 0.05
    assert holm(gain, error, many).astype(int).tolist() == [[0, 1, 1], [1, 0, 0], [1, 0, 0]]
    few = many.copy()
    few[0, 1] = few[1, 0] = 2  # 0.0955: three sets prove nothing
    assert not holm(gain, error, few)[0, 1]
    gain[0, 1], gain[1, 0] = 2.3, -2.3  # now both must pass 0.05 / 3 first
    assert not holm(gain, error, many).any()
    assert not holm(np.zeros((2, 2)), np.zeros((2, 2)), many[:2, :2]).any()


def test_one_set_shows_nothing(tmp_path: Path) -> None:
    found = climb(tmp_path, "random", "baseline", sets=1)
    table = judge_ladder(found, draws=20)
    text = json.dumps(as_json(found, table, "chips"), allow_nan=False)
    assert json.loads(text)["agents"][0]["ci95"] == [None, None]
    assert not table.proved.any() and table.ratings[1].rating > 0
    assert [one.high for one in table.ratings] == [np.inf, np.inf]


def test_an_interval_is_as_wide_as_the_pairs_with_few_sets_make_it() -> None:
    error, freedom = np.full((3, 3), 1.0), np.full((3, 3), 200)
    spread = np.full(3, 0.7)
    assert halves(spread, error, freedom) == pytest.approx(0.7 * 1.966, rel=0.01)
    freedom[0, 1] = freedom[1, 0] = 2
    wide = halves(spread, error, freedom)
    # two pairs of the same variance, of which one has 2 degrees: 4 / (1 / 2 + 1 / 200) = 7.9
    assert wide == pytest.approx(0.7 * np.array([2.31, 2.31, 1.966]), rel=0.01)
    error[0, 1] = error[1, 0] = 1e-3
    assert halves(spread, error, freedom) == pytest.approx(0.7 * 1.972, rel=0.01)


def test_cyclic_share() -> None:
    stone = np.array([[np.nan, 1, -1], [-1, np.nan, 1], [1, -1, np.nan]])
    assert cyclic_share(stone) == pytest.approx(1)
    rating = np.array([3.0, 1.0, -4.0, 0.5])
    assert cyclic_share(rating[:, None] - rating[None, :]) == pytest.approx(0)
    assert cyclic_share(np.zeros((3, 3))) == 0


# ---- going on


def test_it_goes_on_after_a_stop_as_if_there_had_been_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladders, "PORTION", 4)
    whole = climb(tmp_path / "whole", "baseline", "baseline:rusher", "baseline:folder", sets=10)
    stopped = Ladder(BINGO, whole.specs, tmp_path / "part", 10, 2, seed=3)

    def kill(now: Ladder) -> None:
        if sum(map(len, now.games.values())) >= 22:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped.play(kill)
    assert 0 < stopped.done < 1
    played: list[int] = []
    again = climb_on(tmp_path / "part", whole.specs, played)
    assert played[0] == 24 and played[-1] == 60 and again.done == 1
    for way, games in whole.games.items():
        for name, array in games.arrays().items():
            assert (array == again.games[way].arrays()[name]).all()


def climb_on(folder: Path, specs: list[str], played: list[int], sets: int = 10) -> Ladder:
    found = Ladder(BINGO, specs, folder, sets, 2, seed=3)
    found.play(lambda now: played.append(sum(map(len, now.games.values()))))
    return found


def test_more_sets_and_agents_play_only_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladders, "PORTION", 4)
    first = climb(tmp_path, "baseline", "baseline:rusher", sets=6)
    played: list[int] = []
    more = climb_on(tmp_path, ["baseline:rusher", "baseline:folder", "baseline"], played, sets=6)
    assert played[0] == 12, "both ways of the first pair are there"
    assert (more.games[Seating(2, 0)].lone == first.games[Seating(0, 1)].lone).all()
    longer = climb_on(tmp_path, first.specs, [], sets=9)
    assert (longer.games[Seating(0, 1)].lone[:6] == first.games[Seating(0, 1)].lone).all()
    assert len(climb_on(tmp_path, first.specs, [], sets=5).games[Seating(0, 1)]) == 9


def test_walls_are_the_same_for_all_pairs_and_differ_between_portions(tmp_path: Path) -> None:
    keys = {ladders._key(seed, portion) for seed in (1, 2) for portion in range(5)}
    assert len(keys) == 10
    assert PORTION >= 10


def test_another_file_is_another_agent(tmp_path: Path) -> None:
    model = tmp_path / "x" / "model.safetensors"
    model.parent.mkdir()
    model.write_bytes(b"one")
    fixed = ["random", "rollout[deals=2]:baseline"]
    read = [
        str(model),
        str(model.parent),
        f"rollout[deals=2]:{model}:sample",
        f"rollout[continuation=[{model}]]:baseline",
        f"without[riichi]:{model}",
    ]
    before = {spec: mark_of(spec) for spec in fixed + read}
    assert len(set(before.values())) == len(before)
    model.write_bytes(b"two")
    changed = [spec for spec in before if mark_of(spec) != before[spec]]
    assert changed == read


def test_damaged_games_are_refused(tmp_path: Path) -> None:
    found = climb(tmp_path, "baseline", "random", sets=2)
    path = found.path(Seating(0, 1))
    path.write_bytes(path.read_bytes()[:50])
    with pytest.raises(AgentError, match="remove it"):
        climb(tmp_path, "baseline", "random", sets=2)
    ladders.save_games(path, SeatingResults.none(7))
    with pytest.raises(AgentError, match="remove it"):
        climb(tmp_path, "baseline", "random", sets=2)


# ---- the command


def test_default_agents_can_all_be_made(tmp_path: Path) -> None:
    for rules in ("super_bingo", "hangzhou", "piquet"):
        specs = default_agents(load_rules(rules))
        assert {"random", "baseline", "baseline:rusher"} < set(specs)
        assert specs[-1] == "rollout[at=verbs]:baseline"
        Ladder(load_rules(rules), specs, tmp_path, 1, 1)


def test_command(tmp_path: Path, shell: Shell) -> None:
    agents = ["random", "baseline", SEARCH]
    words = ["ladder", "super_bingo", "--agents", *agents, "--sets", "3", "--slow-sets", "1"]
    words += ["--run-dir", str(tmp_path / "run")]
    found = shell.tells(*words)
    assert found["unit"] == "chips" and found["sets"] == [1, 3]
    assert {one["name"] for one in found["agents"]} == set(agents)
    assert found["agents"][-1]["name"] == "random"
    assert found["gain"][0][0] is None
    assert found["gain"][0][1] == pytest.approx(-found["gain"][1][0])
    ratings = [one["per_hand_against_field"] for one in found["agents"]]
    assert ratings == sorted(ratings, reverse=True)

    said = shell.says(*words)
    assert "3 agents, 1 to 3 sets a way" in said and "Holm" in said


def test_report(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    words = ["ladder", "hangzhou", "--agents", "random", "baseline", SEARCH, "--sets", "2"]
    words += ["--slow-sets", "1", "--by-choices", "2"]
    words += ["--run-dir", str(tmp_path / "run"), "--report", str(tmp_path / "page")]
    assert cli.main(words) == 0
    page = (tmp_path / "page" / "index.html").read_text(encoding="utf-8")
    assert page.count("<figure") == 2
    assert "<title>" in page and 'href="http' not in page
    assert "hangzhou: a ladder of 3 agents" in page and "units per hand" in page
    assert "2 walls" in page and "nan" not in page


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--agents", "baseline"), "at least two agents"),
        (("--agents", "baseline", "random", "baseline"), "baseline: more than once"),
        (("--agents", "baseline", "randm"), "did you mean 'random'"),
        (("--sets", "0"), "--sets must be at least 1"),
        (("--slow-sets", "0"), "--slow-sets must be at least 1"),
        (("--seed", "-1"), "--seed must be at least 0"),
        (("--by-choices", "-2"), "--by-choices must be at least 0"),
        (("--agents", "baseline", "random", "--by-choices"), "on top of another"),
    ],
)
def test_bad_input_is_refused(
    words: tuple[str, ...], said: str, tmp_path: Path, shell: Shell
) -> None:
    assert said in shell.refuses("ladder", "super_bingo", "--run-dir", tmp_path, *words)
