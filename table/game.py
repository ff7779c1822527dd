"""One game at a table: where it stands, how it came there, and what may be done."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from shugi._fast.batch.batch import Batch, IllegalAction
from shugi._fast.rules.compile import Rules
from shugi._fast.view.layouts import layout_of
from shugi.envs.drawing import render, render_cards
from shugi.envs.notation.position import format_position, load_position
from shugi.envs.records.record import Record, Recorder, replay
from shugi.table.story import Part, story_of

PRIVATE = ("claim", "copies", "offer")
"""Phases of which only the seat that is asked may know."""


class Refused(ValueError):
    """Something that the game does not allow now; the message says what, and what it does."""


@dataclass(frozen=True)
class GameEnding:
    """How a hand ended."""

    hand: int
    at: int
    """Decisions of the game until then."""
    last: dict[str, Any]
    """Of ``Batch.state``: who won, and how."""
    ledger: list[dict[str, Any]]
    """What was paid, line by line."""
    scores: list[int]
    """Of all seats, then."""
    hands: list[list[int]]
    """What each seat held at its last decision; winners' alone are shown."""
    story: list[Part]
    """Why it was paid (``story_of``)."""


@dataclass
class GameStep:
    """A decision that was taken, and what stood before it."""

    before: bytes
    seat: int
    action: int
    private: bool = False
    """That the seat was asked is its own affair (``is_private``)."""
    ending: GameEnding | None = field(default=None)


@dataclass(frozen=True)
class GameMoment:
    """A time at which a seat decides, or would if it had a choice."""

    place: int
    """Among all moments of the game."""
    decision: int
    """Decisions of the game until then."""
    seat: int | None
    """Who is asked; None: the game is over."""
    private: bool
    """Nobody but that seat may know of it (``is_private``)."""
    endings: int
    """Hands that are over."""
    forced: bytes | None = None
    """The game then (``Batch.save``), if the seat has no choice; None: it decides."""


def is_private(state: dict[str, Any], rules: Rules) -> bool:
    """Whether nobody else may know that the seat is asked, since that tells of its hand.

    Only who can claim a discard is asked about it.
    """
    if state["phase"] == "over":
        return False
    if "plays_cards" in rules.traits:
        return state["stage"] in render_cards.PRIVATE
    return state["phase"] in PRIVATE or render.is_untold(state)


class Game:
    """A game of which every decision can be gone back to.

    Args:
        start: a batch of one game, without ``auto_reset``; it is played from there, in place.
        names: who sits where, for the record.
        hands: the game is over after so many; None: when the rules say so.
    """

    def __init__(self, start: Batch, names: Sequence[str] = (), hands: int | None = None) -> None:
        self.batch, self.rules = start, start.rules
        self.names, self.hands = list(names), hands
        self.steps: list[GameStep] = []
        self._first = start.save(0)
        self._moments: list[GameMoment] = []
        self._state: dict[str, Any] | None = None  # of the newest moment, once it is known
        self._trial: Batch | None = None  # where forced moves are taken one by one
        self._recorder: Recorder | None = None  # once somebody has asked for the record
        self._deals: dict[int, str] = {}  # positions from which hands went on, by decision

    @classmethod
    def new(cls, rules: Rules, seed: int, names: Sequence[str] = ()) -> "Game":
        """The game of a seed.

        Args:
            rules: of the game.
            seed: of its walls.
            names: who sits where, by seat.
        """
        batch = Batch(rules, 1, auto_reset=False)
        batch.reset(np.array([seed], np.uint64))
        return cls(batch, names)

    @classmethod
    def of_position(cls, text: str, names: Sequence[str] = ()) -> "Game":
        """A game that goes on from a position. Raises: ValueError."""
        return cls(load_position(text), names)

    @classmethod
    def of_record(cls, record: Record) -> "Game":
        """A record played to its end. Raises: RecordError."""
        for _ in replay(record):
            pass  # all of it is checked before any of it is shown
        game = cls(record.start(), record.agents)
        for hand in record.hands:
            if hand.position is not None:
                game.deal(hand.position)
            for action in hand.actions:
                game.act(action)
        return game

    # ---- how it stands

    @property
    def over(self) -> bool:
        return bool(self.batch.seat[0] < 0) or (
            self.hands is not None and len(self.endings()) >= self.hands
        )

    @property
    def seat(self) -> int | None:
        """The seat whose decision it is."""
        return None if self.over else int(self.batch.seat[0])

    @property
    def decision(self) -> int:
        """Decisions taken so far: the number of the next one."""
        return len(self.steps)

    def legal(self) -> list[int]:
        return [] if self.over else self.batch.legal_actions(0)

    def endings(self) -> list[GameEnding]:
        """How all hands ended that are over."""
        return [step.ending for step in self.steps if step.ending is not None]

    def last_of(self, seat: int | None) -> int | None:
        """The last decision that a seat has taken."""
        own = (k for k in reversed(range(self.decision)) if self.steps[k].seat == seat)
        return next(own, None)

    def position(self) -> str:
        """The game as text, hidden tiles and all."""
        return format_position(self.batch, 0)

    # ---- what is done

    def act(self, action: int) -> GameEnding | None:
        """Take a decision; how the hand ended, if it did.

        Raises:
            Refused: the action is not legal, or the game is over.
        """
        if self.over:
            raise Refused("the game is over")
        before, state = self.batch.save(0), self._state or self.batch.state(0)
        seat, hand = int(self.batch.seat[0]), int(state["hand_no"])
        held = [list(one["hand"]) for one in state["seats"]]
        try:
            self.batch.step_one(0, action)
        except IllegalAction as error:
            raise Refused(str(error)) from None
        self._state = None
        step = GameStep(before, seat, action, is_private(state, self.rules))
        self.steps.append(step)
        if self._recorder is not None:
            self._recorder.add(action)
        if self.batch.hand_done[0]:
            last = self.batch.state(0)["last"]
            scores, ledger = self.batch.scores(0), self.batch.ledger(0)
            story = self._story(before, action, ledger)
            step.ending = GameEnding(hand, self.decision, last, ledger, scores, held, story)
        return step.ending

    def deal(self, position: str) -> None:
        """Go on from a position, with a hand that does not follow by itself. Raises: ValueError."""
        self.batch.set_state(0, load_position(position).state(0))
        self._deals[self.decision] = position
        self._state = None
        self._recorder = None

    def _story(self, before: bytes, action: int, ledger: list[dict[str, Any]]) -> list[Part]:
        batch = self.batch.clone()
        batch.load(0, before)
        return story_of(batch, action, ledger)

    def go_back(self, decision: int) -> None:
        """Stand before the decision of that number again; what came later is forgotten.

        Raises:
            Refused: there was none.
        """
        if not 0 <= decision <= self.decision:
            raise Refused(f"there are decisions 0 to {self.decision}, not {decision}")
        if decision < self.decision:
            self.batch.load(0, self.steps[decision].before)
            del self.steps[decision:]
            self._deals = {k: at for k, at in self._deals.items() if k <= decision}
            self._recorder = None
            self._moments = [one for one in self._moments if one.decision <= decision]
            self._state = None

    def before(self, decision: int) -> bytes:
        """The game before a decision that was taken, or as it is now (``Batch.save``)."""
        now = decision == self.decision
        return self.batch.save(0) if now else self.steps[decision].before

    def at(self, decision: int) -> "Game":
        """This game as it was before a decision; a copy that goes its own way. Raises: Refused."""
        if not 0 <= decision <= self.decision:
            raise Refused(f"there are decisions 0 to {self.decision}, not {decision}")
        copy = Game(self._start(), self.names, self.hands)
        copy.steps = self.steps[:decision]
        copy._deals = {k: at for k, at in self._deals.items() if k <= decision}
        copy.batch.load(0, self.before(decision))
        return copy

    # ---- what of it can be told apart

    def moments(self) -> list[GameMoment]:
        """All moments so far; the last of them is now.

        Which seats are asked tells of their hands, for who has no choice is not. Moments, without
        those that are somebody else's ``private`` ones, tell of nothing but what all have seen.
        """
        known = self._moments
        for decision in range(known[-1].decision + 1 if known else 0, self.decision + 1):
            endings = known[-1].endings if known else 0
            if decision:
                known += self._forced_moments(decision, endings)
                endings += self.steps[decision - 1].ending is not None
            known.append(self._decision_moment(decision, endings))
        return known

    def _decision_moment(self, decision: int, endings: int) -> GameMoment:
        place = len(self._moments)
        if decision < self.decision:
            step = self.steps[decision]
            return GameMoment(place, decision, step.seat, step.private, endings)
        self._state = self.batch.state(0)
        private = not self.over and is_private(self._state, self.rules)
        return GameMoment(place, decision, self.seat, private, endings)

    def _forced_moments(self, decision: int, endings: int) -> Iterator[GameMoment]:
        """Moves without a choice between two decisions."""
        if self._trial is None:
            self._trial = Batch(self.rules, 1, auto_reset=False, forced=False)
        trial, step, place = self._trial, self.steps[decision - 1], len(self._moments)
        trial.load(0, step.before)
        action, ended = step.action, False
        while True:
            trial.step_one(0, action)
            ended = ended or bool(trial.hand_done[0])
            legal = trial.legal_actions(0)
            if trial.seat[0] < 0 or len(legal) != 1 or (ended and self._wins(legal[0])):
                return
            private = is_private(trial.state(0), self.rules)
            seat, over = int(trial.seat[0]), endings + ended
            yield GameMoment(place, decision, seat, private, over, trial.save(0))
            place, action = place + 1, legal[0]

    def _wins(self, action: int) -> bool:
        """A win dealt with the hand waits for its seat."""
        return layout_of(self.rules).action_name(action) == "win"

    def stands(self, moment: GameMoment) -> bool:
        """Whether that is where the game stands."""
        return moment.forced is None and moment.decision == self.decision

    def then(self, moment: GameMoment, copied: bool = False) -> "Game":
        """This game as it was at a moment: a copy that goes its own way.

        Args:
            copied: in any case; otherwise the game itself, if it stands there.
        """
        if self.stands(moment) and not copied:
            return self
        copy = self.at(moment.decision)
        if moment.forced is not None:
            copy.batch.load(0, moment.forced)
        if len(copy.endings()) > moment.endings:
            copy.steps[-1] = replace(copy.steps[-1], ending=None)
        return copy

    def _start(self) -> Batch:
        batch = self.batch.clone()
        batch.load(0, self._first)
        return batch

    def _record(self) -> Recorder:
        """The record of what was done so far, to be added to."""
        recorder = Recorder(self._start(), 0, self.names)
        for number, step in enumerate(self.steps):
            if number in self._deals:
                recorder.deal(self._deals[number])
            recorder.add(step.action)
        return recorder

    def record(self) -> Record:
        """All of it, to be saved."""
        if self._recorder is None:
            self._recorder = self._record()
        return replace(self._recorder.record, agents=list(self.names))
