"""A finished hand as plain values: what may be said of it, and what it is worth and to whom.

What a case of a game holds is one list: tables of the game's module ``score``, or of ``case_keys``
where it has one.  `check` refuses what is not in the list, and `schema` prints it; the engine's
reader judges the values.  `form_of` knows them all.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from shugi._fast.rules.compile import Rules, check_given
from shugi._fast.rules.games import module_of
from shugi._fast.tables.option_types import nearest
from shugi.envs.rulesets.rules import written_rules

Case = Mapping[str, Any]
NEEDED = "needed"  # the default of a key that has none
ANY = 3  # the ways of winning


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
Parts = tuple[tuple[str, tuple[Key, ...]], ...]
TABLES = (  # title, in the game's module, the keys of a case that hold such keys
    ("Flags, and the wins they go with", "FLAGS", ("flags",)),
    ("Melds", "MELDS", ()),
    ("Yakuman with liability", "PAO", ("pao",)),
    ("Cherry", "CHERRY", ("cherry",)),
    ("Awards, and where the tile comes from", "AWARDS", ()),
    ("What doubles with a player", "PLAYER", ()),
    ("What a player chooses", "CHOICE", ("elder_choice", "younger_choice")),
)


@dataclass(frozen=True)
class Form:
    """What a case of a game holds: its tables by title, the first of the case itself."""

    score: Callable[[Rules, dict[str, Any]], dict[str, Any]]
    parts: Parts
    inside: Mapping[str, tuple[Key, ...]]  # keys of keys
    asks_first: bool  # for what is needed; elsewhere the game's reader does, win by win
    spared: Callable[[Case, Mapping[str, Any]], tuple[str, ...]]  # of what is needed, by options

    @property
    def case(self) -> tuple[Key, ...]:
        return self.parts[0][1]

    @property
    def needed(self) -> list[str]:
        return [row.name for row in self.case if row.default == NEEDED]


def _form(given: str | int | tuple[str, ...]) -> str:
    if isinstance(given, int):
        return f"0 to {given}"
    if isinstance(given, tuple):
        return "any" if len(given) == ANY else ", ".join(given)
    return given


def _keys(name: str, rows: Iterable[Any]) -> tuple[Key, ...]:
    if name in ("CASE", "CHOICE"):
        return tuple(Key(*row) for row in rows if row[0] != OPTIONS.name)
    return tuple(Key(row[0], _form(row[-2]), "", row[-1]) for row in rows)


@cache
def form_of(game: str) -> Form:
    """The form of the cases of a game, by its name."""
    scorer: Any = module_of(game, "score")
    room: Any = module_of(game, "case_keys") or scorer

    def score_case(rules: Rules, case: dict[str, Any]) -> dict[str, Any]:
        answer: dict[str, Any] = scorer.score(rules, case)
        return {"allowed": answer.pop("legal")} | answer

    parts: list[tuple[str, tuple[Key, ...]]] = [
        ("A case", (*_keys("CASE", room.CASE), OPTIONS)),
        ("Around a case", AROUND),
    ]
    inside: dict[str, tuple[Key, ...]] = {}
    for title, name, holders in TABLES:
        if hasattr(room, name):
            parts.append((title, _keys(name, getattr(room, name))))
            inside |= dict.fromkeys(holders, parts[-1][1])
    spared = getattr(room, "spared", lambda case, options: ())
    return Form(score_case, tuple(parts), inside, hasattr(room, "ASKS_FIRST"), spared)


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
    spared = form.spared(inner, options)
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
