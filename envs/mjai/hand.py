"""A hand as events, as far as somebody knows what happened in it."""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from shugi._fast.core.tiles import kind_of
from shugi._fast.rules.compile import Rules
from shugi.envs.mjai import tokens
from shugi.envs.mjai.words import HIDDEN, NAMES, NORTH, Event, State


@dataclass
class HandLog:
    """What happened in a hand, as far as somebody knows.

    Attributes:
        rules: by which it is played.
        state: of the table when the hand began, or any later one of it.
        hands: 13 names by seat; hidden ones are "?".
        scores: when it began; ``events`` takes riichi sticks from them.
        tokens: the public events.
        melds: by seat, as they are now.
        draws: by seat, names in order; "?" where they end.
        unpaid: whose riichi is not accepted yet, once ``events`` has told all; -1: nobody's.
    """

    rules: Rules
    state: State
    hands: list[list[str]]
    scores: list[int]
    tokens: list[int]
    melds: list[list[Mapping[str, Any]]]
    draws: list[list[str]] = field(default_factory=list)
    unpaid: int = -1

    def __post_init__(self) -> None:
        options = self.rules.options  # a copy each time
        self.cost = int(options["riichi_cost"])
        self.turned_with_discard = options["open_kan_dora"] == "on_discard"

    def events(self) -> Iterator[Event]:
        """Tell the hand from ``start_kyoku`` on, but for a draw that nothing has followed yet."""
        yield self._start()
        draws = [iter(row) for row in self.draws]
        melds: list[Iterator[Mapping[str, Any]]] = [iter(row) for row in self.melds]
        holds, last = -1, (-1, -1)  # who has called and must discard; who discarded what
        left = deque(self.tokens[1:])
        while left:
            seat, event, code = tokens.parts(left.popleft())
            yield from self.accepted()
            if event == tokens.INDICATOR:
                yield _dora(code)
                continue
            if event not in tokens.CALLS and holds != seat:
                yield {"type": "tsumo", "actor": seat, "pai": next(draws[seat], HIDDEN)}
            holds = -1
            if event in tokens.DISCARDS:
                yield from self._discard(seat, event, code, left)
                last = seat, code
            elif event == tokens.NUKI:
                yield {"type": "kita", "actor": seat, "pai": NAMES[NORTH]}
            elif event == tokens.KAKAN:
                yield self._kakan(seat, code)
            else:
                yield _call(seat, event, next(melds[seat], closed_kan(code)), last)
                holds = -1 if event in (tokens.DAIMINKAN, tokens.ANKAN) else seat

    def accepted(self) -> Iterator[Event]:
        """Tell that the last riichi has passed, if there is one."""
        if self.unpaid < 0:
            return
        deltas = [-self.cost * (seat == self.unpaid) for seat in range(len(self.scores))]
        self.scores = [score + delta for score, delta in zip(self.scores, deltas, strict=True)]
        yield {
            "type": "reach_accepted",
            "actor": self.unpaid,
            "deltas": deltas,
            "scores": list(self.scores),
        }
        self.unpaid = -1

    def _discard(self, seat: int, event: int, code: int, left: deque[int]) -> Iterator[Event]:
        """A discard; what the engine turns with it is told before it, as the sites do."""
        if left and tokens.parts(left[0])[:2] == (seat, tokens.RIICHI):
            left.popleft()
            self.unpaid = seat
            yield {"type": "reach", "actor": seat}
        due = self.turned_with_discard
        while due and left and tokens.parts(left[0])[1] == tokens.INDICATOR:
            yield _dora(tokens.parts(left.popleft())[2])
        quick = event == tokens.TSUMOGIRI
        yield {"type": "dahai", "actor": seat, "pai": NAMES[code], "tsumogiri": quick}

    def _start(self) -> Event:
        state, seats = self.state, len(self.scores)
        _, _, marker = tokens.parts(self.tokens[0])
        return {
            "type": "start_kyoku",
            "bakaze": "ESWN"[state["round"] // seats],
            "dora_marker": NAMES[marker],
            "kyoku": state["round"] % seats + 1,
            "honba": state["honba"],
            "kyotaku": state["sticks"],
            "oya": state["dealer"],
            "scores": list(self.scores),
            "tehais": self.hands,
        }

    def _kakan(self, seat: int, code: int) -> Event:
        """The fourth tile to a pon; while it may be robbed the meld is a pon still."""
        kind = kind_of(code)
        meld = next(
            meld
            for meld in self.melds[seat]
            if meld["type"] in ("kakan", "pon") and kind_of(meld["tiles"][0]) == kind
        )
        added = [*meld["tiles"], self.state["discard"]][3]
        return {
            "type": "kakan",
            "actor": seat,
            "pai": NAMES[added],
            "consumed": [NAMES[tile] for tile in meld["tiles"][:3]],
        }


def _dora(code: int) -> Event:
    return {"type": "dora", "dora_marker": NAMES[code]}


def closed_kan(code: int) -> Mapping[str, Any]:
    """Make the meld of a closed kan that may still be robbed: it is not among the melds."""
    return {"type": "ankan", "tiles": [code] * 4}


def _call(seat: int, event: int, meld: Mapping[str, Any], last: tuple[int, int]) -> Event:
    tiles = list(meld["tiles"])
    if event == tokens.ANKAN:
        return {"type": "ankan", "actor": seat, "consumed": [NAMES[tile] for tile in tiles]}
    target, code = last
    used = tiles[:3] if meld["type"] == "kakan" else tiles
    used.remove(code)
    return {
        "type": tokens.CALLS[event],
        "actor": seat,
        "target": target,
        "pai": NAMES[code],
        "consumed": [NAMES[tile] for tile in used],
    }
