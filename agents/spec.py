"""Agents by name: the text a command line gives, and the agent it means.

    SPEC    = random | baseline[:[STYLE][,PARAMETER=VALUE]...] | checkpoint:NAME[:sample]
            | PATH[:sample] | python:FILE:NAME | WRAPPER[OPTIONS]:SPEC
    WRAPPER = rollout | search | without | network
            | mjai, behind which stands a command instead of a SPEC
    OPTIONS = nothing, or "[" KEY[=VALUE] {"," KEY[=VALUE]} "]"

A value may stand in brackets of its own, which keep its commas together:
``rollout[continuation=[baseline:rusher,defence=2]]:runs/x``. Names win over paths; a path that
looks like a name is meant with "./" before it.
"""

import hashlib
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from shugi._fast.bots.style import STYLES
from shugi._fast.tables.option_types import nearest
from shugi.agents.base import (
    AUTO,
    WEIGHTS_NAME,
    Agent,
    AgentError,
    check_precision,
    not_installed,
)
from shugi.agents.named import PREFIX, path_of
from shugi.agents.named import names as checkpoints
from shugi.agents.programs import MJAI, WRITTEN, check_agent
from shugi.agents.scripted import Baseline, Random
from shugi.agents.written import file_of, load_python_agent
from shugi.envs.common.files import is_file, is_there
from shugi.envs.common.given import check_kind

if TYPE_CHECKING:
    from shugi._fast.rules.compile import Rules
    from shugi.agents.search import CriticOf

FORM_ROWS = (
    ("random", "every legal action is equally likely"),
    ("baseline", "the rule baseline of the engine"),
    ("baseline:STYLE", f"in another style ({', '.join(STYLES)})"),
    ("baseline:STYLE,PARAMETER=VALUE", "with parameters of the style changed; it may be left out"),
    ("checkpoint:NAME", "a trained agent that comes with the package"),
    ("PATH", "a checkpoint (model.safetensors), or the folder of a run"),
    (
        "python:FILE:NAME",
        "what the class or function NAME of a Python file makes, of the rules or of nothing; its "
        "code is run",
    ),
    ("checkpoint:NAME:sample, PATH:sample", "draws from its policy, not always the likeliest"),
    (
        "rollout[deals=64,at=verbs]:AGENT",
        "plays its plans out before it chooses; the brackets may be left out, and take "
        "deals, at (all or verbs), candidates, margin, sure, hands (likely or any), "
        "continuation (policy, baseline or any agent), temperature, threads, horizon (own "
        "decisions after which the critic in AGENT's checkpoint says the rest; 0: play to the "
        "hand's end)",
    ),
    (
        "search[ms=50]:AGENT",
        "the same, for so many milliseconds a decision instead of so many deals",
    ),
    (
        "without[ACTION,...]:AGENT",
        "never does these, such as open_riichi, where something else is legal",
    ),
    (
        "mjai:COMMAND",
        "a bot of another project: a process that reads and writes mjai events, one a line; "
        "mjai[seconds=30]:COMMAND waits longer than 10 s for an answer",
    ),
    (
        "network[precision=fp32]:AGENT",
        "its networks evaluated in int8 by the engine, or in bf16 or fp32 by torch",
    ),
)
MOST_SHOWN = 100  # letters of a name that is too long, in errors
NOT_RUN = "it runs a program, which make_agent does for programs=True alone"
SB3 = ("sb3:", "model.zip")  # how files of stable-baselines3 were named once
FORMS = "; ".join(form for form, _ in FORM_ROWS) + " (shugi list agents explains them)"


def make_agent(
    spec: str,
    rules: "Rules | None" = None,
    precision: str = AUTO,
    programs: bool = False,
    why: str = NOT_RUN,
) -> Agent:
    """The agent that ``spec`` describes.

    Args:
        spec: "random", "baseline", "baseline:rusher", "checkpoint:super_bingo",
            "runs/x/model.safetensors", a run folder, or one of the last three with ":sample"
            behind; "rollout[at=verbs]:SPEC", "search[ms=50]:SPEC", "without[riichi]:SPEC",
            "network[precision=fp32]:SPEC".
        rules: what it is going to play; a network trained for other rules warns.
        precision: of the networks for which ``spec`` names none, see ``shugi.agents.network``.
        programs: whether ``spec`` may name code to run (``mjai:COMMAND``, ``python:FILE:NAME``):
            only where it is your own, or of somebody whom you trust.
        why: it may not; for the error.

    Raises:
        AgentError: unknown name (with the nearest), missing file, a file that is no checkpoint, no
            such precision, or code to run where none may be named.
    """
    check_kind(spec, str, "spec")
    check_precision(precision)
    check_agent(spec, programs, why)
    wrapper = _wrapper(spec)
    if wrapper is not None:
        try:
            return WRAPPERS[wrapper.name](spec, wrapper, Making(rules, precision, programs))
        except RecursionError:
            raise AgentError(_too_deep(spec)) from None
    name, _, detail = spec.partition(":")
    if spec == "random":
        return Random()
    if name == "baseline":
        return _baseline(spec, detail)
    if spec.startswith(WRITTEN):
        return load_python_agent(spec, rules)
    path, _, mode = (
        spec.rpartition(":") if spec.endswith((":sample", ":greedy")) else (spec, "", "")
    )
    if path.startswith(PREFIX):
        return load(path.removeprefix(PREFIX), rules, mode == "sample", precision)
    _refuse_sb3(path)
    if is_there(Path(path)):
        return _trained(Path(path), rules, mode == "sample", precision)
    raise AgentError(_unknown(spec))


def files_of(spec: str) -> list[Path]:
    """The files that an agent is read from.

    Raises: AgentError as ``make_agent`` does, for wrong brackets and unknown checkpoints.
    """
    wrapper = _wrapper(spec)
    if wrapper is not None:
        inside = [value for _, _, value in (o.partition("=") for o in wrapper.options)]
        try:
            within = [files_of(value.strip("[]")) for value in inside if value]
            return [*files_of(wrapper.inner), *(path for paths in within for path in paths)]
        except RecursionError:
            raise AgentError(_too_deep(spec)) from None
    return [one for one in _may_be_in(spec) if is_file(one)][:1]


def _too_deep(spec: str) -> str:
    return f"agent {spec[:MOST_SHOWN]!r}...: too many agents around each other"


def _may_be_in(spec: str) -> list[Path]:
    """The files that an agent without others inside may be read from, whether they are there or
    not."""
    path = spec.removesuffix(":sample").removesuffix(":greedy")
    if path.startswith(PREFIX):
        return [path_of(path.removeprefix(PREFIX))]
    if path == "random" or path.partition(":")[0] == "baseline":
        return []
    if spec.startswith(WRITTEN):
        return [file_of(spec)]
    return [Path(path) / WEIGHTS_NAME, Path(path)]


def remapped(spec: str, places: Mapping[Path, Path]) -> str:
    """The same agent, read from files that lie elsewhere.

    Args:
        places: where they lie, for all of ``files_of(spec)``.
    """
    wrapper = _wrapper(spec)
    if wrapper is not None:
        options = ",".join(_moved_option(option, places) for option in wrapper.options)
        brackets = f"[{options}]" if options else ""
        return f"{wrapper.name}{brackets}:{remapped(wrapper.inner, places)}"
    # they need not lie here under their own names
    place = next((places[one] for one in _may_be_in(spec) if one in places), None)
    if place is None:
        return spec
    if spec.startswith(WRITTEN):
        return f"{WRITTEN}{place}:{spec.rpartition(':')[2]}"
    mode = spec[-7:] if spec.endswith((":sample", ":greedy")) else ""
    return f"{place}{mode}"


def _moved_option(option: str, places: Mapping[Path, Path]) -> str:
    key, _, value = option.partition("=")
    if not value:
        return option
    inner = value.strip("[]")
    there = remapped(inner, places)
    return option if there == inner else f"{key}=[{there}]"


def contents_of(spec: str) -> list[str]:
    """SHA-256 of each file that an agent is read from."""
    return [hashlib.sha256(path.read_bytes()).hexdigest() for path in files_of(spec)]


def mark_of(spec: str, precision: str = AUTO) -> str:
    """The name of an agent and the content of its files, and the precision of networks in them."""
    contents = contents_of(spec)
    return " ".join([spec, *contents, *([precision] if contents else [])])


def _trained(path: Path, rules: "Rules | None", sample: bool, precision: str) -> Agent:
    try:
        from shugi.agents.network import Network
    except ImportError as error:
        raise not_installed(path, error) from None
    return Network.load(path, rules, sample, precision)


def _refuse_sb3(path: str) -> None:
    """Raises: AgentError for a model of stable-baselines3, which an agent of one's own can read."""
    prefix, name = SB3
    folder = Path(path)
    alone = is_there(folder / name) and not is_there(folder / WEIGHTS_NAME)
    if path.startswith(prefix) or folder.suffix == ".zip" or alone:
        raise AgentError(
            f"{path}: shugi does not read models of stable-baselines3. Write an agent that loads "
            "yours, and name it python:FILE:NAME; examples/maskable_ppo.py has one"
        )


def load(
    name: str, rules: "Rules | None" = None, sample: bool = False, precision: str = AUTO
) -> Agent:
    """A trained agent by its name: ``shugi.agents.load("super_bingo")``.

    Args:
        name: one of ``names()``; ``shugi list agents`` lists them.
        rules: what it is going to play; an agent trained for other rules warns.
        sample: draw from its policy; otherwise the likeliest action is taken.
        precision: of its matrix products, see ``shugi.agents.network``.

    Raises:
        AgentError: no such name or precision, the file cannot be read, or torch is not installed.
    """
    path = path_of(name)
    try:
        from shugi.agents.network import Network
    except ImportError as error:
        raise not_installed(path, error) from None
    agent = Network.load(path, rules, sample, precision)
    agent.name = PREFIX + name + (":sample" if sample else "")
    return agent


def _baseline(spec: str, detail: str) -> Baseline:
    """ "baseline", "baseline:STYLE" or "baseline:STYLE,parameter=value,..."."""
    style, *changes = detail.split(",")
    try:
        parameters = {key: float(value) for key, _, value in (c.partition("=") for c in changes)}
        return Baseline(style or None, **parameters)
    except ValueError as error:
        raise AgentError(f"agent {spec!r}: {error}") from None


# ---- agents around agents


class Making(NamedTuple):
    """What agents within others are made with."""

    rules: "Rules | None"
    precision: str
    programs: bool

    def agent(self, spec: str) -> Agent:
        return make_agent(spec, self.rules, self.precision, self.programs)


class Wrapper(NamedTuple):
    """``name[options]:inner``, taken apart."""

    name: str
    options: list[str]
    inner: str


def _wrapper(spec: str) -> Wrapper | None:
    """None where the text does not begin with a wrapper's name and its brackets or colon."""
    name = next((name for name in WRAPPERS if spec.startswith((f"{name}:", f"{name}["))), None)
    if name is None:
        return None
    options, rest = [], spec[len(name) :]
    if rest.startswith("["):
        end = _closing(spec, rest)
        options, rest = _split(rest[1:end]), rest[end + 1 :]
    if not rest.startswith(":") or len(rest) == 1:
        needed, example = (
            ("a command", "python bot.py") if name == MJAI else ("an agent", "baseline")
        )
        raise AgentError(f"agent {spec!r}: {name} needs {needed}, as in {name}:{example}")
    return Wrapper(name, options, rest[1:])


def _closing(spec: str, text: str) -> int:
    """Where the bracket that opens ``text`` is closed."""
    depth = 0
    for i, letter in enumerate(text):
        depth += (letter == "[") - (letter == "]")
        if depth == 0:
            return i
    raise AgentError(f"agent {spec!r}: a bracket is not closed")


def _split(text: str) -> list[str]:
    """At the commas outside of brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "[") - (letter == "]")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


Options = Mapping[str, Callable[[str], int | float | str]]
"""What the brackets of a wrapper may hold, and how each is read."""

ROLLOUT_OPTIONS: Options = {
    "deals": int,
    "at": str,
    "candidates": int,
    "margin": float,
    "sure": float,
    "hands": str,
    "temperature": float,
    "threads": int,
    "continuation": str,
    "horizon": int,
}
SEARCH_OPTIONS: Options = {
    "ms": float,
    **{key: read for key, read in ROLLOUT_OPTIONS.items() if key != "deals"},
}
NETWORK_OPTIONS: Options = {"precision": str}
MJAI_OPTIONS: Options = {"seconds": float}


def _options(spec: str, wrapper: Wrapper, known: Options) -> dict[str, int | float | str]:
    """The options of a wrapper, read.

    Raises: AgentError for one that it does not have, or whose value is no number where it must be.
    """
    given: dict[str, int | float | str] = {}
    for option in wrapper.options:
        key, _, value = option.partition("=")
        if key not in known:
            raise AgentError(
                f"agent {spec!r}: {wrapper.name} has no option {key!r}"
                f"{nearest(key, list(known))}; there are {', '.join(known)}"
            )
        try:
            given[key] = known[key](value)
        except ValueError:
            raise AgentError(f"agent {spec!r}: {key} must be a number, not {value!r}") from None
    return given


def _rollout(spec: str, wrapper: Wrapper, making: Making) -> Agent:
    from shugi.agents.search import Rollout, TimedRollout

    kind: type[Rollout] = Rollout
    known = ROLLOUT_OPTIONS
    if wrapper.name == "search":
        kind, known = TimedRollout, SEARCH_OPTIONS
    policy, given = making.agent(wrapper.inner), _options(spec, wrapper, known)
    on = str(given.pop("continuation", ""))
    if on.startswith("[") and on.endswith("]"):
        on = on[1:-1]
    if on:
        given["continuation"] = policy if on == "policy" else making.agent(on)  # type: ignore[assignment]
    if given.get("horizon"):
        given["critic"] = _critic(spec, wrapper.inner)  # type: ignore[assignment]
    try:
        return kind(policy, name=spec, **given)  # type: ignore[arg-type]
    except AgentError as error:
        raise AgentError(f"agent {spec!r}: {error}") from None


def _critic(spec: str, inner: str) -> "CriticOf":
    """What the critic in the checkpoint of an agent expects, under any rules."""
    try:
        from shugi.agents.checkpoint import NoCritic, describe, load_critic
        from shugi.agents.engine_policy import engine_critic
    except ImportError as error:
        raise not_installed(Path(inner), error) from None
    files = files_of(inner)
    if not files:
        raise AgentError(f"agent {spec!r}: a horizon needs a critic, and {inner} is no checkpoint")
    try:
        critic = load_critic(files[0], describe(files[0]))
    except NoCritic:
        raise AgentError(
            f"agent {spec!r}: a horizon needs a critic, and {files[0]} keeps none; the folder of a "
            "run does, the agents that come with the package do not"
        ) from None
    return partial(engine_critic, critic)


def _without(spec: str, wrapper: Wrapper, making: Making) -> Agent:
    from shugi.agents.banned import Banned

    if not wrapper.options:
        raise AgentError(f"agent {spec!r}: say without what, as in without[riichi]:{wrapper.inner}")
    agent = Banned(making.agent(wrapper.inner), wrapper.options)
    agent.name = spec
    return agent


def _network(spec: str, wrapper: Wrapper, making: Making) -> Agent:
    given = _options(spec, wrapper, NETWORK_OPTIONS)
    if not given:
        raise AgentError(
            f"agent {spec!r}: say in what precision, as in network[precision=fp32]:{wrapper.inner}"
        )
    if not files_of(wrapper.inner):
        making.agent(wrapper.inner)  # a name that is unknown says so
        raise AgentError(f"agent {spec!r}: {wrapper.inner} has no network")
    agent = making._replace(precision=str(given["precision"])).agent(wrapper.inner)
    agent.name = spec
    return agent


def _mjai(spec: str, wrapper: Wrapper, making: Making) -> Agent:
    from shugi.agents.mjai import MjaiBot

    bot = MjaiBot(wrapper.inner, **_options(spec, wrapper, MJAI_OPTIONS))  # type: ignore[arg-type]
    bot.name = spec
    return bot


WRAPPERS: dict[str, Callable[[str, Wrapper, Making], Agent]] = {
    "rollout": _rollout,
    "search": _rollout,
    "without": _without,
    "network": _network,
    MJAI: _mjai,
}


def _unknown(spec: str) -> str:
    if "/" in spec or spec.endswith((".safetensors", ".pt")):
        return f"no checkpoint at {spec!r}: the path does not exist"
    names = ["random", "baseline", *(f"baseline:{style}" for style in STYLES)]
    names += [PREFIX + name for name in checkpoints()]
    return f"no agent {spec!r}{nearest(spec, names)}; an agent is one of: {FORMS}"
