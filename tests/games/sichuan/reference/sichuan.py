"""Sichuan Bloody Rules, a second time and slowly: fans, payments, and a hand from deal to end.

Written from docs/rules/sichuan.md. Tiles are kinds by name ("5p"); a hand is a list of them.
``Hand`` deals from a wall and keeps everything itself: nothing is read from the engine but the wall
and, where dice decide, the direction of the exchange.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.games.chinese.reference.shapes import Reading, all_pairs, readings, waits
from tests.games.chinese.reference.tiles import KINDS, Meld, counts_of

SEATS = 4
SUITED = KINDS[:27]
DOUBLES = {
    "all_triplets": 1,
    "pure": 2,
    "seven_pairs": 2,
    "bloom_on_kan": 1,
    "shot_on_kan": 1,
    "robbing_a_kan": 1,
    "generals": 2,
    "golden_hook": 1,
    "dragon_pairs": 1,
    "blessing": 5,
    "terminals": 2,
    "concealed": 1,
    "middle": 1,
    "last_tile": 1,
}
OPTIONAL = (
    *("generals", "golden_hook", "dragon_pairs", "blessing"),
    *("terminals", "concealed", "middle", "last_tile"),
)
OPTIONS: dict[str, Any] = {
    "exchange": "dice",
    "extra_fans": list(OPTIONAL[:4]),
    "drawn_win": "base",
    "kan_handed_on": True,
    "kan_given_back": True,
    "max_doubles": 4,
    "unit": 1,
}
KAN_UNITS = {"kong_open": 2, "kong_added": 1, "kong_closed": 2}
WAYS = {"right": 1, "across": 2, "left": 3}


# -- what a hand is worth (sichuan sections 4 and 5.1) ------------------------------------------


@dataclass(frozen=True)
class Win:
    """A complete hand and how its last tile came; ``tiles`` are all that are concealed."""

    tiles: Sequence[str]
    melds: tuple[Meld, ...] = ()
    source: str = "own"  # or "claim", "rob"
    after_kan: bool = False
    blessed: bool = False
    last_tile: bool = False

    @property
    def kinds(self) -> list[str]:
        return [*self.tiles, *(kind for meld in self.melds for kind in meld.kinds)]


def roots(win: Win) -> int:
    return sum(n == 4 for n in Counter(win.kinds).values())


def moment_fans(win: Win) -> set[str]:
    found = {"last_tile"} if win.last_tile else set()
    found |= {"blessing"} if win.blessed else set()
    if win.source == "rob":
        found.add("robbing_a_kan")
    elif win.after_kan:
        found.add("bloom_on_kan" if win.source == "own" else "shot_on_kan")
    return found


def kind_fans(win: Win) -> set[str]:
    found = {"pure"} if len({kind[1] for kind in win.kinds}) == 1 else set()
    if not any(kind[0] in "19" for kind in win.kinds):
        found.add("middle")
    return found


def set_fans(win: Win, reading: Reading) -> set[str]:
    """Fans of one way to part the concealed tiles into sets and a pair."""
    runs = any(part.form == "run" for part in reading)
    found = set()
    if not runs:
        found.add("all_triplets")
        if all(kind[0] in "258" for kind in win.kinds):
            found.add("generals")
    if len(win.melds) == 4:
        found.add("golden_hook")
    blocks = [*(part.kinds for part in reading), *(meld.kinds for meld in win.melds)]
    if all(any(kind[0] in "19" for kind in block) for block in blocks):
        found.add("terminals")
    if not any(meld.is_open for meld in win.melds):
        found.add("concealed")
    return found


def fan_sets(win: Win) -> list[set[str]]:
    """For each way to read a complete hand."""
    counts = counts_of(win.tiles)
    always = moment_fans(win) | kind_fans(win)
    found = [always | set_fans(win, reading) for reading in readings(counts, 0)]
    if not win.melds and sum(counts) == 14 and all_pairs(counts, 0):
        found.append(always | {"seven_pairs"} | ({"dragon_pairs"} if roots(win) else set()))
    return found


@dataclass(frozen=True)
class Value:
    fans: dict[str, int]  # with their doubles
    total: int
    doubles: int  # after the cap


def value(options: Mapping[str, Any], win: Win) -> Value | None:
    """The best reading; None where the hand is not complete. The void suit is for the caller."""
    known = set(DOUBLES) - set(OPTIONAL) | set(options["extra_fans"])
    best: Value | None = None
    for fans in fan_sets(win):
        left = fans & known
        if "generals" in left:
            left.discard("middle")
        told = {name: DOUBLES[name] for name in left}
        if roots(win):
            told["root"] = roots(win)
        total = sum(told.values())
        if best is None or total > best.total:
            best = Value(told, total, min(total, options["max_doubles"]))
    return best


def owed(options: Mapping[str, Any], doubles: int, *, drawn: bool) -> int:
    """What each payer of a win pays."""
    if drawn and options["drawn_win"] == "double":
        doubles = min(doubles + 1, options["max_doubles"])
    extra = options["unit"] if drawn and options["drawn_win"] == "base" else 0
    return int(options["unit"] * 2**doubles + extra)


# -- a hand in play ------------------------------------------------------------------------------


@dataclass
class Player:
    tiles: list[str] = field(default_factory=list)
    melds: list[Meld] = field(default_factory=list)
    river: list[str] = field(default_factory=list)
    given: list[str] = field(default_factory=list)
    void: str = ""
    won: bool = False
    missed: int = -1  # doubles of the best win passed since the own turn
    kept: Counter[int] = field(default_factory=Counter)  # units of kans, by who paid them

    def holds_void(self) -> bool:
        return any(kind[1] == self.void for kind in self.tiles)

    def without(self, *used: str) -> list[str]:
        left = list(self.tiles)
        for kind in used:
            left.remove(kind)
        return left


class Hand:
    """One hand; ``legal`` and ``act`` take and give actions as words: "discard 5p", "pung", "win".

    Before the first turn they are "give 5p" and "void p".
    """

    def __init__(self, wall: Sequence[str], dealer: int, options: Mapping[str, Any]) -> None:
        self.options = options
        self.dealer = dealer
        self.wall = list(wall)
        self.players = [Player() for _ in range(SEATS)]
        self.scores = [0] * SEATS
        for i in range(SEATS):
            self.players[(dealer + i) % SEATS].tiles = self.take(13)
        self.players[dealer].tiles += self.take(1)
        self.turn = self.actor = dealer
        self.phase = "void" if options["exchange"] == "off" else "give"
        self.voids: dict[int, str] = {}
        self.way = 0  # of the exchange: for the caller where dice decide
        self.drawn: str | None = None
        self.supplement = False
        # who paid for this turn's kan, and units each
        self.kan: tuple[tuple[int, ...], int] = ((), 0)
        self.rob = ""
        self.tile = ""
        self.giver = -1
        self.claims: dict[int, list[str]] = {}
        self.answers: dict[int, str] = {}
        self.heir: int | None = None
        self.over = False

    def take(self, n: int) -> list[str]:
        found, self.wall = self.wall[:n], self.wall[n:]
        return found

    # ---- who plays

    def left(self) -> list[int]:
        return [seat for seat in range(SEATS) if not self.players[seat].won]

    def after(self, seat: int) -> int:
        """The next one who plays on."""
        return next(
            other for i in range(1, SEATS + 1) if not self.players[other := (seat + i) % SEATS].won
        )

    def pay(self, payer: int, payee: int, units: int) -> None:
        self.scores[payer] -= units
        self.scores[payee] += units

    # ---- what is legal

    def legal(self) -> list[str]:
        me = self.players[self.actor]
        if self.phase == "give":
            return [f"give {kind}" for kind in self.givable(me)]
        if self.phase == "void":
            return ["void m", "void p", "void s"]
        if self.phase == "claim":
            return [*self.claims[self.actor], "pass"]
        return self.own_actions(me)

    def givable(self, me: Player) -> list[str]:
        """In ascending order, so that three more or fewer of the suit are left to follow."""
        found = []
        left = me.without(*me.given)
        for kind in sorted(set(left), key=KINDS.index):
            suit = [k for k in left if k[1] == kind[1] and KINDS.index(k) >= KINDS.index(kind)]
            fits = not me.given or (
                me.given[0][1] == kind[1] and KINDS.index(kind) >= KINDS.index(me.given[-1])
            )
            if fits and len(me.given) + len(suit) >= 3:
                found.append(kind)
        return found

    def own_actions(self, me: Player) -> list[str]:
        voids = {kind for kind in me.tiles if kind[1] == me.void}
        found = [f"discard {kind}" for kind in voids or set(me.tiles)]
        called = self.drawn is None and bool(me.melds)
        if called:
            return found
        if self.own_value() is not None:
            found.append("win")
        if self.wall:
            counts = Counter(kind for kind in me.tiles if kind[1] != me.void)
            found += [f"kong_closed {kind}" for kind, n in counts.items() if n == 4]
            pungs = {meld.kinds[0] for meld in me.melds if meld.form == "pung"}
            found += [f"kong_added {kind}" for kind in pungs & set(me.tiles)]
        return found

    def blessed(self, seat: int, source: str) -> bool:
        if source == "rob" or self.players[seat].river:
            return False
        if any(player.melds for player in self.players):
            return False
        first = self.giver == self.dealer and len(self.players[self.dealer].river) == 1
        return source == "own" or first

    def own_value(self) -> Value | None:
        me = self.players[self.turn]
        if me.holds_void():
            return None
        blessed = self.blessed(self.turn, "own")
        moment = ("own", self.supplement, blessed, not self.wall)
        return value(self.options, Win(me.tiles, tuple(me.melds), *moment))

    def claim_value(self, seat: int) -> Value | None:
        """Of the tile in the middle, whatever was missed."""
        me = self.players[seat]
        if me.holds_void() or self.tile[1] == me.void:
            return None
        source = "rob" if self.rob else "claim"
        after_kan = bool(self.kan[0]) and not self.rob
        moment = (source, after_kan, self.blessed(seat, source), not self.wall)
        return value(self.options, Win([*me.tiles, self.tile], tuple(me.melds), *moment))

    def claims_of(self, seat: int) -> list[str]:
        me = self.players[seat]
        worth = self.claim_value(seat)
        found = ["win"] if worth is not None and worth.doubles > me.missed else []
        if not self.rob and self.wall and self.tile[1] != me.void:
            copies = me.tiles.count(self.tile)
            found += ["kong_open"] if copies == 3 else []
            found += ["pung"] if copies >= 2 else []
        return found

    # ---- what happens

    def act(self, action: str) -> None:
        verb, _, kind = action.partition(" ")
        me = self.players[self.actor]
        if verb == "give":
            me.given.append(kind)
            if len(me.given) == 3:
                self.chosen()
        elif verb == "void":
            self.voids[self.actor] = kind
            self.chosen()
        elif self.phase == "claim":
            self.answers[self.actor] = verb
            self.ask_next()
        elif verb == "win":
            self.win_drawn()
        elif verb == "discard":
            self.discard(me, kind)
        else:
            self.declare(verb, kind)

    def chosen(self) -> None:
        self.actor = (self.actor + 1) % SEATS
        if self.actor != self.dealer:
            return
        if self.phase == "give":
            self.exchange()
            self.phase = "void"
        else:
            for seat, suit in self.voids.items():
                self.players[seat].void = suit
            self.phase = "own"

    def exchange(self) -> None:
        way = self.way or WAYS[self.options["exchange"]]
        for player in self.players:
            player.tiles = player.without(*player.given)
        for seat, player in enumerate(self.players):
            self.players[(seat + way) % SEATS].tiles += player.given

    def discard(self, me: Player, kind: str) -> None:
        me.tiles.remove(kind)
        me.river.append(kind)
        self.tile, self.giver, self.rob = kind, self.turn, ""
        self.open_claims()

    def declare(self, verb: str, kind: str) -> None:
        self.tile, self.giver, self.rob = kind, self.turn, verb
        if verb == "kong_added":
            self.open_claims()
        else:
            self.kan_stands()

    def open_claims(self) -> None:
        self.answers = {}
        seats = [seat for seat in self.circle(self.giver) if self.claims_of(seat)]
        self.claims = {seat: self.claims_of(seat) for seat in seats}
        self.phase = "claim"
        self.ask_next()

    def circle(self, seat: int) -> list[int]:
        """The others who play, in turn order."""
        order = [(seat + i) % SEATS for i in range(1, SEATS)]
        return [other for other in order if not self.players[other].won]

    def ask_next(self) -> None:
        won = "win" in self.answers.values()
        for seat, claims in self.claims.items():
            if seat not in self.answers and (not won or "win" in claims):
                self.actor = seat
                return
        self.settle_claims()

    def settle_claims(self) -> None:
        winners = [seat for seat in self.claims if self.answers.get(seat) == "win"]
        for seat, claims in self.claims.items():
            worth = self.claim_value(seat)
            if "win" in claims and seat not in winners and worth is not None:
                self.players[seat].missed = worth.doubles
        if winners:
            self.win_claimed(winners)
            return
        caller = next((s for s in self.claims if self.answers[s] in ("pung", "kong_open")), None)
        if self.rob:
            self.kan_stands()
        elif caller is not None:
            self.call(caller, self.answers[caller])
        else:
            self.begin_turn(self.after(self.giver))

    def call(self, seat: int, form: str) -> None:
        me = self.players[seat]
        me.tiles = me.without(*[self.tile] * (3 if form == "kong_open" else 2))
        me.melds.append(Meld(form, (self.tile,) * (4 if form == "kong_open" else 3), self.giver))
        for other in self.circle(self.giver):  # their turn is skipped
            if other == seat:
                break
            self.players[other].missed = -1
        self.turn = self.actor = seat
        self.phase, self.drawn, self.supplement = "own", None, False
        me.missed = -1
        self.kan = ((), 0)
        if form == "kong_open":
            self.pay_kan(form, [self.giver])
            self.draw(supplement=True)

    def kan_stands(self) -> None:
        me, kind, form = self.players[self.turn], self.tile, self.rob
        if form == "kong_added":
            me.tiles.remove(kind)
            at = next(i for i, meld in enumerate(me.melds) if meld.kinds[0] == kind)
            me.melds[at] = Meld(form, (kind,) * 4, me.melds[at].giver)
        else:
            me.tiles = me.without(*[kind] * 4)
            me.melds.append(Meld(form, (kind,) * 4))
        self.rob = ""
        self.pay_kan(form, self.circle(self.turn))
        self.draw(supplement=True)

    def pay_kan(self, form: str, payers: Sequence[int]) -> None:
        units = KAN_UNITS[form]
        self.kan = (tuple(payers), units)
        for payer in payers:
            self.players[self.turn].kept[payer] += units
            self.pay(payer, self.turn, units * self.options["unit"])

    def begin_turn(self, seat: int) -> None:
        self.turn = seat
        self.kan = ((), 0)
        if self.wall:
            self.draw(supplement=False)
        else:
            self.wall_empty()

    def draw(self, *, supplement: bool) -> None:
        (self.drawn,) = self.take(1)
        self.players[self.turn].tiles.append(self.drawn)
        self.players[self.turn].missed = -1
        self.supplement = supplement
        self.phase, self.actor = "own", self.turn

    # ---- wins

    def leave(self, seat: int) -> None:
        self.players[seat].won = True
        if self.heir is None:
            self.heir = seat

    def win_drawn(self) -> None:
        worth = self.own_value()
        assert worth is not None
        for payer in self.circle(self.turn):
            self.pay(payer, self.turn, owed(self.options, worth.doubles, drawn=True))
        self.leave(self.turn)
        self.go_on(self.after(self.turn))

    def win_claimed(self, winners: Sequence[int]) -> None:
        if self.heir is None and len(winners) > 1:
            self.heir = self.giver
        self.hand_on(winners)
        for seat in winners:
            worth = self.claim_value(seat)
            assert worth is not None
            self.pay(self.giver, seat, owed(self.options, worth.doubles, drawn=False))
        for seat in winners:
            self.leave(seat)
        if self.rob:
            self.players[self.giver].tiles.remove(self.tile)
        self.go_on(self.after(winners[-1]))

    def hand_on(self, winners: Sequence[int]) -> None:
        payers, units = self.kan
        if self.rob or not payers or not self.options["kan_handed_on"]:
            return
        total = units * len(payers)
        for payer in payers:
            self.players[self.giver].kept[payer] -= units
        shares = [total // len(winners)] * len(winners)
        shares[0] += total % len(winners)
        for seat, share in zip(winners, shares, strict=True):
            self.pay(self.giver, seat, share * self.options["unit"])

    def go_on(self, seat: int) -> None:
        if len(self.left()) == 1:
            self.over = True
        else:
            self.begin_turn(seat)

    # ---- the end (sichuan section 5.4)

    def best_doubles(self, seat: int) -> int | None:
        """The most that a plain discard could have won; None: not ready."""
        me = self.players[seat]
        if me.holds_void():
            return None
        found = []
        held = Win(me.tiles, tuple(me.melds)).kinds
        for kind in waits(counts_of(me.tiles), 0, pairs=not me.melds):
            if kind in SUITED and kind[1] != me.void and held.count(kind) < 4:
                worth = value(self.options, Win([*me.tiles, kind], tuple(me.melds), "claim"))
                assert worth is not None
                found.append(worth.doubles)
        return max(found, default=None)

    def wall_empty(self) -> None:
        unit, left = self.options["unit"], self.left()
        pigs = [seat for seat in left if self.players[seat].holds_void()]
        ready = {seat: self.best_doubles(seat) for seat in left}
        unready = [seat for seat in left if ready[seat] is None and seat not in pigs]
        for payee in range(SEATS):
            if payee not in pigs:
                for pig in pigs:
                    self.pay(pig, payee, unit * 2 ** self.options["max_doubles"])
            doubles = ready.get(payee)
            if doubles is not None:
                for payer in unready:
                    self.pay(payer, payee, unit * 2**doubles)
        if self.options["kan_given_back"]:
            for seat in [*pigs, *unready]:
                for other, units in self.players[seat].kept.items():
                    self.pay(seat, other, units * unit)
        self.over = True

    def next_dealer(self) -> int:
        return self.dealer if self.heir is None else self.heir
