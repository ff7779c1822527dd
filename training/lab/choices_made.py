"""The choices that were made in a game: what was played where there was something to choose."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from shugi._fast.batch.batch import Batch
from shugi._fast.rules.compile import Rules
from shugi.agents.plans.plan import ASKING, Plan
from shugi.envs.records.record import Record, replay


@dataclass(frozen=True)
class TakenStep:
    """A decision of a game as it was recorded."""

    before: bytes = field(repr=False)
    """The game before it (``Batch.save``)."""
    action: int
    hand: int
    """From 1."""


@dataclass(frozen=True)
class Taken:
    """A choice that somebody made."""

    number: int
    """Of the game's decisions, from 0; of a verb and its tile the verb's."""
    hand: int
    seat: int
    before: bytes = field(repr=False)
    plan: Plan
    """What was played."""


def steps_of(record: Record) -> list[TakenStep]:
    """All decisions of a record. Raises: RecordError where it does not replay."""
    return [
        TakenStep(moment.batch.save(0), moment.action, moment.hand)
        for moment in replay(record)
        if moment.action is not None
    ]


def choices_in(rules: Rules, steps: Sequence[TakenStep]) -> list[Taken]:
    """All choices of a game; a verb and its tile are one."""
    room = room_for(rules)
    found = (choice_at(room, steps, number) for number in range(len(steps)))
    return [one for number, one in enumerate(found) if one is not None and one.number == number]


def room_for(rules: Rules) -> Batch:
    """A batch of one game that plays no forced moves: a record may hold them as decisions."""
    return Batch(rules, 1, forced=False, auto_reset=False)


def choice_at(room: Batch, steps: Sequence[TakenStep], number: int) -> Taken | None:
    """The choice that a decision is part of; None: it was none, or it is not made yet.

    Args:
        room: of ``room_for``; it is written over.
        steps: of the game, as far as it went.
        number: of the decision.
    """
    step = steps[number]
    room.load(0, step.before)
    if number and _asked_by(room) == steps[number - 1].action:
        return choice_at(room, steps, number - 1)
    seat, plan = int(room.seat[0]), (step.action,)
    if len(room.legal_actions(0)) < 2:
        return None
    room.step_one(0, step.action)
    if _asked_by(room) == step.action and len(room.legal_actions(0)) > 1:
        if number + 1 == len(steps):
            return None
        return Taken(number, step.hand, seat, step.before, (*plan, steps[number + 1].action))
    return Taken(number, step.hand, seat, step.before, plan)


def _asked_by(room: Batch) -> int | None:
    """The verb whose tile is to be chosen now, where both are one plan."""
    if "plays_cards" in room.rules.traits or room.seat[0] < 0:
        return None
    state = room.state(0)
    return state["verb"] if state["phase"] == ASKING.get(state["verb"]) else None
