"""Riichi mahjong: every Japanese game here; its rule sets differ by options alone."""

from shugi._fast.games.riichi.conflicts import CONFLICTS
from shugi._fast.games.riichi.house_options import HOUSE
from shugi._fast.games.riichi.needs import NEEDS
from shugi._fast.games.riichi.options import SANMA
from shugi._fast.tables.game import ALL_FORMS, Game

GAME = Game(
    "riichi mahjong",
    0,
    fields={"forms": ALL_FORMS, "max_kans": 4, "points_per_unit": 1000},
    conflicts=CONFLICTS,
    needs=NEEDS,
    tables=(SANMA, HOUSE),
)
