"""Try settings of a training run side by side, and stop those that do badly early.

CONFIG is a name from configs/train or a YAML file. Every trial is a run of --decisions decisions in
--rungs parts. After each part it plays a duplicate match against --against, all trials on the same
walls; of the trials that came so far, the best third goes on (Ray Tune's ASHA). Everything goes
into the run folder; Ctrl-C or a kill loses a part at most: the same command goes on, with
--programs, because Ray keeps what it goes on from as pickles.
"""

import argparse
import shlex
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

from shugi.agents.base import AgentError
from shugi.agents.programs import ALLOW
from shugi.agents.spec import make_agent
from shugi.training.cluster.address import LOCAL
from shugi.training.commands.programs import add_programs
from shugi.training.commands.workers import joined
from shugi.training.judge.match import unit_of
from shugi.training.learn.mixture import load_sets
from shugi.training.run.config import ConfigError, TrainConfig, load_config
from shugi.training.run.folder import held
from shugi.training.run.settings import check_same, keep_settings, plain, stored_settings
from shugi.training.terminal.console import (
    add_numbers,
    add_text,
    console,
    finite,
    print_json,
    show_table,
)
from shugi.training.terminal.errors import INTERRUPTED, UserError
from shugi.training.terminal.extras import require, require_extra
from shugi.training.terminal.progress import Meter
from shugi.training.tune.space import parse_space, settings_of, some_of

if TYPE_CHECKING:
    from shugi.training.tune.tuning import Tried

PACKAGES = ("torch", "safetensors", "tensorboard")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", metavar="CONFIG", help="a config by name or file")
    parser.add_argument(
        "--try",
        action="append",
        default=[],
        metavar="KEY=VALUES",
        dest="tried",
        help="a setting, and its values: ppo.clip=0.1,0.2,0.3, or ppo.target_kl=0.01..0.1, which "
        "is drawn evenly by its logarithm; may be repeated",
    )
    parser.add_argument("--trials", type=int, default=9, help="how many are tried (9)")
    parser.add_argument("--decisions", type=int, default=1_000_000, help="of a trial (1,000,000)")
    parser.add_argument("--rungs", type=int, default=4, help="parts of a trial (4)")
    parser.add_argument("--against", default="baseline", metavar="AGENT", help="(baseline)")
    parser.add_argument("--sets", type=int, default=200, help="of each match (200)")
    parser.add_argument("--seed", type=int, default=1, help="of values and walls (1)")
    parser.add_argument(
        "--threads", type=int, default=1, help="of each trial: cores of the cluster (1)"
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        dest="changes",
        help="change a setting for all trials; may be repeated",
    )
    parser.add_argument(
        "--cluster",
        default=LOCAL,
        metavar="WHERE",
        help="as of shugi arena (default: local)",
    )
    parser.add_argument(
        "--run-dir", type=Path, help="folder of the trials (default: runs/tune-CONFIG)"
    )
    add_programs(parser, "the config or the run folder")
    parser.add_argument("--json", action="store_true", help="one object instead of a table")


def run(arguments: argparse.Namespace) -> int:
    """0 when all trials are over, 130 when it was interrupted."""
    _check(arguments)
    folder = arguments.run_dir or Path("runs") / f"tune-{Path(arguments.config).stem}"
    try:
        base = _base(arguments)
        rules = load_sets(base)[0]
        make_agent(arguments.against, rules, programs=True)
        found = _found(arguments, base, folder)
    except (ConfigError, AgentError) as error:
        raise UserError(str(error)) from None
    except KeyboardInterrupt:
        print(f"stopped; the same command with {ALLOW} goes on", file=sys.stderr)
        return INTERRUPTED
    unit = unit_of(rules).name
    if arguments.json:
        print_json({"folder": str(folder), "unit": unit, "trials": [_plain(one) for one in found]})
    else:
        show(found, unit, arguments.against, console())
        print(f"train as the best did: {_command(arguments, found[0])}")
    return 0


def _check(arguments: argparse.Namespace) -> None:
    require("shugi tune", *PACKAGES)
    require_extra("shugi tune, which tries its settings on Ray,", "cluster")
    least = {"trials": 1, "decisions": 1, "rungs": 1, "sets": 2, "seed": 0, "threads": 1}
    for name, bound in least.items():
        if getattr(arguments, name) < bound:
            raise UserError(f"--{name} must be at least {bound}, not {getattr(arguments, name)}")


def _base(arguments: argparse.Namespace) -> TrainConfig:
    """What all trials have in common."""
    config = load_config(arguments.config, arguments.changes, arguments.programs)
    return replace(config, minutes=None, decisions=arguments.decisions, threads=arguments.threads)


def _found(arguments: argparse.Namespace, base: TrainConfig, folder: Path) -> "list[Tried]":
    space = parse_space(arguments.tried)
    for values in some_of(space):
        settings_of(plain(base.as_dict()), values)
    names = ("tried", "trials", "rungs", "against", "sets", "seed")
    settings = {
        "tune": {name: getattr(arguments, name) for name in names},
        "base": plain(base.as_dict()),
    }
    with joined(arguments.cluster), held(folder), Meter(console(stderr=True)) as meter:
        from shugi.training.tune.trial import Judging  # imports Ray, with its settings made
        from shugi.training.tune.tuning import run_trials

        stored = stored_settings(folder)
        if stored is not None:
            check_same(folder, stored, settings)
        keep_settings(folder, settings)
        judging = Judging(arguments.against, arguments.sets, arguments.seed, arguments.rungs)
        trials = folder / "trials"
        return run_trials(
            settings["base"],
            space,
            judging,
            arguments.trials,
            trials,
            arguments.seed,
            meter.show,
            arguments.programs,
        )


def _command(arguments: argparse.Namespace, best: "Tried") -> str:
    changes = [*arguments.changes, *(f"{key}={value}" for key, value in best.values.items())]
    words = ["shugi", "train", arguments.config]
    return shlex.join(words + [word for change in changes for word in ("--set", change)])


def _plain(one: "Tried") -> dict[str, Any]:
    numbers = {name: finite(getattr(one, name)) for name in ("gain", "low", "high")}
    return {**asdict(one), **numbers}


def show(found: "list[Tried]", unit: str, against: str, screen: Console) -> None:
    table = Table(
        title=f"{len(found)} trials, first those that went furthest, the best of them first",
        title_justify="left",
        caption=f"{unit} a hand more than {against} at the last rung, 95 %, all on the same walls",
        box=None,
    )
    for key in found[0].values:
        add_text(table, key)
    for heading in ("gain", "95 %", "rungs", "decisions"):
        add_numbers(table, heading)
    for one in found:
        values = [
            f"{value:.3g}" if isinstance(value, float) else str(value)
            for value in one.values.values()
        ]
        if not one.rungs:
            table.add_row(*values, one.error or "?", "", "0", "0")
            continue
        interval = f"{one.low:+.2f} to {one.high:+.2f}"
        table.add_row(*values, f"{one.gain:+.2f}", interval, str(one.rungs), f"{one.decisions:,}")
    show_table(table, screen)
