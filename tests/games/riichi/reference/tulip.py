"""Chips of a Super Bingo win, step by step after super_bingo 6.1, 6.2 and 6.4."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.games.riichi.reference import cherry
from tests.games.riichi.reference.facts import Facts
from tests.games.riichi.reference.notation import (
    DECK_KINDS,
    SEVEN_OF,
    is_flower,
    kind,
    neighbours,
    tiles,
)
from tests.games.riichi.reference.worth import Worth
from tests.games.riichi.reference.yaku import ura_of
from tests.games.riichi.reference.yaku_local import SEVENS, rainbows

Stack = tuple[str, ...]
GREAT = ("sanbaiman", "yakuman")


def stacks_of(text: str) -> list[Stack]:
    """The stacks of "top,bottom;..." from the wall's end; () where the top is already drawn."""
    found: list[Stack] = []
    for stack in filter(None, text.split(";")):
        top, bottom = stack.split(",")
        found.append(() if top == "-" else (top, bottom))
    return found


def chips_of(worth: Worth) -> dict[str, Any]:
    """The chips that each payer owes, itemised; add-ons that change a payer's part come later."""
    facts, options = worth.facts, worth.facts.options
    start = int(options["tulip_gold"]) * sum(tile.endswith("g") for tile in facts.all_tiles)
    start += int(options.get("rainbow_value", 0)) * rainbows(facts)
    if options.get("cherry"):
        start += cherry.value_of(worth)
    if not facts.riichi and worth.units == 0:
        return {"start": start, "total": start}
    lives, frozen = cherry.lives(facts, lives_of(worth))
    return play(
        options,
        hand=facts.kinds,
        flowers=facts.aside,
        start=start + start_of_phase(worth),
        lives=lives,
        tier=start_tier(facts, worth.units),
        stacks=stacks_of(facts.case.get("wall_from_end", "")),
        bingo=joining(facts),
        frozen=frozen,
        immune="pocchi_as" in facts.case,
    )


def start_of_phase(worth: Worth) -> int:
    options = worth.facts.options
    start = int(options["tulip_ura"]) * ura_of(worth.facts)
    if options.get("cherry") and not options["cherry_yakuman_bonus"]:
        return start
    if worth.units:
        return start + int(options["tulip_yakuman"]) * worth.units
    counted = worth.limit == "yakuman" and worth.han >= 13
    return start + int(options["tulip_kazoe"]) * counted


def lives_of(worth: Worth) -> int:
    options = worth.facts.options
    lives = int(options["tulip_life_ippatsu"]) * worth.facts.flag("ippatsu")
    return lives + int(options["tulip_life_sanbaiman"]) * worth.limit.startswith(GREAT)


def start_tier(facts: Facts, units: int) -> int:
    sevens = 1 + sum(facts.kinds.count(seven) >= 3 for seven in SEVENS)
    how = facts.options["yakuman_tier"]
    tier = sevens
    if units and how == "add":
        tier = min(3, sevens + units - 1)
    elif units and how == "riichi_plus_one":
        tier = max(sevens, 2 if facts.riichi else 1)
    elif units:
        tier = max(sevens, min(3, units))
    both = {"7pw", "7sw"} <= set(facts.all_tiles)
    return min(3, tier + (both and facts.riichi))


def joining(facts: Facts) -> Counter[str]:
    """Bingo tiles that join the hand: the winner's own and those shown as indicators."""
    if facts.options.get("seven_rush", "off") == "off":
        return Counter()
    if facts.options["bingo_tiles_need_riichi"] and not facts.riichi:
        return Counter()
    shown = facts.indicators("dora_indicators") + facts.indicators("ura_indicators")
    own = Counter(facts.case.get("bingo_in_hand") or {})
    return own + Counter(tile for tile in shown if tile in SEVEN_OF)


def play(
    options: dict[str, Any],
    *,
    hand: list[str],
    flowers: int,
    start: int,
    lives: int,
    tier: int,
    stacks: list[Stack],
    bingo: Mapping[str, int] | None = None,
    frozen: bool = False,
    immune: bool = False,
) -> dict[str, Any]:
    """Turn over stacks until both tiles that count miss without a life left, or the wall ends."""
    joined = [SEVEN_OF[tile] for tile, n in (bingo or {}).items() for _ in range(n)]
    phase = Phase(options, hand + joined, flowers, start, lives, tier, frozen, immune, set(joined))
    for stack in stacks:
        if not stack or phase.ended != "wall":
            break
        phase.turn(stack)
    factor = int(options["tulip_tier3_factor"]) if phase.tier == 3 else 1
    return {
        "start": start,
        "lives": lives,
        "start_tier": tier,
        "ended": phase.ended,
        "reveals": phase.reveals,
        "end_tier": phase.tier,
        "before_double": phase.total,
        "total": phase.total * factor,
    }


@dataclass
class Phase:
    """A tulip under way."""

    options: dict[str, Any]
    hand: list[str]
    flowers: int
    total: int
    lives: int
    tier: int
    frozen: bool  # no life can be gained
    immune: bool  # a death tile does nothing
    present: set[str]  # sevens whose bingo tile is in the hand
    reveals: list[list[Any]] = field(default_factory=list)
    ended: str = "wall"

    def turn(self, stack: Stack) -> None:
        """Look at the top tile, or at both; a death tile ends everything at once."""
        hit = up = False
        for tile in stack[:1] if self.tier == 1 else stack:
            if tile == "7pd" and not self.immune:
                self.die(tile)
                return
            chips, count = self.reveal(tile)
            self.total += chips
            self.reveals.append([tile, chips])
            hit, up = hit or chips > 0, up or count >= self.options["tulip_tier_up_hits"]
        if up:
            self.tier = min(3, self.tier + 1)
        if not hit:
            self.miss()

    def die(self, tile: str) -> None:
        scores = self.options["death_reveal_scores"]
        chips = self.reveal(tile)[0] if scores else 0
        self.total += chips
        self.reveals.append([tile, chips, "death"])
        self.ended = "death"

    def miss(self) -> None:
        if self.lives == 0:
            self.ended = "miss"
            return
        self.lives -= 1
        self.reveals.append(["life", -1])

    def reveal(self, tile: str) -> tuple[int, int]:
        """Chips of a revealed tile, and the tiles touched as far as they can raise the tier."""
        if is_flower(tile):
            return self.flower()
        seven = SEVEN_OF.get(tile)
        of = seven or kind(tile)
        if tile == "5zo" and self.options["shiro_pocchi"]:
            of = max(DECK_KINDS[self.options["tile_set"]], key=self.touched)
            if self.options["pocchi_reveal_flower"] and self.flower()[0] > self.touched(of):
                return self.flower()
        count = self.touched(of)
        if tile.endswith("c") and not self.frozen:
            self.lives += 1
        if seven:
            self.present.add(seven)
        if of in self.present:
            self.hand.append(of)
        return count * (2 if tile.endswith("w") else 1), count

    def flower(self) -> tuple[int, int]:
        chips = int(self.options["tulip_flower"]) * self.flowers
        return chips, chips if self.options["flower_tier_up"] else 0

    def touched(self, of: str) -> int:
        near = neighbours(of, self.options["tile_set"])
        return sum(kind in near for kind in self.hand)


def replay(options: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """A case of kind "tulip": only the phase itself."""
    return play(
        options,
        hand=[kind(tile) for tile in tiles(given["tulip_hand"])],
        flowers=given["removed_flowers"],
        start=given["start"],
        lives=given["lives"],
        tier=given["start_tier"],
        stacks=stacks_of(given["wall_from_end"]),
        bingo=given.get("bingo_in_hand"),
    )
