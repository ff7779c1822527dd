"""Yaku, fu and limits of won hands: cases worked out by hand, and the effect of the options."""

from typing import Any

import pytest

from shugi._fast.games.riichi.score import may_win, score_win
from shugi._fast.games.riichi.yaku import PATTERN_NAMES
from shugi._fast.rules.compile import Rules, RulesError
from shugi.envs.rulesets.rules import load_rules
from tests.games.riichi.cases import Case, case, read_tables, win_of

SANMA = load_rules("sanma_base")
BINGO = load_rules("super_bingo")

PINFU = "123p456p789s22s34p"  # 2p 5p: two-sided

TABLES = read_tables("patterns")
YAKU, YAKUMAN = TABLES["yaku"], TABLES["yakuman"]


def answer(rules: Rules, won: Case) -> Case:
    """What the win is worth; where it may not be declared, only that."""
    if not may_win(rules, won):
        return {"legal": False}
    scored = score_win(rules, won)
    return scored | {"legal": True, "names": dict(scored["yaku"] + scored["yakuman"])}


@pytest.mark.parametrize("name", YAKU)
def test_yaku(name: str) -> None:
    row = YAKU[name]
    scored = answer(SANMA, win_of(row, "yaku", "fu"))
    assert (scored["names"], scored["fu"]) == (row["yaku"], row["fu"])
    assert scored["han"] == sum(row["yaku"].values())


@pytest.mark.parametrize("name", YAKUMAN)
def test_yakuman(name: str) -> None:
    row = YAKUMAN[name]
    rules = load_rules(row.get("rules", "sanma_base"), **row.get("options", {}))
    won = win_of(row, "rules", "options", "yakuman")
    assert answer(rules, won)["names"] == row["yakuman"]


OPEN_TANYAO = case("34p567s888s22p", "5p", "pon 4p4p4p")
QUADRUPLE = case("2222p4466s3388p7p", "7p", loser=0)
TERMINAL_PAIRS = case("1111m99m11p99p11s9s", "9s")
COUNTED = case(
    "123456789p2p33p1p", "1p", riichi="closed", dora_indicators="9p", ura_indicators="9p"
)
NORTHS = case("444z45s99p", "6s", "pon 6z6z6z", "pon 2p2p2p")
ASIDE = case(PINFU, "5p", loser=0, dora_indicators="3z", removed_tiles=2)
OPEN_RIICHI = case(PINFU, "5p", loser=0, riichi="open")
DEALT_IN = OPEN_RIICHI | {"flags": {"open_dealin": True}, "wall_from_end": ""}
GOLD = case("46p5pg123p789s22s34p", "2p")
FOUR_30 = case("345p345s678s22p67p", "8p", loser=0, riichi="closed", dora_indicators="4s")
BINGO_WIN = case("234456p6784533s", None, win_by="bingo", riichi="closed")
FIRST_CALL = case("123s45s99m", "3s", "pon 9p9p9p", "pon 6z6z6z")
ORPHANS = case("19m19p19s1234567z", "7z")
WINDS = win_of(YAKUMAN["big four winds"], "yakuman")
JUNCHAN = win_of(YAKU["junchan replaces chanta"], "yaku", "fu")
DRAWN, LOSS, SHARED = case(PINFU, "5p"), [-700, 1100, -400], [-800, 1300, -500]
BISECTION = {"points_table": "north_bisection"}
SECOND_WAIT = case("340p678p345s22s77z", "7z", loser=0)

# rules, the changed option, the win, what is looked at, its value before and after
OPTIONS: list[tuple[Rules, dict[str, Any], Case, str, Any, Any]] = [
    (SANMA, {"open_tanyao": False}, OPEN_TANYAO, "legal", True, False),
    (SANMA, {"min_yaku_han": 2}, case(PINFU, "5p", loser=0), "legal", True, False),
    (SANMA, {"min_yaku_han": 2}, case("123p456p789s22z34p", "5p"), "legal", True, False),
    (SANMA, {"atozuke": False}, FIRST_CALL, "legal", True, False),
    (SANMA, {"atozuke": False}, SECOND_WAIT, "legal", True, False),
    (SANMA, {"chiitoi_duplicates": True}, QUADRUPLE, "legal", False, True),
    (BINGO, {"chiitoi_quad_han": None}, QUADRUPLE, "han", 5, 3),
    (BINGO, {"chiitoi_quad_han": [3, 8, 9]}, QUADRUPLE, "han", 5, 4),
    (
        BINGO,
        {"chinitsu_chiitoi": "han"},
        case("11224455778p99p", "8p"),
        "names",
        {"chinitsu_chiitoi": 1},
        {"menzen_tsumo": 1, "chiitoi": 2, "chinitsu": 6},
    ),
    (SANMA, {"orphan_hand": "nanashi"}, case("179p179s1234567z", "7z"), "legal", False, True),
    (SANMA, {"orphan_hand": "nanashi"}, ORPHANS, "legal", True, False),
    (SANMA, {"double_variants": False}, ORPHANS, "names", {"kokushi_13": 2}, {"kokushi": 1}),
    (SANMA, {"double_variants": False}, WINDS, "names", {"daisuushii": 2}, {"daisuushii": 1}),
    (SANMA, {"kazoe": False}, COUNTED, "limit", "yakuman", "sanbaiman"),
    (SANMA, {"max_yakuman": 1}, case("555z666z777z11z22z", "1z"), "limit", "yakuman x3", "yakuman"),
    (SANMA, {"renhou_han": 5}, case(PINFU, "5p", loser=0, flags={"renhou": True}), "han", 1, 6),
    (SANMA, {"chanta_han": [4, 3]}, win_of(YAKU["chanta, open"], "yaku", "fu"), "han", 1, 3),
    (SANMA, {"junchan_han": [6, 4]}, JUNCHAN, "han", 4, 7),
    (
        load_rules("sanma_base", chiitoi_duplicates=True),
        {"chinroutou_chiitoi": True},
        TERMINAL_PAIRS,
        "names",
        {"menzen_tsumo": 1, "chiitoi": 2, "honroutou": 2},
        {"chinroutou": 1},
    ),
    (
        SANMA,
        {"north_role": "yakuhai"},
        NORTHS,
        "names",
        {"yakuhai_6z": 1},
        {"yakuhai_6z": 1, "yakuhai_4z": 1},
    ),
    (SANMA, {"north_role": "yakuhai"}, case("123p456p789s44z34p", "5p"), "fu", 20, 30),
    (SANMA, {"nuki_indicator_doubles": False}, ASIDE, "han", 5, 3),
    (BINGO, {"gold_dora": 3}, GOLD, "han", 3, 5),
    (BINGO, {"open_riichi_extra_han": 2}, OPEN_RIICHI, "han", 3, 4),
    (BINGO, {"open_riichi_deal_in": "none"}, DEALT_IN, "limit", "yakuman", "3han"),
    (BINGO, {"open_riichi_deal_in_kind": "points_only"}, DEALT_IN, "shugi.start", 50, 0),
    (SANMA, {"kiriage": True}, FOUR_30, "points_delta", [-7700, 7700, 0], [-8000, 8000, 0]),
    (SANMA, {"tsumo_loss": False}, DRAWN, "points_delta", LOSS, SHARED),
    (SANMA, BISECTION | {"tsumo_loss": False}, DRAWN, "points_delta", LOSS, SHARED),
    (SANMA, {"points_table": "no_fu"}, DRAWN, "points_delta", LOSS, [-1000, 2000, -1000]),
    (SANMA, {"points_table": "shouhai", "min_fu": 30}, case(PINFU, "5p"), "fu", 20, 30),
    (BINGO, {"bingo_value": "sanbaiman"}, BINGO_WIN, "limit", "haneman", "sanbaiman"),
]


@pytest.mark.parametrize(
    "row", OPTIONS, ids=[f"{i} {next(iter(row[1]))}" for i, row in enumerate(OPTIONS)]
)
def test_option_changes_the_value(row: Any) -> None:
    rules, changes, won, key, before, after = row
    changed = Rules(rules.name, rules.options | changes)
    assert (look(rules, won, key), look(changed, won, key)) == (before, after)


def look(rules: Rules, won: Case, key: str) -> Any:
    """A value of the answer; "shugi.start" is one inside another."""
    found: Any = answer(rules, won)
    for part in key.split("."):
        found = found[part]
    return found


def test_bingo_wins_can_be_off() -> None:
    with pytest.raises(ValueError, match="bingo_wins"):
        score_win(load_rules("super_bingo", bingo_wins=False), BINGO_WIN)


def test_an_option_of_the_case_is_the_same() -> None:
    assert score_win(BINGO, GOLD | {"options": {"gold_dora": 3}})["han"] == 5


def test_late_yaku_by_order_of_the_calls() -> None:
    rules = load_rules("sanma_base", atozuke=False)
    green, nines = "pon 6z6z6z", "pon 9p9p9p"
    for tile in ("3s", "6s"):
        for changes in ({}, {"loser": 0}):
            assert may_win(rules, case("123s45s99m", tile, green, nines, **changes))
            assert not may_win(rules, case("123s45s99m", tile, nines, green, **changes))


def test_late_yaku_needs_one_on_every_wait() -> None:
    rules = load_rules("sanma_base", atozuke=False)
    hand = "340p678p345s22s77z"
    for tile in ("2s", "7z"):
        assert not may_win(rules, case(hand, tile, loser=0))
        assert may_win(rules, case(hand, tile))
        assert may_win(rules, case(hand, tile, loser=0, riichi="closed"))
    # luck makes no yaku of a wait
    assert not may_win(rules, case(hand, "7z", loser=0, flags={"houtei": True}))


def test_pattern_names_are_unique() -> None:
    assert len(set(PATTERN_NAMES.values())) == len(PATTERN_NAMES) > 60


@pytest.mark.parametrize(
    ("won", "message"),
    [
        ([], "must be a dict"),
        (case(PINFU, "5p", win_by="ron"), "loser must be"),
        (case(PINFU, "5p", options=["kazoe"]), "options must be a dict"),
    ],
)
def test_bad_input_is_refused(won: Any, message: str) -> None:
    """What a case may not say is in wrong_cases.yaml."""
    with pytest.raises(ValueError, match=message):
        score_win(SANMA, won)


def test_bad_options_of_a_case_are_the_rules_error() -> None:
    with pytest.raises(RulesError):
        score_win(SANMA, case(PINFU, "5p", options={"nonsense": 1}))


def test_rules_must_be_rules() -> None:
    with pytest.raises(TypeError):
        score_win("sanma_base", case(PINFU, "5p"))  # type: ignore[arg-type]
