"""A finished hand as plain values: what may be said of it, and what it is worth and to whom.

``CASE``, ``FLAGS``, ``MELDS`` and the rest are the one list of what a riichi case holds: `check`
refuses what is not in it, `schema` prints it.  The engine's own reader (``_fast/score/case.pyx``)
judges the values.  Every other game has reader and list in one module of ``_fast/score/``;
`form_of` knows them all.
"""

import importlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from shugi._fast.rules.compile import Rules, check_given
from shugi._fast.rules.option_types import nearest
from shugi._fast.score.riichi import may_win, score_win
from shugi.envs.rules import written_rules

Case = Mapping[str, Any]


class CaseError(ValueError):
    """A case that cannot be scored; the message says what is wrong and what would be right."""


class Key(NamedTuple):
    """A row of the schema."""

    name: str
    form: str
    default: str  # "needed" where there is none
    meaning: str


NEEDED = "needed"
OPTIONS = Key(
    "options", "{option: value}", "{}", "rule options that differ; see `shugi rules NAME`"
)
CASE = (
    Key("dealer", "player", NEEDED, "who deals; players are numbered from 0 in turn order"),
    Key("winner", "player", NEEDED, "who wins"),
    Key("win_by", '"ron", "tsumo" or "bingo"', NEEDED, "a discard, a draw, or the own discards"),
    Key("loser", "player", "none", "whose tile was won on; needed by ron, none otherwise"),
    Key("hand", "tiles", NEEDED, "the concealed tiles without the winning one: 123p0s5pg55z"),
    Key("win_tile", "tile", NEEDED, "the tile won on; a bingo win has none"),
    Key("melds", "[[type, tiles], ...]", "[]", "in the order of calling; the types below"),
    Key("round_wind", "tile", '"1z"', "1z East, 2z South, 3z West, 4z North"),
    Key("riichi", '"none", "closed" or "open"', '"none"', "what the winner has declared"),
    Key("flags", "{flag: true}", "{}", "what happened around the win; the flags below"),
    Key("dora_indicators", "tiles", '""', "indicators turned, the first one first"),
    Key("ura_indicators", "tiles", '""', "the tiles below them; counted in riichi only"),
    Key("removed_tiles", "number or tiles", "0", "flowers, Norths or bingo tiles set aside"),
    Key("bingo_in_hand", '{"1b": number, "2b": number}', "{}", "bingo tiles set aside by colour"),
    Key("pocchi_as", "tile", "none", "what a joker drawn in riichi (5zo) was declared as"),
    Key("reveal_as", "tile", "the best", "what a joker that the tulip reveals is named"),
    Key("honba", "number", "0", "counters of the hand"),
    Key("sticks", "number", "0", "riichi sticks on the table, the winner's included"),
    Key("scores", "a number for each player", "the start", "points before the payment"),
    Key("earlier_winners", "number", "0", "on the same tile; the first gets honba and sticks"),
    Key("other_points", "a number for each player", "all 0", "what later winners win and cost"),
    Key("pao", "{yakuman: player}", "{}", "who is liable for it; the yakuman below"),
    Key("wall_from_end", "text", '""', 'stacks for the tulip: "top,bottom;..."; - is a drawn tile'),
    Key("markers", '"B" or "H" for each player', "all B", "bases loaded, or home run"),
    Key("dice", "[[pips, pips], ...]", "[]", "rolls for chips, a double followed by another"),
    Key("payer_hands", '{"player": tiles}', "{}", "for guns: held, and by option melded"),
    Key("cherry", "{discards: [tile, ...], death_discard: true}", "{}", "cherries in all discards"),
    OPTIONS,
)
AROUND = (
    Key("rules", "text", NEEDED, "rule set and add-ons, `super_bingo+home_run`, or a rule file"),
    Key("family", "text", "none", "the rule set alone, where `rules` is not given"),
    Key("addons", "[text, ...]", "[]", "add-ons of the family"),
    Key("input", "case", "none", "the case itself, where the rest stands around it"),
    Key("id", "text", "none", "the name that --id asks for"),
    Key("title", "text", "none", "printed above the answer"),
    Key("note", "text", "none", "not read"),
    Key("source", "text", "none", "not read"),
    Key("kind", '"win"', '"win"', "worked examples of other kinds are passed over"),
    Key("expected", "answer", "none", "not read"),
)
FLAGS = (
    Key("ippatsu", "ron, tsumo", "", "within a turn of riichi"),
    Key("double_riichi", "any", "", "riichi on the first turn"),
    Key("haitei", "tsumo", "", "on the last tile"),
    Key("houtei", "ron", "", "on the last discard"),
    Key("rinshan", "tsumo", "", "on a replacement tile"),
    Key("chankan", "ron", "", "on the tile of an added kan"),
    Key("tenhou", "tsumo", "", "the dealer's first draw"),
    Key("chiihou", "tsumo", "", "the first draw of another"),
    Key("renhou", "ron", "", "before the first own draw"),
    Key("open_dealin", "ron", "", "off a player not in riichi, by an open riichi"),
    Key("furiten_open", "any", "", "open riichi declared in furiten"),
    Key("furiten", "tsumo", "", "in furiten, which costs otafuku"),
)
MELDS = (
    Key("pon", "3 tiles", "", "three of a kind, the third called"),
    Key("daiminkan", "4 tiles", "", "four of a kind, the fourth called"),
    Key("kakan", "4 tiles", "", "a pon and the fourth tile added"),
    Key("ankan", "4 tiles", "", "four of the own tiles"),
    Key("gc", "4 tiles", "", "Grand Cross: one of each wind"),
    Key("atama", "2 tiles", "", "a called pair"),
    Key("chi", "3 tiles", "", "a called run"),
)
PAO = (
    Key("daisangen", "player", "", "who fed the third triplet of dragons"),
    Key("daisuushii", "player", "", "who fed the fourth triplet of winds"),
    Key("mu", "player", "", "who fed the fourth call"),
)
CHERRY = (
    Key("discards", "[tile, ...]", "", "cherries in the discards of all players"),
    Key("death_discard", "true or false", "", "a death tile lies there"),
)
SPARED = {"bingo": ("win_tile",), "ten_honours": ("hand", "win_tile", "indicator")}  # not needed
Parts = tuple[tuple[str, tuple[Key, ...]], ...]
FLAG_TABLE = "Flags, and the wins they go with"
CHOICE_TABLE = "What a player chooses"


@dataclass(frozen=True)
class Form:
    """What a case of a game holds: its tables by title, the first of the case itself."""

    score: Callable[[Rules, dict[str, Any]], dict[str, Any]]
    parts: Parts
    inside: Mapping[str, tuple[Key, ...]] = field(default_factory=dict)  # keys of keys
    asks_first: bool = False  # for what is needed; elsewhere the game's reader does, win by win

    @property
    def case(self) -> tuple[Key, ...]:
        return self.parts[0][1]

    @property
    def needed(self) -> list[str]:
        return [row.name for row in self.case if row.default == NEEDED]


def _judged_riichi(rules: Rules, case: dict[str, Any]) -> dict[str, Any]:
    answer = score_win(rules, case)
    return {"allowed": may_win(rules, case)} | answer


def _told_here() -> Form:
    """The form that this module tells."""
    parts = (
        ("A case", CASE),
        ("Around a case", AROUND),
        (FLAG_TABLE, FLAGS),
        ("Melds", MELDS),
        ("Yakuman with liability", PAO),
        ("Cherry", CHERRY),
    )
    return Form(_judged_riichi, parts, {"flags": FLAGS, "pao": PAO, "cherry": CHERRY}, True)


def _told_by(module: Any) -> Form:
    """The form that a game's own module tells."""

    def judged(rules: Rules, case: dict[str, Any]) -> dict[str, Any]:
        answer: dict[str, Any] = module.score(rules, case)
        return {"allowed": answer.pop("legal")} | answer

    case = (*(Key(*row) for row in module.CASE if row[0] != OPTIONS.name), OPTIONS)
    tables = {
        FLAG_TABLE: "FLAGS",
        "Awards, and where the tile comes from": "AWARDS",
        "What doubles with a player": "PLAYER",
    }
    more = {
        title: tuple(Key(row[0], _form(row[-2]), "", row[-1]) for row in getattr(module, name))
        for title, name in tables.items()
        if hasattr(module, name)
    }
    inside = {"flags": more[FLAG_TABLE]} if FLAG_TABLE in more else {}
    if hasattr(module, "CHOICE"):
        more[CHOICE_TABLE] = tuple(Key(*row) for row in module.CHOICE)
        inside |= dict.fromkeys(("elder_choice", "younger_choice"), more[CHOICE_TABLE])
    return Form(judged, (("A case", case), ("Around a case", AROUND), *more.items()), inside)


def _form(given: str | int | tuple[str, ...]) -> str:
    if isinstance(given, int):
        return f"0 to {given}"
    return given if isinstance(given, str) else ", ".join(given)


TOLD_HERE: Mapping[str, Callable[[], Form]] = {"riichi": _told_here}


@cache
def form_of(game: str) -> Form:
    """Of a game of ``shugi._fast.rules.games``."""
    if game in TOLD_HERE:
        return TOLD_HERE[game]()
    return _told_by(importlib.import_module(f"shugi._fast.score.{game}"))


def score(case: Case, rules: Rules | str | Path | None = None) -> dict[str, Any]:
    """What a finished hand is worth, and to whom.

    Args:
        case: a dict with the keys of `schema` for the game; or one with such a dict as ``input``,
            as the worked examples in ``tests/golden`` have it.
        rules: the rule set, by name (add-ons behind +), file or compiled; by default the one that
            the case names as ``rules``, or as ``family`` and ``addons``.

    Returns:
        ``rules`` (their name), ``allowed`` (whether they let the hand be won; always in a card
        game), ``points_delta`` by player, ``ledger``, and what counts in the game: see
        ``score_win`` in ``shugi._fast.score.riichi``, and ``score`` in the other games' modules.

    Raises:
        CaseError: unknown or missing keys, values that cannot be, a hand that is not complete or
            has no yaku.
        RulesError: no such rule set, options that it cannot have.
    """
    compiled = rules_of(case, inner_of(case), rules)
    inner = check(case, compiled.game)
    inner.pop("options", None)
    form = form_of(compiled.game)
    try:
        answer = form.score(compiled, inner)
    except ValueError as error:
        lacking = lacks(inner, form, compiled.options)
        raise CaseError(without(lacking) if lacking else str(error)) from None
    return {"rules": compiled.name} | answer


def inner_of(case: object) -> Mapping[str, Any]:
    """The case itself, unchecked. Raises: CaseError."""
    if not isinstance(case, Mapping):
        raise CaseError(f"a case must be a map of keys to values, not {kind_of(case)}")
    if case.get("kind", "win") != "win":
        raise CaseError(f"it is of kind {case['kind']!r}; only a win can be scored")
    inner = case.get("input", case)
    if not isinstance(inner, Mapping):
        raise CaseError(f"input must be a map of keys to values, not {kind_of(inner)}")
    return inner


def check(case: Case, game: str = "riichi") -> dict[str, Any]:
    """The case itself, without what stands around it. Raises: CaseError."""
    form, inner = form_of(game), dict(inner_of(case))
    if "input" in case:
        known(case, (*AROUND, OPTIONS), "case")
        known(inner, form.case, "input")
    else:
        known(case, (*form.case, *AROUND), "case")
        for row in AROUND:
            inner.pop(row.name, None)
    for name, rows in form.inside.items():
        if isinstance(inner.get(name), Mapping):
            known(inner[name], rows, name)
    if form.asks_first and (lacking := lacks(inner, form, {})):
        raise CaseError(without(lacking))
    return inner


def lacks(inner: Case, form: Form, options: Mapping[str, Any]) -> list[str]:
    """What the win needs that is not there."""
    spared = SPARED.get(str(inner.get("win_by")), ())
    if options.get("permanent_fortune"):
        spared = (*spared, "indicator")
    lacking = [key for key in form.needed if key not in inner and key not in spared]
    asked = any(row.name == "loser" for row in form.case)
    if asked and inner.get("win_by") == "ron" and inner.get("loser") is None:
        lacking.append("loser")
    return lacking


def without(lacking: list[str]) -> str:
    return f"the case lacks {', '.join(lacking)}; `shugi score --schema` tells of it"


def known(given: Mapping[Any, Any], rows: Iterable[Key], what: str) -> None:
    names = [row.name for row in rows]
    for key in given:
        if key not in names:
            raise CaseError(f"{what}: unknown key {key!r}{nearest(key, names)}")


def kind_of(value: object) -> str:
    return "nothing" if value is None else f"{type(value).__name__} {value!r}"[:60]


def rules_of(case: Case, inner: Case, rules: Rules | str | Path | None) -> Rules:
    """The rules of the call, else of the case, with the options that the case changes."""
    changed: dict[str, Any] = {}
    for given in (case.get("options"), inner.get("options")):
        if given is not None and not isinstance(given, Mapping):
            raise CaseError(f"options must be a map of options to values, not {kind_of(given)}")
        changed |= {str(name): value for name, value in (given or {}).items()}
    changed = check_given(changed)
    if isinstance(rules, Rules):
        return Rules(rules.name, {**rules.options, **changed}) if changed else rules
    return written_rules(rules or name_of(case), changed)


def name_of(case: Case) -> str:
    name, addons = case.get("rules") or case.get("family"), case.get("addons") or []
    if not isinstance(name, str):
        raise CaseError(
            'say which rules: "rules" in the case, or --rules (see `shugi list variants`)'
        )
    if not isinstance(addons, list | tuple) or not all(isinstance(one, str) for one in addons):
        raise CaseError(f"addons must be a list of names, not {kind_of(addons)}")
    return "+".join([name, *addons])


def schema(game: str = "riichi") -> str:
    """Every key of a game's cases as Markdown."""
    return "\n\n".join(f"## {title}\n\n{table(rows)}" for title, rows in form_of(game).parts)


def table(rows: Iterable[Key]) -> str:
    """Keys as a Markdown table."""
    rows = list(rows)
    defaults = any(row.default for row in rows)
    heads = ["key", "value", *(["default"] if defaults else []), "meaning"]
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for row in rows:
        default = [code(row.default)] if defaults else []
        cells = [f"`{row.name}`", row.form, *default, row.meaning]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def code(default: str) -> str:
    return f"`{default}`" if default[:1] in '"[{0' else default
