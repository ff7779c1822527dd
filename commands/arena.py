"""Play agents against each other: duplicate deals, every seat order, chips with intervals.

A set is one seed played once in every distinct order of the agents over the seats. With fewer
agents than seats the last one fills up (A B: A against two copies of B; A A B turns that round);
with more, every choice of them plays. `shugi list agents` tells how agents are named. Ctrl-C or a
kill loses a few seconds: the same command goes on with the sets that were played.
"""

import argparse
import math
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table

from shugi._fast.rules.compile import Rules
from shugi.agents.grammar import mark_of
from shugi.commands.options import (
    add_by_choices,
    add_cluster,
    add_precision,
    add_seed,
    check_numbers,
    check_report,
    command_line,
    made_agents,
    tell_report,
    workers_of,
)
from shugi.envs.common.files import error_text
from shugi.envs.rulesets.rules import load_rules
from shugi.training.judge.estimate import POWER, Estimate
from shugi.training.judge.kept_match import KeptMatch
from shugi.training.judge.match import Match, MatchJob, MatchPortion, MatchRecord, Piece
from shugi.training.judge.outcome import (
    AgentOutcome,
    ChoiceOutcome,
    Outcome,
    as_json,
    choice_json,
    judge,
    judge_choices,
)
from shugi.training.judge.report import write_report
from shugi.training.terminal.console import console, print_json, show_table, table_of
from shugi.training.terminal.errors import INTERRUPTED, UserError
from shugi.training.terminal.interval import interval
from shugi.training.terminal.progress import Meter

SETS = 1000
LENGTHS = ("sets", "hands", "seconds")
KEPT_SECONDS = 10.0  # between two times that what was played is written down


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_match(parser)
    parser.add_argument(
        "--without-luck",
        action="store_true",
        help="take the luck of draws out of the results: as precise as with 1.1 to 2 times as many "
        "sets, for up to half a millisecond a hand",
    )
    add_by_choices(
        parser,
        "count only choices of the first agent that the second would not make, each played out on "
        "so many walls ({}): as precise as with some 3 to 40 times as many sets",
    )
    parser.add_argument(
        "--record", type=Path, metavar="DIR", help="keep the games of the first set, for shugi show"
    )
    parser.add_argument(
        "--report", type=Path, metavar="DIR", help="write DIR/index.html with plots"
    )


def add_match(parser: argparse.ArgumentParser) -> None:
    """Who plays, what and how long."""
    parser.add_argument("rules", metavar="RULES", help="a rule set by name or file")
    parser.add_argument("--agents", nargs="+", required=True, metavar="AGENT", help="who plays")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--sets", type=int, help=f"sets to play (default: {SETS})")
    length.add_argument("--hands", type=int, help="play sets until this many hands are over")
    length.add_argument("--seconds", type=float, help="play sets for about this long")
    add_seed(parser, "the walls")
    add_precision(parser)
    add_cluster(parser)
    parser.add_argument(
        "--run-dir",
        type=Path,
        help="where the sets of a match that is stopped are kept (default: runs/arena-RULES)",
    )
    parser.add_argument("--json", action="store_true", help="one object instead of tables")


def run(arguments: argparse.Namespace) -> int:
    """0 when the match is over, 130 when it was interrupted (its sets are kept)."""
    _check(arguments)
    found = play_match(arguments)
    if found is None:
        return INTERRUPTED
    match, kept_match = found
    record = match.record()
    plain = outcome = judge(record)
    if arguments.by_choices or arguments.without_luck:
        record = record.by_choices() if arguments.by_choices else record.without_luck()
        outcome = judge(record)
    _answer(arguments, outcome, plain, record, kept_match.seconds)
    if arguments.report is not None:
        typed = command_line("arena", add_arguments, arguments)
        tell_report(write_report(arguments.report, record, outcome, typed), arguments)
    kept_match.forget()
    return 0


def play_match(arguments: argparse.Namespace) -> tuple[Match, KeptMatch] | None:
    """Play the match that is asked for, from where it was stopped.

    Args:
        arguments: of ``shugi arena``.

    Returns:
        it, and its file, for whoever needs it no more to forget; None when it was interrupted.

    Raises:
        UserError, AgentError: no such match.
    """
    rules = load_rules(arguments.rules)
    job = _job(arguments, rules)
    agents = made_agents(job.specs, rules, job.precision, arguments.threads)
    match = job.match(agents, arguments.threads)
    kept_match = KeptMatch(_folder(arguments), _what_makes_it(arguments, rules))
    kept_match.load(match)
    with workers_of(arguments) as workers:
        play = partial(workers.run, job, made=agents)
        over = _play(match, play, arguments, kept_match)
    return (match, kept_match) if over else None


def worth_sets(plain: Outcome, controlled: Outcome) -> float:
    """How many times the sets would give the same interval if luck stayed in the results."""
    wide, narrow = (one.agents[0].per_hand.half for one in (plain, controlled))
    return (wide / narrow) ** 2 if 0 < narrow < math.inf else 1.0


def _answer(
    arguments: argparse.Namespace,
    outcome: Outcome,
    plain: Outcome,
    record: MatchRecord,
    seconds: float,
) -> None:
    """Args: plain: what the games themselves say."""
    worth = worth_sets(plain, outcome)
    choices = judge_choices(record) if arguments.by_choices else []
    if arguments.json:
        more = {
            "seed": arguments.seed,
            "precision": arguments.precision,
            "seconds": round(seconds, 2),
            "without_luck": arguments.without_luck,
            "by_choices": arguments.by_choices,
            "choices_per_100_hands": record.choices_per_100_hands,
            "choices": [choice_json(one) for one in choices],
            "worth_sets": round(worth, 3),
        }
        print_json(as_json(outcome, **more))
        return
    if arguments.by_choices:
        show_choices(outcome, plain, choices, record.choices_per_100_hands, console())
    else:
        show(outcome, console())
    if arguments.without_luck:
        print(f"Without the luck of draws: as precise as {worth:.1f} times as many sets.")
    if arguments.by_choices:
        print(f"By its choices: as precise as {worth:.1f} times as many sets.")
    print(f"{outcome.hands / seconds:,.0f} hands per second, {seconds:.0f} s")


def _check(arguments: argparse.Namespace) -> None:
    check_match(arguments)
    check_numbers(arguments, by_choices=0)
    check_report(arguments)


def check_match(arguments: argparse.Namespace) -> None:
    """See that there can be such a match. Raises: UserError."""
    check_numbers(arguments, *LENGTHS, "threads", seed=0)


def _job(arguments: argparse.Namespace, rules: Rules) -> MatchJob:
    """The match that is asked for.

    A text that comes twice is one agent at more of the seats; but where all are the same they are
    told apart: that should show no difference.
    """
    specs = arguments.agents
    members = list(specs)
    if len({*specs}) == 1 and len(specs) > 1:
        members = [f"{spec}#{i + 1}" for i, spec in enumerate(specs)]
    agents = dict(zip(members, specs, strict=True))
    recorded = int(arguments.record is not None)
    return MatchJob(
        rules,
        agents,
        arguments.seed,
        members,
        recorded,
        arguments.precision,
        arguments.without_luck,
        arguments.by_choices,
    )


def _folder(arguments: argparse.Namespace) -> Path:
    return arguments.run_dir or Path("runs") / f"arena-{Path(arguments.rules).stem}"


def _what_makes_it(arguments: argparse.Namespace, rules: Rules) -> list[object]:
    """What makes it this match: other files of an agent, or another length, are another one."""
    given = [getattr(arguments, name) for name in ("seed", *LENGTHS)]
    marks = [mark_of(spec, arguments.precision) for spec in arguments.agents]
    return [
        rules.hash,
        *given,
        str(arguments.record),
        arguments.without_luck,
        arguments.by_choices,
        *marks,
    ]


def _play(
    match: Match,
    play: Callable[[Iterator[Piece]], Generator[MatchPortion]],
    arguments: argparse.Namespace,
    kept: KeptMatch,
) -> bool:
    """Play to the end, and keep what was played now and then; False when it was interrupted."""
    course = MatchProgress(arguments, kept.seconds)
    portions = play(match.pieces(course.sets))
    with Meter(console(stderr=True)) as meter, closing(portions):
        if len(match.played):
            meter.say(f"going on after {len(match.played):,} sets, from {kept.path}")
        try:
            while not len(match.played) or course.done(match) < 1:
                match.add(next(portions))
                course.show(match, meter)
                _save_records(match, arguments.record)
                if time.monotonic() - course.kept > KEPT_SECONDS:
                    course.keep(match, kept, meter)
        except KeyboardInterrupt:
            course.keep(match, kept, meter)
            meter.say(f"stopped after {len(match.played):,} sets; the same command goes on")
            return False
    kept.seconds = course.elapsed
    return True


class MatchProgress:
    """How far a match has come.

    Args:
        arguments: tell its length.
        seconds: that it took before.
    """

    def __init__(self, arguments: argparse.Namespace, seconds: float) -> None:
        self.sets, self.hands, self.seconds = (getattr(arguments, name) for name in LENGTHS)
        if self.sets is None and self.hands is None and self.seconds is None:
            self.sets = SETS
        self.began = time.monotonic() - seconds
        self.kept = time.monotonic()

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self.began

    def done(self, match: Match) -> float:
        """Share of it, 1 or more at its end."""
        reached = (len(match.played), int(match.played.hands.sum()), self.elapsed)
        wanted = (self.sets, self.hands, self.seconds)
        pairs = zip(reached, wanted, strict=True)
        return max(float(now / end) for now, end in pairs if end is not None)

    def show(self, match: Match, meter: Meter) -> None:
        hands = int(match.played.hands.sum())
        numbers = {
            "sets": f"{len(match.played):,}",
            "hands": f"{hands:,}",
            "hands/s": f"{hands / self.elapsed:,.0f}",
        }
        meter.show("arena", self.done(match), numbers)

    def keep(self, match: Match, kept: KeptMatch, meter: Meter) -> None:
        """Write down what was played; a folder that cannot be written is no reason to stop.

        Args:
            match: as far as it has come.
            kept: its file.
            meter: where to say that it cannot be written.
        """
        self.kept = time.monotonic()
        try:
            if len(match.played):
                kept.save(match, self.elapsed)
        except OSError as error:
            meter.say(f"what was played cannot be kept: {error_text(error)}")


def _save_records(match: Match, folder: Path | None) -> None:
    """Write the games of the first set, once they have been played."""
    if folder is None or not match.records:
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for table, record in enumerate(match.records, start=1):
            record.save(folder / f"game{table}.jsonl")
    except OSError as error:
        raise UserError(f"--record {error_text(error)}") from None
    match.records.clear()


def show(outcome: Outcome, screen: Console) -> None:
    """The tables of an outcome."""
    caption = f"{outcome.unit.name}, with 95 % intervals over sets"
    show_table(_result_table(outcome, outcome.agents, caption), screen)
    show_table(_count_table(outcome), screen)
    unit = outcome.unit.name
    for difference in outcome.differences:
        gain = f"{interval(difference.per_hand)} {unit} per hand"
        screen.print(
            f"{difference.first} - {difference.second}: {gain}{_verdict(difference.per_hand)}"
        )
        screen.print(_smallest(difference.per_hand))
    if len(outcome.agents) == 1:
        screen.print(
            "One agent at every seat: what one gains another loses, so its result is zero."
        )


def show_choices(
    outcome: Outcome,
    plain: Outcome,
    choices: Sequence[ChoiceOutcome],
    often: float,
    screen: Console,
) -> None:
    """What the first agent gains in place of the second.

    Args:
        plain: what the games themselves say.
        choices: by their kinds.
        often: choices in 100 hands, of all kinds.
    """
    first, second = outcome.agents
    caption = f"{outcome.unit.name}, with 95 % intervals over sets: more than {second.name} there"
    show_table(_result_table(outcome, [first], caption), screen)
    show_table(_count_table(plain), screen)
    show_table(_choice_table(outcome, choices), screen)
    unit, gain = outcome.unit.name, first.per_hand
    what = f"{first.name} in place of {second.name}: {interval(gain)} {unit} per hand"
    screen.print(f"{what}{_verdict(gain)}")
    screen.print(_smallest(gain))
    games = interval(plain.agents[0].per_hand)
    screen.print(f"{often:.1f} other choices in 100 hands. By the games themselves: {games}.")


def _choice_table(outcome: Outcome, choices: Sequence[ChoiceOutcome]) -> Table:
    table = table_of(
        ["choice", "who does it"],
        ["in 100 hands", "gains each", "per hand"],
        title="where they differ",
        caption=f"{outcome.unit.name} that the first gains",
    )
    for choice in choices:
        often, each = f"{choice.per_100_hands:.1f}", f"{choice.each:+.2f}"
        table.add_row(choice.about, choice.who, often, each, interval(choice.per_hand, 3))
    return table


def _result_table(outcome: Outcome, agents: Sequence[AgentOutcome], caption: str) -> Table:
    seats = sorted({seat.seat for agent in agents for seat in agent.seats})
    table = table_of(
        ["agent"],
        ["per hand", "per game", "hands", *(f"seat {seat}" for seat in seats)],
        title=f"{outcome.rules}: {outcome.sets:,} sets x {outcome.tables} games, "
        f"{outcome.hands:,} hands",
        caption=caption,
    )
    for agent in agents:
        at = {seat.seat: seat.per_hand for seat in agent.seats}
        table.add_row(
            agent.name,
            interval(agent.per_hand),
            interval(agent.per_game),
            f"{agent.hands:,}",
            *(interval(at[seat]) if seat in at else "" for seat in seats),
        )
    return table


def _count_table(outcome: Outcome) -> Table:
    unit, chips = outcome.unit.in_hands, outcome.unit.kind == "chips"
    names = [agent.name for agent in outcome.agents]
    table = table_of([""], names, caption=f"per 100 hands; {unit} by what they were for")
    for name in outcome.agents[0].per_100_hands:
        counts = [agent.per_100_hands[name] for agent in outcome.agents]
        if any(counts):
            table.add_row(name.replace("_", " "), *(f"{count:.1f}" for count in counts))
    by_cause = [a.chips_by_cause if chips else a.points_by_cause for a in outcome.agents]
    for cause in dict.fromkeys(cause for causes in by_cause for cause in causes):
        paid = [causes.get(cause, 0.0) for causes in by_cause]
        table.add_row(f"{unit}: {cause.replace('_', ' ')}", *(f"{one:+.1f}" for one in paid))
    return table


def _verdict(value: Estimate) -> str:
    if value.low > 0:
        return ": the first is stronger"
    if value.high < 0:
        return ": the second is stronger"
    return ": no difference shown"


def _smallest(value: Estimate) -> str:
    """What stands under the line of a difference: how large it must be to be seen."""
    if not math.isfinite(value.smallest_effect):
        return "    One set shows nothing: intervals are over sets."
    return (
        f"    smallest effect {value.smallest_effect:.2f}: "
        f"so large a true difference shows in {100 * POWER:.0f} % of such runs"
    )
