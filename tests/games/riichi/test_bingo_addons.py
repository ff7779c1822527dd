"""The chip add-ons of Super Bingo: what they pay, against the reference and by hand."""

import itertools
import json
import random
from typing import Any

import pytest

from shugi._fast.games.riichi.score import cherry_settlement, expected_win, play_tulip, score_win
from shugi._fast.rules.compile import RulesError
from shugi.envs.rulesets.rules import load_rules
from tests.games.riichi.beside import check_hands
from tests.games.riichi.cases import Case, mean_over_orders, read_tables
from tests.games.riichi.reference.options import options_of
from tests.games.riichi.reference.random_hands import random_tulip
from tests.games.riichi.reference.tulip import replay
from tests.golden import positions
from tests.golden.runner import compare

ADDONS = ("rainbow_sevens", "seven_rush", "seven_rush_deluxe", "home_run", "cherry")
EXCLUDED = ({"seven_rush", "seven_rush_deluxe"}, {"home_run", "cherry"})
PAIRS = [pair for pair in itertools.combinations(ADDONS, 2) if set(pair) not in EXCLUDED]
CHOICES: list[tuple[str, ...]] = [(addon,) for addon in ADDONS] + PAIRS
# beside the add-ons that change the turn
MIXED: list[tuple[str, ...]] = [
    ("grand_cross", "rainbow_sevens"),
    ("grand_cross", "seven_rush"),
    ("grand_cross", "home_run"),
    ("grand_cross", "cherry"),
    ("atama", "rainbow_sevens"),
    ("atama", "seven_rush"),
    ("atama", "home_run"),
    ("atama", "grand_cross", "rainbow_sevens", "seven_rush_deluxe", "home_run"),
]
HANDS, TULIPS = 300, 200
SLOW_HANDS, CHUNK = 20_000, 5000

# what is changed from an add-on, so that each of its options is tried
VARIANTS: list[tuple[tuple[str, ...], Case]] = [
    (("rainbow_sevens",), {"rainbow_value": 25}),
    (("rainbow_sevens",), {"tulip_tier_up_hits": 4}),
    (("seven_rush",), {"bingo_tiles_need_riichi": False}),
    (("seven_rush_deluxe",), {"bingo_tiles_need_riichi": False, "tulip_tier_up_hits": 8}),
    (("seven_rush", "rainbow_sevens"), {"yakuman_tier": "add"}),
    (("cherry",), {"cherry_dealer_column": False}),
    (("cherry",), {"cherry_yakuman_bonus": False}),
    (("cherry",), {"cherry_sign_without_tulip": True}),
    (("cherry",), {"death_reveal_scores": True}),
    (("cherry",), {"death_reveal_scores": True, "cherry_dealer_column": False, "kazoe": False}),
    (("cherry", "seven_rush"), {"open_riichi_deal_in_kind": "points_only"}),
    (("home_run",), {"bust_at_zero": False}),
]


def named(addons: tuple[str, ...]) -> str:
    return "+".join(("super_bingo", *addons))


def check(addons: tuple[str, ...], changes: Case, hands: range, tulips: range) -> None:
    rules = load_rules(named(addons), **changes)
    options = options_of("super_bingo", list(addons), changes)
    check_hands(rules, str(addons), hands, options)
    for i in tulips:
        given = random_tulip(random.Random(f"{addons} {i}"), options)
        wrong = compare(replay(options, given), play_tulip(rules, given))
        assert not wrong, f"tulip {i} of {rules.name}: {wrong} in {json.dumps(given)}"


@pytest.mark.parametrize("addons", CHOICES + MIXED, ids="+".join)
def test_hands(addons: tuple[str, ...]) -> None:
    check(addons, {}, range(HANDS), range(TULIPS))


@pytest.mark.parametrize(("addons", "changes"), VARIANTS, ids=str)
def test_hands_under_other_options(addons: tuple[str, ...], changes: Case) -> None:
    check(addons, changes, range(HANDS), range(TULIPS))


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(SLOW_HANDS // CHUNK))
@pytest.mark.parametrize("addons", CHOICES, ids="+".join)
def test_many_hands(addons: tuple[str, ...], chunk: int) -> None:
    numbers = range(chunk * CHUNK, (chunk + 1) * CHUNK)
    check(addons, {}, numbers, numbers)


# ---- what is refused


@pytest.mark.parametrize("other", ["home_run", "atama"])
def test_cherry_needs_no_points_and_others_do(other: str) -> None:
    for name in (f"super_bingo+cherry+{other}", f"super_bingo+{other}+cherry"):
        with pytest.raises(RulesError, match="has no points, which home_run and atama need"):
            load_rules(name)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("game_length", "hanchan"),
        ("bust", True),
        ("placement", "super_bingo"),
        ("riichi_cost", 1000),
        ("honba_ron", 2000),
        ("honba_tsumo", 1000),
        ("noten_total", 4000),
        ("nagashi_mangan", True),
    ],
)
def test_cherry_refuses_whatever_moves_points(option: str, value: Any) -> None:
    with pytest.raises(RulesError, match="has no points: needs game_length: fixed_hands"):
        load_rules("super_bingo+cherry", **{option: value})


def test_the_decks() -> None:
    plain = load_rules("super_bingo").tiles
    counts = {name: len(load_rules(f"super_bingo+{name}").tiles) for name in ADDONS}
    assert counts == dict.fromkeys(ADDONS, len(plain)) | {"seven_rush_deluxe": 116}
    both = load_rules("super_bingo+rainbow_sevens+cherry")
    codes = positions.parse_tiles("7p7pw7pd1pc2pc3pc1p2p3p")
    assert [both.tiles.count(code) for code in codes] == [5, 1, 2, 2, 2, 1, 2, 2, 3]


# ---- single hands, by the rule text

BASE: Case = {"dealer": 0, "winner": 1, "win_by": "tsumo", "wall_from_end": ""}
PINFU = BASE | {"hand": "123p456p789s22s34p", "win_tile": "5p", "riichi": "closed"}
RAINBOWS = BASE | {"hand": "56p7pw234p56s7sw22s68s", "win_tile": "7s", "riichi": "closed"}


def chips(name: str, case: Case, **options: Any) -> Any:
    return score_win(load_rules(f"super_bingo+{name}", **options), case)


def test_rainbow_sevens_are_paid_without_riichi_too() -> None:
    dama = RAINBOWS | {"riichi": "none"}
    assert chips("rainbow_sevens", dama)["shugi"]["total"] == 20
    assert chips("rainbow_sevens", dama, rainbow_value=7)["shugi"]["total"] == 14
    assert ["rainbow", 2] in chips("rainbow_sevens", dama)["yaku"]


def test_the_pair_of_rainbow_sevens_needs_riichi_and_both() -> None:
    def tier(case: Case) -> Any:
        return chips("rainbow_sevens", case)["shugi"].get("start_tier")

    assert tier(RAINBOWS) == 2
    assert tier(RAINBOWS | {"hand": "56p7pw234p567s22s68s"}) == 1


@pytest.mark.parametrize(
    ("seen", "instances"),
    [
        ({}, ["4p", "7p", "7pw"]),
        ({"dora_indicators": "7pw"}, ["4p", "7p"]),
        ({"other_discards": "7pw"}, ["4p", "7p"]),
        ({"other_discards": "4p4p4p4p"}, ["7p", "7pw"]),
    ],
)
def test_the_joker_may_be_a_rainbow_seven(seen: dict[str, str], instances: list[str]) -> None:
    given = {"hand": "56p123678p234s99s"} | seen
    rules = load_rules("super_bingo+rainbow_sevens", seven_furiten="off")
    assert positions.pocchi_choices(rules, given) == instances


def test_a_joker_named_rainbow_seven_is_paid_like_one() -> None:
    case = BASE | {"hand": "56p123678p234s99s", "win_tile": "5zo", "riichi": "closed"}
    answer = chips("rainbow_sevens", case | {"pocchi_as": "7pw"})
    assert answer["shugi"]["start"] == 10 and ["rainbow", 1] in answer["yaku"]
    assert chips("rainbow_sevens", case | {"pocchi_as": "7p"})["shugi"]["start"] == 0


TABLES = read_tables("addon_tulips")
RUSH, HANDS_WITH_CHERRIES = TABLES["rush"], TABLES["cherries"]


@pytest.mark.parametrize("name", RUSH)
def test_bingo_tiles_in_the_tulip(name: str) -> None:
    changes, reveals = RUSH[name]["hand"], RUSH[name]["reveals"]
    shugi = chips("seven_rush_deluxe", PINFU | {"win_tile": "2p"} | changes)["shugi"]
    assert shugi["reveals"][: len(reveals)] == reveals
    assert shugi["start_tier"] == 1


def test_bingo_tiles_are_dora_and_raise_nothing_as_indicators() -> None:
    set_aside = chips("seven_rush", PINFU | {"bingo_in_hand": {"1b": 1, "2b": 1}})
    assert ["nuki", 2] in set_aside["yaku"]
    shown = PINFU | {"dora_indicators": "1b", "ura_indicators": "2b"}
    indicated = chips("seven_rush", shown | {"bingo_in_hand": {"1b": 1}})
    assert ["nuki", 1] in indicated["yaku"] and indicated["shugi"]["start"] == 0
    assert not {"dora", "ura"} & {name for name, _ in indicated["yaku"]}


@pytest.mark.parametrize("removed", ["1b2b", "2b1b", 2])
def test_bingo_tiles_may_be_told_twice(removed: str | int) -> None:
    told = PINFU | {"bingo_in_hand": {"1b": 1, "2b": 1}}
    assert chips("seven_rush", told | {"removed_tiles": removed}) == chips("seven_rush", told)
    with pytest.raises(ValueError, match="name different tiles"):
        chips("seven_rush", told | {"removed_tiles": "1b1b"})
    with pytest.raises(ValueError, match="differ in number"):
        chips("seven_rush", told | {"removed_tiles": 1})


def test_bingo_tiles_of_a_yakuman_without_riichi_join_by_option() -> None:
    case = BASE | {"hand": "179p179s1234567z", "win_tile": "7p", "bingo_in_hand": {"1b": 1}}
    case |= {"wall_from_end": "7p,1z"}
    first = {
        need: chips("seven_rush", case, bingo_tiles_need_riichi=need)["shugi"]["reveals"][0]
        for need in (True, False)
    }
    assert first == {True: ["7p", 2], False: ["7p", 3]}


LOADED = BASE | {
    "winner": 0,
    "hand": "46p5pg777p234s67s22s",
    "win_tile": "8s",
    "riichi": "closed",
    "flags": {"ippatsu": True},
    "removed_tiles": 1,
    "dora_indicators": "1z",
    "ura_indicators": "1z",
}


@pytest.mark.parametrize(
    ("markers", "scores", "options", "multipliers"),
    [
        ("BBB", [30000, 30000, 30000], {}, [1, 1]),
        ("HBB", [30000, 30000, 30000], {}, [2, 2]),
        ("BBB", [72000, 9000, 8000], {}, [2, 2]),  # bases loaded himself: no walk-off
        ("BHB", [72000, 9000, 8000], {}, [1, 2]),
        ("HBB", [72000, 9000, 8000], {}, [6, 6]),
        ("HBB", [72000, 9000, 8000], {"walkoff_shared": False}, [4, 4]),
        ("HBB", [72000, 9000, 8000], {"multiplier_conditions": ["home_run"]}, [2, 2]),
        ("HBB", [72000, 9000, 8000], {"multiplier_conditions": ["bust_loaded"]}, [2, 2]),
        ("BBB", [30000, 30000, 30000], {"multiplier_conditions": ["ippatsu"]}, [2, 2]),
        ("HBB", [72000, 9000, 8000], {"multiplier_conditions": []}, [1, 1]),
        ("HBB", [72000, 9000, 8000], {"bust_at_zero": False}, [2, 4]),
    ],
)
def test_home_run_multipliers(
    markers: str, scores: list[int], options: Case, multipliers: list[int]
) -> None:
    case = LOADED | {"markers": list(markers), "scores": scores}
    answer = chips("home_run", case, **options)
    assert list(answer["shugi"]["multipliers"].values()) == multipliers
    assert answer["shugi_delta"][1:] == [-n * answer["shugi"]["total"] for n in multipliers]
    assert answer["next"]["markers"] == ["H", "B", "B"]


def test_markers_multiply_nothing_without_the_add_on() -> None:
    case = LOADED | {"markers": ["H", "B", "B"], "scores": [72000, 9000, 8000]}
    answer = score_win(load_rules("super_bingo"), case)
    assert answer["shugi"]["multipliers"] == {"1": 1, "2": 1} and "markers" not in answer["next"]


def test_only_payers_turn_back() -> None:
    case = LOADED | {"win_by": "ron", "loser": 2, "markers": ["B", "H", "H"], "flags": {}}
    answer = chips("home_run", case)
    assert answer["next"]["markers"] == ["H", "H", "B"]


CHERRIES = BASE | {"hand": "1pc23p456p789s22s34p", "win_tile": "5p", "riichi": "closed"}


@pytest.mark.parametrize("name", HANDS_WITH_CHERRIES)
def test_cherries(name: str) -> None:
    row = HANDS_WITH_CHERRIES[name]
    changes, paid = row["hand"], row["paid"]
    answer = chips("cherry", CHERRIES | changes)
    shugi = answer["shugi"]
    assert [shugi[key] for key in ("start", "lives", "ended")] == [
        row[key] for key in ("start", "lives", "ended")
    ]
    assert shugi["chips_per_payer"] == paid
    payers = 1 if "loser" in changes else 2
    assert answer["shugi_delta"][1] == payers * paid
    assert answer["points_delta"] == [0, 0, 0]


def test_the_ledger_of_cherries_sums_to_what_is_paid() -> None:
    answer = chips("cherry", CHERRIES | {"wall_from_end": "4p,1z;1z,1z;1z,1z"})
    lines = {(line["reason"], line["payer"]): line["chips"] for line in answer["ledger"]}
    tulip = answer["shugi"]["total"]
    assert lines["cherry", 0] == answer["shugi"]["chips_per_payer"] - tulip < 0
    for payer in (0, 2):
        paid = sum(n for (_, who), n in lines.items() if who == payer)
        assert paid == answer["shugi"]["chips_per_payer"]
    assert not any(line["points"] for line in answer["ledger"])


def test_a_joker_cancels_death_and_the_sign() -> None:
    case = CHERRIES | {"win_tile": "5zo", "pocchi_as": "5p", "wall_from_end": "7pd,1z;1z,1z;1z,1z"}
    case |= {"cherry": {"discards": "", "death_discard": True}}
    shugi = chips("cherry", case)["shugi"]
    assert shugi["lives"] == 1 and shugi["ended"] == "miss"
    assert shugi["reveals"][0][0] == "7pd" and shugi["chips_per_payer"] > 0


def test_wins_without_a_tulip_keep_their_chips_unless_the_option_turns_them() -> None:
    dama = CHERRIES | {"riichi": "none", "dealer": 1, "winner": 1}
    plain, turned = (
        chips("cherry", dama, cherry_sign_without_tulip=on)["shugi"]["chips_per_payer"]
        for on in (False, True)
    )
    assert plain > 0 and turned == -(-plain // 10) * 10 // -2


def test_a_yakuman_keeps_its_bonus_by_option() -> None:
    case = BASE | {"hand": "179p179s1234567z", "win_tile": "7p"}
    starts = [
        chips("cherry", case, cherry_yakuman_bonus=on)["shugi"]["start"] for on in (True, False)
    ]
    assert starts == [64 + 100, 64]


def test_a_revealed_death_tile_scores_by_option() -> None:
    case = CHERRIES | {"wall_from_end": "7pd,1z"}
    hit = chips("cherry", case, death_reveal_scores=True)["shugi"]
    assert hit["reveals"] == [["7pd", 1, "death"]]
    assert chips("cherry", case)["shugi"]["reveals"] == [["7pd", 0, "death"]]


@pytest.mark.parametrize(
    ("case", "message"),
    [
        ([], "must be a dict"),
        ({"tulip": 3}, "unknown key 'tulip'"),
        ({"tulip_total": 3}, "by must be ron, tsumo or bingo"),
        ({"tulip_total": -3, "by": "ron"}, "tulip_total must be a whole number"),
        ({"tulip_total": 3, "by": "ron", "visible": ["1p"]}, "1p is no cherry"),
        ({"tulip_total": 3, "by": "ron", "visible": ["3pc"] * 2}, "has 1"),
        ({"tulip_total": 3, "by": "ron", "visible": "1pc"}, "must be a list"),
        ({"tulip_total": 3, "by": "ron", "completed": 1}, "must be true or false"),
    ],
)
def test_bad_settlements_are_refused(case: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        cherry_settlement(load_rules("super_bingo+cherry"), case)


def test_rules_without_cherries_settle_none() -> None:
    with pytest.raises(ValueError, match="has no cherries"):
        cherry_settlement(load_rules("super_bingo"), {"tulip_total": 1, "by": "ron"})
    with pytest.raises(ValueError, match="has no tile 1b"):
        given = {"tulip_hand": "1p", "wall_from_end": "", "bingo_in_hand": {"1b": 1}}
        play_tulip(load_rules("super_bingo"), given)


# ---- the expected settlement


@pytest.mark.parametrize(
    ("name", "unseen", "changes"),
    [
        ("seven_rush", "1b2b7s8s5zo", {"bingo_in_hand": {"2b": 1}}),
        ("rainbow_sevens", "7pw4p1s7z7sw", {}),
        ("cherry", "3pc7pd4p1z2z", {"cherry": {"discards": "1pc"}}),
        ("home_run", "4p1s1z5zo7s", {"markers": ["B", "H", "B"]}),
        ("cherry+seven_rush", "2pc1b7pd5p1z", {"bingo_in_hand": {"1b": 1}}),
    ],
)
def test_expected_chips_are_the_mean_over_all_orders(name: str, unseen: str, changes: Case) -> None:
    rules = load_rules(f"super_bingo+{name}")
    won = PINFU | {"dora_indicators": "1z"} | changes
    tiles = [positions.code_name(code) for code in positions.parse_tiles(unseen)]
    exact = mean_over_orders(rules, won, tiles)
    sampled = expected_win(rules, won, unseen, stacks=2, hidden_ura=1, samples=60_000, seed=3)
    assert sampled["shugi_delta"] == pytest.approx(exact, abs=0.15, rel=0.02)
