"""The words of pages that teach decisions, and the house rules that bear upon each."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from shugi._fast.rules.compile import Rules, game_options
from shugi._fast.rules.options import OPTIONS
from shugi._fast.rules.texts import link_to
from shugi._fast.tables.option_types import show

GLOSSARY = "../glossary.md"
NOTHING: tuple[Any, ...] = (False, None, 0, "none", "off", [])


@dataclass(frozen=True)
class Lesson:
    """Of one class of decisions.

    ``about``: Markdown, with ``{glossary}`` for the page of words. ``options``: of a rule set,
    those that may move the line between acting and not.
    """

    title: str
    act: str
    other: str
    about: str
    options: tuple[str, ...]


LESSONS: Mapping[str, Lesson] = {
    "riichi": Lesson(
        "Riichi",
        "declare",
        "stay silent",
        "Your hand is [closed]({glossary}#decisions), and one tile would complete it. You may"
        " declare [riichi]({glossary}#decisions): a declared hand wins more, but it cannot "
        "change any more, and the others are warned. Or you stay silent, and discard what you"
        " like.",
        (
            "riichi_cost",
            "riichi_min_points",
            "riichi_min_live_draws",
            "furiten_riichi",
            "riichi_kan",
            "chip_ippatsu",
            "chip_ura",
            "tulip",
            "bingo_wins",
            "shiro_pocchi",
            "demekin",
            "home_run_markers",
            "nuki_breaks_ippatsu",
            "noten_total",
            "must_win",
            "cherry",
            "atama",
        ),
    ),
    "open_riichi": Lesson(
        "Open riichi",
        "show the hand",
        "do not show it",
        "Your hand is [closed]({glossary}#decisions) and ready, and you may declare [open "
        "riichi]({glossary}#decisions): the hand is laid open. It wins more, but now "
        "everybody sees what you wait for. The other side is to declare riichi with the hand "
        "hidden, or to stay silent.",
        (
            "open_riichi_extra_han",
            "open_riichi_deal_in",
            "open_riichi_furiten_han",
            "furiten_riichi",
            "must_win",
            "multi_ron",
        ),
    ),
    "open_hand_riichi": Lesson(
        "Riichi with an open hand",
        "declare",
        "stay silent",
        "You have called tiles, so your hand is [open]({glossary}#decisions), and it is "
        "ready. These rules let you declare [riichi]({glossary}#decisions) all the same.",
        (
            "open_hand_riichi_han",
            "open_hand_open_riichi_han",
            "confirmed_yaku_for_closed_riichi",
            "confirmed_excludes_luck",
            "open_riichi_deal_in",
            "riichi_cost",
            "demekin",
            "home_run_markers",
        ),
    ),
    "float": Lesson(
        "Float",
        "float",
        "win now",
        "Your hand is won, and you hold a [wildcard]({glossary}#the-chinese-games). If you "
        "throw it away and [float]({glossary}#the-chinese-games), any tile will complete the "
        "hand in your next turn, and the win is dearer. Meanwhile somebody else may win.",
        (
            "float_round_trigger",
            "float_round_claim_win",
            "floater_may_claim",
            "wild_eye_claim_rule",
            "float_second_half_liability",
            "float_liability_split",
            "float_round_bars_fill_kong",
            "required_float",
            "false_float_forfeits",
            "multipliers",
            "liability",
        ),
    ),
    "go_on": Lesson(
        "Go on with a won hand",
        "go on",
        "win now",
        "Your hand is won on your own turn, and you cannot "
        "[float]({glossary}#the-chinese-games) yet. You may take the win, or play on for a "
        "dearer one.",
        (
            "wall_only",
            "missed_win_rule",
            "missed_win_or_pung_rule",
            "no_claim_win_with_gold",
            "required_float",
            "wild_eye_claim_rule",
            "multipliers",
            "ten_honours",
            "start_chips",
        ),
    ),
    "disclose": Lesson(
        "Disclosure",
        "disclose",
        "keep the hand hidden",
        "Your hand is ready, and you may [disclose]({glossary}#the-chinese-games) it: it is "
        "laid open, and a win counts double. Everybody then sees what you wait for.",
        (
            "disclose_mode",
            "kong_after_disclosure",
            "disclosed_discarder_exempt",
            "max_doubles",
        ),
    ),
    "kong": Lesson(
        "Kans",
        "make the kan",
        "leave it",
        "You may lay four equal tiles down as a [kan]({glossary}#tiles), for a replacement "
        "tile. The tiles are then bound, and in many rules a kan turns a new dora for "
        "everybody.",
        (
            "max_kan_indicators",
            "kan_needs_indicator",
            "open_kan_dora",
            "riichi_kan",
            "chip_kandora",
            "kan_gives_almighty",
            "replacement_source",
            "kong_after_claim",
            "kong_chain_needs_supplement_tile",
            "kong_limit",
            "rob_min_level",
            "liability_on_rob",
            "added_kong_as_closed_pung",
            "opening_fan_mode",
            "kong_tile_mode",
        ),
    ),
    "lay_aside": Lesson(
        "Wildcards laid aside",
        "lay it aside",
        "keep it",
        "You hold a [wildcard]({glossary}#the-chinese-games). You may lay it aside: that doubles "
        "twice what you win and what you pay, and you draw another tile. Or you keep it for the "
        "hand.",
        (
            "kong_tile_mode",
            "min_rule",
            "min_fan",
            "minimum_scope",
            "caps",
            "opening_fan_mode",
            "kong_limit",
        ),
    ),
    "push_fold": Lesson(
        "Push or fold",
        "push",
        "fold",
        "Another player has declared that his hand is ready. The discard that is fastest for "
        "your own hand is not the safest one. To push is to discard the fastest, to fold is "
        "anything else.",
        (
            "open_riichi_deal_in",
            "noten_total",
            "tsumo_loss",
            "bust",
            "chip_bust",
            "bust_shugi_per_1000",
            "placement",
            "uma",
            "gun_tile",
            "multi_ron",
            "disclosed_discarder_exempt",
            "max_doubles",
        ),
    ),
    "call": Lesson(
        "Calls",
        "call",
        "pass",
        "You may [call]({glossary}#decisions) another player's discard for a set. The hand "
        "comes nearer to ready, and its set lies open.",
        (
            "open_tanyao",
            "atozuke",
            "first_call_must_serve",
            "min_yaku_han",
            "call_priority",
            "kuikae",
        ),
    ),
    "discard": Lesson(
        "Discards",
        "discard as the rule baseline does",
        "discard something else",
        "You must discard a tile, and nothing else may be done.",
        (),
    ),
}


@dataclass(frozen=True)
class HouseRule:
    """An option in a rule set."""

    name: str
    value: str
    usual: str
    meaning: str
    link: str
    """Of the rule text, from the root of the repository; empty without one."""

    @property
    def changed(self) -> bool:
        return self.value != self.usual


def house_rules(rules: Rules, name: str) -> Iterator[HouseRule]:
    """The options that bear upon a class: those that are on or differ from what is usual."""
    usual = game_options(rules.game)
    for option in LESSONS[name].options:
        row, value = OPTIONS[option], rules.options[option]
        off = value in NOTHING or (isinstance(value, list) and not any(value))
        changed = value != usual[option] and not isinstance(value, list)
        if rules.game in row.games and (changed or not off):
            link = link_to(row.section)
            yield HouseRule(option, show(value), show(usual[option]), row.meaning, link)
