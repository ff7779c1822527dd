"""What a log says, compared with what the rules say: actions, payments, standings, results."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from shugi._fast.batch.told import WIDTH
from shugi._fast.rules.compile import Rules, RulesError
from shugi.envs.logs.log import RULE_SETS, Log
from shugi.envs.logs.results import AUTO, results_of, rounding_of, same
from shugi.envs.mjai.words import MjaiError, check_rules
from shugi.envs.notation.position import format_position
from shugi.envs.records.record import RecordError
from shugi.envs.records.record import check as check_record
from shugi.envs.rulesets.rules import load_rules
from shugi.envs.told.hand import HAND, LogError, ToldHand
from shugi.envs.told.playing import FAULT, Difference, Played, Replayer

KINDS = {
    "unread": "cannot be read",
    "players": "another number of players",
    "action": "an action that the rules do not allow",
    "payment": "another payment",
    "standing": "another standing after the hand",
    "end": "the game ends elsewhere",
    "result": "another final result",
    "cut": "the log is cut",
}


@dataclass
class Checked:
    """A game that was checked.

    Attributes:
        name, format: of the log.
        rules: name of the rule set, with the options that the log gives; "" where none was found.
        hands, events: that were played.
        differences: all that were found.
        untold: what of the rules the log does not say.
    """

    name: str
    format: str
    rules: str = ""
    hands: int = 0
    events: int = 0
    differences: list[Difference] = field(default_factory=list)
    untold: list[str] = field(default_factory=list)


class Checker:
    """Checks games, one after the other.

    Args:
        name: of the rule set by which all are played; None: that of each log's site.
        changes: options that have the last word.
        results: "exact", "rounded", or "auto".

    Raises: RulesError: there are no such rules. LogError: they are no plain riichi.
    """

    def __init__(
        self, name: str | None = None, changes: Mapping[str, Any] | None = None, results: str = AUTO
    ) -> None:
        self.name, self.changes, self.results = name, dict(changes or {}), results
        self._replayers: dict[str, Replayer] = {}
        if name:
            _check_plain(load_rules(name, **self.changes))
        else:
            _check_changes(self.changes)

    def replayer(self, log: Log) -> Replayer:
        """Who plays the hands of a log; its length is found from its hands where it is untold."""
        changes = dict(self.changes)
        if "the length" in log.room.untold and is_east(log):
            changes.setdefault("game_length", "east")
        key = f"{log.room.rule_set} {log.room.options} {changes}"
        if key not in self._replayers:
            rules = log.room.rules(self.name, changes)
            _check_plain(rules)
            self._replayers[key] = Replayer(rules)
        return self._replayers[key]

    def check(self, log: Log) -> Checked:
        found = Checked(log.name, log.format, untold=log.room.untold)
        if log.record is not None:
            self._check_record(log, found)
            return found
        for hand, problem in log.problems:
            found.differences.append(Difference(log.name, hand, 0, "unread", problem, ""))
        if not log.hands:
            return found
        try:
            replayer = self.replayer(log)
        except RulesError as error:
            text = f"what it says of its room makes no rules: {error}"
            found.differences.append(Difference(log.name, 0, 0, "unread", text, ""))
        else:
            _Checking(replayer, log, found, self.results).run()
        return found

    def _check_record(self, log: Log, found: Checked) -> None:
        record = log.record
        assert record is not None
        found.rules, found.hands = record.rules.name, len(record.hands)
        found.events = sum(len(hand.actions) for hand in record.hands)
        try:
            check_record(record)
        except RecordError as error:
            text = str(error).removeprefix(f"{log.name} ")
            found.differences.append(Difference(log.name, 0, 0, "action", text, ""))


def _check_changes(changes: Mapping[str, Any]) -> None:
    """See that some rule set of a site can have them. Raises: RulesError."""
    for number, name in enumerate(RULE_SETS.values(), start=1):
        try:
            load_rules(name, **changes)
        except RulesError:
            if number == len(RULE_SETS):
                raise
        else:
            return


def _check_plain(rules: Rules) -> None:
    """See that the rules are of the kind that logs tell. Raises: LogError."""
    try:
        check_rules(rules)
    except MjaiError:
        raise LogError(
            f"logs are of plain riichi of three or four players; {rules.name} is not"
        ) from None


def is_east(log: Log) -> bool:
    """Whether a game that is over came to its end with the East round, and nobody was bust."""
    last = log.hands[-1] if log.hands else None
    if last is None or not log.over or last.round != log.room.players - 1:
        return False
    scores = log.ending.scores if log.ending else last.after or _after(last)
    return scores is None or min(scores) >= 0


def _after(hand: ToldHand) -> list[int] | None:
    if hand.scores is None or hand.deltas is None:
        return None
    return [a + b for a, b in zip(hand.scores, hand.deltas, strict=True)]


class _Checking:
    """The check of one game."""

    scores: list[int] | None = None  # after the last hand that was played

    def __init__(self, replayer: Replayer, log: Log, found: Checked, results: str) -> None:
        self.replayer, self.log, self.found = replayer, log, found
        self.rules, self.batch = replayer.rules, replayer.batch
        self.rounding = rounding_of(log, results)
        found.rules = replayer.rules.name
        if replayer.rules.options["game_length"] == "east":
            found.rules += " (east)"

    def run(self) -> None:
        hands = self.log.hands
        for number, hand in enumerate(hands, start=1):
            if hand.hands and not self._fits(hand, number):
                return
            if not hand.hands:
                self._differ(number, 0, "unread", hand.problem or "no hand is dealt", "")
                continue
            if hand.scores is None and number > 1:
                hand.scores = self.scores
            try:
                played = self.replayer.play(hand)
            except (ValueError, OverflowError) as error:
                self._differ(number, 0, "unread", f"the hand cannot be dealt: {error}", "")
                continue
            self.found.hands += 1
            self.found.events += max(0, played.events)
            self.scores = self.batch.scores(0)
            following = hands[number] if number < len(hands) else None
            self._compare(hand, number, played, following)

    def _differ(self, hand: int, event: int, kind: str, told: str, here: str, at: str = "") -> None:
        self.found.differences.append(Difference(self.log.name, hand, event, kind, told, here, at))

    def _fits(self, hand: ToldHand, number: int) -> bool:
        """Whether as many are dealt a hand as the rules have players."""
        count, seats = len(hand.hands) // HAND, self.rules.seats
        if count != seats:
            told, here = f"{count} hands are dealt", f"{self.rules.name} is played by {seats}"
            self._differ(number, 0, "players", told, here)
        return count == seats

    def _compare(
        self, hand: ToldHand, number: int, played: Played, following: ToldHand | None
    ) -> None:
        if played.fault:
            self._fault(hand, number, played)
        elif hand.problem:
            event = len(hand) + 1 if len(hand) else 0
            self._differ(number, event, "unread", hand.problem, "", self._here())
        elif not hand.whole:
            text = "the log ends within the hand" if following is None else "its end is not told"
            self._differ(number, len(hand), "cut", text, "", self._here())
        else:
            self._paid(hand, number, played)
            if following is None:
                self._ended(hand, number, played)
            elif following.hands:
                self._goes_on(hand, number, played, following)

    def _here(self) -> str:
        return format_position(self.batch, 0)

    def _fault(self, hand: ToldHand, number: int, played: Played) -> None:
        text = self.replayer.why(hand, played)
        at = ""
        if played.fault not in (FAULT["too_many"], FAULT["no_room"]):
            ended = played.over and played.events > 0
            at = self.replayer.position(hand, played.events - 1) if ended else self._here()
        said = hand.said(played.events) if played.events >= 0 else "the deal"
        self._differ(number, max(0, played.events + 1), "action", said, text, at)

    def _before_the_end(self, hand: ToldHand) -> str:
        last = len(hand) - 1
        while last and hand.events[WIDTH * last - WIDTH] == hand.events[-WIDTH]:
            last -= 1  # of several wins, before the first
        return self.replayer.position(hand, last)

    def _lately(
        self, kind: str, hand: ToldHand, number: int, what: str, told: object, here: object
    ) -> None:
        """A difference behind the hand's last event."""
        at = self._before_the_end(hand)
        event = len(hand)
        self._differ(number, event, kind, f"{what} {told}", f"by the rules {here}", at)

    def _paid(self, hand: ToldHand, number: int, played: Played) -> None:
        if hand.deltas is not None and hand.deltas != played.deltas:
            self._lately("payment", hand, number, "paid are", hand.deltas, played.deltas)

    def _goes_on(self, hand: ToldHand, number: int, played: Played, following: ToldHand) -> None:
        if self.batch.seat[0] < 0:
            self._lately("end", hand, number, "the game", "goes on", "it is over")
            return
        after = played.after
        rows: list[tuple[str, object, object]] = [
            ("dealer", following.dealer, after.dealer),
            ("round", following.round, after.round),
            ("honba", following.honba, after.honba),
            ("sticks", following.sticks, after.sticks),
        ]
        if following.scores is not None:
            rows.append(("scores", following.scores, self.scores))
        told = ", ".join(f"{name} {a}" for name, a, b in rows if a != b)
        here = ", ".join(f"{name} {b}" for name, a, b in rows if a != b)
        if told:
            self._lately("standing", hand, number, "then come", told, here)

    def _ended(self, hand: ToldHand, number: int, played: Played) -> None:
        over = bool(self.batch.seat[0] < 0)
        # without final scores, a log that ends in mid-round may be a part of one
        told = self.log.ending is not None or hand.round >= self.rules.seats - 1
        if self.log.over and told and not over:
            self._lately("end", hand, number, "the game", "is over", "it goes on")
        ending = self.log.ending
        if ending is None or not over:
            return
        scores = self.batch.final_score[0].tolist()
        results = results_of(self.batch, self.rounding)
        if ending.scores != scores:
            self._lately("result", hand, number, "the final scores are", ending.scores, scores)
        elif ending.results is not None and not same(ending.results, results):
            said = ending.results
            self._lately("result", hand, number, "the final results are", said, results)
