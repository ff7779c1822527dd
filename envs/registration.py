"""The environments by name: as modules, in Gymnasium's registry and in PettingZoo's."""

import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import gymnasium

from shugi._fast.batch.batch import Batch
from shugi._fast.rules.compile import Rules
from shugi.envs.environments import BY_MODULE, Environment


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


class EnvironmentModules(MetaPathFinder, Loader):
    """Makes the modules ``shugi.envs.NAME_v0`` when they are imported: no files lie behind them.

    Each has ``raw_env``, ``env`` and ``parallel_env``; its docstring is the environment's page.
    """

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return ModuleSpec(name, self) if name in BY_MODULE else None

    def exec_module(self, module: ModuleType) -> None:
        from shugi.envs.aec import env_factories
        from shugi.envs.environment_page import page

        environment = BY_MODULE[module.__name__]
        raw_env, env, parallel_env = env_factories(environment)
        names = {"raw_env": raw_env, "env": env, "parallel_env": parallel_env}
        module.__dict__.update(names, __doc__=page(environment))


def register() -> None:
    """Make every environment importable, and enter it in the registries that are there.

    A second call changes nothing.
    """
    if not any(isinstance(finder, EnvironmentModules) for finder in sys.meta_path):
        sys.meta_path.append(EnvironmentModules())
    for environment in BY_MODULE.values():
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
                kind, environment.pettingzoo_id, entry_point=f"{environment.import_name}:{door}"
            )
