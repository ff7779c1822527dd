"""Rule sets by name or file: inheritance, overrides, and the list of all there are."""

import functools
import itertools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from shugi._fast.rules.compile import Rules, RulesError, check_given, game_options, idle_options
from shugi._fast.rules.options import OPTIONS
from shugi._fast.tables.option_types import nearest
from shugi.envs.common.documents import visible
from shugi.envs.common.files import is_file, names_machine
from shugi.envs.rulesets.file import RuleFile, read_rule_file

CONFIGS = Path(str(resources.files("shugi.configs")))
_SUFFIXES = (".yaml", ".yml")
MOST_BASES = 40  # of a rule file: it is the base of the last one, and so on


@dataclass(frozen=True)
class Variant:
    """A rule set that comes with shugi."""

    name: str
    title: str
    players: int


@dataclass(frozen=True)
class Resolved:
    """A rule set with inheritance worked out, and where each option's value comes from."""

    name: str
    title: str
    options: dict[str, Any]
    origin: dict[str, str]  # "default", the name of a rule set, or "override"
    below: dict[str, Any]  # the options without what the last of them changed


def load_rules(name_or_path: str | Path, /, **overrides: Any) -> Rules:
    """The compiled rules of a rule set that comes with shugi, or of a rule file.

    Args:
        name_or_path: a name that `variants` lists, or the path of a ``.yaml`` file;
            behind either, add-ons of the rule set: ``super_bingo+rainbow_sevens+home_run``.
        overrides: options that differ from the rule set's; a list or map replaces the whole one.
            In files ``chip_events`` add to those of the base, and one of the same name replaces it.

    Equal calls return the same object.

    Raises:
        RulesError: no such rule set or file, a file that cannot be read, unknown keys, values
            that are not allowed, combinations that cannot be played, changes that nothing reads.
        TypeError: neither a name nor a file.
    """
    if not isinstance(name_or_path, str | Path):
        kind = type(name_or_path).__name__
        raise TypeError(f"rules are loaded by a name or a file, not {kind}: {name_or_path!r}")
    resolved = resolve(name_or_path, **overrides)
    rules = _compiled(resolved, name_or_path)
    _check_read(resolved, name_or_path)
    return rules


def written_rules(name: str | Path, options: Mapping[str, Any]) -> Rules:
    """The rules that a position or a case names, whether or not something reads all its options.

    Raises: RulesError as `load_rules`.
    """
    return _compiled(resolve(name, **options), name)


def _compiled(resolved: Resolved, name_or_path: str | Path) -> Rules:
    try:
        return _compile(resolved.name, json.dumps(resolved.options, sort_keys=True))
    except RulesError as error:
        where = [(f"{name_or_path}: {key}", text) for key, text in error.problems]
        raise RulesError(where) from None


@functools.lru_cache(maxsize=64)
def _compile(name: str, options: str) -> Rules:
    return Rules(name, json.loads(options))


def _check_read(resolved: Resolved, name_or_path: str | Path) -> None:
    """Refuses what the last layer changes and nothing reads; what it turns off may be cleared."""
    options, below = resolved.options, resolved.below
    changed = [name for name in options if options[name] != below[name]]
    idle = idle_options(options) if changed else {}
    if not idle.keys() & changed:
        return
    usual, before = game_options(options["game"]), idle_options(below)
    problems = [
        (f"{name_or_path}: {name}", f"nothing reads it: {idle[name]}")
        for name in changed
        if name in idle and (name in before or options[name] != usual[name])
    ]
    if problems:
        raise RulesError(problems)


def resolve(name_or_path: str | Path, /, **overrides: Any) -> Resolved:
    """A rule set's options before they are compiled. Raises: RulesError as `load_rules`."""
    files = _files(name_or_path, Path.cwd(), ())
    return _resolve(_name(name_or_path, files), files, overrides)


def base_of(name_or_path: str | Path, game: str) -> Resolved | None:
    """What a rule set changes: without its add-ons, or else what its file names as base.

    Options are those of ``game``. None: the file has no base.
    """
    files = _files(name_or_path, Path.cwd(), ())
    added = 0 if isinstance(name_or_path, Path) else name_or_path.count("+")
    name = str(name_or_path).partition("+")[0] if added else files[-1].base
    kept = files[: -(added or 1)]
    return _resolve(str(name), kept, {"game": game}) if kept else None


def _resolve(name: str, files: list[RuleFile], overrides: dict[str, Any]) -> Resolved:
    layers = [(_layer(file), file.options) for file in files]
    layers.append(("override", check_given(overrides)))
    game = next((given["game"] for _, given in reversed(layers) if "game" in given), "riichi")
    options = game_options(game)
    origin = dict.fromkeys(options, "default")
    below = options
    for source, given in layers:
        if given:
            below = dict(options)
        if source == "override":
            options.update(given)
        else:
            options.update({k: OPTIONS[k].type.merged(options[k], v) for k, v in given.items()})
        origin.update(dict.fromkeys(given, source))
    return Resolved(name, _title(files), options, origin, below)


def variants() -> list[Variant]:
    """Every rule set, add-ons last."""
    names = [path.stem for path in sorted((CONFIGS / "rules").glob("*.yaml"))]
    return [variant(name) for name in [*names, *_add_ons()]]


def mahjong() -> list[Rules]:
    """The compiled rules of every rule set of mahjong, each once."""
    by_hash: dict[int, Rules] = {}
    for one in variants():
        rules = load_rules(one.name)
        if "plays_cards" not in rules.traits:
            by_hash.setdefault(rules.hash, rules)
    return list(by_hash.values())


def _add_ons() -> list[str]:
    paths = sorted((CONFIGS / "addons").glob("*/*.yaml"))
    return [f"{path.parent.name}+{path.stem}" for path in paths]


@functools.cache
def variant(name: str) -> Variant:
    """A rule set that comes with shugi, by its name. Raises: RulesError: there is none."""
    options = resolve(name).options
    players = options["players"] + options["resting_player"]
    return Variant(name, _title(_files(name, Path(), ())[-1:]), players)


def about(name: str) -> str:
    """What a rule set's file says of its environment; "" where it says nothing."""
    return _files(name, Path(), ())[-1].about


# ---------------------------------------------------------------------------------- finding files


def _locate(name_or_path: str | Path, folder: Path) -> Path:
    text = str(name_or_path)
    if names_machine(text):
        raise RulesError([(text, "lies on another machine; a rule file is read on this one alone")])
    if isinstance(name_or_path, Path) or text.endswith(_SUFFIXES):
        path = folder / name_or_path
        if not is_file(path):
            raise RulesError([(str(path), "there is no such rule file")])
        return path.resolve()
    shipped = CONFIGS / "rules" / f"{text}.yaml"
    if text.replace("_", "").isalnum() and is_file(shipped):
        return shipped
    raise RulesError([("", _no_rule_set(text))])


def _no_rule_set(name: str) -> str:
    names = [variant.name for variant in variants()]
    return (
        f"there is no rule set {name!r}{nearest(name, names)}; `shugi list variants` lists them "
        "(the name of a rule file ends in .yaml)"
    )


def _files(name_or_path: str | Path, folder: Path, above: tuple[Path, ...]) -> list[RuleFile]:
    """What a name stands for: the files it inherits, the first base first, then its add-ons."""
    if isinstance(name_or_path, Path):
        return _inherit(_locate(name_or_path, folder), above)
    base, *add_ons = name_or_path.split("+")
    files = _inherit(_locate(base, folder), above)
    added = [_add_on(add_on, base, files) for add_on in add_ons]
    together = [file for file in files if _is_add_on(file)] + added
    _check_once(together)
    _check_compatible(together)
    return files + added


def _check_once(add_ons: list[RuleFile]) -> None:
    paths = [file.path for file in add_ons]
    for path in paths:
        if paths.count(path) > 1:
            text = f"the rule set has the add-on {path.stem} already; write it once"
            raise RulesError([("", text)])


def _check_compatible(add_ons: list[RuleFile]) -> None:
    for one, other in itertools.combinations(add_ons, 2):
        for key in one.options.keys() & other.options.keys():
            if OPTIONS[key].type.differ(one.options[key], other.options[key]):
                text = f"{one.path.stem} and {other.path.stem} exclude each other: both set {key}"
                raise RulesError([("", f"the add-ons {text}; leave one of them out")])


def _add_on(name: str, base: str, files: list[RuleFile]) -> RuleFile:
    known = {
        path.stem: path
        for file in files
        for path in sorted((CONFIGS / "addons" / file.path.stem).glob("*.yaml"))
    }
    if name not in known:
        text = f"{base!r} has no add-on {name!r}{nearest(name, known)}"
        raise RulesError([("", f"{text}; it has {', '.join(known) or 'none'}")])
    return _read_cached(known[name], 0)


def _layer(file: RuleFile) -> str:
    """The name of what a file brings."""
    return f"+{file.path.stem}" if _is_add_on(file) else file.path.stem


def _is_add_on(file: RuleFile) -> bool:
    return file.path.parent.parent == CONFIGS / "addons"


def _name(name_or_path: str | Path, files: list[RuleFile]) -> str:
    base, *add_ons = str(name_or_path).split("+")
    return "+".join([Path(base).stem if base.endswith(_SUFFIXES) else base, *add_ons])


def _title(files: list[RuleFile]) -> str:
    """The title of the last file that has one, and of the add-ons that come on top of it."""
    own = [i for i, file in enumerate(files) if file.title and not _is_add_on(file)]
    last = own[-1:]
    more = (file for file in files[last[0] if last else 0 :] if _is_add_on(file))
    titles = [files[i].title for i in last] + [file.title for file in more]
    return visible(", ".join(titles))


def _inherit(path: Path, above: tuple[Path, ...]) -> list[RuleFile]:
    """The rule file and all it inherits from, the first base first."""
    if len(above) >= MOST_BASES:
        raise RulesError([(f"{path}: base", f"more than {MOST_BASES} rule files inherit in a row")])
    if path in above:
        loop = " -> ".join(file.name for file in [*above[above.index(path) :], path])
        raise RulesError([(f"{path}: base", f"rule files inherit in a circle: {loop}")])
    file = _read_cached(path, path.stat().st_mtime_ns)
    if file.base is None:
        return [file]
    try:
        return [*_files(file.base, path.parent, (*above, path)), file]
    except RulesError as error:
        if any(key for key, _ in error.problems):
            raise
        raise RulesError([(f"{path}: base", text) for _, text in error.problems]) from None


@functools.lru_cache(maxsize=256)
def _read_cached(path: Path, modified: int) -> RuleFile:
    return read_rule_file(path)


def changed_options(rules: Rules) -> tuple[str, dict[str, Any]]:
    """How rules are written: a rule set that is found by its name, and the options that differ."""
    try:
        shipped = load_rules(rules.name)
    except RulesError:
        shipped = load_rules("sanma_base")
    base = shipped.options
    if shipped.game != rules.game:  # read again, what is not written is as in the named game
        base = resolve(shipped.name, game=rules.game).options | {"game": shipped.game}
    return shipped.name, {key: value for key, value in rules.options.items() if base[key] != value}
