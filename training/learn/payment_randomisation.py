"""Rule sets that pay other amounts than usual, drawn at random.

A network that only ever saw one value of an option cannot learn what the option's entry in the
rule vector means. In randomised games the amounts that change hands are multiplied by random
factors; who may win with what stays as it was.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from shugi._fast.games.riichi.chip_event_list import AMOUNT, ChipEvents
from shugi._fast.rules.compile import Rules, RulesError
from shugi._fast.rules.options import OPTIONS
from shugi._fast.tables.option_types import Int, Ints, OneOf
from shugi.training.run.config import ConfigError, PaymentRandomisationConfig

TRIES = 200
THOUSAND = 1000  # points paid in whole thousands stay so
ALWAYS = ""
PAYING: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "riichi": {
        ALWAYS: (
            "riichi_cost",
            "noten_total",
            "honba_ron",
            "honba_tsumo",
            "chip_ippatsu",
            "chip_ura",
            "chip_kandora",
            "chip_red",
            "chip_gold",
            "chip_tanyao",
            "chip_otafuku",
            "chip_yakuman_ron",
            "chip_yakuman_tsumo",
            "chip_bust",
            "bust_shugi_per_1000",
            "chip_events",
        ),
        "tulip": ("tulip_gold", "tulip_ura", "tulip_kazoe", "tulip_yakuman", "tulip_flower"),
        "rainbow_sevens": ("rainbow_value",),
        "grand_cross": ("gc_shugi", "gc_gold_shugi"),
        "demekin": ("demekin_snake_eyes",),
    },
    "wuhan": {ALWAYS: ("caps", "big_self_draw_factor", "big_discard_factor")},
    "kawuxing": {ALWAYS: ("max_doubles", "unit")},
}
"""For each game the options that say how much is paid, by the option that brings them in."""


def can_randomise(rules: Rules, config: PaymentRandomisationConfig) -> bool:
    """Whether any of the amounts that may be randomised is paid under ``rules``."""
    return bool(_amounts(rules, config.options))


def randomised(rules: Rules, config: PaymentRandomisationConfig, seed: Sequence[int]) -> Rules:
    """``rules`` with other payments; the same seed, the same ones.

    Amounts of zero stay: what is not paid for is not in the game. Draws that the rules' own checks
    refuse are drawn again.

    Args:
        rules: as they stand.
        config: which amounts may change, and by which factors (``spread``).
        seed: of the draws.

    Raises:
        ConfigError: nothing can be changed within the spread.
    """
    names = _amounts(rules, config.options)
    rng = np.random.default_rng([*seed, 7])
    for _ in range(TRIES):
        options = rules.options
        for name in names:
            options[name] = _drawn(name, options[name], lambda: _factor(rng, config))
        try:
            found = Rules(rules.name, options)
        except RulesError:
            continue
        if found != rules:
            return found
    raise ConfigError(
        f"payment_randomisation: {rules.name} allows no other values of {', '.join(names)} "
        f"within {config.spread[0]:g} to {config.spread[1]:g} times its own"
    )


def _amounts(rules: Rules, wanted: Sequence[str] | None) -> list[str]:
    groups = PAYING.get(rules.game, {})
    options = rules.options
    return [
        name
        for switch, names in groups.items()
        if not switch or options[switch]
        for name in names
        if _pays(options[name]) and (wanted is None or name in wanted)
    ]


def _pays(value: Any) -> bool:
    if not isinstance(value, list):
        return bool(value)
    return any(one["chips"] if isinstance(one, dict) else one for one in value)


def _factor(rng: np.random.Generator, config: PaymentRandomisationConfig) -> float:
    return math.exp(rng.uniform(*np.log(config.spread)))


def _drawn(name: str, value: Any, factor: Callable[[], float]) -> Any:
    """An option's value times a factor; the chips of each event have one of their own."""
    if not isinstance(OPTIONS[name].type, ChipEvents):
        return scaled(name, value, factor())
    return [event | {"chips": _chips(event["chips"], factor())} for event in value]


def _chips(chips: int, factor: float) -> int:
    """Chips of an event, which may be negative, times ``factor``; never down to nothing."""
    size = min(max(round(abs(chips) * factor), min(abs(chips), 1)), AMOUNT.high)
    return size if chips > 0 else -size


def scaled(name: str, value: Any, factor: float) -> Any:
    """An option's value times ``factor``, as near as the option allows; never down to nothing.

    Args:
        name: of the option.
        value: a number in the unit of the option, or a list of such numbers.
        factor: above 0.
    """
    kind = OPTIONS[name].type
    if isinstance(kind, OneOf):
        away = [abs(math.log(allowed / (value * factor))) for allowed in kind.values]
        return kind.values[int(np.argmin(away))]
    if isinstance(kind, Ints):
        return [min(max(round(v * factor), min(v, 1)), kind.high) for v in value]
    assert isinstance(kind, Int)
    step = kind.step if kind.step == 1 or value % THOUSAND else THOUSAND
    return min(max(round(value * factor / step), 1), kind.high // step) * step


def check_options(wanted: Sequence[str] | None) -> None:
    """Raises: ConfigError for an option that says no amount in any game."""
    known = {name for groups in PAYING.values() for names in groups.values() for name in names}
    for name in wanted or ():
        if name not in known:
            raise ConfigError(
                f"payment_randomisation.options: {name!r} is no amount that can be randomised; "
                f"those are {', '.join(sorted(known))}"
            )
