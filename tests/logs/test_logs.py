"""Logs of four formats: games of ours come back as they were, and what is wrong in one is told."""

from __future__ import annotations

import gzip
import json
import zipfile
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from shugi.envs import logs, mjai
from shugi.envs.logs import mjlog as mjlog_format
from shugi.envs.records.record import Record, check, parse_record
from tests.support.other_logs import FORMATS, game, mjlog, mjsoul
from tests.support.recorded import recorded

OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"game_length": "east"},
    {"red_fives": {}, "open_tanyao": False, "game_length": "east"},
)
SITES = {
    "mjlog": ("riichi_tenhou", "sanma_tenhou"),
    "mjsoul": ("riichi_mjsoul", "sanma_mjsoul"),
    "tenhou6": ("riichi_tenhou", "riichi_mjsoul", "sanma_tenhou", "sanma_mjsoul"),
    "mjai": ("riichi_tenhou", "sanma_mjsoul"),
    "shugi": ("riichi_tenhou", "sanma_mjsoul", "super_bingo", "hangzhou"),
}
CASES = [(form, name) for form, names in SITES.items() for name in names]


def told_again(form: str, record: Record) -> logs.Log:
    (log,) = logs.parse_logs(FORMATS[form](record), "game")
    assert log.format == form
    return log


def events_of(record: Record) -> list[mjai.Event]:
    """What happened, without names and what only some formats tell."""
    found = [dict(event) for event in mjai.events(record) if event["type"] != "start_game"]
    for event in found:
        event.pop("ura_markers", None)
        for key in ("tehais", "consumed"):
            if key in event:
                event[key] = [sorted(one) for one in event[key]]
    return found


@pytest.mark.parametrize(("form", "name"), CASES)
def test_games_come_back(form: str, name: str) -> None:
    number = CASES.index((form, name))
    options = {} if form == "shugi" else OPTIONS[number % len(OPTIONS)]
    record = game(name, number, **options)
    log = told_again(form, record)
    unsaid = options if form in ("mjai", "mjsoul") else {}
    checker = logs.Checker(None, unsaid)
    checked = checker.check(log)
    assert not checked.differences
    assert checked.hands == len(record.hands)
    back, _ = logs.record_of(log, checker)
    assert back.rules.hash == record.rules.hash or name == "sanma_mjsoul"
    if form != "shugi":
        assert events_of(back) == events_of(record)
    assert check(parse_record(back.dumps())).seat[0] == -1


@pytest.mark.parametrize("form", ["tenhou6", "mjai"])
def test_an_unfinished_game_comes_back(form: str) -> None:
    record = recorded("riichi_tenhou", 150, chance=0.0)
    assert len(record.hands) > 1 and not record.over
    log = told_again(form, record)
    checked = logs.Checker().check(log)
    assert [(one.hand, one.kind) for one in checked.differences] == [(len(record.hands), "cut")]
    back, _ = logs.record_of(log)
    assert events_of(back) == events_of(record)


def test_a_log_of_three_has_an_empty_fourth_seat() -> None:
    record = game("sanma_mjsoul", 1)
    events = list(mjai.events(record))
    for event in events:
        for key, nobody in (("scores", 0), ("tehais", ["?"] * 13), ("deltas", 0), ("names", "")):
            if key in event:
                event[key] = [*event[key], nobody]
    lines = "\n".join(json.dumps(event) for event in events)
    (log,) = logs.parse_logs(lines)
    assert log.room.players == 3 and len(log.names) == 3
    assert not logs.Checker().check(log).differences


def test_scores_may_be_untold() -> None:
    events = list(mjai.events(game("riichi_tenhou", 2)))
    for event in events:
        event.pop("scores", None)
    (log,) = logs.parse_logs("\n".join(map(json.dumps, events)))
    assert log.hands[0].scores is None
    assert not logs.Checker().check(log).differences


@pytest.mark.parametrize("form", ["array", "link", "lines", "marked"])
def test_other_clothes(form: str) -> None:
    record = game("riichi_tenhou", 3)
    value = logs.tenhou6_of(record)
    text = {
        "array": json.dumps(list(mjai.events(record)), indent=1),
        "link": f"https://tenhou.net/6/#json={quote(json.dumps(value))}&ts=0".removesuffix("&ts=0"),
        "lines": f"{json.dumps(value)}\n{json.dumps(value)}\n",
        "marked": json.dumps(value, indent=2),
    }[form]
    found = list(logs.parse_logs(text))
    assert len(found) == (2 if form == "lines" else 1)
    for log in found:
        assert not logs.Checker().check(log).differences


# ---- small logs, written by hand

QUICK = {  # the dealer wins with his first draw but one: riichi would be double
    "name": ["a", "b", "c", "d"],
    "rule": {"disp": "般南喰赤", "aka": 1},
    "log": [
        [
            [0, 0, 0],
            [25000, 25000, 25000, 25000],
            [41],
            [],
            [11, 12, 13, 21, 22, 23, 31, 32, 33, 45, 45, 45, 46],
            [19, 46],
            [60],
            [14, 14, 17, 17, 21, 24, 27, 31, 34, 37, 41, 42, 43],
            [29],
            [60],
            [14, 15, 17, 18, 21, 24, 27, 31, 34, 37, 41, 42, 43],
            [29],
            [60],
            [14, 15, 17, 18, 22, 25, 28, 32, 35, 38, 42, 43, 44],
            [29],
            [60],
            ["和了", [2900, -1000, -1000, -900], [0, 0, 0]],
        ]
    ],
}


def told(value: dict[str, Any]) -> list[logs.Difference]:
    (log,) = logs.parse_logs(json.dumps(value), "small")
    return logs.Checker().check(log).differences


def changed(**parts: Any) -> dict[str, Any]:
    """The small log with some columns of its hand replaced, by their numbers."""
    hand = [*QUICK["log"][0]]  # type: ignore[misc]
    for key, value in parts.items():
        hand[int(key[1:])] = value
    return {**QUICK, "log": [hand]}


def test_payments_are_compared() -> None:
    (difference,) = told(QUICK)
    assert (difference.hand, difference.kind) == (1, "payment")
    paid = [int(one) for one in difference.here.partition("[")[2].rstrip("]").split(", ")]
    assert sum(paid) == 0 and paid[0] > 0
    assert not told(changed(_16=["和了", paid, [0, 0, 0]]))
    # the position lies before the win: pasted, it goes on with it
    from shugi.envs import load_position

    batch = load_position(difference.position)
    assert batch.seat[0] == 0 and 65 in batch.legal_actions(0)
    batch.step_one(0, 65)
    assert batch.hand_done[0]


@pytest.mark.parametrize(
    ("parts", "said", "here"),
    [
        ({"_6": [11]}, "seat 0 wins by its own draw", "win is not legal for seat 0"),
        ({"_6": ["r60"]}, "paid are [2900, -1000, -1000, -900]", "[37000, -12000, -12000, -12000]"),
        ({"_6": [99]}, "99 is no tile", None),
        ({"_6": [47]}, "seat 0 discards 7z", "7z is not legal for seat 0"),
        ({"_5": [45, 45]}, "seat 0 draws 5z", "more often than the deck"),
        ({"_5": [19]}, "seat 0 wins", "a tile is drawn first, which the log leaves out"),
        ({"_8": ["1919p19"]}, "fits into no order", None),
        ({"_8": ["p191414"]}, "fits into no order", None),
        ({"_8": ["1a3"]}, "is no call", None),
        ({"_4": [11] * 12}, "not 13 tiles", None),
        ({"_1": [25000] * 3 + ["x"]}, "whole numbers", None),
        ({"_0": [0, 0, 900]}, "cannot be dealt", None),
        ({"_16": ["和了", [1, 2], [0, 0, 0]]}, "should be the points of 4", None),
        ({"_16": ["九種九牌"]}, "the hand is aborted (nine kinds)", "abort is not legal"),
        ({"_16": ["流局"]}, "the wall is empty", "the hand goes on"),
        ({"_16": ["雨"]}, "the hand is aborted", "abort is not legal"),
        ({"_16": ["和了", [0, 0, 0, 0], [2, 0, 2]]}, "seat 2 wins", "win is not legal"),
    ],
)
def test_what_is_wrong_is_told(parts: dict[str, Any], said: str, here: str | None) -> None:
    found = told(changed(**parts))
    assert found, parts
    text = " | ".join(map(str, found))
    assert text.startswith("small, hand 1") and "Traceback" not in text
    assert said in text
    assert here is None or here in text


def test_the_rest_of_a_log_is_read() -> None:
    """A hand that cannot be read leaves the others as they are."""
    record = game("riichi_tenhou", 4)
    text = mjlog(record)
    second = text.index("<INIT", text.index("<INIT") + 1)
    broken = text[:second] + text[second:].replace("<T", "<X", 1)
    (log,) = logs.parse_logs(broken, "game")
    checked = logs.Checker().check(log)
    assert checked.hands == len(record.hands)
    assert {one.hand for one in checked.differences} == {2}
    assert "is no such tag" in str(checked.differences[0]) or "no tag" in str(
        checked.differences[0]
    )


def test_a_record_holds_what_can_be_played() -> None:
    """Of a hand whose first discard is wrong nothing, and all of the others."""
    text = mjlog(game("riichi_tenhou", 4))
    second = text.index("<INIT", text.index("<INIT") + 1)
    at = next(
        text.index(f"<{letter}", second + 6)
        for letter in "DEFG"
        if text[second:].count(f"<{letter}")
    )
    number = text[at + 2 : text.index("/", at)]
    broken = text[:at] + text[at:].replace(number, "99" if number != "99" else "3", 1)
    (log,) = logs.parse_logs(broken, "game")
    record, checked = logs.record_of(log)
    assert {one.hand for one in checked.differences} == {2}
    assert len(record.hands) == checked.hands and record.over
    assert check(parse_record(record.dumps())).seat[0] == -1
    assert mjai.dumps(record).count("start_kyoku") == checked.hands
    assert logs.dumps(record)


@pytest.mark.parametrize("form", ["mjlog", "mjai", "mjsoul"])
def test_a_cut_log_says_so(form: str) -> None:
    text = FORMATS[form](game("riichi_mjsoul", 4))
    if form == "mjlog":
        text = text[: text.rindex("<INIT") + 900]
    elif form == "mjai":
        text = text[: text.rindex("\n", 0, text.rindex('"dahai"'))]
    else:
        value = json.loads(text)
        del value["data"]["data"]["actions"][-1]
        text = json.dumps(value)
    log = next(logs.parse_logs(text, "game"))
    kinds = {one.kind for one in logs.Checker("riichi_mjsoul").check(log).differences}
    assert kinds & {"cut", "unread"}


def test_rules_of_three_for_a_log_of_four() -> None:
    (log,) = logs.parse_logs(mjlog(game("riichi_tenhou", 1)), "game")
    (difference,) = logs.Checker("sanma_tenhou").check(log).differences
    assert str(difference) == ("game, hand 1: 4 hands are dealt; sanma_tenhou is played by 3")


def test_other_rules_pay_otherwise() -> None:
    (log,) = logs.parse_logs(mjlog(game("riichi_tenhou", 1)), "game")
    found = logs.Checker("riichi_mjsoul").check(log).differences
    assert [one.kind for one in found] == ["result"]


# ---- what a log says of its room


@pytest.mark.parametrize(
    ("bits", "name", "options"),
    [
        (169, "riichi_tenhou", {}),
        (185, "sanma_tenhou", {}),
        (225, "riichi_tenhou", {"game_length": "east"}),
        (9 | 2 | 4, "riichi_tenhou", {"red_fives": {}, "open_tanyao": False}),
        (9 | 0x200, "riichi_tenhou+chip_room", {}),
    ],
)
def test_the_room_of_a_mjlog(bits: int, name: str, options: dict[str, Any]) -> None:
    (log,) = mjlog_format.read(f'<mjloggm><GO type="{bits}"/><INIT /></mjloggm>', "game")
    assert log.room.rule_set == name and log.room.options == options


def test_what_is_untold_is_named() -> None:
    record = game("riichi_tenhou", 1)
    assert told_again("mjlog", record).room.untold == []
    assert told_again("mjai", record).room.untold == ["the site", "the length"]
    value = json.loads(mjsoul(game("riichi_mjsoul", 1)))
    value["head"]["config"]["mode"]["detail_rule"] = {"init_point": 30000, "guyi_mode": 1}
    (log,) = logs.parse_logs(json.dumps(value))
    assert log.room.untold == ["the setting guyi_mode"]
    assert log.room.options == {"start_points": 30000}


def test_a_room_that_makes_no_rules() -> None:
    record = game("riichi_tenhou", 1)
    events = list(mjai.events(record))
    for event in events:
        if event["type"] == "start_kyoku":
            event["scores"] = [99_999_999] * 4
    (log,) = logs.parse_logs("\n".join(map(json.dumps, events)), "game")
    (difference,) = logs.Checker().check(log).differences
    assert "makes no rules" in str(difference)
    with pytest.raises(logs.LogError, match="makes no rules"):
        logs.record_of(log)


def test_results_in_whole_thousands() -> None:
    """As Tenhou told them in 2020: halves of scores away from zero, the first takes the rest."""
    from shugi.envs.logs.results import _thousands

    assert [_thousands(score) for score in (13500, 7499, -3500, -300)] == [14, 7, -4, 0]
    record = game("riichi_tenhou", 5)
    text = mjlog(record)
    front, back = text.split('owari="')
    numbers = back.split('"')[0].split(",")
    scores = [100 * int(one) for one in numbers[::2]]
    exact = [float(one) for one in numbers[1::2]]
    rounded = [one + _thousands(s) - s / 1000 for one, s in zip(exact, scores, strict=True)]
    first = exact.index(max(exact))
    rounded[first] -= sum(rounded)
    pairs = zip(scores, rounded, strict=True)
    owari = ",".join(f"{score // 100},{round(one, 1)}" for score, one in pairs)
    old = f'{front}owari="{owari}"' + back[back.index('"') + 1 :]
    (log,) = logs.parse_logs(old)
    assert not logs.Checker().check(log).differences
    assert not logs.Checker(results="rounded").check(log).differences
    assert logs.Checker(results="exact").check(log).differences
    log.date = "20250101"
    assert logs.Checker().check(log).differences


# ---- files


def test_files_of_all_kinds(tmp_path: Path) -> None:
    record = game("riichi_tenhou", 6)
    texts = {form: write(record) for form, write in FORMATS.items() if form != "mjsoul"}
    for form, text in texts.items():
        (tmp_path / f"{form}.json").write_text(text, encoding="utf-8")
        (tmp_path / f"{form}.gz").write_bytes(gzip.compress(text.encode()))
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        for form, text in texts.items():
            archive.writestr(f"folder/{form}.log", text)
        archive.writestr("README.txt", "no log")
    (tmp_path / "note.txt").write_text("no log")
    tenhou = tmp_path / "2025010203gm-00a9-0000-12345678"
    tenhou.write_text(texts["mjlog"])
    assert [log.date for log in logs.read_logs(tenhou)] == ["20250102"]
    assert tenhou in logs.files_in(tmp_path)
    tenhou.unlink()
    files = logs.files_in(tmp_path)
    assert len(files) == 2 * len(texts) + 1
    found = [log for file in files for log in logs.read_logs(file)]
    assert sorted(log.format for log in found) == sorted(3 * list(texts))
    assert not any(logs.Checker().check(log).differences for log in found)
    third = logs.read_log(f"{tmp_path / 'all.zip'}#3")
    assert third.format == list(texts)[2]
    with pytest.raises(logs.LogError, match="has 4 games; there is no #9"):
        logs.read_log(f"{tmp_path / 'all.zip'}#9")
    with pytest.raises(logs.LogError, match="say which one"):
        logs.read_log(tmp_path / "all.zip")


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", "is empty"),
        (b"hello", "neither XML nor JSON"),
        (b"\xff\xfe\x00", "it is no text"),
        (b"<html></html>", "XML without <mjloggm>"),
        (b"{}", "JSON without the keys"),
        (b'{"log": [', "broken JSON"),
        (b"\x1f\x8bxyz", "cannot be unpacked"),
        (b"PK\x03\x04xyz", "cannot be unpacked"),
        (b'{"log": []}', "no hand begins in it"),
        (b'{"type":"start_game"}', "no hand begins in it"),
        (b'<mjloggm ver="2.3"><GO type="x"/></mjloggm>', "is no number"),
    ],
)
def test_files_that_are_none(data: bytes, text: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(data)
    (log,) = logs.read_logs(path)
    assert text in str(logs.Checker().check(log).differences[0])


def test_what_is_unpacked_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from shugi.envs.logs import reading

    monkeypatch.setattr(reading, "MOST_BYTES", 10_000)
    path = tmp_path / "game.gz"
    path.write_bytes(gzip.compress(b"<mjloggm" + b" " * 100_000))
    (log,) = logs.read_logs(path)
    assert "too large" in log.problems[0][1]
