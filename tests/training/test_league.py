"""Leagues: who meets whom, how opponents are drawn, new lives, and going on after a stop."""

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from numpy.typing import NDArray

pytest.importorskip("torch")

import torch  # noqa: E402

from shugi.agents import make_agent  # noqa: E402
from shugi.agents.checkpoint import CheckpointError, describe, find, load_policy  # noqa: E402
from shugi.envs.rules import load_rules  # noqa: E402
from shugi.training.cluster.work import Here  # noqa: E402
from shugi.training.commands import train as train_command  # noqa: E402
from shugi.training.learn.league import League  # noqa: E402
from shugi.training.learn.league_pool import content_of  # noqa: E402
from shugi.training.learn.member import Member  # noqa: E402
from shugi.training.learn.ppo import Trainer  # noqa: E402
from shugi.training.learn.results import Result, chances, joined  # noqa: E402
from shugi.training.learn.rollout import LEARNER, Finished  # noqa: E402
from shugi.training.run.config import ConfigError, TrainConfig, parse_config  # noqa: E402
from shugi.training.terminal.errors import UserError  # noqa: E402
from tests.support.runs import actor_of, quiet  # noqa: E402

RULES = load_rules("super_bingo")
MEMBERS: list[dict[str, Any]] = [
    {"name": "main", "kind": "main", "share": 2},
    {"name": "hunter", "kind": "exploiter", "of": "main"},
    {"name": "sweeper", "kind": "exploiter", "of": "all", "ppo": {"clip": 0.3}},
    {"name": "rusher", "kind": "script"},
    {"name": "greedy", "kind": "script", "agent": "baseline:,flush=2"},
]
TINY: dict[str, Any] = {
    "rules": "super_bingo",
    "seed": 5,
    "threads": 1,
    "decisions": 3600,
    "games": 12,
    "steps": 24,
    "network": {"hidden": 16, "precision": "fp32"},
    "imitation": {"decisions": 500, "minibatch": 256},
    "ppo": {"minibatch": 256, "refresh_reference": 2},
    "opponents": {
        "snapshot_every": 2,
        "snapshots": 0.5,
        "scripted": [0.3, 0.3],
        "newest": 2,
        "old": 1,
    },
}
LEAGUE: dict[str, Any] = {"turn": 2, "life": 3, "margin": 1000.0}


def settings(members: Sequence[dict[str, Any]] = MEMBERS, **changes: Any) -> dict[str, Any]:
    own = {key: changes.pop(key) for key in list(changes) if key in ("turn", "life", "margin")}
    own |= {"begins": changes.pop("begins")} if "begins" in changes else {}
    return TINY | {"league": {"members": list(members)} | LEAGUE | own} | changes


def config(members: Sequence[dict[str, Any]] = MEMBERS, **changes: Any) -> TrainConfig:
    return parse_config(settings(members, **changes), "mine.yaml")


def league(
    folder: Path,
    members: Sequence[dict[str, Any]] = MEMBERS,
    workers: Here | None = None,
    **changes: Any,
) -> League:
    folder.mkdir(parents=True, exist_ok=True)
    return League(config(members, **changes), RULES, folder, quiet(), workers)


def after(updates: int) -> Callable[[], bool]:
    """A stop that comes true when it has been asked this often."""
    asked = iter(range(updates))
    return lambda: next(asked, None) is None


def weights(run: Trainer) -> dict[str, torch.Tensor]:
    state = {f"policy.{k}": v for k, v in run.policy.state_dict().items()}
    return state | {f"critic.{k}": v for k, v in run.critic.state_dict().items()}


def same_weights(one: Trainer, other: Trainer) -> bool:
    theirs = weights(other)
    return all(torch.equal(weight, theirs[name]) for name, weight in weights(one).items())


def assert_same(one: League, other: League) -> None:
    for name, member in one.members.items():
        twin = other.members[name]
        assert (member.update, member.count, member.pool.life, member.born) == (
            twin.update,
            twin.count,
            twin.pool.life,
            twin.born,
        ), name
        assert same_weights(member, twin), name
        assert member.rng.bit_generator.state == twin.rng.bit_generator.state, name
    counters = [(run.turn, run.left, run.made, run.lives) for run in (one, other)]
    assert counters[0] == counters[1]
    assert kept(one) == kept(other)


def kept(run: League) -> list[Any]:
    """Who is in the pool, and all results."""
    state = run.pool.state()
    return [*state["scripts"], *(one for one in state["policies"] if not one["left"])]


# ---- settings


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ([], "no main agent"),
        ([MEMBERS[0], MEMBERS[0]], "two members are called 'main'"),
        ([{**MEMBERS[1], "of": "hunter"}], "no main agent"),
        ([MEMBERS[0], {**MEMBERS[1], "of": "mian"}], r"no prey 'mian' \(did you mean 'main'\?\)"),
        ([MEMBERS[0], {**MEMBERS[1], "of": "hunter"}], "'hunter': no prey 'hunter'"),
        ([*MEMBERS, {**MEMBERS[1], "name": "x", "of": ["rusher"]}], "no prey 'rusher'"),
        ([MEMBERS[0], {"name": "hunter", "kind": "exploiter"}], "needs its prey"),
        ([{**MEMBERS[0], "of": "all"}], "'main' is no exploiter"),
        ([{**MEMBERS[0], "name": "all"}], "means all members"),
        ([{**MEMBERS[0], "name": "../up"}], r"league\.members\.0\.name"),
        ([{**MEMBERS[0], "agent": "baseline"}], "'main' is no script"),
        ([*MEMBERS, {"name": "x", "kind": "script", "ppo": {}}], "does not learn: ppo"),
        ([{**MEMBERS[0], "shar": 1}], r"unknown key 'league\.members\.0\.shar' \(did you mean"),
        ([{**MEMBERS[0], "ppo": {"clipp": 1}}, *MEMBERS[3:]], "'main': unknown key 'ppo.clipp'"),
        ([{**MEMBERS[0], "opponents": {"snapshots": 0.9}}, MEMBERS[3]], "more than all games"),
        ([{**MEMBERS[0], "opponents": {"styles": ["folder"]}}, MEMBERS[3]], "scripts are members"),
        (MEMBERS[:3], "opponents.scripted: nobody plays there"),
    ],
)
def test_bad_members_are_refused(members: list[dict[str, Any]], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        config(members)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"mixture": [{"rules": "super_bingo"}]}, "leave out mixture"),
        ({"distil": {"rounds": 1}}, "leave out distil"),
        ({"opponents": {"styles": ["rusher"]}}, "each is a member"),
        ({"turn": 0}, "turn must be at least 1"),
        ({"begins": "late"}, "warm_start|prey"),
    ],
)
def test_what_a_league_cannot_have(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        config(**changes)


def test_members_are_runs_with_changes_of_their_own() -> None:
    whole = config()
    assert whole.league is not None
    main, hunter, sweeper = (whole.of_member(one) for one in whole.league.learners)
    assert main.seed == whole.seed and len({main.seed, hunter.seed, sweeper.seed}) == 3
    assert (main.ppo.clip, hunter.ppo.clip, sweeper.ppo.clip) == (0.1, 0.1, 0.3)
    assert not main.opponents.alone and main.opponents.scripted == (0.3, 0.3)
    assert hunter.opponents.alone and hunter.opponents.snapshots == 1.0
    assert hunter.opponents.snapshot_every == 2
    assert main.opponents.styles == ("rusher", "baseline:,flush=2")
    assert "league" not in main.as_dict() and "league" not in parse_config(TINY).as_dict()
    again = parse_config(yaml.safe_load(yaml.safe_dump(json.loads(json.dumps(whole.as_dict())))))
    assert again == whole


def test_one_policy_is_trained_without_a_league(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="trains one policy"):
        Trainer(config(), RULES, tmp_path, quiet())


# ---- results


def hands(*gains: float) -> NDArray[np.float32]:
    return np.array(gains, np.float32)


def test_newer_hands_count_more() -> None:
    found = Result()
    found.add(hands(4, 2), memory=2.0)
    assert (found.hands, found.mean, found.counted) == (2.0, 3.0, 2)
    found.add(hands(-1, -1), memory=2.0)
    older = 2 / np.e
    assert found.mean == pytest.approx((3 * older - 2) / (older + 2))
    assert found.counted == 4
    before = found.as_dict()
    found.add(hands(), memory=2.0)
    assert found.as_dict() == before
    assert joined([found, found]).mean == pytest.approx(found.mean)


def test_an_interval_covers() -> None:
    rng, covered = np.random.default_rng(1), 0
    for _ in range(400):
        found = Result()
        for _ in range(10):
            found.add(rng.normal(1.0, 9.0, 50).astype(np.float32), memory=1e9)
        covered += abs(found.mean - 1.0) < found.half
    assert 0.92 < covered / 400 < 0.98
    assert not Result().surely(0.0)
    sure = Result()
    sure.add(rng.normal(3.0, 1.0, 900).astype(np.float32), memory=1e9)
    assert sure.surely(2.5) and not sure.surely(3.0)


def against(mean: float, count: int = 2000) -> Result:
    found = Result()
    found.add(np.random.default_rng(3).normal(mean, 10.0, count).astype(np.float32), 1e9)
    return found


def test_those_it_loses_to_are_met_more_often() -> None:
    even = chances([Result(), Result(), Result()])
    assert even == pytest.approx([1 / 3] * 3)
    found = chances([against(-3.0), against(0.0), against(3.0)])
    assert found.sum() == pytest.approx(1.0)
    assert found[0] > 0.8 > 0.1 > found[1] > found[2] > 0.03
    # one that it hardly knows is met more often than one that it knows to be even
    unknown = chances([against(0.0), Result()])
    assert unknown[1] > 0.7


# ---- who meets whom


def warm(folder: Path, updates: int = 8, **changes: Any) -> League:
    found = league(folder, **changes)
    assert not found.run(stop=after(updates))
    assert found.begun
    return found


def test_candidates(tmp_path: Path) -> None:
    run = warm(tmp_path, 12, life=100)
    members = run.members

    def names(member: Member) -> set[str]:
        return {one.member for one in member.pool.candidates()}

    assert names(members["main"]) == {"main", "hunter", "sweeper"}
    assert names(members["sweeper"]) == {"main", "hunter"}
    assert members["hunter"].pool.candidates() == run.pool.of("main")[-2:]
    assert len(run.pool.of("main")) == 3


def test_seats_at_the_tables(tmp_path: Path) -> None:
    run = league(tmp_path, life=100, decisions=6000)  # long enough for all to meet
    seen: dict[str, list[tuple[Finished, list[str]]]] = {name: [] for name in run.members}
    for name, member in run.members.items():
        count = member.pool.count

        def counted(
            finished: Finished,
            gain: NDArray[np.float32],
            first: int,
            in_play: Sequence[int] | None = None,
            name: str = name,
            count: Any = count,
        ) -> None:
            known = {one.number: one.member for one in run.pool.policies}
            seen[name].append((finished, [known[number] for number in in_play or []]))
            count(finished, gain, first, in_play)

        member.pool.count = counted  # type: ignore[method-assign]
    run.run()
    tables = {
        name: np.concatenate([one.player for one, _ in found]) for name, found in seen.items()
    }
    scripts = 2
    for name in ("hunter", "sweeper"):
        alone = tables[name][5:]  # the first hands were begun before it sat there
        assert ((alone == LEARNER).sum(axis=1) == 1).mean() > 0.9
        assert (alone[alone != LEARNER] > scripts).mean() > 0.9
        met = {who for _, in_play in seen[name] for who in in_play}
        assert met and met <= ({"main"} if name == "hunter" else {"main", "hunter"})
    main = tables["main"]
    assert {1, 2} <= set(main.ravel().tolist()) and (main > scripts).any()
    assert (main == LEARNER).any(axis=1).all()
    against = {other for other in ("main", "hunter", "sweeper", "rusher", "greedy")}
    found = {one["against"] for one in run.as_json()["results"] if one["member"] == "main"}
    assert found == against - {"main"}


def test_gains_of_a_table(tmp_path: Path) -> None:
    run = warm(tmp_path)
    pool = run.members["hunter"].pool
    (prey, *_), before = pool.playing, pool.fared.counted
    prey.results.clear()
    players = np.array([[0, 3, 3], [0, 0, 3], [3, 3, 3], [1, 0, 1]], np.int8)
    gain = np.array([[9, -6, -3], [5, 1, -6], [0, 4, -4], [2, 8, -10]], np.float32)
    finished = Finished(players, np.zeros((4, 3, 2), np.float32), np.zeros(4, np.int64))
    pool.count(finished, gain, first=3, in_play=[prey.number, 10**6])
    found = prey.results["hunter"]
    assert found.counted == 2 and found.total == pytest.approx((9 + 4.5) + (3 + 6))
    assert pool.fared.counted == before + 2  # the script of the last table is not its prey
    script = run.pool.scripts[0].results["hunter"]
    assert script.total == pytest.approx(8 + 4)


def test_opponents_are_drawn_by_results(tmp_path: Path) -> None:
    run = warm(tmp_path, 12)
    member = run.main
    every = member.pool.candidates()
    for one in every:
        one.results["main"] = against(2.0)
    every[1].results["main"] = against(-4.0)
    met = []
    for _ in range(60):
        member.look_around()
        met += [one.number for one in member.pool.playing]
        seated = list(actor_of(member).opponents.networks)
        assert seated == [one.number for one in member.pool.playing]
    assert met.count(every[1].number) > 54
    assert set(met) == {one.number for one in every}  # and nobody is forgotten


def test_scripts_are_drawn_by_results(tmp_path: Path) -> None:
    run = warm(tmp_path)
    run.pool.scripts[0].results["main"] = against(3.0)
    run.pool.scripts[1].results["main"] = against(-3.0)
    found = run.main.pool.chances()
    assert found[1] > 0.9
    seating = np.zeros((2000, 3), np.int8)
    opponents = actor_of(run.main).opponents
    opponents.reseat(np.arange(2000), seating, 0.5, run.main.rng, found)
    sat = [(seating == player).any(axis=1).mean() for player in (1, 2)]
    assert sat[1] > 0.4 and 0 < sat[0] < 0.1


# ---- lives


def test_all_begin_as_the_main_agent_after_the_warm_start(tmp_path: Path) -> None:
    run = league(tmp_path)
    while run.main.phase == "imitation":
        assert not run.run(stop=after(1))
    assert not same_weights(run.main, run.members["hunter"])
    run._begin()
    assert all(same_weights(run.main, one) for one in run.members.values())
    assert [one.member for one in run.pool.policies] == ["main", "hunter", "sweeper"]
    assert len(list((tmp_path / "league" / "policies").iterdir())) == 1  # one content


def test_two_main_agents(tmp_path: Path) -> None:
    members = [
        MEMBERS[0],
        {"name": "second", "kind": "main"},
        {"name": "hunter", "kind": "exploiter", "of": ["main", "second"]},
        MEMBERS[3],
    ]
    run = league(tmp_path, members)
    assert not run.run(stop=after(14))
    second, hunter = run.members["second"], run.members["hunter"]
    assert second.is_main and second.update > 0 and not same_weights(run.main, second)
    assert {one.member for one in second.pool.candidates()} == {"main", "second", "hunter"}
    assert {one.member for one in hunter.pool.candidates()} == {"main", "second"}
    agent = load_policy(tmp_path / "model.safetensors")[0]
    assert content_of(agent) == content_of(run.main.policy)


def test_a_budget_that_the_warm_start_takes(tmp_path: Path) -> None:
    short = league(tmp_path, decisions=300)
    assert short.run() and not short.begun
    longer = league(tmp_path)
    longer.resume()
    assert not longer.run(stop=after(6))
    assert longer.begun and longer.members["hunter"].pool.life == 1
    assert longer.main.phase == "ppo"


@pytest.mark.parametrize("begins", ["warm_start", "prey"])
def test_an_exploiter_begins_anew(begins: str, tmp_path: Path) -> None:
    run = warm(tmp_path, 14, life=1000, begins=begins)
    hunter = run.members["hunter"]
    assert hunter.age > 2 and hunter.pool.fared.counted > 0 and hunter.pool.life == 1
    last = content_of(hunter.policy)
    hunter.learner.policy_adam.state[next(hunter.policy.parameters())]  # has learnt
    run._begin_anew(hunter)
    start = load_policy(tmp_path / "league" / "warm_start.safetensors")[0]
    model = run.main.policy if begins == "prey" else start
    assert content_of(hunter.policy) == content_of(hunter.learner.reference) == content_of(model)
    assert content_of(hunter.policy) != last
    assert (hunter.age, hunter.pool.life, hunter.pool.fared.counted) == (0, 2, 0)
    assert not hunter.learner.policy_adam.state and not hunter.learner.critic_adam.state
    # of the life before only its last policy is left, and it is met from now on
    own = run.pool.of("hunter")
    assert [(one.life, one.content) for one in own] == [
        (1, last),
        (2, content_of(model)),
    ]
    assert own[0] in run.main.pool.candidates()
    assert not any("hunter" in foe.results for foe in run.pool.foes())
    assert hunter.update > 0 and run.lives[-1]["member"] == "hunter"


def test_when_a_life_is_over(tmp_path: Path) -> None:
    run = warm(tmp_path, 14, life=1000, margin=2.0)
    main, hunter = run.main, run.members["hunter"]
    assert not hunter.is_over
    hunter.pool.fared = against(5.0)
    assert hunter.is_over
    hunter.pool.fared = against(2.1)
    assert not hunter.is_over  # more than the margin, but not surely
    hunter.born -= 1000
    assert hunter.is_over
    main.born, main.pool.fared = -1000, against(5.0)
    assert not main.is_over


def test_schedules_of_members(tmp_path: Path) -> None:
    run = warm(tmp_path, 14, life=10)
    hunter = run.members["hunter"]
    assert hunter.progress() == hunter.age / 10
    assert run.main.progress() == run.progress() < run.whole() < 1


# ---- whole leagues


def test_a_resumed_league_ends_as_an_uninterrupted_one(tmp_path: Path) -> None:
    whole = league(tmp_path / "whole")
    assert whole.run()
    assert whole.lives and whole.count >= 3600
    for stops in (1, 13):  # in the warm start, within a turn
        folder = tmp_path / f"stopped{stops}"
        assert not league(folder).run(stop=after(stops))
        again = league(folder)
        again.resume()
        assert again.update == stops
        # another life of the process, which is killed without saving
        lost = league(folder)
        lost.resume()
        lost.save = lambda: None  # type: ignore[method-assign]
        lost.run(stop=after(5))
        assert again.run()
        assert_same(whole, again)
        for name, member in whole.members.items():
            path = folder / "members" / name / "metrics.jsonl"
            lines = [json.loads(line) for line in path.read_text().splitlines()]
            assert [line["update"] for line in lines] == list(range(1, member.update + 1))
        files = {path.stem for path in (folder / "league" / "policies").iterdir()}
        assert files == {one.content for one in again.pool.policies}


def test_shares_of_updates(tmp_path: Path) -> None:
    run = league(tmp_path)
    assert run.run()
    made = run.made
    assert abs(made["main"] - 2 * made["hunter"]) <= 2 * run.league.turn
    assert abs(made["hunter"] - made["sweeper"]) <= run.league.turn
    assert run.main.update > made["main"]  # the warm start is its own


def test_pieces_of_work_are_the_league_of_one_process(tmp_path: Path) -> None:
    changes: dict[str, Any] = {"actors": 2, "decisions": 2400}
    here = league(tmp_path / "here", **changes)
    there = league(tmp_path / "there", workers=Here(), **changes)
    assert here.run() and there.run()
    assert_same(here, there)


def test_another_league_is_refused(tmp_path: Path) -> None:
    warm(tmp_path)
    fewer = league(tmp_path, [*MEMBERS[:2], *MEMBERS[3:]])
    fewer.resume()  # nobody is missed
    with pytest.raises(CheckpointError, match="not of this league"):
        league(tmp_path, [*MEMBERS, {**MEMBERS[1], "name": "second"}]).resume()
    with pytest.raises(CheckpointError, match="does not fit"):
        folder = tmp_path / "plain"
        folder.mkdir()
        (tmp_path / "state.pt").rename(folder / "state.pt")
        Trainer(parse_config(TINY), RULES, folder, quiet()).resume()


# ---- the command


def command(*words: str) -> int:
    parser = argparse.ArgumentParser()
    train_command.add_arguments(parser)
    return train_command.run(parser.parse_args(words))


def config_file(folder: Path, **changes: Any) -> str:
    path = folder / "small.yaml"
    path.write_text(yaml.safe_dump(settings(**changes)))
    return str(path)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, folder = config_file(tmp_path, decisions=3000), tmp_path / "run"
    assert command(path, "--run-dir", str(folder), "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert report["finished"] and report["decisions"] >= 3000
    agent = make_agent(str(folder), RULES)
    assert agent.name == str(folder)
    own = [describe(find(one)) for one in (folder, folder / "members" / "main")]
    assert own[0].decisions == own[1].decisions and "league" in own[0].training
    assert make_agent(str(folder / "members" / "hunter"), RULES)
    written = json.loads(Path(report["league"]).read_text())
    for one in written["policies"]:
        assert (folder / one["file"]).exists()
    assert list((folder / "members" / "hunter" / "tensorboard").iterdir())
    assert command("--resume", str(folder), "--set", "decisions=4500") == 0
    shown = capsys.readouterr().out
    assert "v hunter" in shown and "sweeper" in shown
    with pytest.raises(UserError, match="league.turn: 2 there, 3 now"):
        command(path, "--run-dir", str(folder), "--set", "league.turn=3")


def test_a_run_does_not_become_a_league(tmp_path: Path) -> None:
    plain = tmp_path / "plain.yaml"
    plain.write_text(yaml.safe_dump(TINY | {"decisions": 1500}))
    folder = str(tmp_path / "run")
    assert command(str(plain), "--run-dir", folder, "--json") == 0
    with pytest.raises(UserError, match="league: None there"):
        command(config_file(tmp_path, decisions=1500), "--run-dir", folder)
