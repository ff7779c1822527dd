"""Show the options of a rule set: value, where it comes from, meaning."""

import argparse
from typing import Any

from shugi._fast.rules.compile import Rules, game_options
from shugi._fast.rules.options import GAMES, OPTIONS, aliases_of, option_table
from shugi._fast.tables.option_types import show
from shugi.commands.options import key_value
from shugi.envs.rulesets.rules import Resolved, base_of, load_rules, resolve
from shugi.training.terminal.console import print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", help="a rule set that `shugi list variants` lists, or a .yaml file")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        dest="overrides",
        help="change an option, such as --set 'red_fives={5p: 2}'; may be repeated",
    )
    parser.add_argument(
        "--changed",
        action="store_true",
        help="only options that differ from the base: of NAME+ADD_ON that is NAME, of a rule file "
        "what it names as `base:`, and without one what is usual in its game",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one object instead of a table")
    form.add_argument("--docs", action="store_true", help="every option as a Markdown table")


def run(arguments: argparse.Namespace) -> int:
    overrides = dict(map(key_value, arguments.overrides))
    resolved = resolve(arguments.name, **overrides)
    rules = load_rules(arguments.name, **overrides)
    usual, of = game_options(rules.game), GAMES[rules.game].usual
    base = base_of(arguments.name, rules.game) if arguments.changed else None
    if base is not None:
        usual, of = base.options, base.name
    names = [
        name
        for name, option in OPTIONS.items()
        if rules.game in option.games
        and not (arguments.changed and resolved.options[name] == usual[name])
    ]
    if arguments.docs:
        values = {name: resolved.options[name] for name in names}
        print(option_table(resolved.name, values, usual))
    elif arguments.json:
        print_json(_as_json(resolved, rules, names))
    else:
        print(_as_text(resolved, rules, names, usual, of))
    return 0


def _short(name: str, value: Any) -> str:
    """An option's value in its line, or how many lines stand below it."""
    lines = OPTIONS[name].type.lines(value)
    return f"{len(lines)} below" if lines else show(value)


def _as_json(resolved: Resolved, rules: Rules, names: list[str]) -> dict[str, Any]:
    return {
        "name": resolved.name,
        "title": resolved.title,
        "players": rules.seats,
        _what(rules): len(rules.tiles),
        "hash": f"{rules.hash:016x}",
        "options": {name: resolved.options[name] for name in names},
        "from": {name: resolved.origin[name] for name in names},
        "also": {name: also for name in names if (also := aliases_of(name))},
        "rule_text": {name: OPTIONS[name].section for name in names if OPTIONS[name].section},
    }


def _what(rules: Rules) -> str:
    return "cards" if "plays_cards" in rules.traits else "tiles"


def _as_text(
    resolved: Resolved, rules: Rules, names: list[str], usual: dict[str, Any], of: str
) -> str:
    """``usual``: the values of ``of``, which are shown beside those that differ."""
    lines = [
        f"{resolved.name}: {resolved.title} "
        f"({rules.seats} players, {len(rules.tiles)} {_what(rules)}, hash {rules.hash:016x})"
    ]
    key_width = max((len(name) for name in names), default=0)
    width = max((len(_short(name, resolved.options[name])) for name in names), default=0)
    from_width = max((len(resolved.origin[name]) for name in names), default=0)
    family = ""
    for name in names:
        option, value = OPTIONS[name], resolved.options[name]
        if option.family != family:
            family = option.family
            lines += ["", family]
        also = f" (also {', '.join(aliases_of(name))})" if aliases_of(name) else ""
        text = f" [{option.section}]" if option.section else ""
        other = "" if value == usual[name] else f" ({of}: {show(usual[name])})"
        lines.append(
            f"  {name:{key_width}}  {_short(name, value):{width}}  "
            f"{resolved.origin[name]:{from_width}}  {option.meaning}{also}{other}{text}"
        )
        lines += [f"    {line}" for line in option.type.lines(value)]
    return "\n".join(lines)
