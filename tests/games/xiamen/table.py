"""A Xiamen hand from a chosen wall, played move by move; whoever is not asked for plays dully."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Self

from shugi._fast.core.actions import action_id
from shugi._fast.core.tiles import code_name, parse_tiles
from shugi.envs.rulesets.rules import written_rules
from tests.support.one_game import OneGame

PASS = action_id("pass")
HAND, DEAD = 16, 16
FLOWERS = "1234e1234h"  # all eight


class Table(OneGame):
    """One hand: ``hands`` by seat (what lacks is filled up), then the tiles drawn, in order.

    The first tile of ``draws`` is the dealer's seventeenth; ``last`` is the last live tile. Flowers
    that are not named lie in the dead wall.
    """

    def __init__(
        self,
        hands: Mapping[int, str],
        draws: str = "",
        indicator: str = "8p",
        *,
        game: str = "xiamen",
        dealer: int = 0,
        honba: int = 0,
        last: str = "",
        **options: Any,
    ) -> None:
        rules = written_rules(game, options)
        pool = Pool(rules.tiles)
        turned = pool.take(indicator)
        given = {seat: pool.take(hands.get(seat, "")) for seat in range(4)}
        drawn = pool.take(draws)
        end = pool.take(last)
        dead = pool.flowers()
        for seat in range(4):
            given[seat] += pool.dull(HAND - len(given[seat]))
        dealt = [code for i in range(4) for code in given[(dealer + i) % 4]]
        rest = pool.rest()
        live = len(rest) - (DEAD - 1 - len(dead))  # the last live tile is the one behind these
        wall = [*dealt, *drawn, *rest[:live], *end, *rest[live:], *dead, *turned]
        super().__init__(rules, wall, dealer=dealer, honba=honba)

    @property
    def over(self) -> bool:
        return bool(self.state["hand_over"])

    def hand(self, seat: int) -> str:
        return "".join(code_name(code) for code in self.state["seats"][seat]["hand"])

    # -- playing ---------------------------------------------------------------------------------

    def dull(self) -> None:
        """One decision of no interest: pass, or discard the drawn tile if that may be."""
        state, legal = self.state, self.batch.legal_actions(0)
        if state["phase"] in ("claim", "offer"):
            self.batch.step_one(0, PASS)
            return
        drawn = state["drawn"]
        tiles = [code for code in legal if code < 34] or [code for code in legal if code < 64]
        self.batch.step_one(0, drawn if drawn in tiles else tiles[-1])

    def until(self, seat: int, phase: str = "own") -> Self:
        """On to the next decision of the seat in the phase. Raises: AssertionError."""
        for _ in range(400):
            state = self.state
            if (state["actor"], state["phase"]) == (seat, phase) and not self.over:
                return self
            self.dull()
            assert not self.over, f"the hand ended before seat {seat} had a turn"
        raise AssertionError("never came")

    def to_end(self) -> Self:
        while not self.over:
            self.dull()
        return self

    def drain(self, live: int) -> Self:
        """Dull play until so few tiles are live and a turn has begun."""
        while self.live > live or self.state["phase"] != "own":
            self.dull()
            assert not self.over
        return self


class Pool:
    """What is left of the deck."""

    def __init__(self, tiles: Iterable[int]) -> None:
        self.left = Counter(tiles)

    def take(self, text: str) -> list[int]:
        codes = parse_tiles(text)
        self.left.subtract(codes)
        assert min(self.left.values()) >= 0, f"too many of {text}"
        return codes

    def flowers(self) -> list[int]:
        return self.take("".join(code_name(c) for c in sorted(self.left.elements()) if c > 33))

    def dull(self, n: int) -> list[int]:
        """Tiles as unconnected as can be, honours last."""
        found: list[int] = []
        while len(found) < n:
            kinds = sorted(
                (code for code, left in self.left.items() if left and code not in found),
                key=lambda code: (-self.left[code], code > 26, code % 9 % 3, code),
            )
            found += self.take("".join(code_name(code) for code in kinds[: n - len(found)]))
        return found

    def rest(self) -> list[int]:
        """What is left, like tiles far apart."""
        found: list[int] = []
        while any(self.left.values()):
            kinds = [code for code, left in sorted(self.left.items()) if left]
            found += self.take("".join(code_name(code) for code in kinds))
        return found
