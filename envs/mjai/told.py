"""What a program at a seat has been told of its game, and what it has to be told next."""

from collections import Counter
from collections.abc import Sequence

from shugi._fast.batch.batch import Batch
from shugi.envs.mjai.seen import seen_by
from shugi.envs.mjai.words import Event


class Told:
    """A seat's game as a program was told of it. Another game may follow."""

    def __init__(self) -> None:
        self.game: tuple[int, ...] | None = None
        self.number = 0  # of the hand in the game
        self.hand: list[Event] = []

    def news(self, batch: Batch, i: int, seat: int) -> list[Event]:
        """What it does not know yet of game ``i``, up to what it is asked about.

        Where the hand is not the one that it knows, it is told of all of it. The end of the one
        before is told without what happened in it since its last decision, who has won and what was
        paid: the engine keeps no more, and programs that check what they hear end at half of it.

        Returns:
            the events; none where it was told of all of them.

        Raises:
            MjaiError: as ``seen_by``.
        """
        start, *hand = seen_by(batch, i, seat)
        state = batch.state(i)
        game = (state["seed"], state["first_dealer"], seat)
        known, played = len(self.hand), state["hand_no"] - self.number
        same = game == self.game
        joined = _joined(self.hand, hand, seat) if same and played == 0 else None
        if joined is not None:
            self.hand = joined
            return joined[known:]
        before: list[Event] = [{"type": "end_kyoku"}] if known else []
        if not (same and played > 0):
            before += [{"type": "end_game"}, start] if known else [start]
        self.game, self.number, self.hand = game, state["hand_no"], hand
        return before + hand

    def leave(self) -> None:
        """Another game is next, whatever it looks like."""
        self.game = None


def _joined(told: list[Event], hand: list[Event], seat: int) -> list[Event] | None:
    """The hand with its beginning as it was told; None where that was another hand.

    The draws of ``hand`` may be in another order than they came: only while the seat decides is it
    known what it drew.
    """
    pairs = zip(told, hand, strict=False)
    if len(hand) < len(told) or any(_open(a, seat) != _open(b, seat) for a, b in pairs):
        return None
    joined = told + hand[len(told) :]
    return joined if _held(joined, seat) == _held(hand, seat) else None


def _open(event: Event, seat: int) -> Event:
    """An event without what only its seat knows."""
    own = event["type"] == "start_kyoku" or (event["type"], event.get("actor")) == ("tsumo", seat)
    return {key: event[key] for key in event if not (own and key in ("tehais", "pai"))}


def _held(hand: Sequence[Event], seat: int) -> Counter[str]:
    """What a seat holds after the events of a hand."""
    held = Counter(hand[0]["tehais"][seat])
    for event in hand[1:]:
        if event.get("actor") != seat:
            continue
        if event["type"] == "tsumo":
            held[event["pai"]] += 1
        elif event["type"] in ("dahai", "kakan", "kita"):
            held[event["pai"]] -= 1
        else:
            held.subtract(event.get("consumed", []))
    return +held
