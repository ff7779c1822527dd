"""A game of Mahjong Soul as replay tools save it: its messages as JSON."""

from collections.abc import Iterator
from typing import Any

from shugi._fast.core.tiles import kind_of
from shugi.envs.logs.log import Log, Room
from shugi.envs.told import hand as told
from shugi.envs.told.hand import Ending, LogError, ToldHand, Word, row

SUITS = {"m": 0, "p": 9, "s": 18, "z": 27}
CODES = {
    f"{n}{suit}": first + n - 1
    for suit, first in SUITS.items()
    for n in range(1, 10)
    if suit != "z" or n < 8
} | {"0m": 34, "0p": 35, "0s": 36}
CALLS = {0: Word.CHI, 1: Word.PON, 2: Word.OPEN_KAN}
KANS = {2: Word.ADDED_KAN, 3: Word.CLOSED_KAN}
ABORTED = {
    1: told.NINE_KINDS,
    2: told.FOUR_WINDS,
    3: told.FOUR_KANS,
    4: told.FOUR_RIICHI,
    5: told.TRIPLE_RON,
}
# rooms of friends: what their settings are called here
SETTINGS = {
    "init_point": "start_points",
    "fandian": "target_points",
    "shiduan": "open_tanyao",
    "have_qieshangmanguan": "kiriage",
}
# settings that change nothing of the rules, or that every room has
PASSED_OVER = {
    "time_fixed",
    "time_add",
    "bianjietishi",
    "ai_level",
    "dora_count",
    "can_jifei",
    "have_zimosun",
    "tianbian_value",
}
START = {
    3: {"start_points": 35000, "target_points": 40000},
    4: {"start_points": 25000, "target_points": 30000},
}
REDS = {
    4: {0: {}, 3: {"5m": 1, "5p": 1, "5s": 1}, 4: {"5m": 1, "5p": 2, "5s": 1}},
    3: {0: {}, 2: {"5p": 1, "5s": 1}},
}


def is_mjsoul(value: object) -> bool:
    return isinstance(value, dict) and ("head" in value or ".lq." in str(value.get("name", "")))


def read(value: dict[str, Any], name: str) -> Log:
    """A game out of its JSON."""
    log = Log(name, "mjsoul", Room(4, "mjsoul"))
    head = value.get("head")
    messages = list(_messages(value))
    log.room = _room(head if isinstance(head, dict) else {}, messages)
    reader = _Reader(log)
    for number, (word, data) in enumerate(messages, start=1):
        reader.message(word, data, number)
    if isinstance(head, dict):
        _head(log, head)
    return log.finish()


def _messages(value: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The messages of a record, in the forms in which tools keep them."""
    data: Any = value.get("data", value)
    for _ in range(3):
        if isinstance(data, dict):
            inner = data.get("actions") or data.get("records") or data.get("data")
            data = inner if inner is not None else []
    for one in data if isinstance(data, list) else []:
        if not isinstance(one, dict):
            continue
        inner = one.get("result", one) if "type" in one and "name" not in one else one
        if isinstance(inner, dict) and isinstance(inner.get("data"), dict):
            yield str(inner.get("name", "")).rpartition(".")[2], inner["data"]


def _room(head: dict[str, Any], messages: list[tuple[str, dict[str, Any]]]) -> Room:
    first = next((data for word, data in messages if word == "RecordNewRound"), {})
    three = not first.get("tiles3") and bool(first)
    config = head.get("config")
    mode = config.get("mode") if isinstance(config, dict) else None
    number = mode.get("mode") if isinstance(mode, dict) else None
    if isinstance(number, int) and number in (1, 2, 11, 12):
        three = number > 10
    room = Room(3 if three else 4, "mjsoul")
    if not isinstance(number, int) or number not in (1, 2, 11, 12):
        room.untold.append("the length")
    elif number % 10 == 1:
        room.options["game_length"] = "east"
    given = mode.get("detail_rule") if isinstance(mode, dict) else None
    for key, setting in (given if isinstance(given, dict) else {}).items():
        _setting(room, key, setting)
    return room


def _setting(room: Room, key: str, value: object) -> None:
    if key == "dora_count":
        reds = REDS[room.players].get(value if isinstance(value, int) else -1)
        if reds is None:
            room.untold.append(f"what {value!r} red fives are")
        else:
            room.reds(reds)
    elif key in SETTINGS and isinstance(value, int) and (value or key == "shiduan"):
        option = SETTINGS[key]
        usual = {"open_tanyao": 1, **START[room.players]}.get(option)
        if value != usual:
            boolean = option in ("open_tanyao", "kiriage")
            room.options[option] = bool(value) if boolean else value
    elif key not in PASSED_OVER and key not in SETTINGS and value:
        room.untold.append(f"the setting {key}")


def _head(log: Log, head: dict[str, Any]) -> None:
    try:
        players = {one.get("seat", 0): one for one in head["result"]["players"]}
        seats = range(log.room.players)
        scores = [int(players[seat].get("part_point_1", 0)) for seat in seats]
        results = [players[seat].get("total_point", 0) / 1000 for seat in seats]
        log.ending, log.over = Ending(scores, results), True
    except (KeyError, TypeError, AttributeError, ValueError):
        log.room.untold.append("the final result")
    try:
        names = {one.get("seat", 0): str(one["nickname"]) for one in head["accounts"]}
        log.names = [names.get(seat, "") for seat in range(log.room.players)]
    except (KeyError, TypeError, AttributeError):
        pass  # a log without names


class _Reader:
    """Reads the messages of a game, one after the other."""

    def __init__(self, log: Log) -> None:
        self.log, self.seats = log, log.room.players
        self.hand: ToldHand | None = None
        self.last = told.NONE, told.NONE  # the tile that may be claimed, and whose it is

    def message(self, word: str, data: dict[str, Any], number: int) -> None:
        if word == "RecordNewRound":
            self.hand = None
        elif self.hand is None or self.hand.problem:
            return
        try:
            read = READERS.get(word)
            if read is None:
                raise LogError(f"there is no message {word!r}")
            read(self, data)
        except (KeyError, TypeError, IndexError, ValueError, AttributeError) as error:
            why = str(error) if isinstance(error, LogError) else repr(error)
            text = f"message {number}, {word}, is not told as Mahjong Soul tells it: {why}"
            if self.hand is None:
                self.hand = ToldHand(0, 0, 0, 0, None, problem=text)
                self.log.hands.append(self.hand)
            self.hand.problem = text

    def _add(self, word: Word, seat: int = told.NONE, tile: int = told.NONE, *more: int) -> None:
        assert self.hand is not None
        self.hand.events += row(word, seat, tile, *more)

    def _doras(self, data: dict[str, Any]) -> None:
        """Indicators: every message tells all of them."""
        assert self.hand is not None
        doras = data.get("doras") or []
        for tile in doras[len(self.hand.indicators) :]:
            self.hand.indicators.append(_code(tile))
            self._add(Word.INDICATOR, told.NONE, _code(tile))

    def _begin(self, data: dict[str, Any]) -> None:
        wind, number = data.get("chang", 0), data.get("ju", 0)
        scores = [int(one) for one in data["scores"][: self.seats]]
        hand = ToldHand(
            number, wind * self.seats + number, data.get("ben", 0), data.get("liqibang", 0), scores
        )
        dealt = [[_code(tile) for tile in data[f"tiles{seat}"]] for seat in range(self.seats)]
        drawn = dealt[number].pop()
        if any(len(one) != told.HAND for one in dealt):
            raise LogError("a hand that is dealt has not 13 tiles")
        hand.hands = bytes(code for one in dealt for code in one)
        doras = data.get("doras") or [data["dora"]]
        hand.indicators += bytes(_code(tile) for tile in doras)
        self.hand = hand
        self.log.hands.append(hand)
        self._add(Word.DRAW, number, drawn)

    def _draw(self, data: dict[str, Any]) -> None:
        self._add(Word.DRAW, data.get("seat", 0), _code(data["tile"]))
        self._doras(data)

    def _discard(self, data: dict[str, Any]) -> None:
        seat, code = data.get("seat", 0), _code(data["tile"])
        if data.get("is_liqi") or data.get("is_wliqi"):
            self._add(Word.RIICHI, seat)
        self._add(Word.DISCARD, seat, code, 1 if data.get("moqie") else 0)
        self.last = code, seat
        self._doras(data)

    def _call(self, data: dict[str, Any]) -> None:
        seat = data.get("seat", 0)
        tiles = [_code(tile) for tile in data["tiles"]]
        froms = data["froms"]
        at = next(k for k, giver in enumerate(froms) if giver != seat)
        called = tiles.pop(at)
        self._add(CALLS[data.get("type", 0)], seat, called, froms[at], *tiles)

    def _kan(self, data: dict[str, Any]) -> None:
        seat, word = data.get("seat", 0), KANS[data["type"]]
        tiles = data["tiles"]
        code = _code(tiles if isinstance(tiles, str) else tiles[0])
        if word == Word.CLOSED_KAN:
            code = kind_of(code) or 0
        self._add(word, seat, code, seat)
        self.last = code, seat
        self._doras(data)

    def _north(self, data: dict[str, Any]) -> None:
        seat = data.get("seat", 0)
        self._add(Word.NORTH, seat, CODES["4z"])
        self.last = CODES["4z"], seat
        self._doras(data)

    def _won(self, data: dict[str, Any]) -> None:
        assert self.hand is not None
        self._doras(data["hules"][0])
        for one in data["hules"]:
            seat = one.get("seat", 0)
            giver = seat if one.get("zimo") else self.last[1]
            self._add(Word.WIN, seat, _code(one["hu_tile"]), giver)
            ura = one.get("li_doras") or []
            self.hand.ura = self.hand.ura or bytes(_code(tile) for tile in ura)
        self._paid(data["delta_scores"], data.get("scores"))

    def _drawn(self, data: dict[str, Any]) -> None:
        self._add(Word.EXHAUSTED)
        self._paid([0] * self.seats, None)
        for one in data.get("scores") or []:
            if one.get("delta_scores"):
                self._paid(one["delta_scores"], None)

    def _aborted(self, data: dict[str, Any]) -> None:
        self._add(Word.ABORTED, told.NONE, ABORTED.get(data.get("type", 0), told.UNKNOWN))
        self._paid([0] * self.seats, None)

    def _paid(self, deltas: list[Any], after: list[Any] | None) -> None:
        assert self.hand is not None
        if len(deltas) < self.seats or not all(type(one) is int for one in deltas):
            raise LogError(f"{deltas!r} should be the points of {self.seats} seats")
        self.hand.pay(deltas[: self.seats])
        if after is not None:
            self.hand.after = [int(one) for one in after[: self.seats]]


READERS = {
    "RecordNewRound": _Reader._begin,
    "RecordDealTile": _Reader._draw,
    "RecordDiscardTile": _Reader._discard,
    "RecordChiPengGang": _Reader._call,
    "RecordAnGangAddGang": _Reader._kan,
    "RecordBaBei": _Reader._north,
    "RecordHule": _Reader._won,
    "RecordNoTile": _Reader._drawn,
    "RecordLiuJu": _Reader._aborted,
}


def _code(tile: object) -> int:
    code = CODES.get(tile) if isinstance(tile, str) else None
    if code is None:
        raise LogError(f"{tile!r} is no tile")
    return code
