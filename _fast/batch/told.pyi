"""A hand that was played elsewhere, played again: its deal, then event after event."""

from typing import Final

from shugi._fast.batch.batch import Batch

FAULTS: Final[tuple[str, ...]]
WIDTH: Final[int]

def play_told(
    games: Batch,
    i: int,
    deal: tuple[int, int, int, int],
    scores: list[int],
    hands: bytes,
    markers: bytes,
    ura: bytes,
    events: bytes | bytearray,
    most: int = -1,
) -> tuple[int, int, int, bytes, bool, list[int], int, int, int, int]:
    """Play a hand again as game ``i`` of games without ``forced`` moves.

    Args:
        deal: dealer, round, honba, sticks.
        scores: of the seats, before the hand.
        hands: the codes of the tiles dealt, seat after seat.
        markers: codes of the indicators, the first one and those turned later.
        ura: codes of those below, where they were told.
        events: rows of ``WIDTH`` bytes.
        most: events to follow; -1: all. The wall is that of all.

    Returns:
        (events followed, fault, illegal action, choices made as bytes, over, points paid, dealer,
        round, honba, sticks). ``FAULTS`` names the fault; where there is one the game stands where
        the next event should have been, or -1 events were followed: there is no such deal.

    Raises:
        ValueError: a number of the deal that no game can have, rows of another size.
    """
