"""mjai: games of plain riichi, of three and four, as the events that other programs read and write.

```python
from shugi.envs import load_record, mjai

record = load_record("game.jsonl")
text = mjai.dumps(record)  # one JSON object a line
hands = mjai.loads(text, record.rules)  # a record for every hand
```

A log tells what was drawn, and no more of the wall; so what is read are hands, each on a wall that
holds the tiles told of, and not games. North set aside is ``kita``; ``nukidora`` is read as well.
Chips are not told: mjai knows points.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from shugi._fast.batch.batch import Batch, IllegalAction
from shugi._fast.core.actions import TILE_ACTIONS, action_id
from shugi._fast.core.tiles import code_name, kind_of
from shugi._fast.rules.compile import Rules
from shugi.envs.common.documents import DocumentError, parse_json
from shugi.envs.common.files import read_bytes
from shugi.envs.common.given import check_kind
from shugi.envs.records.record import MOST_BYTES, Record, Recorder

__all__ = ["MjaiError", "action_for", "check_rules", "dumps", "events", "load", "loads", "seen_by"]

Event = dict[str, Any]
State = Mapping[str, Any]

HIDDEN = "?"
HAND = 13
MOST_CODES = 37  # kinds, and a red five of each suit
HONOURS = dict(zip((f"{i}z" for i in range(1, 8)), "ESWNPFC", strict=True))


def _name(code: int) -> str:
    name = code_name(code)
    return f"5{name[1]}r" if name[0] == "0" else HONOURS.get(name, name)


NAMES = {code: _name(code) for code in range(MOST_CODES)}
"""Tile codes as mjai calls them: 5pr the red five of pins, E the East wind."""
CODES = {name: code for code, name in NAMES.items()}
KINDS = {name: kind_of(code) or 0 for code, name in NAMES.items()}
NORTH = CODES["N"]

# public events, as the engine's history keeps them: seat << 14 | event << 8 | code
DISCARD, TSUMOGIRI, RIICHI, PON, CHI, DAIMINKAN, KAKAN, ANKAN, NUKI, INDICATOR = (
    1, 2, 3, 5, 6, 7, 8, 9, 10, 11,
)  # fmt: skip
ROBBED = {"kakan": KAKAN, "ankan": ANKAN, "nuki": NUKI}
CALLS = {PON: "pon", CHI: "chi", DAIMINKAN: "daiminkan"}

WORDS = {
    "none": action_id("pass"),
    "hora": action_id("win"),
    "reach": action_id("riichi"),
    "ankan": action_id("kan_closed"),
    "kakan": action_id("kan_added"),
    "daiminkan": action_id("kan_open"),
    "pon": action_id("pon"),
    "kita": action_id("nuki"),
    "nukidora": action_id("nuki"),
    "ryukyoku": action_id("abort"),
}
# calls of a run: the two kinds used, counted from the kind claimed
RUNS = {
    (1, 2): action_id("chi_low"),
    (-1, 1): action_id("chi_mid"),
    (-2, -1): action_id("chi_high"),
}
REPLACEMENTS = {3: 8, 4: 4}  # tiles behind the indicators, by players
DRAWS = {"draw": "exhaustive_draw"}
ABORTED = "abortive_draw"


class MjaiError(ValueError):
    """A game that mjai cannot tell, or a log that cannot be read; the message names the line."""


def check_rules(rules: Rules) -> None:
    """Raises: MjaiError for rules that mjai has no words for, TypeError for what are none."""
    check_kind(rules, Rules, "rules")
    plain = rules.reads("riichi_cost") and set(rules.tiles) <= set(NAMES)
    if not plain or rules.options["open_riichi"] or rules.seats not in REPLACEMENTS:
        raise MjaiError(
            f"mjai tells plain riichi of three or four players only, not {rules.name}: its tiles "
            "are the 34 kinds and red fives"
        )


# ---------------------------------------------------------------------------- one hand as events


@dataclass
class MjaiLog:
    """What happened in a hand, as far as somebody knows.

    Attributes:
        state: of the table when the hand began, or any later one of it.
        hands: 13 names by seat; hidden ones are "?".
        scores: when it began.
        tokens: the public events.
        melds: by seat, as they are now.
        draws: by seat, names in order; "?" where they end.
    """

    state: State
    hands: list[list[str]]
    scores: list[int]
    tokens: list[int]
    melds: list[list[Mapping[str, Any]]]
    draws: list[list[str]] = field(default_factory=list)

    def events(self) -> Iterator[Event]:
        """From ``start_kyoku`` to the last thing that happened, but for a draw without sequel."""
        yield self._start()
        draws = [iter(row) for row in self.draws]
        melds: list[Iterator[Mapping[str, Any]]] = [iter(row) for row in self.melds]
        holds, accepted = -1, -1  # who has called and must discard; whose riichi is not paid yet
        last = -1, -1  # who discarded what
        following = [*self.tokens[1:], 0]
        for k, (token, after) in enumerate(zip(self.tokens, following, strict=True)):
            seat, event, code = _parts(token)
            if event == INDICATOR:
                if k:
                    yield {"type": "dora", "dora_marker": NAMES[code]}
                continue
            if event == RIICHI:
                accepted = seat
                continue
            if accepted >= 0:
                yield {"type": "reach_accepted", "actor": accepted}
                accepted = -1
            if event not in CALLS and holds != seat:
                yield {"type": "tsumo", "actor": seat, "pai": next(draws[seat], HIDDEN)}
            holds = -1
            if event in (DISCARD, TSUMOGIRI):
                if _parts(after)[:2] == (seat, RIICHI):
                    yield {"type": "reach", "actor": seat}
                quick = event == TSUMOGIRI
                yield {"type": "dahai", "actor": seat, "pai": NAMES[code], "tsumogiri": quick}
                last = seat, code
            elif event == NUKI:
                yield {"type": "kita", "actor": seat, "pai": NAMES[NORTH]}
            elif event == KAKAN:
                yield self._added(seat, code)
            else:
                yield _call(seat, event, next(melds[seat], _closed(code)), last)
                holds = -1 if event in (DAIMINKAN, ANKAN) else seat
        self.unpaid = accepted

    def _start(self) -> Event:
        state, seats = self.state, len(self.scores)
        _, _, marker = _parts(self.tokens[0])
        return {
            "type": "start_kyoku",
            "bakaze": "ESWN"[state["round"] // seats],
            "dora_marker": NAMES[marker],
            "kyoku": state["round"] % seats + 1,
            "honba": state["honba"],
            "kyotaku": state["sticks"],
            "oya": state["dealer"],
            "scores": list(self.scores),
            "tehais": self.hands,
        }

    def _added(self, seat: int, code: int) -> Event:
        """The fourth tile to a pon; while it may be robbed the meld is a pon still."""
        kind = kind_of(code)
        meld = next(
            meld
            for meld in self.melds[seat]
            if meld["type"] in ("kakan", "pon") and kind_of(meld["tiles"][0]) == kind
        )
        added = [*meld["tiles"], self.state["discard"]][3]
        return {
            "type": "kakan",
            "actor": seat,
            "pai": NAMES[added],
            "consumed": [NAMES[tile] for tile in meld["tiles"][:3]],
        }


def _closed(code: int) -> Mapping[str, Any]:
    """A closed kan that may still be robbed: it is not among the melds."""
    return {"type": "ankan", "tiles": [code] * 4}


def _parts(token: int) -> tuple[int, int, int]:
    """Seat, event and tile code of a token."""
    return token >> 14, token >> 8 & 63, token & 255


def _call(seat: int, event: int, meld: Mapping[str, Any], last: tuple[int, int]) -> Event:
    tiles = list(meld["tiles"])
    if event == ANKAN:
        return {"type": "ankan", "actor": seat, "consumed": [NAMES[tile] for tile in tiles]}
    target, code = last
    used = tiles[:3] if meld["type"] == "kakan" else tiles
    used.remove(code)
    return {
        "type": CALLS[event],
        "actor": seat,
        "target": target,
        "pai": NAMES[code],
        "consumed": [NAMES[tile] for tile in used],
    }


def _robbed(state: State) -> list[int]:
    """A kan, or a North set aside, that may be won on: it is an event only once nobody did."""
    if state["phase"] != "claim" or state["robbing"] not in ROBBED:
        return []
    return [state["discarder"] << 14 | ROBBED[state["robbing"]] << 8 | kind_of(state["discard"])]


# ---------------------------------------------------------------------------------- what seats see


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
    tokens = state["history"] + _robbed(state)
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
    course = MjaiLog(state, hands, scores, tokens, melds)
    course.draws = [[NAMES[code] for code in own] if p == seat else [] for p in seats]
    told = [{"type": "start_game", "id": seat}, *course.events()]
    return told + _last_draw(state, course, seat, own)


def _last_draw(state: State, course: MjaiLog, seat: int, own: Sequence[int]) -> list[Event]:
    """The draw that nothing has followed yet, and a riichi whose tile is still to come."""
    actor, phase = state["actor"], state["phase"]
    if phase not in ("own", "riichi", "kan") or state["drawn"] is None:
        return []
    tail: list[Event] = []
    if course.unpaid >= 0:
        tail.append({"type": "reach_accepted", "actor": course.unpaid})
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
    tokens = [_parts(token) for token in state["history"]]
    tokens = [token for token in tokens if token[0] == seat and token[1] not in (RIICHI, INDICATOR)]
    for k in range(len(tokens) - 1, -1, -1):
        _, event, code = tokens[k]
        called = k > 0 and tokens[k - 1][1] in (PON, CHI)
        drawn: int | None = None
        if event in (DISCARD, TSUMOGIRI):
            hand.append(code)
            drawn = code if event == TSUMOGIRI else hand[0]  # any tile of the hand will do
        elif event == NUKI:
            hand.append(NORTH)
            drawn = NORTH
        elif event == KAKAN:
            added = _kakan_tile(state, melds, kind_of(code))
            hand.append(added)
            drawn = added
        elif event in (PON, CHI, DAIMINKAN):
            meld = left.pop()
            tiles = list(meld["tiles"][:3] if meld["type"] == "kakan" else meld["tiles"])
            tiles.pop(meld["called"])
            hand += tiles
        elif event == ANKAN:
            tiles = list((left.pop() if left else _closed(code))["tiles"])
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


# ----------------------------------------------------------------------------------------- writing


def events(record: Record) -> Iterator[Event]:
    """A game, from ``start_game`` to ``end_game`` if it was played to its end.

    Raises: MjaiError for rules that mjai does not know. IllegalAction: the record does not replay.
    """
    check_rules(record.rules)
    names = record.agents or [f"seat {seat}" for seat in range(record.rules.seats)]
    yield {"type": "start_game", "names": list(names)}
    batch = _unforced(record)
    for hand in record.hands:
        played = _Play(batch, hand.actions, record.forced)
        yield from played.course.events()
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


def _unforced(record: Record) -> Batch:
    """The game where it begins, every move to be made by itself."""
    start = record.start()
    if not record.forced:
        return start
    batch = Batch(record.rules, 1, auto_reset=False, forced=False)
    if record.position is None:
        batch.reset(np.array([record.seed], np.uint64))
    else:
        batch.set_state(0, start.state(0))
    return batch


class _Play:
    """A hand of a record, played: what happened in it, and how it ended."""

    def __init__(self, batch: Batch, actions: Sequence[int], forced: bool) -> None:
        self.batch = batch
        self.before = self.state = state = batch.state(0)
        seats = range(batch.seats)
        hands = [list(state["seats"][p]["hand"]) for p in seats]
        hands[state["actor"]].remove(state["drawn"])
        self.course = course = MjaiLog(
            state,
            [[NAMES[code] for code in sorted(hand)] for hand in hands],
            [state["seats"][p]["score"] for p in seats],
            list(state["history"]),
            [],
            [[] for _ in seats],
        )
        course.draws[state["actor"]].append(NAMES[state["drawn"]])
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
        course.tokens += _robbed(last)
        course.melds = [last["seats"][p]["melds"] for p in seats]
        course.state = {**course.state, "discard": last["discard"]}

    def _step(self, action: int) -> None:
        batch, course = self.batch, self.course
        self.action, self.before = action, self.state
        batch.step_one(0, action)
        if batch.hand_done[0]:
            course.tokens += _last_tokens(self.before, action)
            return
        before, state = self.before, batch.state(0)
        new = state["history_total"] - before["history_total"]
        course.tokens += state["history"][len(state["history"]) - new :]
        drawn = (state["head"], state["n_rinshan"]) != (before["head"], before["n_rinshan"])
        if drawn:
            course.draws[state["actor"]].append(NAMES[state["drawn"]])
        self.state = state

    def ending(self) -> Iterator[Event]:
        """How the hand ended, and what was paid; to be asked for after the course's events."""
        batch, before = self.batch, self.before
        last = batch.state(0)["last"]
        rows = [row for row in batch.ledger(0) if row["reason"] != "riichi"]
        own = before["phase"] == "own" and self.action >= TILE_ACTIONS
        if self.course.unpaid >= 0 and (own or last["how"] != "win"):
            yield {"type": "reach_accepted", "actor": self.course.unpaid}
        if own and before["drawn"] is not None:
            yield {"type": "tsumo", "actor": before["actor"], "pai": NAMES[before["drawn"]]}
        if last["how"] == "win":
            # as they sit after the discarder: sticks and honba are the first one's
            first, seats = (last["loser"] or 0) + 1, batch.seats
            for winner in sorted(last["winners"], key=lambda seat: (seat - first) % seats):
                paid = [row for row in rows if row["payee"] == winner]
                yield _won(batch, before, last, winner, paid)
        else:
            yield {
                "type": "ryukyoku",
                "reason": DRAWS.get(last["how"], ABORTED),
                "tenpais": [seat in last["tenpai"] for seat in range(batch.seats)],
                "deltas": _deltas([r for r in rows if r["payer"] is not None], batch.seats),
            }
        yield {"type": "end_kyoku"}


def _last_tokens(before: State, action: int) -> list[int]:
    """Of the discard that ended a hand: its history is gone."""
    if before["phase"] not in ("own", "riichi") or action >= TILE_ACTIONS:
        return []
    seat = before["actor"]
    event = TSUMOGIRI if action == before["drawn"] else DISCARD
    tokens = [seat << 14 | event << 8 | action]
    return tokens + ([seat << 14 | RIICHI << 8] if before["phase"] == "riichi" else [])


def _won(
    batch: Batch, before: State, last: State, winner: int, rows: Sequence[Mapping[str, Any]]
) -> Event:
    by_self = last["by"] == "tsumo"
    tile = before["drawn"] if by_self else before["discard"]
    event = {
        "type": "hora",
        "actor": winner,
        "target": winner if by_self else last["loser"],
        "pai": NAMES[tile],
        "deltas": _deltas(rows, batch.seats),
    }
    if last["riichi"][winner] != "none":
        event["ura_markers"] = [NAMES[code] for code in before["ura"]]
    return event


def _deltas(rows: Iterable[Mapping[str, Any]], seats: int) -> list[int]:
    found = [0] * seats
    for row in rows:
        if row["payer"] is not None:
            found[row["payer"]] -= row["points"]
        if row["payee"] is not None:
            found[row["payee"]] += row["points"]
    return found


# ----------------------------------------------------------------------------------------- reading


def load(path: str | Path, rules: Rules) -> list[Record]:
    """The hands of a log on disk. Raises: as ``loads``; OSError: the file cannot be read."""
    data = read_bytes(Path(path), MOST_BYTES)
    try:
        return loads(data.decode("utf-8"), rules, str(path))
    except UnicodeDecodeError as error:
        raise MjaiError(f"{path}: is no text: {error}") from None


def loads(text: str, rules: Rules, name: str = "mjai") -> list[Record]:
    """The hands of a log, each as a record of its own; they are played and their points compared.

    Args:
        text: the log, one event of JSON on each line.
        rules: by which the hands are played.
        name: what errors call the log, such as its path.

    Raises:
        MjaiError: no log, rules that mjai does not know, a hand that hides tiles, or one that the
            rules do not allow or pay otherwise; the message names the line.
        TypeError: the text is no str, or the rules are no ``Rules``.
    """
    check_kind(text, str, "text")
    check_rules(rules)
    hands: list[list[tuple[int, Event]]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        event = _read_event(line, f"{name} line {number}")
        if event["type"] == "start_kyoku":
            hands.append([])
        if hands and event["type"] not in ("end_kyoku", "end_game", "start_game"):
            hands[-1].append((number, event))
    if not hands:
        raise MjaiError(f"{name}: no hand begins in it: no event is a start_kyoku")
    return [_Reading(rules, hand, name).record() for hand in hands]


def _read_event(line: str, where: str) -> Event:
    try:
        event = parse_json(line, where)
    except DocumentError as error:
        raise MjaiError(f"{where}: is no JSON: {error.reason}") from None
    if not isinstance(event, dict) or not isinstance(event.get("type"), str):
        raise MjaiError(f"{where}: is no event: it needs a type")
    return event


SILENT = ("tsumo", "dora", "reach_accepted")  # nobody decides them


class _Reading:
    """A hand of a log, played again."""

    def __init__(self, rules: Rules, told: list[tuple[int, Event]], name: str) -> None:
        self.rules, self.name, self.told = rules, name, told
        self.line, self.start = told[0]
        self.moves = [one for one in told[1:] if one[1]["type"] not in SILENT]

    def error(self, text: str) -> MjaiError:
        return MjaiError(f"{self.name} line {self.line}: {text}")

    def record(self) -> Record:
        try:
            return self._record()
        except (KeyError, TypeError, IndexError, AttributeError) as error:
            raise self.error(f"the hand is not told as mjai tells it: {error!r}") from None

    def _check_players(self) -> None:
        seats = self.rules.seats
        for key, what in (("tehais", "hands"), ("scores", "scores")):
            told = self.start[key]
            if isinstance(told, list) and len(told) != seats:
                raise self.error(
                    f"tells {len(told)} {what}; {self.rules.name} is played by {seats}: "
                    "give rules for as many players as the log has"
                )

    def _record(self) -> Record:
        seats, start = self.rules.seats, self.start
        self._check_players()
        batch = Batch(self.rules, 1, auto_reset=False, forced=False, episode="hand")
        wall = self._wall()
        try:
            batch.set_wall(
                0,
                np.array(wall, np.uint8),
                dealer=start["oya"],
                round="ESWN".index(start["bakaze"]) * seats + start["kyoku"] - 1,
                honba=start["honba"],
                sticks=start["kyotaku"],
                scores=start["scores"],
            )
        except (ValueError, OverflowError) as error:
            raise self.error(f"the hand cannot be dealt: {error}") from None
        recorder = Recorder(batch)
        while not batch.hand_done[0] and (self.moves or len(batch.legal_actions(0)) == 1):
            action, phase, seat = self._next(batch), batch.state(0)["phase"], int(batch.seat[0])
            try:
                recorder.add(action)
            except IllegalAction as error:
                raise self.error(f"that is not legal: {str(error).splitlines()[0]}") from None
            batch.step_one(0, action)
            if not batch.hand_done[0] and self._told_of(batch, phase, seat):
                self.moves.pop(0)
        self._compare(batch)
        return recorder.record

    # ---- the wall: hands, draws in turn, replacements and indicators from its end

    def _wall(self) -> list[int]:
        seats, left = self.rules.seats, Counter(self.rules.tiles)
        places: dict[int, int] = {}
        for k in range(seats):
            hand = self.start["tehais"][(self.start["oya"] + k) % seats]
            places |= {HAND * k + j: self._code(tile) for j, tile in enumerate(hand)}
        live, replaced, extra = HAND * seats, 0, False
        marker = len(self.rules.tiles) - REPLACEMENTS[seats] - 2
        places[marker] = self._code(self.start["dora_marker"])
        turned = 1
        ura: list[str] = []
        for line, event in self.told[1:]:
            self.line, word = line, event["type"]
            if word == "tsumo":
                replaced += extra
                at = len(self.rules.tiles) - replaced if extra else live
                live += not extra
                places[at] = self._code(event["pai"])
                extra = False
            elif word in ("ankan", "kakan", "daiminkan", "kita", "nukidora"):
                extra = True
            elif word == "dora":
                places[marker - 2 * turned] = self._code(event["dora_marker"])
                turned += 1
            elif word == "hora":
                ura = event.get("ura_markers") or ura
        places |= {marker - 2 * k + 1: self._code(tile) for k, tile in enumerate(ura)}
        self.line = self.told[0][0]
        left.subtract(places.values())
        if min(left.values()) < 0:
            raise self.error("a tile is told of more often than the deck has it")
        rest = iter(left.elements())
        return [places[k] if k in places else next(rest) for k in range(len(self.rules.tiles))]

    def _code(self, tile: object) -> int:
        if tile == HIDDEN:
            raise self.error("hides a tile; only logs that show all hands can be read")
        if tile not in CODES:
            raise self.error(f"{tile!r} is no tile")
        return CODES[str(tile)]

    # ---- what is played

    def _next(self, batch: Batch) -> int:
        """The action of whoever decides: what is told of next, or to let it pass."""
        seat, legal = int(batch.seat[0]), batch.legal_actions(0)
        if not self.moves:
            return legal[0]
        self.line, event = self.moves[0]
        if batch.state(0)["phase"] == "claim":
            return self._answer(batch, seat, legal)
        action = action_for(batch, 0, event)
        if action is None:
            raise self.error(f"{event['type']} of {event.get('actor')}, but seat {seat} is to move")
        return action

    def _answer(self, batch: Batch, seat: int, legal: Sequence[int]) -> int:
        """To a tile that may be claimed: several may win on it."""
        event = self.moves[0][1]
        wins = self._winners()
        three = event["type"] == "ryukyoku" and event.get("reason") == ABORTED
        if seat in wins or (three and WORDS["hora"] in legal):
            return WORDS["hora"]
        called = event["type"] in CALLS.values() and event["actor"] == seat
        action = action_for(batch, 0, event) if called else None
        return WORDS["none"] if action is None else action

    def _winners(self) -> list[int]:
        wins = []
        for _, event in self.moves:
            if event["type"] != "hora" or event["actor"] == event["target"]:
                break
            wins.append(event["actor"])
        return wins

    def _told_of(self, batch: Batch, before: str, seat: int) -> bool:
        """Whether the next event has happened with the last action of ``seat``, made in a phase."""
        if not self.moves:
            return False
        event = self.moves[0][1]
        word, actor = event["type"], event.get("actor")
        if word in CALLS.values():
            state = batch.state(0)
            return bool(state["phase"] == "own" and state["actor"] == actor)
        if word in ("ankan", "kakan"):
            return before == "kan" and seat == actor
        return seat == actor and before in ("own", "riichi")

    def _compare(self, batch: Batch) -> None:
        """Points, as they were told and as they were paid here."""
        paid = [self._points(*one) for one in self.told if "deltas" in one[1]]
        if not batch.hand_done[0]:
            if paid:
                raise self.error("the hand was told to be over, and goes on here")
            return
        rows = [row for row in batch.ledger(0) if row["reason"] != "riichi"]
        if not any(event["type"] == "hora" for _, event in self.told):
            rows = [row for row in rows if row["payer"] is not None]  # sticks at a game's end
        wanted = [sum(column) for column in zip(*paid, strict=True)]
        ours = _deltas(rows, batch.seats)
        if paid and wanted != ours:
            raise self.error(f"the hand pays {ours} here, and {wanted} were told")

    def _points(self, line: int, event: Event) -> list[int]:
        """What an event pays, by seat."""
        deltas, seats = event["deltas"], self.rules.seats
        whole = isinstance(deltas, list) and all(type(one) is int for one in deltas)
        if not whole or len(deltas) != seats:
            self.line = line
            raise self.error(f"deltas are {seats} whole numbers, one for each seat")
        found: list[int] = deltas
        return found


def action_for(batch: Batch, i: int, event: Event) -> int | None:
    """The action of game ``i`` that an event of the seat to decide says.

    The engine asks for the tiles of kans and calls after the word; the same event tells them.

    Args:
        batch: the games; they stay as they are.
        i: the game's number, 0 to n - 1.
        event: a dict as mjai has it. Without an "actor" it counts as the deciding seat's.

    Returns:
        an action id, which may be illegal; None where the event says no action of that seat.

    Raises:
        KeyError, TypeError, IndexError: the event lacks a part, or names a tile that there is not.
    """
    state, word = batch.state(i), event["type"]
    if word == "none":
        return WORDS["none"]
    if event.get("actor", state["actor"]) != state["actor"]:
        return None
    if state["phase"] == "copies":
        wanted = Counter(CODES[tile] for tile in event["consumed"])
        wanted.subtract(state["chosen"])
        return next((a for a in batch.legal_actions(i) if wanted[a] > 0), None)
    if state["phase"] == "kan":
        kind = kind_of(CODES[event.get("pai") or event["consumed"][0]])
        return next((a for a in batch.legal_actions(i) if kind_of(a) == kind), None)
    if word == "dahai":
        return CODES[event["pai"]]
    if word == "chi":
        used = sorted(KINDS[tile] for tile in event["consumed"])
        claimed = KINDS[NAMES[state["discard"]]]
        return RUNS.get((used[0] - claimed, used[1] - claimed))
    return WORDS.get(word)
