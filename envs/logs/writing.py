"""A game as tenhou.net/6 tells it, out of its events."""

import json
from collections.abc import Callable, Iterable
from typing import Any

from shugi._fast.rules.compile import Rules
from shugi.envs.logs.orders import NUMBERS
from shugi.envs.logs.tenhou6 import ENDS, OPEN, OWN, WON
from shugi.envs.mjai import CODES, Event, events
from shugi.envs.mjai.reading import DRAWS
from shugi.envs.mjai.reading import EXHAUSTED as DRAWN
from shugi.envs.records.record import Record, check

NAMES = {end: name for name, end in reversed(ENDS.items())}
EXHAUSTED = "流局"
SEATS = 4  # columns of the format; of three players the last one is empty


def tenhou6_of(record: Record) -> dict[str, Any]:
    """A game as the JSON of tenhou.net/6, for viewers and reviewers.

    Raises:
        MjaiError: rules that the format does not know.
        RecordError: the record does not replay.
    """
    batch = check(record)
    log = []
    names: list[str] = []
    hand: list[Event] = []
    for event in events(record):
        if event["type"] == "start_game":
            names = event["names"]
        elif event["type"] == "start_kyoku":
            hand = [event]
            log.append(hand)
        elif event["type"] != "end_game":
            hand.append(event)
    found: dict[str, Any] = {
        "title": ["", ""],
        "name": [*names, ""][:SEATS],
        "rule": _rule(record.rules),
        "log": [_Hand(one).told() for one in log],
    }
    if record.over:
        pairs = zip(batch.final_score[0].tolist(), batch.final_result[0].tolist(), strict=True)
        final = [number for score, result in pairs for number in (score, round(result, 1))]
        found["sc"] = [*final, 0, 0][: 2 * SEATS]
    return found


def dumps(record: Record) -> str:
    """Write a game as the text of its JSON. Raises: as ``tenhou6_of``."""
    return json.dumps(tenhou6_of(record), ensure_ascii=False, separators=(",", ":")) + "\n"


def _rule(rules: Rules) -> dict[str, Any]:
    options = rules.options
    words = ["三" if rules.seats == 3 else ""]
    # what distinguishes the two sites whose rule sets are read back
    words.append(OWN if options["double_variants"] else "般")
    words.append("東" if options["game_length"] == "east" else "南")
    words.append("喰" if options["open_tanyao"] else "")
    words.append("赤" if options["red_fives"] else "")
    reds = {f"aka5{k}": options["red_fives"].get(f"5{suit}", 0) for k, suit in enumerate("mps", 1)}
    return {"disp": "".join(words), **reds}


class _Hand:
    """What every seat took and put down in a hand."""

    def __init__(self, events: list[Event]) -> None:
        self.start, self.events = events[0], events[1:]
        self.seats = len(self.start["tehais"])
        self.takes: list[list[int | str]] = [[] for _ in range(SEATS)]
        self.puts: list[list[int | str]] = [[] for _ in range(SEATS)]
        self.markers = [_number(self.start["dora_marker"])]
        self.pons: dict[tuple[int, int], str] = {}
        self.riichi = False
        self.ends: list[Event] = []
        for event in self.events:
            write = WRITERS.get(event["type"])
            if write is not None:
                write(self, event)

    def told(self) -> list[Any]:
        start = self.start
        dealt = [sorted(map(_number, hand)) for hand in start["tehais"]]
        dealt += [[]] * (SEATS - self.seats)
        number = SEATS * "ESWN".index(start["bakaze"]) + start["kyoku"] - 1
        ura = [_number(tile) for end in self.ends for tile in end.get("ura_markers", [])]
        row: list[Any] = [
            [number, start["honba"], start["kyotaku"]],
            _four(start["scores"]),
            self.markers,
            ura[: len(self.markers)],
        ]
        for seat in range(SEATS):
            row += [dealt[seat], self.takes[seat], self.puts[seat]]
        row.append(self._end() if self.ends else [OPEN])
        return row

    def _end(self) -> list[Any]:
        first = self.ends[0]
        if first["type"] == "hora":
            found: list[Any] = [WON]
            for end in self.ends:
                found += [_four(end["deltas"]), [end["actor"], end["target"], end["actor"]]]
            return found
        drawn = DRAWS[first["reason"]]
        if drawn == DRAWN:
            return [EXHAUSTED, _four(first["deltas"])]
        return [NAMES[drawn]]

    # ---- events

    def _draw(self, event: Event) -> None:
        self.takes[event["actor"]].append(_number(event["pai"]))

    def _discard(self, event: Event) -> None:
        number = 60 if event["tsumogiri"] else _number(event["pai"])
        self.puts[event["actor"]].append(f"r{number}" if self.riichi else number)
        self.riichi = False

    def _declare(self, event: Event) -> None:
        self.riichi = True

    def _called(self, event: Event) -> None:
        """A call: the sign stands where the giver sits, before the tile that was called."""
        seat, kind = event["actor"], event["type"]
        used = [f"{_number(tile)}" for tile in event["consumed"]]
        sign, called = {"chi": "c", "pon": "p", "daiminkan": "m"}[kind], _number(event["pai"])
        away = (seat - event["target"]) % SEATS
        place = {1: 0, 2: 1, 3: len(used)}[away]
        text = "".join([*used[:place], f"{sign}{called}", *used[place:]])
        self.takes[seat].append(text)
        if kind == "pon":
            self.pons[seat, _kind(called)] = text
        elif kind == "daiminkan":
            self.puts[seat].append(0)

    def _added(self, event: Event) -> None:
        number = _number(event["pai"])
        text = self.pons[event["actor"], _kind(number)]
        self.puts[event["actor"]].append(text.replace("p", f"k{number}"))

    def _closed(self, event: Event) -> None:
        *first, last = map(_number, event["consumed"])
        self.puts[event["actor"]].append("".join(map(str, first)) + f"a{last}")

    def _north(self, event: Event) -> None:
        self.puts[event["actor"]].append(f"f{_number(event['pai'])}")

    def _turned(self, event: Event) -> None:
        self.markers.append(_number(event["dora_marker"]))

    def _ended(self, event: Event) -> None:
        self.ends.append(event)


WRITERS: dict[str, Callable[[_Hand, Event], None]] = {
    "tsumo": _Hand._draw,
    "dahai": _Hand._discard,
    "reach": _Hand._declare,
    "chi": _Hand._called,
    "pon": _Hand._called,
    "daiminkan": _Hand._called,
    "kakan": _Hand._added,
    "ankan": _Hand._closed,
    "kita": _Hand._north,
    "dora": _Hand._turned,
    "hora": _Hand._ended,
    "ryukyoku": _Hand._ended,
}


def _number(tile: str) -> int:
    return NUMBERS[CODES[tile]]


def _kind(number: int) -> int:
    """A red five as a five."""
    return number if number < 50 else 10 * (number % 10) + 5


def _four(numbers: Iterable[int]) -> list[int]:
    return [*numbers, 0][:SEATS]
