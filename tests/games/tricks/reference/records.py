"""Random whole episodes written down step by step, to be played again by an engine."""

from random import Random
from typing import Any

from tests.games.ninety_nine.reference import ninety_nine_play
from tests.games.piquet.reference import piquet_partie
from tests.games.tricks.reference.flow import Chance, Flow, Game
from tests.games.tricks.reference.options import Options, options_of

Record = dict[str, Any]


class Recorder(Chance):
    """Draws by lot and keeps what was drawn."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.packs: list[list[str]] = []
        self.seats: list[int] = []

    def shuffled(self, cards: list[str]) -> list[str]:
        self.packs.append(super().shuffled(cards))
        return self.packs[-1]

    def seat(self, seats: int) -> int:
        self.seats.append(super().seat(seats))
        return self.seats[-1]


class Recorded(Chance):
    """Gives again what a record holds."""

    def __init__(self, record: Record) -> None:
        self.packs, self.seats = iter(record["packs"]), iter(record["seats"])

    def shuffled(self, cards: list[str]) -> list[str]:
        return list(next(self.packs))

    def seat(self, seats: int) -> int:
        return int(next(self.seats))


State = piquet_partie.Partie | ninety_nine_play.Match


def episode(game: str, options: Options, chance: Chance) -> tuple[State, Flow[Any]]:
    """The standing of an episode and its flow of decisions."""
    if game == "piquet":
        partie = piquet_partie.Partie(options)
        return partie, piquet_partie.partie(partie, chance)
    match = ninety_nine_play.Match(options)
    return match, ninety_nine_play.match(match, chance)


def random_record(rng: Random, game: str, changes: Options | None = None) -> Record:
    """An episode of random play.

    ``packs`` are the packs in the order of dealing, ``seats`` all that was drawn by lot, ``steps``
    each decision as [seat, phase, legal actions, action], ``hands`` the scores of each hand by
    player, ``totals`` those at the end.
    """
    chance = Recorder(rng)
    state, flow = episode(game, options_of(game, changes), chance)
    play = Game(flow)
    while play.decision is not None:
        play.apply(rng.choice(play.decision.actions))
    return {
        "game": game,
        "options": dict(changes or {}),
        "packs": chance.packs,
        "seats": chance.seats,
        "steps": [[d.seat, d.phase, list(d.actions), action] for d, action in play.history],
        "hands": [list(scores) for scores in state.hand_results],
        "totals": list(state.totals),
        "wins": list(state.wins),
    }
