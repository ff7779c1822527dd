"""What agents/beliefs.npz says of the hands of others, learnt again from the baseline's play.

    python tools/likely_hands.py

It is due when the engine, the rules or the rule baseline play otherwise than before; the test of
beliefs says so.  Takes some minutes.
"""

import io
import sys

import numpy as np

from shugi._fast.rules.compile import Rules
from shugi.agents.beliefs import FILE, key_of, learn_weights
from shugi.envs.files import write_atomically
from shugi.envs.rules import load_rules, variants


def mahjong() -> dict[str, Rules]:
    """The rule sets whose hands are learnt, each once, by key."""
    found = (load_rules(variant.name) for variant in variants() if variant.state == "playing")
    return {key_of(rules): rules for rules in found if "plays_cards" not in rules.traits}


def main() -> int:
    """Write the file."""
    weights = {}
    for key, rules in mahjong().items():
        print(rules.name, file=sys.stderr)
        weights[key] = learn_weights(rules)
    packed = io.BytesIO()
    np.savez_compressed(packed, **weights)  # type: ignore[arg-type]
    write_atomically(FILE, packed.getvalue())
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
