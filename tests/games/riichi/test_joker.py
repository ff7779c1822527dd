"""The joker that counts only as long as a win would be ippatsu (`pocchi_when`, bingo 3.5)."""

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id
from shugi._fast.core.tiles import parse_tiles
from shugi.envs import format_position, load_position, load_rules, score
from shugi.envs.rulesets.rules import RulesError
from tests.games.riichi.cases import case
from tests.support.played import played
from tests.support.tables import dealt_again

WIN = action_id("win")
(JOKER,) = parse_tiles("5zo")
CASE = case("222p456p123s55p44z", "5zo", pocchi_as="5p", riichi="closed", sticks=1)


def drawn(when: str, ippatsu: int, options: str = "") -> Batch:
    """Seat 1 is in riichi and has just drawn the joker; it waits for 5p and 4z."""
    return load_position(f"""
        rules sanma_base shiro_pocchi=true pocchi_when={when} {options}
        turn own 1
        seat0 hand=1p123s34p6789s19m1z river=9m
        seat1 hand=222p456p123s55p44z+5zo river=8s* riichi=closed ippatsu={ippatsu}
        seat2 hand=1188p99s22335z9p1m river=9s
        dora 3s
        wall ...
    """)


@pytest.mark.parametrize(
    ("when", "ippatsu", "wins"),
    [("riichi", 0, True), ("riichi", 1, True), ("ippatsu", 0, False), ("ippatsu", 1, True)],
)
def test_when_the_joker_counts(when: str, ippatsu: int, wins: bool) -> None:
    batch = drawn(when, ippatsu)
    assert (WIN in batch.legal_actions(0)) == wins
    if wins:
        batch.step_one(0, WIN)
        assert batch.state(0)["phase"] == "pocchi" or batch.state(0)["last"]["winners"] == [1]


@pytest.mark.parametrize(("ippatsu", "furiten"), [(0, 0), (1, 4)])
def test_one_that_was_declined_while_it_counted_is_furiten(ippatsu: int, furiten: int) -> None:
    batch = drawn("ippatsu", ippatsu)
    batch.step_one(0, JOKER)
    seat = batch.state(0)["seats"][1]
    assert seat["furiten"] == furiten
    loaded = load_position(format_position(batch, 0))
    assert loaded.state(0) == batch.state(0)
    for again in dealt_again(batch, 0, 8):  # whoever deals the hidden tiles again knows as much
        assert again["seats"][1]["furiten"] == furiten


def test_a_plain_white_keeps_its_own_wait() -> None:
    """A joker that does not count is still a White: a hand that waits for one wins on it."""
    batch = load_position("""
        rules sanma_base shiro_pocchi=true pocchi_when=ippatsu
        turn own 1
        seat0 hand=1p123s34p6789s19m1z river=9m
        seat1 hand=222p456p123s55p55z+5zo river=8s* riichi=closed
        seat2 hand=1188p99s22336z9p1m river=9s
        dora 3s
        wall ...
    """)
    batch.step_one(0, WIN)
    state = batch.state(0)
    assert state["phase"] != "pocchi" and state["last"]["winners"] == [1]


def test_a_scored_joker_needs_ippatsu_too() -> None:
    plain = load_rules("sanma_base", shiro_pocchi=True)
    late = load_rules("sanma_base", shiro_pocchi=True, pocchi_when="ippatsu")
    lucky = CASE | {"flags": {"ippatsu": True}}
    assert score(lucky, late)["points_delta"] == score(lucky, plain)["points_delta"]
    score(CASE, plain)
    with pytest.raises(ValueError, match="with the flag ippatsu only"):
        score(CASE, late)


def test_it_needs_a_joker() -> None:
    with pytest.raises(RulesError, match="pocchi_when: there is no joker; set shiro_pocchi: true"):
        load_rules("sanma_base", pocchi_when="ippatsu")


def test_games_are_played_to_their_end() -> None:
    batch = Batch(load_rules("far_flying_fish", pocchi_when="ippatsu"), 32, seed=2)
    declined = 0
    for step in played(batch, 1500, lambda _: np.arange(32) % 2 == 1):
        if step % 100 == 0:
            for i in range(32):
                loaded = load_position(format_position(batch, i))
                assert loaded.state(0) == batch.state(i)
                declined += any(seat["furiten"] & 4 for seat in batch.state(i)["seats"])
    assert declined
