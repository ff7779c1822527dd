"""Random play in which every promise of the engine is asked for now and then."""

from __future__ import annotations

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.rules.compile import Rules
from shugi.envs import format_position
from tests.support.hidden import deal_again, differing
from tests.support.tables import tiles_of


def walk(
    rules: Rules, decisions: int, *, seed: int = 0, forced: bool = True, n: int = 8, every: int = 24
) -> int:
    """Plays at least so many decisions; a game is looked at closely at every ``every``-th step."""
    batch = Batch(rules, n, seed, forced=forced)
    actions, rng = np.zeros(n, np.uint8), np.random.default_rng(seed)
    for step in range(-(-decisions // n)):
        if step % every == 0:
            ask(batch, int(rng.integers(n)), seed + step)
        batch.baseline(actions)
        random = np.zeros(n, np.uint8)
        batch.sample(random, step)
        slips = rng.random(n) < (1.0, 0.3)[step // 64 % 2]
        actions[slips] = random[slips]
        batch.step(actions)
        assert not batch.status.any(), [where(batch, i) for i in np.flatnonzero(batch.status)]
        for i in np.flatnonzero(batch.hand_done & ~batch.done):
            ledger_balances(batch, int(i))
    return n * -(-decisions // n)


def where(batch: Batch, i: int) -> str:
    return format_position(batch, i)


def alone(batch: Batch, i: int) -> Batch:
    other = Batch(batch.rules, 1, auto_reset=False, forced=batch.forced)
    other.copy_from(batch, [i], [0])
    return other


def ask(batch: Batch, i: int, key: int) -> None:
    nothing_is_lost(batch, i)
    masks_are_the_rules(batch, i)
    values_round_trip(batch, i)
    saved_goes_on_alike(batch, i, key)
    dealt_again_goes_on(batch, i, key)


def nothing_is_lost(batch: Batch, i: int) -> None:
    rules, state = batch.rules, batch.state(i)
    assert tiles_of(state, rules) == rules.tiles, where(batch, i)
    if "plays_cards" not in rules.traits:  # where points come from nobody
        total = sum(batch.scores(i)) + rules.options["riichi_cost"] * state["sticks"]
        assert total == rules.seats * rules.fields()["start_points"], where(batch, i)


def masks_are_the_rules(batch: Batch, i: int) -> None:
    legal = batch.legal_actions(i)
    assert np.flatnonzero(batch.legal()[i]).tolist() == legal
    assert [action for action in range(128) if batch.is_legal(i, action)] == legal, where(batch, i)
    assert len(legal) > batch.forced, where(batch, i)


def values_round_trip(batch: Batch, i: int) -> None:
    again = Batch(batch.rules, 1, forced=batch.forced)
    again.set_state(0, batch.state(i))
    assert again.state(0) == batch.state(i), where(batch, i)
    assert again.legal_actions(0) == batch.legal_actions(i), where(batch, i)


def saved_goes_on_alike(batch: Batch, i: int, key: int) -> None:
    one, other = alone(batch, i), Batch(batch.rules, 1, auto_reset=False, forced=batch.forced)
    other.load(0, batch.save(i))
    for game in (one, other):
        go_on(game, key, 12)
    assert one.save(0) == other.save(0), where(batch, i)


def go_on(game: Batch, key: int, decisions: int) -> None:
    actions = np.zeros(1, np.uint8)
    for step in range(decisions):
        if game.seat[0] < 0:
            return
        game.sample(actions, key + step)
        game.step(actions)
        assert not game.status.any(), where(game, 0)


def dealt_again_goes_on(batch: Batch, i: int, key: int) -> None:
    for viewer in range(batch.seats):
        one = deal_again(alone(batch, i), np.array([viewer], np.int8), key)
        assert not differing(one.seen, one.again), (viewer, where(batch, i))
        nothing_is_lost(one.dealt, 0)
        values_round_trip(one.dealt, 0)
        legal = one.dealt.legal_actions(0)
        assert legal, (viewer, where(batch, i))
        assert [a for a in range(128) if one.dealt.is_legal(0, a)] == legal, where(one.dealt, 0)
        go_on(one.dealt, key, 6)


def ledger_balances(batch: Batch, i: int) -> None:
    """What is paid is received, and is what the hand's summary says."""
    last = batch.state(i)["last"]
    for key in ("points", "chips"):
        net = dict.fromkeys([*range(batch.seats), None], 0)
        for line in batch.ledger(i):
            net[line["payer"]] -= line[key]
            net[line["payee"]] += line[key]
        assert sum(net.values()) == 0, where(batch, i)
        assert [net[p] for p in range(batch.seats)] == last[key], where(batch, i)
