"""Training runs that a benchmark's table is made of, each in a folder of its own."""

import argparse
from collections.abc import Iterable
from pathlib import Path

from shugi.commands import train as train_command


def trained(folder: Path, config: str, changes: Iterable[str]) -> bool:
    """Train, or go on with what the folder has; whether the budget is spent."""
    parser = argparse.ArgumentParser()
    train_command.add_arguments(parser)
    pairs = [word for change in changes for word in ("--set", change)]
    report = train_command.train(parser.parse_args([config, "--run-dir", str(folder), *pairs]))
    return bool(report["finished"])


def cases_of(words: Iterable[str]) -> dict[str, list[str]]:
    """Settings by the name of their case, from "NAME [KEY=VALUE ...]"."""
    return {name: changes for name, *changes in (word.split() for word in words)}
