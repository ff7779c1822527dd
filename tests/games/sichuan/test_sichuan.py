"""What Sichuan hands are worth and who pays (sichuan.md 4, 5), beside the slow reference."""

from random import Random
from typing import Any

import pytest

import shugi
from shugi._fast.games.sichuan.game import EXTRA
from shugi._fast.games.sichuan.score import FLAGS, kan_payments
from shugi._fast.games.sichuan.win import FANS
from shugi.envs.endings.case import CaseError
from shugi.envs.rulesets.rules import load_rules, written_rules
from tests.games.chinese.reference.tiles import SUITS, Meld
from tests.games.sichuan.reference import sichuan

PONS = [["pon", tile * 3] for tile in ("2p", "8p", "2s", "8s")]
EVERY = {"extra_fans": list(EXTRA), "max_doubles": 12}


def fans(hand: str, tile: str, **case: Any) -> dict[str, int]:
    base = {"winner": 0, "win_by": "tsumo", "hand": hand, "win_tile": tile, "options": EVERY}
    return dict(shugi.score(base | case, "sichuan")["fans"])


def test_the_option_names_fans_in_the_order_of_the_table() -> None:
    assert [name for name, _ in FANS][-len(EXTRA) :] == list(EXTRA)
    assert sichuan.OPTIONS == {key: load_rules("sichuan").options[key] for key in sichuan.OPTIONS}


@pytest.mark.parametrize(
    ("hand", "tile", "case", "expected"),
    [
        ("234p567p345s88s56s", "4s", {}, {"concealed": 1, "middle": 1}),
        ("222p333p4p", "4p", {"melds": PONS[2:]}, {"all_triplets": 1, "middle": 1}),
        ("5p", "5p", {"melds": PONS}, {"all_triplets": 1, "generals": 2, "golden_hook": 1}),
        ("1122p3344p5566p7p", "7p", {}, {"pure": 2, "seven_pairs": 2}),
        ("1111p3344s5566s9s", "9s", {}, {"seven_pairs": 2, "root": 1, "dragon_pairs": 1}),
        ("123p789p111s99s78s", "9s", {}, {"concealed": 1, "terminals": 2}),
        ("123p456p78p99p", "9p", {"melds": [["pon", "3p3p3p"]]}, {"pure": 2, "root": 1}),
        ("234p567p88s99s", "9s", {"melds": [["ankan", "1p1p1p1p"]]}, {"root": 1, "concealed": 1}),
    ],
)
def test_fans(hand: str, tile: str, case: dict[str, Any], expected: dict[str, int]) -> None:
    assert fans(hand, tile, **case) == expected


@pytest.mark.parametrize(
    ("flag", "by", "fan"),
    [
        ("chankan", "ron", "robbing_a_kan"),
        ("claimed_on_kan", "ron", "shot_on_kan"),
        ("rinshan", "tsumo", "bloom_on_kan"),
        ("haitei", "tsumo", "last_tile"),
        ("houtei", "ron", "last_tile"),
        ("first_draw", "tsumo", "blessing"),
        ("first_discard", "ron", "blessing"),
    ],
)
def test_fans_of_luck(flag: str, by: str, fan: str) -> None:
    case = {"win_by": by, "flags": {flag: True}} | ({"loser": 1} if by == "ron" else {})
    plain = {"win_by": by} | ({"loser": 1} if by == "ron" else {})
    hand = ("123p789p345s88s56s", "4s")
    assert set(fans(*hand, **case)) - set(fans(*hand, **plain)) == {fan}
    assert flag in [name for name, _, _ in FLAGS]


def test_a_tile_of_the_void_suit_cannot_win() -> None:
    case = {"winner": 0, "win_by": "tsumo", "hand": "234p567p345s88s56s", "win_tile": "4s"}
    assert shugi.score(case | {"void_suit": "m"}, "sichuan")["allowed"]
    lost = shugi.score(case | {"void_suit": "p"}, "sichuan")
    assert not lost["allowed"] and lost["points_delta"] is None


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, [6, -2, -2, -2]),
        ({"drawn_win": "plain"}, [3, -1, -1, -1]),
        ({"drawn_win": "double"}, [6, -2, -2, -2]),
        ({"unit": 5}, [30, -10, -10, -10]),
        ({"max_doubles": 1, "drawn_win": "double", "extra_fans": ["concealed"]}, [6, -2, -2, -2]),
        ({"extra_fans": ["concealed", "middle"]}, [15, -5, -5, -5]),
    ],
)
def test_drawn_wins(options: dict[str, Any], expected: list[int]) -> None:
    case = {"winner": 0, "win_by": "tsumo", "hand": "234p567p345s88s56s", "win_tile": "4s"}
    assert shugi.score(case | {"options": options}, "sichuan")["points_delta"] == expected


def test_kan_payments() -> None:
    rules = load_rules("sichuan")
    assert kan_payments(rules, [{"type": "ankan", "seat": 2}]) == [-2, -2, 6, -2]
    assert kan_payments(rules, [{"type": "kakan", "seat": 2, "won": [0]}]) == [0, -1, 2, -1]
    kan = {"type": "daiminkan", "seat": 2, "from_seat": 0}
    assert kan_payments(written_rules("sichuan", {"unit": 3}), [kan]) == [-6, 0, 6, 0]


@pytest.mark.parametrize(
    ("case", "words"),
    [
        ({"void_suit": "z"}, "void_suit must be m, p or s"),
        ({"win_by": "ron"}, "loser"),
        ({"win_by": "ron", "loser": 0}, "two players"),
        ({"loser": 1}, "no loser"),
        ({"won": 3}, "list of players"),
        ({"flags": {"chankan": True}}, "does not go with"),
        ({"hand": "234p567p345s88s5z6s"}, "5z"),
    ],
)
def test_cases_that_cannot_be(case: dict[str, Any], words: str) -> None:
    base = {"winner": 0, "win_by": "tsumo", "hand": "234p567p345s88s56s", "win_tile": "4s"}
    with pytest.raises(CaseError, match=words):
        shugi.score(base | case, "sichuan")


# -- random hands, beside the reference ----------------------------------------------------------


def some_sets(rng: Random, suits: list[str]) -> tuple[list[str], list[Meld]] | None:
    """Concealed tiles and melds of a complete hand; None: it took a fifth copy."""
    tiles: list[str] = []
    melds: list[Meld] = []
    for _ in range(4):
        suit = SUITS[rng.choice(suits)]
        at = rng.randrange(9)
        if rng.random() < 0.4:
            low = min(at, 6)
            tiles += suit[low : low + 3]
        elif rng.random() < 0.5:
            tiles += [suit[at]] * 3
        else:
            form = rng.choice(["pung", "kong_open", "kong_added", "kong_closed"])
            melds.append(Meld(form, (suit[at],) * (3 if form == "pung" else 4)))
    tiles += [rng.choice(SUITS[rng.choice(suits)])] * 2
    if max(map(sichuan.Win(tiles, tuple(melds)).kinds.count, set(tiles)), default=0) > 4:
        return None
    return tiles, melds


def some_pairs(rng: Random, suits: list[str]) -> tuple[list[str], list[Meld]]:
    kinds = [kind for suit in suits for kind in SUITS[suit]]
    chosen = rng.choices(kinds, k=7)
    while max(map(chosen.count, chosen)) > 2:
        chosen = rng.choices(kinds, k=7)
    return [kind for kind in chosen for _ in range(2)], []


NAMES = {"pung": "pon", "kong_open": "daiminkan", "kong_added": "kakan", "kong_closed": "ankan"}
SOURCES = {"own": {}, "claim": {}, "rob": {"chankan": True}}


def test_random_hands_are_worth_what_the_reference_says() -> None:
    rng = Random(5)
    compared = 0
    while compared < 3000:
        suits = rng.choice([["m"], ["m", "p"], ["s", "p"], ["m", "p", "s"]])
        made = (some_pairs if rng.random() < 0.2 else some_sets)(rng, suits)
        if made is None:
            continue
        tiles, melds = made
        rng.shuffle(tiles)
        source = rng.choice(list(SOURCES))
        kan = rng.random() < 0.2 and source != "rob"
        win = sichuan.Win(tiles, tuple(melds), source, kan)
        if max(map(win.kinds.count, win.kinds)) > 4:
            continue
        chosen = {
            "extra_fans": [word for word in EXTRA if rng.random() < 0.5],
            "max_doubles": rng.randint(1, 12),
            "drawn_win": rng.choice(["plain", "base", "double"]),
        }
        flags = dict(SOURCES[source])
        if kan:
            flags["rinshan" if source == "own" else "claimed_on_kan"] = True
        case = {
            "winner": 1,
            "win_by": "tsumo" if source == "own" else "ron",
            "hand": "".join(tiles[1:]),
            "win_tile": tiles[0],
            "melds": [[NAMES[meld.form], "".join(meld.kinds)] for meld in melds],
            "flags": flags,
            "options": chosen,
        } | ({} if source == "own" else {"loser": 3})
        answer = shugi.score(case, "sichuan")
        options = sichuan.OPTIONS | chosen
        worth = sichuan.value(options, win)
        assert worth is not None and answer["allowed"]
        assert answer["doubles"] == worth.doubles, case
        assert answer["doubles_before_cap"] == worth.total, case
        units = sichuan.owed(options, worth.doubles, drawn=source == "own")
        payers = [0, 2, 3] if source == "own" else [3]
        expected = [-units if seat in payers else 0 for seat in range(4)]
        expected[1] = units * len(payers)
        assert answer["points_delta"] == expected
        compared += 1
