"""Train an agent on a rule set.

CONFIG is a name from configs/train or a YAML file. Everything goes into the run folder: the agent
(model.safetensors), what the run needs to go on after a kill (state.pt), metrics.jsonl and the
curves for TensorBoard. Ctrl-C saves and ends; the same command with the same --run-dir goes on.
"""

import argparse
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from shugi._fast.rules.compile import Rules
from shugi.commands.options import add_changes, add_programs, cluster_workers
from shugi.training.cluster.address import FORMS
from shugi.training.cluster.work import Workers
from shugi.training.learn.mixture import load_sets
from shugi.training.run.config import ConfigError, TrainConfig, load_config, names
from shugi.training.run.folder import hold_folder
from shugi.training.run.sets import names_of
from shugi.training.run.settings import CONFIG_NAME, check_same, keep_settings
from shugi.training.terminal.console import console, print_json
from shugi.training.terminal.errors import INTERRUPTED
from shugi.training.terminal.extras import require
from shugi.training.terminal.interrupt import Interrupt
from shugi.training.terminal.progress import Meter

PACKAGES = ("torch", "safetensors", "tensorboard")
ON_TOP = "self_play"  # the config of a run that is given rules alone
MAY_CHANGE = ("minutes", "decisions", "checkpoint_seconds", "cluster")  # when a run goes on


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "config",
        nargs="?",
        metavar="CONFIG",
        help=f"one of {', '.join(names())}, or a .yaml file; may be left out with --rules or "
        "--resume",
    )
    parser.add_argument(
        "--run-dir",
        type=Path,
        help="folder of the run; goes on with the run that is in it (default: runs/CONFIG-TIME)",
    )
    parser.add_argument(
        "--resume", type=Path, metavar="RUN_DIR", help="go on with the run in this folder"
    )
    parser.add_argument("--minutes", type=float, help="length of the run, instead of the config's")
    parser.add_argument(
        "--rules",
        metavar="RULES",
        help="the rule set, by name or file, instead of the config's. Without CONFIG the trained "
        f"agent of these rules, or the one for all, goes on against itself ({ON_TOP})",
    )
    parser.add_argument("--seed", type=int, help="instead of the config's")
    parser.add_argument("--threads", type=int, help="instead of the config's")
    parser.add_argument(
        "--cluster",
        metavar="WHERE",
        help=f"where the actors play, instead of the config's: {FORMS} (default: in this process)",
    )
    add_changes(parser, "another setting, such as --set ppo.clip=0.2")
    add_programs(parser, "the config or the run folder")
    parser.add_argument(
        "--json",
        action="store_true",
        help="print {run_dir, model, decisions, updates, finished} at the end",
    )


def run(arguments: argparse.Namespace) -> int:
    """0 when the budget was spent, 130 when the run was interrupted (everything is saved)."""
    return print_end(
        train(arguments),
        arguments.json,
        done="trained {decisions:,} decisions: {model}",
        stopped="stopped; go on with: shugi train --resume {run_dir}",
    )


def print_end(report: Mapping[str, Any], as_json: bool, done: str, stopped: str) -> int:
    """Say what came of a run.

    Args:
        report: its "finished" tells whether the budget was spent.
        as_json: print the report itself.
        done: what to print where it was, with the report's keys in braces.
        stopped: what to print otherwise.

    Returns:
        0 when the budget was spent, 130 when the run was interrupted.
    """
    if as_json:
        print_json(report)
    else:
        print((done if report["finished"] else stopped).format_map(report))
    return 0 if report["finished"] else INTERRUPTED


def train(arguments: argparse.Namespace) -> dict[str, Any]:
    """Set up the run folder and train in it."""
    require("shugi train", *PACKAGES)
    # torch is slow to import: --help need not
    from shugi.agents.checkpoint import FILE_NAME
    from shugi.training.learn.trainer import Trainer
    from shugi.training.run.state import STATE_NAME

    folder, goes_on = _folder(arguments, STATE_NAME)
    config, rules = _config(arguments, folder, goes_on)
    with (
        hold_folder(folder),
        _workers(config) as workers,
        Meter(console(stderr=True)) as meter,
        Interrupt(meter) as interrupt,
    ):
        if (folder / STATE_NAME).exists() != goes_on:
            raise ConfigError(f"{folder}: another run was in it meanwhile; start again")
        trainer = Trainer(config, rules, folder, meter, workers)
        if goes_on:
            trainer.resume()
        keep_settings(folder, config.as_dict())
        names = ", ".join(names_of(rules))
        meter.say(f"{'resuming' if goes_on else 'run'} {folder}: {names}, seed {config.seed}")
        finished = trainer.run(stop=interrupt.asked)
    return {
        "run_dir": str(folder),
        "model": str(folder / FILE_NAME),
        "decisions": trainer.count,
        "updates": trainer.update,
        "finished": finished,
    }


def _workers(config: TrainConfig) -> AbstractContextManager[Workers | None]:
    """Who plays for the actors, but for this process."""
    return nullcontext() if config.cluster is None else cluster_workers(config.cluster)


def _folder(arguments: argparse.Namespace, state_name: str) -> tuple[Path, bool]:
    """The run's folder, and whether a run in it goes on."""
    if arguments.resume is not None:
        if not (arguments.resume / state_name).exists():
            raise ConfigError(
                f"--resume {arguments.resume}: no {state_name} there: "
                "not the folder of a training run, or it was stopped before its first checkpoint"
            )
        return arguments.resume, True
    if arguments.config is None and arguments.rules is None:
        raise ConfigError(
            "give a config by name or file, --rules, or --resume with the folder of a run"
        )
    if arguments.run_dir is not None:
        return arguments.run_dir, (arguments.run_dir / state_name).exists()
    stem = Path(arguments.config or arguments.rules).stem
    return Path("runs") / f"{stem}-{datetime.now():%Y%m%d-%H%M%S}", False


def _config(
    arguments: argparse.Namespace, folder: Path, goes_on: bool
) -> tuple[TrainConfig, list[Rules]]:
    """What the command line asks for, and the rule sets."""
    if not goes_on:
        return _asked(arguments.config or ON_TOP, arguments)
    own = str(folder / CONFIG_NAME)
    stored = load_config(own, programs=True)  # compared alone
    given = arguments.config or (ON_TOP if arguments.rules else own)
    wanted, sets = _asked(given, arguments, stored)
    free = {name: getattr(wanted, name) for name in MAY_CHANGE}
    check_same(folder, replace(stored, **free).as_dict(), wanted.as_dict())
    return wanted, sets


def _asked(
    name: str, arguments: argparse.Namespace, begun: TrainConfig | None = None
) -> tuple[TrainConfig, list[Rules]]:
    """A config as the command line changes it, resolved (``beginning.resolve``); its rule sets."""
    from shugi.training.learn.beginning import resolve

    config = load_config(name, _changes(arguments), arguments.programs)
    sets = load_sets(config)
    return resolve(config, sets, begun), sets


def _changes(arguments: argparse.Namespace) -> list[str]:
    names = ("rules", "minutes", "seed", "threads", "cluster")
    direct = {name: getattr(arguments, name) for name in names}
    given = [f"{key}={value}" for key, value in direct.items() if value is not None]
    return given + list(arguments.changes)
