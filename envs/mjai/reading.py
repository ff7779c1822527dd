"""A log of mjai: its events as rows, and its hands as records, with what they pay compared."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from shugi._fast.rules.compile import Rules
from shugi.envs.common.documents import DocumentError, parse_json
from shugi.envs.common.files import read_bytes
from shugi.envs.common.given import check_kind
from shugi.envs.mjai import words
from shugi.envs.mjai.words import CODES, HIDDEN, KINDS, Event, MjaiError, check_rules
from shugi.envs.records.record import MOST_BYTES, Record
from shugi.envs.told import hand as told
from shugi.envs.told.hand import LogError, ToldHand, Word, row
from shugi.envs.told.playing import Replayer

SILENT = ("none", "reach_accepted", "end_kyoku")  # nobody decides them, or they decide nothing
WINDS = "ESWN"
CALLS = {"chi": Word.CHI, "pon": Word.PON, "daiminkan": Word.OPEN_KAN}
EXHAUSTED = (Word.EXHAUSTED, told.NONE)
# why a hand was drawn, without the underscores that some write; the rest says nothing
DRAWS = {
    "exhaustivedraw": EXHAUSTED,
    words.EXHAUSTIVE: EXHAUSTED,
    "howanpai": EXHAUSTED,
    words.NAGASHI: EXHAUSTED,
    "nm": EXHAUSTED,
    words.ORPHANS: (Word.ABORTED, told.NINE_KINDS),
    "yao9": (Word.ABORTED, told.NINE_KINDS),
    words.WINDS: (Word.ABORTED, told.FOUR_WINDS),
    "kaze4": (Word.ABORTED, told.FOUR_WINDS),
    words.RIICHI: (Word.ABORTED, told.FOUR_RIICHI),
    "reach4": (Word.ABORTED, told.FOUR_RIICHI),
    words.KANS: (Word.ABORTED, told.FOUR_KANS),
    "kan4": (Word.ABORTED, told.FOUR_KANS),
    words.RONS: (Word.ABORTED, told.TRIPLE_RON),
    "ron3": (Word.ABORTED, told.TRIPLE_RON),
}
UNSAID = (Word.ABORTED, told.UNKNOWN)
MOST_ROWS = 20_000
WRONG = (KeyError, TypeError, IndexError, AttributeError, ValueError, OverflowError)


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
    games = list(read_games(text.splitlines()))
    for problem in (problem for game in games for problem in game.problems):
        raise MjaiError(f"{name} {problem}")
    if not any(game.hands for game in games):
        raise MjaiError(f"{name}: no hand begins in it: no event is a start_kyoku")
    replayer = Replayer(rules)
    return [record for game in games for record in _records(replayer, game, name)]


def _records(replayer: Replayer, game: "MjaiGame", name: str) -> Iterator[Record]:
    """The hands of a game; scores that are not told are what the hand before left."""
    scores = None
    for hand in game.hands:
        if hand.scores is None:
            hand.scores = scores
        yield _record(replayer, hand, name)
        scores = replayer.batch.scores(0)


def _record(replayer: Replayer, hand: ToldHand, name: str) -> Record:
    """A hand as a record. Raises: MjaiError."""
    rules, start = replayer.rules, f"{name} line {hand.lines[0]}"
    if hand.problem:
        raise MjaiError(f"{name} {hand.problem}")
    if len(hand.hands) != rules.seats * told.HAND:
        raise MjaiError(
            f"{start}: tells {len(hand.hands) // told.HAND} hands; {rules.name} is played by "
            f"{rules.seats}: give rules for as many players as the log has"
        )
    try:
        played = replayer.play(hand)
    except (ValueError, OverflowError) as error:
        raise MjaiError(f"{start}: the hand cannot be dealt: {error}") from None
    if played.fault:
        line = hand.lines[1 + min(max(played.events, -1), len(hand) - 1)]
        raise MjaiError(
            f"{name} line {line}: {hand.said(played.events)}, but that is not legal: "
            f"{replayer.why(hand, played)}"
            if played.events >= 0
            else f"{start}: {replayer.why(hand, played)}"
        )
    if played.over and hand.deltas not in (None, played.deltas):
        raise MjaiError(
            f"{name} line {hand.lines[-1]}: the hand pays {played.deltas} here, and "
            f"{hand.deltas} were told"
        )
    return replayer.hand(hand)[1]


# ---- lines


@dataclass
class MjaiGame:
    """A game of a log: what its ``start_game`` and ``end_game`` say, and its hands."""

    start: Event = field(default_factory=dict)
    hands: list[ToldHand] = field(default_factory=list)
    over: bool = False
    scores: list[int] | None = None
    problems: list[str] = field(default_factory=list)
    reasons: set[str] = field(default_factory=set)


def read_games(lines: Iterable[str | Event]) -> Iterator[MjaiGame]:
    """The games of a log.

    Args:
        lines: one event each, as JSON or read already.

    Raises: MjaiError, LogError never: what cannot be read is a problem of its hand or game.
    """
    game, reader = MjaiGame(), _Reader()
    for number, line in enumerate(lines, start=1):
        if isinstance(line, str):
            event = ROWS.get(line)
            if event is not None:
                if reader.hand is not None:
                    reader.add(event, number)
                continue
            if not line.strip():
                continue
        word = reader.line(line, number, game)
        if word == "start_game" and (game.hands or game.over):
            yield game
            game = MjaiGame()
            reader = _Reader()
            reader.line(line, number, game)
    yield game


ROWS: dict[str, bytes] = {}  # of lines that come up again and again


class _Reader:
    """Reads the events of a game."""

    def __init__(self) -> None:
        self.hand: ToldHand | None = None

    def add(self, event: bytes, number: int) -> None:
        hand = self.hand
        if hand is not None and event and not hand.problem:
            hand.events += event
            hand.lines.append(number)

    def line(self, line: str | Event, number: int, game: MjaiGame) -> str:
        """Read an event; its type."""
        try:
            event = _read_event(line) if isinstance(line, str) else line
            word = event["type"]
            if word in PLAIN:
                told_row = PLAIN[word](event)
                if isinstance(line, str):
                    if len(ROWS) > MOST_ROWS:
                        ROWS.clear()
                    ROWS[line] = told_row
                self.add(told_row, number)
            else:
                self._other(event, word, number, game)
            return str(word)
        except LogError as error:
            self._problem(f"line {number}: {error}", game)
        except WRONG as error:
            self._problem(f"line {number}: the hand is not told as mjai tells it: {error!r}", game)
        return ""

    def _problem(self, text: str, game: MjaiGame) -> None:
        if self.hand is None:
            game.problems.append(text)
        elif not self.hand.problem:
            self.hand.problem = text

    def _other(self, event: Event, word: str, number: int, game: MjaiGame) -> None:
        if word == "start_game":
            if not game.hands:
                game.start = event
            self.hand = None
        elif word == "end_game":
            self.hand, game.over = None, True
            scores = event.get("scores")
            if isinstance(scores, list) and all(type(one) is int for one in scores):
                game.scores = scores
        elif word == "start_kyoku":
            self.hand = ToldHand(0, 0, 0, 0, None, lines=[number])
            game.hands.append(self.hand)
            _begin(self.hand, event)
        elif self.hand is None or self.hand.problem:
            return
        elif word == "dora":
            code = _code(event["dora_marker"])
            self.hand.indicators.append(code)
            self.add(row(Word.INDICATOR, told.NONE, code), number)
        elif word == "hora":
            self._won(self.hand, event, number)
        elif word == "ryukyoku":
            reason = str(event.get("reason", "")).lower().replace("_", "")
            game.reasons.add(reason)
            kind, why = DRAWS.get(reason, UNSAID)
            self.add(row(kind, told.NONE, why), number)
            _pay(self.hand, event)
        else:
            raise LogError(f"{word!r} is no event of mjai")

    def _won(self, hand: ToldHand, event: Event, number: int) -> None:
        pai = event.get("pai")
        tile = told.NONE if pai is None else _code(pai)
        self.add(row(Word.WIN, _seat(event), tile, _number(event["target"])), number)
        ura = event.get("ura_markers") or event.get("uradora_markers") or []
        hand.ura = hand.ura or bytes(map(_code, ura))
        _pay(hand, event)


def _read_event(line: str) -> Event:
    try:
        event = parse_json(line, "it")
    except DocumentError as error:
        raise LogError(f"is no JSON: {error.reason}") from None
    if not isinstance(event, dict) or not isinstance(event.get("type"), str):
        raise LogError("is no event: it needs a type")
    return event


def _begin(hand: ToldHand, event: Event) -> None:
    dealt, scores = event["tehais"], event.get("scores")
    seats = len(dealt)
    if (
        seats == 4
        and (not dealt[3] or set(dealt[3]) == {HIDDEN})
        and not (scores and scores[3:][0])
    ):
        seats = 3  # the fourth seat is empty
    if scores is not None and len(scores) not in (seats, seats + (seats == 3)):
        raise LogError(f"tells {len(scores)} scores and {seats} hands")
    hand.dealer, hand.honba, hand.sticks = event["oya"], event["honba"], event["kyotaku"]
    hand.round = WINDS.index(event["bakaze"]) * seats + event["kyoku"] - 1
    hand.scores = None if scores is None else list(scores[:seats])
    numbers = [hand.dealer, hand.honba, hand.sticks, hand.round, *(hand.scores or [])]
    if not all(type(one) is int for one in numbers):
        raise ValueError("its numbers are whole ones")
    hand.hands = bytes(_code(tile) for one in dealt[:seats] for tile in one)
    if any(len(one) != told.HAND for one in dealt[:seats]):
        raise LogError("a hand that is dealt has not 13 tiles")
    hand.indicators.append(_code(event["dora_marker"]))


def _pay(hand: ToldHand, event: Event) -> None:
    """What an event pays, by seat."""
    seats = len(hand.hands) // told.HAND
    after = event.get("scores")
    if "deltas" in event:
        deltas = event["deltas"]
        whole = isinstance(deltas, list) and all(type(one) is int for one in deltas)
        if not whole or len(deltas) not in (seats, seats + (seats == 3)) or any(deltas[seats:]):
            raise LogError(f"deltas are {seats} whole numbers, one for each seat")
        hand.pay(deltas[:seats])
    if isinstance(after, list) and len(after) >= seats and all(type(one) is int for one in after):
        hand.after = after[:seats]


# ---- events that a line alone tells of


def _seat(event: Event) -> int:
    return _number(event["actor"])


def _number(seat: Any) -> int:
    if type(seat) is not int or not 0 <= seat < 4:
        raise LogError(f"{seat!r} is no seat")
    return seat


def _code(tile: object) -> int:
    if tile == HIDDEN:
        raise LogError("hides a tile; only logs that show all hands can be read")
    if not isinstance(tile, str) or tile not in CODES:
        raise LogError(f"{tile!r} is no tile")
    return CODES[tile]


def _discard(event: Event) -> bytes:
    quick = 1 if event.get("tsumogiri") is True else 0
    return row(Word.DISCARD, _seat(event), _code(event["pai"]), quick)


def _call(event: Event) -> bytes:
    used: Sequence[Any] = event["consumed"]
    codes = [_code(tile) for tile in used]
    word = CALLS[event["type"]]
    if len(codes) != (3 if word == Word.OPEN_KAN else 2):
        raise LogError(f"{len(codes)} tiles are consumed")
    return row(word, _seat(event), _code(event["pai"]), _number(event["target"]), *codes)


def _closed_kan(event: Event) -> bytes:
    tile = event.get("pai") or event["consumed"][0]
    _code(tile)
    return row(Word.CLOSED_KAN, _seat(event), KINDS[tile])


PLAIN: dict[str, Callable[[Event], bytes]] = {
    "tsumo": lambda event: row(Word.DRAW, _seat(event), _code(event["pai"])),
    "dahai": _discard,
    "reach": lambda event: row(Word.RIICHI, _seat(event)),
    "ankan": _closed_kan,
    "kakan": lambda event: row(Word.ADDED_KAN, _seat(event), _code(event["pai"])),
    "kita": lambda event: row(Word.NORTH, _seat(event), CODES["N"]),
    "nukidora": lambda event: row(Word.NORTH, _seat(event), CODES["N"]),
    **dict.fromkeys(CALLS, _call),
    **dict.fromkeys(SILENT, lambda event: b""),
}
