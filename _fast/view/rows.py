"""What an observation of mahjong holds, stated once: rows of planes, globals, oracle and history.

Rows that some games alone fill stand in ``rows.py`` of their rooms: each names the row that it
stands behind, since recorded observations know the order.
"""

from collections.abc import Iterable, Iterator, Mapping

from shugi._fast.rules.games import import_all
from shugi._fast.tables.row import SEATS, WIN, Behind, Line, placed

SORTS = 4  # of special copies, view/seat_view.pxd

# fmt: off
PLANE_LINES: tuple[Line, ...] = (
    ("hand", 5, 1, "own concealed tiles, the drawn one included: at least 1, 2, 3, 4, 5"),
    ("hand_copies", SORTS, 2,
     "special copies among them: red; gold; lucky (rainbow, cherry); marked (pocchi, death)"),
    ("drawn", 1, 1, "the tile just drawn"),
    ("melds", SEATS, 4, "tiles in melds, by seat"),
    ("closed_kans", 1, 1, "closed kans of any seat, if they can be seen"),
    ("river", SEATS, 4,
     "discards by seat, called ones included; in one heap, at the own place, if "
     "unattributed"),
    ("river_recent", SEATS, 8, "by seat: 8 = its newest discard, 7 the one before, ..."),
    ("river_tsumogiri", SEATS, 4, "discards by seat that had just been drawn"),
    ("river_after_riichi", SEATS, 4, "discards by seat after its riichi tile"),
    ("riichi_tile", SEATS, 1, "by seat: the tile discarded with riichi"),
    ("set_aside", 1, 4, "tiles set aside (Norths), all seats; flowers are in the globals"),
    ("indicators", 1, 2, "dora indicators, and what named the wildcard"),
    ("dora", 1, 2, "han that the indicators give to a tile of the kind"),
    ("wildcard", 1, 1, "kind printed on the hand's wildcards, which are in no other plane"),
    ("unseen", 1, 4, "tiles in the wall or in others' hands"),
    ("copies_out", SORTS, 2, "special copies in sight outside the own hand, sorts as above"),
    ("shown_hand", SEATS - 1, 4, "hands shown by open riichi or disclosed, by opponent"),
    ("shown_waits", SEATS - 1, 1, "waits that they show, by opponent"),
    ("waits", 1, 1, "kinds that complete the own hand"),
    ("ukeire", 1, 1, "between turns: kinds whose draw lowers the shanten (ready: waits)"),
    ("keeps", 1, 1, "own turn: discards that keep the shanten (at 0: leave the hand ready)"),
    ("claimed", 1, 1, "the tile that may be claimed, or was"),
    ("choices", 1, 1, "kinds to choose from after a verb, and for the joker"),
    ("ready_tiles", 1, 8,
     "own turn: for a discard that leaves the hand ready, the unseen tiles that complete it"),
    ("ready_waits", 1, 1, "own turn: kinds that complete it after the one that leaves most"),
    ("closer_tiles", 1, 20,
     "own turn, not ready: for a discard that keeps the shanten, unseen tiles that lower it"),
    ("ready_silent", 1, WIN,
     "riichi, Kawuxing, Sichuan: what a ron pays after a discard that leaves the hand ready, in "
     "200 points or 1/5 unit"),
    ("ready_declared", 1, WIN, "... and once declared"),
    ("closer_pairs", 1, 40,
     "own turn, one from ready: for a discard that keeps the shanten, half the pairs of "
     "unseen tiles that then complete the hand; not in Atama"),
    ("win_ron", 1, WIN,
     "riichi, Kawuxing, Sichuan: what a ron of a kind that completes the own hand pays, as above"),
    ("win_draw", 1, WIN, "... and what a draw of it pays"),
)
GLOBAL_LINES: tuple[Line, ...] = (
    ("present", SEATS, 1, "the seat plays"),
    ("score", SEATS, 30000, "points; in regional games, 30 units of money stand for one"),
    ("chips", SEATS, 50, "chips won in this game"),
    ("riichi", SEATS, 1, "declared riichi of either kind, or disclosed"),
    ("open_riichi", SEATS, 1, "declared open riichi, or disclosed"),
    ("double_riichi", SEATS, 1, "on the first turn"),
    ("ippatsu", SEATS, 1, "a win now would be ippatsu"),
    ("closed", SEATS, 1, "no open call made"),
    ("first_turn", SEATS, 1, "no own discard and no interruption yet"),
    ("concealed", SEATS, 14, "concealed tiles"),
    ("n_melds", SEATS, 4, "melds"),
    ("discards", SEATS, 20, "tiles in the river"),
    ("n_aside", SEATS, 4, "tiles set aside"),
    ("known_han", SEATS, 8, "dora, red, gold and tiles set aside in sight (own hand: all)"),
    ("marker", SEATS, 1, "home run marker"),
    ("sevens_in_a_row", SEATS, 2, "newest discards after riichi that are sevens"),
    ("dealer", SEATS, 1, "who deals"),
    ("turn", SEATS, 1, "whose turn it is"),
    ("discarder", SEATS, 1, "whose tile may be claimed"),
    ("round_wind", 4, 1, "East, South, West, North"),
    ("round", 1, 8, "0 = East 1"),
    ("rounds_left", 1, 8, "rounds (or, if fixed, hands) to come after this one"),
    ("honba", 1, 5, "counters on the table"),
    ("sticks", 1, 4, "riichi sticks on the table"),
    ("place", 1, 3, "own place now, 0 = first"),
    ("live_tiles", 1, 60, "live tiles left"),
    ("own_draws", 1, 20, "full rounds of draws left"),
    ("last_tile", 1, 1, "no live tile is left"),
    ("replacements", 1, 8, "replacement tiles left"),
    ("kans", 1, 4, "kans on the table"),
    ("n_indicators", 1, 4, "indicators turned"),
    ("kans_pending", 1, 1, "indicators still to be turned"),
    ("flower_indicators", 1, 1, "flowers among the indicators"),
    ("phase", 7, 1, "own turn, riichi tile, kan tile, claim, copies, joker, over; if deciding"),
    ("verb", 6, 1,
     "what a tile is chosen for: riichi, open riichi, closed kan, added kan, pon, open kan"),
    ("robbing", 1, 1, "the tile that may be won on is one of a kan or set aside"),
    ("has_drawn", 1, 1, "the own hand holds a tile just drawn"),
    ("replacement", 1, 1, "... from the replacement tiles"),
    ("furiten", 3, 1, "own: by discard, for this turn, for the whole hand"),
    ("shanten", 8, 1, "own hand: complete, ready, 1, 2, ... 6 or more from ready"),
    ("ukeire_kinds", 1, 10, "number of kinds in the plane 'ukeire'"),
    ("ukeire_tiles", 1, 20, "unseen tiles of these kinds"),
    ("last_hand", 2, 1,
     "the game ends after this hand, bust aside: if the deal passes on; if the dealer deals "
     "again; 1/2: by the points then"),
)
ORACLE_LINES: tuple[Line, ...] = (
    ("hands", SEATS - 1, 4, "concealed tiles and kans that lie face down, by opponent"),
    ("copies", SEATS - 1, 2, "special copies and wildcards among them, by opponent"),
    ("others_waits", SEATS - 1, 1, "kinds that complete the hand, by opponent"),
    ("others_shanten", SEATS - 1, 7, "shanten plus one, in all places, by opponent"),
    ("next", 6, 1, "the next live tiles in order"),
    ("next_replacement", 1, 1, "the next replacement tile"),
    ("ura", 1, 2, "indicators below the turned ones"),
    ("live", 1, 4, "live tiles left"),
    ("last_stacks", 4, 2, "the two tiles of each of the last live stacks, the last one first"),
)
# bits of a token
HISTORY_LINES: tuple[Line, ...] = (
    ("code", 8, 1, "the tile code"),
    ("event", 6, 1, "what happened (Event, core/state.pxd.in); 0 = empty"),
    ("seat", 2, 1, "relative seat that acted"),
)
# Rows that take long, by what works them out: it is left out where nobody reads one of them.
OWN_BLOCKS = {
    "steps": ("ready_tiles", "ready_waits", "closer_tiles"),
    "ready_wins": ("ready_silent", "ready_declared"),
    "pairs": ("closer_pairs",),
    "wins": ("win_ron", "win_draw"),
}


def with_rooms(lines: tuple[Line, ...], buffer: str) -> list[Line]:
    """The lines, and directly behind the row that it names what each room has.

    Raises: RuntimeError when there is no such row.
    """
    # of two rooms that name the same row, the later one stands nearer to it
    rooms: list[Behind] = [getattr(room, buffer, {}) for room in reversed(import_all("rows"))]

    def following(lines: Iterable[Line]) -> Iterator[Line]:
        for line in lines:
            yield line
            for room in rooms:
                yield from following(room.get(line[0], ()))

    found = list(following(lines))
    if lost := {name for room in rooms for name in room} - {name for name, *_ in found}:
        raise RuntimeError(f"there are no rows {', '.join(sorted(lost))} to stand behind")
    return found


def all_blocks(own: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """The blocks, and those of the rooms. Raises: RuntimeError when two have one name."""
    blocks = dict(own)
    for room in import_all("rows"):
        more: Mapping[str, tuple[str, ...]] = getattr(room, "BLOCKS", {})
        if twice := blocks.keys() & more.keys():
            raise RuntimeError(f"{room.__name__} has blocks of others: {', '.join(sorted(twice))}")
        blocks |= more
    return blocks


PLANE_ROWS = placed(with_rooms(PLANE_LINES, "PLANES"))
GLOBAL_ROWS = placed(with_rooms(GLOBAL_LINES, "GLOBALS"))
ORACLE_ROWS = placed(ORACLE_LINES)
HISTORY_ROWS = placed(HISTORY_LINES)
BLOCKS = all_blocks(OWN_BLOCKS)
