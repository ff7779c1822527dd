"""A case of every game for the tests of ``shugi score``, and what is asked of wrong ones."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from shugi._fast.rules.options import RulesError
from shugi.commands.cli import main
from shugi.envs import CaseError, load_rules, score
from shugi.envs.endings.case import form_of, schema, table
from tests.support.rule_sets import anything

ROOT = Path(__file__).resolve().parents[2]
Case = Mapping[str, Any]
Capture = pytest.CaptureFixture[str]
CASES: dict[str, dict[str, Any]] = {
    "hangzhou": {
        "dealer": 0,
        "winner": 2,
        "win_by": "tsumo",
        "level": 2,
        "indicator": "4s",
        "hand": "123m456m789m111p4s",
        "win_tile": "9p",
        "floats": 1,
    },
    "xiamen": {
        "dealer": 0,
        "winner": 1,
        "win_by": "tsumo",
        "indicator": "8p",
        "hand": "123m456m789m234s678s8p",
        "win_tile": "6z",
        "flowers": "1e3h",
    },
    "wuhan": {
        "dealer": 0,
        "winner": 3,
        "win_by": "ron",
        "loser": 1,
        "indicator": "2s",
        "hand": "123m456p789s8s",
        "win_tile": "8s",
        "melds": [["chi", "2m3m4m"]],
        "fed_by": [2],
        "players": [{"opened": 1}, {"opened": 1}, {"opened": 1, "kan_tiles": 1}, {}],
    },
    "kawuxing": {
        "winner": 0,
        "win_by": "ron",
        "loser": 1,
        "hand": "123p46p789s22s777p",
        "win_tile": "5p",
        "disclosed": [0],
    },
    "piquet": {
        "elder": "S:AKQJT H:A7 D:A98 C:K7",
        "younger": "S:98 H:KQJT D:KQ C:AQJT",
        "play": "SA S8 SK S9 DA DQ SQ CT HA HT SJ CJ ST HJ CK CA HK H7 DK D8 HQ C7 CQ D9",
    },
    "ninety_nine": {
        "dealer": 2,
        "bids": [2, 4, "C6 S6 D6"],
        "tricks": [2, 4, 3],
        "offers": ["declare", "none", "declare"],
    },
}


def run(capsys: Capture, *words: str) -> tuple[int, str, str]:
    """``shugi score`` with these words: its status, and what it printed."""
    status = main(["score", *words])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def must_not_mind_what_stands_around(game: str, case: Case, answer: Case) -> None:
    """The case is scored the same as the input of a worked example, and with its source told."""
    around = {"rules": game, "input": case, "id": "x", "title": "y", "expected": {}}
    assert score(around) == answer == score({"rules": game, "source": "a book", **case})


def must_say_why(rules: str, change: Case, message: str) -> None:
    """The game's case with a change is refused with a message."""
    with pytest.raises((CaseError, RulesError), match=message):
        score({**CASES[rules.split("+")[0]], **change}, rules)


def must_refuse_in_words(case: Case, game: str, data: st.DataObject) -> None:
    """A case with any value for one of its keys is scored, or refused with a message."""
    key = data.draw(st.sampled_from([row.name for row in form_of(game).case]))
    try:
        score({**case, key: data.draw(anything)}, load_rules(game))
    except (CaseError, RulesError) as error:
        assert str(error)


def must_show_its_schema(game: str, name: str, case: Case, capsys: Capture) -> None:
    """``shugi score --schema`` tells every key of a case once; docs/score.md has the same tables.

    Args:
        name: a rule set of the game.
        case: one of the game.
    """
    status, out, _ = run(capsys, "--schema", "--rules", name)
    assert (status, out) == (0, schema(game) + "\n")
    shown = json.loads(run(capsys, "--schema", "--rules", name, "--json")[1])
    keys = [row["name"] for row in shown["A case"]]
    assert keys == [row.name for row in form_of(game).case] and "options" in keys
    assert set(case) <= set(keys) and len(set(keys)) == len(keys)
    around = {row["name"] for row in shown["Around a case"]}
    assert not around & set(keys), "a key cannot be of the case and around it"
    page = (ROOT / "docs" / "score.md").read_text("utf-8")
    for title, rows in form_of(game).parts:
        assert table(rows) in page, title


def must_need_what_it_names(game: str, case: Case) -> None:
    """A case without one of the keys that its game needs is refused with the key's name."""
    for key in form_of(game).needed:
        short = {name: value for name, value in case.items() if name != key}
        with pytest.raises(CaseError, match=f"lacks {key}"):
            score(short, game)
