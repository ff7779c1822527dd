"""Agents by name: the text a command line gives, and the agent it means."""

import difflib
from pathlib import Path
from typing import TYPE_CHECKING

from shugi._fast.bots import STYLES
from shugi.agents.base import Agent, AgentError
from shugi.agents.scripted import Baseline, Random

if TYPE_CHECKING:
    from shugi._fast.rules import Rules

FORMS = (
    "random; baseline; baseline:STYLE (" + ", ".join(STYLES) + "), with ,PARAMETER=VALUE; "
    "the path of a checkpoint, run folder or model.zip, with :sample after it to draw actions "
    "from the policy instead of taking the likeliest"
)


def make_agent(spec: str, rules: "Rules | None" = None) -> Agent:
    """The agent that ``spec`` describes.

    Args:
        spec: "random", "baseline", "baseline:rusher", "runs/x/model.safetensors", a run folder,
            or either with ":sample" behind.
        rules: what it is going to play; a network trained for other rules warns.

    Raises:
        AgentError: unknown name (with the nearest), missing file, or a file that is no checkpoint.
    """
    name, _, detail = spec.partition(":")
    if spec == "random":
        return Random()
    if name == "baseline":
        return _baseline(spec, detail)
    path, _, mode = (
        spec.rpartition(":") if spec.endswith((":sample", ":greedy")) else (spec, "", "")
    )
    if Path(path).exists():
        return _trained(Path(path), rules, sample=mode == "sample")
    raise AgentError(_unknown(spec))


def _trained(path: Path, rules: "Rules | None", sample: bool) -> Agent:
    zipped = path / "model.zip" if path.is_dir() else path
    if zipped.suffix == ".zip" and zipped.exists():
        from shugi.agents.sb3 import Sb3Agent

        return Sb3Agent(zipped, sample)
    try:
        from shugi.agents.network import Network
    except ImportError as error:
        raise AgentError(f"{path} needs torch: pip install 'shugi[train]' ({error})") from None
    return Network.load(path, rules, sample)


def _baseline(spec: str, detail: str) -> Baseline:
    """ "baseline", "baseline:STYLE" or "baseline:STYLE,parameter=value,..."."""
    style, *changes = detail.split(",")
    try:
        parameters = {key: float(value) for key, _, value in (c.partition("=") for c in changes)}
        return Baseline(style or None, **parameters)
    except ValueError as error:
        raise AgentError(f"agent {spec!r}: {error}") from None


def _unknown(spec: str) -> str:
    if "/" in spec or spec.endswith((".safetensors", ".pt")):
        return f"no checkpoint at {spec!r}: the path does not exist"
    names = ["random", "baseline", *(f"baseline:{style}" for style in STYLES)]
    return f"no agent {spec!r}{_nearest(spec, names)}; an agent is one of: {FORMS}"


def _nearest(word: str, words: list[str]) -> str:
    found = difflib.get_close_matches(word, words, n=1)
    return f" (did you mean {found[0]!r}?)" if found else ""
