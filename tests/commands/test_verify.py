"""`shugi verify`, and the commands that take logs of other sites."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from shugi.commands import verify
from shugi.commands.table import wanted_of
from shugi.envs import logs, mjai
from shugi.envs.records.record import parse_record
from shugi.table.game import Game
from tests.support.other_logs import game, mjlog, mjsoul
from tests.support.shell import Shell


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("logs")
    four, three = game("riichi_tenhou", 7, game_length="east"), game("sanma_mjsoul", 7)
    (found / "a.xml").write_text(mjlog(four))
    (found / "b.json").write_text(mjsoul(three))
    (found / "c.mjson").write_text(mjai.dumps(three))
    four.save(found / "d.jsonl")
    return found


def test_equal_games(folder: Path, shell: Shell) -> None:
    told = shell.tells("verify", folder)
    assert told["games"] == 4 and told["differences"] == []
    rows = {row["format"]: row for row in told["table"]}
    assert rows["mjlog"]["rules"] == "riichi_tenhou (east)" and rows["mjlog"]["equal"] == 1
    assert rows["mjsoul"]["rules"] == "sanma_mjsoul"
    assert told["untold"] == {"the site": 1, "the length": 1}
    text = shell.says("verify", folder / "a.xml", folder / "b.json")
    assert "mjsoul" in text and "2 games" in text


def test_differences_are_told(folder: Path, tmp_path: Path, shell: Shell) -> None:
    text = (folder / "a.xml").read_text()
    at = text.index('sc="') + 4
    (tmp_path / "bad.xml").write_text(text[:at] + "9" + text[at:].replace(",", ",7", 1))
    status, out, _ = shell.run("verify", tmp_path, folder / "a.xml")
    assert status == 1
    assert "bad.xml, hand 1, event" in out and "by the rules [" in out and "position: rules" in out
    status, out, _ = shell.run("verify", tmp_path / "bad.xml", "--json")
    told = json.loads(out)
    assert status == 1 and told["differences"][0]["kind"] == "payment"
    assert told["table"][0]["equal"] == 0


def test_rules_and_options_have_the_last_word(folder: Path, shell: Shell) -> None:
    words = ("verify", folder / "a.xml", "--json")
    for more in (("--rules", "riichi_mjsoul"), ("--set", "uma=[30, 10, -10, -30]")):
        status, out, _ = shell.run(*words, *more)
        assert status == 1
        assert [one["kind"] for one in json.loads(out)["differences"]] == ["result"]
    assert "no rule set" in shell.refuses(*words, "--rules", "nowhere")
    assert "game_length" in shell.refuses("verify", folder / "a.xml", "--set", "game_length=long")
    assert "No such file" in shell.refuses("verify", folder / "nothing.xml")
    (folder / "empty").mkdir(exist_ok=True)
    assert "no file that is named" in shell.refuses("verify", folder / "empty")


def test_processes_find_the_same(
    folder: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verify, "ALONE", 0)
    alone, shared = (shell.tells("verify", folder, "--threads", str(n)) for n in (1, 2))
    assert alone["table"] == shared["table"]


def test_logs_are_shown(folder: Path, shell: Shell) -> None:
    told = shell.tells("show", folder / "a.xml")
    ours = shell.tells("show", folder / "d.jsonl")
    assert told["agents"] == ours["agents"] and told["over"]
    for a, b in zip(told["hands"], ours["hands"], strict=True):
        assert (a["round"], a["ledger"], a["scores"]) == (b["round"], b["ledger"], b["scores"])
    assert "sound, whole" in shell.says("show", folder / "b.json", "--check")
    (again,) = logs.parse_logs(shell.says("show", folder / "a.xml", "--tenhou6"))
    assert not logs.Checker().check(again).differences
    assert "takes no --hand" in shell.refuses("show", folder / "a.xml", "--tenhou6", "--hand", "1")
    assert "has its rules" in shell.refuses("show", folder / "d.jsonl", "--rules", "sanma_base")


def test_what_differs_is_told_beside(folder: Path, tmp_path: Path, shell: Shell) -> None:
    text = (folder / "a.xml").read_text()
    cut = text[: text.rindex("<INIT") + 600]
    path = tmp_path / "cut.xml"
    path.write_text(cut[: cut.rindex("<")])
    status, out, err = shell.run("show", path, "--check")
    assert status == 0 and "differs: " in err and "unfinished" in out


def test_a_game_of_several(folder: Path, tmp_path: Path, shell: Shell) -> None:
    path = tmp_path / "both.mjson"
    text = (folder / "c.mjson").read_text()
    path.write_text(text + text)
    assert "has several games" in shell.refuses("show", path)
    assert "sound" in shell.says("show", f"{path}#2", "--check")
    assert shell.tells("verify", path)["games"] == 2


def test_a_log_is_reviewed(folder: Path, tmp_path: Path, shell: Shell) -> None:
    value = json.loads(shell.says("show", folder / "a.xml", "--tenhou6"))
    path = tmp_path / "hand.json"
    path.write_text(json.dumps({"log": value["log"][:1], "rule": value["rule"]}))
    told = shell.tells("review", path, "--deals", "4", "--seats", "0", "--least", "9")
    assert told["finished"] and told["players"][0]["choices"] > 3


def test_a_log_lies_on_a_table(folder: Path) -> None:
    import argparse

    parser = argparse.ArgumentParser()
    from shugi.commands.table import add_game_arguments

    add_game_arguments(parser)
    wanted = wanted_of(parser.parse_args([str(folder / "a.xml")]))
    assert wanted.record is not None
    record = parse_record(wanted.record)
    seated = Game.of_record(record)
    assert seated.over and len(seated.endings()) == len(record.hands)
    kept = parse_record(seated.record().dumps())
    assert [hand.actions for hand in kept.hands] == [hand.actions for hand in record.hands]
    seated.go_back(seated.decision // 2)
    assert Game.of_record(seated.record()).decision == seated.decision
