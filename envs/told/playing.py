"""Hands of logs played again, and how what the rules say differs from what the logs say."""

from dataclasses import dataclass
from typing import NamedTuple

from shugi._fast.batch.batch import Batch
from shugi._fast.batch.told import FAULTS, play_told
from shugi._fast.core.tiles import code_name
from shugi._fast.rules.compile import Rules
from shugi.envs.notation.position import format_position, load_position
from shugi.envs.records.record import Record, Recorder
from shugi.envs.told.hand import ToldHand

FAULT = {name: number for number, name in enumerate(FAULTS)}
ENDS = {"win": "a win", "draw": "an empty wall", "abort": "an abortive draw"}


class Standing(NamedTuple):
    """Where a game stands between two hands."""

    dealer: int
    round: int
    honba: int
    sticks: int


class Played(NamedTuple):
    """What came of a hand.

    Attributes:
        events: that were followed; -1: the hand cannot be dealt.
        fault: of ``FAULT``; 0: all were followed.
        action: that was illegal.
        actions: of all who had a choice, passes too.
        over: the hand ended.
        deltas: points by seat that its end brought, a riichi's stick left out; none before that.
        after: the next hand's standing.
    """

    events: int
    fault: int
    action: int
    actions: bytes
    over: bool
    deltas: list[int]
    after: Standing


@dataclass(frozen=True)
class Difference:
    """Where a log and the rules differ, or what of a log cannot be read.

    Attributes:
        file: and the game in it, as ``FILE#3``.
        hand: its number in the game, counted from 1; 0: the game or file as a whole.
        event: its number in the hand, counted from 1; 0: the hand as a whole.
        kind: a word of ``KINDS``.
        told: what the log says.
        here: what the rules say.
        position: to paste; "" where there is none.
    """

    file: str
    hand: int
    event: int
    kind: str
    told: str
    here: str
    position: str = ""

    def __str__(self) -> str:
        where = self.file
        if self.hand:
            where += f", hand {self.hand}"
        if self.event:
            where += f", event {self.event}"
        return f"{where}: {self.told}" + (f"; {self.here}" if self.here else "")


class Replayer:
    """Plays hands of logs by given rules, one after the other."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.batch = Batch(rules, 1, auto_reset=False, forced=False)

    def play(self, hand: ToldHand, events: int | None = None) -> Played:
        """A hand, or so many of its events; the batch stands where it led to.

        Raises: ValueError, OverflowError: the hand has numbers that no game can have.
        """
        found = self._play(hand, hand.events, events)
        for order in hand.orders if found.fault else ():
            other = self._play(hand, order, events)
            if not other.fault:
                hand.events, hand.orders = order, []
                return other
        return self._play(hand, hand.events, events) if hand.orders and found.fault else found

    def _play(self, hand: ToldHand, rows: bytearray, events: int | None) -> Played:
        scores = hand.scores or [self.rules.options["start_points"]] * self.rules.seats
        done, fault, action, actions, over, deltas, *after = play_told(
            self.batch,
            0,
            (hand.dealer, hand.round, hand.honba, hand.sticks),
            scores,
            hand.hands,
            bytes(hand.indicators),
            hand.ura,
            rows,
            -1 if events is None else events,
        )
        return Played(done, fault, action, actions, over, deltas, Standing(*after))

    def position(self, hand: ToldHand, events: int) -> str:
        """The position after so many events of a hand."""
        self.play(hand, max(0, events))
        return format_position(self.batch, 0)

    def hand(self, hand: ToldHand) -> tuple[str, Record]:
        """A hand as a record of its own, as far as it can be played; before it, its opening."""
        opening = self.position(hand, 0)
        recorder = Recorder(load_position(opening))
        for action in self.play(hand).actions:
            recorder.add(action)
        return opening, recorder.record

    # ---- in words

    def why(self, hand: ToldHand, played: Played) -> str:
        """What the rules say where an event cannot be followed; the batch must stand there."""
        fault = FAULTS[played.fault]
        if played.events < 0 or fault in ("too_many", "no_room"):
            return DEALS[fault]
        batch = self.batch
        state = batch.state(0)
        if fault == "illegal":
            return self._legal(played)
        if fault == "turn":
            return f"{self._who(state)} is to move"
        if fault == "drawn":
            drawn = state["drawn"]
            return "no tile is drawn" if drawn is None else f"{code_name(drawn)} is drawn"
        if fault == "called":
            if state["discard"] is None:
                return "no tile can be called"
            return f"the tile is {code_name(state['discard'])} of seat {state['discarder']}"
        if fault in ("ended", "ending"):
            return f"the hand ended before, with {ENDS.get(state['last']['how'], 'its end')}"
        return SENTENCES[fault]

    def _who(self, state: dict[str, object]) -> str:
        return "nobody" if state["phase"] == "over" else f"seat {state['actor']}"

    def _legal(self, played: Played) -> str:
        batch = self.batch
        legal = [batch.layout.action_name(action) for action in batch.legal_actions(0)]
        what = batch.layout.action_name(played.action)
        return f"{what} is not legal for seat {batch.seat[0]}; legal are {', '.join(legal)}"


DEALS = {
    "too_many": "a tile is told of more often than the deck has it",
    "no_room": "more tiles are drawn than the wall has",
}
SENTENCES = {
    "untold": "a tile is drawn first, which the log leaves out",
    "meld": "no such meld comes of it",
    "goes_on": "the hand goes on",
    "markers": "another number of indicators is turned",
    "endless": "no hand has so many decisions",
    "no_event": "no seat or tile is called so",
}
