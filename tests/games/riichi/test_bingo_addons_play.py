"""The chip add-ons of Super Bingo in play: games, wins beside the scorer, the joker revealed."""

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id, action_name
from shugi._fast.core.tiles import code_name, parse_tiles
from shugi._fast.games.riichi.score import score_win
from shugi._fast.rules.compile import Rules
from shugi._fast.text.position import PositionError
from shugi.envs import format_position, load_position
from shugi.envs.notation.position import NotationError
from shugi.envs.rulesets.rules import load_rules
from tests.engine import test_random_play as promises
from tests.games.riichi.win_in_play import case_of
from tests.golden.positions import play
from tests.rules.test_options import Laid
from tests.support.played import always
from tests.support.played import played as play_on
from tests.support.tables import codes_of

State = dict[str, Any]
Case = dict[str, Any]

WIN = action_id("win")


# ---- wins in play; tests/engine/test_play_scored.py scores them all again


@dataclass
class Won:
    """A win in a game: the state that it was declared in, the seats, and what came of it."""

    before: State
    seats: list[int]
    by: str
    joker: int | None  # what a drawn joker was named
    after: State


def played(rules: Rules, games: int, seed: int, steps: int = 900) -> Iterator[Won]:
    """The wins of games between baselines that discard at random now and then; no bingo wins."""
    batch = Batch(rules, games, seed=seed, forced=False, auto_reset=False)
    careful, wild = np.zeros(games, np.uint8), np.zeros(games, np.uint8)
    declared: dict[int, State] = {}
    for step in range(steps):
        batch.baseline(careful)
        batch.sample(wild, step)
        actions = np.where(wild == WIN, wild, careful if step % 5 else wild)
        for i in np.flatnonzero(batch.seat >= 0):
            if actions[i] == WIN and i not in declared:
                declared[int(i)] = batch.state(int(i))
        batch.step(actions)
        assert not batch.status.any()
        for i in list(declared):
            after = batch.state(i)
            if batch.hand_done[i]:
                before = declared.pop(i)
                if before["paying"] == [] and after["last"]["how"] == "win":
                    last = after["last"]
                    named_as = int(actions[i]) if actions[i] != WIN else None
                    by = last["by"][last["winners"][0]]
                    yield Won(before, last["winners"], by, named_as, after)
            elif after["phase"] not in ("claim", "pocchi"):
                del declared[i]


def test_crazy_cherry_is_a_match_of_hands() -> None:
    rules = load_rules("crazy_cherry", match_hands=5)
    games = 12
    batch = Batch(rules, games, seed=1, auto_reset=False)
    dealer, hands, draws = [0] * games, [0] * games, 0
    for _ in play_on(batch, 10_000, always):
        for i in np.flatnonzero(batch.hand_done):
            state = batch.state(i)
            hands[i] += 1
            assert batch.scores(i) == [30000] * 3
            assert state["round"] < 3  # East for ever
            if batch.done[i]:
                continue
            if state["last"]["how"] == "draw":
                draws += 1
                assert state["dealer"] == dealer[i]
            dealer[i] = state["dealer"]
        if (batch.seat < 0).all():
            break
    assert draws > 3 and hands == [5] * games


# ---- bingo tiles are set aside as flowers are


@pytest.mark.parametrize(("name", "tiles"), [("seven_rush", 112), ("seven_rush_deluxe", 116)])
def test_the_wall_of_seven_rush(name: str, tiles: int) -> None:
    state = Batch(load_rules(name), 1, forced=False).state(0)
    assert len(state["wall"]) == tiles
    assert state["tail"] - state["head"] == 62  # 31 full stacks after the dealer's first draw


NUKI = action_id("nuki")
BINGO_DRAWN = """
    rules seven_rush_deluxe
    turn own 0
    seat0 hand=234456p67845s11b+2b
    seat1 hand=1289p1289s12334z
    seat2 hand=1289p1289s12344z
    dora 5z
"""


def test_bingo_tiles_are_set_aside_one_by_one_and_replaced() -> None:
    state = load_position(BINGO_DRAWN).state(0)
    batch = play(load_rules("seven_rush_deluxe"), state)
    taken = 0
    while batch.legal_actions(0) == [NUKI]:
        batch.step_one(0, NUKI)
        taken += 1
    after = batch.state(0)
    seat = after["seats"][0]
    assert taken >= 3 and len(seat["aside"]) == taken == after["n_rinshan"]
    assert after["tail"] - after["head"] == state["tail"] - state["head"]
    assert not {code for code in seat["hand"] if code_name(code)[1] == "b"}
    assert seat["first_turn"] and not after["rinshan_yaku"]


# ---- rinshan and tiles set aside

KAN, QUIET = "1111p234s678s99p8p", ("2389p1289s12344z", "2349p1346s12355z")
READY = "111p234s678s99p78p"  # for 6p and 9p
WINDS = "1234z234s678s99p8p"


@pytest.mark.parametrize(
    ("name", "hand", "draws", "verb", "end", "counts"),
    [
        ("super_bingo", KAN, "7p", "kan_closed", "6p", True),
        ("super_bingo", KAN, "7p", "kan_closed", "6p1f", True),
        ("super_bingo", KAN, "7p", "kan_closed", "6p1f1f1f", True),
        ("seven_rush", KAN, "7p", "kan_closed", "6p2b1b", True),
        ("super_bingo+grand_cross", WINDS, "7p", "grand_cross", "6p1f", True),
        ("super_bingo", READY, "1f", "", "6p", False),
        ("seven_rush", READY, "1b", "", "6p2b", False),
        # the kan's own tile was no flower and was kept; one that comes a turn later gives none
        ("super_bingo", KAN, "7p7z7z1f", "kan_closed", "6p5p", False),
    ],
)
@pytest.mark.parametrize("ends", [False, True])
def test_the_rinshan_of_a_kan_lasts_through_tiles_set_aside(
    name: str, hand: str, draws: str, verb: str, end: str, counts: bool, ends: bool
) -> None:
    rules = load_rules(name, nuki_ends_rinshan=ends)
    laid = Laid((hand, *QUIET), draws, {0: (verb,) if verb else ()}, end)
    batch = Batch(rules, 1, forced=False, auto_reset=False)
    batch.set_wall(0, laid.wall(rules))
    while not (batch.seat[0] == 0 and batch.is_legal(0, WIN)):
        batch.step_one(0, laid.choose(batch, batch.legal_actions(0)))
    plain = len(end) == 2  # nothing was set aside in between
    state = batch.state(0)
    assert state["rinshan_yaku"] == (counts and (plain or not ends))
    assert state["drawn"] == parse_tiles("6p")[0] and state["drawn_rinshan"]


# ---- Home Run at the table

BOTH_WIN = """
    rules super_bingo+home_run
    score {score} {rest} 30000
    turn claim discard=5p from=0
    seat0 hand=1289p1289s123z22z marker={marker} river=5p
    seat1 hand=123p456p789s22s34p river=1z* riichi=closed
    seat2 hand=678p34p33s456s678s river=2z* riichi=closed
    dora 5z
    wall 1s...
"""


@pytest.mark.parametrize(
    ("score", "marker", "factor"), [(40000, 0, 1), (6000, 0, 2), (6000, 1, 1), (1000, 0, 2)]
)
def test_a_bust_by_two_winners_counts_for_both(score: int, marker: int, factor: int) -> None:
    text = BOTH_WIN.format(score=score, rest=60000 - score, marker=marker)
    batch = load_position(text)
    after = declare(play(batch.rules, batch.state(0)))
    assert after["last"]["winners"] == [1, 2]
    paid: Counter[int] = Counter()
    extra: Counter[int] = Counter()
    for line in after["ledger"]:
        counter = extra if line["reason"] == "multiplier" else paid
        if line["reason"] != "placement":
            counter[line["payee"]] += line["chips"]
    assert sum(paid.values()) > 0
    for p in (1, 2):
        assert extra[p] == (factor - 1) * paid[p]
    assert [seat["marker"] for seat in after["seats"]] == [0, 1, 1]


@pytest.mark.parametrize("included", [False, True])
def test_grand_cross_chips_are_multiplied_by_option(included: bool) -> None:
    batch = load_position(
        f"rules super_bingo+home_run home_run_includes_gc={str(included).lower()} | turn own 0 | "
        "seat0 hand=46p5pg777p234s67s22s+8s marker=1 | seat1 hand=1289p1289s12344z | "
        "seat2 hand=1349p1346s12355z"
    )
    lines = [{"reason": "grand_cross", "payer": payer, "payee": 0, "chips": 20} for payer in (1, 2)]
    batch.set_state(0, batch.state(0) | {"ledger": lines})
    batch.step_one(0, WIN)
    chips = {(line["reason"], line["payer"]): line["chips"] for line in batch.ledger(0)}
    of_the_win = ("tulip_start", "tulip", "tulip_tier3")
    for payer in (1, 2):
        paid = sum(chips.get((reason, payer), 0) for reason in of_the_win)
        assert chips["multiplier", payer] == paid + 20 * included


def test_draws_leave_the_markers_alone() -> None:
    rules = load_rules("super_bingo+home_run")
    batch = Batch(rules, 40, seed=6)
    before = [[0] * 3 for _ in range(40)]
    draws = 0
    for _ in play_on(batch, 900, lambda step: step % 3 == 0):
        for i in np.flatnonzero(batch.hand_done & ~batch.done):
            state = batch.state(i)
            markers = [seat["marker"] for seat in state["seats"]]
            if state["last"]["how"] == "draw" and state["hand_no"] > 2:
                draws += any(markers)
                assert markers == before[i]
            before[i] = markers
        for i in np.flatnonzero(batch.done):
            before[i] = [0] * 3
            assert all(seat["marker"] == 0 for seat in batch.state(i)["seats"])
    assert draws


# ---- which tile a revealed joker is: asked by option


def decision_rules(**options: Any) -> Rules:
    return load_rules("super_bingo+seven_rush", pocchi_reveal_choice="decision", **options)


@pytest.fixture
def decision_file(tmp_path: Path) -> str:
    path = tmp_path / "decision.yaml"
    path.write_text(
        "title: d\nbase: super_bingo\noptions: {pocchi_reveal_choice: decision}\n", "utf-8"
    )
    return str(path)


def test_promises_hold_where_the_revealed_joker_is_named(decision_file: str) -> None:
    promises.test_tiles_points_and_masks(decision_file)
    promises.test_clone_save_and_load_go_on_alike(decision_file)
    promises.test_states_as_values_round_trip(decision_file)
    promises.test_nothing_hidden_leaks(decision_file)
    promises.test_rewards_sum_to_the_result(decision_file)


def shows_joker(answer: Any) -> bool:
    return any(tile == "5zo" for tile, *_ in answer["shugi"].get("reveals", []))


def with_joker_at(rules: Rules, state: State, depth: int) -> Batch:
    """That state with the joker exchanged for the top of a stack from the wall's end."""
    wall = list(state["wall"])
    (joker,) = parse_tiles("5zo")
    at = wall.index(joker)
    top = state["tail"] - 2 * depth - 2
    wall[at], wall[top] = wall[top], wall[at]
    batch = Batch(rules, 1, forced=False, auto_reset=False, expected=True)
    batch.set_state(0, state | {"wall": wall})
    return batch


def joker_is_live(state: State) -> bool:
    (joker,) = parse_tiles("5zo")
    return joker in state["wall"][state["head"] : state["tail"]]


@pytest.fixture(scope="module")
def single_wins() -> list[Won]:
    """Wins of one player in riichi with three stacks left and the joker among them."""
    found = []
    for won in played(decision_rules(), 64, seed=2, steps=700):
        state = won.before
        ready = state["seats"][won.seats[0]]["riichi"] != "none"
        deep = state["tail"] - state["head"] >= 6
        if len(won.seats) == 1 and won.joker is None and ready and deep and joker_is_live(state):
            found.append(won)
    assert len(found) >= 20
    return found


def declare(batch: Batch) -> State:
    """The win and what follows, up to the payment or to the choice."""
    while batch.state(0)["phase"] in ("own", "claim") and not batch.hand_done[0]:
        batch.step_one(0, WIN if batch.is_legal(0, WIN) else batch.legal_actions(0)[0])
    return batch.state(0)


def test_the_choice_is_asked_exactly_when_the_joker_is_shown(single_wins: list[Won]) -> None:
    rules = decision_rules()
    asked: Counter[bool] = Counter()
    for won, depth in itertools.product(single_wins, range(3)):
        batch = with_joker_at(rules, won.before, depth)
        (p,) = won.seats
        shown = shows_joker(score_win(rules, cased(batch, p, won.by)))
        state = declare(batch)
        assert (state["phase"] == "pocchi") == shown
        assert (state["paying"], state["actor"]) == ([p], p) if shown else state["paying"] == []
        asked[shown] += 1
    assert min(asked[True], asked[False]) >= 10


def cased(batch: Batch, p: int, by: str, **more: Any) -> Case:
    case = case_of(batch.state(0), p, by) | more
    del case["cherry"]
    return case


def test_the_named_kind_decides_the_chips(single_wins: list[Won]) -> None:
    rules = decision_rules()
    decided = 0
    for won in single_wins[:12]:
        (p,) = won.seats
        paid = {}
        for kind in (code for code in range(9, 34)):
            batch = with_joker_at(rules, won.before, 0)
            case = cased(batch, p, won.by, reveal_as=code_name(kind))
            assert declare(batch)["phase"] == "pocchi"
            assert batch.legal_actions(0) == list(range(9, 34))
            batch.step_one(0, kind)
            after = batch.state(0)
            expected = score_win(rules, case)["shugi_delta"]
            assert after["last"]["chips"] == expected and batch.hand_done[0]
            assert after["reveal_as"] == [None] * 3
            # whoever names it has seen the tulip: nothing is averaged
            assert batch.expected[0].tolist() == expected
            paid[kind] = expected[p]
        decided += len(set(paid.values())) > 1
        best = with_joker_at(load_rules("super_bingo+seven_rush"), won.before, 0)
        declare(best)
        assert best.state(0)["last"]["chips"][p] <= max(paid.values())
    assert decided >= 10


def test_a_state_that_waits_for_the_name_travels(single_wins: list[Won]) -> None:
    rules = decision_rules()
    batch = with_joker_at(rules, single_wins[0].before, 0)
    state = declare(batch)
    loaded = Batch(rules, 1, forced=False, auto_reset=False, expected=True)
    loaded.load(0, batch.save(0))
    text = load_position(format_position(batch, 0))
    dealt = batch.clone()
    dealt.redeal(0, (state["actor"] + 1) % 3, 7)
    seed = dealt.state(0)["seed"]
    assert seed != state["seed"]  # it tells of what was hidden
    for other, same in ((loaded, state), (text, state), (dealt, state | {"seed": seed})):
        assert other.state(0) == same and other.legal_actions(0) == batch.legal_actions(0)
        other.step_one(0, 15)
    batch.step_one(0, 15)
    for other in (loaded, text, dealt):
        assert other.state(0)["last"] == batch.state(0)["last"]
    assert codes_of(state) == rules.tiles
    with pytest.raises(PositionError, match="named by one of those in paying"):
        batch.set_state(0, state | {"actor": (state["actor"] + 1) % 3})


# players 1 and 2 wait for the 5p that player 0 has discarded
TWO_WINNERS = """
    rules super_bingo pocchi_reveal_choice=decision
    turn claim discard=5p from=0
    seat0 hand=1289p1289s123z22z melds= river=5p
    seat1 hand=123p456p789s22s34p river=1z* riichi=closed
    seat2 hand=678p34p33s456s678s river=2z* riichi=closed
    wall 1s...
"""


def test_two_winners_name_it_one_after_the_other() -> None:
    start = load_position(TWO_WINNERS).state(0)
    batch = with_joker_at(load_rules("super_bingo", pocchi_reveal_choice="decision"), start, 0)
    start = batch.state(0)
    state = declare(batch)
    assert (state["phase"], state["actor"], state["paying"]) == ("pocchi", 1, [1, 2])
    batch.step_one(0, 12)
    state = batch.state(0)
    assert (state["phase"], state["actor"], state["reveal_as"][1]) == ("pocchi", 2, 12)
    assert state["last"]["how"] == "none" and not batch.hand_done[0]
    batch.step_one(0, 27)
    after = batch.state(0)["last"]
    assert after["winners"] == [1, 2]
    cases = [case_of(start, p, "ron") for p in (1, 2)]
    for case, name in zip(cases, ("4p", "1z"), strict=True):
        del case["cherry"]
        case["reveal_as"] = name
    deltas = [score_win(batch.rules, case)["shugi_delta"] for case in cases]
    assert after["chips"] == [a + b for a, b in zip(*deltas, strict=True)]


def test_a_flower_may_be_named_where_there_are_flowers() -> None:
    flower = parse_tiles("1f")[0]
    for name, with_flowers in (("super_bingo", True), ("super_bingo+seven_rush", False)):
        rules = load_rules(
            name,
            pocchi_reveal_choice="decision",
            **({"pocchi_reveal_flower": True} if with_flowers else {}),
        )
        won = next(
            w
            for w in played(rules, 64, seed=2, steps=700)
            if w.joker is None
            and w.before["seats"][w.seats[0]]["riichi"] != "none"
            and w.before["tail"] - w.before["head"] >= 2
            and joker_is_live(w.before)
        )
        batch = with_joker_at(rules, won.before, 0)
        assert declare(batch)["phase"] == "pocchi"
        assert (flower in batch.legal_actions(0)) == with_flowers


@pytest.mark.parametrize(
    ("aside", "choices"), [("", {"4z", "0p"}), ("4z", {"4z", "0p"}), ("44z", set())]
)
def test_a_copy_that_was_set_aside_is_in_sight(aside: str, choices: set[str]) -> None:
    """With all four Norths in sight the joker can be a red five alone, and nobody is asked."""
    batch = load_position(f"""
        rules sanma_base shiro_pocchi=true
        turn own 1
        seat0 hand=1p123s34p4p6789s1m9m river=1z {f"aside={aside}" if aside else ""}
        seat1 hand=222p456p123s55p44z+5zo river=8s* riichi=closed
        seat2 hand=1188p99s22335z9p1m river=9s
        dora 3s
        wall ...
    """)
    batch.step_one(0, WIN)
    asked = batch.state(0)["phase"] == "pocchi"
    assert {action_name(code) for code in batch.legal_actions(0) if asked} == choices


FIRST_DISCARD = """
    rules super_bingo
    turn claim 1 from=0 discard=1z
    seat0 hand=25p258s1234456z5zo river=1z {aside}
    seat1 hand=123p789p345s666s1z river=
    seat2 hand=2469p2469s23457z river=
    dora 9s
    wall ...
"""


@pytest.mark.parametrize(
    ("aside", "held", "wins"), [("", "", True), ("aside=1f", "", True), ("", "1f", False)]
)
def test_renhou_and_flowers_of_the_deal(aside: str, held: str, wins: bool) -> None:
    """Bingo 3.1: those of others take nothing away; with an own one the hand is not ready."""
    text = FIRST_DISCARD.format(aside=aside)
    if not wins:
        with pytest.raises(NotationError, match="nobody can claim the discard"):
            load_position(text.replace("345s666s1z", "345s66s1z" + held))
        return
    batch = load_position(text)
    assert WIN in batch.legal_actions(0)
    batch.step_one(0, WIN)
    assert batch.state(0)["last"]["winners"] == [1]
