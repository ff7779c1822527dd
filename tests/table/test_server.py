"""The server: games are played to their end through it, and nobody can disturb it."""

import contextlib
import json
import random
import shutil
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("websockets")
pytest.importorskip("uvicorn")
pytest.importorskip("starlette")

from websockets.exceptions import ConnectionClosed, InvalidStatus  # noqa: E402
from websockets.sync.client import ClientConnection  # noqa: E402

from shugi._fast.core.tiles import CODE_NAMES, format_tiles  # noqa: E402
from shugi._fast.games.riichi.score import waits_of  # noqa: E402
from shugi._fast.view.layouts import layout_of  # noqa: E402
from shugi.agents.base import Observation  # noqa: E402
from shugi.agents.scripted import Baseline  # noqa: E402
from shugi.envs.records.record import Record, check, load_record  # noqa: E402
from shugi.envs.rulesets.rules import load_rules  # noqa: E402
from shugi.table.game import Game  # noqa: E402
from shugi.table.lobby import open_room  # noqa: E402
from shugi.table.messages import MOST_BYTES, NewTable  # noqa: E402
from shugi.table.view import view_of  # noqa: E402
from tests.support.serving import Serving, heard, say, served  # noqa: E402


def told(page: ClientConnection, seconds: float = 20) -> dict[str, Any]:
    """The next view; the words come once before all others."""
    while True:
        found = json.loads(page.recv(timeout=seconds))
        assert isinstance(found, dict)
        if found["t"] == "view":
            return found
        assert found["t"] in ("words", "copy")


def told_when(page: ClientConnection, wanted: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    """The next view that is wanted."""
    while not wanted(found := told(page)):
        pass
    return found


def playing(page: ClientConnection, most: int, seed: int = 1) -> dict[str, Any]:
    """Play at random until the game is over, or as many decisions are taken; the last view."""
    rng, answered = random.Random(seed), -1
    while True:
        found = told(page)
        view = found["view"]
        if view["over"] or found["decisions"] >= most:
            return found
        if view["actions"] and view["decision"] != answered:
            answered = view["decision"]
            action = rng.choice(view["actions"])["id"]
            say(page, t="act", decision=answered, action=action)


def written(path: Path, decisions: int, seconds: float = 20) -> Record:
    """The record, once it holds so many decisions."""
    until = time.monotonic() + seconds
    while True:
        record = load_record(path) if path.exists() else None
        if record and sum(len(hand.actions) for hand in record.hands) >= decisions:
            return record
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.mark.parametrize(
    "rules", ["super_bingo", "far_flying_fish", "hangzhou", "kawuxing", "piquet", "ninety_nine"]
)
def test_a_game_is_played_and_kept(serving: Serving, rules: str, tmp_path: Path) -> None:
    made = serving.open(rules=rules, seed=3)
    with serving.join(made["table"], made["seats"][0]) as page:
        found = playing(page, 400)
    assert found["decisions"] >= 400 or found["view"]["over"]
    assert found["endings"] and found["ending"]["story"]
    taken = serving.server.rooms[made["table"]].game.decision
    record = written(tmp_path / f"{made['table']}.jsonl", taken)
    assert check(record).rules.name == rules
    assert record.agents[0] == "me"


def test_agents_among_themselves(serving: Serving) -> None:
    made = serving.open(seats=["baseline", "random", "baseline:rusher"], seed=5)
    assert made["seats"] == [None, None, None]
    with serving.join(made["table"], made["watch"]) as page:
        first = told(page)
        assert first["host"] and first["open"] and first["may_go_back"]
        told_when(page, lambda found: found["decisions"] >= 50)
        say(page, t="pace", seconds=0.0, paused=True)
        told_when(page, lambda found: found["paused"])
        say(page, t="look", decision=10, open=True)
        found = told_when(page, lambda found: found["looking"] == 10)
        assert found["view"]["decision"] == 10
        assert all(min(seat["hand"]) >= 0 for seat in found["view"]["seats"])
        say(page, t="back", decision=10)
        found = told_when(page, lambda found: found["decisions"] == 10)
        assert found["looking"] is None


def test_practice_can_take_back_and_company_cannot(serving: Serving) -> None:
    made = serving.open(seats=["me", "baseline", "baseline"], seed=5)
    with serving.join(made["table"], made["seats"][0]) as page:
        found = playing(page, 30)
        while found["own"] is None or not found["view"]["actions"]:
            found = told(page)
        own = found["own"]
        say(page, t="back", decision=own)
        found = told_when(page, lambda found: found["decisions"] == own)
        assert found["view"]["actor"] == 0
    made = serving.open(seats=["me", "person", "baseline"], seed=5)
    with serving.join(made["table"], made["seats"][0]) as page:
        told(page)
        say(page, t="back", decision=0)
        assert told(page)["errors"] == ["other people play: what is done stays done"]
        say(page, t="look", decision=None, open=True)
        assert told(page)["errors"] == ["other hands stay closed while people play"]


def test_two_people_and_one_who_comes_back(serving: Serving) -> None:
    made = serving.open(rules="piquet", seats=["me", "person"], seed=2)
    with contextlib.ExitStack() as stack:
        _two_people(serving, made, stack)


def _two_people(serving: Serving, made: dict[str, Any], stack: contextlib.ExitStack) -> None:
    def joined(token: str) -> ClientConnection:
        return stack.enter_context(serving.join(made["table"], token))

    pages = [joined(token) for token in made["seats"]]
    rng, decisions = random.Random(1), 0
    while decisions < 60:
        views = [told(page) for page in pages]
        while len({view["decisions"] for view in views}) > 1:
            late = min((0, 1), key=lambda k: views[k]["decisions"])
            views[late] = told(pages[late])
        decisions = views[0]["decisions"]
        seat = 0 if views[0]["view"]["actions"] else 1
        assert not views[1 - seat]["view"]["actions"]
        if decisions == 30:  # lost, and back with the same link
            pages[seat].close()
            pages[seat] = joined(made["seats"][seat])
            views[seat] = told(pages[seat])
            assert views[seat]["decisions"] == 30
        action = rng.choice(views[seat]["view"]["actions"])["id"]
        say(pages[seat], t="act", decision=views[seat]["view"]["decision"], action=action)


def test_a_game_outlives_its_server(tmp_path: Path) -> None:
    with served(tmp_path) as serving:
        made = serving.open(seats=["me", "person", "baseline"], seed=6, hands=3, claim=5)
        with serving.join(made["table"], made["seats"][0]) as page:
            say(page, t="take", seat=1, away=True)
            first = playing(page, 40)
        token = serving.server.token
    with served(tmp_path) as serving:
        assert serving.server.token == token
        with serving.join(made["table"], made["seats"][0]) as page:
            again = told(page)
            assert again["decisions"] >= first["decisions"]
            room = serving.server.rooms[made["table"]]
            assert (room.game.hands, room.claim) == (3, 5)
            assert [chair.spec for chair in room.chairs] == ["person", "person", "baseline"]
            say(page, t="take", seat=1, away=True)
            assert playing(page, again["decisions"] + 20)["decisions"] > again["decisions"]
        with serving.join(made["table"], "other") as page, pytest.raises(ConnectionClosed):
            page.recv(timeout=10)
        kept = tmp_path / f"{made['table']}.table.json"
        assert kept.stat().st_mode & 0o077 == 0  # it holds the links
    kept.write_text(kept.read_text()[:-10])
    with served(tmp_path) as serving, serving.join(made["table"], made["watch"]) as page:
        with pytest.raises(ConnectionClosed) as error:
            page.recv(timeout=10)
        assert error.value.rcvd is not None and kept.name in error.value.rcvd.reason


def test_an_agent_acts_for_somebody_who_left(serving: Serving) -> None:
    made = serving.open(rules="hangzhou", seats=["me", "person", "random", "random"], away=1)
    with serving.join(made["table"], made["seats"][0]) as page:
        with serving.join(made["table"], made["seats"][1]) as other:
            assert not any(told(other)["away"])
        found = playing(page, 60)
        assert found["decisions"] >= 60 and found["away"] == [False, True, False, False]
        with serving.join(made["table"], made["seats"][1]) as other:
            assert not any(told(other)["away"])
            say(other, t="take", seat=0, away=True)
            assert "only the host" in told_when(other, lambda found: found["errors"])["errors"][0]


def test_claims_have_a_clock(serving: Serving) -> None:
    made = serving.open(rules="hangzhou", seats=["me"] + ["random"] * 3, seed=2, claim=1)
    passed = False
    with serving.join(made["table"], made["seats"][0]) as page:
        rng, answered = random.Random(1), -1
        while not passed:
            found = told(page)
            view, decision = found["view"], found["decisions"]
            if not view["actions"] or decision == answered:
                continue
            if found["seconds"] is not None:
                assert "pass" in [one["name"] for one in view["actions"]]
                later = told_when(page, lambda found, now=decision: found["decisions"] != now)
                step = serving.server.rooms[made["table"]].game.steps[decision]
                name = layout_of(load_rules("hangzhou")).action_name(step.action)
                passed = (step.seat, name) == (0, "pass")
                assert passed and later["decisions"] > decision
            else:
                answered = decision
                say(page, t="act", decision=decision, action=rng.choice(view["actions"])["id"])


def test_what_a_seat_takes_along_tells_nothing(serving: Serving) -> None:
    made = serving.open(seed=4, seats=["me", "person", "baseline"])
    with serving.join(made["table"], made["seats"][0]) as page:
        told(page)
        say(page, t="copy", what="record")
        errors = told_when(page, lambda found: found["errors"])["errors"]
        assert "when the game is over" in errors[0]
        texts = set()
        for _ in range(3):
            say(page, t="copy", what="position")
            texts.add(heard(page, lambda note: note["t"] == "copy")["text"])
    assert len(texts) == 3  # what is hidden is dealt anew each time
    real = serving.server.rooms[made["table"]].game
    for text in texts:
        copied = Game.of_position(text)
        assert copied.batch.state(0)["wall"] != real.batch.state(0)["wall"]
        own = [game.batch.state(0)["seats"][0]["hand"] for game in (copied, real)]
        assert own[0] == own[1]
        status, _ = serving.ask("/api/tables", {"rules": "super_bingo", "position": text})
        assert status == 200


def test_waits_are_told_on_wish(serving: Serving) -> None:
    game, rng = Game.new(load_rules("sanma_base"), 1), np.random.default_rng(1)
    while not view_of(game, game.seat, waits=True)["waits"]["after"]:
        batch = game.batch
        found = Baseline().act(Observation(batch), rng)
        game.act(int(found[0]))
    seats = ["me" if seat == game.seat else "baseline" for seat in range(3)]
    made = serving.open(position=game.position(), seats=seats)
    own = int(game.seat or 0)
    with serving.join(made["table"], made["seats"][own]) as page:
        assert "waits" not in told(page)["view"]
        say(page, t="look", decision=None, waits=True)
        shown = told_when(page, lambda found: found["waits"])
    rules = load_rules("sanma_base")
    seat = shown["view"]["seats"][own]
    hand = [*seat["hand"], *([] if seat["drawn"] is None else [seat["drawn"]])]
    melds = [[meld["type"], format_tiles(meld["tiles"])] for meld in seat["melds"]]
    for code, after in shown["view"]["waits"]["after"].items():
        left = list(hand)
        left.remove(int(code))
        expected = waits_of(rules, format_tiles(left), melds)["waits"]
        assert [CODE_NAMES[kind] for kind in after["kinds"]] == expected


def test_a_game_of_so_many_hands(serving: Serving) -> None:
    made = serving.open(seats=["baseline"] * 3, seed=1, hands=2)
    with serving.join(made["table"], made["watch"]) as page:
        found = playing(page, 10_000)
    assert found["view"]["over"] and found["endings"] == 2


def test_options_are_checked(serving: Serving) -> None:
    def asked(rules: str, **options: Any) -> tuple[int, Any]:
        return serving.ask("/api/options", {"rules": rules, "options": options})

    status, found = asked("super_bingo")
    rows = {row["name"]: row for row in found["options"]}
    assert status == 200 and found["players"] == 3
    assert rows["must_win"]["choices"] and rows["tulip"]["value"] == "true"
    status, found = asked("super_bingo", tulip="false", start_points="35000")
    rows = {row["name"]: row for row in found["options"]}
    assert (rows["tulip"]["value"], rows["tulip"]["usual"]) == ("false", "true")
    for rules, options, why in (
        ("super_bingo", {"tulip": "perhaps"}, "tulip"),
        ("super_bingo+atama+cherry", {}, "cherry"),
        ("super_bingo", {"no_such": "1"}, "no_such"),
        ("super_bingo", {"name_or_path": "1"}, "name_or_path"),
        ("a" * 300, {}, "no rule set"),
        ("nothing", {}, "nothing"),
    ):
        status, found = asked(rules, **options)
        assert status == 200 and why in found["wrong"]
    assert serving.ask("/api/options", {"rules": 5})[0] == 400


def test_a_record_and_a_position_are_opened(serving: Serving, tmp_path: Path) -> None:
    game = Game.new(load_rules("ninety_nine"), 9, ["a", "b", "c"])
    for _ in range(30):
        game.act(game.legal()[0])
    made = serving.open(record=game.record().dumps())
    with serving.join(made["table"], made["watch"]) as page:
        found = told(page)
        assert found["decisions"] == 30 and found["paused"]
        assert found["view"]["names"] == ["a", "b", "c"] and found["view"]["rules"] == "ninety_nine"
    made = serving.open(position=game.position(), seats=["me", "baseline", "random"])
    with serving.join(made["table"], made["seats"][0]) as page:
        found = told(page)
        assert found["view"]["seats"][0]["hand"] == sorted(game.batch.state(0)["seats"][0]["hand"])


# ---- abuse


def test_what_the_lobby_refuses(serving: Serving) -> None:
    assert serving.ask("/api/lobby")[0] == 200
    assert serving.ask("/api/lobby", **{"X-Shugi-Token": "other"})[0] == 401
    assert serving.ask("/api/lobby", Host="evil.example")[0] == 400
    wrong: list[tuple[Any, str]] = [
        ({"rules": "super_bing"}, "did you mean"),
        ({"rules": "super_bingo", "seats": ["me"]}, "has 3 seats, not 1"),
        ({"rules": "super_bingo", "seats": ["me", "basline", "random"]}, "basline"),
        ({"rules": "super_bingo", "options": {"must_wn": 1}}, "must_wn"),
        ({"rules": "super_bingo", "options": {"name_or_path": 1}}, "name_or_path"),
        ({"rules": "super_bingo", "record": "{}"}, "line 1"),
        ({"rules": "super_bingo", "position": "x"}, "line 1"),
        ({"rules": "super_bingo", "pace": -1}, "pace"),
        ({"rules": "super_bingo", "more": 1}, "more"),
        ({"rules": 7}, "rules"),
        ([], "object"),
    ]
    for body, said in wrong:
        status, found = serving.ask("/api/tables", body)
        assert status == 400 and said in found["error"], (body, found)
    status, found = serving.ask("/api/tables", {}, **{"Content-Type": "text/plain"})
    assert status == 415


def test_who_may_not_join(serving: Serving) -> None:
    made = serving.open()
    for table, token, code in (("nothing", made["watch"], 4404), (made["table"], "other", 4401)):
        with serving.join(table, token) as page, pytest.raises(ConnectionClosed) as error:
            page.recv(timeout=5)
        assert error.value.rcvd is not None and error.value.rcvd.code == code
    foreign = {"origin": "http://evil.example"}
    with serving.join(made["table"], made["watch"], **foreign) as page:
        with pytest.raises(ConnectionClosed):
            page.recv(timeout=5)
    with pytest.raises(InvalidStatus):
        serving.join(made["table"], made["watch"], additional_headers={"Host": "evil.example"})


def test_messages_that_are_none(serving: Serving) -> None:
    made = serving.open(seed=1)
    with serving.join(made["table"], made["seats"][0]) as page:
        found = told_when(page, lambda found: found["view"]["actions"])
        decision = found["view"]["decision"]
        wrong = [
            ("{", "JSON"),
            ("[]", "object"),
            ('{"t":"none"}', "none"),
            ('{"t":"act","decision":0}', "action"),
            ('{"t":"act","decision":0,"action":"1"}', "integer"),
            ('{"t":"act","decision":0,"action":1,"more":1}', "more"),
            (json.dumps({"t": "act", "decision": decision, "action": 127}), "not legal"),
            (json.dumps({"t": "act", "decision": decision, "action": 10**30}), "not legal"),
            (json.dumps({"t": "act", "decision": decision + 5, "action": 1}), "is over"),
            ('{"t":"look","decision":99999}', "decisions 0 to"),
            ('{"t":"pace","seconds":1e9,"paused":true}', "less than"),
        ]
        for text, said in wrong:
            page.send(text)
            errors = told(page)["errors"]
            assert len(errors) == 1 and said in errors[0], (text, errors)
        assert told_after(page, decision)
        page.send("x" * (MOST_BYTES + 1))
        with pytest.raises(ConnectionClosed):
            while True:
                page.recv(timeout=5)
    # nobody else has noticed
    with serving.join(made["table"], made["seats"][0]) as page:
        assert told(page)["view"]["decision"] == decision


def told_after(page: ClientConnection, decision: int) -> bool:
    say(page, t="look", decision=None)
    return bool(told(page)["view"]["decision"] == decision)


def test_a_full_disk_stops_the_record_alone(serving: Serving, tmp_path: Path) -> None:
    made = serving.open(seed=1)
    written(tmp_path / f"{made['table']}.jsonl", 0)
    shutil.rmtree(tmp_path)
    with serving.join(made["table"], made["seats"][0]) as page:
        errors: list[str] = []
        acted, decisions = False, 0
        while not errors or not acted or decisions < 2:
            found = told(page)
            errors += found["errors"]
            decisions = found["decisions"]
            if found["view"]["actions"] and not acted:
                acted = True
                action = found["view"]["actions"][0]["id"]
                say(page, t="act", decision=found["view"]["decision"], action=action)
    assert len(errors) == 1 and "not written any more" in errors[0]
    with serving.join(made["table"], made["seats"][0]) as page:
        assert told(page)["errors"] == errors


def test_one_who_does_not_read_holds_nobody_up(serving: Serving) -> None:
    made = serving.open(seats=["baseline"] * 3, seed=4)
    with serving.join(made["table"], made["watch"]):
        with serving.join(made["table"], made["watch"]) as page:
            told_when(page, lambda found: found["decisions"] >= 200 or found["view"]["over"])


def test_many_tables_at_once(serving: Serving) -> None:
    rules = ["super_bingo", "hangzhou", "piquet", "ninety_nine"]
    made = [serving.open(rules=rules[k % 4], seed=k) for k in range(40)]
    failed: list[BaseException] = []

    def play(k: int) -> None:
        try:
            with serving.join(made[k]["table"], made[k]["seats"][0]) as page:
                playing(page, 40, seed=k)
        except BaseException as error:  # reported by the test, not by the thread
            failed.append(error)

    threads = [threading.Thread(target=play, args=(k,)) for k in range(len(made))]
    start = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert not failed and time.monotonic() - start < 120


@pytest.mark.parametrize("spec", ["python:{}:First", "mjai:cat", "without[pon]:mjai:cat"])
def test_a_page_names_no_code_to_run(serving: Serving, tmp_path: Path, spec: str) -> None:
    file = tmp_path / "mine.py"
    file.write_text("from shugi.agents import Random\n\nclass First(Random):\n    pass\n")
    seats = ["me", spec.format(file), "baseline"]
    status, found = serving.ask("/api/tables", {"rules": "sanma_base", "seats": seats})
    assert status == 400 and "code is not run" in found["error"]


def test_who_starts_the_table_may(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("from shugi.agents import Random\n\nclass First(Random):\n    name = 'first'\n")
    wanted = NewTable(rules="sanma_base", seats=["me", f"python:{file}:First", "baseline"])
    assert open_room(wanted, programs=True).game.names == ["me", "first", "baseline"]
