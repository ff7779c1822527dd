"""The values and payments of each game as functions, beside ``shugi.score``: one module a game.

``riichi.score_win(rules, case)``, ``wuhan.kan_tiles(rules, indicator)``: tiles and cards are texts,
players are numbers from 0. The riichi module serves every game that is won by yaku.
"""

from shugi._fast.games.hangzhou import score as hangzhou
from shugi._fast.games.kawuxing import score as kawuxing
from shugi._fast.games.ninety_nine import score as ninety_nine
from shugi._fast.games.piquet import score as piquet
from shugi._fast.games.riichi import score as riichi
from shugi._fast.games.sichuan import score as sichuan
from shugi._fast.games.wuhan import score as wuhan
from shugi._fast.games.xiamen import score as xiamen

__all__ = ["hangzhou", "kawuxing", "ninety_nine", "piquet", "riichi", "sichuan", "wuhan", "xiamen"]
