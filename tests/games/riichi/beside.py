"""Random hands, the engine beside the slow reference: their value, who may win, what is ready."""

import json
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from shugi._fast.games.riichi.score import may_win, score_win, waits_of
from shugi._fast.rules.compile import Rules
from tests.games.riichi.cases import Case
from tests.games.riichi.reference import legal
from tests.games.riichi.reference.random_hands import random_case
from tests.games.riichi.reference.scoring import score_win as reference_win
from tests.golden.runner import compare

Options = dict[str, Any]


def answer_of(scorer: Callable[..., Case], *args: Any) -> Case:
    """The scorer's answer; where the hand is not complete or has no yaku, only that."""
    try:
        answer = scorer(*args)
    except ValueError as error:
        assert "completed by" in str(error), error
        return {"legal": False}
    return {"legal": True} | answer


def disagreement(expected: Case, answer: Case) -> list[str]:
    """What the engine says otherwise than the reference, or than a reading of equal worth."""
    ties = expected.get("ties", [{}])
    sure = {key: expected[key] for key in expected.keys() - ties[0].keys() - {"ties", "waits"}}
    return compare(sure, answer) + min((compare(tie, answer) for tie in ties), key=len)


def check_hands(
    rules: Rules,
    name: str,
    numbers: range,
    options: Options | None = None,
    ready: Callable[[Options, Case], Case] | None = None,
    written: Callable[[Case], Case] = dict,
) -> Counter[str]:
    """Compares the hands with these numbers (name and number fix a hand); counts what came up.

    Args:
        options: of the reference, where they are not those of the rules.
        ready: what the reference says of the waits, where they are compared too.
        written: the case as the engine writes it.
    """
    seen: Counter[str] = Counter()
    options = dict(rules.options) if options is None else options
    for i in numbers:
        case = random_case(random.Random(f"{name} {i}"), options)
        expected = answer_of(reference_win, options, case)
        answer = answer_of(score_win, rules, written(case))
        judged = options.get("atama") or not options.get("atozuke", True)
        allowed = expected["legal"] and (not judged or legal.may_win(options, case))
        wrong = disagreement(expected, answer)
        if may_win(rules, written(case)) != allowed:
            wrong.append(f"may win: the reference says {allowed}")
        if ready:
            held = {key: case[key] for key in ("hand", "melds")}
            told, wanted = waits_of(rules, **held), ready(options, held)
            wrong += compare({key: wanted[key] for key in told.keys() & wanted}, told)
        assert not wrong, f"hand {i} of {name}: {'; '.join(wrong)}\nin {json.dumps(case)}"
        seen.update(came_up(case, expected))
        seen["allowed" if allowed else "refused" if expected["legal"] else "worthless"] += 1
    return seen


def came_up(case: Case, expected: Case) -> list[str]:
    """Yaku, melds, and what stands beside them in the case and the answer."""
    found = [name for name, _ in expected.get("yaku", []) + expected.get("yakuman", [])]
    found += [*expected.get("limit_yaku", []), *(kind for kind, _ in case["melds"])]
    found += expected.keys() & {"legal", "shugi"} | case.keys() & {"pao", "pocchi_as"}
    bills = expected.get("shugi", {}).get("per_payer", {}).values()
    return found + [item for bill in bills for item, chips in bill.items() if chips]


def random_scores(rng: random.Random, rules: Rules, step: int) -> list[int]:
    """Points that add up, now and then equal ones or ones below zero."""
    total = 3 * int(rules.options["start_points"])
    first = step * rng.randint(-10_000 // step, total // step)
    second = rng.choice((first, step * rng.randint(-10_000 // step, total // step)))
    scores = [first, second, total - first - second]
    return rng.sample(scores, 3)
