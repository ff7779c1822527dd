"""A game as it is wished for, with those who play it: for a page or for a terminal."""

import secrets
from dataclasses import dataclass

import numpy as np

from shugi.agents.base import Agent, AgentError, Observation
from shugi.agents.spec import make_agent
from shugi.envs.record import parse_record
from shugi.envs.rules import load_rules
from shugi.table.game import Game
from shugi.table.messages import NewTable

ME, PERSON = "me", "person"


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


def seated(wanted: NewTable) -> Seated:
    """Whatever is wished for.

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
    occupants = [None if seat in (ME, PERSON) else make_agent(seat, game.rules) for seat in seats]
    if not game.names or wanted.record is None:
        game.names = [
            seat if one is None else one.name for seat, one in zip(seats, occupants, strict=True)
        ]
    return Seated(game, seats, occupants, seed)


def _game(wanted: NewTable, seed: int) -> Game:
    if wanted.record is not None:
        return Game.of_record(parse_record(wanted.record))
    if wanted.position is not None:
        return Game.of_position(wanted.position)
    return Game.new(load_rules(wanted.rules, **wanted.options), seed)


def choice_of(agent: Agent, game: Game, rng: np.random.Generator) -> int:
    """What an agent does where the game stands."""
    batch = game.batch
    found = agent.act(Observation(batch), batch.legal(), batch.seat.copy(), rng)
    return int(found[0])
