"""The random cases draw every value that the rules know: what is never drawn is never compared.

What a key may hold is asked of the scorer and its schema, so that a new key, flag, award or larger
range is missed here until the generators draw it. Options are flipped one by one elsewhere.
"""

import re
from functools import cache
from typing import Any

import pytest

from shugi._fast.core.tiles import code_name
from shugi._fast.rules.compile import Rules
from shugi.envs import CaseError, load_rules, score
from shugi.envs.endings.case import Key, form_of
from shugi.envs.endings.ending import ending_of
from tests.support.generated import GENERATORS, RIICHI, Case, Drawn, drawn
from tests.support.rule_sets import RULE_SETS
from tests.support.scored import Table

CASES = 2500
ALL = 32  # a range of so many values is drawn whole; of a longer one, its low end and some more
SOME = 4
# tiles that a key cannot hold
NEVER = {("wuhan", "win_tile"): {"7z"}, ("wuhan", "wildcard"): {"7z"}}  # the kong tile
WINDS = {"1z", "2z", "3z", "4z"}
ELSEWHERE: dict[str, dict[str, str]] = {  # keys that other tests draw, and where
    "riichi": {
        "options": "test_options",
        "reveal_as": "test_bingo_addons_play, test_play_scored",
        "earlier_winners": "test_play_scored",
        "other_points": "test_play_scored",
        "furiten": "test_play_scored",
        "dora_indicators": "a text of any tiles",
        "ura_indicators": "a text of any tiles",
        "wall_from_end": "a text of any tiles",
        "scores": "any number",
        "hand": "a text of any tiles",
        "payer_hands": "a text of any tiles",
        "pao": "below",
        "pocchi_as": "below",
        "cherry": "below",
        "bingo_in_hand": "below",
        "markers": "below",
        "dice": "below",
    },
    "hangzhou": {
        "options": "test_hangzhou",
        "hand": "a text of any tiles",
        "discards": "test_levels_dice_and_honours_agree_with_the_reference",
        "float_claims": "test_second_halves_agree_with_the_reference",
        "chips": "any number",
        "liability": "below",
        "ten_honours": "test_levels_dice_and_honours_agree_with_the_reference",
    },
    "xiamen": {
        "options": "test_xiamen",
        "hand": "a text of any tiles",
        "floats": "by their awards",
        "stay_multipliers": "test_xiamen: 1 to 12",
        "flowers": "below",
    },
    "wuhan": {
        "options": "test_wuhan",
        "hand": "a text of any tiles",
        "fed_by": "test_wuhan",
        "discarder_ready": "test_wuhan",
        "players": "below",
    },
    "kawuxing": {
        "options": "test_kawuxing",
        "hand": "a text of any tiles",
        "resting": "four people: test_kawuxing_play, test_play_scored",
        "disclosed": "below",
    },
    "ninety_nine": {
        "options": "test_ninety_nine_play, test_every_option",
        "bids": "below",
        "tricks": "below",
        "offers": "below",
        "totals": "test_ninety_nine",
        "hands": "test_ninety_nine",
        "wins": "test_ninety_nine",
    },
    "piquet": {
        "options": "test_piquet_play, test_every_option",
        "elder": "any cards",
        "younger": "any cards",
        "play": "any cards",
        "before": "test_piquet, test_play_scored",
        "carte_blanche": "below",
        "elder_choice": "below",
        "younger_choice": "below",
    },
}
# values of what lies within a key, as ``generated.drawn`` names it
INSIDE: dict[str, dict[str, set[Any]]] = {
    "riichi": {
        **{f"pao.{name}": {0, 1, 2} for name in ("daisangen", "daisuushii", "mu")},
        "cherry.discards#": {0, 1, 2, 3, 4, 5},
        "cherry.discards[]": {"1pc", "2pc", "3pc"},
        "cherry.death_discard": {False, True},
        "markers[]": {"B", "H"},
        "dice[][0]": {1, 2, 3, 4, 5, 6},
        "dice[][1]": {1, 2, 3, 4, 5, 6},
        "dice#": {1, 2, 3},
    },
    "hangzhou": {f"liability.{seat}[]": {"L", "C"} for seat in range(4)}
    | {"multiplier": {2**n for n in range(11)}},
    "xiamen": {"flowers#": set(range(9))},
    "wuhan": {
        "players[].opened": set(range(5)),
        "players[].closed_kans": set(range(4)),
        "players[].open_kans": set(range(5)),
        "players[].kan_tiles": set(range(9)),
        "players[].wild_kans": set(range(5)),
    },
    "kawuxing": {"disclosed#": {0, 1, 2, 3}, "disclosed[]": {0, 1, 2}},
    "ninety_nine": {
        "bids[]": set(range(10)),
        "tricks[]": set(range(10)),
        "offers[]": {"none", "declare", "reveal"},
    },
    "piquet": {
        "carte_blanche[0]": {False, True},
        "carte_blanche[1]": {False, True},
        "elder_choice.point": set("CHSD"),
        "younger_choice.point": {*"CHSD", "good"},
        "elder_choice.sets": {"none", *(f"{n} {rank}" for n in (3, 4) for rank in "TJQKA")},
        "younger_choice.sequence": {"good", "none", "3 to the 9", "4 to the K", "5 to the A"},
        "elder_choice.extras.sequence[]": {False, True},
        "younger_choice.extras.sets[]": {False, True},
    },
}


@cache
def found(game: str) -> Drawn:
    values = drawn(game, CASES)
    for text in values.get("flowers", set()):
        values["flowers#"].add(len(re.findall(r"[eh]", text)))
    return values


def base(game: str) -> tuple[Rules, Case]:
    """A case that can be scored, to ask which other values a key may have."""
    rules = load_rules("sanma_base" if game == "riichi" else game)
    table = Table(rules, 8, seed=1)
    while True:
        for before, action, after in table.ended():
            for case in ending_of(rules, before, action, after).cases:
                return rules, case


def numbers(rules: Rules, case: Case, key: str) -> set[int]:
    """The whole numbers that the scorer takes, by what it says of one that it does not."""
    with pytest.raises(CaseError) as refused:
        score(case | {key: -(10**9)}, rules)
    bounds = re.search(r"from (-?\d+) to (\d+)", str(refused.value))
    assert bounds, f"{key}: {refused.value}"
    low, high = map(int, bounds.groups())
    return set(range(low, high + 1))


def domain(row: Key, rules: Rules, case: Case) -> set[Any]:
    """What a key of the schema may hold."""
    if row.form == "player" or row.form.startswith("number") or re.match(r"\d+ to", row.form):
        asked = {"loser": {"win_by": "ron"}}.get(row.name, {})
        return numbers(rules, case | asked, row.name)
    if row.name == "round_wind":
        return WINDS
    if row.form == "tile":
        return {code_name(code) for code in set(rules.tiles) if code < 34}
    quoted = re.findall(r'"(\w+)"', row.form)
    assert quoted, f"{row.name}: say what its form {row.form!r} can hold"
    return set(quoted)


@pytest.mark.parametrize("game", GENERATORS)
def test_every_value_of_every_key_is_drawn(game: str) -> None:
    form, values = form_of(game), found(game)
    rules, case = base(game)
    for row in form.case:
        if row.name in ELSEWHERE[game] or row.name in ("flags", "melds", "award"):
            continue
        wanted = domain(row, rules, case) - ELSEWHERE[game].keys()
        wanted -= NEVER.get((game, row.name), set())
        if len(wanted) > ALL and row.form != "tile":
            assert min(wanted) in values[row.name], row.name
            assert len(values[row.name] & wanted) >= SOME, (row.name, values[row.name])
            continue
        missing = wanted - values[row.name]
        assert not missing, f"{row.name} is never {sorted(missing, key=str)}"


@pytest.mark.parametrize("game", GENERATORS)
def test_every_flag_meld_and_award_is_drawn(game: str) -> None:
    values = found(game)
    for title, rows in form_of(game).parts[2:]:
        names = {row.name for row in rows} - ELSEWHERE[game].keys()
        if title.startswith("Flags"):
            assert {f"flags.{name}" for name in names} <= values.keys(), title
        elif title.startswith("Melds"):
            assert names <= values["melds[][0]"], title
        elif title.startswith("Awards"):
            assert names <= values["award"], title
    if "melds[][0]" in values and game != "riichi":
        kinds = {"pon", "daiminkan", "kakan", "ankan"} | ({"chi"} if game != "kawuxing" else set())
        assert values["melds[][0]"] == kinds


@pytest.mark.parametrize("game", GENERATORS)
def test_every_value_within_a_key_is_drawn(game: str) -> None:
    for where, wanted in INSIDE[game].items():
        missing = wanted - found(game)[where]
        assert not missing, f"{where} is never {sorted(missing, key=str)}"


def test_the_joker_stands_for_many_tiles() -> None:
    assert len(found("riichi")["pocchi_as"]) > 15


def test_every_rule_set_of_riichi_has_its_cases() -> None:
    assert set(RIICHI) == {name for name in RULE_SETS if load_rules(name).game == "riichi"}


def test_who_is_missing_is_named() -> None:
    """The keys that are drawn elsewhere are keys of the schema or flags, none of them stale."""
    for game, keys in ELSEWHERE.items():
        form = form_of(game)
        names = {row.name for _, rows in form.parts for row in rows}
        names |= {word for row in form.case for word in re.findall(r'"(\w+)"', row.form)}
        assert keys.keys() <= names, (game, keys.keys() - names)
