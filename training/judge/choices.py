"""What an agent gains over another one in its place, counted at the choices where they differ.

An agent sits alone at a table of another. What it wins more than that other one would in its place
is, by the performance difference lemma (Kakade and Langford 2002), the sum over its decisions of
what its action is worth more than the other's, when the other one plays on at every seat. Where
both choose the same, nothing is to be counted, and no luck comes in. Where they do not, both
actions are played out from the position as it is, with all hands, on the same walls: an estimate
without bias, since in play, too, those tiles come in any order alike.
"""

import numpy as np
from numpy.typing import NDArray

from shugi._fast.batch.batch import Batch
from shugi._fast.rules.compile import Rules
from shugi.agents.base import Agent, AgentError, fill_actions
from shugi.agents.beliefs import HandsStay
from shugi.agents.playouts import Playouts
from shugi.agents.standing import worth_of

CHOICE_TERMS = 2
"""What was gained, and at how many choices."""
ROOM = 1024


class ChoiceGains:
    """The gains of agents that sit alone at tables of another one.

    Args:
        rules: of the games.
        other: who sits in all other seats, and plays on.
        deals: walls that each pair of actions is played out on.
        threads: of the engine.

    Raises:
        AgentError: a card game, which has no wall; or rules of which it is not known what a hand's
            end is worth.
    """

    def __init__(self, rules: Rules, other: Agent, deals: int, threads: int = 1) -> None:
        if "plays_cards" in rules.traits:
            raise AgentError(f"{rules.name} has no wall that could be reshuffled")
        worth = worth_of(rules)
        if worth.standing is None:
            raise AgentError(
                f"what the end of a hand is worth in {rules.name} is not learnt (shugi standing)"
            )
        self.other = other
        self.playouts = Playouts(
            rules, other, deals, threads, worth, max(ROOM, 2 * deals), HandsStay()
        )

    def found(
        self,
        batch: Batch,
        rows: NDArray[np.int64],
        mask: NDArray[np.uint8],
        actions: NDArray[np.uint8],
        rng: np.random.Generator,
    ) -> NDArray[np.float32]:
        """(k, ``CHOICE_TERMS``) of these games, where the agent is about to decide.

        Args:
            batch: n games.
            rows: (k,) games of it.
            mask: (n, 128) the legal actions.
            actions: (n,) what is to be played; the agent's in these games.
            rng: the chance of all that is asked and dealt.
        """
        found, others = np.zeros((len(rows), CHOICE_TERMS), np.float32), actions.copy()
        fill_actions(batch, [(self.other, rows)], mask, others, rng)
        differ = np.flatnonzero(actions[rows] != others[rows])
        if not len(differ):
            return found
        asked = rows[differ]
        plans = [[(int(actions[i]),), (int(others[i]),)] for i in asked]
        keys = rng.integers(0, 2**64, len(asked), np.uint64)
        values = self.playouts.values(batch, asked, plans, keys, rng)
        found[differ, 0] = [(own - other).mean() for own, other in values]
        found[differ, 1] = 1
        return found
