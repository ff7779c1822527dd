"""The rule sets of a run, and how its games are shared among them."""

from collections.abc import Sequence

import numpy as np

from shugi._fast.rules.compile import Rules
from shugi._fast.rules.games import GAMES
from shugi._fast.view.layouts import TILES, Layout, layout_of
from shugi.agents.model_config import ModelConfig
from shugi.envs.gains import prices_of
from shugi.envs.rulesets.rules import load_rules
from shugi.training.run.config import ConfigError, TrainConfig
from shugi.training.run.sets import RuleSetGames, split

POINT_RANGE = 150.0  # what the hands of nearly all rule sets stay within


def load_sets(config: TrainConfig) -> list[Rules]:
    """The rule sets of a run, compiled.

    Raises:
        RulesError: one of them cannot be played.
    """
    return [load_rules(entry.rules, **(entry.options or {})) for entry in config.sets]


def lots_of(config: TrainConfig, sets: Sequence[Rules]) -> list[RuleSetGames]:
    """How the games of a run are shared among its rule sets.

    Raises:
        ConfigError: fewer games than rule sets.
    """
    games = split(config.games, [entry.share for entry in config.sets])
    return [RuleSetGames(rules, own) for rules, own in zip(sets, games, strict=True)]


class Stakes:
    """What the games of a run are played for, by lot.

    Args:
        lots: the games.
        names: of the rule sets.
        slope: chips that 1,000 points count as, where no standing says it; None: as they are paid.
    """

    def __init__(
        self, lots: Sequence[RuleSetGames], names: Sequence[str], slope: float | None
    ) -> None:
        worths = [prices_of(lot.rules, slope, lot.standing) for lot in lots]
        self.prices = np.array([[w.chip, w.kilopoint] for w in worths], np.float32)
        # what begins the names of each rule set's metrics; nothing where there is one only
        self.prefixes = [f"{name}/" for name in names] if len(names) > 1 else [""]


def common_layout(sets: Sequence[Rules]) -> Layout:
    """The layout of all of them. Raises: ConfigError when one network cannot play them all."""
    layout = layout_of(sets[0])
    for rules in sets[1:]:
        if layout_of(rules) is not layout:
            raise ConfigError(
                f"mixture: {sets[0].name} is played with {layout.name} and {rules.name} with "
                f"{layout_of(rules).name}; one network cannot learn both"
            )
    return layout


def kinds_of(sets: Sequence[Rules]) -> tuple[int, int]:
    """The shortest run of kinds, or of cards, that holds all of the decks."""
    place_of = common_layout(sets).place_of
    codes = {code for rules in sets for code in rules.tiles}
    kinds = [kind for kind in map(place_of, codes) if kind is not None]
    return min(kinds), max(kinds) + 1


def reach_of(lots: Sequence[RuleSetGames]) -> tuple[float, float]:
    """Chips, and thousands of points, that a seat's hand stays within nearly always."""
    chips = [GAMES[lot.rules.game].most_chips(lot.rules.options) for lot in lots]
    return max(chips), POINT_RANGE


def model_of(
    config: TrainConfig, sets: Sequence[Rules], lots: Sequence[RuleSetGames]
) -> ModelConfig:
    """The shape of a run's networks.

    Args:
        config: of the run.
        sets: its rule sets.
        lots: its games.

    Raises:
        ConfigError: one network cannot play them all.
    """
    network, critic, reach = config.network, config.critic, reach_of(lots)
    blocks = tuple(TILES.blocks) if network.blocks is None else network.blocks
    given = {name: getattr(network, name) for name in ("hidden", "channels", "last")}
    return ModelConfig(
        **{name: size for name, size in given.items() if size is not None},
        kinds=kinds_of(sets),
        chip_range=critic.chip_range or reach[0],
        point_range=critic.point_range or reach[1],
        layout=common_layout(sets).name,
        rule_vector=network.rule_vector,
        rule_entries=tuple(dict.fromkeys(entry for rules in sets for entry in rules.entries)),
        critic_hidden=critic.hidden,
        blocks=blocks,
        oracle=critic.oracle,
        two_hot=critic.two_hot,
        standing=all(lot.standing is not None for lot in lots),
    )
