"""Logs with something changed are refused with a word why, or read as a game; nothing else."""

from __future__ import annotations

import gzip
import random
import re
from functools import cache
from pathlib import Path

import pytest

from shugi.envs import logs
from tests.support.other_logs import FORMATS, game

RULES = ("riichi_mjsoul", "sanma_mjsoul")
SOME, MANY = 10, 1000  # of each format and number of players
NUMBERS = tuple(b"0 1 -1 3 4 7 60 99 136 255 256 25000 2147483648 99999999999999999999".split())
NUMBERS += (b"1.5", b"1e9", b"null", b'"x"', b"[]")


@cache
def text(form: str, rules: str) -> bytes:
    site = rules.replace("mjsoul", "tenhou") if form == "mjlog" else rules
    return FORMATS[form](game(site, 5, game_length="east")).encode()


def mutated(data: bytes, rng: random.Random) -> bytes:
    """A log with a few bytes, numbers or events changed, or cut."""
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        if not data:
            return data
        how = rng.randrange(7)
        at = rng.randrange(len(data))
        if how == 0:
            data = data[:at]
        elif how == 1:
            data = data[:at] + bytes((rng.randrange(256),)) + data[at + 1 :]
        elif how == 2:
            data = data[:at] + data[at + rng.randrange(1, 40) :]
        elif how == 3:
            other = rng.randrange(len(data))
            data = data[:at] + data[other : other + rng.randrange(1, 200)] + data[at:]
        else:
            places = list(re.finditer(rb"-?\d+|<[^>]*>|\{[^{}]*\}|\"\w+\"", data))
            if not places:
                continue
            one, two = rng.choice(places), rng.choice(places)
            put = rng.choice(NUMBERS) if how == 4 else two[0] if how == 5 else b""
            data = data[: one.start()] + put + data[one.end() :]
    return data


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
    return sum(examine(mutated(text(form, rules), rng), path) for _ in range(count))


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
    packed = gzip.compress(text(form, RULES[0]), mtime=0)
    assert examine(packed, tmp_path / "log") or form == "mjai"  # which does not tell the site
    for _ in range(SOME):
        examine(mutated(packed, rng), tmp_path / "log")
