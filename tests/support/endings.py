"""Positions with so few tiles left that every arrangement of what is hidden can be played out.

Plain sanma without red fives and Norths set aside; the opponents hold four pons and one tile each.
"""

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shugi._fast.batch.batch import Batch
from shugi._fast.core.tiles import parse_tiles
from shugi.agents.plans import Plan
from shugi.envs.notation import load_position
from shugi.envs.seat import SKIP

RULES = "sanma_base red_fives={} nuki_tile=null"
OTHERS = (("8p", "2s", "1m", "2z"), ("7p", "3s", "9m", "6z"))
DEAD = 14
DORA, URA = 4, 5  # places in the dead wall
ROOM = 4096


@dataclass(frozen=True)
class Ending:
    """Seat 0 to discard; what it cannot see are the tiles of ``pool``: ``live`` tiles to draw, the
    dead wall but for the dora indicator, and a tile of each opponent."""

    hand: str  # thirteen tiles
    drawn: str
    pool: Mapping[str, int]
    live: int
    dora: str = "3z"

    @property
    def hidden(self) -> list[int]:
        return sorted(code for name, n in self.pool.items() for code in parse_tiles(name) * n)

    def batch(self) -> Batch:
        """With some arrangement of the hidden tiles."""
        hidden, dora = self.hidden, parse_tiles(self.dora)
        assert len(hidden) == 2 + self.live + DEAD - 1, len(hidden)
        batch = load_position(self._text())
        rest = Counter(batch.rules.tiles)
        rest.subtract(parse_tiles(self.hand) + parse_tiles(self.drawn) + dora + hidden)
        for row in OTHERS:
            rest.subtract([code for tile in row for code in parse_tiles(tile) * 3])
        assert min(rest.values()) >= 0, +Counter({k: -n for k, n in rest.items()})
        state = batch.state(0)
        left = list(rest.elements())
        # what may be waited for lies in the others' rivers
        left.sort(key=lambda code: code in hidden)
        third = len(left) // 3
        for seat, river in enumerate((left[:third], left[third::2], left[third + 1 :: 2])):
            state["seats"][seat]["river"] = river
            state["seats"][seat]["river_flags"] = [0] * len(river)
        batch.set_state(0, self._arranged(state, hidden))
        return batch

    def _text(self) -> str:
        seats = [
            f"seat{seat} hand=4z melds=" + "".join(f"pon({tile}'{tile}{tile})<0" for tile in row)
            for seat, row in enumerate(OTHERS, start=1)
        ]
        own = f"seat0 hand={self.hand}+{self.drawn}"
        return "\n".join([f"rules {RULES}", "turn own 0", own, *seats, f"dora {self.dora}"])

    def _arranged(self, state: dict[str, Any], hidden: list[int]) -> dict[str, Any]:
        """The hidden tiles in this order: of the opponents, live, then the dead wall, ura first."""
        for seat in (1, 2):
            state["seats"][seat]["hand"] = hidden[seat - 1 : seat]
        dead = hidden[2 + self.live :]
        dead = [*dead[1 : DORA + 1], *parse_tiles(self.dora), dead[0], *dead[DORA + 1 :]]
        state["wall"] = hidden[2 : 2 + self.live] + dead
        for name in ("head", "tail", "ura"):
            state.pop(name, None)
        return state

    def arrangements(self) -> Iterator[tuple[float, list[int]]]:
        """Every arrangement of the hidden tiles as far as it matters (the last places are of no
        account: there is no kan), and how likely it is."""
        count = Counter(self.hidden)
        for places in itertools.product(sorted(count), repeat=3 + self.live):
            left, chance = Counter(count), 1.0
            for code in places:
                chance *= left[code] / left.total()
                left[code] -= 1
                if not chance:
                    break
            if chance:
                yield chance, [*places, *left.elements()]


def exact_values(ending: Ending, plans: list[Plan]) -> NDArray[np.float64]:
    """(plans,) thousands of points that seat 0 gains, all seats going on as the baseline does."""
    batch = ending.batch()
    state = batch.state(0)
    chances, total = [], np.zeros(len(plans))
    portion = ROOM // len(plans)
    games = Batch(batch.rules, portion * len(plans), auto_reset=False)
    starts = Batch(batch.rules, portion, auto_reset=False)

    def play() -> None:
        n = len(chances)
        for p in range(len(plans)):
            games.copy_from(starts, range(n), range(p * n, (p + 1) * n))
        todo = [plan for plan in plans for _ in range(n)]
        total[:] += gains(games, todo).reshape(len(plans), n) @ np.array(chances)
        chances.clear()

    for chance, hidden in ending.arrangements():
        starts.set_state(len(chances), ending._arranged(state, hidden))
        chances.append(chance)
        if len(chances) == portion:
            play()
    if chances:
        play()
    return total


def gains(games: Batch, plans: list[Plan]) -> NDArray[np.float64]:
    """(plans,) what seat 0 gains in the first games by these plans, read off the scores."""
    n = len(plans)
    before = [games.scores(i)[0] for i in range(n)]
    playing = np.arange(games.n) < n
    actions = np.full(games.n, SKIP, np.uint8)
    step = 0
    while playing.any():
        games.baseline(actions, None, playing)
        actions[~playing] = SKIP
        for i in np.flatnonzero(playing):
            if step < len(plans[i]):
                actions[i] = plans[i][step]
        games.step(actions)
        assert not games.status[playing].any()
        playing &= ~games.hand_done
        step += 1
    return np.array([games.scores(i)[0] - before[i] for i in range(n)]) / 1000
