"""Duplicate matches of two agents that a benchmark's table is made of, each kept in a file."""

import argparse
import json
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from shugi.agents import AgentError, make_agent
from shugi.agents.grammar import mark_of
from shugi.envs import Rules, RulesError
from shugi.envs.common.files import write_atomically
from shugi.training.cluster.work import Workers
from shugi.training.judge.estimate import Estimate
from shugi.training.judge.match import MatchJob
from shugi.training.judge.outcome import judge
from shugi.training.run.config import ConfigError
from shugi.training.terminal.errors import INTERRUPTED


def played(
    kept: Path, rules: Rules, agents: tuple[str, str], asked: dict[str, Any], workers: Workers
) -> dict[str, Any]:
    """The first agent minus the second: as kept if that was asked for so, or played now.

    Args:
        kept: file of the match.
        asked: "sets" or "least_hands", the "seed" of the walls, and whatever else tells this match
            from others, beside the agents and the content of their files.
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
    match, sets = job.match(made, threads=1), asked.get("sets")
    with closing(workers.run(job, match.pieces(sets), made)) as portions:
        for portion in portions:
            match.add(portion)
            if sets is None and match.played.hands.sum() >= asked["least_hands"]:
                break
    outcome = judge(match.record())
    match_data = asked | {"unit": outcome.unit.name, "hands": outcome.hands}
    match_data |= _interval(outcome.differences[0].per_hand)
    match_data["game"] = _interval(outcome.agents[0].per_game)
    kept.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(kept, json.dumps(match_data, indent=1).encode())
    return match_data


def shown(estimate: dict[str, Any]) -> str:
    """The difference with its interval."""
    return f"{estimate['mean']:+.2f} ± {(estimate['high'] - estimate['low']) / 2:.2f}"


def parser_of(description: str | None, out: str) -> argparse.ArgumentParser:
    """What every table of matches is asked for with."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=Path(out), help=f"folder ({out})")
    parser.add_argument("--threads", type=int, default=2)
    return parser


def written(folder: Path, make: Callable[[], str | None]) -> int:
    """Put the table that ``make`` gives into the folder and on the screen.

    Returns:
        0 then; 130 when there is none because somebody stopped it, 2 when something asked for
        cannot be.
    """
    try:
        text = make()
    except (ConfigError, AgentError, RulesError) as error:
        print(error, file=sys.stderr)
        return 2
    if text is None:
        return INTERRUPTED
    write_atomically(folder / "table.md", text.encode())
    print(text, end="")
    return 0


def _interval(estimate: Estimate) -> dict[str, float]:
    return {"mean": estimate.mean, "low": estimate.low, "high": estimate.high}
