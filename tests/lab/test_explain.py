"""What a decision comes to: the tree, the counts, the pages, and the command from end to end."""

import contextlib
import io
import json
import math
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("sklearn")

from shugi._fast.rules.options import OPTIONS  # noqa: E402
from shugi.agents.plans.shares import PlanShares  # noqa: E402
from shugi.commands import explain as command  # noqa: E402
from shugi.commands.cli import main  # noqa: E402
from shugi.envs import load_position, load_rules  # noqa: E402
from shugi.envs.gains import prices_of  # noqa: E402
from shugi.envs.notation.reading import NotationError  # noqa: E402
from shugi.training.decisions.classes import CLASSES, class_named, classes_of  # noqa: E402
from shugi.training.decisions.countable import COUNTS, Count, count_all, counts_of  # noqa: E402
from shugi.training.decisions.strata import STRATA  # noqa: E402
from shugi.training.judge.estimate import Estimate  # noqa: E402
from shugi.training.lab.collect import Exposure  # noqa: E402
from shugi.training.lab.explain import (  # noqa: E402
    ALWAYS,
    NEVER,
    TREE,
    AgentAnswers,
    Explained,
    Share,
    explain,
)
from shugi.training.lab.judged_class import judge  # noqa: E402
from shugi.training.lab.lessons import LESSONS, house_rules  # noqa: E402
from shugi.training.lab.maps import LEAST, edges, maps_of, steps  # noqa: E402
from shugi.training.lab.probe import Probe, read_probes  # noqa: E402
from shugi.training.lab.strategy_page import facts_of, tree_lines  # noqa: E402
from shugi.training.lab.study import ClassStudy  # noqa: E402
from shugi.training.lab.tree import LEAVES, TreeNode, fit, merge_equal  # noqa: E402
from shugi.training.lab.valued_probes import ClassValues  # noqa: E402
from tests.support.bot_games import midway  # noqa: E402
from tests.support.folders import contents  # noqa: E402
from tests.support.rule_sets import MAHJONG_SETS  # noqa: E402
from tests.support.shell import Shell  # noqa: E402

BINGO = load_rules("super_bingo")
Numbers = dict[str, NDArray[np.float64]]


# ------------------------------------------------------------------------------------- the tree


def drawn(rng: np.random.Generator, positions: int) -> Numbers:
    return {
        "wait": rng.integers(0, 12, positions) * 1.0,
        "threats": rng.integers(0, 3, positions) * 1.0,
        "turn": rng.integers(0, 18, positions) * 1.0,
        "dealer": rng.integers(0, 2, positions) * 1.0,
    }


def known(numbers: Numbers) -> NDArray[np.bool_]:
    return (numbers["wait"] >= 5) & (numbers["threats"] < 1) | (numbers["wait"] >= 9)


def questions(node: TreeNode) -> set[tuple[str, float]]:
    branches = node.branches()
    if branches is None:
        return set()
    return {(node.name, node.cut)} | questions(branches[0]) | questions(branches[1])


@pytest.mark.parametrize("noise", [0.0, 0.05])
def test_a_tree_finds_the_rule(noise: float) -> None:
    rng = np.random.default_rng(1)
    numbers, others = drawn(rng, 1500), drawn(rng, 1500)
    acts = known(numbers) ^ (rng.random(1500) < noise)
    tree = fit(numbers, acts)
    assert questions(tree) == {("wait", 4.5), ("wait", 8.5), ("threats", 0.5)}
    assert len(list(tree.leaves())) == 4
    assert (tree.act(others) == known(others)).all()


def test_a_tree_has_eight_leaves_at_most() -> None:
    rng = np.random.default_rng(2)
    numbers = drawn(rng, 3000)
    stripes = (numbers["turn"] // 2 + numbers["wait"] // 3) % 2 == 0
    tree = fit(numbers, stripes)
    assert 2 <= len(list(tree.leaves())) <= LEAVES
    assert len(list(fit(numbers, stripes, leaves=3).leaves())) <= 3


def test_a_tree_of_chance_is_a_leaf() -> None:
    rng = np.random.default_rng(3)
    numbers = drawn(rng, 800)
    assert fit(numbers, rng.random(800) < 0.7) == TreeNode(True)
    assert fit(numbers, np.ones(800, np.bool_)) == TreeNode(True)
    assert fit(numbers, np.zeros(800, np.bool_)) == TreeNode(False)
    assert fit({"turn": np.ones(30)}, np.arange(30) < 10) == TreeNode(False)


def test_questions_whose_answers_agree_are_not_asked() -> None:
    yes, no = TreeNode(True), TreeNode(False)
    useless = TreeNode(True, "turn", 3.5, yes, yes)
    assert merge_equal(TreeNode(True, "wait", 4.5, no, useless)) == TreeNode(
        True, "wait", 4.5, no, yes
    )
    assert merge_equal(TreeNode(True, "wait", 4.5, useless, yes)) == yes


# ------------------------------------------------------------------------------------ the counts


def test_counts_of_a_known_position() -> None:
    batch = load_position("""
        rules sanma_base
        turn own 0
        score 20000 45000 40000
        seat0 hand=123456789p11s99s+5z river=1z2z
        seat1 hand=1377799p1133s22z river=3z6z6z
        seat2 hand=234678s22p44456s river=3z*4z riichi=closed
        dora 3s""")
    found = {name: value[0] for name, value in count_all(batch, "riichi").items()}
    assert found["wait"] == 4 and found["kinds"] == 2 and found["steps"] == 0
    assert (found["turn"], found["threats"], found["behind"]) == (2, 1, 25)
    assert found["dealer"] == 1 and found["dealer_declared"] == 0 and found["pairs"] == 2
    assert found["safe"] == 0  # seat 2 discarded 3z and 4z
    # ittsu of the dealer, 40 fu: 3,900, and 7,700 after riichi
    assert (found["quiet_pays"], found["riichi_pays"]) == (4, 8)


def test_words_of_a_count() -> None:
    counts = {one.name: one for one in COUNTS}
    assert counts["turn"].words(True, 5.5) == "you have discarded 5 tiles or fewer"
    assert counts["turn"].words(False, 5.5) == "you have discarded 6 tiles or more"
    assert counts["turn"].words(True, 1.5) == "you have discarded 1 tile or fewer"
    assert counts["threats"].words(True, 0.5) == "nobody else has declared"
    assert counts["threats"].words(False, 0.5) == "somebody else has declared"
    behind = counts["behind"]
    assert behind.words(True, -7.5) == "you are 8 thousand points ahead, or more"
    assert behind.words(False, -7.5) == "you are at most 7 thousand points ahead, or behind"
    assert behind.words(False, -0.5) == "you are at most 0 thousand points ahead, or behind"
    assert behind.words(False, 2.5) == "you are 3 thousand points behind, or more"
    assert counts["dealer"].words(False, 0.5) == "you deal"


@pytest.mark.parametrize("name", MAHJONG_SETS)
def test_everything_can_be_counted(name: str) -> None:
    rules = load_rules(name)
    batch = midway(rules, 24, 60, seed=5)
    before = [batch.save(i) for i in range(batch.n)]
    for one in classes_of(rules):
        found = count_all(batch, one.name)
        assert list(found) == list(counts_of(rules, one.name)) and set(STRATA) - set(found) <= {
            "threats",  # where nobody declares
            "value",  # where there is neither dora nor wildcard
        }
        for numbers in found.values():
            assert numbers.shape == (batch.n,) and np.isfinite(numbers).all()
            assert (numbers == np.rint(numbers)).all()
    assert [batch.save(i) for i in range(batch.n)] == before


def test_draws_that_widen_the_wait() -> None:
    """The same by writing each hand down."""
    text = """
        rules sanma_base
        turn own 0
        seat0 hand={} river=1z2z
        seat1 hand=1377799p1133s22z river=3z6z6z
        seat2 hand=556677788s445z1p river=3z4z
        dora 3s"""
    own = "234567p24s99s111z"
    now = count_all(load_position(text.format(f"{own}+5z")), "riichi")
    kinds = [
        f"{n}{suit}" for suit, most in (("p", 9), ("s", 9), ("z", 7)) for n in range(1, most + 1)
    ]
    wanted = 0
    for kind in [*kinds, "1m", "9m"]:
        out = 4 - seen_of(text.format(f"{own}+5z"), kind)
        try:
            other = load_position(text.format(f"{own}+{kind}"))
        except NotationError:
            assert out < 4  # the others hold what is left
            continue
        if count_all(other, "riichi")["wait"][0] >= now["wait"][0] + 2:
            wanted += out
    assert now["wait"][0] == 3  # 3s, of which one is turned
    assert 0 < wanted == now["widening"][0]


def seen_of(position: str, kind: str) -> int:
    """How many of a kind seat 0 sees: the own hand, rivers, and the indicator."""
    shown = re.findall(r"seat0 hand=(\S+)|river=(\S+)|dora (\S+)", position)
    tiles = ""
    for text in (one for found in shown for one in found if one):
        for digits, suit in re.findall(r"(\d+)([mpsz])", text):
            tiles += "".join(f"{digit}{suit} " for digit in digits)
    return tiles.count(kind)


# ---------------------------------------------------------------------------------------- the maps


def test_steps_are_whole_and_hold_everything() -> None:
    rng = np.random.default_rng(4)
    for numbers in (rng.integers(-40, 60, 500) * 1.0, rng.integers(0, 3, 50) * 1.0, np.ones(5)):
        cuts = edges(numbers)
        assert (np.diff(cuts) > 0).all() and len(cuts) <= 5
        assert cuts[0] <= numbers.min() and cuts[-1] == numbers.max() + 1
    turn = next(one for one in COUNTS if one.name == "turn")
    assert steps(turn, [0, 3, 4, 12]) == ["0 to 2", "3", "4 to 11"]
    assert steps(Count("x", "x", "no", "yes"), [0, 1, 2]) == ["no", "yes"]


def test_cells_hold_what_lies_in_them() -> None:
    rng = np.random.default_rng(5)
    numbers = drawn(rng, 400) | {"value": rng.integers(0, 4, 400) * 1.0}
    numbers["left"] = 60 - 3 * numbers["turn"]
    worth, does = numbers["wait"] - 6 + rng.normal(0, 1, 400), numbers["wait"] > 6
    first, second = maps_of("riichi", numbers, worth, does)
    assert (first.rows, first.columns, second.rows) == ("wait", "turn", "value")
    assert [panel.title for panel in first.panels][0] == "nobody has declared"
    assert sum(panel.positions for panel in first.panels) == 400
    for panel, threats in zip(first.panels, range(3), strict=True):
        for cell in panel.cells:
            low, high = first.row_cuts[cell.row : cell.row + 2]
            left, right = first.column_cuts[cell.column : cell.column + 2]
            inside = (numbers["wait"] >= low) & (numbers["wait"] < high)
            inside &= (numbers["turn"] >= left) & (numbers["turn"] < right)
            inside &= numbers["threats"] == threats
            assert inside.sum() == cell.positions >= LEAST
            assert cell.worth.mean == pytest.approx(worth[inside].mean())
            assert cell.acts == pytest.approx(does[inside].mean())
    assert not maps_of("riichi", {"wait": np.ones(400)}, worth, does)


# ----------------------------------------------------------------------------------- made-up values


def made_up(
    rng: np.random.Generator, positions: int, gain: float, wrong: float = 0.0
) -> tuple[ClassStudy, Numbers]:
    """Acting gains so much where the known rule acts, and loses it elsewhere. "agent" does what is
    right, but for a share of the positions; the baseline always acts."""
    numbers = drawn(rng, positions)
    right = known(numbers)
    truth = np.where(right, gain, -gain)[:, None] * np.array([1.0, 0.0, 0.0]) - [0, 0, 20.0]
    noise = rng.normal(0, 10, (positions, 1, 64)) + rng.normal(0, 3, (positions, 3, 64))
    values = list((truth[:, :, None] + noise).astype(np.float32))
    act = [np.array([True, False, False])] * positions
    does = right ^ (rng.random(positions) < wrong)
    shares = [np.eye(3, dtype=np.float32)[0 if one else 1] for one in does]
    always = [np.eye(3, dtype=np.float32)[0]] * positions
    strata = dict.fromkeys(STRATA, 0.0)
    probes = [Probe("riichi", "", key, "agent", 0, strata) for key in range(positions)]
    played = {"baseline": PlanShares(always, always), "agent": PlanShares(shares, shares)}
    plans = [[(0,), (1,), (2,)]] * positions
    exposure = {"agent": Exposure(500, 1000, 400)}
    every = {name: np.zeros(positions) for name in STRATA}
    own = ClassValues("riichi", "chips", values, act, every, ["agent"] * positions, plans)
    return ClassStudy(class_named("riichi"), probes, exposure, own, played), numbers


def explained(study: ClassStudy, numbers: Numbers, rng: np.random.Generator) -> Explained:
    others = drawn(rng, 1500)
    asked = AgentAnswers(others, known(others) * 1.0)
    found = explain(
        judge(study, "baseline", prices_of(BINGO), {}), numbers, asked, "agent", "baseline"
    )
    assert found is not None
    return found


def test_what_is_explained_is_what_is_true() -> None:
    rng = np.random.default_rng(6)
    study, numbers = made_up(rng, 600, gain=5.0)
    one = explained(study, numbers, rng)
    right = known(numbers)
    assert one.agreement == Share(600, 600) and one.fitted == 1500
    assert one.acts == pytest.approx(right.mean())
    for cost in (one.missed, one.rash):
        assert cost.low < 5.0 < cost.high and cost.half < 0.3
    assert one.worth.low < np.where(right, 5, -5).mean() < one.worth.high
    assert one.better.mean == pytest.approx(right.mean(), abs=0.02)
    assert one.worse.mean == pytest.approx((~right).mean(), abs=0.02)
    sides = {name: cost.side for name, cost in one.costs.items()}
    assert abs(sides[TREE].mean) < 0.1 and abs(sides["agent"].mean) < 0.1
    assert (
        sides[ALWAYS].mean == sides["baseline"].mean == pytest.approx(5 * (~right).mean(), abs=0.3)
    )
    assert sides[NEVER].mean == pytest.approx(5 * right.mean(), abs=0.3)
    assert one.per_1000_hands == pytest.approx(one.cost.mean * 500)
    assert sum(leaf.positions for leaf in one.leaves) == 600
    assert sum(leaf.agreed for leaf in one.leaves) == one.agreement.count
    for leaf in one.leaves:
        assert leaf.worth.low < (5 if leaf.acts else -5) < leaf.worth.high
    json.dumps(one.as_json(), allow_nan=False)


def test_an_agent_that_errs_agrees_less_and_pays() -> None:
    rng = np.random.default_rng(7)
    study, numbers = made_up(rng, 600, gain=5.0, wrong=0.2)
    one = explained(study, numbers, rng)
    low, high = one.agreement.interval
    assert low < 0.8 < high and 0.74 < low < high < 0.85
    assert one.agent_right.mean < 0.85 < one.tree_right.mean
    assert one.costs["agent"].side.low < 1.0 < one.costs["agent"].side.high


def test_where_nothing_is_at_stake_no_mistake_costs() -> None:
    rng = np.random.default_rng(8)
    study, numbers = made_up(rng, 600, gain=0.0)
    one = explained(study, numbers, rng)
    for cost in (one.missed, one.rash, one.worth):
        assert cost.low < 0 < cost.high and cost.half < 0.2
    assert one.better.mean < 0.06 and one.worse.mean < 0.06


def test_too_few_positions_are_not_explained() -> None:
    rng = np.random.default_rng(9)
    study, numbers = made_up(rng, 19, gain=1.0)
    judged = judge(study, "baseline", prices_of(BINGO), {})
    asked = AgentAnswers(drawn(rng, 50), np.ones(50))
    assert explain(judged, numbers, asked, "agent", "baseline") is None


def test_the_rule_in_words() -> None:
    rng = np.random.default_rng(10)
    study, numbers = made_up(rng, 600, gain=5.0)
    lesson = LESSONS["riichi"]
    lines = list(tree_lines(explained(study, numbers, rng), lesson, counts_of(BINGO, "riichi")))
    assert sum("**declare**" in line for line in lines) == 2
    assert sum("**stay silent**" in line for line in lines) == 2
    assert any(line.startswith("  * ") for line in lines)
    assert not any("play-outs say otherwise" in line for line in lines)
    wrong, numbers = made_up(rng, 600, gain=-5.0)
    lines = list(tree_lines(explained(wrong, numbers, rng), lesson, counts_of(BINGO, "riichi")))
    assert sum("play-outs say otherwise" in line for line in lines) == 4


def test_no_row_for_a_mistake_that_nobody_can_make() -> None:
    rng = np.random.default_rng(11)
    one = explained(*made_up(rng, 600, gain=5.0), rng)
    rows = dict(facts_of(one, LESSONS["riichi"]))
    assert rows["to declare where it is not costs"].endswith("chips")
    rows = dict(facts_of(replace(one, rash=Estimate(*[math.nan] * 4)), LESSONS["riichi"]))
    assert "to declare where it is not costs" not in rows
    assert rows["not to declare where it is better costs"].endswith("chips")


# --------------------------------------------------------------------------------------- the words


def test_every_class_has_a_lesson() -> None:
    assert [one.name for one in CLASSES if one.name not in LESSONS] == []
    assert {name for one in LESSONS.values() for name in one.options} <= set(OPTIONS)


def test_house_rules_that_are_on() -> None:
    found = {rule.name: rule for rule in house_rules(BINGO, "open_riichi")}
    assert found["open_riichi_deal_in"].value == "yakuman" and found["open_riichi_deal_in"].changed
    assert not found["open_riichi_extra_han"].changed
    assert "open_riichi_furiten_han" not in found  # null, as usual
    assert not any(rule.name == "tulip" for rule in house_rules(load_rules("sanma_base"), "riichi"))


def test_whose_play_is_explained() -> None:
    assert command.usual_agent(BINGO) == "checkpoint:super_bingo"
    assert command.usual_agent(load_rules("super_bingo", honba_ron=1000)) == "baseline"
    assert command.usual_agent(load_rules("super_bingo_yunyun")) == "checkpoint:super_bingo_addons"
    assert command.usual_agent(load_rules("sanma_base")) == "checkpoint:sanma_base"
    assert command.usual_agent(load_rules("hangzhou+online")) == "checkpoint:generalist"
    assert command.usual_agent(load_rules("riichi_mjsoul")) == "checkpoint:riichi_tenhou"


# ------------------------------------------------------------------------------------- end to end

SMALL = ["explain", "super_bingo", "baseline", "--classes", "riichi,kong", "--probes", "72"]
SMALL += ["--fit", "120", "--deals", "8", "--rounds", "0"]


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """The folder of a run with its study and its page, and what it answered."""
    pytest.importorskip("matplotlib")
    folder = tmp_path_factory.mktemp("explain")
    return folder, answer(folder / "study", folder / "pages")


def answer(study: Path, pages: Path, status: int = 0, more: tuple[str, ...] = ()) -> dict[str, Any]:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        words = [*SMALL, "--folder", str(study), "--out", str(pages), "--json", *more]
        assert main(words) == status
    return json.loads(out.getvalue()) if out.getvalue() else {}


def test_the_answer(done: tuple[Path, dict[str, Any]]) -> None:
    told = done[1]
    assert (told["rules"], told["agent"], told["unit"]) == ("super_bingo", "baseline", "chips")
    assert [one["class"] for one in told["classes"]] == ["riichi", "kong"]
    for one in told["classes"]:
        assert one["positions"] == one["tested"] == 72 and one["fitted"] == 120
        assert one["decisions_per_1000_hands"] >= one["hands_per_1000"] > 0
        assert 0 <= one["agreement"]["ci95"][0] <= one["agreement"]["mean"] <= 1
        assert set(one["costs"]) == {TREE, "baseline", ALWAYS, NEVER}
        assert one["house_rules"]
    assert told["classes"][0]["maps"]
    assert told["classes"][0]["agreement"]["mean"] > 0.7


def test_the_page(done: tuple[Path, dict[str, Any]]) -> None:
    folder = done[0] / "pages"
    text = (folder / "super_bingo.md").read_text("utf-8")
    assert "nan" not in text.lower().split() and "{" not in text
    assert re.findall(r"^## (.*)", text, re.M) == ["Riichi", "Kans", "How this was made"]
    assert "shugi explain super_bingo baseline --classes riichi,kong" in text
    assert re.search(r"^20\d\d-\d\d-\d\d, seed 1", text, re.M)
    shown = re.findall(r"\]\((pictures/\w+\.svg)\)", text)
    assert len(shown) == len(list((folder / "pictures").iterdir())) >= 2
    for path in shown:
        root = ElementTree.parse(folder / path).getroot()
        titles = [one.text or "" for one in root.iter("{http://www.w3.org/2000/svg}title")]
        assert titles and all("positions; the agent does so in" in title for title in titles)
    docs = Path(__file__).parents[2] / "docs" / "strategy"
    links = re.findall(r"\]\((\.\./[^)#]+)", text)
    assert links and all((docs / link).exists() for link in links)


def test_it_was_fitted_to_other_hands(done: tuple[Path, dict[str, Any]]) -> None:
    hands = []
    for part in ("probes", "fitted/probes"):
        found, _ = read_probes(done[0] / "study" / part / "00.jsonl")
        own = {}
        for one in CLASSES:
            walls = [wall_of(p.position) for p in found if p.name == one.name]
            assert len(walls) == len(set(walls))  # at most one of a hand
            own[one.name] = set(walls)
        hands.append(own)
    tested, fitted = hands
    assert len(tested["riichi"]) == 72 and len(fitted["riichi"]) == 120
    every = [set().union(*own.values()) for own in hands]
    assert not every[0] & every[1]


def wall_of(position: str) -> str:
    found = re.search(r"\| wall (\S+)", position)
    assert found
    return found[1]


def test_the_same_again_without_work(
    done: tuple[Path, dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("valued again")

    monkeypatch.setattr("shugi.training.lab.jobs.value_plans", never)
    monkeypatch.setattr("shugi.training.lab.jobs.plan_shares", never)
    before = contents(done[0] / "study")
    assert answer(done[0] / "study", tmp_path) == done[1]
    assert contents(done[0] / "study") == before
    assert contents(tmp_path) == contents(done[0] / "pages")  # pictures to the last byte


def test_it_goes_on_where_it_stopped(
    done: tuple[Path, dict[str, Any]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study, pages = tmp_path / "study", tmp_path / "pages"
    answer(study, pages, status=130, more=("--minutes", "0.0001"))
    assert "the same command goes on" in capsys.readouterr().err
    assert not list(pages.iterdir())
    shutil.copytree(done[0] / "study" / "probes", study / "probes", dirs_exist_ok=True)
    told = answer(study, pages)
    assert told | {"folder": ""} == done[1] | {"folder": ""}
    assert contents(pages) == contents(done[0] / "pages")


def test_tables_for_people(done: tuple[Path, dict[str, Any]], shell: Shell) -> None:
    text = shell.says(*SMALL, "--folder", done[0] / "study")
    for words in ("Riichi", "when to declare:", "Kans", "agrees with the agent in", "the tree"):
        assert words in text
    assert "nan" not in text and "**" not in text


def test_a_class_that_never_comes_up(tmp_path: Path, shell: Shell) -> None:
    words = ["explain", "quanzhou", "baseline", "--classes", "float", "--probes", "2", "--fit", "2"]
    words += ["--hands", "600", "--deals", "4", "--rounds", "0", "--folder", str(tmp_path / "s")]
    assert "too few to say more" in shell.says(*words, "--out", tmp_path / "pages")
    assert "too few to say more" in (tmp_path / "pages" / "quanzhou.md").read_text("utf-8")


@pytest.mark.parametrize(
    "words, message",
    [
        (
            ["super_bingo", "--classes", "float"],
            "'super_bingo' has no float decisions; it has riichi",
        ),
        (["super_bingo", "--classes", "riici"], "no decision class 'riici'"),
        (["piquet"], "'piquet' has no decision classes"),
        (["super_bingo", "checkpoint:super_bing"], "no checkpoint is called 'super_bing'"),
        (["super_bingo", "runs/nothing"], "runs/nothing"),
        (["super_bingo", "--sources", "nobody"], "nobody"),
        (["super_bingo", "--deals", "3"], "--deals must be at least 4, not 3"),
        (["super_bingo", "--fit", "0"], "--fit must be at least 1, not 0"),
        (["super_bingo", "--minutes", "0"], "--minutes must be more than 0, not 0"),
        (["super_bingo", "--minutes", "nan"], "--minutes must be more than 0, not nan"),
        (["super_bingo", "baseline", "--out", "file/pages"], "--out file/pages: Not a directory"),
        (["super_bingo", "baseline", "--folder", "full"], "not the folder of a study"),
    ],
)
def test_what_cannot_be(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("")
    status, out, said = shell.run("explain", *words)
    assert status == 2 and message in said and not out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "full"]


def test_a_folder_of_another_study(done: tuple[Path, dict[str, Any]], tmp_path: Path) -> None:
    words = [*SMALL, "--folder", str(done[0] / "study")]
    assert main([*words, "--deals", "16"]) == 2
    shutil.copytree(done[0] / "study", tmp_path / "copy")
    damaged = next((tmp_path / "copy" / "values" / "riichi").iterdir())
    damaged.write_bytes(damaged.read_bytes()[:100])
    assert main([*SMALL, "--folder", str(tmp_path / "copy")]) == 2
