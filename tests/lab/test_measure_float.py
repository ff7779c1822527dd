"""A float in Hangzhou whose worth can be written down: any tile wins on the next draw.

Throwing the wildcard away pays ``next win x P(nobody wins until then) - sum of what the others win
x P(they win first)``, or no next win at all where the wall is too short for another draw. The
opponents hold four pons and a tile each: they win by drawing its like.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id
from shugi._fast.core.tiles import parse_tiles
from shugi.agents import Baseline
from shugi.agents.plans.playouts import Playouts
from shugi.envs.gains import prices_of
from shugi.envs.notation.position import load_position

FLOAT, WIN = (action_id("1w"),), (action_id("win"),)
OWN = "123456789m123p1w"  # any tile wins: a wild eye
PONS = ("1z 2z 3z 4z", "9p 8p 7p 6p", "9s 8s 7s 6s")
FED = "0230", "1301", "1201"  # nobody has three sets from one player
RESERVE = 20  # never drawn; the indicator is one of them
SEATS = 4


@dataclass(frozen=True)
class Floating:
    """Seat 0 has drawn a wildcard to a hand that any tile wins."""

    live: int
    dealer: int = 1
    stays: int = 0
    few_kinds: bool = True
    """What is hidden is of few kinds: the others are likelier to win."""

    @property
    def hidden(self) -> list[int]:
        """A tile of each opponent, the live ones, and the reserve but for the indicator."""
        n = 3 + self.live + RESERVE - 1
        kinds = "5s 1s 2s 3s 5p 4s 6z 7z" if self.few_kinds else ""
        some = [code for tile in kinds.split() for code in parse_tiles(tile) * 4]
        return some[:n] if self.few_kinds else self._spread(n)

    def _spread(self, n: int) -> list[int]:
        """Two tiles of a kind, as far as they go."""
        rest = self._rest()
        twice = [code for code in sorted(rest) if rest[code] >= 2]
        return [code for code in twice for _ in range(2)][:n]

    def _rest(self) -> Counter[int]:
        """Tiles that are neither seat 0's nor in the pons, the indicator apart."""
        batch = load_position(self._text())
        rest = Counter(batch.state(0)["wall"])
        rest.subtract(parse_tiles(OWN + "1w"))
        for row in PONS:
            rest.subtract([code for tile in row.split() for code in parse_tiles(tile) * 3])
        rest.subtract([parse_tiles("4s")[0]])  # the indicator keeps its face
        return +rest

    def _text(self) -> str:
        rows = [
            f"seat{seat} hand=5s melds="
            + "".join(
                f"pon({tile}{tile}'{tile})<{source}"
                for tile, source in zip(row.split(), sources, strict=True)
            )
            for seat, (row, sources) in enumerate(zip(PONS, FED, strict=True), start=1)
        ]
        head = f"rules hangzhou\nround E1 dealer={self.dealer} honba={self.stays}\nturn own 0"
        return "\n".join([head, f"seat0 hand={OWN}+1w", *rows, "dora 4s", "wall ..."])

    def batch(self) -> Batch:
        batch = load_position(self._text())
        state = batch.state(0)
        indicator = state["wall"][INDICATOR_PLACE]
        rest = self._rest()
        rest.subtract(self.hidden)
        assert min(rest.values()) >= 0
        rivers = sorted(rest.elements())
        for seat in range(SEATS):
            state["seats"][seat]["river"] = rivers[seat::SEATS]
            state["seats"][seat]["river_flags"] = [0] * len(rivers[seat::SEATS])
        for seat, code in enumerate(self.hidden[:3], start=1):
            state["seats"][seat]["hand"] = [code]
        left = self.hidden[3:]
        place = INDICATOR_PLACE - (136 - len(left) - 1)
        state["wall"] = [*left[:place], indicator, *left[place:]]
        for name in ("head", "tail", "history", "history_total"):
            state.pop(name, None)
        batch.set_state(0, state)
        return batch

    # ---- the closed form

    def first_winners(self) -> list[float]:
        """How likely seat 1, 2 and 3 are to win with their next draw, nobody having won before."""

        @cache
        def chances(left: tuple[int, ...], seat: int) -> tuple[float, ...]:
            if seat == SEATS:
                return ()
            wins, later = 0.0, np.zeros(SEATS - 1 - seat)
            n = sum(left)
            for held, n_held in enumerate(left):
                after = [c - (k == held) for k, c in enumerate(left)]
                for drawn, n_drawn in enumerate(after):
                    chance = n_held / n * n_drawn / (n - 1)
                    if held == drawn:
                        wins += chance
                    elif chance:
                        then = tuple(sorted(c - (k == drawn) for k, c in enumerate(after)))
                        later += chance * np.array(chances(then, seat + 1))
            return (wins, *later)

        return list(chances(tuple(sorted(Counter(self.hidden).values())), 1))

    def pays(self, winner: int, loser: int, multiplier: int) -> int:
        """Hangzhou section 5; nobody has three sets from another."""
        bank = {1: 2, 2: 4, 3: 8}[min(3, self.stays + 1)]
        return (bank if self.dealer in (winner, loser) else 1) * multiplier

    def win(self, multiplier: int) -> int:
        return sum(self.pays(0, seat, multiplier) for seat in range(1, SEATS))

    def worth(self) -> float:
        first = self.first_winners()
        lost = sum(chance * self.pays(seat, 0, 1) for seat, chance in enumerate(first, start=1))
        again = self.live >= SEATS  # seat 0 draws once more: wild eye and one float
        return (1 - sum(first)) * self.win(4) * again - lost


INDICATOR_PLACE = 116

CASES = {
    "plain": Floating(4),
    "more tiles": Floating(8, few_kinds=False),
    "many kinds": Floating(4, few_kinds=False),
    "no draw left": Floating(3),
    "own bank": Floating(4, dealer=0),
    "third stay": Floating(4, dealer=2, stays=2),
    "third stay, no draw left": Floating(3, dealer=2, stays=2),
}


@pytest.mark.parametrize("name", CASES)
def test_playouts_find_the_closed_form(name: str) -> None:
    case = CASES[name]
    batch = case.batch()
    assert {FLOAT[0], WIN[0]} <= set(batch.legal_actions(0))
    playouts = Playouts(batch.rules, Baseline(), 4000, worth=prices_of(batch.rules))
    found = playouts.values(
        batch,
        np.zeros(1, np.int64),
        [[FLOAT, WIN]],
        np.array([11], np.uint64),
        np.random.default_rng(1),
    )[0].astype(np.float64)
    assert (found[1] == case.win(2)).all()
    error = found[0].std() / np.sqrt(found.shape[1])
    assert abs(found[0].mean() - case.worth()) < 4.5 * error
    assert (found[0].mean() > found[1].mean()) == (case.worth() > case.win(2))


def test_the_float_pays_while_there_is_a_draw() -> None:
    pays = {name: case.worth() > case.win(2) for name, case in CASES.items()}
    assert pays == {name: case.live >= SEATS for name, case in CASES.items()}
    chances = CASES["plain"].first_winners(), CASES["many kinds"].first_winners()
    assert 0.2 < sum(chances[0]) < 0.5 and 0 < sum(chances[1]) < sum(chances[0]) / 2
