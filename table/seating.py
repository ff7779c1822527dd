"""A game as it is wished for, with those who play it: for a page or for a terminal."""

import secrets
from dataclasses import dataclass
from typing import Any

import numpy as np

from shugi._fast.rules.compile import Rules
from shugi.agents.base import Agent, AgentError, Observation
from shugi.agents.programs import machine_in
from shugi.agents.spec import make_agent
from shugi.envs.records.record import parse_record
from shugi.envs.rulesets.file import parse_value
from shugi.envs.rulesets.rules import load_rules
from shugi.table.chairs import ME, PERSON
from shugi.table.game import Game
from shugi.table.messages import NewTable

OF_A_PAGE = "code is not run at the wish of a page; whoever starts the table may name it"


@dataclass(frozen=True)
class Seated:
    """A game and who plays it."""

    game: Game
    specs: list[str]
    """By seat, as they were wished for."""
    occupants: list[Agent | None]
    """By seat; None: a person."""
    seed: int
    """Of the walls, if nothing else says them, and of the agents' chance."""


def seat_players(wanted: NewTable, programs: bool = False) -> Seated:
    """Whatever is wished for.

    Args:
        programs: whether agents may be code to run, as ``make_agent`` has it: where the wish is
            that of who started the program, not of a page.

    Raises:
        RulesError, AgentError, RecordError, ValueError: something of it cannot be.
    """
    seed = secrets.randbits(63) if wanted.seed is None else wanted.seed
    game = _game(wanted, seed)
    seats = wanted.seats or [ME, *["baseline"] * (game.rules.seats - 1)]
    if wanted.record is not None and wanted.seats is None:
        seats = ["baseline"] * game.rules.seats
    if len(seats) != game.rules.seats:
        raise AgentError(f"{game.rules.name} has {game.rules.seats} seats, not {len(seats)}")
    occupants = [sitting(seat, game.rules, programs) for seat in seats]
    if not game.names or wanted.record is None:
        game.names = [
            seat if one is None else one.name for seat, one in zip(seats, occupants, strict=True)
        ]
    return Seated(game, seats, occupants, seed)


def sitting(spec: str, rules: Rules, programs: bool, why: str = OF_A_PAGE) -> Agent | None:
    """Who is meant; None: a person.

    Args:
        spec: "me", "person", or an agent's name.
        rules: of the game.
        programs: whether the agent may be code to run.
        why: what an error says where it may not.

    Raises: AgentError; ``why`` as ``make_agent`` takes it.
    """
    if spec in (ME, PERSON):
        return None
    if not programs and (machine := machine_in(spec)) is not None:
        raise AgentError(f"agent {spec!r}: {machine!r} lies on another machine; {why}")
    return make_agent(spec, rules, programs=programs, why=why)


def read_options(given: dict[str, Any]) -> dict[str, Any]:
    """Options as values: what was typed is read as in a rule file. Raises: RulesError."""
    return {
        name: parse_value(value) if isinstance(value, str) else value
        for name, value in given.items()
    }


def _game(wanted: NewTable, seed: int) -> Game:
    if wanted.record is not None:
        return Game.of_record(parse_record(wanted.record))
    if wanted.position is not None:
        game = Game.of_position(wanted.position)
    else:
        game = Game.new(load_rules(wanted.rules, **read_options(wanted.options)), seed)
    game.hands = wanted.hands
    return game


def choice_of(agent: Agent, game: Game, rng: np.random.Generator) -> int:
    """What an agent does where the game stands.

    Args:
        agent: the one that is asked.
        game: it stays as it is.
        rng: the agent's chance.
    """
    batch = game.batch
    actions = agent.act(Observation(batch), rng)
    return int(actions[0])
