"""docs/security.md is true: each of its lines is held by a test."""

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from shugi.commands import export, score, show
from shugi.envs.mjai import reading
from shugi.envs.records import record
from shugi.envs.rulesets import file as rule_file
from shugi.training.run import arrays, config

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "security.md"

FOREIGN = "commands/test_foreign_files.py"
FILES = "commands/test_files.py"
TABLES = "table/test_foreign_folder.py"
BOTS = "agents/test_mjai_bot.py"
AGENTS = "agents/test_agents.py"
HERE = "repo/test_security.py"
RAN = f"{FOREIGN}::test_train_runs_what_a_config_names_only_when_told"

HELD: dict[str, list[str]] = {
    # what may harm
    "This page says which kinds": [],
    "Files are data": [
        f"{FOREIGN}::test_no_agent_is_a_program_unasked",
        f"{FOREIGN}::test_a_config_calls_no_machine",
        f"{FOREIGN}::test_what_is_typed_may_be_a_program",
    ],
    "| rule file (`.yaml`)": [
        f"{FOREIGN}::test_a_rule_file_names_files_alone",
        f"{FILES}::test_a_rule_file_of_a_kilobyte_does_not_hang",
        "engine/test_fuzz.py::test_fresh_inputs_are_refused_or_play_on",
    ],
    "| training config (`.yaml`)": [
        f"{FOREIGN}::test_a_config_names_no_program",
        RAN,
    ],
    "| position, as text": [
        "text/test_mutated_positions.py::test_mutated_positions_are_refused_or_play_on"
    ],
    "| record (`.jsonl`)": [
        f"{FOREIGN}::test_players_of_a_record_are_names",
        "envs/test_record.py::test_a_foreign_header_is_refused",
        f"{FILES}::test_bad_files_get_an_error",
    ],
    "| mjai log": [
        "envs/test_mjai.py::test_logs_that_cannot_be",
        "envs/test_mjai.py::test_deep_lines_are_refused",
        "envs/test_mjai.py::test_deltas_are_a_number_for_each_seat",
    ],
    "| `model.safetensors`": [
        f"{FOREIGN}::test_a_description_of_a_checkpoint_runs_nothing",
        f"{AGENTS}::test_foreign_files_are_refused",
    ],
    "| run folder that goes on": [f"{FOREIGN}::test_a_run_that_goes_on_runs_no_program"],
    "| `state.pt`": [f"{FOREIGN}::test_a_state_runs_nothing"],
    "| `.npz`, `.json`, `.jsonl` of a match": [
        f"{FOREIGN}::test_games_that_are_kept_run_nothing",
        f"{FOREIGN}::test_a_study_takes_no_agent_from_its_folder",
        f"{FOREIGN}::test_an_attack_takes_no_attacker_from_its_folder",
    ],
    "| bytes of `Batch.save`": [
        "engine/test_batch.py::test_saved_games_are_checked",
        "text/test_fault.py::test_edits_behind_a_right_checksum",
    ],
    "| folder of kept tables": [
        f"{TABLES}::test_a_kept_table_runs_no_program",
        f"{TABLES}::test_whoever_starts_the_table_may_allow_it",
    ],
    "| `model.zip`": [f"{AGENTS}::test_no_model_of_stable_baselines3_is_read"],
    "| a program named as": [RAN],
    "| a Ray cluster": [],  # how Ray is built
    "| any pickle": [f"{FOREIGN}::test_a_state_runs_nothing"],
    # who may name programs
    "* An agent that is a program": [f"{FOREIGN}::test_every_form_of_a_program_is_tried"],
    "* What you type": [
        f"{FOREIGN}::test_what_is_typed_may_be_a_program",
        f"{BOTS}::test_a_bot_in_the_arena",
        "table/test_server.py::test_who_starts_the_table_may",
    ],
    "* What a file says is not": [
        f"{FOREIGN}::test_a_config_names_no_program",
        f"{FOREIGN}::test_a_run_that_goes_on_runs_no_program",
        f"{FOREIGN}::test_a_config_calls_no_machine",
        f"{FOREIGN}::test_a_config_may_start_a_cluster_here",
        f"{TABLES}::test_a_kept_table_runs_no_program",
    ],
    "* `shugi train --programs`": [
        RAN,
        f"{TABLES}::test_whoever_starts_the_table_may_allow_it",
    ],
    "* A page of `shugi table`": [
        "table/test_server.py::test_a_page_names_no_code_to_run",
        f"{TABLES}::test_whoever_starts_the_table_may_allow_it",
        "table/test_table_programs.py::test_the_adviser_makes_no_programs",
    ],
    "* In Python `make_agent": [
        f"{FOREIGN}::test_no_agent_is_a_program_unasked",
        f"{FOREIGN}::test_environments_and_matches_make_no_programs",
        "agents/test_written.py::test_it_plays",
    ],
    "* A path in a file never": [
        f"{FOREIGN}::test_no_file_takes_rules_from_another_machine",
        f"{FOREIGN}::test_a_config_reads_no_file_of_another_machine",
        f"{TABLES}::test_a_kept_table_calls_no_machine",
    ],
    # tables
    "* A table of an earlier server": [
        f"{TABLES}::test_nothing_is_opened_before_origin_and_link_are_right"
    ],
    "* What is wrong in its file": [
        f"{TABLES}::test_a_forged_table_is_refused",
        f"{TABLES}::test_a_file_that_is_no_table_is_refused",
    ],
    # checkpoints
    "* An agent by path": [f"{AGENTS}::test_no_model_of_stable_baselines3_is_read"],
    "* Before a network is built": [
        f"{AGENTS}::test_a_description_beyond_the_file_makes_no_network",
        f"{AGENTS}::test_weights_that_are_no_numbers_are_refused",
        f"{AGENTS}::test_weights_whose_sums_overflow_are_refused",
        "training/test_rounding.py::test_damaged_units_are_refused",
    ],
    "* A file that is safe to read": [],  # says what is not promised
    "* What a page of a seat is sent": [
        "table/test_twins.py::test_a_page_does_not_know_whether_others_could_claim",
        "table/test_twins.py::test_a_terminal_does_not_know_it_either",
        "table/test_room.py::test_why_an_agent_fails_is_not_told_to_who_plays",
        "table/test_play.py::test_why_an_agent_fails_is_told_at_the_end",
    ],
    # limits
    "* Only regular files": [
        f"{FILES}::test_special_files_are_refused_at_once",
        f"{FILES}::test_bad_files_get_an_error",
        f"{HERE}::test_standard_input_is_read",
    ],
    "* Text must be UTF-8": [f"{FILES}::test_only_regular_files_within_the_limit_are_read"],
    "* YAML may have no aliases": [
        f"{FILES}::test_json_within_limits",
        f"{FILES}::test_yaml_within_limits",
        f"{FILES}::test_json_that_is_in_order",
    ],
    "* At most 40 rule files": [f"{FOREIGN}::test_rule_files_inherit_so_many_times_at_most"],
    "* A bot of `mjai:` may say": [
        f"{BOTS}::test_what_a_bot_says_has_limits",
        f"{BOTS}::test_lines_that_nobody_asked_for_are_not_kept",
        f"{BOTS}::test_a_bot_that_failed_is_started_anew",
    ],
    "* A file that is too large": [f"{HERE}::test_what_is_too_large_is_refused"],
    "| rule file, training config, kept table": [f"{HERE}::test_the_limits_are_those_of_the_code"],
    "| position | 1 MB": [f"{HERE}::test_the_limits_are_those_of_the_code"],
    "| case, match": [f"{HERE}::test_the_limits_are_those_of_the_code"],
    "| record, mjai log": [f"{HERE}::test_the_limits_are_those_of_the_code"],
    "| arrays of a ladder": [f"{FILES}::test_arrays_that_would_fill_the_memory"],
    "| games of a round": [f"{HERE}::test_games_of_a_round_have_a_limit"],
    "A rule file may name another": [
        f"{FOREIGN}::test_rule_files_inherit_so_many_times_at_most",
        f"{FILES}::test_bad_files_get_an_error",
    ],
    # what is written
    "* Files are written under": [
        f"{FILES}::test_a_write_is_flushed_with_its_folder",
        "envs/test_record.py::test_a_full_disk_leaves_what_was_there",
    ],
    "* `metrics.jsonl` grows": [f"{FILES}::test_half_a_line_of_metrics_is_dropped"],
    "* Training, distilling": [
        f"{FILES}::test_a_folder_is_held_by_one_process",
        f"{FILES}::test_a_lock_file_that_went_away_is_none",
        f"{FILES}::test_the_second_in_a_folder_is_refused",
    ],
    "* A folder with a link": [f"{FOREIGN}::test_a_run_writes_through_no_link"],
    "* Half-written files": [f"{FILES}::test_what_a_kill_leaves_is_cleared_by_the_next_run"],
}


def lines() -> Iterator[str]:
    """What the page says: rows of its tables, items, and paragraphs."""
    for block in PAGE.read_text(encoding="utf-8").split("\n\n"):
        rows = block.strip().split("\n")
        if rows[0].startswith("#"):
            continue
        if rows[0].startswith("|"):
            yield from rows[2:]
        elif rows[0].startswith("*"):
            yield from re.sub(r"\n {2,}", " ", block.strip()).split("\n")
        else:
            yield " ".join(rows)


@cache
def names_in(path: str) -> set[str]:
    tree = ast.parse((ROOT / "tests" / path).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_each_line_is_held() -> None:
    said = list(lines())
    for line in said:
        assert sum(line.startswith(key) for key in HELD) == 1, f"which test holds: {line}"
    for key in HELD:
        assert any(line.startswith(key) for line in said), f"the page does not say: {key}"


@pytest.mark.parametrize("key", HELD)
def test_what_holds_it_is_there(key: str) -> None:
    for name in HELD[key]:
        path, _, test = name.partition("::")
        assert test.startswith("test_") and test in names_in(path), name


def test_the_limits_are_those_of_the_code() -> None:
    pytest.importorskip("starlette")
    from shugi.table import kept

    table = dict(re.findall(r"^\| ([a-z, ]+) \| (\d+ [kMG]B) \|$", PAGE.read_text(), re.MULTILINE))
    small = (rule_file.MAX_BYTES, config.MAX_BYTES, kept.MOST_BYTES)
    assert table.pop("rule file, training config, kept table") == "100 kB"
    assert set(small) == {100_000}
    assert table.pop("position") == "1 MB" and show.MAX_BYTES == 10**6
    assert table.pop("case, match") == "20 MB" and score.MAX_BYTES == export.MAX_BYTES == 20 * 10**6
    assert table.pop("record, mjai log") == "64 MB"
    assert record.MOST_BYTES == reading.MOST_BYTES == 64 * 10**6
    assert table.pop("arrays of a ladder or a study, unpacked") == "1 GB"
    assert arrays.MOST_BYTES == 10**9
    assert table == {"games of a round of distilling, unpacked": "4 GB"}


LARGE: dict[str, tuple[int, list[str]]] = {
    "rules.yaml": (100_000, ["rules", "{}"]),
    "config.yaml": (100_000, ["train", "{}"]),
    "position.txt": (10**6, ["show", "{}"]),
    "case.json": (20 * 10**6, ["score", "{}"]),
    "match.json": (20 * 10**6, ["export", "{}", "--name", "x", "--match", "{}"]),
    "game.jsonl": (64 * 10**6, ["show", "{}"]),
    "log.json": (64 * 10**6, ["show", "{}", "--rules", "riichi_tenhou"]),
    "table.jsonl": (64 * 10**6, ["table", "{}", "--no-browser"]),
}


@pytest.mark.parametrize("name", LARGE)
def test_what_is_too_large_is_refused(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from shugi.commands import cli

    pytest.importorskip("torch")
    pytest.importorskip("uvicorn")
    monkeypatch.chdir(tmp_path)
    most, words = LARGE[name]
    path = tmp_path / name
    path.write_bytes(b"")
    with path.open("r+b") as file:
        file.truncate(most + 1)  # without taking the room
    assert cli.main([word.format(path) for word in words]) == 2
    assert "too large (more than " in capsys.readouterr().err
    with path.open("r+b") as file:
        file.truncate(min(most, 100_000))
    assert cli.main([word.format(path) for word in words]) == 2  # no such thing, but read
    assert "too large" not in capsys.readouterr().err


def test_games_of_a_round_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    from shugi.training.distil import distiller

    assert distiller.MOST_BYTES == 4 * 10**9
    packed = distiller._pack([b"x" * 1000] * 10)
    assert distiller._unpack(packed) == [b"x" * 1000] * 10
    monkeypatch.setattr(distiller, "MOST_BYTES", 9999)
    with pytest.raises(ValueError, match="too many"):
        distiller._unpack(packed)
    lying = {**packed, "sizes": packed["sizes"] // 2}
    with pytest.raises(ValueError, match="other sizes"):
        distiller._unpack(lying)


@pytest.mark.parametrize("command", ["show", "score"])
def test_standard_input_is_read(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import io
    from types import SimpleNamespace

    from shugi.commands import cli

    given: Callable[[bytes], SimpleNamespace] = lambda data: SimpleNamespace(  # noqa: E731
        buffer=io.BytesIO(data)
    )
    monkeypatch.setattr("sys.stdin", given(b"\xff"))
    assert cli.main([command, "-"]) == 2
    assert "stdin: is not text in UTF-8" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", given(b" " * (20 * 10**6 + 1)))
    assert cli.main([command, "-"]) == 2
    assert "stdin: too large" in capsys.readouterr().err


# ---- whoever may run programs

ALLOWING = {
    "agents/spec.py": "what make_agent says of itself",
    "training/cluster/work.py": "jobs are given by commands; names of configs were checked",
    "commands/options.py": "the command line",
    "commands/train.py": "the settings of a run that goes on, which are compared alone",
    "commands/whatif.py": "the command line",
    "training/distil/ground.py": "a config, checked when it was read",
    "training/judge/exploit.py": "the command line",
    "training/judge/ladder.py": "the command line",
    "training/learn/actors.py": "a config, checked when it was read",
    "training/run/config.py": "a config, checked when it was read",
    "commands/table.py": "the command line",
    "commands/play.py": "the command line",
    "tools/standing.py": "the command line",
}


def test_whoever_allows_programs_is_known() -> None:
    """A new place has to say whose word it takes."""
    found = set()
    folders = ("agents", "envs", "training", "table", "commands", "tools", "benchmarks", "examples")
    for folder in folders:
        for path in (ROOT / folder).rglob("*.py"):
            if re.search(r"programs\s*=\s*True", path.read_text(encoding="utf-8")):
                found.add(path.relative_to(ROOT).as_posix())
    assert found == set(ALLOWING)
