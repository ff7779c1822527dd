"""Advice, practice and review by the server: right numbers, for whom they are, and no longer."""

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("websockets")
pytest.importorskip("uvicorn")
pytest.importorskip("starlette")

from websockets.sync.client import ClientConnection  # noqa: E402

from shugi.agents.scripted import Baseline  # noqa: E402
from shugi.envs.rulesets.rules import load_rules  # noqa: E402
from shugi.table import advice  # noqa: E402
from shugi.table.advice import Adviser  # noqa: E402
from shugi.table.game import Game  # noqa: E402
from shugi.table.review import steps_of  # noqa: E402
from shugi.training.lab.choices_made import Taken, choices_in  # noqa: E402
from shugi.training.lab.chunks import Chunk  # noqa: E402
from shugi.training.lab.review import (  # noqa: E402
    ReviewedChoice,
    Reviewer,
    ReviewSettings,
)
from shugi.training.lab.review_report import Reviewed  # noqa: E402
from tests.support.recorded import recorded  # noqa: E402
from tests.support.serving import Serving, heard, say  # noqa: E402
from tests.support.shell import Shell  # noqa: E402

Told = dict[str, Any]


def of_kind(kind: str) -> Callable[[Told], bool]:
    return lambda told: told["t"] == kind


def my_turn(told: Told) -> bool:
    return bool(told["t"] == "view" and told["view"]["actions"])


def act_first(page: ClientConnection, told: Told) -> int:
    """The seat takes the first of its actions."""
    view = told["view"]
    action: int = view["actions"][0]["id"]
    say(page, t="act", decision=view["decision"], action=action)
    return action


@pytest.fixture(scope="module")
def record() -> str:
    return recorded("super_bingo", 40).dumps()


@pytest.fixture
def few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "MOST_DEALS", 64)
    monkeypatch.setattr(advice, "COST_DEALS", 32)


def review_of(record: str, tmp_path: Path, shell: Shell) -> Told:
    """What the command says."""
    path = tmp_path / "asked.jsonl"
    path.write_text(record)
    found: Told = shell.tells("review", path)
    return found


# ---- the numbers


def test_advice_becomes_what_a_review_says(
    serving: Serving, record: str, few_deals: None, tmp_path: Path, shell: Shell
) -> None:
    wanted = review_of(record, tmp_path, shell)["decisions"][7]
    made = serving.open(record=record)
    deals = []
    with serving.join(made["table"], made["watch"]) as page:
        say(page, t="look", decision=wanted["decision"], open=True)
        view = heard(page, lambda told: told["t"] == "view" and told["looking"] is not None)
        assert view["may_judge"]
        say(page, t="advise", decision=wanted["decision"], on=True)
        while True:
            told = heard(page, of_kind("advice"))
            deals.append(told["deals"])
            if told["done"]:
                break
    assert deals == sorted(set(deals)) and len(deals) > 1 and deals[-1] == 64
    assert told["decision"] == wanted["decision"] and told["unit"] == "chips"
    assert [one["steps"] for one in told["plans"]] == [one["plan"] for one in wanted["plans"]]
    for mine, theirs in zip(told["plans"], wanted["plans"], strict=True):
        for key in ("value", "behind"):
            assert mine[key]["mean"] == pytest.approx(theirs[key]["mean"], abs=1e-9)
            assert mine[key]["ci95"] == pytest.approx(theirs[key]["ci95"], abs=1e-9)
    (agent,) = told["agents"]
    assert agent["name"] == "baseline"
    assert agent["shares"] == [one["agents"]["baseline"] for one in wanted["plans"]]


def test_a_review_is_that_of_the_command(
    serving: Serving, record: str, tmp_path: Path, shell: Shell
) -> None:
    wanted = review_of(record, tmp_path, shell)
    made = serving.open(record=record)
    with serving.join(made["table"], made["watch"]) as page:
        say(page, t="review", on=True)
        first = heard(page, of_kind("review"))
        assert first["report"] is None and first["done"] < first["of"]
        last = heard(page, lambda told: told["t"] == "review" and told["report"] is not None)
    assert last["finished"] and last["done"] == last["of"] == wanted["choices"]
    assert last["report"] == {key: wanted[key] for key in last["report"]}
    assert set(wanted) - set(last["report"]) == {"decisions", "record", "finished", "seconds"}
    with serving.join(made["table"], made["watch"]) as page:  # another page: nothing is done again
        say(page, t="review", on=True)
        again = heard(page, of_kind("review"))
    assert again == last


def test_a_review_that_is_stopped_goes_on(
    serving: Serving, record: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    value = Reviewer.value

    def slow(self: Reviewer, chunk: Chunk[Taken]) -> list[ReviewedChoice]:
        time.sleep(0.2)
        return value(self, chunk)

    monkeypatch.setattr(Reviewer, "value", slow)
    made = serving.open(record=record)
    with serving.join(made["table"], made["watch"]) as page:
        say(page, t="review", on=True)
        heard(page, of_kind("review"))
        say(page, t="review", on=False)
        told = heard(page, lambda told: told["t"] == "review" and told["report"] is not None)
        assert not told["finished"] and told["report"]["judged"] == told["done"] < told["of"]
        say(page, t="review", on=True)
        heard(page, lambda told: told["t"] == "review" and told["finished"])


def test_practice_says_what_a_choice_cost(serving: Serving, few_deals: None) -> None:
    made = serving.open(seed=3)
    with serving.join(made["table"], made["seats"][0]) as page:
        view = heard(page, my_turn)
        assert view["may_practise"] and not view["practising"]
        say(page, t="practise", on=True)
        view = heard(page, lambda told: my_turn(told) and told["practising"])
        number = view["view"]["decision"]
        action = view["view"]["actions"][0]
        act_first(page, view)
        told = heard(page, lambda told: told["t"] == "cost" and told["done"])
        assert told["decision"] == number and told["deals"] == 32
        assert told["played"] == [{"id": action["id"], "name": action["name"]}]
        assert told["close"] == (told["cost"]["ci95"][0] <= 0)
        say(page, t="practise", on=False)
        view = heard(page, lambda told: my_turn(told) and not told["practising"])
        act_first(page, view)
        say(page, t="look", decision=None)
        assert heard(page, lambda told: told["t"] == "cost" or my_turn(told))["t"] == "view"


class Ear:
    """A page that keeps what it is told."""

    def __init__(self) -> None:
        self.notes: list[Told] = []

    def note(self, message: Told) -> None:
        self.notes.append(message)


def test_a_verb_and_its_tile_are_judged_as_one(few_deals: None) -> None:
    game = Game.of_record(recorded("super_bingo", 400, seed=11, chance=0.0))
    taken = next(one for one in choices_in(game.rules, steps_of(game)) if len(one.plan) > 1)
    ear, steps, number = Ear(), steps_of(game), taken.number

    async def played() -> None:
        adviser = Adviser(game.rules, [])
        for last in (number, number + 1):  # riichi, and then its tile
            first = max(0, last - 1)
            adviser.cost(ear, steps[first : last + 1], first, lambda: True)
            while adviser._tasks:
                await asyncio.sleep(0.01)

    asyncio.run(played())
    assert {one["decision"] for one in ear.notes} == {number}
    assert [step["id"] for step in ear.notes[-1]["played"]] == list(taken.plan)
    settings = ReviewSettings(32)
    agent = Baseline()
    alone = Reviewer(game.rules, [taken], settings, {"baseline": agent}, agent)
    for chunk in alone.chunks():
        alone.add(alone.value(chunk))
    (one,) = Reviewed(alone).verdicts
    assert ear.notes[-1]["cost"]["mean"] == pytest.approx(one.cost.mean)


# ---- no longer


@pytest.fixture
def rounds(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The decisions of which advice was thought about, round by round; each takes a while."""
    seen: list[int] = []
    wanted = Adviser._worths

    def counted(self: Adviser, found: Any) -> Told:
        time.sleep(0.1)
        seen.append(found.deals)
        return wanted(self, found)

    monkeypatch.setattr(Adviser, "_worths", counted)
    monkeypatch.setattr(advice, "MOST_DEALS", 100_000)
    yield seen


def quiet(serving: Serving, table: str, seconds: float = 20) -> bool:
    """Nobody thinks about advice there any more."""
    end = time.monotonic() + seconds
    while serving.server.rooms[table].judging.adviser._tasks:
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


@pytest.mark.parametrize("how", ["off", "acted", "looked", "left", "other"])
def test_advice_ends_when_it_is_not_wanted(serving: Serving, rounds: list[int], how: str) -> None:
    made = serving.open(seed=3)
    with serving.join(made["table"], made["seats"][0]) as page:
        view = heard(page, my_turn)
        first = view["view"]["decision"]
        act_first(page, view)
        view = heard(page, lambda told: my_turn(told) and told["view"]["decision"] > first)
        number = view["view"]["decision"]
        say(page, t="advise", decision=number, on=True)
        heard(page, of_kind("advice"))
        assert serving.server.rooms[made["table"]].judging.adviser._tasks
        if how == "off":
            say(page, t="advise", decision=number, on=False)
        elif how in ("acted", "other"):
            act_first(page, view)
            if how == "other":
                view = heard(page, lambda told: my_turn(told) and told["view"]["decision"] > number)
                say(page, t="advise", decision=view["view"]["decision"], on=True)
                told = heard(page, lambda told: told["t"] == "advice")
                while told["decision"] == number:  # one that was on its way
                    told = heard(page, of_kind("advice"))
                assert len(serving.server.rooms[made["table"]].judging.adviser._tasks) <= 2
                say(page, t="advise", decision=view["view"]["decision"], on=False)
        elif how == "looked":
            say(page, t="look", decision=first)
        else:
            page.close()
        assert quiet(serving, made["table"])
    assert len(rounds) < 60


def test_play_goes_on_while_a_game_is_judged(serving: Serving, record: str) -> None:
    """The review is not over before another table has played: the loop was free meanwhile."""
    made = serving.open(record=recorded("super_bingo", 300, seed=11).dumps())
    other = serving.open(seats=["baseline"] * 3, seed=5)
    with serving.join(made["table"], made["watch"]) as judged:
        say(judged, t="review", on=True)
        heard(judged, of_kind("review"))
        with serving.join(other["table"], other["watch"]) as page:
            heard(page, lambda told: told["t"] == "view" and told["decisions"] >= 20)
            say(page, t="pace", seconds=0.0, paused=True)
        say(judged, t="review", on=False)
        told = heard(judged, lambda told: told["t"] == "review" and told["report"] is not None)
        assert not told["finished"]


# ---- for whom


def errors(page: ClientConnection) -> list[str]:
    found = heard(page, lambda told: told["t"] == "view" and bool(told["errors"]))["errors"]
    assert isinstance(found, list)
    return found


def test_others_choices_stay_unknown_while_people_play(serving: Serving) -> None:
    made = serving.open(seats=["me", "person", "baseline"], seed=3)
    with serving.join(made["table"], made["seats"][0]) as page:
        view = heard(page, my_turn)
        assert not view["may_judge"] and not view["may_review"] and not view["may_practise"]
        say(page, t="advise", decision=view["view"]["decision"], on=True)
        assert "when the game is over" in errors(page)[0]
        say(page, t="practise", on=True)
        assert "one person among agents" in errors(page)[0]
        say(page, t="review", on=True)
        assert "when it is over" in errors(page)[0]


def test_one_person_is_told_of_the_own_choices_alone(serving: Serving) -> None:
    made = serving.open(seed=3)
    room = serving.server.rooms[made["table"]]
    with serving.join(made["table"], made["seats"][0]) as page:
        view = heard(page, my_turn)
        act_first(page, view)
        heard(page, lambda told: my_turn(told) and told["decisions"] > view["decisions"])
        other = next(k for k, step in enumerate(room.game.steps) if step.seat != 0)
        say(page, t="look", decision=other)
        looked = heard(page, lambda told: told["t"] == "view" and told["looking"] == other)
        assert not looked["may_judge"]
        say(page, t="advise", decision=other, on=True)
        assert "when the game is over" in errors(page)[0]
        say(page, t="advise", decision=10_000, on=True)
        assert "there are decisions 0 to" in errors(page)[0]
        say(page, t="review", on=True)
        assert "when it is over" in errors(page)[0]
    with serving.join(made["table"], made["watch"]) as page:
        view = heard(page, of_kind("view"))
        assert not view["may_judge"]
        for message in ({"t": "advise", "decision": view["decisions"]}, {"t": "practise"}):
            say(page, on=True, **message)
            assert errors(page)


def test_when_the_game_is_over_all_may_be_judged(serving: Serving) -> None:
    record = recorded("super_bingo", 600, seed=13, chance=0.0)
    made = serving.open(seats=["me", "person", "baseline"], record=record.dumps())
    assert serving.server.rooms[made["table"]].game.over
    with serving.join(made["table"], made["seats"][0]) as page:
        view = heard(page, of_kind("view"))
        assert view["may_review"] and not view["may_judge"]  # nothing is left to decide
        for number in (0, 1, 2):
            say(page, t="look", decision=number, open=True)
            seen = heard(page, lambda told: told["t"] == "view" and told["looking"] is not None)
            assert seen["may_judge"]


@pytest.mark.parametrize(
    "rules", ["super_bingo", "far_flying_fish", "hangzhou", "kawuxing", "xiamen", "ninety_nine"]
)
def test_advice_says_nothing_of_what_is_hidden(
    rules: str, few_deals: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything that the seat cannot see is dealt again: every message stays the same."""
    monkeypatch.setattr(advice, "MOST_DEALS", 16)
    record = recorded(rules, 120, chance=0.3)
    game = Game.of_record(record)
    adviser_of = Adviser(game.rules, ["random"])
    compared = 0
    for number in range(3, 120, 13):
        now = game.at(number)
        assert now.seat is not None
        told = [_told(adviser_of, now, number)]
        for key in range(2):
            other = game.at(number)
            try:
                other.batch.redeal(0, now.seat, key)
            except RuntimeError:
                continue
            if other.legal() != now.legal():
                continue
            compared += other.position() != now.position()
            told.append(_told(adviser_of, other, number))
        assert len(set(told)) == 1
    assert compared >= 8


def _told(adviser: Adviser, game: Game, number: int) -> str:
    """All that a page is told, in the order in which it is."""
    ear = Ear()

    async def asked() -> None:
        adviser._alone = asyncio.Lock()  # of this loop
        adviser.advise(ear, number, game.before(number), lambda: True)
        while adviser._tasks:
            await asyncio.sleep(0.001)

    game.steps = game.steps[:number]
    asyncio.run(asked())
    assert ear.notes and "error" not in ear.notes[-1]
    return json.dumps(ear.notes)


def test_agents_are_not_made_of_names_in_a_record(serving: Serving) -> None:
    """A record may name files; nobody reads them."""
    one = recorded("super_bingo", 10)
    one.agents = ["python:evil.py:Evil", "runs/x", "baseline:rusher"]
    made = serving.open(record=one.dumps())
    assert serving.server.rooms[made["table"]].judging.adviser.names == ["baseline"]
    seated = serving.open(seats=["baseline:rusher", "random", "baseline"])
    names = serving.server.rooms[seated["table"]].judging.adviser.names
    assert names == ["baseline", "baseline:rusher", "random"]


def test_shares_are_of_the_plans(few_deals: None) -> None:
    game = Game.new(load_rules("super_bingo"), 3)
    adviser = Adviser(game.rules, ["random", "baseline", "nobody"])
    found = adviser._would(game.before(0))
    assert [one["name"] for one in found] == ["baseline", "random"]
    for one in found:
        assert np.sum(one["shares"]) == pytest.approx(1, abs=1e-3)
