"""Whole games of Piquet beside the reference: the same packs, lots and decisions, move by move.

Suits are renamed by their place (the reference lists S H D C, the engine C H S D), so that both go
through them in the same order; no rule of Piquet tells suits apart.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from shugi._fast.batch.batch import Batch
from shugi._fast.core.card_actions import CARD_NAMES, CARD_SUITS, card_action_id
from shugi._fast.rules.compile import Rules
from tests.games.chinese.golden import rules_of
from tests.games.piquet.reference.piquet_partie import Partie, partie
from tests.games.tricks.reference.cards import SUITS
from tests.games.tricks.reference.flow import Chance, Decision, Game
from tests.games.tricks.reference.options import options_of
from tests.games.tricks.reference.random_cases import two_hands

WORD = (1 << 64) - 1
GOLDEN_RATIO = 0x9E3779B97F4A7C15
STREAM_WALL, STREAM_DEALER = 0, 11
RENAMED = dict(zip(SUITS, CARD_SUITS, strict=True))
PRESETS = ("piquet", "piquet+old", "piquet+parlett", "piquet+century17")


def mix(x: int) -> int:
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & WORD
    x = (x ^ x >> 27) * 0x94D049BB133111EB & WORD
    return x ^ x >> 31


class Lots:
    """The engine's random numbers, written again from core/rng.pxd."""

    def __init__(self, seed: int, hand: int, stream: int) -> None:
        self.key = mix((seed + GOLDEN_RATIO) & WORD)
        self.key = mix(self.key ^ (hand + 0xD1B54A32D192ED03) & WORD)
        self.key = mix(self.key ^ (stream + 0x8CB92BA72F3D8DD7) & WORD)
        self.counter = 0

    def below(self, n: int) -> int:
        while True:
            self.counter += 1
            x = mix((self.key + self.counter * GOLDEN_RATIO) & WORD) & 0xFFFFFFFF
            product = x * n
            if product & 0xFFFFFFFF >= 2**32 % n:
                return product >> 32


class EngineChance(Chance):
    """Packs and lots as the engine draws them in the game of a seed."""

    def __init__(self, seed: int, first_dealer: int, deck: list[int]) -> None:
        super().__init__(Random(0))
        self.seed, self.first_dealer, self.deck = seed, first_dealer, deck
        self.hands = self.lots = 0
        self.set_pack: list[int] = []  # of the first hand, where a test has laid it; seat 0 deals

    def shuffled(self, cards: list[str]) -> list[str]:
        lots, pack = Lots(self.seed, self.hands, STREAM_WALL), list(self.deck)
        for i in range(len(pack) - 1, 0, -1):
            j = lots.below(i + 1)
            pack[i], pack[j] = pack[j], pack[i]
        if not self.hands and self.set_pack:
            pack = self.set_pack
        self.hands += 1
        found = [reference_card(card) for card in pack]
        assert sorted(found) == sorted(cards)
        return found

    def seat(self, seats: int) -> int:
        drawn = Lots(self.seed, self.hands, STREAM_DEALER).below(seats)
        seat = (self.first_dealer + drawn) % seats
        if not self.lots:
            self.first_dealer = seat
        self.lots += 1
        return 0 if self.lots == 1 and self.set_pack else seat


def reference_card(card: int) -> str:
    return SUITS[card // 9] + CARD_NAMES[card][1]


def engine_action(action: str) -> int:
    """ "SEQ 4 K" -> the id of seq_4_K; suits by their place."""
    words = action.split()
    if len(words) == 1 and len(action) == 2 and action[0] in SUITS and action[1] in "6789TJQKA":
        return card_action_id(RENAMED[action[0]] + action[1])
    verb, *rest = words
    named = [RENAMED[word] if verb in ("OPEN", "POINT") else word for word in rest]
    return card_action_id("_".join([verb.lower(), *named]))


class Pair:
    """One game on both sides. ``step`` compares first, then takes one action in both."""

    def __init__(
        self, changes: dict[str, Any], seed: int, first_dealer: int = 0, pack: Sequence[int] = ()
    ) -> None:
        self.rules: Rules = rules_of({"game": "piquet", "options": changes})
        self.batch = Batch(self.rules, 1, forced=False, auto_reset=False)
        self.batch.reset([seed], first_dealer=first_dealer)
        self.state = Partie(options_of("piquet", changes))
        chance = EngineChance(seed, first_dealer, list(self.rules.tiles))
        if pack:
            self.batch.set_wall(0, pack)
            chance.set_pack = list(pack)
        self.game = Game(partie(self.state, chance))
        self.chips = [0, 0]
        self.hands = 0

    def compare(self) -> Decision | None:
        decision = self.game.decision
        assert (self.batch.seat[0] < 0) == (decision is None)
        if decision is None:
            return None
        assert self.batch.seat[0] == decision.seat, decision
        legal = sorted(engine_action(action) for action in decision.actions)
        assert self.batch.legal_actions(0) == legal, decision
        return decision

    def step(self, action: str) -> None:
        self.batch.step_one(0, engine_action(action))
        self.game.apply(action)
        assert self.batch.hand_done[0] == (len(self.state.hand_results) > self.hands)
        if self.batch.hand_done[0]:
            self.hand_over()

    def hand_over(self) -> None:
        self.hands = len(self.state.hand_results)
        ledger = self.batch.ledger(0)
        made, chips = [0, 0], [0, 0]
        for line in ledger:
            made[line["payee"]] += line["points"]
            chips[line["payee"]] += line["chips"]
            if line["payer"] is not None:
                chips[line["payer"]] -= line["chips"]
        assert tuple(made) == self.state.hand_results[-1], ledger
        self.chips = chips
        if self.game.decision is not None:
            assert tuple(self.batch.scores(0)) == self.state.totals
            assert chips == [0, 0]

    def play(self, rng: Random) -> None:
        while (decision := self.compare()) is not None:
            self.step(rng.choice(decision.actions))
        assert bool(self.batch.done[0])
        assert tuple(self.chips) == self.game.result.rewards
        assert tuple(self.batch.scores(0)) == self.state.totals


def pack_of(text: str, rules: Rules) -> list[int]:
    """A pack as dealt, from its first cards on: the elder's, the younger's, the talon; the rest."""
    given = [CARD_NAMES.index(word) for word in text.split()]
    return [*given, *(card for card in rules.tiles if card not in given)]


def blank_pack(rng: Random, rules: Rules) -> list[int]:
    """A pack that deals a hand without court cards: to the elder, the younger or, of 36, both."""
    plain = [card for card in rules.tiles if CARD_NAMES[card][1] not in "KQJ"]
    rng.shuffle(plain)
    rest = [card for card in rules.tiles if CARD_NAMES[card][1] in "KQJ"]
    if len(plain) == 24 and rng.random() < 0.5:
        return [*plain, *rng.sample(rest, 12)]
    hand, rest = plain[:12], rng.sample([*plain[12:], *rest], len(rules.tiles) - 12)
    return [*hand, *rest] if rng.random() < 0.6 else [*rest[:12], *hand, *rest[12:]]


def rich_pack(rng: Random, rules: Rules) -> list[int]:
    """A pack that often deals long suits and many of a rank, so that combinations are strong."""
    hands = two_hands(rng, [reference_card(card) for card in rules.tiles])
    dealt = [engine_action(card) for hand in hands for card in sorted(hand)]
    return [*dealt, *(card for card in rules.tiles if card not in dealt)]
