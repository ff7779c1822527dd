"""A Kawuxing hand followed by the slow reference: what is legal, what is paid, who comes next.

Hands and melds are read from the engine; series of kans, missed wins, disclosures, turn order,
payments and bankers are worked out here. Seats become places in turn order for the reference.
"""

from collections import Counter
from random import Random
from typing import Any

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.rules.compile import Rules
from tests.games.chinese.reference import play
from tests.games.chinese.reference.options import options_of
from tests.games.chinese.reference.tiles import Meld
from tests.games.chinese.words import ACTIONS, FACES, FORMS, claims_of
from tests.games.kawuxing.reference import kawuxing
from tests.games.kawuxing.reference.kawuxing import Series, Turn, Win

WIN = ACTIONS["win"]
WITH_TILE = ("kong_closed", "kong_added", "disclose")
ANSWERS = ("win", "kong_open", "pung", "pass")


def name(code: int) -> str:
    return FACES[code]


class Table:
    """One game, followed decision by decision; ``met`` counts what happened."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.batch = Batch(rules, 1, seed=seed, forced=False, auto_reset=False)
        known = options_of("kawuxing")
        self.options = options_of(
            "kawuxing", {key: rules.options[key] for key in known if key in rules.options}
        )
        self.met: Counter[str] = Counter()
        self.resting: int | None = None
        self.people: list[int] = []  # the seats by place
        self.due: Counter[int] = Counter()  # what the newest action moves, by place
        self.over: list[int] | None = None  # the winners' places, once the hand is over
        self.loser: int | None = None
        self.begin_hand()

    # ---- the engine's view; ``seen`` is the table at the last own turn, where claims are judged

    def look(self) -> dict[str, Any]:
        self.state: dict[str, Any] = self.batch.state(0)
        return self.state

    def step(self, *actions: int) -> None:
        for action in actions:
            self.batch.step(np.array([action]))
            assert self.batch.status[0] == 0
        self.look()

    def melds(self, place: int) -> tuple[Meld, ...]:
        melds = self.seen["seats"][self.people[place]]["melds"]
        return tuple(Meld(FORMS[m["type"]], tuple(map(name, m["tiles"]))) for m in melds)

    def hand(self, place: int) -> list[str]:
        return [name(code) for code in self.seen["seats"][self.people[place]]["hand"]]

    @property
    def wall(self) -> int:
        return int(self.seen["tail"] - self.seen["head"])

    # ---- a hand

    def begin_hand(self) -> None:
        state = self.seen = self.look()
        sizes = [len(seat["hand"]) for seat in state["seats"]]
        dealer = state["dealer"]
        if not self.people:
            order = [(dealer + i) % len(sizes) for i in range(len(sizes))]
            self.people = [seat for seat in order if sizes[seat]]
            self.resting = next((seat for seat in order if not sizes[seat]), None)
        assert [sizes[seat] for seat in self.people].count(13) == 2
        self.banker = self.people.index(dealer)
        assert sizes[dealer] == 14 and self.wall == 44
        self.turn = self.banker
        self.series = Series()
        self.streak = 0
        self.disclosed: list[int] = []
        self.missed: dict[int, int] = {}
        self.claims: dict[int, list[str]] = {}
        self.answers: dict[int, str] = {}
        self.rob = ""  # the kan that is announced, and its place in series and turn
        self.kong = (0, 0)
        self.giver, self.tile = -1, ""

    def own(self) -> tuple[Turn, Win | None]:
        """The place whose turn it is, and its win by the tile just drawn."""
        kinds, drawn = self.hand(self.turn), self.state["drawn"]
        tile = None if drawn is None else name(drawn)
        supplement = bool(self.state["drawn_rinshan"])
        shown = self.turn in self.disclosed
        me = Turn(self.turn, kinds, self.melds(self.turn), tile, shown, None, supplement)
        if tile is None:
            return me, None
        win = Win(
            play.taken(kinds, [tile]),
            tile,
            me.melds,
            "own",
            self.turn,
            None,
            self.streak if supplement else 0,
            False,
            shown,
            self.wall == 0,
        )
        return me, win

    def claim(self, place: int) -> tuple[Turn, Win]:
        """A place and its win on the tile in the middle."""
        kinds, shown = self.hand(place), place in self.disclosed
        me = Turn(place, kinds, self.melds(place), None, shown, self.missed.get(place))
        source = "rob" if self.rob else "claim"
        fresh = self.series.fresh_discard and not self.rob
        win = Win(kinds, self.tile, me.melds, source, place, self.giver, 0, fresh, shown)
        return me, win

    # ---- what is legal

    def legal(self) -> list[str]:
        """The reference's actions, after they were compared with the engine's."""
        if self.claims:
            asked = self.to_ask()[0]
            assert self.state["actor"] == self.people[asked]
            expected = [*self.claims[asked], "pass"]
            found = {word for word in ANSWERS if ACTIONS[word] in self.batch.legal_actions(0)}
            assert found == set(expected)
            return expected
        self.seen = self.state
        assert self.state["phase"] == "own" and self.state["actor"] == self.people[self.turn]
        me, win = self.own()
        expected = kawuxing.own_actions(self.options, me, win, self.wall)
        assert sorted(self.own_names()) == sorted(expected), (me, win)
        return expected

    def own_names(self) -> list[str]:
        legal = self.batch.legal_actions(0)
        found = [f"discard {name(code)}" for code in legal if code < len(FACES)]
        found += ["win"] if WIN in legal else []
        for verb in WITH_TILE:
            if (action := ACTIONS[verb]) in legal:
                trial = self.batch.clone()
                trial.step(np.array([action]))
                found += [f"{verb} {name(code)}" for code in trial.legal_actions(0)]
        assert len(found) >= len(legal)
        return found

    # ---- what happens

    def take(self, action: str) -> None:
        """Plays an action in the engine and compares what follows."""
        before = self.batch.scores(0)
        verb, _, kind = action.partition(" ")
        self.due.clear()
        self.met[verb] += 1
        if self.claims:
            self.step(ACTIONS[verb])
            self.answered(verb)
        else:
            played = [ACTIONS[verb]] if verb in ACTIONS else []
            _, win = self.own()
            supplement = self.state["drawn"] if self.state["drawn_rinshan"] else None
            self.step(*played, *([FACES.index(kind)] if kind else []))
            self.acted(verb, kind, win, None if supplement is None else name(supplement))
        change = [after - once for once, after in zip(before, self.batch.scores(0), strict=True)]
        people = [*self.people, *([] if self.resting is None else [self.resting])]
        assert change == [self.due[people.index(seat)] for seat in range(len(change))], action
        if self.over is not None:
            self.end_hand()

    def pay(self, to: int, owed: dict[int, int]) -> None:
        for payer, amount in owed.items():
            self.due[payer] -= amount
            self.due[to] += amount

    def acted(self, verb: str, kind: str, win: Win | None, supplement: str | None) -> None:
        self.missed.pop(self.turn, None)
        self.tile, self.giver, self.rob = kind, self.turn, ""
        if verb == "win":
            assert win is not None
            self.won([(self.turn, win)], None)
        elif verb.startswith("kong"):
            series = Series(self.series.length, supplement)
            chain = kawuxing.chain_of(self.options, series, (kind,) * 4, False)
            self.rob = verb
            self.kong = (chain, self.streak + 1 if chain > 1 else 1)
            if verb == "kong_added":
                self.ask()
            if not self.claims:
                self.kong_stands()
        else:
            if verb == "disclose":
                self.disclosed.append(self.turn)
            fresh = supplement is not None
            self.series = Series(self.series.length if fresh else 0, None, fresh)
            self.ask()
            if not self.claims:
                self.next_turn()

    def ask(self) -> None:
        """Whom the engine must ask now, and what."""
        self.answers, self.claims = {}, {}
        for i in (1, 2):
            place = (self.giver + i) % 3
            me, win = self.claim(place)
            found = kawuxing.claims(self.options, me, win, self.wall, rob=bool(self.rob))
            if found:
                self.claims[place] = found
        if self.claims:
            assert self.state["phase"] == "claim"
            for place, seat in enumerate(self.people):
                found = set(self.claims.get(place, []))
                assert claims_of(self.state["option"][seat]) == found, self.claims

    def to_ask(self) -> list[int]:
        """Who has not answered; once somebody wins, only who could win too."""
        won = "win" in self.answers.values()
        left = [place for place in self.claims if place not in self.answers]
        return [place for place in left if not won or "win" in self.claims[place]]

    def answered(self, verb: str) -> None:
        self.answers[self.to_ask()[0]] = verb
        if self.to_ask():
            return
        claims, self.claims = self.claims, {}
        standing = play.resolved(self.answers, self.giver, 3)
        if standing and self.answers[standing[0]] == "win":
            self.won([(place, self.claim(place)[1]) for place in standing], self.giver)
            return
        for place, found in claims.items():
            if "win" in found:
                value = kawuxing.value(self.options, self.claim(place)[1])
                assert value is not None
                self.missed[place] = max(value.doubles, self.missed.get(place, 0))
                self.met["missed"] += 1
        if self.rob:
            self.kong_stands()
        elif standing:
            self.called(standing[0], self.answers[standing[0]])
        else:
            self.next_turn()

    def kong_stands(self) -> None:
        length, self.streak = self.kong
        self.series = Series(length)
        self.met[f"chain {min(length, 3)}"] += 1
        form = "growing" if self.rob == "kong_added" else "closed"
        self.pay(self.turn, kawuxing.kong_owed(self.options, form, self.turn, length))
        self.rob = ""

    def called(self, place: int, form: str) -> None:
        for i in range(1, (place - self.giver) % 3):
            self.missed.pop((self.giver + i) % 3, None)
        self.missed.pop(place, None)
        self.turn, self.streak = place, 0
        if form == "pung":
            self.series = Series()
            return
        length = kawuxing.chain_of(self.options, self.series, (self.tile,) * 4, True)
        self.met[f"chain {min(length, 3)}"] += 1
        self.series, self.streak = Series(length), 1
        self.pay(place, kawuxing.kong_owed(self.options, "direct", place, length, self.giver))

    def next_turn(self) -> None:
        if self.state["hand_over"]:
            found = kawuxing.draw_owed(self.options, self.disclosed)
            if found is not None:
                first, owed = found
                self.met["disclosed draw"] += 1
                for place, amount in owed.items():
                    self.pay(place, {first: amount})
            self.met["draw"] += 1
            self.over = []
            self.loser = None
            return
        self.turn = (self.giver + 1) % 3
        self.series, self.streak = Series(), 0
        self.missed.pop(self.turn, None)

    def won(self, wins: list[tuple[int, Win]], giver: int | None) -> None:
        assert self.state["hand_over"]
        for place, win in wins:
            value = kawuxing.value(self.options, win)
            assert value is not None
            self.met.update(value.patterns)
            owed = kawuxing.owed(self.options, win, value.doubles, self.disclosed)
            self.pay(place, owed)
        self.met[f"{len(wins)} by {wins[0][1].source}"] += 1
        self.over, self.loser = [place for place, _ in wins], giver

    def end_hand(self) -> None:
        winners, self.over = self.over or [], None
        place = kawuxing.next_banker(self.banker, winners, self.loser)
        last = self.state["last"]
        assert last["winners"] == sorted(self.people[winner] for winner in winners)
        giver = None if self.loser is None else self.people[self.loser]
        assert all(last["loser"][winner] == giver for winner in last["winners"])
        if self.resting is not None:
            people, resting = [str(seat) for seat in self.people], str(self.resting)
            people, resting = kawuxing.people_after(self.options, people, resting, winners)
            self.people, self.resting = [int(seat) for seat in people], int(resting)
        if not self.batch.done[0]:
            assert self.state["dealer"] == self.people[place]
            self.begin_hand()
            assert self.banker == place

    # ---- playing on

    def game(self, rng: Random, style: str) -> Counter[str]:
        """Plays to the end in a style of ``LIKES``; what was met."""
        bot = self.batch.clone()
        while not self.batch.done[0]:
            legal = self.legal()
            self.take(self.choose(rng, legal, style, bot))
        return self.met

    def choose(self, rng: Random, legal: list[str], style: str, bot: Batch) -> str:
        if self.rob and "win" in legal:
            return rng.choice(["win", "win", "pass"])
        for verb, chance in LIKES[style].items():
            found = [one for one in legal if one.startswith(verb)]
            if found and rng.random() < chance:
                return rng.choice(found)
        if self.claims:
            return "pass"
        plain = [one for one in legal if one.startswith("discard")]
        if style == "kongs":  # keeps what it has most of
            kinds = self.hand(self.turn)
            return min(plain, key=lambda one: (kinds.count(one.split()[1]), rng.random()))
        bot.copy_from(self.batch, np.array([0]), np.array([0]))
        actions = np.zeros(1, np.uint8)
        bot.baseline(actions)
        wish = f"discard {name(int(actions[0]))}" if actions[0] < len(FACES) else ""
        return wish if wish in plain and rng.random() < 0.9 else rng.choice(plain)


# chance to take an action that is legal, the first one first
LIKES = {
    "wins": {"win": 0.9, "kong": 0.5, "disclose": 0.3, "pung": 0.4},
    "misses": {"kong": 0.8, "win": 0.3, "disclose": 0.1, "pung": 0.3},
    "kongs": {"kong": 0.97, "win": 0.3, "disclose": 0.05, "pung": 0.7},
    "shows": {"disclose": 0.9, "win": 0.4, "kong": 0.9, "pung": 0.2},
}
