"""Every option of a rule set, as one table.

``OPTIONS`` is the only source: `rules.Rules` checks values by it, fills the engine's struct from
it, hashes and encodes them by it; rule files, ``shugi rules`` and the docs read it too.
The defaults are plain sanma, but for what its rule file names; `games.GAMES` says what another
game changes in them, and ``Option.games`` which games read an option.  ``Option.section``, such as
"sanma 3.3", is where the rule texts (`texts.TEXTS`) speak of it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from shugi._fast.rules.games import GAMES
from shugi._fast.rules.texts import link_to
from shugi._fast.tables.option import Option
from shugi._fast.tables.option_types import Choice, show
from shugi._fast.tables.tile_sets import TILE_SETS

__all__ = [
    "ALIASES",
    "GAMES",
    "OPTIONS",
    "TILE_SETS",
    "Option",
    "RulesError",
    "aliases_of",
    "option_table",
]

GAME = Option("game", Choice(tuple(GAMES)), "riichi", "game", "", "what is played", tuple(GAMES))
TABLES = [table for game in GAMES.values() for table in game.tables]


def _read_by(option: Option) -> Option:
    """The option with the games that say in `games.GAMES` that they read it too."""
    more = tuple(name for name, game in GAMES.items() if option.name in game.reads)
    return replace(option, games=option.games + more)


OPTIONS: dict[str, Option] = {
    option.name: _read_by(option) for table in ([GAME], *TABLES) for option in table
}
# other names that the rule texts give them
ALIASES = {
    "home_run": "home_run_markers",
    "base_shugi_ippatsu": "chip_ippatsu",
    "base_shugi_ura": "chip_ura",
    "base_shugi_red": "chip_red",
    "base_shugi_gold": "chip_gold",
    "base_shugi_yakuman_ron": "chip_yakuman_ron",
    "base_shugi_yakuman_tsumo": "chip_yakuman_tsumo",
    "shugi_ippatsu": "chip_ippatsu",
    "shugi_ura": "chip_ura",
    "shugi_kandora": "chip_kandora",
    "shugi_kandora_includes_initial": "chip_kandora_initial",
    "shugi_bust": "chip_bust",
    "shugi_yakuman_ron": "chip_yakuman_ron",
    "shugi_yakuman_tsumo": "chip_yakuman_tsumo",
    "shugi_kazoe": "chip_kazoe",
    "chip_tobi": "chip_bust",
    "gold_float_claim_rule": "wild_eye_claim_rule",
    "deck": "cards",
    "hands": "match_hands",
    "race_target": "target",
    "first_dealer": "first_banker",
}


def aliases_of(name: str) -> list[str]:
    """What the rule texts call an option, where they call it otherwise."""
    return [alias for alias, option in ALIASES.items() if option == name]


class RulesError(ValueError):
    """A rule set that cannot be played: each problem with the option it concerns ("" for none)."""

    def __init__(self, problems: Iterable[tuple[str, str]]) -> None:
        self.problems = list(problems)
        super().__init__(
            "\n".join(f"{key}: {text}" if key else text for key, text in self.problems)
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.problems,)


def option_table(
    name: str = "", values: Mapping[str, Any] | None = None, usual: Mapping[str, Any] | None = None
) -> str:
    """The options as a Markdown table, with links from the root of the repository.

    With the values of the rule set ``name``: only those options, beside the values that are
    ``usual`` in its game (`rules.game_options`; plain sanma's by default).
    """
    shown = OPTIONS.values() if values is None else map(OPTIONS.__getitem__, values)
    heads = ["option", "family", "values", "usual", "meaning", "rule text"]
    heads.insert(3, name) if values is not None else heads.append("games")
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for option in shown:
        cells = [
            f"`{option.name}`",
            option.family,
            option.type.allowed,
            f"`{show((usual or {}).get(option.name, option.default))}`",
            "; also ".join([option.meaning, *(f"`{alias}`" for alias in aliases_of(option.name))]),
            link_to(option.section),
        ]
        if values is None:
            cells.append(", ".join(option.games))
        else:
            cells.insert(3, f"`{show(values[option.name])}`")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)
