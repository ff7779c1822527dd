"""The option --precision of every command that loads networks."""

import argparse

from shugi.agents.base import AUTO, PRECISIONS


def add_precision(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--precision",
        choices=PRECISIONS,
        default=AUTO,
        help="of networks: int8 by the engine (auto), which is several times faster, or bf16 or "
        "fp32 by torch; network[precision=fp32]:AGENT says so of one agent",
    )
