"""``shugi``: one command line for everything.

A command is a row of ``COMMANDS`` and a module with ``add_arguments(parser)`` and
``run(arguments) -> exit status``; the module is imported only when its command runs.
"""

import argparse
import importlib
import io
import os
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import NamedTuple, NoReturn, TextIO

import shugi
from shugi._fast.tables.option_types import nearest
from shugi.training.terminal.errors import INTERRUPTED, UserError, WorkStopped


class Command(NamedTuple):
    name: str
    help: str
    example: str

    @property
    def module(self) -> str:
        return f"shugi.commands.{self.name}"


COMMANDS = (
    Command(
        "list",
        "list the rule sets, the agents, or the numbers of actions and observations",
        "shugi list variants --json",
    ),
    Command(
        "rules",
        "show the options of a rule set, and where each comes from",
        "shugi rules super_bingo --set must_win=never",
    ),
    Command("train", "train an agent", "shugi train super_bingo_short --run-dir runs/first"),
    Command(
        "distil",
        "make a trained agent better where its decisions matter",
        "shugi distil runs/first --minutes 10",
    ),
    Command(
        "arena",
        "let agents play duplicate games against each other",
        "shugi arena super_bingo --agents baseline random --sets 200",
    ),
    Command(
        "decisions",
        "judge agents where riichi, floats, kans and the like are a real choice",
        "shugi decisions super_bingo --agents runs/super_bingo_short --classes riichi,open_riichi",
    ),
    Command(
        "whatif",
        "whether agents follow when one fact of a position, or one option, is otherwise",
        "shugi whatif super_bingo --agents checkpoint:super_bingo --classes open_riichi",
    ),
    Command(
        "explain",
        "say when riichi, floats, disclosure and the like are right, with pictures and a rule each",
        "shugi explain super_bingo --classes riichi --out pages",
    ),
    Command(
        "ladder",
        "rank agents: every two of them against each other",
        "shugi ladder super_bingo --agents random baseline baseline:rusher",
    ),
    Command(
        "exploit",
        "look for what beats an agent: styles, and a policy trained against it",
        "shugi exploit super_bingo checkpoint:super_bingo --minutes 20",
    ),
    Command(
        "table",
        "play, watch and review games in the browser",
        "shugi table super_bingo --seats me checkpoint:super_bingo baseline",
    ),
    Command(
        "play",
        "the same games in the terminal, by keys",
        "shugi play super_bingo --seats me checkpoint:super_bingo baseline",
    ),
    Command(
        "export",
        "make a run a checkpoint with a name and a card",
        "shugi export runs/first --name super_bingo --weights int8",
    ),
    Command("bench", "measure decisions per second", "shugi bench --rules super_bingo --json"),
    Command(
        "review",
        "say what the choices of a recorded game cost",
        "shugi review game.jsonl --seats 0 --deals 128",
    ),
    Command(
        "show",
        "print a position as a table, or a recorded game with its ledger",
        "shugi show game.jsonl --hand 3",
    ),
    Command(
        "verify",
        "play logs of other sites again, and say where they differ from the rules",
        "shugi verify logs/ games.zip --json",
    ),
    Command("score", "score finished hands of any rule set, itemised", "shugi score case.json"),
)
SHELL = "--completion"

MOVED = {
    "variants": "it is `shugi list variants` now",
    "agents": "it is `shugi list agents` now",
    "layout": "it is `shugi list layout` now",
    "replay": "it is `shugi show` now, which takes records too",
    "completion": f"it is `shugi {SHELL}` now",
    "standing": "it is `python tools/standing.py` in the repository now",
    "tune": "it is gone; `shugi train` takes settings (--set), and `shugi arena` compares runs",
}
"""What became of commands that had a name before."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the console script ``shugi``. Returns the exit status."""
    # torch's threads spin at every barrier: on a core that others use too that costs 30 times the
    # work.  Read when torch is first imported, which no module does before its command runs.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    words = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a letter that cannot be shown is no error
    try:
        try:
            return answer(words)
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()  # what cannot be written shows here and not when Python ends
    except BrokenPipeError:
        # the reader, such as `head`, has seen enough; nothing may be flushed into its pipe
        _forget_output(sys.stdout, sys.stderr)
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        _forget_output(sys.stdout)
        print(f"shugi: the output cannot be written: {error.strerror}", file=sys.stderr)
        return 2


def _forget_output(*streams: TextIO) -> None:
    """Let nothing more be written there, not even by Python when it ends."""
    for stream in streams:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def answer(words: Sequence[str]) -> int:
    """Do what the command line says."""
    if len(words) > 1 and words[0] == "help":
        words = [words[1], "--help"]
    if not words or words[0] in ("-h", "--help", "help"):
        print(overview())
        return 0 if words else 2
    if words[0] == "--version":
        print(f"shugi {shugi.__version__}")
        return 0
    if words[0] == SHELL:
        from shugi.commands import completion

        return completion.run(words[1:], COMMANDS)
    if words[0] in MOVED:
        print(f"shugi: there is no command {words[0]!r}: {MOVED[words[0]]}", file=sys.stderr)
        return 2
    command = next((command for command in COMMANDS if command.name == words[0]), None)
    if command is None:
        hint = nearest(words[0], [command.name for command in COMMANDS])
        print(f"shugi: there is no command {words[0]!r}{hint}; see shugi --help", file=sys.stderr)
        return 2
    return run(command, words[1:])


def overview() -> str:
    width = max(len(command.name) for command in COMMANDS)
    rows = [f"  {command.name:{width}}  {command.help}" for command in COMMANDS]
    return "\n".join(
        [
            "usage: shugi COMMAND ...",
            "",
            "Reinforcement learning for the house rules of mahjong.",
            "",
            "commands:",
            *rows,
            "",
            "`shugi COMMAND --help` explains one and gives an example; `shugi --version`;",
            f"`shugi {SHELL} --help` completes commands and names in your shell.",
        ]
    )


class Parser(argparse.ArgumentParser):
    """It repeats wrong words without the control characters that they may hold."""

    def error(self, message: str) -> NoReturn:
        from shugi.envs.common.documents import visible_lines

        super().error(visible_lines(message))


def parser_of(command: Command, module: ModuleType) -> argparse.ArgumentParser:
    """What reads the words behind the command's name."""
    parser = Parser(
        prog=f"shugi {command.name}",
        description=module.__doc__,
        epilog=f"example:\n  {command.example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    module.add_arguments(parser)
    return parser


def wrong_input() -> tuple[type[Exception], ...]:
    """Errors that say what is wrong with what was given, whoever raised them."""
    from shugi._fast.check.fields import PositionError
    from shugi._fast.rules.options import RulesError
    from shugi.agents.base import AgentError
    from shugi.envs.common.documents import DocumentError
    from shugi.envs.mjai import MjaiError
    from shugi.envs.records.record import RecordError
    from shugi.envs.told.hand import LogError

    ours = UserError, RulesError, AgentError
    return *ours, RecordError, MjaiError, LogError, PositionError, DocumentError


def run(command: Command, words: Sequence[str]) -> int:
    from shugi.envs.common.documents import visible_lines
    from shugi.envs.common.files import error_text
    from shugi.envs.common.imports import missing, needed

    def complain(what: str) -> int:
        """An error may repeat words of a stranger's file."""
        print(visible_lines(f"shugi {command.name}: {what}"), file=sys.stderr)
        return 2

    try:
        module = importlib.import_module(command.module)
        return int(module.run(parser_of(command, module).parse_args(words)))
    except WorkStopped:
        print("stopped; the same command goes on", file=sys.stderr)
        return INTERRUPTED
    except wrong_input() as error:
        return complain(str(error))
    except BrokenPipeError:
        raise  # main knows what to do
    except OSError as error:  # a file that cannot be read, a full disk
        return complain(error_text(error))
    except ImportError as error:
        if not missing(error):
            raise
        print(needed(f"shugi {command.name}", error), file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
