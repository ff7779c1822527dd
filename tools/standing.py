"""Tell what a standing between two hands is worth: points, the deal, honba, sticks, markers.

    python tools/standing.py super_bingo toriuchi
    python tools/standing.py super_bingo --games 4096 --out agents/standings

Roll-outs, search, training, the lab and reviews pay a hand for how it changes the standing. What
comes with the package was learnt from games of the rule baseline. With --games it is learnt anew,
in seconds for thousands of games; --out keeps it.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from rich.console import Console

from shugi._fast.net.standing import EngineStanding
from shugi._fast.rules.compile import Rules, RulesError
from shugi.agents.base import AgentError
from shugi.agents.spec import make_agent
from shugi.agents.standing import StandingFit, fit_of, save_standing
from shugi.commands.options import check_numbers
from shugi.envs.rulesets.rules import load_rules
from shugi.training.terminal.console import print_json
from shugi.training.terminal.errors import UserError
from shugi.training.terminal.extras import require
from shugi.training.terminal.progress import Meter

LEAST_GAMES = 40


def parser() -> argparse.ArgumentParser:
    """What can be asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("rules", nargs="+", metavar="RULES", help="rule sets by name or file")
    parser.add_argument("--games", type=int, help="learn from so many games (4096 say)")
    parser.add_argument("--agent", default="baseline", help="who plays them (default: baseline)")
    parser.add_argument("--seed", type=int, default=1, help="of the games (default: 1)")
    parser.add_argument("--threads", type=int, default=2, help="of the engine (default: 2)")
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="write DIR/RULES.npz (with --games)"
    )
    parser.add_argument("--json", action="store_true", help="a list of objects instead of tables")
    return parser


def main(words: Sequence[str] | None = None) -> int:
    """0 when all is told, 2 for what cannot be."""
    try:
        return tell(parser().parse_args(words))
    except (RulesError, UserError, OSError) as error:
        print(f"standing: {error}", file=sys.stderr)
        return 2


def tell(arguments: argparse.Namespace) -> int:
    """Tell it, or learn it and tell."""
    _check(arguments)
    if arguments.games is not None:
        require("--games", "torch")
    fits = []
    for name in arguments.rules:
        fits.append(_fit(load_rules(name), arguments))
        if not arguments.json:
            _print(fits[-1])
    if arguments.json:
        print_json([asdict(fit) for fit in fits])
    return 0


def _check(arguments: argparse.Namespace) -> None:
    check_numbers(arguments, games=LEAST_GAMES, seed=0, threads=1)
    if arguments.out is not None and arguments.games is None:
        raise UserError("--out keeps what --games learns: give both")


def _fit(rules: Rules, arguments: argparse.Namespace) -> StandingFit:
    if arguments.games is None:
        known = fit_of(rules)
        if known is None:
            raise UserError(
                f"{rules.name}: no standing comes with the package; learn one with --games 4096"
            )
        return known
    standing, fit = _learn(rules, arguments)
    if arguments.out is not None:
        save_standing(arguments.out / f"{Path(rules.name).stem}.npz", standing, fit)
    return fit


def _learn(rules: Rules, arguments: argparse.Namespace) -> tuple[EngineStanding, StandingFit]:
    from shugi.training.learn.standing import learn_standing

    try:
        player = make_agent(arguments.agent, rules, programs=True)
    except AgentError as error:
        raise UserError(str(error)) from None
    with Meter(Console(stderr=True)) as meter:
        return learn_standing(
            rules,
            arguments.games,
            arguments.seed,
            player,
            arguments.threads,
            lambda done: meter.show(rules.name, done, {}),
        )


def _print(fit: StandingFit) -> None:
    print(f"{fit.rules}: {fit.games:,} games of {fit.player}, {fit.hands:,} hands")
    if not fit.slope:
        print("  what lasts from hand to hand cannot be told from chance: it counts for nothing")
        return
    print(
        f"  it explains {fit.explained:.1%} of what is still to come, in games not learnt from; "
        f"what came was {fit.slope:.2f} ± {fit.slope_error:.2f} times what it said"
    )
    for price in fit.prices:
        print(f"  {price.name:<22} {price.value:+8.2f} ± {price.error:.2f} {fit.unit}")


if __name__ == "__main__":
    sys.exit(main())
