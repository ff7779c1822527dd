"""Positions with so few tiles left that every arrangement of what is hidden can be played out.

Each opponent holds open pons and one tile.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shugi._fast.batch.batch import Batch
from shugi._fast.core.tiles import parse_tiles
from shugi.agents.plans.plan import Plan
from shugi.envs.notation.position import load_position
from shugi.envs.seat import SKIP

ROOM = 4096


@dataclass(frozen=True)
class Table:
    """What is the same in the endings of a rule set."""

    rules: str
    others: tuple[str, ...]
    """The kinds of the pons of each opponent."""
    dead: int
    """Tiles that are never drawn."""
    indicator: int = 0
    """Its place among them."""
    ura: bool = False
    """Whether the tile behind it matters."""
    scale: float = 1.0
    """Of scores, to the unit that plans are valued in."""
    more: str = ""
    """Lines of the position."""
    aside: tuple[str, ...] = ()
    """Tiles that lie aside, for each seat."""


SANMA = Table(
    "sanma_base red_fives={} nuki_tile=null",
    ("8p 2s 1m 2z", "7p 3s 9m 6z"),
    dead=14,
    indicator=4,
    ura=True,
    scale=0.001,
)


@dataclass(frozen=True)
class Ending:
    """Seat 0 to discard; what it cannot see are the tiles of ``pool``: ``live`` tiles to draw, the
    dead wall but for the indicator, and a tile of each opponent. The rest lies in the rivers."""

    hand: str  # without the drawn tile
    drawn: str
    pool: Mapping[str, int]
    live: int
    dora: str = "3z"
    table: Table = SANMA
    own: str = ""
    """More about seat 0, such as its calls."""
    alike: str = ""
    """Kinds of the pool, equally many of each, that may change places with each other: nothing
    that is paid depends on which of them is which, nor does anybody choose between two of them
    where that matters."""

    @property
    def hidden(self) -> list[int]:
        return sorted(code for name, n in self.pool.items() for code in parse_tiles(name) * n)

    @property
    def opponents(self) -> int:
        return len(self.table.others)

    @property
    def matters(self) -> int:
        """The first so many of the hidden tiles in their order can change what happens."""
        return self.opponents + self.live + self.table.ura

    def batch(self) -> Batch:
        """With some arrangement of the hidden tiles."""
        hidden, table = self.hidden, self.table
        indicator = parse_tiles(self.dora) if self.dora else []
        assert len(hidden) == self.opponents + self.live + table.dead - len(indicator), len(hidden)
        batch = load_position(self._text())
        rest = Counter(batch.state(0)["wall"])
        rest.subtract(batch.state(0)["dora"])
        rest.subtract(hidden)
        for seat in batch.state(0)["seats"]:
            rest.subtract(seat["hand"] + seat["aside"])
            rest.subtract(code for meld in seat["melds"] for code in meld["tiles"])
        for _ in table.others:
            rest[hidden[0]] += 1  # the tile that the text gives to each
        assert min(rest.values()) >= 0, +Counter({k: -n for k, n in rest.items()})
        state = batch.state(0)
        # what may be waited for lies in the others' rivers
        left = sorted(rest.elements(), key=lambda code: code in hidden)
        seats = self.opponents + 1
        own = left[: len(left) // seats]
        others = left[len(own) :]
        for seat in range(seats):
            river = others[seat - 1 :: seats - 1] if seat else own
            state["seats"][seat]["river"] = river
            state["seats"][seat]["river_flags"] = [0] * len(river)
        batch.set_state(0, self._arranged(state, hidden))
        return batch

    def _text(self) -> str:
        table = self.table
        names = {code: name for name in self.pool for code in parse_tiles(name)}
        aside = [f" aside={tiles}" if tiles else "" for tiles in table.aside or [""] * 9]
        seats = [
            f"seat{seat} hand={names[self.hidden[0]]} melds="
            + "".join(
                f"pon({tile}'{tile}{tile})<{(seat + k) % seat}"
                for k, tile in enumerate(row.split())
            )
            + aside[seat]
            for seat, row in enumerate(table.others, start=1)
        ]
        own = f"seat0 hand={self.hand}+{self.drawn}{aside[0]} {self.own}"
        dora = [f"dora {self.dora}"] if self.dora else []
        return "\n".join(
            [f"rules {table.rules}", "turn own 0", own, *seats, *dora, table.more, "wall ..."]
        )

    def _arranged(self, state: dict[str, Any], hidden: list[int]) -> dict[str, Any]:
        """The hidden tiles in this order: of the opponents, live, the one behind the indicator, the
        rest of the dead wall."""
        others = self.opponents
        for seat in range(1, others + 1):
            state["seats"][seat]["hand"] = hidden[seat - 1 : seat]
        dead = hidden[others + self.live :]
        if self.dora:
            place = self.table.indicator
            dead = [*dead[1 : place + 1], state["dora"][0], dead[0], *dead[place + 1 :]]
        state["wall"] = hidden[others : others + self.live] + dead
        for name in ("head", "tail", "ura"):
            state.pop(name, None)
        return state

    def arrangements(self) -> Iterator[tuple[float, list[int]]]:
        """Every arrangement of the hidden tiles as far as it matters (the last places are of no
        account), and how likely it is. Of those that differ by what is alike one stands for all."""
        left = Counter(self.hidden)
        alike = [code for name in self.alike.split() for code in parse_tiles(name)]
        assert len({left[code] for code in alike}) <= 1
        yield from _placed(left, self.matters, alike)


def _placed(left: Counter[int], places: int, fresh: list[int]) -> Iterator[tuple[float, list[int]]]:
    """``fresh``: kinds that are alike and not placed yet; the first stands for all of them."""
    if not places:
        yield 1.0, list(left.elements())
        return
    for code in sorted(+left):
        if code in fresh[1:]:
            continue
        chance = left[code] / left.total() * (len(fresh) if code in fresh else 1)
        others = [kind for kind in fresh if kind != code]
        for rest, tiles in _placed(left - Counter([code]), places - 1, others):
            yield chance * rest, [code, *tiles]


def exact_values(ending: Ending, plans: list[Plan]) -> NDArray[np.float64]:
    """(plans,) what seat 0 gains, all seats going on as the baseline does."""
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
        found = gains(games, todo).reshape(len(plans), n)
        total[:] += ending.table.scale * found @ np.array(chances)
        chances.clear()

    for chance, hidden in ending.arrangements():
        starts.set_state(len(chances), ending._arranged(state, hidden))
        chances.append(chance)
        if len(chances) == portion:
            play()
    if chances:
        play()
    return total


def gains(games: Batch, plans: list[Plan]) -> NDArray[np.int64]:
    """(plans,) what seat 0's score gains in the first games by these plans."""
    before = np.array([games.scores(i)[0] for i in range(len(plans))])
    return scores_after(games, plans)[:, 0] - before


def scores_after(games: Batch, plans: list[Plan]) -> NDArray[np.int64]:
    """(plans, seats) of the first games, a plan of each and then the hand played to its end."""
    n = len(plans)
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
    return np.array([games.scores(i) for i in range(n)])
