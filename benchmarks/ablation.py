"""What each part of the training recipe buys: the recipe without it, at equal budgets.

    python benchmarks/ablation.py --out runs/ablation                 # all variants, then the table
    python benchmarks/ablation.py --out runs/ablation --variants oracle two_hot
    python benchmarks/ablation.py --list

Every variant is a run of its own, of as many decisions as all others, warm start included; its
agent then plays the rule baseline and the agent of the full recipe, in duplicate.  Whatever is
finished is kept in the folder of --out: after a stop (Ctrl-C saves) the same command goes on.  With
other --sets or another --match-seed only the matches are played again.  The table goes to
OUT/table.md and to the screen: chips per hand, with 95 % intervals over sets.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any

import cases
import matches
from matches import shown

from shugi.commands.workers import add_cluster, workers_of
from shugi.envs.rulesets.rules import load_rules
from shugi.training.cluster.work import Workers
from shugi.training.run.config import ConfigError, load_config
from shugi.training.run.settings import CONFIG_NAME

FULL = "full"
VARIANTS: dict[str, tuple[str, tuple[str, ...]]] = {
    FULL: ("the whole recipe", ()),
    "expected": ("paid what the turned tiles give", ("reward.expected=false",)),
    "oracle": ("critic without hidden tiles", ("critic.oracle=false",)),
    "two_hot": ("plain heads, mean squares", ("critic.two_hot=false",)),
    "reference": ("no pull to a reference", ("ppo.kl=[0,0]",)),
    "rare_floor": ("no floor on rare acts", ("ppo.rare_floor=[0,0]",)),
    "snapshots": ("no earlier policies", ("opponents.snapshots=0",)),
    "styles": ("no scripted opponents", ("opponents.scripted=[0,0]",)),
    "start_states": ("no hands from kept positions", ("start_states.share=[0,0]",)),
    "payment_randomisation": ("no randomised payments", ("payment_randomisation.share=0",)),
    "rule_vector": ("no rule vector", ("network.rule_vector=false",)),
    "imitation": ("no warm start", ("imitation.decisions=0",)),
}
"""What the recipe is without, in words and as settings."""


def main(words: Sequence[str] | None = None) -> int:
    """0 when the table is complete, 130 when training was interrupted."""
    given = _parser().parse_args(words)
    if given.list:
        for name, (meaning, changes) in VARIANTS.items():
            print(f"{name:<22} {meaning}  {' '.join(changes)}")
        return 0
    return matches.written(given.out, lambda: _made(given))


def _made(given: argparse.Namespace) -> str | None:
    """Train and compare; the table, or nothing when training was interrupted."""
    names = [FULL, *(name for name in given.variants or VARIANTS if name != FULL)]
    for name in names:
        if not trained(given, name):
            print(f"stopped in {name}; the same command goes on", file=sys.stderr)
            return None
    with workers_of(given) as workers:
        return table([compared(given, name, workers) for name in names], given.config)


def _parser() -> argparse.ArgumentParser:
    parser = matches.parser_of(__doc__, "runs/ablation")
    add_cluster(parser)
    parser.add_argument("--config", default="ablation", help="the full recipe (ablation)")
    parser.add_argument("--variants", nargs="+", choices=VARIANTS, help="usually all")
    parser.add_argument("--budget", type=int, help="decisions of each run, not the config's")
    parser.add_argument("--seed", type=int, help="of the runs, not the config's")
    parser.add_argument("--sets", type=int, default=4000, help="of each match (4000)")
    parser.add_argument("--match-seed", type=int, default=2, help="of the matches' walls (2)")
    parser.add_argument(
        "--set", action="append", default=[], dest="changes", metavar="KEY=VALUE",
        help="change a setting of all variants",
    )  # fmt: skip
    parser.add_argument("--list", action="store_true", help="show the variants and end")
    return parser


def trained(given: argparse.Namespace, name: str) -> bool:
    """Train a variant, or go on with it; whether its budget is spent."""
    changes = [f"threads={given.threads}", *given.changes, *VARIANTS[name][1]]
    if given.budget is not None:
        share = _warm_start(given)
        changes = [f"decisions={given.budget}", f"imitation.decisions={share}", *changes]
    if given.seed is not None:
        changes.append(f"seed={given.seed}")
    return cases.trained(given.out / name, given.config, changes)


def _warm_start(given: argparse.Namespace) -> int:
    """Decisions of the warm start: the same share of another budget."""
    config = load_config(given.config, given.changes)
    if config.decisions is None or config.imitation.decisions is None:
        raise ConfigError(f"{given.config}: --budget needs decisions and imitation.decisions")
    return round(given.budget * config.imitation.decisions / config.decisions)


def compared(given: argparse.Namespace, name: str, workers: Workers) -> dict[str, Any]:
    """A row of the table: the matches of a variant, as kept or played now."""
    row: dict[str, Any] = {"name": name, "v_baseline": played(given, name, "baseline", workers)}
    if name != FULL:
        row["v_full"] = played(given, name, str(given.out / FULL), workers)
    return row


def played(given: argparse.Namespace, name: str, other: str, workers: Workers) -> dict[str, Any]:
    """A duplicate match of a variant's agent against another; kept in the variant's folder."""
    folder = given.out / name
    state = json.loads((folder / "metrics.jsonl").read_text().splitlines()[-1])
    asked = {"sets": given.sets, "seed": given.match_seed, "decisions": state["decisions"]}
    kept = folder / f"match_{'full' if other != 'baseline' else other}.json"
    config = load_config(str(folder / CONFIG_NAME))
    rules = load_rules(config.rules, **(config.options or {}))
    return matches.played(kept, rules, (str(folder), other), asked, workers)


def table(rows: Sequence[dict[str, Any]], config: str) -> str:
    """The rows as Markdown."""
    first = rows[0]["v_baseline"]
    lines = [
        f"{first['unit']} per hand, with 95 % intervals over {first['sets']:,} duplicate sets; "
        f"config {config}, {round(first['decisions']):,} decisions of each run or the update's end "
        "after",
        "",
        "| without | meaning | agent - baseline | agent - full recipe | hands |",
        "| --- | --- | ---: | ---: | ---: |",
    ]
    for row in rows:
        full = shown(row["v_full"]) if "v_full" in row else ""
        cells = [row["name"] if row["name"] != FULL else "nothing", VARIANTS[row["name"]][0]]
        cells += [shown(row["v_baseline"]), full, f"{row['v_baseline']['hands']:,}"]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
