"""The fields of a state that mahjong shares: of the game, each seat, and the hand before.

A game's own stand in its folder, those of several Chinese games in ``games/chinese/fields.py``;
``check/tables.py`` puts them together.
"""

from shugi._fast.tables.field import (
    BY_HAND,
    DERIVED,
    I8,
    I32,
    NEVER,
    U8,
    U16,
    U32,
    U64,
    Field,
)

PHASES = ("own", "riichi", "kan", "claim", "copies", "pocchi", "over", "offer", "cards")
RIICHI = ("none", "closed", "open")
MELD_TYPES = ("pon", "daiminkan", "kakan", "ankan", "gc", "atama", "chi")
MELD_SIZES = {"pon": 3, "daiminkan": 4, "kakan": 4, "ankan": 4, "gc": 4, "atama": 2, "chi": 3}
WIN_BY = ("tsumo", "ron", "bingo")
HAND_ENDS = ("none", "win", "draw", "abort", "chombo")
ROBBED = {0: None, 3: "kakan", 4: "ankan", 16: "nuki"}

COMMON_STATE = {
    "game": (
        Field("seed", U64, "int", "key of the game's walls"),
        Field("hand_no", U32, "ordinal", "hands dealt in this game, this one included", 1,
              word="hand"),
        Field("n_decision", U32, "decisions", "decisions taken in this game", word="decisions"),
        Field("first_dealer", U8, "seat", "who dealt the game's first hand"),
        Field("last_winner", U8, "seat", "who won the newest won hand, the first of several", None),
    ),
    "round": (
        Field("honba", U8, "counters", "counters"),
        Field("sticks", U8, "counters", "riichi sticks on the table"),
        Field("dealer", U8, "seat", "who deals"),
        Field("round", U8, "int", "0 E1, 1 E2, ...: the wind is round // seats", word=None),
    ),
    "turn": (
        Field("phase", U8, PHASES, "what is decided", "own", word=None),
        Field("actor", U8, "seat", "who decides; default: whose turn it is", DERIVED, word=None),
        Field("status", U8, "int", "Status", most="2", word=None, told=NEVER),
        Field("turn", U8, "seat", "whose turn it is; default: who holds a tile more", DERIVED),
        Field("drawn", U8, "code",
              "code just drawn, None after a call; default: the last tile of the hand on turn",
              None, told=BY_HAND, each_hand=True),
        Field("drawn_rinshan", U8, "bool", "the drawn tile is a replacement", False,
              word="replacement", each_hand=True),
        Field("rinshan_yaku", U8, "bool", "a win on it counts rinshan", False, word="rinshan",
              each_hand=True),
        Field("discard", U8, "code", "tile that may be claimed", None, each_hand=True),
        Field("discarder", U8, "seat", "whose tile it is", None, word="from", each_hand=True),
        Field("robbing", U8, ROBBED, "what may be robbed", None, each_hand=True),
        Field("declaring", U8, RIICHI, "riichi whose discard is not through", "none",
              each_hand=True),
        Field("verb", U8, "action", "action that asked for the tile to be chosen", each_hand=True),
        Field("arg", U8, "place", "kind or code chosen so far", None, most="CODES - 1",
              each_hand=True),
        Field("need", U8, "int", "copies still to be chosen", most="4", each_hand=True),
        Field("chosen", U8, "codes", "copies chosen so far (phase copies)", None, count="4",
              told=BY_HAND),
        Field("n_chosen", U8, "int", "how many", most="4", word=None, told=NEVER, each_hand=True),
        Field("asked", U8, "seats", "seats that have answered the claim", (), each_hand=True),
        Field("answer", U8, "action", "what they answered (action ids)", 64, count="SEATS",
              word="answers", each_hand=True),
        Field("option", U8, "int", "claims open to each seat, bits of Option (flow/calls.pxd)",
              count="SEATS", word="options", each_hand=True),
        Field("pocchi", U8, "code", "tile that the joker was declared as", None, word="joker",
              each_hand=True),
        Field("reveal_as", U8, "code", "tile that a winner named the revealed joker", None,
              count="SEATS", word="revealed", each_hand=True),
        Field("paying", U8, "seats", "winners whose payment waits until that is named", (),
              each_hand=True),
        Field("paying_by", U8, WIN_BY, "how they won", "tsumo"),
        Field("ura_shown", U8, "bool", "the ura indicators lie open", False, each_hand=True),
        Field("kans_pending", U8, "int", "open kans without indicator yet", most="16"),
        Field("hand_over", U8, "bool", "the ledger is of the hand before", False),
    ),
    "wall": (
        Field("wall", U8, "codes",
              "the whole deck in order, or what is left of it; None = filled by the seed", (),
              count="WALL", word=None, told=BY_HAND),
        Field("n_wall", U8, "int", "tiles in the deck", most="WALL", word=None, told=NEVER),
        Field("head", U8, "int",
              "next live tile; default: tiles out of the wall less the replacements",
              most="WALL", told=BY_HAND),
        Field("tail", U8, "int",
              "one past the last live tile; default: what the kans on the table leave",
              most="WALL", told=BY_HAND),
        Field("n_rinshan", U8, "int",
              "replacement tiles taken; default: kans and tiles set aside",
              most="WALL", word="replacements", told=BY_HAND),
        Field("n_indicator", U8, "int",
              "indicators turned; default: those of the deal, and one for each kan",
              most="INDICATORS", word="indicators", told=BY_HAND),
        Field("n_kan", U8, "int", "kans on the table; default: counted",
              most="16", word="kans", told=BY_HAND),
    ),
    "": (
        Field("want_expected", U8, "bool", "also average chance out of the chips", False,
              told=NEVER),
        Field("indicator", U8, "kind", "turned to name the wildcard", None, told=NEVER,
              each_hand=True),
        Field("history_total", U32, "ordinal",
              "events since the hand began; default: those in history", told=BY_HAND),
        Field("history", U16, "", "public events, oldest first: seat << 14 | event << 8 | code",
              count="HISTORY", told=BY_HAND),
    ),
}  # fmt: skip

LAST_FIELDS = (  # how the hand before this one ended
    Field("how", U8, HAND_ENDS, "how the hand before this one ended", "none"),
    Field("winners", U8, "seats", "seats that won", ()),
    Field("by", U8, WIN_BY, "how each of them did", "tsumo", count="SEATS"),
    Field("loser", U8, "seat", "whose tile each of them won on", None, count="SEATS"),
    Field("deal_ins", U8, "int", "own tiles that were won on", count="SEATS", most="RIVER"),
    Field("tenpai", U8, "seats", "seats that were ready when the wall was empty", ()),
    Field("noten", U8, "seats", "seats that were not, and had not won", ()),
    Field("riichi", U8, RIICHI, "riichi of each seat", "none", count="SEATS"),
    Field("melds", U8, "int", "open calls of each seat", count="SEATS", most="MELDS"),
    Field("turns", U8, "int", "own discards of each seat", count="SEATS", most="RIVER"),
    Field("points", I32, "money", "points moved, sticks included", count="SEATS"),
    Field("chips", I32, "money", "chips moved", count="SEATS"),
    Field("tulip", I32, "money", "chips of these from the tulip", count="SEATS"),
)  # fmt: skip

COMMON_SEAT = {
    "": (
        Field("hand", U8, "", "codes of the concealed tiles, the drawn one included",
              count="CODES", told=BY_HAND),
        Field("kind", U8, "", "the same by kind; tiles without a kind (flowers) are not in it",
              count="KINDS", told=NEVER),
        Field("n_hand", U8, "", "concealed tiles, flowers included", told=NEVER),
        Field("n_meld", U8, "int", "melds", most="MELDS", told=NEVER),
        Field("n_river", U8, "int", "discards", most="RIVER", told=NEVER),
        Field("n_aside", U8, "int", "tiles set aside", most="ASIDE", told=NEVER),
        Field("river", U8, "codes", "codes in order of discarding, called ones included", (),
              count="RIVER", told=BY_HAND),
        Field("river_flags", U8, "",
              "of each: 1 drawn and discarded, 2 riichi, 4 called away, 8 won upon",
              count="RIVER_FLAGS", told=BY_HAND),
        Field("score", I32, "money", "points; default: start_points", DERIVED, lasts=True),
        Field("chips", I32, "money", "won in this game so far", lasts=True),
        Field("closed", U8, "bool", "no open call; closed kans and tiles set aside keep it closed",
              True, told=NEVER),
        Field("shanten", I8, "", "of the 13-tile hand: a lower bound", told=NEVER),
        Field("index", I32, "", "key into each shape table, kept with kind[]", count="GROUPS",
              told=NEVER),
        Field("waits", U64, "kinds", "kinds that complete the 13-tile hand; 0 when not tenpai",
              told=NEVER),
        Field("discarded", U64, "kinds", "kinds in the own river, called ones included",
              told=NEVER),
        Field("held", U64, "", "codes in hand, a bit set", told=NEVER),
        Field("blocked", U64, "kinds",
              "waits not to be won by ron, the hand not being furiten (4-7)", told=NEVER),
    ),
    "seat": (
        Field("aside", U8, "codes", "codes set aside (North, flowers, bingo tiles)", (),
              count="ASIDE", told=BY_HAND),
        Field("riichi", U8, RIICHI, "riichi in force", "none"),
        Field("riichi_at", U8, "place", "place in the river of the riichi tile", None,
              most="RIVER - 1"),
        Field("double_riichi", U8, "bool", "declared on the first turn", False, word="double"),
        Field("ippatsu", U8, "bool", "a win now counts ippatsu", False),
        Field("furiten", U8, "int", "wait missed: 2 until the next draw, 4 to the hand's end; "
              "1, a wait in the own river, is counted", most="7"),
        Field("first_turn", U8, "bool", "no discard and no interruption yet", DERIVED, begins=1),
        Field("kuikae", U8, "kind", "kind that may not be discarded now", None),
        Field("kuikae_end", U8, "kind", "the same, at the run's other end", None),
        Field("pao", U8, "seat", "seat liable for {daisangen, daisuushii, mu}", None,
              count="PAO"),
        Field("marker", U8, "int", "0 bases loaded, 1 home run; lasts for the game", most="1",
              lasts=True),
        Field("wild", U8, "int",
              "wildcards held that are no tiles; default: those of the rules", DERIVED, most="8"),
        Field("furiten_riichi", U8, "bool", "riichi was declared in furiten", False),
        Field("passed", U64, "kinds", "kinds that went past its claim since its riichi", ()),
    ),
}  # fmt: skip

# keys of a position that are no field, or only a part of what is told
OTHER_KEYS = {
    "state": {
        "dora": "indicators turned, or what names the wildcard (agrees with the wall, or fills its "
        "unknown places)",
        "ura": "tiles below them, likewise",
        "last": "how the hand before this one ended",
        "seats": "one dict for each seat",
        "ledger": "payments: reason, payer, payee, points, chips, detail",
    },
    "seat": {"melds": "{type, tiles, from_seat, called}: called = the claimed tile's place"},
}
