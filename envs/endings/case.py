"""A finished hand as plain values: what may be said of it, and what it is worth and to whom.

What a case of a game holds is one list: ``games/riichi/case_keys.py``, or tables of the game's
module beside it.  `check` refuses what is not in the list, and `schema` prints it; the engine's
reader judges the values.  `form_of` knows them all.
"""

import importlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from shugi._fast.games.riichi import case_keys as riichi_case
from shugi._fast.games.riichi.case_keys import NEEDED
from shugi._fast.games.riichi.score import may_win, score_win
from shugi._fast.rules.compile import Rules, check_given
from shugi._fast.tables.fields import MELD_SIZES
from shugi._fast.tables.option_types import nearest
from shugi.envs.rulesets.rules import written_rules

Case = Mapping[str, Any]


class CaseError(ValueError):
    """A case that cannot be scored; the message says what is wrong and what would be right."""


class Key(NamedTuple):
    """A row of the schema."""

    name: str
    form: str
    default: str  # "needed" where there is none
    meaning: str


OPTIONS = Key(
    "options", "{option: value}", "{}", "rule options that differ; see `shugi rules NAME`"
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


def _score_riichi(rules: Rules, case: dict[str, Any]) -> dict[str, Any]:
    answer = score_win(rules, case)
    return {"allowed": may_win(rules, case)} | answer


def _riichi_form() -> Form:
    """The form of a case of riichi."""
    case = (*(Key(*row) for row in riichi_case.CASE), OPTIONS)
    flags = tuple(Key(name, _wins(wins), "", text) for name, wins, text in riichi_case.FLAGS)
    melds = tuple(
        Key(name, f"{MELD_SIZES[name]} tiles", "", text) for name, text in riichi_case.MELDS
    )
    pao = tuple(Key(name, "player", "", text) for name, text in riichi_case.PAO)
    cherry = tuple(Key(name, form, "", text) for name, form, text in riichi_case.CHERRY)
    parts = (
        ("A case", case),
        ("Around a case", AROUND),
        (FLAG_TABLE, flags),
        ("Melds", melds),
        ("Yakuman with liability", pao),
        ("Cherry", cherry),
    )
    return Form(_score_riichi, parts, {"flags": flags, "pao": pao, "cherry": cherry}, True)


def _wins(wins: tuple[str, ...]) -> str:
    return "any" if wins == riichi_case.ANY else ", ".join(wins)


def _form_by(module: Any) -> Form:
    """The form of a case of a game whose module ``score`` has its tables."""

    def score_case(rules: Rules, case: dict[str, Any]) -> dict[str, Any]:
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
    return Form(score_case, (("A case", case), ("Around a case", AROUND), *more.items()), inside)


def _form(given: str | int | tuple[str, ...]) -> str:
    if isinstance(given, int):
        return f"0 to {given}"
    return given if isinstance(given, str) else ", ".join(given)


@cache
def form_of(game: str) -> Form:
    """The form of the cases of a game, by its name."""
    module = importlib.import_module(f"shugi._fast.games.{game}.score")
    return _form_by(module) if hasattr(module, "CASE") else _riichi_form()


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
        ``score_win`` in ``games.riichi.score``, and ``score`` in the other games' modules.

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
        lacking = missing_keys(inner, form, compiled.options)
        raise CaseError(lacking_text(lacking) if lacking else str(error)) from None
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
        check_keys(case, (*AROUND, OPTIONS), "case")
        check_keys(inner, form.case, "input")
    else:
        check_keys(case, (*form.case, *AROUND), "case")
        for row in AROUND:
            inner.pop(row.name, None)
    for name, rows in form.inside.items():
        if isinstance(inner.get(name), Mapping):
            check_keys(inner[name], rows, name)
    if form.asks_first and (lacking := missing_keys(inner, form, {})):
        raise CaseError(lacking_text(lacking))
    return inner


def missing_keys(inner: Case, form: Form, options: Mapping[str, Any]) -> list[str]:
    """List what the win needs and the case does not have.

    Args:
        inner: the case itself, without what stands around it.
        form: the keys of the game's cases (``form_of``).
        options: the rules' options by name; {} where they are not known yet.

    Returns:
        the missing keys by name, in the order of the schema; "loser" last.
    """
    spared = SPARED.get(str(inner.get("win_by")), ())
    if options.get("permanent_fortune"):
        spared = (*spared, "indicator")
    lacking = [key for key in form.needed if key not in inner and key not in spared]
    asked = any(row.name == "loser" for row in form.case)
    if asked and inner.get("win_by") == "ron" and inner.get("loser") is None:
        lacking.append("loser")
    return lacking


def lacking_text(lacking: list[str]) -> str:
    return f"the case lacks {', '.join(lacking)}; `shugi score --schema` tells of it"


def check_keys(given: Mapping[Any, Any], rows: Iterable[Key], what: str) -> None:
    """See that a map has no key but those of a table.

    Args:
        given: the map that was handed in.
        rows: the keys that there are.
        what: how an error calls the map, such as "case" or "flags".

    Raises:
        CaseError: a key that is unknown; the message names the nearest one.
    """
    names = [row.name for row in rows]
    for key in given:
        if key not in names:
            raise CaseError(f"{what}: unknown key {key!r}{nearest(key, names)}")


def kind_of(value: object) -> str:
    return "nothing" if value is None else f"{type(value).__name__} {value!r}"[:60]


def rules_of(case: Case, inner: Case, rules: Rules | str | Path | None) -> Rules:
    """The rules of the call, else of the case, with the options that the case changes.

    Args:
        case: all that was handed in, with what stands around the case.
        inner: the case itself; ``case`` again where nothing stands around it.
        rules: compiled rules, a rule set's name, or a rule file. None: the case names them.

    Raises:
        CaseError: the case names no rules, or its options are no map.
        RulesError: no such rule set, or options that it cannot have.
    """
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
