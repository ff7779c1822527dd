"""mjai: what is written is read, here and by riichienv, which pays every hand as we do."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from shugi.envs import load_rules, mjai
from shugi.envs.mjai import MjaiError, reading
from shugi.envs.records.record import check
from tests.support.mjai_games import RULES, game, hands_of, scores_by_riichienv
from tests.support.shell import Shell

# events that must have come up in so many games: the comparison may not pass empty
AT_LEAST = {"hora": 30, "reach": 30, "pon": 20, "kita": 20, "chi": 20, "ankan": 1, "dora": 2}


def read_by_riichienv(name: str, seed: int) -> Counter[str]:
    """A game that riichienv ends with the same scores."""
    batch, record = game(name, seed)
    events = list(mjai.events(record))
    scores, seen = scores_by_riichienv(name, events)
    final = batch.final_score[0].tolist()
    scores[int(np.argmax(scores))] += sum(final) - sum(scores)  # sticks left on the table
    assert scores == final == events[-1]["scores"]
    return seen


@pytest.mark.parametrize("name", RULES)
def test_riichienv_ends_with_the_same_scores(name: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(10):
        seen += read_by_riichienv(name, seed)
    for event, least in AT_LEAST.items():
        if event != ("kita" if name.startswith("riichi") else "chi"):
            assert seen[event] >= least, seen


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_a_thousand_games_end_with_the_same_scores(name: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(100, 350):
        seen += read_by_riichienv(name, seed)
    assert min(seen[kan] for kan in ("ankan", "kakan", "daiminkan")) > 5


@pytest.mark.parametrize("name", [*RULES, "sanma_mjsoul", "riichi_parlour"])
def test_what_is_written_is_read(name: str) -> None:
    for seed in range(4):
        batch, record = game(name, seed)
        text = mjai.dumps(record)
        told = hands_of([json.loads(line) for line in text.splitlines()])
        hands = mjai.loads(text, record.rules)
        assert len(hands) == len(record.hands) == len(told)
        for hand, events in zip(hands, told, strict=True):
            check(hand)  # it replays
            again = [*mjai.events(hand)][1:]
            ended = [event for event in events if event["type"] != "end_game"]
            assert again[: len(ended)] == ended
        assert batch.seat[0] < 0


def test_a_hand_without_its_end_is_read() -> None:
    _, record = game("riichi_tenhou", 3)
    lines = mjai.dumps(record).splitlines()
    (hand,) = mjai.loads("\n".join(lines[:20]), record.rules)
    assert [*mjai.events(hand)][1:-1] == [json.loads(line) for line in lines[1:19]]


def test_north_may_have_another_name() -> None:
    _, record = game("sanma_base", 3)
    text = mjai.dumps(record)
    assert '"kita"' in text
    renamed = mjai.loads(text.replace('"kita"', '"nukidora"'), record.rules)
    assert [one.hands for one in renamed] == [one.hands for one in mjai.loads(text, record.rules)]


@pytest.mark.parametrize("name", ["riichi_tenhou", "sanma_base"])
def test_a_seat_sees_a_hand_that_leads_to_its_own(name: str) -> None:
    """The draws told to a seat are some of which its hand comes, and nothing else is told."""
    batch = game(name, 0)[0]
    batch.reset(np.array([11], np.uint64))
    action = np.zeros(1, np.uint8)
    looked = 0
    while batch.seat[0] >= 0:
        state, seat = batch.state(0), int(batch.seat[0])
        events = mjai.seen_by(batch, 0, seat)
        hand = Counter(events[1]["tehais"][seat])
        for event in events[2:]:
            if event.get("actor") != seat:
                assert event["type"] != "tsumo" or event["pai"] == "?"
                continue
            if event["type"] == "tsumo":
                hand[event["pai"]] += 1
            elif event["type"] in ("dahai", "kakan", "kita"):
                hand[event["pai"]] -= 1
            elif event["type"] in ("pon", "chi", "daiminkan", "ankan"):
                hand.subtract(event["consumed"])
        assert min(hand.values()) >= 0
        held = Counter(mjai.NAMES[code] for code in state["seats"][seat]["hand"])
        assert +hand == held
        assert [e for e in events[1]["tehais"] if "?" not in e] == [events[1]["tehais"][seat]]
        looked += 1
        batch.baseline(action)
        batch.step(action)
    assert looked > 100


# ---- what cannot be told, or read


@pytest.mark.parametrize("name", ["super_bingo", "hangzhou", "piquet", "far_flying_fish"])
def test_only_plain_riichi_is_told(name: str) -> None:
    with pytest.raises(MjaiError, match="plain riichi of three or four players only"):
        mjai.check_rules(load_rules(name))


def lines_of(name: str = "riichi_tenhou", seed: int = 1) -> list[str]:
    return mjai.dumps(game(name, seed)[1]).splitlines()


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ('"tehais":[["', '"tehais":[["?","', "hides a tile"),
        ('"dora_marker":"', '"dora_marker":"9', "is no tile"),
        ('"type":"dahai"', '"type":"dahei"', "'dahei' is no event of mjai"),
        ('"oya":0', '"oya":9', "cannot be dealt|not told as mjai"),
        ('"scores":[25000', '"scores":["x"', "line 2"),
        ('{"type":"start_game"', '{"type":start_game', "is no JSON"),
        ('{"type":"tsumo"', '[{"type":"tsumo"', "is no JSON"),
        ('"type":"tsumo"', '"type":7', "is no event: it needs a type"),
    ],
)
def test_logs_that_cannot_be(old: str, new: str, text: str) -> None:
    log = "\n".join(lines_of())
    assert old in log
    with pytest.raises(MjaiError, match=text):
        mjai.loads(
            log.replace(old, new, 1) if old != "{" else "x" + log, load_rules("riichi_tenhou")
        )


def test_points_are_compared() -> None:
    log = "\n".join(lines_of())
    at = log.index('"deltas":[') + len('"deltas":[')
    end = log.index("]", at)
    wrong = log[:at] + "7,0,-7,0" + log[end:]
    with pytest.raises(MjaiError, match="the hand pays .* here, and .* were told"):
        mjai.loads(wrong, load_rules("riichi_tenhou"))


def test_deltas_are_a_number_for_each_seat() -> None:
    """Of two winners each has deltas of his own; those may differ in length, or be no numbers."""
    lines = [json.loads(line) for line in lines_of()]
    first = next(k for k, event in enumerate(lines) if event["type"] == "hora")
    good = lines[first]["deltas"]
    for wrong in (good[:3], [*good, 0], [], ["x"] * 4, [0.5, 0, 0, -0.5], None, {}, [True] * 4):
        for added in (False, True):
            log = [dict(event) for event in lines]
            if added:
                log.insert(first + 1, {**log[first], "deltas": wrong})
            else:
                log[first]["deltas"] = wrong
            text = "\n".join(json.dumps(event) for event in log)
            line = first + 1 + added
            with pytest.raises(MjaiError, match=f"line {line}: deltas are 4 whole numbers"):
                mjai.loads(text, load_rules("riichi_tenhou"))


@pytest.mark.parametrize("key", ["honba", "kyotaku", "oya", "kyoku"])
@pytest.mark.parametrize("value", [2**31, 2**40, 2**70, -(2**70), 1.5, "1", None, []])
def test_numbers_that_cannot_be(key: str, value: object) -> None:
    lines = [json.loads(line) for line in lines_of()]
    lines[1][key] = value
    with pytest.raises(MjaiError, match="line 2: the hand (cannot be dealt|is not told as mjai)"):
        mjai.loads("\n".join(json.dumps(one) for one in lines), load_rules("riichi_tenhou"))


@pytest.mark.parametrize(
    "value", ["[" * 100_000, "[" * 100_000 + "]" * 100_000, '{"a":' * 60 + "1" + "}" * 60]
)
def test_deep_lines_are_refused(value: str) -> None:
    for line in (value, f'{{"type":"tsumo","pai":{value}}}'):
        with pytest.raises(MjaiError, match="line 3: is no JSON: .*(nested too deeply|Expecting)"):
            mjai.loads("\n".join([*lines_of()[:2], line]), load_rules("riichi_tenhou"))


def test_a_log_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "log.json"
    path.write_text("\n".join(lines_of()))
    monkeypatch.setattr(reading, "MOST_BYTES", 1000)
    with pytest.raises(OSError, match="too large"):
        mjai.load(path, load_rules("riichi_tenhou"))


def test_a_log_needs_a_hand() -> None:
    with pytest.raises(MjaiError, match="no hand begins in it"):
        mjai.loads(lines_of()[0], load_rules("riichi_tenhou"))


def test_tiles_are_counted() -> None:
    lines = lines_of()
    start = json.loads(lines[1])
    start["tehais"] = [["1m"] * 13] * 4
    with pytest.raises(MjaiError, match="line 2: a tile is told of more often"):
        mjai.loads("\n".join([lines[0], json.dumps(start)]), load_rules("riichi_tenhou"))


@pytest.mark.parametrize(
    ("log", "rules", "told"),
    [
        ("riichi_tenhou", "sanma_tenhou", "4 hands; sanma_tenhou is played by 3"),
        ("sanma_tenhou", "riichi_tenhou", "3 hands; riichi_tenhou is played by 4"),
    ],
)
def test_rules_have_as_many_players_as_the_log(log: str, rules: str, told: str) -> None:
    with pytest.raises(MjaiError, match=f"line 2: tells {told}: give rules for as many"):
        mjai.loads("\n".join(lines_of(log)), load_rules(rules))


# ---- the command


def test_the_command_writes_and_reads_them(tmp_path: Path, shell: Shell) -> None:
    _, record = game("sanma_base", 2)
    file, log = tmp_path / "game.jsonl", tmp_path / "game.mjson"
    record.save(file)
    text = shell.says("show", file, "--mjai")
    assert text == mjai.dumps(record)
    log.write_text(text, encoding="utf-8")
    words = ("show", log, "--rules", "sanma_base")
    assert f"sound, whole, {len(record.hands)} hands" in shell.says(*words, "--check")
    told = shell.tells(*words)
    assert [hand["hand"] for hand in told["hands"]] == [*range(1, len(record.hands) + 1)]
    for wrong in (
        (*words, "--hand", "99"),
        ("show", log, "--rules", "riichi_tenhou"),
        (*words, "--mjai", "--hand", "1"),
        ("show", file, "--rules", "sanma_base"),
    ):
        assert "Traceback" not in shell.refuses(*wrong)
