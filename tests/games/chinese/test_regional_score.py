"""``shugi score`` and ``shugi.score`` in the regional games."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from shugi._fast.rules.options import GAMES
from shugi.envs import CaseError, score
from tests.games.chinese.golden import rules_of
from tests.games.kawuxing import golden as kawuxing
from tests.games.wuhan import golden as wuhan
from tests.games.xiamen import golden as xiamen
from tests.golden.runner import read
from tests.support.rule_sets import CARD_GAMES
from tests.support.score_cases import CASES, Capture, must_not_mind_what_stands_around, run

ROOT = Path(__file__).resolve().parents[3]
REGIONAL = [game for game in GAMES if game not in ("riichi", *CARD_GAMES)]
PAID = {
    "hangzhou": [-16, -4, 24, -4],
    "xiamen": [-20, 52, -16, -16],
    "wuhan": [-16, -16, -16, 48],
    "kawuxing": [8, -8, 0],
    "sichuan": [1, -1, 0, 0],
}


@pytest.mark.parametrize("game", REGIONAL)
def test_a_hand_is_scored_by_its_game(game: str) -> None:
    answer = score(CASES[game], game)
    assert answer["allowed"] and answer["rules"] == game
    assert answer["points_delta"] == PAID[game] and sum(PAID[game]) == 0
    paid = [0] * len(PAID[game])
    for line in answer["ledger"]:
        paid[line["payer"]] -= line["points"]
        paid[line["payee"]] += line["points"]
    assert paid == PAID[game]
    must_not_mind_what_stands_around(game, CASES[game], answer)


def worked(game: str) -> list[dict[str, Any]]:
    return read(ROOT / "tests" / "golden" / f"{game}.json")


@pytest.mark.parametrize(
    "game, kind, case_of, keys",
    [
        ("xiamen", "score", xiamen.won, {"water": "water", "multiplier": "multiplier"}),
        ("wuhan", "win", wuhan.case_of, {"legal": "allowed"}),
        ("kawuxing", "win", kawuxing.case_of, {"legal": "allowed", "doubles": "doubles"}),
    ],
)
def test_worked_examples(game: str, kind: str, case_of: Any, keys: dict[str, str]) -> None:
    examples = [example for example in worked(game) if example["kind"] == kind]
    for example in examples:
        answer = score(case_of(example["input"]), rules_of(example))
        expected = example["expected"]
        assert answer["points_delta"] == expected.get("deltas"), example["id"]
        for theirs, ours in keys.items():
            assert answer[ours] == expected[theirs], example["id"]
    assert len(examples) > 15


def test_options_of_a_case_count() -> None:
    xm = CASES["xiamen"]
    assert score(xm, "quanzhou")["multiplier"] == 3
    assert score(xm | {"options": {"base_scale": 5}}, "xiamen")["base"] == 10
    kw = CASES["kawuxing"] | {"options": {"max_doubles": 1}}
    assert score(kw, "kawuxing")["doubles"] == 1
    wh = CASES["wuhan"] | {"options": {"min_points": 32}}
    assert not score(wh, "wuhan")["allowed"]
    hz = CASES["hangzhou"] | {"options": {"level_counts": "completed_stays"}}
    assert score(hz, "hangzhou")["points_delta"] == PAID["hangzhou"]
    four = CASES["kawuxing"] | {"resting": 3}
    assert score(four, "kawuxing+four_people")["points_delta"] == [*PAID["kawuxing"], 0]


# ---- what people read


def test_the_answer_for_people(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "cases.json"
    cases = [{"rules": game, "id": game} | CASES[game] for game in REGIONAL]
    path.write_text(json.dumps({"cases": cases}), "utf-8")
    status, out, err = run(capsys, str(path))
    assert (status, err) == (0, "")
    for words in (
        "hangzhou, player 2 wins by tsumo\n  123m456m789m111p4s + 9p\n  dealer: 0\n  level: 2",
        "doublings           wild_eye 1, float 1",
        "player 0: -16, player 1: -4, player 2: +24, player 3: -4",
        "water of            flowers 2, golds 1, melds 0, sets 0",
        "award                 gold_float",
        "wuhan, player 3 wins by ron off player 1",
        "  chi 2m3m4m\n",
        "players: opened 1; opened 1; opened 1, kan_tiles 1; none",
        "raw                 0 16, 1 16, 2 16",
        "patterns            fit_five 1, disclosure 1",
        "win                            1           0           8",
    ):
        assert words in out, words
    short = {"rules": "wuhan"} | CASES["wuhan"] | {"options": {"min_points": 32}}
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(short).encode())))
    assert "the rules do not let this hand be won" in run(capsys, "-")[1]


def test_what_a_win_does_not_need() -> None:
    case = {"dealer": 0, "winner": 1, "win_by": "ten_honours", "discards": 11}
    assert score(case, "hangzhou+online")["points_delta"] == [-4, 8, -2, -2]
    with pytest.raises(CaseError, match="winner must be"):
        score(case | {"winner": 4}, "hangzhou+online")
    whites = {key: CASES["hangzhou"][key] for key in ("dealer", "winner", "win_by", "win_tile")}
    answer = score(whites | {"hand": "123m456m789m111p5z"}, "hangzhou+online")
    assert answer["doublings"] == {"wild_eye": 1}
