"""Learning what standings are worth, its files and its command."""

import json
import runpy
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

from shugi._fast.batch.batch import Batch  # noqa: E402
from shugi.agents import AgentError  # noqa: E402
from shugi.agents.scripted import Random  # noqa: E402
from shugi.agents.standing import (  # noqa: E402
    load_standing,
    path_of,
    save_standing,
    standing_of,
    worth_of,
)
from shugi.envs.rulesets.rules import load_rules  # noqa: E402
from shugi.training.learn.standing import (  # noqa: E402
    Hands,
    fit_standing,
    play_hands,
    prediction_quality,
    shrunk,
    values_of,
)
from tests.support.rule_sets import RULE_SETS  # noqa: E402


def some_hands() -> Hands:
    """Games of two hands between three seats: what stood after the first is paid by the second."""
    rng = np.random.default_rng(0)
    numbers = np.zeros((4000, 3, 32), np.float32)
    points = rng.normal(size=(2000, 3)).astype(np.float32)
    points -= points.mean(axis=1, keepdims=True)
    numbers[1::2, :, 0] = points
    numbers[1::2, :, 29] = 1  # the round
    paid = np.zeros((4000, 3), np.float32)
    paid[1::2] = 3 * points + rng.normal(size=points.shape)
    paid -= paid.mean(axis=1, keepdims=True)
    return Hands(numbers, paid, np.arange(4000) % 2 == 1)


def test_returns_are_what_comes_to_the_end_of_the_game() -> None:
    paid = np.array([[1, -1], [2, -2], [4, -4], [8, -8]], np.float32)
    hands = Hands(np.zeros((4, 2, 32), np.float32), paid, np.array([False, True, False, True]))
    value = np.array([[10, -10], [20, -20], [30, -30], [40, -40]], np.float32)
    assert hands.returns(value, 1.0)[:, 0].tolist() == [3, 2, 12, 8]
    assert hands.returns(value, 0.0)[:, 0].tolist() == [21, 2, 44, 8]
    assert hands.returns(value, 0.5)[:, 0].tolist() == [12, 2, 28, 8]
    assert hands.game.tolist() == [0, 0, 1, 1]


def test_it_finds_what_was_put_in() -> None:
    hands, rules = some_hands(), load_rules("super_bingo")
    standing = fit_standing(rules, hands)
    found = values_of(standing, hands.numbers[1::2])
    slope = np.polyfit(hands.numbers[1::2, :, 0].ravel(), found.ravel(), 1)[0]
    assert slope == pytest.approx(3, abs=0.15)
    explained, slope, error = prediction_quality(standing, hands.of(np.arange(4000) % 2 == 1))
    assert explained > 0.8 and abs(slope - 1) < 0.1 and 0 < error < 0.1
    again = fit_standing(rules, hands)
    assert all((again.weights()[k] == v).all() for k, v in standing.weights().items())


def test_hands_are_those_of_whole_games() -> None:
    rules = load_rules("toriuchi")
    hands = play_hands(rules, 20, 3, threads=1)
    assert hands.last.sum() == 20 and hands.last[-1]
    assert np.allclose(hands.paid.sum(axis=1), 0, atol=1e-3)
    first = np.flatnonzero(np.concatenate([[True], hands.last[:-1]]))
    assert (hands.numbers[first][..., 0] == 0).all(), "a game begins with equal points"
    other = play_hands(rules, 20, 3, Random(), threads=1)
    assert len(other) != len(hands) or not np.array_equal(other.paid, hands.paid)


def test_a_file_comes_back(tmp_path: Path) -> None:
    rules = load_rules("toriuchi")
    shipped = path_of(rules)
    assert shipped is not None
    standing, fit = load_standing(shipped, rules)
    path = tmp_path / "toriuchi.npz"
    save_standing(path, standing, fit)
    assert [one.name for one in tmp_path.iterdir()] == ["toriuchi.npz"]
    again, told = load_standing(path, rules)
    assert told == fit and fit.games >= 512 and fit.unit == "chips"
    assert {"1,000 points", "the deal"} <= {price.name for price in fit.prices}
    for name, weight in standing.weights().items():
        assert (again.weights()[name] == weight).all()
    for damage in (b"", path.read_bytes()[:300], b"PK" + bytes(100)):
        path.write_bytes(damage)
        with pytest.raises(AgentError, match=r"toriuchi\.npz"):
            load_standing(path, rules)
    with pytest.raises(AgentError, match="none.npz"):
        load_standing(tmp_path / "none.npz", rules)


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_rule_set_has_one(name: str) -> None:
    rules = load_rules(name)
    path = path_of(rules)
    assert path is not None
    fit = load_standing(path, rules)[1]
    assert fit.hash == f"{load_rules(fit.rules).hash:016x}", (
        f"tools/standing.py {fit.rules} --games"
    )
    assert np.isfinite([fit.explained, fit.slope, *[p.value for p in fit.prices]]).all()
    worth = worth_of(rules)
    assert worth.standing is not None and (worth.unit != "chips" or worth.kilopoint == 0)
    batch = Batch(rules, 2)
    assert np.abs(batch.value_standings(worth.standing)).max() < 200


def test_equal_rules_share_one_whatever_their_names() -> None:
    pairs = (("flying_fish+far", "far_flying_fish"), ("super_bingo+cherry", "crazy_cherry"))
    for mode, name in pairs:
        path = path_of(load_rules(mode))
        assert path is not None and path.stem == name


def test_versions_of_a_rule_set_share_its_own() -> None:
    own = load_rules("super_bingo")
    changed = load_rules("super_bingo", tulip_yakuman=60)
    assert changed.hash != own.hash and path_of(changed) == path_of(own)
    standing = standing_of(changed)
    assert standing is not None and standing.rules.hash == changed.hash


def tool(*words: str) -> int:
    path = Path(__file__).resolve().parents[2] / "tools" / "standing.py"
    status: int = runpy.run_path(str(path))["main"](words)
    return status


def test_the_tool(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tool("super_bingo", "toriuchi") == 0
    out = capsys.readouterr().out
    assert out.count("1,000 points") == 2 and "not learnt from" in out
    words = ["toriuchi", "--games", "40", "--threads", "1", "--json"]
    assert tool(*words, "--out", str(tmp_path)) == 0
    (told,) = json.loads(capsys.readouterr().out)
    assert told["games"] == 40 and told["unit"] == "chips" and "prices" in told
    assert load_standing(tmp_path / "toriuchi.npz", load_rules("toriuchi"))[1].seed == 1
    for wrong, said in (
        (["--games", "3"], "--games must be at least 40"),
        (["--out", "x"], "give both"),
        (["--games", "40", "--seed", "-1"], "--seed must be at least 0"),
        (["--games", "40", "--agent", "nobody"], "nobody"),
    ):
        assert tool("toriuchi", *wrong) == 2
        assert said in capsys.readouterr().err


def test_what_is_no_more_than_chance_counts_for_nothing() -> None:
    hands, rules = some_hands(), load_rules("super_bingo")
    hands.paid[:] = np.random.default_rng(2).normal(size=hands.paid.shape)
    standing = fit_standing(rules, hands.of(hands.game % 2 == 0))
    assert values_of(standing, hands.numbers).any()
    left = shrunk(standing, hands.of(hands.game % 2 == 1))
    assert not values_of(left, hands.numbers).any()
