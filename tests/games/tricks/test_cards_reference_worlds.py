"""The card games' reference of hidden cards: worlds that explain what a seat knows."""

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.games.ninety_nine.reference import ninety_nine_play
from tests.games.piquet.reference import piquet_play, piquet_sight
from tests.games.tricks.reference.cards import ordered, pack, parse_cards
from tests.games.tricks.reference.flow import STOP, Decision, Game
from tests.games.tricks.reference.options import PRESETS, options_of
from tests.games.tricks.reference.worlds import explains_nines, explains_piquet
from tests.games.tricks.tables import drive, random_table, spoken

Past = list[tuple[Decision, str]]


def past_of(game: Game[Any], seat: int) -> Past:
    return [(decision, action) for decision, action in game.history if decision.seat == seat]


def moments(game: Game[Any], rng: Random) -> Iterator[tuple[Decision, Past]]:
    """Every decision of random play with those of its seat before it."""
    while game.decision is not None:
        decision = game.decision
        yield decision, past_of(game, decision.seat)
        game.apply(rng.choice(decision.actions))


def places(table: piquet_play.Table, seat: int) -> list[str]:
    """Where each unseen card lies, for a seat that sees none of the opponent's."""
    other, drawn = 1 - seat, len(table.drawn[0]) + len(table.drawn[1])
    rest = [card for card in table.talon[drawn:] if card not in table.peeked[seat]]
    return [*ordered(table.hands[other]), *table.laid_out[other], *rest]


def swapped(table: piquet_play.Table, one: str, two: str) -> piquet_play.Table:
    """The world with two cards in each other's places."""
    turn = {one: two, two: one}
    world = copy.deepcopy(table)
    for name in ("hands", "kept"):
        sets = getattr(world, name)
        setattr(world, name, [{turn.get(card, card) for card in held} for held in sets])
    for name in ("laid_out", "drawn", "shown_blank", "peeked"):
        lists = getattr(world, name)
        setattr(world, name, [ordered(turn.get(c, c) for c in held) for held in lists])
    world.talon = [turn.get(card, card) for card in world.talon]
    world.left = [turn.get(card, card) for card in world.left]
    return world


@pytest.mark.parametrize("preset", PRESETS["piquet"])
def test_the_true_world_explains_piquet(preset: str) -> None:
    rng = Random(preset)
    for _ in range(4):
        table = random_table(rng, preset=preset)
        for now, past in moments(Game(piquet_play.hand(table)), rng):
            if rng.random() < 0.3:
                assert explains_piquet(table, now, past, table)


@pytest.mark.parametrize("preset", PRESETS["piquet"])
def test_swapped_cards_explain_piquet_only_unseen(preset: str) -> None:
    """Before anything is said two unseen cards may change places; a known card may not."""
    rng, fitting, barred = Random(preset), 0, 0
    for _ in range(25):
        table = random_table(rng, preset=preset)
        for now, past in moments(Game(piquet_play.hand(table)), rng):
            if now.phase == "point":
                break
            seat = now.seat
            sight = piquet_sight.sight(table, seat)
            hidden = places(table, seat)
            one, two = rng.sample(hidden, 2)
            plain = not {one, two} & {*sight.opponent_has, *sight.opponent_had, *sight.left}
            plain &= not any(table.shown_blank) and not table.opened
            if plain:
                assert explains_piquet(table, now, past, swapped(table, one, two))
                fitting += 1
            known = rng.choice([*sight.hand, *sight.laid_out, *sight.left])
            assert not explains_piquet(table, now, past, swapped(table, one, known))
            barred += 1
    assert fitting > 50 and barred > 50


def test_a_declared_combination_must_be_there() -> None:
    """A quart that is told but not shown: without it in the hand the world cannot be so."""
    table = spoken("S:KQJT D:A98 C:A87 H:A7", "H:KQJT9 S:A98 D:KT C:QJ")
    game = Game(piquet_play.hand(table))
    drive(game, ["C7", STOP, "CJ", STOP, "NO", "POINT S", "POINT H", "SEQ 4 K"])
    now, past = Decision(1, "answer", ("SEQ 6 K", "GOOD")), past_of(game, 1)
    assert game.decision == now
    assert explains_piquet(table, now, past, table)
    assert not explains_piquet(table, now, past, swapped(table, "SQ", "C7"))
    assert explains_piquet(table, now, past, swapped(table, "C8", "C7"))


def test_what_the_own_choices_tell() -> None:
    """Asked to compare five cards with five, the younger learns who has more pips."""
    table = spoken("S:AKQJ87 H:A9 D:A98 C:9", "H:KQJT7 S:T9 D:KT C:KQJ")
    game = Game(piquet_play.hand(table))
    drive(game, ["S7", STOP, "CJ", STOP, "NO", "POINT S"])
    now, past = game.decision, past_of(game, 1)
    assert now == Decision(1, "answer", ("GOOD",))  # 49 against 47
    assert explains_piquet(table, now, past, swapped(table, "S7", "S8"))
    assert not explains_piquet(table, now, past, swapped(table, "S7", "SA"))  # 45


def test_who_did_not_follow_had_none() -> None:
    """The younger has laid out the ten of spades; nobody can have kept it."""
    table = spoken("S:AKQJ9 H:AKQ D:A98 C:9", "S:T87 H:JT98 D:KQ C:KQJ", {"extras": "auto"})
    game = Game(piquet_play.hand(table))
    drive(game, ["C9", STOP, "ST", STOP, "NO"])
    drive(game, ["POINT S", "GOOD", "NONE", "NONE", "SA", "NONE", "NONE"])
    drive(game, ["S7", "SK", "S8", "SQ", "DQ"])
    now, past = game.decision, past_of(game, 0)
    assert now is not None and now.seat == 0
    assert piquet_sight.sight(table, 0).opponent_lacks == ["S"]
    assert explains_piquet(table, now, past, table)
    assert not explains_piquet(table, now, past, swapped(table, "ST", "CK"))
    assert explains_piquet(table, now, past, swapped(table, "ST", "C8"))
    assert explains_piquet(table, now, past, swapped(table, "CA", "CK"))


# -- Ninety-Nine ---------------------------------------------------------------------------------


def exchanged(table: ninety_nine_play.Table, one: str, two: str) -> ninety_nine_play.Table:
    turn = {one: two, two: one}
    world = copy.deepcopy(table)
    world.hands = [{turn.get(card, card) for card in held} for held in world.hands]
    world.bid_cards = [ordered(turn.get(c, c) for c in cards) for cards in world.bid_cards]
    return world


@pytest.mark.parametrize("mode", ["simultaneous", "sequential"])
def test_worlds_of_three(mode: str) -> None:
    """Unseen cards may change places unless a void speaks against it; seen ones never."""
    rng, fitting, void = Random(mode), 0, 0
    for _ in range(12):
        options = options_of("ninety_nine", {"offer_mode": mode})
        table = ninety_nine_play.deal(options, 1, "H", rng.sample(pack("6"), 36))
        for now, past in moments(Game(ninety_nine_play.hand(table)), rng):
            seat = now.seat
            assert explains_nines(table, now, past, table)
            sight = ninety_nine_play.sight(table, seat)
            one, two = rng.sample(sight.unseen, 2) if len(sight.unseen) > 1 else ("", "")
            if not one:
                continue
            world = exchanged(table, one, two)
            lawful = all(card[0] not in sight.lacks[s] for s in range(3) for card in world.hands[s])
            assert explains_nines(table, now, past, world) == lawful
            fitting, void = fitting + lawful, void + (not lawful)
            known = rng.choice([*sight.hand, *table.bid_cards[seat]])
            assert not explains_nines(table, now, past, exchanged(table, one, known))
    assert fitting > 100 and void > 10


def test_hidden_cards_of_both_kinds() -> None:
    """A void is of the hand: the suit may still lie among the bid cards."""
    options = options_of("ninety_nine", {"premiums": False})
    hands = [parse_cards(" ".join(suit + rank for suit in suits for rank in "AKQJT9876"[:n]))
             for suits, n in (("S", 9), ("H", 9), ("D", 9))]  # fmt: skip
    clubs = parse_cards(" ".join("C" + rank for rank in "AKQJT9876"))
    dealt = [hand + clubs[3 * s : 3 * s + 3] for s, hand in enumerate(hands)]
    table = ninety_nine_play.deal(options, 2, "D", [card for hand in dealt for card in hand])
    game = Game(ninety_nine_play.hand(table))
    drive(game, [card for s in range(3) for card in ordered(clubs[3 * s : 3 * s + 3])])
    drive(game, ["SA", "HA", "D6"])
    now, past = game.decision, past_of(game, 2)
    assert now is not None and now.seat == 2
    assert explains_nines(table, now, past, table)
    world = exchanged(table, "SK", clubs[3])  # a spade among the bid cards of seat 1
    assert explains_nines(table, now, past, world)
    assert not explains_nines(table, now, past, exchanged(table, "SK", "HK"))
