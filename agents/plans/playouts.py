"""What plans are worth: played out from re-dealt copies of a position, until the hand ends."""

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shugi._fast.batch.batch import Batch
from shugi._fast.net.critic import EngineCritic
from shugi._fast.rules.compile import Rules
from shugi.agents.base import Agent, AgentError, Observation, fill_actions
from shugi.agents.beliefs import Hands
from shugi.agents.plans.plan import Plan
from shugi.agents.scripted import Baseline
from shugi.agents.standing import worth_of
from shugi.envs.common.arrays import F32, I8, I64, U8, Bools, Rng
from shugi.envs.gains import Gains, Prices, prices_of
from shugi.envs.seat import SKIP

REDEALS = 8  # attempts at one deal
_STRIDE = 0x9E3779B97F4A7C15


def deal_key(key: int, deal: int) -> int:
    """The key of one of a position's deals."""
    return (key + deal * _STRIDE) % 2**64


def redeal_all(batch: Batch, seats: I8, keys: NDArray[np.uint64], belief: Hands | None) -> Bools:
    """Deal games again.

    Args:
        batch: n games, rewritten in place.
        seats: (n,) whose views stay as they are; negative: the game stays.
        keys: (n,) uint64, of the deals.
        belief: how likely hands are; None: every arrangement alike.

    Returns:
        (n,) where a deal was found.
    """
    return batch.redeal_all(seats, keys, REDEALS, **({} if belief is None else belief.told()))


def _player(policy: Any, others: Any, rules: Rules, rng: Rng) -> dict[str, Any] | None:
    """What ``Batch.play_on`` is told so that these agents play; None: they have to be asked
    themselves."""
    if type(policy) is Baseline:
        return {"style": policy.style} if others is policy else None
    # whoever has a network has imported torch
    network = sys.modules.get("shugi.agents.network")
    if network is None or type(policy) is not network.Network or policy.precision != network.INT8:
        return None
    alone = others is not policy
    if alone and type(others) is not Baseline:
        return None
    seed = int(rng.integers(2**64, dtype=np.uint64)) if policy.sample else None
    told = {"network": policy.engine_of(rules), "seed": seed, "alone": alone}
    return told | ({"style": others.style} if alone else {})


class Playouts:
    """Plays plans out with a policy at every seat, or at the seat that decides.

    The rule baseline, and a network in precision "int8", alone among rule baselines too, play on in
    the engine (``Batch.play_on``); any other agents are asked step by step.

    Each deal of what the seat cannot see is used for all plans of a position, so differences
    between plans are far less noisy than the values themselves.

    Args:
        rules: of the positions.
        policy: who goes on playing.
        deals: re-deals of each position, where ``values`` is not told another number.
        threads: of the engine.
        worth: of chips and points; by default by what a standing is worth under the rules, unless
            the critic leaves that out.
        room: games played at once.
        belief: what others are likely to hold, or that they hold what they do; by default all that
            is possible is equally likely.
        critic: in the engine, of the rules. What it expects counts instead of the rest of a hand.
        horizon: it is asked when the seat decides again for so many-th time after its plan; 0: all
            is played to the hand's end.
        others: who plays at the other seats; by default the policy.

    Raises:
        AgentError: no deals, or one of critic and horizon without the other.
    """

    def __init__(
        self,
        rules: Rules,
        policy: Agent,
        deals: int,
        threads: int = 1,
        worth: Prices | None = None,
        room: int = 4096,
        belief: Hands | None = None,
        critic: EngineCritic | None = None,
        horizon: int = 0,
        others: Agent | None = None,
    ) -> None:
        if deals < 1:
            raise AgentError(f"deals must be at least 1, not {deals}")
        if horizon < 0 or (critic is None) != (horizon == 0):
            raise AgentError(f"a horizon needs a critic, and a critic one from 1 on, not {horizon}")
        self.critic, self.horizon = critic, horizon
        self.policy, self.deals, self.belief = policy, deals, belief
        self.others = others or policy
        learnt = critic is None or critic.standing  # both must count alike
        self.worth = worth or (worth_of(rules) if learnt else prices_of(rules))
        self.batch = Batch(rules, room, threads=threads, auto_reset=False, expected=True)
        self.gains = Gains(self.batch, standing=self.worth.standing)

    def values(
        self,
        batch: Batch,
        rows: I64,
        plans: Sequence[Sequence[Plan]],
        keys: NDArray[np.uint64],
        rng: Rng,
        deals: int | None = None,
    ) -> list[F32]:
        """What the deciding seat gains from the decision to the hand's end.

        Args:
            batch: the games; they stay as they are.
            rows: (p,) games of it.
            plans: of each of them.
            keys: (p,) of the re-deals; the same key, the same deals.
            rng: the policy's chance.
            deals: re-deals of each position, if not those of the play-outs.

        Returns:
            for each position (its plans, deals) float32 in ``worth.unit``; NaN for a deal that
            was not found.
        """
        deals = self.deals if deals is None else deals
        values = [np.full((len(own), deals), np.nan, np.float32) for own in plans]
        jobs: list[tuple[int, int]] = []
        filled = 0
        for p, own in enumerate(plans):
            if len(own) > self.batch.n:
                raise AgentError(f"{len(own)} plans need as many games; there is room for fewer")
            for k in range(deals):
                if filled + len(own) > self.batch.n:
                    self._play(batch, rows, plans, keys, rng, jobs, values)
                    jobs, filled = [], 0
                jobs.append((p, k))
                filled += len(own)
        self._play(batch, rows, plans, keys, rng, jobs, values)
        return values

    def _play(
        self,
        batch: Batch,
        rows: I64,
        plans: Sequence[Sequence[Plan]],
        keys: NDArray[np.uint64],
        rng: Rng,
        jobs: Sequence[tuple[int, int]],
        found: list[F32],
    ) -> None:
        """Fill the games with (position, deal) pairs, one game for each plan, and play them out."""
        if not jobs:
            return
        counts = [len(plans[p]) for p, _ in jobs]
        starts = np.cumsum([0, *counts[:-1]])
        given = [int(rows[p]) for p, _ in jobs]
        self.batch.copy_from(batch, given, starts)
        seats, key = np.full(self.batch.n, -1, np.int8), np.zeros(self.batch.n, np.uint64)
        seats[starts] = batch.seat[given]
        key[starts] = [deal_key(int(keys[p]), k) for p, k in jobs]
        dealt = self._deal(seats, key)
        mine = np.full(self.batch.n, -1, np.int8)
        games = np.repeat(starts, counts)
        mine[: len(games)] = np.where(dealt[games], seats[games], -1)
        copies = np.setdiff1d(np.arange(len(games)), starts)
        self.batch.copy_from(self.batch, games[copies], copies)
        total = self.gain(mine, [plan for p, _ in jobs for plan in plans[p]], rng)
        for (p, k), first in zip(jobs, starts, strict=True):
            if mine[first] >= 0:
                found[p][:, k] = total[first : first + len(plans[p])]

    def _deal(self, seats: I8, keys: NDArray[np.uint64]) -> Bools:
        return redeal_all(self.batch, seats, keys, self.belief)

    def gain(self, mine: I8, plans: Sequence[Plan], rng: Rng) -> F32:
        """Play the games of ``batch`` on, the first ones by a plan each.

        Args:
            mine: (n,) the seat to decide; negative: not played.
            plans: its plans; the policy decides where a plan is over, or empty.
            rng: the policy's chance.

        Returns:
            (n,) what that seat gains, in ``worth.unit``.
        """
        longest = max(map(len, plans), default=0)
        planned = np.full((self.batch.n, longest + 1), SKIP, np.uint8)
        length = np.zeros(self.batch.n, np.int32)
        for i, plan in enumerate(plans):
            planned[i, : len(plan)] = plan
            length[i] = len(plan)
        total = np.zeros((self.batch.n, 2), np.float32)
        player = _player(self.policy, self.others, self.batch.rules, rng)
        if player is None:
            self._play_steps(mine, planned, length, total, rng)
        else:
            player |= {"critic": self.critic, "horizon": self.horizon}
            player |= {"standing": self.worth.standing}
            self.batch.play_on(mine, total, plans=planned, planned=length, **player)
            self._check(mine >= 0)
        return self.worth.of(total)

    def _check(self, playing: Bools) -> None:
        if self.batch.status[playing].any():
            names = " or ".join(dict.fromkeys((self.policy.name, self.others.name)))
            raise AgentError(f"{names} chose an action that is not legal")

    def _play_steps(
        self, mine: I8, planned: U8, length: NDArray[np.int32], total: F32, rng: Rng
    ) -> None:
        """What ``Batch.play_on`` does, step by step: any agent can play so."""
        playing = mine >= 0
        decided = np.zeros(self.batch.n, np.int32)  # by the seat, after its plan
        self.gains.start_from_now(slice(None))
        step = 0
        while playing.any():
            reached = self.gains.of_actor()
            if step:  # what came before the decision is not its doing
                own = playing & (self.batch.seat == mine)
                total[own] += reached[own]
                decided += own & (length <= step)
                foreseen = own & (length <= step) & (decided == self.horizon)
                total[foreseen] += self._critic_values(np.flatnonzero(foreseen))
                playing &= ~foreseen
            asked = planned[:, min(step, planned.shape[1] - 1)]
            actions = np.where(playing, asked, np.uint8(SKIP))
            self._act(np.flatnonzero(playing & (actions == SKIP)), mine, actions, rng)
            self.batch.step(actions)
            self._check(playing)
            end = self.gains.at_hand_end()
            over = playing & self.batch.hand_done
            total[over] += end[over, mine[over]]
            playing &= ~over
            step += 1

    def _critic_values(self, rows: I64) -> F32:
        """(k, 2) chips and thousands of points that the critic sees come to whoever decides."""
        if self.critic is None or not len(rows):
            return np.zeros((len(rows), 2), np.float32)
        seen = Observation(self.batch, rows)
        hidden = self._hidden_planes(rows) if self.critic.oracle else None
        return self.critic.values(seen.planes, seen.globals, hidden)

    def _hidden_planes(self, rows: I64) -> U8:
        layout, seats = self.batch.layout, np.full(self.batch.n, -1, np.int8)
        seats[rows] = self.batch.seat[rows]
        hidden = np.zeros((self.batch.n, layout.oracle_planes, layout.places), np.uint8)
        self.batch.observe_oracle(hidden, seats)
        return hidden[rows]

    def _act(self, rows: I64, mine: I8, actions: U8, rng: Rng) -> None:
        if not len(rows):
            return
        own = (self.batch.seat == mine)[rows] | (self.others is self.policy)
        asked = ((self.policy, rows[own]), (self.others, rows[~own]))
        fill_actions(self.batch, asked, self.batch.legal(), actions, rng)
