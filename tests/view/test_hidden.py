"""A seat sees nothing that is hidden from it, and a re-deal changes all that is hidden."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id
from shugi.envs import format_position, load_rules
from tests.games.chinese.play import SEEN_OTHERWISE
from tests.support import hidden
from tests.support.hidden import (
    always,
    differing,
    leak_of,
    look,
    looks,
    looks_at,
    nothing_leaks,
    planted,
    survey,
)
from tests.support.rule_sets import MAHJONG_SETS, RULE_SETS

PASS = action_id("pass")

# options that change what others know, or who must answer
OTHERWISE: list[tuple[str, dict[str, Any]]] = [
    *SEEN_OTHERWISE,
    ("sanma_base", {"must_win": "always"}),
    ("sanma_tenhou", {"must_win": "closed_riichi", "multi_ron": "head_bump"}),
    ("riichi_tenhou", {"must_win": "closed_riichi"}),
    ("riichi_mjsoul", {"multi_ron": "head_bump"}),
    ("super_bingo", {"pocchi_choice_timing": "after_ura", "must_win": "never"}),
    ("super_bingo_yunyun", {"pocchi_reveal_choice": "decision"}),
]
EVERY = [(name, {}) for name in RULE_SETS] + OTHERWISE


@pytest.mark.parametrize("forced", [True, False])
@pytest.mark.parametrize(("name", "options"), OTHERWISE)
def test_nothing_hidden_leaks(name: str, options: dict[str, Any], forced: bool) -> None:
    nothing_leaks(load_rules(name, **options), forced)


@pytest.mark.slow
@pytest.mark.parametrize("forced", [True, False])
@pytest.mark.parametrize(("name", "options"), EVERY)
def test_nothing_hidden_leaks_in_long_play(
    name: str, options: dict[str, Any], forced: bool
) -> None:
    nothing_leaks(load_rules(name, **options), forced, n=40, steps=2000)


# ---- the power of it


STRONG: list[tuple[str, dict[str, Any], tuple[hidden.Aspect, ...]]] = [
    (
        "kawuxing",
        {"disclose_mode": "waiting_part"},
        (hidden.drawn_to_open, hidden.disclosed_rests, hidden.covered_kans, hidden.intentions),
    ),
    ("sanma_base", {}, (hidden.replacement, hidden.furiten, hidden.claims, hidden.intentions)),
    ("super_bingo", {}, (hidden.drawn_to_open, hidden.claims, hidden.answers)),
    ("riichi_mjsoul", {}, (hidden.replacement, hidden.furiten, hidden.claims, hidden.intentions)),
    ("hangzhou", {}, (hidden.covered_kans, hidden.claims, hidden.answers)),
    ("xiamen", {"closed_kong_hidden": True}, (hidden.covered_kans, hidden.claims, hidden.answers)),
    ("wuhan", {}, (hidden.covered_kans, hidden.claims, hidden.answers, hidden.intentions)),
    ("ninety_nine", {}, (hidden.offers,)),
    ("piquet", {}, (hidden.talon, hidden.meant)),
]


@pytest.mark.parametrize(("name", "options", "aspects"), STRONG)
def test_a_planted_leak_is_found(
    name: str, options: dict[str, Any], aspects: tuple[hidden.Aspect, ...]
) -> None:
    rules = load_rules(name, **options)
    found: Counter[str] = Counter()
    for one in looks(rules, 24, 80, forced=False, every=2):
        assert not differing(one.seen, one.again)
        for aspect in (*always(rules), *aspects):
            faulty = planted(one, leak_of(aspect))
            found[aspect.__name__] += len(differing(faulty.seen, faulty.again))
    assert all(found[aspect.__name__] for aspect in (*always(rules), *aspects)), found


def disclosed_with_a_kan(state: dict[str, Any]) -> int | None:
    """Another seat than the one on turn, which has disclosed and laid a kan face down."""
    seat = state["seats"][state["turn"]]
    kan = any(meld["type"] == "ankan" for meld in seat["melds"])
    return (state["turn"] + 1) % 3 if seat["riichi"] == "open" and kan else None


@pytest.mark.parametrize("mode", ["full", "waiting_part"])
def test_what_a_disclosed_hand_waits_for_tells_nothing_of_its_covered_kans(mode: str) -> None:
    rules = load_rules("kawuxing", disclose_mode=mode)
    found = 0
    for one in looks_at(rules, disclosed_with_a_kan, keys=12):
        assert not differing(one.seen, one.again)
        faulty = planted(one, hidden.shown_waits_without_kans)
        found += len(differing(faulty.seen, faulty.again))
    assert found > 4


# ---- who looks, and when

# what is decided seldom
CHOICES: list[tuple[str, dict[str, Any], set[str]]] = [
    ("super_bingo_yunyun", {}, {"riichi", "kan", "copies"}),
    ("seven_rush_deluxe", {}, {"pocchi"}),
    ("super_bingo", {"pocchi_choice_timing": "after_ura"}, {"riichi", "kan", "pocchi"}),
    ("sanma_base", {"must_win": "always"}, {"riichi", "kan"}),
    ("riichi_tenhou", {}, {"riichi", "kan", "copies"}),
    ("hangzhou", {}, {"kan"}),
    ("xiamen", {}, {"kan"}),
    ("wuhan+red_green", {}, {"kan"}),
    ("kawuxing", {"disclose_mode": "waiting_part"}, {"riichi", "kan"}),
    ("piquet+parlett", {}, {"seat", "open", "extra", "late"}),
    ("ninety_nine", {}, {"offer"}),
]


@pytest.mark.parametrize(("name", "options", "phases"), CHOICES)
@pytest.mark.parametrize("decides", [True, False])
def test_the_game_goes_on_from_what_is_seldom_decided(
    name: str, options: dict[str, Any], phases: set[str], decides: bool
) -> None:
    """Whoever looks: what another has chosen and not shown yet may be something else."""
    rules = load_rules(name, **options)

    def wanted(state: dict[str, Any]) -> int | None:
        viewer = (state["actor"] + (not decides)) % rules.seats
        return viewer if state.get("stage", state["phase"]) in phases else None

    met: Counter[tuple[str, bool]] = Counter()
    n = 16 if "plays_cards" in rules.traits else 48
    for one in looks_at(rules, wanted, keys=2, n=n, forced=False):
        found = survey(iter([one]))
        assert not found.leaks and not found.faults, [*found.leaks, *found.faults][0]
        met += found.phases
        actions = np.zeros(one.dealt.n, np.uint8)
        for step in range(8):
            one.dealt.sample(actions, step)
            one.dealt.step(actions)
            assert not one.dealt.status[one.dealt.seat >= 0].any()
    assert set(met) == {(phase, decides) for phase in phases}


# ---- what others hold tells nothing later, as long as they do the same


def others_pass(game: Batch, viewer: int) -> bool:
    """False where somebody may not."""
    while game.seat[0] not in (-1, viewer) and game.state(0)["phase"] == "claim":
        if PASS not in game.legal_actions(0):
            return False
        game.step_one(0, PASS)
    return True


def common_discards(pair: list[Batch]) -> list[int]:
    """That are legal in both games, and look the same."""
    states = [game.state(0) for game in pair]
    phases = {(state["phase"], state["verb"]) for state in states}
    if len(phases) > 1 or states[0]["phase"] not in ("own", "riichi"):
        return []
    found = set.intersection(*(set(game.legal_actions(0)) for game in pair))
    drawn = [state["drawn"] for state in states]
    return sorted(code for code in found if code < 64 and (code == drawn[0]) == (code == drawn[1]))


def twins_part(pair: list[Batch], viewer: int, rng: Random) -> int:
    """Moves made in both games, until what was drawn or is held makes them differ."""
    who = np.array([viewer], np.int8)
    for moves in range(6):
        choices = common_discards(pair)
        seats = {int(game.seat[0]) for game in pair}
        if not choices or len(seats) > 1 or (moves and seats == {viewer}):
            return moves
        code = rng.choice(choices)
        for game in pair:
            game.step_one(0, code)
        if not all([others_pass(game, viewer) for game in pair]):
            return moves
        states = [game.state(0) for game in pair]
        if any(game.hand_done[0] for game in pair) or viewer in [one["turn"] for one in states]:
            return moves
        if states[0]["history"] != states[1]["history"]:
            return moves  # an indicator or a flower that all see was drawn from the new wall
        differ = differing(*(look(game, who) for game in pair))
        texts = [format_position(game, 0) for game in pair]
        assert not differ, (differ, viewer, *texts)
    return 6


@pytest.mark.parametrize(
    ("name", "options"), [one for one in EVERY if one[0] in MAHJONG_SETS and "+" not in one[0]]
)
def test_what_others_hold_tells_nothing_until_they_use_it(
    name: str, options: dict[str, Any]
) -> None:
    rules, rng, moves = load_rules(name, **options), Random(7), 0
    for one in looks(rules, 8, 100, seed=5, forced=False, every=5):
        for i, view in enumerate(one.old):
            if view.viewer == view.state["actor"]:
                pair = [game.clone([i]) for game in (one.batch, one.dealt)]
                moves += twins_part(pair, view.viewer, rng)
    assert moves > 40
