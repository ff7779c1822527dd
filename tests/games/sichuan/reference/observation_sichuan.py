"""The second writer of Sichuan's own rows of the observation."""

import numpy as np

from tests.games.chinese.reference.observation_regional import Table, each

WAYS = {"right": 1, "across": 2, "left": 3}


def given(t: Table) -> np.ndarray:
    out = np.zeros(34)
    for code in t.me["given"]:
        if code is not None:
            out[code] += 1
    return out


WRITERS = {
    "given": given,
    "void_suit": lambda t: [at["void_suit"] == suit for at in t.seats for suit in "mps"],
    "exchange_way": lambda t: [t.state["exchange_way"] == name for name in WAYS],
    "won": lambda t: each(t, lambda at: at["won"] is not None, 1),
}
