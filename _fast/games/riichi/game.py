"""Riichi mahjong: every Japanese game here; its rule sets differ by options alone."""

from shugi._fast.games.riichi.conflicts import CONFLICTS
from shugi._fast.games.riichi.house_options import HOUSE
from shugi._fast.games.riichi.needs import NEEDS
from shugi._fast.games.riichi.options import SANMA
from shugi._fast.tables.game import ALL_FORMS, Game

# until version 0.2: a wait on four equal tiles, kans in riichi, repeats in West
_FOUR = {"keishiki_fifth_copy": "wait", "riichi_kan": "strict", "extension_repeats": False}
_THREE = {**_FOUR, "abort_plays_on": False}

GAME = Game(
    "riichi mahjong",
    0,
    fields={"forms": ALL_FORMS, "max_kans": 4, "points_per_unit": 1000},
    conflicts=CONFLICTS,
    needs=NEEDS,
    tables=(SANMA, HOUSE),
    most_chips=lambda o: 5000.0 if o["cherry"] else 1000.0,
    earlier={
        **dict.fromkeys(("riichi_tenhou", "riichi_mjsoul", "riichi_parlour"), _FOUR),
        **dict.fromkeys(("sanma_base", "sanma_tenhou", "toriuchi"), _THREE),
    },
)
