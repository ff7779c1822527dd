"""What a case of a riichi game holds: the one list, for the reader and for what it is told.

Rows of ``CASE`` are name, form, default ("needed" where there is none) and meaning.
"""

from collections.abc import Mapping
from typing import Any

from shugi._fast.tables.fields import MELD_SIZES

NEEDED = "needed"
ASKS_FIRST = True  # what is needed, of all wins alike
ANY = ("ron", "tsumo", "bingo")
CASE = (
    ("dealer", "player", NEEDED, "who deals; players are numbered from 0 in turn order"),
    ("winner", "player", NEEDED, "who wins"),
    ("win_by", '"ron", "tsumo" or "bingo"', NEEDED, "a discard, a draw, or the own discards"),
    ("loser", "player", "none", "whose tile was won on; needed by ron, none otherwise"),
    ("hand", "tiles", NEEDED, "the concealed tiles without the winning one: 123p0s5pg55z"),
    ("win_tile", "tile", NEEDED, "the tile won on; a bingo win has none"),
    ("melds", "[[type, tiles], ...]", "[]", "in the order of calling; the types below"),
    ("round_wind", "tile", '"1z"', "1z East, 2z South, 3z West, 4z North"),
    ("riichi", '"none", "closed" or "open"', '"none"', "what the winner has declared"),
    ("flags", "{flag: true}", "{}", "what happened around the win; the flags below"),
    ("dora_indicators", "tiles", '""', "indicators turned, the first one first"),
    ("ura_indicators", "tiles", '""', "the tiles below them; counted in riichi only"),
    ("removed_tiles", "number or tiles", "0", "flowers, Norths or bingo tiles set aside"),
    ("bingo_in_hand", '{"1b": number, "2b": number}', "{}", "bingo tiles set aside by colour"),
    ("pocchi_as", "tile", "none", "what a joker drawn in riichi (5zo) was declared as"),
    ("reveal_as", "tile", "the best", "what a joker that the tulip reveals is named"),
    ("honba", "number", "0", "counters of the hand"),
    ("sticks", "number", "0", "riichi sticks on the table, the winner's included"),
    ("scores", "a number for each player", "the start", "points before the payment"),
    ("earlier_winners", "number", "0", "on the same tile; the first gets honba and sticks"),
    ("other_points", "a number for each player", "all 0", "what later winners win and cost"),
    ("pao", "{yakuman: player}", "{}", "who is liable for it; the yakuman below"),
    ("wall_from_end", "text", '""', 'stacks for the tulip: "top,bottom;..."; - is a drawn tile'),
    ("markers", '"B" or "H" for each player', "all B", "bases loaded, or home run"),
    ("dice", "[[pips, pips], ...]", "[]", "rolls for chips, a double followed by another"),
    ("payer_hands", '{"player": tiles}', "{}", "for guns: held, and by option melded"),
    ("cherry", "{discards: [tile, ...], death_discard: true}", "{}", "cherries in all discards"),
)
# flag, the ways of winning that it goes with, meaning
FLAGS = (
    ("ippatsu", ("ron", "tsumo"), "within a turn of riichi"),
    ("double_riichi", ANY, "riichi on the first turn"),
    ("haitei", ("tsumo",), "on the last tile"),
    ("houtei", ("ron",), "on the last discard"),
    ("rinshan", ("tsumo",), "on a replacement tile"),
    ("chankan", ("ron",), "on the tile of an added kan"),
    ("tenhou", ("tsumo",), "the dealer's first draw"),
    ("chiihou", ("tsumo",), "the first draw of another"),
    ("renhou", ("ron",), "before the first own draw"),
    ("open_dealin", ("ron",), "off a player not in riichi, by an open riichi"),
    ("furiten_open", ANY, "open riichi declared in furiten"),
    ("furiten", ("tsumo",), "in furiten, which costs otafuku"),
)
MELDS = tuple(  # name, tiles, meaning
    (name, f"{MELD_SIZES[name]} tiles", text)
    for name, text in (
        ("pon", "three of a kind, the third called"),
        ("daiminkan", "four of a kind, the fourth called"),
        ("kakan", "a pon and the fourth tile added"),
        ("ankan", "four of the own tiles"),
        ("gc", "Grand Cross: one of each wind"),
        ("atama", "a called pair"),
        ("chi", "a called run"),
    )
)
PAO = (  # by Pao
    ("daisangen", "player", "who fed the third triplet of dragons"),
    ("daisuushii", "player", "who fed the fourth triplet of winds"),
    ("mu", "player", "who fed the fourth call"),
)
CHERRY = (
    ("discards", "[tile, ...]", "cherries in the discards of all players"),
    ("death_discard", "true or false", "a death tile lies there"),
)


def spared(case: Mapping[str, Any], options: Mapping[str, Any]) -> tuple[str, ...]:
    """What is needed elsewhere and not here."""
    return ("win_tile",) if case.get("win_by") == "bingo" else ()
