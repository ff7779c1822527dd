"""A slow second writer of the observation: what each row means, worked out from the whole state.

``None`` from a writer: the row has no second opinion in this position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import VERB_NAMES
from shugi._fast.core.tiles import CODE_NAMES, kind_of, parse_tiles
from shugi._fast.shape.shapes import Shapes
from shugi._fast.view.layouts import TILES
from shugi.envs import load_rules
from tests.reference.observation_gaps import GAP_WRITERS
from tests.reference.observation_wins import ready_wins, wins

VERB = {name: number for number, name in VERB_NAMES.items()}
PHASES = ("own", "riichi", "kan", "claim", "copies", "pocchi", "over")
SORT_NAMES = (
    ("0m", "0p", "0s"),
    ("5mg", "5pg", "5sg", "4zg"),
    ("7pw", "7sw", "1pc", "2pc", "3pc"),
    ("5zo", "7pd"),
)
SORTS = {name: i for i, names in enumerate(SORT_NAMES) for name in names}
SEATS = 3
FLOWER = parse_tiles("1f")[0]


def rows_of_rooms() -> set[str]:
    """Rows that riichi leaves empty: those that the tests of other rooms have ``WRITERS`` for."""
    files = (Path(__file__).parents[1] / "games").glob("*/reference/observation_*.py")
    modules = (f"tests.games.{path.parts[-3]}.reference.{path.stem}" for path in files)
    return {name for module in modules for name in import_module(module).WRITERS}


EMPTY_ROWS = rows_of_rooms()


@cache
def shapes(rules: str) -> Shapes:
    fields = load_rules(rules).fields()
    return Shapes(
        fields["copies"],
        seven_limit=fields["seven_limit"],
        chiitoi_duplicates=bool(fields["chiitoi_duplicates"]),
        orphan_hand="nanashi" if fields["orphan_hand"] else "kokushi",
        keishiki_fifth_copy=load_rules(rules).options["keishiki_fifth_copy"],
    )


class Table:
    """One position as a seat may know it."""

    def __init__(self, rules: str, batch: Batch, i: int, seat: int) -> None:
        self.rules = rules
        self.fields = load_rules(rules).fields()
        self.state = batch.state(i)
        self.legal = batch.legal_actions(i)
        self.seat = seat
        self.acts = self.state["actor"] == seat and self.state["phase"] != "over"
        self.seats = [self.state["seats"][(seat + r) % SEATS] for r in range(SEATS)]
        self.me = self.seats[0]

    def relative(self, seat: int) -> int:
        return (seat - self.seat) % SEATS

    def drew(self, relative: int) -> bool:
        at = self.seats[relative]
        return len(at["hand"]) % 3 == 2 and self.relative(self.state["turn"]) == relative

    def just_drew(self) -> bool:
        return self.drew(0) and self.state["drawn"] is not None and self.state["phase"] != "claim"

    def melded(self, relative: int) -> Counter:
        return Counter(kind_of(c) for m in self.seats[relative]["melds"] for c in m["tiles"])

    def between(self, relative: int) -> list[int]:
        """The concealed tiles, the one just drawn put back."""
        hand = list(self.seats[relative]["hand"])
        if self.drew(relative) and self.state["drawn"] is not None:
            hand.remove(self.state["drawn"])
        return hand

    def full(self) -> bool:
        """Whether the own hand has a tile more than between turns."""
        return len(self.me["hand"]) % 3 == 2

    def waits(self, relative: int) -> list[int]:
        hand = self.between(relative)
        kinds = [kind_of(c) for c in hand]
        if len(hand) % 3 != 1 or None in kinds:
            return []
        melds = [c for m in self.seats[relative]["melds"] for c in m["tiles"]]
        return shapes(self.rules).waits([c for c in hand], melds)

    def shown(self) -> Iterator[int]:
        """Codes that lie open for this seat, its own concealed tiles not counted."""
        for relative, at in enumerate(self.seats):
            for meld in at["melds"]:
                yield from meld["tiles"]
            for code, flag in zip(at["river"], at["river_flags"], strict=True):
                if not flag & 4:
                    yield code
            yield from at["aside"]
            if relative and at["riichi"] == "open":
                yield from self.between(relative)
        yield from self.state["dora"]
        if self.state["ura_shown"]:
            yield from self.state["ura"]

    def dora(self) -> Counter:
        return Counter(
            self.fields["dora_next"][kind_of(c)]
            for c in self.state["dora"]
            if kind_of(c) is not None
        )

    def han(self, relative: int) -> int:
        dora = self.dora()
        flowers = sum(c == FLOWER for c in self.state["dora"])
        at = self.seats[relative]
        codes = [c for m in at["melds"] for c in m["tiles"]]
        if relative == 0:
            codes += at["hand"]
        elif at["riichi"] == "open":
            codes += self.between(relative)
        total = sum(dora[kind_of(c)] for c in codes if kind_of(c) is not None)
        total += sum(SORTS.get(CODE_NAMES[c], 3) < 3 for c in codes)
        for code in at["aside"]:
            more = flowers if kind_of(code) is None else dora[kind_of(code)]
            total += 1 + (more if self.fields["nuki_indicator_doubles"] else 0)
        return total

    def declared(self, relative: int) -> str:
        state = self.state
        if (
            state["phase"] == "claim"
            and state["declaring"] != "none"
            and state["robbing"] is None
            and self.relative(state["discarder"]) == relative
        ):
            return state["declaring"]
        return self.seats[relative]["riichi"]


def counts(kinds: Any) -> np.ndarray:
    out = np.zeros(34, int)
    for kind in kinds:
        if kind is not None:
            out[kind] += 1
    return out


def by_seat(t: Table, write: Any, size: int = 4) -> np.ndarray:
    out = np.zeros((size, 34), int)
    for relative in range(SEATS):
        out[relative] = write(relative)
    return out


def others(t: Table, write: Any) -> np.ndarray:
    out = np.zeros((3, 34), int)
    for relative in range(1, SEATS):
        out[relative - 1] = write(relative)
    return out


def copies(codes: Any) -> np.ndarray:
    out = np.zeros((4, 34), int)
    for code in codes:
        if CODE_NAMES[code] in SORTS:
            out[SORTS[CODE_NAMES[code]], kind_of(code)] += 1
    return out


def recent(at: dict[str, Any]) -> np.ndarray:
    out = np.zeros(34, int)
    for age, code in enumerate(reversed(at["river"][-8:])):
        out[kind_of(code)] = max(out[kind_of(code)], 8 - age)
    return out


def river(at: dict[str, Any], keep: Any) -> np.ndarray:
    return counts(kind_of(c) for i, c in enumerate(at["river"]) if keep(i, at["river_flags"][i]))


def after(at: dict[str, Any]) -> int:
    return 99 if at["riichi_at"] is None else at["riichi_at"]


def unseen(t: Table) -> np.ndarray:
    return (
        np.array(t.fields["copies"])
        - counts(map(kind_of, t.shown()))
        - counts(map(kind_of, t.me["hand"]))
    )


def safe(t: Table, relative: int) -> np.ndarray:
    at = t.seats[relative]
    if at["riichi"] == "none":
        return np.zeros(34, int)
    return (counts([kind_of(c) for c in at["river"]] + at["passed"]) > 0).astype(int)


RUNS = [tuple(range(first, first + 3)) for suit in (0, 9, 18) for first in range(suit, suit + 7)]


def run_waits(have: tuple[int, int]) -> set[int]:
    """Kinds that make a run of two tiles."""
    return {kind for run in RUNS if set(have) < set(run) for kind in run if kind not in have}


def may_be_ready(at: dict[str, Any]) -> bool:
    called = any(meld["type"] != "ankan" for meld in at["melds"])
    return at["riichi"] == "closed" or (at["riichi"] == "none" and called and len(at["melds"]) >= 2)


def danger(t: Table, relative: int) -> np.ndarray:
    found, left, at = np.zeros(34, int), unseen(t), t.seats[relative]
    if not may_be_ready(at):
        return found
    passes = safe(t, relative) + counts(map(kind_of, at["river"]))
    for have in {pair for run in RUNS for pair in combinations(run, 2)}:
        waits = run_waits(have)
        if not passes[list(waits)].any():
            found[list(waits)] += left[have[0]] * left[have[1]]
    return found * (counts(map(kind_of, t.me["hand"])) > 0)


def steps(t: Table, full: bool) -> list[int]:
    """What lowers the shanten, or what keeps it."""
    codes = t.me["hand"]
    melds = [c for m in t.me["melds"] for c in m["tiles"]]
    if (len(codes) % 3 == 2) != full:
        return []
    if full and t.me["riichi"] != "none":
        return [kind_of(t.state["drawn"])]
    return (
        shapes(t.rules).good_discards(codes, melds)
        if full
        else shapes(t.rules).ukeire(codes, melds)
    )


def own_waits(t: Table) -> list[int]:
    if t.drew(0) and t.state["drawn"] is None:
        return []
    return t.waits(0)


def ready_after(t: Table) -> dict[int, list[int]]:
    """Waits after each discard that leaves the own hand ready, before a riichi."""
    codes = t.me["hand"]
    if not t.full() or t.me["riichi"] != "none" or None in map(kind_of, codes):
        return {}
    melds = [c for m in t.me["melds"] for c in m["tiles"]]
    found = {}
    for code in codes:
        rest = list(codes)
        rest.remove(code)
        waits = shapes(t.rules).waits(rest, melds)
        if waits:
            found[kind_of(code)] = waits
    return found


def ready_tiles(t: Table) -> np.ndarray:
    tiles, left = np.zeros(34, int), unseen(t)
    for kind, waits in ready_after(t).items():
        tiles[kind] = left[waits].sum()
    return tiles


def ready_waits(t: Table) -> np.ndarray:
    tiles = ready_tiles(t)
    return counts(ready_after(t)[int(tiles.argmax())] if tiles.any() else [])


def closer_tiles(t: Table) -> np.ndarray:
    tiles, left, codes = np.zeros(34, int), unseen(t), t.me["hand"]
    if not t.full() or t.me["riichi"] != "none" or None in map(kind_of, codes):
        return tiles
    melds = [c for m in t.me["melds"] for c in m["tiles"]]
    if shapes(t.rules).shanten(codes, melds) <= 0:
        return tiles
    for kind in shapes(t.rules).good_discards(codes, melds):
        tiles[kind] = left[shapes(t.rules).ukeire(without(codes, kind), melds)].sum()
    return tiles


def closer_pairs(t: Table) -> np.ndarray:
    pairs, left, codes = np.zeros(34, int), unseen(t), t.me["hand"]
    if not t.full() or t.me["riichi"] != "none" or None in map(kind_of, codes):
        return pairs
    melds = [c for m in t.me["melds"] for c in m["tiles"]]
    one = shapes(t.rules)
    if one.shanten(codes, melds) != 1:
        return pairs
    for kind in one.good_discards(codes, melds):
        rest = without(codes, kind)
        for drawn in one.ukeire(rest, melds):
            if left[drawn]:
                then = [*rest, drawn]
                waits = [one.waits(without(then, k), melds) for k in set(map(kind_of, then))]
                pairs[kind] += left[drawn] * max(left[w].sum() if w else 0 for w in waits)
    return np.minimum((pairs + 1) // 2, 255)


def without(codes: list[int], kind: int) -> list[int]:
    rest = list(codes)
    rest.remove(next(code for code in codes if kind_of(code) == kind))
    return rest


PLANE_WRITERS = {
    "hand": lambda t: np.array([counts(map(kind_of, t.me["hand"])) > i for i in range(5)]),
    "hand_copies": lambda t: copies(t.me["hand"]),
    "drawn": lambda t: counts([kind_of(t.state["drawn"])] if t.just_drew() else []),
    "melds": lambda t: by_seat(t, lambda r: counts(t.melded(r).elements())),
    "closed_kans": lambda t: counts(
        kind_of(m["tiles"][0]) for at in t.seats for m in at["melds"] if m["type"] == "ankan"
    ),
    "river": lambda t: by_seat(t, lambda r: river(t.seats[r], lambda i, f: True)),
    "river_recent": lambda t: by_seat(t, lambda r: recent(t.seats[r])),
    "river_tsumogiri": lambda t: by_seat(t, lambda r: river(t.seats[r], lambda i, f: f & 1)),
    "river_after_riichi": lambda t: by_seat(
        t, lambda r: river(t.seats[r], lambda i, f: i > after(t.seats[r]))
    ),
    "riichi_tile": lambda t: by_seat(
        t, lambda r: river(t.seats[r], lambda i, f: i == after(t.seats[r]))
    ),
    "set_aside": lambda t: counts(kind_of(c) for at in t.seats for c in at["aside"]),
    "indicators": lambda t: counts(kind_of(c) for c in t.state["dora"]),
    "dora": lambda t: counts(t.dora().elements()),
    "wildcard": lambda t: np.zeros(34, int),
    "unseen": unseen,
    "copies_out": lambda t: copies(t.shown()),
    "shown_hand": lambda t: others(
        t, lambda r: counts(map(kind_of, t.between(r))) if t.seats[r]["riichi"] == "open" else 0
    ),
    "shown_waits": lambda t: others(
        t, lambda r: counts(t.waits(r)) if t.seats[r]["riichi"] == "open" else 0
    ),
    "safe": lambda t: others(t, lambda r: safe(t, r)),
    "waits": lambda t: counts(own_waits(t)),
    "ukeire": lambda t: counts(steps(t, False)),
    "keeps": lambda t: counts(steps(t, True)),
    "claimed": lambda t: counts(
        [kind_of(t.state["discard"])] if t.acts and t.state["phase"] in ("claim", "copies") else []
    ),
    "choices": lambda t: (
        (counts(kind_of(a) for a in t.legal if a < 64) > 0).astype(int)
        if t.acts and t.state["phase"] in ("riichi", "kan", "copies", "pocchi")
        else np.zeros(34, int)
    ),
    "ready_tiles": ready_tiles,
    "ready_waits": ready_waits,
    "closer_tiles": closer_tiles,
    "closer_pairs": closer_pairs,
    "ready_silent": lambda t: ready_wins(t, ready_after(t), unseen(t), declared=False),
    "ready_declared": lambda t: ready_wins(t, ready_after(t), unseen(t), declared=True),
    "win_ron": lambda t: wins("ron")(t, own_waits(t)),
    "win_draw": lambda t: wins("tsumo")(t, own_waits(t)),
    "danger": lambda t: others(t, lambda r: danger(t, r)),
}
PLANE_WRITERS |= {
    r["name"]: lambda t, size=r["size"]: np.zeros((size, 34))
    for r in TILES.plane_rows
    if r["name"] in EMPTY_ROWS
}


def one_hot(size: int, at: int | None) -> np.ndarray:
    return np.array([i == at for i in range(size)], float)


def each(t: Table, write: Any, scale: float = 1) -> np.ndarray:
    return np.array([write(at) / scale for at in t.seats] + [0])


def sevens_in_a_row(at: dict[str, Any]) -> int:
    later = [kind_of(c) for c in at["river"][after(at) + 1 :]]
    return next((n for n, kind in enumerate(reversed(later)) if kind not in (15, 24)), len(later))


def place(t: Table) -> int:
    order = sorted(range(SEATS), key=lambda s: (-t.state["seats"][s]["score"], s))
    return order.index(t.seat)


def live(t: Table) -> int:
    return t.state["tail"] - t.state["head"]


def shanten(t: Table) -> np.ndarray:
    n = shapes(t.rules).shanten(t.me["hand"], [c for m in t.me["melds"] for c in m["tiles"]])
    return one_hot(8, 7 if n is None else min(n + 1, 7))


def asked(t: Table, *phases: str) -> bool:
    return t.acts and t.state["phase"] in phases


def rounds_left(t: Table) -> float:
    return 2 * SEATS - 1 - t.state["round"]


VERBS = (
    ("riichi", "riichi"),
    ("riichi", "open_riichi"),
    ("kan", "kan_closed"),
    ("kan", "kan_added"),
    ("copies", "pon"),
    ("copies", "kan_open"),
)

GLOBAL_WRITERS = {
    "present": lambda t: each(t, lambda at: 1),
    "score": lambda t: each(t, lambda at: at["score"], 30000),
    "chips": lambda t: each(t, lambda at: at["chips"], 50),
    "riichi": lambda t: np.array([t.declared(r) != "none" for r in range(SEATS)] + [0]),
    "open_riichi": lambda t: np.array([t.declared(r) == "open" for r in range(SEATS)] + [0]),
    "double_riichi": lambda t: each(t, lambda at: at["double_riichi"]),
    "ippatsu": lambda t: each(t, lambda at: at["ippatsu"]),
    "closed": lambda t: each(t, lambda at: all(m["type"] == "ankan" for m in at["melds"])),
    "first_turn": lambda t: each(t, lambda at: at["first_turn"]),
    "concealed": lambda t: each(t, lambda at: len(at["hand"]), 14),
    "n_melds": lambda t: each(t, lambda at: len(at["melds"]), 4),
    "discards": lambda t: each(t, lambda at: len(at["river"]), 20),
    "n_aside": lambda t: each(t, lambda at: len(at["aside"]), 4),
    "known_han": lambda t: np.array([t.han(r) for r in range(SEATS)] + [0]) / 8,
    "marker": lambda t: each(t, lambda at: at["marker"]),
    "sevens_in_a_row": lambda t: each(t, sevens_in_a_row, 2),
    "dealer": lambda t: one_hot(4, t.relative(t.state["dealer"])),
    "turn": lambda t: one_hot(4, t.relative(t.state["turn"])),
    "discarder": lambda t: one_hot(
        4, t.relative(t.state["discarder"]) if asked(t, "claim") else None
    ),
    "round_wind": lambda t: one_hot(4, t.state["round"] // SEATS),
    "round": lambda t: np.array([t.state["round"] / 8]),
    "rounds_left": lambda t: np.array([rounds_left(t) / 8]),
    "honba": lambda t: np.array([t.state["honba"] / 5]),
    "sticks": lambda t: np.array([t.state["sticks"] / 4]),
    "place": lambda t: np.array([place(t) / 3]),
    "live_tiles": lambda t: np.array([live(t) / 60]),
    "own_draws": lambda t: np.array([live(t) // SEATS / 20]),
    "last_tile": lambda t: np.array([live(t) == 0]),
    "replacements": lambda t: np.array([(t.fields["rinshan_tiles"] - t.state["n_rinshan"]) / 8]),
    "kans": lambda t: np.array([t.state["n_kan"] / 4]),
    "n_indicators": lambda t: np.array([t.state["n_indicator"] / 4]),
    "kans_pending": lambda t: np.array([t.state["kans_pending"]]),
    "flower_indicators": lambda t: np.array([sum(c == FLOWER for c in t.state["dora"])]),
    "phase": lambda t: one_hot(7, PHASES.index(t.state["phase"]) if t.acts else None),
    "verb": lambda t: np.array(
        [asked(t, phase) and t.state["verb"] == VERB[verb] for phase, verb in VERBS]
    ),
    "robbing": lambda t: np.array([asked(t, "claim") and t.state["robbing"] is not None]),
    "has_drawn": lambda t: np.array([t.acts and t.just_drew()]),
    "replacement": lambda t: np.array([t.acts and t.just_drew() and t.state["drawn_rinshan"]]),
    "shanten": shanten,
    "ukeire_kinds": lambda t: np.array([len(steps(t, False)) / 10]),
    "ukeire_tiles": lambda t: np.array([sum(unseen(t)[k] for k in steps(t, False)) / 20]),
}
GLOBAL_WRITERS |= GAP_WRITERS
GLOBAL_WRITERS |= {
    r["name"]: lambda t, size=r["size"]: np.zeros(size)
    for r in TILES.global_rows
    if r["name"] in EMPTY_ROWS
}
# written from what the engine keeps up to date; their meaning is tested with furiten itself
NOT_REWORKED = {"furiten"}


def opposite(t: Table, write: Any) -> np.ndarray:
    return np.array([write(r) for r in range(1, SEATS)] + [np.zeros(34, int)])


def far(t: Table, relative: int) -> int:
    at = t.seats[relative]
    n = shapes(t.rules).shanten(at["hand"], [c for m in at["melds"] for c in m["tiles"]])
    return 7 if n is None else min(n, 6) + 1


def wall_at(t: Table, *places: int) -> np.ndarray:
    return counts(
        kind_of(t.state["wall"][p]) for p in places if t.state["head"] <= p < t.state["tail"]
    )


def next_replacement(t: Table) -> np.ndarray:
    taken = t.state["n_rinshan"]
    return counts(
        [kind_of(t.state["wall"][-1 - taken])] if taken < t.fields["rinshan_tiles"] else []
    )


ORACLE_WRITERS = {
    "hands": lambda t: opposite(t, lambda r: counts(map(kind_of, t.seats[r]["hand"]))),
    "copies": lambda t: opposite(t, lambda r: copies(t.seats[r]["hand"]).sum(0)),
    "others_waits": lambda t: opposite(t, lambda r: counts(t.waits(r))),
    "others_shanten": lambda t: opposite(t, lambda r: np.full(34, far(t, r))),
    "next": lambda t: np.array([wall_at(t, t.state["head"] + i) for i in range(6)]),
    "next_replacement": next_replacement,
    "ura": lambda t: counts(map(kind_of, t.state["ura"])),
    "live": lambda t: wall_at(t, *range(t.state["head"], t.state["tail"])),
    "last_stacks": lambda t: np.array(
        [
            wall_at(t, *((end - 2, end - 1) if end - 2 >= t.state["head"] else ()))
            for end in range(t.state["tail"], t.state["tail"] - 8, -2)
        ]
    ),
}
# rows that need hands of 3n + 1 or 3n + 2 tiles: none that still holds flowers from the deal
SHAPED = {"ukeire", "keeps", "shanten", "ukeire_kinds", "ukeire_tiles", "others_shanten"}
