"""The slow references of the wildcard family: the worked examples of the rule texts."""

import json
from pathlib import Path

from tests.games.chinese.reference.examples import KINDS as EXAMPLE_KINDS
from tests.games.chinese.reference.examples import answer, differences
from tests.support.worked_examples import example_tests

GOLDEN = Path(__file__).parents[2] / "golden"
EXAMPLES = {
    example["id"]: example
    for family in ("hangzhou", "xiamen", "wuhan", "kawuxing")
    for example in json.loads((GOLDEN / f"{family}.json").read_text("utf-8"))["examples"]
}


test_example, test_a_changed_example_is_noticed = example_tests(EXAMPLES, answer, differences)


def test_every_kind_has_examples() -> None:
    assert {(e["game"], e["kind"]) for e in EXAMPLES.values()} == set(EXAMPLE_KINDS)
