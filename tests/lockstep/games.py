"""Whole games of four: riichienv deals, the engine plays the same hands and says what follows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from shugi._fast.rules.compile import Rules
from tests.lockstep.riichienv_side import RiichienvGame
from tests.lockstep.rounds import Difference, Report, Round, site_of
from tests.lockstep.table import Start, Table

LENGTHS = {"hanchan": "half", "east": "east"}  # game_length: the other engine's word


def ours_next(table: Table) -> dict[str, Any]:
    """What follows the hand just over: the next hand, or the places."""
    batch = table.batch
    if batch.done[0]:
        return {"places": [int(place) for place in batch.final_rank[0]], "scores": table.scores()}
    state = batch.state(0)
    wind, dealer = divmod(state["round"], table.players)
    assert dealer == state["dealer"]
    return vars(Start(table.scores(), dealer, wind, state["honba"], state["sticks"]))


def theirs_next(game: RiichienvGame) -> dict[str, Any]:
    if game.game_over:
        return {"places": [place - 1 for place in game.env.ranks()], "scores": game.scores()}
    return vars(game.start())


def play_game(rules: Rules, seed: int, report: Report) -> None:
    """Play to the end of the game, or to the first difference."""
    rng = random.Random(seed)
    game = RiichienvGame(site_of(rules), LENGTHS[rules.options["game_length"]], seed)
    while not game.game_over:
        table = Table(rules, game.wall(), game.start())
        played = Round(game, table, rng, seed)
        difference = played.play()
        if difference is None:
            ours, theirs = ours_next(table), theirs_next(game)
            if ours != theirs:
                difference = Difference("next", game.name, seed, ours, theirs, table)
        report.add(played, difference)
        if difference is not None:
            return
        game.begin_hand()


def play_games(rules: Rules, games: int, seed: int = 0) -> Iterator[Report]:
    """The same report after every game; its rounds are hands."""
    report = Report()
    for k in range(games):
        play_game(rules, seed * 1_000_003 + k, report)
        yield report
