"""The slow references of the card games: the worked examples, and the solver of endings."""

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.games.ninety_nine.reference import ninety_nine
from tests.games.piquet.reference import piquet
from tests.games.tricks.reference import solver
from tests.games.tricks.reference.cards import SUITS, following, pack, winner_index
from tests.games.tricks.reference.examples import KINDS, answer, differences
from tests.games.tricks.reference.options import Options, options_of
from tests.games.tricks.reference.random_cases import CASES, random_changes, random_play
from tests.games.tricks.reference.random_cases import two_hands as random_hands
from tests.support.worked_examples import example_tests

GOLDEN = Path(__file__).parents[2] / "golden"
WORKED = (GOLDEN / "piquet.json", GOLDEN / "ninety_nine.json")
EXAMPLES = {
    example["id"]: example
    for path in WORKED
    for example in json.loads(path.read_text("utf-8"))["examples"]
}


test_example, test_a_changed_example_is_noticed = example_tests(EXAMPLES, answer, differences)


def test_every_kind_has_examples_and_random_cases() -> None:
    assert {(e["game"], e["kind"]) for e in EXAMPLES.values()} == set(KINDS) == set(CASES)


def tricks_of(cards: Sequence[str]) -> list[piquet.Trick]:
    tricks, leader = [], 0
    for led, reply in zip(cards[::2], cards[1::2], strict=True):
        tricks.append(piquet.Trick(leader, (led, reply)))
        leader = tricks[-1].winner
    return tricks


def brute_piquet(
    options: Options, ending: solver.Ending, before: list[piquet.Trick], declared: piquet.Declared
) -> int:
    """The best difference of the whole hand, every play counted from its first card."""
    if not any(ending.hands):
        played = piquet.played_points(options, before, declared)
        elder, younger = piquet.hand_total(declared, played)
        return elder - younger
    leader, found = ending.leader, []
    for led in ending.hands[leader]:
        replies = []
        for reply in following(ending.hands[1 - leader], led[0]):
            trick = piquet.Trick(leader, (led, reply))
            hands = (ending.hands[0] - {led, reply}, ending.hands[1] - {led, reply})
            after = solver.Ending(hands, trick.winner, (0, 0), (0, 0))
            replies.append(brute_piquet(options, after, [*before, trick], declared))
        found.append((max if leader else min)(replies))
    return (min if leader else max)(found)


@pytest.mark.parametrize("cards", [1, 2, 3, 4])
def test_piquet_solver(cards: int) -> None:
    rng, pics = Random(cards), 0
    for _ in range(60 if cards < 4 else 12):
        options = options_of("piquet", random_changes(rng, "piquet"))
        hands = random_hands(rng, piquet.deck_of(options))
        start = rng.choice([(0, 0), (22, 0), (12, 1), (28, 0), (21, 0)])
        declared = piquet.Declared((("point", start),), None)
        tricks = tricks_of(random_play(rng, hands))[: piquet.TRICKS - cards]
        gone = {card for trick in tricks for card in trick.cards}
        played = piquet.played_points(options, tricks, declared)
        so_far = piquet.added(piquet.added(start, played.play), piquet.pair_of(played.pic, 30))
        left = (frozenset(hands[0] - gone), frozenset(hands[1] - gone))
        leader = tricks[-1].winner
        pic = played.pic is not None
        ending = solver.Ending(left, leader, played.tricks, so_far, pic)
        solved = solver.PiquetSolver(options)
        full = brute_piquet(options, ending, tricks, declared)
        assert solved.value(ending) == full - so_far[0] + so_far[1]
        assert set(solved.best(ending)) <= left[leader]
        pics += not pic and 0 in so_far
    assert pics or cards == 1


def brute_tricks(moment: solver.Tricks, trump: str | None, seat: int, measure: Any) -> float:
    """Every play of whole tricks, the numbers of tricks counted at the end."""
    if not any(moment.hands):
        return float(measure(moment.won))
    return brute_trick(moment, (), trump, seat, measure)


def brute_trick(
    moment: solver.Tricks, laid: tuple[str, ...], trump: str | None, seat: int, measure: Any
) -> float:
    if len(laid) == 3:
        winner = (moment.leader + winner_index(laid, trump)) % 3
        hands = tuple(hand - set(laid) for hand in moment.hands)
        won = tuple(n + (s == winner) for s, n in enumerate(moment.won))
        return brute_tricks(solver.Tricks(hands, winner, won), trump, seat, measure)
    mover = (moment.leader + len(laid)) % 3
    legal = following(moment.hands[mover], laid[0][0] if laid else None)
    found = [brute_trick(moment, (*laid, card), trump, seat, measure) for card in legal]
    return max(found) if mover == seat else min(found)


@pytest.mark.parametrize("cards", [1, 2, 3])
def test_trick_solver(cards: int) -> None:
    rng, values = Random(cards), set()
    for _ in range(60 if cards < 3 else 12):
        dealt = rng.sample(pack("6"), 3 * cards)
        hands = tuple(frozenset(dealt[s::3]) for s in range(3))
        trump, seat, won = rng.choice([None, *SUITS]), rng.randrange(3), rng.randrange(10 - cards)
        moment = solver.Tricks(hands, rng.randrange(3), (won, 9 - cards - won, 0))
        bids = [rng.randint(n, n + cards) for n in moment.won]
        premium = ninety_nine.Premium(rng.randrange(3), 2)

        def measure(tricks: Sequence[int], bids: Any = bids, premium: Any = premium) -> float:
            scores = ninety_nine.score(bids, tricks, premium).scores
            return 3 * scores[seat] - sum(scores)  # noqa: B023

        solved = solver.TrickSolver(seat, trump, measure)
        assert solved.value(moment) == brute_tricks(moment, trump, seat, measure)
        assert max(solved.values(moment).values()) >= solved.value(moment)
        values.add(solved.value(moment))
    assert len(values) > 2
