"""The networks of a checkpoint, which a run begins with instead of random ones."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from shugi._fast.rules.compile import Rules
from shugi.agents.base import AgentError
from shugi.agents.checkpoint import NoCritic, find, load_critic, load_policy
from shugi.agents.engine_policy import blocks_read
from shugi.agents.grammar import TRAINED
from shugi.agents.model_config import ModelConfig
from shugi.agents.named import PREFIX, trained
from shugi.training.learn.learner import Learner
from shugi.training.run.config import ConfigError, TrainConfig

OF_BOTH = ("layout", "channels", "rule_vector")
OF_POLICY = (*OF_BOTH, "hidden", "last")
OF_CRITIC = (
    *OF_BOTH,
    "hidden",
    "last",
    "oracle",
    "two_hot",
    "bins",
    "chip_range",
    "point_range",
    "standing",
)
SHAPE = ("hidden", "channels", "last", "blocks")


def resolve(
    config: TrainConfig, sets: Sequence[Rules], begun: TrainConfig | None = None
) -> TrainConfig:
    """The config with all that it leaves to the agent that the run begins with.

    ``trained`` becomes the agent of the first rule set by its name, and the networks get the shape
    and the blocks of their weights where the config says none.

    Args:
        config: of the run.
        sets: its rule sets.
        begun: the config that this returned when the run began; the weights may be gone now.

    Raises:
        ConfigError: the package has no agent for these rules.
        CheckpointError: the weights cannot be read.
    """

    if TRAINED in (config.network.weights, *config.opponents.styles):
        config = _named(config, sets[0])
    network = config.network
    missing = [name for name in SHAPE if getattr(network, name) is None]
    if network.weights is None or not missing:
        return config
    found = _shape_of(network.weights) if begun is None else asdict(begun.network)
    return replace(config, network=replace(network, **{name: found[name] for name in missing}))


def _named(config: TrainConfig, rules: Rules) -> TrainConfig:
    """The config with the trained agent of some rules by its name."""
    try:
        agent = PREFIX + trained(rules)
    except AgentError as error:
        raise ConfigError(f"{TRAINED}: {error}") from None
    styles = tuple(agent if style == TRAINED else style for style in config.opponents.styles)
    weights = agent if config.network.weights == TRAINED else config.network.weights
    return replace(
        config,
        network=replace(config.network, weights=weights),
        opponents=replace(config.opponents, styles=styles),
    )


def _shape_of(weights: str) -> dict[str, Any]:
    policy, about = load_policy(find(weights))
    return about.model.as_dict() | {"blocks": blocks_read(policy)}


def init_from(learner: Learner, model: ModelConfig, weights: str) -> bool:
    """Give a run's networks the weights of a checkpoint, also of one that knows other tiles.

    Args:
        learner: of the run; its networks are changed.
        model: their shape.
        weights: ``checkpoint:NAME``, a checkpoint file or a run folder.

    Returns:
        whether the critic has its weights too: the file keeps one, of the run's shape.

    Raises:
        ConfigError: the policy there has another shape.
        CheckpointError: there is no such file, or it cannot be read.
    """
    path = find(weights)
    policy, about = load_policy(path, to_train=True, like=model)
    other = _differences(OF_POLICY, about.model, model)
    if other:
        raise ConfigError(
            f"network.weights: {weights} has another shape ({'; '.join(other)}). Set network as "
            "it is there, and rules of the same family"
        )
    learner.policy.load_state_dict(policy.state_dict())
    learner.update_reference()
    try:
        critic = load_critic(path, about, model)
    except NoCritic:
        return False
    if _differences(OF_CRITIC, about.model.of_critic, model.of_critic):
        return False
    learner.critic.load_state_dict(critic.state_dict())
    return True


def _differences(names: Sequence[str], there: ModelConfig, here: ModelConfig) -> list[str]:
    pairs = [(name, getattr(there, name), getattr(here, name)) for name in names]
    return [f"{name} {old} there, {new} here" for name, old, new in pairs if old != new]


def begin_from_weights(learner: Learner, model: ModelConfig) -> None:
    """Begin with the weights that the config names. Raises: as ``init_from``; ConfigError too for a
    checkpoint without a critic where PPO comes first."""
    weights = learner.config.network.weights
    assert weights is not None
    if not init_from(learner, model, weights) and not learner.config.imitation.wanted:
        raise ConfigError(
            f"network.weights: {weights} keeps no critic of this run's shape, and PPO cannot begin "
            "without one. Set imitation.decisions and imitation.teacher, for instance to the same "
            "agent: the critic learns then"
        )
