"""A won hand as the yaku see it: the case of a golden file, taken apart."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tests.games.riichi.reference.notation import kind, tiles
from tests.games.riichi.reference.readings import Block, Reading

KANS = ("ankan", "kakan", "daiminkan")
CLOSED_MELDS = ("ankan", "gc")
MELD_SHAPES = {"gc": "cross", "atama": "pair"}
WINDS = ("1z", "2z", "3z")


@dataclass(frozen=True)
class Facts:
    """What does not depend on how the hand is read."""

    case: dict[str, Any]
    options: dict[str, Any]
    almighty: tuple[str, ...] = ()  # what the almighty tiles stand for
    waits: tuple[str, ...] = ()  # only where the rules count them

    def flag(self, name: str) -> bool:
        return bool(self.case.get("flags", {}).get(name, False))

    @cached_property
    def by(self) -> str:
        return str(self.case["win_by"])

    @cached_property
    def concealed(self) -> list[str]:
        """The concealed tiles without the winning tile, the almighty as what it stands for."""
        return tiles(self.case["hand"]) + list(self.almighty)

    @cached_property
    def melds(self) -> list[tuple[str, list[str]]]:
        return [(name, tiles(text)) for name, text in self.case["melds"]]

    @cached_property
    def winning(self) -> list[str]:
        """The winning tile as what it counts; nothing for a win by discards."""
        if self.by == "bingo":
            return []
        return [self.case.get("pocchi_as") or self.case["win_tile"]]

    @cached_property
    def all_tiles(self) -> list[str]:
        return self.concealed + [tile for _, meld in self.melds for tile in meld] + self.winning

    @cached_property
    def kinds(self) -> list[str]:
        return [kind(tile) for tile in self.all_tiles]

    @cached_property
    def counts(self) -> Counter[str]:
        """Concealed kinds, the winning tile included."""
        return Counter(kind(tile) for tile in self.concealed + self.winning)

    @property
    def win_kind(self) -> str:
        return kind(self.winning[0])

    @cached_property
    def closed(self) -> bool:
        return all(name in CLOSED_MELDS for name, _ in self.melds)

    @cached_property
    def crossed(self) -> bool:
        """Whether a set is a Grand Cross, which no yaku about suits and ends can use."""
        return any(name == "gc" for name, _ in self.melds)

    @cached_property
    def called_pairs(self) -> list[str]:
        return [kind(meld[0]) for name, meld in self.melds if name == "atama"]

    @property
    def riichi(self) -> bool:
        return bool(self.case["riichi"] != "none")

    @property
    def tsumo(self) -> bool:
        return self.by == "tsumo"

    @property
    def dealer_wins(self) -> bool:
        return bool(self.case["winner"] == self.case["dealer"])

    @property
    def seat_wind(self) -> str:
        return WINDS[(self.case["winner"] - self.case["dealer"]) % 3]

    @property
    def aside(self) -> int:
        removed = self.case.get("removed_tiles", 0)
        return len(tiles(removed)) if isinstance(removed, str) else int(removed)

    def aside_of(self, target: str) -> int:
        """Tiles of a kind that were set aside, where a kind is."""
        if self.options["nuki_tile"] == "19m":
            return tiles(str(self.case.get("removed_tiles") or "")).count(target)
        return self.aside if self.options["nuki_tile"] == target else 0

    def indicators(self, name: str) -> list[str]:
        return tiles(self.case.get(name) or "")

    @cached_property
    def meld_blocks(self) -> tuple[Block, ...]:
        return tuple(
            Block(
                MELD_SHAPES.get(name, "triplet"),
                kind(meld[0]),
                concealed=name in CLOSED_MELDS,
                kan=name in KANS or (name == "gc" and bool(self.options.get("gc_counts_as_kan"))),
            )
            for name, meld in self.melds
        )


@dataclass(frozen=True)
class View:
    """One reading, with the place in it that the winning tile took."""

    facts: Facts
    form: str
    blocks: tuple[Block, ...]  # called ones last
    completed: int  # index of the block finished by the winning tile; -1 in an orphan hand

    @property
    def options(self) -> dict[str, Any]:
        return self.facts.options

    @cached_property
    def sets(self) -> list[Block]:
        return [block for block in self.blocks if block.shape != "pair"]

    @cached_property
    def runs(self) -> list[Block]:
        return [block for block in self.blocks if block.shape == "run"]

    @cached_property
    def triplets(self) -> list[Block]:
        return [block for block in self.blocks if block.shape == "triplet"]

    @cached_property
    def pair(self) -> str:
        """The kind of the pair of a standard hand."""
        return next(block.kind for block in self.blocks if block.shape == "pair")

    def triplet_of(self, kind: str) -> bool:
        return any(block.kind == kind for block in self.triplets)

    @property
    def wait(self) -> str:
        """The wait that the winning tile answered, as this reading has it."""
        block, won = self.blocks[self.completed], self.facts.win_kind
        if block.shape != "run":
            return "tanki" if block.shape == "pair" else "shanpon"
        if won == block.kinds[1]:
            return "kanchan"
        low_edge = won == block.kinds[2] and block.kind[0] == "1"
        high_edge = won == block.kinds[0] and block.kind[0] == "7"
        return "penchan" if low_edge or high_edge else "ryanmen"


def views(facts: Facts, reading: Reading) -> list[View]:
    """The reading with the winning tile in each place where it can have gone."""
    if reading.form == "orphans":
        return [View(facts, "orphans", (), -1)]
    found = []
    for i, block in enumerate(reading.blocks):
        if facts.win_kind in block.kinds:
            blocks = list(reading.blocks)
            if facts.by == "ron":  # a triplet finished by a discard is not a concealed one
                blocks[i] = Block(block.shape, block.kind, concealed=False)
            found.append(View(facts, reading.form, (*blocks, *facts.meld_blocks), i))
    return found
