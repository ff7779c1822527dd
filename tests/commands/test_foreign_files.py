"""Files from strangers run no program and call no machine, unless the command line says so.

Each kind of file gets a program planted wherever it can name an agent. Where it can be allowed, it
is, to see that the place is one at which it would have run.
"""

import io
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from shugi.agents import AgentError, make_agent
from shugi.agents.grammar import WRAPPERS
from shugi.agents.programs import program_in
from shugi.agents.spec import FORM_ROWS
from shugi.commands import cli, train
from shugi.envs import load_position, load_rules
from shugi.envs.rulesets.rules import RulesError
from shugi.envs.seat import SeatGames
from shugi.table.lobby import open_room
from shugi.table.messages import NewTable
from shugi.training import compete
from shugi.training.judge import exploit
from shugi.training.judge.exploit import Exploit, ExploitError
from shugi.training.run.arrays import pack_arrays, read_arrays
from shugi.training.run.config import ConfigError, load_config, load_distil, parse_config
from shugi.training.run.folder import FolderLinked, hold_folder
from tests.support.evil import Evil
from tests.support.recorded import recorded
from tests.support.shell import Shell
from tests.support.small_network import small_network

FORMS = [
    "written", "command", "patient", "wrapped", "twice", "precise", "inside", "bare", "deep",
]  # fmt: skip
TINY = {
    "rules": "sanma_base",
    "decisions": 600,
    "games": 8,
    "steps": 8,
    "network": {"hidden": 8},
    "critic": {"two_hot": False},
}
IMITATED = {"decisions": 100}
MACHINES = ["127.0.0.1:6379", "ray://evil.example:10001", "auto", "evil.example:6379"]


def places(spec: str) -> dict[str, tuple[dict[str, Any], str]]:
    """Where a training config can name an agent: the section, and the key of the name."""
    return {
        "teacher": ({"imitation": {**IMITATED, "teacher": spec}}, "imitation.teacher"),
        "mixture": (
            {"imitation": IMITATED, "mixture": [{"rules": "sanma_base", "teacher": spec}]},
            "mixture.0.teacher",
        ),
        "styles": ({"opponents": {"styles": ["baseline", spec]}}, "opponents.styles.1"),
        "players": ({"distil": {"rounds": 1, "players": [spec]}}, "distil.players.0"),
    }


PLACES = list(places(""))


@pytest.fixture
def evil(tmp_path: Path) -> Evil:
    folder = tmp_path / "evil"
    folder.mkdir()
    return Evil(folder)


def config_file(folder: Path, *more: dict[str, Any]) -> Path:
    path = folder / "strange.yaml"
    settings = dict(TINY)
    for one in more:
        settings |= one
    path.write_text(yaml.safe_dump(settings, sort_keys=False, width=10_000))
    return path


def needs_torch() -> None:
    for package in ("torch", "safetensors", "tensorboard"):
        pytest.importorskip(package)


# ---- names of agents


@pytest.mark.parametrize("form", FORMS)
def test_no_agent_is_a_program_unasked(evil: Evil, form: str) -> None:
    rules = load_rules("sanma_base")
    with pytest.raises(AgentError, match="runs a program"):
        make_agent(evil.specs()[form], rules)
    assert not evil.ran


def test_every_form_of_a_program_is_tried(evil: Evil) -> None:
    """A new wrapper, or a new form of a name, has to be looked at here."""
    assert set(FORMS) == set(evil.specs())
    assert set(WRAPPERS) == {"rollout", "search", "without", "network", "mjai"}
    named = [form for form, meaning in FORM_ROWS if "code" in meaning or "process" in meaning]
    assert named == ["python:FILE:NAME", "mjai:COMMAND"]
    for form, _ in FORM_ROWS:
        assert (program_in(form) is not None) == (form in named), form
    for harmless in ("runs/mjai:x", "./python:x", "checkpoint:super_bingo:sample", "baseline:,a=1"):
        assert program_in(harmless) is None


# ---- training configs, folders


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("form", FORMS)
def test_a_config_names_no_program(evil: Evil, tmp_path: Path, form: str, place: str) -> None:
    spec = evil.specs()[form]
    section, key = places(spec)[place]
    path = config_file(tmp_path, section)
    with pytest.raises(ConfigError) as refused:
        load_config(str(path))
    said = str(refused.value)
    assert said.startswith(f"{path}:") and f": {key} names the program " in said
    assert "--programs" in said and (program_in(spec) or "?") in said.replace("\\'", "'")
    with pytest.raises(ConfigError, match="names the program"):
        parse_config({**TINY, **section})
    load_config(str(path), programs=True)
    assert not evil.ran  # to read it runs nothing, allowed or not


@pytest.mark.parametrize("place", PLACES)
def test_train_runs_what_a_config_names_only_when_told(
    evil: Evil, tmp_path: Path, place: str, shell: Shell
) -> None:
    needs_torch()
    path, run = config_file(tmp_path, places(evil.written)[place][0]), tmp_path / "run"
    words = ["train", str(path), "--run-dir", str(run)]
    assert "--programs" in shell.refuses(*words)
    assert not evil.ran and not run.exists()
    assert "it ran" in shell.refuses(*words, "--programs") and evil.ran


def test_what_is_typed_may_be_a_program(evil: Evil, tmp_path: Path) -> None:
    path = str(config_file(tmp_path, {"imitation": IMITATED}))
    told = [f"imitation.teacher={json.dumps(evil.written)}"]
    assert load_config(path, told).imitation.teacher == evil.written
    told = [f"imitation={json.dumps({'teacher': evil.command, **IMITATED})}"]
    assert load_config(path, told).imitation.teacher == evil.command
    assert load_config(path, ["cluster=127.0.0.1:1"]).cluster == "127.0.0.1:1"
    strange = str(config_file(tmp_path, places(evil.written)["styles"][0]))
    with pytest.raises(ConfigError, match="opponents.styles.1 names the program"):
        load_config(strange, told)  # what stands beside it is still the file's
    players = load_distil(["rounds=1", f"players=[{json.dumps(evil.written)}]"]).players
    assert players == (evil.written,)
    assert not evil.ran


@pytest.mark.parametrize("place", PLACES)
def test_a_run_that_goes_on_runs_no_program(
    evil: Evil, tmp_path: Path, place: str, shell: Shell
) -> None:
    needs_torch()
    run = tmp_path / "run"
    run.mkdir()
    path = config_file(run, places(evil.written)[place][0])
    path.rename(run / "config.yaml")
    (run / "state.pt").write_bytes(b"")
    for words in (["--resume", str(run)], [str(run / "config.yaml"), "--run-dir", str(run)]):
        said = shell.refuses("train", *words)
        assert "config.yaml" in said and "names the program" in said and "--programs" in said
    assert not evil.ran
    if place != "players":  # who plays in the last phase is asked then
        assert cli.main(["train", "--resume", str(run), "--programs"]) == 2
        assert evil.ran


@pytest.mark.parametrize("machine", MACHINES)
def test_a_config_calls_no_machine(
    tmp_path: Path, machine: str, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    needs_torch()
    called: list[str] = []

    def call(where: str) -> None:
        called.append(where)
        raise ConfigError("called")

    monkeypatch.setattr(train, "cluster_workers", call)
    path, run = config_file(tmp_path, {"cluster": machine}), tmp_path / "run"
    words = ["train", str(path), "--run-dir", str(run)]
    said = shell.refuses(*words)
    assert f"cluster names the machine {machine!r}" in said and "--programs" in said
    resumed = tmp_path / "resumed"
    resumed.mkdir()
    (resumed / "config.yaml").write_text(path.read_text())
    (resumed / "state.pt").write_bytes(b"")
    assert "names the machine" in shell.refuses("train", "--resume", resumed)
    assert not called
    assert cli.main([*words, "--programs"]) == 2
    assert cli.main(["train", "--resume", str(resumed), "--cluster", "local:2"]) == 2
    assert cli.main(["train", str(path), "--run-dir", str(run), "--cluster", "local"]) == 2
    assert called == [machine, "local:2", "local"]


def test_a_config_may_start_a_cluster_here(tmp_path: Path) -> None:
    for where in ("local", "local:3"):
        assert load_config(str(config_file(tmp_path, {"cluster": where}))).cluster == where


def test_a_config_reads_no_file_of_another_machine(tmp_path: Path) -> None:
    for section in (
        {"rules": r"\\evil.example\share\x.yaml"},
        {"network": {"weights": "//evil.example/share/x.safetensors"}},
        {"imitation": {"teacher": r"\/evil.example/x"}},
        {"imitation": {"teacher": "network[precision=fp32]://evil.example/x"}},
        {"opponents": {"styles": [r"search[continuation=[\\evil.example\x]]:baseline"]}},
    ):
        with pytest.raises(ConfigError, match="names the machine"):
            load_config(str(config_file(tmp_path, section)))


# ---- what ladders and others keep


def arrays_with_a_pickle(evil: Evil) -> bytes:
    """As NumPy writes arrays of objects, whose bytes are a pickle."""
    from tests.support.evil import Pickled

    buffer = io.BytesIO()
    np.savez(buffer, lone=np.array([Pickled(evil.mark)], dtype=object))
    return buffer.getvalue()


def test_arrays_hold_no_pickles(evil: Evil, tmp_path: Path) -> None:
    path = tmp_path / "games.npz"
    path.write_bytes(arrays_with_a_pickle(evil))
    with pytest.raises(OSError, match=r"games\.npz"):
        read_arrays(path)
    assert not evil.ran
    with np.load(path, allow_pickle=True) as found, pytest.raises(Exception):  # noqa: B017
        found["lone"][0].touch()
    assert evil.ran


@pytest.mark.parametrize("command", ["ladder", "arena"])
def test_games_that_are_kept_run_nothing(
    evil: Evil, tmp_path: Path, command: str, shell: Shell
) -> None:
    """Of every file that there can be, each name that the command looks for among them."""
    if command == "ladder":
        pytest.importorskip("openskill")
    run = tmp_path / "run"
    words = [command, "sanma_base", "--agents", "random", "baseline", "--sets", "2"]
    words += ["--run-dir", str(run), "--json"]
    looked: list[Path] = []
    real = Path.exists

    def noted(path: Path) -> bool:
        if path.suffix == ".npz":
            looked.append(path)
        return real(path)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "exists", noted)
        assert cli.main(words) == 0
    assert looked
    run.mkdir(exist_ok=True)
    for path in looked:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(arrays_with_a_pickle(evil))
    assert "npz" in shell.refuses(*words) and not evil.ran


def test_a_study_takes_no_agent_from_its_folder(evil: Evil, tmp_path: Path, shell: Shell) -> None:
    folder = tmp_path / "study"
    words = ["decisions", "super_bingo", "--classes", "riichi", "--probes", "2", "--deals", "4"]
    words += ["--hands", "60", "--rounds", "0", "--sources", "baseline", "--folder", str(folder)]
    assert cli.main([*words, "--json"]) == 0
    path = folder / "config.json"
    stored = json.loads(path.read_text())
    stored |= {"sources": [evil.written], "continuation": evil.command}
    path.write_text(json.dumps(stored))
    assert "holds a study with other settings" in shell.refuses(*words)
    assert not evil.ran


@pytest.mark.parametrize("where", ["styles", "last"])
def test_an_attack_takes_no_attacker_from_its_folder(
    evil: Evil, tmp_path: Path, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exploit, "attackers", lambda rules: ["baseline", "baseline:silent"])
    rules = load_rules("super_bingo")
    found = Exploit(rules, "baseline:silent", tmp_path, sets=2)
    found.try_styles()
    stored = json.loads(found.path.read_text())
    best = {"attacker": evil.written, "gain": 1e9, "low": 0.0, "high": 0.0, "hands": 1}
    stored[where].append(best)
    found.path.write_text(json.dumps(stored))
    with pytest.raises(ExploitError, match="is no style that is tried"):
        Exploit(rules, "baseline:silent", tmp_path, sets=2).judge(None)
    assert not evil.ran


@pytest.mark.parametrize("name", ["lone", "others", "gained", "hands"])
def test_games_of_a_ladder_are_numbers_of_its_kinds(
    tmp_path: Path, name: str, shell: Shell
) -> None:
    pytest.importorskip("openskill")
    words = ["ladder", "sanma_base", "--agents", "random", "baseline", "--sets", "2"]
    words += ["--run-dir", str(tmp_path)]
    assert cli.main(words) == 0
    path = min(tmp_path.glob("*.npz"))
    kept = read_arrays(path)
    for odd in (np.array(1), np.full(kept[name].shape, np.nan, "f4"), np.array([["x"] * 3] * 2)):
        path.write_bytes(pack_arrays(kept | {name: odd}))
        assert "not the games of this ladder" in shell.refuses(*words)


# ---- what a terminal is shown

ESCAPES = "\x1b[31m\x07\u202e"


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("r.yaml", f"base: super_bingo\n{json.dumps(ESCAPES)}: 1\n", ["rules"]),
        ("g.jsonl", f"{ESCAPES}", ["show"]),
        ("p.txt", f"3 {ESCAPES}", ["show"]),
        ("m.json", f"{ESCAPES}", ["show", "--rules", "riichi_tenhou"]),
        ("c.json", json.dumps({"rules": "super_bingo", "options": {ESCAPES: 1}}), ["score"]),
        ("c.jsonl", json.dumps([{"rules": "super_bingo", ESCAPES: 1}] * 2), ["score"]),
        ("t.yaml", f"{json.dumps(ESCAPES)}: 1\n", ["train"]),
    ],
)
def test_an_error_shows_the_escapes_of_a_file(
    tmp_path: Path, name: str, text: str, words: list[str], shell: Shell
) -> None:
    """A terminal would obey them."""
    path = tmp_path / name
    path.write_text(text)
    assert is_plain(shell.refuses(words[0], path, *words[1:]))


def is_plain(text: str) -> bool:
    return all(c == "\n" or c.isprintable() for c in text)


def test_an_error_shows_the_escapes_of_an_option(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["rules", "super_bingo", f"--{ESCAPES}"])
    assert is_plain(capsys.readouterr().err)


# ---- records, rules, cases


def test_players_of_a_record_are_names(evil: Evil, tmp_path: Path) -> None:
    record = recorded("super_bingo", 6)
    record.agents = [evil.written, evil.command, f"search[continuation=[{evil.written}]]:baseline"]
    path = tmp_path / "game.jsonl"
    record.save(path)
    assert cli.main(["show", str(path)]) == 0
    assert cli.main(["review", str(path), "--deals", "4", "--classes", "discard"]) == 0
    room = open_room(NewTable(rules="super_bingo", record=path.read_text()))
    assert room.judging.adviser.names == ["baseline"]
    assert not evil.ran


def test_a_rule_file_names_files_alone(evil: Evil, tmp_path: Path) -> None:
    path = tmp_path / "strange.yaml"
    for base in (evil.written, evil.command, r"\\evil.example\x.yaml", "//evil.example/x.yaml"):
        path.write_text(yaml.safe_dump({"base": base}))
        with pytest.raises(RulesError):
            load_rules(path)
    assert not evil.ran


@pytest.mark.parametrize("name", ["//evil.example/x.yaml", r"\\evil.example\x.yaml"])
def test_no_file_takes_rules_from_another_machine(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    """Rule files, positions and cases name rule sets; on Windows such a path calls a machine."""
    looked: list[str] = []
    real = Path.is_file
    monkeypatch.setattr(Path, "is_file", lambda path: looked.append(str(path)) or real(path))
    with pytest.raises(RulesError, match="another machine"):
        load_rules(name)
    file = tmp_path / "strange.yaml"
    file.write_text(yaml.safe_dump({"base": name}))
    with pytest.raises(RulesError, match="another machine"):
        load_rules(file)
    with pytest.raises(ValueError, match="another machine"):
        load_position(f"rules {name}\nround E1\n")
    case = tmp_path / "case.json"
    case.write_text(json.dumps({"rules": name, "hand": "123m"}))
    assert "another machine" in shell.refuses("score", case)
    assert not [path for path in looked if "evil.example" in path]


def test_rule_files_inherit_so_many_times_at_most(tmp_path: Path) -> None:
    for number in range(1200):
        text = f"base: r{number + 1}.yaml\n" if number < 1199 else "base: sanma_base\n"
        (tmp_path / f"r{number}.yaml").write_text(text)
    with pytest.raises(RulesError, match="inherit in a row"):
        load_rules(tmp_path / "r0.yaml")
    assert load_rules(tmp_path / "r1180.yaml").seats == 3


# ---- checkpoints and states


def test_a_description_of_a_checkpoint_runs_nothing(
    evil: Evil, tmp_path: Path, shell: Shell
) -> None:
    needs_torch()
    from shugi.agents.checkpoint import Description, save_networks
    from shugi.agents.model import Critic, Policy
    from shugi.agents.model_config import ModelConfig

    model, rules = ModelConfig(hidden=8, bins=11), load_rules("super_bingo")
    strange = places(evil.written)
    training = {key: value for section, _ in strange.values() for key, value in section.items()}
    training |= {"rules": evil.written, "cluster": "evil.example:1", "mixture": []}
    about = Description(model, rules.name, rules.hash, rules.options, training)
    path = tmp_path / "model.safetensors"
    save_networks(path, Policy(model), Critic(model), about)
    make_agent(str(tmp_path), rules)
    out = str(tmp_path / "out")
    assert cli.main(["export", str(tmp_path), "--name", "strange", "--folder", out]) == 0
    words = ["distil", str(tmp_path), "--set", "positions=4", "--set", "classes=[riichi]"]
    for change in ("deals=2", "steps=1", "games=16", "players=[random]"):
        words += ["--set", change]
    assert "there is no rule set" in shell.refuses(*words, "--rounds", "1", "--run-dir", out)
    words += ["--rules", "super_bingo", "--run-dir", out]
    assert "must be above 0" in shell.refuses(*words, "--rounds", "0")
    assert cli.main([*words, "--rounds", "1"]) == 0
    assert not evil.ran


ODD: list[dict[str, Any]] = [
    {"training": []},
    {"training": "x"},
    {"training": {"distil": 1}},
    {"training": {"mixture": 1}},
    {"training": {"mixture": ["x"]}},
    {"training": {"mixture": [{"rules": 7}]}},
    {"training": {"mixture": [{"rules": "super_bingo", "share": "much"}]}},
    {"training": {"mixture": [{"rules": "super_bingo", "share": -1}]}},
    {"training": {"rules": None}},
    {"training": {"rules": "super_bingo", "options": 3}},
    {"training": {"rules": "super_bingo", "options": ["x"]}},
    {"training": {"rules": "super_bingo", "share": []}},
]


def describe_anew(path: Path, model: dict[str, Any] | None = None, **changes: Any) -> None:
    """The same weights under another description."""
    from safetensors.torch import load_file, save_file

    from shugi.agents.checkpoint import metadata_of

    header = json.loads(metadata_of(path)["shugi"])
    header |= changes | {"model": header["model"] | (model or {})}
    save_file(load_file(path), path, {"shugi": json.dumps(header)})


@pytest.mark.parametrize("channels", [10**8, 10**12, 2**63])
def test_a_description_of_a_huge_network_is_refused_at_once(tmp_path: Path, channels: int) -> None:
    """Its features were named one by one before the file was looked at."""
    needs_torch()
    from shugi.agents.checkpoint import CheckpointError, load_critic, load_policy

    source = small_network(tmp_path)
    _, about = load_policy(source)
    describe_anew(source, model={"channels": channels})
    with pytest.raises(CheckpointError, match="do not fit their description"):
        load_policy(source)
    about.model = replace(about.model, channels=channels)
    with pytest.raises(CheckpointError, match="do not fit their description"):
        load_critic(source, about)


@pytest.mark.parametrize("odd", ODD)
def test_a_description_that_cannot_be_is_told(
    tmp_path: Path, odd: dict[str, Any], shell: Shell
) -> None:
    needs_torch()
    source = small_network(tmp_path)
    describe_anew(source, **odd)
    said = shell.refuses("distil", source, "--run-dir", tmp_path / "run")
    assert "does not say which rules it learnt" in said or "its description is damaged" in said


def test_a_state_runs_nothing(evil: Evil, tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    from shugi.agents.checkpoint import CheckpointError
    from shugi.training.run.state import load_state
    from tests.support.evil import Pickled

    path = tmp_path / "state.pt"
    torch.save({"format": 2, "x": Pickled(evil.mark)}, path)
    with pytest.raises(CheckpointError):
        load_state(tmp_path)
    assert not evil.ran
    torch.load(path, weights_only=False)
    assert evil.ran


# ---- links in a folder


@pytest.mark.parametrize("name", [".lock", "metrics.jsonl", "snapshots"])
def test_a_run_writes_through_no_link(tmp_path: Path, name: str) -> None:
    precious, run = tmp_path / "precious", tmp_path / "run"
    precious.mkdir()
    (precious / "mine.safetensors").write_bytes(b"mine")
    link = run / name
    link.parent.mkdir(parents=True)
    link.symlink_to(precious if "." not in name else precious / "mine.safetensors")
    with pytest.raises(FolderLinked, match="is a link"), hold_folder(run):
        pass
    assert (precious / "mine.safetensors").read_bytes() == b"mine"
    os.unlink(link)
    with hold_folder(run):
        pass


# ---- Python


@pytest.mark.parametrize("form", ["written", "command", "inside"])
def test_environments_and_matches_make_no_programs(evil: Evil, form: str) -> None:
    spec = evil.specs()[form]
    with pytest.raises(ValueError, match="runs a program"):
        SeatGames("sanma_base", 1, opponents=spec)
    with pytest.raises(AgentError, match="runs a program"):
        compete("sanma_base", [spec, "baseline"], sets=1)
    assert not evil.ran
