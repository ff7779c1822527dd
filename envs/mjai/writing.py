"""A record as mjai tells it."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import TILE_ACTIONS
from shugi.envs.endings.ending import net
from shugi.envs.mjai import tokens
from shugi.envs.mjai.hand import HandLog
from shugi.envs.mjai.words import (
    EXHAUSTIVE,
    KANS,
    NAGASHI,
    NAMES,
    ORPHANS,
    RIICHI,
    RONS,
    WINDS,
    WORDS,
    Event,
    State,
    check_rules,
    start_game,
)
from shugi.envs.records.record import Record


def events(record: Record) -> Iterator[Event]:
    """A game, from ``start_game`` to ``end_game`` if it was played to its end.

    Raises: MjaiError for rules that mjai does not know. IllegalAction: the record does not replay.
    """
    check_rules(record.rules)
    names = record.agents or [f"seat {seat}" for seat in range(record.rules.seats)]
    yield start_game(record.rules, names)
    batch = record.start(forced=False)
    for number, hand in enumerate(record.hands, start=1):
        record.place(batch, number)
        played = PlayedHand(batch, hand.actions, record.forced)
        yield from played.log.events()
        if batch.hand_done[0]:
            yield from played.ending()
    if record.over:
        yield {"type": "end_game", "scores": [int(score) for score in batch.final_score[0]]}


def dumps(record: Record) -> str:
    """A game as text, one event a line. Raises: as ``events``."""
    lines = [
        json.dumps(event, ensure_ascii=False, separators=(",", ":")) for event in events(record)
    ]
    return "".join(f"{line}\n" for line in lines)


class PlayedHand:
    """A hand of a record, played: what happened in it, and how it ended.

    Args:
        batch: the game, where the hand begins; it is played on.
        actions: of the record.
        forced: moves without a choice are not among them.
    """

    def __init__(self, batch: Batch, actions: Sequence[int], forced: bool) -> None:
        self.batch = batch
        self.before = self.state = state = batch.state(0)
        seats = range(batch.seats)
        hands = [list(state["seats"][p]["hand"]) for p in seats]
        hands[state["actor"]].remove(state["drawn"])
        self.log = log = HandLog(
            batch.rules,
            state,
            [[NAMES[code] for code in sorted(hand)] for hand in hands],
            [state["seats"][p]["score"] for p in seats],
            list(state["history"]),
            [],
            [[] for _ in seats],
        )
        log.draws[state["actor"]].append(NAMES[state["drawn"]])
        left = iter(actions)
        while not batch.hand_done[0] or self.state is state:
            legal = batch.legal_actions(0)
            action = legal[0] if forced and len(legal) == 1 else next(left, None)
            if action is None:
                break
            self._step(action)
            if batch.hand_done[0]:
                break
        last = self.before if batch.hand_done[0] else self.state
        log.tokens += tokens.kan_to_rob(last)
        log.melds = [last["seats"][p]["melds"] for p in seats]
        log.state = {**log.state, "discard": last["discard"]}

    def _step(self, action: int) -> None:
        batch, log = self.batch, self.log
        self.action, self.before = action, self.state
        batch.step_one(0, action)
        if batch.hand_done[0]:
            log.tokens += _last_tokens(self.before, action)
            return
        before, state = self.before, batch.state(0)
        new = state["history_total"] - before["history_total"]
        log.tokens += state["history"][len(state["history"]) - new :]
        drawn = (state["head"], state["n_rinshan"]) != (before["head"], before["n_rinshan"])
        if drawn:
            log.draws[state["actor"]].append(NAMES[state["drawn"]])
        self.state = state

    def ending(self) -> Iterator[Event]:
        """How the hand ended, and what was paid; to be asked for after the log's events."""
        batch, before = self.batch, self.before
        last = batch.state(0)["last"]
        rows = [row for row in batch.ledger(0) if row["reason"] != "riichi"]
        own = before["phase"] == "own" and self.action >= TILE_ACTIONS
        if own or last["how"] != "win":
            yield from self.log.accepted()
        if own and before["drawn"] is not None:
            yield {"type": "tsumo", "actor": before["actor"], "pai": NAMES[before["drawn"]]}
        if last["how"] == "win":
            # as they sit after the discarder: sticks and honba are the first one's
            first, seats = (last["loser"][last["winners"][0]] or 0) + 1, batch.seats
            for winner in sorted(last["winners"], key=lambda seat: (seat - first) % seats):
                paid = [row for row in rows if row["payee"] == winner]
                yield _won(batch, before, last, winner, paid)
        else:
            yield {
                "type": "ryukyoku",
                "reason": _reason(before, self.action, last["how"], rows),
                "tenpais": [seat in last["tenpai"] for seat in range(batch.seats)],
                "deltas": net([r for r in rows if r["payer"] is not None], batch.seats, "points"),
            }
        yield {"type": "end_kyoku"}


def _last_tokens(before: State, action: int) -> list[int]:
    """Make the tokens of the discard that ended a hand: its history is gone."""
    if before["phase"] not in ("own", "riichi") or action >= TILE_ACTIONS:
        return []
    seat = before["actor"]
    event = tokens.TSUMOGIRI if action == before["drawn"] else tokens.DISCARD
    riichi = [seat << 14 | tokens.RIICHI << 8] if before["phase"] == "riichi" else []
    return [seat << 14 | event << 8 | action, *riichi]


def _reason(before: State, action: int, how: str, rows: Sequence[dict[str, Any]]) -> str:
    """Why nobody has won; of abortive draws, what the last decision must have brought about."""
    if how != "abort":
        return NAGASHI if any(row["reason"] == "nagashi" for row in rows) else EXHAUSTIVE
    by_action = {WORDS["ryukyoku"]: ORPHANS, WORDS["hora"]: RONS}
    if action in by_action:
        return by_action[action]
    riichi = sum(seat["riichi"] != "none" for seat in before["seats"])
    declares = before["declaring"] != "none" or before["phase"] == "riichi"
    if riichi == len(before["seats"]) - 1 and declares:
        return RIICHI
    return KANS if before["n_kan"] else WINDS


def _won(
    batch: Batch, before: State, last: State, winner: int, rows: Sequence[dict[str, Any]]
) -> Event:
    by_self = last["by"][winner] == "tsumo"
    tile = before["drawn"] if by_self else before["discard"]
    event = {
        "type": "hora",
        "actor": winner,
        "target": winner if by_self else last["loser"][winner],
        "pai": NAMES[tile],
        "deltas": net(rows, batch.seats, "points"),
    }
    if last["riichi"][winner] != "none":
        event["ura_markers"] = [NAMES[code] for code in before["ura"]]
    return event
