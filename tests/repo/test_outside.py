"""The yardstick's matches (``benchmarks/outside.py``), and majiang-ai as an mjai bot."""

import importlib
import json
import shutil
from collections import Counter
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi.agents import Baseline, Random, make_agent
from shugi.envs import load_rules, mjai
from shugi.envs.observation import Observation
from shugi.envs.records.record import Recorder
from shugi.training.judge.match import Match

ROOT = Path(__file__).resolve().parents[2]
ADAPTER = ROOT / "benchmarks" / "bots" / "majiang.js"
INSTALLED = ROOT / "build" / "outside" / "node_modules" / "@kobalab"
EAGER = ROOT / "tests" / "support" / "eager_majiang.js"
NODE = shutil.which("node")


@pytest.fixture
def outside(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    return importlib.import_module("outside")


def words(folder: Path, rules: str, sets: int, *more: str) -> list[str]:
    agents = ["--agents", "baseline", "random"]
    return [rules, *agents, "--sets", str(sets), "--run-dir", str(folder), "--threads", "1", *more]


@pytest.mark.parametrize("rules", ["riichi_tenhou", "sanma_tenhou"])
def test_both_ways(
    outside: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str], rules: str
) -> None:
    assert outside.main(words(tmp_path, rules, 2, "--json")) == 0
    told = json.loads(capsys.readouterr().out)
    seats = load_rules(rules).seats
    assert [list(match["agents"]) for match in told["matches"]] == [
        ["baseline", "random"],
        ["random", "baseline"],
    ]
    for match in told["matches"]:
        assert match["sets"] == 2 and match["games"] == 2 * seats
        alone, others = match["agents"].values()
        for name in ("points/1000 a game", "ranking points a game"):
            total = alone[name]["mean"] + (seats - 1) * others[name]["mean"]
            assert total == pytest.approx(0, abs=1e-9)
            assert alone[name]["ci95"][0] <= alone[name]["mean"] <= alone[name]["ci95"][1]
        shares = [alone[name]["mean"] for name in alone if name.endswith("100 games")]
        assert len(shares) == seats and sum(shares) == pytest.approx(100)
    strong, weak = (match["agents"]["baseline"] for match in told["matches"])
    assert strong["ranking points a game"]["mean"] == 90 and strong["riichi"] > 10
    assert strong["mean place"]["mean"] == 1 and weak["mean place"]["mean"] < seats / 2 + 0.5
    assert not tmp_path.exists()  # over, so nothing is kept


@pytest.mark.parametrize("rules", ["riichi_tenhou", "riichi_mjsoul", "sanma_tenhou"])
def test_points_and_places_are_those_of_the_games(outside: ModuleType, rules: str) -> None:
    match = Match(load_rules(rules), {"a": Baseline(), "b": Random()}, 3)
    match.play(3)
    record, batch = match.record(), match.batch
    assert batch is not None
    shape = record.result.shape
    gained = (batch.final_score.reshape(shape) - record.rules.fields()["start_points"]) / 1000
    assert np.allclose(outside.plain_points(record).result, gained)
    places = outside.by_places(record, range(shape[2])).result
    assert (places == batch.final_rank.reshape(shape)).all()


def test_a_stopped_pair_goes_on(
    outside: ModuleType,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert outside.main(words(tmp_path, "sanma_tenhou", 2)) == 0
    whole, real, left = capsys.readouterr().out, Match.play_piece, [1]

    def once(match: Match, piece: object) -> object:
        if not left:
            raise KeyboardInterrupt
        left.pop()
        return real(match, piece)  # type: ignore[arg-type]

    monkeypatch.setattr(Match, "play_piece", once)
    assert outside.main(words(tmp_path, "sanma_tenhou", 2)) == 130
    assert len([*tmp_path.iterdir()]) == 1  # the first match
    left += [1]  # is not played again
    assert outside.main(words(tmp_path, "sanma_tenhou", 2)) == 0
    assert capsys.readouterr().out == whole


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["riichi_tenhou", "--agents", "baseline", "baseline"], "two different --agents"),
        (["super_bingo", "--agents", "baseline", "random"], "no ranking points"),
        (["riichi_parlour", "--agents", "baseline", "random"], "no ranking points"),
        (["hangzhou", "--agents", "baseline", "random"], "no ranking points"),
        (["riichi_tenhou", "--agents", "baseline", "random", "--sets", "0"], "more than 0"),
        (["riichi_tenhou", "--agents", "baseline", "nobody"], "nobody"),
    ],
)
def test_no_such_match(
    outside: ModuleType, capsys: pytest.CaptureFixture[str], given: list[str], said: str
) -> None:
    assert outside.main(given) == 2
    assert said in capsys.readouterr().err


# ---- majiang-ai


def play(spec: str, seeds: range, seats: tuple[int, ...]) -> Counter[str]:
    """Whole games. Returns: what the bot did and what was done to it; wins that it passed."""
    bot, rng, counts = make_agent(spec, programs=True), np.random.default_rng(0), Counter[str]()
    batch, chosen = Batch(load_rules("riichi_tenhou"), 1, auto_reset=False), np.zeros(1, np.uint8)
    for seed in seeds:
        batch.reset(np.array([seed], np.uint64))
        recorder = Recorder(batch, 0, list("abcd"))
        while (seat := int(batch.seat[0])) >= 0:
            if seat in seats:
                chosen = bot.act(Observation(batch), rng)
                legal = {batch.layout.action_name(a) for a in batch.legal_actions(0)}
                did = batch.layout.action_name(int(chosen[0]))
                counts["passed"] += bool(legal & {"ron", "tsumo"}) and did not in ("ron", "tsumo")
            else:
                batch.baseline(chosen)
            recorder.add(int(chosen[0]))
            batch.step_one(0, int(chosen[0]))
        for event in map(json.loads, mjai.dumps(recorder.record).splitlines()):
            if "actor" in event:
                mine = "own" if event["actor"] in seats else "other"
                tiles = [event.get("pai", ""), *event.get("consumed", [])]
                red = " red" if any(tile.endswith("r") for tile in tiles) else ""
                counts[f"{mine} {event['type']}"] += 1
                counts[f"{mine} {event['type']}{red}"] += bool(red)
    return counts


def spec_of(folder: Path) -> str:
    if NODE is None or not (INSTALLED / "majiang-ai").is_dir():
        pytest.skip("node, or majiang-ai in build/outside, is not there: docs/yardstick.md")
    return f"mjai[failures=0,seconds=120]:'{NODE}' '{ADAPTER}' '{folder}'"


def test_the_adapter_tells_it_all(tmp_path: Path) -> None:
    """A player that takes whatever majiang's own rules allow: nothing of it is illegal here."""
    there = tmp_path / "node_modules" / "@kobalab"
    spec = spec_of(tmp_path)
    (there / "majiang-ai").mkdir(parents=True)
    (there / "majiang-core").symlink_to(INSTALLED / "majiang-core")
    shutil.copy(EAGER, there / "majiang-ai" / "index.js")
    counts = play(spec, range(1, 9), (0, 1, 2))
    both = ("chi", "pon", "kakan", "reach", "hora", "dahai red")
    wanted = [f"{who} {word}" for who in ("own", "other") for word in both]
    wanted += ["own ankan", "own daiminkan", "own chi red", "own pon red", "own kakan red"]
    assert not [word for word in wanted if not counts[word]]
    assert counts["passed"] == 0


def test_majiang_plays_a_game() -> None:
    counts = play(spec_of(ROOT / "build" / "outside"), range(1, 2), (0,))
    assert counts["own dahai"] > 50
