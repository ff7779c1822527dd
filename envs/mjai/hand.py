"""A hand as events, as far as somebody knows what happened in it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from shugi._fast.core.tiles import kind_of
from shugi.envs.mjai import tokens
from shugi.envs.mjai.words import HIDDEN, NAMES, NORTH, Event, State


@dataclass
class HandLog:
    """What happened in a hand, as far as somebody knows.

    Attributes:
        state: of the table when the hand began, or any later one of it.
        hands: 13 names by seat; hidden ones are "?".
        scores: when it began.
        tokens: the public events.
        melds: by seat, as they are now.
        draws: by seat, names in order; "?" where they end.
    """

    state: State
    hands: list[list[str]]
    scores: list[int]
    tokens: list[int]
    melds: list[list[Mapping[str, Any]]]
    draws: list[list[str]] = field(default_factory=list)

    def events(self) -> Iterator[Event]:
        """Tell the hand from ``start_kyoku`` on, but for a draw that nothing has followed yet."""
        yield self._start()
        draws = [iter(row) for row in self.draws]
        melds: list[Iterator[Mapping[str, Any]]] = [iter(row) for row in self.melds]
        holds, accepted = -1, -1  # who has called and must discard; whose riichi is not paid yet
        last = -1, -1  # who discarded what
        following = [*self.tokens[1:], 0]
        for k, (token, after) in enumerate(zip(self.tokens, following, strict=True)):
            seat, event, code = tokens.parts(token)
            if event == tokens.INDICATOR:
                if k:
                    yield {"type": "dora", "dora_marker": NAMES[code]}
                continue
            if event == tokens.RIICHI:
                accepted = seat
                continue
            if accepted >= 0:
                yield {"type": "reach_accepted", "actor": accepted}
                accepted = -1
            if event not in tokens.CALLS and holds != seat:
                yield {"type": "tsumo", "actor": seat, "pai": next(draws[seat], HIDDEN)}
            holds = -1
            if event in (tokens.DISCARD, tokens.TSUMOGIRI):
                if tokens.parts(after)[:2] == (seat, tokens.RIICHI):
                    yield {"type": "reach", "actor": seat}
                quick = event == tokens.TSUMOGIRI
                yield {"type": "dahai", "actor": seat, "pai": NAMES[code], "tsumogiri": quick}
                last = seat, code
            elif event == tokens.NUKI:
                yield {"type": "kita", "actor": seat, "pai": NAMES[NORTH]}
            elif event == tokens.KAKAN:
                yield self._kakan(seat, code)
            else:
                yield _call(seat, event, next(melds[seat], closed_kan(code)), last)
                holds = -1 if event in (tokens.DAIMINKAN, tokens.ANKAN) else seat
        self.unpaid = accepted

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
