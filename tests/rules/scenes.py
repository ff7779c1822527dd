"""Scenes for options that play seldom comes to: what a hand is worth, or what may be done in it.

Those of each game's own tests are asked of any two rule sets, beside scenes that fit more decks.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id, action_name
from shugi._fast.core.tiles import parse_tiles
from shugi._fast.games.riichi import score
from shugi._fast.rules.compile import Rules
from shugi.envs.drawing.display import picture
from shugi.envs.rulesets.rules import load_rules
from tests.games.chinese import golden as regional
from tests.games.chinese import test_regional_options as regional_options
from tests.games.hangzhou import test_hangzhou_options as hangzhou
from tests.games.kawuxing.test_kawuxing_play import Hand
from tests.games.piquet.games import blank_pack
from tests.games.xiamen import test_xiamen_options as xiamen
from tests.golden import positions, runner
from tests.rules.test_options import FLIPS, Witness, answers, baseline_play, may_be_drawn, win

WRONG = (ValueError, KeyError, IndexError, TypeError, AssertionError)  # what a scene cannot play
GOLDEN = Path(__file__).parents[1] / "golden"


def told(answer: Callable[[Rules], Any], rules: Rules) -> Any:
    try:
        return answer(rules)
    except WRONG as error:
        return type(error).__name__


def scene(ask: Callable[[Rules], Any]) -> Witness:
    return answers(lambda rules: told(ask, rules))


def in_riichi(hand: str, tile: str, **case: Any) -> tuple[Witness, ...]:
    """A win by closed riichi, or by an open one where only that may win."""
    case = {"sticks": 1, "dora_indicators": "1z", "ura_indicators": "1z"} | case
    return tuple(
        win(hand, tile, **case | wall, riichi=riichi)
        for riichi in ("closed", "open")
        for wall in ({}, {"wall_from_end": "2z,2z"})
    )


def may_declare(hand: str, discards: str) -> Witness:
    """Whether riichi may be declared, closed or open."""
    case = {"hand": hand, "own_discards": discards}
    verbs = [action_id(verb) for verb in ("riichi", "open_riichi")]
    return scene(lambda rules: [positions.riichi_legal(rules, case, verb) for verb in verbs])


# ------------------------------------------------------------------------------------- riichi

FOUR_PONS = [["pon", 3 * tile] for tile in ("2p", "7s", "8s", "3z")]
WINDS = [["pon", 3 * wind] for wind in ("1z", "2z", "3z")]
DRAGONS = [["pon", 3 * dragon] for dragon in ("5z", "6z", "7z")]
FURITEN_DRAWN = {"win_by": "tsumo", "riichi": "open", "flags": {"furiten_open": True}}


def kan_in_riichi(rules: Rules) -> list[str]:
    """Whether the fourth tile of three triplets, which runs could be too, may be set down."""
    case = {"hand": "222333444p678s9s"}
    state, pool = positions.table(rules, case, "closed")
    seat = state["seats"][positions.ASKED]
    seat["river"] = pool.fill(1, positions.wait_kinds(rules, case))
    seat["river_flags"] = [positions.RIVER_RIICHI]
    seat["hand"] += pool.take(parse_tiles("3p"))
    positions.fill_others(state, pool, set())
    batch = positions.play(rules, state)
    return [action_name(action) for action in batch.legal_actions(0)]


# hands that every deck has, for what random hands seldom hold
RIICHI: dict[str, tuple[Witness, ...]] = {
    "local_sanpukou": (
        *in_riichi("22233311z678s44p", "1z"),
        win("11z678s44p", "1z", melds=[["pon", "2z2z2z"], ["pon", "3z3z3z"]], riichi="none"),
    ),
    "local_renkou": in_riichi("222p333p44p678s99s", "4p"),
    "local_yonchoro": in_riichi("222p34p567s678s66p", "2p"),
    "local_otafuku": (
        *in_riichi("2223456p345s678s", "4p"),
        *in_riichi("2223456s678p789p", "4s"),
    ),
    "local_manzu_honitsu": (win("199m1122334455z", "1m"),),
    "local_daisharin": in_riichi("2233445566778p", "8p"),
    "local_mu": (win("5z", "5z", melds=FOUR_PONS),),
    "chinitsu_chiitoi": in_riichi("1122445577889p", "9p"),
    "chinroutou_chiitoi": (win("1111p9999p1111s", "9s"),),
    "closed_honitsu_chiitoi": (win("119933p66p11z77z2z", "2z"),),
    "junchan_han": (
        win("123789p112299s", "3s"),
        *in_riichi("123789p12399s12s", "3s"),
    ),
    "north_wind": in_riichi("444z123p678s78s99p", "9s", round_wind="4z"),
    "renhou_limit": (win("123678p6784499s", "9s", flags={"renhou": True}),),
    "pao": (
        *(win(hand, "4z", melds=WINDS, pao={"daisuushii": 0}) for hand in ("44z99p", "4z99p")),
        win("22p33s", "3s", melds=DRAGONS, pao={"daisangen": 0}),
        win("5z", "5z", melds=FOUR_PONS, pao={"mu": 0}, scores=[30000, 29500, 500]),
    ),
    "bingo_wins": (
        win("1133p2244s3355z8s", "", win_by="bingo", riichi="closed", win_tile=None),
    ),
    "discard_row_length": (
        scene(lambda rules: score.bingo_line(rules, "1z7p1p2p3p4p6p7s1s2s3s4s6s7p", 0, [])),
    ),
    "furiten_riichi": (
        may_declare("23456p234678s99p", "1p"),
        may_declare("23468p234678s99p", "7p"),
        may_declare("11m3445789s456p", "2s"),
    ),
    "open_riichi_furiten_han": (
        win("234567p23456s99p", "7s", sticks=1, dora_indicators="1z", ura_indicators="1z",
            wall_from_end="2z,2z", **FURITEN_DRAWN),
    ),
    "seven_furiten": tuple(
        scene(lambda rules, hand=hand: positions.ron_legal(
            rules, {"hand": hand, "own_discards": "7p", "riichi": "open"}, parse_tiles("4p")[0]
        ))
        for hand in ("5677p234456789s", "23456p234s456s99s", "11156p456567s99s")
    ),
    "riichi_kan": (scene(kan_in_riichi),),
    "keishiki_fifth_copy": (
        scene(lambda rules: score.waits_of(rules, "1111z123678p789s")),
        scene(lambda rules: score.waits_of(rules, "13s66p123p789s", [["ankan", "2s2s2s2s"]])),
    ),
    "open_tanyao": (
        may_be_drawn(hand="234678p34s22s", melds=[["pon", "888s"]], win_tile="2s"),
    ),
    "atozuke": (
        may_be_drawn(hand="123s45s99p", melds=[["pon", "2p2p2p"], ["pon", "666z"]], win_tile="6s"),
    ),
    "atozuke_luck_counts": (
        may_be_drawn(
            hand="11123p78p123s", melds=[["pon", "999s"]], win_tile="9p", flags={"haitei": True}
        ),
    ),
}  # fmt: skip


# ------------------------------------------------------------------------------ the other games


def of_hangzhou(option: str) -> Iterator[Witness]:
    for name, ask, *_ in hangzhou.EFFECTS:
        if name == option:
            yield scene(ask)
    yield scene(pairs_or_sets)
    yield scene(kan_while_floating)


def pairs_or_sets(rules: Rules) -> list[int]:
    """Seven pairs with a White for a wildcard, or four sets beside it."""
    table = hangzhou.Table(rules, {0: "112233p122334m5z"}, "1m", None)
    table.do(0, "win")
    return table.points


def kan_while_floating(rules: Rules) -> set[str]:
    """What seat 2, which floats with a White for a wildcard, may do with a 1p."""
    table = hangzhou.Table(rules, {2: "123456789m111p5z"}, "5z1p", None, dealer=2)
    table.do(2, "5z")
    table.do(3, "1p")
    return table.asked(2)


def changes(rules: Rules) -> dict[str, Any]:
    """What the rules have otherwise than Xiamen; most scenes leave robbing the gold out."""
    usual = load_rules("xiamen").options | {"rob_gold": rules.options["rob_gold"]}
    return {name: value for name, value in rules.options.items() if value != usual[name]}


def of_xiamen(option: str) -> Iterator[Witness]:
    for name, _, ask in xiamen.FLIPS:
        if name == option:
            yield scene(lambda rules, ask=ask: ask(changes(rules)))


def pictured(rules: Rules, pack_of: Callable[[Random, Rules], list[int]] | None) -> list[str]:
    """Games as who decides may look at the table, from packs of a kind."""
    found = []
    for seed in range(4):
        batch = Batch(rules, 1, forced=False, auto_reset=False)
        batch.reset(np.array([seed], np.uint64))
        rng = Random(seed)
        if pack_of:
            batch.set_wall(0, pack_of(rng, rules))
        for _ in range(80):
            if batch.seat[0] < 0:
                break
            found.append(picture(batch, 0, "ansi", int(batch.seat[0])))
            legal = batch.legal_actions(0)
            batch.step_one(0, legal[int(rng.random() * len(legal))])
    return found


# what is looked at, and what a hand without court cards decides
PICTURED = ("own_discards_visible", "trick_pile_visible", "carte_blanche_sequence")


def of_piquet(option: str) -> Iterator[Witness]:
    if option not in PICTURED:
        return
    for pack_of in (None, blank_pack):
        yield scene(lambda rules, pack_of=pack_of: pictured(rules, pack_of))


def of_riichi(option: str) -> Iterator[Witness]:
    yield from RIICHI.get(option, ())
    for flip in FLIPS:
        if flip.key == option and flip.witness is not baseline_play:
            yield flip.witness


# the hand of 2, 5 and 8 with the two suits of three players
WITHOUT_A_SUIT = {"concealed_before_win": "8p 22558s 8s", "winning_tile": "8s"}


def of_wuhan(option: str) -> Iterator[Witness]:
    for name, _, example, added in regional_options.SCORED:
        if name == option:
            one = regional_options.EXAMPLES[example]
            ask = regional.kinds_of(one["game"])[one["kind"]]
            given = one["input"] | added
            few = given | {"players": given["players"][:3]} | WITHOUT_A_SUIT
            for case in (given, few):
                yield scene(lambda rules, ask=ask, case=case: ask(rules, case, {}))


def dealt_kans(rules: Rules) -> list[int]:
    """Two closed kans of the banker one after the other, then his win; a banker always wins."""
    hand = Hand(["333345p3333s666z", "", ""], "9s9s6p", rules=rules)
    return hand.act("kan_closed 3p", "kan_closed 3s", "win").scores


def of_kawuxing(option: str) -> Iterator[Witness]:
    yield scene(dealt_kans)


OF_GAME: dict[str, Callable[[str], Iterator[Witness]]] = {
    "riichi": of_riichi,
    "hangzhou": of_hangzhou,
    "xiamen": of_xiamen,
    "wuhan": of_wuhan,
    "kawuxing": of_kawuxing,
    "piquet": of_piquet,
}


def examples(game: str) -> list[runner.Example]:
    """The worked examples of a game's texts."""
    paths = sorted(GOLDEN.glob("*.json"))
    found = [one for path in paths for one in runner.read(path)]
    return [one for one in found if (one.get("game") or "riichi").rstrip("3") == game]


def worked(game: str) -> Iterator[Witness]:
    """What the worked examples of the game come to."""
    for one in examples(game):
        kinds = runner.KINDS if game == "riichi" else regional.kinds_of(game)
        if ask := kinds.get(one["kind"]):
            yield scene(lambda rules, ask=ask, one=one: ask(rules, one["input"], one["expected"]))


def scenes(game: str, option: str) -> Iterator[Witness]:
    yield from OF_GAME.get(game, lambda option: iter(()))(option)
    yield from worked(game)
