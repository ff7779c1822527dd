"""The classes of decisions: which rule sets have them, where they are asked, what the act is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.bots.style import BotStyle
from shugi._fast.bots.style import style as style_of
from shugi._fast.core.actions import TILE_ACTIONS, action_id
from shugi._fast.core.tiles import TILE_ROWS
from shugi._fast.rules.compile import Rules
from shugi._fast.tables.option_types import nearest
from shugi.agents.base import AgentError
from shugi.agents.plans.plan import Plan
from shugi.envs.common.arrays import I64, U8, Bools
from shugi.envs.seat import SKIP
from shugi.training.decisions.strata import seen_by

RIICHI, OPEN_RIICHI = action_id("riichi"), action_id("open_riichi")
WIN, NUKI = action_id("win"), action_id("nuki")
KAN_NAMES = ("kan_closed", "kan_added", "kan_open")
KANS = tuple(action_id(name) for name in KAN_NAMES)
CALL_NAMES = ("chi_low", "chi_mid", "chi_high", "pon", "kan_open")
CALLS = tuple(action_id(name) for name in CALL_NAMES)
WILD = next(code for code, name, _, _ in TILE_ROWS if name == "1w")
KIND = {code: kind for code, _, kind, _ in TILE_ROWS}
PUSHING, FOLDING, USUAL = (style_of(name) for name in ("efficiency", "folder", "baseline"))
PLAIN = style_of("plain")  # plays cards without playing anything out

Rows = I64
Act = Callable[[Batch, int, Sequence[Plan]], Bools]


class LabError(AgentError):
    """Something that the decision lab cannot do, or files of it that cannot be used."""


@dataclass(frozen=True)
class DecisionClass:
    """A kind of decision.

    ``asked``: (batch, its action mask) -> the games in which the seat to decide has this choice;
    ``act``: (batch, game, plans) -> (plans,) which of them count as doing it.
    """

    name: str
    title: str
    needs: Callable[[Rules], bool]
    asked: Callable[[Batch, U8], Rows]
    act: Act
    ban: tuple[str, ...] = ()
    """What the ban test forbids (``Banned``); nothing where that would forbid something else."""
    everyday: bool = False
    """Asked in every hand: a study has it only when it is named."""


# ---- where it is asked


def _legal(mask: U8, *actions: int) -> Rows:
    """Games in which one of the actions is legal, and something else too."""
    own = mask[:, actions].any(axis=1)
    return np.flatnonzero(own & (mask.sum(axis=1) > mask[:, actions].sum(axis=1)))


def _closed(batch: Batch, rows: Rows) -> Bools:
    """(k,) the games in which the seat to decide has made no open call."""
    if not batch.rules.options["open_hand_riichi"]:
        return np.ones(len(rows), np.bool_)  # nobody else may declare
    return seen_by(batch, rows, batch.seat[rows])["closed"][:, 0] > 0


def _riichi_asked(batch: Batch, mask: U8) -> Rows:
    rows = _legal(mask, RIICHI)
    return rows[_closed(batch, rows)]


def _open_riichi_asked(batch: Batch, mask: U8) -> Rows:
    rows = _legal(mask, OPEN_RIICHI)
    return rows[_closed(batch, rows)]


def _open_hand_asked(batch: Batch, mask: U8) -> Rows:
    rows = _legal(mask, RIICHI, OPEN_RIICHI)
    return rows[~_closed(batch, rows)]


def _float_asked(batch: Batch, mask: U8) -> Rows:
    """The hand is won, and the wildcard thrown away would leave one that every tile completes."""
    rows = np.flatnonzero(mask[:, WIN] & mask[:, WILD])
    if not len(rows):
        return rows
    # unforced: nothing is played behind the discard
    after = Batch(batch.rules, len(rows), forced=False, auto_reset=False)
    after.copy_from(batch, rows, np.arange(len(rows)))
    after.step(np.full(len(rows), WILD, np.uint8))
    floats = seen_by(after, np.arange(len(rows)), batch.seat[rows])["floats"][:, 0]
    return rows[floats > 0]


def _go_on_asked(batch: Batch, mask: U8) -> Rows:
    """An own turn on which the hand is won; where it may float, that is the question."""
    rows = np.flatnonzero(mask[:, WIN] & mask[:, :TILE_ACTIONS].max(axis=1))
    return np.setdiff1d(rows, _float_asked(batch, mask))


def _lay_aside_asked(batch: Batch, mask: U8) -> Rows:
    rows = _legal(mask, NUKI)
    # a kan tile keeps the hand from winning: it has to go in any case
    kept = seen_by(batch, rows, batch.seat[rows])["kan_tiles_held"][:, 0] > 0
    return rows[~kept]


def _push_fold_asked(batch: Batch, mask: U8) -> Rows:
    """Under a riichi or a disclosed hand, where care and speed discard different tiles."""
    rows = np.flatnonzero(mask[:, :TILE_ACTIONS].any(axis=1))
    seen = seen_by(batch, rows, batch.seat[rows])
    declared = seen["riichi"] > 0
    own_turn = seen["phase"][:, 0] > 0
    rows = rows[own_turn & declared[:, 1:].any(axis=1) & ~declared[:, 0]]
    pushing, folding = (played_by(batch, rows, style) for style in (PUSHING, FOLDING))
    apart = [
        max(push, fold) < TILE_ACTIONS and KIND[int(push)] != KIND[int(fold)]
        for push, fold in zip(pushing, folding, strict=True)
    ]
    return rows[np.array(apart, np.bool_)]


def _discard_asked(batch: Batch, mask: U8) -> Rows:
    rows = np.flatnonzero(mask[:, :TILE_ACTIONS].any(axis=1) & ~mask[:, TILE_ACTIONS:].any(axis=1))
    rows = rows[seen_by(batch, rows, batch.seat[rows])["phase"][:, 0] > 0]
    kinds = [{KIND[int(code)] for code in np.flatnonzero(mask[i])} for i in rows]
    return rows[np.array([len(own) > 1 for own in kinds], np.bool_)]


def _card_asked(batch: Batch, mask: U8) -> Rows:
    return np.flatnonzero(mask.sum(axis=1) > 1)


def played_by(batch: Batch, rows: Rows, style: BotStyle) -> U8:
    """What a style of the rule baseline plays in some games.

    Args:
        batch: n games; they stay as they are.
        rows: (k,) int64, games of it.
        style: of the rule baseline.

    Returns:
        (k,) uint8 action ids.
    """
    actions = np.full(batch.n, SKIP, np.uint8)
    wanted = np.zeros(batch.n, np.bool_)
    wanted[rows] = True
    batch.baseline(actions, style, wanted)
    return actions[rows]


# ---- which plans are the act


def _goes_on(batch: Batch, i: int, plans: Sequence[Plan]) -> Bools:
    return np.array([plan[0] != WIN for plan in plans], np.bool_)


def _verbs(*verbs: int) -> Act:
    def act(batch: Batch, i: int, plans: Sequence[Plan]) -> Bools:
        return np.array([plan[0] in verbs for plan in plans], np.bool_)

    return act


def _discards_as(style: BotStyle) -> Callable[[Batch, int, Sequence[Plan]], Bools]:
    """The tile that a style discards, whichever copy; none where it does something else."""

    def act(batch: Batch, i: int, plans: Sequence[Plan]) -> Bools:
        kind = KIND.get(int(played_by(batch, np.array([i]), style)[0]))
        its = [plan[0] < TILE_ACTIONS and KIND[plan[0]] == kind for plan in plans]
        return np.array(its, np.bool_)

    return act


def _does_as(style: BotStyle) -> Callable[[Batch, int, Sequence[Plan]], Bools]:
    """What a style does first."""

    def act(batch: Batch, i: int, plans: Sequence[Plan]) -> Bools:
        first = int(played_by(batch, np.array([i]), style)[0])
        return np.array([plan[0] == first for plan in plans], np.bool_)

    return act


# ---- the table


def _plays_cards(rules: Rules) -> bool:
    return "plays_cards" in rules.traits


def _plays_tiles(rules: Rules) -> bool:
    return not _plays_cards(rules)


def _floats(rules: Rules) -> bool:
    return "floats" in rules.traits


def _declares(rules: Rules) -> bool:
    return rules.reads("riichi_cost")


def _lays_aside(rules: Rules) -> bool:
    return rules.reads("kong_limit")


def _discloses(rules: Rules) -> bool:
    return rules.reads("disclosure") and bool(rules.options["disclosure"])


CLASSES = (
    DecisionClass(
        "riichi",
        "declare riichi, closed or open, or stay silent (closed hand)",
        _declares,
        _riichi_asked,
        _verbs(RIICHI, OPEN_RIICHI),
        ("riichi", "open_riichi"),
    ),
    DecisionClass(
        "open_riichi",
        "show the hand, or declare closed riichi or stay silent (closed hand)",
        lambda rules: _declares(rules) and bool(rules.options["open_riichi"]),
        _open_riichi_asked,
        _verbs(OPEN_RIICHI),
        ("open_riichi",),
    ),
    DecisionClass(
        "open_hand_riichi",
        "declare riichi with an open hand",
        lambda rules: _declares(rules) and bool(rules.options["open_hand_riichi"]),
        _open_hand_asked,
        _verbs(RIICHI, OPEN_RIICHI),
    ),
    DecisionClass(
        "float",
        "throw a wildcard away and float, or win now",
        _floats,
        _float_asked,
        _verbs(WILD),
        ("float",),
    ),
    DecisionClass(
        "disclose",
        "disclose the hand or not",
        _discloses,
        lambda batch, mask: _legal(mask, OPEN_RIICHI),
        _verbs(OPEN_RIICHI),
        ("open_riichi",),
    ),
    DecisionClass(
        "kong",
        "make a kan or not",
        lambda rules: rules.fields()["max_kans"] > 0,
        lambda batch, mask: _legal(mask, *KANS),
        _verbs(*KANS),
        KAN_NAMES,
    ),
    DecisionClass(
        "push_fold",
        "another has declared: discard for speed, or for safety",
        lambda rules: _declares(rules) or _discloses(rules),
        _push_fold_asked,
        _discards_as(PUSHING),
    ),
    DecisionClass(
        "go_on",
        "pass a win up for a dearer one, or win now (no float yet)",
        _floats,
        _go_on_asked,
        _goes_on,
        ban=("go_on",),
    ),
    DecisionClass(
        "call",
        "claim a discard for a set, or not",
        _plays_tiles,
        lambda batch, mask: _legal(mask, *CALLS),
        _verbs(*CALLS),
        CALL_NAMES,
        everyday=True,
    ),
    DecisionClass(
        "discard",
        "which tile to discard, where nothing else may be done",
        _plays_tiles,
        _discard_asked,
        _discards_as(USUAL),
        everyday=True,
    ),
    DecisionClass(
        "lay_aside",
        "lay a wildcard aside for its doubles and another tile, or keep it",
        _lays_aside,
        _lay_aside_asked,
        _verbs(NUKI),
        ("nuki",),
    ),
)
"""New ones go to the end: probes are drawn by a class's place here."""

CARD = DecisionClass(
    "card",
    "whatever a card game asks: what to lay aside, to call, to play",
    _plays_cards,
    _card_asked,
    _does_as(PLAIN),
    everyday=True,
)
DISTILLED = (*CLASSES, CARD)
"""Those that distilling knows; studies compare positions by facts of tiles."""


@cache
def class_named(name: str, among: Sequence[DecisionClass] = CLASSES) -> DecisionClass:
    """Raises: LabError when there is none (with the nearest)."""
    for decision in among:
        if decision.name == name:
            return decision
    names = [decision.name for decision in among]
    raise LabError(
        f"there is no decision class {name!r}{nearest(name, names)}; there are {', '.join(names)}"
    )


def classes_of(rules: Rules) -> list[DecisionClass]:
    """The classes that a rule set has, in the order of the table, but for the everyday ones; none
    in card games."""
    return [one for one in CLASSES if one.needs(rules) and not one.everyday]


def chosen_classes(rules: Rules, names: Sequence[str] | None) -> list[DecisionClass]:
    """The classes of these names; by default all of the rule set but the everyday ones.

    Raises:
        LabError: a class that does not exist, or that the rule set does not have.
    """
    own = [decision for decision in CLASSES if decision.needs(rules)]
    if not own:
        raise LabError(f"{rules.name!r} has no decision classes: they are of mahjong games")
    if names is None:
        return classes_of(rules)
    wanted = [class_named(name) for name in dict.fromkeys(names)]
    for decision in wanted:
        if decision not in own:
            has = ", ".join(each.name for each in own)
            raise LabError(f"{rules.name!r} has no {decision.name} decisions; it has {has}")
    return [decision for decision in own if decision in wanted]
