"""A hand in play as a seat has seen it."""

from collections.abc import Mapping, Sequence
from typing import Any

from shugi._fast.batch.batch import Batch
from shugi._fast.core.tiles import kind_of
from shugi.envs.mjai import tokens
from shugi.envs.mjai.hand import HandLog, closed_kan
from shugi.envs.mjai.words import (
    HIDDEN,
    NAMES,
    NORTH,
    Event,
    MjaiError,
    State,
    check_rules,
    start_game,
)
from shugi.envs.told.hand import HAND


def seen_by(batch: Batch, i: int, seat: int) -> list[Event]:
    """The hand in play as ``seat`` has seen it, from ``start_game`` to the last event.

    The engine does not keep when a seat drew what; its draws are told in an order that leads to
    the hand that it has. Others' hands and draws are "?".

    Args:
        batch: the games; they stay as they are.
        i: the game's number, 0 to n - 1.
        seat: who looks, from 0.

    Returns:
        the events, each a dict as mjai has it; points are the game's own.

    Raises:
        MjaiError: rules that mjai does not know, or more happened than is kept.
    """
    check_rules(batch.rules)
    state = batch.state(i)
    history = state["history"] + tokens.kan_to_rob(state)
    if state["history_total"] != len(state["history"]):
        raise MjaiError(f"the hand has {state['history_total']} events; the last ones are kept")
    seats = range(batch.seats)
    melds = [state["seats"][p]["melds"] for p in seats]
    first, own = _own_draws(state, seat, melds[seat])
    hands = [[HIDDEN] * HAND for _ in seats]
    hands[seat] = [NAMES[code] for code in sorted(first)]
    scores = [state["seats"][p]["score"] for p in seats]
    # riichi is all that was paid in it; before its first move the ledger is the last hand's
    for row in [] if state["hand_over"] else state["ledger"]:
        scores[row["payer"]] += row["points"]
        state["sticks"] -= 1
    log = HandLog(batch.rules, state, hands, scores, history, melds)
    log.draws = [[NAMES[code] for code in own] if p == seat else [] for p in seats]
    start = start_game(batch.rules, [f"seat{p}" for p in seats], seat)
    happened = [start, *log.events()]
    return happened + _last_draw(state, log, seat, own)


def _last_draw(state: State, log: HandLog, seat: int, own: Sequence[int]) -> list[Event]:
    """The draw that nothing has followed yet, and a riichi whose tile is still to come."""
    actor, phase = state["actor"], state["phase"]
    if phase not in ("own", "riichi", "kan") or state["drawn"] is None:
        return []
    tail = [*log.accepted()]
    pai = NAMES[own[-1]] if actor == seat else HIDDEN
    tail.append({"type": "tsumo", "actor": actor, "pai": pai})
    if phase == "riichi":
        tail.append({"type": "reach", "actor": actor})
    return tail


def _own_draws(
    state: State, seat: int, melds: Sequence[Mapping[str, Any]]
) -> tuple[list[int], list[int]]:
    """A first hand and draws that lead to the hand of ``seat``, read backwards from it."""
    hand = list(state["seats"][seat]["hand"])
    draws: list[int] = []
    mine = state["actor"] == seat and state["phase"] in ("own", "riichi", "kan")
    if mine and state["drawn"] is not None:
        draws.append(state["drawn"])
        hand.remove(state["drawn"])
    left = list(melds)
    history = [tokens.parts(token) for token in state["history"]]
    silent = (tokens.RIICHI, tokens.INDICATOR)
    own = [token for token in history if token[0] == seat and token[1] not in silent]
    for k in range(len(own) - 1, -1, -1):
        _, event, code = own[k]
        called = k > 0 and own[k - 1][1] in (tokens.PON, tokens.CHI)
        drawn: int | None = None
        if event in tokens.DISCARDS:
            hand.append(code)
            drawn = code if event == tokens.TSUMOGIRI else hand[0]  # any tile of the hand will do
        elif event == tokens.NUKI:
            hand.append(NORTH)
            drawn = NORTH
        elif event == tokens.KAKAN:
            added = _kakan_tile(state, melds, kind_of(code))
            hand.append(added)
            drawn = added
        elif event in (tokens.PON, tokens.CHI, tokens.DAIMINKAN):
            meld = left.pop()
            tiles = list(meld["tiles"][:3] if meld["type"] == "kakan" else meld["tiles"])
            tiles.pop(meld["called"])
            hand += tiles
        elif event == tokens.ANKAN:
            tiles = list((left.pop() if left else closed_kan(code))["tiles"])
            hand += tiles
            drawn = tiles[0]
        if drawn is not None and not called:
            hand.remove(drawn)
            draws.append(drawn)
    return hand, draws[::-1]


def _kakan_tile(state: State, melds: Sequence[Mapping[str, Any]], kind: int | None) -> int:
    for meld in melds:
        if meld["type"] == "kakan" and kind_of(meld["tiles"][0]) == kind:
            return int(meld["tiles"][3])
    return int(state["discard"])
