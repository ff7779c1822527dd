"""Random cases of the golden kinds, for comparison with an engine.

Every case is an example without its answer: ``examples.answer`` gives that.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from tests.games.ninety_nine.reference import ninety_nine
from tests.games.piquet.reference import piquet
from tests.games.tricks.reference.cards import (
    RANKS,
    SUITS,
    card_id,
    following,
    hand_text,
    winner_index,
)
from tests.games.tricks.reference.choosing import choice_text, declarations
from tests.games.tricks.reference.examples import NAMES
from tests.games.tricks.reference.flow import Decision
from tests.games.tricks.reference.options import DEFAULTS, PRESETS, Options, choices_of, options_of

Given = dict[str, Any]
Example = dict[str, Any]


def random_changes(rng: Random, game: str) -> Options:
    """A preset in half of the cases, and up to three options of any legal value."""
    changes: Options = {}
    if rng.random() < 0.5:
        changes["preset"] = rng.choice(list(PRESETS[game]))
    for name in rng.sample(list(DEFAULTS[game]), rng.randrange(4)):
        changes[name] = rng.choice(choices_of(game, name))
    options = DEFAULTS[game] | PRESETS[game].get(changes.get("preset", ""), {}) | changes
    if game == "piquet" and (options["deck"], options["elder_exchange_max"]) == (32, 8):
        changes["elder_exchange_max"] = 5
    return changes


# -- Piquet --------------------------------------------------------------------------------------


def piquet_hand(rng: Random, options: Options) -> Given:
    """Two hands after the exchange: half of them with free choices, half with the play."""
    hands = two_hands(rng, piquet.deck_of(options))
    blanks = [rng.random() < 0.1, rng.random() < 0.05]
    given: Given = {name: hand_text(hand) for name, hand in zip(NAMES, hands, strict=True)}
    given["carte_blanche"] = blanks
    if rng.random() < 0.5:
        given |= free_choices(rng, options, hands, blanks)
    if rng.random() < 0.5:
        given["play"] = " ".join(random_play(rng, hands))
    return given


def two_hands(rng: Random, deck: list[str]) -> list[set[str]]:
    """Cards that cling together by suits or ranks, so that long combinations are not rare."""
    cards = rng.sample(deck, len(deck))
    by_rank, strength = rng.random() < 0.3, rng.choice((0.0, 0.0, 0.5, 1.0, 2.0))
    letters = {c: c[1] if by_rank else c[0] for c in cards}
    pull = {letter: strength * rng.random() for letter in sorted(set(letters.values()))}
    cards.sort(key=lambda card: rng.random() + pull[letters[card]])
    first, last = set(cards[: piquet.HAND]), set(cards[-piquet.HAND :])
    return [first, last] if rng.random() < 0.5 else [last, first]


def free_choices(rng: Random, options: Options, hands: list[set[str]], blanks: list[bool]) -> Given:
    """Any legal declarations, answers and extras, in the words of an example."""
    choices: list[dict[str, Any]] = [{}, {}]

    def policy(decision: Decision, category: str) -> str:
        action, choice = rng.choice(decision.actions), choices[decision.seat]
        if decision.phase == "extra":
            wanted = choice.setdefault("extras", {}).setdefault(category, [])
            wanted.append(action == "EXTRA_YES")
        else:
            choice[category] = choice_text(category, action)
        return action

    declarations(options, hands, blanks, policy)
    return {f"{name}_choice": choice for name, choice in zip(NAMES, choices, strict=True)}


def random_play(rng: Random, hands: list[set[str]]) -> list[str]:
    """Twelve legal tricks; sometimes the winner plays high, so that capots happen."""
    held, seat, order = [set(hand) for hand in hands], 0, list[str]()
    high = rng.random() < 0.5
    while held[0] or held[1]:
        led = rng.choice(sorted(held[seat]))
        if high:
            led = max(held[seat], key=lambda card: (RANKS.index(card[1]), card_id(card)))
        reply = rng.choice(following(held[1 - seat], led[0]))
        held[seat].remove(led)
        held[1 - seat].remove(reply)
        order += [led, reply]
        seat ^= winner_index([led, reply])
    return order


def piquet_peek(rng: Random, options: Options) -> Given:
    return {"elder_exchanged": rng.randint(*piquet.elder_limits(options))}


def piquet_declared_end(rng: Random, options: Options) -> Given:
    """Points of a hand's declarations near a target."""
    target = rng.choice((100, 150, 200))
    worths = {"point": range(3, 9), "sequence": (3, 4, 6, 15, 18, 20, 30), "sets": (3, 6, 14, 28)}
    given: Given = {
        "target": target,
        "before": {name: rng.randrange(target - 40, target) for name in NAMES},
        "carte_blanche": [rng.random() < 0.2, rng.random() < 0.2],
    }
    for category, points in worths.items():
        named = f"{rng.choice(NAMES)} {rng.choice(points)}"
        given[category] = named if rng.random() < 0.8 else "none"
    return given


def piquet_played_end(rng: Random, options: Options) -> Given:
    target = rng.choice((100, 150, 200))
    totals = {name: rng.randrange(target - 15, target + 15) for name in NAMES}
    if rng.random() < 0.2:
        totals["younger"] = totals["elder"]
    return {"target": target, "totals_after_all_12_tricks": totals}


def piquet_settlement(rng: Random, options: Options) -> Given:
    return {"totals": [[rng.randrange(60, 160), rng.randrange(60, 160)] for _ in range(3)]}


def piquet_point(rng: Random, options: Options) -> Given:
    ranks = "AKQJT987" if options["deck"] == 32 else "AKQJT9876"
    sizes = [rng.randint(1, len(ranks)) for _ in range(4)]
    return {"suits": [" ".join(rng.sample(ranks, size)) for size in sizes]}


def piquet_rule(rng: Random, options: Options) -> Given:
    rules = [piquet_peek, piquet_declared_end, piquet_played_end, piquet_settlement, piquet_point]
    if options["carte_blanche_sequence"] == "full" and rng.random() < 0.1:
        most = piquet.elder_limits(options)[1]
        return {"elder": "no court card", "announces": rng.randint(1, most)}
    return rng.choice(rules)(rng, options)


def piquet_count(rng: Random, options: Options) -> Given:
    return {"hand": piquet.HAND}


# -- Ninety-Nine ---------------------------------------------------------------------------------


def nines_bid(rng: Random, options: Options) -> Given:
    return {"bid_cards": " ".join(rng.sample(ninety_nine.deck_of(), ninety_nine.BID_CARDS))}


def nines_trick(rng: Random, options: Options) -> Given:
    suits = rng.sample(SUITS, rng.choice((1, 2, 3, 4)))
    cards = [card for card in ninety_nine.deck_of() if card[0] in suits]
    trump = rng.choice([None, *SUITS]) if options["first_trump"] == "none" else rng.choice(SUITS)
    return {"cards_in_order": " ".join(rng.sample(cards, ninety_nine.SEATS)), "trump": trump}


def nines_score(rng: Random, options: Options) -> Given:
    """Nine tricks shared anyhow; every bid is made in about half of the cases."""
    winners = [rng.randrange(ninety_nine.SEATS) for _ in range(ninety_nine.TRICKS)]
    if rng.random() < 0.1:
        winners = winners[:1] * ninety_nine.TRICKS
    tricks = [winners.count(seat) for seat in range(ninety_nine.SEATS)]
    bids = [won if rng.random() < 0.5 else rng.randrange(10) for won in tricks]
    levels = (0, 1, 2) if options["premiums"] else (0,)
    offers = [rng.choice(levels) for _ in bids]
    return {"bids": bids, "tricks": tricks, "offers": offers, "dealer": rng.randrange(3)}


def nines_count(rng: Random, options: Options) -> Given:
    return {"hand": ninety_nine.HAND}


def nines_rule(rng: Random, options: Options) -> Given:
    if rng.random() < 0.5:
        hand = rng.sample(ninety_nine.deck_of(), rng.randint(1, 9))
        led, trump = rng.choice(SUITS), rng.choice(SUITS)
        return {"hand": " ".join(hand), "led": led, "trump": trump}
    before = [rng.randrange(options["race_target"]) for _ in range(ninety_nine.SEATS)]
    if rng.random() < 0.3:
        before[1] = before[0]
    case = nines_score(rng, options)
    premium = ninety_nine.premium_of(case["offers"], case["dealer"])
    score = ninety_nine.score(case["bids"], case["tricks"], premium)
    return {"totals_before": before, "scores": score.scores}


CASES: dict[tuple[str, str], Callable[[Random, Options], Given]] = {
    ("piquet", "hand"): piquet_hand,
    ("piquet", "rule"): piquet_rule,
    ("piquet", "count"): piquet_count,
    ("ninety_nine", "bid"): nines_bid,
    ("ninety_nine", "trick"): nines_trick,
    ("ninety_nine", "score"): nines_score,
    ("ninety_nine", "rule"): nines_rule,
    ("ninety_nine", "count"): nines_count,
}


def random_case(rng: Random, game: str, kind: str, changes: Options | None = None) -> Example:
    """An example of the game and kind, without its answer."""
    given = CASES[game, kind](rng, options_of(game, changes))
    return {"game": game, "kind": kind, "options": dict(changes or {}), "input": given}
