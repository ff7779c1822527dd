"""A Sichuan game beside the slow reference: what is legal, held and paid, who deals, the counts."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np

from shugi._fast.batch.batch import TALLY, Batch
from shugi._fast.rules.compile import Rules
from tests.games.chinese.reference.tiles import KINDS
from tests.games.chinese.words import ACTIONS, FORMS
from tests.games.sichuan.reference.sichuan import OPTIONS, WAYS, Hand

COUNTED = ("win_tsumo", "win_ron", "deal_in", "draw_tenpai", "draw_noten", "points_flower_pig")
# chance to take an action that is legal, the first one first
LIKES = {
    "wins": {"win": 0.9, "kong": 0.6, "pung": 0.3},
    "misses": {"win": 0.4, "kong": 0.9, "pung": 0.4},
    "kongs": {"kong": 1.0, "pung": 0.8, "win": 0.7},
    "pigs": {"win": 0.5, "kong": 0.9, "pung": 0.9},  # and each names his longest suit
}


class Table:
    """One game, followed decision by decision; ``met`` counts what happened."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.batch = Batch(rules, 1, seed=seed, forced=False, auto_reset=False, tally=True)
        self.options = {key: rules.options[key] for key in OPTIONS}
        self.met: Counter[str] = Counter()
        self.counts = {name: [0] * 4 for name in COUNTED}
        self.begin_hand()

    @property
    def state(self) -> dict[str, Any]:
        return self.batch.state(0)

    def begin_hand(self) -> None:
        state = self.state
        wall = [KINDS[code] for code in state["wall"]]
        self.hand = Hand(wall, state["dealer"], self.options)
        self.before = self.batch.scores(0)
        self.wins: dict[int, tuple[str, int | None]] = {}
        self.deal_ins = [0] * 4

    def codes_of(self, action: str) -> list[int]:
        verb, _, kind = action.partition(" ")
        if verb == "void":
            return [KINDS.index(f"1{kind}")]
        verbs = [ACTIONS[verb]] if verb in ACTIONS else []
        return verbs + ([KINDS.index(kind)] if kind else [])

    def legal_codes(self) -> set[tuple[int, ...]]:
        """What the engine allows, the verbs of kans with their tiles."""
        found: set[tuple[int, ...]] = set()
        for code in self.batch.legal_actions(0):
            if code not in (ACTIONS["kong_closed"], ACTIONS["kong_added"]):
                found.add((code,))
                continue
            trial = self.batch.clone()
            trial.step_one(0, code)
            found |= {(code, tile) for tile in trial.legal_actions(0)}
        return found

    def compare(self) -> list[str]:
        """Actor, actions, tiles and scores are the same in both; the actions of the reference."""
        state, hand = self.state, self.hand
        legal = hand.legal()
        assert state["actor"] == hand.actor
        assert self.legal_codes() == {tuple(self.codes_of(action)) for action in legal}
        for seat, player in zip(state["seats"], hand.players, strict=True):
            melds = Counter((FORMS[m["type"]], KINDS[m["tiles"][0]]) for m in seat["melds"])
            assert melds == Counter((meld.form, meld.kinds[0]) for meld in player.melds)
            assert (seat["void_suit"] or "") == player.void
            assert (seat["won"] is not None) == player.won
            held = Counter(KINDS[code] for code in seat["hand"] + seat["aside"])
            # a discard that was won on stays where it lies
            assert player.won or held == Counter(player.tiles)
        moved = [now - then for now, then in zip(self.batch.scores(0), self.before, strict=True)]
        assert moved == hand.scores
        return legal

    def take(self, action: str) -> None:
        verb = action.partition(" ")[0]
        self.met[verb] += 1
        hand = self.hand
        if verb == "give" and len(hand.players[hand.actor].given) == 2 and self.last_to_give():
            self.step(action)
            hand.way = WAYS[self.state["exchange_way"]]
            hand.act(action)
            return
        claimed = hand.phase == "claim"
        hand.act(action)
        self.note_wins(hand.giver if claimed else None)
        self.step(action)
        if hand.over:
            self.end_hand()

    def note_wins(self, giver: int | None) -> None:
        new = [p for p in range(4) if self.hand.players[p].won and p not in self.wins]
        by = "tsumo" if giver is None else "ron"
        self.wins |= {seat: (by, giver) for seat in new}
        if giver is not None:
            self.deal_ins[giver] += bool(new)

    def last_to_give(self) -> bool:
        return (self.hand.actor + 1) % 4 == self.hand.dealer

    def step(self, action: str) -> None:
        for code in self.codes_of(action):
            self.batch.step_one(0, code)

    def end_hand(self) -> None:
        hand, last = self.hand, self.state["last"]
        winners = sorted(self.wins)
        assert last["points"] == hand.scores and sum(hand.scores) == 0
        assert last["winners"] == winners
        assert all((last["by"][p], last["loser"][p]) == self.wins[p] for p in winners)
        assert last["deal_ins"] == self.deal_ins
        assert last["how"] == ("win" if winners else "draw")
        # a hand that has won lies open, and declared nothing
        assert set(last["riichi"]) == {"none"}
        self.met[f"{len(winners)} won"] += 1
        left = hand.left() if len(winners) < 3 else []  # when the wall was empty
        ready = [seat for seat in left if hand.best_doubles(seat) is not None]
        pigs = [seat for seat in left if hand.players[seat].holds_void()]
        assert last["tenpai"] == ready
        assert last["noten"] == [seat for seat in left if seat not in ready]
        self.met["empty"] += bool(left)
        self.met["pig"] += len(pigs)
        self.count(ready, left, pigs)
        if not self.batch.done[0]:
            assert self.state["dealer"] == hand.next_dealer()
            self.begin_hand()

    def count(self, ready: list[int], left: list[int], pigs: list[int]) -> None:
        most = self.options["unit"] * 2 ** self.options["max_doubles"]
        for seat in range(4):
            way = self.wins.get(seat, ("", None))[0]
            here = (
                way == "tsumo",
                way == "ron",
                self.deal_ins[seat],
                seat in ready,
                seat in left and seat not in ready,
                most * (len(pigs) - 4 if seat in pigs else len(pigs)),
            )
            for name, number in zip(COUNTED, here, strict=True):
                self.counts[name][seat] += number
        for name, numbers in self.counts.items():
            assert self.batch.tally[0, :, TALLY.index(name)].tolist() == numbers, name

    def game(self, rng: Random, style: str) -> Counter[str]:
        bot = self.batch.clone()
        while not self.batch.done[0]:
            self.take(self.choose(rng, self.compare(), style, bot))
        return self.met

    def choose(self, rng: Random, legal: list[str], style: str, bot: Batch) -> str:
        if style == "pigs" and self.hand.phase == "void":
            held = [kind[1] for kind in self.hand.players[self.hand.actor].tiles]
            return max(legal, key=lambda one: held.count(one[-1]))
        for verb, chance in LIKES[style].items():
            found = [one for one in legal if one.startswith(verb)]
            if found and rng.random() < chance:
                return rng.choice(found)
        if self.hand.phase == "claim":
            return "pass"
        bot.copy_from(self.batch, np.array([0]), np.array([0]))
        actions = np.zeros(1, np.uint8)
        bot.baseline(actions)
        wish = next((one for one in legal if self.codes_of(one) == [int(actions[0])]), "")
        plain = [one for one in legal if " " in one and not one.startswith("kong")]
        return wish if wish in plain and rng.random() < 0.95 else rng.choice(plain)
