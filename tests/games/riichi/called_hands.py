"""Random hands of the two calling add-ons, engine beside reference: values, waits, legality."""

import json
import random
from collections import Counter
from typing import Any

from shugi._fast.games.riichi.score import may_win, score_win, waits_of
from shugi._fast.rules.compile import Rules
from tests.games.riichi.reference import legal
from tests.games.riichi.reference.random_hands import random_case
from tests.games.riichi.reference.scoring import score_win as reference_win
from tests.games.riichi.test_reference import answer_of, disagreement

SLOW_HANDS, CHUNK = 20_000, 2000


def reference_allows(options: dict[str, Any], case: dict[str, Any], scored: bool) -> bool:
    return scored and (not options["atama"] or legal.may_win(options, case))


def check_hands(rules: Rules, name: str, numbers: range) -> Counter[str]:
    """Compares the hands with these numbers; counts what came up."""
    seen: Counter[str] = Counter()
    options = rules.options
    for i in numbers:
        case = random_case(random.Random(f"{name} {i}"), options)
        expected = answer_of(reference_win, options, case)
        wrong = disagreement(expected, answer_of(score_win, rules, case))
        allowed = reference_allows(options, case, expected["legal"])
        if may_win(rules, case) != allowed:
            wrong.append(f"may win: the reference says {allowed}")
        tiles = {key: case[key] for key in ("hand", "melds")}
        ready = legal.ready_hand(options, tiles)
        for key, answer in waits_of(rules, **tiles).items():
            if answer != ready[key]:
                wrong.append(f"{key}: {answer}, the reference says {ready[key]}")
        assert not wrong, f"hand {i} of {name}: {'; '.join(wrong)}\nin {json.dumps(case)}"
        seen.update(entry for entry, _ in expected.get("yaku", []) + expected.get("yakuman", []))
        seen.update(kind for kind, _ in case["melds"])
        seen.update({"allowed"} if allowed else {"refused"} if expected["legal"] else {"worthless"})
    return seen
