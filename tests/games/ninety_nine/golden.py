"""Worked examples of Ninety-Nine: what the engine answers to each kind."""

from typing import Any

from shugi._fast.games.ninety_nine.score import (
    bid_of,
    bids_possible,
    following,
    outcome,
    score,
    trick_winner,
)
from shugi._fast.rules.compile import Rules
from tests.games.chinese.golden import Kind

Given = dict[str, Any]
OFFERS = ("none", "declare", "reveal")


def bid(rules: Rules, given: Given, expected: Given) -> Given:
    return {"bid": bid_of(given["bid_cards"])}


def trick(rules: Rules, given: Given, expected: Given) -> Given:
    return {"winner_index": trick_winner(rules, given["cards_in_order"], given["trump"])}


def points(rules: Rules, given: Given, expected: Given) -> Given:
    case = given | {"offers": [OFFERS[level] for level in given["offers"]]}
    answer = score(rules, case)
    premium = answer["premium"]
    return {
        "premium": premium and [premium["player"], OFFERS.index(premium["offer"])],
        "scores": answer["points_delta"],
        "next_trump": answer["next_trump"],
    }


def count(rules: Rules, given: Given, expected: Given) -> Given:
    return {"subsets": bids_possible(given["hand"])}


def rule(rules: Rules, given: Given, expected: Given) -> Given:
    if "led" in given:
        return {"legal": following(given["hand"], given["led"])}
    race = Rules(rules.name, rules.options | {"mode": "race"})
    pairs = zip(given["totals_before"], given["scores"], strict=True)
    totals = [before + made for before, made in pairs]
    return {"totals": totals, "game_winner": outcome(race, {"totals": totals})["game_winner"]}


KINDS: dict[str, Kind] = {"bid": bid, "trick": trick, "score": points, "count": count, "rule": rule}
