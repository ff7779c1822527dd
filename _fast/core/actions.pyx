"""The action layout: 64 tile codes, then the verbs.  Ids are never reused; others are masked."""

from shugi._fast.core.tiles import CODE_NAMES

TILE_ACTIONS = 64
ACTION_COUNT = 128

# id, name, what it does
VERB_ROWS = [
    (PASS, "pass", "claim nothing"),
    (WIN, "win", "tsumo on the own turn, ron on a claim"),
    (RIICHI, "riichi", "closed riichi; the next decision is the tile to discard"),
    (OPEN_RIICHI, "open_riichi", "riichi with the hand shown (disclosure); then the tile"),
    (KAN_CLOSED, "kan_closed", "closed kan; the next decision is the kind"),
    (KAN_ADDED, "kan_added", "fourth tile to a pon; the next decision is the tile"),
    (KAN_OPEN, "kan_open", "open kan of the discard; then the copies used, if they differ"),
    (PON, "pon", "triplet with the discard; then the copies used, if they differ"),
    (CHI_LOW, "chi_low", "run in which the discard is the lowest tile"),
    (CHI_MID, "chi_mid", "run in which the discard is the middle tile"),
    (CHI_HIGH, "chi_high", "run in which the discard is the highest tile"),
    (NUKI, "nuki", "set a North, flower, bingo or kan tile aside and draw a replacement"),
    (GRAND_CROSS, "grand_cross", "show E S W N as a kan"),
    (ATAMA, "atama", "pair with the discard"),
    (ABORT, "abort", "abortive draw with nine kinds of terminals and honours"),
    (KNOCK, "knock", "win by three golds"),
    (ROB_GOLD, "rob_gold", "win by robbing the gold; on the own turn, then the tile to discard"),
    (TEN_HONOURS, "ten_honours", "win by ten honours discarded"),
]

VERB_NAMES = {row[0]: row[1] for row in VERB_ROWS}
ACTION_ROWS = [
    *(
        (code, name, "discard this tile, or the tile a verb asks for")
        for code, name in sorted(CODE_NAMES.items())
    ),
    *VERB_ROWS,
]
_ID_OF = {name: action for action, name, _ in ACTION_ROWS}


def action_name(action):
    """Text of an action id: a tile such as "5pg" or a verb such as "riichi"."""
    action = int(action)
    return CODE_NAMES.get(action) or VERB_NAMES.get(action) or f"unused {action}"


def action_id(name):
    """The reverse of ``action_name``. Raises ValueError for an unknown name."""
    try:
        return _ID_OF[name]
    except KeyError:
        raise ValueError(
            f"there is no action {name!r}; verbs are {', '.join(VERB_NAMES.values())}, "
            "all others are tiles such as 5p"
        ) from None
