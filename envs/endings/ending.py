"""How a hand of a game ended, as the cases that ``score`` takes.

A game's own module ``cases`` writes them, from the state before the deciding action.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.rules.compile import Rules
from shugi._fast.rules.games import module_of
from shugi._fast.text.last_decision import Case, LastDecision, Line
from shugi.envs.drawing.faces import faces
from shugi.envs.records.record import Record, replay
from shugi.envs.rulesets.rules import changed_options

EARLIER = ("riichi", "grand_cross", "kan")  # paid in the hand, not for its end
LATER = ("leftover", "placement")  # paid for the end of the game


@dataclass(frozen=True)
class Ending:
    """How a hand ended.

    Attributes:
        how: "win", "draw", "abort" or "chombo".
        cases: what `score` takes: of each winner, in the order in which they are paid; of a hand of
            cards, one in any case. None for a drawn hand of mahjong.
        ledger: what the end moved, rows as ``Batch.ledger`` gives them. It leaves out what was paid
            earlier in the hand (riichi sticks, kans), and what the end of the game adds (places,
            sticks that are left over). Piquet: all points of the hand.
        points: the same by player. chips: likewise.
    """

    how: str
    cases: list[Case]
    ledger: list[Line] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    chips: list[int] = field(default_factory=list)


def ending(batch: Batch, i: int, action: int) -> Ending | None:
    """How game ``i`` ends its hand with an action of the seat to decide.

    Moves without a choice follow by themselves where the batch plays them (``forced``). The batch
    is left as it is.

    Args:
        batch: the games.
        i: the game's number, 0 to n - 1.
        action: an action id, 0 to 127.

    Returns:
        None where the hand goes on.

    Raises:
        IllegalAction: the action cannot be taken.
    """
    game = Batch(batch.rules, 1, auto_reset=False, forced=False)
    game.copy_from(batch, [i], [0])
    before = game.state(0)
    game.step_one(0, action)
    while not game.hand_done[0]:
        legal = game.legal_actions(0)
        if not batch.forced or len(legal) > 1:
            return None
        before, action = game.state(0), legal[0]
        game.step_one(0, action)
    return ending_of(batch.rules, before, action, game.state(0))


def last_decision(
    rules: Rules, before: Mapping[str, Any], action: int, after: Mapping[str, Any]
) -> LastDecision:
    """Put the last decision of a hand together.

    Args:
        rules: of the game.
        before: the state when the decision was asked for.
        action: what was decided.
        after: the state when the next hand was dealt, or the game was over.
    """
    return LastDecision(rules, before, action, after, faces(dict(before), rules))


def ending_of(
    rules: Rules, before: Mapping[str, Any], action: int, after: Mapping[str, Any]
) -> Ending:
    """Say how a hand ended, from the state (``Batch.state``) before and after the last decision.

    Args:
        rules: of the game.
        before: when the decision was asked for, of a batch with ``forced`` off.
        action: what was decided.
        after: when the next hand was dealt, or the game was over.
    """
    how = str(after["last"]["how"])
    played_out = "plays_cards" in rules.traits
    last, cases = last_decision(rules, before, action, after), []
    if (how == "win" or played_out) and (room := module_of(rules.game, "cases")):
        cases = [case | _around(rules.name, rules) for case in room.cases(last)]
    earlier = (
        [] if before["hand_over"] or rules.reads("carte_blanche_sequence") else before["ledger"]
    )
    lines = difference(after["ledger"], earlier)
    sums = net(lines, rules.seats, "points"), net(lines, rules.seats, "chips")
    return Ending(how, cases, lines, *sums)


def wins_of(last: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Tell who won a hand: those together who won in the same way off the same player.

    Returns: ``{"winners", "by", "loser"}`` of each; ``last`` is that of ``Batch.state``.
    """
    found: dict[tuple[str, int | None], list[int]] = {}
    for seat in last["winners"]:
        found.setdefault((last["by"][seat], last["loser"][seat]), []).append(seat)
    return [{"winners": won, "by": by, "loser": loser} for (by, loser), won in found.items()]


@lru_cache(maxsize=64)
def _around(name: str, rules: Rules) -> Case:
    """The rules by which a case is scored; they are equal whatever their name."""
    name, changed = changed_options(rules)
    return {"rules": name, "options": changed} if changed else {"rules": name}


def difference(lines: Iterable[Line], earlier: Iterable[Line]) -> list[Line]:
    """Lines of the end of a hand, less what stood in the ledger before it."""
    paid = {_ends(line): line for line in earlier}
    differing = []
    for line in lines:
        if line["reason"] in (*EARLIER, *LATER):
            continue
        old = paid.get(_ends(line), {"points": 0, "chips": 0})
        rest = {key: line[key] - old[key] for key in ("points", "chips")}
        if any(rest.values()):
            differing.append({**line, **rest})
    return differing


def _ends(line: Line) -> tuple[Any, ...]:
    return line["reason"], line["payer"], line["payee"]


def net(lines: Iterable[Line], seats: int, unit: str) -> list[int]:
    """Add up what each seat has won or paid.

    Args:
        lines: rows as ``Batch.ledger`` gives them.
        seats: number of players.
        unit: which column is added up, "points" or "chips".

    Returns:
        a number for each seat, positive where it has won.
    """
    sums = np.zeros(seats + 1, np.int64)  # the last is the table
    for line in lines:
        sums[seats if line["payer"] is None else line["payer"]] -= line[unit]
        sums[seats if line["payee"] is None else line["payee"]] += line[unit]
    return [int(amount) for amount in sums[:seats]]


def endings(record: Record) -> list[Ending]:
    """How each hand of a record ended; one that goes on is left out.

    Raises:
        RecordError: the record does not replay.
    """
    ended = (
        ending(step.batch, 0, step.action) for step in replay(record) if step.action is not None
    )
    return [one for one in ended if one is not None]
