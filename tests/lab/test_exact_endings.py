"""The last tiles and tricks of every family, solved by enumeration: play-outs find the same values.

Plain sanma is in ``test_measure_exact``, Hangzhou's float in ``test_measure_float``.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from shugi._fast.batch.batch import Batch
from shugi._fast.check.fields import PositionError
from shugi.agents import Baseline
from shugi.agents.plans.plan import Plan, plans_at
from shugi.agents.plans.playouts import Playouts
from shugi.envs.gains import prices_of
from shugi.envs.rulesets.rules import load_rules
from tests.support.endings import Ending, Table, exact_values, scores_after

FOUR_PLAYERS = Table(
    "riichi_tenhou red_fives={} riichi_min_live_draws=0",
    ("2s 1m 2z 9p", "7p 3s 9m 1z", "2m 4m 5m 7m"),
    dead=14,
    indicator=8,
    scale=0.001,
)
KAWUXING = Table("kawuxing", ("8p 2s 5z 7p", "3s 6z 7z 9s"), dead=0)
XIAMEN = Table(
    "xiamen",
    ("1z 2z 3z 4z 6z", "1p 2p 3p 4p 5p", "6p 7p 9p 7z 9s"),
    dead=16,
    aside=("", "1e2h", "2e3h4h", "3e4e1h"),
)
WUHAN = Table("wuhan", ("1p 2p 3p 4p", "6p 7p 8p 9p", "6s 7s 8s 9s"), dead=11)
ENDINGS = {
    # nobody's turn comes again: riichi to win on a discard, the same in silence, or neither
    "riichi of four": (
        Ending(
            "123456p11s789s44z",
            "8p",
            {"4z": 2, "1s": 2, "8p": 1, "5z": 4, "6z": 4, "7z": 4, "3m": 1},
            2,
            table=FOUR_PLAYERS,
        ),
        ("riichi", "8p", "1p", "4z"),
    ),
    "disclosure": (
        Ending(
            "123456p11s56789s",
            "9p",
            {"4s": 3, "7s": 3, "9p": 1, "8s": 1},
            6,
            dora="",
            table=KAWUXING,
        ),
        ("open_riichi", "9p", "1p", "7s"),
    ),
    # the opponents draw once before the float wins; nobody claims meanwhile
    "float": (
        Ending(
            "123456789m234678s1w",
            "1w",
            {"1w": 1} | {f"{n}m": 3 for n in range(1, 8)},
            4,
            dora="8p",
            table=XIAMEN,
            alike="1m 2m 3m 4m 5m 6m 7m",
        ),
        ("1w", "win"),
    ),
    # the last four tiles are offered round, nobody discards them
    "push in Wuhan": (
        Ending(
            "23455m78m",
            "1s",
            {"6m": 4, "1s": 3, "4s": 4, "1m": 4, "5s": 2},
            4,
            table=WUHAN,
            own="melds=pon(1z'1z1z)<1pon(9m'9m9m)<2",
        ),
        ("1s", "5m"),
    ),
}
DEALS = 4000
FAR = 4.5  # standard errors


def played_out(batch: Batch, plans: list[Plan], deals: int = DEALS) -> NDArray[np.float64]:
    """(plans, deals)"""
    playouts = Playouts(batch.rules, Baseline(), deals, worth=prices_of(batch.rules))
    rows, keys = np.zeros(1, np.int64), np.array([5], np.uint64)
    values = playouts.values(batch, rows, [plans], keys, np.random.default_rng(1))[0]
    assert not np.isnan(values).any()
    return values.astype(np.float64)


def check(values: NDArray[np.float64], exact: NDArray[np.float64]) -> None:
    """Each plan by itself, and each against the best."""
    for own in (values, values - values[exact.argmax()]):
        true = exact if own is values else exact - exact.max()
        gaps, errors = own.mean(axis=1) - true, own.std(axis=1) / np.sqrt(own.shape[1])
        assert (abs(gaps) < FAR * errors + 1e-4).all(), (gaps, errors)


@pytest.mark.parametrize("name", ENDINGS)
def test_last_tiles(name: str) -> None:
    ending, wanted = ENDINGS[name]
    batch = ending.batch()
    said = {" ".join(map(batch.layout.action_name, plan)): plan for plan in plans_at(batch, 0)}
    plans = [said[plan] for plan in wanted]
    exact = exact_values(ending, plans)
    assert np.ptp(exact) > 0.5  # something is at stake
    check(played_out(batch, plans), exact)


@pytest.mark.parametrize("name", ENDINGS)
def test_chances_add_up(name: str) -> None:
    chances = [chance for chance, _ in ENDINGS[name][0].arrangements()]
    assert sum(chances) == pytest.approx(1) and len(chances) > 500


# ---- cards


@dataclass(frozen=True)
class Tricks:
    """A hand played by the baseline until so many cards are held."""

    rules: str
    options: tuple[tuple[str, Any], ...]
    seed: int
    held: tuple[int, ...]
    """Cards of all seats, sorted."""
    whole: bool = False
    """All that the hand brings is paid at its end."""

    def batch(self) -> Batch:
        rules = load_rules(self.rules, **dict(self.options))
        batch, action = Batch(rules, 1, seed=self.seed, auto_reset=False), np.zeros(1, np.uint8)
        while sorted(len(own["hand"]) for own in batch.state(0)["seats"]) != list(self.held):
            batch.baseline(action)
            batch.step(action)
        return batch

    def arrangements(self) -> Iterator[dict[str, Any]]:
        """States with every way in which the others' unseen cards can lie in hands and aside."""
        batch = self.batch()
        state, seat = batch.state(0), int(batch.seat[0])
        others = [own for own in range(batch.seats) if own != seat]
        unseen = [
            code
            for own in others
            for code in state["seats"][own]["hand"] + state["seats"][own]["aside"]
            if code not in state["seats"][own]["shown"]
        ]
        yield from self._dealt(state, others, unseen)

    def _dealt(
        self, state: dict[str, Any], others: list[int], unseen: list[int]
    ) -> Iterator[dict[str, Any]]:
        if not others:
            yield state
            return
        seat, own = others[0], state["seats"][others[0]]
        sizes = {
            part: sum(code not in own["shown"] for code in own[part]) for part in ("hand", "aside")
        }
        for hand in itertools.combinations(unseen, sizes["hand"]):
            left = [code for code in unseen if code not in hand]
            for aside in itertools.combinations(left, sizes["aside"]):
                rest = [code for code in left if code not in aside]
                yield from self._dealt(_held(state, seat, hand, aside), others[1:], rest)

    def exact(self, plans: list[Plan]) -> NDArray[np.float64]:
        """(plans,) what the seat gains more than the others do, the baseline going on."""
        start = self.batch()
        rules, seat, before = start.rules, int(start.seat[0]), np.array(start.scores(0))
        before *= not self.whole
        possible = []
        trial = Batch(rules, 1, auto_reset=False)
        for state in self.arrangements():
            try:
                trial.set_state(0, state)
            except PositionError:  # a suit that was not followed
                continue
            possible.append(trial.save(0))
        assert len(possible) > 3
        others = np.arange(len(before)) != seat
        found = []
        for plan in plans:
            games = Batch(rules, len(possible), auto_reset=False)
            for i, saved in enumerate(possible):
                games.load(i, saved)
            gain = scores_after(games, [plan] * games.n) - before
            found.append(float((gain[:, seat] - gain[:, others].mean(axis=1)).mean()))
        return np.array(found)


def _held(
    state: dict[str, Any], seat: int, hand: tuple[int, ...], aside: tuple[int, ...]
) -> dict[str, Any]:
    """The state with other cards at a seat, those shown apart."""
    seats = [dict(own) for own in state["seats"]]
    own, shown = seats[seat], state["seats"][seat]["shown"]
    old = own["hand"]
    own["hand"] = sorted([*hand, *(code for code in old if code in shown)])
    own["aside"] = sorted([*aside, *(code for code in own["aside"] if code in shown)])
    found = {**state, "seats": seats}
    if "piquet" in state:
        kept = set(state["piquet"][f"kept_{seat}"]) - set(old) | set(own["hand"])
        found["piquet"] = {**state["piquet"], f"kept_{seat}": sorted(kept)}
    return found


CARDS = {
    "Ninety-Nine": Tricks("ninety_nine", (), 1, (1, 1, 2)),
    "Ninety-Nine, two suits missing": Tricks("ninety_nine", (), 3, (1, 1, 2)),
    "Piquet": Tricks("piquet", (("mode", "single_hand"),), 15, (4, 4), True),
    "Piquet, a queen kept": Tricks("piquet", (("mode", "single_hand"),), 25, (4, 4), True),
}


@pytest.mark.parametrize("name", CARDS)
def test_last_tricks(name: str) -> None:
    batch = CARDS[name].batch()
    plans = plans_at(batch, 0)
    exact = CARDS[name].exact(plans)
    assert np.ptp(exact) > 0.5
    check(played_out(batch, plans, 8000), exact)
