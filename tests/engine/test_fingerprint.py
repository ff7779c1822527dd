"""Fixed play of every rule set, as it is pinned in fingerprint.txt."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from shugi.commands.bench import playing

ROOT = Path(__file__).resolve().parents[2]
TOOL = runpy.run_path(str(ROOT / "tools" / "fingerprint.py"))
PINNED = (ROOT / "tests" / "fingerprint.txt").read_text(encoding="utf-8").splitlines()
NAMES = playing()


@pytest.mark.parametrize("name", NAMES)
def test_play_is_as_pinned(name: str) -> None:
    pinned = [line for line in PINNED if line.split()[0] == name]
    hint = "what the rule sets do has changed; if so it is meant: python tools/fingerprint.py"
    assert TOOL["lines_of"](name) == pinned, hint


def test_every_rule_set_is_pinned_once() -> None:
    wanted = [(name, player) for name in NAMES for player in TOOL["PLAYERS"]]
    assert [tuple(line.split()[:2]) for line in PINNED[1:]] == wanted
    assert PINNED[0] == TOOL["row"]("rule set", "player", *TOOL["COLUMNS"])


def test_every_column_tells_of_another_deal() -> None:
    one, other = (TOOL["fingerprint"]("kawuxing", "baseline", seed) for seed in (1, 2))
    assert all(a != b for a, b in zip(one, other, strict=True))
    assert len(set(one)) == len(one)
