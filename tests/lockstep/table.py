"""One round of plain sanma on the engine, in words that other engines share.

A *move* is a tuple: ("dahai", tile), ("pon", tiles used), ("ankan", tile), ("kakan", tile), and
("reach",), ("hora",), ("kita",), ("daiminkan",), ("ryukyoku",), ("none",).  Tiles are mjai names.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from shugi._fast import actions as act
from shugi._fast.batch import Batch
from shugi._fast.rules import Rules
from shugi._fast.tiles import code_name, kind_of

HONOURS = dict(zip((f"{i}z" for i in range(1, 8)), "ESWNPFC", strict=True))
VERBS = {
    act.action_id("pass"): "none",
    act.action_id("win"): "hora",
    act.action_id("riichi"): "reach",
    act.action_id("kan_closed"): "ankan",
    act.action_id("kan_added"): "kakan",
    act.action_id("kan_open"): "daiminkan",
    act.action_id("pon"): "pon",
    act.action_id("nuki"): "kita",
    act.action_id("abort"): "ryukyoku",
}
ACTION_OF = {word: action for action, word in VERBS.items()}

Move = tuple[object, ...]


def mjai(code: int) -> str:
    """mjai name of a tile code: 5pr for the red five, E for East."""
    name = code_name(code)
    return f"5{name[1]}r" if name[0] == "0" else HONOURS.get(name, name)


CODE_OF = {mjai(code): code for code in range(64) if code in (*range(34), 34, 35, 36)}


def from_136(tile: int) -> int:
    """Tile code of a 0-135 tile id, in which 16, 52 and 88 are the red fives."""
    return {16: 34, 52: 35, 88: 36}.get(tile, tile // 4)


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
    def phase(self) -> str:
        return str(self.batch.state(0)["phase"])

    def words(self) -> set[str]:
        """What the seat may do, tiles of kans and calls left out."""
        out = set()
        for action in self.batch.legal_actions(0):
            out.add(f"dahai {mjai(action)}" if action < 64 else VERBS[action])
        return out

    def step(self, action: int) -> None:
        self.batch.step_one(0, action)
        self.over = self.over or bool(self.batch.hand_done[0])

    def play(self, move: Move) -> None:
        """Play a move; which kan and which copies are told when the engine asks."""
        word = move[0]
        if word == "dahai":
            self.step(CODE_OF[str(move[1])])
            return
        seat = self.seat
        self.step(ACTION_OF[str(word)])
        if word in ("ankan", "kakan"):
            self._choose("kan", seat, [CODE_OF[str(move[1])]])
        elif word == "pon":
            self._choose("copies", seat, sorted(CODE_OF[t] for t in move[1]))  # type: ignore[attr-defined]

    def _choose(self, phase: str, seat: int, codes: list[int]) -> None:
        while not self.over and self.phase == phase and self.seat == seat:
            left = list(codes)
            for code in self.batch.state(0)["chosen"]:
                if code in left:
                    left.remove(code)
            legal = self.batch.legal_actions(0)
            self.step(next(code for code in left if code in legal or kind_of(code) in legal))

    def scores(self) -> list[int]:
        return self.batch.scores(0)
