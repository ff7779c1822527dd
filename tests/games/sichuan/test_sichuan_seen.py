"""What a seat sees of Sichuan alone, and what it goes on knowing when the rest is dealt again."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.view.layouts import TILES
from shugi.envs.rulesets.rules import load_rules
from tests.games.chinese.reference.observation_regional import Table
from tests.games.sichuan.reference.observation_sichuan import WAYS, WRITERS
from tests.games.sichuan.test_sichuan_play import READY, Deal
from tests.support.seen import observed, row
from tests.support.tables import dealt_again

RULES = load_rules("sichuan")


def positions(n: int, steps: int, seed: int) -> Iterator[Batch]:
    """Before each decision: the baseline with slips."""
    batch = Batch(RULES, n, seed=seed)
    actions = np.zeros(n, np.uint8)
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        yield batch
        batch.baseline(actions)
        for i in range(n):
            if rng.random() < 0.2:
                actions[i] = rng.choice(batch.legal_actions(i))
        batch.step(actions)


def test_the_rows_of_its_own_tell_what_the_seat_remembers() -> None:
    met: Counter[str] = Counter()
    for step, batch in enumerate(positions(8, 400, 1)):
        if step % 5:
            continue
        seen = observed(batch)
        for i in range(batch.n):
            table = Table(RULES, batch, i, int(batch.seat[i]))
            at = {
                r["name"]: row(seen[part][i], rows, r["name"])
                for part, rows in (("planes", TILES.plane_rows), ("globals", TILES.global_rows))
                for r in rows
            }
            for name, write in WRITERS.items():
                wanted = np.asarray(write(table), float)
                assert np.array_equal(at[name].reshape(-1), wanted), (name, at[name], wanted)
            met["given"] += at["given"].any()
            met["won"] += at["won"].any()
            met["naming"] += table.state["phase"] == "offer" and not at["void_suit"].any()
    assert min(met.values()) > 10 and len(met) == 3


def certain(state: dict[str, Any], viewer: int, receiver: int) -> Counter[int]:
    """Tiles that the viewer has given and the receiver has not shown since."""
    seat = state["seats"][receiver]
    shown = Counter(seat["river"])
    for meld in seat["melds"]:
        shown.update(t for k, t in enumerate(meld["tiles"]) if k != meld["called"])
    return Counter(state["seats"][viewer]["given"]) - shown


def test_what_is_dealt_again_keeps_what_is_known() -> None:
    met: Counter[str] = Counter()
    for step, batch in enumerate(positions(6, 500, 2)):
        if step % 10:
            continue
        for i in range(batch.n):
            state = batch.state(i)
            viewer = (int(batch.seat[i]) + step) % 4
            before = observed(batch, np.full(batch.n, viewer, np.int8))
            twin = batch.clone()
            twin.redeal(i, viewer, step + 1)
            after = observed(twin, np.full(batch.n, viewer, np.int8))
            for name in before:
                assert np.array_equal(before[name][i], after[name][i]), name
            new = twin.state(i)
            if state["exchange_way"]:
                receiver = (viewer + WAYS[state["exchange_way"]]) % 4
                known = certain(state, viewer, receiver)
                held = Counter(new["seats"][receiver]["hand"])
                assert state["seats"][receiver]["won"] or known <= held + Counter(
                    new["seats"][receiver]["aside"]
                )
                met["known"] += bool(known)
            for p, seat in enumerate(new["seats"]):
                clean = seat["void_suit"] and seat["river"] and not seat["won"]
                if clean and "mps"[seat["river"][-1] // 9] != seat["void_suit"]:
                    own_turn = new["turn"] == p and new["phase"] in ("own", "kan")
                    bad = sum("mps"[code // 9] == seat["void_suit"] for code in seat["hand"])
                    kans = sum(meld["type"] in ("ankan", "kakan") for meld in seat["melds"])
                    assert bad <= (1 + kans * new["drawn_rinshan"]) * own_turn
                    met["clean"] += 1
    assert met["known"] > 50 and met["clean"] > 50


def voids_dealt(hand: Deal, seat: int, viewer: int) -> set[int]:
    """How many tiles of its void suit a seat holds, in the deals that look the same to a viewer."""
    seats = [state["seats"][seat] for state in dealt_again(hand.batch, viewer, 200)]
    return {sum("mps"[c // 9] == one["void_suit"] for c in one["hand"]) for one in seats}


def test_a_robbed_kan_hides_one_tile_until_the_next_discard() -> None:
    """The turn of a robbed kan ends without a discard: what was drawn in it stays in the hand."""
    hands = [
        "1p2p5p8p9p1s9s3p6p2s5s7s7s7s",
        READY,
        "1p1p4p7p8p1s2s3s6s8s9s9s3p",
        "2p6p9p1s2s3s6s8s9s3p8p5s2s",
    ]
    hand = Deal(hands, "9m9m7s9m9m7m9p8m8m4p8m").act("1p")
    hand.pass_until(3)
    hand.act("7s")
    while hand.state["phase"] == "claim":
        hand.act("pon" if hand.actor == 0 else "pass")
    hand.act("2p")
    hand.pass_until(0)
    assert voids_dealt(hand, 0, 2) == {0, 1}  # the tile just drawn
    hand.act("kan_added 7s", "win")
    assert hand.state["seats"][1]["won_from"] == 0
    hand.pass_until(2)
    assert voids_dealt(hand, 0, 2) == {0, 1}
    hand.pass_until(0)
    hand.drop()
    hand.pass_until(2)
    assert voids_dealt(hand, 0, 2) == {0}


@pytest.mark.parametrize("steps", [2, 8, 11, 13, 15])
def test_choices_before_the_hand_are_not_seen(steps: int) -> None:
    batch = Batch(RULES, 1, seed=4, forced=False)
    for _ in range(steps):
        batch.step_one(0, batch.legal_actions(0)[0])
    viewer = (int(batch.seat[0]) + 3) % 4  # has chosen last
    for key in range(6):
        twin = batch.clone()
        twin.redeal(0, viewer, key)
        state = twin.state(0)
        assert state["phase"] == "offer" and state["actor"] == batch.seat[0]
        while twin.state(0)["phase"] == "offer":
            twin.step_one(0, twin.legal_actions(0)[-1])
        assert all(seat["void_suit"] for seat in twin.state(0)["seats"])
