"""What is asked of wrong cases in the tests of ``shugi score``, whatever the game."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import strategies as st

from shugi._fast.rules.options import RulesError
from shugi.envs import CaseError, load_rules, score
from shugi.envs.case import form_of
from tests.rule_sets import anything

Case = Mapping[str, Any]


def must_say_why(cases: Mapping[str, Case], rules: str, change: Case, message: str) -> None:
    """The game's case with a change is refused with a message."""
    with pytest.raises((CaseError, RulesError), match=message):
        score({**cases[rules.split("+")[0]], **change}, rules)


def must_refuse_in_words(case: Case, game: str, data: st.DataObject) -> None:
    """A case with any value for one of its keys is scored, or refused with a message."""
    key = data.draw(st.sampled_from([row.name for row in form_of(game).case]))
    try:
        score({**case, key: data.draw(anything)}, load_rules(game))
    except (CaseError, RulesError) as error:
        assert str(error)
