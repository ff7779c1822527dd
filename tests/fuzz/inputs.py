"""What a caller or a file may hand in, good and bad: each kind is a target."""

from __future__ import annotations

import hashlib
import json
import tempfile
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.bots.style import STYLES
from shugi._fast.rules.compile import RulesError
from shugi.agents.base import AgentError
from shugi.agents.spec import make_agent
from shugi.envs import (
    CaseError,
    PositionError,
    Recorder,
    RecordError,
    format_position,
    load_position,
    load_rules,
    logs,
    replay,
    score,
)
from shugi.envs.common.documents import DocumentError
from shugi.envs.notation.reading import NotationError
from shugi.envs.records.record import parse_record
from tests.fuzz.edits import dumped, edit_bytes, edit_json, edit_text, edit_value
from tests.fuzz.plays import (
    edit_play,
    make_play,
    names,
    play_on,
    position_of,
    rules_named,
    run_play,
)
from tests.fuzz.target import Refused, Target
from tests.fuzz.threads import make_threads, run_threads
from tests.support.other_logs import FORMATS, mutated, text_as

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]
STEPS = 60  # played on from what was accepted


def text_of(data: bytes) -> str:
    return data.decode("utf-8", "surrogatepass")


def edit_utf8(data: bytes, rng: Random) -> bytes:
    return edit_text(text_of(data), rng).encode("utf-8", "surrogatepass")


def go_on(batch: Batch, data: bytes, *, all_ok: bool = True) -> None:
    play_on(batch, Random(zlib.crc32(data)), STEPS, all_ok=all_ok)


# -------------------------------------------------------------------------------------- positions


def make_position(rng: Random) -> bytes:
    _, batch = position_of(rng)
    return format_position(batch, 0, lines=rng.random() < 0.3).encode()


def run_position(data: bytes) -> None:
    try:
        batch = load_position(text_of(data))
    except (NotationError, PositionError, RulesError) as error:
        raise Refused(str(error)) from None
    go_on(batch, data)


# ----------------------------------------------------------------------------------- plain values


def make_state(rng: Random) -> bytes:
    rules, batch = position_of(rng)
    return dumped({"rules": rules.name, "options": rules.options, "state": batch.state(0)})


def edit_state(data: bytes, rng: Random) -> bytes:
    given = json.loads(data)
    return dumped({**given, "state": edit_value(given["state"], rng)})


def run_state(data: bytes) -> None:
    given = json.loads(data)
    rules = rules_named(given["rules"].split("+")[0], given["options"])
    batch = Batch(rules, 1, auto_reset=False)
    state = given["state"]
    wrong = ValueError if isinstance(state, dict) else TypeError
    try:
        batch.set_state(0, state)
    except wrong as error:
        raise Refused(str(error)) from None
    go_on(batch, data)


# ---------------------------------------------------------------------------------- saved as bytes

HEAD = 8  # a word that says what the bytes are; the checksum at the end is over what is between


def make_saved(rng: Random) -> bytes:
    rules, batch = position_of(rng)
    head = dumped({"rules": rules.name, "options": rules.options})
    return head + b"\n" + batch.save(0)


def edit_saved(data: bytes, rng: Random) -> bytes:
    """Anything but the checksum, which is set right again."""
    head, saved = data.split(b"\n", 1)
    body = edit_bytes(saved[HEAD:-4], rng, 0 if rng.random() < 0.05 else 40)
    return head + b"\n" + saved[:HEAD] + body + zlib.crc32(body).to_bytes(4, "little")


def run_saved(data: bytes) -> None:
    head, saved = data.split(b"\n", 1)
    given = json.loads(head)
    batch = Batch(rules_named(given["rules"].split("+")[0], given["options"]), 1, auto_reset=False)
    try:
        batch.load(0, saved)
    except ValueError as error:
        raise Refused(str(error)) from None
    go_on(batch, data, all_ok=False)


# ---------------------------------------------------------------------------------------- records


def make_record(rng: Random) -> bytes:
    _, batch = position_of(rng)
    recorder = Recorder(batch, 0)
    actions = np.zeros(1, np.uint8)
    for _ in range(rng.choice((0, 10, 60, 150))):
        if batch.seat[0] < 0:
            break
        batch.baseline(actions)
        recorder.add(int(actions[0]))
        batch.step(actions)
    return recorder.record.dumps().encode()


def edit_record(data: bytes, rng: Random) -> bytes:
    """A value of a line changed and every checksum set right; or any text."""
    if rng.random() < 0.2:
        return edit_utf8(data, rng)
    try:
        rows = [json.loads(line) for line in text_of(data).splitlines()]
    except ValueError:
        return edit_utf8(data, rng)
    if not rows:
        return data
    i = rng.randrange(len(rows))
    rows[i] = edit_value(rows[i], rng)
    return "".join(summed(rows)).encode()


def summed(rows: list[Any]) -> Iterator[str]:
    """Lines with right checksums, where there can be one."""
    total = ""
    for row in rows:
        if isinstance(row, dict):
            row.pop("sum", None)
            text = json.dumps(row, separators=(",", ":"), ensure_ascii=False)
            whole = (total + text).encode("utf-8", "surrogatepass")
            total = hashlib.blake2b(whole, digest_size=6).hexdigest()
            row = {**row, "sum": total}
        yield json.dumps(row, separators=(",", ":")) + "\n"


def run_record(data: bytes) -> None:
    try:
        record = parse_record(text_of(data))
        for moment in replay(record):
            batch = moment.batch
    except RecordError as error:
        raise Refused(str(error)) from None
    if record.hands:
        go_on(batch, data)


# ------------------------------------------------------------------------------------- rule files


@cache
def rule_files() -> list[bytes]:
    """Rule sets; add-ons stand upon the rule set that their folder names."""
    whole = sorted((ROOT / "configs" / "rules").glob("*.yaml"))
    add_ons = sorted((ROOT / "configs" / "addons").glob("*/*.yaml"))
    return [path.read_bytes() for path in whole] + [
        f"base: {path.parent.name}\n".encode() + path.read_bytes() for path in add_ons
    ]


def make_rules(rng: Random) -> bytes:
    return rng.choice(rule_files())


def run_rules(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.yaml"
        path.write_bytes(data)
        try:
            rules = load_rules(path)
        except RulesError as error:
            raise Refused(str(error)) from None
    go_on(Batch(rules, 2), data)


# ------------------------------------------------------------------------------------ score cases


@cache
def cases() -> list[bytes]:
    """Worked examples that can be scored, and a case of every other game."""
    found = [path.read_bytes() for path in sorted((FOLDER / "corpus/score").glob("*.json"))]
    for path in sorted((ROOT / "tests" / "golden").glob("*.json")):
        for case in json.loads(path.read_text("utf-8"))["examples"]:
            try:
                score(case)
            except (CaseError, RulesError):
                continue
            found.append(dumped({key: case[key] for key in case if key != "expected"}))
    return found


def run_score(data: bytes) -> None:
    try:
        answer = score(json.loads(data))
    except (CaseError, RulesError) as error:
        raise Refused(str(error)) from None
    assert answer["ledger"] is not None


# ----------------------------------------------------------------------------------------- agents

AGENTS = (
    "random",
    "baseline",
    *(f"baseline:{style}" for style in STYLES),
    "baseline:rusher,defence=2",
    "rollout[deals=4,at=verbs]:baseline",
    "rollout[continuation=[baseline:rusher,defence=2],hands=likely]:random",
    "without[riichi,pon]:baseline",
    "without[riichi]:rollout[deals=2]:baseline",
    "rollout[margin=0.5,candidates=3,temperature=1]:without[pass]:random",
    "search[ms=5,at=verbs,hands=any]:baseline",
    "network[precision=fp32]:checkpoint:none",
    "no_such.safetensors:sample",
    "checkpoint:none",
)


def make_agent_text(rng: Random) -> bytes:
    return rng.choice(AGENTS).encode()


def run_agent(data: bytes) -> None:
    try:
        make_agent(text_of(data), load_rules(Random(zlib.crc32(data)).choice(names()[0])))
    except AgentError as error:
        raise Refused(str(error)) from None


# ------------------------------------------------------------------------------------------- logs


def make_log(rng: Random) -> bytes:
    return text_as(rng.choice(list(FORMATS)), rng.choice(("riichi_mjsoul", "sanma_mjsoul")))


def run_log(data: bytes) -> None:
    try:
        for log in logs.parse_logs(data.decode("utf-8", "replace")):
            logs.Checker().check(log)
    except (logs.LogError, RecordError, DocumentError) as error:
        raise Refused(str(error)) from None


TARGETS = {
    target.name: target
    for target in (
        Target("play", make_play, edit_play, run_play),
        Target("position", make_position, edit_utf8, run_position),
        Target("state", make_state, edit_state, run_state),
        Target("saved", make_saved, edit_saved, run_saved),
        Target("record", make_record, edit_record, run_record),
        Target("log", make_log, mutated, run_log),
        Target("rules", make_rules, edit_utf8, run_rules),
        Target("score", lambda rng: rng.choice(cases()), edit_json, run_score),
        Target("threads", make_threads, lambda data, rng: make_threads(rng), run_threads),
        Target("agent", make_agent_text, edit_utf8, run_agent),
    )
}
