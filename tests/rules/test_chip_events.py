"""Chips for conditions that a rule file writes: read, refused, paid, shown, expected."""

import pickle
import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch, tally_columns
from shugi._fast.flow.ledger import REASON_NAMES
from shugi._fast.games.riichi.chip_event_list import described, entries
from shugi._fast.games.riichi.chip_events import FACTS, SCALES
from shugi._fast.games.riichi.condition import ConditionError, parse, write, write_all
from shugi._fast.games.riichi.score import expected_win
from shugi._fast.rules.compile import Rules, RulesError
from shugi._fast.rules.options import OPTIONS
from shugi._fast.view.layouts import layout_of
from shugi.envs import Recorder, load_position, load_rules, score
from shugi.envs.endings.ending import ending_of
from shugi.envs.notation.position import format_position
from shugi.envs.records.record import check, load_record
from tests.games.riichi.cases import case
from tests.games.riichi.chip_facts import Told
from tests.support.bot_games import led_on, midway
from tests.support.random_events import condition, random_event
from tests.support.rule_sets import write_rules
from tests.support.scored import Table, compare
from tests.support.shell import Shell

ROOT = Path(__file__).parents[2]
LAST_TILE = """\
base: super_bingo
chip_events:
  - {name: last_tile, when: [haitei or houtei], chips: 2}
"""
HOUTEI = case(
    "234456p6784533s", "6s", loser=2, riichi="closed", flags={"houtei": True}, dora_indicators="1z"
)
DRAWN = {**HOUTEI, "win_by": "tsumo", "loser": None, "flags": {}}


def one(**event: Any) -> list[dict[str, Any]]:
    return [{"name": "extra", "chips": 1, **event}]


def paid(case: dict[str, Any], base: str = "sanma_base", **event: Any) -> list[int]:
    """Chips by seat, in rules without other chips of a win."""
    return list(score(case, load_rules(base, chip_events=one(**event)))["shugi_delta"])


# ---- conditions as text


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("haitei or houtei", "haitei or houtei"),
        ("han<2", "han < 2"),
        ("  ( (ron) ) ", "ron"),
        ("ron and (closed and riichi)", "ron and (closed and riichi)"),
        ("(ron or tsumo) and not (closed or riichi)", "(ron or tsumo) and not (closed or riichi)"),
        ("holds  5p>=2", "holds 5p >= 2"),
        ("007 <= han", "7 <= han"),
    ],
)
def test_a_condition_has_one_form(text: str, form: str) -> None:
    assert write(parse(text)) == form == write(parse(form))


def test_random_conditions_keep_their_tree() -> None:
    rng = Random(1)
    for _ in range(300):
        tree = parse(condition(rng, 3))
        again = parse(write(tree))
        assert write(again) == write(tree)
        assert shape(again) == shape(tree)


def shape(node: Any) -> Any:
    return node.word, node.holds, [shape(part) for part in node.parts]


def test_conditions_of_a_list_are_joined() -> None:
    assert write_all(["ron or tsumo", "not closed", "han < 2"]) == (
        "(ron or tsumo) and not closed and han < 2"
    )
    assert (write_all([]), write_all(["ron or tsumo"])) == ("always", "ron or tsumo")


UNREADABLE = {
    "": (1, "found the end"),
    "han <": (6, "found the end"),
    "han < < 2": (7, "found `<`"),
    "ron tsumo": (5, "found `tsumo`; expected the end, and, or"),
    "(ron": (5, "expected the `)` for the `(` in column 1"),
    "han = 2": (5, "write `==`"),
    "ron && tsumo": (5, "write `and`"),
    "!ron": (1, "write `not`"),
    "1 < han < 3": (9, "one comparison at a time"),
    "han < 100000": (7, "numbers are 0 to 9999"),
    "holds red": (7, "expected a tile such as 5p"),
    "ron; tsumo": (4, "';' has no meaning here"),
    "(" * 100 + "ron": (32, "more than 30 parts within each other"),
    "not " * 100 + "ron": (125, "more than 30 parts within each other"),
    "ron or " * 100 + "ron": (501, "at most 500 letters"),
    # each sign gets a space on both sides where a rule set keeps it
    " or ".join(["1<2"] * 71): (493, "at most 500 letters, with a space on each side"),
}


@pytest.mark.parametrize("text", UNREADABLE, ids=range(len(UNREADABLE)))
def test_what_cannot_be_read_is_refused_with_its_column(text: str) -> None:
    column, told = UNREADABLE[text]
    with pytest.raises(ConditionError) as error:
        parse(text)
    assert error.value.column == column
    assert told in error.value.text


@pytest.mark.parametrize("parts", range(40, 58))
def test_what_is_kept_of_a_condition_can_be_read_again(parts: int) -> None:
    given = one(when=[" or ".join(["han<2"] * parts)])
    try:
        kept = OPTIONS["chip_events"].check(given)
    except ValueError as error:
        assert "at most 500 letters" in str(error)
        return
    assert OPTIONS["chip_events"].check(kept) == kept


# ---- events that are refused

WRONG: list[tuple[Any, str]] = [
    (3, "3 is not a list"),
    ({"name": "a"}, "is not a list"),
    (["a"], "event 1: 'a' is not a map"),
    (one(wen=[]), r"event 1 (extra): unknown key 'wen' (did you mean 'when'?)"),
    ([{"name": "a"}], "event 1 (a): chips is missing"),
    ([{"chips": 1}], "event 1: name is missing"),
    (one(name="Last tile"), "name: 'Last tile' is not a name of small letters"),
    (one(name="a" * 33), "at most 32"),
    (one() + one(), "event 2 (extra): the name stands twice"),
    (one(name="ura"), "the ledger has payments of that name"),
    (one(chips=1.5), "chips: 1.5 is not a whole number; -1000 to 1000"),
    (one(chips=5000), "chips: 5000 is not allowed"),
    (one(when=5), "when: 5 is not a list"),
    (one(when=["ron", 5]), "when 2: 5 is not a text"),
    (one(when=["ron", "han <"]), "when 2: 'han <', column 6: found the end"),
    (one(when=["haite"]), "column 1: nothing is known as `haite` (did you mean 'haitei'?)"),
    (one(when=["ron and han"]), "column 9: `han` is not yes or no; compare it"),
    (one(when=["holds 5p"]), "such as `holds 5p >= 1`"),
    (one(when=["mangan"]), "such as `limit == mangan`"),
    (one(when=["west"]), "such as `round == west`"),
    (one(when=["red >= mangan"]), "column 5: a number cannot be compared with a limit"),
    (one(when=["limit == east"]), "cannot be compared with a wind (east, south, west, north)"),
    (one(when=["1 < ron"]), "column 5: `ron` is yes or no, and cannot be compared"),
    (one(when=["holds 2m > 1"]), "column 1: the deck has no tile 2m"),
    (one(when=["holds 1k > 1"]), "the deck has no tile 1k"),
    (one(when=["holds 55p > 1"]), "`holds` takes one tile"),
    (one(when=["holds 5x > 1"]), "5x"),
    (one(**{"from": "alle"}), "from: 'alle' is not one of payers, all (did you mean 'all'?)"),
    (one(per="ron"), "per: 'ron', column 1: `ron` is no number"),
    (one(per="red > 1"), "per: 'red > 1' is not the name of a number"),
    (one(per="3"), "is not the name of a number"),
    ([event for i in range(33) for event in one(name=f"e{i}")], "33 events; at most 32"),
    (one(when=["ron or " * 60 + "ron"] * 8), "975 steps; at most 512"),
    (
        [event for i in range(32) for event in one(name=f"e{i}")],
        "different payments; a state has room for 56; take fewer chip_events",
    ),
]


@pytest.mark.parametrize(("events", "told"), WRONG, ids=range(len(WRONG)))
def test_wrong_events_are_refused_with_the_place(events: Any, told: str) -> None:
    with pytest.raises(RulesError) as error:
        load_rules("super_bingo", chip_events=events)
    assert told in str(error.value)
    assert {key.split(": ")[-1] for key, _ in error.value.problems} <= {"chip_events", "options"}


def test_a_condition_may_not_hold_too_much_at_once() -> None:
    deep = "ron or (" * 20 + "ron" + ")" * 20
    with pytest.raises(RulesError, match="asks for 21 values at once; at most 16"):
        load_rules("super_bingo", chip_events=one(when=[deep]))


@pytest.mark.parametrize("base", ["hangzhou", "xiamen", "wuhan", "kawuxing", "piquet"])
def test_other_games_have_no_such_option(base: str) -> None:
    with pytest.raises(RulesError, match="chip_events: is of riichi mahjong"):
        load_rules(base, chip_events=one())


# ---- who pays what


def test_a_ron_is_paid_by_the_discarder_a_draw_by_both() -> None:
    assert paid(HOUTEI, when=["houtei"], chips=2) == [0, 2, -2]
    assert paid(HOUTEI, when=["haitei"], chips=2) == [0, 0, 0]
    assert paid(DRAWN, when=["tsumo"], chips=2) == [-2, 4, -2]


def test_every_opponent_may_pay() -> None:
    assert paid(HOUTEI, when=["ron"], chips=2, **{"from": "all"}) == [-2, 4, -2]


def test_what_is_negative_the_winner_pays() -> None:
    rules = load_rules("sanma_base", chip_events=one(when=["ron"], chips=-3))
    answer = score(HOUTEI, rules)
    assert answer["shugi_delta"] == [0, -3, 3]
    (line,) = [line for line in answer["ledger"] if line["chips"]]
    assert (line["reason"], line["payer"], line["payee"], line["chips"]) == ("extra", 1, 2, 3)
    assert answer["shugi"]["events"] == {"extra": {"2": -3}}


def test_chips_may_count_something() -> None:
    held = {**HOUTEI, "dora_indicators": "2s"}
    assert paid(held, chips=2, per="dora") == [0, 4, -4]
    assert paid(held, chips=2, per="holds 4p") == [0, 4, -4]
    assert paid(HOUTEI, chips=2, per="dora") == [0, 0, 0]


def test_who_would_pay_can_be_asked() -> None:
    assert paid(DRAWN, when=["payer_dealer"], chips=2) == [-2, 2, 0]
    poor = {**DRAWN, "scores": [35000, 35000, 100]}
    assert paid(poor, when=["payer_bust"], chips=2) == [0, 2, -2]


def test_a_yakuman_has_many_han() -> None:
    orphans = HOUTEI | {"hand": "19m19p19s1234567z", "win_tile": "1m"}
    orphans |= {"flags": {}, "riichi": "none"}
    assert paid(orphans, when=["han < 2"]) == [0, 0, 0]
    assert paid(orphans, when=["limit == yakuman", "yakuman_units >= 1"]) == [0, 1, -1]


MULTIPLIED = [
    ("fierce_flying_fish", {**HOUTEI, "flags": {"ippatsu": True}}),
    ("super_bingo+home_run", {**HOUTEI, "markers": ["B", "H", "B"]}),
]


@pytest.mark.parametrize(("base", "case"), MULTIPLIED, ids=["ippatsu", "home run"])
def test_what_multiplies_chips_multiplies_events(base: str, case: dict[str, Any]) -> None:
    """Of those who do not pay for the win too."""
    plain = np.array(score(case, load_rules(base))["shugi_delta"])
    events = one(chips=5, **{"from": "all"})
    rules = load_rules(base, chip_events=events)
    answer = score(case, rules)
    factor = answer["shugi"]["multipliers"]["2"]
    assert factor > 1
    assert (answer["shugi_delta"] - plain).tolist() == [-5 * factor, 10 * factor, -5 * factor]


TWO_WINNERS = (  # both wait for 6z
    "rules {} | round E1 | turn own 0 | seat0 hand=19m2p369s1234z7p57z+6z"
    " | seat1 hand=123456789s5566z | seat2 hand=123406789p111s6z | dora 4z"
)


def both_win(*events: dict[str, Any]) -> Batch:
    rules = load_rules("toriuchi", chip_events=list(events))
    start = load_position(TWO_WINNERS.format("toriuchi"))
    batch = Batch(rules, 1, forced=False, auto_reset=False, expected=True)
    batch.set_state(0, start.state(0))
    for name in ("6z", "win", "win"):
        batch.step_one(0, layout_of(rules).action_id(name))
    return batch


def test_two_winners_are_each_paid() -> None:
    from_all = {"name": "wide", "chips": 1, "from": "all"}
    plain, batch = both_win(), both_win({"name": "narrow", "chips": 5}, from_all)
    assert batch.state(0)["last"]["winners"] == [1, 2]
    lines = {
        (line["reason"], line["payer"], line["payee"]): line["chips"]
        for line in batch.ledger(0)
        if line["reason"] in ("narrow", "wide")
    }
    wide = dict.fromkeys([("wide", *seats) for seats in ((0, 1), (2, 1), (0, 2), (1, 2))], 1)
    assert lines == {("narrow", 0, 1): 5, ("narrow", 0, 2): 5} | wide
    moved = batch.chips[0] - plain.chips[0]
    assert moved.tolist() == [-12, 6, 6]
    assert len(batch.ledger(0)) <= batch.rules.bounds()["ledger"][0]


# ---- conditions worked out a second time

COUNTED = [name for name in FACTS if name not in ("payer_bust", "payer_liable", "kandora", "holds")]
BASES = ("sanma_base", "super_bingo", "super_bingo+home_run", "fierce_flying_fish", "toriuchi")


def every_fact(names: list[str]) -> list[dict[str, Any]]:
    """An event that is met by anything that is not zero, for each of the facts."""
    found = []
    for i, name in enumerate(names):
        fact = FACTS[name]
        above = SCALES[fact.kind][0] if fact.kind in SCALES else "0"
        when = name if fact.kind == "yes or no" else f"{name} > {above}"
        found.append({"name": f"fact_{i}", "when": [when], "chips": 1 + i})
    return found


def wins_of(base: str, events: list[dict[str, Any]], wins: int, seed: int) -> Counter[str]:
    """Play, score and the second reckoning side by side; how often each event was paid."""
    rules = load_rules(base, chip_events=events)
    table, met, seen = Table(rules, 16, seed=seed), Counter[str](), 0
    while seen < wins:
        for before, action, after in table.ended():
            found = compare(rules, before, action, after)
            assert not found.wrong, found.wrong[0]
            for won in ending_of(rules, before, action, after).cases:
                answer = score(won, rules)
                again = Told(rules, won, answer)
                if answer["yakuman"] or won["win_by"] == "bingo":
                    continue  # their yaku are not listed
                assert again.events() == answer["shugi"]["events"], won
                met.update(list(answer["shugi"]["events"]))
                seen += 1
    return met


@pytest.mark.parametrize("base", BASES)
def test_facts_are_as_reckoned_again(base: str) -> None:
    plain = [name for name in COUNTED if name not in ("yonchoro", "otafuku")]
    met = Counter[str]()
    for first in range(0, len(plain), 8):
        met += wins_of(base, every_fact(plain[first : first + 8]), 10, seed=first)
    assert len(met) >= 8


@pytest.mark.parametrize("base", BASES)
def test_random_conditions_are_as_reckoned_again(base: str) -> None:
    rng = Random(base)
    for seed in range(3):
        events: list[dict[str, Any]] = []
        while len(events) < 4:
            event = random_event(rng, f"event_{len(events)}")
            words = " ".join([*event["when"], event.get("per", "")])
            if not any(name in words for name in UNTOLD):
                events.append(event)
        wins_of(base, events, 15, seed=seed)


UNTOLD = ("payer_bust", "payer_liable", "kandora", "yonchoro", "otafuku")


# ---- what is expected


def test_nothing_but_luck_differs_from_what_is_expected() -> None:
    """Who has no ura to wait for expects what comes."""
    events = one(when=["dealer or ron"], chips=3) + one(name="calm", when=["not riichi"], chips=-2)
    batch = Batch(load_rules("sanma_tenhou", chip_events=events), 32, seed=4, expected=True)
    moved = 0
    for _ in range(400):
        led_on(batch, 1)
        assert np.array_equal(batch.expected, batch.chips)
        moved += np.abs(batch.chips).sum()
    assert moved > 100


def test_ura_are_averaged() -> None:
    """One of four tiles left shows two dora: three chips each."""
    rules = load_rules("sanma_tenhou", chip_events=one(chips=3, per="ura"))
    case = {**HOUTEI, "flags": {}}
    mean = expected_win(rules, case, "2s1z1z1z", stacks=0, hidden_ura=1, samples=20_000)
    assert mean["shugi_delta"][1] == pytest.approx(3 * 2 / 4, abs=0.06)
    sure = expected_win(rules, case, "2s2s2s2s", stacks=0, hidden_ura=1, samples=10)
    assert sure["shugi_delta"] == [0, 6, -6]


def test_events_of_luck_are_expected_in_play() -> None:
    """On average what is expected is what comes, and not hand by hand."""
    rules = load_rules("sanma_tenhou", chip_events=one(chips=5, per="ura"))
    batch = Batch(rules, 128, seed=4, expected=True)
    came, expected = [], []
    for _ in range(900):
        led_on(batch, 1)
        for i in np.flatnonzero(batch.hand_done):
            came.append(batch.chips[i].copy())
            expected.append(batch.expected[i].copy())
    difference = np.array(expected) - np.array(came)
    assert (np.abs(difference) > 1e-3).any()
    assert abs(np.abs(expected).sum() / np.abs(came).sum() - 1) < 0.15


# ---- files


def names_of(rules: Rules) -> list[str]:
    return [event["name"] for event in rules.options["chip_events"]]


def test_three_lines_are_a_rule_set(tmp_path: Path, shell: Shell) -> None:
    path = write_rules(tmp_path, "mine", LAST_TILE)
    rules = load_rules(path)
    assert score(HOUTEI, rules)["shugi"]["events"] == {"last_tile": {"2": 2}}
    shown = shell.says("rules", path)
    assert "mine: Super Bingo Sanma" in shown
    assert "last_tile  2  haitei or houtei" in shown
    case = write_rules(tmp_path, "case", "")
    case.write_text(str(HOUTEI).replace("'", '"').replace("True", "true"), "utf-8")
    assert "last_tile" in shell.says("score", case, "--rules", path)
    record, runs = tmp_path / "games", tmp_path / "runs"
    words = ["arena", path, "--agents", "baseline", "random", "--sets", "2"]
    shell.says(*words, "--record", record, "--run-dir", runs)
    assert all("mine" in shell.says("show", game) for game in record.iterdir())


def test_events_of_files_add_up(tmp_path: Path) -> None:
    write_rules(tmp_path, "one", LAST_TILE)
    more = (
        "title: Two\nbase: one.yaml\nchip_events:\n  - {name: drawn, when: tsumo, chips: 1}\n"
        "  - {name: last_tile, chips: 0}\n"
    )
    rules = load_rules(write_rules(tmp_path, "two", more))
    assert names_of(rules) == ["last_tile", "drawn"]
    assert score(HOUTEI, rules)["shugi"]["events"] == {}
    whole = load_rules(tmp_path / "two.yaml", chip_events=one())
    assert names_of(whole) == ["extra"]


def test_add_ons_exclude_each_other_where_they_say_two_things(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import shugi.envs.rulesets.rules as files

    (tmp_path / "addons" / "house").mkdir(parents=True)
    (tmp_path / "rules").mkdir()
    for folder, name, text in (
        ("rules", "house", "title: House\n"),
        ("addons/house", "red", "title: Red\nchip_events: [{name: red_one, chips: 1}]\n"),
        ("addons/house", "gold", "title: Gold\nchip_events: [{name: gold_one, chips: 1}]\n"),
        ("addons/house", "dear", "title: Dear\nchip_events: [{name: red_one, chips: 5}]\n"),
    ):
        write_rules(tmp_path / folder, name, text)
    monkeypatch.setattr(files, "CONFIGS", tmp_path)
    assert names_of(load_rules("house+red+gold")) == ["red_one", "gold_one"]
    with pytest.raises(RulesError, match="red and dear exclude each other: both set chip_events"):
        load_rules("house+red+dear")


def test_events_stand_in_one_place(tmp_path: Path) -> None:
    under = load_rules(
        write_rules(tmp_path, "a", "title: A\noptions: {chip_events: [{name: b, chips: 1}]}\n")
    )
    beside = load_rules(
        write_rules(tmp_path, "b", "title: A\nchip_events: [{name: b, chips: 1}]\n")
    )
    assert under == beside
    both = "title: A\nchip_events: []\noptions: {chip_events: []}\n"
    with pytest.raises(RulesError, match="stands under `options:` too"):
        load_rules(write_rules(tmp_path, "c", both))


def test_no_events_are_no_change() -> None:
    plain = load_rules("super_bingo")
    assert load_rules("super_bingo", chip_events=[]) == plain
    assert plain.fields()["n_chip_event"] == 0
    assert "events" not in score(HOUTEI, plain)["shugi"]


# ---- games that are kept

PLAYED = one(when=["riichi"], chips=2) + one(name="quiet", when=["not riichi"], chips=-1)


def played(rules: Rules, hands: int = 3) -> tuple[Batch, Recorder]:
    batch = Batch(rules, 1, seed=3, auto_reset=False)
    recorder, actions, ended = Recorder(batch), np.zeros(1, np.uint8), 0
    while batch.seat[0] >= 0 and ended < hands:
        batch.baseline(actions)
        recorder.add(int(actions[0]))
        batch.step(actions)
        ended += bool(batch.hand_done[0])
    return batch, recorder


def test_saved_games_records_and_positions_name_events(tmp_path: Path) -> None:
    batch, recorder = played(load_rules("super_bingo", chip_events=PLAYED))
    assert {line["reason"] for line in batch.ledger(0)} & {"extra", "quiet"}
    copy = Batch(batch.rules, 1)
    copy.load(0, batch.save(0))
    assert copy.ledger(0) == batch.ledger(0)
    copy.set_state(0, batch.state(0))
    assert copy.ledger(0) == batch.ledger(0)
    assert pickle.loads(pickle.dumps(batch)).ledger(0) == batch.ledger(0)
    text = format_position(batch, 0)
    again = load_position(text)
    assert again.rules == batch.rules and again.ledger(0) == batch.ledger(0)
    path = tmp_path / "game.jsonl"
    recorder.record.save(path)
    record = load_record(path)
    assert record.rules == batch.rules and check(record).ledger(0) == batch.ledger(0)
    state = batch.state(0)
    state["ledger"][-1]["reason"] = "nothing"
    with pytest.raises(ValueError, match="'nothing' is none of win, .*extra, quiet"):
        copy.set_state(0, state)
    with pytest.raises(ValueError, match="other rules"):
        Batch(load_rules("super_bingo"), 1).load(0, batch.save(0))


def test_the_tally_has_a_column_for_each_event() -> None:
    rules = load_rules("super_bingo", chip_events=PLAYED)
    columns = tally_columns(rules)
    assert columns[-2:] == ["chips_extra", "chips_quiet"]
    batch = Batch(rules, 32, seed=2, auto_reset=False, tally=True)
    lines = np.zeros((3, 2), np.int64)
    while (batch.seat >= 0).any():
        led_on(batch, 1)
        for i in np.flatnonzero(batch.hand_done):
            for line in batch.ledger(int(i)):
                if line["reason"] in ("extra", "quiet"):
                    k = ("extra", "quiet").index(line["reason"])
                    lines[line["payer"], k] -= line["chips"]
                    lines[line["payee"], k] += line["chips"]
    assert np.array_equal(batch.tally[:, :, -2:].sum(axis=0), lines)
    assert lines.any(axis=0).all()


# ---- networks, and who plays by them


def test_entries_are_named_by_what_is_asked() -> None:
    events = load_rules(
        "super_bingo",
        chip_events=[
            {"name": "a", "when": ["haitei   or houtei"], "chips": 2},
            {"name": "b", "when": ["gold>=1", "ron or tsumo"], "chips": 5, "from": "all"},
            {"name": "c", "chips": -1, "per": "gold"},
            {"name": "d", "when": ["haitei or houtei"], "chips": 3},
        ],
    ).options["chip_events"]
    assert entries(events) == [
        ("chip_events: haitei or houtei", pytest.approx(5 / 50)),
        ("chip_events: gold >= 1 and (ron or tsumo), from all", 5 / 50),
        ("chip_events: always, per gold", -1 / 50),
    ]
    assert entries([]) == []


def share_of(events: list[dict[str, Any]], column: str, base: str = "sanma_tenhou") -> float:
    """How often the baseline does something, per hand."""
    rules = load_rules(base, chip_events=events, shugi_value=5000)
    batch = midway(rules, 96, 500, seed=6, tally=True)
    tally = batch.tally.sum(axis=(0, 1))
    columns = tally_columns(rules)
    return float(tally[columns.index(column)] / tally[columns.index("hands")])


def test_the_baseline_wants_what_events_pay_for() -> None:
    plain = share_of([], "open_hand")
    paid_for = share_of(one(when=["calls >= 1"], chips=20), "open_hand")
    fined = share_of(one(when=["not closed"], chips=-20), "open_hand")
    assert fined < plain < paid_for
    quiet = share_of(one(when=["closed", "not riichi"], chips=30), "riichi")
    assert quiet < share_of([], "riichi")


# ---- the page


def test_the_page_lists_every_fact() -> None:
    page = (ROOT / "docs" / "chip_events.md").read_text(encoding="utf-8")
    rows = [
        f"| `{fact.name}` | {fact.kind} | {fact.meaning} |"
        for fact in FACTS.values()
        if not fact.meaning.startswith("the yaku ")
    ]
    start = page.index("| fact | what it is | meaning |")
    assert page[start:].splitlines()[2 : 2 + len(rows)] == rows
    yaku = [fact.name for fact in FACTS.values() if fact.meaning.startswith("the yaku ")]
    listed = page[page.index("<!-- yaku -->") : page.index("<!-- end -->")]
    assert re.findall(r"`(\w+)`", listed) == yaku


def test_names_of_events_cannot_hide_a_reason() -> None:
    for name in REASON_NAMES:
        with pytest.raises(RulesError, match="the ledger has payments of that name"):
            load_rules("sanma_base", chip_events=one(name=name))


def test_what_an_event_asks_is_described() -> None:
    assert described({"when": ["ron"], "chips": 1, "per": "red", "from": "all"}) == (
        "ron, per red, from all"
    )
