"""Whole games on disk: rules, seed and actions, with a hash for every hand.

A record is JSON, one object a line: a header, one line for each hand, and an end. Each line carries
a checksum over itself and all lines before it, so a cut or altered record is refused with the line.
A game replays from its seed (or from the position in the header), and every hand's end must hash to
what was written.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from shugi._fast.batch.batch import Batch, IllegalAction
from shugi._fast.core.actions import ACTION_COUNT
from shugi._fast.rules.compile import Rules, RulesError
from shugi.envs.common.documents import DocumentError, parse_json, visible
from shugi.envs.common.files import read_bytes, write_atomically
from shugi.envs.common.given import check_kind, whole
from shugi.envs.notation.position import format_position, load_position

FORMAT = 1
MOST_BYTES = 64_000_000


class RecordError(ValueError):
    """A record that cannot be read or does not replay; the message names file and line."""


@dataclass
class Hand:
    """The decisions of one hand, and the hash of the position that its last one led to.

    Of a hand that does not follow from the one before, as in a game that was read from a log,
    ``position`` is the text of where it begins.
    """

    actions: list[int] = field(default_factory=list)
    hash: str = ""
    position: str | None = None


@dataclass
class Record:
    """A game: what it takes to play it again.

    Attributes:
        rules: its rules, complete.
        seed: of its walls.
        agents: who sat where, by seat; empty where nobody said.
        hands: in order; the last one may be unfinished.
        position: text of the position that it began from, where the seed alone does not give it.
        forced: moves without a choice were played by the engine and are not in the record.
        over: the game came to its end.
        name: where it was read from, for error messages.
    """

    rules: Rules
    seed: int
    agents: list[str] = field(default_factory=list)
    hands: list[Hand] = field(default_factory=list)
    position: str | None = None
    forced: bool = True
    over: bool = False
    name: str = "record"

    def start(self, forced: bool | None = None) -> Batch:
        """Make a batch of one game where the record begins.

        Args:
            forced: whether the engine plays moves without a choice; None: as in the record.

        Raises:
            RecordError: its position is none, or of other rules.
        """
        forced = self.forced if forced is None else forced
        if self.position is not None:
            batch = self._at(self.position, 1)
            if not forced:
                state = batch.state(0)
                batch = Batch(batch.rules, 1, auto_reset=False, forced=False)
                batch.set_state(0, state)
            return batch
        batch = Batch(self.rules, 1, auto_reset=False, forced=forced)
        batch.reset(np.array([self.seed], np.uint64))
        return batch

    def place(self, batch: Batch, number: int) -> None:
        """Put the game where its hand of that number begins, if it does not follow by itself.

        Raises: RecordError, as ``start``.
        """
        position = self.hands[number - 1].position
        if position is not None:
            batch.set_state(0, self._at(position, number + 1).state(0))

    def _at(self, position: str, line: int) -> Batch:
        where = f"{self.name} line {line}"
        try:
            batch = load_position(position)
        except ValueError as error:
            raise RecordError(f"{where}: its position cannot be read: {error}") from None
        if batch.rules.hash != self.rules.hash:
            raise RecordError(
                f"{where}: its position has other rules ({batch.rules.name}, "
                f"{batch.rules.seats} players) than the record ({self.rules.name}, "
                f"{self.rules.seats} players)"
            )
        return batch

    def dumps(self) -> str:
        """The record as text."""
        header = {
            "shugi_record": FORMAT,
            "rules": self.rules.name,
            "options": self.rules.options,
            "rules_hash": f"{self.rules.hash:016x}",
            "seed": self.seed,
            "forced": self.forced,
            "agents": self.agents,
        }
        if self.position is not None:
            header["position"] = self.position
        rows: list[dict[str, Any]] = [header]
        rows += [
            {"hand": number, "actions": hand.actions, "hash": hand.hash}
            | ({} if hand.position is None else {"position": hand.position})
            for number, hand in enumerate(self.hands, start=1)
        ]
        rows.append({"end": len(self.hands), "over": self.over})
        lines, total = [], ""
        for row in rows:
            total = _checksum(total, row)
            lines.append(_dump({**row, "sum": total}))
        return "\n".join(lines) + "\n"

    def _repr_html_(self) -> str:
        """In a notebook: the position that it ends with, all hands open, and how hands ended.

        Raises:
            RecordError: it does not replay.
        """
        from shugi.envs.records.page import page_of  # drawing is for those who look

        batch, ends = self.start(), []
        for moment in replay(self):
            batch = moment.batch
            if moment.action is None and batch.hand_done[0]:
                ends.append(batch.state(0))
        return page_of(batch, ends, self.agents)

    def save(self, path: str | Path) -> None:
        """Write the record; an error, such as a full disk, leaves what was there before."""
        write_atomically(Path(path), self.dumps().encode())


def _dump(row: dict[str, Any]) -> str:
    return json.dumps(row, separators=(",", ":"), ensure_ascii=False)


def _checksum(before: str, row: dict[str, Any]) -> str:
    return hashlib.blake2b((before + _dump(row)).encode(), digest_size=6).hexdigest()


def position_hash(batch: Batch, i: int) -> str:
    """A hash of everything that game ``i``'s text position says."""
    return hashlib.blake2b(format_position(batch, i).encode(), digest_size=8).hexdigest()


class Recorder:
    """Keeps the record of one game of a batch, which may be stepped by whatever means.

    ```python
    recorder = Recorder(batch, 0, ["me", "baseline", "baseline"])
    ...
    recorder.add(actions[0])  # before or after batch.step(actions)
    ...
    recorder.record.save("game.jsonl")
    ```

    The game is played along in a batch of its own, so what was recorded is known to replay.

    Args:
        batch: the games.
        i: which one; the record begins where it stands now.
        agents: names by seat.
    """

    def __init__(self, batch: Batch, i: int = 0, agents: Sequence[str] = ()) -> None:
        check_kind(batch, Batch, "batch")
        if agents and len(agents) != batch.seats:
            raise ValueError(f"{batch.seats} play; {len(agents)} agents are named")
        state = batch.state(i)
        self._record = Record(batch.rules, state["seed"], list(agents), forced=batch.forced)
        self._batch = self._record.start()
        if self._batch.state(0) != state:
            self._record.position = format_position(batch, i)
            self._batch.set_state(0, state)
        self._between = True  # no decision of the next hand is recorded yet

    def add(self, action: int) -> None:
        """Record a decision. Raises: IllegalAction, TypeError; then nothing was recorded."""
        action = whole(action, "an action")
        self._batch.step_one(0, action)
        if self._between:
            self._record.hands.append(Hand())
        hand = self._record.hands[-1]
        hand.actions.append(action)
        self._between = bool(self._batch.hand_done[0])
        self._record.over = bool(self._batch.seat[0] < 0)
        if self._between or self._record.over:
            hand.hash = position_hash(self._batch, 0)

    def deal(self, position: str) -> None:
        """The next hand begins at a position instead. Raises: RecordError: of other rules."""
        self.record.hands.append(Hand(position=position))  # the hand before has its hash now
        self._record.place(self._batch, len(self._record.hands))
        self._between = False

    @property
    def record(self) -> Record:
        """What was recorded so far; the last hand may be unfinished."""
        if self._record.hands and not self._between:
            self._record.hands[-1].hash = position_hash(self._batch, 0)
        return self._record


# ------------------------------------------------------------------------------------- reading


def load_record(path: str | Path) -> Record:
    """Read a record.

    Raises:
        RecordError: cut, altered, of another format or other rules; names the line.
        OSError: the file cannot be read.
    """
    data = read_bytes(Path(path), MOST_BYTES)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(f"{path}: is no text: {error}") from None
    return parse_record(text, str(path))


def parse_record(text: str, name: str = "record") -> Record:
    """A record from its text; see ``load_record``."""
    lines = text.splitlines()
    if not lines:
        raise RecordError(f"{name}: is empty")
    rows = list(_checked_rows(lines, name))
    record = _read_header(rows[0], name)
    for number, row in enumerate(rows[1:-1], start=2):
        record.hands.append(_read_hand(row, number - 1, f"{name} line {number}"))
    end, where = rows[-1], f"{name} line {len(rows)}"
    if end.keys() != {"end", "over", "sum"}:
        raise RecordError(f"{where}: the record is cut: its last line is not the end")
    if end["end"] != len(record.hands) or not isinstance(end["over"], bool):
        raise RecordError(f"{where}: {end['end']} hands were written, {len(record.hands)} are here")
    record.over = end["over"]
    return record


def _checked_rows(lines: list[str], name: str) -> Iterator[dict[str, Any]]:
    total = ""
    for number, line in enumerate(lines, start=1):
        where = f"{name} line {number}"
        try:
            row = parse_json(line, where)
        except DocumentError as error:
            raise RecordError(f"{where}: cut or no JSON: {error.reason}") from None
        if not isinstance(row, dict) or not isinstance(row.get("sum"), str):
            raise RecordError(f"{where}: is no line of a record")
        total = _checksum(total, {key: value for key, value in row.items() if key != "sum"})
        if row["sum"] != total:
            raise RecordError(f"{where}: was altered (its checksum is {total}, not {row['sum']})")
        yield row


_HEADER: dict[str, type] = {
    "shugi_record": int,
    "rules": str,
    "options": dict,
    "rules_hash": str,
    "seed": int,
    "forced": bool,
    "agents": list,
}


def _read_header(row: dict[str, Any], name: str) -> Record:
    where = f"{name} line 1"
    if row.get("shugi_record") != FORMAT:
        known = row.get("shugi_record", "none")
        raise RecordError(f"{where}: format {known}; this version reads format {FORMAT}")
    for key, kind in _HEADER.items():
        if not isinstance(row.get(key), kind):
            raise RecordError(f"{where}: {key} is missing or no {kind.__name__}")
    try:
        rules = Rules(visible(row["rules"]), row["options"])
    except RulesError as error:
        raise RecordError(f"{where}: rules that this version does not play: {error}") from None
    if f"{rules.hash:016x}" != row["rules_hash"]:
        raise RecordError(f"{where}: the options mean other rules in this version")
    if not isinstance(row.get("position", ""), str):
        raise RecordError(f"{where}: position is no str")
    if not 0 <= row["seed"] < 2**64:
        raise RecordError(f"{where}: the seed {row['seed']} is not between 0 and 2**64 - 1")
    if len(row["agents"]) not in (0, rules.seats):
        raise RecordError(
            f"{where}: names {len(row['agents'])} agents; its rules, {rules.name}, are for "
            f"{rules.seats} players"
        )
    return Record(
        rules,
        row["seed"],
        [visible(str(agent)) for agent in row["agents"]],
        position=row.get("position"),
        forced=row["forced"],
        name=name,
    )


def _read_hand(row: dict[str, Any], number: int, where: str) -> Hand:
    if row.get("hand") != number or not isinstance(row.get("hash"), str):
        raise RecordError(f"{where}: should be hand {number}")
    actions = row.get("actions")
    if not isinstance(actions, list) or not all(_is_action(action) for action in actions):
        raise RecordError(f"{where}: actions must be a list of ids from 0 to {ACTION_COUNT - 1}")
    if not isinstance(row.get("position", ""), str):
        raise RecordError(f"{where}: position is no str")
    return Hand(actions, row["hash"], row.get("position"))


def _is_action(action: object) -> bool:
    return type(action) is int and 0 <= action < ACTION_COUNT


# ------------------------------------------------------------------------------------- replaying


@dataclass
class ReplayStep:
    """A game in replay: the action about to be taken, or None when the hand has just ended."""

    batch: Batch
    hand: int
    action: int | None


def replay(record: Record) -> Iterator[ReplayStep]:
    """Play a record again, one decision after the other.

    The batch is one and the same and is stepped between two moments.

    Raises:
        RecordError: an action is not legal, or a hand does not end where it did when recorded.
        TypeError: no record.
    """
    check_kind(record, Record, "record")
    batch = record.start()
    for number, hand in enumerate(record.hands, start=1):
        where = f"{record.name} line {number + 1}: hand {number}"
        record.place(batch, number)
        for k, action in enumerate(hand.actions, start=1):
            yield ReplayStep(batch, number, action)
            try:
                batch.step_one(0, action)
            except IllegalAction as error:
                name = batch.layout.action_name(action)
                raise RecordError(
                    f"{where}: decision {k} ({name}) cannot be taken: {error}"
                ) from None
            if batch.hand_done[0] and k < len(hand.actions):
                raise RecordError(f"{where}: ended after decision {k} of {len(hand.actions)}")
        found = position_hash(batch, 0)
        if found != hand.hash:
            raise RecordError(f"{where}: leads to position {found}, but {hand.hash} was recorded")
        yield ReplayStep(batch, number, None)
    if record.over != bool(batch.seat[0] < 0):
        state = "is over" if record.over else "goes on"
        raise RecordError(f"{record.name}: the record says that the game {state}; it is not so")


def check(record: Record) -> Batch:
    """Replay a record to its end; the game as it stands there. Raises: RecordError."""
    batch = record.start()
    for moment in replay(record):
        batch = moment.batch
    return batch
