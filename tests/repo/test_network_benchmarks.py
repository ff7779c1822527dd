"""Benchmarks of networks: play-outs to a critic."""

import importlib
from pathlib import Path

import pytest

from tests.support.small_network import small_network

pytest.importorskip("torch")

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks"


def test_play_outs_to_a_critic_are_measured(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.syspath_prepend(str(FOLDER))
    playouts = importlib.import_module("playouts")
    rates = playouts.Table("super_bingo", 4, small_network(tmp_path)).measure()
    assert {"baseline", "run", "baseline, horizon 1", "run, horizon 4"} <= {*rates}
    assert min(rates.values()) > 0
