"""A bot that follows mjai to the letter: it ends, and says why, where it is told what cannot be.

    python mjai_player.py [--every] [--unaware] [--ahead] [--leaves] [--log FILE]

It answers only where it can act, and never a line with ``"can_act": false``; with ``--every`` it
answers all lines. With ``--unaware`` it does not know that key, and answers each of its own draws.
With ``--ahead`` it tells its discard together with a riichi or a call, as a list, and is silent
then; with ``--leaves`` it ends after a game. It reads lines with an event or a list of events.
"""

import argparse
import copy
import json
import os
import sys
import zlib
from collections import Counter
from pathlib import Path

SUITS = ("m", "p", "s")
HONOURS = ("E", "S", "W", "N", "P", "F", "C")
KINDS = [f"{n}{suit}" for suit in SUITS for n in range(1, 10)] + [*HONOURS]
ENDS = [kind for kind in KINDS if kind[0] in "19" or kind in HONOURS]
LIVE = {3: 55, 4: 70}  # draws of a hand
KANS = ("ankan", "kakan", "daiminkan")
NORTHS = ("kita", "nukidora")


def kind(tile: str) -> str:
    """A red five is a five."""
    return tile[:2] if tile.endswith("r") else tile


def run(tile: str, step: int) -> str | None:
    """The kind so many steps further in its suit."""
    if tile in HONOURS or not 1 <= int(tile[0]) + step <= 9:
        return None
    return f"{int(tile[0]) + step}{tile[1]}"


def sets_alone(held: Counter) -> bool:
    """Whether all of it is sets."""
    first = next((one for one in KINDS if held[one]), None)
    if first is None:
        return True
    for group in ([first] * 3, [first, run(first, 1), run(first, 2)]):
        needed = Counter(group)
        if None not in needed and all(held[one] >= n for one, n in needed.items()):
            if sets_alone(held - needed):
                return True
    return False


def suits_of(held: Counter) -> list:
    """How many tiles of each suit, and of each honour; sets and a pair never leave one over."""
    each = [sum(held[one] for one in KINDS[at : at + 9]) for at in (0, 9, 18)]
    return each + [held[one] for one in HONOURS]


def complete(tiles: list) -> bool:
    held = Counter(kind(tile) for tile in tiles)
    if len(tiles) == 14:
        if len(held) == 7 and set(held.values()) == {2}:
            return True
        if set(held) == set(ENDS):
            return True
    if any(n % 3 == 1 for n in suits_of(held)):
        return False
    pairs = [one for one in held if held[one] >= 2]
    return any(sets_alone(held - Counter([one] * 2)) for one in pairs)


def waits(tiles: list) -> bool:
    """Whether a tile near those makes it complete."""
    held = {*map(kind, tiles)}
    near = held | {run(one, step) for one in held for step in (-1, 1)}
    return any(complete([*tiles, one]) for one in near - {None})


class Player:
    """What it knows of its game, and what it does."""

    def __init__(self, unaware: bool = False, ahead: bool = False) -> None:
        self.unaware, self.ahead, self.phase, self.asked = unaware, ahead, "nothing", False

    def hear(self, event: dict) -> dict | None:
        """Take an event in. Returns: its answer; None where it cannot act."""
        what, self.asked = event["type"], event.get("can_act", True)
        actor = event.get("actor")
        self.event = event
        getattr(self, f"hear_{what}", self.unknown)(event, actor)
        if what not in ("dora", "reach_accepted"):
            self.phase, self.by = what, actor
        if self.unaware and what == "tsumo" and actor == self.seat:
            return self.own()
        if not self.asked:
            return None
        if self.ahead:
            self.must(actor != self.seat or what not in ("reach", "pon", "chi"), "asks again")
        if actor == self.seat and what in ("tsumo", "reach", "pon", "chi"):
            return self.own()
        if actor is not None and actor != self.seat and self.can(event):
            return self.claim(event)
        self.must(what == "start_game" or actor is None, "is asked where it can do nothing")
        return None

    def must(self, holds: bool, what: str) -> None:
        if not holds:
            sys.exit(f"mjai_player: {what}: {json.dumps(self.event)} after {self.phase}")

    def unknown(self, event: dict, actor: int) -> None:
        self.must(False, "no such event")

    def after(self, *phases: str) -> None:
        self.must(self.phase in phases, "comes too early or too late")

    # ---- events

    def hear_start_game(self, event: dict, actor: int) -> None:
        self.after("nothing", "end_game")
        self.seat, self.places = event["id"], len(event["names"])
        self.players = sum(1 for name in event["names"] if name)
        self.must(event["kyoku_first"] in (0, 4) and event["aka_flag"] in (False, True), "lacks")

    def hear_start_kyoku(self, event: dict, actor: int) -> None:
        self.after("start_game", "end_kyoku")
        hands = event["tehais"]
        self.hand = list(hands[self.seat])
        self.must(len(hands) == len(event["scores"]) == self.places, "has other places")
        self.must(all(len(hand) == 13 for hand in hands), "deals other hands")
        others = [hand for seat, hand in enumerate(hands) if seat != self.seat]
        self.must(all(set(hand) == {"?"} for hand in others), "shows a hand")
        self.scores, self.oya, self.left = event["scores"], event["oya"], LIVE[self.players]
        self.riichi, self.declared, self.mine = set(), None, False
        self.melds, self.kans, self.pending, self.quiet = [], 0, 0, True
        self.turns, self.discards, self.open, self.barred = 0, [], False, set()
        self.last = self.last_drawn = ""

    def hear_tsumo(self, event: dict, actor: int) -> None:
        if self.phase in (*KANS, *NORTHS):
            self.must(actor == self.by, "is drawn by another")
            self.must(self.pending == 0 or self.phase in ("kakan", "daiminkan"), "is before a dora")
        elif self.phase == "start_kyoku":
            self.must(actor == self.oya, "is not the dealer's")
        else:
            self.after("dahai")
            self.must(actor == (self.by + 1) % self.players, "is drawn out of turn")
            self.must(self.declared is None, "comes before a riichi is accepted")
        self.left -= 1
        self.must(self.left >= 0, "is drawn from an empty wall")
        if actor == self.seat:
            self.hand.append(event["pai"])
            self.turns += 1
        self.must((event["pai"] == "?") == (actor != self.seat), "is seen by the wrong one")

    def hear_dahai(self, event: dict, actor: int) -> None:
        self.after("tsumo", "reach", "pon", "chi")
        self.must(actor == self.by and self.pending == 0, "is not its turn, or lacks a dora")
        self.take(actor, [event["pai"]])
        if actor == self.seat and self.phase == "tsumo" and event["tsumogiri"]:
            self.must(self.last_drawn == event["pai"], "is not what was drawn")
        self.last, self.barred = event["pai"], set()

    def hear_reach(self, event: dict, actor: int) -> None:
        self.after("tsumo")
        self.must(actor == self.by, "is not its turn")
        self.declared = actor

    def hear_reach_accepted(self, event: dict, actor: int) -> None:
        self.must(self.phase == "dahai" and self.declared == actor, "nobody has declared")
        now = [then + delta for then, delta in zip(self.scores, event["deltas"], strict=True)]
        self.must(now == event["scores"] and event["deltas"][actor] == -1000, "has other points")
        self.scores, self.declared = now, None
        self.riichi.add(actor)

    def hear_dora(self, event: dict, actor: int) -> None:
        self.after(*KANS, *NORTHS, "tsumo", "reach")
        self.must(self.pending > 0, "no indicator is due")
        self.pending -= 1

    def call(self, event: dict, actor: int, tiles: int) -> None:
        self.after("dahai")
        self.must(event["target"] == self.by and event["pai"] == self.last, "is not what was cut")
        self.must(actor != self.by and self.declared is None, "calls too early")
        self.must(len(event["consumed"]) == tiles, "uses other tiles")
        self.take(actor, event["consumed"])
        self.quiet = False
        if actor == self.seat:
            self.open = True
            self.melds.append(event)

    def hear_pon(self, event: dict, actor: int) -> None:
        self.call(event, actor, 2)
        self.barred = {kind(event["pai"])}

    def hear_chi(self, event: dict, actor: int) -> None:
        self.must(self.players == 4 and actor == (self.by + 1) % 4, "chi of another")
        self.call(event, actor, 2)
        self.barred = self.swaps(kind(event["pai"]), event["consumed"])

    def hear_daiminkan(self, event: dict, actor: int) -> None:
        self.call(event, actor, 3)
        self.pending, self.kans = self.pending + 1, self.kans + 1

    def hear_ankan(self, event: dict, actor: int) -> None:
        self.after("tsumo")
        self.take(actor, event["consumed"])
        self.pending, self.kans, self.quiet = self.pending + 1, self.kans + 1, False

    def hear_kakan(self, event: dict, actor: int) -> None:
        self.after("tsumo")
        self.take(actor, [event["pai"]])
        self.pending, self.kans, self.quiet = self.pending + 1, self.kans + 1, False
        self.last = event["pai"]

    def hear_kita(self, event: dict, actor: int) -> None:
        self.after("tsumo")
        self.must(self.players == 3 and event["pai"] == "N", "there is no North to set aside")
        self.take(actor, ["N"])
        self.quiet, self.last = False, "N"

    hear_nukidora = hear_kita

    def hear_hora(self, event: dict, actor: int) -> None:
        self.must(self.phase not in ("start_game", "end_kyoku", "end_game"), "nobody plays")
        self.must(0 <= event["target"] < self.players, "is won off nobody")

    def hear_ryukyoku(self, event: dict, actor: int) -> None:
        self.must(len(event["deltas"]) == self.places, "has other places")

    def hear_end_kyoku(self, event: dict, actor: int) -> None:
        self.must(self.phase not in ("start_game", "end_kyoku", "end_game"), "nobody plays")

    def hear_end_game(self, event: dict, actor: int) -> None:
        self.after("end_kyoku")

    def take(self, actor: int, tiles: list) -> None:
        if actor == self.seat:
            self.last_drawn = self.hand[-1]
            for tile in tiles:
                self.must(tile in self.hand, "is not in the hand")
                self.hand.remove(tile)

    # ---- what it does

    def chance(self, of_100: int) -> bool:
        said = f"{self.hand}{self.left}{self.scores}{self.phase}"
        return zlib.crc32(said.encode()) % 100 < of_100

    def says(self, what: str, **more: object) -> dict:
        return {"type": what, "actor": self.seat, **more}

    def own(self) -> dict:
        """On the own turn."""
        if self.phase == "tsumo":
            if not self.open and complete(self.hand):
                return self.says("hora", target=self.seat, pai=self.hand[-1])
            if self.seat in self.riichi:
                return self.cut(self.hand[-1])
            kinds = {kind(tile) for tile in self.hand}
            if self.turns == 1 and self.quiet and len(kinds & {*ENDS}) >= 9 and self.chance(50):
                return self.says("ryukyoku", reason="kyushukyuhai")
            found = self.kita() or self.kan() or self.reach()
            if found:
                return found
        if self.phase == "reach":
            return self.cut(next(iter(self.ready())))
        allowed = [tile for tile in self.hand if kind(tile) not in self.barred]
        return self.cut(min(allowed, key=self.use))

    def cut(self, tile: str) -> dict:
        quick = self.phase != "pon" and self.phase != "chi" and tile == self.hand[-1]
        return self.says("dahai", pai=tile, tsumogiri=quick)

    def use(self, tile: str) -> int:
        held = Counter(map(kind, self.hand))
        near = sum(held[run(kind(tile), step)] * (3 - abs(step)) for step in (-2, -1, 1, 2))
        return 5 * held[kind(tile)] + near

    def ready(self) -> list:
        """The discards that leave it waiting."""
        found = []
        for tile in {*self.hand}:
            left = [*self.hand]
            left.remove(tile)
            found += [tile] if waits(left) else []
        return sorted(found)

    def reach(self) -> dict | None:
        can = not self.open and self.left >= 4 and self.scores[self.seat] >= 1000
        return self.says("reach") if can and self.ready() and self.chance(80) else None

    def kita(self) -> dict | None:
        can = self.players == 3 and "N" in self.hand and self.left > 0
        return self.says("kita", pai="N") if can and self.chance(70) else None

    def kan(self) -> dict | None:
        if self.kans > 3 or not self.left:
            return None
        held = Counter(map(kind, self.hand))
        for one in KINDS:
            mine = [tile for tile in self.hand if kind(tile) == one]
            pons = [meld for meld in self.melds if meld["type"] == "pon"]
            if held[one] == 4 and self.chance(60):
                return self.says("ankan", consumed=mine)
            pon = next((meld for meld in pons if kind(meld["pai"]) == one), None)
            if mine and pon and self.chance(80):
                return self.says("kakan", pai=mine[0], consumed=[pon["pai"], *pon["consumed"]])
        return None

    def next_move(self, move: dict) -> list:
        """What it discards after a move that it announces."""
        then = copy.copy(self)
        then.phase, then.hand, then.barred = move["type"], [*self.hand], set()
        if move["type"] not in ("reach", "pon", "chi"):
            return []
        for tile in move.get("consumed", []):
            then.hand.remove(tile)
        if move["type"] == "pon":
            then.barred = {kind(move["pai"])}
        if move["type"] == "chi":
            then.barred = self.swaps(kind(move["pai"]), move["consumed"])
        return [then.own()]

    # ---- on others' tiles

    def won(self, event: dict) -> bool:
        return complete([*self.hand, event.get("pai") or event["consumed"][0]])

    def can(self, event: dict) -> bool:
        """Whether it may have something to say."""
        if event["type"] in (*KANS, *NORTHS):
            return event["type"] != "daiminkan" and self.won(event)
        return event["type"] == "dahai" and (self.won(event) or bool(self.calls(event)))

    def calls(self, event: dict) -> list:
        if self.seat in self.riichi or not self.left:
            return []
        tile, found = event["pai"], []
        same = [one for one in self.hand if kind(one) == kind(tile)]
        if len(same) >= 3 and self.kans < 4:
            found.append(("daiminkan", same[:3]))
        if len(same) >= 2:
            found.append(("pon", same[:2]))
        if self.players == 4 and self.seat == (event["actor"] + 1) % 4:
            for steps in ((1, 2), (-1, 1), (-2, -1)):
                kinds = [run(kind(tile), step) for step in steps]
                used = [
                    next((one for one in self.hand if kind(one) == wanted), None)
                    for wanted in kinds
                ]
                if None not in used:
                    found.append(("chi", used))
        return [one for one in found if self.leaves(*one, kind(tile))]

    def leaves(self, what: str, used: list, tile: str) -> bool:
        """Whether there is something to discard after a call."""
        left = [*self.hand]
        for one in used:
            left.remove(one)
        barred = self.swaps(tile, used) if what == "chi" else {tile}
        return what == "daiminkan" or any(kind(one) not in barred for one in left)

    def swaps(self, tile: str, used: list) -> set:
        """What may not be discarded after a chi."""
        low, high = sorted(map(kind, used))
        barred = {tile}
        if run(tile, 1) == low:
            barred.add(run(high, 1))
        if run(tile, -1) == high:
            barred.add(run(low, -1))
        return barred

    def claim(self, event: dict) -> dict:
        if self.seat in self.riichi:
            return self.says("hora", target=event["actor"], pai=event.get("pai"))
        shares = {"daiminkan": 60, "pon": 40, "chi": 25}
        for what, used in self.calls(event) if event["type"] == "dahai" else []:
            if self.chance(shares[what]):
                return self.says(what, target=event["actor"], pai=event["pai"], consumed=used)
        return {"type": "none"}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", action="store_true")
    parser.add_argument("--unaware", action="store_true")
    parser.add_argument("--ahead", action="store_true")
    parser.add_argument("--leaves", action="store_true")
    parser.add_argument("--log", type=Path)
    given = parser.parse_args()
    player = Player(given.unaware, given.ahead)
    for line in sys.stdin:
        said = json.loads(line)
        events = said if isinstance(said, list) else [said]
        for event in events:
            answer = player.hear(event)
            if given.log:
                with given.log.open("a") as file:
                    file.write(f"{os.getpid()} {event['type']} {int(player.asked)}\n")
        if given.every and answer is None:
            answer = {"type": "none"}
        if given.ahead and answer is not None:
            answer = [answer, *player.next_move(answer)]
        if answer is not None:
            print(json.dumps(answer), flush=True)
        if given.leaves and player.phase == "end_game":
            return


if __name__ == "__main__":
    main()
