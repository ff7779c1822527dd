"""Logs with something changed are refused with a word why, or read as a game; nothing else."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import pytest

from shugi.envs import logs
from tests.support.other_logs import FORMATS, mutated, text_as

RULES = ("riichi_mjsoul", "sanma_mjsoul")
SOME, MANY = 10, 1000  # of each format and number of players


def examine(data: bytes, path: Path) -> bool:
    """Read and check what may be a log; whether nothing differs."""
    path.write_bytes(data)
    equal = True
    for log in logs.read_logs(path):
        checked = logs.Checker().check(log)
        for difference in checked.differences:
            assert str(difference).startswith(f"{path}"), difference
            assert difference.kind in logs.KINDS
            assert "Error(" not in difference.told or "is not told as" in difference.told
        equal = equal and not checked.differences
        try:
            record, _ = logs.record_of(log)
        except logs.LogError as error:
            assert checked.differences and str(error)
        else:
            assert record.rules.seats in (3, 4)
    return equal


def mutations(form: str, rules: str, count: int, path: Path) -> int:
    rng = random.Random(f"{form} {rules}")
    return sum(examine(mutated(text_as(form, rules), rng), path) for _ in range(count))


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("form", FORMATS)
def test_some(form: str, rules: str, tmp_path: Path) -> None:
    equal = mutations(form, rules, SOME, tmp_path / "log")
    assert equal < SOME


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("form", FORMATS)
def test_many(form: str, rules: str, tmp_path: Path) -> None:
    mutations(form, rules, MANY, tmp_path / "log")


@pytest.mark.parametrize("form", FORMATS)
def test_packed_ones(form: str, tmp_path: Path) -> None:
    rng = random.Random(form)
    packed = gzip.compress(text_as(form, RULES[0]), mtime=0)
    assert examine(packed, tmp_path / "log") or form == "mjai"  # which does not tell the site
    for _ in range(SOME):
        examine(mutated(packed, rng), tmp_path / "log")
