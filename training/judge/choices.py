"""What an agent gains over another one in its place, counted at the choices where they differ.

An agent sits alone at a table of another. What it wins more than that other one would in its place
is, by the performance difference lemma (Kakade and Langford 2002), the sum over its decisions of
what its action is worth more than the other's, when the other one plays on at every seat. Where
both choose the same, nothing is to be counted, and no luck comes in. Where they do not, both
actions are played out from the position as it is, with all hands, on the same walls: an estimate
without bias, since in play, too, those tiles come in any order alike.
"""

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import ACTION_COUNT, TILE_ACTIONS, action_id
from shugi._fast.rules.compile import Rules
from shugi.agents.base import Agent, AgentError, fill_actions
from shugi.agents.beliefs import HandsStay
from shugi.agents.plans.playouts import Playouts
from shugi.agents.standing import worth_of
from shugi.envs.common.arrays import F32, I64, U8, Rng
from shugi.training.decisions.strata import seen_by

VERBS: dict[str, tuple[str, ...]] = {
    "win": ("win", "knock", "rob_gold", "ten_honours"),
    "open riichi": ("open_riichi",),
    "riichi": ("riichi",),
    "kan": ("kan_closed", "kan_added", "kan_open", "grand_cross"),
    "call": ("pon", "chi_low", "chi_mid", "chi_high", "atama"),
    "tile set aside": ("nuki",),
    "abortive draw": ("abort",),
}
"""What a choice may be about: the first of these that either action is, or else the tile."""
FAR = ("ready", "1 from ready", "2 from ready", "3 or more from ready")
STAKES = (
    *VERBS,
    *(f"tile, {far}" for far in FAR),
    *(f"tile, {far}, somebody has declared" for far in FAR),
)
"""The same, of tiles by the own hand, the tile just drawn in it, and riichi or disclosure."""
WHO = ("the first alone", "the second alone", "both, in another way")
"""Who of the two agents does it."""
CHOICE_TERMS = len(STAKES) * len(WHO) * 2
"""By what the choice is about and who does it: what was gained, and at how many choices."""
ROOM = 1024


def _levels() -> I64:
    """(128,) By action: its place in ``VERBS``; tiles behind them, and then what is nothing."""
    levels = np.full(ACTION_COUNT, len(VERBS) + 1)
    levels[:TILE_ACTIONS] = len(VERBS)
    for place, verbs in enumerate(VERBS.values()):
        levels[[action_id(verb) for verb in verbs]] = place
    return levels


LEVELS = _levels()


def by_stake(choices: F32) -> F32:
    """(..., ``CHOICE_TERMS``) -> (..., stakes, who, gain and count)."""
    return choices.reshape(*choices.shape[:-1], len(STAKES), len(WHO), 2)


def who_acts(own: U8, other: U8) -> I64:
    """(k,) places in ``WHO``, of two different actions for each choice."""
    mine, others = LEVELS[own], LEVELS[other]
    return np.where(mine == others, 2, (mine > others).astype(int))


def stakes_of(batch: Batch, rows: I64, own: U8, other: U8) -> I64:
    """What choices are about: places in ``STAKES``.

    Args:
        batch: n games, before the choices.
        rows: (k,) int64, games of it.
        own: (k,) uint8, what the agent plays in each of these games.
        other: (k,) uint8, what the other agent would play there; never the same action.

    Returns:
        (k,) int64.
    """
    places = np.minimum(LEVELS[own], LEVELS[other])
    tiles = np.flatnonzero(places == len(VERBS))
    if len(tiles):
        seen = seen_by(batch, rows[tiles], batch.seat[rows[tiles]])
        far = np.clip(seen["shanten"].argmax(axis=1) - 1, 0, len(FAR) - 1)
        declared = seen["riichi"][:, 1:].any(axis=1)
        places[tiles] += far + len(FAR) * declared
    return places


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
                f"what the end of a hand is worth in {rules.name} is not learnt (docs/standing.md)"
            )
        self.other = other
        self.playouts = Playouts(
            rules, other, deals, threads, worth, max(ROOM, 2 * deals), HandsStay()
        )

    def found(self, batch: Batch, rows: I64, mask: U8, actions: U8, rng: Rng) -> F32:
        """(k, ``CHOICE_TERMS``) of these games, where the agent is about to decide.

        Args:
            batch: n games.
            rows: (k,) games of it.
            mask: (n, 128) the legal actions.
            actions: (n,) what is to be played; the agent's in these games.
            rng: the chance of all that is asked and dealt.
        """
        gained, others = np.zeros((len(rows), CHOICE_TERMS), np.float32), actions.copy()
        fill_actions(batch, [(self.other, rows)], mask, others, rng)
        differ = np.flatnonzero(actions[rows] != others[rows])
        if not len(differ):
            return gained
        asked = rows[differ]
        plans = [[(int(actions[i]),), (int(others[i]),)] for i in asked]
        keys = rng.integers(0, 2**64, len(asked), np.uint64)
        values = self.playouts.values(batch, asked, plans, keys, rng)
        gains = np.array([(own - other).mean() for own, other in values])
        two = actions[asked], others[asked]
        places = differ, stakes_of(batch, asked, *two), who_acts(*two)
        by_stake(gained)[places] = np.stack([gains, np.ones(len(gains))], axis=1)
        return gained
