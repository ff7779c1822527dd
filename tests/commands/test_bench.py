"""The benchmarks run and say what they promise; how fast is no business of a test."""

import json
import math
import os
import re
import runpy
import subprocess
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from shugi.commands.bench import Options, measure, playing
from shugi.commands.timed_player import MODES, Player, Timed, one_core
from shugi.commands.versus import Checkout, Pair, pairs_table
from shugi.training.terminal.errors import UserError
from tests.support.rule_sets import CARD_GAMES
from tests.support.shell import Shell

ROOT = Path(__file__).resolve().parents[2]
PEERS_PATH = ROOT / "benchmarks" / "peers.py"
QUICK = Options(rules=("super_bingo",), batch=(1, 8), threads=(1, 2), seconds=0.01, repeats=2)
QUICK_ARGUMENTS = "--rules sanma_base --batch 4 --threads 1 --seconds 0.01 --repeats 1".split()


def test_rows_cover_what_was_asked() -> None:
    rows = measure(QUICK)
    assert {(row.timed.mode, row.timed.batch, row.timed.threads) for row in rows} == {
        (mode, batch, threads)
        for mode in MODES
        for batch, threads in ((1, 1), (8, 1), (8, 2))  # no second thread for a single game
    }
    for row in rows:
        shown = row.as_dict()
        assert shown["repeats"] == 2
        assert 0 < shown["low"] <= shown["decisions_per_s"] <= shown["high"] < math.inf
        assert shown["clock"] == ("cpu" if row.timed.threads == 1 else "wall")


def test_json(shell: Shell) -> None:
    printed = shell.tells("bench", *QUICK_ARGUMENTS)
    assert list(printed) == ["rows"]
    assert [row["mode"] for row in printed["rows"]] == list(MODES)
    for row in printed["rows"]:
        assert row["rules"] == "sanma_base"
        assert {"threads", "batch", "decisions_per_s", "bytes_per_game"} <= set(row)


def test_table(shell: Shell) -> None:
    printed = shell.says("bench", *QUICK_ARGUMENTS)
    assert all(word in printed for word in ("sanma_base", *MODES))


def test_player_counts_decisions() -> None:
    """What it divides by the time is what the engine counts itself."""
    player = Player("super_bingo", "observed", batch=4, threads=1)
    before = player.steps
    player.step(25)
    assert player.steps - before == 25
    assert player.mask.any(axis=1).all() and player.planes.any() and player.history.any()


def test_versus_another_checkout(shell: Shell) -> None:
    """Here it is the Python of this one, so both sides know the rules and the way to play."""
    words = ["--play", "baseline", "--versus", sys.executable, "--repeats", "2"]
    rows = shell.tells("bench", *QUICK_ARGUMENTS, *words)["rows"]
    assert [(row["mode"], row["play"]) for row in rows] == [(mode, "baseline") for mode in MODES]
    for row in rows:
        assert 0 < row["low"] <= row["ratio"] <= row["high"] < math.inf
    assert "here and there" in shell.says("bench", *QUICK_ARGUMENTS, "--versus", sys.executable)


def test_versus_rules_that_the_other_does_not_know() -> None:
    pair = Pair(Timed("no_such_rules", "bare", 1, 1, "random"))
    with Checkout(sys.executable) as other:
        pair.measure([other, other], 0.01, swapped=True)
        assert "ratio" not in pair.as_dict() and pairs_table([pair], other).row_count == 1
        other.process.kill()
        with pytest.raises(UserError, match="ended while it played"):
            pair.measure([other, other], 0.01, swapped=False)


def test_one_core_gives_the_others_back() -> None:
    cores = getattr(os, "sched_getaffinity", lambda _: {0})
    before = cores(0)
    with one_core():
        assert len(cores(0)) == 1
    assert cores(0) == before


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("--rules super_bingoo", "super_bingo"),
        ("--seconds 0", "--seconds"),
        ("--seconds nan", "--seconds"),
        ("--repeats 0", "--repeats"),
        ("--batch 0", "--batch"),
        ("--threads 4 --batch 2", "--threads"),
        ("--versus /no/such/checkout", "make install"),
    ],
)
def test_impossible_options_are_refused(words: str, named: str, shell: Shell) -> None:
    assert named in shell.refuses("bench", *words.split())


def test_table_of_peers() -> None:
    """Peers that are not installed for the tests have their rows, and a way to them."""
    peers = runpy.run_path(str(PEERS_PATH))["PEERS"]
    assert set(peers) == {"riichienv", "open_spiel"}
    for peer in peers.values():
        assert re.fullmatch(r"\d+\.\d+\.\d+", peer.version)
        names = [game.name for game in peer.games]
        assert len(set(names)) == len(names) and not set(names) & set(peer.ours)
        for mode in MODES:
            assert any(mode in game.modes for game in peer.games)
        assert all(set(game.modes) <= set(MODES) and callable(game.rate) for game in peer.games)
        assert set(peer.ours) <= set(playing())
    assert peers["open_spiel"].ours == CARD_GAMES
    assert f"riichienv=={peers['riichienv'].version}" in (ROOT / "pyproject.toml").read_text()


def test_missing_peer(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Named, it is an error that says what to install; else the rest is measured without it."""
    script = runpy.run_path(str(PEERS_PATH))
    choose, versions = script["choose_peers"], {"riichienv": "0.4.11"}

    def version(name: str) -> str:
        if name not in versions:
            raise PackageNotFoundError(name)
        return versions[name]

    monkeypatch.setitem(choose.__globals__, "version", version)
    assert choose(None) == ["riichienv"]
    assert "pip install open_spiel==" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="pip install open_spiel=="):
        choose(["riichienv", "open_spiel"])
    versions["riichienv"] = "0.4.10"
    with pytest.raises(SystemExit, match="0.4.10 is installed: pip install riichienv==0.4.11"):
        choose(None)


def test_beside_the_peer() -> None:
    command = [sys.executable, "-P", PEERS_PATH, "--peer", "riichienv"]
    quick = ["--seconds", "0.01", "--repeats", "3", "--json"]
    done = subprocess.run([*command, *quick], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)["rows"]
    peer = [row for row in rows if row["engine"] == "riichienv"]
    assert [row["mode"] for row in peer] == list(MODES)
    assert {row["engine"] for row in rows} == {"riichienv", "sanma_base", "super_bingo"}
    assert all(row["decisions_per_s"] > 0 for row in rows)
    for row in rows:
        if row not in peer:
            assert list(row["ratios"]) == ["riichienv"]
            ratio = row["ratios"]["riichienv"]
            assert 0 < ratio["low"] <= ratio["median"] <= ratio["high"]
