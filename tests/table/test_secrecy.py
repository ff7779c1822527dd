"""What a server sends, byte by byte: nothing of it depends on what its reader may not see."""

import json
import random
from typing import Any

import pytest

pytest.importorskip("websockets")
pytest.importorskip("uvicorn")
pytest.importorskip("starlette")

from shugi.envs.rulesets.rules import variants  # noqa: E402
from shugi.table.game import Game, GameMoment  # noqa: E402
from shugi.table.pacing import Pacing  # noqa: E402
from shugi.table.room import MOST_EVENTS  # noqa: E402
from shugi.table.view import NOBODY, ending_view, seen_view, waiting_view  # noqa: E402
from shugi.table.words import words_of  # noqa: E402
from tests.support.serving import Serving, say  # noqa: E402

NAMES = [variant.name for variant in variants()]
DECISIONS = 80
FACTS = {  # beside the view: numbers and switches, which have no room for a tile
    "t", "version", "endings", "decisions", "marks", "own", "looking", "open", "waits",
    "may_open", "may_go_back", "host", "pace", "paused", "seconds", "away", "people", "errors",
    "may_judge", "may_review", "may_practise", "practising",
}  # fmt: skip


def stands(told: dict[str, Any]) -> tuple[int, int]:
    """How far the game is for all: the hand, and what has happened in it."""
    view = told.get("view", {"hand": 0, "history": 0})
    return view["hand"], view["history"]


def heard(serving: Serving, made: dict[str, Any], rules: str) -> tuple[list[str], list[str]]:
    """All that one who plays and one who watches are sent in a game played at random."""
    rng, told, watched = random.Random(rules), [], []
    with (
        serving.join(made["table"], made["seats"][0]) as page,
        serving.join(made["table"], made["watch"]) as watch,
    ):
        say(page, t="look", decision=None, waits=True)
        answered = -1
        while True:
            told.append(page.recv(timeout=30))
            found = json.loads(told[-1])
            if found["t"] != "view":
                continue
            view = found["view"]
            told_all = view["cards"] or view["asked"]["for"] == "own"
            if view["over"] or (view["decision"] >= DECISIONS and told_all):
                break
            if view["actions"] and view["decision"] != answered:
                answered = view["decision"]
                action = rng.choice(view["actions"])["id"]
                say(page, t="act", decision=answered, action=action)
        say(watch, t="look", decision=None)
        while not watched or stands(json.loads(watched[-1])) < stands(found):
            watched.append(watch.recv(timeout=30))
    return told, watched


def dealt_anew(game: Game, moment: GameMoment, seats: list[int]) -> list[Game]:
    """The game as it might have been for all that each seat saw."""
    found = []
    for seat in seats:
        other = game.then(moment, copied=True)
        try:
            other.batch.redeal(0, seat, 7 + moment.decision)
        except RuntimeError:  # nothing is hidden, or it cannot be dealt otherwise
            continue
        found.append(other)
    return found


def must_be_blind(game: Game, sent: list[str], viewer: int | None) -> int:
    """What was sent is what would have been sent had all that is hidden lain otherwise.

    Args:
        viewer: the seat of the reader; None: one who watches people play.

    Returns:
        How often the hidden tiles did lie otherwise.
    """
    compared, before, names = 0, (-1, 0), game.names
    seats = [0, 1] if viewer is None else [viewer]
    pacing = Pacing(game, 0)
    seen = pacing.seen(NOBODY if viewer is None else viewer)
    for text in sent:
        found = json.loads(text)
        if found["t"] == "words":
            assert found["words"] == json.loads(json.dumps(words_of(game.rules)))
            continue
        view, ending = found.pop("view"), found.pop("ending")
        assert set(found) == FACTS
        assert found["errors"] == [] and not found["open"]
        first = before[1] if before[0] == view["hand"] else 0
        after = max(0, view["history"] - MOST_EVENTS, first)
        before = view["hand"], view["history"]
        counted = pacing.decisions() if found["may_open"] else seen
        moment = counted[view["decision"]]
        real = game.then(moment, copied=True)
        told = real.endings()
        shown = ending_view(told[-1], game.rules) if told else None
        assert ending == json.loads(json.dumps(shown))
        if ending is not None:
            last = told[-1].last
            open_hands = {k for k, hand in enumerate(ending["hands"]) if hand is not None}
            assert open_hands <= {*last["winners"], *last["tenpai"]}
        for other in dealt_anew(game, moment, seats):
            again = seen_view(other, names, viewer, False, after, found["waits"])
            again["decision"] = view["decision"]
            alike = [json.loads(json.dumps(one)) for one in (again, waiting_view(again))]
            assert view in alike
            compared += other.position() != real.position()
    return compared


@pytest.mark.parametrize("rules", NAMES)
def test_what_is_sent_says_nothing_of_what_is_hidden(serving: Serving, rules: str) -> None:
    made = serving.open(rules=rules, seed=12)
    told, watched = heard(serving, made, rules)
    game = serving.server.rooms[made["table"]].game
    assert must_be_blind(game, told, 0) >= 5
    assert must_be_blind(game, watched, None) >= 1
