"""One round of riichi on the engine, in words that other engines share.

A *move* is a tuple: ("dahai", tile), ("pon", tiles used), ("chi", tiles used), ("ankan", tile),
("kakan", tile), and ("reach",), ("hora",), ("kita",), ("daiminkan",), ("ryukyoku",), ("none",).
Tiles are mjai names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any, TypeVar

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import TILE_ACTIONS, action_id
from shugi._fast.core.tiles import CODE_NAMES, code_name, kind_of
from shugi._fast.rules.compile import Rules
from shugi.envs import format_position

HONOURS = dict(zip((f"{i}z" for i in range(1, 8)), "ESWNPFC", strict=True))
WORDS = {
    action_id("pass"): "none",
    action_id("win"): "hora",
    action_id("riichi"): "reach",
    action_id("kan_closed"): "ankan",
    action_id("kan_added"): "kakan",
    action_id("kan_open"): "daiminkan",
    action_id("pon"): "pon",
    action_id("nuki"): "kita",
    action_id("abort"): "ryukyoku",
}
ACTION_OF = {word: action for action, word in WORDS.items()}
# calls of a run: the two kinds used, counted from the kind claimed
RUNS = {
    action_id("chi_low"): (1, 2),
    action_id("chi_mid"): (-1, 1),
    action_id("chi_high"): (-2, -1),
}

Move = tuple[str | tuple[str, ...], ...]
T = TypeVar("T")


def _mjai(code: int) -> str:
    name = code_name(code)
    return f"5{name[1]}r" if name[0] == "0" else HONOURS.get(name, name)


WINDS = range(27, 31)  # tile codes
RED = {34: 16, 35: 52, 36: 88}  # tile code: tile id in 0-135
MJAI = {code: _mjai(code) for code in CODE_NAMES if code <= max(RED)}  # 5pr the red five, E East
CODE_OF = {name: code for code, name in MJAI.items()}
_CODE_OF_RED = {tile: code for code, tile in RED.items()}
_PLAIN = {
    code: [t for t in range(4 * code, 4 * code + 4) if t not in _CODE_OF_RED] for code in MJAI
}


def from_136(tile: int) -> int:
    """Tile code of a 0-135 tile id, in which 16, 52 and 88 are the red fives."""
    return _CODE_OF_RED.get(tile, tile // 4)


def to_136(codes: Sequence[int]) -> list[int]:
    """Tile ids for tile codes, no two alike."""
    used: dict[int, int] = {}
    out = []
    for code in codes:
        nth = used[code] = used.get(code, -1) + 1
        out.append(RED[code] if code in RED else _PLAIN[code][nth])
    return out


def dealt_in_fours(wall: Sequence[T], players: int = 3) -> list[T]:
    """The engine deals hand by hand: the same hands for tables that deal 4, 4, 4 and 1 tiles."""
    seats = range(players)
    fours = [13 * seat + 4 * turn + i for turn in range(3) for seat in seats for i in range(4)]
    ones = [13 * seat + 12 for seat in seats]
    return [wall[place] for place in fours + ones] + list(wall[13 * players :])


@dataclass(frozen=True)
class Start:
    """What stands when a round begins."""

    scores: list[int]
    dealer: int = 0
    wind: int = 0
    honba: int = 0
    sticks: int = 0


class Table:
    """The engine's side of a round: what it asks, and what it is told.

    Forced moves are played here, one by one, so that the state before the last one can be seen.
    """

    def __init__(self, rules: Rules, wall: Sequence[int], start: Start) -> None:
        self.players = rules.seats
        self.batch = Batch(rules, 1, auto_reset=False, forced=False)
        self.batch.set_wall(
            0,
            np.array([from_136(tile) for tile in wall], np.uint8),
            dealer=start.dealer,
            round=start.wind * rules.seats + start.dealer,
            honba=start.honba,
            sticks=start.sticks,
            scores=start.scores,
        )
        self._peek = Batch(rules, 1, auto_reset=False, forced=False)
        self.over = False
        self._copies: dict[int, list[int]] = {}  # seat: tiles it wants to use for its call
        self._read()
        self._play_forced()

    def _read(self) -> None:
        self.state: dict[str, Any] = self.batch.state(0)
        self.legal = self.batch.legal_actions(0)
        self.seat = int(self.batch.seat[0])

    @property
    def window(self) -> object:
        """What tells the claim that is being asked from others; None on an own turn."""
        if self.over or self.state["phase"] != "claim":
            return None
        return self.state["history_total"], self.state["discarder"], self.state["discard"]

    def moves(self) -> set[Move]:
        """Every move of the seat to decide, with the tiles of kans and calls."""
        out: set[Move] = set()
        for action in self.legal:
            word = WORDS.get(action, "dahai")
            if action < TILE_ACTIONS:
                out.add((word, MJAI[action]))
            elif word in ("ankan", "kakan"):
                out |= {(word, MJAI[code]) for code in self._kan_tiles(action)}
            elif word == "pon":
                out |= {(word, pair) for pair in self._pon_pairs()}
            elif action in RUNS:
                out |= {("chi", pair) for pair in self._chi_pairs(action)}
            else:
                out.add((word,))
        return out

    def _kan_tiles(self, action: int) -> list[int]:
        self._peek.copy_from(self.batch, np.array([0]), np.array([0]))
        self._peek.step_one(0, action)
        return self._peek.legal_actions(0)

    def _pon_pairs(self) -> set[tuple[str, ...]]:
        kind = kind_of(self.state["discard"])
        return set(combinations(sorted(MJAI[code] for code in self._held(kind)), 2))

    def _held(self, kind: int | None) -> list[int]:
        hand = self.state["seats"][self.seat]["hand"]
        return [code for code in hand if kind_of(code) == kind]

    def _chi_pairs(self, action: int) -> set[tuple[str, ...]]:
        claimed = kind_of(self.state["discard"])
        first, second = (self._held(claimed + step) for step in RUNS[action])
        return {tuple(sorted((MJAI[a], MJAI[b]))) for a, b in product(first, second)}

    def _chi_action(self, tiles: Sequence[str]) -> int:
        """The call of a run that uses these tiles."""
        claimed = kind_of(self.state["discard"])
        steps = tuple(sorted(kind_of(CODE_OF[tile]) - claimed for tile in tiles))
        return next(action for action, run in RUNS.items() if run == steps)

    def play(self, move: Move) -> None:
        """Play a move; which kan and which copies are told when the engine asks."""
        word, *tiles = move
        seat = self.seat
        if word == "dahai":
            self._step(CODE_OF[str(tiles[0])])
        else:
            if word in ("pon", "chi"):
                self._copies[seat] = [CODE_OF[tile] for tile in tiles[0]]
            self._step(self._chi_action(tiles[0]) if word == "chi" else ACTION_OF[str(word)])
            if word in ("ankan", "kakan"):
                self._step(CODE_OF[str(tiles[0])])
        self._play_forced()

    def _step(self, action: int) -> None:
        self.saved, self.before, self.last_action = self.batch.save(0), self.state, action
        self.batch.step_one(0, action)
        self.over = bool(self.batch.hand_done[0])
        if not self.over:
            self._read()

    def _play_forced(self) -> None:
        while not self.over:
            if len(self.legal) == 1:
                self._step(self.legal[0])
            elif self.state["phase"] == "copies":
                wanted = list(self._copies[self.seat])
                for code in self.state["chosen"]:
                    if code in wanted:
                        wanted.remove(code)
                self._step(min(set(wanted) & set(self.legal)))
            else:
                return

    def scores(self) -> list[int]:
        return self.batch.scores(0)

    def ending(self) -> str:
        """How the round ended: win (also by two, by three), draw, or the kind of abortive draw."""
        last = self.batch.state(0)["last"]
        if last["how"] != "abort":
            several = {2: "two_wins", 3: "three_wins"}
            return several.get(len(last["winners"]), str(last["how"]))
        if self.last_action == ACTION_OF["ryukyoku"]:
            return "nine_kinds"
        if self.before["n_kan"] == 4:
            return "four_kans"
        if all(riichi != "none" for riichi in last["riichi"]):
            return "four_riichi"
        winds = self.last_action in WINDS and set(last["turns"]) == {1}
        return "same_wind" if winds else "triple_ron"

    def text(self) -> str:
        """The position, once the round is over the last one of it, as text."""
        if not self.over:
            return format_position(self.batch, 0)
        self._peek.load(0, self.saved)
        return format_position(self._peek, 0)

    def hands(self) -> list[list[int]]:
        """Concealed tiles; once the round is over, as they lie at its end."""
        state = self.before if self.over else self.state
        hands = [list(seat["hand"]) for seat in state["seats"]]
        if self.over and self.last_action < TILE_ACTIONS:
            hands[state["actor"]].remove(self.last_action)
        return hands

    def hand_without(self, tile: str) -> list[int]:
        """Tile ids of the seat's hand once the tile is discarded."""
        hand = list(self.state["seats"][self.seat]["hand"])
        hand.remove(CODE_OF[tile])
        return to_136(hand)
