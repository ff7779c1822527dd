"""Rule sets as they were when agents that come with the package learnt them.

They have changed since in what comes up once in hundreds of hands, so these agents still count as
agents of them.  An entry goes when every agent of its rule set has learnt the rules of now.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from shugi._fast.rules.compile import Rules
from shugi.envs.rulesets.rules import load_rules

# until version 0.2: a wait on four equal tiles, kans in riichi, repeats in West
_FOUR = {"keishiki_fifth_copy": "wait", "riichi_kan": "strict", "extension_repeats": False}
_THREE = {**_FOUR, "abort_plays_on": False}
EARLIER: Mapping[str, Mapping[str, Any]] = {
    **dict.fromkeys(("riichi_tenhou", "riichi_mjsoul", "riichi_parlour"), _FOUR),
    **dict.fromkeys(("sanma_base", "sanma_tenhou", "toriuchi"), _THREE),
    "xiamen+strict": {"no_claim_win_with_gold": "discards"},
}
"""By rule set: the options that it had otherwise."""


def hashes_of(rules: Rules) -> frozenset[int]:
    """The hashes of these rules, and of what they were earlier."""
    return frozenset((rules.hash, *_before().get(rules.hash, ())))


@lru_cache(maxsize=1)
def _before() -> dict[int, tuple[int, ...]]:
    found: dict[int, tuple[int, ...]] = {}
    for name, then in EARLIER.items():
        now = load_rules(name).hash
        found[now] = (*found.get(now, ()), load_rules(name, **then).hash)
    return found
