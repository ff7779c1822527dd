"""What agents/beliefs.npz says of the hands of others, learnt again from the baseline's play.

    python tools/likely_hands.py

It is due when the engine, the rules or the rule baseline play otherwise than before; the test of
beliefs says so.  Takes some minutes.
"""

import io
import sys

import numpy as np

from shugi.agents.beliefs import FILE, key_of, learn_weights
from shugi.envs.common.files import write_atomically
from shugi.envs.rulesets.rules import mahjong


def main() -> int:
    """Write the file."""
    weights = {}
    for rules in mahjong():
        print(rules.name, file=sys.stderr)
        weights[key_of(rules)] = learn_weights(rules)
    packed = io.BytesIO()
    np.savez_compressed(packed, **weights)  # type: ignore[arg-type]
    write_atomically(FILE, packed.getvalue())
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
