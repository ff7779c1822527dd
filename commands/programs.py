"""The option ``--programs``: files may name programs to run and machines to call."""

import argparse

from shugi.agents.programs import ALLOW


def add_programs(parser: argparse.ArgumentParser, files: str) -> None:
    """Args: files: what may name them."""
    parser.add_argument(
        ALLOW,
        action="store_true",
        help=f"do what {files} may ask for beyond data: run programs (mjai:, python:), call "
        "another machine; only for files that you trust",
    )
