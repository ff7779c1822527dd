"""The values and payments of each game as functions, beside ``shugi.score``: one module a game.

``riichi.score_win(rules, case)``, ``wuhan.kan_tiles(rules, indicator)``: tiles and cards are texts,
players are numbers from 0. The riichi module serves every game that is won by yaku.
"""

from importlib.util import find_spec

from shugi._fast.rules.games import GAMES
from shugi.envs.common.imports import lazily

_PLACES = {game: f"shugi._fast.games.{game}.score" for game in GAMES}
__all__ = [game for game, module in _PLACES.items() if find_spec(module)]
__getattr__ = lazily(__name__, {game: f"{_PLACES[game]}:" for game in __all__})
