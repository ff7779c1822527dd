"""How likely deals are, by what the opponents last discarded.

A re-deal that is even over everything a seat cannot see forgets that the opponents chose their
discards. Here each opponent's last one is put back into its hand, a policy is asked what it would
discard there, and a deal counts as much as that says. The rest of the table stays as it is now, so
this is rough: the policy sees discards that came later.
"""

import copy
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shugi._fast.batch.batch import Batch
from shugi._fast.check.fields import PositionError
from shugi._fast.rules.compile import Rules
from shugi.agents.base import Agent, Observation, preferences
from shugi.agents.plans.playouts import deal_key, redealt

FLOOR = 0.05  # nobody is sure to play as the policy says
LEAST_SHARE = 0.25  # of the deals, so many of equal weight must be left
ROOM = 1024
RIICHI_TILE, CALLED, DRAWN = 2, 4, 1  # flags of a discard

State = dict[str, Any]


class Likelihood:
    """Weighs deals.

    Args:
        rules: of the positions.
        policy: whose discards are expected of the opponents.
        floor: the least probability of any of them.
    """

    def __init__(self, rules: Rules, policy: Agent, floor: float = FLOOR) -> None:
        self.policy, self.floor = policy, floor
        self.dealt = Batch(rules, 1, auto_reset=False)
        # unforced: a hand with one discard left is asked too
        self.asked = Batch(rules, ROOM, forced=False, auto_reset=False)

    def weights(
        self, batch: Batch, keys: NDArray[np.uint64], deals: int, rng: np.random.Generator
    ) -> NDArray[np.float32]:
        """Weights of the deals that ``Playouts`` makes with some keys.

        Positions at which no opponent's last discard can be put back have even weights.

        Args:
            batch: n positions; they stay as they are.
            keys: (n,) uint64, of the re-deals.
            deals: of each position.
            rng: the chance of the policy that is asked.

        Returns:
            (n, deals) float32 with mean 1; zero for a deal that was not found.
        """
        found = np.zeros((len(keys), deals), np.float32)
        for i, key in enumerate(keys):
            found[i] = self._weights(batch, i, int(key), deals, rng)
        return found

    def _weights(
        self, batch: Batch, i: int, key: int, deals: int, rng: np.random.Generator
    ) -> NDArray[np.float32]:
        seat = int(batch.seat[i])
        others = [p for p in range(batch.seats) if p != seat and _readable(batch.state(i), p)]
        there = np.zeros(deals, np.bool_)
        states: list[State] = []
        for k in range(deals):
            there[k] = redealt(batch, i, self.dealt, 0, seat, deal_key(key, k))
            states += [self.dealt.state(0)] if there[k] else []
        log = np.zeros(len(states))
        for other in others:
            chance = self._chances([_before(state, seat, other) for state in states], rng)
            if chance is not None:
                log += np.log(chance)
        weights = np.zeros(deals, np.float32)
        if len(states):
            weights[there] = tempered(log, LEAST_SHARE)
        return weights

    def _chances(
        self, cases: Sequence[tuple[State, int] | None], rng: np.random.Generator
    ) -> NDArray[np.float64] | None:
        """(cases,) how likely the discards are; None where they cannot be asked for in all."""
        found = [np.zeros(0)]
        for first in range(0, len(cases), ROOM):
            part = cases[first : first + ROOM]
            codes = np.zeros(len(part), np.int64)
            for n, case in enumerate(part):
                if case is None or not self._set(n, case[0]):
                    return None
                codes[n] = case[1]
            rows = np.arange(len(part))
            mask = self.asked.legal()[: len(part)]
            if not mask[rows, codes].all():
                return None
            seen = Observation(self.asked, rows)
            said = preferences(self.policy, seen, mask, self.asked.seat[: len(part)], rng)
            found.append(self.floor + (1 - self.floor) * said[rows, codes].astype(np.float64))
        return np.concatenate(found)

    def _set(self, n: int, state: State) -> bool:
        try:
            self.asked.set_state(n, state)
        except PositionError:
            return False
        return True


def tempered(log: NDArray[np.float64], least_share: float) -> NDArray[np.float32]:
    """(deals,) logs of likelihoods -> weights with mean 1.

    Evened out, by a power below one, as far as it takes for deals of equal weight worth at least
    ``least_share`` of all to be left.
    """

    def weights(power: float) -> NDArray[np.float64]:
        raw: NDArray[np.float64] = np.exp(power * (log - log.max()))
        return np.asarray(raw / raw.mean())

    low, high = 0.0, 1.0
    if effective(weights(1.0)) < least_share * len(log):
        for _ in range(30):
            middle = (low + high) / 2
            enough = effective(weights(middle)) >= least_share * len(log)
            low, high = (middle, high) if enough else (low, middle)
        return weights(low).astype(np.float32)
    return weights(1.0).astype(np.float32)


def effective(weights: NDArray[np.floating[Any]]) -> float:
    """So many values of equal weight would be worth as much."""
    return float(weights.sum() ** 2 / (weights**2).sum()) if weights.any() else 0.0


# ---- the table before a discard


def _readable(state: State, seat: int) -> bool:
    """Whether the last discard of a seat tells something and can be put back."""
    player = state["seats"][seat]
    if not player["river"] or player["riichi"] != "none" or player.get("floats"):
        return False
    return not player["river_flags"][-1] & (RIICHI_TILE | CALLED)


def _before(state: State, seat: int, other: int) -> tuple[State, int] | None:
    """The table as when ``other`` was to make its last discard, and that discard.

    None where what came since cannot be taken back: a call, or a replacement tile.
    """
    state = copy.deepcopy(state)
    if state["phase"] == "own" and state["turn"] == seat:
        if not _undraw(state, seat):
            return None
    elif state["phase"] != "claim" or state["robbing"] is not None or state["asked"]:
        return None
    player = state["seats"][other]
    code, flag = player["river"].pop(), player["river_flags"].pop()
    player["hand"].append(code)
    state |= {
        "phase": "own",
        "turn": other,
        "actor": other,
        "drawn": code if flag & DRAWN else None,
        "discard": None,
        "discarder": None,
        "option": [0] * len(state["seats"]),
        "declaring": "none",
        "verb": 0,
        "arg": None,
    }
    return state, code


def _undraw(state: State, seat: int) -> bool:
    """Put the tile just drawn back into the wall."""
    drawn, before = state["drawn"], state["head"] - 1
    if drawn is None or state["drawn_rinshan"] or state["wall"][before] != drawn:
        return False
    state["seats"][seat]["hand"].remove(drawn)
    state["head"] = before
    return True
