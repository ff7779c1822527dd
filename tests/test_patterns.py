"""Yaku, fu, limits and points of won hands: cases worked out by hand, and every option that counts."""

from typing import Any

import pytest

from shugi._fast.rules import Rules
from shugi._fast.score import hand_points, may_win, score_win, waits_of
from shugi._fast.win_names import PATTERN_NAMES
from shugi.envs.rules import load_rules

SANMA = load_rules("sanma_base")
BINGO = load_rules("super_bingo")

Case = dict[str, Any]


def case(hand: str, tile: str | None, *melds: str, **changes: Any) -> Case:
    """A win of player 1 by a draw while 0 deals; ``loser`` makes it a ron. Melds: "pon 222p"."""
    return {
        "dealer": 0,
        "winner": 1,
        "win_by": "ron" if "loser" in changes else "tsumo",
        "hand": hand,
        "melds": [meld.split() for meld in melds],
        "win_tile": tile,
        "dora_indicators": "",
        **changes,
    }


def yaku(rules: Rules, won: Case) -> dict[str, int]:
    answer = score_win(rules, won)
    return dict(answer["yaku"] + answer["yakuman"])


# rules, the win, its yaku, its fu (None: not looked at)
YAKU: dict[str, tuple[Rules, Case, dict[str, int], int | None]] = {
    "double riichi replaces riichi": (
        SANMA,
        case("123p456p789s22s34p", "5p", loser=0, riichi="closed", flags={"double_riichi": True}),
        {"double_riichi": 2, "pinfu": 1},
        30,
    ),
    "riichi ippatsu tsumo haitei": (
        SANMA,
        case(
            "123p456p789s22s34p", "5p", riichi="closed", flags={"ippatsu": True, "haitei": True}
        ),
        {"riichi": 1, "ippatsu": 1, "menzen_tsumo": 1, "pinfu": 1, "haitei": 1},
        20,
    ),
    "houtei": (
        SANMA,
        case("123p45699s", "9s", "pon 777z", loser=2, flags={"houtei": True}),
        {"yakuhai_7z": 1, "houtei": 1},
        30,
    ),
    "rinshan keeps the two fu of a draw": (
        SANMA,
        case("456p22s34p", "2p", "ankan 9999m", "pon 2p2p2p", flags={"rinshan": True}),
        {"rinshan": 1},
        60,
    ),
    "chankan": (
        SANMA,
        case("456p789s22s34p", "5p", "pon 333s", loser=2, flags={"chankan": True}),
        {"chankan": 1},
        30,
    ),
    "pinfu by ron": (SANMA, case("123p456p789s22s34p", "5p", loser=0), {"pinfu": 1}, 30),
    "edge wait is no pinfu": (
        SANMA,
        case("12p456p789s345s99s", "3p", riichi="closed"),
        {"riichi": 1, "menzen_tsumo": 1},
        30,
    ),
    "value pair is no pinfu": (
        SANMA,
        case("123p456p789s22z34p", "5p"),
        {"menzen_tsumo": 1},
        30,
    ),
    "guest North pair is": (
        SANMA,
        case("123p456p789s44z34p", "5p"),
        {"menzen_tsumo": 1, "pinfu": 1},
        20,
    ),
    "double wind pair counts four fu": (
        SANMA,
        case("222p345p789s11z34p", "5p", dealer=0, winner=0),
        {"menzen_tsumo": 1},
        40,
    ),
    "open tanyao": (SANMA, case("34p567s888s22p", "5p", "pon 444p"), {"tanyao": 1}, 30),
    "iipeikou": (SANMA, case("112233p567s88s99p", "9p", loser=0), {"iipeikou": 1}, 40),
    "ryanpeikou replaces iipeikou and beats seven pairs": (
        SANMA,
        case("112233p778899s9m", "9m", loser=0),
        {"ryanpeikou": 3, "chanta": 2},
        40,
    ),
    "four equal runs": (
        load_rules("sanma_base", chiitoi_duplicates=True),
        case("2222333344p44s4p", "4p", loser=0),
        {"tanyao": 1, "ryanpeikou": 3, "pinfu": 1},
        30,
    ),
    "double wind": (
        SANMA,
        case("456p789s22s34p", "5p", "pon 1z1z1z", winner=0),
        {"yakuhai_round": 1, "yakuhai_seat": 1},
        30,
    ),
    "seven pairs": (
        SANMA,
        case("11m99m11p99p11s99s1z", "1z"),
        {"menzen_tsumo": 1, "chiitoi": 2, "honroutou": 2},
        25,
    ),
    "toitoi with three concealed": (
        SANMA,
        case("222p444s999s66p", "6p", "pon 777z", loser=0),
        {"toitoi": 2, "yakuhai_7z": 1},
        40,
    ),
    "three concealed on a draw": (
        SANMA,
        case("222p444s99s66p", "6p", "pon 777z"),
        {"toitoi": 2, "sanankou": 2, "yakuhai_7z": 1},
        40,
    ),
    "three kans": (
        SANMA,
        case("34p22s", "5p", "ankan 9999m", "daiminkan 3333s", "kakan 1111p"),
        {"sankantsu": 2},
        70,
    ),
    "same triplets in three suits": (
        SANMA,
        case("111m111p23s55z", "4s", "pon 1s1s1s"),
        {"sanshoku_doukou": 2},
        50,
    ),
    "honroutou and toitoi": (
        SANMA,
        case("111m999s22z", "2z", "pon 9p9p9p", "pon 3z3z3z", loser=0)
        | {"hand": "111m999s2z", "win_tile": "2z"},
        {"honroutou": 2, "toitoi": 2},
        60,
    ),
    "little three dragons": (
        SANMA,
        case("66z123s34p", "5p", "pon 5z5z5z", "pon 7z7z7z"),
        {"shousangen": 2, "yakuhai_5z": 1, "yakuhai_7z": 1},
        40,
    ),
    "chanta, open": (SANMA, case("12p789s11z999m", "3p", "pon 9s9s9s")
                     | {"hand": "12p78s11z999m", "win_tile": "3p"}, {}, None),
    "junchan": (SANMA, case("123p789p12s99m999s", "3s"), {"menzen_tsumo": 1, "junchan": 3}, 40),
    "ittsu": (SANMA, case("123456789p22s34s", "5s"),
              {"menzen_tsumo": 1, "pinfu": 1, "ittsu": 2}, 20),
    "honitsu": (SANMA, case("123p345p78p", "9p", "pon 1z1z1z"), {}, None),
    "chinitsu, open": (SANMA, case("123p345p7899p", "9p", "pon 2p2p2p"), {}, None),
}
