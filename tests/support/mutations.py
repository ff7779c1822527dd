"""Positions with something changed, and whether those that are accepted play on as they should."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.check.fields import PositionError
from shugi._fast.rules.compile import Rules
from shugi.envs import format_position, load_position, load_rules
from tests.support.tables import tiles_of

State = dict[str, Any]
NUMBERS = (0, 1, 2, 3, 4, 5, 8, 13, 33, 34, 63, 64, 65, 127, 128, 200, 254, 255, 256, -1)
LARGE = (2**15, 2**16, 2**31 - 1, 2**31, 2**32, -(2**31), 2**63, 2**64)
HAND_ENDS_WITHIN = 1500  # decisions, of all seats
LETTERS = "0123456789mpszfwkegho+-_*'!<>()|=,:/.#"


def source_states(
    name: str, seed: int, n: int = 4, every: int = 7
) -> Iterator[tuple[Rules, State]]:
    """Positions of play that mixes the baseline with chance."""
    rules, rng = load_rules(name), np.random.default_rng(seed)
    batch = Batch(rules, n, seed=seed, forced=bool(seed % 2))
    actions, drawn = np.zeros(n, np.uint8), np.zeros(n, np.uint8)
    for step in range(100_000):
        batch.baseline(actions)
        batch.sample(drawn, seed + step)
        batch.step(np.where(rng.random(n) < 0.6, actions, drawn))
        if step % every == 0:
            i = int(rng.integers(n))
            yield rules, batch.state(i)


# ---- changing


def mutated(state: State, rng: random.Random) -> State:
    """A copy in which a few things are otherwise."""
    found = copy.deepcopy(state)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        rng.choice((_change, _change, _change, _swap_tiles, _move_tile))(found, rng)
    return found


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) within a value."""
    keys = value.keys() if isinstance(value, dict) else range(len(value))
    found: list[tuple[Any, Any]] = []
    for key in keys:
        found.append((value, key))
        if isinstance(value[key], (dict, list)):
            found += _places(value[key])
    return found


def _change(state: State, rng: random.Random) -> None:
    top = rng.choice(list(state))
    if top in ("seats", "ledger", "last", "piquet") and state[top]:
        container, key = rng.choice(_places({top: state[top]})[1:] or [(state, top)])
    elif isinstance(state[top], list) and state[top] and rng.random() < 0.7:
        container, key = state[top], rng.randrange(len(state[top]))
    else:
        container, key = state, top
    container[key] = _other(container[key], rng)


def _other(value: Any, rng: random.Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        near = (value + 1, value - 1, value + rng.randrange(-9, 10))
        return rng.choice((*near, *near, rng.choice(NUMBERS), rng.choice((*NUMBERS, *LARGE))))
    if isinstance(value, float):
        return rng.choice((0.0, -value, 1e30, float("nan"), float("inf")))
    if isinstance(value, str):
        words = ("own", "riichi", "kan", "claim", "copies", "pocchi", "over", "offer", "cards")
        words += ("none", "closed", "open", "pon", "chi", "ankan", "kakan", "daiminkan", "play")
        return rng.choice(words)
    if value is None:
        return rng.choice((0, 1, 2, 3, rng.randrange(34), "kakan", "ankan"))
    if isinstance(value, list):
        return _other_list(value, rng)
    return rng.choice((None, 0, []))


def _other_list(value: list[Any], rng: random.Random) -> list[Any]:
    out = list(value)
    how = rng.randrange(5)
    if how == 0 or not out:
        return [*out, copy.deepcopy(rng.choice(out)) if out else rng.randrange(4)]
    if how == 1:
        out.pop(rng.randrange(len(out)))
    elif how == 2:
        rng.shuffle(out)
    elif how == 3:
        return []
    else:
        i = rng.randrange(len(out))
        out[i] = _other(out[i], rng)
    return out


def _lists_of_tiles(state: State) -> list[list[int]]:
    # an earlier change may have put anything in their places
    found = [state["wall"]]
    seats = state["seats"] if isinstance(state["seats"], list) else []
    for seat in (one for one in seats if isinstance(one, dict)):
        found += [seat.get(key) for key in ("hand", "river", "aside", "played")]
        melds = seat.get("melds")
        for meld in melds if isinstance(melds, list) else []:
            found += [meld.get("tiles")] if isinstance(meld, dict) else []
    return [one for one in found if isinstance(one, list) and one]


def _swap_tiles(state: State, rng: random.Random) -> None:
    lists = _lists_of_tiles(state)
    if not lists:
        return
    a, b = rng.choice(lists), rng.choice(lists)
    i, j = rng.randrange(len(a)), rng.randrange(len(b))
    a[i], b[j] = b[j], a[i]


def _move_tile(state: State, rng: random.Random) -> None:
    lists = _lists_of_tiles(state)
    if lists:
        a = rng.choice(lists)
        rng.choice(lists).append(a.pop(rng.randrange(len(a))))


def mutated_text(text: str, other: str, rng: random.Random) -> str:
    """A position's text with words or letters changed; ``other`` lends some of its words."""
    for _ in range(rng.choice((1, 1, 2, 3))):
        words = re.split(r"( )", text)
        i = rng.randrange(0, len(words), 2)
        how = rng.randrange(6)
        if how == 0:
            words[i] = ""
        elif how == 1:
            words[i] = rng.choice(other.split(" "))
        elif how == 2:
            words.insert(i, rng.choice(words) + " ")
        elif words[i]:
            k = rng.randrange(len(words[i]))
            put = rng.choice(LETTERS) if how < 5 else ""
            words[i] = words[i][:k] + put + words[i][k + (how != 3) :]
        text = "".join(words)
    return text


# ---- seeing that play goes on as it should


def placed(rules: Rules, state: State) -> Batch | None:
    """A game at that position; None where it is refused, as it should be: with a word why."""
    batch = Batch(rules, 1, auto_reset=False, forced=False)
    before = batch.state(0)
    try:
        batch.set_state(0, state)
    except PositionError as error:
        assert str(error)
        assert batch.state(0) == before  # as it was
        return None
    return batch


def read(text: str) -> Batch | None:
    """The same of a text."""
    try:
        return load_position(text)
    except PositionError as error:
        assert str(error).startswith("line 1, column ")
        return None


def check_play(batch: Batch, seed: int) -> None:
    """Play a game of one to the end of the hand and some decisions on, with every promise kept."""
    check_text(batch)
    action = np.zeros(1, np.uint8)
    ended = 0
    for step in range(HAND_ENDS_WITHIN):
        if batch.seat[0] < 0:
            break
        if step < 3 or step % 16 == 0:
            check_moment(batch)
        if (seed + step) % 3:
            batch.baseline(action)
        else:
            batch.sample(action, seed + step)
        batch.step_one(0, int(action[0]))
        assert not batch.status[0], "the engine stopped the game"
        ended += bool(batch.hand_done[0])
        if ended == 2:
            break
    else:
        raise AssertionError("the hand does not end")
    check_text(batch)


def check_moment(batch: Batch) -> None:
    state, rules = batch.state(0), batch.rules
    assert tiles_of(state, rules) == rules.tiles, "the tiles are not those of the deck"
    mask = batch.legal()[0]
    for action in range(128):
        assert batch.is_legal(0, action) == bool(mask[action]), f"{action}: is_legal and the mask"
    assert mask.any(), "nothing is legal"
    layout = batch.layout
    planes = np.zeros((1, layout.planes, layout.places), np.uint8)
    numbers = np.zeros((1, layout.globals), np.float32)
    batch.observe(planes, numbers)
    assert np.isfinite(numbers).all(), "an observation that is no number"
    for seat in state["seats"]:
        assert abs(seat["score"]) < 10**8 and abs(seat["chips"]) < 10**8, "money without end"


def check_text(batch: Batch) -> None:
    """What is written comes back the same."""
    text, state = format_position(batch, 0), batch.state(0)
    again = load_position(text)
    found = again.state(0)
    assert found == state, {k: (state[k], found[k]) for k in state if found[k] != state[k]}
    assert again.legal_actions(0) == batch.legal_actions(0)
