"""One network on every mahjong rule set: against the rule baseline, and against the specialists.

    python benchmarks/generalist.py --out runs/generalist_table
    python benchmarks/generalist.py --agent runs/generalist --out runs/table --rules toriuchi wuhan

A specialist is a checkpoint that comes with the package: of those that learnt this rule set, the
one that learnt the fewest, and fewer than the agent.  Rule sets that the agent never learnt are
marked.  Whatever is finished is kept in the folder of --out: after a stop the same command goes on.
The table goes to OUT/table.md and to the screen: differences per hand, and what the agent brings
home from a game with the baseline, with 95 % intervals over duplicate sets.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from shugi.agents import AgentError, make_agent
from shugi.agents.checkpoint import Description, describe, find
from shugi.agents.grammar import mark_of
from shugi.agents.named import PREFIX, cards_for
from shugi.commands.options import add_cluster, workers_of
from shugi.envs import Rules, RulesError
from shugi.envs.common.files import write_atomically
from shugi.envs.rulesets.rules import load_rules, mahjong
from shugi.training.cluster.work import Workers
from shugi.training.judge.estimate import Estimate
from shugi.training.judge.match import MatchJob
from shugi.training.judge.outcome import judge

BASELINE = "baseline"
OUT = "runs/generalist_table"


@dataclass(frozen=True)
class Row:
    """The matches of a rule set."""

    rules: str
    learnt: bool
    v_baseline: dict[str, Any]
    v_specialist: dict[str, Any] | None
    specialist: dict[str, Any] | None
    """Against the baseline."""


def main(words: Sequence[str] | None = None) -> int:
    """0 when the table is complete, 2 when something asked for cannot be."""
    given = _parser().parse_args(words)
    torch.set_num_threads(max(1, given.threads // 2))
    try:
        text = _make_table(given)
    except (AgentError, RulesError) as error:
        print(error, file=sys.stderr)
        return 2
    write_atomically(given.out / "table.md", text.encode())
    print(text, end="")
    return 0


def _make_table(given: argparse.Namespace) -> str:
    """The table."""
    about = describe(find(given.agent))
    chosen = [load_rules(name) for name in given.rules] if given.rules else mahjong()
    with workers_of(given) as workers:
        return table([row_of(given, about, rules, workers) for rules in chosen], given)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=Path(OUT), help=f"folder ({OUT})")
    parser.add_argument("--threads", type=int, default=2)
    add_cluster(parser)
    parser.add_argument("--agent", default="checkpoint:generalist", help="(checkpoint:generalist)")
    parser.add_argument("--rules", nargs="+", help="usually all of mahjong")
    parser.add_argument("--hands", type=int, default=25000, help="of each match, or more (25000)")
    parser.add_argument("--seed", type=int, default=2, help="of the walls (2)")
    return parser


def row_of(given: argparse.Namespace, about: Description, rules: Rules, workers: Workers) -> Row:
    """The row of a rule set, as kept or played now."""
    name, special = rules.name, specialist_of(rules, about)

    def compare(first: str, second: str) -> dict[str, Any]:
        asked = {"least_hands": given.hands, "seed": given.seed}
        kept = given.out / f"{name}-{_word(first)}-{_word(second)}.json"
        return difference_of(kept, rules, (first, second), asked, workers)

    row = Row(
        name,
        about.of_rules(rules),
        compare(given.agent, BASELINE),
        compare(given.agent, special) if special else None,
        compare(special, BASELINE) if special else None,
    )
    print(f"{name}: {as_text(row.v_baseline)}", file=sys.stderr)
    return row


def difference_of(
    kept: Path, rules: Rules, agents: tuple[str, str], asked: dict[str, Any], workers: Workers
) -> dict[str, Any]:
    """The first agent minus the second: as kept if that was asked for so, or played now.

    Args:
        kept: file of the match.
        asked: "least_hands", and the "seed" of the walls.
        workers: who plays it.

    Returns:
        ``asked``, "agents", "unit", "hands", "mean", "low", "high" of the difference per hand, and
        the same of what the first agent brings home from a game as "game".
    """
    asked = asked | {"agents": [mark_of(spec) for spec in agents]}
    if kept.exists():
        match_data: dict[str, Any] = json.loads(kept.read_text())
        if "game" in match_data and {key: match_data.get(key) for key in asked} == asked:
            return match_data
    job = MatchJob(rules, {spec: spec for spec in agents}, asked["seed"])
    made = {spec: make_agent(spec, rules) for spec in agents}
    match = job.match(made, threads=1)
    with closing(workers.run(job, match.pieces(), made)) as portions:
        for portion in portions:
            match.add(portion)
            if match.played.hands.sum() >= asked["least_hands"]:
                break
    outcome = judge(match.record())
    match_data = asked | {"unit": outcome.unit.name, "hands": outcome.hands}
    match_data |= _interval(outcome.differences[0].per_hand)
    match_data["game"] = _interval(outcome.agents[0].per_game)
    kept.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(kept, json.dumps(match_data, indent=1).encode())
    return match_data


def _interval(estimate: Estimate) -> dict[str, float]:
    return {"mean": estimate.mean, "low": estimate.low, "high": estimate.high}


def as_text(estimate: dict[str, Any]) -> str:
    """The difference with its interval."""
    return f"{estimate['mean']:+.2f} ± {(estimate['high'] - estimate['low']) / 2:.2f}"


def specialist_of(rules: Rules, about: Description) -> str | None:
    """Of the checkpoints for these rules the one for the fewest others, by name."""
    cards = cards_for(rules)
    if about.of_rules(rules):
        cards = [card for card in cards if len(card.rules) < len(about.trained)]
    return PREFIX + cards[0].name if cards else None


def _word(agent: str) -> str:
    return agent.replace("/", "_").replace(":", "_")


def table(rows: Sequence[Row], given: argparse.Namespace) -> str:
    """The rows as Markdown."""
    lines = [
        f"Per hand, with 95 % intervals over duplicate sets; walls of seed {given.seed}; the "
        f"generalist is {given.agent}",
        "",
        "| rules | learnt | unit | generalist - baseline | a game | hands "
        "| specialist - baseline | generalist - specialist |",
        "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for row in rows:
        cells = [f"`{row.rules}`", "yes" if row.learnt else "**no**", row.v_baseline["unit"]]
        mine = row.v_baseline
        cells += [as_text(mine), as_text(mine["game"]), f"{mine['hands']:,}"]
        cells += [as_text(found) if found else "" for found in (row.specialist, row.v_specialist)]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
