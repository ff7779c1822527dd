"""How a hand of a game ended, as the cases that ``score`` takes.

What is worked out from the table is told apart by game: ``riichi``, ``regional`` and ``cards`` each
read the state before the deciding action.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.rules.compile import Rules
from shugi._fast.rules.games import import_all
from shugi.envs.endings import cards, regional
from shugi.envs.endings.moment import Case, LastDecision, Line
from shugi.envs.endings.riichi import riichi_wins
from shugi.envs.records.record import Record, replay
from shugi.envs.rulesets.rules import changed_options

WINS: Mapping[str, Callable[[LastDecision], list[Case]]] = {
    "riichi": riichi_wins,
    "hangzhou": regional.hangzhou_wins,
    "xiamen": regional.xiamen_wins,
    "wuhan": regional.wuhan_wins,
    "kawuxing": regional.kawuxing_wins,
    "piquet": cards.piquet_hands,
    "ninety_nine": cards.ninety_nine_hands,
    # of other games what their rooms tell
    **{room.GAME: room.wins for room in import_all("ending")},
}


def _no_cases(moment: LastDecision) -> list[Case]:
    """Of a game that ``score`` does not know."""
    return []


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


def ending_of(
    rules: Rules, before: Mapping[str, Any], action: int, after: Mapping[str, Any]
) -> Ending:
    """The same from what was on the table (``Batch.state``) before and after the last decision.

    Args:
        rules: of the game.
        before: when the decision was asked for, of a batch with ``forced`` off.
        action: what was decided.
        after: when the next hand was dealt, or the game was over.
    """
    moment = LastDecision(rules, before, action, after)
    how = str(after["last"]["how"])
    played_out = "plays_cards" in rules.traits
    wins = WINS.get(rules.game, _no_cases)
    found = wins(moment) if how == "win" or played_out else []
    earlier = [] if before["hand_over"] or "exchanges" in rules.traits else before["ledger"]
    lines = difference(after["ledger"], earlier)
    sums = net(lines, rules.seats, "points"), net(lines, rules.seats, "chips")
    return Ending(how, [case | _around(rules.name, rules) for case in found], lines, *sums)


@lru_cache(maxsize=64)
def _around(name: str, rules: Rules) -> Case:
    """By which rules a case is scored; they are equal whatever their name."""
    name, changed = changed_options(rules)
    return {"rules": name, "options": changed} if changed else {"rules": name}


def difference(lines: Iterable[Line], earlier: Iterable[Line]) -> list[Line]:
    """Lines of the end of a hand, less what stood in the ledger before it."""
    paid = {_ends(line): line for line in earlier}
    found = []
    for line in lines:
        if line["reason"] in (*EARLIER, *LATER):
            continue
        old = paid.get(_ends(line), {"points": 0, "chips": 0})
        rest = {key: line[key] - old[key] for key in ("points", "chips")}
        if any(rest.values()):
            found.append({**line, **rest})
    return found


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
    found = np.zeros(seats + 1, np.int64)  # the last is the table
    for line in lines:
        found[seats if line["payer"] is None else line["payer"]] -= line[unit]
        found[seats if line["payee"] is None else line["payee"]] += line[unit]
    return [int(amount) for amount in found[:seats]]


def endings(record: Record) -> list[Ending]:
    """How each hand of a record ended; one that goes on is left out.

    Raises:
        RecordError: the record does not replay.
    """
    found = []
    for moment in replay(record):
        if moment.action is not None:
            one = ending(moment.batch, 0, moment.action)
            found += [one] if one else []
    return found
