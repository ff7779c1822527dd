"""`play_told` on rows that no log would hold: it follows what can be, and says where it stops."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.told import FAULTS, WIDTH, play_told
from shugi.envs import Batch, load_rules, logs, mjai
from shugi.envs.told.hand import Word, row
from tests.support.other_logs import game, mjlog


def hand_of(name: str) -> tuple[Batch, list[Any], bytes]:
    """A batch, what a hand's deal says, and its events."""
    (log,) = logs.parse_logs(mjlog(game(name, 2)))
    hand = log.hands[0]
    deal = (hand.dealer, hand.round, hand.honba, hand.sticks)
    batch = Batch(load_rules(name), 1, auto_reset=False, forced=False)
    given = [deal, hand.scores, hand.hands, bytes(hand.indicators), hand.ura]
    return batch, given, bytes(hand.events)


@pytest.mark.parametrize("name", ["riichi_tenhou", "sanma_tenhou"])
def test_rows_of_any_bytes(name: str) -> None:
    batch, given, events = hand_of(name)
    rng = random.Random(name)
    seen = set()
    for _ in range(400):
        rows = bytearray(events)
        for _ in range(rng.choice((1, 2, 8))):
            at = rng.randrange(len(rows))
            rows[at] = rng.choice((rng.randrange(256), rng.randrange(16), 255))
        done, fault, *_ = play_told(batch, 0, *given, rows)
        assert -1 <= done <= len(rows) // WIDTH and (fault or done == len(rows) // WIDTH)
        seen.add(FAULTS[fault])
    assert seen > {"illegal", "turn", "drawn", "too_many", "no_event", "meld"}


def test_a_part_of_a_hand() -> None:
    batch, given, events = hand_of("riichi_tenhou")
    n = len(events) // WIDTH
    for most in range(0, n, 7):
        done, fault, *_ = play_told(batch, 0, *given, events, most)
        assert (done, fault) == (most, 0)
    assert not play_told(batch, 0, *given, events, n // 2)[4]
    assert play_told(batch, 0, *given, events)[4]


def test_what_cannot_be_is_refused() -> None:
    batch, given, events = hand_of("riichi_tenhou")
    for k, wrong in ((0, (4, 0, 0, 0)), (0, (0, 999, 0, 0)), (1, [0, 0]), (2, b"123")):
        with pytest.raises(ValueError):
            play_told(batch, 0, *given[:k], wrong, *given[k + 1 :], events)
    with pytest.raises(ValueError, match="another size"):
        play_told(batch, 0, *given, events[:-1])
    forced = Batch(batch.rules, 1, auto_reset=False)
    with pytest.raises(ValueError, match="forced"):
        play_told(forced, 0, *given, events)


def test_a_hand_of_one_kind_has_no_deal() -> None:
    batch, given, events = hand_of("riichi_tenhou")
    given[2] = bytes(np.zeros(52, np.uint8))
    done, fault, *_ = play_told(batch, 0, *given, events)
    assert (done, FAULTS[fault]) == (-1, "too_many")


def test_draws_that_are_left_out_are_noticed() -> None:
    batch, given, events = hand_of("riichi_tenhou")
    first = row(Word.DISCARD, given[0][0], events[WIDTH + 2])
    done, fault, *_ = play_told(batch, 0, *given, first)
    assert (done, FAULTS[fault]) == (0, "untold")


def test_an_indicator_that_a_won_hand_leaves_out_is_noticed() -> None:
    for seed in range(80):
        hands: list[list[str]] = []
        for line in mjai.dumps(game("riichi_tenhou", seed)).splitlines():
            if '"start_kyoku"' in line:
                hands.append([])
            if hands:
                hands[-1].append(line)
        for hand in hands:
            turned = [k for k, line in enumerate(hand) if '"dora"' in line]
            if not turned or not any('"hora"' in line for line in hand):
                continue
            del hand[turned[0]]
            with pytest.raises(mjai.MjaiError, match="another number of indicators is turned"):
                mjai.loads("\n".join(hand), load_rules("riichi_tenhou"))
            return
    raise AssertionError("no such hand came up")
