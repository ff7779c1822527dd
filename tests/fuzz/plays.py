"""Rules at random, and play that asks the engine for everything it answers."""

from __future__ import annotations

import json
from contextlib import nullcontext, suppress
from functools import cache
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shugi._fast.batch.batch import BELIEF_SHAPE, Batch
from shugi._fast.games.riichi.chip_event_list import ChipEvents
from shugi._fast.rules.compile import Rules
from shugi._fast.rules.options import OPTIONS, RulesError
from shugi._fast.tables import option_types as types
from shugi.envs import PositionError, format_position, load_position, load_rules, variants
from shugi.envs.notation.reading import NotationError
from tests.fuzz.edits import dumped
from tests.fuzz.target import Refused
from tests.support.random_events import random_events

STYLES = ("game", "game", "hand")
STEPS = (40, 120, 300)
MOST_OPTIONS = 6


@cache
def names() -> tuple[tuple[str, ...], dict[str, list[str]]]:
    """Rule sets, and the add-ons of each."""
    playing = [one.name for one in variants()]
    add_ons: dict[str, list[str]] = {}
    for name in playing:
        if "+" in name:
            base, add_on = name.split("+", 1)
            add_ons.setdefault(base, []).append(add_on)
    return tuple(name for name in playing if "+" not in name), add_ons


def drawn_rules(rng: Random) -> tuple[str, dict[str, Any]]:
    """A rule set with up to three add-ons, and options that go with it."""
    bases, add_ons = names()
    base = rng.choice(bases)
    own = add_ons.get(base, [])
    name = base
    for add_on in rng.sample(own, rng.randint(0, min(3, len(own)))):
        if allowed(f"{name}+{add_on}", {}):
            name += f"+{add_on}"
    given: dict[str, Any] = {}
    game = load_rules(name).game
    readable = [o for o in OPTIONS.values() if game in o.games and o.name != "game"]
    for option in rng.sample(readable, rng.randint(0, MOST_OPTIONS)):
        more = {**given, option.name: drawn_value(option.type, option.default, rng)}
        given = more if allowed(name, more) else given
    return name, given


def allowed(name: str, options: dict[str, Any]) -> bool:
    try:
        load_rules(name, **options)
    except RulesError:
        return False
    return True


def drawn_value(kind: Any, default: Any, rng: Random) -> Any:
    """A value that the type of an option allows."""
    match kind:
        case types.Bool():
            return not default
        case types.Int():
            steps = rng.choice((0, 1, 2, 3, 5, 10, 50, 10**9))
            number = min(kind.high, kind.low + kind.step * steps)
            number -= (number - kind.low) % kind.step
            return None if kind.none and rng.random() < 0.2 else number
        case types.Choice() | types.OneOf():
            return rng.choice(list(kind.values))
        case types.Subset():
            return [word for word in kind.words if rng.random() < 0.5]
        case types.Fives():
            return {name: rng.randrange(5) for name in types.FIVES if rng.random() < 0.5}
        case types.Kind():
            return rng.choice(types.KINDS)
        case types.Ints():
            top = min(kind.high, kind.low + rng.choice((1, 3, 40, 10**6)))
            return [rng.randint(kind.low, top) for _ in kind.names]
        case ChipEvents():
            return random_events(rng)
    raise AssertionError(f"no values are known for options like {kind}")


# -------------------------------------------------------------------------------------- the target


def make_play(rng: Random) -> bytes:
    name, options = drawn_rules(rng)
    settings = {
        "forced": rng.random() < 0.6,
        "auto_reset": rng.random() < 0.7,
        "expected": rng.random() < 0.3,
        "episode": rng.choice(STYLES),
        "threads": 2 if rng.random() < 0.1 else 1,
    }
    play = {
        "n": rng.randint(1, 5),
        "seed": rng.getrandbits(40),
        "steps": rng.choice(STEPS),
    }
    return dumped({"rules": name, "options": options, "batch": settings, **play})


def edit_play(data: bytes, rng: Random) -> bytes:
    """Another seed, other settings or other options of the same rules; always good input."""
    given = json.loads(data)
    what = rng.randrange(4)
    if what == 0:
        given["seed"] = rng.getrandbits(40)
    elif what == 1:
        given["batch"] = json.loads(make_play(rng))["batch"]
    elif what == 2:
        given["steps"] = rng.choice(STEPS)
    else:
        name, options = drawn_rules(rng)
        given = {**given, "rules": name, "options": options}
    return dumped(given)


def run_play(data: bytes) -> None:
    given = json.loads(data)
    rules = load_rules(given["rules"], **given["options"])
    batch = Batch(rules, given["n"], given["seed"], **given["batch"])
    play_on(batch, Random(given["seed"]), given["steps"])


def play_on(batch: Batch, rng: Random, steps: int, *, all_ok: bool = True) -> None:
    """Random and baseline moves; on the way everything that can be asked is asked.

    Args:
        all_ok: hold play to what is promised of every game that was dealt.  Off, the game may be
            one that no deal leads to; it may not do any harm, that is all.
    """
    actions = np.zeros(batch.n, np.uint8)
    seen = Seen(batch)
    share = rng.choice((0.0, 0.3, 0.9))  # of the baseline's decisions
    for _ in range(steps):
        if (batch.seat < 0).all():
            if batch.auto_reset or rng.random() < 0.5:
                return
            batch.reset(np.array([rng.getrandbits(63) for _ in range(batch.n)], np.uint64))
        if rng.random() < 0.12:
            look(batch, seen, rng, all_ok)
        move(batch, actions, rng, share)
        if all_ok:
            assert not batch.status.any(), f"status {batch.status}, actions {actions}"


def move(batch: Batch, actions: NDArray[np.uint8], rng: Random, share: float) -> None:
    """A step of every game: the baseline's move, or a random one."""
    if rng.random() < share:
        batch.baseline(actions)
    else:
        batch.sample(actions, rng.getrandbits(32))
    batch.step(actions)


class Seen:
    """Buffers of every observation."""

    def __init__(self, batch: Batch) -> None:
        layout, n = batch.layout, batch.n
        self.planes: NDArray[Any] = np.zeros((n, layout.planes, layout.places), np.uint8)
        self.globals: NDArray[Any] = np.zeros((n, layout.globals), np.float32)
        self.history: NDArray[Any] = np.zeros((n, layout.history), np.uint16)
        self.oracle: NDArray[Any] = np.zeros((n, layout.oracle_planes, layout.places), np.uint8)


def look(batch: Batch, seen: Seen, rng: Random, all_ok: bool) -> None:
    """Masks, observations of every seat, copies and re-deals of one game."""
    i = rng.randrange(batch.n)
    mask = batch.legal()
    for action in range(mask.shape[1]):
        assert batch.is_legal(i, action) == bool(mask[i, action]), format_position(batch, i)
    assert not all_ok or batch.seat[i] < 0 or mask[i].any(), format_position(batch, i)
    for seat in range(batch.seats):
        seats = np.full(batch.n, seat, np.int8)
        batch.observe(seen.planes, seen.globals, seen.history, seats)
        batch.observe_oracle(seen.oracle, seats)
        assert np.isfinite(seen.globals).all(), format_position(batch, i)
    batch.ledger(i)
    batch.scores(i)
    with nullcontext() if all_ok else suppress(PositionError, NotationError):
        rng.choice((look_again, copy, dealt_again, guessed))(batch, i, rng)


def look_again(batch: Batch, i: int, rng: Random) -> None:
    """Through values and through text, the game stays what it is."""
    state, text = batch.state(i), format_position(batch, i)
    other = Batch(batch.rules, 1, auto_reset=False, forced=batch.forced)
    other.set_state(0, state)
    assert other.state(0) == state, text
    again = format_position(load_position(text), 0)
    assert again == text, f"{text}\nis read as\n{again}"


def copy(batch: Batch, i: int, rng: Random) -> None:
    other = Batch(batch.rules, 2, auto_reset=False)
    other.load(1, batch.save(i))
    other.copy_from(batch, [i], [0])
    assert other.state(0) == other.state(1) == batch.state(i)
    batch.clone([i]).perft(0, rng.choice((1, 2)))


def dealt_again(batch: Batch, i: int, rng: Random) -> None:
    if batch.seat[i] < 0:
        return
    other, seat = batch.clone([i, i]), rng.randrange(batch.seats)
    for k in range(2):
        with suppress(RuntimeError):  # no deal found
            other.redeal(k, seat, rng.getrandbits(64))
    actions = np.zeros(2, np.uint8)
    for _ in range(20):
        other.sample(actions, rng.getrandbits(32))
        other.step(actions)


def guessed(batch: Batch, i: int, rng: Random) -> None:
    """Likely hands, and how far a hand is from ready."""
    seat = rng.randrange(batch.seats)
    if batch.seat[i] < 0 or "plays_cards" in batch.rules.traits:
        return
    batch.baseline_mismatches(i, seat, rng.getrandbits(64))
    batch.shanten(i, seat)
    weights = np.zeros(BELIEF_SHAPE, np.float32)
    with suppress(RuntimeError):  # no deal found
        batch.clone([i]).redeal_likely(0, seat, rng.getrandbits(64), weights, steps=30, looks=8)


# -------------------------------------------------------------------------- games for other targets


def position_of(rng: Random) -> tuple[Rules, Batch]:
    """Some moment of a game: one row, not forced or forced."""
    name, options = drawn_rules(rng)
    if rng.random() < 0.7:
        options = {}
    rules = load_rules(name, **options)
    batch = Batch(rules, 1, rng.getrandbits(40), forced=rng.random() < 0.7, auto_reset=False)
    actions = np.zeros(1, np.uint8)
    for _ in range(rng.choice((0, 3, 12, 30, 60, 120))):
        move(batch, actions, rng, 0.7)
    return rules, batch


def rules_named(name: object, options: object = None) -> Rules:
    try:
        return load_rules(str(name), **{str(k): v for k, v in dict(options or {}).items()})
    except RulesError as error:
        raise Refused(str(error)) from None
