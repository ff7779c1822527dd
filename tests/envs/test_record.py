"""Records: written, replayed to the same hashes, and refused when cut or altered."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch, IllegalAction
from shugi.envs import (
    Recorder,
    RecordError,
    format_position,
    load_position,
    load_record,
    load_rules,
)
from shugi.envs.records.record import check, parse_record, position_hash, replay
from tests.support.shell import Shell

VARIANTS = ["sanma_base", "super_bingo", "super_bingo_atama", "super_bingo+grand_cross"]


def recorded(batch: Batch, i: int = 0, decisions: int | None = None) -> Recorder:
    """A recorder along game ``i``, played at random to its end or for some decisions."""
    recorder = Recorder(batch, i, ["ann", "bob", "cat"])
    actions = np.zeros(batch.n, np.uint8)
    while decisions is None or decisions > 0:
        batch.sample(actions, 1)
        recorder.add(int(actions[i]))
        batch.step(actions)
        if batch.done[i]:
            break
        decisions = None if decisions is None else decisions - 1
    return recorder


@pytest.mark.parametrize("auto_reset", [True, False])
@pytest.mark.parametrize("name", VARIANTS)
def test_a_game_replays_to_its_result(name: str, auto_reset: bool, tmp_path: Path) -> None:
    batch = Batch(load_rules(name), 3, seed=2, auto_reset=auto_reset)
    record = recorded(batch, 1).record
    record.save(tmp_path / "game.jsonl")
    loaded = load_record(tmp_path / "game.jsonl")
    assert loaded.over and loaded.agents == ["ann", "bob", "cat"]
    assert loaded.position is None and len(loaded.hands) > 1
    end = check(loaded)
    assert end.final_result[0].tolist() == batch.final_result[1].tolist()
    assert end.final_score[0].tolist() == batch.final_score[1].tolist()
    assert list(tmp_path.iterdir()) == [tmp_path / "game.jsonl"]


def test_later_games_of_a_slot_replay_too() -> None:
    batch = Batch(load_rules("super_bingo"), 1, seed=8)
    first, second = recorded(batch).record, recorded(batch).record
    assert first.seed != second.seed and second.position is None
    for record in (first, second):
        assert check(record).seat[0] == -1


def test_a_game_from_a_position_keeps_it() -> None:
    source = Batch(load_rules("super_bingo"), 1, seed=8)
    recorded(source, decisions=40)
    batch = load_position(format_position(source, 0))
    record = recorded(batch, decisions=100).record
    assert record.position is not None and not record.over
    assert position_hash(check(record), 0) == position_hash(batch, 0)


def test_a_game_on_a_chosen_wall_keeps_it() -> None:
    rules = load_rules("sanma_base")
    batch = Batch(rules, 1, auto_reset=False)
    batch.set_wall(0, np.array(rules.tiles, np.uint8), dealer=2, honba=1)
    record = parse_record(recorded(batch, decisions=5).record.dumps())
    assert position_hash(check(record), 0) == position_hash(batch, 0)


def test_forced_moves_are_as_when_recorded() -> None:
    batch = Batch(load_rules("super_bingo"), 1, seed=4, forced=False)
    record = parse_record(recorded(batch, decisions=200).record.dumps())
    assert not record.forced
    assert position_hash(check(record), 0) == position_hash(batch, 0)


def test_an_illegal_action_is_not_recorded() -> None:
    batch = Batch(load_rules("sanma_base"), 1)
    recorder = recorded(batch, decisions=3)
    before = recorder.record.dumps()
    with pytest.raises(IllegalAction):
        recorder.add(77)
    assert recorder.record.dumps() == before


def test_hands_may_begin_at_positions_of_their_own() -> None:
    """As in a game that was read from a log: its walls come from no seed."""
    rules = load_rules("sanma_base")
    batch = Batch(rules, 1, auto_reset=False, seed=5)
    recorder = recorded(batch, decisions=30)
    other = Batch(rules, 1, auto_reset=False, seed=6)
    recorder.deal(format_position(other, 0))
    recorder.add(other.legal_actions(0)[0])
    other.step_one(0, other.legal_actions(0)[0])
    record = parse_record(recorder.record.dumps())
    assert [hand.position is None for hand in record.hands] == [True, False]
    assert position_hash(check(record), 0) == position_hash(other, 0)
    record.hands[1].position = format_position(Batch(load_rules("super_bingo"), 1), 0)
    with pytest.raises(RecordError, match="line 3: its position has other rules"):
        check(record)
    record.hands[1].position = "nowhere"
    with pytest.raises(RecordError, match="line 3: its position cannot be read"):
        check(record)


def test_moments_tell_hands_apart() -> None:
    record = recorded(Batch(load_rules("super_bingo"), 1, seed=3)).record
    seen: list[tuple[int, bool]] = []
    for moment in replay(record):
        if moment.action is None:
            seen.append((moment.hand, bool(moment.batch.ledger(0))))
        else:
            assert moment.batch.is_legal(0, moment.action)
    assert [hand for hand, _ in seen] == list(range(1, len(record.hands) + 1))
    assert seen[-1][1]  # the chips for the places


def test_names_must_fit_the_seats() -> None:
    with pytest.raises(ValueError, match="3 play; 2 agents are named"):
        Recorder(Batch(load_rules("sanma_base"), 1), 0, ["a", "b"])


# ------------------------------------------------------------------------------------- refused


@pytest.fixture(scope="module")
def lines() -> list[str]:
    text = recorded(Batch(load_rules("super_bingo"), 1, seed=5)).record.dumps()
    return text.splitlines()


def refused(lines: list[str], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        check(parse_record("\n".join(lines), "game"))


def signed(row: dict) -> dict:
    """What a forger who can compute checksums would write."""
    return {key: value for key, value in row.items() if key != "sum"}


def forged(lines: list[str], number: int, **changes: object) -> list[str]:
    from shugi.envs.records.record import _checksum, _dump

    out, total = [], ""
    for k, line in enumerate(lines):
        row = signed(json.loads(line))
        if k == number:
            row.update(changes)
        total = _checksum(total, row)
        out.append(_dump({**row, "sum": total}))
    return out


def test_cut_records_are_refused(lines: list[str]) -> None:
    refused([], "game: is empty")
    for keep in range(1, len(lines)):
        refused(lines[:keep], f"game line {keep}: the record is cut")
    for part in (1, 40, len(lines[-1]) - 1):
        refused([*lines[:-1], lines[-1][:part]], f"game line {len(lines)}: cut or no JSON")
    refused(lines[1:], "game line 1: was altered")
    refused([*lines[:2], *lines[3:]], "game line 3: was altered")


@pytest.mark.parametrize("number", [0, 1, 2])
def test_altered_lines_are_refused(lines: list[str], number: int) -> None:
    changed = [line.replace("1", "2", 1) if k == number else line for k, line in enumerate(lines)]
    refused(changed, f"game line {number + 1}: (was altered|cut or no JSON)")


def test_a_forged_record_does_not_replay(lines: list[str]) -> None:
    hand = json.loads(lines[1])
    actions = hand["actions"]
    refused(forged(lines, 1, actions=actions[:-1]), "game line 2: hand 1: leads to position")
    refused(
        forged(lines, 1, actions=[77, *actions[1:]]),
        r"hand 1: decision 1 \(atama\) cannot be taken",
    )
    refused(forged(lines, 1, actions=[*actions, 64]), "hand 1: ended after decision")
    refused(forged(lines, 0, seed=6), "game line 2: hand 1")
    refused(forged(lines, len(lines) - 1, over=False), "the record says that the game goes on")
    refused(forged(lines, len(lines) - 1, end=1), "1 hands were written")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"shugi_record": 99}, "format 99; this version reads format 1"),
        ({"seed": -1}, "the seed -1"),
        ({"seed": "7"}, "seed is missing or no int"),
        ({"options": {"honba_rom": 3}}, "rules that this version does not play: .*honba_rom"),
        ({"options": {"honba_ron": 300}}, "the options mean other rules"),
        ({"agents": None}, "agents is missing or no list"),
        (
            {"position": "rules sanma_base | seat0 hand=7d"},
            "its position cannot be read: .*hand: tiles '7d'",
        ),
        ({"agents": ["ann", "bob"]}, "names 2 agents; its rules, super_bingo, are for 3 players"),
        ({"agents": ["ann"] * 1000}, "names 1000 agents"),
        ({"position": ["rules sanma_base"]}, "position is no str"),
        ({"position": None}, "position is no str"),
        (
            {"position": format_position(Batch(load_rules("riichi_tenhou"), 1, seed=1), 0)},
            "its position has other rules .riichi_tenhou, 4 players. than the record",
        ),
    ],
)
def test_a_foreign_header_is_refused(lines: list[str], changes: dict, message: str) -> None:
    refused(forged(lines, 0, **changes), f"game line 1: {message}")


@pytest.mark.parametrize("actions", [None, "12", [1.5], [128], [-1], [True]])
def test_actions_are_ids(lines: list[str], actions: object) -> None:
    refused(forged(lines, 1, actions=actions), "game line 2: actions must be a list of ids")


def test_other_files_are_refused(tmp_path: Path) -> None:
    for name, data, message in (
        ("bytes", b"\xff\xfe\x00", "is no text"),
        ("list", b"[1, 2]\n", "line 1: is no line of a record"),
        ("text", b"hello\n", "line 1: cut or no JSON"),
    ):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(RecordError, match=message):
            load_record(tmp_path / name)
    with pytest.raises(FileNotFoundError):
        load_record(tmp_path / "nothing")


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_full_disk_leaves_what_was_there(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = recorded(Batch(load_rules("sanma_base"), 1), decisions=3).record
    path = tmp_path / "game.jsonl"
    path.write_text("before")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, call, full)
    with pytest.raises(OSError, match="No space"):
        record.save(path)
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


# ------------------------------------------------------------------------------------- shugi show


@pytest.fixture
def game(lines: list[str], tmp_path: Path) -> str:
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(lines) + "\n")
    return str(path)


def test_show_prints_the_game(game: str, shell: Shell) -> None:
    plain = Path(game).with_suffix("")  # told from a position by what is in it
    plain.write_bytes(Path(game).read_bytes())
    shown = shell.says("show", plain)
    assert shell.says("show", game) == shown
    assert shown.startswith("super_bingo, seed ") and "0: ann, 1: bob, 2: cat" in shown
    assert "hand 1: East 1, honba 0, sticks 0" in shown and "placement" in shown
    shown = shell.says("show", game, "--hand", "2", "--step")
    assert "hand 1:" not in shown and "hand 2:" in shown and "\n-> " in shown and "wall " in shown


def test_escapes_of_a_stranger_are_shown(lines: list[str], tmp_path: Path, shell: Shell) -> None:
    names = ["\x1b[31mann", "bo\rb", "\x9b2Jcat"]
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(forged(lines, 0, agents=names)) + "\n")
    for words in ((), ("--hand", "1", "--step"), ("--json",)):
        shown = shell.says("show", path, *words)
        assert shown.replace("\n", "").isprintable()
    assert "\\x1b[31mann" in shown.replace("\\\\", "\\")
    record = recorded(Batch(load_rules("sanma_base"), 1), decisions=3).record
    record.agents = names
    page = record._repr_html_()
    assert page.replace("\n", "").isprintable() and "\\x1b[31mann" in page


def test_show_for_programs(game: str, shell: Shell) -> None:
    data = shell.tells("show", game)
    assert data["rules"] == "super_bingo" and data["over"]
    for before, hand in zip(data["hands"], data["hands"][1:], strict=False):
        chips = [*before["chips"]]
        for line in hand["ledger"]:
            for key, sign in (("payee", 1), ("payer", -1)):
                if line[key] is not None:
                    chips[line[key]] += sign * line["chips"]
        assert chips == hand["chips"]
    assert "sound, whole" in shell.says("show", game, "--check")


@pytest.mark.parametrize("name", ["super_bingo", "kawuxing", "ninety_nine"])
def test_an_unfinished_record_is_told_to_programs(name: str, tmp_path: Path, shell: Shell) -> None:
    path = tmp_path / "game.jsonl"
    recorded(Batch(load_rules(name), 1), decisions=3).record.save(path)
    data = shell.tells("show", path)
    assert not data["over"] and data["hands"][-1]["ended"] is False
    assert data["hands"][-1]["how"] == "unfinished"


def test_replay_says_what_is_wrong(game: str, tmp_path: Path, shell: Shell) -> None:

    def complaint(*words: str) -> str:
        return shell.refuses("show", *words)

    assert "--hand 99: the record has hands 1 to" in complaint(game, "--hand", "99")
    assert "nothing.jsonl: No such file" in complaint(str(tmp_path / "nothing.jsonl"))
    Path(game).write_text(Path(game).read_text()[:-30])
    assert "cut or no JSON" in complaint(game)
