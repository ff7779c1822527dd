"""Yaku, fu and limits of won hands: cases worked out by hand, and the effect of the options."""

import random
from typing import Any

import pytest

from shugi._fast.games.riichi.score import may_win, score_win
from shugi._fast.games.riichi.yaku import PATTERN_NAMES
from shugi._fast.rules.compile import Rules, RulesError
from shugi.envs.rulesets.rules import load_rules
from tests.games.riichi.reference.random_hands import random_case

SANMA = load_rules("sanma_base")
BINGO = load_rules("super_bingo")

Case = dict[str, Any]


def case(hand: str, tile: str | None, *melds: str, **changes: Any) -> Case:
    """A win of player 1 by a draw while 0 deals; with ``loser`` a ron. Melds as "pon 2p2p2p"."""
    return {
        "dealer": 0,
        "winner": 1,
        "win_by": "ron" if "loser" in changes else "tsumo",
        "hand": hand,
        "melds": [meld.split() for meld in melds],
        "win_tile": tile,
        **changes,
    }


PINFU = "123p456p789s22s34p"  # 2p 5p: two-sided

# name: the win, its yaku, its fu; plain sanma
YAKU: dict[str, tuple[Case, dict[str, int], int]] = {
    "double riichi replaces riichi": (
        case(PINFU, "5p", loser=0, riichi="closed", flags={"double_riichi": True}),
        {"double_riichi": 2, "pinfu": 1},
        30,
    ),
    "riichi, ippatsu, last draw": (
        case(PINFU, "5p", riichi="closed", flags={"ippatsu": True, "haitei": True}),
        {"riichi": 1, "ippatsu": 1, "menzen_tsumo": 1, "pinfu": 1, "haitei": 1},
        20,
    ),
    "last discard": (
        case("123p45678s99s", "9s", "pon 7z7z7z", loser=2, flags={"houtei": True}),
        {"yakuhai_7z": 1, "houtei": 1},
        30,
    ),
    "rinshan keeps the two fu of a draw": (
        case("456p22s34p", "5p", "ankan 9m9m9m9m", "pon 2p2p2p", flags={"rinshan": True}),
        {"rinshan": 1},
        60,
    ),
    "a replacement draw is no last draw": (
        case(
            "456p22s34p",
            "5p",
            "ankan 9m9m9m9m",
            "pon 2p2p2p",
            flags={"rinshan": True, "haitei": True},
        ),
        {"rinshan": 1},
        60,
    ),
    "robbing a kan": (
        case("456p789s22s34p", "5p", "pon 3s3s3s", loser=2, flags={"chankan": True}),
        {"chankan": 1},
        30,
    ),
    "pinfu by ron": (case(PINFU, "5p", loser=0), {"pinfu": 1}, 30),
    "an edge wait is no pinfu": (
        case("12p456p789s345s99s", "3p", riichi="closed"),
        {"riichi": 1, "menzen_tsumo": 1},
        30,
    ),
    "the seat wind as pair is no pinfu": (
        case("123p456p789s22z34p", "5p"),
        {"menzen_tsumo": 1},
        30,
    ),
    "a guest North as pair is": (
        case("123p456p789s44z34p", "5p"),
        {"menzen_tsumo": 1, "pinfu": 1},
        20,
    ),
    "a pair of the double wind counts four fu": (
        case("222p345s789s11z46p", "5p", winner=0),
        {"menzen_tsumo": 1},
        40,
    ),
    "a pair of one wind counts two": (
        case("222p345s789s11z46p", "5p"),
        {"menzen_tsumo": 1},
        30,
    ),
    "open tanyao": (case("34p567s888s22p", "5p", "pon 4p4p4p"), {"tanyao": 1}, 30),
    "open hand without any fu counts 30": (
        case("34p567s678s22p", "5p", "pon 4p4p4p", loser=0),
        {"tanyao": 1},
        30,
    ),
    "iipeikou": (case("112233p567s88s99p", "9p", loser=0), {"iipeikou": 1}, 40),
    "ryanpeikou, and not seven pairs": (
        case("112233p778899s3z", "3z", loser=0),
        {"ryanpeikou": 3, "chanta": 2},
        40,
    ),
    "four equal runs": (
        case("2222333344p44s4p", "4p", loser=0),
        {"tanyao": 1, "ryanpeikou": 3, "pinfu": 1},
        30,
    ),
    "double wind": (
        case("456p789s22s34p", "5p", "pon 1z1z1z", winner=0),
        {"yakuhai_round": 1, "yakuhai_seat": 1},
        30,
    ),
    "seven pairs of terminals and an honour": (
        case("11m99m11p99p11s99s1z", "1z"),
        {"menzen_tsumo": 1, "chiitoi": 2, "honroutou": 2},
        25,
    ),
    "a triplet completed by ron is open": (
        case("222p444s99s66p", "6p", "pon 7z7z7z", loser=0),
        {"toitoi": 2, "yakuhai_7z": 1},
        40,
    ),
    "a triplet completed by a draw is concealed": (
        case("222p444s99s66p", "6p", "pon 7z7z7z"),
        {"toitoi": 2, "sanankou": 2, "yakuhai_7z": 1},
        40,
    ),
    "the tile of a ron completes the run, so the triplet stays concealed": (
        case("222p444p66678s33z", "6s", loser=0),
        {"sanankou": 2},
        50,
    ),
    "three kans": (
        case("34p22s", "5p", "ankan 9m9m9m9m", "daiminkan 3s3s3s3s", "kakan 1p1p1p1p"),
        {"sankantsu": 2},
        80,
    ),
    "the same triplet in three suits": (
        case("111m111p23s55z", "4s", "pon 1s1s1s"),
        {"sanshoku_doukou": 2},
        50,
    ),
    "honroutou beside toitoi": (
        case("111m999s2z", "2z", "pon 9p9p9p", "pon 3z3z3z", loser=0),
        {"honroutou": 2, "toitoi": 2},
        50,
    ),
    "little three dragons": (
        case("66z123s34p", "5p", "pon 5z5z5z", "pon 7z7z7z"),
        {"shousangen": 2, "yakuhai_5z": 1, "yakuhai_7z": 1},
        40,
    ),
    "chanta, open": (case("12p123s11z999m", "3p", "pon 9s9s9s"), {"chanta": 1}, 40),
    "junchan replaces chanta": (
        case("123p789p12s99m999s", "3s"),
        {"menzen_tsumo": 1, "junchan": 3},
        40,
    ),
    "ittsu": (case("123456789p22s34s", "5s"), {"menzen_tsumo": 1, "pinfu": 1, "ittsu": 2}, 20),
    "honitsu, open": (
        case("123p345p99p78p", "9p", "pon 1z1z1z"),
        {"honitsu": 2, "yakuhai_round": 1},
        30,
    ),
    "chinitsu replaces honitsu": (
        case("345p678p99p78p", "9p", "pon 2p2p2p"),
        {"chinitsu": 5},
        30,
    ),
    "red fives and Norths set aside": (
        case("340p067s222s88p34s", "5s", removed_tiles=3, dora_indicators="3z"),
        {"menzen_tsumo": 1, "tanyao": 1, "red": 2, "nuki": 3, "dora": 3},
        30,
    ),
    "ura is for riichi": (
        case(PINFU, "5p", loser=0, dora_indicators="1p", ura_indicators="1s1s"),
        {"pinfu": 1, "dora": 1},
        30,
    ),
}

# name: rules, the win, its yakuman
YAKUMAN: dict[str, tuple[Rules, Case, dict[str, int]]] = {
    "four concealed triplets": (SANMA, case("222p444s888s33z99s", "9s"), {"suuankou": 1}),
    "on a single wait": (
        SANMA,
        case("222p444s888s999s3z", "3z", loser=0),
        {"suuankou_tanki": 2},
    ),
    "little four winds": (
        SANMA,
        case("111z44z34p", "5p", "pon 2z2z2z", "pon 3z3z3z"),
        {"shousuushii": 1},
    ),
    "big four winds": (
        SANMA,
        case("444z5p", "5p", "pon 1z1z1z", "pon 2z2z2z", "pon 3z3z3z"),
        {"daisuushii": 2},
    ),
    "all honours": (
        SANMA,
        case("111z222z7z", "7z", "pon 5z5z5z", "pon 6z6z6z", loser=0),
        {"tsuuiisou": 1},
    ),
    "all terminals": (
        SANMA,
        case("111p999s9p", "9p", "pon 1m1m1m", "pon 9m9m9m"),
        {"chinroutou": 1},
    ),
    "all green, without Green": (
        SANMA,
        case("223344s666s88s33s", "8s", winner=2),
        {"ryuuiisou": 1},
    ),
    "nine gates": (SANMA, case("1112345567899s", "9s", loser=0), {"chuuren": 1}),
    "nine gates needs a hand without kans": (
        SANMA,
        case("2345678999s", "2s", "ankan 1s1s1s1s"),
        {"menzen_tsumo": 1, "chinitsu": 6},
    ),
    "four kans": (
        SANMA,
        case(
            "2s", "2s", "ankan 9m9m9m9m", "daiminkan 3s3s3s3s", "kakan 1p1p1p1p", "ankan 5p0p5p5p"
        ),
        {"suukantsu": 1},
    ),
    "first draw of the dealer": (
        SANMA,
        case(PINFU, "5p", winner=0, flags={"tenhou": True}),
        {"tenhou": 1},
    ),
    "first draw of another": (SANMA, case(PINFU, "5p", flags={"chiihou": True}), {"chiihou": 1}),
    "kokushi on one wait": (SANMA, case("19m19p19s1123456z", "7z", loser=0), {"kokushi": 1}),
    "nanashi on one wait": (BINGO, case("179p179s1123456z", "7z"), {"nanashi": 1}),
    "different yakuman add up": (
        SANMA,
        case("555z666z777z11z22z", "1z"),
        {"daisangen": 1, "tsuuiisou": 1, "suuankou": 1},
    ),
    "three quadruples of one suit": (
        BINGO,
        case("1111p2222p3333p4p", "4p"),
        {"chiitoi_3quads": 1, "chinitsu_chiitoi": 1},
    ),
    "a real yakuman beats a counted one": (
        load_rules("super_bingo", chinitsu_chiitoi="han"),
        # by sets: riichi 1, draw 1, chinitsu 6, ryanpeikou 3, dora 2
        case("1111p2222p3333p4p", "4p", riichi="closed", dora_indicators="3p"),
        {"chiitoi_3quads": 1},
    ),
    "the first ron before a draw is a yaku, not a yakuman": (
        BINGO,
        case(PINFU, "5p", loser=0, flags={"renhou": True}),
        {"renhou": 6, "pinfu": 1},
    ),
    "dealt into an open riichi: no yakuman is added": (
        BINGO,
        case("555z666z777z11z22s", "1z", loser=0, riichi="open", flags={"open_dealin": True}),
        {"daisangen": 1},
    ),
}


def answer(rules: Rules, won: Case) -> Case:
    """What the win is worth; where it may not be declared, only that."""
    if not may_win(rules, won):
        return {"legal": False}
    scored = score_win(rules, won)
    return scored | {"legal": True, "names": dict(scored["yaku"] + scored["yakuman"])}


@pytest.mark.parametrize("name", YAKU)
def test_yaku(name: str) -> None:
    won, names, fu = YAKU[name]
    scored = answer(SANMA, won)
    assert (scored["names"], scored["fu"]) == (names, fu)
    assert scored["han"] == sum(names.values())


@pytest.mark.parametrize("name", YAKUMAN)
def test_yakuman(name: str) -> None:
    rules, won, names = YAKUMAN[name]
    assert answer(rules, won)["names"] == names


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
    (SANMA, {"orphan_hand": "nanashi"}, case("19m19p19s1234567z", "7z"), "legal", True, False),
    (
        SANMA,
        {"double_variants": False},
        case("19m19p19s1234567z", "7z"),
        "names",
        {"kokushi_13": 2},
        {"kokushi": 1},
    ),
    (
        SANMA,
        {"double_variants": False},
        YAKUMAN["big four winds"][1],
        "names",
        {"daisuushii": 2},
        {"daisuushii": 1},
    ),
    (SANMA, {"kazoe": False}, COUNTED, "limit", "yakuman", "sanbaiman"),
    (
        SANMA,
        {"max_yakuman": 1},
        case("555z666z777z11z22z", "1z"),
        "limit",
        "yakuman x3",
        "yakuman",
    ),
    (
        SANMA,
        {"renhou_han": 5},
        case(PINFU, "5p", loser=0, flags={"renhou": True}),
        "han",
        1,
        6,
    ),
    (SANMA, {"chanta_han": [4, 3]}, YAKU["chanta, open"][0], "han", 1, 3),
    (SANMA, {"junchan_han": [6, 4]}, YAKU["junchan replaces chanta"][0], "han", 4, 7),
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
    (
        BINGO,
        {"open_riichi_deal_in_kind": "points_only"},
        DEALT_IN,
        "shugi.start",
        50,
        0,
    ),
    (SANMA, {"kiriage": True}, FOUR_30, "points_delta", [-7700, 7700, 0], [-8000, 8000, 0]),
    (
        SANMA,
        {"tsumo_loss": False},
        case(PINFU, "5p"),
        "points_delta",
        [-700, 1100, -400],
        [-800, 1300, -500],
    ),
    (
        SANMA,
        {"points_table": "north_bisection", "tsumo_loss": False},
        case(PINFU, "5p"),
        "points_delta",
        [-700, 1100, -400],
        [-800, 1300, -500],
    ),
    (
        SANMA,
        {"points_table": "no_fu"},
        case(PINFU, "5p"),
        "points_delta",
        [-700, 1100, -400],
        [-1000, 2000, -1000],
    ),
    (
        SANMA,
        {"points_table": "shouhai", "min_fu": 30},
        case(PINFU, "5p"),
        "fu",
        20,
        30,
    ),
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


@pytest.mark.parametrize("rules", [SANMA, BINGO], ids=lambda rules: str(rules.name))
def test_may_win_is_what_can_be_scored(rules: Rules) -> None:
    outcomes = set()
    for i in range(400):
        won = random_case(random.Random(f"{rules.name} may win {i}"), rules.options)
        try:
            score_win(rules, won)
            scored = True
        except ValueError:
            scored = False
        try:
            allowed = may_win(rules, won)
        except ValueError:
            allowed = False
        assert allowed == scored, won
        outcomes.add(scored)
    assert outcomes == {True, False}


def test_pattern_names_are_unique() -> None:
    assert len(set(PATTERN_NAMES.values())) == len(PATTERN_NAMES) > 60


BAD: list[tuple[Any, str]] = [
    ([], "must be a dict"),
    ({"dora": "1z"}, "unknown key 'dora'"),
    ({"winner": 3}, "winner must be a whole number from 0 to 2"),
    ({"winner": True}, "winner must be"),
    ({"win_by": "gift"}, "win_by must be one of tsumo, ron, bingo"),
    ({"win_by": "ron"}, "loser must be"),
    ({"win_by": "ron", "loser": 1}, "two players"),
    ({"loser": 0}, "no loser"),
    ({"hand": "123p"}, "has 3 tiles; with 0 melds it must have 13"),
    ({"hand": 5}, "must be a text of tiles"),
    ({"hand": "123p456p789s22s3x4p"}, "'x' at position"),
    ({"hand": "123p456p789s22s3p5m"}, "no tile 5m"),
    ({"hand": "111p111p789s22s34p"}, "tiles 1p, but the deck of sanma_base has 4"),
    ({"hand": "123p456p789s22s34z"}, "is not completed by '5p'"),
    ({"melds": [["pon", "2p2p2p"]]}, "with 1 melds it must have 10"),
    ({"melds": [["pon", "2p2p"]]}, "it takes 3 tiles"),
    ({"melds": [["kan", "2p2p2p2p"]]}, "meld 'kan' is not one of"),
    ({"melds": [["pon", "2p2p3p"]]}, "of one kind"),
    ({"melds": "pon"}, "pairs [type, tiles]"),
    ({"win_tile": "55p"}, "must be one tile"),
    ({"win_tile": None}, "win_tile must be a text"),
    ({"win_tile": "6p"}, "it waits for"),
    ({"riichi": "maybe"}, "riichi must be one of none, closed, open"),
    ({"round_wind": "5z"}, "round_wind must be 1z, 2z, 3z or 4z"),
    ({"dora_indicators": "1z1z1z1z2z2z"}, "at most 5"),
    ({"dora_indicators": "5m"}, "no tile 5m"),
    ({"removed_tiles": 5}, "removed_tiles must be a whole number from 0 to 4"),
    ({"honba": -1}, "honba must be"),
    ({"sticks": "1"}, "sticks must be"),
    ({"scores": [1, 2]}, "3 whole numbers"),
    ({"scores": [1, 2, 10**9]}, "out of range"),
    ({"flags": ["ippatsu"]}, "flags must be a mapping"),
    ({"flags": {"luck": True}}, "unknown key 'luck'"),
    ({"flags": {"houtei": True}}, "does not go with a win by tsumo"),
    ({"flags": {"ippatsu": True}}, "need riichi"),
    ({"flags": {"rinshan": 1}}, "true or false"),
    ({"flags": {"tenhou": True}}, "tenhou is for the dealer"),
    ({"pocchi_as": "5p"}, "only a 5zo"),
    ({"pao": {"suukantsu": 0}}, "unknown key 'suukantsu'"),
    ({"pao": {"daisangen": 1}}, "the winner cannot be liable"),
    ({"wall_from_end": "5p"}, "is not 'top,bottom'"),
    ({"wall_from_end": "5p,-"}, "its bottom is drawn"),
    ({"wall_from_end": "7pw,1s"}, "no tile 7pw"),
    ({"options": {"kazoe": "yes"}}, "kazoe"),
    ({"options": ["kazoe"]}, "options must be a dict"),
    ({"win_by": "bingo", "win_tile": None}, "bingo win needs riichi"),
]


@pytest.mark.parametrize(("changes", "message"), BAD, ids=[text for _, text in BAD])
def test_bad_input_is_refused(changes: Any, message: str) -> None:
    won = case(PINFU, "5p") | changes if isinstance(changes, dict) else changes
    with pytest.raises(ValueError) as error:
        score_win(SANMA, won)
    assert message in str(error.value)


def test_bad_options_of_a_case_are_the_rules_error() -> None:
    with pytest.raises(RulesError):
        score_win(SANMA, case(PINFU, "5p", options={"nonsense": 1}))


def test_rules_must_be_rules() -> None:
    with pytest.raises(TypeError):
        score_win("sanma_base", case(PINFU, "5p"))  # type: ignore[arg-type]
