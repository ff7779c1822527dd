"""What the choices at a decision are worth, and what a choice that was made has cost.

Pages are told again and again while it becomes better known. Everything is found out from what the
deciding seat sees: agents are asked with its view, and plans are played out from copies in which
all that it cannot see is dealt again. So nothing that is told says what is hidden.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Protocol
from weakref import WeakKeyDictionary

import numpy as np

from shugi._fast.rules.compile import Rules
from shugi.agents.base import Agent, AgentError
from shugi.agents.beliefs import belief_of
from shugi.agents.plans.plan import plans_at
from shugi.agents.plans.playouts import Playouts
from shugi.agents.plans.shares import one_hot, plan_shares
from shugi.agents.scripted import Baseline
from shugi.agents.spec import make_agent
from shugi.envs.gains import prices_of
from shugi.table.thinking import in_thread
from shugi.training.decisions.draw import load_games
from shugi.training.judge.plain import plain
from shugi.training.lab.choices_made import Taken, TakenStep, choice_at, room_for
from shugi.training.lab.outlook import PlanValues, position_key, value_in_rounds
from shugi.training.lab.review import ReviewSettings, best_plan
from shugi.training.lab.review_report import plan_steps

Told = dict[str, Any]
Wanted = Callable[[], bool]
MOST_DEALS, COST_DEALS = 512, 128
ROOM = 1024  # games played out at once
SEED = ReviewSettings().seed
"""The deals are those of a review."""


class Listener(Protocol):
    """Who is told."""

    def note(self, message: Told) -> None: ...


class Adviser:
    """Judges positions of a table's game, for whoever wants to know.

    Args:
        rules: of the game.
        agents: names of those who are asked what they would do, beside the rule baseline.
    """

    def __init__(self, rules: Rules, agents: Sequence[str]) -> None:
        self.rules = rules
        self.names = list(dict.fromkeys([Baseline().name, *agents]))
        self.practising: set[Listener] = set()
        self.unit = prices_of(rules).unit
        self._agents: dict[str, Agent] = {}
        self._playouts: Playouts | None = None
        self._alone = asyncio.Lock()  # agents and play-outs are used by one thread at a time
        self._tasks: set[asyncio.Task[None]] = set()
        self._serial: WeakKeyDictionary[Listener, dict[str, int]] = WeakKeyDictionary()

    # ---- what is asked for

    def advise(self, page: Listener, number: int, before: bytes, wanted: Wanted) -> None:
        """Tell a page what the choices are worth, until it is known well or no longer wanted.

        Args:
            page: who is told.
            number: of the decision.
            before: the game before it.
            wanted: whether the page still looks at it.
        """
        self._begin(
            page, "advice", self._advise(page, number, before, self._next(page, "advice", wanted))
        )

    def cost(self, page: Listener, steps: Sequence[TakenStep], first: int, wanted: Wanted) -> None:
        """Tell a page what the last of its decisions has cost.

        Args:
            page: who is told.
            steps: of the game, up to that decision; earlier ones may be left out.
            first: the number of the first of them.
            wanted: whether the page still wants to know.
        """
        self._begin(page, "cost", self._cost(page, steps, first, self._next(page, "cost", wanted)))

    def stop(self, page: Listener) -> None:
        """No more advice for a page."""
        self._next(page, "advice", bool)

    def close(self) -> None:
        """Nobody listens any more."""
        for task in self._tasks:
            task.cancel()

    def _next(self, page: Listener, kind: str, wanted: Wanted) -> Wanted:
        """Whether something is wanted: until the page asks for something else of this kind."""
        asked = self._serial.setdefault(page, {})
        mine = asked[kind] = asked.get(kind, 0) + 1
        return lambda: asked[kind] == mine and wanted()

    def _begin(self, page: Listener, kind: str, work: Coroutine[Any, Any, None]) -> None:
        async def told() -> None:
            try:
                await work
            except (AgentError, RuntimeError, ValueError) as error:
                page.note({"t": kind, "error": str(error)})

        task = asyncio.create_task(told())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ---- what is told

    async def _advise(self, page: Listener, number: int, before: bytes, wanted: Wanted) -> None:
        message: Told = {"t": "advice", "decision": number, "unit": self.unit, "agents": []}
        rounds: Iterator[PlanValues] | None = None
        while wanted():
            async with self._alone:
                if not wanted():
                    return
                if rounds is None:
                    rounds = await in_thread(partial(self._rounds, before, number, MOST_DEALS))
                elif not message["agents"]:
                    message = message | {"agents": await in_thread(partial(self._would, before))}
                valued = await in_thread(partial(next, rounds, None))
            if valued is None:
                return
            message = message | await in_thread(partial(self._worths, valued))
            if wanted():
                page.note(message)

    async def _cost(
        self, page: Listener, steps: Sequence[TakenStep], first: int, wanted: Wanted
    ) -> None:
        taken = await in_thread(lambda: choice_at(room_for(self.rules), steps, len(steps) - 1))
        if taken is None:
            return
        number = first + taken.number
        async with self._alone:
            rounds = await in_thread(partial(self._rounds, taken.before, number, COST_DEALS))
        while wanted():
            async with self._alone:
                valued = await in_thread(partial(next, rounds, None))
            if valued is None:
                return
            told = await in_thread(partial(self._lost, valued, taken))
            if told is not None and wanted():
                page.note({"t": "cost", "decision": number, "unit": self.unit, **told})

    # ---- in other threads

    def _rounds(self, before: bytes, number: int, most: int) -> Iterator[PlanValues]:
        if self._playouts is None:
            belief = belief_of(self.rules)
            self._playouts = Playouts(self.rules, Baseline(), 1, room=ROOM, belief=belief)
        key = position_key(SEED, number)
        return value_in_rounds(load_games(self.rules, [before]), self._playouts, key, most)

    def _worths(self, valued: PlanValues) -> Told:
        return {
            "deals": valued.deals,
            "most": MOST_DEALS,
            "done": valued.values.shape[1] >= MOST_DEALS,
            "plans": [
                {
                    "steps": plan_steps(self.rules, plan),
                    "value": plain(worth.value),
                    "behind": plain(worth.behind),
                }
                for plan, worth in zip(valued.plans, valued.worths(), strict=False)
            ],
        }

    def _would(self, before: bytes) -> list[Told]:
        """What each agent does there, a share for each plan."""
        batch = load_games(self.rules, [before])
        plans = [plans_at(batch, 0)]
        asked = []
        for name in self.names:
            with suppress(AgentError):  # one that has no name to be made by
                if name not in self._agents:
                    self._agents[name] = make_agent(name, self.rules, programs=False)
                rng = np.random.default_rng(SEED)
                shares = plan_shares(self._agents[name], batch, plans, rng).preferred[0]
                asked.append({"name": name, "shares": [round(float(one), 4) for one in shares]})
        return asked

    def _lost(self, valued: PlanValues, taken: Taken) -> Told | None:
        played = list(valued.plans).index(taken.plan)
        value = valued.judged(played)
        if value is None:
            return None
        shares = one_hot([played], len(valued.plans))[0]
        cost, best = value.loss_interval(shares), best_plan(value)
        return {
            "played": plan_steps(self.rules, taken.plan),
            "best": plan_steps(self.rules, valued.plans[best]),
            "cost": plain(cost),
            "close": not cost.low > 0,
            "deals": valued.deals,
            "done": valued.values.shape[1] >= COST_DEALS,
        }
