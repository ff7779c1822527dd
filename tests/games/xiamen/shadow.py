"""Plays along with the engine's Xiamen games and asks the slow reference at every decision.

What a game remembers (floats, rounds, missed tiles, stays) is kept here from the actions alone.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.rules.compile import Rules
from tests.games.chinese.reference import payments, play
from tests.games.chinese.reference.options import Options
from tests.games.chinese.reference.random_cases import Exhausted, Maker
from tests.games.chinese.reference.tiles import FLOWERS, KINDS, Meld, Wild, wild_of
from tests.games.chinese.words import ACTIONS, CLAIMS, FACES, FORMS, claims_of
from tests.games.xiamen.reference import xiamen, xiamen_play
from tests.games.xiamen.reference.xiamen_play import Player, Table

State = dict[str, Any]
FIRST_FLOWER, WILD = 51, 63
PASS, WIN, KNOCK, ROB_GOLD = (ACTIONS[word] for word in ("pass", "win", "knock", "rob_gold"))
OPENING = {"heavenly": WIN, "knock_deal": KNOCK, "rob_gold": ROB_GOLD}
DEAD_WALL = xiamen.DEAD_WALL


def printed(code: int) -> str:
    """A plain code or a flower as the reference writes it."""
    return FACES[code] if code < len(FACES) else FLOWERS[code - FIRST_FLOWER]


def code_of(face: str) -> int:
    """The opposite of ``printed``."""
    return FIRST_FLOWER + FLOWERS.index(face) if face in FLOWERS else FACES.index(face)


class Shadow:
    """One engine game (every decision, no automatic reset) and the reference beside it."""

    def __init__(
        self, rules: Rules, options: Options, seed: int, wall: Sequence[str] = (), dealer: int = 0
    ) -> None:
        self.options = options
        self.batch = Batch(rules, 1, seed=seed, forced=False, auto_reset=False)
        if wall:
            self.batch.set_wall(0, [code_of(face) for face in wall], dealer)
        self.met = Counter[str]()
        self.multipliers: list[int] = []
        self.stays = 0
        self.state: State = self.batch.state(0)
        self.begin_hand()

    # -- the hand in play ------------------------------------------------------------------------

    def begin_hand(self) -> None:
        """Checks the deal, and forgets all that belongs to a hand."""
        state = self.state
        self.indicator = printed(state["dora"][0]) if state["n_indicator"] else None
        self.floats = [0] * 4
        self.forfeited = [False] * 4
        self.missed: list[set[str]] = [set() for _ in range(4)]
        self.rounds: set[int] = set()
        self.first_discard = True
        self.opening: list[tuple[int, str]] = []
        self.check_deal()
        if self.indicator is not None:
            players = [self.player(seat) for seat in range(4)]
            self.opening = xiamen_play.opening(self.options, self.table(), players)

    def check_deal(self) -> None:
        """xiamen.md 2: flowers are replaced in rounds; the indicator is no flower."""
        state, dealer = self.state, self.state["dealer"]
        faces = [self.face(code) for code in state["wall"]]
        order = [(dealer + i) % 4 for i in range(4)]
        hands: list[list[str]] = [[] for _ in range(4)]
        for place, seat in enumerate(order):
            hands[seat] = faces[16 * place : 16 * place + 16]
        hands[dealer].append(faces[64])
        if self.indicator is None:
            return
        plain, flowers, left = xiamen_play.meld_flowers(hands, faces[:64:-1], dealer)
        for seat in range(4):
            assert sorted(self.kinds(seat)) == sorted(plain[seat])
            assert sorted(self.flowers(seat)) == sorted(flowers[seat])
        assert len(faces) - state["head"] == len(left)
        assert state["tail"] - state["head"] + DEAD_WALL == self.wall()

    def face(self, code: int) -> str:
        if code == WILD:
            assert self.indicator is not None
            return self.indicator
        face = printed(code)
        return "B" if face == self.indicator and face != "B" and code != WILD else face

    def wild(self) -> Wild:
        assert self.indicator is not None
        return wild_of(self.indicator)

    def kinds(self, seat: int) -> list[str]:
        return [self.face(code) for code in self.state["seats"][seat]["hand"]]

    def flowers(self, seat: int) -> tuple[str, ...]:
        return tuple(printed(code) for code in self.state["seats"][seat]["aside"])

    def melds(self, seat: int) -> tuple[Meld, ...]:
        return tuple(
            Meld(FORMS[meld["type"]], tuple(map(self.face, meld["tiles"])), meld["from_seat"])
            for meld in self.state["seats"][seat]["melds"]
        )

    def wall(self) -> int:
        """Tiles left, the dead wall included; one less can be drawn if the indicator is extra."""
        return int(self.state["tail"] - self.state["head"]) + DEAD_WALL

    def player(self, seat: int, drawn: str | None = None) -> Player:
        return Player(
            seat,
            self.kinds(seat),
            drawn,
            self.melds(seat),
            self.floats[seat],
            frozenset(self.missed[seat]),
            self.forfeited[seat],
        )

    def discarded(self) -> list[str]:
        """Faces that the honour rule counts."""
        claimed = self.options["honour_rule_counts_claimed"]
        return [
            self.face(code)
            for seat in self.state["seats"]
            for code, flags in zip(seat["river"], seat["river_flags"], strict=True)
            if claimed or not flags & 4
        ]

    def table(self, round_of: int | None = None) -> Table:
        assert self.indicator is not None
        return Table(
            self.wild(),
            self.indicator,
            self.wall(),
            self.state["dealer"],
            self.discarded(),
            round_of,
            self.first_discard,
        )

    # -- what the reference allows ---------------------------------------------------------------

    def claims(self, seat: int, tile: str, giver: int, rob: bool) -> set[str]:
        """Of one seat; where two rounds run, each of them bars."""
        others = sorted(self.rounds - {seat})
        mine = seat if seat in self.rounds else None
        for_win = mine if mine is not None else next(iter(others), None)
        for_calls = next(iter(others), mine)
        me = self.player(seat)
        ask = xiamen_play.claims
        wins = ask(self.options, self.table(for_win), me, tile, giver, rob=rob)
        calls = ask(self.options, self.table(for_calls), me, tile, giver, rob=rob)
        return {claim for claim in wins if claim == "win"} | {c for c in calls if c != "win"}

    def own_actions(self) -> set[str]:
        """Of the seat on turn, kans with their kind; the banker's first turn wins nothing."""
        seat, state = self.state["turn"], self.state
        drawn = None if state["drawn"] is None else self.face(state["drawn"])
        me = self.player(seat, drawn)
        found = set(xiamen_play.own_actions(self.options, self.table(), me))
        first = self.first_discard and not state["drawn_rinshan"]
        if first:
            found.discard("win")
            if xiamen_play.discard_and_rob(self.options, self.table(), me):
                found.add("rob")
        if self.options["knock_time"] == "own_last_turn" and xiamen_play.knocks(
            self.options, self.table(), me
        ):
            found.add("knock")
        return found

    # -- what the engine allows ------------------------------------------------------------------

    def legal(self) -> set[int]:
        return set(self.batch.legal_actions(0))

    def after(self, action: int) -> list[int]:
        trial = self.batch.clone()
        trial.step_one(0, action)
        return trial.legal_actions(0)

    def engine_actions(self) -> set[str]:
        legal = self.legal()
        found = {f"discard {self.face(code)}" for code in legal if code <= WILD}
        names = {WIN: "win", KNOCK: "knock", ROB_GOLD: "rob"}
        found |= {names[action] for action in legal & names.keys()}
        for name in ("kong_closed", "kong_added"):
            if (verb := ACTIONS[name]) in legal:
                found |= {f"{name} {self.face(code)}" for code in self.after(verb)}
        return found

    def check(self) -> None:
        """The engine's legal actions are those of the reference; no tile is lost."""
        state = self.state
        self.check_tiles()
        if state["phase"] == "own":
            assert self.engine_actions() == self.own_actions(), state
        elif state["phase"] == "claim":
            tile, giver = self.face(state["discard"]), state["discarder"]
            rob = state["robbing"] is not None
            for seat in {0, 1, 2, 3} - {giver}:
                wanted = self.claims(seat, tile, giver, rob)
                assert claims_of(state["option"][seat]) == wanted, (seat, wanted)
            mine = self.claims(state["actor"], tile, giver, rob)
            assert self.legal() == {ACTIONS[claim] for claim in mine} | {PASS}
        elif state["phase"] == "offer":
            self.check_offer()

    def check_tiles(self) -> None:
        """Every tile lies in one place; sixteen are in a hand, a kong counting as three.

        The seat on turn holds one more, but not while its discard is asked about.
        """
        state, seats = self.state, self.state["seats"]
        placed = len(state["wall"]) - state["head"]
        for number, seat in enumerate(seats):
            tiles = sum(len(meld["tiles"]) for meld in seat["melds"])
            placed += len(seat["hand"]) + tiles + len(seat["aside"])
            placed += sum(not flags & 4 for flags in seat["river_flags"])
            more = len(seat["hand"]) + 3 * len(seat["melds"]) - 16
            on_turn = number == state["turn"]
            if self.indicator is not None:
                assert more == (on_turn if state["phase"] == "own" else more * on_turn) <= 1
        assert placed == len(state["wall"]) == 144

    def check_offer(self) -> None:
        state, legal = self.state, self.legal()
        if self.indicator is None or xiamen_play.eight_flowers(
            self.options, self.flowers(state["actor"])
        ):
            assert xiamen_play.eight_flowers(self.options, self.flowers(state["actor"]))
            assert legal == {WIN}
        elif legal & {*range(64)}:
            me = self.player(state["dealer"])
            tiles = xiamen_play.discard_and_rob(self.options, self.table(), me)
            assert {self.face(code) for code in legal} == set(tiles)
        elif self.opening:
            seat, what = self.opening.pop(0)
            assert (state["actor"], legal) == (seat, {OPENING[what], PASS})
            self.offered = what
        else:
            assert legal == {KNOCK, PASS}
            assert xiamen_play.knocks(self.options, self.table(), self.player(state["actor"]))
            self.offered = "knock"

    # -- a step ----------------------------------------------------------------------------------

    def step(self, action: int) -> None:
        """Plays the action; what followed must be what the reference says."""
        before, hand_no = self.state, self.state["hand_no"]
        self.note(action)
        self.batch.step_one(0, action)
        state = self.batch.state(0)
        ended = state["phase"] == "over" or state["hand_no"] != hand_no
        if ended:
            self.check_end(before, action, state)
            self.state = state
            if state["phase"] != "over":
                self.begin_hand()
            return
        if before["phase"] == "claim" and state["phase"] != "claim":
            self.resolved(before, state)
        elif before["phase"] == "own" and action <= WILD:
            self.laid_down(before, action, state)
        self.state = state
        if state["phase"] in ("own", "kan") and state["turn"] is not None:
            self.rounds.discard(state["turn"])
            self.missed[state["turn"]].clear()

    def note(self, action: int) -> None:
        """What an action does to floats, rounds and the right to win."""
        state = self.state
        if state["phase"] == "claim":
            state["answer"][state["actor"]] = action
        if state["phase"] != "own" or action > WILD:
            return
        seat, face, wild = state["turn"], self.face(action), self.wild()
        rest = xiamen.hand_of(play.taken(self.kinds(seat), [face]), wild, self.melds(seat))
        chain = self.floats[seat] if state["drawn"] is not None else 0
        self.floats[seat] = xiamen_play.floats_after(face, rest, wild, chain)
        if xiamen_play.starts_float_round(self.options, face, rest, wild):
            self.rounds.add(seat)
        if xiamen_play.forfeits(self.options, face, rest, wild):
            self.forfeited[seat] = True

    def laid_down(self, before: State, action: int, state: State) -> None:
        """A discard that nobody can claim passes at once."""
        if state["phase"] == "claim":
            return
        giver, tile = before["turn"], self.face(action)
        assert not any(self.claims(seat, tile, giver, False) for seat in {0, 1, 2, 3} - {giver}), (
            tile,
            giver,
        )
        self.first_discard = False

    def resolved(self, before: State, state: State) -> None:
        """Claims are through: what was passed, whose turn was skipped."""
        tile, giver = self.face(before["discard"]), before["discarder"]
        answers = before["answer"]
        for seat in {0, 1, 2, 3} - {giver}:
            found = self.claims(seat, tile, giver, before["robbing"] is not None)
            if answers[seat] == PASS and found & {"win", "kong_open", "pung"}:
                self.missed[seat].add(tile)
        if before["robbing"] is None:
            self.first_discard = False
        names = {ACTIONS[name]: name for name in CLAIMS}
        said = {seat: names[answers[seat]] for seat in range(4) if answers[seat] in names}
        standing = play.resolved(said, giver, 4)
        if standing:
            caller = standing[0]
            assert state["turn"] == caller and said[caller] != "win"
            self.met[said[caller]] += 1
            for seat in {(giver + i) % 4 for i in range(1, 4)}:
                if (seat - giver) % 4 < (caller - giver) % 4:
                    self.missed[seat].clear()
        elif before["robbing"] is None:
            assert state["turn"] == (giver + 1) % 4

    # -- the end of a hand -----------------------------------------------------------------------

    def check_end(self, before: State, action: int, state: State) -> None:
        """Payments, the next banker and his stays."""
        winners, options = state["last"]["winners"], self.options
        banker, dealt = before["dealer"], dict(before)
        winner = winners[0] if winners else None
        paid = [0] * 4
        factor = 1
        if winner is not None:
            award, total = self.value(before, action, winner)
            self.met[award] += 1
            factor = xiamen.multiplier(options, award)
            bank = xiamen.banker_base(options, self.stays, self.multipliers)
            due = xiamen.owed(options, total, factor, (banker, winner), bank)
            paid = payments.deltas(due, winner, 4)
        else:
            self.met["draw"] += 1
            assert state["last"]["how"] == "draw"
        assert state["last"]["points"] == paid, (before, action)
        following, stays = xiamen.next_banker(options, banker, self.stays, winner)
        if following != banker:
            self.multipliers = []
        elif stays > self.stays:
            self.multipliers.append(factor)
        if state["phase"] != "over":
            assert (state["dealer"], state["honba"]) == (following, stays), dealt["dealer"]
        self.stays = stays

    def value(self, before: State, action: int, winner: int) -> tuple[str, int]:
        """Award line and water of the win that ended the hand."""
        options = self.options
        if self.indicator is None:
            return "eight_flowers", self.flowers_before_gold(winner)
        wild, kinds = self.wild(), self.kinds(winner)
        melds, flowers = self.melds(winner), self.flowers(winner)
        whole = xiamen.hand_of(kinds, wild, melds, flowers)
        if before["phase"] == "claim":
            rob = before["robbing"] is not None
            source = "rob" if rob else "claim"
            moment = xiamen.Moment(source, first_discard=self.first_discard)
            award = xiamen.award_of(options, moment, winner == before["dealer"])
            tile = self.face(before["discard"])
            return award, self.water(whole, tile, source, award)
        if before["phase"] == "offer" and action <= WILD:
            left = play.taken(kinds, [self.face(action)])
            hand = xiamen.hand_of(left, wild, melds, flowers)
            return "rob_gold", self.water(hand, self.indicator, "own", "rob_gold")
        if before["phase"] == "offer" and self.batch_offer(before, winner) == "rob_gold":
            return "rob_gold", self.water(whole, self.indicator, "own", "rob_gold")
        if before["phase"] == "offer":
            award = self.batch_offer(before, winner)
            if award == "heavenly":
                award = xiamen.dealt_award(options, whole)
            return award, self.water(whole, None, "own", award)
        if action == KNOCK:
            return "knock", self.water(whole, None, "own", "knock")
        drawn = self.face(before["drawn"])
        me = self.player(winner, drawn)
        award = xiamen.award_of(options, xiamen_play.own_moment(wild, me), False)
        hand = xiamen.hand_of(play.taken(kinds, [drawn]), wild, melds, flowers)
        return award, self.water(hand, drawn, "own", award)

    def batch_offer(self, before: State, winner: int) -> str:
        """The award of an offer that was taken."""
        if xiamen_play.eight_flowers(self.options, self.flowers(winner)):
            return "eight_flowers"
        return self.offered

    def water(self, hand: xiamen.Hand, tile: str | None, source: str, award: str) -> int:
        total = xiamen.water(self.options, hand, self.wild(), tile, source, award)
        assert total is not None
        return total

    def flowers_before_gold(self, winner: int) -> int:
        """All eight flowers before the gold is turned: no tile is a gold yet."""
        kinds, wild = self.kinds(winner), Wild(None)
        hand = xiamen.hand_of(kinds, wild, (), self.flowers(winner))
        total = xiamen.water(self.options, hand, wild, None, "own", "eight_flowers")
        assert total is not None
        return total


# -- players -------------------------------------------------------------------------------------


def chosen(shadow: Shadow, rng: Random, bold: bool = False) -> int:
    """Mostly the baseline's action, which wins when it can; the rest at random.

    A bold player declines wins now and then and seeks hands that float.
    """
    legal = shadow.batch.legal_actions(0)
    floating = floating_discards(shadow, legal) if bold else []
    if floating and rng.random() < 0.8:
        return rng.choice(floating)
    if shadow.state["phase"] == "offer" and bold and rng.random() < 0.7:
        return legal[-1] if legal[-1] == PASS else legal[0]
    if rng.random() < (0.1 + 0.2 * (shadow.state["phase"] == "claim")) * (1 + bold):
        return rng.choice(legal)
    actions = np.zeros(1, np.uint8)
    shadow.batch.baseline(actions)
    return int(actions[0])


def floating_discards(shadow: Shadow, legal: Sequence[int]) -> list[int]:
    """Discards that leave the hand in gold-float state; of golds, if such are among them."""
    state, wild = shadow.state, WILD in shadow.state["seats"][shadow.state["turn"]]["hand"]
    if state["phase"] != "own" or not wild:
        return []
    seat = state["turn"]
    found = []
    for code in legal:
        if code <= WILD:
            rest = play.taken(shadow.kinds(seat), [shadow.face(code)])
            hand = xiamen.hand_of(rest, shadow.wild(), shadow.melds(seat))
            found += [code] if xiamen.float_state(hand) else []
    return [WILD] if WILD in found else found


def played(rules: Rules, options: Options, seed: int) -> Counter[str]:
    """A game checked throughout; the awards and claims that came up."""
    shadow, rng = Shadow(rules, options, seed), Random(seed)
    while shadow.state["phase"] != "over":
        shadow.check()
        shadow.step(chosen(shadow, rng))
        assert sum(shadow.batch.scores(0)) == 0
    return shadow.met


def played_hand(rules: Rules, options: Options, seed: int) -> Counter[str]:
    """One hand from a wall in which all are near a win, checked throughout."""
    rng = Random(seed)
    dealer = rng.randrange(4)
    shadow = Shadow(rules, options, seed, rich_wall(rng), dealer)
    while shadow.state["phase"] != "over" and shadow.state["hand_no"] == 1:
        shadow.check()
        shadow.step(chosen(shadow, rng, bold=True))
        assert sum(shadow.batch.scores(0)) == 0
    return shadow.met


def rich_wall(rng: Random) -> list[str]:
    """Faces in dealing order: almost complete hands, golds and flowers in few hands.

    The last tile is the indicator.
    """
    while True:
        maker = Maker(rng, KINDS)
        indicator = rng.choice(KINDS)
        maker.left[indicator] = 0
        try:
            hands = [near_hand(rng, maker) for _ in range(4)]
        except Exhausted:
            continue
        special = [indicator] * 3 + (list(FLOWERS) if rng.random() < 0.5 else [])
        lucky = rng.choices(range(4), k=rng.choice((1, 1, 2)))
        rest = list(maker.left.elements()) + ([] if len(special) > 3 else list(FLOWERS))
        for face in special:
            hand = hands[rng.choice(lucky)]
            if rng.random() < 0.8:
                rest.append(hand.pop(rng.randrange(len(hand))))
                hand.append(face)
            else:
                rest.append(face)
        rng.shuffle(rest)
        extra = rest.pop()
        if len(set(extra) & {*"SP"}) == 0 and rng.random() < 0.5:
            rest.append(extra)
            extra = indicator if indicator in rest else rest[0]
            rest.remove(extra)
        return [face for hand in hands for face in hand] + [extra, *rest, indicator]


def near_hand(rng: Random, maker: Maker) -> list[str]:
    """Sixteen tiles of five sets and a pair, some of them exchanged."""
    sets = [maker.set(0.6) for _ in range(5)] + [maker.same_for_sure(2)]
    tiles = [kind for group in sets for kind in group]
    rng.shuffle(tiles)
    for _ in range(1 + rng.choice((0, 1, 2, 2, 3, 4))):
        maker.left[tiles.pop()] += 1
    while len(tiles) < 16:
        tiles += maker.same_for_sure(1)
    return tiles


def total(counts: Iterable[Counter[str]]) -> Counter[str]:
    found = Counter[str]()
    for count in counts:
        found += count
    return found
