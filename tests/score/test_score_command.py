"""``shugi score`` and ``shugi.score``: every worked example, and what is refused."""

import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shugi
from shugi._fast.games.riichi.case import WIN_KEYS
from shugi._fast.rules.options import GAMES, RulesError
from shugi._fast.text.case import MELD_TYPES
from shugi.commands.cli import main
from shugi.envs import CaseError, load_rules, score
from shugi.envs.endings.case import AROUND, check, form_of, schema
from tests.golden.runner import compare, read
from tests.support.commands import python
from tests.support.rule_sets import anything
from tests.support.shell import Shell

ROOT = Path(__file__).resolve().parents[2]
CASE = form_of("riichi").case
REGIONAL = tuple(game for game in GAMES if game != "riichi")  # in the notation of their texts
GOLDEN = sorted(
    path
    for path in (ROOT / "tests" / "golden").glob("*.json")
    if not path.name.startswith(REGIONAL)
)
WINS = {
    example["id"]: example for path in GOLDEN for example in read(path) if example["kind"] == "win"
}
CASE_12 = WINS["TO-12"]["input"] | {"rules": "toriuchi"}


def write(path: Path, data: Any) -> str:
    path.write_text(data if isinstance(data, str) else json.dumps(data), "utf-8")
    return str(path)


# ---- answers


@pytest.mark.parametrize("name", WINS)
def test_every_won_example_agrees(name: str) -> None:
    example = WINS[name]
    assert not compare(example["expected"], score(example))


def test_the_command_answers_as_the_function(shell: Shell) -> None:
    for path in GOLDEN:
        wins = [example for example in read(path) if example["kind"] == "win"]
        status, out, err = shell.run("score", path, "--json")
        assert (status, err) == (0, "")
        answers = json.loads(out)
        assert [answer["id"] for answer in answers] == [example["id"] for example in wins]
        for example, answer in zip(wins, answers, strict=True):
            assert answer == {"id": example["id"]} | json.loads(json.dumps(score(example)))


def test_rules_by_name_file_and_object(tmp_path: Path) -> None:
    case = dict(WINS["BA-01"]["input"])
    expected = WINS["BA-01"]["expected"]["points_delta"]
    house = tmp_path / "house.yaml"
    house.write_text("title: x\nbase: sanma_base\noptions: {honba_ron: 600}\n", "utf-8")
    for rules in ("sanma_base", house, str(house), load_rules("sanma_base")):
        assert score(case, rules)["points_delta"] == expected
    assert score(case | {"rules": "sanma_base"})["points_delta"] == expected
    more = score(case | {"honba": 1}, house)["points_delta"]
    assert more[1] == expected[1] + 600


def test_options_of_a_case_and_of_an_example_count() -> None:
    for changed in (
        CASE_12 | {"options": {"chip_bust": 4}},
        {"input": WINS["TO-12"]["input"], "family": "toriuchi", "options": {"chip_bust": 4}},
        {"input": CASE_12 | {"options": {"chip_tobi": 4}}, "rules": "toriuchi"},
    ):
        changed.get("input", {}).pop("rules", None)
        assert score(changed)["shugi_delta"] == [0, 8, -8]
    rules = load_rules("toriuchi", chip_bust=9)
    assert score(CASE_12, rules)["shugi_delta"] == [0, 13, -13]
    assert score(CASE_12 | {"options": {"chip_ura": 0}}, rules)["shugi_delta"] == [0, 12, -12]


def test_late_hands_are_marked(shell: Shell, tmp_path: Path) -> None:
    late = CASE_12 | {"hand": "340p678p345s22s77z", "win_tile": "7z", "riichi": "none", "flags": {}}
    assert not score(late)["allowed"] and score(CASE_12)["allowed"]
    _, out, _ = shell.run("score", write(tmp_path / "late.json", late))
    assert "do not let this hand be won" in out


def test_shugi_score_is_the_same_and_costs_nothing_before() -> None:
    assert shugi.score is score
    with pytest.raises(AttributeError, match="no attribute 'scores'"):
        _ = shugi.scores  # type: ignore[attr-defined]
    code = "import sys, shugi; print(sum(name.startswith('shugi.') for name in sys.modules))"
    assert python(code).strip() == "0"


# ---- what people read


def test_the_answer_for_people(shell: Shell) -> None:
    out = shell.says("score", ROOT / "tests/golden/toriuchi.json", "--id", "TO-12")
    for words in (
        "player 1 (South) wins by ron off player 2, riichi, ippatsu",
        "123s123s234p78p99s + 9p",
        "iipeikou                   1 han",
        "6 han: haneman",
        "player 2: -14000 = -9000",
        "bust                           2           1           1",
        "player 1: +5",
        "next: the game is over",
    ):
        assert words in out, words


def test_the_tulip_is_told_reveal_by_reveal(shell: Shell) -> None:
    example = next(
        e for e in WINS.values() if len(e["expected"].get("shugi", {}).get("reveals", [])) > 2
    )
    path = str(ROOT / "tests" / "golden" / f"{example['family']}.json")
    _, out, _ = shell.run("score", path, "--id", example["id"])
    told = out[out.index("tulip: tier") :].splitlines()
    reveals = example["expected"]["shugi"]["reveals"]
    assert [line.split()[0] for line in told[2 : 2 + len(reveals)]] == [
        tile for tile, *_ in reveals
    ]
    assert f"{example['expected']['shugi']['before_double']}" in told[2 + len(reveals)]


def test_guns_are_told_even_when_nothing_is_paid(shell: Shell) -> None:
    out = shell.says("score", ROOT / "tests/golden/toriuchi.json", "--id", "TO-01")
    assert "player 2: birds paid 0, guns 2" in out


def test_yakuman_and_stdin(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    text = json.dumps(WINS["BA-09"]["input"]).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    out = shell.says("score", "-", "--rules", "sanma_base")
    assert "stdin" in out and "kokushi_13            yakuman x2" in out and "  yakuman x2\n" in out


def test_the_help_shows_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["score", "--help"])
    assert "shugi score case.json" in capsys.readouterr().out


# ---- the schema


def test_the_schema_is_what_the_engine_reads() -> None:
    assert {row.name for row in CASE} == WIN_KEYS
    assert not {row.name for row in AROUND} & WIN_KEYS
    melds = dict(form_of("riichi").parts)["Melds"]
    assert {row.name for row in melds} == MELD_TYPES.keys()


def test_the_schema_is_printed_and_documented(shell: Shell) -> None:
    assert shell.says("score", "--schema") == schema() + "\n"
    assert schema() in (ROOT / "docs" / "score.md").read_text("utf-8")
    told = shell.tells("score", "--schema")["A case"]
    assert [row["name"] for row in told] == [row.name for row in CASE]


def test_what_is_needed_is_needed() -> None:
    for row in CASE:
        if row.default == "needed":
            short = {key: value for key, value in CASE_12.items() if key != row.name}
            with pytest.raises(CaseError, match=f"lacks {row.name}"):
                score(short)
    only = {row.name for row in CASE if row.default == "needed"} | {"loser"}
    assert score({key: CASE_12[key] for key in only}, "toriuchi")["yaku"]


# ---- what is refused

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"winer": 1}, r"case: unknown key 'winer' \(did you mean 'winner'\?\)"),
    ({"flags": {"ipatsu": True}}, r"flags: unknown key 'ipatsu' \(did you mean 'ippatsu'\?\)"),
    ({"pao": {"daisangn": 1}}, "did you mean 'daisangen'"),
    ({"cherry": {"discard": []}}, "did you mean 'discards'"),
    ({"win_by": "steal"}, "win_by must be one of tsumo, ron, bingo, not 'steal'"),
    ({"hand": "123s"}, "has 3 tiles; with 0 melds it must have 13"),
    ({"hand": "123s123s234p78p99x"}, "hand: "),
    ({"hand": "111119p78p23499s"}, "more|tiles 1p, but the deck"),
    ({"win_tile": "1z"}, r"is not completed by '1z'; it waits for 6p, 9p"),
    ({"hand": "19m147p147s12345z", "win_tile": "1z"}, "it waits for no tile: it is not one tile"),
    ({"melds": [["pong", "9s9s9s"]]}, "meld 'pong' is not one of pon"),
    ({"melds": [["pon", "9s9s"]]}, "it takes 3 tiles"),
    ({"loser": None}, "lacks loser"),
    ({"loser": 1}, "winner and loser must be two players"),
    ({"scores": [1, 2]}, "scores must be 3 whole numbers"),
    ({"options": {"chip_bus": 1}}, "chip_bus"),
    ({"options": 3}, "options must be a map"),
    ({"options": {"name_or_path": 1}}, "name_or_path"),
    ({"options": {None: 1}}, "None"),
    ({"rules": "torichi"}, "did you mean 'toriuchi'"),
    ({"rules": "toriuchi+rainbow"}, "no add-on 'rainbow'"),
    ({"rules": None}, "say which rules"),
    ({"kind": "tulip"}, "only a win can be scored"),
    ({"addons": "home_run"}, "addons must be a list"),
]


@pytest.mark.parametrize(("change", "message"), WRONG, ids=lambda row: str(row))
def test_wrong_cases_say_why(change: dict[str, Any], message: str) -> None:
    with pytest.raises((CaseError, RulesError), match=message):
        score(CASE_12 | change)


def test_a_hand_without_a_yaku_says_so() -> None:
    case = {"hand": "123p456p789s99m34p", "win_tile": "5p", "melds": [], "riichi": "none"}
    case |= {"dealer": 0, "winner": 1, "win_by": "ron", "loser": 0}
    assert score(case, "sanma_base")["yaku"] == [["pinfu", 1]]
    late = {"hand": "234p99s33z", "melds": [["pon", "9p9p9p"], ["pon", "1m1m1m"]], "win_tile": "9s"}
    with pytest.raises(CaseError, match="has no yaku"):
        score(case | late, "toriuchi")


FILES: list[tuple[Any, list[str], str]] = [
    ('{\n  "dealer": 0,\n  "winner" 1\n}', [], r":3: column 12: broken JSON: .* in `\"winner\" 1`"),
    ("", [], ":1: column 1: broken JSON"),
    ('{"dealer": 0, "dealer": 1}', [], "the key 'dealer' stands twice"),
    ("[" * 100_000, [], "broken JSON: nested too deeply"),
    ("3", [], "needs a case, a list of cases"),
    ({"cases": 3}, [], "needs a case, a list of cases"),
    ({"cases": []}, [], "holds no case of a win"),
    ([CASE_12], ["--id", "TO-01"], "no case has the id 'TO-01'"),
    (CASE_12, ["--id", "TO-01"], "its only case has not the id 'TO-01'"),
    ([CASE_12 | {"id": "TO-12"}], ["--id", "TO-13"], "did you mean 'TO-12'"),
    (CASE_12, ["--rules", "no_such"], "there is no rule set 'no_such'"),
    ({"rules": "toriuchi"}, [], "the case lacks dealer, winner, win_by, hand, win_tile"),
]


@pytest.mark.parametrize(("data", "words", "message"), FILES, ids=lambda row: str(row)[:40])
def test_wrong_files_say_where(
    data: Any, words: list[str], message: str, tmp_path: Path, shell: Shell
) -> None:
    path = write(tmp_path / "bad.json", data)
    status, out, err = shell.run("score", path, *words)
    assert (status, out) == (2, "")
    assert err.startswith(f"shugi score: {path}") and "Traceback" not in err
    assert re.search(message, err), err


def test_files_that_cannot_be_read(tmp_path: Path, shell: Shell) -> None:
    (tmp_path / "latin").write_bytes(b'{"title": "\xe9"}')
    for name, message in (("none", "No such file"), ("", "is a folder"), ("latin", "UTF-8")):
        status, out, err = shell.run("score", tmp_path / name)
        assert (status, out) == (2, "") and message in err
    assert "--schema" in shell.refuses("score")


def test_the_good_cases_of_a_file_are_scored(tmp_path: Path, shell: Shell) -> None:
    cases = [CASE_12 | {"id": "good"}, CASE_12 | {"hand": "1s"}, "x", CASE_12]
    path = write(tmp_path / "mixed.json", {"cases": cases})
    status, out, err = shell.run("score", path)
    assert status == 2 and out.count("next: the game is over") == 2
    assert len(err.splitlines()) == 2 and "case 2: hand '1s'" in err and "case 3" in err
    status, out, _ = shell.run("score", path, "--json")
    answers = json.loads(out)
    assert status == 2 and [("error" in answer) for answer in answers] == [False, True, True, False]
    assert answers[0]["id"] == "good"


@settings(max_examples=400, deadline=None)
@given(st.sampled_from([row.name for row in (*CASE, *AROUND)]), anything)
def test_nonsense_is_refused_in_words(key: str, value: Any) -> None:
    case = WINS["SB-17"]["input"] | {"rules": "super_bingo", key: value}
    try:
        score(case)
    except (CaseError, RulesError) as error:
        assert str(error)


def test_check_gives_the_case_itself() -> None:
    assert check(WINS["TO-12"]) == WINS["TO-12"]["input"]
    assert "rules" not in check(CASE_12)
    for wrong in (None, 3, [CASE_12], {"input": 3}):
        with pytest.raises(CaseError, match="must be a map"):
            check(wrong)
