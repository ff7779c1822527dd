"""Follows Hangzhou games of the engine with the slow reference: legality, chains, payments."""

from dataclasses import dataclass, field
from typing import Any

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_name
from tests.games.chinese.reference.tiles import Meld, Wild, wild_of
from tests.games.chinese.words import ACTIONS, FACES, FORMS, claims_of
from tests.games.hangzhou.reference import hangzhou, hangzhou_play
from tests.games.hangzhou.reference.hangzhou import Hand

State = dict[str, Any]
WILD = 63
CALLED = 4  # RiverFlag
DISCARDS, PON, CHI, DAIMINKAN, KAKAN, ANKAN = (1, 2), 5, 6, 7, 8, 9  # Event


@dataclass
class Player:
    """What the reference has to be told of a seat, followed from public events."""

    floats: int = 0
    streak: int = 0
    missed_wins: set[str] = field(default_factory=set)
    missed_pungs: set[str] = field(default_factory=set)
    chain: list[tuple[int, int, int]] = field(default_factory=list)  # giver, floats, streak


class Follower:
    """Plays game 0 of a batch that does not play forced moves, and checks each decision."""

    def __init__(self, batch: Batch) -> None:
        assert not batch.forced
        self.batch = batch
        self.options = dict(batch.rules.options)
        if self.options["float_round_trigger"] == "any":
            self.options["float_round_trigger"] = "any_fortune"
        self.counts: dict[str, int] = {}
        self.state: State = batch.state(0)
        self.new_hand()

    def count(self, what: str) -> None:
        self.counts[what] = self.counts.get(what, 0) + 1

    # ---- the engine's state in the reference's words

    def new_hand(self) -> None:
        self.players = [Player() for _ in range(4)]
        self.rounds: set[int] = set()
        self.events = 0
        self.hand_no = self.state["hand_no"]
        permanent = self.options["permanent_fortune"]
        self.wild: Wild = wild_of("permanent" if permanent else FACES[self.state["dora"][0]])

    def face(self, code: int) -> str:
        if code == WILD:
            assert self.wild.kind is not None
            return self.wild.kind
        return "B" if FACES[code] == self.wild.kind else FACES[code]

    def kinds(self, seat: int) -> list[str]:
        return [self.face(code) for code in self.state["seats"][seat]["hand"]]

    def melds(self, seat: int) -> tuple[Meld, ...]:
        return tuple(
            Meld(FORMS[meld["type"]], tuple(map(self.face, meld["tiles"])), meld["from_seat"])
            for meld in self.state["seats"][seat]["melds"]
        )

    def hand(self, seat: int) -> Hand:
        """Of a seat that holds no tile more than between turns."""
        return hangzhou.hand_of(self.kinds(seat), self.wild, self.melds(seat))

    @property
    def level(self) -> int:
        return hangzhou.level_of(self.options, self.state["honba"] + 1)

    def table(self, seat: int) -> hangzhou_play.Table:
        """As far as it concerns the seat: one of the rounds of others stands for all."""
        others = sorted(self.rounds - {seat})
        return hangzhou_play.Table(
            self.wild,
            self.state["tail"] - self.state["head"] + hangzhou.RESERVE,
            self.state["dealer"],
            self.level,
            others[0] if others else None,
        )

    # ---- decisions

    def check(self) -> None:
        """Compares what is legal now."""
        phase = self.state["phase"]
        if phase == "claim" and not self.state["asked"]:
            self.check_claims()
        if phase == "claim":
            self.check_answers()
        elif phase == "own":
            self.check_own_turn()
        elif phase == "kan":
            self.check_kan()

    def legal(self) -> list[str]:
        return [action_name(action) for action in self.batch.legal_actions(0)]

    def own_turn(self) -> hangzhou_play.Turn:
        seat, state = self.state["turn"], self.state
        me, river = self.players[seat], state["seats"][seat]
        return hangzhou_play.Turn(
            seat,
            self.kinds(seat),
            None if state["drawn"] is None else self.face(state["drawn"]),
            self.melds(seat),
            me.floats,
            me.streak,
            [self.face(code) for code in river["river"]],
            sum(bool(flag & CALLED) for flag in river["river_flags"]),
        )

    def check_own_turn(self) -> None:
        turn = self.own_turn()
        found = hangzhou_play.own_actions(self.options, self.table(turn.seat), turn)
        if turn.floats and turn.drawn is None:  # the freed wildcard is the next float
            self.count("forced float")
            found = [f"discard {self.wild.kind}"]
        verbs = {name.split()[0] for name in found if not name.startswith("discard")}
        named = {"kong_closed": "kan_closed", "kong_added": "kan_added"}
        expected = {named.get(verb, verb).replace("win_ten", "ten") for verb in verbs}
        expected |= {name for name in found if name.startswith("discard")}
        got = set()
        for action in self.batch.legal_actions(0):
            tile = f"discard {self.face(action)}" if action <= WILD else action_name(action)
            got.add(tile)
        assert got == expected, (got ^ expected, turn, self.state)
        self.count("own turn")

    def check_kan(self) -> None:
        turn = self.own_turn()
        wanted = "kong_closed" if action_name(self.state["verb"]) == "kan_closed" else "kong_added"
        found = hangzhou_play.own_actions(self.options, self.table(turn.seat), turn)
        expected = {name.split()[1] for name in found if name.split()[0] == wanted}
        assert {self.face(action) for action in self.batch.legal_actions(0)} == expected
        self.count("kan")

    def reference_claims(self, seat: int, tile: str, giver: int, rob: bool) -> set[str]:
        me = self.players[seat]
        claimer = hangzhou_play.Claimer(
            seat,
            self.kinds(seat),
            self.melds(seat),
            me.floats,
            frozenset(me.missed_pungs),
            frozenset(me.missed_wins),
        )
        table = self.table(seat)
        return set(hangzhou_play.claims(self.options, table, claimer, tile, giver, rob=rob))

    def check_claims(self) -> None:
        """What every seat may claim of the tile that lies open."""
        state = self.state
        tile, giver = self.face(state["discard"]), state["discarder"]
        for seat in range(4):
            if seat == giver:
                continue
            found = self.reference_claims(seat, tile, giver, state["robbing"] is not None)
            got = claims_of(state["option"][seat])
            assert got == found, (seat, tile, got, found, state)
            for name in got:
                self.count(f"may {name}" + (" robbing" if state["robbing"] else ""))

    def check_answers(self) -> None:
        offered = claims_of(self.state["option"][self.state["actor"]]) | {"pass"}
        assert set(self.batch.legal_actions(0)) == {ACTIONS[word] for word in offered}

    # ---- playing on

    def step(self, action: int) -> None:
        """Plays the action, follows what happened, checks a payment."""
        before, won = self.state, self.expected_payment(action)
        if before["phase"] == "claim":
            self.note_missed(action_name(action))
        self.batch.step_one(0, action)
        self.state = self.batch.state(0)
        if self.batch.hand_done[0]:
            self.check_end(before, won)
            if self.state["phase"] == "over":
                return
            self.new_hand()
        self.follow(before)

    def note_missed(self, verb: str) -> None:
        seat, legal = self.state["actor"], self.legal()
        tile = self.face(self.state["discard"])
        if "win" in legal and verb != "win":
            self.players[seat].missed_wins.add(tile)
        if {"pon", "kan_open"} & set(legal) and verb not in ("pon", "kan_open"):
            self.players[seat].missed_pungs.add(tile)

    def follow(self, before: State) -> None:
        state = self.state
        fresh = state["history"][self.events :]
        self.events = len(state["history"])
        for event in fresh:
            seat, kind = event >> 14, event >> 8 & 63
            if kind in DISCARDS:
                self.discarded(seat, event & 255)
            elif kind in (PON, CHI, DAIMINKAN):
                self.called(seat, before["discarder"], kind)
            if kind in (DAIMINKAN, KAKAN, ANKAN):
                self.players[seat].streak += 1
        if fresh and fresh[-1] >> 8 & 63 in DISCARDS and state["phase"] == "own":
            self.check_no_claims(fresh[-1] >> 14, self.face(fresh[-1] & 255))
        if state["phase"] == "own":
            me = self.players[state["turn"]]
            me.missed_wins.clear()
            me.missed_pungs.clear()
            self.rounds.discard(state["turn"])

    def check_no_claims(self, giver: int, tile: str) -> None:
        """Nobody was asked: the next player has drawn already."""
        for seat in range(4):
            if seat in (giver, self.state["turn"]):
                continue
            assert not self.reference_claims(seat, tile, giver, False), (seat, tile, self.state)

    def discarded(self, seat: int, code: int) -> None:
        me, tile, rest = self.players[seat], self.face(code), None
        if code == WILD:
            rest = self.hand(seat)
            if hangzhou_play.starts_float_round(self.options, tile, rest, self.wild):
                self.rounds.add(seat)
        floats = hangzhou_play.floats_after(tile, rest, self.wild, me.floats) if rest else 0
        me.streak = hangzhou_play.streak_after(tile, rest, self.wild, me.streak) if rest else 0
        me.floats = floats
        if floats:
            self.count(f"float {floats}")
        else:
            me.chain = []

    def called(self, seat: int, giver: int, kind: int) -> None:
        me = self.players[seat]
        if me.floats:
            me.chain.append((giver, me.floats, me.streak))
            self.count("floater claims")
        between = (giver + 1) % 4
        while between != seat:
            self.players[between].missed_wins.clear()
            self.players[between].missed_pungs.clear()
            between = (between + 1) % 4

    # ---- the end of a hand

    def expected_payment(self, action: int) -> dict[int, int] | None:
        """What the losers pay if the action wins at once; the last answer to a claim may, too."""
        state, verb = self.state, action_name(action)
        if state["phase"] != "claim":
            return self.own_win(verb) if verb in ("win", "ten_honours") else None
        winners = [seat for seat in range(4) if self.answer_of(seat, verb) == "win"]
        if not winners:
            return None
        giver = state["discarder"]
        first = min(winners, key=lambda seat: (seat - giver - 1) % 4)
        source = "rob" if state["robbing"] else "claim"
        win = hangzhou.Win(self.face(state["discard"]), source)
        return self.payment(first, self.hand(first), win, giver)

    def answer_of(self, seat: int, verb: str) -> str:
        if seat == self.state["actor"]:
            return verb
        return action_name(self.state["answer"][seat])

    def own_win(self, verb: str) -> dict[int, int] | None:
        turn, me = self.own_turn(), self.players[self.state["turn"]]
        if verb == "ten_honours":
            value = hangzhou.ten_honours(
                self.options, turn.discards, self.wild, turn.discards_claimed
            )
            assert value
            self.count("ten honours")
            return self.owed(turn.seat, value, "own", None, ())
        assert turn.drawn is not None
        hand = hangzhou.hand_of(turn.before, self.wild, turn.melds)
        win = hangzhou.Win(turn.drawn, "own", me.floats, me.streak)
        return self.payment(turn.seat, hand, win, None)

    def payment(
        self, seat: int, hand: Hand, win: hangzhou.Win, giver: int | None
    ) -> dict[int, int]:
        value = hangzhou.multiplier(self.options, hand, self.wild, win)
        assert value
        self.count(f"won by {win.source}")
        self.count(f"multiplier {value}")
        me, claims = self.players[seat], []
        if win.source == "own" and hangzhou.wild_eye(hand):
            claims = [
                (other, value >> (me.floats - floats + me.streak - streak))
                for other, floats, streak in me.chain
            ]
        return self.owed(seat, value, win.source, giver, claims)

    def owed(
        self, seat: int, value: int, source: str, giver: int | None, claims: Any
    ) -> dict[int, int]:
        state, melds = self.state, [self.melds(other) for other in range(4)]
        related = hangzhou.relationships(self.options, melds, seat, state["dealer"])
        if related:
            self.count("liability")
        paid = hangzhou.Payment(state["dealer"], seat, self.level, value, source, giver, related)
        unlimited = self.options["start_chips"] is None
        chips = None if unlimited else [one["score"] for one in state["seats"]]
        return hangzhou.pay(self.options, paid, chips, claims)

    def check_end(self, before: State, won: dict[int, int] | None) -> None:
        last = self.state["last"]
        self.count(last["how"])
        expected = [0] * 4
        if won is None:
            assert last["how"] == "draw" and before["tail"] == before["head"]
        else:
            (winner,) = last["winners"]
            for seat, amount in won.items():
                expected[seat] -= amount
                expected[winner] += amount
        assert last["points"] == expected, (last, expected)
        if self.state["phase"] == "over":
            return
        hands = before["honba"] + 1
        winner = last["winners"][0] if won is not None else None
        banker, count = hangzhou.next_banker(self.options, before["dealer"], hands, winner)
        assert self.state["dealer"] == banker
        if self.options["instant_third_stay"] == "off":
            assert self.state["honba"] + 1 == count
