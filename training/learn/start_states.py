"""Hands that start where a rare act is legal.

Some acts are legal in one hand of a hundred, and a policy sees too few of them to learn when they
pay. Whenever one becomes legal for a learner, the position is kept; now and then a game that has
ended is followed by the rest of a hand from such a position, with all that its seat cannot see
dealt again. What was gained in that hand before counts for nothing, and the hand is left out of
the statistics; after it the table starts a new game.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from shugi._fast.batch.batch import Batch
from shugi._fast.rules.compile import Rules
from shugi._fast.view.layouts import layout_of
from shugi.envs.common.arrays import I64, U8, Rng
from shugi.training.decisions.classes import CLASSES
from shugi.training.learn.buffer import LEARNER, RolloutBuffer
from shugi.training.learn.rollout import GameRollout, RuleSetRollout
from shugi.training.run.config import ConfigError, StartStatesConfig
from shugi.training.run.state import pack_games, unpack_games

REDEALS = 8  # attempts at a deal; after them the position stays as it was


class Store:
    """The newest positions of one rule set, so many for each act.

    Args:
        games: that positions are kept from.
        acts: how many acts there are.
        room: positions kept of each act.
    """

    def __init__(self, games: RuleSetRollout, acts: int, room: int) -> None:
        self.games, self.room = games, room
        self.batch = Batch(games.rules, room * acts, auto_reset=False)
        self.kept = np.zeros(acts, np.int64)  # positions ever kept of each act
        self.table = Batch(games.rules, 1, auto_reset=False)  # where new games are dealt

    def keep(self, act: int, rows: I64) -> None:
        """Keep the games ``rows``, in which the act of this number is legal."""
        rows = rows[-self.room :]
        slots = act * self.room + (self.kept[act] + np.arange(len(rows))) % self.room
        self.batch.copy_from(self.games.batch, rows, slots)
        self.kept[act] += len(rows)

    def draw(self, rng: Rng) -> int | None:
        """A position: any act of which there are some, then any of those."""
        acts = np.flatnonzero(self.kept)
        if not len(acts):
            return None
        act = int(acts[rng.integers(len(acts))])
        return act * self.room + int(rng.integers(min(self.kept[act], self.room)))

    def resume(self, slot: int, i: int, rng: Rng) -> int:
        """Let a game go on from a position, with what its seat cannot see dealt again.

        Args:
            slot: of the position, as ``draw`` gives it.
            i: the game.
            rng: the chance of the deal.

        Returns:
            the seat that is to decide.
        """
        batch = self.games.batch
        batch.copy_from(self.batch, _one(slot), _one(i))
        seat = int(batch.seat[i])
        for key in rng.integers(0, 2**63, REDEALS):
            try:
                batch.redeal(i, seat, int(key))
            except RuntimeError:
                continue
            break
        self.games.gains.start_from_now(i)
        return seat

    def begin(self, i: int, rng: Rng) -> None:
        """Start a new game in place of game ``i``: its copy would deal the same walls again."""
        self.table.reset(rng.integers(0, 2**63, 1, np.uint64))
        self.games.batch.copy_from(self.table, _one(0), _one(i))
        self.games.gains.start_from_now(i)


Rows = I64
Found = Callable[[Batch, U8], Rows]


def _finder(act: str, rules: Rules) -> Found | None:
    """(batch, its mask) -> the games in which an act is legal; None where the rules have none."""
    for one in CLASSES:
        if one.name == act and one.needs(rules):
            return one.asked
    names, layout = act.split("+"), layout_of(rules)
    ids = layout.ids_of(names)
    if len(ids) < len(names):
        return None
    return lambda batch, mask: np.flatnonzero(mask[:, ids].all(axis=1))


def _one(i: int) -> I64:
    return np.array([i])


class StartStates:
    """Positions kept of all rule sets of a rollout, and the games that go on from them.

    Args:
        config: the acts, and how much room there is.
        rollout: the games.
        rng: the run's chance.

    Raises:
        ConfigError: none of the acts exists in these games.
    """

    def __init__(self, config: StartStatesConfig, rollout: GameRollout, rng: Rng) -> None:
        self.rollout, self.rng = rollout, rng
        self.share = config.share[0]  # of the hands; the trainer lowers it
        self.acts = [[_finder(act, games.rules) for act in config.acts] for games in rollout.games]
        if not any(find for finders in self.acts for find in finders):
            names = ", ".join(games.rules.name for games in rollout.games)
            raise ConfigError(f"start_states.acts: {names} has none of {', '.join(config.acts)}")
        share = config.room / (rollout.n * len(config.acts))
        self.stores = [
            Store(games, len(config.acts), max(1, int(share * games.batch.n)))
            for games in rollout.games
        ]
        self.noted = np.zeros((rollout.n, rollout.seats), np.bool_)  # in this hand
        # hands that are still to start so; not all tables begin at once
        self.owed = rng.random(rollout.n, np.float32)

    def note(self, buffer: RolloutBuffer, t: int) -> None:
        """Keep the positions of time ``t`` in which a learner may do one of the acts."""
        rows = np.arange(self.rollout.n)
        fresh = (buffer.player[t] == LEARNER) & ~self.noted[rows, buffer.seat[t]]
        fresh &= ~self.rollout.resumed
        for store, finders in zip(self.stores, self.acts, strict=True):
            first = store.games.columns.start
            mask = buffer.mask[t, store.games.columns]
            for act, find in enumerate(finders):
                if find is None:
                    continue
                found = find(store.games.batch, mask)
                found = found[fresh[found + first]]
                self.noted[found + first, buffer.seat[t, found + first]] = True
                if len(found):
                    store.keep(act, found)

    def start(self, over: I64, ended: I64) -> None:
        """After a step: hands were over in the games ``over``, and the games ``ended``."""
        rollout = self.rollout
        self.noted[over] = False
        natural = over[~rollout.resumed[over]]
        self.owed[natural] += self.share / (1 - self.share)
        for row in ended:
            store = self.stores[rollout.lot_of[row]]
            i = int(row) - store.games.columns.start
            slot = store.draw(self.rng) if self.owed[row] >= 1 else None
            self.owed[row] -= self.owed[row] >= 1  # even where there is no position yet
            if slot is not None:
                self._give_seat(int(row), store.resume(slot, i, self.rng))
            elif rollout.resumed[row]:
                store.begin(i, self.rng)
            rollout.resumed[row] = slot is not None

    def _give_seat(self, row: int, seat: int) -> None:
        """Let a learner hold the seat for which the position was kept."""
        seating = self.rollout.seating[row]
        if seating[seat] != LEARNER:
            held = int(np.flatnonzero(seating == LEARNER)[0])
            seating[[seat, held]] = seating[[held, seat]]

    def state(self) -> dict[str, Any]:
        """What a run needs to go on."""
        return {
            "games": [pack_games(store.batch) for store in self.stores],
            "kept": torch.from_numpy(np.stack([store.kept for store in self.stores])),
            "noted": torch.from_numpy(self.noted.copy()),
            "owed": torch.from_numpy(self.owed.copy()),
        }

    def restore(self, state: dict[str, Any]) -> None:
        kept = state["kept"].numpy()
        for store, games, count in zip(self.stores, state["games"], kept, strict=True):
            unpack_games(store.batch, games)
            store.kept[:] = count
        self.noted[:] = state["noted"].numpy()
        self.owed[:] = state["owed"].numpy()
