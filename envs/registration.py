"""The environments by name: in Gymnasium's registry and in PettingZoo's."""

from pathlib import Path
from typing import Any

import gymnasium

from shugi._fast.batch.batch import Batch
from shugi._fast.rules.compile import Rules
from shugi.envs.environments import ENVIRONMENTS, TABLE, Environment


def make(rules: Rules | str | Path, **options: Any) -> Any:
    """Make the PettingZoo environment of any rule set; illegal actions end its episodes.

    Args:
        rules: a rule set's name, a rule file, or compiled rules.
        options: arguments of ``TableEnv`` and rule options. ``illegal`` is "end" by default here.

    Raises:
        RulesError: unknown rule set or option; an unknown keyword's is a TypeError too.
        ValueError: any other argument that cannot be.
    """
    from shugi.envs.aec import TableEnv, wrapped  # drawing, reading rules: when they are wanted

    return wrapped(TableEnv(rules, **{"illegal": "end", **options}))


def make_batch(rules: Rules | str | Path, n: int, seed: int = 0, **options: Any) -> Batch:
    """Make ``n`` games of a rule set on the batch engine.

    Args:
        rules: a rule set's name, a rule file, or compiled rules.
        n: number of games.
        seed: the walls of all games follow from it.
        options: further arguments of ``Batch``, such as ``forced``, ``auto_reset``, ``threads``,
            ``episode``. Rule options are not among them: ``load_rules`` takes those.

    Raises:
        RulesError: unknown rule set.
        ValueError, TypeError: an argument that cannot be.
    """
    from shugi.envs.seat import as_rules

    return Batch(as_rules(rules), n, seed, **options)


def register() -> None:
    """Enter every environment in the registries that are there; a second call changes nothing."""
    for environment in (*ENVIRONMENTS, TABLE):
        if environment.gymnasium_id not in gymnasium.registry:
            gymnasium.register(
                environment.gymnasium_id,
                entry_point="shugi.envs.single:SeatEnv",
                vector_entry_point="shugi.envs.vector:SeatVectorEnv",
                kwargs={"rules": environment.rules},
            )
        _register_pettingzoo(environment)


def _register_pettingzoo(environment: Environment) -> None:
    try:
        from pettingzoo import aec_registry, parallel_registry
        from pettingzoo import register as pettingzoo_register
    except ImportError:
        return  # before 1.27 there is no registry: import the module instead
    for kind, registry, door in (
        ("aec", aec_registry, "env"),
        ("parallel", parallel_registry, "parallel_env"),
    ):
        if environment.pettingzoo_id not in registry:
            pettingzoo_register(
                kind,
                environment.pettingzoo_id,
                entry_point=f"{environment.import_name}:{door}",
            )
