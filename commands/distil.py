"""Make a trained agent better where its decisions matter, by playing plans out.

SOURCE is a run folder or a checkpoint file; it is left as it is. Everything goes into a folder of
its own: the agent (model.safetensors), the decisions and what their plans are worth (distil*.pt)
and metrics.jsonl. Ctrl-C saves and ends; the same command with the same --run-dir goes on.
"""

import argparse
import math
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shugi._fast.rules.compile import Rules
from shugi.commands.options import (
    add_changes,
    add_cluster,
    add_precision,
    add_seed,
    check_numbers,
    workers_of,
)
from shugi.commands.train import print_end
from shugi.envs.rulesets.rules import load_rules
from shugi.training.run.config import ConfigError, load_distil
from shugi.training.run.folder import hold_folder
from shugi.training.run.sets import names_of
from shugi.training.run.settings import check_same, keep_settings, plain, stored_settings
from shugi.training.terminal.console import console
from shugi.training.terminal.extras import require
from shugi.training.terminal.interrupt import Interrupt
from shugi.training.terminal.progress import Meter

if TYPE_CHECKING:
    from shugi.agents.checkpoint import Description
    from shugi.training.distil.distil_run import DistilRun

MINUTES = 10.0
PACKAGES = ("torch", "safetensors", "tensorboard")
MAY_CHANGE = ("minutes", "rounds")  # when a run goes on


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "source", metavar="SOURCE", help="a run folder, a checkpoint file, or checkpoint:NAME"
    )
    parser.add_argument(
        "--run-dir",
        type=Path,
        help="folder of the run; goes on with the run that is in it "
        "(default: runs/SOURCE-distil-TIME)",
    )
    parser.add_argument(
        "--also",
        type=Path,
        nargs="+",
        default=[],
        metavar="RUN_DIR",
        help="learn from the positions of these runs of shugi distil too",
    )
    parser.add_argument("--rules", nargs="+", help="rule sets, if not those that the source learnt")
    parser.add_argument("--minutes", type=float, help=f"length of the run ({MINUTES:g})")
    parser.add_argument("--rounds", type=int, help="length in rounds, or an end before --minutes")
    add_seed(parser, "everything random")
    add_precision(parser)
    add_cluster(parser)
    what = "a setting of the config's section distil, such as --set temperature=0.5"
    add_changes(parser, what)
    parser.add_argument(
        "--json",
        action="store_true",
        help="print {run_dir, model, positions, rounds, finished} at the end",
    )


def run(arguments: argparse.Namespace) -> int:
    """0 when the budget was spent, 130 when the run was interrupted (everything is saved)."""
    return print_end(
        distil(arguments),
        arguments.json,
        done="distilled {positions:,} decisions: {model}",
        stopped="stopped; go on with the same command and --run-dir {run_dir}",
    )


def distil(arguments: argparse.Namespace) -> dict[str, Any]:
    """Set up the run folder and distil in it."""
    # torch is slow to import, and --help should not be
    require("shugi distil", *PACKAGES)
    from shugi.agents.checkpoint import find
    from shugi.training.distil.distil_run import DistilRun
    from shugi.training.distil.distiller import Distiller, load_source

    check_numbers(arguments, threads=1, seed=0)
    config = load_distil(_changes(arguments))
    if not config.wanted:
        raise ConfigError("--rounds and --minutes must be above 0")
    path = find(arguments.source)
    source = load_source(path)
    sets, shares = _sets(arguments.rules, source.about, path)
    folder = arguments.run_dir or _folder(path)
    if (folder / "state.pt").exists() or folder.resolve() == path.parent.resolve():
        raise ConfigError(f"{folder} holds a training run; give another --run-dir")
    run = DistilRun(
        config,
        sets,
        arguments.seed,
        arguments.threads,
        precision=arguments.precision,
        shares=shares,
        also={folder.resolve(): _sets_of(folder, sets) for folder in arguments.also},
    )
    with (
        Meter(console(stderr=True)) as meter,
        workers_of(arguments) as workers,
        Interrupt(meter) as interrupt,
    ):
        # before there is a folder: what is refused here leaves none
        distiller = Distiller(run, source, folder, meter, workers)
        with hold_folder(folder):
            _keep(folder, _settings(run, path))
            meter.say(f"{path} -> {folder}: {', '.join(names_of(sets))}, seed {arguments.seed}")
            finished = distiller.run(stop=interrupt.asked)
    return {
        "run_dir": str(folder),
        "model": str(folder / distiller.model_name),
        "positions": distiller.positions,
        "rounds": distiller.rounds,
        "finished": finished,
    }


def _settings(run: "DistilRun", source: Path) -> dict[str, Any]:
    """What the folder keeps of a run."""
    return {
        "source": str(source.resolve()),
        "rules": _titles(run.sets),
        "seed": run.seed,
        "threads": run.threads,
        "precision": run.precision,
        "also": [str(folder) for folder in run.also],
        "distil": plain(asdict(run.config)),
    }


def _changes(arguments: argparse.Namespace) -> list[str]:
    changes = list(arguments.changes)
    for name in ("minutes", "rounds"):
        if getattr(arguments, name) is not None:
            changes.append(f"{name}={getattr(arguments, name)}")
    if not any(change.startswith(("minutes=", "rounds=")) for change in changes):
        changes.append(f"minutes={MINUTES}")
    return changes


def _folder(source: Path) -> Path:
    stem = source.resolve().parent.name if source.name == "model.safetensors" else source.stem
    return Path("runs") / f"{stem}-distil-{datetime.now():%Y%m%d-%H%M%S}"


def _sets(
    wanted: Sequence[str] | None, about: "Description", source: Path
) -> tuple[list[Rules], list[float]]:
    """The rule sets that the source learnt, or others that its networks can play; and in which
    proportion their decisions are sought."""
    if wanted is not None:
        sets, shares = [load_rules(name) for name in wanted], [1.0] * len(wanted)
    else:
        sets, shares = _learnt(about, source)
        # one that was distilled for some of them learnt these last
        names = {one.name for one in about.trained}
        kept = [k for k, rules in enumerate(sets) if rules.name in names]
        sets, shares = [sets[k] for k in kept], [shares[k] for k in kept]
    for rules in sets:
        about.check_layout(rules, source)
        if wanted is None and not about.of_rules(rules):
            raise ConfigError(
                f"{source} learnt {rules.name!r} as it was then; it is another rule set now "
                "(other options). Give --rules to distil it for that one all the same"
            )
    return sets, shares


def _learnt(about: "Description", source: Path) -> tuple[list[Rules], list[float]]:
    """The rule sets that the source says it learnt, and their shares."""
    training = about.training
    try:
        entries = training.get("mixture") or [{"rules": about.rules_name, **training}]
        named = [(entry["rules"], dict(entry.get("options") or {})) for entry in entries]
        shares = [float(entry.get("share", 1.0)) for entry in entries]
        if not all(isinstance(name, str) for name, _ in named):
            raise TypeError("rules that are no name")
        if not all(0 < share < math.inf for share in shares):
            raise ValueError("shares that are no shares")
    except (AttributeError, KeyError, TypeError, ValueError, OverflowError) as error:
        raise ConfigError(
            f"{source}: does not say which rules it learnt ({error!r}); give --rules"
        ) from None
    return [load_rules(name, **options) for name, options in named], shares


def _titles(sets: Sequence[Rules]) -> str | list[str]:
    """The names as settings keep them."""
    names = [rules.name for rules in sets]
    return names[0] if len(names) == 1 else names


def _sets_of(folder: Path, sets: Sequence[Rules]) -> list[int]:
    """Which of these each rule set of a run of distillation is."""
    stored = stored_settings(folder)
    if stored is None or "distil" not in stored:
        raise ConfigError(f"--also {folder}: no run of shugi distil")
    names, there = [rules.name for rules in sets], stored["rules"]
    there = [there] if isinstance(there, str) else there
    if foreign := [name for name in there if name not in names]:
        raise ConfigError(
            f"--also {folder}: of {', '.join(foreign)} too; this run is of {', '.join(names)} alone"
        )
    return [names.index(name) for name in there]


def _keep(folder: Path, settings: dict[str, Any]) -> None:
    """Write the settings into the folder, or see that they are those that are there."""
    stored = stored_settings(folder)
    if stored is not None:
        if not isinstance(stored.get("distil"), dict):
            raise ConfigError(f"{folder} holds another kind of run; give another --run-dir")
        free = {name: settings["distil"][name] for name in MAY_CHANGE}
        there = {key: stored.get(key) for key in settings}
        there["distil"] = stored["distil"] | free
        check_same(folder, there, settings)
    keep_settings(folder, settings)
