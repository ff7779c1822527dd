"""Answers to worked examples, by game and kind (the schema of the golden files)."""

from collections.abc import Callable
from typing import Any

from tests.games.ninety_nine.reference import ninety_nine
from tests.games.piquet.reference import piquet, piquet_play
from tests.games.piquet.reference.piquet import CATEGORIES, ELDER, YOUNGER, Pair
from tests.games.tricks.reference.cards import (
    following,
    ordered,
    parse_cards,
    parse_hand,
    winner_index,
)
from tests.games.tricks.reference.choosing import Choosing, declarations, play_cards
from tests.games.tricks.reference.flow import STOP, Game
from tests.games.tricks.reference.options import Options, options_of
from tests.reference.answers import unlike

Given = dict[str, Any]
Example = dict[str, Any]
NAMES = ("elder", "younger")


def answer(example: Example) -> Given:
    """What the reference says to an example."""
    game, kind = example["game"], example["kind"]
    options = options_of(game, example.get("options"))
    return KINDS[game, kind](options, example["input"])


def differences(expected: Given, answer: Given) -> list[str]:
    """Each key of ``expected`` that the answer has not, or otherwise."""
    return unlike(expected, answer, ("legal",))


def by_rule(rules: dict[str, Callable[[Options, Given], Given]]) -> Callable[..., Given]:
    """The answer of the first rule whose word the input has."""

    def answered(options: Options, given: Given) -> Given:
        for word, rule in rules.items():
            if word in given:
                return rule(options, given)
        raise ValueError(f"no rule for {sorted(given)}")

    return answered


# -- Piquet --------------------------------------------------------------------------------------


def piquet_hand(options: Options, given: Given) -> Given:
    """Hands after the exchange; without `play` the declarations alone."""
    hands = [set(parse_hand(given[name])) for name in NAMES]
    choices = [given.get(f"{name}_choice") or {} for name in NAMES]
    table = declarations(options, hands, given["carte_blanche"], Choosing(choices))
    declared, played = table.declared, None
    found: Given = {name: list(table.settled[name].worth) for name in CATEGORIES}
    if given.get("play"):
        play_cards(table, parse_cards(given["play"]))
        played = piquet.played_points(options, table.tricks, declared)
        found |= {"tricks": list(played.tricks), "cards": list(played.cards)}
        found["play"] = list(played.play)
    return found | {
        "repic": declared.repic,
        "pic": None if played is None else played.pic,
        "total": list(piquet.hand_total(declared, played)),
    }


def piquet_count(options: Options, given: Given) -> Given:
    assert given["hand"] == piquet.HAND
    parlett = options_of("piquet", {"preset": "parlett"})
    return {
        "elder_1_to_5": piquet.exchanges(piquet.elder_limits(options)),
        "younger_after_5": piquet.exchanges(piquet.younger_limits(options, 5)),
        "younger_after_1": piquet.exchanges(piquet.younger_limits(options, 1)),
        "parlett_younger_after_5": piquet.exchanges(piquet.younger_limits(parlett, 5)),
    }


def piquet_peek(options: Options, given: Given) -> Given:
    took = given["elder_exchanged"]
    talon = piquet.deck_of(options)[: piquet.talon_size(options)]
    return {
        "elder_sees_left_cards": len(piquet.elder_sees(options, talon, took)),
        "younger_maximum": piquet.younger_limits(options, took)[1],
    }


def piquet_blank(options: Options, given: Given) -> Given:
    """The order of a hand in which the elder is blank, told by the flow itself."""
    assert given["elder"] == "no court card"
    cards = piquet.deck_of(options)
    blank = [card for card in cards if piquet.is_blank([card])][: piquet.HAND]
    table = piquet_play.deal(options, blank + [card for card in cards if card not in blank])
    game, number, most = Game(piquet_play.exchange(table)), given["announces"], 0
    while game.decision is not None:
        decision = game.decision
        if decision.phase == "exchange" and decision.seat == YOUNGER:
            most += decision.actions != (STOP,)
        wanted = {"blank": "CB_YES", "count": f"CB_COUNT {number}"}.get(decision.phase)
        game.apply(wanted or decision.actions[0])
    return {"order": exchange_words(table.events, number, most)}


def exchange_words(events: list[tuple[str, int, int]], number: int, most: int) -> list[str]:
    """The events of the exchange in words; one sentence for what belongs together."""
    said = []
    for what, seat, count in events:
        sentence = {
            ("carte blanche", ELDER): f"elder announces carte blanche and the number {number}",
            ("laid out", YOUNGER): f"younger lays out 1-{most} cards",
            ("shown", ELDER): f"elder shows the hand, {count} points",
            ("drew", ELDER): f"elder lays out {count} and draws {count}",
            ("drew", YOUNGER): "younger draws as many as laid out",
        }.get((what, seat))
        said += [sentence] if sentence else []
    return said


def piquet_declared_end(options: Options, given: Given) -> Given:
    before = (given["before"]["elder"], given["before"]["younger"])
    worths = {category: named_points(given[category]) for category in CATEGORIES}
    blanks = given.get("carte_blanche") or (False, False)
    declared = piquet.declared_points(blanks, worths)
    winner, totals = piquet.end_in_declarations(given["target"], before, declared)
    return {
        "winner": None if winner is None else NAMES[winner],
        "elder_final": totals[0],
        "younger_final": totals[1],
    }


def named_points(text: str) -> Pair:
    """ "younger 6" -> (0, 6)."""
    if text == "none":
        return (0, 0)
    name, points = text.split()
    return piquet.pair_of(NAMES.index(name), int(points))


def piquet_played_end(options: Options, given: Given) -> Given:
    totals = given["totals_after_all_12_tricks"]
    winner = piquet.reached(given["target"], (totals["elder"], totals["younger"]))
    return {"winner": None if winner is None else NAMES[winner]}


def piquet_settlement(options: Options, given: Given) -> Given:
    return {"settlement": [piquet.settlement((one, other)) for one, other in given["totals"]]}


def piquet_point(options: Options, given: Given) -> Given:
    """Suits in ranks alone, as points."""
    groups = [["S" + rank for rank in ranks.split()] for ranks in given["suits"]]
    return {
        "pips": [piquet.pips_of(group) for group in groups],
        "score": [piquet.point_of(options, group).worth for group in groups],
    }


# -- Ninety-Nine ---------------------------------------------------------------------------------


def nines_bid(options: Options, given: Given) -> Given:
    return {"bid": ninety_nine.bid_of(parse_cards(given["bid_cards"]))}


def nines_trick(options: Options, given: Given) -> Given:
    return {"winner_index": winner_index(parse_cards(given["cards_in_order"]), given["trump"])}


def nines_score(options: Options, given: Given) -> Given:
    premium = ninety_nine.premium_of(given["offers"], given["dealer"])
    score = ninety_nine.score(given["bids"], given["tricks"], premium)
    return {
        "premium": None if premium is None else [premium.seat, premium.level],
        "scores": score.scores,
        "next_trump": score.next_trump,
    }


def nines_count(options: Options, given: Given) -> Given:
    assert given["hand"] == ninety_nine.HAND
    return {"subsets": ninety_nine.bids_possible()}


def nines_following(options: Options, given: Given) -> Given:
    return {"legal": ordered(following(parse_cards(given["hand"]), given["led"]))}


def nines_race(options: Options, given: Given) -> Given:
    pairs = zip(given["totals_before"], given["scores"], strict=True)
    totals = [before + made for before, made in pairs]
    return {"totals": totals, "game_winner": ninety_nine.race_winner(options, totals)}


KINDS: dict[tuple[str, str], Callable[[Options, Given], Given]] = {
    ("piquet", "hand"): piquet_hand,
    ("piquet", "count"): piquet_count,
    ("piquet", "rule"): by_rule(
        {
            "elder_exchanged": piquet_peek,
            "announces": piquet_blank,
            "before": piquet_declared_end,
            "totals_after_all_12_tricks": piquet_played_end,
            "totals": piquet_settlement,
            "suits": piquet_point,
        }
    ),
    ("ninety_nine", "bid"): nines_bid,
    ("ninety_nine", "trick"): nines_trick,
    ("ninety_nine", "score"): nines_score,
    ("ninety_nine", "count"): nines_count,
    ("ninety_nine", "rule"): by_rule({"led": nines_following, "totals_before": nines_race}),
}
