"""The words of mjai: its tiles, events and actions, and the rules that it can tell."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id
from shugi._fast.core.tiles import code_name, kind_of
from shugi._fast.rules.compile import Rules
from shugi.envs.common.given import check_kind

Event = dict[str, Any]
State = Mapping[str, Any]

HIDDEN = "?"
MOST_CODES = 37  # kinds, and a red five of each suit
HONOURS = dict(zip((f"{i}z" for i in range(1, 8)), "ESWNPFC", strict=True))


def _name(code: int) -> str:
    name = code_name(code)
    return f"5{name[1]}r" if name[0] == "0" else HONOURS.get(name, name)


NAMES = {code: _name(code) for code in range(MOST_CODES)}
"""Tile codes as mjai calls them: 5pr the red five of pins, E the East wind."""
CODES = {name: code for code, name in NAMES.items()}
KINDS = {name: kind_of(code) or 0 for code, name in NAMES.items()}
NORTH = CODES["N"]


WORDS = {
    "none": action_id("pass"),
    "hora": action_id("win"),
    "reach": action_id("riichi"),
    "ankan": action_id("kan_closed"),
    "kakan": action_id("kan_added"),
    "daiminkan": action_id("kan_open"),
    "pon": action_id("pon"),
    "kita": action_id("nuki"),
    "nukidora": action_id("nuki"),
    "ryukyoku": action_id("abort"),
}
# calls of a run: the two kinds used, counted from the kind claimed
RUNS = {
    (1, 2): action_id("chi_low"),
    (-1, 1): action_id("chi_mid"),
    (-2, -1): action_id("chi_high"),
}
REPLACEMENTS = {3: 8, 4: 4}  # tiles behind the indicators, by players
# reasons of ryukyoku
EXHAUSTIVE, NAGASHI, ORPHANS, WINDS, KANS, RIICHI, RONS = (
    "fanpai", "nagashimangan", "kyushukyuhai", "sufonrenta", "sukaikan", "suchareach", "sanchaho",
)  # fmt: skip


class MjaiError(ValueError):
    """A game that mjai cannot tell, or a log that cannot be read; the message names the line."""


def check_rules(rules: Rules) -> None:
    """See that mjai has words for the rules. Raises: MjaiError; TypeError for what are none."""
    check_kind(rules, Rules, "rules")
    plain = rules.reads("riichi_cost") and set(rules.tiles) <= set(NAMES)
    if not plain or rules.options["open_riichi"] or rules.seats not in REPLACEMENTS:
        raise MjaiError(
            f"mjai tells plain riichi of three or four players only, not {rules.name}: its tiles "
            "are the 34 kinds and red fives"
        )


def start_game(rules: Rules, names: Sequence[str], seat: int | None = None) -> Event:
    """Tell that a game begins.

    Args:
        rules: of the game.
        names: by seat.
        seat: of whoever is told; None: nobody's.
    """
    own = {} if seat is None else {"id": seat}
    return {
        "type": "start_game",
        **own,
        "names": list(names),
        "kyoku_first": 4 if rules.options["game_length"] == "east" else 0,
        "aka_flag": any(NAMES[code].endswith("r") for code in {*rules.tiles}),
    }


def action_for(batch: Batch, i: int, event: Event) -> int | None:
    """The action of game ``i`` that an event of the seat to decide says.

    The engine asks for the tiles of kans and calls after the word; the same event tells them.

    Args:
        batch: the games; they stay as they are.
        i: the game's number, 0 to n - 1.
        event: a dict as mjai has it. Without an "actor" it counts as the deciding seat's.

    Returns:
        an action id, which may be illegal; None where the event says no action of that seat.

    Raises:
        KeyError, TypeError, IndexError: the event lacks a part, or names a tile that there is not.
    """
    state, word = batch.state(i), event["type"]
    if word == "none":
        return WORDS["none"]
    if event.get("actor", state["actor"]) != state["actor"]:
        return None
    if state["phase"] == "copies":
        wanted = Counter(CODES[tile] for tile in event["consumed"])
        wanted.subtract(state["chosen"])
        return next((a for a in batch.legal_actions(i) if wanted[a] > 0), None)
    if state["phase"] == "kan":
        kind = kind_of(CODES[event.get("pai") or event["consumed"][0]])
        return next((a for a in batch.legal_actions(i) if kind_of(a) == kind), None)
    if word == "dahai":
        return CODES[event["pai"]]
    if word == "chi":
        used = sorted(KINDS[tile] for tile in event["consumed"])
        claimed = KINDS[NAMES[state["discard"]]]
        return RUNS.get((used[0] - claimed, used[1] - claimed))
    return WORDS.get(word)
