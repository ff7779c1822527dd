"""Worked examples of Piquet: what the engine answers to each kind."""

from collections.abc import Callable
from math import comb
from typing import Any

from shugi._fast.batch.batch import Batch
from shugi._fast.core.card_actions import card_action_id, card_action_name
from shugi._fast.games.piquet.score import (
    CATEGORY_NAMES,
    declared_end,
    exchange_limits,
    game_winner,
    point_value,
    score,
    settlement,
)
from shugi._fast.rules.compile import Rules
from shugi.envs.rulesets.rules import load_rules
from tests.games.chinese.golden import Kind

Answer = dict[str, Any]
NAMES = ("elder", "younger")
COURT = "KQJ"


def hand(rules: Rules, given: Answer, expected: Answer) -> Answer:
    return score(rules, given)


def ways(limits: list[int]) -> int:
    """In how many ways a hand of twelve can be exchanged within limits."""
    return sum(comb(12, n) for n in range(limits[0], limits[1] + 1))


def count(rules: Rules, given: Answer, expected: Answer) -> Answer:
    parlett = load_rules("piquet+parlett")
    return {
        "elder_1_to_5": ways(exchange_limits(rules, 5)["elder"]),
        "younger_after_5": ways(exchange_limits(rules, 5)["younger"]),
        "younger_after_1": ways(exchange_limits(rules, 1)["younger"]),
        "parlett_younger_after_5": ways(exchange_limits(parlett, 5)["younger"]),
    }


def peek(rules: Rules, given: Answer) -> Answer:
    limits = exchange_limits(rules, given["elder_exchanged"])
    return {"elder_sees_left_cards": limits["elder_sees"], "younger_maximum": limits["younger"][1]}


def blank(rules: Rules, given: Answer) -> Answer:
    """The order of a hand dealt to a blank elder, as the engine plays it; seat 1 is elder."""
    number = given["announces"]
    plain = [card for card in rules.tiles if card_action_name(card)[1] not in COURT][:12]
    batch = Batch(rules, 1, forced=False, auto_reset=False)
    batch.set_wall(0, [*plain, *(card for card in rules.tiles if card not in plain)])
    said = [answered(batch, "cb_yes") + " announces carte blanche and the number "]
    said[0] += answered(batch, f"cb_count_{number}").replace("elder", str(number))
    if card_action_id("cb_yes") in batch.legal_actions(0):  # 36 cards: the younger may be blank too
        answered(batch, "cb_no")
    least, most = lay_out(batch)[1:]
    said.append(f"younger lays out {least}-{most} cards")
    name, least, most = lay_out(batch)
    said.append(f"{name} shows the hand, {play_on(batch)} points")
    said.append(f"{name} lays out {least} and draws {most}")
    return {"order": [*said, "younger draws as many as laid out"]}


def answered(batch: Batch, action: str) -> str:
    """Takes the action; who did so."""
    name = NAMES[1 - batch.seat[0]]
    batch.step_one(0, card_action_id(action))
    return name


def lay_out(batch: Batch) -> tuple[str, int, int]:
    """Lays out as many cards as may be; who, and the least and the greatest number."""
    seat, stop, stops, n = batch.seat[0], card_action_id("stop"), list[int](), 0
    while batch.seat[0] == seat:
        legal = batch.legal_actions(0)
        stops += [n] if stop in legal else []
        batch.step_one(0, legal[0])
        if legal == [stop]:
            break
        n += 1
        if not stops and batch.legal_actions(0)[0] >= stop:
            break  # a fixed number, and all of it is laid out
    return NAMES[1 - seat], (stops or [n])[0], n


def play_on(batch: Batch) -> int:
    """Plays the hand to its end; the elder's points for his carte blanche."""
    while not batch.hand_done[0]:
        batch.step_one(0, batch.legal_actions(0)[0])
    lines = batch.ledger(0)
    held = [line["payee"] for line in lines if line["reason"] == "carte_blanche"]
    assert held == [1], lines
    return sum(line["points"] for line in lines if line["reason"] == "carte_blanche")


def end_in_declarations(rules: Rules, given: Answer) -> Answer:
    case: Answer = {
        "before": [given["before"][name] for name in NAMES],
        "options": {"target": given["target"]},
        "carte_blanche": given.get("carte_blanche") or [False, False],
    }
    for category in CATEGORY_NAMES:
        name, _, points = given[category].partition(" ")
        case[category] = [int(points) if one == name else 0 for one in NAMES]
    answer = declared_end(rules, case)
    elder, younger = answer["totals"]
    return {"winner": answer["winner"], "elder_final": elder, "younger_final": younger}


def end_in_play(rules: Rules, given: Answer) -> Answer:
    changed = Rules(rules.name, rules.options | {"target": given["target"]})
    totals = given["totals_after_all_12_tricks"]
    return {"winner": game_winner(changed, [totals[name] for name in NAMES])}


def deals(rules: Rules, given: Answer) -> Answer:
    return {"settlement": [settlement(rules, pair) for pair in given["totals"]]}


def points(rules: Rules, given: Answer) -> Answer:
    values = [point_value(rules, f"S:{''.join(ranks.split())}") for ranks in given["suits"]]
    return {key: [value[key] for value in values] for key in ("pips", "score")}


RULES: dict[str, Callable[[Rules, Answer], Answer]] = {  # by a word of the input
    "elder_exchanged": peek,
    "announces": blank,
    "before": end_in_declarations,
    "totals_after_all_12_tricks": end_in_play,
    "totals": deals,
    "suits": points,
}


def rule(rules: Rules, given: Answer, expected: Answer) -> Answer:
    (answer,) = [answer for word, answer in RULES.items() if word in given]
    return answer(rules, given)


KINDS: dict[str, Kind] = {"hand": hand, "count": count, "rule": rule}
