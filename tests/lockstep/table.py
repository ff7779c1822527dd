"""One round of plain sanma on the engine, in words that other engines share.

A *move* is a tuple: ("dahai", tile), ("pon", tiles used), ("ankan", tile), ("kakan", tile), and
("reach",), ("hora",), ("kita",), ("daiminkan",), ("ryukyoku",), ("none",).  Tiles are mjai names.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from shugi._fast.actions import action_id
from shugi._fast.batch import Batch
from shugi._fast.rules import Rules
from shugi._fast.tiles import code_name, kind_of

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

Move = tuple[str | tuple[str, ...], ...]


def mjai(code: int) -> str:
    """mjai name of a tile code: 5pr for the red five, E for East."""
    name = code_name(code)
    return f"5{name[1]}r" if name[0] == "0" else HONOURS.get(name, name)


CODE_OF = {mjai(code): code for code in range(37)}


def from_136(tile: int) -> int:
    """Tile code of a 0-135 tile id, in which 16, 52 and 88 are the red fives."""
    return {16: 34, 52: 35, 88: 36}.get(tile, tile // 4)


def to_136(codes: Sequence[int]) -> list[int]:
    """Tile ids for tile codes, no two alike."""
    out: list[int] = []
    for code in codes:
        red = {34: 16, 35: 52, 36: 88}.get(code)
        first = 4 * code if code < 34 else 0
        free = (first + i for i in range(4) if first + i not in (16, 52, 88))
        out.append(red if red is not None else next(t for t in free if t not in out))
    return out


class Table:
    """The engine's side of a round: what it asks, and what it is told."""

    def __init__(self, rules: Rules, wall: Sequence[int]) -> None:
        self.batch = Batch(rules, 1, auto_reset=False)
        self.batch.set_wall(0, np.array(wall, np.uint8))
        self.over = False

    @property
    def seat(self) -> int:
        return int(self.batch.seat[0])

    @property
    def state(self) -> dict[str, object]:
        return self.batch.state(0)

    @property
    def claim(self) -> object:
        """What identifies the claim that is being asked; None on an own turn."""
        state = self.state
        if self.over or state["phase"] != "claim":
            return None
        return state["history_total"], state["discarder"], state["discard"]

    def moves(self) -> set[Move]:
        """Every move of the seat to decide, with the tiles of kans and calls."""
        out: set[Move] = set()
        for action in self.batch.legal_actions(0):
            if action < 64:
                out.add(("dahai", mjai(action)))
            elif WORDS[action] in ("ankan", "kakan"):
                out |= {(WORDS[action], mjai(code)) for code in self._kan_tiles(action)}
            elif WORDS[action] == "pon":
                out |= {("pon", used) for used in self._pon_tiles()}
            else:
                out.add((WORDS[action],))
        return out

    def _kan_tiles(self, action: int) -> list[int]:
        peek = Batch(self.batch.rules, 1, forced=False, auto_reset=False)
        peek.copy_from(self.batch, np.array([0]), np.array([0]))
        peek.step_one(0, action)
        return peek.legal_actions(0)

    def _pon_tiles(self) -> set[tuple[str, ...]]:
        state = self.batch.state(0)
        hand = state["seats"][self.seat]["hand"]
        kind = kind_of(state["discard"])
        same = [mjai(code) for code in hand if kind_of(code) == kind]
        return {
            tuple(sorted((a, b))) for i, a in enumerate(same) for j, b in enumerate(same) if i != j
        }

    def step(self, action: int) -> None:
        self.batch.step_one(0, action)
        self.over = self.over or bool(self.batch.hand_done[0])

    def play(self, move: Move) -> None:
        """Play a move; which kan and which copies are told when the engine asks."""
        word, *tiles = move
        if word == "dahai":
            self.step(CODE_OF[str(tiles[0])])
            return
        seat = self.seat
        self.step(ACTION_OF[str(word)])
        if word in ("ankan", "kakan"):
            self._choose("kan", seat, [CODE_OF[str(tiles[0])]])
        elif word == "pon":
            self._choose("copies", seat, sorted(CODE_OF[tile] for tile in tiles[0]))

    def _choose(self, phase: str, seat: int, codes: list[int]) -> None:
        while not self.over and self.state["phase"] == phase and self.seat == seat:
            left = list(codes)
            for code in self.batch.state(0)["chosen"]:
                if code in left:
                    left.remove(code)
            legal = self.batch.legal_actions(0)
            self.step(next(code for code in left if code in legal))

    def scores(self) -> list[int]:
        return self.batch.scores(0)

    def hand_without(self, tile: str) -> list[int]:
        """Tile ids of the seat's hand once the tile is discarded."""
        hand = list(self.batch.state(0)["seats"][self.seat]["hand"])
        hand.remove(CODE_OF[tile])
        return to_136(hand)
