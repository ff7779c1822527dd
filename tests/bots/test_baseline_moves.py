"""The rule baseline's moves in all styles, as they are pinned in baseline_moves.txt."""

import runpy
from pathlib import Path

import pytest

from shugi.commands.bench import playing

ROOT = Path(__file__).resolve().parents[2]
TOOL = runpy.run_path(str(ROOT / "tools" / "baseline_moves.py"))
PINNED = [line.split() for line in TOOL["FILE"].read_text(encoding="utf-8").splitlines()[1:]]
FEW = {name: few for name, few, _ in PINNED}


@pytest.mark.parametrize("name", playing())
def test_moves_are_as_pinned(name: str) -> None:
    hint = "the baseline chooses otherwise; if it is meant to: python tools/baseline_moves.py"
    assert TOOL["moves"](name, *TOOL["FEW"]) == FEW[name], hint


def test_every_rule_set_is_pinned_once() -> None:
    assert [line[0] for line in PINNED] == list(playing())


def test_styles_choose_otherwise() -> None:
    size, styled = (18, 40), TOOL["STYLED"]
    found = [TOOL["moves"]("super_bingo", *size, [one] * len(styled)) for one in styled]
    assert len(set(found)) == len(styled)
