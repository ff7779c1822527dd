"""The table as text that a person can read."""

from collections.abc import Iterator, Sequence
from typing import Any

from shugi._fast.check.tables import OWN_SEAT
from shugi._fast.core.actions import action_id
from shugi._fast.core.tiles import code_name, format_tiles, kind_of
from shugi._fast.rules.compile import Rules
from shugi._fast.rules.games import GAMES
from shugi._fast.tables.field import each
from shugi._fast.view.layouts import layout_of
from shugi.envs.common.documents import visible
from shugi.envs.drawing.faces import faces
from shugi.envs.drawing.render_cards import card_lines
from shugi.envs.notation.words import is_full, river_marks, write_meld

WINDS = ("East", "South", "West", "North")
TSUMOGIRI, RIICHI_TILE, CALLED, WON = 1, 2, 4, 8
ROW = 6
QUESTIONS = {
    "own": "to play",
    "riichi": "to choose the riichi tile",
    "kan": "to choose the kan",
    "claim": "to claim or pass",
    "copies": "to choose the copies of the call",
    "pocchi": "to name the joker",
    "offer": "to win or pass",
}
MARKED = [field for field in each(OWN_SEAT) if field.mark]
OWN_KANS = (action_id("kan_closed"), action_id("grand_cross"))


def text(
    state: dict[str, Any], rules: Rules, viewer: int | None = None, legal: list[int] | None = None
) -> str:
    """A state (``Batch.state``) as lines of text.

    Args:
        state: as ``Batch.state`` gives it.
        rules: of the game.
        viewer: the seat that looks; None sees all.
        legal: actions to list below the table.
    """
    if "plays_cards" in rules.traits:
        lines = list(card_lines(state, rules, viewer))
        return "\n".join([*lines, *_legal_line(rules, legal)])
    lines = [title(state, rules), _wall_line(state, rules)]
    for seat in seats_in_order(state, viewer):
        lines += ["", *_seat_lines(state, rules, seat, viewer)]
    lines += ["", question(state, rules, viewer)]
    return "\n".join([*lines, *_legal_line(rules, legal)])


def _legal_line(rules: Rules, legal: list[int] | None) -> list[str]:
    name = layout_of(rules).action_name
    return ["legal: " + " ".join(map(name, legal))] if legal else []


def seat_name(number: int, names: Sequence[str] = ()) -> str:
    """Who sits there, or else the number of the seat."""
    return visible(names[number]) if number < len(names) and names[number] else f"seat {number}"


def seats_in_order(state: dict[str, Any], viewer: int | None) -> list[int]:
    """All seats in turn order, the viewer's first."""
    n = len(state["seats"])
    return [((viewer or 0) + k) % n for k in range(n)]


def is_hidden(state: dict[str, Any], rules: Rules, seat: int, viewer: int | None) -> bool:
    """Whether the viewer may not see a seat's hand; a winner's hand and an open riichi are shown.

    A disclosed hand is one, unless the rules show a part of it: then pictures hide it all.
    Arguments as of ``text``.
    """
    if viewer is None or seat == viewer:
        return False
    if state["seats"][seat]["riichi"] == "open" and rules.options["disclose_mode"] == "full":
        return False
    return not (state["phase"] == "over" and seat in state["last"]["winners"])


def is_covered(
    state: dict[str, Any], rules: Rules, seat: int, viewer: int | None, meld: dict[str, Any]
) -> bool:
    """Whether a seat's closed kan is hidden: it lies face down in most regional games.

    Arguments as of ``text``; the meld is one of the state's.
    """
    if meld["type"] != "ankan" or viewer is None or seat == viewer or state["phase"] == "over":
        return False
    return is_regional(rules) and bool(rules.options["closed_kong_hidden"])


def is_regional(rules: Rules) -> bool:
    """One of the Chinese games: neither riichi nor cards."""
    return "regional" in rules.traits


def round_name(state: dict[str, Any]) -> str:
    n = len(state["seats"])
    return f"{WINDS[state['round'] // n % 4]} {state['round'] % n + 1}"


def moment_name(state: dict[str, Any], rules: Rules) -> str:
    """The round; the hand, where winds mean nothing."""
    return round_name(state) if rules.reads("uma") else f"hand {state['hand_no']}"


def counters(state: dict[str, Any], rules: Rules) -> list[tuple[str, int]]:
    """Honba and sticks; in a regional game how often the banker has stayed."""
    if is_regional(rules):
        return [("stays", state["honba"])]
    return [(key, state[key]) for key in ("honba", "sticks")]


def title(state: dict[str, Any], rules: Rules) -> str:
    """Rule set, round, honba and sticks."""
    parts = [rules.name, moment_name(state, rules)]
    parts += [f"{n} {name}" for name, n in counters(state, rules) if n]
    return " | ".join(parts)


def _wall_line(state: dict[str, Any], rules: Rules) -> str:
    if is_regional(rules):
        return _regional_wall_line(state, rules)
    shown = f"wall {live_tiles(state)} | dora {' '.join(code_name(c) for c in state['dora'])}"
    if ura_is_open(state):
        shown += f" | ura {' '.join(code_name(c) for c in state['ura'])}"
    return shown


def _regional_wall_line(state: dict[str, Any], rules: Rules) -> str:
    """Tiles left, the indicator, and what is printed on tiles that are called otherwise."""
    parts = [f"wall {live_tiles(state)}"]
    parts += [f"indicator {code_name(code)}" for code in state["dora"]]
    for code, face in faces(state, rules).items():
        name, printed = code_name(code), code_name(face)
        parts.append(
            f"{printed} as {name}" if code == state["wild_kind"] else f"{name} is {printed}"
        )
    return " | ".join(parts)


def ura_is_open(state: dict[str, Any]) -> bool:
    """Whether the ura indicators may be looked at."""
    winners = state["last"]["winners"] if state["phase"] == "over" else []
    riichi = any(state["seats"][seat]["riichi"] != "none" for seat in winners)
    return bool(state["ura_shown"]) or riichi


def live_tiles(state: dict[str, Any]) -> int:
    """Tiles that can still be drawn, replacements left out."""
    return int(state["tail"] - state["head"])


def seat_wind(state: dict[str, Any], seat: int) -> str:
    return WINDS[(seat - state["dealer"]) % len(state["seats"])]


def place_name(state: dict[str, Any], rules: Rules, seat: int) -> str:
    """The seat's wind; in a regional game whether it is the banker, or rests. As ``text``."""
    if not is_regional(rules):
        return seat_wind(state, seat)
    if seat == state["resting"]:
        return "resting"
    return "banker" if seat == state["dealer"] else ""


def money(seat: dict[str, Any], rules: Rules) -> list[str]:
    if is_regional(rules):
        return [f"{seat['score']} units"]
    return [f"{seat['score']} points", f"{seat['chips']:+d} chips"]


def seat_marks(state: dict[str, Any], rules: Rules, number: int) -> list[str]:
    """What is declared or in force: riichi, ippatsu, floats; furiten is the seat's own affair.

    Arguments as of ``text``.
    """
    seat = state["seats"][number]
    marks = []
    if is_regional(rules):
        if seat["riichi"] != "none":
            marks.append("disclosed")
        if state["float_round"] == number:
            marks.append("float round")
        told = [field for field in MARKED if seat[field.name] != field.usual]
        return marks + [field.mark.format(seat[field.name]) for field in told]
    if seat["riichi"] != "none":
        double = "double " if seat["double_riichi"] else ""
        opened = "open " if seat["riichi"] == "open" else ""
        marks.append(f"{double}{opened}riichi")
    if seat["ippatsu"]:
        marks.append("ippatsu")
    return marks


def _seat_lines(
    state: dict[str, Any], rules: Rules, number: int, viewer: int | None
) -> Iterator[str]:
    seat = state["seats"][number]
    turn = ">" if state["actor"] == number and state["phase"] != "over" else " "
    facts = [f"seat {number} {place_name(state, rules, number)}".rstrip(), *money(seat, rules)]
    yield f"{turn} {', '.join([*facts, *seat_marks(state, rules, number)])}"
    yield f"    hand   {_hand_text(state, rules, number, viewer)}"
    if seat["melds"]:
        melds = [
            "ankan(covered)" if is_covered(state, rules, number, viewer, meld) else write_meld(meld)
            for meld in seat["melds"]
        ]
        yield "    melds  " + " ".join(melds)
    if seat["aside"]:
        yield "    aside  " + " ".join(code_name(code) for code in seat["aside"])
    for k, row in enumerate(river_rows(seat)):
        cells = " ".join(f"{code_name(code)}{marks}".ljust(4) for code, marks in row)
        yield f"    {'river' if k == 0 else '     '}  {cells}".rstrip()


def split_drawn(state: dict[str, Any], number: int) -> tuple[list[int], int | None]:
    """The hand without the tile just drawn, and that tile."""
    hand = list(state["seats"][number]["hand"])
    drawn = state["drawn"]
    if number != state["turn"] or not is_full(state["seats"][number]) or drawn not in hand:
        return hand, None
    hand.remove(drawn)
    return hand, drawn


def tile_order(code: int) -> tuple[int, int]:
    """The order by kind: special copies beside the plain ones, tiles without a kind last."""
    kind = kind_of(code)
    return (99 if kind is None else kind, code)


def hides_drawn(state: dict[str, Any], number: int, viewer: int | None) -> bool:
    """Whether the viewer may not see the tile that seat ``number`` has just drawn.

    That of a shown hand is not shown. Arguments as of ``text``.
    """
    return viewer is not None and number != viewer and state["phase"] != "over"


def _hand_text(state: dict[str, Any], rules: Rules, number: int, viewer: int | None) -> str:
    hand, drawn = split_drawn(state, number)
    if is_hidden(state, rules, number, viewer):
        return f"{len(hand) + (drawn is not None)} tiles"
    shown = format_tiles(hand, ordered=True)
    if drawn is None:
        return shown
    return f"{shown} + {'?' if hides_drawn(state, number, viewer) else code_name(drawn)}"


def river_rows(seat: dict[str, Any]) -> list[list[tuple[int, str]]]:
    """The river in rows of six: (code, marks)."""
    cells = [
        (code, river_marks(flag))
        for code, flag in zip(seat["river"], seat["river_flags"], strict=True)
    ]
    return [cells[k : k + ROW] for k in range(0, len(cells), ROW)]


def is_untold(state: dict[str, Any]) -> bool:
    """Whether others do not know yet what the seat has chosen; they learn it with the tile."""
    if state["phase"] == "copies":
        return state["verb"] in OWN_KANS
    if state["phase"] == "pocchi":
        return not (state["ura_shown"] or state["paying"])
    return state["phase"] in ("riichi", "kan")


def topic(state: dict[str, Any], rules: Rules) -> tuple[str, str]:
    """What is to be decided: the key of a page's sentence, and the same in English.

    In phase offer the game says it, in the others the phase does.
    """
    asked = GAMES[rules.game].offers if state["phase"] == "offer" else {}
    return asked.get(state.get("offer", 0), (state["phase"], QUESTIONS.get(state["phase"], "")))


def question(state: dict[str, Any], rules: Rules, viewer: int | None = None) -> str:
    """Say whose turn it is, and for what; what another has declared is told with its tile.

    Arguments as of ``text``.
    """
    if state["phase"] == "over":
        return "the game is over"
    hidden = viewer not in (None, state["actor"]) and is_untold(state)
    asked = f"seat {state['actor']} {QUESTIONS['own'] if hidden else topic(state, rules)[1]}"
    if state["phase"] in ("claim", "copies") and state["discard"] is not None:
        asked += f": {code_name(state['discard'])} of seat {state['discarder']}"
    return asked
