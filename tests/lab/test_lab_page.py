"""The page of a study: tables, plots, mistakes as positions, and the command that prints them."""

import re
import sys
from pathlib import Path

import numpy as np
import pytest

from shugi.commands.cli import main
from shugi.envs import format_position, load_position
from shugi.training.lab.page import mistakes
from shugi.training.lab.plots import plots_of
from shugi.training.lab.settings import Settings
from shugi.training.lab.study import Study
from tests.lab.test_measure import judged, made_up, playing
from tests.support.shell import Shell

POSITION = (
    "rules sanma_base | turn own 0 | seat0 hand=123456p789s1155s+9p | "
    "seat1 hand=1234567z123456p | seat2 hand=1234567z123456s"
)
COMMAND = ["decisions", "super_bingo", "--probes", "30", "--deals", "16", "--classes", "riichi"]
COMMAND += ["--agents", "baseline:silent", "--sources", "baseline"]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("matplotlib")
    folder = tmp_path_factory.mktemp("page")
    words = ["--folder", str(folder / "study"), "--report", str(folder / "report"), "--ban", "8"]
    assert main([*COMMAND, *words]) == 0
    return folder / "report" / "index.html"


def test_page_shows_the_study(page: Path) -> None:
    text = page.read_text("utf-8")
    assert text.count("<figure") >= 4 and text.count("<title>") > 4
    plain = re.sub(r"<[^>]+>", " ", re.sub(r'src="[^"]*"', "", text))
    for words in ("baseline:silent", "not learned", "always", "never", "chips"):
        assert words in plain
    assert "--classes riichi" in plain and "nan" not in plain.lower()


def test_mistakes_are_positions_that_show_prints(page: Path, shell: Shell) -> None:
    files = sorted((page.parent / "mistakes").glob("riichi-*.txt"))
    named = re.findall(r"shugi show mistakes/(\S+?\.txt)", page.read_text("utf-8"))
    assert files and sorted(named) == [file.name for file in files]
    for file in files:
        shown = shell.says("show", file)
        batch = load_position(file.read_text("utf-8"))
        assert "legal:" in shown and "riichi" in batch.layout.action_name(66)
        assert f"seat {batch.seat[0]} " in shown


def test_a_mistake_surely_loses(tmp_path: Path) -> None:
    from shugi.agents import Baseline
    from shugi.envs.gains import prices_of
    from shugi.envs.rulesets.rules import load_rules
    from shugi.training.lab.judged_class import judge

    rules = load_rules("super_bingo")
    settings = Settings("super_bingo", ["riichi"], ["baseline"], probes=16, deals=16)
    agents = {"baseline": Baseline(), "baseline:silent": Baseline("silent")}
    study = Study(settings, rules, agents, tmp_path / "s")
    one = judge(study.run(list(agents))[0], "baseline", prices_of(rules), {})
    found = mistakes(one, "baseline:silent", 3)
    assert 0 < len(found) <= 3
    order = [mistake.lost - mistake.error for mistake in found]
    assert order == sorted(order, reverse=True) and order[-1] > 0
    shares = one.study.played["baseline:silent"].chosen
    for mistake in found:
        assert shares[mistake.value.probe][mistake.plan] == 1.0
        assert mistake.value.means[mistake.plan] < mistake.value.means.max()


def test_plots_of_made_up_values() -> None:
    pytest.importorskip("matplotlib")
    from shugi.training.lab.valued_probes import ClassValues, value_probes

    rng = np.random.default_rng(1)
    plain = made_up(rng, 60, rng.normal(0, 2, (60, 3)))
    strata = {"turn": np.arange(60.0), "wait": np.arange(60) % 3.0, "same": np.ones(60)}
    source = ClassValues(plain.name, plain.unit, plain.values, plain.act, strata)
    one = playing("some", rng.integers(0, 3, 60))
    titles = [
        title
        for title, data in plots_of(
            value_probes(source), judged(source, one), {"some": one["some"].chosen}
        )
        if data.lstrip().startswith("<svg")
    ]
    assert [t for t in titles if t.startswith("By ")] == ["By turn", "By wait"]


def test_without_matplotlib_the_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    words = ["--folder", str(tmp_path / "study"), "--report", str(tmp_path / "report")]
    assert "pip install 'shugi[eval]'" in shell.refuses(*COMMAND, *words)
    assert not (tmp_path / "study").exists()  # it is said before there is work to lose


# ---- shugi show


def test_show_prints_a_text_a_file_and_what_is_piped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    path = tmp_path / "position.txt"
    path.write_text(f"# a comment\n{format_position(load_position(POSITION), 0)}\n")
    monkeypatch.setattr("sys.stdin", path.open())
    for given in (POSITION, str(path), "-"):
        shown = shell.says("show", given)
        assert "123456p1155789s + 9p" in shown and "riichi" in shown
    assert "789s" not in shell.says("show", path, "--seat", "1")


def test_show_picks_a_probe(page: Path, shell: Shell) -> None:
    probes = page.parent.parent / "study" / "probes" / "00.jsonl"
    assert "riichi" in shell.says("show", probes, "--probe", "2")
    assert "has probes 1 to 30" in shell.refuses("show", probes, "--probe", "99")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nofile.txt"], "nofile.txt: No such file"),
        (["rules nothing"], "nothing"),
        (["rules sanma_base | seat0 hand=99x"], "line 1"),
        ([POSITION, "--seat", "3"], "--seat must be 0 to 2"),
        ([POSITION, "--hand", "1"], "--hand: "),
        (["game.jsonl", "--probe", "1", "--check"], "takes no such option"),
    ],
)
def test_show_says_what_is_wrong(words: list[str], said: str, shell: Shell) -> None:
    assert said in shell.refuses("show", *words)
