"""Tenhou's own log: tags of XML, tiles by number from 0 to 135."""

import re
from collections.abc import Iterator
from urllib.parse import unquote

from shugi._fast.core.tiles import kind_of
from shugi.envs.logs.log import RED, Log, Room
from shugi.envs.told import hand as told
from shugi.envs.told.hand import Ending, ToldHand, Word, row

ATTRIBUTE = re.compile(r'(\w+)="([^"]*)"')
TAG = re.compile(r"/?(\??\w+)([^>]*)>\s*\Z")
TURN = re.compile(r"([T-WD-G])(\d{1,3})\s*/>\s*\Z")
RED_FIVES = {16: 34, 52: 35, 88: 36}
ENDS = {
    None: (Word.EXHAUSTED, told.NONE),
    "nm": (Word.EXHAUSTED, told.NONE),
    "yao9": (Word.ABORTED, told.NINE_KINDS),
    "kaze4": (Word.ABORTED, told.FOUR_WINDS),
    "reach4": (Word.ABORTED, told.FOUR_RIICHI),
    "kan4": (Word.ABORTED, told.FOUR_KANS),
    "ron3": (Word.ABORTED, told.TRIPLE_RON),
}
# bits of the room; a parlour's has chips (祝), red fives and open tanyao in any case
NO_RED, NO_OPEN_TANYAO, LONG, THREE, PARLOUR = 2, 4, 8, 16, 0x600
OUTSIDE = {"mjloggm", "GO", "UN", "TAIKYOKU", "SHUFFLE", "BYE", "PROF", "?xml"}


def _codes(red: bool) -> list[int]:
    return [RED_FIVES.get(number, number // 4) if red else number // 4 for number in range(136)]


CODES = {red: _codes(red) for red in (False, True)}


def _turns(red: bool) -> dict[str, bytes]:
    """The rows of draws and discards, by the text of their tags."""
    rows = {}
    for seat in range(4):
        for number, code in enumerate(CODES[red]):
            rows[f"{'TUVW'[seat]}{number}/>"] = row(Word.DRAW, seat, code)
            rows[f"{'DEFG'[seat]}{number}/>"] = row(Word.DISCARD, seat, code)
    return rows


TURNS = {red: _turns(red) for red in (False, True)}


def is_mjlog(text: str) -> bool:
    return "<mjloggm" in text[:400] or "<INIT " in text[:4000]


def read(text: str, name: str) -> Iterator[Log]:
    """The games of a text, one for each ``mjloggm``."""
    parts = text.split("<mjloggm")
    for part in parts[1:] or parts:
        yield _Reader(part, name).log


class _Reader:
    """Reads the tags of one game."""

    def __init__(self, text: str, name: str) -> None:
        self.log = Log(name, "mjlog", Room(4, "tenhou"))
        self.hand: ToldHand | None = None
        self.broken = False
        tags = text.split("<")[1:]
        self._room(tags)
        turns = TURNS[self.red]
        for tag in tags:
            event = turns.get(tag)
            if event is None:
                self._tag(tag)
            elif self.hand is not None and not self.broken:
                self.hand.events += event
        if not tags or not tags[-1].startswith("/mjloggm"):
            self._problem("the log is cut: it does not end with </mjloggm>")
        self.log.finish()

    def _room(self, tags: list[str]) -> None:
        room = self.log.room
        go = next((tag for tag in tags[:20] if tag.startswith("GO ")), None)
        if go is None:
            first = next((tag for tag in tags if tag.startswith("INIT ")), "")
            room.players = 3 if 'hai3=""' in first else 4
            room.untold.append("the room: it has no GO; players are counted")
            self.red = True
            return
        kind = dict(ATTRIBUTE.findall(go)).get("type", "")
        bits = int(kind) if kind.isdecimal() and len(kind) < 7 else -1
        if bits < 0:
            self._problem(f"the type of the room, {kind!r}, is no number")
            bits = 9
        room.players = 3 if bits & THREE else 4
        parlour = bool(bits & PARLOUR)
        self.red = parlour or not bits & NO_RED
        room.reds(RED if self.red else {})
        if bits & NO_OPEN_TANYAO and not parlour:
            room.options["open_tanyao"] = False
        if not bits & LONG:
            room.options["game_length"] = "east"
        if parlour:
            room.with_chips()

    def _problem(self, text: str) -> None:
        self.log.problems.append((len(self.log.hands), text))

    # ---- tags that are not of the kind of <T12/>

    def _tag(self, text: str) -> None:
        found = TURN.match(text)
        if found and int(found[2]) < 136:
            event = TURNS[self.red][f"{found[1]}{int(found[2])}/>"]
            if self.hand is not None and not self.broken:
                self.hand.events += event
            return
        tag = TAG.match(text)
        if tag is None:
            self._break(f"<{text.strip()[:40]} is no tag")
            return
        word, values = tag[1], dict(ATTRIBUTE.findall(tag[2]))
        try:
            if word == "INIT":
                self._begin(values)
            elif word in OUTSIDE:
                self._outside(word, values)
            elif self.hand is not None and not self.broken:
                self._event(word, values)
        except (KeyError, ValueError, IndexError) as error:
            self._break(f"<{word}> is not told as Tenhou tells it: {_why(error)}")

    def _break(self, text: str) -> None:
        """The rest of the hand is left out."""
        if self.hand is not None and not self.broken:
            self.hand.problem = text
            self.broken = True
        elif self.hand is None:
            self._problem(text)

    def _outside(self, word: str, values: dict[str, str]) -> None:
        if word == "UN" and not self.log.names:
            names = [unquote(values.get(f"n{seat}", "")) for seat in range(self.log.room.players)]
            self.log.names = names

    def _begin(self, values: dict[str, str]) -> None:
        self.broken, self.hand = False, None
        seats = self.log.room.players
        number, honba, sticks, _, _, marker = _numbers(values["seed"], 6)
        dealer, scores = int(values["oya"]), _numbers(values["ten"])[:seats]
        hand = ToldHand(
            dealer, number // 4 * seats + number % 4, honba, sticks, [100 * one for one in scores]
        )
        self.hand = hand
        self.log.hands.append(hand)
        hand.indicators.append(self._code(marker))
        dealt = [_numbers(values[f"hai{seat}"]) for seat in range(4) if values.get(f"hai{seat}")]
        if len(dealt) != seats or any(len(one) != told.HAND for one in dealt):
            raise ValueError(f"it deals {len(dealt)} hands; {seats} play, with 13 tiles each")
        hand.hands = bytes(self._code(tile) for one in dealt for tile in one)

    def _code(self, number: int) -> int:
        if not 0 <= number < 136:
            raise ValueError(f"there is no tile {number}")
        return CODES[self.red][number]

    def _event(self, word: str, values: dict[str, str]) -> None:
        hand = self.hand
        assert hand is not None
        if word == "N":
            hand.events += self._meld(int(values["who"]), int(values["m"]))
        elif word == "REACH":
            if values["step"] == "1":
                hand.events += row(Word.RIICHI, int(values["who"]))
        elif word == "DORA":
            code = self._code(int(values["hai"]))
            hand.indicators.append(code)
            hand.events += row(Word.INDICATOR, told.NONE, code)
        elif word == "AGARI":
            who, giver = int(values["who"]), int(values["fromWho"])
            hand.events += row(Word.WIN, who, self._code(int(values["machi"])), giver)
            ura = values.get("doraHaiUra")
            if ura:
                hand.ura = bytes(self._code(tile) for tile in _numbers(ura))
            self._paid(values)
        elif word == "RYUUKYOKU":
            kind = values.get("type")
            if kind not in ENDS:
                raise ValueError(f"the end {kind!r} is not known")
            end, why = ENDS[kind]
            hand.events += row(end, told.NONE, why)
            self._paid(values)
        else:
            raise ValueError("there is no such tag")

    def _paid(self, values: dict[str, str]) -> None:
        hand, seats = self.hand, self.log.room.players
        assert hand is not None
        numbers = [100 * one for one in _numbers(values["sc"])]
        hand.pay(numbers[1 : 2 * seats : 2])
        hand.after = [a + b for a, b in zip(numbers[::2], numbers[1::2], strict=True)][:seats]
        if "owari" in values:
            parts = values["owari"].split(",")[: 2 * seats]
            self.log.over = True
            scores = [100 * int(one) for one in parts[::2]]
            self.log.ending = Ending(scores, [float(one) for one in parts[1::2]])

    def _meld(self, seat: int, m: int) -> bytes:
        """The row of a call or kan, out of its bits."""
        giver = (seat + (m & 3)) % 4
        if m & 4:
            kind, called = divmod(m >> 10, 3)
            base = 36 * (kind // 7) + 4 * (kind % 7)
            tiles = [base + 4 * k + (m >> 3 + 2 * k & 3) for k in range(3)]
            word = Word.CHI
        elif m & 24:
            kind, called = divmod(m >> 9, 3)
            spare = 4 * kind + (m >> 5 & 3)
            tiles = [tile for tile in range(4 * kind, 4 * kind + 4) if tile != spare]
            if m & 16:
                return row(Word.ADDED_KAN, seat, self._code(spare), giver)
            word = Word.PON
        elif m & 32:
            return row(Word.NORTH, seat, self._code(m >> 8))
        else:
            kind, called = divmod(m >> 8, 4)
            tiles = list(range(4 * kind, 4 * kind + 4))
            word = Word.OPEN_KAN if m & 3 else Word.CLOSED_KAN
        codes = [self._code(tile) for tile in tiles]
        if word == Word.CLOSED_KAN:
            return row(word, seat, kind_of(codes[0]) or 0, seat, *codes)
        code = codes.pop(called)
        return row(word, seat, code, giver, *codes)


def _numbers(text: str, count: int | None = None) -> list[int]:
    numbers = [int(one) for one in text.split(",")]
    if count is not None and len(numbers) < count:
        raise ValueError(f"{text!r} should be {count} numbers")
    return numbers


def _why(error: Exception) -> str:
    return f"it lacks {error}" if isinstance(error, KeyError) else str(error)
