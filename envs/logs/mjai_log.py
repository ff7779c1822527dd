"""A log of mjai as the reader of all formats has it."""

from collections.abc import Iterable, Iterator

from shugi.envs.logs.log import Log, Room
from shugi.envs.mjai.reading import MjaiGame, read_games
from shugi.envs.mjai.words import RONS, Event
from shugi.envs.told import hand as told
from shugi.envs.told.hand import Ending


def is_event(value: object) -> bool:
    return isinstance(value, dict) and isinstance(value.get("type"), str)


def read(lines: Iterable[str | Event], name: str) -> Iterator[Log]:
    """The games of a log. Args: lines: one event each, as JSON or read already."""
    for game in read_games(lines):
        yield _log(game, name)


def _log(game: MjaiGame, name: str) -> Log:
    players = _players(game)
    log = Log(name, "mjai", Room(players), hands=game.hands, over=game.over)
    log.problems = [(0, problem) for problem in game.problems]
    log.room.untold += ["the site", "the length"]
    if RONS in game.reasons:
        log.room.site = "tenhou"  # where that is a draw
        log.room.untold.remove("the site")
    if game.start.get("kyoku_first") == 4:  # 0 is written of games of any length
        log.room.options["game_length"] = "east"
        log.room.untold.remove("the length")
    if game.start.get("aka_flag") is False:
        log.room.reds({})
    names = game.start.get("names")
    if isinstance(names, list):
        log.names = [str(one) for one in names[:players]]
    if game.scores is not None and len(game.scores) >= players:
        log.ending = Ending(game.scores[:players])
    return log.finish()


def _players(game: MjaiGame) -> int:
    dealt = {len(hand.hands) // told.HAND for hand in game.hands if hand.hands}
    return 3 if dealt == {3} else 4
