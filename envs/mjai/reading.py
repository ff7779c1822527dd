"""A log of mjai as records: its hands are played again, and what they pay is compared."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from shugi._fast.batch.batch import Batch, IllegalAction
from shugi._fast.rules.compile import Rules
from shugi.envs.common.documents import DocumentError, parse_json
from shugi.envs.common.files import read_bytes
from shugi.envs.common.given import check_kind
from shugi.envs.endings.ending import net
from shugi.envs.mjai import tokens
from shugi.envs.mjai.words import (
    CODES,
    HAND,
    HIDDEN,
    REPLACEMENTS,
    THREE_RONS,
    WORDS,
    Event,
    MjaiError,
    action_for,
    check_rules,
)
from shugi.envs.records.record import MOST_BYTES, Record, Recorder

LISTS = ("tehais", "scores", "deltas", "tenpais")  # what events have for each seat
SILENT = ("tsumo", "dora", "reach_accepted")  # nobody decides them


def load(path: str | Path, rules: Rules) -> list[Record]:
    """The hands of a log on disk. Raises: as ``loads``; OSError: the file cannot be read."""
    data = read_bytes(Path(path), MOST_BYTES)
    try:
        return loads(data.decode("utf-8"), rules, str(path))
    except UnicodeDecodeError as error:
        raise MjaiError(f"{path}: is no text: {error}") from None


def loads(text: str, rules: Rules, name: str = "mjai") -> list[Record]:
    """The hands of a log, each as a record of its own; they are played and their points compared.

    Args:
        text: the log, one event of JSON on each line.
        rules: by which the hands are played.
        name: what errors call the log, such as its path.

    Raises:
        MjaiError: no log, rules that mjai does not know, a hand that hides tiles, or one that the
            rules do not allow or pay otherwise; the message names the line.
        TypeError: the text is no str, or the rules are no ``Rules``.
    """
    check_kind(text, str, "text")
    check_rules(rules)
    hands: list[list[tuple[int, Event]]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        event = _read_event(line, f"{name} line {number}")
        if event["type"] == "start_kyoku":
            hands.append([])
        if hands and event["type"] not in ("end_kyoku", "end_game", "start_game"):
            hands[-1].append((number, event))
    if not hands:
        raise MjaiError(f"{name}: no hand begins in it: no event is a start_kyoku")
    records, scores = [], None
    for hand in hands:
        logged = LoggedHand(rules, hand, name, scores)
        records.append(logged.record())
        scores = logged.scores
    return records


def _read_event(line: str, where: str) -> Event:
    try:
        event = parse_json(line, where)
    except DocumentError as error:
        raise MjaiError(f"{where}: is no JSON: {error.reason}") from None
    if not isinstance(event, dict) or not isinstance(event.get("type"), str):
        raise MjaiError(f"{where}: is no event: it needs a type")
    return event


def _without_fourth(event: Event, seats: int) -> Event:
    """An event of a log that leaves the fourth place of a game of three empty, as some do."""
    found = {key: event[key] for key in LISTS if isinstance(event.get(key), list)}
    return {
        **event,
        **{key: one[:seats] for key, one in found.items() if _is_padded(key, one, seats)},
    }


def _is_padded(key: str, values: list[Any], seats: int) -> bool:
    if seats != 3 or len(values) != seats + 1:
        return False
    return values[seats] == [HIDDEN] * HAND if key == "tehais" else not values[seats]


class LoggedHand:
    """A hand of a log, played again.

    Args:
        rules: by which it is played.
        lines: its events, each with the number of its line; ``start_kyoku`` is the first.
        name: what errors call the log.
        scores: where ``start_kyoku`` tells none; None: as a game begins.

    Attributes:
        scores: once it is played to its end.
    """

    def __init__(
        self,
        rules: Rules,
        lines: list[tuple[int, Event]],
        name: str,
        scores: list[int] | None = None,
    ) -> None:
        self.rules, self.name, self.scores = rules, name, scores
        self.lines = [(line, _without_fourth(event, rules.seats)) for line, event in lines]
        self.line, self.start = self.lines[0]
        self.moves = [line for line in self.lines[1:] if line[1]["type"] not in SILENT]

    def error(self, text: str) -> MjaiError:
        return MjaiError(f"{self.name} line {self.line}: {text}")

    def record(self) -> Record:
        try:
            return self._record()
        except (KeyError, TypeError, IndexError, AttributeError) as error:
            raise self.error(f"the hand is not told as mjai tells it: {error!r}") from None

    def _check_players(self) -> None:
        seats = self.rules.seats
        for key, what in (("tehais", "hands"), ("scores", "scores")):
            given = self.start.get(key)
            if isinstance(given, list) and len(given) != seats:
                raise self.error(
                    f"tells {len(given)} {what}; {self.rules.name} is played by {seats}: "
                    "give rules for as many players as the log has"
                )

    def _record(self) -> Record:
        seats, start = self.rules.seats, self.start
        self._check_players()
        batch = Batch(self.rules, 1, auto_reset=False, forced=False, episode="hand")
        wall = self._wall()
        try:
            batch.set_wall(
                0,
                np.array(wall, np.uint8),
                dealer=start["oya"],
                round="ESWN".index(start["bakaze"]) * seats + start["kyoku"] - 1,
                honba=start["honba"],
                sticks=start["kyotaku"],
                scores=start.get("scores", self.scores),
            )
        except (ValueError, OverflowError) as error:
            raise self.error(f"the hand cannot be dealt: {error}") from None
        recorder = Recorder(batch)
        while not batch.hand_done[0] and (self.moves or len(batch.legal_actions(0)) == 1):
            action, phase, seat = self._next(batch), batch.state(0)["phase"], int(batch.seat[0])
            try:
                recorder.add(action)
            except IllegalAction as error:
                raise self.error(f"that is not legal: {str(error).splitlines()[0]}") from None
            batch.step_one(0, action)
            if not batch.hand_done[0] and self._has_happened(batch, phase, seat):
                self.moves.pop(0)
        self._compare(batch)
        self.scores = [seat["score"] for seat in batch.state(0)["seats"]]
        return recorder.record

    # ---- the wall: hands, draws in turn, replacements and indicators from its end

    def _wall(self) -> list[int]:
        seats, left = self.rules.seats, Counter(self.rules.tiles)
        places: dict[int, int] = {}
        for k in range(seats):
            hand = self.start["tehais"][(self.start["oya"] + k) % seats]
            places |= {HAND * k + j: self._code(tile) for j, tile in enumerate(hand)}
        live, replaced, extra = HAND * seats, 0, False
        marker = len(self.rules.tiles) - REPLACEMENTS[seats] - 2
        places[marker] = self._code(self.start["dora_marker"])
        turned = 1
        ura: list[str] = []
        for line, event in self.lines[1:]:
            self.line, word = line, event["type"]
            if word == "tsumo":
                replaced += extra
                at = len(self.rules.tiles) - replaced if extra else live
                live += not extra
                places[at] = self._code(event["pai"])
                extra = False
            elif word in ("ankan", "kakan", "daiminkan", "kita", "nukidora"):
                extra = True
            elif word == "dora":
                places[marker - 2 * turned] = self._code(event["dora_marker"])
                turned += 1
            elif word == "hora":
                ura = event.get("ura_markers") or ura
        places |= {marker - 2 * k + 1: self._code(tile) for k, tile in enumerate(ura)}
        self.line = self.lines[0][0]
        left.subtract(places.values())
        if min(left.values()) < 0:
            raise self.error("a tile is told of more often than the deck has it")
        rest = iter(left.elements())
        return [places[k] if k in places else next(rest) for k in range(len(self.rules.tiles))]

    def _code(self, tile: object) -> int:
        if tile == HIDDEN:
            raise self.error("hides a tile; only logs that show all hands can be read")
        if tile not in CODES:
            raise self.error(f"{tile!r} is no tile")
        return CODES[str(tile)]

    # ---- what is played

    def _next(self, batch: Batch) -> int:
        """The action of whoever decides: the next one of the record, or a pass."""
        seat, legal = int(batch.seat[0]), batch.legal_actions(0)
        if not self.moves:
            return legal[0]
        self.line, event = self.moves[0]
        if batch.state(0)["phase"] == "claim":
            return self._answer(batch, seat, legal)
        action = action_for(batch, 0, event)
        if action is None:
            raise self.error(f"{event['type']} of {event.get('actor')}, but seat {seat} is to move")
        return action

    def _answer(self, batch: Batch, seat: int, legal: Sequence[int]) -> int:
        """To a tile that may be claimed: several may win on it."""
        event = self.moves[0][1]
        wins = self._winners()
        three = event["type"] == "ryukyoku" and event.get("reason") in THREE_RONS
        if seat in wins or (three and WORDS["hora"] in legal):
            return WORDS["hora"]
        called = event["type"] in tokens.CALLS.values() and event["actor"] == seat
        action = action_for(batch, 0, event) if called else None
        return WORDS["none"] if action is None else action

    def _winners(self) -> list[int]:
        wins = []
        for _, event in self.moves:
            if event["type"] != "hora" or event["actor"] == event["target"]:
                break
            wins.append(event["actor"])
        return wins

    def _has_happened(self, batch: Batch, before: str, seat: int) -> bool:
        """Whether the next event has happened with the last action of ``seat``, made in a phase."""
        if not self.moves:
            return False
        event = self.moves[0][1]
        word, actor = event["type"], event.get("actor")
        if word in tokens.CALLS.values():
            state = batch.state(0)
            return bool(state["phase"] == "own" and state["actor"] == actor)
        if word in ("ankan", "kakan"):
            return before == "kan" and seat == actor
        return seat == actor and before in ("own", "riichi")

    def _compare(self, batch: Batch) -> None:
        """Points, as they were told and as they were paid here."""
        ends = (line for line in self.lines if line[1]["type"] in ("hora", "ryukyoku"))
        paid = [self._points(*line) for line in ends if "deltas" in line[1]]
        if not batch.hand_done[0]:
            if paid:
                raise self.error("the hand was told to be over, and goes on here")
            return
        rows = [row for row in batch.ledger(0) if row["reason"] != "riichi"]
        if not any(event["type"] == "hora" for _, event in self.lines):
            rows = [row for row in rows if row["payer"] is not None]  # sticks at a game's end
        wanted = [sum(column) for column in zip(*paid, strict=True)]
        ours = net(rows, batch.seats, "points")
        if paid and wanted != ours:
            raise self.error(f"the hand pays {ours} here, and {wanted} were told")

    def _points(self, line: int, event: Event) -> list[int]:
        """What an event pays, by seat."""
        deltas, seats = event["deltas"], self.rules.seats
        whole = isinstance(deltas, list) and all(type(one) is int for one in deltas)
        if not whole or len(deltas) != seats:
            self.line = line
            raise self.error(f"deltas are {seats} whole numbers, one for each seat")
        points: list[int] = deltas
        return points
