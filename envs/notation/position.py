"""Positions as text: any moment of a game, walls included, in one line or a small file.

Sections stand one a line, or in one line between ``|``; ``#`` begins a comment. A section is a word
and its entries, mostly ``name=value``:

    rules super_bingo honba_ron=1000      # a rule set, and the options that differ
    game seed=7 hand=3 decisions=41
    round S1 honba=1 sticks=0 dealer=0
    score 30000 28000 31000
    chips 5 -3 -2
    turn own 0                            # phase, seat to decide; then discard=, from=, ...
    seat0 hand=123456p789s1122z+5p        # behind + the tile just drawn
    seat1 hand=4p5pg667799s5z melds=pon(7p'7p7p)<0 river=1z9s_4z'
    seat2 hand=19p19s1234567z99p river=8s2p*3z_ riichi=open aside=1f
    dora 3s
    wall 5p6s...                          # tiles left, next first; ... = filled by the seed

Only ``rules`` and the seats' hands are needed; the rest has the value it has early in a hand.
Marks behind a tile of the river: ``_`` discarded as drawn, ``*`` riichi, ``'`` called away, ``!``
won upon; in a meld ``'`` marks the claimed tile, ``<1`` whose it was. ``-`` is no tile or nobody.
Positions of the card games: ``cards``.
"""

import json
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from shugi._fast.batch.batch import Batch
from shugi._fast.check.fields import PHASES
from shugi._fast.core.tiles import code_name, format_tiles
from shugi._fast.games.chinese.text import usual_counts
from shugi._fast.rules.compile import Rules, RulesError
from shugi._fast.text.position import PositionError
from shugi.envs.common.documents import DocumentError, parse_json
from shugi.envs.common.given import check_kind
from shugi.envs.notation.cards import CardReader, card_sections
from shugi.envs.notation.cards import write_event as write_card_event
from shugi.envs.notation.reading import (
    NotationError,
    SectionReader,
    Word,
    pairs,
    read_rows,
    read_value,
    split_words,
)
from shugi.envs.notation.words import (
    GAME,
    LAST,
    MAYBE_INT,
    MAYBE_TILE,
    RIVER_MARKS,
    ROUND,
    SEAT,
    SEAT_ROWS,
    SEAT_TABLE,
    TABLE,
    TILES,
    TURN,
    WALL,
    State,
    is_default,
    is_full,
    read_event,
    read_hand,
    read_melds,
    read_river,
    shows_drawn,
    write_event,
    write_hand,
    write_line,
    write_meld,
    write_river,
    write_rows,
)
from shugi.envs.rulesets.rules import changed_options, written_rules

WINDS = "ESWN"
SECTIONS = (
    *("rules", "game", "round", "score", "chips", "turn", "table", "seat0", "seat1", "..."),
    *("dora", "ura"),
    *("wall", "last", "ledger", "history"),
)


# ------------------------------------------------------------------------------------- writing


@lru_cache(maxsize=64)
def _rules_text(name: str, rules: Rules) -> str:
    # rules are equal whatever their name, so the name is part of the key
    name, changed = changed_options(rules)
    return " ".join(
        ["rules", name, *(f"{key}={_write_option(value)}" for key, value in changed.items())]
    )


def _write_option(value: Any) -> str:
    if isinstance(value, str) and re.fullmatch(r"[a-z_][\w.]*", value) and not _is_json(value):
        return value
    # words of a position are parted by spaces
    return json.dumps(value, separators=(",", ":")).replace(" ", r"\u0020")


def _is_json(text: str) -> bool:
    try:
        parse_json(text, "option")
    except DocumentError:
        return False
    return True


def _turn_section(state: State) -> str:
    hidden = {"turn", "drawn"}
    rows = tuple(row for row in TURN if row[1] not in hidden)
    entries = ["turn", state["phase"], str(state["actor"])]
    usual = state["discarder"] if state["phase"] == "claim" else state["actor"]
    if state["turn"] != usual:
        entries.append(f"turn={state['turn']}")
    full = is_full(state["seats"][state["turn"]])
    if not shows_drawn(state, state["turn"]) and (full or state["drawn"] is not None):
        entries.append(f"drawn={MAYBE_TILE.write(state['drawn'])}")
    always = ("option",) if state["phase"] == "claim" else ()
    return " ".join([*entries, *write_rows(rows, "state", state, always)])


def _table_entries(state: State) -> list[str]:
    """What only the regional games have."""
    n, resting = len(state["seats"]), state["resting"]
    usual = [(p + 2 if (p + 1) % n == resting else p + 1) % n for p in range(n)]
    if resting is not None:
        usual[resting] = resting
    rows = tuple(row for row in TABLE if row[1] != "after" or state["after"] != usual)
    return write_rows(rows, "state", state)


def _counts_of_seat(state: State, number: int, rules: Rules) -> list[str]:
    """Entries of a regional game's seat, without what the loader sees on the table."""
    seat = state["seats"][number]
    usual = usual_counts(rules, seat, state["wild_kind"])
    return [
        f"{name}={codec.write(seat[key])}"
        for name, key, codec in SEAT_TABLE
        if (seat[key] != usual[key] if key in usual else not is_default("seat", key, seat[key]))
    ]


def _seat_section(state: State, number: int, rules: Rules) -> str:
    seat = state["seats"][number]
    entries = [f"seat{number}", f"hand={write_hand(state, number)}"]
    if seat["melds"]:
        entries.append("melds=" + "".join(write_meld(meld) for meld in seat["melds"]))
    if seat["river"]:
        entries.append("river=" + write_river(seat))
    # what follows from the table: the first turn, the place of the riichi tile, the wildcards
    rows = tuple(row for row in SEAT_ROWS if row[1] not in ("first_turn", "riichi_at", "wild"))
    entries += write_rows(rows, "seat", seat)
    sideways = [k for k, flag in enumerate(seat["river_flags"]) if flag & RIVER_MARKS["*"]]
    usual = sideways[0] if sideways and seat["riichi"] != "none" else None
    if seat["riichi_at"] != usual:
        entries.append(f"riichi_at={MAYBE_INT.write(seat['riichi_at'])}")
    if seat["first_turn"] != _usual_first_turn(state, number, rules):
        entries.append(f"first_turn={int(seat['first_turn'])}")
    if "regional" in rules.traits:
        entries += _counts_of_seat(state, number, rules)
    return " ".join(entries)


def _usual_first_turn(state: State, number: int, rules: Rules) -> bool:
    if "regional" in rules.traits:
        return True
    seats = state["seats"]
    aside = any(seat["aside"] for seat in seats) and _aside_breaks(rules)
    return not (seats[number]["river"] or aside or any(seat["melds"] for seat in seats))


@lru_cache(maxsize=64)
def _aside_breaks(rules: Rules) -> bool:
    return bool(rules.options["nuki_breaks_first_turn"])


def _wall_section(state: State, rules: Rules) -> str:
    usual = _WALL_USUAL
    if extra := rules.options["extra_indicators"]:
        usual = {**usual, "n_indicator": 1 + extra}
    if "regional" in rules.traits and not _has_flowers(rules):  # they may win before one is turned
        usual = {**usual, "n_indicator": state["n_indicator"]}
    rows = [row for row in WALL if state[row[1]] != usual.get(row[1])]
    entries = [f"{name}={codec.write(state[key])}" for name, key, codec in rows]
    wall, head, tail = state["wall"], state["head"], state["tail"]
    parts = (wall[:head], wall[head:tail], wall[tail:])
    return " ".join(["wall", "/".join(format_tiles(part) for part in parts), *entries])


_WALL_USUAL = {"n_rinshan": 0, "n_indicator": 1, "n_kan": 0}


@lru_cache(maxsize=64)
def _has_flowers(rules: Rules) -> bool:
    return any(code_name(code)[-1] in "eh" for code in rules.tiles)


def _history_section(state: State, event: Callable[[int], str]) -> str:
    events = [event(token) for token in state["history"]]
    if state["history_total"] != len(events):
        events.append(f"total={state['history_total']}")
    return " ".join(["history", *events])


def _round_name(state: State) -> str:
    n = len(state["seats"])
    lap = state["round"] // (4 * n)  # times that all four winds were played
    return f"{WINDS[state['round'] // n % 4]}{state['round'] % n + 1}" + (f"+{lap}" if lap else "")


def _round_section(state: State) -> str:
    n = len(state["seats"])
    entries = [f"{key}={state[key]}" for key in ("honba", "sticks") if state[key]]
    if state["dealer"] != state["round"] % n:
        entries.append(f"dealer={state['dealer']}")
    return " ".join(["round", _round_name(state), *entries])


def sections(state: State, rules: Rules) -> Iterator[str]:
    """The sections of a position's text, in order."""
    yield _rules_text(rules.name, rules)
    if "plays_cards" in rules.traits:
        yield from card_sections(state)
        yield from _closing(state, write_card_event)
        return
    yield " ".join(["game", *write_rows(GAME, "state", state)])
    yield _round_section(state)
    for key in ("score", "chips"):
        yield " ".join([key, *(str(seat[key]) for seat in state["seats"])])
    yield _turn_section(state)
    if "regional" in rules.traits and _table_entries(state):
        yield " ".join(["table", *_table_entries(state)])
    for number in range(len(state["seats"])):
        yield _seat_section(state, number, rules)
    if state["dora"]:
        yield "dora " + format_tiles(state["dora"])
    yield _wall_section(state, rules)
    yield from _closing(state, write_event)


def _closing(state: State, event: Callable[[int], str]) -> Iterator[str]:
    """What every position ends with: payments and what has happened."""
    entries = write_rows(LAST, "last", state["last"])
    if entries:
        yield " ".join(["last", *entries])
    if state["ledger"]:
        yield " ".join(["ledger", *(write_line(line) for line in state["ledger"])])
    if state["history_total"]:
        yield _history_section(state, event)


def format_state(state: State, rules: Rules, *, lines: bool = False) -> str:
    """A state as text; ``load_position`` reads it.

    Args:
        state: as ``Batch.state`` gives it.
        rules: those of the game.
        lines: one section a line instead of all in one.
    """
    return ("\n" if lines else " | ").join(sections(state, rules))


def format_position(batch: Batch, i: int, *, lines: bool = False) -> str:
    """Game ``i`` as text; ``load_position`` brings it back exactly.

    Args:
        batch: the games.
        i: the game's number, 0 to n - 1.
        lines: one section a line instead of all in one.

    Raises:
        TypeError: it is no ``Batch``; an environment has one, ``env.unwrapped.batch``.
    """
    check_kind(batch, Batch, "batch")
    return format_state(batch.state(i), batch.rules, lines=lines)


# ------------------------------------------------------------------------------------- reading


class _Reader(SectionReader):
    """Positions of mahjong."""

    sections = SECTIONS
    read_event = staticmethod(read_event)

    def section_round(self, words: list[Word]) -> None:
        n = self.rules.seats
        if words and "=" not in words[0].text:
            match = re.fullmatch(rf"([{WINDS}])([1-{n}])(?:\+(\d\d?))?", words[0].text)
            if match is None:
                raise words[0].error(f"expected a round such as E1, found {words[0].text!r}")
            lap = int(match[3] or 0)
            self.state["round"] = (4 * lap + WINDS.index(match[1])) * n + int(match[2]) - 1
            self.state["dealer"] = int(match[2]) - 1
            words = words[1:]
        read_rows(words, ROUND, self.state)

    def section_turn(self, words: list[Word]) -> None:
        if words and "=" not in words[0].text:
            if words[0].text not in PHASES:
                raise words[0].error(
                    f"expected one of {', '.join(PHASES)}; found {words[0].text!r}"
                )
            self.state["phase"] = words[0].text
            words = words[1:]
        if words and "=" not in words[0].text:
            self.state["actor"] = read_value(words[0], SEAT.read, words[0].text)
            words = words[1:]
        read_rows(words, TURN, self.state)

    def section_table(self, words: list[Word]) -> None:
        if "regional" not in self.rules.traits:
            raise self.places["table"].error("only the regional games have this section")
        read_rows(words, TABLE, self.state)

    def read_seat(self, seat: State, words: list[Word]) -> None:
        plain = []
        rows = SEAT_ROWS + SEAT_TABLE if "regional" in self.rules.traits else SEAT_ROWS
        for word, name, value in pairs(words):
            if name == "hand":
                self._hand(word, value, seat)
            elif name == "river":
                read_value(word, lambda text: read_river(text, seat), value)
            elif name == "melds":
                seat["melds"] = read_value(word, read_melds, value)
            elif name not in {row[0] for row in rows}:
                known = ", ".join(["hand", "melds", "river", *(row[0] for row in rows)])
                raise word.error(f"there is no entry {name!r} here; there are {known}")
            else:
                plain.append(word)
        read_rows(plain, rows, seat)

    def _hand(self, word: Word, value: str, seat: State) -> None:
        drawn = read_value(word, lambda text: read_hand(text, seat), value)
        if drawn is None:
            return
        if "drawn" in self.state:
            raise word.error("only one seat can have drawn a tile (+)")
        self.state["drawn"] = drawn

    def _tiles(self, key: str, words: list[Word]) -> None:
        self.state[key] = [
            code for word in words for code in read_value(word, TILES.read, word.text)
        ]

    def section_dora(self, words: list[Word]) -> None:
        self._tiles("dora", words)

    def section_ura(self, words: list[Word]) -> None:
        self._tiles("ura", words)

    def section_wall(self, words: list[Word]) -> None:
        tiles = [word for word in words if "=" not in word.text]
        read_rows([word for word in words if "=" in word.text], WALL, self.state)
        wall: list[int | None] = []
        gap = None
        for word in tiles:
            for part in re.split(r"(\.\.\.)", word.text.replace("/", "")):
                if part == "...":
                    if gap is not None:
                        raise word.error("'...' can stand once only")
                    gap = len(wall)
                else:
                    wall += read_value(word, TILES.read, part)
        self.wall = (wall, gap)

    wall: tuple[list[int | None], int | None] = ([], 0)

    def finish(self) -> State:
        """The state, with the unknown stretch of the wall at its length."""
        wall, gap = self.wall
        if gap is not None:
            missing = len(self.rules.tiles) - self._out() - len(wall)
            wall = wall[:gap] + [None] * max(missing, 0) + wall[gap:]
        self.state["wall"] = wall
        return self.state

    def _out(self) -> int:
        """Tiles that have left the wall."""
        out = 0
        for seat in self.state["seats"]:
            flags = seat.get("river_flags", [])
            out += len(seat.get("hand", [])) + len(seat.get("aside", []))
            out += sum(len(meld["tiles"]) for meld in seat.get("melds", []))
            out += sum(not flag & RIVER_MARKS["'"] for flag in flags)
        return out


def _read_rules(words: list[Word]) -> Rules:
    head, *rest = words
    if head.text != "rules" or not rest:
        raise head.error(f"a position begins with its rules, 'rules NAME'; found {head.text!r}")
    options = {}
    for _, name, value in pairs(rest[1:]):
        options[name] = parse_json(value, name) if _is_json(value) else value
    try:
        return written_rules(rest[0].text, options)
    except RulesError as error:
        raise rest[0].error(str(error)) from None


def _read(text: str) -> "_Reader | CardReader":
    if not isinstance(text, str):
        raise TypeError(f"a position is text, not {type(text).__name__}")
    parts = split_words(text)
    if not parts:
        raise NotationError("line 1, column 1", "the text holds no position")
    rules = _read_rules(parts[0])
    reader = CardReader(rules) if "plays_cards" in rules.traits else _Reader(rules)
    reader.places["rules"] = parts[0][0]
    for words in parts[1:]:
        reader.read(words)
    reader.finish()
    return reader


def parse_position(text: str) -> tuple[Rules, State]:
    """The rules and the state (as ``Batch.set_state`` takes it) of a position's text.

    Raises:
        NotationError: says what is wrong in which line and column, and what was expected.
    """
    reader = _read(text)
    return reader.rules, reader.state


def load_position(text: str) -> Batch:
    """A batch of one game at that position; it does not start another game at the end.

    Raises:
        NotationError: as ``parse_position``, and for positions that cannot be.
    """
    reader = _read(text)
    batch = Batch(reader.rules, 1, auto_reset=False)
    try:
        batch.set_state(0, reader.state)
    except PositionError as error:
        place = reader.places.get(_section_of(error.field), reader.places["rules"])
        raise place.error(str(error)) from None
    return batch


_SECTION_OF = {
    **{key: "game" for _, key, _ in GAME},
    **{key: "round" for _, key, _ in ROUND},
    "round": "round",
    **{key: "turn" for _, key, _ in TURN},
    "phase": "turn",
    "actor": "turn",
    **{key: "table" for _, key, _ in TABLE},
    "wild_kind": "dora",
    **{key: "wall" for _, key, _ in WALL},
}


def _section_of(field: str) -> str:
    """The section that holds a field such as "seats[1].hand[3]"."""
    match = re.match(r"seats\[(\d)\]\.?(\w*)", field)
    if match is None:
        name = re.split(r"[.\[]", field)[0]
        return _SECTION_OF.get(name, name)
    return match[2] if match[2] in ("score", "chips") else f"seat{match[1]}"
