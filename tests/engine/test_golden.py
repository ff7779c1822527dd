"""Every worked example of the rules, and the command that runs files of them."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from tests.games.chinese.golden import kinds_of
from tests.golden.__main__ import main
from tests.golden.runner import KINDS, differences, read

FOLDER = Path(__file__).parents[1] / "golden"
EXAMPLES = {
    example["id"]: example for path in sorted(FOLDER.glob("*.json")) for example in read(path)
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_golden(name: str) -> None:
    assert not differences(EXAMPLES[name])


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_changed_answer_is_noticed(name: str) -> None:
    """Each part of each expected answer is compared, not only some."""
    for key in EXAMPLES[name]["expected"]:
        example = copy.deepcopy(EXAMPLES[name])
        value = example["expected"][key]
        inner = value if isinstance(value, dict) else example["expected"]
        inner[next(iter(value)) if isinstance(value, dict) else key] = "something else"
        wrong = differences(example)
        assert len(wrong) == 1 and wrong[0].startswith(key), f"{key}: {wrong}"


def write(path: Path, *examples: dict[str, Any]) -> str:
    path.write_text(json.dumps({"examples": examples}), "utf-8")
    return str(path)


def test_the_command_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(path) for path in sorted(FOLDER.glob("*.json"))]) == 0
    assert capsys.readouterr().out == f"{len(EXAMPLES)} passed, 0 failed\n"


def test_the_command_names_what_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, wrong = EXAMPLES["BA-01"], copy.deepcopy(EXAMPLES["BA-02"])
    wrong["expected"]["next"]["honba"] = 7
    assert main([write(tmp_path / "a.json", good, wrong)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "BA-02 (win): next.honba: expected 7, came 0",
        "1 passed, 1 failed",
    ]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"kind": "no_such_kind"}, "kind no_such_kind of super_bingo is not known"),
        ({"family": "zung_jung"}, "family zung_jung is not playable yet"),
        ({"family": None}, "family None is not playable yet"),
        ({"family": []}, "family None is not playable yet"),
        ({"kind": []}, "TypeError"),
        ({"addons": 3}, "TypeError"),
        ({"expected": 3}, "AttributeError"),
        ({"addons": ["no_such_add_on"]}, "has no add-on"),
        ({"input": {"tulip_hand": "12x"}}, "ValueError"),
        ({"input": []}, "must be a dict"),
    ],
)
def test_what_cannot_be_run_fails(
    change: dict[str, Any],
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([write(tmp_path / "a.json", EXAMPLES["SB-02"] | change)]) == 1
    out = capsys.readouterr().out
    assert message in out and out.endswith("0 passed, 1 failed\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "cannot be read"),
        ("{", "is no JSON"),
        ("[1]", 'needs an object with a list "examples"'),
        ('{"examples": [{"id": "x", "kind": "win"}]}', "example 0 lacks input, expected"),
        ('{"examples": ["x"]}', "example 0 lacks id, kind, input, expected"),
    ],
)
def test_a_bad_file_is_named(
    text: str | None, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.json"
    if text is not None:
        path.write_text(text, "utf-8")
    assert main([str(path), write(tmp_path / "good.json", EXAMPLES["SB-02"])]) == 2
    captured = capsys.readouterr()
    assert str(path) in captured.err and message in captured.err
    assert captured.out == "1 passed, 0 failed\n"


JOKER = {"id": "joker", "family": "super_bingo", "addons": [], "kind": "pocchi_choice"}


@pytest.mark.parametrize(
    ("seen", "instances"),
    [
        ({}, ["2p", "5p", "0p", "5pg"]),
        ({"dora_indicators": "5pg", "other_discards": "0p"}, ["2p", "5p"]),
        ({"own_discards": "9s5p5p"}, ["2p", "0p", "5pg"]),
        ({"other_discards": "2p2p2p2p"}, ["5p", "0p", "5pg"]),
    ],
)
def test_the_joker_may_be_what_is_not_seen(seen: dict[str, str], instances: list[str]) -> None:
    given = {"hand": "34678p234567s99s"} | seen
    assert not differences(JOKER | {"input": given, "expected": {"instances": instances}})


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_kind_has_a_function(name: str) -> None:
    example = EXAMPLES[name]
    kinds = kinds_of(example["game"]) if "game" in example else KINDS
    assert example["kind"] in kinds
