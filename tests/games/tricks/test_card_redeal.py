"""Hidden cards dealt again: every arrangement explains what the seat knows, says the reference."""

import copy
from random import Random
from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.core.card_actions import CARD_NAMES
from shugi.envs import load_rules
from tests.games.chinese.golden import rules_of
from tests.games.ninety_nine.follow import Followed
from tests.games.ninety_nine.reference import ninety_nine_play
from tests.games.piquet.games import Pair, blank_pack, reference_card
from tests.games.piquet.reference import piquet, piquet_play
from tests.games.tricks.reference.cards import ordered
from tests.games.tricks.reference.flow import Decision
from tests.games.tricks.reference.random_cases import random_changes
from tests.games.tricks.reference.worlds import explains_nines, explains_piquet
from tests.support.played import always, played
from tests.support.tables import dealt_again

KEYS = 3  # arrangements at each moment

Past = list[tuple[Decision, str]]


def names(cards: list[int]) -> list[str]:
    return ordered(reference_card(card) for card in cards)


# ---- Piquet


def combination(options: Any, category: str, cards: list[str]) -> piquet.Combination:
    if category == "point":
        return piquet.point_of(options, cards)
    return piquet.run_of(cards) if category == "sequence" else piquet.set_of(cards)


def settled(options: Any, category: str, old: piquet.Settled, said: Any) -> piquet.Settled:
    """What was said, in the cards of the new arrangement."""
    new = copy.deepcopy(old)
    if old.declared is not None:
        new.declared = combination(options, category, names(said["declared"]))
    if old.answer is not None:
        new.answer = combination(options, category, names(said["answer"]))
    deciding = new.declared if new.winner == piquet.ELDER else new.answer
    rest = set(names(said["counted"])) - set(deciding.cards if deciding is not None else ())
    if category != "point":
        new.extras = piquet.combinations(options, category, rest)
    return new


def piquet_world(table: piquet_play.Table, state: dict[str, Any], elder: int) -> piquet_play.Table:
    world = copy.deepcopy(table)
    seats = [state["seats"][role ^ elder] for role in (0, 1)]
    world.hands = [set(names(seat["hand"])) for seat in seats]
    world.laid_out = [names(seat["aside"]) for seat in seats]
    world.talon = [reference_card(card) for card in state["wall"][24:]]
    taken = [len(table.drawn[0]), len(table.drawn[1])]
    world.drawn = [world.talon[: taken[0]], world.talon[taken[0] : sum(taken)]]
    world.left = world.talon[sum(taken) :] if table.left else []
    places = {card: place for place, card in enumerate(table.talon)}
    world.peeked = [[world.talon[places[card]] for card in seen] for seen in table.peeked]
    own = state["piquet"]
    if table.kept:
        world.kept = [set(names(own[f"kept_{role ^ elder}"])) for role in (0, 1)]
    for category, said in zip(piquet.CATEGORIES, own["said"], strict=True):
        if category in table.settled:
            old = table.settled[category]
            world.settled[category] = settled(table.options, category, old, said)
    return world


def follow_piquet(changes: dict[str, Any], seed: int, pack: list[int]) -> int:
    """Moments checked in two hands of random play."""
    pair, rng, checked = Pair(changes, seed, pack=pack), Random(seed), 0
    past: list[Past] = [[], []]
    hand: Any = None
    while (decision := pair.compare()) is not None and pair.hands < 2:
        if decision.phase == "seat":
            pair.step(rng.choice(decision.actions))
            continue
        table = pair.state.table
        assert table is not None
        if table is not hand:
            hand, past = table, [[], []]
        role = decision.seat ^ pair.state.elder
        now = Decision(role, decision.phase, decision.actions)
        if rng.random() < 0.4:
            for key in range(KEYS):
                clone = pair.batch.clone()
                clone.redeal(0, decision.seat, 100 * seed + key)
                world = piquet_world(table, clone.state(0), pair.state.elder)
                assert explains_piquet(table, now, past[role], world), (now, table, world)
                checked += 1
        action = rng.choice(decision.actions)
        past[role].append((now, action))
        pair.step(action)
    return checked


@pytest.mark.parametrize("seed", range(40))
def test_new_cards_explain_piquet(seed: int) -> None:
    rng = Random(900 + seed)
    changes = random_changes(rng, "piquet") if seed % 4 else {}
    rules = rules_of({"game": "piquet", "options": changes})
    assert follow_piquet(changes, seed, blank_pack(rng, rules) if seed % 5 == 0 else []) > 10


# ---- Ninety-Nine


def nines_world(table: ninety_nine_play.Table, state: dict[str, Any]) -> ninety_nine_play.Table:
    world = copy.deepcopy(table)
    for seat, cards in enumerate(state["seats"]):
        world.hands[seat] = {CARD_NAMES[card] for card in cards["hand"]}
        world.bid_cards[seat] = ordered(CARD_NAMES[card] for card in cards["aside"])
        if table.offers[seat] is not None:
            world.offers[seat] = state["answer"][seat] - 37
    return world


@pytest.mark.parametrize("seed", range(24))
def test_new_cards_explain_ninety_nine(seed: int) -> None:
    changes = random_changes(Random(seed), "ninety_nine") if seed % 3 else {}
    game, rng, checked = Followed(changes, seed), Random(seed), 0
    hand, begun = None, 0
    for _ in range(150):
        decision = game.game.decision
        if decision is None:
            break
        if game.table is not hand:
            hand, begun = game.table, len(game.game.history)
        past = [one for one in game.game.history[begun:] if one[0].seat == decision.seat]
        if rng.random() < 0.5:
            for key in range(KEYS):
                clone = game.batch.clone()
                clone.redeal(0, decision.seat, 100 * seed + key)
                world = nines_world(game.table, clone.state(0))
                assert explains_nines(game.table, decision, past, world), (decision, world)
                checked += 1
        game.step()
    assert checked > 50


# ---- how evenly


def test_every_arrangement_is_equally_likely() -> None:
    """A card that a seat cannot place lies in each place as often as its size says."""
    batch = Batch(load_rules("ninety_nine", premiums=False), 1, seed=3, forced=False)
    for _ in played(batch, 9, always):  # the bids
        pass
    seat, n = int(batch.seat[0]), 4000
    others = [p for p in range(3) if p != seat]
    sizes = {(p, place): size for p in others for place, size in (("hand", 9), ("aside", 3))}
    count = dict.fromkeys(sizes, 0)
    card = batch.state(0)["seats"][others[0]]["hand"][0]
    for state in dealt_again(batch, seat, n):
        for p, place in count:
            count[p, place] += card in state["seats"][p][place]
    assert sum(count.values()) == n
    for where, found in count.items():
        share = sizes[where] / 24
        assert abs(found - n * share) < 5 * (n * share * (1 - share)) ** 0.5


def test_the_combination_in_question_is_of_the_new_hand() -> None:
    """Who is asked for further combinations does not tell which one: it follows from the hand."""
    rules = load_rules("piquet")
    batch, other = Batch(rules, 64, seed=3), Batch(rules, 1)
    moments, changed = 0, 0
    for step in played(batch, 200, always):
        for i in range(batch.n):
            if batch.state(i)["stage"] != "extra":
                continue
            dealt = batch.clone(np.array([i]))
            dealt.redeal(0, 1 - int(batch.seat[i]), step)
            state = dealt.state(0)
            other.set_state(0, state)  # which works out what is asked, and refuses anything else
            moments += 1
            changed += state["piquet"]["asking"] != batch.state(i)["piquet"]["asking"]
    assert moments > 40 and changed > 5, (moments, changed)
