"""Positions that differ by one thing: only that thing differs, and who follows it is told."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi.agents import Baseline, make_agent
from shugi.envs.rulesets.rules import load_rules
from shugi.training.decisions.classes import LabError, chosen_classes
from shugi.training.decisions.strata import seen_by
from shugi.training.lab.changes import (
    FACTS,
    KIND,
    ROUNDS_LATER,
    Fact,
    ProbePosition,
    changed_probes,
    under_rules,
)
from shugi.training.lab.collect import ProbeCollector
from shugi.training.lab.probe import Probe, load_probes
from shugi.training.lab.settings import Settings
from shugi.training.lab.study import Study
from shugi.training.lab.whatif import (
    Pairs,
    following,
    join_pairs,
    judge_study,
    of_fact,
    of_option,
    pairs_of,
)
from tests.support.shell import Shell

RULES = ("super_bingo", "riichi_tenhou", "kawuxing", "hangzhou")
DECISION = {"kawuxing": "disclose", "hangzhou": "go_on"}


@cache
def probes_of(name: str) -> list[Probe]:
    rules = load_rules(name)
    classes = chosen_classes(rules, [DECISION.get(name, "riichi")])
    return ProbeCollector(rules, classes, Baseline(), "baseline", [1]).collect(24, 20_000)


def fact(name: str) -> Fact:
    return next(one for one in FACTS if one.name == name)


def both(rules_name: str, fact_name: str) -> list[tuple[Batch, Batch]]:
    """The positions before and after, one game each."""
    rules, probes = load_rules(rules_name), probes_of(rules_name)
    changed = {one.key: one for one in changed_probes(rules, probes, fact(fact_name))}
    pairs = [(one, changed[one.key]) for one in probes if one.key in changed]
    return [(load_probes(rules, [before]), load_probes(rules, [after])) for before, after in pairs]


def seen(batch: Batch, name: str) -> float:
    return float(seen_by(batch, np.zeros(1, np.int64), batch.seat)[name][0, 0])


def tiles(batch: Batch) -> list[int]:
    return sorted(batch.state(0)["wall"])


# ---- the facts


@pytest.mark.parametrize("name", [one.name for one in FACTS])
@pytest.mark.parametrize("rules", RULES)
def test_the_own_hand_and_the_deck_stay(rules: str, name: str) -> None:
    for before, after in both(rules, name):
        one, other, seat = before.state(0), after.state(0), int(before.seat[0])
        assert seat == after.seat[0] and tiles(before) == tiles(after)
        assert one != other
        for key in ("hand", "melds", "riichi"):
            assert one["seats"][seat][key] == other["seats"][seat][key]
        assert before.legal_actions(0) == after.legal_actions(0)


@pytest.mark.parametrize("rules", RULES)
def test_a_tile_of_the_wait_becomes_seen(rules: str) -> None:
    pairs = both(rules, "seen_wait")
    assert len(pairs) >= 8
    for before, after in pairs:
        seat = int(before.seat[0])
        waits = ProbePosition(before, before.state(0), seat).waits
        rivers = [[own["river"] for own in one.state(0)["seats"]] for one in (before, after)]
        changed = [
            (KIND[old] in waits, KIND[new] in waits)
            for olds, news in zip(*rivers, strict=True)
            for old, new in zip(olds, news, strict=True)
            if old != new
        ]
        assert changed == [(False, True)]


def test_more_of_the_own_tiles_are_dora() -> None:
    pairs = both("riichi_tenhou", "more_dora")
    assert len(pairs) >= 12
    for before, after in pairs:
        assert seen(after, "known_han") > seen(before, "known_han")
        assert before.state(0)["dora"] != after.state(0)["dora"]
    assert both("kawuxing", "more_dora") == []


@pytest.mark.parametrize("rules", ["super_bingo", "riichi_tenhou", "kawuxing"])
def test_a_declaration_is_withdrawn_and_its_stick_given_back(rules: str) -> None:
    pairs = both(rules, "less_threat")
    assert pairs
    for before, after in pairs:
        one, other = before.state(0), after.state(0)
        declared = [sum(own["riichi"] != "none" for own in s["seats"]) for s in (one, other)]
        points = [
            sum(own["score"] for own in s["seats"])
            + s["sticks"] * load_rules(rules).options["riichi_cost"]
            for s in (one, other)
        ]
        assert declared[1] == declared[0] - 1 and points[0] == points[1]


@pytest.mark.parametrize("rules", RULES)
def test_later_there_are_fewer_live_tiles_and_longer_rivers(rules: str) -> None:
    pairs = both(rules, "later")
    assert len(pairs) >= 12
    for before, after in pairs:
        one, other = before.state(0), after.state(0)
        assert other["head"] - one["head"] == ROUNDS_LATER * before.seats
        assert other["tail"] == one["tail"]
        for early, late in zip(one["seats"], other["seats"], strict=True):
            assert len(late["river"]) - len(early["river"]) == ROUNDS_LATER
        assert seen(before, "furiten") == seen(after, "furiten")


def test_points_are_exchanged() -> None:
    pairs = both("riichi_tenhou", "other_place")
    assert pairs
    for before, after in pairs:
        one, other = before.scores(0), after.scores(0)
        assert sorted(one) == sorted(other) and one[before.seat[0]] != other[before.seat[0]]


def test_positions_are_carried_to_other_options() -> None:
    rules = load_rules("super_bingo")
    others = load_rules("super_bingo", open_riichi_extra_han=4)
    found = under_rules(rules, probes_of("super_bingo"), others)
    assert [one.key for one in found] == [one.key for one in probes_of("super_bingo")]
    before, after = load_probes(rules, probes_of("super_bingo")), load_probes(others, found)
    assert all(before.state(i) == after.state(i) for i in range(before.n))
    with pytest.raises(LabError, match="not of"):
        load_probes(rules, found)


# ---- who follows


def pairs(before: list[float], after: list[float], wish: list[list[float]]) -> Pairs:
    said = {"agent": np.array(wish, np.float64)}
    one = [np.array(values, np.float64) for values in (before, after, [1.0] * len(before))]
    return Pairs(*one, said, {"agent": np.round(said["agent"])})


def test_only_sure_moves_matter() -> None:
    #            turned, turned but unsure, doubled, moved by less than twice, halved, still
    own = pairs([-4, -1, 5, 20, 12, 3], [4, 1, 12, 26, 5, 3], [[0.0] * 6, [1.0] * 6])
    assert own.turned.tolist() == [True, False, False, False, False, False]
    assert own.doubled.tolist() == [False, False, True, False, True, False]


def test_who_moves_with_the_worth_follows() -> None:
    before, after = [-5, 5, 5, -5], [5, -5, 12, 5]
    wish = [[0.1, 0.9, 0.6, 0.7], [0.9, 0.1, 0.8, 0.7]]
    found = following(pairs(before, after, wish), "agent")
    assert found.pairs == 4 and found.with_it == 0.75  # the last one does not move at all
    assert found.right == pytest.approx(2 / 3)
    assert 0.2 < found.low < 0.75 < found.high < 1
    other = following(pairs(before, after, wish[::-1]), "agent")
    assert other.with_it == 0 and other.right == 0
    nothing = following(pairs([1], [1], [[0], [0]]), "agent")
    assert nothing.pairs == 0 and np.isnan(nothing.with_it)


def test_changes_add_up() -> None:
    one, other = pairs([-5], [5], [[0], [1]]), pairs([5, 5], [-5, 5], [[1, 1], [0, 1]])
    every = join_pairs([one, other])
    assert len(every) == 3 and every.turned.sum() == 2 and every.wish["agent"].shape == (2, 3)


# ---- studies


def study(folder: Path, **more: object) -> Study:
    settings = Settings(
        "super_bingo", ["open_riichi"], ["baseline"], probes=12, deals=16, rounds=0, **more
    )
    return Study(settings, load_rules("super_bingo"), {"baseline": Baseline()}, folder)


def test_dearer_open_riichi_is_worth_more(tmp_path: Path) -> None:
    base = study(tmp_path / "s")
    worth = []
    for value in (0, 12):
        own = of_option(base, "open_riichi_extra_han", value, make_agent)
        worth.append(judge_study(own, ["baseline"])["open_riichi"].valued.difference.mean())
    assert worth[1] > worth[0] + 5
    with pytest.raises(LabError, match="open_riichi_extra_han"):
        of_option(base, "open_riichi_extra_han", "many", make_agent)


def test_the_same_deals_before_and_after_and_again(tmp_path: Path) -> None:
    base = study(tmp_path / "s")
    before = judge_study(base, ["baseline"])["open_riichi"]
    changed = of_fact(base, fact("other_place"))
    after = judge_study(changed, ["baseline"])["open_riichi"]
    found = pairs_of(before, after)
    keys = {one.key for one in before.study.probes}
    assert 6 <= len(found) <= 12 and {one.key for one in after.study.probes} <= keys
    kept = sorted((tmp_path / "s").rglob("values/*/*.npz"))
    stamps = [path.stat().st_mtime_ns for path in kept]
    again = judge_study(of_fact(study(tmp_path / "s"), fact("other_place")), ["baseline"])
    assert np.array_equal(again["open_riichi"].valued.difference, after.valued.difference)
    assert [path.stat().st_mtime_ns for path in kept] == stamps


# ---- the command


SMALL = "--probes 6 --deals 8 --rounds 0 --hands 4000".split()


def test_command_tells_effects(tmp_path: Path, shell: Shell) -> None:
    words = ["whatif", "super_bingo", "--classes", "riichi", "--facts", "later,seen_wait"]
    words += [*SMALL, "--folder", str(tmp_path / "s")]
    found = shell.tells(*words)
    effects = found["classes"][0]["effects"]
    assert [one["change"] for one in effects] == ["seen_wait", "later", "all"]
    assert effects[2]["pairs"] == effects[0]["pairs"] + effects[1]["pairs"] > 6
    assert "what is changed" in shell.says(*words)


def test_command_tells_doses(tmp_path: Path, shell: Shell) -> None:
    pytest.importorskip("matplotlib")
    words = ["whatif", "super_bingo", "--classes", "open_riichi", *SMALL]
    words += ["--option", "open_riichi_extra_han", "--values", "1", "5"]
    words += ["--folder", str(tmp_path / "s"), "--picture", str(tmp_path / "curve.svg")]
    doses = shell.tells(*words)["classes"][0]["doses"]
    assert [one["value"] for one in doses] == [1, 5]
    assert "<svg" in (tmp_path / "curve.svg").read_text()
    assert "act is right" in shell.says(*words)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--facts", "weather"], "unknown fact 'weather'"),
        (["--option", "open_riichi_extra_han"], "go together"),
        (["--option", "openness", "--values", "1"], "no option"),
        (["--facts", "later", "--option", "honba_ron", "--values", "1"], "two kinds"),
        (["--classes", "float"], "float"),
        (["--deals", "1"], "--deals must be at least"),
        (["--agents", "nobody"], "nobody"),
        (["--picture", "x.svg"], "--picture needs"),
        (["--option", "open_riichi_extra_han", "--values", "x", *SMALL], "open_riichi_extra_han"),
    ],
)
def test_command_says_what_is_wrong(
    words: list[str], said: str, tmp_path: Path, shell: Shell
) -> None:
    assert said in shell.refuses("whatif", "super_bingo", "--folder", tmp_path / "s", *words)
