"""What the package `mahjong` says of a won hand."""

from __future__ import annotations

from typing import Any

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld

from shugi._fast.rules.compile import Rules
from tests.hand_values.answer import Answer
from tests.hand_values.hands import CLOSED_MELD, WonHand

TYPES = {
    "chi": Meld.CHI,
    "pon": Meld.PON,
    "daiminkan": Meld.KAN,
    "ankan": Meld.KAN,
    "kakan": Meld.SHOUMINKAN,
}
FLAGS = {
    "ippatsu": "is_ippatsu",
    "double_riichi": "is_daburu_riichi",
    "haitei": "is_haitei",
    "houtei": "is_houtei",
    "rinshan": "is_rinshan",
    "chankan": "is_chankan",
    "tenhou": "is_tenhou",
    "chiihou": "is_chiihou",
}
# its yaku by number: our name
NAMES = {
    0: "menzen_tsumo", 1: "riichi", 3: "ippatsu", 4: "chankan", 5: "rinshan", 6: "haitei",
    7: "houtei", 8: "double_riichi", 12: "pinfu", 13: "tanyao", 14: "iipeikou", 15: "yakuhai_5z",
    16: "yakuhai_6z", 17: "yakuhai_7z",
    **dict.fromkeys(range(18, 22), "yakuhai_seat"), **dict.fromkeys(range(22, 26), "yakuhai_round"),
    26: "sanshoku_doujun", 27: "ittsu", 28: "chanta", 29: "honroutou", 30: "toitoi",
    31: "sanankou", 32: "sankantsu", 33: "sanshoku_doukou", 34: "chiitoi", 35: "shousangen",
    36: "honitsu", 37: "junchan", 38: "ryanpeikou", 39: "chinitsu", 100: "kokushi", 101: "chuuren",
    102: "suuankou", 103: "daisangen", 104: "shousuushii", 105: "ryuuiisou", 106: "suukantsu",
    107: "tsuuiisou", 108: "chinroutou", 111: "daisuushii", 112: "kokushi_13",
    113: "suuankou_tanki", 114: "junsei_chuuren", 115: "tenhou", 116: "chiihou", 120: "dora",
    121: "red", 122: "ura",
}  # fmt: skip


# double yakuman: it keeps the name of the form where they count once
SINGLE = {
    "kokushi_13": "kokushi",
    "suuankou_tanki": "suuankou",
    "junsei_chuuren": "chuuren",
}


def config_of(rules: Rules, hand: WonHand) -> HandConfig:
    options = OptionalRules(
        has_open_tanyao=True,
        has_aka_dora=True,
        has_double_yakuman=rules.options["double_variants"],
        kazoe_limit=HandConfig.KAZOE_LIMITED,
        limit_to_sextuple_yakuman=False,
    )
    return HandConfig(
        is_tsumo=hand.by == "tsumo",
        is_riichi=hand.riichi,
        player_wind=27 + (hand.winner - hand.dealer) % 4,
        round_wind=27 + hand.wind,
        tsumi_number=hand.honba,
        kyoutaku_number=hand.sticks,
        options=options,
        **{FLAGS[name]: True for name in hand.flags},
    )


def points_of(hand: WonHand, cost: dict[str, Any]) -> list[int]:
    """Points by seat."""
    from_one, from_others = (cost[part] + cost[f"{part}_bonus"] for part in ("main", "additional"))
    out = [0] * 4
    for seat in range(4):
        if seat == hand.winner or (hand.loser is not None and seat != hand.loser):
            continue
        main = hand.loser is not None or seat == hand.dealer
        out[seat] = -(from_one if main else from_others)
    out[hand.winner] = cost["kyoutaku_bonus"] - sum(out)
    return out


def value(rules: Rules, hand: WonHand) -> Answer | None:
    """None for a hand without a yaku. Raises: AssertionError for any other refusal."""
    melds = [
        Meld(TYPES[meld.type], sorted(meld.tiles), opened=meld.type != CLOSED_MELD)
        for meld in hand.melds
    ]
    tiles = [*hand.concealed, hand.win_tile, *(tile for meld in melds for tile in meld.tiles)]
    told = HandCalculator.estimate_hand_value(
        sorted(tiles), hand.win_tile, melds, hand.dora, config_of(rules, hand),
        ura_dora_indicators=hand.ura,
    )  # fmt: skip
    if told.error is not None:
        assert told.error == HandCalculator.ERR_NO_YAKU, (told.error, hand)
        return None
    yakuman = [one for one in told.yaku if one.is_yakuman]
    counted = yakuman or told.yaku
    yaku = {
        NAMES[one.yaku_id]: (one.han_closed if hand.closed else one.han_open) for one in counted
    }
    if yakuman:
        names = {} if rules.options["double_variants"] else SINGLE
        yaku = {names.get(name, name): han // 13 for name, han in yaku.items()}
    return Answer(told.han, None if yakuman else told.fu, points_of(hand, told.cost), yaku)
