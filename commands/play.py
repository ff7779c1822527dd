"""Play, watch, or look at a record in the terminal: the games of `shugi table`, by keys.

Without a rule set it lists those there are. Where no terminal is, lines are read instead of keys:
a key, the name of one (`left`, `tab`) or the name of an action (`pon`, `5p`).
"""

import argparse
import secrets
import sys
from pathlib import Path

from rich.console import Console, RenderableType
from rich.segment import Segment, Segments

from shugi.commands.table import add_game_arguments, wanted_of
from shugi.envs.common.documents import visible
from shugi.envs.rulesets.rules import variants
from shugi.table.drawing import event_text, help_text, payments_text, table_text
from shugi.table.keyboard import Keyboard, has_keys
from shugi.table.seating import seat_players
from shugi.table.sitting import Sitting
from shugi.training.terminal.console import console
from shugi.training.terminal.errors import INTERRUPTED, UserError

FRAME = 0.1  # seconds between two frames of the spinner


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    shown = console()
    if arguments.game is None:
        arguments.game = _choose(shown)
        if arguments.game is None:
            return 0
    sitting = _sat_down(arguments)
    try:
        if has_keys(sys.stdin):
            with Keyboard(sys.stdin) as keyboard:
                _on_screen(sitting, shown, keyboard)
        else:
            _by_lines(sitting, shown)
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        for failure in sitting.failures:
            shown.print(visible(failure), soft_wrap=True, highlight=False, markup=False)
        if sitting.keep is not None and sitting.game.decision:
            shown.print(f"the game: {sitting.keep}", soft_wrap=True)
    return 0


def _choose(shown: Console) -> str | None:
    """A rule set by its number or name; None: none was named."""
    names = variants()
    for number, one in enumerate(names, start=1):
        shown.print(f"{number:3}  {one.name:24} {one.title} ({one.players} players)")
    shown.print("which one? (a number or a name) ", end="")
    line = sys.stdin.readline().strip()
    if line.isdecimal() and 1 <= int(line) <= len(names):
        return names[int(line) - 1].name
    return line or None


def _sat_down(arguments: argparse.Namespace) -> Sitting:
    wanted, keep = wanted_of(arguments), None
    if arguments.record is not None:
        arguments.record.mkdir(parents=True, exist_ok=True)
        keep = Path(arguments.record) / f"{secrets.token_hex(4)}.jsonl"
    try:
        sitting = Sitting(seat_players(wanted, programs=True), wanted.pace, keep)
    except ValueError as error:
        raise UserError(str(error)) from None
    if wanted.record is not None:
        sitting.paused, sitting.at = True, 0
    return sitting


# ---- a terminal


def _on_screen(sitting: Sitting, shown: Console, keyboard: Keyboard) -> None:
    frame = 0
    with shown.screen(hide_cursor=True) as screen:
        while not sitting.left:
            if sitting.tick():
                keyboard.forget()  # what was pressed for the decision before
            frame += 1
            screen.update(_crop(_picture(sitting, frame), shown))
            waits = sitting.asks or (sitting.payments is not None and sitting.seat is not None)
            key = keyboard.key(None if waits else FRAME)
            if key is not None and sitting.press(key):
                keyboard.forget()


def _picture(sitting: Sitting, frame: int | None) -> RenderableType:
    if sitting.helping:
        return help_text(sitting.view())
    ending = sitting.ending()
    if ending is not None:
        return payments_text(ending, sitting.view())
    return table_text(sitting, frame)


def _crop(drawn: RenderableType, shown: Console) -> Segments:
    """What does not fit is left out above: the own hand is below."""
    lines = shown.render_lines(drawn, pad=False)[-shown.height :]
    found: list[Segment] = []
    for number, line in enumerate(lines):
        found += [Segment.line()] if number else []
        found += line
    return Segments(found)


# ---- lines


def _by_lines(sitting: Sitting, shown: Console) -> None:
    hand, told_of = sitting.game.batch.state(0)["hand_no"], 0
    looks = sitting.paused
    while not sitting.left:
        view = sitting.view()
        if view["hand"] != hand:
            hand, told_of = view["hand"], 0
        if sitting.at is None:
            news = view["history"] - told_of
            for event in view["events"][-news:] if news > 0 else ():
                shown.print(event_text(view, event))
            told_of = view["history"]
        if sitting.payments is not None or sitting.helping:
            shown.print(_picture(sitting, None))
            sitting.payments, sitting.helping = None, False
        if not sitting.asks:
            sitting.wait()
            continue
        if sitting.game.over and not looks:
            break
        shown.print(_picture(sitting, None))
        line = sys.stdin.readline()
        if not line:
            break
        sitting.press(line.strip())
