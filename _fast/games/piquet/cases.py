"""How a hand of Piquet ended, as a case for the scorer: what was declared, how it was played."""

from collections.abc import Sequence

from shugi._fast.core.card_actions import CARD_NAMES, CARD_RANKS
from shugi._fast.games.piquet.score import CATEGORY_NAMES, extras_counted
from shugi._fast.games.tricks.cases import cards_text
from shugi._fast.text.last_decision import Case, LastDecision

PLAYED = 1  # event: a card
EVENT_BITS = 8
NAMES = ("elder", "younger")
TO_TARGET = ("match", "game")  # modes in which the declarations may end a game


def cases(moment: LastDecision) -> list[Case]:
    table, rules = moment.before["piquet"], moment.rules
    order = (table["elder"], 1 - table["elder"])  # seats
    kept = [table[f"kept_{seat}"] for seat in order]
    case: Case = {name: cards_text(cards) for name, cards in zip(NAMES, kept, strict=True)}
    case["carte_blanche"] = [table["blank"][seat] for seat in order]
    play = _cards_played(moment)
    if len(play) == sum(map(len, kept)):
        case["play"] = cards_text(play)
    if rules.options["mode"] in TO_TARGET:
        scores = [moment.before["seats"][seat]["score"] for seat in order]
        case["before"] = [
            score - table["made"][seat] for score, seat in zip(scores, order, strict=True)
        ]
    choices: list[Case] = [{}, {}]
    for number, category in enumerate(CATEGORY_NAMES):
        _choose(moment, number, category, case, choices)
    return [case | {f"{NAMES[p]}_choice": choices[p] for p in range(2) if choices[p]}]


def _cards_played(moment: LastDecision) -> list[int]:
    """The cards in the order of playing."""
    events = moment.before["history"]
    played = [code & 63 for code in events if code >> EVENT_BITS & 63 == PLAYED]
    return played + ([moment.action] if moment.before["stage"] == "play" else [])


def _choose(
    moment: LastDecision, number: int, category: str, case: Case, choices: Sequence[Case]
) -> None:
    """What both said in a category, and which further combinations were counted."""
    table, stage = moment.before["piquet"], moment.before["stage"]
    said = table["said"][number]
    speaking = table["speaking"] == number
    declared, answer = _name_of(category, said["declared"]), _name_of(category, said["answer"])
    if stage == "late" and speaking:
        answer = _declared_by(moment.verb)
    choices[0][category] = declared or "none"
    choices[1][category] = answer or ("good" if declared else "none")
    if category == "point" and not declared:
        del choices[0][category]
    winner = 0 if said["verdict"] == "good" else 1
    deciding = said["declared"] if winner == 0 else said["answer"]
    counted = set(said["counted"])
    if stage == "extra" and speaking and moment.verb == "extra_yes":
        counted |= set(table["asking"])
    if not counted or moment.rules.options["extras"] == "auto":
        return
    texts = case[NAMES[winner]], cards_text(deciding), cards_text(sorted(counted))
    extras = extras_counted(moment.rules, category, *texts)
    if extras:
        choices[winner].setdefault("extras", {})[category] = extras


def _name_of(category: str, cards: Sequence[int]) -> str | None:
    """A combination in the words of a case: "S", "4 to the K", "3 Q"."""
    if not cards:
        return None
    suits, ranks = zip(*(CARD_NAMES[card] for card in cards), strict=True)
    if category == "point":
        return str(suits[0])
    top = max(ranks, key=CARD_RANKS.index)
    return f"{len(cards)} to the {top}" if category == "sequence" else f"{len(cards)} {top}"


def _declared_by(verb: str) -> str:
    """The combination that an action declares, in the words of a case."""
    sort, *words = verb.split("_")
    if not words:
        return verb
    if sort == "seq":
        return f"{words[0]} to the {words[1]}"
    return f"{words[1]} {words[0]}" if sort == "set" else words[0]
