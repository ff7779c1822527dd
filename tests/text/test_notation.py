"""Positions: to text and back, written by hand, and refused when they cannot be."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.check.fields import FIELDS, REGIONAL_KEYS
from shugi._fast.text.position import PositionError
from shugi.envs import format_position, load_position, load_rules, parse_position
from shugi.envs.notation.position import NotationError

VARIANTS = ["sanma_base", "sanma_tenhou", "super_bingo", "riichi_mjsoul"]
HANDS = {
    "sanma_base": [
        "seat0 hand=123456p789s1122z+5p",
        "seat1 hand=1346799p1155s34z",
        "seat2 hand=19m2288p22467s57z",
    ],
    "super_bingo": [
        "seat0 hand=123456p789s1122z+5p",
        "seat1 hand=13467799p1155s3z",
        "seat2 hand=192288p224677s5z",
    ],
}


def by_hand(name: str, *sections: str, **replaced: str) -> str:
    """A position of the first turn; ``seat1="..."`` replaces a section."""
    lines = [replaced.pop(line.split()[0], line) for line in HANDS[name]]
    return "\n".join([f"rules {name}", *sections, *lines, *replaced.values()])


def mixed_play(name: str, decisions: int, n: int = 4, seed: int = 5) -> list[tuple[Batch, int]]:
    """Positions on the way of games that are played half well, half at random."""
    batch = Batch(load_rules(name), n, seed=seed)
    actions, random = np.zeros(n, np.uint8), np.zeros(n, np.uint8)
    found = []
    for k in range(decisions):
        batch.baseline(actions)
        batch.sample(random, k)
        batch.step(np.where(np.arange(n) % 2 == 0, actions, random))
        assert not batch.status.any()
        found.append((batch.clone(), k))
    return found


# ------------------------------------------------------------------------------------- and back


@pytest.mark.parametrize("lines", [False, True])
@pytest.mark.parametrize("name", VARIANTS)
def test_text_gives_the_position_back(name: str, lines: bool) -> None:
    phases = set()
    for batch, _ in mixed_play(name, 150):
        for i in range(batch.n):
            text = format_position(batch, i, lines=lines)
            loaded = load_position(text)
            assert loaded.rules == batch.rules
            assert loaded.state(0) == batch.state(i), text
            assert loaded.legal_actions(0) == batch.legal_actions(i), text
            assert format_position(loaded, 0, lines=lines) == text
            phases.add(batch.state(i)["phase"])
    assert {"own", "claim", "riichi"} <= phases


@pytest.mark.parametrize("name", VARIANTS)
def test_play_goes_on_the_same(name: str) -> None:
    """What a state leaves out (waits, shapes, masks) is worked out to the same game."""
    for batch, k in mixed_play(name, 200, n=2)[::10]:
        loaded = [load_position(format_position(batch, i)) for i in range(2)]
        actions = np.zeros(2, np.uint8)
        for step in range(120):
            batch.sample(actions, 1000 * k + step)
            for i in range(2):
                legal = batch.legal_actions(i)
                assert loaded[i].legal_actions(0) == legal, format_position(batch, i)
                if legal:
                    loaded[i].step_one(0, int(actions[i]))
            batch.step(actions)
        for i in range(2):
            assert loaded[i].state(0) == batch.state(i)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_finished_game_is_a_position_too(name: str) -> None:
    batch = Batch(load_rules(name), 2, seed=3, auto_reset=False)
    actions = np.zeros(2, np.uint8)
    while (batch.seat >= 0).any():
        batch.baseline(actions)
        batch.step(actions)
    for i in range(2):
        loaded = load_position(format_position(batch, i))
        assert loaded.state(0) == batch.state(i)
        assert loaded.seat[0] == -1 and loaded.legal_actions(0) == []


def test_a_text_of_version_0_2_is_read() -> None:
    text = by_hand("super_bingo")
    was = load_position(by_hand("super_bingo", "since points=0,-1000,0 chips=3,0,-3"))
    assert was.state(0) == load_position(text).state(0)
    won = load_position(by_hand("super_bingo", "last how=win by=ron winners=1 loser=2"))
    state, told = was.state(0), won.state(0)["last"]
    assert (told["by"][1], told["loser"][1], told["winners"]) == ("ron", 2, [1])
    state["last"] |= {"how": "win", "by": "ron", "winners": [1], "loser": 2}
    was.set_state(0, state)
    assert was.state(0)["last"] == told


def test_options_travel_with_the_text() -> None:
    rules = load_rules("super_bingo", honba_ron=1000, honba_tsumo=0, gold_fives={"5p": 2})
    batch = Batch(rules, 1, seed=1)
    text = format_position(batch, 0)
    assert "honba_ron=1000" in text
    assert load_position(text).rules == rules


def test_rules_without_a_name_are_written_as_differences() -> None:
    from shugi._fast.rules.compile import Rules

    rules = Rules("our table", {"honba_ron": 300})
    loaded = load_position(format_position(Batch(rules, 1), 0))
    assert loaded.rules == rules


def test_a_state_is_plain_values_under_documented_keys() -> None:
    state = Batch(load_rules("super_bingo"), 1).state(0)
    keys = {part: {key for owner, key, _ in FIELDS if owner == part} for part in ("state", "seat")}
    assert set(state) == keys["state"] - REGIONAL_KEYS["state"]
    assert set(state["seats"][0]) == keys["seat"] - REGIONAL_KEYS["seat"]
    allowed = (int, float, bool, str, type(None))

    def plain(value: object) -> bool:
        if isinstance(value, dict):
            return all(plain(one) for one in value.values())
        return all(map(plain, value)) if isinstance(value, list) else type(value) in allowed

    assert plain(state)


# ------------------------------------------------------------------------------------- by hand


def test_a_position_needs_only_hands() -> None:
    batch = load_position(by_hand("sanma_base"))
    state = batch.state(0)
    assert state["phase"] == "own" and batch.seat[0] == 0
    assert batch.scores(0) == [35000] * 3
    assert state["drawn"] == 13 and state["head"] == 40 and len(state["dora"]) == 1
    assert state["seats"][0]["first_turn"] and not state["seats"][0]["riichi_at"]


def test_a_written_hand_plays_by_the_rules() -> None:
    riichi = "seat0 hand=234456p678s33s6z78p+6z"
    batch = load_position(by_hand("sanma_base", seat0="seat0 hand=12344467p678s33s+5p"))
    names = {action for action in batch.legal_actions(0)}
    assert 65 in names and 66 in names  # tsumo, riichi
    with pytest.raises(NotationError, match="line 2, column 1: seats.0..hand: 15 tiles"):
        load_position(by_hand("sanma_base", seat0=riichi))  # 15 tiles


def test_the_wall_can_be_given_in_part() -> None:
    first, second = (
        load_position(by_hand("super_bingo", "game seed=9", "wall 9s9s...6z", "dora 3p"))
        for _ in range(2)
    )
    state = first.state(0)
    assert state == second.state(0)
    assert state["wall"][state["head"] : state["head"] + 2] == [26, 26]
    assert state["wall"][-1] == 32 and state["dora"] == [11]
    other = load_position(by_hand("super_bingo", "game seed=10", "wall 9s9s...6z", "dora 3p"))
    assert other.state(0)["wall"] != state["wall"]


def test_a_discard_is_offered_to_the_table() -> None:
    text = by_hand(
        "sanma_base",
        "turn claim",
        "discard",
    ).replace("turn claim\ndiscard", "turn claim discard=5s from=0")
    text = text.replace("seat0 hand=123456p789s1122z+5p", "seat0 hand=123456p789s1122z river=5s")
    batch = load_position(text)
    assert batch.seat[0] == 1 and batch.legal_actions(0) == [64, 71]  # pass, pon
    assert batch.state(0)["option"][1] == 4


def test_melds_rivers_and_marks_are_read() -> None:
    state = parse_position(
        by_hand(
            "super_bingo",
            seat1="seat1 hand=1346779p1155s melds=pon(9s9s'9s)<0ankan(3333z) river=6s_7s*",
            seat0="seat0 hand=12345p789s112z+5p aside=11f riichi=none",
        )
    )[1]
    pon, ankan = state["seats"][1]["melds"]
    assert (pon["from_seat"], pon["called"], pon["tiles"]) == (0, 1, [26, 26, 26])
    assert ankan["tiles"] == [29] * 4 and ankan["from_seat"] is None
    assert state["seats"][1]["river_flags"] == [1, 2]
    assert state["seats"][0]["aside"] == [48, 48]


def test_comments_and_one_line() -> None:
    text = by_hand("sanma_base", "round S2 honba=3 sticks=1  # late")
    batch = load_position(text)
    one_line = re.sub(r"  #.*", "", text).replace("\n", " | ")
    assert load_position(one_line).state(0) == batch.state(0)
    state = batch.state(0)
    assert (state["round"], state["dealer"], state["honba"], state["sticks"]) == (4, 1, 3, 1)


# ------------------------------------------------------------------------------------- refused

BROKEN_TEXT = [
    ("", "line 1, column 1: the text holds no position"),
    ("hello", "line 1, column 1: a position begins with its rules"),
    ("rules super_bongo", "line 1, column 7: .*did you mean 'super_bingo'"),
    ("rules super_bingo honba=3", "line 1, column 7: .*honba"),
    ("rules sanma_base\nseats 3", "line 2, column 1: there is no section 'seats'"),
    ("rules sanma_base\nround E4", "line 2, column 7: expected a round such as E1"),
    ("rules sanma_base\nround E1 honba=x", "line 2, column 10: honba: expected a whole number"),
    ("rules sanma_base\nround E1\nround E2", "line 3, column 1: the section 'round' stands twice"),
    (
        "rules sanma_base\nscore 1 2",
        "line 2, column 1: expected 3 numbers, found 2: sanma_base has 3",
    ),
    (
        "rules riichi_tenhou\nseat0 hand=5550m123456p123s+1z\nseat1 hand=123456789p1122z\n"
        "seat2 hand=123456789s3344z\nseat3 hand=123456789s5566z\ndora 5m",
        r"line 6, column 1: dora\[0\]: one 5m more than the deck has",
    ),
    ("rules sanma_base\nturn later", "line 2, column 6: expected one of own, riichi"),
    (
        "rules sanma_base\nseat3 hand=1z",
        "line 2, column 1: sanma_base has 3 players: seat0 to seat2",
    ),
    ("rules sanma_base\nseat0 hands=1z", "line 2, column 7: there is no entry 'hands'"),
    ("rules sanma_base\nseat0 1z", "line 2, column 7: expected name=value"),
    ("rules sanma_base\nseat0 hand=12x", "line 2, column 7: hand: .*'x'"),
    ("rules sanma_base\nseat0 hand=123", "line 2, column 7: hand: .*lack a letter"),
    ("rules sanma_base\nseat0 river=1z%", "line 2, column 7: river: cannot read '%'"),
    ("rules sanma_base\nseat0 melds=pon(1z1z", "line 2, column 7: melds: cannot read"),
    ("rules sanma_base\nseat0 melds=pon(1z'1z'1z)<1", "only one tile of a meld"),
    ("rules sanma_base\nwall 1z...2z...", "line 2, column 6: '...' can stand once"),
    ("rules sanma_base\nhistory 9d5p", "line 2, column 9: .*expected an event"),
    ("rules sanma_base\nledger win:0-1", "line 2, column 8: .*expected reason:payer>payee"),
    (by_hand("sanma_base", "turn own 1"), "line 2, column 1: actor: seat 0 is on turn"),
]


@pytest.mark.parametrize(("text", "message"), BROKEN_TEXT)
def test_broken_text_says_where(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        load_position(text)


@pytest.mark.parametrize("value", [None, 5, b"rules sanma_base"])
def test_a_position_is_text(value: object) -> None:
    with pytest.raises(TypeError, match="a position is text"):
        parse_position(value)  # type: ignore[arg-type]


IMPOSSIBLE = [
    (
        {"seat1": "seat1 hand=13467799p1155s34z"},
        "line 1, column 1: seats: .*0, 1. all hold a tile to discard",
    ),
    ({"seat1": "seat1 hand=1z"}, "line 3.*seats.1..hand: 1 tiles and 0 melds make 1, not 13 or 14"),
    ({"seat1": "seat1 hand=5p5p5p5p99p1155s34z7p"}, "more than the deck has"),
    ({"seat1": "seat1 hand=2m346799p1155s34z"}, "one 2m more than the deck has"),
    ({"seat1": "seat1 hand=1346799p1155s34z aside=1f"}, "one 1f more than the deck has"),
    ({"seat1": "seat1 hand=134679p1155s34z1z melds=pon(9p8p9p)"}, "these tiles are no pon"),
    ({"seat1": "seat1 hand=134679p1155s melds=pun(999p)"}, "'pun' is none of pon, daiminkan"),
    ({"seat1": "seat1 hand=1346p1155s34z melds=pon(9p9p'9p)<1"}, "nobody calls his own tile"),
    ({"seat1": "seat1 hand=1346799p1155s34z river=1s riichi=closed"}, "names no tile of the river"),
    (
        {"seat1": "seat1 hand=1346799p1155s34z river=1s* riichi=closed"},
        "seats.1..riichi: the hand is not ready",
    ),
    ({"seat1": "seat1 hand=1346799p1155s34z river=1s* riichi=open"}, "no open riichi"),
    ({"seat1": "seat1 hand=1346799p1155s34z furiten=999"}, "999 is not between 0 and 255"),
    ({"seat1": "seat1 hand=1346799p1155s34z aside=1s"}, "1s cannot be set aside"),
]


@pytest.mark.parametrize(("replaced", "message"), IMPOSSIBLE)
def test_an_impossible_position_is_refused(replaced: dict[str, str], message: str) -> None:
    with pytest.raises(NotationError, match=message):
        load_position(by_hand("sanma_base", **replaced))


BROKEN_STATE = [
    ({"phase": "later"}, "phase: 'later' is none of own"),
    ({"phas": "own"}, "phas: there is no such field; did you mean 'phase'"),
    ({"turn": 3}, "turn: 3 is not between 0 and 2"),
    ({"honba": True}, "honba: True is not a whole number"),
    ({"honba": "2"}, "honba: '2' is not a whole number"),
    ({"honba": 300}, "honba: 300 is not between 0 and 200"),
    ({"wall": [1, 2, 3]}, "wall: has 3 tiles; 68 are left of the deck of 108"),
    ({"wall": "123p"}, "wall: '123p' is not a list"),
    ({"head": 41}, "head: 41 places of the wall are empty, but 40 tiles are on the table"),
    ({"head": 200}, "head: 200 is not between"),
    ({"n_indicator": 0}, "n_indicator: 0 is not between 1 and 5"),
    ({"dora": [64]}, r"dora\[0\]: 64 is not between 0 and 63"),
    ({"seats": []}, "seats: has 0 entries; 3 play"),
    ({"history": [70000]}, r"history\[0\]: 70000 is not between"),
    ({"history_total": -1}, "history_total"),
    ({"ledger": [{"reason": "love"}]}, r"ledger\[0\].reason: 'love' is none of win"),
    ({"ledger": [{"reason": "gold", "points": 3}]}, r"ledger\[0\].points: gold is paid in chips"),
    ({"ledger": [{"reason": "win", "chips": 3}]}, r"ledger\[0\].chips: win is paid in points"),
    ({"points_since": [1, 2, 3]}, "points_since"),
    ({"answer": [1, 2]}, "answer: has 2 entries, not 3"),
    ({"last": {"how": "lost"}}, "last.how: 'lost' is none of"),
    ({"phase": "claim"}, "no seat may hold a tile to discard"),
    ({"phase": "pocchi"}, "phase: a joker is named when"),
    ({"actor": 1}, "actor: seat 0 is on turn"),
    ({"phase": "kan"}, "no legal action"),
    ({"drawn": 33}, "drawn: 7z is not in the hand of seat 0"),
]


@pytest.mark.parametrize(("change", "message"), BROKEN_STATE)
def test_a_broken_state_names_the_field(change: dict, message: str) -> None:
    rules, state = parse_position(by_hand("sanma_base"))
    batch = Batch(rules, 1, seed=4)
    before = batch.save(0)
    with pytest.raises(PositionError, match=message) as caught:
        batch.set_state(0, {**state, **change})
    assert caught.value.field
    assert batch.save(0) == before


def test_every_copy_lies_in_one_place() -> None:
    batch = Batch(load_rules("super_bingo"), 1, seed=4)
    state = batch.state(0)
    state["wall"][state["head"]], state["wall"][-1] = 13, 13
    with pytest.raises(PositionError, match="more than the deck has"):
        batch.set_state(0, state)


def test_errors_of_play_show_the_position() -> None:
    from shugi.envs import IllegalAction

    batch = load_position(by_hand("sanma_base"))
    with pytest.raises(IllegalAction, match=r"position: rules sanma_base \|.*seat1 hand=1346799p"):
        batch.step_one(0, 77)


def damaged(text: str, rng: np.random.Generator) -> str:
    letters = list(text)
    for _ in range(rng.integers(1, 4)):
        at = int(rng.integers(len(letters)))
        kind = rng.integers(3)
        if kind == 0:
            letters[at] = chr(rng.integers(32, 127))
        elif kind == 1:
            del letters[at : at + int(rng.integers(1, 6))]
        else:
            letters.insert(at, chr(rng.integers(32, 127)))
    return "".join(letters)


def plays(batch: Batch, rng: np.random.Generator) -> None:
    for _ in range(20):
        legal = batch.legal_actions(0)
        if not legal:
            return
        batch.step_one(0, int(rng.choice(legal)))


@pytest.mark.parametrize("name", ["sanma_base", "super_bingo"])
def test_damaged_text_is_refused_or_a_position(name: str) -> None:
    rng = np.random.default_rng(7)
    texts = [format_position(batch, 0) for batch, _ in mixed_play(name, 120, n=2)[::6]]
    refused = 0
    for _ in range(400):
        try:
            plays(load_position(damaged(str(rng.choice(texts)), rng)), rng)
        except NotationError as error:
            assert re.match(r"line \d+, column \d+: ", str(error))
            refused += 1
    assert refused > 300


STRANGE = [None, -1, 0, 3, 48, 64, 255, 2**70, "x", 1.5, float("nan"), [], [1], {}, True, object()]
STRANGE += [np.int64(3), np.array([1, 2]), b"a", (), {"a": 1}]


def places(value: object, at: tuple = ()) -> list[tuple]:
    found = [at] if at else []
    if isinstance(value, dict):
        for key, inner in value.items():
            found += places(inner, (*at, key))
    elif isinstance(value, list):
        for key, inner in enumerate(value):
            found += places(inner, (*at, key))
    return found


@pytest.mark.parametrize("name", ["sanma_base", "super_bingo"])
def test_a_damaged_state_is_refused_or_a_position(name: str) -> None:
    rng = np.random.default_rng(8)
    sources = [batch for batch, _ in mixed_play(name, 120, n=2)[::6]]
    target = Batch(sources[0].rules, 1, auto_reset=False)
    refused = 0
    for _ in range(1200):
        state = sources[rng.integers(len(sources))].state(0)
        choices = places(state) if rng.random() < 0.5 else [(key,) for key in state]
        *path, last = choices[rng.integers(len(choices))]
        inner = state
        for key in path:
            inner = inner[key]
        inner[last] = STRANGE[rng.integers(len(STRANGE))]
        before = target.save(0)
        try:
            target.set_state(0, state)
            plays(target, rng)
        except PositionError:
            assert target.save(0) == before
            refused += 1
    assert refused > 600


@pytest.mark.parametrize("base", ["wuhan+three_players", "hangzhou", "piquet+old", "toriuchi"])
def test_rules_of_a_file_are_written_with_the_options_of_their_game(
    base: str, tmp_path: Path
) -> None:
    """What the game presets and the file sets back is written; what it presets is not."""
    path = tmp_path / "ours.yaml"
    path.write_text(f"title: ours\nbase: {base}\n", "utf-8")
    rules = load_rules(path)
    text = format_position(Batch(rules, 1), 0)
    loaded = load_position(text)
    assert loaded.rules == rules
    assert format_position(loaded, 0) == text
    assert ("uma=" in text) == (base == "toriuchi")
