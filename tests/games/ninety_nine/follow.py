"""Games of Ninety-Nine in the engine and in the slow reference, move by move."""

from random import Random
from typing import Any

from shugi._fast.batch.batch import Batch
from shugi._fast.core.card_actions import CARD_NAMES, CARD_VERB_NAMES
from shugi._fast.rules.compile import Rules
from shugi.envs.rulesets.rules import written_rules
from tests.games.ninety_nine.reference.ninety_nine_play import (
    Match,
    Table,
    match,
    open_offers,
    revealed,
    told_bids,
)
from tests.games.tricks.reference.cards import ordered
from tests.games.tricks.reference.flow import Chance, Game
from tests.games.tricks.reference.options import Options, options_of

PLAYED, OFFERED, SHOWN = 1, 17, 18  # CardEvent
IDS = {name: action for action, name in enumerate(CARD_NAMES)}
IDS |= {name.upper(): action for action, name in CARD_VERB_NAMES.items()}


def rules_of(changes: Options) -> Rules:
    """The engine's rules for changes in the words of the text."""
    options = dict(changes)
    preset = options.pop("preset", "nine_hands")
    return written_rules("ninety_nine+race3" if preset == "race3" else "ninety_nine", options)


class Drawn(Chance):
    """Whatever is drawn by lot is read from the engine."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch

    def shuffled(self, cards: list[str]) -> list[str]:
        pack = [CARD_NAMES[code] for code in self.batch.state(0)["wall"]]
        assert sorted(pack) == sorted(cards)
        return pack

    def seat(self, seats: int) -> int:
        return int(self.batch.state(0)["dealer"])


class Followed:
    """One game in both, forced moves asked. ``step`` takes a random move and compares."""

    def __init__(self, changes: Options, seed: int) -> None:
        self.rng = Random(seed)
        self.batch = Batch(rules_of(changes), 1, seed=seed, forced=False, auto_reset=False)
        self.match = Match(options_of("ninety_nine", changes))
        self.game = Game(match(self.match, Drawn(self.batch)))
        self.opened: list[tuple[int, int]] = []  # bids told when the hand before ended

    @property
    def over(self) -> bool:
        return self.game.decision is None

    @property
    def table(self) -> Table:
        assert self.match.table is not None
        return self.match.table

    def step(self) -> None:
        decision, table = self.game.decision, self.table
        assert decision is not None and self.batch.seat[0] == decision.seat
        actions = self.bid() if decision.phase == "bid" else [self.move(decision.actions)]
        for action in actions:
            self.game.apply(action)
        if self.table is not table:
            self.opened = [(s, card) for s in sorted(told_bids(table)) for card in bid_of(table, s)]
        self.compare()

    def move(self, actions: tuple[str, ...]) -> str:
        action = self.rng.choice(actions)
        legal = sorted(IDS[name] for name in actions)
        assert self.batch.legal_actions(0) == legal
        assert [a for a in range(128) if self.batch.is_legal(0, a)] == legal
        self.batch.step_one(0, IDS[action])
        return action

    def bid(self) -> list[str]:
        """Three cards, upwards in the order of the engine; the reference has its own order."""
        seat = int(self.batch.seat[0])
        hand, picked = sorted(IDS[card] for card in self.table.hands[seat]), list[int]()
        for left in (3, 2, 1):
            above = [card for card in hand if not picked or card > picked[-1]]
            legal = above[: len(above) - left + 1]
            assert self.batch.seat[0] == seat and self.batch.legal_actions(0) == legal
            picked.append(self.rng.choice(legal))
            self.batch.step_one(0, picked[-1])
        return ordered(CARD_NAMES[card] for card in picked)

    def compare(self) -> None:
        state, standing = self.batch.state(0), self.match
        assert self.over == (self.batch.seat[0] < 0)
        assert list(self.batch.scores(0)) == standing.totals
        if not self.over:
            assert state["dealer"] == standing.dealer
            assert state["hand_no"] == standing.hands + 1
        events = [(token >> 14, token >> 8 & 63, token & 255) for token in state["history"]]
        told = len(self.opened)
        assert events[:told] == [(seat, SHOWN, card) for seat, card in self.opened]
        self.compare_events(events[told:])

    def compare_events(self, events: list[tuple[int, int, int]]) -> None:
        """What all have seen of this hand, once each."""
        table = self.table
        played = [code for _, event, code in events if event == PLAYED]
        assert played == [IDS[card] for card in [*table.played, *table.on_table]]
        offers = {seat: code for seat, event, code in events if event == OFFERED}
        told = {s: v for s, v in enumerate(table.offers) if v is not None and open_offers(table)}
        assert offers == {seat: IDS["NONE"] + level for seat, level in told.items()}
        shown = [(seat, code) for seat, event, code in events if event == SHOWN]
        cards = [(s, card) for s in told_bids(table) for card in bid_of(table, s)]
        for s in revealed(table):
            cards += [(s, IDS[card]) for card in [*table.hands[s], *table.plays[s]]]
        assert sorted(shown) == sorted(cards)


def bid_of(table: Table, seat: int) -> list[int]:
    return sorted(IDS[card] for card in table.bid_cards[seat])


class SetTable:
    """A first hand from hands by seat; the dealer is seat 2, so that seat 0 leads."""

    def __init__(self, hands: list[str], dealer: int = 2, **options: Any) -> None:
        cards = [[IDS[card] for card in hand.split()] for hand in hands]
        order = [(dealer + step) % 3 for step in (1, 2, 3)]
        self.batch = Batch(written_rules("ninety_nine", options), 1, forced=False)
        self.batch.set_wall(0, [code for seat in order for code in cards[seat]], dealer=dealer)

    def do(self, seat: int, *names: str) -> None:
        for name in names:
            assert self.batch.seat[0] == seat
            self.batch.step_one(0, IDS[name])

    def legal(self) -> list[str]:
        names = {action: name for name, action in IDS.items()}
        return [names[action] for action in self.batch.legal_actions(0)]

    def events(self, event: int) -> list[tuple[int, int]]:
        tokens = self.batch.state(0)["history"]
        return [(token >> 14, token & 255) for token in tokens if token >> 8 & 63 == event]
