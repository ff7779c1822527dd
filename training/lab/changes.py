"""Positions that differ from a probe's by one fact, everything else being the same.

A fact is changed where that can be done without touching what the seat to decide holds. A position
that play could not reach is left out.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.check.fields import PositionError
from shugi._fast.rules.compile import Rules
from shugi.envs.notation.position import format_position
from shugi.training.decisions.classes import KIND
from shugi.training.decisions.strata import STRATA, planes_seen, seen_by, strata_of
from shugi.training.lab.probe import Probe, load_probes

SUITED_OR_HONOUR = 34  # kinds below are tiles that anybody may discard
RIICHI_FLAG, CALLED_FLAGS = 2, 2 | 4 | 8  # of a tile in a river: riichi; called away or won upon
DRAWN_AND_DISCARDED = 1
ROUNDS_LATER = 2
LEAST_LEFT = 4  # live tiles when the rounds are over

State = dict[str, Any]


@dataclass(frozen=True)
class ProbePosition:
    """A probe's position, to be changed."""

    batch: Batch
    """Of the one game."""
    state: State
    seat: int

    @property
    def waits(self) -> set[int]:
        """Kinds that complete the own hand, after the discard that leaves most of them."""
        return {int(kind) for kind in np.flatnonzero(planes_seen(self.batch)["ready_waits"])}

    @property
    def others(self) -> list[int]:
        return [seat for seat in range(len(self.state["seats"])) if seat != self.seat]

    @property
    def live(self) -> range:
        """Places of the live tiles in the wall."""
        return range(self.state["head"], self.state["tail"])

    def with_state(self, state: State) -> "ProbePosition | None":
        """The position with another state; None where play cannot reach that."""
        batch = Batch(self.batch.rules, 1, auto_reset=False)
        try:
            batch.set_state(0, state)
        except PositionError:
            return None
        return replace(self, batch=batch, state=state) if batch.seat[0] == self.seat else None


Change = Callable[[ProbePosition], Iterator[State]]


@dataclass(frozen=True)
class Fact:
    """Something that may be otherwise.

    ``change``: the states that differ by it; the first that play can reach is taken.
    """

    name: str
    title: str
    change: Change


def _copy(state: State) -> State:
    """A copy of a state, as deep as changes reach, without events that a change may belie."""
    seats = [{key: _copy_value(value) for key, value in seat.items()} for seat in state["seats"]]
    found = {key: _copy_value(value) for key, value in state.items()}
    return {**found, "seats": seats, "history": [], "history_total": 0}


def _copy_value(value: Any) -> Any:
    return list(value) if isinstance(value, list) else value


def _exchange(state: State, live: int, place: int) -> State:
    """The tiles at two places of the wall, one of them live, exchanged."""
    found = _copy(state)
    wall = found["wall"]
    wall[live], wall[place] = wall[place], wall[live]
    return found


# ---- the facts


def _seen_wait(position: ProbePosition) -> Iterator[State]:
    """Hidden tiles of the wait for tiles of others' rivers."""
    state, waits = position.state, position.waits
    hidden = [place for place in position.live if KIND[state["wall"][place]] in waits]
    for seat in position.others:
        river, flags = state["seats"][seat]["river"], state["seats"][seat]["river_flags"]
        for number, (code, flag) in enumerate(zip(river, flags, strict=True)):
            newest = seat == state["discarder"] and number == len(river) - 1
            if not hidden or newest or flag & CALLED_FLAGS or KIND[code] in waits:
                continue
            dealt = state["wall"].index(code)  # of equal tiles it is the same which lies where
            if dealt >= state["head"]:
                continue
            changed = _exchange(state, hidden[0], dealt)
            changed["seats"][seat]["river"][number] = state["wall"][hidden[0]]
            yield changed


def _more_dora(position: ProbePosition) -> Iterator[State]:
    """Other tiles as the newest indicator, those first with which the own hand holds most dora."""
    state = position.state
    if not state["dora"] or "regional" in position.batch.rules.traits:
        return
    turned = state["dora"][-1]
    stacks = [p for p in range(state["tail"], len(state["wall"])) if state["wall"][p] == turned]
    found = []
    for code in sorted({state["wall"][place] for place in position.live} - {turned}):
        live = next(place for place in position.live if state["wall"][place] == code)
        for place in stacks:
            changed = _exchange(state, live, place)
            changed["dora"][-1] = code
            after = position.with_state(changed)
            if after is not None:
                found.append((_own_dora(after), -code, changed))
    now = _own_dora(position)
    yield from (
        state for dora, _, state in sorted(found, key=lambda one: one[:2])[::-1] if dora > now
    )


def _own_dora(position: ProbePosition) -> float:
    seats = np.array([position.seat], np.int8)
    return float(seen_by(position.batch, np.zeros(1, np.int64), seats)["known_han"][0, 0])


def _one_threat_less(position: ProbePosition) -> Iterator[State]:
    """The declarations of others, withdrawn."""
    options = position.batch.rules.options
    for seat in position.others:
        if position.state["seats"][seat]["riichi"] == "none":
            continue
        changed = _copy(position.state)
        own = changed["seats"][seat]
        own |= {"riichi": "none", "riichi_at": None, "double_riichi": False, "ippatsu": False}
        own |= {"furiten_riichi": False, "passed": []}
        own["river_flags"] = [flag & ~RIICHI_FLAG for flag in own["river_flags"]]
        if changed["sticks"]:
            changed["sticks"] -= 1
            own["score"] += options["riichi_cost"]
        if changed.get("first_discloser") == seat:
            changed["first_discloser"] = None
        yield changed


def _later(position: ProbePosition) -> Iterator[State]:
    """Live tiles lie in the rivers, some for each seat; none that somebody would have won with."""
    state, batch = position.state, position.batch
    playing = [seat for seat in range(len(state["seats"])) if seat != state.get("resting")]
    declared = [seat for seat in playing if state["seats"][seat]["riichi"] != "none"]
    waits = set().union(*(batch.waits(0, seat) for seat in declared))
    if "regional" not in batch.rules.traits:
        waits |= position.waits  # in the own river they would forbid to win
    wanted = ROUNDS_LATER * len(playing)
    plain = [
        place
        for place in position.live
        if state["wall"][place] < SUITED_OR_HONOUR and KIND[state["wall"][place]] not in waits
    ][:wanted]
    if len(plain) < wanted or len(position.live) - wanted < LEAST_LEFT:
        return
    changed = _copy(state)
    drawn = [state["wall"][place] for place in plain]
    rest = [state["wall"][place] for place in position.live if place not in plain]
    changed["wall"][state["head"] : state["tail"]] = drawn + rest
    changed["head"] += wanted
    for number, code in enumerate(drawn):
        seat = playing[number % len(playing)]
        place = len(changed["seats"][seat]["river"]) - (seat == state["discarder"])
        changed["seats"][seat]["river"].insert(place, code)
        changed["seats"][seat]["river_flags"].insert(place, DRAWN_AND_DISCARDED)
    yield changed


def _other_place(position: ProbePosition) -> Iterator[State]:
    """The own points exchanged with the first seat's, or of the first with the last one's."""
    points = [seat["score"] for seat in position.state["seats"]]
    own = points[position.seat]
    other = points.index(max(points) if own < max(points) else min(points))
    if points[other] == own:
        return
    changed = _copy(position.state)
    seats = changed["seats"]
    seats[position.seat]["score"], seats[other]["score"] = points[other], own
    yield changed


FACTS = (
    Fact("seen_wait", "a tile of the wait lies in a river, not in the wall", _seen_wait),
    Fact("more_dora", "the indicator makes more of the own tiles dora", _more_dora),
    Fact("less_threat", "one declared hand of an opponent is not declared", _one_threat_less),
    Fact("later", f"every seat has discarded {ROUNDS_LATER} tiles more", _later),
    Fact("other_place", "the own points are those of the first, or of the last", _other_place),
)


def changed_probes(rules: Rules, probes: Sequence[Probe], fact: Fact) -> list[Probe]:
    """The probes that differ by the fact, as far as there are any; the same keys and sources.

    Args:
        rules: of the probes.
        probes: left as they are.
        fact: what shall be otherwise.

    Returns:
        as many probes as play can reach, at most one for each; their strata are worked out anew.

    Raises:
        LabError: a probe that cannot be, or of other rules.
    """
    batch = load_probes(rules, probes)
    changed = []
    for i, probe in enumerate(probes):
        position = ProbePosition(batch.clone(np.array([i])), batch.state(i), probe.seat)
        reached = (position.with_state(state) for state in fact.change(position))
        after = next((one for one in reached if one is not None), None)
        if after is not None:
            changed.append(_as_probe(probe, after.batch))
    return changed


def under_rules(rules: Rules, probes: Sequence[Probe], others: Rules) -> list[Probe]:
    """Positions in a game with other options, as far as it can reach them.

    Args:
        rules: of the probes.
        probes: left as they are.
        others: the rules with other options.

    Returns:
        the probes at which the same seat has a decision to take under ``others``.

    Raises:
        LabError: a probe that cannot be, or is not of ``rules``.
    """
    batch = load_probes(rules, probes)
    after = Batch(others, 1, auto_reset=False)
    reached = []
    for i, probe in enumerate(probes):
        try:
            after.set_state(0, batch.state(i))
        except PositionError:
            continue
        if after.seat[0] == probe.seat:
            reached.append(_as_probe(probe, after))
    return reached


def _as_probe(probe: Probe, batch: Batch) -> Probe:
    strata = strata_of(batch)
    numbers = {name: float(strata[name][0]) for name in STRATA}
    return replace(probe, position=format_position(batch, 0), strata=numbers)
