"""Roll-outs: a policy that thinks again where it matters, by playing its plans out.

At a decision every plan is played to the hand's end, or until a critic is asked, from re-dealt
copies of the position. A few deals pick the candidates, fresh deals compare them, and the policy's
own plan stands unless another is better by more than chance would explain. ``Rollout`` spends a
number of deals on a decision, ``TimedRollout`` a time.
"""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.net.critic import EngineCritic
from shugi._fast.rules.compile import Rules
from shugi._fast.view.layouts import CARDS, Layout
from shugi.agents.base import (
    Agent,
    AgentError,
    Observation,
    Preferring,
    games_at_once,
    preferences,
)
from shugi.agents.beliefs import DEALT, hands_of
from shugi.agents.plans.plan import Plan, plans_of
from shugi.agents.plans.playouts import Playouts
from shugi.agents.plans.values import better, better_half, found_deals, paired_differences
from shugi.agents.scripted import Baseline
from shugi.envs.common.arrays import F32, I64, U8, Bools, Rng

AT = ("all", "verbs")
TRIAL = 8  # of the deals, one in so many picks the candidates
FIRST, MOST = 8, 64  # deals of the first round of a search by time, and of a later one
CLEAR = 3.0  # standard errors by which a plan leads that is clearly the best ...
ENOUGH = 16  # ... after so many deals
LEAST = 2  # deals of a round
ROOMS = (64, 256, 1024, 4096)  # games played at once; a call takes the smallest that holds it
CriticOf = Callable[[Rules], EngineCritic]
_TILES = 64  # action ids below are tiles
_UNSHOWN = ("riichi", "kan", "copies", "pocchi", "offer")  # phases whose actions may all be tiles


@dataclass
class Search:
    """What was found at one decision."""

    plans: list[Plan]
    own: int
    """The policy's plan."""
    best: int
    """The plan to play."""
    value: F32
    """(plans,) mean in the unit of ``Prices``, from the last deals that each one was played with;
    NaN where no deal was found."""


class Rollout:
    """Plays as ``policy`` does, but for the decisions where play-outs show something better.

    It keeps nothing between calls: a plan of two steps, such as riichi and its discard, is valued
    as a whole, and its second step is searched again with fresh deals.

    Args:
        policy: whose play is improved.
        deals: re-deals that compare the candidates.
        at: "all" decisions, or "verbs": only where something else than a discard is legal (riichi,
            a kan, a call, a win that may be declined), and at the tile that a verb asks for.
        continuation: who plays on after the plan, at every seat. By default the policy itself, as
            it plays (drawn or not), where it is a network that the engine evaluates; else the
            baseline.
        candidates: plans that are left when an eighth of ``deals`` has halved their number as
            often as needed; the policy's own is always among them.
        margin: another plan must be better by so many standard errors of the paired difference.
        sure: decisions are left to the policy where it prefers an action by more than this, of 1; 1
            leaves none to it. An agent without preferences prefers nothing: it is never sure.
        hands: how re-deals are drawn: "likely", as hands in play are (``shugi.agents.beliefs``), or
            "any", all that are possible alike.
        temperature: of ``preferences``, in the unit of a game's result.
        threads: of the engine.
        name: what tables and reports call it.
        horizon: play-outs stop when the seat decides again for so many-th time after its plan, and
            ``critic`` says what is still to come; 0: they go on to the hand's end.
        critic: gives the critic for a rule set.

    Raises:
        AgentError: an argument that cannot be.
    """

    games_at_once = 12  # of a match: more would not make it faster; few can be shared out

    def __init__(
        self,
        policy: Agent,
        deals: int = 64,
        at: str = "all",
        continuation: Agent | None = None,
        candidates: int = 4,
        margin: float = 1.0,
        sure: float = 1.0,
        hands: str = "likely",
        temperature: float = 1.0,
        threads: int = 1,
        name: str | None = None,
        horizon: int = 0,
        critic: CriticOf | None = None,
    ) -> None:
        if not callable(getattr(policy, "act", None)):
            raise TypeError(f"policy must be an agent (make_agent makes one), not {policy!r:.80}")
        if at not in AT:
            raise AgentError(f"at must be {' or '.join(AT)}, not {at!r}")
        if hands not in DEALT:
            raise AgentError(f"hands must be {' or '.join(DEALT)}, not {hands!r}")
        for what, value, least in (("deals", deals, 2), ("candidates", candidates, 2)):
            if value < least:
                raise AgentError(f"{what} must be at least {least}, not {value}")
        if not margin >= 0:
            raise AgentError(f"margin must not be negative, {margin} was given")
        if not 0 < sure <= 1:
            raise AgentError(f"sure must be more than 0 and at most 1, not {sure}")
        if not temperature > 0:
            raise AgentError(f"temperature must be more than 0, not {temperature}")
        if horizon < 0 or (horizon > 0) != (critic is not None):
            raise AgentError(f"a horizon needs a critic, and a critic one from 1 on, not {horizon}")
        self.horizon, self.critic = horizon, critic
        self.policy, self.continuation = policy, continuation or continuation_of(policy)
        self.deals, self.at, self.candidates = deals, at, candidates
        self.margin, self.temperature, self.threads = margin, temperature, threads
        self.hands, self.sure = hands, sure
        self.name = name or f"rollout:{policy.name}"
        self.games_at_once = min(self.games_at_once, games_at_once(policy, self.games_at_once))
        self._playouts: dict[tuple[int, int], Playouts] = {}

    def act(self, seen: Observation, rng: Rng) -> U8:
        actions = self.policy.act(seen, rng).copy()
        asked = self._rows_to_search(seen, rng)
        for k, found in zip(asked, self.search(seen, actions, asked, rng), strict=True):
            actions[k] = found.plans[found.best][0]
        return actions

    def preferences(self, seen: Observation, rng: Rng) -> F32:
        """(k, 128) softmax of the values where it searches, elsewhere what the policy prefers.

        An action counts as the best of its plans.
        """
        chances = preferences(self.policy, seen, rng).copy()
        asked = self._rows_to_search(seen, rng, chances)
        actions = chances.argmax(axis=1).astype(np.uint8)
        for k, found in zip(asked, self.search(seen, actions, asked, rng), strict=True):
            value = np.full(chances.shape[1], -np.inf)
            for plan, worth in zip(found.plans, found.value, strict=True):
                if np.isfinite(worth):
                    value[plan[0]] = max(value[plan[0]], worth)
            if np.isfinite(value).any():
                weight = np.exp((value - value.max()) / self.temperature)
                chances[k] = weight / weight.sum()
        return chances

    def _rows_to_search(self, seen: Observation, rng: Rng, chances: F32 | None = None) -> I64:
        """Which of the k decisions it searches, ascending.

        Args:
            chances: (k, 128) what the policy prefers, if it was asked already.
        """
        choice: Bools = seen.mask.sum(axis=1, dtype=np.int64) > 1
        if self.at == "verbs":
            verbs = seen.mask[:, _first_verb(seen.layout) :] != 0
            for k in np.flatnonzero(choice & ~verbs.any(axis=1)):
                phase = seen.batch.state(int(seen.rows[k]))["phase"]
                choice[k] = phase in _UNSHOWN
        asked = np.flatnonzero(choice)
        if self.sure == 1 or not len(asked) or not isinstance(self.policy, Preferring):
            return asked
        if chances is None:
            own = self.policy.preferences(seen.part(asked), rng)
        else:
            own = chances[asked]
        unsure: Bools = own.max(axis=1) <= self.sure
        return asked[unsure]

    def search(self, seen: Observation, actions: U8, asked: I64, rng: Rng) -> list[Search]:
        """Value the plans of some decisions.

        Args:
            seen: of k decisions; plans begin with what its mask allows.
            actions: (k,) the policy's.
            asked: those to search, ascending.
            rng: the keys of all re-deals are drawn from it, and what else is left to chance.
        """
        batch, rows, mask = seen.batch, seen.rows[asked], seen.mask
        plans = [
            [plan for plan in own if mask[k, plan[0]]]
            for k, own in zip(asked, plans_of(batch, rows), strict=True)
        ]
        own = self._own_plans(batch, rows, actions[asked], plans, rng)
        searches = [
            Search(some, mine, mine, np.full(len(some), np.nan, np.float32))
            for some, mine in zip(plans, own, strict=True)
        ]
        self._compare(batch, rows, searches, rng)
        return searches

    def _compare(self, batch: Batch, rows: I64, found: Sequence[Search], rng: Rng) -> None:
        """Play the plans of all these positions out, and note the best of each."""
        alive = [np.arange(len(one.plans)) for one in found]
        while True:
            many = [p for p in range(len(rows)) if len(alive[p]) > self.candidates]
            if not many:
                break
            trial = self._values(batch, rows, found, alive, many, max(1, self.deals // TRIAL), rng)
            for p, values in zip(many, trial, strict=True):
                alive[p] = self._better_half(found[p], alive[p], values)
        few = [p for p in range(len(rows)) if len(alive[p]) > 1]
        final = self._values(batch, rows, found, alive, few, self.deals, rng)
        for p, values in zip(few, final, strict=True):
            found[p].best = self._decide(found[p], alive[p], values)

    def _own_plans(
        self, batch: Batch, rows: I64, actions: U8, plans: Sequence[Sequence[Plan]], rng: Rng
    ) -> list[int]:
        """Where among the plans of each position the policy's is; it is asked for second steps."""
        wanted: list[Plan] = [(int(action),) for action in actions]
        longer = [p for p, plan in enumerate(wanted) if plan not in plans[p]]
        if longer:
            after = batch.clone(rows[longer])
            for i, p in enumerate(longer):
                after.step_one(i, wanted[p][0])
            tiles = self.policy.act(Observation(after), rng)
            for i, p in enumerate(longer):
                wanted[p] = (*wanted[p], int(tiles[i]))
        return [list(plans[p]).index(plan) for p, plan in enumerate(wanted)]

    def _values(
        self,
        batch: Batch,
        rows: I64,
        found: Sequence[Search],
        alive: Sequence[I64],
        which: Sequence[int],
        deals: int,
        rng: Rng,
    ) -> list[F32]:
        """(plans alive, deals) of each of the positions ``which``; their means are noted."""
        plans = [[found[p].plans[i] for i in alive[p]] for p in which]
        keys = rng.integers(0, 2**64, len(which), np.uint64)
        playouts = self._room(batch.rules, deals * sum(map(len, plans)))
        values = playouts.values(batch, rows[list(which)], plans, keys, rng, deals)
        for p, value in zip(which, values, strict=True):
            self._note(found[p], alive[p], value)
        return values

    def _note(self, found: Search, alive: I64, values: F32) -> None:
        dealt = found_deals(values)
        if dealt.shape[1]:
            found.value[alive] = dealt.mean(axis=1)

    def _room(self, rules: Rules, games: int) -> Playouts:
        room = next((room for room in ROOMS if room >= games), ROOMS[-1])
        if (rules.hash, room) not in self._playouts:
            self._playouts[rules.hash, room] = Playouts(
                rules,
                self.continuation,
                1,
                self.threads,
                room=room,
                belief=hands_of(self.hands, rules),
                critic=self.critic(rules) if self.critic is not None else None,
                horizon=self.horizon,
            )
        return self._playouts[rules.hash, room]

    def _better_half(self, found: Search, alive: I64, values: F32) -> I64:
        """The plans that go on, in their order; the policy's own among them."""
        dealt = found_deals(values)
        if not dealt.shape[1]:
            return np.array([found.own])
        mean = dealt.mean(axis=1)
        mean[alive == found.own] = np.inf
        return alive[better_half(mean, self.candidates)]

    def _decide(self, found: Search, alive: I64, values: F32) -> int:
        """The best plan that beats the policy's own by the margin; else that one."""
        dealt, own = found_deals(values).astype(np.float64), np.flatnonzero(alive == found.own)
        best = better(dealt, int(own[0]), self.margin)
        return int(alive[best[0]]) if best else found.own


class TimedRollout(Rollout):
    """A ``Rollout`` that spends a time on a decision and not a number of deals.

    Deals come in rounds. The first rounds halve the plans; when few are left, fresh deals compare
    them, more in every round, until one is clearly the best or the time is over. Every decision
    gets one round at least, however long that takes. Decisions that are asked for together share
    their time: what is clear early leaves its time to the others.

    How many rounds there are depends on the machine and on what else it does, so the same decision
    may be made otherwise another time.

    Args:
        policy: whose play is improved.
        ms: milliseconds for the play-outs of each decision.
        clock: seconds, from whenever.
        options: those of ``Rollout`` but for ``deals``.

    Raises:
        AgentError: an argument that cannot be.
    """

    def __init__(
        self,
        policy: Agent,
        ms: float = 50.0,
        clock: Callable[[], float] = time.perf_counter,
        **options: Any,
    ) -> None:
        if not 0 < ms < math.inf:
            raise AgentError(f"ms must be more than 0 and finite, not {ms}")
        super().__init__(policy, FIRST, **{"name": f"search[ms={ms:g}]:{policy.name}", **options})
        self.ms, self.clock = ms, clock

    def _compare(self, batch: Batch, rows: I64, found: Sequence[Search], rng: Rng) -> None:
        alive = [np.arange(len(one.plans)) for one in found]
        values = [np.zeros((len(some), 0), np.float32) for some in alive]
        self._room(batch.rules, 1)  # what is learnt once of the hands takes no decision's time
        end = self.clock() + self.ms / 1000 * len(rows)
        open_ = [p for p in range(len(rows)) if len(alive[p]) > 1]
        deals = FIRST
        while open_ and deals:
            began = self.clock()
            games = deals * sum(len(alive[p]) for p in open_)
            fresh = self._values(batch, rows, found, alive, open_, deals, rng)
            for p, more in zip(open_, fresh, strict=True):
                if len(alive[p]) > self.candidates:
                    found[p].best = self._decide(found[p], alive[p], more)
                    alive[p] = self._better_half(found[p], alive[p], more)
                    values[p] = np.zeros((len(alive[p]), 0), np.float32)
                    continue
                values[p] = np.concatenate([values[p], more], axis=1)
                found[p].best = self._decide(found[p], alive[p], values[p])
                self._note(found[p], alive[p], values[p])
            open_ = [p for p in open_ if len(alive[p]) > 1 and not _clear(values[p])]
            cost = (self.clock() - began) / games * sum(len(alive[p]) for p in open_)
            deals = _affordable(min(2 * deals, MOST), cost, end - self.clock())


def _clear(values: F32) -> bool:
    """Whether one plan leads all others of (plans, deals), or there are no deals to be had."""
    dealt = found_deals(values).astype(np.float64)
    count = dealt.shape[1]
    if count < ENOUGH:
        return not count and values.shape[1] > 0
    behind, error = paired_differences(dealt, dealt[dealt.mean(axis=1).argmax()])
    return bool((-behind >= CLEAR * error).all())


def _affordable(deals: int, cost: float, left: float) -> int:
    """How many of these deals, at a cost in seconds each, the time that is left pays; 0: none."""
    if left <= 0:
        return 0
    if cost * deals > left:
        deals = int(left / cost)
    return deals if deals >= LEAST else 0


def continuation_of(policy: Agent) -> Agent:
    """Who plays plans of ``policy`` on where nobody is named."""
    return policy if getattr(policy, "in_engine", False) else Baseline()


def _first_verb(layout: Layout) -> int:
    return CARDS.places if layout is CARDS else _TILES
