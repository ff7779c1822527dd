"""What a seat cannot see, one aspect at a time; play that deals it again and looks once more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id
from shugi._fast.rules.compile import Rules
from shugi._fast.view.layouts import TILES
from shugi.envs import format_position
from shugi.envs.drawing.render import text
from tests.support.tables import tiles_of

OWN_PHASES = ("own", "riichi", "kan", "pocchi")
# verbs that lead to what is rare: hands shown, kans, flowers, copies to choose
RARE = ("riichi", "open_riichi", "kan_closed", "kan_added", "kan_open", "nuki", "grand_cross")
CALLS = ("pon", "chi_low", "chi_mid", "chi_high", "atama")
SHOWN_WAITS = next(row["offset"] for row in TILES.plane_rows if row["name"] == "shown_waits")


@dataclass(frozen=True)
class View:
    """A state, and the seat that looks at it."""

    state: dict[str, Any]
    viewer: int
    rules: Rules

    @property
    def others(self) -> list[dict[str, Any]]:
        seats = self.state["seats"]
        return [seat for p, seat in enumerate(seats) if p != self.viewer]

    @property
    def draws(self) -> bool:
        """Another seat holds a tile that it has just drawn."""
        state = self.state
        on_turn = state["phase"] in OWN_PHASES and state["turn"] != self.viewer
        return on_turn and state["drawn"] is not None

    @property
    def shows_part(self) -> bool:
        return bool(self.rules.options.get("disclose_mode") == "waiting_part")


# ---- aspects: None where there is nothing of the kind


def hands(v: View) -> Any:
    return [seat["hand"] for seat in v.others if seat.get("riichi", "none") != "open"] or None


def disclosed_rests(v: View) -> Any:
    rests = [seat["hand"] for seat in v.others if v.shows_part and seat["riichi"] == "open"]
    return rests or None


def drawn(v: View) -> Any:
    return v.state["drawn"] if v.draws else None


def drawn_to_open(v: View) -> Any:
    opened = v.draws and v.state["seats"][v.state["turn"]]["riichi"] == "open"
    return v.state["drawn"] if opened else None


def wall(v: View) -> Any:
    left = v.state["wall"][v.state["head"] : len(v.state["wall"]) - v.state["n_rinshan"]]
    return left if len(left) > 3 else None


def next_tile(v: View) -> Any:
    return v.state["wall"][v.state["head"]] if v.state["head"] < v.state["tail"] else None


def replacement(v: View) -> Any:
    state = v.state
    left = state["n_rinshan"] < v.rules.fields()["rinshan_tiles"]
    return state["wall"][-1 - state["n_rinshan"]] if left else None


def ura(v: View) -> Any:
    return None if v.state["ura_shown"] else v.state["ura"] or None


def covered_kans(v: View) -> Any:
    if v.rules.game == "riichi" or not v.rules.options["closed_kong_hidden"]:
        return None
    melds = [meld for seat in v.others for meld in seat["melds"]]
    return [meld["tiles"] for meld in melds if meld["type"] == "ankan"] or None


def claims(v: View) -> Any:
    """What the others may claim, and what they have answered."""
    state = v.state
    if state["phase"] != "claim":
        return None
    rows = zip(state["option"], state["answer"], strict=True)
    told = [[row, p in state["asked"]] for p, row in enumerate(rows) if p != v.viewer]
    return told if any(row[0] for row, _ in told) else None


def answers(v: View) -> Any:
    others = v.state["phase"] == "claim" and set(v.state["asked"]) - {v.viewer}
    return (others, v.state["answer"]) if others else None


def seed(v: View) -> Any:
    """Of dice and walls to come."""
    return v.state["seed"]


def intentions(v: View) -> Any:
    """A verb that another seat has chosen, and not yet its tile."""
    state = v.state
    own = state["verb"] in [action_id(name) for name in ("kan_closed", "grand_cross")]
    chooses = state["phase"] in ("riichi", "kan") or (state["phase"] == "copies" and own)
    return state["verb"] if chooses and state["actor"] != v.viewer else None


def furiten(v: View) -> Any:
    flags = [seat["furiten"] for seat in v.others if seat["riichi"] != "open"]
    return flags if any(flags) else None


def floats(v: View) -> Any:
    """Whether a wildcard discarded was a float, unless the rules have shown it."""
    if v.rules.options.get("float_round_trigger", "any") != "any":
        return None
    found = [seat.get("floats", 0) for seat in v.others if not seat.get("n_claims")]
    return found if any(found) else None


def laid_aside(v: View) -> Any:
    return [seat["aside"] for seat in v.others] if any(s["aside"] for s in v.others) else None


def talon(v: View) -> Any:
    left = v.state["wall"][v.state["head"] :]
    return left if len(left) > 1 else None


def offers(v: View) -> Any:
    asked = v.rules.game == "ninety_nine" and set(v.state["asked"]) - {v.viewer}
    secret = asked and len(v.state["asked"]) < len(v.state["seats"])
    return v.state["answer"] if secret else None


def meant(v: View) -> Any:
    """The cards behind the other's words (Piquet)."""
    said = v.state["piquet"]["said"] if v.rules.game == "piquet" else []
    role = "answer" if v.state.get("piquet", {}).get("elder") == v.viewer else "declared"
    cards = [one[role] for one in said]
    return cards if any(cards) else None


Aspect = Callable[[View], Any]
OF_TILES: tuple[Aspect, ...] = (
    hands, drawn, wall, next_tile, replacement, seed, ura, drawn_to_open, disclosed_rests,
    covered_kans, claims, answers, intentions, furiten, floats,
)  # fmt: skip
OF_CARDS: tuple[Aspect, ...] = (hands, laid_aside, talon, offers, meant, seed)


def aspects_of(rules: Rules) -> tuple[Aspect, ...]:
    return OF_CARDS if "plays_cards" in rules.traits else OF_TILES


# ---- what is seen

Seen = dict[str, NDArray[Any]]


def look(batch: Batch, who: NDArray[np.int8]) -> Seen:
    """Observation, own mask, and what the baseline makes of it, of a seat in every game."""
    n, layout = batch.n, batch.layout
    planes = np.zeros((n, layout.planes, layout.places), np.uint8)
    numbers = np.zeros((n, layout.globals), np.float32)
    history = np.zeros((n, layout.history), np.uint16)
    batch.observe(planes, numbers, history, who)
    acts = who == batch.seat
    advice = np.zeros(n, np.uint8)
    batch.baseline(advice, seats=acts)
    masks = batch.legal() * acts[:, None]
    return dict(planes=planes, globals=numbers, history=history, masks=masks, baseline=advice)


def differing(one: Seen, other: Seen) -> list[tuple[str, int]]:
    """What differs, and in which game."""
    found = []
    for name, first in one.items():
        rows = (first != other[name]).reshape(len(first), -1).any(axis=1)
        found += [(name, int(i)) for i in np.flatnonzero(rows)]
    return found


@dataclass(frozen=True)
class Look:
    """What was seen and what was not, before and after a re-deal."""

    batch: Batch
    dealt: Batch
    old: list[View]
    new: list[View]
    seen: Seen
    again: Seen

    def told_to_the_oracle(self) -> NDArray[np.bool_]:
        """Whether the oracle planes of the seats that look tell the two deals apart."""
        told = []
        for batch, views in ((self.batch, self.old), (self.dealt, self.new)):
            layout = batch.layout
            planes = np.zeros((batch.n, layout.oracle_planes, layout.places), np.uint8)
            batch.observe_oracle(planes, np.array([view.viewer for view in views], np.int8))
            told.append(planes)
        return (told[0] != told[1]).any(axis=(1, 2))


def deal_again(batch: Batch, who: NDArray[np.int8], key: int) -> Look:
    dealt = batch.clone()
    for i in range(batch.n):
        dealt.redeal(i, int(who[i]), key + i)
    old, new = (
        [View(one.state(i), int(who[i]), batch.rules) for i in range(batch.n)]
        for one in (batch, dealt)
    )
    return Look(batch, dealt, old, new, look(batch, who), look(dealt, who))


def looks(
    rules: Rules, n: int, steps: int, *, seed: int = 21, forced: bool = True, every: int = 1
) -> Iterator[Look]:
    """Any seat, more often the one that decides, looks while a game is played."""
    rng = np.random.default_rng(seed)
    for step, batch in enumerate(fond_play(rules, n, steps, seed, forced)):
        if step % every == 0:
            random = rng.integers(0, rules.seats, n, np.int8)
            who = np.where(rng.random(n) < 0.4, batch.seat, random).astype(np.int8)
            yield deal_again(batch, who, 1000 * step)


def looks_at(
    rules: Rules,
    wanted: Callable[[dict[str, Any]], int | None],
    keys: int,
    *,
    n: int = 64,
    steps: int = 240,
    forced: bool = True,
) -> Iterator[Look]:
    """Many re-deals of the positions for which ``wanted`` names a seat that looks."""
    kept = Batch(rules, n * steps // 4, auto_reset=False, forced=forced)
    viewers: list[int] = []
    for step, batch in enumerate(fond_play(rules, n, steps, 3, forced)):
        for i in range(n if step % 4 == 0 else 0):
            viewer = wanted(batch.state(i))
            if viewer is not None:
                kept.copy_from(batch, [i], [len(viewers)])
                viewers.append(viewer)
    batch = kept.clone(np.arange(len(viewers)))
    for key in range(keys):
        yield deal_again(batch, np.array(viewers, np.int8), 1000 * key)


# ---- play


def fond_play(rules: Rules, n: int, steps: int, seed: int, forced: bool) -> Iterator[Batch]:
    """A batch before each decision: the baseline, fond of rare verbs, with slips."""
    batch, rng = Batch(rules, n, seed, forced=forced), np.random.default_rng(seed)
    taste = np.zeros(128)
    for names, weight in ((RARE, 1.0), (CALLS, 0.3)):
        taste[[action_id(name) for name in names]] = weight
    actions, random = np.zeros(n, np.uint8), np.zeros(n, np.uint8)
    for step in range(steps):
        yield batch
        batch.baseline(actions)
        batch.sample(random, step)
        wanted = batch.legal() * (rng.random((n, 128)) < taste) * rng.random((n, 128))
        slips = rng.random(n) < 0.25
        actions[slips] = random[slips]
        tiles = "plays_cards" not in rules.traits
        fond = (wanted.max(axis=1) > 0) & (rng.random(n) < 0.7) & tiles
        actions[fond] = wanted.argmax(axis=1)[fond]
        batch.step(actions)


# ---- what is found


@dataclass
class Survey:
    leaks: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    present: Counter[str] = field(default_factory=Counter)
    changed: Counter[str] = field(default_factory=Counter)
    phases: Counter[tuple[str, bool]] = field(default_factory=Counter)  # does the viewer decide?
    told: int = 0  # looks that the oracle tells apart

    def count(self, old: View, new: View) -> None:
        phase = old.state.get("stage", old.state["phase"])
        self.phases[phase, old.viewer == old.state["actor"]] += 1
        for aspect in aspects_of(old.rules):
            before = aspect(old)
            if before is not None:
                self.present[aspect.__name__] += 1
                self.changed[aspect.__name__] += before != aspect(new)

    def check(self, batch: Batch, i: int, view: View) -> None:
        """The new state is one of the game."""
        legal, where = batch.legal_actions(i), format_position(batch, i)
        if not legal or [a for a in range(128) if batch.is_legal(i, a)] != legal:
            self.faults.append(f"legal actions {legal}\n{where}")
        if tiles_of(view.state, view.rules) != view.rules.tiles:
            self.faults.append(f"tiles are lost\n{where}")
        again = Batch(view.rules, 1, forced=batch.forced)
        try:
            again.set_state(0, view.state)
        except ValueError as error:
            self.faults.append(f"{error}\n{where}")
        else:
            if again.state(0) != view.state or again.legal_actions(0) != legal:
                self.faults.append(f"another state when read\n{where}")


def survey(found: Iterator[Look]) -> Survey:
    out = Survey()
    for turn, one in enumerate(found):
        leaks = differing(one.seen, one.again)
        for old, new in zip(one.old, one.new, strict=True):
            out.count(old, new)
        out.told += int(one.told_to_the_oracle().sum())
        i = turn % one.batch.n
        out.check(one.dealt, i, one.new[i])
        if (
            len({text(view.state, view.rules, view.viewer) for view in (one.old[i], one.new[i])})
            > 1
        ):
            leaks.append(("text", i))
        for what, i in leaks:
            where = format_position(one.batch, i)
            out.leaks.append(f"{what}, seat {one.old[i].viewer}:\n{where}")
    return out


def always(rules: Rules) -> tuple[Aspect, ...]:
    """What is hidden nearly all the time."""
    if "plays_cards" in rules.traits:
        return hands, laid_aside, seed
    tiles = hands, drawn, wall, next_tile, seed
    return (*tiles, ura) if rules.game == "riichi" else tiles


def nothing_leaks(rules: Rules, forced: bool = True, n: int = 8, steps: int = 120) -> None:
    """Nothing that is dealt again is seen, and all that is hidden is dealt again."""
    found = survey(looks(rules, n, steps, forced=forced, every=3))
    assert not found.leaks, found.leaks[0]
    assert not found.faults, found.faults[0]
    for aspect in always(rules):
        there = found.present[aspect.__name__]
        assert there > n * steps // 30
        assert found.changed[aspect.__name__] > 0.75 * there, aspect.__name__
    # the last cards of a hand may be known
    share = 0.75 if "plays_cards" in rules.traits else 0.9
    assert found.told > share * sum(found.phases.values())


# ---- faults that a survey must find

Plant = Callable[[NDArray[np.uint8], View], None]


def leak_of(aspect: Aspect) -> Plant:
    """The first plane tells of the aspect."""

    def plant(planes: NDArray[np.uint8], view: View) -> None:
        planes[0, 0] ^= crc32(repr(aspect(view)).encode()) & 255

    return plant


def shown_waits_without_kans(planes: NDArray[np.uint8], view: View) -> None:
    """What a disclosed hand waits for is told without the kinds of its own covered kans."""
    state, first = view.state, SHOWN_WAITS
    seats = len(state["seats"])
    for relative in range(1, seats):
        seat = state["seats"][(view.viewer + relative) % seats]
        for meld in seat["melds"]:
            if seat["riichi"] == "open" and meld["type"] == "ankan":
                planes[first + relative - 1, meld["tiles"][0]] = 0


def planted(one: Look, plant: Plant) -> Look:
    """As if the observation had the fault."""
    seen, again = (dict(views, planes=views["planes"].copy()) for views in (one.seen, one.again))
    for i, (old, new) in enumerate(zip(one.old, one.new, strict=True)):
        plant(seen["planes"][i], old)
        plant(again["planes"][i], new)
    return replace(one, seen=seen, again=again)
