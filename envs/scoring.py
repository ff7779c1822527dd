"""The values and payments of each game as functions, beside ``shugi.score``: one module a game.

``riichi.score_win(rules, case)``, ``wuhan.kan_tiles(rules, indicator)``: tiles and cards are texts,
players are numbers from 0. The riichi module serves every game that is won by yaku.
"""

from shugi._fast.score import hangzhou, kawuxing, ninety_nine, piquet, riichi, wuhan, xiamen

__all__ = ["hangzhou", "kawuxing", "ninety_nine", "piquet", "riichi", "wuhan", "xiamen"]
