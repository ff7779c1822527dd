"""The order of what seats did in a hand, as tenhou.net/6 leaves it to be found.

It tells of each seat what it took and what it put down. After a discard the next seat draws, unless
another one took the tile. Where both are possible, orders are tried in which everything told finds
its place.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from shugi._fast.batch.told import WIDTH
from shugi._fast.core.tiles import kind_of
from shugi.envs.told import hand as told
from shugi.envs.told.hand import LogError, Word, row

HONOURS = 27
CODES = {10 * (suit + 1) + n: 9 * suit + n - 1 for suit in range(3) for n in range(1, 10)}
CODES |= {40 + n: HONOURS + n - 1 for n in range(1, 8)} | {51: 34, 52: 35, 53: 36}
NUMBERS = {code: number for number, code in CODES.items()}
"""Tile codes as the format calls them: 11 is 1m, 47 the red dragon, 51 the red 5m."""
TSUMOGIRI, LAID = -60, -1  # a discard of the tile just drawn; nothing, after an open kan
SIGNS = {
    "c": Word.CHI,
    "p": Word.PON,
    "m": Word.OPEN_KAN,
    "k": Word.ADDED_KAN,
    "a": Word.CLOSED_KAN,
    "f": Word.NORTH,
}
SIGNLESS = {60: TSUMOGIRI, 0: LAID}
Entry = int | bytes | tuple[bytes, int]
CALL = re.compile(r"(?:\d\d)*([a-z])(?:\d\d)+\Z")
MOST_STEPS = 20_000  # of all orders that are tried
MOST_ORDERS = 8


def code_of(number: object) -> int:
    code = CODES.get(number) if isinstance(number, int) else None
    if code is None:
        raise LogError(f"{number!r} is no tile")
    return code


def _discard(number: int) -> int:
    return SIGNLESS.get(number) or code_of(number)


@dataclass(slots=True)
class _Moment:
    """Where an order has come to."""

    events: bytearray
    took: list[int]  # by seat: how many of its entries have their place
    put: list[int]
    seat: int  # whose turn it is
    draws: bool  # it takes a tile now, or else it puts one down
    drawn: int


class Orders:
    """All orders in which what every seat took and put down finds its place."""

    def __init__(self, takes: Sequence[list[Any]], puts: Sequence[list[Any]], dealer: int) -> None:
        self.seats = len(takes)
        self.takes: list[list[bytes]] = []
        self.puts: list[list[Entry]] = []
        for seat in range(self.seats):
            self.takes.append([self._taken(one, seat) for one in takes[seat]])
            self.puts.append([self._laid(one, seat) for one in puts[seat]])
        none = [0] * self.seats
        if dealer >= self.seats:
            raise LogError(f"seat {dealer} deals; {self.seats} play")
        self.open = [_Moment(bytearray(), none, none[:], dealer, True, told.NONE)]
        self.steps = 0
        self.furthest = -1
        self.stuck = ""

    def found(self) -> list[bytearray]:
        """The orders, the likeliest first. Raises: LogError: there is none."""
        orders: list[bytearray] = []
        while self.open and len(orders) < MOST_ORDERS:
            done = self._follow(self.open.pop())
            if done is not None:
                orders.append(done)
        if not orders:
            raise LogError(f"what the seats did fits into no order: {self.stuck}")
        return orders

    def _taken(self, given: object, seat: int) -> bytes:
        """The row of a draw, or of a call."""
        if isinstance(given, int):
            return row(Word.DRAW, seat, code_of(given))
        return self._called_row(given, seat, True)

    def _laid(self, given: object, seat: int) -> Entry:
        """The code of a discard, of a riichi with its row; the row of a kan."""
        if isinstance(given, int):
            return _discard(given)
        if isinstance(given, str) and given[:1] == "r":
            return row(Word.RIICHI, seat), _discard(int(given[1:]))
        return self._called_row(given, seat, False)

    def _called_row(self, given: object, seat: int, takes: bool) -> bytes:
        if not isinstance(given, str):
            raise LogError(f"{given!r} is neither a tile nor a call")
        sign = CALL.match(given)
        if sign is None or sign[1] not in SIGNS:
            raise LogError(f"{given!r} is no call")
        word, at = SIGNS[sign[1]], given.index(sign[1])
        if (word in told.CALLS) != takes:
            raise LogError(f"{given!r} stands in the wrong list")
        digits = given.replace(sign[1], "")
        tiles = [code_of(int(digits[k : k + 2])) for k in range(0, len(digits), 2)]
        if len(tiles) not in SIZES[word] or at // 2 >= len(tiles):
            raise LogError(f"{given!r} is no call")
        called = tiles.pop(at // 2)
        # before the tile sit the one to the left, the one opposite, and at its end to the right
        behind = 3 if at == 0 else 2 if at == 2 else 1
        # of three players sites count the one across in different ways: then any giver will do
        giver = (seat + behind) % 4 if self.seats == 4 else told.NONE
        if word == Word.NORTH:
            return row(word, seat, called)
        if word == Word.ADDED_KAN:
            return row(word, seat, called, giver)
        if word == Word.CLOSED_KAN:
            return row(word, seat, kind_of(called) or 0, seat, called, *tiles)
        return row(word, seat, called, giver, *tiles)

    def _follow(self, m: _Moment) -> bytearray | None:
        """Go on until all has its place; other ways are kept for later."""
        while True:
            self.steps += 1
            if self.steps > MOST_STEPS:
                self.open.clear()
                self.stuck = "too many orders are possible"
                return None
            if m.draws:
                if not self._take(m):
                    return self._done(m)
            elif not self._put(m):
                return self._done(m)

    def _done(self, m: _Moment) -> bytearray | None:
        left = [
            seat
            for seat in range(self.seats)
            if m.took[seat] < len(self.takes[seat]) or m.put[seat] < len(self.puts[seat])
        ]
        if not left:
            return m.events
        if len(m.events) > self.furthest:
            self.furthest = len(m.events)
            happened = len(m.events) // WIDTH
            self.stuck = f"after {happened} events seat {left[0]} still has something to do"
        return None

    def _take(self, m: _Moment) -> bool:
        """The seat draws. False: it has nothing more, or calls next."""
        seat = m.seat
        entries, k = self.takes[seat], m.took[seat]
        if k == len(entries) or entries[k][0] != Word.DRAW:
            return False
        m.events += entries[k]
        m.drawn = entries[k][2]
        m.took[seat] = k + 1
        m.draws = False
        return True

    def _put(self, m: _Moment) -> bool:
        """The seat discards, or lays down a kan. False: it has nothing more."""
        seat, k = m.seat, m.put[m.seat]
        if k == len(self.puts[seat]):
            return False
        entry = self.puts[seat][k]
        m.put[seat] = k + 1
        if isinstance(entry, bytes):  # a kan or a North
            m.events += entry
            m.draws = True
            return True
        if isinstance(entry, tuple):
            event, code = entry
            m.events += event
        else:
            code = entry
        if code == LAID:
            return False
        quick = code == TSUMOGIRI
        if quick:
            code = m.drawn
            if code == told.NONE:
                return False
        m.events += row(Word.DISCARD, seat, code, 1 if quick else 0)
        self._claim(m, code)
        return True

    def _claim(self, m: _Moment, code: int) -> None:
        """Who goes on after a discard: one whose next entry calls it, or the next seat."""
        giver = m.seat
        calls = []
        for k in range(1, self.seats):
            seat = (giver + k) % self.seats
            at = m.took[seat]
            if at == len(self.takes[seat]):
                continue
            entry = self.takes[seat][at]
            if entry[0] != Word.DRAW and entry[2] == code and entry[3] in (giver, told.NONE):
                calls.append((entry[0] == Word.CHI, seat, entry[:3] + bytes((giver,)) + entry[4:]))
        ways = [self._called(m, seat, entry) for _, seat, entry in sorted(calls)]
        following = (giver + 1) % self.seats
        m.seat, m.draws, m.drawn = following, True, told.NONE
        if ways:
            at = m.took[following]
            if at < len(self.takes[following]) and self.takes[following][at][0] == Word.DRAW:
                self.open.append(_copy(m))
            self.open += ways[:0:-1]
            first = ways[0]
            m.events, m.took, m.put = first.events, first.took, first.put
            m.seat, m.draws, m.drawn = first.seat, first.draws, first.drawn

    def _called(self, m: _Moment, seat: int, entry: bytes) -> _Moment:
        way = _copy(m)
        way.events += entry
        way.took[seat] += 1
        way.seat, way.drawn = seat, told.NONE
        way.draws = entry[0] == Word.OPEN_KAN
        if way.draws and self.puts[seat][way.put[seat] :][:1] == [LAID]:
            way.put[seat] += 1
        return way


SIZES = {
    Word.CHI: (3,),
    Word.PON: (3,),
    Word.OPEN_KAN: (4,),
    Word.ADDED_KAN: (4,),
    Word.CLOSED_KAN: (4,),
    Word.NORTH: (1,),
}


def _copy(m: _Moment) -> _Moment:
    return _Moment(bytearray(m.events), m.took[:], m.put[:], m.seat, m.draws, m.drawn)
