"""mjai: what is written is read, here and by riichienv, which pays every hand as we do."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi.envs import load_rules, mjai
from shugi.envs.mjai import MjaiError, reading
from shugi.envs.records.record import check
from tests.support.mjai_games import RULES, hands_of, scores_by_riichienv
from tests.support.recorded import odd_game as game
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


# ---- logs in the words of other programs


def log_of(hands: list[str], *events: mjai.Event, **start: object) -> str:
    """A log of a hand; hands are tiles with blanks between them."""
    deal = {
        "type": "start_kyoku", "bakaze": "E", "dora_marker": "9s", "kyoku": 1, "honba": 0,
        "kyotaku": 0, "oya": 0, "scores": [25000] * 4, "tehais": [hand.split() for hand in hands],
        **start,
    }  # fmt: skip
    return "\n".join(json.dumps(event) for event in (deal, *events))


def draws(actor: int, tile: str) -> mjai.Event:
    return {"type": "tsumo", "actor": actor, "pai": tile}


def cuts(actor: int, tile: str) -> mjai.Event:
    return {"type": "dahai", "actor": actor, "pai": tile}


def kans(actor: int, tile: str, marker: str, drawn: str) -> list[mjai.Event]:
    ankan = {"type": "ankan", "actor": actor, "consumed": [tile] * 4}
    return [ankan, {"type": "dora", "dora_marker": marker}, draws(actor, drawn)]


WAITING = [  # for 5p, which nobody draws
    "4p 6p 1m 2m 3m 7m 8m 9m P P P 1s 1s",
    "4p 6p 2m 3m 4m 6m 7m 8m F F F 2s 2s",
    "4p 6p 3m 4m 5m 5m 6m 7m C C C 3s 3s",
    "4p 6p 1m 2m 3m 4m 5m 6m 1p 1p 1p 4s 4s",
]
APART = [
    "1m 1m 1m 1m 2m 2m 2m 2m 1p 4p 7p E S",
    "3m 3m 3m 3m 4m 4m 4m 4m 2p 5p 8p E S",
    "6m 7m 9m 9m 1s 1s 3s 3s 3p 6p 9p E S",
    "6m 8m 8m 9m 2s 2s 4s 4s 2p 5p 8p E S",
]
ORPHANS = ["1m 9m 1p 9p 1s 9s E S W N P F 2m", *WAITING[1:]]
DRAWN = {
    "sufonrenta": (APART, [x for p in range(4) for x in (draws(p, "6s"), cuts(p, "E"))]),
    "sukaikan": (
        APART,
        [
            draws(0, "5s"), *kans(0, "1m", "1p", "6s"), *kans(0, "2m", "2p", "6s"), cuts(0, "6s"),
            draws(1, "5s"), *kans(1, "3m", "3p", "7s"), *kans(1, "4m", "4p", "7s"), cuts(1, "7s"),
        ],
    ),
    "suchareach": (
        WAITING,
        [
            x
            for p, tile in enumerate("ESWN")
            for x in (draws(p, tile), {"type": "reach", "actor": p}, cuts(p, tile))
        ],
    ),
    "kyushukyuhai": (ORPHANS, [draws(0, "2p")]),
}  # fmt: skip


@pytest.mark.parametrize("reason", DRAWN)
def test_why_a_hand_was_drawn(reason: str) -> None:
    hands, events = DRAWN[reason]
    end = {"type": "ryukyoku", "reason": reason, "deltas": [0] * 4}
    (record,) = mjai.loads(log_of(hands, *events, end), load_rules("riichi_tenhou"))
    told = [*mjai.events(record)]
    assert [one["reason"] for one in told if one["type"] == "ryukyoku"] == [reason]
    accepted = [one for one in told if one["type"] == "reach_accepted"]
    assert len(accepted) == (4 if reason == "suchareach" else 0)
    if accepted:
        assert accepted[-1]["deltas"] == [0, 0, 0, -1000]
        assert accepted[-1]["scores"] == [24000] * 4


@pytest.mark.parametrize("word", ["sanchaho", "ron3"])
def test_three_rons_may_be_told_in_several_words(word: str) -> None:
    nobody = "1p 2p 3p 7p 8p 9p 1s 9s E S W N 5p"
    events = [draws(0, "9m"), cuts(0, "5p"), {"type": "ryukyoku", "reason": word}]
    log = log_of([nobody, *WAITING[:3]], *events)
    (record,) = mjai.loads(log, load_rules("riichi_tenhou"))
    assert [*mjai.events(record)][-3]["type"] == "dahai"
    assert [*mjai.events(record)][-2]["reason"] == "sanchaho"


def test_points_need_not_be_told() -> None:
    """Then a game begins as the rules say, and goes on with what was paid."""
    _, record = game("riichi_tenhou", 3)
    lines = [json.loads(line) for line in mjai.dumps(record).splitlines()]
    bare = [{key: one[key] for key in one if key != "scores"} for one in lines]
    hands = mjai.loads("\n".join(map(json.dumps, bare)), record.rules)
    again = [[*mjai.events(hand)][1] for hand in hands]
    assert again == [one for one in lines if one["type"] == "start_kyoku"] and len(again) > 3


def test_a_game_of_three_may_have_an_empty_fourth_place() -> None:
    _, record = game("sanma_base", 3)
    more = {"names": "", "scores": 0, "deltas": 0, "tenpais": False, "tehais": ["?"] * 13}
    text = mjai.dumps(record)
    lines = [json.loads(line) for line in text.splitlines()]
    wide = [{k: [*v, more[k]] if k in more else v for k, v in one.items()} for one in lines]
    read = mjai.loads("\n".join(map(json.dumps, wide)), record.rules)
    assert [hand.hands for hand in read] == [one.hands for one in mjai.loads(text, record.rules)]
    wide[1]["tehais"][3] = wide[1]["tehais"][0]
    with pytest.raises(MjaiError, match="tells 4 hands"):
        mjai.loads("\n".join(map(json.dumps, wide)), record.rules)


@pytest.mark.parametrize("name", ["riichi_tenhou", "sanma_tenhou"])
def test_indicators_are_told_as_the_sites_do(name: str) -> None:
    """Of a closed kan before the draw, of another one before the discard that turns it."""
    closed, other = 0, 0
    for seed in range(40):
        told = [*mjai.events(game(name, seed)[1])]
        for before, event, after in zip(told, told[1:], told[2:], strict=False):
            if event["type"] != "dora":
                continue
            assert after["type"] in ("tsumo", "dahai", "dora")
            closed += before["type"] == "ankan"
            other += (before["type"], after["type"]) == ("tsumo", "dahai")
        if closed and other:
            return
    raise AssertionError("no kan came up")


def test_how_a_game_begins() -> None:
    start = next(mjai.events(game("sanma_base", 1)[1]))
    assert start["kyoku_first"] == 0 and start["aka_flag"] is True
    east = load_rules("riichi_tenhou", game_length="east", red_fives={})
    batch = Batch(east, 1, seed=1)
    start = mjai.seen_by(batch, 0, int(batch.seat[0]))[0]
    assert start["id"] == batch.seat[0] and len(start["names"]) == 4
    assert start["kyoku_first"] == 4 and start["aka_flag"] is False


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
    at = log.index('"deltas":[', log.index('"hora"')) + len('"deltas":[')
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
