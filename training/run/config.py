"""Training settings: dataclasses, read from YAML (configs/train/), every key checked."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields, is_dataclass
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import Field, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass
from pydantic_core import ErrorDetails

from shugi._fast.tables.option_types import nearest
from shugi._fast.view.layouts import LAYOUTS, check_blocks
from shugi.agents.programs import of_file, refused_in
from shugi.envs.common.documents import (
    DocumentError,
    Place,
    compose_yaml,
    first_problems,
    key_lines,
)
from shugi.envs.common.files import error_text, is_there, read_text
from shugi.training.decisions.classes import CLASSES
from shugi.training.run.distil_config import (
    STRICT,
    Count,
    CountFrom0,
    DistilConfig,
    Names,
    NotNegative,
    Positive,
    Share,
)
from shugi.training.run.old_names import rename_settings
from shugi.training.terminal.errors import UserError

MAX_BYTES = 100_000


class ConfigError(UserError, ValueError):
    """A training config that cannot be used; says the file, the key and what is allowed."""


@dataclass(frozen=True, config=STRICT)
class NetworkConfig:
    """The networks."""

    hidden: Annotated[int, Field(ge=8)] | None = None
    """Units of the first hidden layer; null: as ``weights`` has, or 256."""
    last: CountFrom0 | None = None
    """Units of the second hidden layer; 0: as many as of the first; null: as ``weights`` has, or
    0."""
    channels: Annotated[int, Field(ge=4)] | None = None
    """Features of each tile kind; null: as ``weights`` has, or 32."""
    rule_vector: bool = True
    """Show the networks the rules as numbers. Off: they see none of them."""
    precision: Literal["auto", "fp32", "bf16"] = "auto"
    """Of the matrix products; auto: on a GPU bf16 where it has that, on a processor what the engine
    does, fp32 to learn and int8 to act."""
    blocks: tuple[str, ...] | None = None
    """Blocks of the observation that the networks read beside its basic rows
    (docs/observation.md); null: those that ``weights`` reads, or all of them. Who reads fewer
    plays and learns faster."""
    weights: Annotated[str, Field(min_length=1)] | None = None
    """A checkpoint that the run begins with (``checkpoint:NAME``, ``trained``, a file or a run
    folder); null: random weights. Where this section says a shape, its policy must have that. Its
    critic is taken too where it has the shape of ``critic``; an exported agent keeps none, and then
    ``imitation`` has to teach one."""

    def __post_init__(self) -> None:
        check_blocks(self.blocks or ())


@dataclass(frozen=True, config=STRICT)
class CriticConfig:
    """The critic: what it sees, and how it says what a hand will still bring."""

    oracle: bool = True
    """Let it see the hidden tiles. The policy never does."""
    hidden: CountFrom0 = 0
    """Units of each of its two hidden layers; 0: as many as the policy has."""
    two_hot: bool = True
    """Each head a distribution over bins, learnt by cross-entropy. Off: one number, learnt by
    mean squares."""
    chip_range: Annotated[float, Field(ge=1)] | None = None
    """Outermost bin of the chip head, in chips; null: as far as the rules need."""
    point_range: Annotated[float, Field(ge=1)] | None = None
    """Outermost bin of the point head, in thousands of points; null: as far as the rules need."""


@dataclass(frozen=True, config=STRICT)
class ImitationConfig:
    """The warm start: the networks learn what a teacher does, and what comes of it."""

    teacher: Annotated[str, Field(min_length=1)] = "baseline"
    """Who is imitated, an agent by name (`shugi list agents`). A rule set of ``mixture`` may have a
    teacher of its own."""
    own: tuple[Share, Share] = (0.0, 0.0)
    """Share of decisions that the policy plays itself, while the teacher says what it would have
    done: [at the start, at the end]. So it learns what to do where its own play leads."""

    soft: bool = False
    """Learn how likely the teacher is to take each action, not only which one it takes. That
    says more, where the teacher is a network. A scripted teacher is always sure."""

    minutes: NotNegative | None = None
    """Length in minutes; null for no limit in time."""
    decisions: CountFrom0 | None = None
    """Length in decisions; null for no limit in decisions. Both null, or a zero: no imitation."""
    noise: Share = 0.05
    """Share of decisions at which a random legal action is played, for coverage; the label
    stays the teacher's."""
    epochs: Count = 1
    """Passes over each rollout buffer."""
    minibatch: Count = 1024
    """Decisions per gradient step."""
    learning_rate: Positive = 1e-3
    """At the start; falls to a tenth along a cosine."""
    smoothing: Share = 0.02
    """Share of the label spread evenly over the legal actions."""

    @property
    def wanted(self) -> bool:
        limits = [limit for limit in (self.minutes, self.decisions) if limit is not None]
        return bool(limits) and min(limits) > 0


@dataclass(frozen=True, config=STRICT)
class PPOConfig:
    """Masked PPO with a pull to a reference policy. Pairs are [at the start, at the end]."""

    epochs: Count = 2
    """Passes over each rollout buffer."""
    minibatch: Count = 4096
    """Decisions per gradient step."""
    learning_rate: tuple[NotNegative, NotNegative] = (3e-4, 5e-5)
    """Of Adam."""
    clip: Positive = 0.1
    """How far the probability ratio counts."""
    gae_lambda: Share = 0.5
    """Lambda of the advantages. Low, because the critic sees the hidden tiles: in Super Bingo the
    gradient of 150,000 decisions points to the unbiased one (lambda 1, other deals) with cosine
    0.31 at 0.5, 0.20 at 0.95 and 0.17 at 1: the same progress from 2.5 times fewer decisions."""
    entropy: tuple[NotNegative, NotNegative] = (0.01, 0.002)
    """Weight of the entropy bonus; entropy is divided by log(legal actions)."""
    kl: tuple[NotNegative, NotNegative] = (0.1, 0.03)
    """Weight of KL(policy || reference)."""
    refresh_reference: Count = 100
    """Updates between two refreshes of the reference policy."""
    target_kl: Positive = 0.03
    """A pass that moves the policy further than this from the behaviour ends the update."""
    grad_clip: Positive = 1.0
    """Largest gradient norm, of each network."""
    advantage_limit: Annotated[float, Field(ge=1)] = 8.0
    """Advantages are clipped at this many robust scales."""
    rare_floor: tuple[Share, Share] = (0.02, 0.0)
    """Probability mixed in for rare acts (riichi, open riichi, kans, calls, passing), evenly over
    those that are legal, so that none of them dies out untried."""


@dataclass(frozen=True, config=STRICT)
class OpponentConfig:
    """Who sits beside the policy that learns. Pairs are [at the start, at the end]."""

    snapshots: Share = 0.25
    """Share of games in which earlier policies hold some of the seats."""
    scripted: tuple[Share, Share] = (0.15, 0.05)
    """Share of games in which scripted styles hold some of the seats."""
    styles: tuple[str, ...] = ("baseline",)
    """Those that may be drawn: styles of the rule baseline, or agents by name."""
    alone: bool = False
    """Give the learner one seat at such a table; otherwise it has any number of them."""
    snapshot_every: Count = 20
    """Updates between two snapshots, and between two draws of those in play."""
    newest: Count = 20
    """Snapshots kept of the newest."""
    old: CountFrom0 = 5
    """Snapshots kept of the older ones, spread over the run."""
    at_once: Count = 2
    """Snapshots in play at the same time."""

    def __post_init__(self) -> None:
        if self.snapshots + max(self.scripted) > 1:
            raise ValueError("snapshots and scripted together are more than all games")
        if max(self.scripted) > 0 and not self.styles:
            raise ValueError("scripted opponents need at least one of styles")


@dataclass(frozen=True, config=STRICT)
class RewardConfig:
    """What the policy is paid for a hand: its chips, and its points at their worth.

    A hand also changes the standing: the points of all, who deals next, honba, sticks, markers. By
    what the game still brings from there (`shugi.agents.standing`), that is part of the hand's
    pay, so the pay of all hands adds up to the game's result. Where no standing is learnt, or not
    wanted, points are paid at an average slope of placement chips over points, and the placement
    itself is left out.
    """

    standing: bool = True
    """Pay the change of the standing."""
    chips_per_1000_points: NotNegative | None = None
    """What 1000 points count for instead of the standing; null: by the standing. Without effect
    where points are no part of a result in chips."""

    @property
    def by_standing(self) -> bool:
        return self.standing and self.chips_per_1000_points is None

    expected: bool = True
    """Pay the expected chips of a win, over the tiles that its settlement still turns. Off: what
    the turned tiles give."""


@dataclass(frozen=True, config=STRICT)
class MixtureEntry:
    """One rule set of a run that has several."""

    rules: str
    """By name or file."""
    options: Mapping[str, Any] | None = None
    """Options to change."""
    share: Positive = 1.0
    """Of the games, in proportion to the other shares."""
    teacher: Annotated[str, Field(min_length=1)] | None = None
    """Who is imitated in its games; null: ``imitation.teacher``."""


@dataclass(frozen=True, config=STRICT)
class StartStatesConfig:
    """Hands that start where a rare act is legal, so that it is tried often enough."""

    share: tuple[Share, Share] = (0.0, 0.0)
    """Of the hands of PPO, about: [at the start, at the end]."""
    imitated: Share = 0.0
    """Of the hands of the warm start, about. So the teacher is seen at decisions that are rare."""
    acts: Names = ("open_riichi",)
    """Classes of decisions (``shugi decisions``), or actions by name (``shugi list layout``);
    several joined by + must be legal at the same time."""
    room: Count = 512
    """Positions kept, the newest ones, over all acts and rule sets."""

    def __post_init__(self) -> None:
        for name, share in (("share", max(self.share)), ("imitated", self.imitated)):
            if share > 0.5:
                raise ValueError(f"{name}: at most half of the hands can start from kept positions")
        known = {name for layout in LAYOUTS.values() for _, name, _ in layout.action_rows}
        classes = {one.name for one in CLASSES}
        for name in "+".join(act for act in self.acts if act not in classes).split("+"):
            if name and name not in known:
                near = nearest(name, sorted({*known, *classes}))
                raise ValueError(f"acts: there is no action {name!r}{near}")

    @property
    def wanted(self) -> bool:
        return max(*self.share, self.imitated) > 0


@dataclass(frozen=True, config=STRICT)
class TrainConfig:
    """A training run."""

    rules: str = "super_bingo"
    """Rule set, by name or file."""
    options: Mapping[str, Any] | None = None
    """Options of the rule set to change."""
    mixture: tuple[MixtureEntry, ...] = ()
    """Several rule sets at once, instead of ``rules`` and ``options``."""
    seed: CountFrom0 = 1
    """Of everything random. Same seed and threads, and a limit in decisions: the same run."""
    threads: Count = 2
    """For the engine and for torch."""
    device: Literal["auto", "cpu", "cuda"] = "auto"
    """Where the networks are and learn; auto: on a GPU if torch sees one."""
    minutes: Annotated[float, Field(gt=0)] | None = None
    """Length of the run in minutes, the warm start included."""
    decisions: Count | None = None
    """Length of the run in decisions of the policy, the warm start included."""
    games: Count = 512
    """Games played at once."""
    steps: Annotated[int, Field(ge=8)] = 96
    """Decisions of each game between two updates."""
    actors: Count = 1
    """Actors that share the games evenly, each with a chance of its own. With ``cluster`` its
    workers play them; without, this process plays one after another, and the run is the same."""
    cluster: str | None = None
    """Where actors play: local, local:N, auto, or the address of a Ray cluster; null: here."""
    segments: CountFrom0 = 0
    """Segments of actors in an update. 0: one of each actor, played by the same
    policy. From 1 on: those that come first, while the other actors play on; each is corrected for
    the age of the policy that played it. That is faster, but what comes first is left to chance."""
    overlap: bool = False
    """Whether the next segment is played while the last one is learnt from. It fills the cores
    better; the policy that plays is one update old, and a run that was stopped plays its segment
    anew, so that it does not end exactly as if it had not been stopped."""
    checkpoint_seconds: NotNegative = 60.0
    """Between two checkpoints; the end, and Ctrl-C, save as well."""
    network: NetworkConfig = NetworkConfig()
    critic: CriticConfig = CriticConfig()
    imitation: ImitationConfig = ImitationConfig()
    ppo: PPOConfig = PPOConfig()
    opponents: OpponentConfig = OpponentConfig()
    reward: RewardConfig = RewardConfig()
    start_states: StartStatesConfig = StartStatesConfig()
    distil: DistilConfig = DistilConfig()

    def __post_init__(self) -> None:
        if self.minutes is None and self.decisions is None:
            raise ValueError("give minutes or decisions: a run needs an end")
        if self.games % self.actors:
            raise ValueError(f"games: {self.games} cannot be shared evenly by {self.actors} actors")
        if self.overlap and self.segments:
            raise ValueError("overlap: with segments actors play on anyway")

    @property
    def inside(self) -> int:
        """Threads of torch within a product."""
        return max(1, self.threads // 2)

    @property
    def sets(self) -> tuple[MixtureEntry, ...]:
        """The rule sets of the run: those of ``mixture``, else the one of ``rules``."""
        return self.mixture or (MixtureEntry(self.rules, self.options),)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def between(pair: tuple[float, float], done: float) -> float:
    """A value that goes from the first to the second; ``done`` from 0 to 1."""
    return pair[0] + (pair[1] - pair[0]) * done


def names() -> list[str]:
    """The configs that come with the package."""
    folder = files("shugi.configs") / "train"
    return sorted(
        item.name.removesuffix(".yaml") for item in folder.iterdir() if item.name.endswith(".yaml")
    )


def load_config(
    name_or_path: str, changes: Iterable[str] = (), programs: bool = False
) -> TrainConfig:
    """Read a config by name or file.

    Args:
        changes: "key=value" with dotted keys ("ppo.clip=0.2"), of whoever sits here: they may name
            programs and machines.
        programs: whether the file may, too.

    Raises:
        ConfigError: no such config, not YAML, an unknown key, a value that is not allowed, or a
            program or a machine that the file names and must not.
    """
    where, text = _read(name_or_path)
    data, lines = _parse(text, where)
    data = data or {}
    if not isinstance(data, dict):
        raise ConfigError(f"{where}: expected keys and values, found {type(data).__name__}")
    own = [_change(data, change) for change in changes]
    for place in own:
        lines.pop(place, None)
    if not programs:
        _check_harmless(data, where, lines, own)
    return parse_config(data, where, lines, programs=True)


def _check_harmless(
    data: Any, where: str, lines: Mapping[Place, int], own: Iterable[Place] = ()
) -> None:
    """Raises: ConfigError for programs and machines, but for those at the places ``own``."""
    refused = []
    for place, what in refused_in(data, own):
        at = f"{where}:{lines[place]}" if place in lines else where
        refused.append(of_file(f"{at}: {'.'.join(place)}", what))
    if refused:
        raise ConfigError("\n".join(refused))


def parse_config(
    data: Mapping[str, Any],
    where: str = "config",
    lines: Mapping[Place, int] | None = None,
    programs: bool = False,
) -> TrainConfig:
    """Check plain values.

    Args:
        data: keys and values, as in a YAML file.
        where: what errors call them.
        lines: where keys stand in the file, by their paths.
        programs: whether they may name programs to run and machines to call.

    Raises:
        ConfigError: an unknown key or a value that is not allowed; all of them are listed.
    """
    if not programs:
        _check_harmless(data, where, lines or {})
    try:
        return TypeAdapter(TrainConfig).validate_python(rename_settings(data, where))
    except ValidationError as error:
        rows, more = first_problems(error.errors())
        problems = [_explain(problem, where, lines or {}) for problem in rows]
        raise ConfigError("\n".join([*problems, *([f"{where}: {more}"] if more else [])])) from None
    except ValueError as error:  # a name given twice
        raise ConfigError(str(error)) from None


def load_distil(changes: Iterable[str]) -> DistilConfig:
    """The section distil by itself; ``changes`` are "key=value", with or without "distil.".

    Raises:
        ConfigError: an unknown key, or a value that is not allowed.
    """
    data: dict[str, Any] = {}
    for change in changes:
        _change(data, change.removeprefix("distil."))
    return parse_config({"minutes": 1, "distil": data}, "distil", programs=True).distil


def _read(name_or_path: str) -> tuple[str, str]:
    path = Path(name_or_path)
    if path.suffix in (".yaml", ".yml") or is_there(path):
        try:
            return str(path), read_text(path, MAX_BYTES)
        except OSError as error:
            raise ConfigError(error_text(error)) from None
    if name_or_path not in names():
        near = nearest(name_or_path, names())
        raise ConfigError(
            f"no training config {name_or_path!r}{near}; "
            f"there are {', '.join(names())}, or give a .yaml file"
        )
    file = files("shugi.configs") / "train" / f"{name_or_path}.yaml"
    return name_or_path, file.read_text(encoding="utf-8")


def _parse(text: str, where: str) -> tuple[Any, dict[Place, int]]:
    try:
        value, node = compose_yaml(text, where)
    except DocumentError as error:
        raise ConfigError(str(error)) from None
    return value, key_lines(node)


def _change(data: dict[str, Any], change: str) -> Place:
    """Make a change; returns the path of its key."""
    key, equals, value = change.partition("=")
    if not equals or not key:
        raise ConfigError(f"--set {change!r}: write key=value, as in ppo.clip=0.2")
    *sections, last = place = key.split(".")
    for section in sections:
        data = data.setdefault(section, {})
        if not isinstance(data, dict):
            raise ConfigError(f"{key}: {section!r} is a value, not a section")
    data[last] = _parse(value, f"--set {key}")[0]
    return tuple(place)


LIMITS = {
    "greater_than_equal": "must be at least {ge:g}, not {value}",
    "greater_than": "must be more than {gt:g}, not {value}",
    "less_than_equal": "must be at most {le:g}, not {value}",
    "less_than": "must be less than {lt:g}, not {value}",
    "too_short": "must name at least one",
}


def _explain(problem: ErrorDetails, where: str, lines: Mapping[Place, int]) -> str:
    """One of pydantic's errors in our words."""
    location, kind = problem["loc"], problem["type"]
    place = tuple(map(str, location))
    key = ".".join(place)
    where = f"{where}:{lines[place]}" if place in lines else where
    if kind == "unexpected_keyword_argument":
        allowed = _keys(location[:-1])
        near = nearest(str(location[-1]), allowed)
        return f"{where}: unknown key {key!r}{near}; allowed: {', '.join(allowed)}"
    if kind in LIMITS:
        return f"{where}: {key} {LIMITS[kind].format(value=problem['input'], **problem['ctx'])}"
    message = problem["msg"].removeprefix("Value error, ")
    return f"{where}: {key}: {message}" if key else f"{where}: {message}"


def _keys(sections: tuple[int | str, ...]) -> list[str]:
    kind: Any = TrainConfig
    for section in sections:
        if isinstance(section, int):  # an item of a list
            kind = get_args(kind)[0]
        else:
            kind = next((f.type for f in fields(kind) if f.name == section), TrainConfig)
    return [f.name for f in fields(kind)] if is_dataclass(kind) else []
