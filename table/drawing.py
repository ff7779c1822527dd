"""A view as text for a terminal: the table, the own hand with its keys, what was paid."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.text import Text

from shugi._fast.core.card_actions import CARD_NAMES
from shugi._fast.core.tiles import CODE_NAMES
from shugi.envs.drawing.faces import KAN_TILES, WILD
from shugi.table.keys import hand_of
from shugi.table.sitting import COMMANDS, Sitting
from shugi.table.view import HIDDEN, View
from shugi.training.terminal.console import table_of

BACK = "▒▒"
SUITS = {"C": "♣", "H": "♥", "S": "♠", "D": "♦"}
STYLES = {"m": "red", "p": "cyan", "s": "green", "z": "yellow", "H": "red", "D": "red"}
SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
LAST = 3  # events that are told
TILES_TOLD = (
    "5m 5p 5s: 5 of characters, circles, bamboos; 0p: the red 5; 1z to 7z: East South West North, "
    "White Green Red dragon. ★ wildcard, ◆ kan tile; behind a discard: _ as drawn, * riichi, "
    "' called, ! won upon."
)
CARDS_TOLD = "A card is its suit and its rank; ♥T is the 10 of hearts."


def table_text(sitting: Sitting, frame: int | None = None) -> RenderableType:
    """The table as the person sees it.

    Args:
        frame: of the spinner; None: nothing moves here, so there is none.
    """
    view = sitting.view()
    parts: list[RenderableType] = [_header(view)]
    own = view["self"]
    first = 0 if own is None else own + 1
    seats = len(view["seats"])
    order = [(first + k) % seats for k in range(seats)]
    for number in order:
        parts += ["", *_seat(view, number)]
    parts += ["", *_events(view), _question(view, sitting, frame)]
    if own is not None:
        parts += [_hand(view), *_actions(view)]
    parts += [Text(error, "bold red") for error in sitting.errors]
    parts.append(_status(sitting))
    return Group(*parts)


def payments_text(ending: View, view: View) -> RenderableType:
    """How a hand ended, and what was paid."""

    def who(seat: int | None) -> str:
        return "table" if seat is None else seat_name(view, seat)

    won = [who(seat) for one in ending["wins"] for seat in one["winners"]]
    title = f"hand {ending['hand']}: {ending['how']}" + (f" by {' and '.join(won)}" if won else "")
    parts: list[RenderableType] = [Text(title, "bold")]
    for seat, hand in enumerate(ending["hands"]):
        if hand is not None:
            parts.append(_row(view, f"{who(seat)}: ", hand))
    parts += [_why(view, part) for part in ending["story"] if part["part"] in WHY]
    table = table_of(["for", "from", "to"], ["points", "chips"], box=None, padding=(0, 2))
    for line in (part for part in ending["story"] if part["part"] == "paid"):
        sums = (str(line[unit] or "") for unit in ("points", "chips"))
        table.add_row(words(line["reason"]), who(line["payer"]), who(line["payee"]), *sums)
    now = "   ".join(f"{who(seat)} {score}" for seat, score in enumerate(ending["scores"]))
    return Group(*parts, table, Text(f"now {now}", "bold"))


def _value(part: View) -> str:
    units = {"han": "han", "fu": "fu", "doubles": "doublings"}
    parts = [f"{part[key]} {unit}" for key, unit in units.items() if part[key] is not None]
    if part["limit"] and "han" not in part["limit"]:
        parts.append(part["limit"])
    if part["award"]:
        parts.append(words(part["award"]))
    if part["multiplier"]:
        parts.append(f"times {part['multiplier']}")
    return ", ".join(parts)


WHY: dict[str, Callable[[View], str]] = {  # by the part of a story (shugi.table.story)
    "worth": lambda part: (
        f"{words(part['name'])} {'' if part['number'] is None else part['number']}"
    ),
    "value": _value,
    "tulip": lambda part: f"tulip: {part['start']} chips to start with, tier {part['start_tier']}",
    "reveal": lambda part: f"{part['chips']} chips, {part['total']} so far",
    "dice": lambda part: f"dice {part['pips'][0]} {part['pips'][1]}",
    "birds": lambda part: f"birds {part['number']}",
}


def _why(view: View, part: View) -> Text:
    """A line of why a hand was paid."""
    said = Text("  ")
    if part["part"] == "reveal":
        said += Text("a life") if part["tile"] is None else tile_text(view, part["tile"])
        said.append(" ")
    return said.append(WHY[part["part"]](part))


def help_text(view: View) -> RenderableType:
    """What keys there are, and how tiles are written."""
    table = table_of(["key", "what it does"], [], box=None, padding=(0, 2))
    keys = view["keys"]
    if keys["tiles"]:
        table.add_row(f"{keys['tiles'][0]} ...", "the tile or card above it")
    for action in view["actions"]:
        if letter := keys["verbs"].get(action["id"]):
            table.add_row(letter, f"{label_of(view, action).plain}: {action['meaning']}")
    for key, (_, meaning) in COMMANDS.items():
        table.add_row(key, meaning)
    return Group(table, "", Text(CARDS_TOLD if view["cards"] else TILES_TOLD))


# ---- parts


def words(name: str) -> str:
    return name.replace("_", " ")


def seat_name(view: View, seat: int) -> str:
    """Who sits there."""
    names = view["names"]
    if seat >= len(names):
        return f"seat {seat}"
    return str(names[seat])


def tile_text(view: View, code: int) -> Text:
    """A tile by the name of what is printed on it, with a sign if it is more."""
    if code == HIDDEN:
        return Text(BACK, "dim")
    if view["cards"]:
        name = CARD_NAMES[code]
        return Text(SUITS[name[0]] + name[1:], STYLES.get(name[0], ""))
    face = view["faces"].get(str(code))
    sign = ""
    if face is not None:
        sign = "★" if code == WILD else "◆" if code in KAN_TILES else ""
    name = CODE_NAMES[code if face is None else face]
    special = name[0] == "0" or len(name) == 3 or sign
    style = STYLES.get(name[1], "magenta")
    return Text(name + sign, f"bold {style}" if special else style)


def _row(view: View, label: str, codes: Sequence[int]) -> Text:
    """Tiles behind a word; hidden ones are counted."""
    known = [tile_text(view, code) for code in codes if code != HIDDEN]
    hidden = len(codes) - len(known)
    cells = [*known, *([Text(f"{hidden} {BACK}", "dim")] if hidden else [])]
    return Text(label, "dim") + Text(" ").join(cells)


def _header(view: View) -> Text:
    counters = [f"{number} {name}" for name, number in view["counters"] if number]
    line = Text(" · ".join([view["rules"], view["round"], *counters]), "bold")
    if view["cards"]:
        line.append(f" · talon {view['wall']}" if view["wall"] else "")
        if view["trump"] is not None:
            line.append(f" · trump {list(SUITS.values())[view['trump']]}")
        return line
    line.append(f" · wall {view['wall']}")
    for name in ("indicators", "ura"):
        if view[name]:
            line += Text(" · ") + _row(view, f"{name} ", view[name])
    return line


def _seat(view: View, number: int) -> Iterator[Text]:
    seat = view["seats"][number]
    turn = view["actor"] == number
    chips = f"{seat['chips']:+d} chips" if seat["chips"] else ""
    facts = ", ".join(filter(None, (seat["place"], str(seat["score"]), chips, *seat["marks"])))
    line = Text("▶ " if turn else "  ", "bold yellow")
    line.append(seat_name(view, number), "bold")
    line.append(f"  {facts}")
    if seat["furiten"]:
        line.append("  furiten", "bold red")
    yield line
    if number != view["self"]:
        hand = seat["hand"] if seat["drawn"] is None else [*seat["hand"], seat["drawn"]]
        yield _row(view, "    hand  ", hand)
    melds = [_row(view, f"{words(meld['type'])} ", meld["tiles"]) for meld in seat["melds"]]
    if melds:
        yield Text("    ") + Text("  ").join(melds)
    if seat["aside"]:
        yield _row(view, "    aside ", seat["aside"])
    if seat["river"]:
        thrown = [tile_text(view, one["tile"]) + one["marks"] for one in seat["river"]]
        yield Text("    played " if view["cards"] else "    river ", "dim") + Text(" ").join(thrown)
    if seat.get("trick") is not None:
        yield Text("    trick ", "dim") + tile_text(view, seat["trick"])


def _events(view: View) -> Iterator[Text]:
    if view["events"]:
        yield Text(" · ").join([event_text(view, event) for event in view["events"][-LAST:]])


def event_text(view: View, event: dict[str, Any]) -> Text:
    """An event in words, such as "baseline: discard 5p"."""
    said = Text(f"{seat_name(view, event['seat'])}: {words(event['event'])}", "dim")
    if event.get("tile") is not None:
        return said + " " + tile_text(view, event["tile"])
    more = (event.get(key) for key in ("category", "action", "suit", "n"))
    return said.append("".join(f" {words(str(one))}" for one in more if one is not None))


def _question(view: View, sitting: Sitting, frame: int | None) -> Text:
    asked = str(view["question"])
    for seat in range(len(view["seats"])):
        own = seat == view["self"] == view["actor"]
        asked = asked.replace(f"seat {seat}", "you are" if own else seat_name(view, seat), 1)
    moving = frame is not None and sitting.thinking
    spin = f"{SPINNER[(frame or 0) % len(SPINNER)]} " if moving else ""
    return Text(spin + asked, "bold yellow")


def _hand(view: View) -> Text:
    """The own hand, and below each tile its key where it can be played."""
    hand, keys = hand_of(view), view["keys"]["tiles"]
    legal = {action["id"] for action in view["actions"]}
    drawn = view["seats"][view["self"]]["drawn"] is not None
    upper, lower = Text("  "), Text("  ")
    for k, code in enumerate(hand):
        if drawn and k == len(hand) - 1:
            upper.append("  ")
            lower.append("  ")
        tile = tile_text(view, code)
        key = keys[k] if code in legal and k < len(keys) else ""
        width = max(cell_len(tile.plain), 2) + 1
        tile.append(" " * (width - cell_len(tile.plain)))
        upper += tile
        lower.append(key.ljust(width), "bold")
    return upper + Text("\n") + lower


def label_of(view: View, action: dict[str, Any]) -> Text:
    if action["tile"] is None:
        return Text(words(action["name"]))
    return tile_text(view, action["tile"])


def _actions(view: View) -> Iterator[Text]:
    """What may be done beside playing a tile of the hand."""
    hand, keys = set(hand_of(view)), view["keys"]["verbs"]
    labels = [
        Text(f"[{keys.get(one['id'], one['name'])}] ", "bold") + label_of(view, one)
        for one in view["actions"]
        if one["id"] not in hand
    ]
    if labels:
        yield Text("  ") + Text("   ").join(labels)


def _status(sitting: Sitting) -> Text:
    parts = [f"{sitting.number} / {sitting.last}"]
    if sitting.paused:
        parts.append("paused: space goes on")
    if sitting.at is not None:
        parts.append("looking back: enter plays on from here")
    return Text(" · ".join([*parts, "? help"]), "dim")
