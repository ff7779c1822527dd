"""Games of Wuhan for its tests: lively play, and positions in the reference's words."""

from collections.abc import Iterator
from random import Random
from typing import Any, Self

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.bots.style import style
from shugi._fast.core.actions import action_id
from shugi._fast.core.tiles import parse_tiles
from shugi.envs.rulesets.rules import written_rules
from tests.games.chinese.reference.options import options_of
from tests.games.chinese.reference.payments import deltas
from tests.games.chinese.reference.tiles import Meld
from tests.games.chinese.words import FACES, FORMS
from tests.games.wuhan.reference import wuhan, wuhan_play
from tests.support.one_game import OneGame, left_of

PLAIN = style("plain")
State = dict[str, Any]
KAN_TILE, WILD = 60, 63
VERBS = {name: action_id(name) for name in ("win", "pass", "nuki", "kan_closed", "kan_added")}
CALLS = [action_id(name) for name in ("kan_open", "pon", "chi_low", "chi_mid", "chi_high")]
# add-ons and options of the comparison, in the engine's and the reference's words
PRESETS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "classic": ("wuhan", "wuhan", {}),
    "classic16": ("wuhan+classic16", "wuhan", {"preset": "classic16"}),
    "red_green": ("wuhan+red_green", "wuhan", {"preset": "red_green"}),
    "per_meld": ("wuhan+per_meld", "wuhan", {"preset": "per_meld"}),
    "peel": ("wuhan+peel", "wuhan", {"preset": "peel"}),
    "high_caps": ("wuhan+high_caps", "wuhan", {"preset": "high_caps"}),
    "high_caps_800": ("wuhan+high_caps_800", "wuhan", {"preset": "high_caps_800"}),
    "three_players": ("wuhan+three_players", "wuhan3", {}),
}


class Lively:
    """Opens hands and lays kong tiles aside more often than random play, discards for shape."""

    def __init__(self, name: str, n: int, seed: int, **options: Any) -> None:
        self.batch = Batch(written_rules(name, options), n, seed=seed)
        self.rng = Random(seed)
        self.actions = np.zeros(n, np.uint8)

    def step(self) -> None:
        self.choose()
        self.batch.step(self.actions)
        assert not self.batch.status.any()

    def choose(self) -> None:
        """What each game's seat does next, into ``actions``."""
        batch, rng = self.batch, self.rng
        batch.baseline(self.actions, PLAIN)
        mask = batch.legal()
        for i in range(batch.n):
            calls = [call for call in CALLS if mask[i, call]]
            kans = [VERBS[name] for name in ("kan_closed", "kan_added") if mask[i, VERBS[name]]]
            if mask[i, VERBS["win"]] and rng.random() < 0.9:
                self.actions[i] = VERBS["win"]
            elif calls and rng.random() < 0.6:
                self.actions[i] = rng.choice(calls)
            elif kans and rng.random() < 0.5:
                self.actions[i] = rng.choice(kans)
            elif rng.random() < 0.1:
                self.actions[i] = rng.choice(np.flatnonzero(mask[i]).tolist())


class View:
    """A position as the reference sees it."""

    def __init__(self, state: State, game: str, changes: dict[str, Any]) -> None:
        self.state = state
        self.options = options_of(game, changes)
        indicator = FACES[state["dora"][0]]
        self.laizi = wuhan.laizi_of(self.options, indicator)
        self.kongs = wuhan.kan_tiles(self.options, indicator)
        if self.options["kong_tile_mode"] == "pizi":
            circle = wuhan.circle_of(self.options, indicator)
            self.order = [indicator, circle[circle.index(indicator) - 1]]
        else:
            self.order = ["R", "G"]
        reserve = wuhan.RESERVE
        self.table = wuhan_play.Table(
            self.laizi,
            self.kongs,
            state["tail"] - state["head"] + reserve,
            state["dealer"],
            [self.player(seat) for seat in state["seats"]],
        )

    def face(self, code: int) -> str:
        if code == WILD:
            return self.laizi
        return self.order[code - KAN_TILE] if code >= KAN_TILE else FACES[code]

    def faces(self, codes: list[int]) -> list[str]:
        return [self.face(code) for code in codes]

    def player(self, seat: State) -> wuhan.Player:
        types = [meld["type"] for meld in seat["melds"]]
        gone = [*seat["river"], *seat["aside"]]
        return wuhan.Player(
            open=len(types) - types.count("ankan"),
            ck=types.count("ankan"),
            lk=gone.count(WILD),
            mk=types.count("daiminkan") + types.count("kakan"),
            rk=sum(KAN_TILE <= code < WILD for code in gone),
        )

    def turn(self, seat: int, *, own: bool) -> wuhan_play.Turn:
        state, held = self.state, self.state["seats"][seat]
        melds = tuple(
            Meld(FORMS[meld["type"]], tuple(self.faces(meld["tiles"])), meld["from_seat"])
            for meld in held["melds"]
        )
        drawn = state["drawn"] if own else None
        return wuhan_play.Turn(
            seat,
            self.faces(held["hand"]),
            melds,
            None if drawn is None else self.face(drawn),
            bool(own and state["drawn_rinshan"]),
        )


def settlement(view: View, winner: int, by: str) -> tuple[list[int], wuhan.Value, int | None]:
    """What the win moves, its value and who is liable, by the reference."""
    state, options = view.state, view.options
    own = by == "tsumo"
    giver = None if own else state["discarder"]
    source = "own" if own else "claim" if state["robbing"] is None else "rob"
    tile = view.face(state["drawn"] if own else state["discard"])
    me = view.turn(winner, own=own)
    last = state["phase"] == "offer"
    won = wuhan_play.win_of(view.table, me, tile, source, giver, last)
    value = wuhan.best(options, won)
    assert value is not None
    ready = True
    if "all_claimed" in value.patterns:
        theirs = view.turn(state["discarder"], own=False)
        hand = wuhan_play.win_of(view.table, theirs, tile, "claim", None)
        ready = bool(wuhan.waits(options, hand))
    liable = wuhan.liable(won, value, ready)
    due = wuhan.owed(options, won, value, liable)
    return deltas(due, winner, len(state["seats"])), value, liable


def tile_choices(batch: Batch, i: int, verb: int) -> list[int]:
    """The codes that may be chosen after a verb, the only one included."""
    trial = Batch(batch.rules, 1, forced=False, auto_reset=False)
    trial.load(0, batch.save(i))
    trial.step_one(0, verb)
    return trial.legal_actions(0)


def walked(preset: str, n: int, seed: int, steps: int, **options: Any) -> Iterator[Batch]:
    """Lively play, before each step."""
    play = Lively(PRESETS[preset][0], n, seed, **options)
    for _ in range(steps):
        yield play.batch
        play.step()


# ---- tables set by hand


class SetTable(OneGame):
    """One game on a given wall; seat 0 deals."""

    def __init__(
        self,
        hands: list[str],
        draws: str = "",
        indicator: str = "2p",
        last: str = "",
        name: str = "wuhan",
        **options: Any,
    ) -> None:
        """``hands`` from the dealer on, filled up at random; ``draws`` follow the deal.

        The first of them is the dealer's extra tile; ``last`` end the live wall.
        """
        rules = written_rules(name, {"min_points": 0} | options)
        end = Batch(rules, 1, forced=False).state(0)["tail"]
        rest = sorted(left_of(rules, *hands, draws, last, indicator).elements())
        Random(4).shuffle(rest)
        wall: list[int] = []
        for hand in [*hands, *[""] * (rules.seats - len(hands))]:
            given = parse_tiles(hand)
            wall += given + [rest.pop() for _ in range(13 - len(given))]
        wall += parse_tiles(draws)
        ending = parse_tiles(last)
        wall += [rest.pop() for _ in range(end - len(wall) - len(ending))]
        super().__init__(rules, [*wall, *ending, *parse_tiles(indicator), *rest])

    def claim(self, seat: int, verb: str) -> None:
        """The seat answers so, those asked before it pass."""
        while self.state["actor"] != seat:
            self.act("pass")
        self.act(verb)
        while self.state["phase"] == "claim":
            self.act("pass")

    def drop(self) -> Self:
        """As ever, but the first tile that may be where the drawn one may not."""
        state, legal = self.state, self.batch.legal_actions(0)
        bound = state["phase"] == "own" and state["drawn"] not in legal
        return self.act(self.name(min(legal))) if bound else super().drop()

    def drop_until(self, seat: int, *phases: str) -> int:
        """... until the seat is to decide in one of the phases; the discards made."""
        discards = 0
        while not (self.state["actor"] == seat and self.state["phase"] in phases):
            discards += self.state["phase"] == "own"
            self.drop()
            assert self.state["hand_no"] == 1, "the hand is over"
        return discards
