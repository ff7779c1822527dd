"""What an environment's page says in tables: made from the tables that the environment uses.

The docstrings of ``super_bingo_v0``, ... are what the rule file says and these tables;
docs/environments.md has the tables that hold for all of them.
"""

import json
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources
from typing import Any

from shugi._fast.core.actions import ACTION_COUNT
from shugi._fast.rules.compile import Rules
from shugi._fast.view.layouts import ARGUMENTS, Layout, layout_of
from shugi.envs.common.markdown import table
from shugi.envs.environments import Environment
from shugi.envs.rulesets.rules import about, load_rules, variant

Rows = Iterable[Sequence[object]]

FIXED = ("rules", "the module's", "another rule set, or a rule file")
SHARED = (
    ("episode", '"game"', '"hand": an episode is one hand; the game goes on with the next reset'),
    ("rule_vector", "False", "end every observation with the rules as numbers"),
    ("history", "False", "also observe the latest public events"),
    ("observation", '"full"', '"basic": without the rows that take long; or names of rows'),
    ("render_mode", "None", '"human", "ansi", "rgb_array" or "svg"'),
    ("options", "None", "rule options that differ; also each by its name: `honba_ron=1000`"),
)
TURNS = (
    ("max_cycles", "None", "truncate after so many decisions of each agent on average"),
    ("max_steps", "None", "truncate after so many decisions in all"),
    ("illegal", '"end"', 'or "raise", which `raw_env` does, or "random": a legal one instead'),
)
SEAT = (
    ("opponents", '"baseline"', '"random", an agent, or one for each seat after the learner\'s'),
    ("seat", '"rotate"', "the learner's seat, or another one each episode"),
    ("max_steps", "None", "truncate after so many decisions of the learner"),
    ("illegal_reward", "-1.0", "what an illegal action, which ends the episode, adds"),
)
MANY = (
    ("num_envs", "1", "games that are stepped as one batch"),
    ("autoreset_mode", "SAME_STEP", "or NEXT_STEP, or DISABLED: `AutoresetMode` or its name"),
    ("threads", "1", "threads that share the engine's steps"),
    ("copy", "True", "False: what is returned is written anew by the next step"),
)
INFOS = (
    ("action_mask", "Gymnasium only: the legal actions, (128,) int8"),
    ("seat", "Gymnasium only: where the learner sits; seat 0 deals first"),
    ("result", "at an episode's end: the sum of its rewards"),
    ("rank", "at a game's end: place, 0 = first; outside riichi equal results share one"),
    ("score", "at a game's end: points"),
    ("game_result", "at a game's end: the sum of all rewards of its episodes"),
    ("illegal_action", "True where an illegal action ended the episode"),
)
VERSIONS = (("v0", "first version"),)
ABOUT_ANY = """Any rule set: 2 to 4 agents.

``table_v0.env(rules="super_bingo+home_run")``, or a rule file of one's own:
``table_v0.env(rules="my.yaml", options={"honba_ron": 1000})``.
"""
UNMEASURED: dict[str, Any] = {"unit": "the unit of the rule set", "play": {}}


def settings_table(rows: Rows) -> str:
    return table(("argument", "default", "meaning"), ([f"`{a}`", b, c] for a, b, c in rows))


def infos_table() -> str:
    return table(("key", "meaning"), ([f"`{key}`", meaning] for key, meaning in INFOS))


def spaces_table(layout: Layout) -> str:
    waiting = f"zeros: not to move (parallel: `{layout.action_name(layout.idle)}` alone)"
    return table(
        ("key", "space", "meaning"),
        (
            ("`observation`", f"Box({layout.features},) float32", "what the agent sees, see below"),
            ("`action_mask`", f"Box({ACTION_COUNT},) int8", "1 = legal; " + waiting),
            ("`history`", f"Box({layout.history},) uint16", "with `history=True`: latest events"),
        ),
    )


def observation_table(layout: Layout) -> str:
    """Every row of a flat observation and the numbers that it takes."""
    rows: list[tuple[object, ...]] = []
    for row in layout.plane_rows:
        first = row["offset"] * layout.places
        last = first + row["size"] * layout.places - 1
        rows.append((f"{first}-{last}", f"`{row['name']}`", row["scale"], row["meaning"]))
    for row in layout.global_rows:
        first = layout.plane_features + row["offset"]
        last = first + row["size"] - 1
        where = str(first) if first == last else f"{first}-{last}"
        rows.append((where, f"`{row['name']}`", row["scale"], row["meaning"]))
    return table(("index", "row", "scale", "meaning"), rows)


def actions_table(layout: Layout) -> str:
    ids = [row[0] for row in layout.action_rows if row[0] < ARGUMENTS]
    verbs = [row for row in layout.action_rows if row[0] >= ARGUMENTS]
    what = "a tile: discard it, or choose it where a verb asks for one"
    if layout.name == "cards":
        what = "a card: lay it aside, bid or play it"
    rows = [(f"{min(ids)}-{max(ids)}", f"`{layout.action_name(min(ids))}`, ...", what)]
    return table(
        ("action", "name", "meaning"),
        [*rows, *((number, f"`{name}`", text) for number, name, text in verbs)],
    )


@cache
def facts() -> dict[str, Any]:
    """What tools/episodes.py measured of each rule set: lengths and results of its episodes."""
    path = resources.files("shugi.envs") / "episodes.json"
    measured: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return measured


def episodes_table(measured: dict[str, Any]) -> str:
    return table(
        ("play", "hands", "decisions of each agent", "result of a game, in " + measured["unit"]),
        (
            (
                f"{play}, {games['games']} games",
                games["hands"],
                "{1} ({0} to {2})".format(*games["decisions"]),
                "{:g} to {:g}".format(*games["result"]),
            )
            for play, games in measured["play"].items()
        ),
    )


def _head(environment: Environment, rules: Rules, unit: str) -> str:
    module, turns = environment.module, environment.pettingzoo_id
    agents = ", ".join(f'"player_{seat}"' for seat in range(rules.seats))
    rows = (
        ("Import", f"`from shugi.envs import {module}`"),
        ("Turns", f'`{module}.env()`, `pettingzoo.make("aec", "{turns}")`'),
        ("Parallel", f'`{module}.parallel_env()`, `make("parallel", "{turns}")`'),
        ("One seat", f'`gymnasium.make("{environment.gymnasium_id}")`'),
        ("Many games", f'`gymnasium.make_vec("{environment.gymnasium_id}", num_envs=64)`'),
        ("Agents", f"{rules.seats}: `[{agents}]`; player 0 deals first"),
        ("Actions", f"Discrete({ACTION_COUNT})"),
        ("Observations", f"Box({layout_of(rules).features},) float32, and the mask"),
        ("Rewards", unit),
        ("Manual control", "`shugi table`"),
    )
    return table(("what", "how"), rows)


TEXT = """{prose}

{head}

## Observation space

In turns a dictionary; one seat sees the observation alone, and its mask is in `info`.

{spaces}

Seats are relative: 0 = own, 1 = next to act. A row of planes takes {places} numbers for each of its
planes, one for every kind of {thing}; numbers are divided by their scale. What no column says is
seen by nobody: other hands, the wall, who waits for what.

{observation}

## Actions

A decision is offered only where at least two actions are legal. The mask says which.

{actions}

## Rewards

In {unit}: what the agent won or paid since its last decision. The rewards of an episode sum to
`info["result"]`; those of a game, over all agents, to zero. There is no bound but the rules';
results of games that were measured are below.

## Episodes

An episode is a game, or with `episode="hand"` one hand of it.

{episodes}

## Arguments

{settings}

In turns also:

{turns}

One seat, and many games of it, also:

{seat}

## Version history

{versions}
"""


def page(environment: Environment) -> str:
    """Write the docstring of an environment's module.

    It is what the rule file says, and the tables of spaces, episodes and arguments.
    """
    name = environment.rules
    if name is None:
        return f"{ABOUT_ANY}\n{settings_table([FIXED, *SHARED, *TURNS])}\n"
    rules, measured = load_rules(name), facts().get(name, UNMEASURED)
    layout, unit = layout_of(rules), measured["unit"]
    return TEXT.format(
        prose=f"{variant(name).title}: {rules.seats} agents.\n\n{about(name)}",
        head=_head(environment, rules, unit),
        spaces=spaces_table(layout),
        places=layout.places,
        thing="tile" if layout.name == "tiles" else "card",
        observation=observation_table(layout),
        actions=actions_table(layout),
        unit=unit,
        episodes=episodes_table(measured),
        settings=settings_table([FIXED, *SHARED]),
        turns=settings_table(TURNS),
        seat=settings_table([*SEAT, *MANY]),
        versions=table(("version", "what changed"), VERSIONS),
    )
