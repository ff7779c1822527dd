"""A case of every game for the tests of ``shugi score``, and changes that make it wrong.

They lie in each game's room, as ``wrong_cases.yaml``.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import strategies as st

from shugi._fast.rules.options import RulesError
from shugi.envs import CaseError, load_rules, score
from shugi.envs.endings.case import form_of, schema, table
from tests.support.rule_sets import anything
from tests.support.shell import Shell

ROOT = Path(__file__).resolve().parents[2]
Case = Mapping[str, Any]
Capture = pytest.CaptureFixture[str]
WRITTEN: dict[str, dict[str, Any]] = {
    path.parent.name: yaml.safe_load(path.read_text(encoding="utf-8"))
    for path in sorted((ROOT / "tests" / "games").glob("*/wrong_cases.yaml"))
}
CASES: dict[str, dict[str, Any]] = {
    game: written["case"] for game, written in WRITTEN.items() if game != "riichi"
}
# rules, a case of the game, what makes it wrong, what is then said
WRONG: list[tuple[str, Case, Case, str]] = [
    (*(rules or [written.get("rules", game)]), written["case"], change, message)
    for game, written in WRITTEN.items()
    for change, message, *rules in written["wrong"]
]


def run(capsys: Capture, *words: str) -> tuple[int, str, str]:
    """``shugi score`` with these words: its status, and what it printed."""
    return Shell(capsys).run("score", *words)


def must_not_mind_what_stands_around(game: str, case: Case, answer: Case) -> None:
    """The case is scored the same as the input of a worked example, and with its source told."""
    around = {"rules": game, "input": case, "id": "x", "title": "y", "expected": {}}
    assert score(around) == answer == score({"rules": game, "source": "a book", **case})


def must_say_why(rules: str, case: Case, change: Case, message: str) -> None:
    """A case with a change is refused with a message."""
    with pytest.raises((CaseError, RulesError), match=message):
        score({**case, **change}, rules)


def must_refuse_in_words(case: Case, game: str, data: st.DataObject) -> None:
    """A case with any value for one of its keys is scored, or refused with a message."""
    key = data.draw(st.sampled_from([row.name for row in form_of(game).case]))
    try:
        score({**case, key: data.draw(anything)}, load_rules(game))
    except (CaseError, RulesError) as error:
        assert str(error)


def must_show_its_schema(game: str, name: str, case: Case, shell: Shell) -> None:
    """``shugi score --schema`` tells every key of a case once; docs/score.md has the same tables.

    Args:
        name: a rule set of the game.
        case: one of the game.
    """
    words = ("score", "--schema", "--rules", name)
    assert shell.says(*words) == schema(game) + "\n"
    shown = shell.tells(*words)
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
