"""Runs become named checkpoints: weights without what only training needs, and a card."""

import re
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
import yaml

from shugi.agents import named
from shugi.agents.base import AgentError
from shugi.agents.checkpoint import (
    FILE_NAME,
    Description,
    find,
    load_critic,
    load_policy,
    save_networks,
)
from shugi.agents.model import Critic, Policy
from shugi.agents.named import HEAD, MOST_BYTES, PREFIX, RULE
from shugi.agents.packed import Packed
from shugi.envs.common.files import write_atomically
from shugi.envs.rulesets.rules import load_rules
from shugi.training.run.old_names import rename_settings
from shugi.training.run.rounding import in_eight_bits
from shugi.training.run.settings import plain
from shugi.training.terminal.interval import mean_and_half

NAME = re.compile(r"[a-z0-9][a-z0-9_.+-]*")
PRECISIONS = {"fp32": torch.float32, "bf16": torch.bfloat16, "fp16": torch.float16}
PRECISIONS |= {"int8": torch.float16}  # of what is not in eight bits
CARD_NAME = "card.md"  # in the folder of a run
UNMEASURED = "not measured"


class ExportError(AgentError):
    """A run that cannot become a named checkpoint."""


@dataclass(frozen=True)
class Result:
    """What a match said, for the card."""

    line: str
    judge: str
    """The command that played it."""


def export(
    run: Path,
    name: str,
    *,
    weights: str = "fp32",
    critic: bool = False,
    result: Result | None = None,
    exploit: Result | None = None,
    folder: Path | None = None,
    replace: bool = False,
) -> Path:
    """Write ``folder/NAME.safetensors`` and its card; the path of the former.

    Args:
        run: a run folder or a checkpoint.
        name: small letters, digits and _ . + - only.
        weights: a name of ``PRECISIONS``; networks always compute as they did.
        critic: keep it too, for who wants to train on.
        result: for the card, which says that nothing was measured without one.
        exploit: for the card: what beats it.
        folder: of the package by default.
        replace: an earlier checkpoint of that name and its card.

    Raises:
        AgentError: not a name, something is there already, the run cannot be read, or the file
            would be too large.
    """
    path = _path_of(name, folder or named.FOLDER, replace)
    source = find(run)
    policy, about = load_policy(source)
    about.training = for_everybody(about.training)
    critic_net = load_critic(source, about) if critic else None
    packed = pack(policy, about, weights)
    if critic_net is not None:
        pack(critic_net, about, weights)
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{name}.draft.safetensors")
    try:
        save_networks(draft, policy, critic_net, about, packed)
        if draft.stat().st_size > MOST_BYTES:
            raise ExportError(
                f"{draft.stat().st_size:,} bytes are more than the {MOST_BYTES:,} of a checkpoint "
                "that comes with the package; try --weights int8, or leave the critic out"
            )
        text = card_text(name, about, weights, result, exploit)
        write_atomically(path.with_suffix(".md"), text.encode())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    return path


def _path_of(name: str, folder: Path, replace: bool) -> Path:
    """Raises: ExportError: not a name, or something is there already."""
    if not NAME.fullmatch(name):
        raise ExportError(f"{name!r} cannot be a name: small letters, digits and _ . + - only")
    path = folder / f"{name}.safetensors"
    taken = [str(one) for one in (path, path.with_suffix(".md")) if one.exists()]
    if taken and not replace:
        raise ExportError(f"{' and '.join(taken)} exist; --force replaces them")
    return path


def write_card(folder: Path, about: Description) -> None:
    """Beside the network of a run: what it is and how it was made."""
    text = card_text("run", about, "fp32", None, agent=FILE_NAME)
    write_atomically(folder / CARD_NAME, text.encode())


def for_everybody(settings: Any) -> Any:
    """Settings without this machine's folders: of an absolute path its last part stays."""
    if isinstance(settings, dict):
        return {key: for_everybody(value) for key, value in settings.items()}
    if isinstance(settings, list):
        return [for_everybody(value) for value in settings]
    if isinstance(settings, str) and Path(settings).is_absolute():
        return Path(settings).name
    return settings


def pack(network: Policy | Critic, about: Description, weights: str) -> dict[str, Packed]:
    """Make a network small: its weights in a shorter form, and no weights that say nothing.

    To a network that has learnt one rule set the numbers of the rules were always the same. What
    they add is then a constant: it goes into the biases, in full, and their weights are zero.

    Args:
        network: rewritten in place.
        about: says which rule sets it has learnt.
        weights: a name of ``PRECISIONS``.

    Returns:
        the large weights of a policy in "int8", by name, while the policy keeps what they stand
        for; empty otherwise, and for a critic.
    """
    trunk = network.trunk
    constant = len(about.trained) == 1
    with torch.no_grad():
        if constant:
            trained = about.trained[0]
            values = trunk.values_of([load_rules(trained.name, **trained.options)])
            tiles = trunk.tiles.bias + trunk.rules(values)[0]
            film = trunk.film(values)[0]
            trunk.rules.weight.zero_()
            trunk.film.weight.zero_()
            trunk.tiles.bias.copy_(tiles)
            trunk.film.bias.copy_(film)
    packed = {}
    if weights == "int8" and isinstance(network, Policy):
        sets = [load_rules(trained.name, **trained.options) for trained in about.trained]
        packed = in_eight_bits(network, sets)
    with torch.no_grad():
        network.to(PRECISIONS[weights])
        if constant:
            trunk.tiles.bias = torch.nn.Parameter(tiles)
            trunk.film.bias = torch.nn.Parameter(film)
    return packed


def head_of(
    about: Description,
    name: str,
    weights: str,
    result: Result | None,
    exploit: Result | None = None,
    agent: str | None = None,
) -> dict[str, Any]:
    """The head of a card, from what the checkpoint says of itself.

    Args:
        about: what the checkpoint says.
        name: of the checkpoint.
        weights: a name of ``PRECISIONS``.
        result: what a match said; None: the card says that nothing was measured.
        exploit: what beats it; None: the card does not speak of it.
        agent: the name by which it plays; None: ``PREFIX`` and ``name``.
    """
    rules, agent = shlex.quote(about.rules_name), shlex.quote(agent or PREFIX + name)
    plain = Result(UNMEASURED, f"shugi arena {rules} --agents {agent} baseline")
    head = {
        "rules": [
            {"name": one.name, "hash": f"{one.hash & (2**64 - 1):016x}"} for one in about.trained
        ],
        "layout": about.model.layout,
        "decisions": about.decisions,
        "updates": about.update,
        "weights": weights,
        "result": (result or plain).line,
        "train": f"shugi train {name}.yaml",
        "judge": (result or plain).judge,
    }
    more = {} if exploit is None else {"exploit": exploit.line}
    return {key: head[key] for key in HEAD} | more


def _config(about: Description) -> dict[str, Any]:
    """The configuration alone: which policy was distilled is nothing that a config can say."""
    settings = rename_settings(about.training)
    if "distil" in settings:
        settings["distil"] = {key: v for key, v in settings["distil"].items() if key != "source"}
    return settings


def card_text(
    name: str,
    about: Description,
    weights: str,
    result: Result | None,
    exploit: Result | None = None,
    agent: str | None = None,
) -> str:
    """Args: agent: its name for a match, if it is not the checkpoint of that name."""
    head = head_of(about, name, weights, result, exploit, agent)
    names = [one["name"] for one in head["rules"]]
    rules = f"`{names[0]}`" if len(names) == 1 else f"the {len(names)} rule sets above"
    config = yaml.safe_dump(plain(_config(about)), sort_keys=False).strip() or "{}"
    return "\n".join(
        [
            RULE,
            yaml.safe_dump(head, sort_keys=False, allow_unicode=True, width=1000).strip(),
            RULE,
            "",
            f"# {name}",
            "",
            f"A policy for {rules}, trained on {about.decisions:,} decisions.",
            "",
            "## Result",
            "",
            f"{head['result']}.",
            "",
            "```sh",
            head["judge"],
            "```",
            "",
            *([] if exploit is None else _weakness(exploit)),
            "## Training",
            "",
            f"With the lines below as `{name}.yaml`:",
            "",
            "```sh",
            head["train"],
            "```",
            "",
            "```yaml",
            config,
            "```",
            "",
        ]
    )


def _weakness(exploit: Result) -> list[str]:
    return ["## What beats it", "", f"{exploit.line}.", "", "```sh", exploit.judge, "```", ""]


def result_of(match: dict[str, Any], agent: str, name: str) -> Result:
    """The line of a card from what ``shugi arena --json`` printed.

    Args:
        match: the object.
        agent: what the match called the agent.
        name: of the checkpoint, which is called so from now on.

    Raises:
        ExportError: no such agent in it, or not such an object.
    """
    with _as_printed("arena"):
        known = [one["name"] for one in match["agents"]]
        if agent not in known:
            raise ExportError(f"the match has no agent {agent!r}; it has {', '.join(known)}")
        unit, parts = match["unit"], []
        for row in match["differences"]:
            if agent not in (row["first"], row["second"]):
                continue
            sign = 1 if row["first"] == agent else -1
            other = row["second"] if sign == 1 else row["first"]
            low, high = row["ci95"]
            half = None if low is None else (high - low) / 2
            gain = mean_and_half(sign * row["chips_per_hand"], half)
            parts.append(f"{gain} {unit} per hand v {other}")
        rules, numbers = shlex.quote(str(match["rules"])), (match["sets"], match["seed"])
        if not all(type(one) is int for one in numbers):
            raise TypeError("sets and seed are no numbers")
        size = f"{match['sets']:,} sets, {match['hands']:,} hands of {match['rules']}"
        called = [PREFIX + name if one == agent else one for one in known]
        command = (
            f"shugi arena {rules} --agents {shlex.join(called)} "
            f"--sets {match['sets']} --seed {match['seed']}"
        )
        command += " --without-luck" if match.get("without_luck") else ""
        command += f" --by-choices {int(walls)}" if (walls := match.get("by_choices")) else ""
        return Result(f"{', '.join(parts)} ({size})", command)


def exploit_of(found: dict[str, Any], agent: str, name: str) -> Result:
    """The line of a card from what ``shugi exploit --json`` printed.

    Args:
        found: the object.
        agent: what was attacked.
        name: of the checkpoint, which is called so from now on.

    Raises:
        ExportError: another agent was attacked, the last matches are missing, or not such an
            object.
    """
    with _as_printed("exploit"):
        if found["agent"] != agent:
            raise ExportError(f"{found['agent']!r} was attacked, not {agent!r}")
        if not found["last"]:
            raise ExportError("its last matches have not been played; run shugi exploit again")
        best = max(found["last"], key=lambda one: one["gain"])
        gain = mean_and_half(best["gain"], (best["high"] - best["low"]) / 2)
        minutes, rules = found["minutes"], shlex.quote(str(found["rules"]))
        if not all(type(one) is int for one in (found["sets"], found["seed"])):
            raise TypeError("sets and seed are no numbers")
        line = (
            f"The best of {len(found['styles'])} styles and of a policy trained against it for "
            f"{minutes:g} minutes gains {gain} {found['unit']} a hand: "
            f"{best['attacker']} ({best['hands']:,} hands of {found['rules']})"
        )
        command = (
            f"shugi exploit {rules} {PREFIX}{name} --minutes {minutes:g} "
            f"--sets {found['sets']} --seed {found['seed']}"
        )
        return Result(line, command)


@contextmanager
def _as_printed(command: str) -> Iterator[None]:
    """An object is read that a command printed. Raises: ExportError where it did not."""
    try:
        yield
    except ExportError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ExportError(f"not what shugi {command} --json prints ({error!r})") from None
