"""Piquet as it is played, beside the reference and rule by rule."""

from random import Random

import pytest

from tests.piquet_games import Pair, blank_pack
from tests.golden.regional import rules_of
from tests.reference.cards.random_cases import random_changes


@pytest.mark.parametrize("preset", ["modern", "old", "parlett", "century17"])
@pytest.mark.parametrize("seed", range(4))
def test_games_go_as_the_reference_says(preset: str, seed: int) -> None:
    Pair({"preset": preset}, seed, first_dealer=seed % 2).play(Random(seed))


@pytest.mark.parametrize("seed", range(60))
def test_games_under_any_options_go_as_the_reference_says(seed: int) -> None:
    rng = Random(1000 + seed)
    Pair(random_changes(rng, "piquet"), seed, first_dealer=seed % 2).play(rng)


def blank_game(seed: int) -> None:
    """A game whose first hand deals a blank hand, under any options."""
    rng = Random(2000 + seed)
    changes = random_changes(rng, "piquet")
    if rng.random() < 0.3:
        changes |= {"deck": 36, "elder_exchange_max": rng.choice((5, 8))}
    pack = blank_pack(rng, rules_of({"game": "piquet", "options": changes}))
    Pair(changes, seed, pack=pack).play(rng)


@pytest.mark.parametrize("seed", range(60))
def test_games_with_a_carte_blanche_go_as_the_reference_says(seed: int) -> None:
    blank_game(seed)


@pytest.mark.slow
def test_many_games_go_as_the_reference_says() -> None:
    for seed in range(3000):
        rng = Random(10_000 + seed)
        Pair(random_changes(rng, "piquet"), seed, first_dealer=seed % 2).play(rng)
        blank_game(seed)
