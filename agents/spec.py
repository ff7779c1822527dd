"""Agents by name: what the text of a command line (``shugi.agents.grammar``) means."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

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
from shugi.agents.grammar import (
    BASELINE,
    CHECKPOINT,
    CONTINUATION,
    PATH,
    PYTHON,
    RANDOM,
    SAME,
    STUDENT,
    TRAINED,
    SpecTree,
    files_of,
    parse,
)
from shugi.agents.named import FOR_PLAYOUTS, PREFIX, first_few, path_of, trained
from shugi.agents.named import names as checkpoints
from shugi.agents.programs import MJAI, check_agent
from shugi.agents.scripted import Baseline, Random
from shugi.agents.written import load_python_agent
from shugi.envs.common.files import is_there
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
    (
        "trained",
        "the one for the rules in play: that learnt them, or else the network for all",
    ),
    (
        "student",
        "the small network of the rules in play, made for play-outs: checkpoint:RULES+student",
    ),
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
        "continuation (policy, student, baseline or any agent), temperature, threads, horizon (own "
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
        "a bot of another project: processes that read and write mjai events; {seat} and {name} "
        "in COMMAND are filled in; mjai[seconds=30,games=8]:COMMAND waits longer than 10 s for an "
        "answer, and starts processes for 8 games at once",
    ),
    (
        "network[precision=fp32]:AGENT",
        "its networks evaluated in int8 by the engine, or in bf16 or fp32 by torch",
    ),
)
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
    return Making(rules, precision, programs).agent(parse(spec))


def _network_in(path: Path, rules: "Rules | None", sample: bool, precision: str) -> Agent:
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
    agent = _network_in(path_of(name), rules, sample, precision)
    agent.name = PREFIX + name + (":sample" if sample else "")
    return agent


# ---- what each kind is made of


class Making(NamedTuple):
    """What agents are made with, those within others too."""

    rules: "Rules | None"
    precision: str
    programs: bool

    def agent(self, spec: SpecTree) -> Agent:
        """Raises: AgentError as ``make_agent``."""
        return MAKERS[spec.kind](spec, self)


def _baseline(spec: SpecTree, making: Making) -> Agent:
    """Reads "STYLE,parameter=value,..."; the style may be left out."""
    style, *changes = spec.detail.split(",")
    try:
        parameters = {key: float(value) for key, _, value in (c.partition("=") for c in changes)}
        return Baseline(style or None, **parameters)
    except ValueError as error:
        raise AgentError(f"agent {spec.text!r}: {error}") from None


def _checkpoint(spec: SpecTree, making: Making) -> Agent:
    return load(spec.detail, making.rules, spec.mode == ":sample", making.precision)


def _trained(spec: SpecTree, making: Making) -> Agent:
    rules = _rules_of(spec, making)
    return load(trained(rules), rules, precision=making.precision)


def _student(spec: SpecTree, making: Making) -> Agent:
    rules, ending = _rules_of(spec, making).name, FOR_PLAYOUTS
    if rules + ending not in checkpoints():
        there = [name.removesuffix(ending) for name in checkpoints() if name.endswith(ending)]
        raise AgentError(
            f"agent {spec.text!r}: {rules} has none ({first_few(there) or 'no rule set'} has); "
            f"`shugi train student --rules {rules}` makes one, and its run folder names it"
        )
    return load(rules + ending, making.rules, precision=making.precision)


def _rules_of(spec: SpecTree, making: Making) -> "Rules":
    if making.rules is None:
        raise AgentError(f"agent {spec.text!r}: there is one for each rule set; say which")
    return making.rules


def _path(spec: SpecTree, making: Making) -> Agent:
    path = Path(spec.detail)
    _refuse_sb3(spec.detail)
    if not is_there(path):
        raise AgentError(_unknown(spec.text))
    return _network_in(path, making.rules, spec.mode == ":sample", making.precision)


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
MJAI_OPTIONS: Options = {
    "seconds": float,
    "start": float,
    "games": int,
    "events": str,
    "answers": str,
    "north": str,
    "places": int,
    "failures": int,
}


def _options(spec: SpecTree, known: Options) -> dict[str, int | float | str]:
    """The options of a wrapper, read.

    Raises: AgentError for one that it does not have, or whose value is no number where it must be.
    """
    given: dict[str, int | float | str] = {}
    for key, value in (spec.options or {}).items():
        if key not in known:
            raise AgentError(
                f"agent {spec.text!r}: {spec.kind} has no option {key!r}"
                f"{nearest(key, list(known))}; there are {', '.join(known)}"
            )
        try:
            given[key] = known[key](value)
        except ValueError:
            raise AgentError(
                f"agent {spec.text!r}: {key} must be a number, not {value!r}"
            ) from None
    return given


def _rollout(spec: SpecTree, making: Making) -> Agent:
    from shugi.agents.search import Rollout, TimedRollout

    timed = spec.kind == "search"
    kind: type[Rollout] = TimedRollout if timed else Rollout
    given: dict[str, Any] = _options(spec, SEARCH_OPTIONS if timed else ROLLOUT_OPTIONS)
    inner = _inside(spec)
    policy = making.agent(inner)
    if given.pop(CONTINUATION, None) == SAME:
        given[CONTINUATION] = policy
    elif spec.continuation is not None:
        given[CONTINUATION] = making.agent(spec.continuation)
    if given.get("horizon"):
        given["critic"] = _critic(spec.text, inner.text)
    try:
        return kind(policy, name=spec.text, **given)
    except AgentError as error:
        raise AgentError(f"agent {spec.text!r}: {error}") from None


def _inside(spec: SpecTree) -> SpecTree:
    assert spec.inner is not None  # parse gives every wrapper one, but for a command
    return spec.inner


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


def _without(spec: SpecTree, making: Making) -> Agent:
    from shugi.agents.banned import Banned

    inner = _inside(spec)
    if not spec.options:
        raise AgentError(
            f"agent {spec.text!r}: say without what, as in without[riichi]:{inner.text}"
        )
    agent = Banned(making.agent(inner), list(spec.options))
    agent.name = spec.text
    return agent


def _network(spec: SpecTree, making: Making) -> Agent:
    given, inner = _options(spec, NETWORK_OPTIONS), _inside(spec)
    if not given:
        example = f"network[precision=fp32]:{inner.text}"
        raise AgentError(f"agent {spec.text!r}: say in what precision, as in {example}")
    if not any(leaf.file for leaf in inner.leaves):
        making.agent(inner)  # a name that is unknown says so
        raise AgentError(f"agent {spec.text!r}: {inner.text} has no network")
    agent = making._replace(precision=str(given["precision"])).agent(inner)
    agent.name = spec.text
    return agent


def _mjai(spec: SpecTree, making: Making) -> Agent:
    from shugi.agents.mjai import MjaiBot

    bot = MjaiBot(spec.detail, **_options(spec, MJAI_OPTIONS))
    bot.name = spec.text
    return bot


MAKERS: Mapping[str, Callable[[SpecTree, Making], Agent]] = {
    RANDOM: lambda spec, making: Random(),
    BASELINE: _baseline,
    PYTHON: lambda spec, making: load_python_agent(spec.text, making.rules),
    CHECKPOINT: _checkpoint,
    STUDENT: _student,
    TRAINED: _trained,
    PATH: _path,
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
