"""Marks the long tests that ``long_tests.yaml`` names, except the cases that stay quick."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

Quick = str | tuple[str | int, ...]


def cases(kept: Any) -> Iterator[str | int]:
    """The names and numbers in lists that may hold lists, such as the rule sets of each kind."""
    for one in kept:
        yield from cases(one) if isinstance(one, list) else (one,)


def read_groups() -> dict[str, dict[str, dict[str, Quick]]]:
    """Of each group its files, and of each file its long tests with what stays quick."""
    text = Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8")
    groups: dict[str, Any] = yaml.safe_load(text)["groups"]
    for tests in (tests for files in groups.values() for tests in files.values()):
        for name, kept in tests.items():
            tests[name] = kept if isinstance(kept, str) else tuple(cases(kept))
    return groups


LONG = {
    f"tests/{file}.py::{test}": kept
    for files in read_groups().values()
    for file, tests in files.items()
    for test, kept in tests.items()
}


def mark_long(items: Iterable[pytest.Item]) -> None:
    """Mark what the rows of ``LONG`` name, except the cases that stay quick."""
    nth: Counter[str] = Counter()
    for item in items:
        name, bracket, case = item.nodeid.partition("[")
        if name not in LONG:
            continue
        if not is_quick(case.removesuffix("]"), nth[name], LONG[name]):
            item.add_marker(pytest.mark.long)
        nth[name] += 1


def is_quick(case: str, nth: int, kept: Quick) -> bool:
    if isinstance(kept, str):
        return False
    return any(nth < one if isinstance(one, int) else one in pieces(case) for one in kept)


def pieces(case: str) -> set[str]:
    return {case, *case.split("-")}
