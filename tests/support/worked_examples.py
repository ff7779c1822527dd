"""Worked examples against a reference that answers them."""

import copy
from collections.abc import Callable, Mapping
from typing import Any

import pytest

Answer = dict[str, Any]
Example = dict[str, Any]
Test = Callable[[str], None]


def example_tests(
    examples: Mapping[str, Example],
    answer: Callable[[Example], Answer],
    differences: Callable[[Answer, Answer], list[str]],
) -> tuple[Test, Test]:
    """Two tests, each with the name of an example: it is answered, and a change of it is noticed.

    Args:
        examples: by name.
        answer: of the reference.
        differences: between what an example expects and an answer.
    """

    @pytest.mark.parametrize("name", examples)
    def test_example(name: str) -> None:
        example = examples[name]
        wrong = differences(example["expected"], answer(example))
        assert not wrong, wrong

    @pytest.mark.parametrize("name", examples)
    def test_a_changed_example_is_noticed(name: str) -> None:
        example = copy.deepcopy(examples[name])
        given = answer(example)
        for key in example["expected"]:
            assert differences({key: "something else"}, given), key

    return test_example, test_a_changed_example_is_noticed
