"""Why a hand was paid as it was, in the order in which a table shows it.

The last decision is taken to the scorer (``shugi.envs.ending``), which names what each winner's
hand is worth, the stacks of the tulip, the dice; the ledger says who paid. Nothing is told here
that the rules do not lay open at the end of a hand.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from shugi._fast.batch.batch import Batch
from shugi._fast.core.tiles import parse_tiles
from shugi.envs.endings.case import score
from shugi.envs.endings.ending import ending

Part = dict[str, Any]
COUNTED = ("doublings", "water_of")  # {name: number}
LISTED = ("yaku", "yakuman", "patterns", "fans")  # [[name, number], ...] or [name, ...]
VALUES = ("han", "fu", "limit", "multiplier", "award", "doubles", "hard")
TULIP = ("start", "lives", "start_tier", "end_tier", "before_double", "total", "ended")


def story_of(before: Batch, action: int, ledger: Iterable[Mapping[str, Any]]) -> list[Part]:
    """The parts of an ending; each has ``part``, which says what else it has.

    Args:
        before: one game, at the decision that ended the hand.
        action: what was decided.
        ledger: of the hand, as ``Batch.ledger`` gives it.

    Returns:
        "worth": {seat, name, number}, a yaku or doubling; "value": {seat, han, fu, limit,
        multiplier, award, doubles, hard}; "tulip": {seat, start, lives, ...}; "reveal": {tile or
        None for a life, chips, total}; "dice": {seat, pips}; "birds": {seat, number}; "paid":
        {reason, payer, payee, points, chips, sums}, a line of the ledger and what each seat has
        won or paid so far.
    """
    parts: list[Part] = []
    found = ending(before, 0, action)
    for case in [] if found is None else found.cases:
        parts += _winner(case)
    return [*parts, *_payments(ledger, before.seats)]


def _winner(case: Mapping[str, Any]) -> list[Part]:
    if "winner" not in case:
        return []  # a hand of cards: the ledger says it all
    try:
        answer = score(case)
    except ValueError:
        return []
    return [*_worth(case["winner"], answer), *_chips(case, answer.get("shugi", {}))]


def _worth(seat: int, answer: Mapping[str, Any]) -> Iterator[Part]:
    for key in LISTED:
        for entry in answer.get(key, ()):
            name, number = (entry, None) if isinstance(entry, str) else entry
            yield {"part": "worth", "seat": seat, "name": name, "number": number, "of": key}
    for key in COUNTED:
        for name, number in answer.get(key, {}).items():
            if number:
                yield {"part": "worth", "seat": seat, "name": name, "number": number, "of": key}
    told = {key: answer.get(key) for key in VALUES}
    if any(value is not None for value in told.values()):
        yield {"part": "value", "seat": seat, **told}


def _chips(case: Mapping[str, Any], chips: Mapping[str, Any]) -> Iterator[Part]:
    seat = case["winner"]
    for pips in case.get("dice", ()):
        yield {"part": "dice", "seat": seat, "pips": list(pips)}
    if chips.get("birds"):
        yield {"part": "birds", "seat": seat, "number": chips["birds"]}
    if "reveals" not in chips:
        return
    yield {"part": "tulip", "seat": seat, **{key: chips[key] for key in TULIP}}
    total = chips["start"]
    for name, gained, *_ in chips["reveals"]:
        if name == "life":
            yield {"part": "reveal", "tile": None, "chips": 0, "total": total}
            continue
        total += gained
        (tile,) = parse_tiles(name)
        yield {"part": "reveal", "tile": tile, "chips": gained, "total": total}


def _payments(ledger: Iterable[Mapping[str, Any]], seats: int) -> Iterator[Part]:
    sums = {unit: [0] * seats for unit in ("points", "chips")}
    for line in ledger:
        for unit, moved in sums.items():
            for seat, sign in ((line["payer"], -1), (line["payee"], 1)):
                if seat is not None:
                    moved[seat] += sign * line[unit]
        kept = {key: line[key] for key in ("reason", "payer", "payee", "points", "chips")}
        yield {"part": "paid", **kept, "sums": {unit: list(moved) for unit, moved in sums.items()}}
