"""Sichuan in play: each rule of the flow with a wall of our own, games beside the reference."""

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, Self

import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id, action_name
from shugi._fast.core.tiles import parse_tiles
from shugi.commands.cli import main
from shugi.envs.endings.ending import wins_of
from shugi.envs.records.record import Record, Recorder
from shugi.envs.rulesets.rules import written_rules
from shugi.table.game import GameEnding
from shugi.table.view import ending_view
from tests.games.sichuan.table import LIKES, Table
from tests.support.one_game import OneGame, left_of
from tests.support.played import played
from tests.support.walk import walk

VARIANTS: list[dict[str, Any]] = [
    {},
    {"exchange": "off", "drawn_win": "double", "kan_handed_on": False, "kan_given_back": False},
    {"exchange": "left", "drawn_win": "plain", "max_doubles": 3, "unit": 2},
    {
        "exchange": "across",
        "max_doubles": 12,
        "extra_fans": ["terminals", "concealed", "middle", "last_tile", "blessing"],
    },
]


class Deal(OneGame):
    """A hand in play, every decision asked; the hands are those after the exchange."""

    def __init__(
        self, hands: list[str], draws: str = "", voids: str = "mmmm", **options: Any
    ) -> None:
        """``hands``: of the dealer, 14 tiles, and those after him; "" for any tiles.

        ``draws``: the tiles drawn, in order; ``voids``: the suits that are named.
        """
        rules = written_rules("sichuan", {"exchange": "off", "extra_fans": []} | options)
        rest = left_of(rules, *hands, draws)
        left = sorted(rest.elements(), key=lambda code: (code % 9 * 7 % 9, code))
        dealt = [parse_tiles(text) for text in hands]
        for size, codes in zip((14, 13, 13, 13), dealt, strict=True):
            while len(codes) < size:
                codes.append(left.pop())
        wall = [*dealt[0][:13], *dealt[1], *dealt[2], *dealt[3], dealt[0][13]]
        self.actions: list[int] = []
        """What was played since the suits were named."""
        super().__init__(rules, [*wall, *parse_tiles(draws), *left], dealer=0)
        self.act(*(f"1{suit}" for suit in voids))
        self.start = self.batch.clone()
        self.actions.clear()

    def pass_until(self, seat: int) -> None:
        """Everybody discards what he draws and claims nothing, until it is the seat's own turn."""
        while self.state["phase"] != "own" or self.actor != seat:
            self.drop()

    def act(self, *steps: str) -> Self:
        self.actions += [action_id(word) for word in " ".join(steps).split()]
        return super().act(*steps)

    def record(self) -> Record:
        recorder = Recorder(self.start, 0, list("abcd"))
        for action in self.actions:
            recorder.add(action)
            self.start.step_one(0, action)
        return recorder.record


DEALER = "1p2p5p8p9p1s4s7s9s3p6p2s5s8s"  # not near anything; no characters
READY = "234p567p345s88s56s"  # for 4s and 7s
PIG = "1m4m7m2m5m8m3m6m9m1p4p7p1s"


# -- before the hand -----------------------------------------------------------------------------


def test_tiles_go_round_and_suits_are_named_at_once() -> None:
    rules = written_rules("sichuan", {"exchange": "right"})
    batch = Batch(rules, 1, seed=3, forced=False, auto_reset=False)
    before = [Counter(seat["hand"]) for seat in batch.state(0)["seats"]]
    dealer = batch.state(0)["dealer"]
    for i in range(4):
        assert batch.seat[0] == (dealer + i) % 4
        for _ in range(3):
            batch.step_one(0, batch.legal_actions(0)[0])
        held = [Counter(seat["hand"]) for seat in batch.state(0)["seats"]]
        assert (held == before) == (i < 3)
    state = batch.state(0)
    given = [Counter(seat["given"]) for seat in state["seats"]]
    for p in range(4):
        assert len({code // 9 for code in given[p]}) == 1
        got = Counter(state["seats"][p]["hand"])
        assert got == before[p] - given[p] + given[(p - 1) % 4]
    for i, suit in enumerate("mpsm"):
        assert all(seat["void_suit"] is None for seat in batch.state(0)["seats"])
        assert batch.seat[0] == (dealer + i) % 4
        batch.step_one(0, action_id(f"1{suit}"))
    named = [batch.state(0)["seats"][(dealer + i) % 4]["void_suit"] for i in range(4)]
    assert named == list("mpsm")
    assert batch.state(0)["phase"] == "own" and batch.seat[0] == dealer


def test_a_die_sends_the_tiles_everywhere() -> None:
    ways = Counter()
    batch = Batch(written_rules("sichuan", {}), 200, seed=1, auto_reset=False)
    for _ in played(batch, 16):
        pass
    for i in range(200):
        ways[batch.state(i)["exchange_way"]] += 1
    assert set(ways) == {"right", "across", "left"} and min(ways.values()) > 40


def test_the_void_suit_goes_first_and_cannot_be_called() -> None:
    hand = Deal(["5p5p5p" + DEALER[:-6], "", "", ""], voids="pmms")
    assert {name[1] for name in hand.legal} == {"p"}
    other = Deal([DEALER, "55p88s14s258m369m7s", "", ""], voids="mpms")
    other.act("5p")
    assert other.state["actor"] != 1 or "pon" not in other.verbs


def test_no_win_with_a_tile_of_the_void_suit() -> None:
    assert "win" in Deal([READY + "4s", "", "", ""], voids="mmmm").verbs
    assert "win" not in Deal([READY + "4s", "", "", ""], voids="smmm").verbs


# -- wins ----------------------------------------------------------------------------------------


def test_a_drawn_win_leaves_the_others_playing() -> None:
    hand = Deal([DEALER, READY, "", ""], "4s").act("1p").act("win")
    assert hand.scores == [-2, 6, -2, -2]
    state = hand.state
    assert state["seats"][1]["won"] == "tsumo" and state["seats"][1]["riichi"] == "open"
    assert state["seats"][1]["aside"] == parse_tiles("4s")
    assert (hand.actor, state["phase"], state["turn"]) == (2, "own", 2)
    assert state["after"] == [2, 1, 3, 0]


def test_two_win_on_one_tile_and_the_payer_deals() -> None:
    hand = Deal([DEALER, READY, "678p567p66s35s123s", ""], voids="mmmm")
    hand.act("4s", "win", "win")
    assert hand.scores == [-2, 1, 1, 0]
    assert hand.state["heir"] == 0 and hand.actor == 3
    assert [seat["won"] for seat in hand.state["seats"]] == [None, "ron", "ron", None]


def test_the_hand_ends_with_the_third_winner() -> None:
    third = "123p456p789p22s44s"
    hand = Deal([DEALER, READY, "234m567m789m99m56s", third], voids="mmpm")
    hand.act("4s", "win", "win", "win")
    last = hand.state["last"]
    assert last["winners"] == [1, 2, 3] and last["deal_ins"] == [1, 0, 0, 0]
    assert wins_of(last) == [{"winners": [1, 2, 3], "by": "ron", "loser": 0}]
    assert last["tenpai"] == last["noten"] == []
    assert hand.state["dealer"] == 0 and hand.state["hand_no"] == 2


def two_ways() -> Deal:
    """Seat 3 draws its win, then seat 1 wins on a discard of seat 0, then the wall runs out."""
    hand = Deal([DEALER, READY, "", "123p456p789p22s99s"], "9m9m2s9p").act("1p")
    hand.pass_until(3)
    hand.act("win").pass_until(0)
    hand.act("7s", "win")
    while not hand.batch.hand_done[0]:
        hand.act(action_name(hand.batch.legal_actions(0)[0]))
    return hand


def test_each_winner_has_his_own_way_and_payer() -> None:
    last = two_ways().state["last"]
    assert wins_of(last) == [
        {"winners": [1], "by": "ron", "loser": 0},
        {"winners": [3], "by": "tsumo", "loser": None},
    ]
    assert last["deal_ins"] == [1, 0, 0, 0]
    assert sorted(last["tenpai"] + last["noten"]) == [0, 2]


def test_each_winner_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hand, path = two_ways(), tmp_path / "game.jsonl"
    hand.record().save(path)
    assert main(["show", str(path), "--hand", "1"]) == 0
    assert "-- seat 1: ron off seat 0; seat 3: tsumo; exhaustive draw\n" in capsys.readouterr().out
    assert main(["show", str(path), "--hand", "1", "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)["hands"]
    assert told["wins"] == wins_of(hand.state["last"]) and told["winners"] == [1, 3]
    assert [told[name] for name in ("tenpai", "noten")] == [
        hand.state["last"][name] for name in ("tenpai", "noten")
    ]
    ending = GameEnding(1, 0, hand.state["last"], [], [], [[p] for p in range(4)], [])
    shown = ending_view(ending, hand.batch.rules)
    open_hands = {1, 3, *hand.state["last"]["tenpai"]}
    assert shown["wins"] == told["wins"]
    assert {p for p in range(4) if shown["hands"][p] is not None} == open_hands


# -- kans and the empty wall ---------------------------------------------------------------------

KAN = "1p1p1p1p5p8p9p4s7s9s6p2s5s8s"


def test_kan_pay_is_handed_on_with_the_next_discard() -> None:
    hand = Deal([KAN, READY, "", ""], "9s").act("kan_closed 1p")
    assert hand.scores == [6, -2, -2, -2]
    hand.act("4s", "win")
    assert hand.scores == [6 - 6 - 2, -2 + 6 + 2, -2, -2]  # Shot on Kan, and what the kan brought
    kept = Deal([KAN, READY, "", ""], "9s", kan_handed_on=False).act("kan_closed 1p", "4s", "win")
    assert kept.scores == [6 - 2, -2 + 2, -2, -2]


def test_an_empty_wall_is_paid_by_pigs_and_by_who_is_not_ready() -> None:
    hand = Deal([DEALER, READY, "", PIG], voids="mmmm")
    while not hand.batch.hand_done[0]:
        if hand.state["phase"] == "claim" or hand.actor == 1:
            hand.drop()
        else:
            hand.act(action_name(hand.batch.legal_actions(0)[-1 if hand.actor == 3 else 0]))
    last = hand.state["last"]
    assert last["how"] == "draw" and sum(last["points"]) == 0
    assert 1 in last["tenpai"] and last["points"][1] > 0


# -- games beside the reference ------------------------------------------------------------------


@pytest.mark.parametrize("style", LIKES)
@pytest.mark.parametrize("options", VARIANTS, ids=range(len(VARIANTS)))
def test_games_as_the_reference_has_them(options: dict[str, Any], style: str) -> None:
    rules = written_rules("sichuan", {"match_hands": 3} | options)
    met: Counter[str] = Counter()
    for seed in range(2):
        met += Table(rules, seed).game(Random(seed), style)
    assert met["discard"] and met["void"] == 24


def test_the_reference_meets_everything() -> None:
    met: Counter[str] = Counter()
    for seed, style in enumerate(list(LIKES) * 3):
        rules = written_rules("sichuan", {"match_hands": 4})
        met += Table(rules, 100 + seed).game(Random(seed), style)
    for what in ("win", "kong_open", "kong_added", "kong_closed", "pung", "empty", "pig"):
        assert met[what], (what, met)


# -- many hands of random play -------------------------------------------------------------------


@pytest.mark.parametrize("options", VARIANTS, ids=range(len(VARIANTS)))
def test_play_keeps_every_promise(options: dict[str, Any]) -> None:
    walk(written_rules("sichuan", options), 12_000, seed=11, n=16)
