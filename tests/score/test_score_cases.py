"""What ``shugi score`` asks of a case, in every game that has a reader of its own."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shugi._fast.rules.options import GAMES
from shugi.envs import CaseError, score
from shugi.envs.endings.case import form_of
from tests.support.score_cases import (
    CASES,
    WRITTEN,
    WRONG,
    must_need_what_it_names,
    must_refuse_in_words,
    must_say_why,
    must_show_its_schema,
)
from tests.support.shell import Shell

SCHEMA_OF = {"xiamen": "quanzhou"}  # a rule set that is not called like its game


def test_every_game_has_a_case() -> None:
    assert set(WRITTEN) == set(GAMES)
    assert all(written["wrong"] for written in WRITTEN.values())


@pytest.mark.parametrize("game", CASES)
def test_the_schema_of_a_game(game: str, shell: Shell) -> None:
    must_show_its_schema(game, SCHEMA_OF.get(game, game), CASES[game], shell)


@pytest.mark.parametrize("game", CASES)
def test_what_is_needed_is_needed(game: str) -> None:
    assert form_of(game).needed
    must_need_what_it_names(game, CASES[game])
    if "loser" in CASES[game]:
        with pytest.raises(CaseError, match="lacks loser"):
            score(CASES[game] | {"loser": None}, game)


# ---- what is refused


@pytest.mark.parametrize(("rules", "case", "change", "message"), WRONG, ids=str)
def test_wrong_cases_say_why(
    rules: str, case: dict[str, Any], change: dict[str, Any], message: str
) -> None:
    must_say_why(rules, case, change, message)


@pytest.mark.parametrize("game", CASES)
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_nonsense_is_refused_in_words(game: str, data: st.DataObject) -> None:
    must_refuse_in_words(CASES[game], game, data)
