"""What a page is sent, and when, does not depend on what others hold.

Twin games: for all that a seat has seen they are the same, but in one others could claim the next
discard and let it pass, in the other nobody could. A page cannot tell which it is in.
"""

import asyncio
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

pytest.importorskip("starlette")

from shugi._fast.view.layouts import layout_of  # noqa: E402
from shugi.agents.base import Observation  # noqa: E402
from shugi.agents.scripted import Baseline, Random  # noqa: E402
from shugi.envs.rulesets.rules import load_rules  # noqa: E402
from shugi.table import server, sitting  # noqa: E402
from shugi.table.chairs import PERSON, Chair  # noqa: E402
from shugi.table.drawing import table_text  # noqa: E402
from shugi.table.game import Game  # noqa: E402
from shugi.table.messages import Act, Asked, Look  # noqa: E402
from shugi.table.room import Page, Room  # noqa: E402
from shugi.table.seating import Seated  # noqa: E402
from shugi.table.sitting import Sitting  # noqa: E402
from shugi.training.terminal.console import console  # noqa: E402
from tests.support.fake_time import in_no_time  # noqa: E402

RULES = ["super_bingo", "sanma_base", "riichi_tenhou", "hangzhou", "xiamen", "kawuxing"]
PACE = 0.6
THOUGHT = 0.02  # seconds that an agent thinks
SLOW = 0.3  # seconds after which a person passes
TWINS = 8  # re-deals of a position
FIRST, LAST, EVERY = 10, 200, 6

Heard = list[tuple[float, str]]


class Scripted:
    """Takes one decision, and from then on passes; when it is to play it thinks for ever."""

    name = "scripted"

    def __init__(self, first: int | None) -> None:
        self.first = first

    def choice(self, game: Game) -> int | None:
        found, self.first = self.first, None
        passing = layout_of(game.rules).action_id("pass")
        return found if found is not None else passing if passing in game.legal() else None


class Inline:
    """Agents think in no thread, for so long of the loop's time."""

    async def run(self, work: Any) -> int:
        agent, game, _ = work.args
        action = agent.choice(game)
        await asyncio.sleep(THOUGHT)
        if action is None:
            await asyncio.Event().wait()
        assert isinstance(action, int)
        return action


class Ear:
    """A socket that notes when it was sent what."""

    def __init__(self) -> None:
        self.start, self.heard = time.monotonic(), Heard()

    async def send_json(self, message: Any) -> None:
        at = round(time.monotonic() - self.start, 4)
        self.heard.append((at, json.dumps(message, sort_keys=True)))


@dataclass
class Table:
    """A twin: a game, who discards what, and the seat that listens."""

    game: Game
    viewer: int
    action: int

    async def heard(self) -> Heard:
        """All that the page of the viewer is sent until another seat is to play."""
        discarder = self.game.seat
        chairs = [
            Chair(PERSON, None)
            if seat == self.viewer
            else Chair("scripted", Scripted(self.action if seat == discarder else None))  # type: ignore[arg-type]
            for seat in range(self.game.rules.seats)
        ]
        room = Room(self.game, chairs, PACE, 1)
        room.thread = Inline()  # type: ignore[assignment]
        page = room.page_of(room.chairs[self.viewer].token)
        assert page is not None
        room.enter(page)
        ear = Ear()
        telling = asyncio.create_task(server._tell(ear, room, page))  # type: ignore[arg-type]
        playing = asyncio.create_task(room.run())
        if discarder == self.viewer:
            await self._say(room, page, Act(t="act", decision=0, action=self.action))
            # what it asks meanwhile is answered alike: too late, and how far the game is
            await self._say(room, page, Act(t="act", decision=0, action=self.action))
            await self._say(room, page, Look(t="look", decision=9999))
        for _ in range(4):  # the own claims, if there are any
            await asyncio.sleep(PACE + SLOW)
            asked = json.loads(ear.heard[-1][1])["view"]
            if (passing := _pass_of(asked)) is not None:
                told = Act(t="act", decision=asked["decision"], action=passing)
                await self._say(room, page, told)
        for task in (telling, playing):
            task.cancel()
        await asyncio.gather(telling, playing, return_exceptions=True)
        return ear.heard

    async def _say(self, room: Room, page: Page, asked: Asked) -> None:
        await asyncio.sleep(0.01)
        room.ask(page, asked)
        await asyncio.sleep(0.01)


def _pass_of(view: Any) -> int | None:
    return next((one["id"] for one in view["actions"] if one["name"] == "pass"), None)


def after(game: Game, action: int) -> tuple[list[Any], int, int] | None:
    """What all see once everybody has passed, who plays then, and how many others were asked."""
    other, claims = game.at(game.decision), 0
    passing, hand = layout_of(game.rules).action_id("pass"), other.batch.state(0)["hand_no"]
    seat = other.seat
    other.act(action)
    while passing in other.legal() and other.batch.state(0)["phase"] != "own":
        claims += 1
        other.act(passing)
    state = other.batch.state(0)
    if other.over or state["hand_no"] != hand or state["phase"] != "own" or other.seat == seat:
        return None
    public = [state[key] for key in ("history", "head", "tail", "dora", "turn", "sticks")]
    return public, other.seat or 0, claims


def positions(rules: str) -> Iterator[Game]:
    """Own turns of a game played by agents that call a little."""
    rng = np.random.default_rng(3)
    for seed in (5,):
        game = Game.new(load_rules(rules), seed)
        while game.decision < LAST and not game.over:
            if game.decision >= FIRST and game.decision % EVERY == 0:
                if game.batch.state(0)["phase"] == "own":
                    yield game
            agent = Random() if rng.random() < 0.3 else Baseline()
            batch = game.batch
            found = agent.act(Observation(batch), rng)
            game.act(int(found[0]))


def twins(game: Game, viewer: int, tile: int) -> list[tuple[Game, list[Any], int]]:
    """Games that are one for the viewer until others play: what all see, and who was asked."""
    found = []
    for key in range(TWINS):
        other = Game(game.at(game.decision).batch)
        try:
            other.batch.redeal(0, viewer, key)
        except RuntimeError:
            continue
        if tile in other.legal() and (seen := after(other, tile)) is not None:
            if seen[1] != viewer:
                found.append((other, seen[0], seen[2]))
    return found


@pytest.mark.parametrize("rules", RULES)
def test_a_page_does_not_know_whether_others_could_claim(
    rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told_apart, different = [], 0
    for game in positions(rules):
        assert game.seat is not None
        tiles = [action for action in game.legal() if action < 64]
        for viewer in {game.seat, (game.seat + 1) % game.rules.seats}:
            heard: dict[str, tuple[int, Heard]] = {}
            for other, public, claims in twins(game, viewer, tiles[len(tiles) // 2]):
                table = Table(other, viewer, tiles[len(tiles) // 2])
                known = heard.get(key := json.dumps(public))
                if known is not None and known[0] == claims:
                    continue
                sent = in_no_time(table.heard(), monkeypatch)
                if known is None:
                    heard[key] = (claims, sent)
                    continue
                different += 1
                if sent != known[1]:
                    told_apart.append((known[1], sent))
    assert not told_apart, (len(told_apart), different, *told_apart[0])
    assert different >= 20


def frames(game: Game, tile: int) -> list[str]:
    """All that a terminal shows who has discarded a tile, until another seat is to play."""
    own = game.seat
    occupants: list[Any] = [None if k == own else Scripted(None) for k in range(game.rules.seats)]
    sat = Sitting(Seated(game, ["me"] * game.rules.seats, occupants, 1), 0.0)
    shown, found = console(), list[str]()

    def look() -> None:
        with shown.capture() as text:
            shown.print(table_text(sat))
        if not found or found[-1] != text.get():
            found.append(text.get())

    look()
    assert sat.press(layout_of(game.rules).action_name(tile))
    look()
    while sat.pacing.waiting is not None or sat.pacing.now.private:
        if sat.asks:  # a bingo of the own discards
            sat.press("pass")
        else:
            sat.tick()
        look()
    return found


@pytest.mark.parametrize("rules", ["super_bingo", "hangzhou"])
def test_a_terminal_does_not_know_it_either(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sitting, "choice_of", lambda agent, game, rng: agent.choice(game))
    different = 0
    for game in positions(rules):
        viewer = game.seat
        assert viewer is not None
        tiles = [action for action in game.legal() if action < 64]
        tile, heard = tiles[len(tiles) // 2], dict[str, tuple[int, list[str]]]()
        for other, public, claims in twins(game, viewer, tile):
            told = frames(other, tile)
            known = heard.setdefault(json.dumps(public), (claims, told))
            different += known[0] != claims
            assert told == known[1]
    assert different >= 5
