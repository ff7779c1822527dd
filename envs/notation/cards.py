"""Positions of the card games as text; ``position`` has what all games share.

    rules piquet
    game seed=7 hand=2 decisions=12
    deal dealer=0 round=1
    score 31 12
    turn cards play 1 leader=1        # what is asked, who decides
    seat0 hand=S:AKQ/H:T9 aside=D:987 shown=S:AKQ tricks=2
    seat1 hand=C:AKQJT void=SH trick=D8
    piquet elder=1 wins=1,0
    point declared=S:AKQJ verdict=good counted=S:AKQJ
    wall C7H8                         # the talon, next card first; ... = filled by the seed

Cards are written as in the rule texts: suit, colon, ranks; one card is ``SA``; ``-`` is none.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from shugi._fast.check.tables import CARD_TABLE, COMMON_STATE, TABLES
from shugi._fast.core.card_actions import CARD_NAMES, CARD_RANKS, CARD_SUITS
from shugi._fast.games.tricks.text import STAGES
from shugi._fast.rules.compile import Rules
from shugi._fast.tables.field import Field
from shugi.envs.notation.reading import SectionReader, Word, read_rows, read_value
from shugi.envs.notation.words import CODECS as ALL_CODECS
from shugi.envs.notation.words import GAME, INT, SEAT, Codec, Rows, State, rows_of, write_rows

SUIT_ORDER = "SHDC"  # as hands are written
CATEGORIES = ("point", "sequence", "sets")


def card_name(card: int) -> str:
    """The text of a card, such as "SA"."""
    return CARD_NAMES[card]


def format_cards(cards: Sequence[int], join: str = "/") -> str:
    """Cards by suit, the highest first: "S:AKQ/H:T9"; "-" for none."""
    parts = []
    for suit in SUIT_ORDER:
        first = len(CARD_RANKS) * CARD_SUITS.index(suit)
        held = sorted((c - first for c in cards if first <= c < first + 9), reverse=True)
        if held:
            parts.append(f"{suit}:{''.join(CARD_RANKS[rank] for rank in held)}")
    return join.join(parts) or "-"


def parse_cards(text: str) -> list[int]:
    """The reverse, ascending. Raises: ValueError."""
    cards: list[int] = []
    for part in [] if text == "-" else text.split("/"):
        if re.fullmatch(rf"[{CARD_SUITS}]:[{CARD_RANKS}]+", part) is None:
            raise ValueError(f"expected cards such as S:AKQ/H:T9, found {text!r}")
        first = len(CARD_RANKS) * CARD_SUITS.index(part[0])
        cards += [first + CARD_RANKS.index(rank) for rank in part[2:]]
    if len(set(cards)) != len(cards):
        raise ValueError(f"{text!r} names a card twice")
    return sorted(cards)


def _read_card(text: str) -> int:
    if text not in CARD_NAMES:
        raise ValueError(f"expected a card such as SA, found {text!r}")
    return CARD_NAMES.index(text)


def _read_suit(text: str) -> int:
    if text not in CARD_SUITS or len(text) != 1:
        raise ValueError(f"expected one of {', '.join(CARD_SUITS)}, found {text!r}")
    return CARD_SUITS.index(text)


def parse_pack(text: str) -> list[int]:
    """Cards in their order: "C7H8". Raises: ValueError."""
    return [_read_card(text[i : i + 2]) for i in range(0, len(text), 2)]


def format_pack(cards: Sequence[int]) -> str:
    return "".join(map(card_name, cards))


CARD_SET = Codec(format_cards, parse_cards)
VOIDS = Codec(
    lambda suits: "".join(CARD_SUITS[suit] for suit in suits) or "-",
    lambda text: sorted(_read_suit(suit) for suit in ("" if text == "-" else text)),
)
CODECS = {
    **ALL_CODECS,
    "cards": CARD_SET,
    "suits": VOIDS,
    "action": INT,
    "card": Codec(card_name, _read_card),
    "suit": Codec(lambda suit: CARD_SUITS[suit], _read_suit),
}


def _rows(fields: Iterable[Field]) -> Rows:
    return rows_of(fields, CODECS)


DEAL: Rows = (("dealer", "dealer", INT), ("round", "round", INT))
ASKED = ("asked", "answer", "hand_over")  # of the fields of all games
TURN = _rows(CARD_TABLE["turn"]) + _rows(
    field for field in COMMON_STATE["turn"] if field.name in ASKED
)
SEAT_ROWS = _rows(replace(field, count="") for field in CARD_TABLE["seat"])
STRUCTS = ("PiquetTable", "PiquetStanding")  # of the section ``piquet``
PIQUET = [(struct, _rows(TABLES["piquet"][struct])) for struct in STRUCTS]
SAID = _rows(TABLES["piquet"]["PiquetSaid"])


def card_sections(state: State) -> Iterator[str]:
    """All sections but ``rules``."""
    yield " ".join(["game", *write_rows(GAME, "state", state, ("hand_no",))])
    yield " ".join(["deal", *write_rows(DEAL, "state", state)])
    for key in ("score", "chips"):
        yield " ".join([key, *(str(seat[key]) for seat in state["seats"])])
    turn = ["turn", state["phase"], state["stage"], str(state["actor"])]
    yield " ".join([*turn, *write_rows(TURN, "state", state)])
    for number, seat in enumerate(state["seats"]):
        yield " ".join([f"seat{number}", *write_rows(SEAT_ROWS, "cards", seat)])
    if "piquet" in state:
        own = state["piquet"]
        rows = [write_rows(rows, part, own, ("elder",)) for part, rows in PIQUET]
        yield " ".join(["piquet", *chain(*rows)])
        for category, said in zip(CATEGORIES, own["said"], strict=True):
            if entries := write_rows(SAID, "PiquetSaid", said):
                yield " ".join([category, *entries])
    elif any(state["won"]):
        yield " ".join(["won", *map(str, state["won"])])
    head = state["head"]
    yield f"wall {format_pack(state['wall'][:head])}/{format_pack(state['wall'][head:])}"


def read_wall(text: str, pack: Sequence[int]) -> list[int | None]:
    """The wall of a text: the whole pack with a slash before the talon, or the talon alone.

    Raises: ValueError.
    """
    out, slash, talon = text.rpartition("/")
    rest: list[int | None] = []
    if talon != "...":
        rest = [*parse_pack(talon)]
    if not slash:
        return rest
    first = parse_pack(out)
    return [*first, *(rest if rest else [None] * (len(pack) - len(first)))]


def write_event(token: int) -> str:
    """Seat, event (CardEvent, core/cards.pxd), what it tells: "0:15:62"."""
    return f"{token >> 14}:{token >> 8 & 63}:{token & 255}"


def read_event(text: str) -> int:
    match = re.fullmatch(r"([0-3]):(\d{1,2}):(\d{1,3})", text)
    if match is None or int(match[2]) > 63 or int(match[3]) > 255:
        raise ValueError(f"expected an event such as 0:1:26, found {text!r}")
    return int(match[1]) << 14 | int(match[2]) << 8 | int(match[3])


_FIRST = ("game", "deal", "score", "chips", "turn", "seat0", "seat1", "...")
SECTIONS = ("rules", *_FIRST, "piquet", *CATEGORIES, "won", "wall", "last", "ledger", "history")


class CardReader(SectionReader):
    """Positions of the card games."""

    sections = SECTIONS
    rows = {**SectionReader.rows, "deal": DEAL}
    read_event = staticmethod(read_event)

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.said: dict[str, State] = {}

    def section(self, name: str) -> Callable[[list[Word]], None] | None:
        if name in CATEGORIES:
            return lambda words: self._read_said(name, words)
        return super().section(name)

    def _read_said(self, name: str, words: list[Word]) -> None:
        self.said[name] = {}
        read_rows(words, SAID, self.said[name])

    def read_seat(self, seat: State, words: list[Word]) -> None:
        read_rows(words, SEAT_ROWS, seat)

    def section_won(self, words: list[Word]) -> None:
        self.state["won"] = self.numbers("won", words)

    def section_turn(self, words: list[Word]) -> None:
        plain = [word for word in words if "=" not in word.text]
        if len(plain) != 3 or words[:3] != plain:
            raise self.places["turn"].error(
                "expected a phase (cards, over), what is asked and who decides, such as "
                f"'turn cards play 1'; asked may be {', '.join(STAGES[self.rules.game])}"
            )
        self.state["phase"], self.state["stage"] = plain[0].text, plain[1].text
        self.state["actor"] = read_value(plain[2], SEAT.read, plain[2].text)
        read_rows(words[3:], TURN, self.state)

    def section_piquet(self, words: list[Word]) -> None:
        self.state["piquet"] = {}
        read_rows(words, (*chain(*(rows for _, rows in PIQUET)),), self.state["piquet"])

    def section_wall(self, words: list[Word]) -> None:
        if len(words) != 1:
            raise self.places["wall"].error("expected the cards in one word, such as C7H8")
        self.state["wall"] = read_value(
            words[0], lambda text: read_wall(text, self.rules.tiles), words[0].text
        )

    def finish(self) -> State:
        """The state."""
        if self.said:
            own = self.state.setdefault("piquet", {})
            own["said"] = [self.said.get(category, {}) for category in CATEGORIES]
        return self.state
